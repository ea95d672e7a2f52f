"""New points drawn from what was fitted: the Gaussians of classes or of components."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasGaussians, HasScores
from mlexplorer.core.data import UNLABELLED, features
from mlexplorer.core.source import stream
from mlexplorer.pipeline.snapshot import Snapshot

COUNT = 30


def sampled(snapshot: Snapshot, count: int = COUNT) -> tuple[Array, Labels] | None:
    """Return new points of the fitted Gaussians and their labels; those of clusters have none. None without Gaussians.

    The draw depends on how many points there are, so that drawing again gives others and undo gives the same.
    """
    step = snapshot.step
    if not isinstance(step, HasGaussians) or len(step.means) == 0:
        return None
    chance = stream(len(snapshot.data), 7)
    chosen = np.sort(chance.choice(len(step.means), size=count, p=step.shares / step.shares.sum()))
    noise = chance.standard_normal((count, 2))
    roots = np.stack([_root(covariance) for covariance in step.covariances])
    points = step.means[chosen] + np.einsum("nij,nj->ni", roots[chosen], noise)
    if features(snapshot.data.points) == 1:
        points[:, 1] = snapshot.data.points[0, 1]  # there is no second feature to draw
    if snapshot.classifies and isinstance(step, HasScores):
        return points, np.asarray(step.classes)[chosen]
    return points, np.full(count, UNLABELLED)


def _root(covariance: Array) -> Array:
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0)))
