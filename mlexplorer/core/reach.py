"""Numbers as people give them and how far the plane reaches: taken, or refused in a sentence that says why."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array
from mlexplorer.core.notice import CannotFit, Remedy
from mlexplorer.core.numbers import text

REACH = 1e20  # the largest coordinate; up to its 15th power, as polynomials need it, all sums are still finite
LEAST = 1e-20  # the least distance between the outermost points of an axis, if there is any
STEEPEST = 50  # decimal digits that the highest power of a coordinate may have before or after the point
QUESTIONS = ("scores", "discriminant", "density", "curve", "neighbours", "reasons")  # of a step about places
OF_A_LINE = ("curve", "reasons")  # about places along one axis, and about one place
NUMBERS = "biufO"  # the kinds of NumPy's types that hold numbers; O may
REMEDY = "rescale the data, for example by another unit."


def beyond_reach(points: Array) -> str:
    """Return why points cannot be worked with, in a sentence; nothing if they can be."""
    if not len(points):
        return ""
    ends = [(float(values.min()), float(values.max())) for values in points.T]
    if any(max(-low, high) > REACH for low, high in ends):
        return f"Coordinates beyond ±{text(REACH)} are too large to be worked with: {REMEDY}"
    if any(0 < high - low < LEAST for low, high in ends):
        return f"The points are less than {text(LEAST)} apart, too near to be told apart: {REMEDY}"
    return ""


def refuse_powers(points: Array, degree: int) -> None:
    """Raise CannotFit for points whose coordinates have powers too large or too small for a number."""
    spread = np.ptp(points, axis=0)
    small, large = spread[spread > 0].min(initial=1.0), np.abs(points).max(initial=1.0)
    if degree * np.log10(max(large, 1 / small)) > STEEPEST:
        sentence = f"These coordinates are too large or too close together for degree {degree}: rescale them."
        raise CannotFit(sentence, Remedy("Use degree 1", {"degree": 1}) if degree > 1 else None)


def within_reach(places: Array) -> Array:
    """Return places with all that lies beyond the reach put at its edge, where a far place is asked about."""
    return np.clip(places, -REACH, REACH)


def ask_within_reach(kind: type) -> None:
    """Make the questions a class of steps answers itself about places be asked within reach, however far they are."""
    for name in QUESTIONS:
        if name in vars(kind):
            setattr(kind, name, _asked_within_reach(vars(kind)[name], name))


def _asked_within_reach(answer: Callable[..., object], name: str) -> Callable[..., object]:
    of_points = name not in OF_A_LINE

    @functools.wraps(answer)
    def asked(step: object, places: Array) -> object:
        if not isinstance(places, np.ndarray) or places.dtype != np.float64 or (of_points and not _in_rows(places)):
            places = places_of(places) if of_points else numbers_of(places, "places")
        return answer(step, within_reach(places))

    return asked


def _in_rows(places: Array) -> bool:
    return places.ndim == 2 and places.shape[1] == 2


def places_of(points: Any, what: str = "points") -> Array:
    """Return (n, 2) finite numbers, or raise a ValueError that says what is wrong with them."""
    values = numbers_of(points, what)
    values = values.reshape(-1, 2) if values.size == 0 and values.ndim < 3 else values
    if values.ndim != 2 or values.shape[1] != 2:
        one = " One point is written as [[x, y]]." if values.shape == (2,) else ""
        raise ValueError(f"{what} must have shape (n, 2), two numbers for each point, not {values.shape}.{one}")
    return values


def first_coordinates(points: Any) -> Array:
    """Return the first coordinate of points, (n, 2), or numbers that are such coordinates already, (n,)."""
    values = numbers_of(points, "points")
    return values if values.ndim == 1 else places_of(values)[:, 0]


def numbers_of(values: Any, what: str, finite: bool = True) -> Array:
    """Return numbers of any shape, finite unless others are allowed, or raise a ValueError that says what is wrong."""
    try:
        found = np.asarray(values)
        if found.dtype.kind not in NUMBERS or values is None:
            raise TypeError(found.dtype)
        numbers: Array = found.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what} must be numbers in rows of equal length, not {described(values)}.") from None
    if finite and not np.isfinite(numbers).all():
        raise ValueError(f"{what} must be finite numbers: some are missing (NaN) or infinite. Leave those rows out.")
    return numbers


def labels_of(labels: Any, what: str = "labels") -> npt.NDArray[Any]:
    """Return labels that can be told apart and sorted, one for each point, or raise a ValueError that says why not."""
    try:
        values = np.asarray(labels)
        if values.ndim != 1:
            raise TypeError(values.shape)
        if values.dtype.kind == "O":
            sorted(values.tolist())  # words and numbers together, or None, have no order
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be a list with one word or number for each point, all of one kind.") from None
    return values


def described(value: Any) -> str:
    """Return what a value is, for a sentence that refuses it."""
    name = type(value).__name__
    return name if value is None else f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
