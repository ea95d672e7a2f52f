"""From a table to points: guesses what the columns are for, and says in sentences what was done with them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.core.data import CLASS_NAMES, UNLABELLED, Dataset, Provenance
from mlexplorer.core.numbers import counted
from mlexplorer.core.reach import beyond_reach
from mlexplorer.core.table import BadTable, Column, Table
from mlexplorer.tables import dates, limits
from mlexplorer.tables.classes import Classes, classes_of, is_category, is_target

LABELS = ("class", "species", "label", "labels", "target", "category", "group", "type", "kind", "diagnosis", "outcome")
HELD = ("held out",)
NUMBERED = ("id", "index", "row", "no", "nr", "number", "unnamed: 0")
THIRDS = 3  # into so many classes a numeric target is divided unless another number is asked for
PAIRS = (("x", "y"), ("x1", "x2"), ("x₁", "x₂"), ("x_1", "x_2"), ("x0", "x1"))


@dataclass(frozen=True)
class ColumnChoice:
    """What each column is for, by its place in the table; None leaves a part out."""

    x: int | None = None
    y: int | None = None
    label: int | None = None
    held: int | None = None
    project: tuple[int, ...] = ()  # these columns instead of x and y, seen along their first two principal components
    standardise: bool = False  # give the projected columns equal weight
    missing: Literal["skip", "mean"] = "skip"
    quantiles: int = 0  # classes into which a numeric target is divided; 0 refuses it
    as_class: int = 0  # the class of all points where no column holds classes


@dataclass(frozen=True)
class Imported:
    """Points, one sentence for everything that was done on the way, and what is kept of the table."""

    data: Dataset
    sentences: tuple[str, ...]
    table: Provenance

    @property
    def summary(self) -> str:
        """What was read, left out and put right, for a person."""
        classes = counted(max(len(self.data.classes), 1), "class", "classes")
        return " ".join([f"{counted(len(self.data), 'point')} in {classes}.", *self.sentences])

    def of_file(self, name: str, whole: bool = True) -> "Imported":
        """Return the points with the name of the file they came from; whole: of its first sheet, and of all rows."""
        kept = replace(self.table, file=name, plain=self.table.plain and whole)
        return replace(self, data=replace(self.data, provenance=kept), table=kept)


def guess(table: Table) -> ColumnChoice:
    """Return the most likely use of the columns: first names, then what they hold, then their order."""
    names = [name.casefold() for name in table.names]
    held = next((index for index, name in enumerate(names) if name in HELD), None)
    label = _guess_label(table, names, held)
    numbers = [index for index in features(table) if index not in (held, label)]
    numbers = [index for index in numbers if not (names[index] == "label" and label is not None)] or numbers
    counted = [index for index in numbers if not _is_numbering(names[index], table.columns[index])]
    numbers = counted if len(counted) > 1 else numbers
    for pair in PAIRS:
        places = [names.index(name) for name in pair if name in names]
        if len(places) == 2 and set(places) <= set(numbers):
            numbers = places
    x, y, *_ = [*numbers, None, None]
    many = label is not None and is_target(table.columns[label])
    return ColumnChoice(x, y, label, held, quantiles=THIRDS if many else 0)


def features(table: Table) -> list[int]:
    """Return the columns that can be drawn: those of numbers that are not all missing."""
    return [index for index, column in enumerate(table.columns) if not column.is_text and not column.missing.all()]


def without_numbers(table: Table) -> BadTable:
    """Return the sentence about a table in which no column can be drawn."""
    if len(table) == 1 and all(column.is_text for column in table.columns):
        return BadTable("There is no row of numbers: the table has one line of words and nothing below it.")
    missing = all(column.missing.all() for column in table.columns)
    what = "has no values" if missing else "holds words only"
    return BadTable(f"There is no column of numbers to draw: every row from line {int(table.lines[0])} on {what}.")


def with_projection(table: Table, choice: ColumnChoice) -> ColumnChoice:
    """Return a choice that projects all columns of numbers but the class and the held-out flag."""
    others = (choice.label, choice.held)
    return replace(choice, project=tuple(index for index in features(table) if index not in others))


def brought_in(table: Table, choice: ColumnChoice) -> Imported:
    """Return the points a choice of columns makes, and what was done; BadTable if it makes none."""
    sentences = list(table.notes)
    classes = _classes(table, choice, sentences)
    values, names = _values(table, choice, sentences)
    kept = _kept(table, values, sentences) if choice.missing == "skip" else _filled(values, sentences)
    if not kept.any():
        raise BadTable(f"Every row from line {int(table.lines[0])} on has a missing value: no point is left.")
    limits.check_rows(int(kept.sum()), 2, int(table.lines[-1]))
    points = values[kept]
    if choice.project:
        points, names = _projected(points, choice.standardise, sentences)
    if sentence := beyond_reach(points):
        raise BadTable(sentence)
    held = _held(table, choice)[kept]
    data = Dataset(points, classes.labels[kept], held, None, names, _all_names(classes.names))  # type: ignore[arg-type] # None: ids from 0
    return Imported(data, tuple(sentences), _provenance(table, choice, data, sentences))


def _provenance(table: Table, choice: ColumnChoice, data: Dataset, sentences: Sequence[str]) -> Provenance:
    """Return what is kept of the table; the name of its file is not known here."""
    used = choice.project or tuple(index for index in (choice.x, choice.y) if index is not None)
    label = None if choice.label is None else table.columns[choice.label]
    usual = THIRDS if label is not None and is_target(label) else 0
    plain = not choice.project and choice.missing == "skip" and choice.quantiles == usual and choice.held is None
    plain = plain and (label is not None or guess(table).label is None)
    return Provenance(
        "",
        tuple(table.names[index] for index in used),
        "" if label is None else label.name,
        len(table),
        len(table) - len(data),
        tuple(sentences),
        table.sheet if len(table.sheets) > 1 else "",
        plain and len(used) == 2,
        data.stamp,
    )


def explained(points: Array) -> tuple[Array, Array, Array]:
    """Return the mean, the principal directions (as rows) and the share of the variance each holds.

    The largest part of each direction is positive, so that the same table always gives the same picture.
    """
    mean = points.mean(axis=0)
    away = points - mean
    values, vectors = np.linalg.eigh(away.T @ away / len(points))
    directions, variances = vectors.T[::-1], np.maximum(values[::-1], 0)
    signs = np.sign(directions[np.arange(len(directions)), np.abs(directions).argmax(axis=1)])
    return mean, directions * signs[:, None], variances / (variances.sum() or 1.0)


def _guess_label(table: Table, names: Sequence[str], held: int | None) -> int | None:
    for wanted in LABELS:
        if wanted in names and names.index(wanted) != held:
            return names.index(wanted)
    usable = [index for index, column in enumerate(table.columns) if index != held and is_category(column)]
    texts = [index for index in usable if table.columns[index].is_text]
    last = len(table.columns) - 1
    if texts:
        return texts[-1]
    return last if last in usable and len(features(table)) > 2 else None


def _is_numbering(name: str, column: Column) -> bool:
    """Tell whether a column only counts the rows."""
    counting = np.array_equal(column.numbers, column.numbers[0] + np.arange(len(column)))
    return len(column) > 2 and counting and (name in NUMBERED or name.startswith("column "))


def _classes(table: Table, choice: ColumnChoice, sentences: list[str]) -> Classes:
    if choice.label is None:
        sentences.append("There is no class column: all points are of one class.")
        return Classes(np.full(len(table), choice.as_class, np.intp), ())
    column = table.columns[choice.label]
    numbers = next((other for other in table.columns if other.name == "label" and other is not column), None)
    classes = classes_of(column, choice.quantiles, sentences, numbers)
    unknown = int((classes.labels == UNLABELLED).sum())
    if unknown:
        first = int(table.lines[(classes.labels == UNLABELLED).argmax()])
        stay = "stays" if unknown == 1 else "stay"
        sentences.append(f"{counted(unknown, 'row')} without a class {stay} unlabelled; the first is line {first}.")
    return classes


def _values(table: Table, choice: ColumnChoice, sentences: list[str]) -> tuple[Array, tuple[str, str]]:
    """Return the chosen columns as numbers and the names of the axes."""
    used = choice.project or tuple(index for index in (choice.x, choice.y) if index is not None)
    if not used:
        raise without_numbers(table)
    for index in used:
        if table.columns[index].is_text or table.columns[index].missing.all():
            raise BadTable(f"The column {table.columns[index].name!r} holds no numbers: choose another one.")
    values = np.stack([table.columns[index].numbers for index in used], axis=1)
    names = [table.columns[index].name for index in used]
    sentences += filter(None, map(dates.told, names))
    if len(used) == 1 and not choice.project:
        sentences.append(f"There is one column of numbers: {names[0]!r} is laid along x₁, and x₂ is 0.")
        return np.column_stack([values, np.zeros(len(values))]), (names[0], "(no second feature)")
    if len(used) < 2:
        raise BadTable("A projection needs at least two columns of numbers.")
    return values, (names[0], names[1])


def _kept(table: Table, values: Array, sentences: list[str]) -> Mask:
    whole = np.asarray(np.isfinite(values).all(axis=1))
    skipped = int((~whole).sum())
    if skipped:
        first = int(table.lines[(~whole).argmax()])
        were = "was" if skipped == 1 else "were"
        sentences.append(f"{counted(skipped, 'row')} with missing values {were} left out; the first is line {first}.")
    return whole


def _filled(values: Array, sentences: list[str]) -> Mask:
    """Put the mean of each column in place of what is missing, within values."""
    gaps = np.isnan(values)
    if gaps.any():
        with np.errstate(over="ignore"):  # what overflows is refused later
            values[gaps] = np.broadcast_to(np.nanmean(values, axis=0), values.shape)[gaps]
        sentences.append(f"{int(gaps.sum()):,} missing values were replaced by the mean of their column.")
    return np.ones(len(values), bool)


def _projected(points: Array, standardise: bool, sentences: list[str]) -> tuple[Array, tuple[str, str]]:
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused
        deviations = points.std(axis=0)
        scaled = points / np.where(deviations > 0, deviations, 1.0) if standardise else points
        if not np.isfinite((scaled - scaled.mean(axis=0)) ** 2).all():
            raise BadTable("The numbers are too large to be projected.")
    mean, directions, shares = explained(scaled)
    first, second = 100 * shares[:2]
    how = "standardised columns" if standardise else "columns in their own units"
    sentences.append(
        f"{points.shape[1]} {how} were projected on their first two principal components, "
        f"which hold {first + second:.1f} % of the variance."
    )
    return (scaled - mean) @ directions[:2].T, (f"PC 1 ({first:.1f} %)", f"PC 2 ({second:.1f} %)")


def _held(table: Table, choice: ColumnChoice) -> Mask:
    if choice.held is None:
        return np.zeros(len(table), bool)
    column = table.columns[choice.held]
    if column.is_text:
        true = [word.casefold() in ("true", "yes", "1", "test") for word in column.words]
        return np.array([*true, False])[np.where(column.missing, -1, column.numbers).astype(np.intp)]
    return np.asarray(column.numbers > 0)


def _all_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return names + CLASS_NAMES[len(names) :]
