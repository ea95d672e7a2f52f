"""Places in the plane as people give them: lists, arrays, tables of two columns, or a sentence about what is wrong."""

from typing import Any

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array

NUMBERS = "biufO"  # the kinds of NumPy's types that hold numbers; O may


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
