"""Gaussians of the classes of many samples at once: sums over the same points with other counts."""

import math
from typing import NamedTuple

import numpy as np

from mlexplorer.algorithms.gaussians.gaussian_classes import FLAT
from mlexplorer.algorithms.lines.many_rules import ManyRules
from mlexplorer.algorithms.lines.monomials import Monomials, Scaling
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.model import Model
from mlexplorer.core.study.many_fits import ManyFits, Samples

SURE = 100.0  # times the least spread a covariance must have to be taken as it is
FEW = 3  # points of a class that leave its spread to rounding


class ManyGaussians(NamedTuple):
    """For each sample and class the prior, mean and covariance inside a frame; doubtful: samples with little spread."""

    priors: Array  # (samples, classes)
    means: Array  # (samples, classes, 2)
    covariances: Array  # (samples, classes, 3): x₁x₁, x₁x₂, x₂x₂
    middles: Array  # (samples, 1, 2): the mean of all points of each
    doubtful: Labels

    @property
    def precisions(self) -> Array:
        """The inverse covariances, likewise."""
        across, mixed, along = np.moveaxis(self.covariances, -1, 0)
        return np.stack([along, -mixed, across], axis=-1) / self.determinants[..., None]

    @property
    def determinants(self) -> Array:
        """The determinants of the covariances."""
        across, mixed, along = np.moveaxis(self.covariances, -1, 0)
        return across * along - mixed * mixed


def many_rules(model: Model, samples: Samples, equal: bool, shrinkage: float, pooled: bool) -> ManyFits:
    """Return the fits of a discriminant to samples: lines for one spread of all classes, conics for one of each."""
    left, bottom = samples.data.points.mean(axis=0).tolist()
    frame = Scaling((left, bottom))
    found = many_gaussians(samples, frame, pooled, equal, shrinkage)
    rules = linear_rules(found) if pooled else quadratic_rules(found)
    return ManyRules(model, samples, Monomials(1 if pooled else 2), frame, rules, found.doubtful)


def many_gaussians(samples: Samples, frame: Scaling, pooled: bool, equal: bool, shrinkage: float) -> ManyGaussians:
    """Return what `fitted` finds for each sample, inside a frame that only moves the points.

    A sample moves the mean of a class by d, and Σ(x − μ)(x − μ)ᵀ is that about the mean of all points less n·ddᵀ.
    """
    classes, columns = len(samples.data.classes), samples.columns
    points, counts = frame.inside(samples.data.points), samples.counts.astype(np.float64)
    middles = np.stack([points[columns == column].mean(axis=0) for column in range(classes)])
    away = points - middles[columns]
    parts = np.c_[np.ones(len(points)), away, away[:, 0] ** 2, away[:, 0] * away[:, 1], away[:, 1] ** 2]
    table = np.zeros((len(points), classes, 6))
    table[np.arange(len(points)), columns] = parts
    sums = (counts @ table.reshape(len(points), -1)).reshape(-1, classes, 6)
    sizes, moved = sums[..., 0], sums[..., 1:3] / sums[..., :1]
    scatters = sums[..., 3:] - sizes[..., None] * (moved[..., [0, 0, 1]] * moved[..., [0, 1, 1]])
    total = sizes.sum(axis=1)
    common = scatters.sum(axis=1) / np.maximum(1, total - classes)[:, None]
    own = common[:, None].repeat(classes, axis=1) if pooled else scatters / np.maximum(1, sizes - 1)[..., None]
    own = _shrunk(own, shrinkage)
    priors = np.full(sizes.shape, 1 / classes) if equal else sizes / total[:, None]
    spread = points.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled = own / (spread[[0, 0, 1]] * spread[[0, 1, 1]])
    means, doubtful = middles + moved, np.flatnonzero(_is_doubtful(scaled, samples, pooled))
    own[doubtful] = (1.0, 0.0, 1.0)  # they are asked themselves
    centres = (sizes[..., None] * means).sum(axis=1, keepdims=True) / total[:, None, None]
    return ManyGaussians(priors, means, own, centres, doubtful)


def _shrunk(covariances: Array, shrinkage: float) -> Array:
    if not shrinkage:
        return covariances
    level = 0.5 * (covariances[..., 0] + covariances[..., 2])
    return (1 - shrinkage) * covariances + shrinkage * level[..., None] * np.array([1.0, 0.0, 1.0])


def _is_doubtful(covariances: Array, samples: Samples, pooled: bool) -> Mask:
    """Return which samples have a class with hardly any spread, in some direction or at all."""
    across, mixed, along = np.moveaxis(covariances, -1, 0)
    least = 0.5 * (across + along) - np.hypot(0.5 * (across - along), mixed)
    flat = np.asarray(~(least > SURE * FLAT).all(axis=1))
    if pooled:
        return flat
    own = [samples.counts[:, samples.columns == column] for column in range(covariances.shape[1])]
    return np.logical_or.reduce([flat, *(np.count_nonzero(counts, axis=1) <= FEW for counts in own)])


def linear_rules(found: ManyGaussians) -> Array:
    """Return weights and thresholds of δ = w·x − t of each class, for two classes those of their difference.

    The covariance is that of all classes; w = Σ⁻¹(μ − m), t = ½ w·(μ + m) − ln π, m the mean of all points.
    """
    slopes = _times(found.precisions, found.means - found.middles)
    thresholds = 0.5 * (slopes * (found.means + found.middles)).sum(axis=-1) - np.log(found.priors)
    return _told(np.concatenate([slopes, thresholds[..., None]], axis=-1))


def quadratic_rules(found: ManyGaussians) -> Array:
    """Return the weights of x₁, x₂, x₁², x₁x₂, x₂² and the threshold of ln(π·density), or of the difference of two."""
    across, mixed, along = np.moveaxis(found.precisions, -1, 0)
    slopes = _times(found.precisions, found.means)
    constants = 0.5 * (slopes * found.means).sum(axis=-1) - np.log(found.priors)
    constants += 0.5 * np.log(found.determinants) + math.log(2 * math.pi)
    parts = (slopes[..., 0], slopes[..., 1], -0.5 * across, -mixed, -0.5 * along, constants)
    return _told(np.stack(parts, axis=-1))


def _times(matrices: Array, vectors: Array) -> Array:
    across, mixed, along = np.moveaxis(matrices, -1, 0)
    first, second = np.moveaxis(vectors, -1, 0)
    return np.stack([across * first + mixed * second, mixed * first + along * second], axis=-1)


def _told(rules: Array) -> Array:
    return rules[:, 1:] - rules[:, :1] if rules.shape[1] == 2 else rules
