"""The cells of sites in the plane: the places nearer to one site than to any other, as exact convex regions."""

import itertools

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.region import Edge, Region

FEW = 12  # among so few sites every pair is compared


def cells(sites: Array, labels: Labels) -> tuple[Region, ...]:
    """Return the cell of each site with its label; of equal sites the first has the cell, the others none."""
    _, first = np.unique(sites + 0.0, axis=0, return_index=True)  # −0 becomes 0
    chosen = np.sort(first)
    middle = sites[chosen].mean(axis=0)
    places = sites[chosen] - middle  # edges are found near 0, where they keep their digits
    rivals = _all_pairs(len(chosen)) if len(chosen) <= FEW else _neighbours(places)
    return tuple(
        Region(tuple(_edge(places[site], places[rival], middle) for rival in others), int(labels[row]))
        for site, (row, others) in enumerate(zip(chosen, rivals, strict=True))
    )


def _edge(site: Array, rival: Array, middle: Array) -> Edge:
    """Return the half-plane of the places at least as near to the site as to its rival."""
    a, b = rival - site
    halfway = (site + rival) / 2
    return float(a), float(b), float(a * (halfway[0] + middle[0]) + b * (halfway[1] + middle[1]))


def _all_pairs(count: int) -> list[list[int]]:
    return [[rival for rival in range(count) if rival != site] for site in range(count)]


def _neighbours(places: Array) -> list[list[int]]:
    """Return for each site those it shares a side with: its neighbours in a Delaunay triangulation."""
    from scipy.spatial import Delaunay, QhullError  # start-up time

    try:
        triangles = Delaunay(places)
    except QhullError:  # all on one line
        return _in_a_row(places)
    starts, rivals = triangles.vertex_neighbor_vertices
    found = [[int(rival) for rival in rivals[starts[site] : starts[site + 1]]] for site in range(len(places))]
    for row, _, nearest in triangles.coplanar:  # so near to another site that the triangulation left it out
        found[row].append(int(nearest))
        found[nearest].append(int(row))
    return found


def _in_a_row(places: Array) -> list[list[int]]:
    """Return for each of some sites on a line the one before and the one after."""
    direction = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)[2][0]
    order = np.argsort(places @ direction, kind="stable")
    found: list[list[int]] = [[] for _ in places]
    for before, after in itertools.pairwise(order):
        found[before].append(int(after))
        found[after].append(int(before))
    return found
