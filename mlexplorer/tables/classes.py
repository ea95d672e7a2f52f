"""Classes from a column of a table: words, whole numbers, or the quantiles of a numeric target."""

import itertools
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import CLASS_NAMES, MOST_CLASSES, UNLABELLED
from mlexplorer.core.table import BadTable, Column, spelt

OTHERS = "other"
HEAD = 10_000  # most numeric targets give themselves away in so many rows


@dataclass(frozen=True, eq=False)
class Classes:
    """A label for each row, −1 where there is none, and the names of the classes."""

    labels: Labels
    names: tuple[str, ...]


def is_category(column: Column) -> bool:
    """Tell whether a column can be classes as it is: words or a few whole numbers that come again."""
    if column.is_text:
        return 2 <= len(column.words) <= max(MOST_CLASSES, len(column) // 3) and len(column.words) < len(column)
    present = column.numbers[~column.missing]
    if len(np.unique(present[:HEAD])) > MOST_CLASSES:
        return False
    values = np.unique(present)
    return 2 <= len(values) <= min(MOST_CLASSES, len(column) - 1) and bool((values == np.round(values)).all())


def is_target(column: Column) -> bool:
    """Tell whether a column holds more different numbers than there can be classes."""
    return not column.is_text and len(np.unique(column.numbers[~column.missing])) > MOST_CLASSES


def classes_of(column: Column, quantiles: int, sentences: list[str], numbers: Column | None = None) -> Classes:
    """Return the classes of a column; numbers is a column that says which name is which label, as ours do."""
    if column.missing.all():
        return Classes(np.full(len(column), UNLABELLED), ())
    if column.is_text:
        return _numbered(column, numbers) or _of_words(column, sentences)
    if quantiles:
        return _of_quantiles(column, quantiles, sentences)
    values = np.unique(column.numbers[~column.missing])
    if len(values) > MOST_CLASSES:
        raise BadTable(
            f"The column {column.name!r} has {len(values):,} different numbers: "
            f"divide it into classes by quantile, or choose another column for the class."
        )
    return _of_numbers(column, values)


def _of_words(column: Column, sentences: list[str]) -> Classes:
    """Return the words as classes in the order they come; beyond nine, the rare ones are one class."""
    codes = _whole(column.numbers)
    order = _numeric_order(column.words) or _own_order(column.words) or list(range(len(column.words)))
    if len(order) > MOST_CLASSES:
        counts = np.bincount(codes[codes >= 0], minlength=len(column.words))
        often = set(np.argsort(-counts, kind="stable")[: MOST_CLASSES - 1].tolist())
        order = [code for code in order if code in often]
        sentences.append(
            f"The column {column.name!r} has {len(column.words):,} categories: the {len(order)} most frequent are "
            f"classes, and the other {len(column.words) - len(order):,} are one class, {OTHERS!r}."
        )
    places = np.full(len(column.words) + 1, len(order))
    places[order] = np.arange(len(order))
    places[-1] = UNLABELLED  # where a missing word's code −1 leads
    names = [column.words[code] for code in order] + [OTHERS] * (len(order) < len(column.words))
    return Classes(places[codes], tuple(names))


def _numeric_order(words: tuple[str, ...]) -> list[int] | None:
    """Return the order of words that all spell numbers, by their value."""
    try:
        return sorted(range(len(words)), key=lambda code: float(words[code]))
    except ValueError:
        return None


def _own_order(words: tuple[str, ...]) -> list[int] | None:
    """Return the alphabetic order of words such as Class 0, Class 1: the names points have by themselves."""
    return sorted(range(len(words)), key=words.__getitem__) if set(words) <= set(CLASS_NAMES) else None


def _numbered(column: Column, numbers: Column | None) -> Classes | None:
    """Return the classes under the numbers a second column gives them, if each name has exactly one."""
    if numbers is None or numbers.is_text or numbers.missing.any():
        return None
    labels, codes = _whole(numbers.numbers), _whole(column.numbers)
    pairs = np.unique(np.stack([labels, codes], axis=1), axis=0)
    known = pairs[pairs[:, 0] >= 0]
    fits = (labels == numbers.numbers).all() and -1 <= labels.min() <= labels.max() < MOST_CLASSES
    single = len(np.unique(pairs[:, 0])) == len(pairs) == len(np.unique(pairs[:, 1]))
    if not fits or not single or (known[:, 1] < 0).any() or (pairs[pairs[:, 0] < 0, 1] >= 0).any():
        return None
    names = list(CLASS_NAMES[: int(labels.max()) + 1])
    for label, code in known.tolist():
        names[label] = column.words[code]
    return Classes(labels, tuple(names))


def _of_numbers(column: Column, values: Array) -> Classes:
    labels = np.searchsorted(values, np.where(column.missing, values[0] if len(values) else 0, column.numbers))
    names = tuple(f"{column.name} {spelt(float(value))}" for value in values)
    return Classes(np.where(column.missing, UNLABELLED, labels), names)


def _of_quantiles(column: Column, count: int, sentences: list[str]) -> Classes:
    """Return classes of about equal size by the value of a numeric target."""
    if not 2 <= count <= MOST_CLASSES:
        raise BadTable(f"A target can be divided into 2 to {MOST_CLASSES} classes, not {count}.")
    present = column.numbers[~column.missing]
    cuts = np.unique(np.quantile(present, np.arange(1, count) / count))
    cuts = cuts[cuts < present.max()]
    labels = np.searchsorted(cuts, np.where(column.missing, present[0], column.numbers))
    ends = [f"{cut:.4g}" for cut in cuts]
    middle = [f"{low} to {high}" for low, high in itertools.pairwise(ends)]
    names = [f"up to {ends[0]}", *middle, f"above {ends[-1]}"] if ends else ["all equal"]
    sentences.append(f"The numbers in {column.name!r} were divided into {len(names)} classes of about equal size.")
    return Classes(np.where(column.missing, UNLABELLED, labels), tuple(names))


def _whole(values: Array) -> Labels:
    return np.where(np.isnan(values), -1, values).astype(np.intp)
