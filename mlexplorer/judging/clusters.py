"""How well a clustering fits known classes, another clustering, or the points themselves."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.reach import labels_of, places_of

BLOCK = 128  # rows of distances that stay in the cache


def contingency(first: npt.ArrayLike, second: npt.ArrayLike) -> Labels:
    """Return how many points each group of the first (rows) shares with each of the second; any labels will do."""
    rows, columns = _codes(first), _codes(second)
    if len(rows) != len(columns):
        raise ValueError(f"Both groupings need the same points; here are {len(rows)} and {len(columns)}.")
    height, width = (int(codes.max(initial=-1)) + 1 for codes in (rows, columns))
    return np.bincount(rows * width + columns, minlength=height * width).reshape(height, width)


@dataclass(frozen=True)
class Pairs:
    """All pairs of points, by whether they are together in the first grouping and in the second."""

    both: int
    first: int
    second: int
    neither: int


def pairs(first: npt.ArrayLike, second: npt.ArrayLike) -> Pairs:
    """Return the pairs of points that are together in both groupings, in one of them, and in neither."""
    table = contingency(first, second)
    both, one, two = (_twos(counts) for counts in (table, table.sum(axis=1), table.sum(axis=0)))
    return Pairs(both, one - both, two - both, _twos(table.sum()) - one - two + both)


def rand_index(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the share of pairs on which two groupings agree; 1 for fewer than two points."""
    found = pairs(first, second)
    every = found.both + found.first + found.second + found.neither
    return (found.both + found.neither) / every if every else 1.0


def adjusted_rand(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the Rand index stretched so that groups by lot have 0 on average and equal groupings 1."""
    found = pairs(first, second)
    if not found.first and not found.second:
        return 1.0
    both, one, two, none = found.both, found.first, found.second, found.neither
    return 2 * (both * none - one * two) / ((both + one) * (one + none) + (both + two) * (two + none))


def jaccard(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the share of the pairs together in either grouping that are together in both; 1 if there are none."""
    found = pairs(first, second)
    together = found.both + found.first + found.second
    return found.both / together if together else 1.0


def nmi(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the mutual information over √(H·H): 1 for equal groupings, 0 if one says nothing about the other.

    Two groupings into a single group are equal; a single group says nothing about several.
    """
    table = contingency(first, second)
    one, two = entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    if not one or not two:
        return float(one == two)
    shared = one + two - entropy(table.ravel())
    return float(np.clip(shared / np.sqrt(one * two), 0.0, 1.0))


def entropy(counts: npt.ArrayLike) -> float:
    """Return the entropy in bits of how points are spread over groups; exactly 0 for a single group."""
    found = np.asarray(counts, dtype=np.float64)
    found = found[found > 0]
    if len(found) < 2:
        return 0.0
    shares = found / found.sum()
    return float(-(shares @ np.log2(shares)))


def purity(labels: npt.ArrayLike, clusters: npt.ArrayLike) -> float:
    """Return the share of points whose class is the most frequent one of their cluster; NaN without points."""
    table = contingency(labels, clusters)
    return float(table.max(axis=0).sum() / table.sum()) if table.size else np.nan


def class_entropy(labels: npt.ArrayLike, clusters: npt.ArrayLike) -> float:
    """Return the entropy (bits) of the classes within a cluster, averaged over the points; NaN without points."""
    table = contingency(labels, clusters)
    if not table.size:
        return np.nan
    sizes = table.sum(axis=0)
    return float(sizes @ [entropy(column) for column in table.T] / sizes.sum())


def sums_of_squares(points: Array, clusters: npt.ArrayLike) -> tuple[float, float]:
    """Return the squares within the clusters (WSS) and between them (BSS); together all that the points spread."""
    codes = _codes(clusters)
    sizes = np.bincount(codes)
    away = points - points.mean(axis=0) if len(points) else points
    sums = np.stack([np.bincount(codes, column) for column in away.T], axis=1)
    centres = sums / np.maximum(sizes, 1)[:, None]
    return float(np.square(away - centres[codes]).sum()), float(sizes @ np.square(centres).sum(axis=1))


def silhouettes(points: Array, clusters: npt.ArrayLike) -> Array:
    """Return for each point (b − a)/max(a, b): a the mean distance to its own cluster, b to the nearest other one.

    A cluster of one point has 0, and so have all points if there is only one cluster.
    """
    from scipy.spatial.distance import cdist  # start-up time

    codes = _codes(clusters)
    sizes = np.bincount(codes)
    if len(sizes) < 2:
        return np.zeros(len(codes))
    members = np.eye(len(sizes))[codes]
    sums = np.empty(members.shape)
    for start in range(0, len(points), BLOCK):
        sums[start : start + BLOCK] = cdist(points[start : start + BLOCK], points) @ members
    rows, own = np.arange(len(codes)), sizes[codes]
    within = sums[rows, codes] / np.maximum(own - 1, 1)
    sums /= sizes
    sums[rows, codes] = np.inf
    nearest = sums.min(axis=1)
    larger = np.maximum(within, nearest)
    return np.where((own > 1) & (larger > 0), (nearest - within) / np.where(larger > 0, larger, 1.0), 0.0)


def silhouette(points: npt.ArrayLike, clusters: npt.ArrayLike) -> float:
    """Return the mean silhouette over all points; NaN without points."""
    places = places_of(points)
    if len(places) != len(labels_of(clusters, "clusters")):
        raise ValueError(f"{len(places)} points need as many clusters, one for each.")
    values = silhouettes(places, clusters)
    return float(values.mean()) if len(values) else np.nan


def macro_silhouette(points: Array, clusters: npt.ArrayLike) -> float:
    """Return the mean over the clusters of their mean silhouettes: small clusters count as much as large ones."""
    codes = _codes(clusters)
    sums = np.bincount(codes, silhouettes(points, clusters))
    return float((sums / np.bincount(codes)).mean()) if len(codes) else np.nan


def _codes(labels: npt.ArrayLike) -> Labels:
    """Return the labels as 0, 1, 2, … in order."""
    return np.unique(labels_of(labels), return_inverse=True)[1].astype(np.intp, copy=False)


def _twos(counts: npt.ArrayLike) -> int:
    """Return how many pairs there are within groups of so many."""
    sizes = np.asarray(counts, dtype=np.intp)
    return int((sizes * (sizes - 1) // 2).sum())
