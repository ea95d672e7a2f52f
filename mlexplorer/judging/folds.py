"""Cross-validation: points dealt into folds, what the folds' errors say together, and two methods on the same folds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, scrambled
from mlexplorer.judging.intervals import LEVEL

MOST_REPEATS = 1000


def deal(ids: Labels, folds: int, seed: int = 0, repeat: int = 0, labels: Labels | None = None) -> Labels:
    """Return the fold of each point; with labels every fold has its share of every class (stratified).

    Sizes differ by at most one, those of a class in the folds too. The lots hang on the ids, and a fold is a run of
    them, so that a point more moves few others. As many folds as points leave out one after the other.
    """
    count = len(ids)
    if not 2 <= folds <= count:
        raise ValueError(f"{folds} folds need at least {max(folds, 2)} points, and at least 2 folds; here are {count}.")
    if folds == count:
        return np.arange(count)
    shift = scrambled(np.array([seed * MOST_REPEATS + repeat]))
    lots = scrambled(ids.astype(np.uint64) + shift)  # wraps round; all different
    classes = np.zeros(count, np.intp) if labels is None else labels - labels.min()
    order = np.lexsort((lots, classes))
    dealt = np.empty(count, np.intp)
    # Dealt in turns through all classes, then put in order within each class: runs of lots with the same counts.
    dealt[order] = np.sort(classes[order] * folds + np.arange(count) % folds) % folds
    return dealt


def deals(ids: Labels, folds: int, repeats: int, seed: int = 0, labels: Labels | None = None) -> Labels:
    """Return the folds of several dealings, as (repeats, n); leaving one out is never repeated, as nothing changes."""
    times = 1 if folds == len(ids) else repeats
    return np.stack([deal(ids, folds, seed, repeat, labels) for repeat in range(times)])


@dataclass(frozen=True)
class Summary:
    """What the folds say together; folds that could not be fitted (NaN) are left out."""

    mean: float  # every point counts the same: Σ Nₖ/N·Eₖ
    plain: float  # every fold counts the same
    deviation: float  # between the folds, divisor n − 1; NaN for fewer than two
    interval: tuple[float, float]  # of the mean, by Student's t; NaN for fewer than two folds
    fitted: int  # folds that count

    @property
    def differs(self) -> bool:
        """Whether the two means differ by more than rounding."""
        return not np.isclose(self.mean, self.plain, rtol=1e-9, atol=1e-12, equal_nan=True)


def summary(errors: npt.ArrayLike, sizes: npt.ArrayLike | None = None, level: float = LEVEL) -> Summary:
    """Return the summary of the folds' errors; sizes are the points of each fold, by default equal."""
    from scipy.special import stdtrit  # start-up time

    values = np.asarray(errors, dtype=np.float64)
    weights = np.ones(len(values)) if sizes is None else np.asarray(sizes, dtype=np.float64)
    known = ~np.isnan(values)
    values, weights = values[known], weights[known]
    count = len(values)
    if not count or not weights.sum():
        return Summary(np.nan, np.nan, np.nan, (np.nan, np.nan), count)
    mean = float(weights @ values / weights.sum())
    deviation = _deviation(values) if count > 1 else np.nan
    half = float(stdtrit(count - 1, (1 + level) / 2)) * deviation / np.sqrt(count) if count > 1 else np.nan
    return Summary(mean, float(values.mean()), deviation, (mean - half, mean + half), count)


@dataclass(frozen=True)
class Difference:
    """How much more the first method errs than the second on the same folds, and whether that may be chance."""

    mean: float
    interval: tuple[float, float]
    statistic: float  # Student's t; ±∞ if every fold differs by the same
    p: float  # the chance of so large a difference, either way, if both are equally good


def paired(first: npt.ArrayLike, second: npt.ArrayLike, folds: int | None = None, level: float = LEVEL) -> Difference:
    """Return the paired t-test over J folds; with `folds` K the variance is (1/J + 1/(K − 1))·s², else s²/J.

    Folds share most of their training points, so their errors hang together and the plain test is too sure: that is
    Nadeau and Bengio's correction. Folds that either could not fit (NaN) are left out; fewer than two say nothing.
    """
    from scipy.special import stdtr, stdtrit  # start-up time

    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    differences = differences[~np.isnan(differences)]
    count = len(differences)
    if count < 2:
        return Difference(float(differences.mean()) if count else np.nan, (np.nan, np.nan), np.nan, np.nan)
    mean, spread = float(differences.mean()), _deviation(differences)
    error = spread * np.sqrt(1 / count + (1 / (folds - 1) if folds else 0.0))
    half = float(stdtrit(count - 1, (1 + level) / 2)) * error
    statistic = mean / error if error else (float(np.copysign(np.inf, mean)) if mean else 0.0)
    return Difference(mean, (mean - half, mean + half), statistic, 2 * float(stdtr(count - 1, -abs(statistic))))


def _deviation(values: Array) -> float:
    """Return the deviation, exactly 0 for equal values: their mean is rounded."""
    return float(values.std(ddof=1)) if np.ptp(values) else 0.0
