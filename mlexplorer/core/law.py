"""The known law of a source: how likely each class is at each place, and a fine quadrature of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, blocks

PLACES = 40_000  # about so many places make up a quadrature of the plane
REACH = 5.5  # a quadrature goes so many deviations away from where a Gaussian is centred
SHARPEST = 1e-4  # the least blur of a sharp edge
FINEST = 150  # a curve's noise is never taken to be below this part of its length: a line has no density


class Law(ABC):
    """Shares and densities of the classes 0 … k − 1 in the plane, exact or by quadrature along a curve."""

    @abstractmethod
    def log_densities(self, points: Array) -> Array:
        """Return the logarithms of share × density, one column per class; in each row at least one is finite."""

    @abstractmethod
    def rule(self) -> tuple[Array, Array]:
        """Return places and weights: the mean of f under the law is Σ weight · f(place)."""

    def densities(self, points: Array) -> Array:
        """Return share × density, one column per class; their integral over the plane is 1."""
        return np.exp(self.log_densities(points))

    def chances(self, points: Array) -> Array:
        """Return the probability of each class at points, also where hardly a point ever falls."""
        logs = self.log_densities(points)
        parts = np.exp(logs - logs.max(axis=1, keepdims=True))
        return parts / parts.sum(axis=1, keepdims=True)


@dataclass(frozen=True, eq=False)
class MixtureLaw(Law):
    """Gaussians in the plane, each with a weight and the class it belongs to; every class has at least one."""

    means: Array
    covariances: Array
    weights: Array
    labels: Labels

    def log_densities(self, points: Array) -> Array:
        """Return log Σ weight · Gaussian over the Gaussians of each class."""
        centre = self.means.mean(axis=0)
        forms = _forms(self.means - centre, self.covariances, np.log(self.weights))
        classes = [forms[:, self.labels == label] for label in range(int(self.labels.max()) + 1)]
        result = np.empty((len(points), len(classes)))
        for rows in blocks(len(points), len(self.means)):
            across, along = (points[rows] - centre).T
            terms = np.stack([np.ones_like(across), across, along, across**2, across * along, along**2], axis=1)
            for label, members in enumerate(classes):
                result[rows, label] = _log_sum(terms @ members)
        return result

    def rule(self) -> tuple[Array, Array]:
        """Return a square of places around each mean, in its own axes."""
        side = int(np.clip(np.sqrt(PLACES / len(self.means)), 9, 81)) | 1
        axis = np.linspace(-REACH, REACH, side)
        weights = np.exp(-0.5 * axis**2)
        square = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
        shares = np.outer(weights, weights).ravel() / weights.sum() ** 2
        factors = np.linalg.cholesky(self.covariances)
        places = self.means[:, None, :] + square @ factors.transpose(0, 2, 1)
        return places.reshape(-1, 2), np.outer(self.weights, shares).ravel()


@dataclass(frozen=True, eq=False)
class Tiles(Law):
    """Rectangles between lines, each filled evenly by the classes, blurred by Gaussian noise, turned about 0."""

    xs: Array
    ys: Array
    weights: Array  # (k, columns, rows): how much of class k lies in each rectangle, 1 in all
    noise: float = 0.0
    angle: float = 0.0

    @property
    def deviation(self) -> float:
        """The noise, or hardly any where there is none: so a class is certain but defined outside all rectangles."""
        return max(self.noise, SHARPEST)

    def log_densities(self, points: Array) -> Array:
        """Return log Σ weight · (blurred box along x) · (blurred box along y) over the rectangles of each class."""
        turned = points @ turn(-self.angle).T
        across, along = self._boxes(turned[:, 0], self.xs), self._boxes(turned[:, 1], self.ys)
        across[:, ~self.weights.any(axis=(0, 2))] = -np.inf  # an empty column must not set the scale
        tops = across.max(axis=1, keepdims=True), along.max(axis=1, keepdims=True)
        across, along = np.exp(across - tops[0]), np.exp(along - tops[1])
        sums = np.stack([((across @ weights) * along).sum(axis=1) for weights in self.weights], axis=1)
        with np.errstate(divide="ignore"):  # a class may be nowhere near
            return np.log(sums) + tops[0] + tops[1]

    def rule(self) -> tuple[Array, Array]:
        """Return panels of Gauss–Legendre places inside each rectangle and along its blurred edges."""
        across, along = self._panels(self.xs), self._panels(self.ys)
        columns, rows = np.concatenate([places for places, _ in across]), np.concatenate([p for p, _ in along])
        inside = [np.repeat(np.arange(len(part)), [len(places) for places, _ in part]) for part in (across, along)]
        shares = self.weights.sum(axis=0)[np.ix_(*inside)]
        weights = shares * np.outer(np.concatenate([w for _, w in across]), np.concatenate([w for _, w in along]))
        places = np.stack(np.meshgrid(columns, rows, indexing="ij"), axis=-1).reshape(-1, 2)
        return places @ turn(self.angle).T, weights.ravel()

    def _boxes(self, values: Array, edges: Array) -> Array:
        """Return (n, intervals): the log density of a uniform value of each interval plus noise."""
        from scipy.special import log_ndtr  # start-up time

        scaled = (edges - values[:, None]) / self.deviation
        mirror = scaled[:, 1:] + scaled[:, :-1] > 0  # the tail on the right is the one on the left, mirrored
        upper = log_ndtr(np.where(mirror, -scaled[:, :-1], scaled[:, 1:]))
        lower = log_ndtr(np.where(mirror, -scaled[:, 1:], scaled[:, :-1]))
        return upper + np.log(-np.expm1(np.minimum(lower - upper, -1e-16))) - np.log(np.diff(edges))

    def _panels(self, edges: Array) -> list[tuple[Array, Array]]:
        found = []
        for index in range(len(edges) - 1):
            reach = REACH * self.deviation
            breaks = np.unique([end + part * reach for end in edges[index : index + 2] for part in (-1, 0, 1)])
            places, weights = panels(breaks, 8)
            weights = weights * np.exp(self._boxes(places, edges[index : index + 2])[:, 0])
            found.append((places, weights / weights.sum()))
        return found


def curves(paths: Sequence[tuple[int, float, float, Callable[[Array], Array]]], noise: float) -> MixtureLaw:
    """Return the law of points along curves plus noise: for each its class, weight, speed and path over [0, 1].

    A point falls with equal chance on each part of [0, 1]; speed is the path's greatest there (its length if it is
    even). The integral along a curve is taken by Gauss–Legendre panels no longer than four deviations. Without noise
    a curve has no density: the least noise stands for none.
    """
    means, weights, labels = [], [], []
    deviation = max(noise, max(speed for _, _, speed, _ in paths) / FINEST)
    for label, weight, speed, path in paths:
        places, shares = panels(np.linspace(0, 1, 1 + max(2, int(np.ceil(speed / deviation / 4)))), 8)
        means.append(path(places))
        weights.append(weight * shares)
        labels.append(np.full(len(places), label, dtype=np.intp))
    covariances = np.broadcast_to(deviation**2 * np.eye(2), (sum(map(len, means)), 2, 2))
    return MixtureLaw(np.concatenate(means), covariances, np.concatenate(weights), np.concatenate(labels))


def panels(breaks: Array, count: int) -> tuple[Array, Array]:
    """Return places and weights of Gauss–Legendre quadrature with count places between each two breaks."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    halves = np.diff(breaks)[:, None] / 2
    return (breaks[:-1, None] + halves * (nodes + 1)).ravel(), (halves * weights).ravel()


def turn(angle: float) -> Array:
    """Return the matrix that turns points about 0, counter-clockwise by degrees."""
    cosine, sine = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[cosine, -sine], [sine, cosine]])


def covariance(deviations: npt.ArrayLike, correlation: float = 0.0) -> Array:
    """Return the covariance with these deviations along x and y and this correlation."""
    scale = np.diag(np.broadcast_to(np.asarray(deviations, dtype=np.float64), 2))
    return scale @ np.array([[1.0, correlation], [correlation, 1.0]]) @ scale


def joined(*laws: MixtureLaw) -> MixtureLaw:
    """Return several mixtures as one; their weights are 1 together."""
    return MixtureLaw(
        np.concatenate([law.means for law in laws]),
        np.concatenate([law.covariances for law in laws]),
        np.concatenate([law.weights for law in laws]),
        np.concatenate([law.labels for law in laws]),
    )


def _forms(means: Array, covariances: Array, logs: Array) -> Array:
    """Return (6, m): each Gaussian's log density as a quadratic form of 1, x, y, x², xy, y²: one matrix product."""
    inverses = np.linalg.inv(covariances)
    slopes = np.einsum("mij,mj->mi", inverses, means)
    level = logs - np.log(2 * np.pi) + 0.5 * np.linalg.slogdet(inverses)[1] - 0.5 * (slopes * means).sum(axis=1)
    curves = (-0.5 * inverses[:, 0, 0], -inverses[:, 0, 1], -0.5 * inverses[:, 1, 1])
    return np.stack([level, slopes[:, 0], slopes[:, 1], *curves])


def _log_sum(logs: Array) -> Array:
    top = logs.max(axis=1)
    logs -= top[:, None]
    return top + np.log(np.exp(logs, out=logs).sum(axis=1))
