"""Frozen dataclasses to plain JSON values and back, led by their type hints; what does not fit is refused by place."""

import dataclasses
import reprlib
import sys
import types
import typing
from collections.abc import Callable
from typing import Any

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.data import CLASS_NAMES, MOST_CLASSES, Dataset, Provenance, nothing
from mlexplorer.core.holdout import Deal
from mlexplorer.core.model import Model
from mlexplorer.core.numbers import spoken
from mlexplorer.core.params import Recipe
from mlexplorer.core.source import Source
from mlexplorer.core.study import Study
from mlexplorer.tables import limits

NUMBERS = (int, float)
LARGEST_ID = 2**40  # times the number of split seeds it is still a whole number of the machine
FOUND: dict[type[Recipe], registry.Shelf[Any]] = {
    Model: registry.MODELS,
    Source: registry.SOURCES,
    Study: registry.STUDIES,
}


class Misfit(ValueError):
    """A value does not fit; the message says where and why."""


def encode(value: Any, encode_data: Callable[[Dataset | Deal], Any] | None = None) -> Any:
    """Return a value made of dicts, lists, strings and numbers; what stands for data may be chosen."""
    match value:
        case Dataset() | Deal():
            return (encode_data or _encode_shared)(value)
        case Model() | Source() | Study():
            return _encode_recipe(value)
        case frozenset():
            return sorted(value)
        case tuple():
            return [encode(item, encode_data) for item in value]
        case _ if dataclasses.is_dataclass(value):
            fields = dataclasses.fields(value)
            return {item.name: encode(getattr(value, item.name), encode_data) for item in fields}
        case _:
            return spoken(value) if isinstance(value, str) else value


def decode(kind: Any, value: Any, place: str) -> Any:
    """Return value as a kind (a type hint), or raise Misfit naming the place."""
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        wanted = next(item for item in typing.get_args(kind) if item is not type(None))
        return None if value is None else decode(wanted, value, place)
    if origin in (tuple, frozenset):
        return _decode_many(kind, origin, value, place)
    if isinstance(kind, type) and issubclass(kind, Recipe) and issubclass(kind, tuple(FOUND)):
        return _decode_recipe(kind, value, place)
    if kind in (Dataset, Deal):
        return value if isinstance(value, kind) else (_decode_data if kind is Dataset else _decode_deal)(value, place)
    if dataclasses.is_dataclass(kind):
        return _decode_fields(kind, value, place)
    return _decode_plain(kind, value, place)


def _decode_plain(kind: Any, value: Any, place: str) -> Any:
    fits: Any = {str: str, bool: bool, int: int, float: (int, float)}[kind]
    if not isinstance(value, fits) or (kind is not bool and isinstance(value, bool)):
        raise Misfit(f"{place} must be {_word(kind)}, not {_short(value)}")
    if kind is float and not abs(value) <= sys.float_info.max:  # a whole number may be too large to be a float
        raise Misfit(f"{place} must be a finite number")
    return spoken(value) if kind is str else kind(value)


def _decode_many(kind: Any, origin: Any, value: Any, place: str) -> Any:
    arguments = typing.get_args(kind)
    if not isinstance(value, list):
        raise Misfit(f"{place} must be a list, not {_short(value)}")
    if len(value) > limits.MOST_ENTRIES:
        raise Misfit(f"{place} has {len(value):,} entries, more than the {limits.MOST_ENTRIES:,} allowed")
    fixed = origin is tuple and arguments[-1] is not Ellipsis
    if fixed and len(value) != len(arguments):
        raise Misfit(f"{place} must have {len(arguments)} entries, not {len(value)}")
    hints = arguments if fixed else arguments[:1] * len(value)
    return origin(
        decode(hint, item, f"{place}[{index}]") for index, (hint, item) in enumerate(zip(hints, value, strict=True))
    )


def _decode_fields(kind: Any, value: Any, place: str) -> Any:
    value = _mapping(value, place)
    hints, names = typing.get_type_hints(kind), [item.name for item in dataclasses.fields(kind)]
    _refuse_unknown(value, names, place)
    parts = {name: decode(hints[name], value[name], f"{place}.{name}") for name in names if name in value}
    return _built(lambda: kind(**parts), place)


def _encode_recipe(recipe: Model | Source | Study) -> dict[str, Any]:
    kind = type(recipe)
    if not registry.is_known(kind):
        raise Misfit(f"{kind.__name__} has no name that a file could keep; mlexplorer.register gives it one")
    return {"name": recipe.public_name(), **{name: encode(part) for name, part in recipe.values().items()}}


def _decode_recipe(kind: type[Recipe], value: Any, place: str) -> Recipe:
    value = dict(_mapping(value, place))
    name = value.pop("name", None)
    if not isinstance(name, str):
        raise Misfit(f"{place}.name is missing")
    shelf = next(shelf for base, shelf in FOUND.items() if issubclass(kind, base))
    try:
        found = shelf.named(name)
    except ValueError as error:
        raise Misfit(f"it needs the {shelf.word} {name!r}. {str(error).rstrip('.')}") from error
    return _built(lambda: found().with_values(value), place)


def _encode_shared(value: Dataset | Deal) -> dict[str, Any]:
    return _encode_data(value) if isinstance(value, Dataset) else _encode_deal(value)


def _encode_data(data: Dataset) -> dict[str, Any]:
    return {
        "points": data.points.tolist(),
        "labels": data.labels.tolist(),
        "held_out": np.flatnonzero(data.held_out).tolist(),
        "ids": data.ids.tolist(),
        "next_id": data.next_id,
        "names": list(data.names),
        "class_names": list(data.class_names),
        **({} if data.provenance is None else {"provenance": encode(data.provenance)}),
    }


def _encode_deal(deal: Deal) -> dict[str, Any]:
    marked = np.flatnonzero(deal.by_hand).tolist()
    return {"ids": deal.ids.tolist(), "labels": deal.labels.tolist(), "by_hand": marked}


def _decode_data(value: Any, place: str) -> Dataset:
    value = _mapping(value, place)
    _refuse_unknown(value, [*_encode_data(nothing()), "provenance"], place)
    points = _decode_rows(tuple[float, float], _is_point, value.get("points"), f"{place}.points")
    labels, held, ids = (
        _decode_rows(int, _is_whole, value.get(name, []), f"{place}.{name}") for name in ("labels", "held_out", "ids")
    )
    if any(not 0 <= row < len(points) for row in held):
        raise Misfit(f"{place}.held_out names a point that is not there")
    if len(set(ids)) != len(ids):
        raise Misfit(f"{place}.ids has the same id twice")
    names = decode(tuple[str, str], value.get("names", list(nothing().names)), f"{place}.names")
    class_names = decode(tuple[str, ...], value.get("class_names", list(CLASS_NAMES)), f"{place}.class_names")
    if len(class_names) != MOST_CLASSES:
        raise Misfit(f"{place}.class_names must have {MOST_CLASSES} entries")
    mask = np.zeros(len(points), bool)
    mask[held] = True
    fresh = decode(int, value.get("next_id", -1), f"{place}.next_id")
    origin = decode(Provenance | None, value.get("provenance"), f"{place}.provenance")
    return _built(
        lambda: Dataset(
            np.array(points, dtype=np.float64).reshape(-1, 2),
            np.array(labels),
            mask,
            np.array(ids),
            names,
            class_names,
            fresh,
            provenance=origin,
        ),
        place,
    )


def _decode_deal(value: Any, place: str) -> Deal:
    value = _mapping(value, place)
    _refuse_unknown(value, ["ids", "labels", "by_hand"], place)
    ids, labels, marked = (
        _decode_rows(int, _is_whole, value.get(name, []), f"{place}.{name}") for name in ("ids", "labels", "by_hand")
    )
    if len(set(ids)) != len(ids) or any(not 0 <= number < LARGEST_ID for number in ids):
        raise Misfit(f"{place}.ids must be different numbers from 0 on")
    if any(not 0 <= row < len(ids) for row in marked):
        raise Misfit(f"{place}.by_hand names a point that is not there")
    if any(not -1 <= label < MOST_CLASSES for label in labels):
        raise Misfit(f"{place}.labels names a class that is not there")
    mask = np.zeros(len(ids), bool)
    mask[marked] = True
    return _built(lambda: Deal(np.array(ids), np.array(labels), mask), place)


def _decode_rows(kind: Any, fits: Callable[[Any], bool], value: Any, place: str) -> list[Any]:
    """Return one of the long lists of a data set; only a row that does not fit is decoded, to be refused by place."""
    if not isinstance(value, list):
        raise Misfit(f"{place} must be a list, not {_short(value)}")
    if len(value) > limits.MOST_POINTS:
        raise Misfit(f"{place} has {len(value)} points, more than the {limits.MOST_POINTS} allowed")
    wrong = next((index for index, row in enumerate(value) if not fits(row)), None)
    if wrong is not None:
        decode(kind, value[wrong], f"{place}[{wrong}]")
        raise Misfit(f"{place}[{wrong}] does not fit")
    return value


def _is_whole(row: Any) -> bool:
    return type(row) is int


def _is_point(row: Any) -> bool:
    """Tell whether a row is two numbers that are finite as floats; this is asked a million times."""
    if type(row) is not list or len(row) != 2:
        return False
    x, y = row
    if type(x) is float and type(y) is float:
        return True  # not finite ones are refused with all the others
    return type(x) in NUMBERS and type(y) in NUMBERS and abs(x) <= sys.float_info.max >= abs(y)


def _built(make: Callable[[], Any], place: str) -> Any:
    try:
        return make()
    except Misfit:
        raise
    except (ValueError, OverflowError) as error:
        raise Misfit(f"{place}: {str(error).rstrip('.')}") from error
    except TypeError as error:
        raise Misfit(f"{place} lacks a part it needs") from error


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misfit(f"{place} must be a group of named values, not {_short(value)}")
    return value


def _refuse_unknown(value: dict[str, Any], names: list[str], place: str) -> None:
    for name in value:
        if name not in names:
            raise Misfit(f"{place} has an unknown entry {name!r}")


def _word(kind: type) -> str:
    return {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}[kind]


def _short(value: Any) -> str:
    text = reprlib.repr(value)  # a value may be long and deep
    return text if len(text) <= 30 else text[:29] + "…"
