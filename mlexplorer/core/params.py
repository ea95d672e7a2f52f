"""Parameters as dataclass fields: declared once, used by the form, the file, the command line and the tests."""

import dataclasses
import difflib
import math
import numbers
import re
import reprlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, Self, TypeAlias
from weakref import WeakKeyDictionary

from mlexplorer.core.numbers import small, text

Value: TypeAlias = bool | int | float | str
KEY = "param"
GIVEN_NAMES: "WeakKeyDictionary[type, str]" = WeakKeyDictionary()  # of classes that were registered from elsewhere
SIGN = re.compile(r"[^\W\d_][₀-₉]?")  # at the end of a label, such as Cost C
SIGNS = {"rate": "η", "penalty": "λ", "bandwidth": "h", "momentum": "β"}  # where the label does not end with one
ENDS = {  # what the least and the greatest value mean, where the parameter itself does not say it
    "bandwidth": ("every point counts", "smooth"),
    "degree": ("stiff", "flexible"),
    "depth": ("few questions", "many questions"),
    "gamma": ("smooth", "follows every point"),
    "leaf": ("small leaves", "large leaves"),
    "members": ("few voters", "many voters"),
    "momentum": ("forgets at once", "keeps going"),
    "noise": ("neat", "noisy"),
    "penalty": ("free weights", "small weights"),
    "pruning": ("large tree", "small tree"),
    "rate": ("small steps", "large steps"),
    "rounds": ("few voters", "many voters"),
    "shrinkage": ("as measured", "round"),
}
RARE = ("average", "constant", "factor", "floor", "offset", "order", "priced", "ratio", "replace", "spread", "stop")
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
LONGEST_NAME = 100  # letters that are compared with the names there are


@dataclass(frozen=True)
class Spec:
    """What a control, a validator or a document needs to know of one parameter."""

    name: str
    default: Value
    label: str
    help: str
    low: float | None = None
    high: float | None = None
    scale: Literal["linear", "log"] = "linear"
    choices: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()  # what a person reads for each choice; the choices themselves if empty
    unit: Literal["", "%"] = ""
    pattern: str = ""  # a regular expression that free text must match as a whole; any text if empty
    example: str = ""  # of such text, for the sentence that refuses another
    ends: tuple[str, str] | None = None  # what the least and the greatest value mean; by its name if not given
    shown_when: tuple[str, tuple[Value, ...]] | None = None
    hidden_when: tuple[str, tuple[Value, ...]] | None = None

    def check(self, value: object) -> Value:
        """Return value as this parameter's type, or raise a ValueError that names the parameter."""
        match self.default:
            case bool():
                return self._truth(value)
            case str():
                return self._choice(value)
            case _:
                return self._number(value)

    def read(self, text: str) -> Value:
        """Return text as the type of this parameter, or raise a ValueError that names it."""
        if isinstance(self.default, bool):
            if text.lower() not in (*TRUE, *FALSE):
                raise ValueError(f"{self.name} must be true or false, not {text!r}.")
            return text.lower() in TRUE
        if isinstance(self.default, str):
            return text
        try:
            return int(text) if isinstance(self.default, int) else float(text)
        except ValueError:
            whole = "whole " if isinstance(self.default, int) else ""
            raise ValueError(f"{self.name} must be a {whole}number, not {text!r}.") from None

    def title(self, choice: str) -> str:
        """Return what a person reads for a choice."""
        return self.titles[self.choices.index(choice)] if self.titles else choice.capitalize()

    @property
    def sign(self) -> str:
        """What stands for it in formulas; empty if nothing does."""
        last = self.label.rpartition(" ")[2]
        return last if SIGN.fullmatch(last) else SIGNS.get(self.name, "")

    @property
    def end_words(self) -> tuple[str, str] | None:
        """What the least and the greatest value mean, in a few words; None where numbers say it."""
        return self.ends or ENDS.get(self.name)

    @property
    def is_rare(self) -> bool:
        """Whether a form may keep it folded away as long as it has its default."""
        return self.name in RARE

    def words(self, value: Value) -> str:
        """Return a value as a person reads it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, str):
            return small(self.title(value)) if self.choices else value
        return f"{text(100 * value)} %" if self.unit == "%" else text(value, 4)

    def _truth(self, value: object) -> bool:
        if type(value).__name__ not in ("bool", "bool_"):
            raise ValueError(f"{self.name} must be true or false, not {value!r}.")
        return bool(value)

    def _choice(self, value: object) -> str:
        if not isinstance(value, str) or (self.choices and value not in self.choices):
            raise ValueError(f"{self.name} cannot be {reprlib.repr(value)}{nearest(str(value), self.choices)}.")
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise ValueError(f"{self.name} is written like {self.example}, not {reprlib.repr(value)}.")
        return str(value)

    def _number(self, value: object) -> int | float:
        whole = isinstance(self.default, int)
        wanted: Any = numbers.Integral if whole else numbers.Real
        if not isinstance(value, wanted) or type(value).__name__ in ("bool", "bool_"):
            raise ValueError(f"{self.name} must be a {'whole ' if whole else ''}number, not {reprlib.repr(value)}.")
        if not abs(value) <= sys.float_info.max:  # a whole number may be too large to be a float
            raise ValueError(f"{self.name} must be finite, not {reprlib.repr(value)}.")
        number: int | float = int(value) if whole else float(value)
        low, high = (-math.inf if self.low is None else self.low), (math.inf if self.high is None else self.high)
        if not low <= number <= high:
            raise ValueError(f"{self.name} must lie between {low:g} and {high:g}, not {value!r}.")
        return number


def param(default: Value, label: str, help: str, **limits: Any) -> Any:  # noqa: A002 - the word users of a form know
    """Declare one parameter of a recipe; limits are the other fields of Spec."""
    return dataclasses.field(default=default, metadata={KEY: dict(label=label, help=help, **limits)})


@cache
def _specs(kind: Any) -> tuple[Spec, ...]:
    fields = [field for field in dataclasses.fields(kind) if KEY in field.metadata]
    return tuple(Spec(field.name, field.default, **field.metadata[KEY]) for field in fields)  # type: ignore[arg-type] # a param's default is a Value


def specs(kind: "type[Recipe]") -> tuple[Spec, ...]:
    """Return the parameters of a recipe class, in the order they were declared."""
    found: tuple[Spec, ...] = _specs(kind)  # type: ignore[arg-type] # a class is hashable; mypy looks at its instances
    return found


@dataclass(frozen=True)
class Recipe:
    """A frozen dataclass whose fields are params: a model, a source, a study, the options of a plot."""

    title: ClassVar[str] = ""
    family: ClassVar[str] = ""  # the heading a picker puts it under
    # For its page of help, which begins with the first line of the docstring:
    idea: ClassVar[str] = ""  # one or two further sentences
    objective: ClassVar[str] = ""  # what is made least, or the rule, as LaTeX
    objective_words: ClassVar[str] = ""  # what its letters mean
    stages: ClassVar[tuple[str, ...]] = ()  # the algorithm in a few sentences
    mistakes: ClassVar[tuple[str, ...]] = ()  # that people make with it: "Noise: what it does to it."

    def __post_init__(self) -> None:
        """Refuse values outside the declared limits, by name."""
        for spec in specs(type(self)):
            object.__setattr__(self, spec.name, spec.check(getattr(self, spec.name)))

    @classmethod
    def public_name(cls) -> str:
        """Return the name used in files, on the command line and in notebooks: that of the module, if none is given."""
        return GIVEN_NAMES.get(cls) or cls.__module__.rpartition(".")[2]

    @classmethod
    def summary(cls) -> str:
        """Return the first sentence of the docstring: what a picker shows."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    def values(self) -> dict[str, Value]:
        """Return every parameter by name."""
        return {spec.name: getattr(self, spec.name) for spec in specs(type(self))}

    def shown(self) -> tuple[Spec, ...]:
        """Return the parameters that matter with the present values: those a form shows."""
        return tuple(spec for spec in specs(type(self)) if self._matters(spec))

    def told(self, chosen: Iterable[Spec] | None = None) -> str:
        """Return the parameters that matter, or some, with their values: "neighbours k = 5, votes = equal"."""
        some = self.shown() if chosen is None else chosen
        return ", ".join(f"{small(spec.label)} = {spec.words(getattr(self, spec.name))}" for spec in some)

    def with_values(self, changes: Mapping[str, object]) -> Self:
        """Return it with some parameters changed; unknown names are refused with the nearest match."""
        if not changes:
            return self
        names = [spec.name for spec in specs(type(self))]
        for name in changes:
            if name not in names:
                raise ValueError(f"{self.public_name()} has no parameter {name!r}{nearest(name, names)}.")
        return dataclasses.replace(self, **changes)

    def _matters(self, spec: Spec) -> bool:
        if spec.hidden_when is not None and getattr(self, spec.hidden_when[0]) in spec.hidden_when[1]:
            return False
        if spec.shown_when is None:
            return True
        other, values = spec.shown_when
        parent = next(item for item in specs(type(self)) if item.name == other)
        return getattr(self, other) in values and self._matters(parent)


def nearest(name: str, names: Iterable[str]) -> str:
    """Return "; perhaps you mean …" for a misspelt name, or the list of names if none is close."""
    known = sorted(names)
    close = difflib.get_close_matches(str(name)[:LONGEST_NAME], known, n=1)  # it takes long for long ones
    return f"; perhaps you mean {close[0]!r}" if close else f"; there are {', '.join(known)}"
