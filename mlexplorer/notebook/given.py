"""Points and labels as people have them: lists, arrays and tables in memory, and files."""

import numbers
import reprlib
import warnings
from collections.abc import Iterable, Mapping
from math import isfinite, isnan
from pathlib import Path
from typing import Any

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import CLASS_NAMES, MOST_CLASSES, UNLABELLED, Dataset
from mlexplorer.core.numbers import spoken
from mlexplorer.core.params import nearest
from mlexplorer.core.reach import described, places_of
from mlexplorer.core.transforms import TRANSFORMS, transformed
from mlexplorer.tables.choosing import ColumnName, Wanted, imported

NAMES = ("x₁", "x₂")
Label = str | int
WANTED = "words, whole numbers or truth values"


def data(points: Any, labels: Any = None, unlabelled: Any = None) -> Dataset:
    """Return points with labels of any kind: words, truth values, −1 and 1, any whole numbers.

    points are rows of two numbers: lists, an array or a DataFrame, whose columns give the axes their names. The labels
    in sorted order become the classes 0, 1, 2 and so on, which keep them as names: data.class_names[code]. Nothing is
    unlabelled but what unlabelled names; NaN there stands for whatever is missing. Without labels all points are of
    one class.
    """
    places = places_of(points)
    codes, names = _coded(labels, unlabelled) if labels is not None else (np.zeros(len(places), np.intp), ())
    if len(codes) != len(places):
        raise ValueError(f"There are {len(codes)} labels for {len(places)} points: each point needs one.")
    classes = (*names, *CLASS_NAMES[len(names) :])
    return Dataset(places, codes, None, None, _column_names(points), classes)  # type: ignore[arg-type] # None: none held out, ids from 0


def read(  # noqa: PLR0913, PLR0917 - what of a table is wanted, in words
    path: str | Path,
    x: ColumnName = None,
    y: ColumnName = None,
    label: ColumnName = None,
    sheet: str | None = None,
    rows: str | None = None,
) -> Dataset:
    """Return the points in a table: CSV, Excel, JSON and so on; columns are named, or counted from 0.

    sheet is one of a workbook, rows are such as "1:100".

    What is not named is guessed as the window does. What was left out or put right is told as a warning.
    """
    file = path_of(path)
    for name, words in (("sheet", sheet), ("rows", rows)):
        if words is not None and not isinstance(words, str):
            raise ValueError(f"{name} is written as words, not {described(words)}.")
    found = imported(file, Wanted(x, y, label, sheet, rows))
    told = [sentence for sentence in found.sentences if label is not None or "no class column" not in sentence]
    if told:
        warnings.warn(f"{file.name}: {' '.join(told)}", stacklevel=2)
    return found.data


def transform(data: Dataset, *names: str) -> Dataset:
    """Return points in other coordinates, one transform after the other: "standardise", "rescale", "rotate", "swap"."""
    if not isinstance(data, Dataset):
        raise ValueError(f"Points are transformed, such as mlexplorer.data returns them, not {described(data)}.")
    for name in names:
        if not isinstance(name, str) or name not in TRANSFORMS:
            raise ValueError(f"There is no transform {reprlib.repr(name)}{nearest(str(name), TRANSFORMS)}.")
    return transformed(data, names)[0]


def path_of(path: Any) -> Path:
    """Return a file name as a path, or refuse in a sentence what no file can be called."""
    if not isinstance(path, str | Path):
        raise ValueError(f"A file has a name, not {described(path)}.")
    if spoken(str(path)) != str(path):
        raise ValueError("No file can have this name: some of its letters are none.")
    return Path(path)


def _column_names(points: Any) -> tuple[str, str]:
    """Return the names of the two columns of a DataFrame; the usual ones where there are none."""
    columns = getattr(points, "columns", ())
    names = [str(name) for name in columns] if isinstance(columns, Iterable) else []
    return (names[0], names[1]) if len(names) == 2 and not all(name.isdigit() for name in names) else NAMES


def _coded(labels: Any, unlabelled: Any) -> tuple[Labels, tuple[str, ...]]:
    """Return the code of each label and the names of the codes."""
    found = [_label(value, unlabelled) for value in _listed(labels)]
    present = [label for label in found if label is not None]
    if len({isinstance(label, str) for label in present}) > 1:
        raise ValueError("labels are words or numbers, not both: write them all in one way.")
    known: list[Any] = sorted(set(present))
    if len(known) > MOST_CLASSES:
        raise ValueError(f"There are {len(known):,} different labels, and at most {MOST_CLASSES} classes can be shown.")
    places = {label: code for code, label in enumerate(known)}
    codes = np.array([UNLABELLED if label is None else places[label] for label in found], dtype=np.intp)
    usual = known == list(range(len(known))) and not any(isinstance(label, bool) for label in present)
    return codes, () if usual else tuple(str(label) or "(empty)" for label in known)


def _listed(labels: Any) -> list[Any]:
    """Return labels one by one, as Python's own values."""
    if isinstance(labels, str | bytes | Mapping) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list with one entry for each point, not {described(labels)}.")
    if not hasattr(labels, "__array__"):
        return [value.item() if isinstance(value, np.generic) else value for value in labels]
    values = np.asarray(labels)
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    if values.ndim != 1:
        raise ValueError(f"labels must have one entry for each point, not the shape {values.shape}.")
    return list(values.tolist())


def _label(value: Any, unlabelled: Any) -> Label | None:
    """Return one label as a word or a whole number; None if it is unlabelled."""
    if _is_missing(value):
        if unlabelled is not None and _is_missing(unlabelled):
            return None
        raise ValueError("Some labels are missing: unlabelled=float('nan') takes their points as unlabelled.")
    if unlabelled is not None and type(value) is not bool and _same(value, unlabelled):
        return None
    if isinstance(value, str | int):
        return value
    if isinstance(value, numbers.Real) and isfinite(value) and float(value).is_integer():
        return int(float(value))
    raise ValueError(f"labels are {WANTED}, not {reprlib.repr(value)}.")


def _same(value: Any, unlabelled: Any) -> bool:
    """Tell whether two labels are one, whatever they are."""
    both = (value, unlabelled)
    plain = all(isinstance(each, str) for each in both) or all(isinstance(each, numbers.Real) for each in both)
    return plain and bool(value == unlabelled)


def _is_missing(value: Any) -> bool:
    """Tell whether a value is None, NaN, or what pandas writes in their place."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and isnan(value))
