"""Goals as words: "errors = 0 and margin < 0.1" is parsed, never evaluated, and asked of two snapshots.

A goal is one comparison or several joined by "and". On the left stands a quantity of quantities.py ("errors", "test
errors", "margin" …), whatever the shown step measures ("leaves", "bound"), "parameter NAME" of the model, "data NAME"
of the source, "class at (X, Y)", "change of QUANTITY" since the lesson began, or "rise of MEASURE" since the step
before. Then comes one of = ≠ < > ≤ ≥ (also != <= >=) and a number or a word in plain letters; "mentions" looks for
words in a text.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from mlexplorer.core.numbers import text
from mlexplorer.lessons.quantities import PERCENT, Reading, class_at, measured, parameter, rise
from mlexplorer.pipeline.snapshot import Snapshot

MENTIONS = "mentions"
SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "≤": operator.le,
    "≥": operator.ge,
    "≠": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
SPELT = {"<=": "≤", ">=": "≥", "!=": "≠"}
MOST_WORDS = 300  # letters of a goal
WIDE = 10.0  # half a meter, where 0 is wanted
NUMBER = r"[-−]?\d+(?:\.\d+)?(?:[eE][-−+]?\d+)?"
PLACE = re.compile(rf"class at \(({NUMBER}), ?({NUMBER})\)")
FORM = re.compile(rf"(.+?)\s*([{''.join(SIGNS)}])\s*(.+)")
TEXT_FORM = re.compile(rf"(.+?) ({MENTIONS}) (.+)")
NAME = re.compile(r"[^\W\d][\w -]*")


class BadGoal(ValueError):
    """Words are not a goal; the message says what is wrong with them."""


@dataclass(frozen=True)
class Comparison:
    """A quantity, how it is compared, and with what."""

    quantity: str
    sign: str
    wanted: float | str

    def reading(self, now: Snapshot, first: Snapshot) -> Reading:
        """Return what the quantity is now."""
        return _read(self.quantity, now, first)

    def is_met(self, now: Snapshot, first: Snapshot) -> bool:
        """Return whether it holds now; what cannot be read does not."""
        found = self.reading(now, first)
        if self.sign == MENTIONS:
            return isinstance(found, str) and str(self.wanted).casefold() in found.casefold()
        if isinstance(found, str) or isinstance(self.wanted, str):
            return isinstance(found, str) and (found == self.wanted) == (self.sign == "=")
        return found is not None and SIGNS[self.sign](found, self.wanted)


@dataclass(frozen=True)
class Meter:
    """What is shown of a goal while a person works: a value against what is wanted."""

    value: str
    wanted: str
    share: float | None  # of the meter that is filled, one half if it is as wanted; None: no matter of more or less


@dataclass(frozen=True)
class Goal:
    """Words for the person, and the same for the program: `goal(now, first)` tells whether it is reached."""

    words: str
    when: str

    def __post_init__(self) -> None:
        """Refuse words that are no goal."""
        parse(self.when)

    def __call__(self, now: Snapshot, first: Snapshot) -> bool:
        """Return whether every comparison holds; a fit that is not finished reaches nothing."""
        if not now.finished or now.problem is not None:
            return False
        return all(part.is_met(now, first) for part in parse(self.when))

    def meter(self, now: Snapshot, first: Snapshot) -> Meter:
        """Return the meter of the last comparison, which is what the goal is about."""
        part = parse(self.when)[-1]
        return meter_of(part, part.reading(now, first))

    def missing(self, now: Snapshot, first: Snapshot) -> str:
        """Return why a goal is not reached although its meter is as wanted, in words; "" if that is not so."""
        *others, last = parse(self.when)
        parts = [part for part in others if not part.is_met(now, first)] if last.is_met(now, first) else []
        told = (f"{_plain(part.quantity)} {_wanting(part, part.reading(now, first))}" for part in parts)
        return f"Still missing: {', '.join(told)}" if parts else ""


def _wanting(part: Comparison, found: Reading) -> str:
    if part.sign == MENTIONS:
        return f"mentions “{part.wanted}”"
    meter = meter_of(part, found)
    return f"{meter.value} (goal {meter.wanted})"


def _plain(quantity: str) -> str:
    return quantity.removeprefix("parameter ").removeprefix("data ").replace("_", " ")


@lru_cache(maxsize=256)
def parse(words: str) -> tuple[Comparison, ...]:
    """Return the comparisons that words stand for, or raise BadGoal."""
    if len(words) > MOST_WORDS:
        raise BadGoal(f"A goal has at most {MOST_WORDS} letters.")
    return tuple(_comparison(part.strip()) for part in re.split(r"\sand\s", words))


def meter_of(part: Comparison, found: Reading) -> Meter:
    """Return how a reading stands against what is wanted, which has its mark in the middle of the meter."""
    if part.sign == MENTIONS:
        return Meter("yes" if found and str(part.wanted) in str(found) else "no", "yes", None)
    unit = " %" if part.quantity in PERCENT else ""
    wanted = part.wanted if isinstance(part.wanted, str) else text(part.wanted, 4) + unit
    words = wanted if part.sign == "=" else f"{part.sign} {wanted}"
    if isinstance(found, str) or found is None or isinstance(part.wanted, str):
        return Meter(found if isinstance(found, str) and found else "–", words, None)
    away = (found - part.wanted) / (abs(part.wanted) or WIDE)
    return Meter(text(found, 4) + unit, words, min(max(0.5 + away / 2, 0.0), 1.0))


def _comparison(words: str) -> Comparison:
    for spelt, sign in SPELT.items():
        words = words.replace(spelt, sign)
    found = FORM.fullmatch(words) or TEXT_FORM.fullmatch(words)
    if found is None:
        raise BadGoal(f"A goal is written like “errors = 0”, not {words!r}.")
    quantity, sign, wanted = found[1].strip(), found[2], found[3].strip()
    if not PLACE.fullmatch(quantity) and not NAME.fullmatch(quantity):
        raise BadGoal(f"{quantity!r} is not a quantity that a goal can speak of.")
    if sign == MENTIONS:
        return Comparison(quantity, sign, wanted)
    if re.fullmatch(NUMBER, wanted):
        return Comparison(quantity, sign, _number(wanted))
    if sign not in "=≠" or not NAME.fullmatch(wanted):
        raise BadGoal(f"{wanted!r} is not a number that {quantity!r} could be compared with.")
    return Comparison(quantity, sign, wanted)


def _number(words: str) -> float:
    return float(words.replace("−", "-"))


def _read(quantity: str, now: Snapshot, first: Snapshot) -> Reading:
    place = PLACE.fullmatch(quantity)
    if place is not None:
        return class_at(now, (_number(place[1]), _number(place[2])))
    word, _, rest = quantity.partition(" ")
    if word in ("parameter", "data"):
        return parameter(now.run.model if word == "parameter" else now.session.document.source, rest)
    if quantity.startswith("rise of "):
        return rise(now, quantity.removeprefix("rise of "))
    if quantity.startswith("change of "):
        return _change(quantity.removeprefix("change of "), now, first)
    return measured(now, first, quantity)


def _change(quantity: str, now: Snapshot, first: Snapshot) -> Reading:
    before, after = _read(quantity, first, first), _read(quantity, now, first)
    if isinstance(before, str) or isinstance(after, str) or before is None or after is None:
        return None
    return after - before
