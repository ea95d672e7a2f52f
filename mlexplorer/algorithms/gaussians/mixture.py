"""Gaussian mixtures by expectation and maximisation, with four kinds of covariance."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np

from mlexplorer.algorithms.gaussians.normal import Gaussians, clipped, log_sums
from mlexplorer.algorithms.neighbours import lloyd
from mlexplorer.core.arrays import Array
from mlexplorer.core.data import features

MOST_ITERATIONS = 5000
TOLERANCE = 1e-8  # the fit goes on while the log-likelihood grows by more than this per point: gains shrink but slowly
REST = 2e-8  # per point: no more than this may be left to gain, by how fast gains shrink
NOTHING = 1e-12  # a gain per point that is only rounding
TABLE = 100_000  # numbers of a landscape worked on together
KINDS = ("full", "tied", "diagonal", "spherical")


@dataclass(frozen=True, eq=False)
class Mixture:
    """One moment: the Gaussians, their log-likelihood, which were held at the floor, and what happened last.

    Responsibilities are not kept: those of a long fit to many points would fill the memory.
    """

    gaussians: Gaussians
    likelihood: float
    floored: tuple[int, ...] = ()
    iteration: int = 0
    phase: str = "E"
    gain: float = 0.0  # by how much this iteration raised the log-likelihood
    before: Gaussians | None = None  # those of the iteration before
    finished: bool = False
    bound: float | None = None  # on the log-likelihood, after "M" with the responsibilities from before; None: equal

    def responsibilities(self, points: Array) -> Array:
        """Return (k, n): those under the Gaussians, in phase "M" those the Gaussians were made with."""
        return expected(points, self.source)[0]

    @property
    def source(self) -> Gaussians:
        """The Gaussians under which the points are shared: in phase "M" those of the iteration before."""
        return self.before if self.phase == "M" and self.before is not None else self.gaussians

    @property
    def shift(self) -> float:
        """The farthest move of a mean in this iteration."""
        return 0.0 if self.before is None else float(np.hypot(*(self.gaussians.means - self.before.means).T).max())


def expected(points: Array, gaussians: Gaussians) -> tuple[Array, float]:
    """Return the responsibilities (k, n) and the log-likelihood."""
    return _shared(gaussians.logs(points))


def _shared(logs: Array) -> tuple[Array, float]:
    """Return the responsibilities and the log-likelihood from the logarithms of share × density."""
    top = reduce(np.maximum, logs)
    parts = np.exp(logs - top)
    total = reduce(np.add, parts)
    parts /= total
    return parts, float((np.log(total) + top).sum())


def maximised(
    points: Array, responsibilities: Array, before: Gaussians | None, kind: str, floor: float
) -> tuple[Gaussians, tuple[int, ...]]:
    """Return the likeliest Gaussians for given responsibilities, and which are held at the floor.

    Eigenvalues are raised to the floor: that is the likeliest covariance with none below, so the likelihood never
    falls. A component that no point belongs to keeps its mean and covariance.
    """
    sizes = responsibilities.sum(axis=1)
    alive = sizes > 1e-12 * len(points)
    weights = sizes if alive.all() else np.where(alive, sizes, 1.0)
    means = responsibilities @ points / weights[:, None]
    covariances = _covariances(points, responsibilities, means, weights)
    shares = sizes / len(points)
    if before is not None and weights is not sizes:
        means = np.where(alive[:, None], means, before.means)
        covariances = np.where(alive[:, None, None], covariances, before.covariances)
    count = features(points) if before is None else before.features
    covariances, floored = _shaped(covariances, shares, kind if count == 2 else f"{kind} line", floor)
    return Gaussians(means, covariances, shares, count), floored


def run(points: Array, start: Gaussians, kind: str, floor: float) -> Iterator[Mixture]:
    """Yield the start with its responsibilities, then for each iteration a maximisation and an expectation."""
    logs = start.logs(points)
    parts, likelihood = _shared(logs)
    state = Mixture(start, likelihood)
    yield state
    while not state.finished:
        after, floored = maximised(points, parts, state.gaussians, kind, floor)
        known, logs = logs, after.logs(points)
        bound = state.likelihood + float(np.vdot(parts, logs - known))  # Σ r (ln πN − ln r), as r = πN/Σ πN before
        parts, likelihood = _shared(logs)
        before, gain, number = state.gaussians, likelihood - state.likelihood, state.iteration + 1
        yield Mixture(after, likelihood, floored, number, "M", gain, before, bound=min(bound, likelihood))
        over = _is_over(state.gain, gain, len(points)) or number >= MOST_ITERATIONS
        state = Mixture(after, likelihood, floored, number, "E", gain, before, over)
        yield state


def _is_over(before: float, gain: float, count: int) -> bool:
    """Return whether the last gain is small, and with it all that are to come if they go on shrinking as the last did.

    With gains that shrink by q each, g·q/(1 − q) is left to gain after a gain of g.
    """
    if gain <= NOTHING * count:
        return True
    shrinking = gain / before if before > 0 else 0.0
    return gain < TOLERANCE * count and gain * shrinking < REST * count * (1 - shrinking)


def from_means(points: Array, means: Array, kind: str, floor: float) -> Gaussians:
    """Return Gaussians at means, all with the spread of all points and equal shares."""
    count = len(means)
    away = points - points.mean(axis=0)
    spread = np.stack([away.T @ away / len(points)] * count)
    shares, own = np.full(count, 1 / count), features(points)
    return Gaussians(means, _shaped(spread, shares, kind if own == 2 else f"{kind} line", floor)[0], shares, own)


def from_clusters(points: Array, centres: Array, kind: str, floor: float) -> Gaussians:
    """Return the likeliest Gaussians if each point belonged to its nearest centre alone."""
    labels = lloyd.squares(points, centres).argmin(axis=0)
    members = (labels == np.arange(len(centres))[:, None]).astype(np.float64)
    return maximised(points, members, from_means(points, centres, kind, floor), kind, floor)[0]


def numbers_of(gaussians: Gaussians) -> Array:
    """Return Gaussians as 6k − 1 numbers: the shares without the last, the means, and xx, xy, yy of covariances."""
    spreads = gaussians.covariances.reshape(-1, 4)[:, [0, 1, 3]]
    return np.concatenate([gaussians.shares[:-1], gaussians.means.ravel(), spreads.ravel()])


def from_numbers(points: Array, numbers: Array, kind: str, floor: float) -> Gaussians:
    """Return the Gaussians that 6k − 1 numbers stand for, in the shape of a kind and with the features of points."""
    own, count = features(points), (numbers.size + 1) // 6
    parts, means, spreads = np.split(numbers.ravel(), [count - 1, 3 * count - 1])
    shares = np.clip(np.append(parts, 1 - parts.sum()), 0.0, 1.0)
    covariances = spreads.reshape(-1, 3)[:, [0, 1, 1, 2]].reshape(-1, 2, 2)
    covariances, _ = _shaped(covariances, shares, kind if own == 2 else f"{kind} line", floor)
    return Gaussians(means.reshape(-1, 2).copy(), covariances, shares, own)


def parameters(count: int, kind: str, own: int = 2) -> int:
    """Return how many numbers a mixture of so many features has that can be chosen freely."""
    if own == 1:
        return (1 if kind == "tied" else count) + count + count - 1
    spreads = {"full": 3 * count, "tied": 3, "diagonal": 2 * count, "spherical": count}
    return spreads[kind] + 2 * count + count - 1


def losses(points: Array, gaussians: Gaussians, means: Array) -> Array:
    """Return the negative log-likelihood for each of many sets of means, (m, k, 2)."""
    result = np.empty(len(means))
    height = max(1, TABLE // max(1, len(points)))
    for first in range(0, len(means), height):
        block = means[first : first + height]
        logs = [_logs_of(points, gaussians, block[:, component], component) for component in range(means.shape[1])]
        result[first : first + height] = -log_sums(np.stack(logs)).sum(axis=1)
    return result


def gradient(points: Array, gaussians: Gaussians) -> Array:
    """Return −Σ r Σₖ⁻¹(x − μₖ) for each mean."""
    parts, _ = expected(points, gaussians)
    return -gaussians.solved(parts @ points - parts.sum(axis=1)[:, None] * gaussians.means)


def _logs_of(points: Array, gaussians: Gaussians, means: Array, component: int) -> Array:
    """Return (m, n): the logarithms of one component put at many means."""
    count = len(means)
    covariances = np.broadcast_to(gaussians.covariances[component], (count, 2, 2))
    return Gaussians(means, covariances, np.full(count, gaussians.shares[component]), gaussians.features).logs(points)


def _covariances(points: Array, responsibilities: Array, means: Array, weights: Array) -> Array:
    """Return Σ r d dᵀ / Σ r around the new means: E[x²] − mean² would lose the digits of small clusters."""
    across, along = points[:, 0] - means[:, :1], points[:, 1] - means[:, 1:]
    weighted = responsibilities * across
    first, mixed = np.einsum("kn,kn->k", weighted, across), np.einsum("kn,kn->k", weighted, along)
    result = np.empty((len(means), 2, 2))
    result[:, 0, 0], result[:, 1, 1] = first, np.einsum("kn,kn->k", responsibilities * along, along)
    result[:, 0, 1] = result[:, 1, 0] = mixed
    result /= weights[:, None, None]
    return result


def _shaped(covariances: Array, shares: Array, kind: str, floor: float) -> tuple[Array, tuple[int, ...]]:
    """Return covariances of a kind with eigenvalues of at least floor, and which had less.

    On a line the variance along it is all there is: it stands for both axes, so that a circle is drawn.
    """
    kind, _, line = kind.partition(" ")
    if line:
        covariances = covariances[:, :1, :1] * np.eye(2)
    if kind == "tied":
        covariances = np.stack([np.einsum("k,kij->ij", shares / shares.sum(), covariances)] * len(covariances))
    elif kind == "diagonal":
        covariances = covariances * np.eye(2)
    elif kind == "spherical":
        covariances = 0.5 * np.trace(covariances, axis1=1, axis2=2)[:, None, None] * np.eye(2)
    raised, least = clipped(covariances, floor)
    return raised, () if raised is covariances else tuple(map(int, np.flatnonzero(least < floor)))
