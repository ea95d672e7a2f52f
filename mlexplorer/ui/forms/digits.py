"""The text of a numeric parameter in its field: sensible digits, a unit, and what was typed back as a value."""

import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from mlexplorer.core.params import Spec

Number: TypeAlias = int | float
DIGITS = 3  # significant ones of a value chosen with a slider
SHOWN_DIGITS = 4  # at most so many are shown of a value typed by hand
LONGEST = 8  # characters of a number in its field
TOO_LARGE = Decimal("1e15")
MOST_POWER = 400


@dataclass(frozen=True)
class TypedNumber:
    """What was typed: a value, or None if it cannot be one; and a sentence if it was not taken as it stands."""

    value: Number | None
    sentence: str = ""


def is_whole(spec: Spec) -> bool:
    """Return whether the values of a parameter are whole numbers."""
    return isinstance(spec.default, int)


def decimals(spec: Spec) -> int:
    """Return the decimals of a value on a linear slider: three significant digits of the largest one."""
    if is_whole(spec):
        return 0
    largest = max(abs(spec.low or 0.0), abs(spec.high or 0.0)) or 1.0
    wanted = DIGITS - 1 - math.floor(math.log10(largest))
    return min(wanted, 2) if spec.unit == "%" else wanted


def text(spec: Spec, value: Number, is_steady: bool = False) -> str:
    """Return a value as its field shows it; steady text keeps its number of digits all along a drag."""
    if is_whole(spec):
        return _signed(str(value))
    number = _shown(spec, value)
    fewest, most = _steady_decimals(spec, number) if is_steady else _decimals(spec, number)
    words = f"{number:.{most}f}"
    while len(words.partition(".")[2]) > fewest and words.endswith("0"):
        words = words[:-1]
    words = words.removesuffix(".")
    if len(words) > LONGEST:
        words = _with_power(number)
    return _signed(words) + _unit(spec)


def full_text(spec: Spec, value: Number) -> str:
    """Return a value with every digit it has."""
    number = _shown(spec, value).normalize()
    words = f"{number:f}" if -3 * LONGEST < number.adjusted() < 2 * LONGEST else str(number).lower()
    return _signed(words) + _unit(spec)


def read(spec: Spec, typed: str) -> TypedNumber:
    """Return the value of a typed text, within the limits."""
    kind = "a whole number" if is_whole(spec) else "a number"
    try:
        number = _bounded(Decimal(_plain(typed))) / (100 if spec.unit == "%" else 1)
    except InvalidOperation:
        return TypedNumber(None, f"{spec.label} is {kind}{_limits(spec)}.")
    if not number.is_finite():
        return TypedNumber(None, f"{spec.label} is {kind}{_limits(spec)}.")
    if spec.low is not None and number < Decimal(repr(spec.low)):
        return TypedNumber(_typed(spec, spec.low), f"{spec.label} lies{_limits(spec)}.")
    if spec.high is not None and number > Decimal(repr(spec.high)):
        return TypedNumber(_typed(spec, spec.high), f"{spec.label} lies{_limits(spec)}.")
    if abs(number) > TOO_LARGE:
        return TypedNumber(None, f"{spec.label} cannot be as large as that.")
    sentence = f"{spec.label} is {kind}{_limits(spec)}." if is_whole(spec) and number % 1 else ""
    return TypedNumber(_typed(spec, number), sentence)


def _bounded(number: Decimal) -> Decimal:
    """Return a number that arithmetic can hold: nobody means more than this by an endless power of ten."""
    if number.is_finite() and number.adjusted() > MOST_POWER:
        return Decimal(f"1e{MOST_POWER}").copy_sign(number)
    return number if not number.is_finite() or number.adjusted() > -MOST_POWER else Decimal(0)


def _typed(spec: Spec, number: Number | Decimal) -> Number:
    return round(number) if is_whole(spec) else float(number)


def _shown(spec: Spec, value: Number) -> Decimal:
    return Decimal(repr(value)) * (100 if spec.unit == "%" else 1)


def _decimals(spec: Spec, number: Decimal) -> tuple[int, int]:
    """Return the fewest and the most decimals at rest: 0.24, 1.40, 12.5, 120, 0.0001, 35 %."""
    fewest = 0 if spec.unit == "%" else max(DIGITS - 1 - max(number.adjusted(), 0), 0)
    return fewest, max(SHOWN_DIGITS - 1 - number.adjusted(), fewest) if number else fewest


def _steady_decimals(spec: Spec, number: Decimal) -> tuple[int, int]:
    """Return the decimals while a slider is dragged."""
    if spec.scale == "log" and number:
        wanted = max(DIGITS - 1 - number.adjusted(), 0)
    else:
        wanted = max(decimals(spec) - (2 if spec.unit == "%" else 0), 0)
    return wanted, wanted


def _with_power(number: Decimal) -> str:
    digits, _, power = f"{number:.{DIGITS - 1}e}".partition("e")
    return f"{digits.rstrip('0').rstrip('.')}e{int(power)}"


def _signed(words: str) -> str:
    return words.replace("-", "−")


def _unit(spec: Spec) -> str:
    return " %" if spec.unit == "%" else ""


def _limits(spec: Spec) -> str:
    low, high = (None if limit is None else full_text(spec, limit) for limit in (spec.low, spec.high))
    if low is not None and high is not None:
        return f" between {low} and {high}"
    return f" above {low}" if low is not None else f" below {high}" if high is not None else ""


def _plain(typed: str) -> str:
    kept = typed.replace("−", "-").replace("%", "").replace("\N{NO-BREAK SPACE}", "").replace(" ", "")
    return kept if "." in kept else kept.replace(",", ".")
