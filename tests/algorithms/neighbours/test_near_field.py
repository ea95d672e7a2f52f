"""Distances to the nearest points by blocks of places are those of every single place."""

import numpy as np
import pytest

from mlexplorer.algorithms.neighbours import near_field
from mlexplorer.algorithms.neighbours.nearest import Neighbours
from mlexplorer.core.grid import Grid

RANDOM = np.random.default_rng(5)
SETS = {
    "spread": RANDOM.normal(0, 1, (60, 2)),
    "tight": np.r_[RANDOM.normal(0, 0.01, (400, 2)), RANDOM.normal(2, 1, (9, 2))],
    "far": 1e6 + RANDOM.normal(0, 1, (40, 2)),
    "lattice": np.indices((6, 6)).reshape(2, -1).T / 2,
    "equal": np.repeat(RANDOM.normal(0, 1, (4, 2)), 9, axis=0),
    "few": np.array([[0.0, 0.0], [1.0, 2.0]]),
}


@pytest.mark.parametrize("shape", [(33, 21), (1, 1), (3, 50)])
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("k", [1, 2, 5, 12])
def test_every_place_of_a_grid_has_its_own_nearest(name, k, shape):
    points = SETS[name]
    neighbours = Neighbours(points, np.zeros(len(points), np.intp), 1, min(k, len(points)))
    middle = points.mean(axis=0)
    grid = Grid(middle[0] - 3, middle[0] + 3, middle[1] - 2, middle[1] + 3, *shape)
    found = near_field.field(neighbours, grid, lambda gaps: np.sqrt(sum(gaps)))
    wanted = np.sqrt(neighbours.nearest(grid.points)[0].sum(axis=1)).reshape(grid.rows, grid.columns)
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)
