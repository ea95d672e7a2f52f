"""What every mark keeps, of whatever layer or view: shapes that fit, shares from 0 to 1, words near their place."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Cells, Cloud, Fill, Heat, Legend, Line, Mark, Pies, Points, Quads, Regions, Text

FARTHEST = 100  # design pixels from a place to the words about it
THICKEST = 6  # times the usual width


def check_marks(marks: Iterable[Mark]) -> None:
    """Fail for a mark that no painter could draw as it is meant."""
    for mark in marks:
        assert CHECKS[type(mark)](mark) if type(mark) in CHECKS else True, mark


def _are_places(places: Array) -> bool:
    return places.shape[1:] == (2,) and bool(np.isfinite(places).all())


def _are_shares(shares: Array) -> bool:
    known = shares[np.isfinite(shares)]
    return bool((known >= -1e-9).all() and (known <= 1 + 1e-9).all())


def _check_points(mark: Points) -> bool:
    each = [part for part in (mark.sizes, mark.gaps) if part is not None]
    return _are_places(mark.places) and all(len(part) == len(mark.places) and (part >= 0).all() for part in each)


def _check_pies(mark: Pies) -> bool:
    shaped = mark.shares.shape == (len(mark.places), len(mark.labels))
    return _are_places(mark.places) and shaped and np.allclose(mark.shares.sum(axis=1), 1.0)


def _check_line(mark: Line) -> bool:
    return mark.path.shape[1:] == (2,) and 0 < mark.opacity <= 1 and 0 < mark.width <= THICKEST


def _check_text(mark: Text) -> bool:
    near = all(0 <= part <= 1 for part in mark.anchor) and max(map(abs, mark.offset)) <= FARTHEST
    return bool(np.isfinite(mark.place).all() and near and mark.words.strip())


CHECKS: dict[type, Callable[[Any], bool]] = {
    Points: _check_points,
    Pies: _check_pies,
    Line: _check_line,
    Fill: lambda mark: 0 < mark.opacity <= 1 and all(map(_are_places, mark.polygons)),
    Regions: lambda mark: mark.certainty.shape == mark.labels.shape and _are_shares(mark.certainty),
    Legend: lambda mark: mark.certainty.shape == mark.labels.shape and _are_shares(mark.certainty),
    Cells: lambda mark: len(mark.polygons) == len(mark.labels) == len(mark.certainty) and _are_shares(mark.certainty),
    Heat: lambda mark: _are_shares(mark.heights),
    Cloud: lambda mark: mark.opacity.shape == mark.labels.shape and _are_shares(mark.opacity),
    Quads: lambda mark: mark.corners.shape == (len(mark.shades), 4, 2) and _are_shares(mark.shades),
    Text: _check_text,
}
