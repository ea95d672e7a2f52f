"""Numbers on lines: along them, where there is room between the lines and far from the points."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Mark, Text
from mlexplorer.pipeline.snapshot import Snapshot

# In design pixels:
GAP = 38.0  # between two numbers
EDGE = 24.0  # from a number to the edge of the view
BAR, BUTTONS, CHIPS = np.array([380.0, 40.0]), np.array([84.0, 180.0]), 130.0  # what stands in the corners
ROOM = 15.0  # that a number takes between two lines
OUTSIDE = 13.0  # from an outermost line to a number beside it
SHARES = np.linspace(0.06, 0.94, 15)  # places along a line that are tried
MIDDLE = 0.5
LETTER, LINE, MARKER = 7.0, 16.0, 4.0  # about what a letter takes, how high words are, and half a marker
MOST_COVERED, MOST_SEEN = 4, 1000  # points that level words may stand on, and that are looked at


@dataclass(frozen=True, eq=False)
class Levels:
    """A field, the levels whose lines are drawn, by how much they differ, and the outermost two if they are marked."""

    values: Array
    wanted: tuple[float, ...]
    spacing: float
    outermost: tuple[float, ...] = ()


def line_labels(
    lines: dict[float, Array], words: dict[float, str], chosen: Levels, snapshot: Snapshot, level: bool = False
) -> list[Mark]:
    """Return the number of each line: on it where there is room, outside of the outermost lines, else nowhere.

    Numbers stand along their lines, or level.
    """
    up, across = np.gradient(chosen.values)
    slopes = np.stack([across, up], axis=-1)
    taken = np.empty((0, 2))
    marks: list[Mark] = []
    for height, line in lines.items():
        places = _tried(line)
        at = pixels(places, snapshot)
        found: list[Text] = []
        for index in _best(at, taken, snapshot):
            offset = _offset(at[index], height, (chosen, slopes), snapshot)
            if offset is not None:
                way = places[min(index + 1, len(places) - 1)] - places[max(index - 1, 0)]
                beside = _beside(places[index], words[height], np.sign(height) * slopes_at(at[index], slopes, snapshot))
                found.append(beside if level else Text(places[index], words[height], offset=offset, way=way))
        mark = clearest(found, snapshot) if level else next(iter(found), None)
        if mark is not None:
            marks.append(mark)
            taken = np.vstack([taken, pixels(mark.place, snapshot)])
    return marks


def clearest(found: Sequence[Text], snapshot: Snapshot, most: int = MOST_COVERED) -> Text | None:
    """Return the words that stand on the fewest points, of several the first; None if those are more than some."""
    seen = pixels(snapshot.places[:: len(snapshot.places) // MOST_SEEN + 1], snapshot)
    covered = [_covered(mark, seen, snapshot) for mark in found]
    return found[covered.index(min(covered))] if covered and min(covered) <= most else None


def _covered(mark: Text, seen: Array, snapshot: Snapshot) -> int:
    """Return on how many places some level words would stand."""
    size = np.array([LETTER * len(mark.words), LINE])
    corner = pixels(mark.place, snapshot) + np.array(mark.offset) - size * np.array(mark.anchor)
    return int(((seen > corner - MARKER) & (seen < corner + size + MARKER)).all(axis=1).sum())


def cut_words(ends: Array, words: str, snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return words at an end of a line across the view, where they stand on the fewest points."""
    is_upright = ends[0, 0] == ends[1, 0]
    right, up = (8.0, 12.0) if is_upright else (12.0, 7.0)
    corners = [(0, 0), (0, 1), (1, 0), (1, 1)] if is_upright else [(0, 0), (1, 0), (0, 1), (1, 1)]
    found = [
        Text(ends[y if is_upright else x], words, anchor=(x, y), offset=(right * (1 - 2 * x), up * (1 - 2 * y)))
        for x, y in corners
    ]
    mark = clearest(found, snapshot, len(snapshot.data))
    return () if mark is None else (mark,)


def _beside(place: Array, words: str, away: Array) -> Text:
    """Return words that stand level beside a line, away from it."""
    size = float(np.abs(away).max())
    side = away / size if size > 0 else np.array([1.0, 0.0])
    anchor = 0.5 - side / 2
    return Text(place, words, "text", (float(anchor[0]), float(anchor[1])), (float(7 * side[0]), float(7 * side[1])))


def pixels(places: Array, snapshot: Snapshot) -> Array:
    """Return places in design pixels from the lower left corner of the view."""
    left, right, bottom, top = snapshot.frame.bounds
    return (places - np.array([left, bottom])) / np.array([right - left, top - bottom]) * _size(snapshot)


def _size(snapshot: Snapshot) -> Array:
    return np.array([snapshot.frame.width, snapshot.frame.height]) / snapshot.frame.unit


def _tried(line: Array) -> Array:
    """Return places along the longest piece of a line, in order."""
    pieces = np.split(line, np.flatnonzero(np.isnan(line[:, 0])))
    longest = max(pieces, key=lambda piece: float(np.nansum(np.abs(np.diff(piece, axis=0)))))
    longest = longest[np.isfinite(longest[:, 0])]
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(longest, axis=0).T))])
    along = SHARES * lengths[-1]
    return np.c_[np.interp(along, lengths, longest[:, 0]), np.interp(along, lengths, longest[:, 1])]


def _best(at: Array, taken: Array, snapshot: Snapshot) -> list[int]:
    """Return the places inside the view and far from other numbers, those far from points and chips first."""
    size = _size(snapshot)
    inside = (at > EDGE).all(axis=1) & (at < size - EDGE).all(axis=1) & ~(at < BAR).all(axis=1)
    inside &= ~((at[:, 0] > size[0] - BUTTONS[0]) & (at[:, 1] < BUTTONS[1]))
    if len(taken):
        inside &= _nearest(at, taken) > GAP
    if len(snapshot.data) == 0:
        return np.flatnonzero(inside).tolist()
    clear = np.minimum(_nearest(at, pixels(snapshot.data.points[:: max(1, len(snapshot.data) // 1000)], snapshot)), GAP)
    order = np.argsort(GAP * (at[:, 1] > size[1] - CHIPS) - clear, kind="stable")
    return order[inside[order]].tolist()


def _nearest(places: Array, others: Array) -> Array:
    """Return how far each place is from the nearest of some others."""
    return np.hypot(*(places[:, None] - others[None]).transpose(2, 0, 1)).min(axis=1)


def _offset(at: Array, level: float, field: tuple[Levels, Array], snapshot: Snapshot) -> tuple[float, float] | None:
    """Return where beside its place a number stands; None if the lines are too close together for it."""
    chosen, slopes = field
    slope = slopes_at(at, slopes, snapshot)
    steepness = float(np.hypot(*slope))
    if steepness * ROOM < chosen.spacing:
        return (0.0, 0.0)
    if level not in chosen.outermost or steepness == 0:
        return None
    away = slope / steepness * (OUTSIDE if level > MIDDLE else -OUTSIDE)
    return float(away[0]), float(away[1])


def slopes_at(at: Array, slopes: Array, snapshot: Snapshot) -> Array:
    """Return how much a field rises per design pixel to the right and upwards at a place of the view."""
    rows, columns = slopes.shape[:2]
    size = _size(snapshot)
    column, row = np.round(at / size * [columns - 1, rows - 1]).astype(int)
    return np.asarray(slopes[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)] * [columns, rows] / size)
