"""The cells of sites in the plane: the places nearer to one site than to any other, as exact convex regions."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.region import Region

FEW = 12  # among so few sites every pair is compared


def cells(sites: Array, labels: Labels) -> tuple[Region, ...]:
    """Return the cell of each site with its label; of equal sites the first has the cell, the others none."""
    _, first = np.unique(sites + 0.0, axis=0, return_index=True)  # −0 becomes 0
    chosen = np.sort(first)
    middle = sites[chosen].mean(axis=0)
    places = sites[chosen] - middle  # edges are found near 0, where they keep their digits
    pairs = _all_pairs(len(chosen)) if len(chosen) <= FEW else _neighbours(places)
    pairs = pairs[np.argsort(pairs[:, 0], kind="stable")]
    edges = [tuple(edge) for edge in _edges(places, pairs, middle).tolist()]
    ends = np.searchsorted(pairs[:, 0], np.arange(len(chosen) + 1)).tolist()
    return tuple(
        Region(tuple(edges[ends[cell] : ends[cell + 1]]), label) for cell, label in enumerate(labels[chosen].tolist())
    )


def _edges(places: Array, pairs: Labels, middle: Array) -> Array:
    """Return for each pair the half-plane of the places at least as near to its first site as to its second."""
    sites, rivals = places[pairs[:, 0]], places[pairs[:, 1]]
    normals, halfway = rivals - sites, (sites + rivals) / 2 + middle
    return np.c_[normals, (normals * halfway).sum(axis=1)]


def _all_pairs(count: int) -> Labels:
    pairs = np.indices((count, count)).reshape(2, -1).T
    return pairs[pairs[:, 0] != pairs[:, 1]]


def _neighbours(places: Array) -> Labels:
    """Return the pairs of sites that share a side: the edges of a Delaunay triangulation, both ways."""
    from scipy.spatial import Delaunay, QhullError  # start-up time

    try:
        triangles = Delaunay(places)
    except QhullError:  # all on one line
        return _in_a_row(places)
    starts, rivals = triangles.vertex_neighbor_vertices
    found = np.c_[np.repeat(np.arange(len(places)), np.diff(starts)), rivals]
    left_out = triangles.coplanar[:, [0, 2]]  # so near to another site that the triangulation left it out
    return np.concatenate([found, left_out, left_out[:, ::-1]]).astype(np.intp)


def _in_a_row(places: Array) -> Labels:
    """Return for each of some sites on a line the pairs with the one before and the one after."""
    direction = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)[2][0]
    order = np.argsort(places @ direction, kind="stable")
    pairs = np.stack([order[:-1], order[1:]], axis=1)
    return np.concatenate([pairs, pairs[:, ::-1]])
