"""The vote of the k nearest on a whole grid: a search for each block of places, yet exactly the vote of every place.

For a block with centre c and half-diagonal h every place p in it has |d(p, x) − d(c, x)| ≤ h. So with the k-th
distance D of the centre, the points with d(c, x) < D − 2h vote at every place of the block, those with
d(c, x) > D + 2h at none, and only the few between are in doubt. If all points within D + 2h are of one class, the
block has one colour; else distances to those in doubt decide. Large blocks are divided while that saves time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np

from mlexplorer.algorithms.neighbours.nearest import BONUS, EQUAL, ROUNDING, Neighbours
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.grid import Grid

COARSE, FINE = 8, 4  # places along the side of a block
TABLE = 16_000  # distances worked on together: a larger table would leave the cache
SEARCHED, COMPARED, ALONE = 0.1, 0.01, 0.3  # µs for each point found, each distance, each place on its own (measured)
NOBODY = -1  # the row of a point infinitely far away, to fill up tables


def field(neighbours: Neighbours, grid: Grid) -> Array:
    """Return the shares of the vote as (rows, columns, classes), the winner of a tie with its bonus."""
    painting = _Painting(neighbours, grid)
    blocks = painting.coarse()
    blocks = painting.fine(blocks.some(~painting.paint_lonely(blocks)))
    blocks = blocks.some(~painting.paint_lonely(blocks))
    dense = painting.dense(blocks)
    painting.paint_singly(blocks.some(dense))
    painting.paint(blocks.some(~dense))
    return painting.result[: grid.rows, : grid.columns]


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Squares of the grid, all of one size: their numbers along y and x, and what is known of their centres.

    half is the half-diagonal, limit is not below the k-th distance of the centre, both as the distance sees them.
    """

    size: int
    rows: Labels
    columns: Labels
    centres: Array
    half: Array
    limit: Array

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, chosen: Labels | Mask) -> "_Blocks":
        parts = (self.rows, self.columns, self.centres, self.half, self.limit)
        return _Blocks(self.size, *(part[chosen] for part in parts))  # type: ignore[arg-type] # as they came


@dataclass(frozen=True, eq=False)
class _Search:
    """What was found around the centres of blocks: rows of points, nearest first.

    The first `sure` vote everywhere in the block, the next up to `last` are in doubt, the others never vote.
    """

    rows: Labels
    sure: Labels
    last: Labels

    def some(self, chosen: Labels | Mask) -> "_Search":
        return _Search(self.rows[chosen], self.sure[chosen], self.last[chosen])

    def members(self, first: Labels, last: Labels) -> Labels:
        """Return the rows from the first to before the last, filled up with nobody."""
        number = np.arange(max(1, int((last - first).max(initial=0))))
        if not first.any():
            return np.where(number < last[:, None], self.rows[:, : len(number)], NOBODY)
        number = number + first[:, None]
        rows = np.take_along_axis(self.rows, np.minimum(number, self.rows.shape[1] - 1), axis=1)
        return np.where(number < last[:, None], rows, NOBODY)


class _Painting:
    """The field while it is being painted, padded to whole blocks."""

    def __init__(self, neighbours: Neighbours, grid: Grid) -> None:
        self.neighbours, self.distance = neighbours, neighbours.distance
        self.xs, self.ys = (np.pad(axis, (0, -len(axis) % COARSE), mode="edge") for axis in (grid.xs, grid.ys))
        self.result = np.empty((len(self.ys), len(self.xs), neighbours.classes))
        self.places = np.concatenate([neighbours.places, [[np.inf, np.inf]]])  # the last row is nobody
        self.kinds = np.eye(neighbours.classes + 1)[np.append(neighbours.kinds, -1), :-1]  # 1 in the own column
        corners = self.distance.places(np.stack([grid.xs[[0, -1]], grid.ys[[0, -1]]], axis=1))
        size = np.abs(neighbours.places).max() + np.abs(corners).max()
        self.rounding = 16 * np.finfo(float).eps * float(size)
        alone = FINE**2 * (SEARCHED * neighbours.k + ALONE)
        self.most = alone / (SEARCHED + COMPARED * FINE**2)  # with more points it is faster to ask each place

    def coarse(self) -> _Blocks:
        """Return the grid in large blocks."""
        rows, columns = (part.ravel() for part in np.indices((len(self.ys) // COARSE, len(self.xs) // COARSE)))
        centres, half = self._centres(COARSE, rows, columns)
        return _Blocks(COARSE, rows, columns, centres, half, self._limits(centres))

    def fine(self, blocks: _Blocks) -> _Blocks:
        """Return the quarters of large blocks; their k-th distance is sought anew where it may differ much."""
        right, up = np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1])
        rows, columns = (2 * blocks.rows[:, None] + up).ravel(), (2 * blocks.columns[:, None] + right).ravel()
        centres, half = self._centres(FINE, rows, columns)
        limit = np.repeat(blocks.limit, 4) + self._lengths(centres - np.repeat(blocks.centres, 4, axis=0))
        (near,) = np.nonzero(limit < 8 * half)
        limit[near] = self._limits(centres[near])
        return _Blocks(FINE, rows, columns, centres, half, limit)

    def dense(self, blocks: _Blocks) -> Mask:
        """Return where points lie so close that it is faster to ask each place on its own."""
        return np.minimum(self._likely(blocks), len(self.neighbours.rows)) > self.most

    def paint_lonely(self, blocks: _Blocks) -> Mask:
        """Paint the blocks near to one class only, and return which they are."""
        _, nearest = self.neighbours.tree.query(blocks.centres, 1, p=self.distance.order)
        columns, lonely = self.neighbours.kinds[nearest], np.zeros(len(blocks), bool)
        reach = blocks.limit + self._slack(blocks, blocks.limit)
        for column in np.unique(columns):
            (some,) = np.nonzero(columns == column)
            foreign, _ = self.neighbours.others[column].query(blocks.centres[some], 1, p=self.distance.order)
            lonely[some] = foreign > reach[some]
        self._write(blocks.some(lonely), np.eye(self.neighbours.classes)[columns[lonely]])
        return lonely

    def paint_singly(self, blocks: _Blocks) -> None:
        """Paint blocks by a search for each place."""
        down, right = (part.ravel() for part in np.indices((blocks.size, blocks.size)))
        rows, columns = blocks.size * blocks.rows[:, None] + down, blocks.size * blocks.columns[:, None] + right
        points = np.stack([self.xs[columns.ravel()], self.ys[rows.ravel()]], axis=1)
        self._write(
            blocks, self.neighbours.shares(points).reshape(len(blocks), blocks.size**2, self.neighbours.classes)
        )

    def paint(self, blocks: _Blocks) -> None:
        """Paint blocks place by place, those with like numbers of points together."""
        looks = np.minimum(1.25 * self._likely(blocks) + 4, len(self.neighbours.rows)).astype(np.intp)
        for some in _groups(looks, 1, 20_000):
            group, look = blocks.some(some), int(looks[some].max())
            while len(group) and look <= self.most:
                look = min(look, len(self.neighbours.rows))
                search, known = self._search(group, look)
                self._paint_found(group.some(known), search.some(known))
                group, look = group.some(~known), 2 * look
            self.paint_singly(group)

    def _paint_found(self, blocks: _Blocks, search: _Search) -> None:
        plain = self._paint_plain(blocks, search)
        blocks, search = blocks.some(~plain), search.some(~plain)
        for some in _groups(search.last - search.sure, blocks.size**2, TABLE):
            self._write(blocks.some(some), self._shares(blocks.some(some), search.some(some)))

    def _paint_plain(self, blocks: _Blocks, search: _Search) -> Mask:
        """Paint the blocks where all in doubt are of one class, unless the vote is tied; return which they are."""
        columns = self.neighbours.kinds[search.rows]
        number = np.arange(columns.shape[1])
        certain = number < search.sure[:, None]
        only = columns[np.arange(len(blocks)), search.sure]
        plain = ((columns == only[:, None]) | certain | (number >= search.last[:, None])).all(axis=1)
        (some,) = np.nonzero(plain)
        shares = np.stack([((columns[some] == c) & certain[some]).sum(1) for c in range(self.neighbours.classes)], 1)
        shares = shares.astype(np.float64)
        shares[np.arange(len(some)), only[some]] += self.neighbours.k - search.sure[some]
        best = np.sort(shares, axis=1)
        untied = best[:, -1] > best[:, -2]
        plain[some[~untied]] = False
        self._write(blocks.some(plain), shares[untied] / self.neighbours.k)
        return plain

    def _likely(self, blocks: _Blocks) -> Array:
        """Return about how many points lie within D + 2h if they are spread evenly."""
        return self.neighbours.k * (1 + 2 * blocks.half / np.maximum(blocks.limit, 1e-3 * blocks.half)) ** 2

    def _limits(self, centres: Array) -> Array:
        """Return the k-th distance of each centre."""
        return self.neighbours.tree.query(centres, [self.neighbours.k], p=self.distance.order)[0][:, 0]

    def _search(self, blocks: _Blocks, look: int) -> tuple[_Search, Mask]:
        """Return the nearest points of the centres, and where they are enough for the whole block."""
        found, rows = self.neighbours.tree.query(blocks.centres, look, p=self.distance.order)
        found, rows = found.reshape(len(blocks), look), rows.reshape(len(blocks), look)
        limit = found[:, self.neighbours.k - 1]
        slack = self._slack(blocks, limit)
        last = (found <= (limit + slack)[:, None]).sum(axis=1)
        sure = np.zeros_like(last)
        if self.neighbours.votes == "equal":  # else the weights of the sure votes differ from place to place
            sure = (found < (limit - slack)[:, None]).sum(axis=1)
            sure[last == self.neighbours.k] = self.neighbours.k - 1  # no rivals: all of them vote
        return _Search(rows, sure, last), (last < look) | (look == len(self.neighbours.rows))

    def _slack(self, blocks: _Blocks, limit: Array) -> Array:
        """Return 2h and a little more, for the rounding of the tree's distances."""
        return 2 * blocks.half + ROUNDING * (blocks.half + limit) + self.rounding

    def _centres(self, size: int, rows: Labels, columns: Labels) -> tuple[Array, Array]:
        """Return the centre of each block and its half-diagonal."""
        left, right = self.xs[size * columns], self.xs[size * columns + size - 1]
        bottom, top = self.ys[size * rows], self.ys[size * rows + size - 1]
        halves = [np.stack([right - left, side], axis=1) / 2 for side in (top - bottom, bottom - top)]
        lengths = [self._lengths(self.distance.places(half)) for half in halves]
        return self.distance.places(np.stack([left + right, bottom + top], axis=1) / 2), np.maximum(*lengths)

    def _lengths(self, away: Array) -> Array:
        return self.distance.lengths(self.distance.gaps(away[:, 0], away[:, 1]))

    def _write(self, blocks: _Blocks, shares: Array) -> None:
        """Write (blocks, classes) or (blocks, places, classes) into the result."""
        size, (height, width, classes) = blocks.size, self.result.shape
        side = size if shares.ndim == 3 else 1
        tiled = self.result.reshape(height // size, size, width // size, size, classes)
        tiled[blocks.rows, :, blocks.columns] = shares.reshape(len(blocks), side, side, classes)

    def _shares(self, blocks: _Blocks, search: _Search) -> Array:
        """Return the shares as (blocks, places, classes)."""
        members = search.members(search.sure, search.last)
        if self.neighbours.k == 1:
            members = np.sort(members, axis=1)  # the first of equal gaps is the lowest row
        gaps, kinds = self._gaps(blocks, members), self.kinds[members]
        if self.neighbours.k == 1:
            return kinds[np.arange(len(blocks))[:, None], gaps.argmin(axis=-1)]
        voting = _nearest(gaps, members, self.neighbours.k - search.sure)
        if self.neighbours.votes == "equal":
            shares = voting @ kinds
            if search.sure.any():
                shares += self.kinds[search.members(0 * search.sure, search.sure)].sum(axis=1)[:, None, :]
            shares /= self.neighbours.k
        else:
            weights = self.neighbours.weights(np.where(voting > 0, gaps, np.inf))
            shares = weights @ kinds
            shares /= weights @ np.ones((weights.shape[-1], 1))
        if self.neighbours.can_tie:
            self._decide(shares, blocks, search)
        return shares

    def _gaps(self, blocks: _Blocks, members: Labels) -> Array:
        """Return the gaps as (blocks, places, members)."""
        steps, near = np.arange(blocks.size), self.places[members]
        xs = self.xs[blocks.size * blocks.columns[:, None] + steps][:, None, :]
        ys = self.ys[blocks.size * blocks.rows[:, None] + steps][:, :, None]
        across = self.distance.across(xs)[..., None] - near[:, None, None, :, 0]
        along = self.distance.along(xs, ys)[..., None] - near[:, None, None, :, 1]
        return self.distance.gaps(across, along).reshape(len(blocks), blocks.size**2, -1)

    def _decide(self, shares: Array, blocks: _Blocks, search: _Search) -> None:
        """Give the bonus to the winner of each tie: the class of the nearest member of the tied classes."""
        columns = [shares[..., column] for column in range(shares.shape[-1])]
        limit = reduce(np.maximum, columns) - EQUAL
        tied = [column >= limit for column in columns]
        block, place = np.nonzero(sum(tied, start=np.zeros(limit.shape, np.int8)) > 1)
        if not len(block):
            return
        members = np.sort(search.members(0 * search.sure, search.last), axis=1)
        xs = self.xs[blocks.size * blocks.columns[block] + place % blocks.size]
        ys = self.ys[blocks.size * blocks.rows[block] + place // blocks.size]
        near, places = self.places[members[block]], self.distance.places(np.stack([xs, ys], axis=1))
        gaps = self.distance.gaps(places[:, :1] - near[:, :, 0], places[:, 1:] - near[:, :, 1])
        candidates = np.stack([column[block, place] for column in tied], axis=1).astype(np.float64)
        member = (self.kinds[members[block]] @ candidates[:, :, None])[:, :, 0] > 0
        nearest = np.where(member, gaps, np.inf).argmin(axis=1)
        winner = self.kinds[members[block, nearest]].argmax(axis=1)
        shares[block, place, winner] += BONUS


def _nearest(gaps: Array, members: Labels, count: Labels) -> Array:
    """Return 1 for the so many nearest of the members, 0 for the others; equal gaps to the lower row."""
    limits = np.sort(gaps, axis=-1)[np.arange(len(gaps)), :, count - 1]
    nearest = (gaps <= limits[:, :, None]).astype(np.float64)
    total = (nearest @ np.ones((gaps.shape[-1], 1)))[:, :, 0]  # much faster than a sum along a short axis
    block, place = np.nonzero(total > count[:, None])
    if len(block):
        order = np.lexsort((members[block], gaps[block, place]), axis=-1)
        nearest[block, place] = np.argsort(order, axis=-1) < count[block, None]
    return nearest


def _groups(widths: Array | Labels, size: int, most: int) -> Iterator[Labels]:
    """Yield numbers of blocks, narrow ones first, so few at a time that size × width × number stays below most."""
    order = np.argsort(widths, kind="stable")
    first = 0
    while first < len(order):
        last = min(len(order), first + max(1, most // int(size * max(1, widths[order[first]]))))
        last = min(last, first + max(1, most // int(size * max(1, widths[order[last - 1]]))))
        yield order[first:last]
        first = last
