"""Where an axis carries numbers, and how they read."""

import math

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import raised, text

ENOUGH = 7  # with so many allowed there are always two
LARGE = 1e5  # from here on numbers are written with a power of ten: they would not fit beside an axis
SMALL, MOST_DECIMALS = 0.1, 3  # smaller numbers with more decimals than these are written with a power of ten


def ticks(low: float, high: float, most: int = 8) -> Array:
    """Return round places between low and high, at most so many; some more where there would be but one."""
    span = high - low
    if not math.isfinite(span) or span <= 0:
        return np.array([low])
    size = 10.0 ** math.floor(math.log10(span / most))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if span / (size * factor) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    if last - first < 1 and most < ENOUGH:
        return ticks(low, high, most + 1)
    return np.arange(first, last + 1, dtype=np.float64) * step


def tick_words(places: Array) -> list[str]:
    """Return the numbers of an axis, with equal decimals, a true minus sign and never a negative zero."""
    if len(places) == 0:
        return []
    step = float(np.min(np.diff(places))) if len(places) > 1 else 1.0
    largest = float(np.abs(places).max())
    if largest >= LARGE or (0 < largest < 1e-4):
        return [_with_power(place, largest) for place in places.tolist()]
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    if largest < SMALL and decimals > MOST_DECIMALS:
        return [_with_power(place, largest) for place in places.tolist()]
    return [f"{place + 0.0:.{decimals}f}".replace("-", "−") for place in np.round(places, decimals) + 0.0]


def power_words(exponent: float) -> str:
    """Return a power of ten as an axis that carries them has it: 0.01, 1, 100, 10⁶."""
    if exponent == round(exponent) and not -4 < exponent < 5:
        return raised(round(exponent))
    return text(10.0**exponent, 6)


def _with_power(place: float, largest: float) -> str:
    """Return a number as a multiple of the power of ten of the largest one beside it: 0.5×10⁶."""
    power = math.floor(math.log10(largest) + 1e-9)
    share = text(place / 10.0**power, 4)
    return "0" if share == "0" else f"{share}×{raised(power)}"
