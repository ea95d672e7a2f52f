"""Values of a numeric parameter to try: a list or a range written as words, or some over its whole range."""

import math
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.model import Knob, Model
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Recipe, Spec, Value, nearest, specs

SEVERAL = 9  # values tried where nobody says which
MANY_TIMES = 30  # the ratio of the largest value to the least from which on an axis goes by ratios


def number_spec(recipe: Recipe, name: str) -> Spec:
    """Return the declaration of a numeric parameter, or refuse a name that is none."""
    numeric = {spec.name: spec for spec in specs(type(recipe)) if is_number(spec)}
    if name not in numeric:
        raise ValueError(f"{recipe.title} has no numeric parameter {name!r}{nearest(name, numeric)}.")
    return numeric[name]


def is_number(spec: Spec) -> bool:
    """Return whether a parameter is a number."""
    return isinstance(spec.default, int | float) and not isinstance(spec.default, bool)


def spread(spec: Spec, low: float, high: float, count: int) -> list[Value]:
    """Return values of a parameter from low to high, in equal ratios where its scale is one of ratios."""
    even = spec.scale != "log" or low <= 0
    values = np.linspace(low, high, count) if even else np.geomspace(low, high, count)
    if isinstance(spec.default, int) and not isinstance(spec.default, bool):
        return list(dict.fromkeys(round(value) for value in values.tolist()))
    return [rounded(value) for value in values.tolist()]


def rounded(value: float) -> float:
    """Return a number with four significant digits: one that a person can type again."""
    return round(value, 3 - math.floor(math.log10(abs(value)))) if value else 0.0


def values_in(spec: Spec, words: str) -> tuple[Value, ...]:
    """Return the values that words name, in order and each once: "1,3,5", or low:high:count as "0.01:100:9"."""
    parts = [part.strip() for part in words.replace(":", ",").split(",") if part.strip()]
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        raise ValueError(f"Values are numbers such as 1,3,5 or low:high:count, not {words!r}.") from None
    if ":" in words:
        if len(numbers) != 3 or not 1 <= numbers[2] == int(numbers[2]):
            raise ValueError(f"A range is written low:high:count, such as 1:9:5, not {words!r}.")
        return tuple(spec.check(value) for value in spread(spec, numbers[0], numbers[1], int(numbers[2])))
    whole = isinstance(spec.default, int)
    typed = [int(value) if whole and value == int(value) else value for value in numbers]
    return tuple(sorted(dict.fromkeys(spec.check(value) for value in typed), key=float))


def usual_values(spec: Spec) -> tuple[Value, ...]:
    """Return values over the whole range of a parameter."""
    low, high = (0.0 if spec.low is None else spec.low), (1.0 if spec.high is None else spec.high)
    return tuple(spec.check(value) for value in spread(spec, low, high, SEVERAL))


def chosen_knob(model: Model, name: str = "", words: str = "") -> Knob:
    """Return the parameter that is named, else the model's own knob, with the values that words name.

    Without words the values are those the model declares, and its present one if that lies beyond them.
    """
    own = {knob.name: knob for knob in model.knobs()}
    main = model.knob()
    if not name and main is None:
        raise ValueError(f"{model.title} has no parameter that makes it simpler or more complex: name one.")
    name = name or (main.name if main is not None else "")
    spec = number_spec(model, name)
    known = own.get(name) or Knob(name, usual_values(spec))
    if words.strip():
        return Knob(name, values_in(spec, words), known.rising)
    now, values = model.values()[name], sorted(known.values, key=float)
    inside = float(values[0]) <= float(now) <= float(values[-1])
    return Knob(name, tuple(values if inside else sorted([*values, now], key=float)), known.rising)


def anywhere(model: Model, *knobs: Knob) -> Model:
    """Return a model as it is but for some knobs: the same for all their values."""
    return model.with_values({knob.name: knob.values[0] for knob in knobs if knob.values})


@dataclass(frozen=True, eq=False)
class KnobAxis:
    """Where the values of a parameter stand along an axis, and what it is called."""

    name: str
    places: Array
    log: bool  # the places are powers of ten


def axis_of(model: Model, knob: Knob) -> KnobAxis:
    """Return the axis of a knob: by ratios where its values span many times the least; then 0 stands leftmost."""
    spec, values = number_spec(model, knob.name), np.array([float(value) for value in knob.values])
    some = values[values > 0]
    if not len(some) or (values < 0).any() or some.max() < MANY_TIMES * some.min():
        return KnobAxis(small(spec.label), values, False)
    logs = np.log10(some)
    if len(some) == len(values):
        return KnobAxis(small(spec.label), logs, True)
    step = max((logs[-1] - logs[0]) / max(len(logs) - 1, 1), 0.3)
    return KnobAxis(f"{small(spec.label)} (leftmost: 0)", np.append(logs[0] - step, logs), True)


def place_of(model: Model, knob: Knob) -> float:
    """Return where the present value of a knob stands along its axis."""
    now, axis = float(model.values()[knob.name]), axis_of(model, knob)
    return float(np.log10(now)) if axis.log and now > 0 else float(axis.places[0]) if axis.log else now


def nearest_index(model: Model, knob: Knob) -> int | None:
    """Return which of the values tried is nearest to the present one; None if that lies beyond them."""
    values, now = knob.values, float(model.values()[knob.name])
    if not values or not float(min(values)) <= now <= float(max(values)):
        return None
    return int(np.abs(axis_of(model, knob).places - place_of(model, knob)).argmin())


def value_words(model: Model, name: str, value: Value) -> str:
    """Return a parameter with a value as a person reads it: "depth = 3"."""
    spec = number_spec(model, name)
    return f"{small(spec.label)} = {spec.words(value)}"
