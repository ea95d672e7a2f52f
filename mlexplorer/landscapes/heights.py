"""Heights over a plane: bands with numbered edges, and the contour through a place."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import told_apart
from mlexplorer.marks.contours import contour_lines, level_line
from mlexplorer.marks.marks import Heat, Line, Mark, Text

SQUARES, EVEN, POWERS = "squares", "even", "powers"
HILLY = 0.45  # of the height: a middling place above this has as much above it as below
BANDS = 12
FINER = 3  # times as many places along a side in the bands as in the grid
HALF = 0.5  # between two counts
ROUNDNESS = 0.8  # of the distance between two levels: to what part they are rounded at most
DECADES = 4  # below the highest level, with levels spaced by powers
NOWHERE = np.empty((0, 2))
CANDIDATES = 48  # places of a contour where its number could stand
NEAREST, FAR = 0.07, 0.2  # of a side: how near a number may be to the rim, a path or another number, and far enough
BETWEEN = np.linspace(0.0, 1.0, 5)[:, None, None]  # places of a path between two steps
STEPS = 80  # of a path that numbers keep clear of


@dataclass(frozen=True, eq=False)
class Ground:
    """Heights over a grid as bands: their colours, their edges, and the levels of those."""

    grid: Grid
    heat: Heat
    lines: list[Array]
    levels: Array

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The bands and their edges."""
        return (self.heat, *(Line(line, "contour", opacity=0.75) for line in self.lines if len(line)))

    def numbers(self, clear: Array = NOWHERE) -> tuple[Mark, ...]:
        """Return the numbers of every second edge, clear of some places such as those along a path."""
        return tuple(_numbers(self.grid, self.lines[1::2], self.levels[1::2], clear))


def ground_of(grid: Grid, losses: Array, spacing: str = SQUARES) -> Ground | None:
    """Return bands above the lowest place, spaced by squares, evenly or by powers of ten; None where all is flat."""
    finite = losses[np.isfinite(losses)]
    if finite.size == 0 or np.ptp(finite) == 0:
        return None
    low, high = float(finite.min()), float(np.quantile(finite, 0.98))
    high = high if high > low else float(finite.max())
    levels, whole = edges(low, high, spacing), are_whole(finite)
    if whole:
        levels = np.unique(np.ceil(levels[levels > low]))  # so many and more lie beyond the line
    between = levels - HALF if whole else levels
    bands_up = np.searchsorted(between, _finer(np.nan_to_num(losses, nan=high, posinf=high)), side="right")
    heat = Heat((grid.left, grid.right, grid.bottom, grid.top), bands_up / (len(levels) + 1))
    lines = contour_lines(grid, losses, between, (grid.right - grid.left) / grid.columns * 0.1)
    return Ground(grid, heat, lines, levels)


def _finer(losses: Array) -> Array:
    """Return heights at places between those of the grid too, so that bands end along their lines and not in steps."""
    for axis, count in enumerate(losses.shape):
        places = np.linspace(0.0, count - 1, FINER * count)
        before = np.clip(places.astype(np.intp), 0, max(count - 2, 0))
        share = (places - before).reshape((-1, 1) if axis == 0 else (1, -1))
        after = np.minimum(before + 1, count - 1)
        losses = (1 - share) * losses.take(before, axis) + share * losses.take(after, axis)
    return losses


def are_whole(losses: Array) -> bool:
    """Return whether heights are counts, such as those of errors."""
    return bool((losses == np.round(losses)).all())


def bands(grid: Grid, losses: Array, spacing: str = SQUARES, clear: Array = NOWHERE) -> tuple[Mark, ...]:
    """Return the bands of heights, and their edges with numbers that keep clear of some places."""
    found = ground_of(grid, losses, spacing)
    return () if found is None else (*found.marks, *found.numbers(clear))


def usual_spacing(losses: Array) -> str:
    """Return even steps for hills and valleys alike, squares where most of it lies low."""
    finite = losses[np.isfinite(losses)]
    low, middle, high = np.quantile(finite, [0.0, 0.5, 0.98]) if finite.size else (0.0, 0.0, 0.0)
    return EVEN if middle - low > HILLY * (high - low) else SQUARES


def edges(low: float, high: float, spacing: str) -> Array:
    """Return the edges of the bands between two heights, as round numbers."""
    steps = np.arange(1, BANDS) / BANDS
    shares = {EVEN: steps, POWERS: 10.0 ** (DECADES * (steps - 1))}.get(spacing, steps**2)
    return _rounded(low + (high - low) * shares, low)


def _rounded(levels: Array, low: float) -> Array:
    """Return levels as round numbers: each moves by less than half of its distance to the next."""
    gaps = np.diff(levels, prepend=low)
    gaps = np.minimum(gaps, np.append(gaps[1:], gaps[-1]))
    powers = 10.0 ** np.floor(np.log10(gaps))
    sizes = [5.0, 2.0, 1.0]
    units = powers * np.select([gaps >= size * powers / ROUNDNESS for size in sizes], sizes, 0.5)
    return np.asarray(np.round(levels / units) * units)


def through_here(grid: Grid, losses: Array, height: float) -> tuple[Mark, ...]:
    """Return the contour through the present place."""
    if are_whole(losses[np.isfinite(losses)]):
        return ()  # counts are level almost everywhere
    line = level_line(grid, losses, height, (grid.right - grid.left) / grid.columns * 0.1)
    return (Line(line, "ghost"),) if len(line) else ()


def _numbers(grid: Grid, lines: list[Array], levels: Array, clear: Array) -> list[Mark]:
    """Return the number of each level where it has most room; none where it would stand on something."""
    corner, size = np.array([grid.left, grid.bottom]), np.array([grid.right - grid.left, grid.top - grid.bottom])
    taken = (clear[np.isfinite(clear).all(axis=1)] - corner) / size
    marks: list[Mark] = []
    for line, words in zip(lines, told_apart(levels.tolist()), strict=True):
        places = line[np.isfinite(line).all(axis=1)]
        places = places[:: len(places) // CANDIDATES + 1]
        if not len(places):
            continue
        shares = (places - corner) / size
        room = np.minimum(shares, 1 - shares).min(axis=1)
        if len(taken):
            gaps = np.linalg.norm(shares[:, None] - taken, axis=2).min(axis=1)
            room = np.minimum(room, gaps)
        best = int(np.minimum(room, FAR).argmax())
        if room[best] > NEAREST:
            marks.append(Text(places[best], words, "muted"))
            taken = np.concatenate([taken, shares[best][None]])
    return marks


def along(path: Array) -> Array:
    """Return places along a path, between its steps too."""
    path = path[:: len(path) // STEPS + 1]
    between: Array = path[:-1] + BETWEEN * np.diff(path, axis=0)
    return np.concatenate([path, between.reshape(-1, 2)])
