"""The array types used in signatures, and how arrays are frozen, compared, signed, halved, scrambled, cut in blocks."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
Kind = TypeVar("Kind", bound=np.generic)
NO_ROWS: Labels = np.empty(0, np.intp)
FIRST, SECOND, THIRD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of the splitmix64 generator
_BLOCK = 65_536  # numbers in one temporary: it stays in the cache


def frozen(values: npt.ArrayLike, kind: npt.DTypeLike = np.float64) -> npt.NDArray[np.generic]:
    """Return a read-only array of kind: values itself if it is one already, else a copy."""
    if isinstance(values, np.ndarray) and values.dtype == kind and not values.flags.writeable and values.base is None:
        return values
    array = np.array(values, dtype=kind, order="C")
    array.flags.writeable = False
    return array


def by_columns(values: Array) -> Array:
    """Return a read-only table whose columns lie together: sums and limits of a column are ten times as quick."""
    if values.flags.f_contiguous and not values.flags.writeable and values.base is None:
        return values
    return taken(np.array(values, order="F"))


def signs(labels: Labels, positive: int) -> Array:
    """Return y of each label: +1 for the positive one, −1 for any other."""
    return np.where(labels == positive, 1.0, -1.0)


def taken(values: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
    """Return an array nobody else holds, made read-only where it is: `frozen` need not copy it."""
    values.flags.writeable = False
    return values


def bits(values: npt.NDArray[np.generic]) -> npt.NDArray[np.unsignedinteger]:
    """Return the content of an array as whole numbers: −0 differs from 0, and sums of them are exact."""
    return values.view(np.uint64 if values.itemsize == 8 else np.uint8)


def is_same(one: npt.NDArray[np.generic], two: npt.NDArray[np.generic]) -> bool:
    """Return whether two arrays have the same content, bit by bit."""
    return one is two or np.array_equal(bits(one), bits(two))


def halves(values: Array) -> Array:
    """Return (−f/2, +f/2) along a new last axis; either half lies together, as all do that is asked of them."""
    both = np.empty((2, *values.shape))
    np.multiply(values, -0.5, out=both[0])
    np.multiply(values, 0.5, out=both[1])
    return both.transpose(*range(1, both.ndim), 0)


def scrambled(numbers: Labels | npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return whole numbers that look random, one for each number and always the same: lots without a generator."""
    with np.errstate(over="ignore"):  # wrapping round is meant
        mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(FIRST)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(SECOND)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(THIRD)
        return np.asarray(mixed ^ (mixed >> np.uint64(31)))


def blocks(count: int, width: int) -> list[slice]:
    """Return slices over count rows of a width, each small enough to stay in the cache."""
    height = max(1, _BLOCK // max(1, width))
    return [slice(first, first + height) for first in range(0, count, height)]


OBJECT = 200  # bytes of an object with its fields, or of an array without its numbers, about
PLAIN = frozenset({int, float, bool, str, type(None)})


def held_bytes(values: Iterable[object]) -> int:
    """Return about how many bytes values hold, with all they are made of; what several share is counted once."""
    waiting, seen, total = list(values), set[int](), 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, np.ndarray):
            total += OBJECT + (value.nbytes if value.base is None else 0)
            waiting += [] if value.base is None else [value.base]
        elif isinstance(value, tuple | list):
            total += 8 * len(value)
            waiting += [item for item in value if type(item) not in PLAIN]
        elif hasattr(value, "__dict__") and not callable(value):
            total += OBJECT
            waiting += [part for part in vars(value).values() if type(part) not in PLAIN]
    return total
