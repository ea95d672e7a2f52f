"""What each point costs a fit, and the error that the costs of some points make: one measure for each task."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCentres, HasCurve, HasDensity, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, REJECTED, Rule, decide_scores, is_mistaken
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.judging.confusion import average

LEAST_DENSITY = float(np.finfo(np.float64).tiny)  # a place where nothing is expected costs 708, not ∞


@dataclass(frozen=True)
class ErrorKind:
    """A kind of error: what it is called, on an axis and in a sentence, whether it is a share, and how it is averaged.

    The error is the mean of what the points cost, or its root.
    """

    title: str
    axis: str
    noun: str
    is_share: bool = False
    is_root: bool = False
    always_falls: bool = False  # on unseen points too, the more complex the model

    def error(self, costs: Array) -> float:
        """Return the error of points; those for which nothing is said (NaN) are left out, NaN if none is left."""
        mean = average(costs)
        return float(np.sqrt(mean)) if self.is_root else mean

    def shown(self, errors: Array) -> Array:
        """Return errors in the units of the axis."""
        return 100 * errors if self.is_share else errors

    def words(self, error: float) -> str:
        """Return an error as a person reads it."""
        return "–" if np.isnan(error) else f"{text(100 * error)} %" if self.is_share else text(error)


WRONG = ErrorKind("Share wrong", "% wrong", "errors", is_share=True)
RMSE = ErrorKind("Root mean square error", "RMSE", "RMSE", is_root=True)
SQUARES = ErrorKind(
    "Squared distance from the nearest centre", "per point", "squared distance per point", always_falls=True
)
LIKELIHOOD = ErrorKind("−log likelihood", "per point", "−log likelihood per point")
USUAL = {"classify": WRONG, "regress": RMSE, "cluster": SQUARES, "density": LIKELIHOOD, "descend": SQUARES}


def measure_of(step: Step, task: str) -> ErrorKind | None:
    """Return how errors of a step are measured, by what its model is for; None if it says nothing of new points."""
    if task == "classify":
        return WRONG if isinstance(step, HasScores) else None
    kinds: Mapping[type[Step], ErrorKind] = {HasCurve: RMSE, HasDensity: LIKELIHOOD, HasCentres: SQUARES}
    return next((measure for kind, measure in kinds.items() if isinstance(step, kind)), None)


def costs(step: Step, data: Dataset, task: str, rule: Rule = PLAIN, scores: Array | None = None) -> Array:
    """Return what each point costs: 1 where the class is wrong, the squared residual or distance, −log density.

    NaN where the rule says no class. scores are those of the points, where they are known.
    """
    if task == "classify" and isinstance(step, HasScores):
        said = decide_scores(step, step.scores(data.points) if scores is None else scores, rule)
        return np.where(said == REJECTED, np.nan, is_mistaken(said, data.labels))
    if isinstance(step, HasCurve):
        return np.square(step.curve(data.points[:, 0]) - data.points[:, 1])
    if isinstance(step, HasDensity):
        return -np.log(np.maximum(step.density(data.points), LEAST_DENSITY))
    if isinstance(step, HasCentres):
        away = data.points[:, None] - step.centres
        return np.square(away).sum(axis=2).min(axis=1)
    return np.full(len(data), np.nan)
