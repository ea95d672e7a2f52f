"""How far a curve is from the points it learned and those held out: RMSE, MAE and the share explained."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.capabilities import HasCurve
from mlexplorer.core.data import Dataset, sampled

MOST_JUDGED = 5000  # points that a curve is judged by; of more, a sample


@dataclass(frozen=True)
class Residuals:
    """How far predictions of a number are off; NaN without points."""

    count: int
    rmse: float  # root of the mean square
    mae: float  # mean of the absolute values
    r_squared: float  # share of the spread of the truth that is explained; below 0 where its mean would do better


def curve_parts(data: Dataset) -> dict[str, Dataset]:
    """Return the points a curve learns from and those held out, by name; labels play no part."""
    parts = {"Training": data.unheld, "Test": data.part(data.held_out)}
    return {name: sampled(part, MOST_JUDGED) for name, part in parts.items() if len(part)}


def missed(step: HasCurve, part: Dataset) -> Residuals:
    """Return how far the curve of a step is from points."""
    return residuals(part.points[:, 1], step.curve(part.points[:, 0]))


def residuals(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Residuals:
    """Return how far predictions are off; a truth without spread counts as explained (1) only where all is exact."""
    true = np.asarray(truth, dtype=np.float64)
    if not len(true):
        return Residuals(0, np.nan, np.nan, np.nan)
    off = np.asarray(predicted, dtype=np.float64) - true
    left, spread = float(off @ off), float(np.square(true - true.mean()).sum())
    explained = 1 - left / spread if spread else float(left == 0)
    return Residuals(len(true), float(np.sqrt(left / len(true))), float(np.abs(off).mean()), explained)
