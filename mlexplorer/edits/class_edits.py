"""Editing classes as a whole: another name, one less, two exchanged."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import CLASS_NAMES, Dataset


def renamed(data: Dataset, label: int, name: str) -> Dataset:
    """Return data with another name for a class; no name gives back the usual one."""
    words = " ".join(name.split()) or CLASS_NAMES[label]
    return _with(data, data.labels, (*data.class_names[:label], words, *data.class_names[label + 1 :]))


def without_class(data: Dataset, label: int) -> Dataset:
    """Return data without the points of a class; the classes after it move up, with their own names."""
    rest = data.without(np.flatnonzero(data.labels == label))
    labels = rest.labels - (rest.labels > label)
    order = [*range(label), *range(label + 1, len(CLASS_NAMES)), label]
    names = [_name_at(place, old, "" if old == label else rest.class_names[old]) for place, old in enumerate(order)]
    return _with(rest, labels, tuple(names))


def swapped(data: Dataset, one: int, two: int) -> Dataset:
    """Return data with two classes exchanged: their points and names change places, colours and shapes stay."""
    table = np.arange(-1, len(CLASS_NAMES))
    table[[one + 1, two + 1]] = two, one
    order = table[1:].tolist()
    names = tuple(_name_at(place, old, data.class_names[old]) for place, old in enumerate(order))
    return _with(data, table[data.labels + 1], names)


def _name_at(place: int, old: int, name: str) -> str:
    """Return a class's name at its new place: a usual name belongs to the place, one that was given goes along."""
    return CLASS_NAMES[place] if name in ("", CLASS_NAMES[old]) else name


def _with(data: Dataset, labels: Labels, names: tuple[str, ...]) -> Dataset:
    return replace(data, rows=None, labels=labels, class_names=names)  # type: ignore[arg-type] # None: not a part
