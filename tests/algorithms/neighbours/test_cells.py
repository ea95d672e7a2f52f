"""Cells of sites: they fill the plane, and every place lies in the cell of its nearest site."""

import numpy as np
import pytest

from mlexplorer.algorithms.neighbours.cells import cells

RANDOM = np.random.default_rng(0)
SITES = {
    "one": [[1.0, 2.0]],
    "two": [[0.0, 0.0], [1.0, 0.0]],
    "few": RANDOM.normal(0, 1, (9, 2)),
    "many": RANDOM.normal(0, 1, (300, 2)),
    "lattice": np.stack(np.meshgrid(np.arange(6.0), np.arange(5.0)), axis=-1).reshape(-1, 2),
    "on a line": np.c_[np.arange(20.0), 2 * np.arange(20.0)],
    "equal": np.repeat([[0.0, 0.0], [1.0, 3.0], [-0.0, 0.0]], 7, axis=0),
    "far": RANDOM.normal(0, 1e-3, (40, 2)) + 1e4,
    "nearly equal": np.r_[RANDOM.normal(0, 1, (40, 2)), [[0.5, 0.5], [0.5 + 1e-9, 0.5]]],
}


@pytest.mark.parametrize("name", SITES)
def test_every_place_lies_in_the_cell_of_its_nearest_site(name):
    sites = np.asarray(SITES[name], dtype=float)
    low, high = sites.min(axis=0), sites.max(axis=0)
    places = low + (RANDOM.random((400, 2)) * 2 - 0.5) * (np.ptp(sites) or 1)
    squares = ((places[:, None] - sites) ** 2).sum(axis=-1)
    regions = cells(sites, np.arange(len(sites)))
    inside = np.array([[all(a * x + b * y <= c for a, b, c in r.edges) for r in regions] for x, y in places])
    np.testing.assert_array_equal(inside.sum(axis=1), 1)
    found = np.array([region.label for region in regions])[inside.argmax(axis=1)]
    np.testing.assert_allclose(squares[np.arange(400), found], squares.min(axis=1), rtol=1e-6)
    assert (high >= low).all()


def test_of_equal_sites_the_first_has_the_cell():
    regions = cells(np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 0.0]]), np.array([5, 6, 7]))
    assert [region.label for region in regions] == [5, 6]


def test_two_sites_are_parted_halfway():
    first, second = cells(np.array([[0.0, 1.0], [2.0, 1.0]]), np.array([0, 1]))
    np.testing.assert_allclose(first.clipped(-1, 4, 0, 2)[:, 0].max(), 1)
    np.testing.assert_allclose(second.clipped(-1, 4, 0, 2)[:, 0].min(), 1)
