"""How far the k nearest points are on a whole grid: a search for each block of places, yet exact at every place.

For a block with centre c and half-diagonal h every place p in it has |d(p, x) − d(c, x)| ≤ h. So with the k-th distance
D of the centre, the k nearest of every place are among the points within D + 2h of the centre.
"""

from collections.abc import Callable, Iterator

import numpy as np

from mlexplorer.algorithms.neighbours.nearest import ROUNDING, Neighbours
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.grid import Grid

SIDE = 4  # places along the side of a block
MORE = 7  # points looked for beyond the k
MOST = 40  # with more points around a block it is quicker to ask each place
TABLE = 4096  # places worked on together: more would leave the cache


def field(neighbours: Neighbours, grid: Grid, read: Callable[[list[Array]], Array]) -> Array:
    """Return what is read of the k least squared distances at each place, the least first, as (rows, columns)."""
    blocks = _Squares(neighbours, grid)
    result = np.empty((len(blocks.ys), SIDE, len(blocks.xs), SIDE))
    for some, gaps in blocks.nearest():
        result[blocks.rows[some], :, blocks.columns[some]] = read(gaps)
    return result.reshape(SIDE * len(blocks.ys), -1)[: grid.rows, : grid.columns]


class _Squares:
    """A grid in squares of places, padded to whole ones, and the points around them."""

    def __init__(self, neighbours: Neighbours, grid: Grid) -> None:
        self.tree, self.places, self.k = neighbours.tree, neighbours.places, neighbours.k
        padded = (np.pad(axis, (0, -len(axis) % SIDE), mode="edge") for axis in (grid.xs, grid.ys))
        self.xs, self.ys = (axis.reshape(-1, SIDE) for axis in padded)
        self.rows, self.columns = (part.ravel() for part in np.indices((len(self.ys), len(self.xs))))
        middles = [(axis[:, 0] + axis[:, -1]) / 2 for axis in (self.xs, self.ys)]
        self.centres = np.stack([middles[0][self.columns], middles[1][self.rows]], axis=1)
        self.half = float(np.hypot(*(np.ptp(axis, axis=1).max() for axis in (self.xs, self.ys)))) / 2
        self.rounding = 16 * np.finfo(float).eps * float(np.abs(self.places).max() + np.abs(self.centres).max())

    def nearest(self) -> Iterator[tuple[Labels, list[Array]]]:
        """Yield numbers of blocks, and their k least gaps in order, each (blocks, SIDE, SIDE)."""
        left, look = np.arange(len(self.centres)), min(len(self.places), self.k + MORE)
        while len(left):
            found, near = self.tree.query(self.centres[left], np.arange(1, look + 1))
            limit = found[:, self.k - 1]
            reach = limit + 2 * self.half + ROUNDING * (self.half + limit) + self.rounding
            known = (found[:, -1] > reach) | (look == len(self.places))
            yield from self._compared(left[known], near[known], (found[known] <= reach[known, None]).sum(axis=1))
            likely = self.k * (1 + 2 * self.half / np.maximum(limit, 1e-3 * self.half)) ** 2
            dense = ~known & (likely > MOST)
            yield from self._asked(left[dense])
            left, look = left[~known & ~dense], min(len(self.places), 2 * look)

    def _compared(self, blocks: Labels, near: Labels, counts: Labels) -> Iterator[tuple[Labels, list[Array]]]:
        """Yield the least gaps of blocks by the distances to the points near each, those with like numbers together."""
        order, height = np.argsort(counts, kind="stable"), TABLE // SIDE**2
        for first in range(0, len(order), height):
            some = order[first : first + height]
            members = self.places[near[some, : counts[some[-1]]]].T[:, :, :, None, None]
            xs, ys = self.xs[self.columns[blocks[some]], None, :], self.ys[self.rows[blocks[some]], :, None]
            yield blocks[some], _least((_gaps(xs - x, ys - y) for x, y in zip(*members, strict=True)), self.k)

    def _asked(self, blocks: Labels) -> Iterator[tuple[Labels, list[Array]]]:
        """Yield the least gaps of blocks by a search for each place."""
        if len(blocks):
            xs, ys = self.xs[self.columns[blocks], None, :], self.ys[self.rows[blocks], :, None]
            places = np.stack(np.broadcast_arrays(xs, ys), axis=-1)
            yield blocks, list(np.moveaxis(self.tree.query(places, np.arange(1, self.k + 1))[0] ** 2, -1, 0))


def _gaps(across: Array, along: Array) -> Array:
    across *= across
    along *= along
    return across + along


def _least(tables: Iterator[Array], k: int) -> list[Array]:
    """Return the k least of tables, entry by entry, in order: each new one is sifted through those before."""
    least: list[Array] = []
    for table in tables:
        for place, low in enumerate(least):
            least[place] = np.minimum(low, table)
            np.maximum(low, table, out=table)
        if len(least) < k:
            least.append(table)
    return least
