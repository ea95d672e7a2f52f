"""How far a curve is from its points: root mean square, mean absolute error and the share explained."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Residuals:
    """How far predictions of a number are off; NaN without points."""

    count: int
    rmse: float  # root of the mean square
    mae: float  # mean of the absolute values
    r_squared: float  # share of the spread of the truth that is explained; below 0 where its mean would do better


def residuals(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Residuals:
    """Return how far predictions are off; a truth without spread counts as explained (1) only where all is exact."""
    true = np.asarray(truth, dtype=np.float64)
    if not len(true):
        return Residuals(0, np.nan, np.nan, np.nan)
    off = np.asarray(predicted, dtype=np.float64) - true
    left, spread = float(off @ off), float(np.square(true - true.mean()).sum())
    explained = 1 - left / spread if spread else float(left == 0)
    return Residuals(len(true), float(np.sqrt(left / len(true))), float(np.abs(off).mean()), explained)
