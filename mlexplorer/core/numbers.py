"""Numbers as people read them: few digits, a true minus sign, no noise at the end."""

import math
import re
from collections.abc import Iterable, Sequence

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PLAIN_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SMALL, _LARGE = 1e-4, 1e6  # outside of these a power of ten is shorter
_NAMES = (  # of people and places
    *("Adam", "Chebyshev", "Epanechnikov", "Euclid", "Gauss", "Gini", "Himmelblau", "Huber"),
    *("Mahalanobis", "Manhattan", "Nesterov", "Newton", "Rosenbrock", "Ward"),
)
_ROUNDING = 1e-14  # of the numbers beside it: so much is left of a difference that is 0
Part = tuple[float, str]  # a factor, and what it multiplies ("" for a number alone)


def text(value: float, digits: int = 3, beside: float = 0.0) -> str:
    """Return a number with so many significant digits (whole parts are never cut): −0.25, 1.2×10⁻⁵.

    beside: how large the numbers are that it was computed with; what is nothing but rounding beside them is 0.
    """
    sign, mantissa, power = _parts(_settled(value, beside), digits)
    sign = sign.replace("-", "−")
    return f"{sign}{mantissa}×{raised(power)}" if power else f"{sign}{mantissa}"


def raised(power: int) -> str:
    """Return a power of ten: 10⁻⁵."""
    return f"10{str(power).translate(_SUPERSCRIPTS)}"


def told_apart(values: Sequence[float], digits: int = 3, most: int = 9) -> list[str]:
    """Return numbers with as many significant digits as tell them apart, so many at least."""
    for count in range(digits, most + 1):
        words = [text(value, count) for value in values]
        if len(set(words)) == len(set(values)):
            break
    return words


def plain(words: str) -> str:
    """Return words with their numbers as a program reads them: -0.25, 1.2e-5."""
    powers = re.sub("×10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", lambda power: f"e{power[1].translate(_PLAIN_POWERS)}", words)
    return powers.replace("−", "-")


def tex(value: float, digits: int = 3, beside: float = 0.0) -> str:
    """Return a number as LaTeX; 0 if it is nothing but rounding beside others."""
    sign, mantissa, power = _parts(_settled(value, beside), digits)
    return rf"{sign}{mantissa} \cdot 10^{{{power}}}" if power else f"{sign}{mantissa}"


def numbered(letter: str, number: int) -> str:
    """Return a letter with a small number below: w₂."""
    return f"{letter}{str(number).translate(_SUBSCRIPTS)}"


def capital(name: str) -> str:
    """Return a name that begins a line; BIC and ε stay as they are."""
    return name[:1].upper() + name[1:] if name[:1].isascii() else name


def small(words: str) -> str:
    """Return words that begin small, as inside a sentence; XOR stays XOR, t stays t, Gini and AdaBoost themselves."""
    first = words.split(" ", maxsplit=1)[0][1:]
    is_name = words.startswith(_NAMES) or first != first.lower()
    return words[0].lower() + words[1:] if first[:1].islower() and not is_name else words


def shortened(name: str, longest: int) -> str:
    """Return a name of at most so many letters, its end cut off if it is longer."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip(', ')}…"


def is_count(words: str) -> bool:
    """Tell whether words are a whole number from 0 on that is no longer than people write: not ², not 5000 digits."""
    return words.isascii() and words.isdigit() and len(words) < 10


def counted(count: int, noun: str, many: str = "") -> str:
    """Return a number of things: "no errors", "1 error", "3,000 errors"."""
    name = noun if count == 1 else many or f"{noun}s"
    return f"{count:,} {name}" if count else f"no {name}"


def change(before: float, after: float, digits: int = 3) -> str:
    """Return "5.948 → 5.947": as many digits as it takes to see the difference, up to three more than usual."""
    for shown in range(digits, digits + 4):
        words = text(before, shown), text(after, shown)
        if words[0] != words[1]:
            return f"{words[0]} → {words[1]}"
    return f"{text(after, digits)} as before"


def pair(values: Iterable[float], digits: int = 3) -> str:
    """Return numbers between brackets: (0.5, −1)."""
    known = list(values)
    return f"({', '.join(text(value, digits, _largest(known)) for value in known)})"


def text_sum(parts: Iterable[Part], digits: int = 3) -> str:
    """Return a sum as one reads it: 2·x₁ − 0.5·x₂ + 1."""
    known = list(parts)
    most = _largest(factor for factor, _ in known)
    return _joined([(text(abs(factor), digits, most), factor, name) for factor, name in known], "·", "−")


def tex_sum(parts: Iterable[Part], digits: int = 3) -> str:
    r"""Return a sum as LaTeX: 2\,x_1 - 0.5\,x_2 + 1."""
    known = list(parts)
    most = _largest(factor for factor, _ in known)
    return _joined([(tex(abs(factor), digits, most), factor, name) for factor, name in known], r"\,", "-")


def _largest(values: Iterable[float]) -> float:
    return max(map(abs, values), default=0.0)


def _settled(value: float, beside: float) -> float:
    return 0.0 if abs(value) <= _ROUNDING * abs(beside) else value


def _joined(parts: list[tuple[str, float, str]], times: str, minus: str) -> str:
    """Return the parts with their signs between them; a factor of one is not written."""
    words: list[str] = []
    for size, factor, name in parts:
        sign = minus if factor < 0 and size != "0" else "+"
        if words:
            words.append(sign)
        product = name if size == "1" and name else f"{size}{times}{name}" if name else size
        words.append(product if words or sign == "+" else f"{minus}{product}")
    return " ".join(words) or "0"


def _parts(value: float, digits: int) -> tuple[str, str, int]:
    """Return sign, digits and power of ten (0 for none) of a number."""
    if not math.isfinite(value):
        return ("-" if value < 0 else ""), ("∞" if math.isinf(value) else "not a number"), 0
    size, power = abs(value), 0
    if size and not _SMALL <= size < _LARGE:
        mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
        mantissa, power = _trimmed(mantissa), int(exponent)
    else:
        whole = math.floor(math.log10(size)) + 1 if size else 1
        mantissa = _trimmed(f"{size:.{max(0, digits - whole)}f}")
    return ("-" if value < 0 and mantissa != "0" else ""), mantissa, power


def _trimmed(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number


# Half characters, control characters but tab and line end, and what XML forbids: no file and no screen can show them.
UNSPEAKABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
UNKNOWN = "\ufffd"


def spoken(name: str) -> str:
    """Return a name with a mark in place of each letter that is none; others stay as they are."""
    return name if name.isprintable() else UNSPEAKABLE.sub(UNKNOWN, name)
