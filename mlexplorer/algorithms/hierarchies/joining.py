"""Agglomeration: join the two nearest clusters again and again, by single, complete, average, centroid or Ward's rule.

Small sets are joined by a plain search, whose ties go to the first pair; larger ones by SciPy, and single linkage of
many points along the edges of their Delaunay triangulation, which hold the shortest spanning tree.
"""

import numpy as np

from mlexplorer.algorithms.hierarchies.tree import ClusterTree
from mlexplorer.core.arrays import Array, Labels

LINKAGES = ("single", "complete", "average", "centroid", "ward")
WARD = LINKAGES[-1]
FEW = 60  # points up to which ties go to the first pair
MANY = 800  # points from which on a triangulation is quicker than all distances
TIED = 1e-12  # distances that differ by less, in units of themselves, are equal


def joined(points: Array, linkage: str) -> ClusterTree:
    """Return the tree of all joins of points; heights are distances, by Ward's rule what a join adds to the squares."""
    if len(points) <= FEW:
        return _finished(first_pairs(_distances(points), linkage), linkage)
    if linkage == "single" and len(points) > MANY:
        found = _along_edges(points)
        if found is not None:
            return found
    from scipy.cluster.hierarchy import linkage as scipy_linkage  # start-up time

    table = scipy_linkage(points, linkage)
    return _finished(ClusterTree(table[:, :2].astype(np.intp), table[:, 2], table[:, 3].astype(np.intp)), linkage)


def first_pairs(distances: Array, linkage: str) -> ClusterTree:
    """Return the tree of all joins by a square table of distances; of equally near pairs the first is joined.

    Clusters stand where their first member stood. The distances after a join follow from those before (Lance and
    Williams); centroid and Ward's rule do so for squared Euclidean distances, whose roots are the heights.
    """
    squared = linkage in ("centroid", WARD)
    table = distances**2 if squared else distances.copy()
    count = len(table)
    np.fill_diagonal(table, np.inf)
    nodes, sizes = np.arange(count), np.ones(count)
    pairs, heights, made = np.empty((max(count - 1, 0), 2), np.intp), np.empty(max(count - 1, 0)), []
    for join in range(count - 1):
        one, other = _nearest(table)
        heights[join] = gap = table[one, other]
        pairs[join] = sorted((nodes[one], nodes[other]))
        row = _updated(linkage, (table[one], table[other], gap), (sizes[one], sizes[other], sizes))
        row[[one, other]] = np.inf  # as of clusters that are gone
        table[one] = table[:, one] = row
        table[other] = table[:, other] = np.inf
        sizes[one] += sizes[other]
        nodes[one] = count + join
        made.append(int(sizes[one]))
    return ClusterTree(pairs, np.sqrt(np.maximum(heights, 0)) if squared else heights, np.array(made, np.intp))


def _nearest(table: Array) -> tuple[int, int]:
    """Return the first pair whose distance is the least, but for rounding."""
    least = table.min()
    place = int((table <= least + TIED * abs(least)).argmax())
    return divmod(place, len(table))


def _updated(linkage: str, ways: tuple[Array, Array, float], sizes: tuple[float, float, Array]) -> Array:
    """Return the distances from two joined clusters, by those from each, that between them, and all sizes."""
    (one, other, gap), (first, second, others) = ways, sizes
    match linkage:
        case "single":
            return np.minimum(one, other)
        case "complete":
            return np.maximum(one, other)
        case "average":
            return (first * one + second * other) / (first + second)
        case "centroid":
            return (first * one + second * other - first * second * gap / (first + second)) / (first + second)
        case _:
            return ((first + others) * one + (second + others) * other - others * gap) / (first + second + others)


def _finished(tree: ClusterTree, linkage: str) -> ClusterTree:
    """Return a tree whose heights by Ward's rule are what each join adds to the sum of squares."""
    return ClusterTree(tree.pairs, tree.heights**2 / 2, tree.sizes) if linkage == WARD else tree


def _distances(points: Array) -> Array:
    away = points[:, None] - points[None]
    return np.hypot(away[..., 0], away[..., 1])


def _along_edges(points: Array) -> ClusterTree | None:
    """Return single linkage along the shortest tree that spans the triangulation; None if there is none."""
    from scipy.sparse import coo_array  # start-up time
    from scipy.sparse.csgraph import minimum_spanning_tree  # start-up time
    from scipy.spatial import Delaunay, QhullError  # start-up time

    first, twins = _different(points)
    places = points[first]
    try:
        triangles = Delaunay(places)
    except (QhullError, ValueError):  # all on one line, or too few
        return None
    ones, others = _sides(triangles.simplices, triangles.neighbors)
    lengths = np.hypot(*(places[ones] - places[others]).T)
    kept = minimum_spanning_tree(coo_array((lengths, (ones, others)), shape=(len(places),) * 2)).tocoo()
    if len(kept.data) < len(places) - 1:
        return None  # points so near to others that the triangulation left them out
    order = kept.data.argsort(kind="stable")
    edges = np.concatenate([twins, np.c_[first[kept.row], first[kept.col]][order]])
    return _spanned(edges, np.concatenate([np.zeros(len(twins)), kept.data[order]]))


def _sides(triangles: Labels, neighbours: Labels) -> tuple[Labels, Labels]:
    """Return the two ends of each side of triangles, once; across from corner c lies the neighbour c, −1 outside."""
    fresh = neighbours < np.arange(len(triangles))[:, None]  # of two triangles the later one has the side they share
    ends = [np.concatenate([triangles[fresh[:, c], c - way] for c in range(3)]) for way in (1, 2)]
    return ends[0], ends[1]


def _different(points: Array) -> tuple[Labels, Labels]:
    """Return a row for each place, and pairs of rows that share one."""
    order = np.lexsort(points.T)
    again = (points[order[1:]] == points[order[:-1]]).all(axis=1)
    return np.sort(order[np.concatenate([[True], ~again])]), np.c_[order[:-1], order[1:]][again]


def _spanned(edges: Labels, lengths: Array) -> ClusterTree:
    """Return the joins along the edges of a tree in their order."""
    count = len(edges) + 1
    above, sizes = list(range(2 * count - 1)), [1] * (2 * count - 1)
    pairs: list[tuple[int, int]] = []
    for made, (one, other) in enumerate(edges.tolist(), count):
        while above[one] != one:  # the way up is halved for the next time
            above[one] = one = above[above[one]]  # noqa: PLW2901 - from a row to the cluster it is in by now
        while above[other] != other:
            above[other] = other = above[above[other]]  # noqa: PLW2901 - as above
        sizes[made] = sizes[one] + sizes[other]
        above[one] = above[other] = made
        pairs.append((one, other) if one < other else (other, one))
    return ClusterTree(np.array(pairs, np.intp), lengths, np.array(sizes[count:], np.intp))
