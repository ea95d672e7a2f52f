"""Points in the plane and what is known of each: never changed, only replaced."""

import numbers
import reprlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from typing import Self

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, Mask, bits, by_columns, frozen, is_same, scrambled, taken
from mlexplorer.core.numbers import counted, spoken
from mlexplorer.core.reach import numbers_of
from mlexplorer.core.shown import ShowsItself

UNLABELLED = -1
MOST_CLASSES = 9
MOST_HELD_OUT, SPLITS = 0.9, 10_000
ARRAYS = ("points", "labels", "held_out", "ids", "rows")
LOOKED_AT = 64  # rows that tell most data apart
CLASS_NAMES = tuple(f"Class {index}" for index in range(MOST_CLASSES))


@dataclass(frozen=True)
class ReadTable:
    """A table, the columns that became the axes and the classes, and what became of its rows.

    axes: the columns that were drawn; of more than two, a projection
    label: the column of classes; "" if there was none
    rows, dropped: how many rows the table had, and how many of them made no point
    done: a sentence for everything that was put right or left out
    sheet: of a workbook with several
    """

    file: str
    axes: tuple[str, ...] = ()
    label: str = ""
    rows: int = 0
    dropped: int = 0
    done: tuple[str, ...] = ()
    sheet: str = ""

    @property
    def place(self) -> str:
        """The file, and the sheet if it has several."""
        return f"{self.file}, sheet {self.sheet}" if self.sheet else self.file

    def columns(self, classes: Sequence[str] = ()) -> str:
        """Return the columns in words, the one of classes with those it gave, and how many rows were left out."""
        labels = [" ".join(filter(None, [self.label, _listed(classes)]))] if self.label else []
        left_out = f"; {self.dropped:,} of {counted(self.rows, 'row')} left out" if self.dropped else ""
        return ", ".join([_listed(self.axes), *labels]) + left_out


@dataclass(frozen=True)
class Provenance(ReadTable):
    """The table that points were read from, and those whose points were added to them.

    plain: whether file, sheet, axes and label are enough to read the same points again
    stamp: of the points as they were read; if they have another, they were edited since
    others: the tables added later
    """

    plain: bool = False
    stamp: int = 0
    others: tuple[ReadTable, ...] = ()

    @property
    def tables(self) -> tuple[ReadTable, ...]:
        """All tables, in the order in which they came."""
        return (self, *self.others)

    @property
    def files(self) -> str:
        """The names of all files, in words."""
        return _listed(list(dict.fromkeys(table.file for table in self.tables)))

    def told(self, count: int, classes: Sequence[str], stamp: int) -> str:
        """Return so many points of some classes in words: how many, of which files and columns, and what was done."""
        words = f"{counted(count, 'point')} from {self.place}: {self.columns(classes)}"
        if self.others:
            of_classes = f" ({_listed(classes)})" if classes else ""
            tables = [f"{table.place} ({table.columns()})" for table in self.tables]
            words = f"{counted(count, 'point')}{of_classes} from {_listed(tables)}"
        return words + ("; edited" if stamp != self.stamp else "")

    def with_tables(self, other: "Provenance") -> "Provenance":
        """Return this with the tables of other points, which were added to these."""
        names = [part.name for part in fields(ReadTable)]
        added = (ReadTable(**{name: getattr(table, name) for name in names}) for table in other.tables)
        return replace(self, plain=False, others=(*self.others, *added))


@dataclass(frozen=True, eq=False)
class Dataset(ShowsItself):
    """Points, labels (−1 = unlabelled), ids that are never reused, and which points are held out for testing."""

    points: Array
    labels: Labels
    held_out: Mask = field(default=None)  # type: ignore[arg-type] # None becomes "none held out" at once
    ids: Labels = field(default=None)  # type: ignore[arg-type] # None becomes 0, 1, 2, … at once
    names: tuple[str, str] = ("x₁", "x₂")
    class_names: tuple[str, ...] = CLASS_NAMES
    next_id: int = -1
    rows: Labels = field(default=None)  # type: ignore[arg-type] # None: these points are not a part of others
    provenance: Provenance | None = None  # of points that were read from a table, also after edits

    def __post_init__(self) -> None:
        """Check shapes and values and make every array read-only."""
        points = numbers_of(self.points, "points", finite=False)
        points = points.reshape(-1, 2) if points.size == 0 else np.atleast_1d(points)
        count = len(points)
        put = partial(object.__setattr__, self)
        put("points", by_columns(points))
        labels = self.labels if isinstance(self.labels, np.ndarray) else numbers_of(self.labels, "labels")
        put("labels", frozen(labels if np.size(labels) else np.empty(0), np.intp))
        held_out = taken(np.zeros(count, bool)) if self.held_out is None else self.held_out
        put("held_out", frozen(held_out, np.bool_))
        put("ids", frozen(taken(np.arange(count)) if self.ids is None else self.ids, np.intp))
        put("rows", frozen(taken(np.arange(count)) if self.rows is None else self.rows, np.intp))
        put("names", tuple(map(spoken, self.names)))
        put("class_names", (*map(spoken, self.class_names), *CLASS_NAMES[len(self.class_names) :]))
        put("next_id", max(self.next_id, int(self.ids.max(initial=-1)) + 1))
        self._check(count)

    def __len__(self) -> int:
        return len(self.points)

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Dataset) or self.key != other.key:
            return self is other
        return all(is_same(getattr(self, name), getattr(other, name)) for name in ARRAYS)

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What is quickly told of it: equal data have equal keys, and others nearly always other keys."""
        sums = [int(bits(getattr(self, name)).sum(dtype=np.uint64)) for name in ARRAYS[:-1]]  # whole numbers wrap round
        some = self.points[:: len(self) // LOOKED_AT + 1].tobytes()
        return (len(self), *sums, some, self.names, self.class_names, self.next_id, self.provenance)

    @cached_property
    def stamp(self) -> int:
        """A number that tells these points and labels from others, on every day and every machine."""
        points, labels = np.ascontiguousarray(self.points, "<f8"), np.ascontiguousarray(self.labels, "<i8")
        return zlib.crc32(labels.data, zlib.crc32(points.data))

    @property
    def origin(self) -> str:
        """Where they came from, in words: the file, its columns and classes, and what was done; "" if there is none."""
        if self.provenance is None:
            return ""
        names = [self.class_names[label] for label in self.classes.tolist()]
        return self.provenance.told(len(self), names, self.stamp)

    @cached_property
    def classes(self) -> Labels:
        """The labels present, in order, without the unlabelled."""
        return np.flatnonzero(np.bincount(self.labels[self.labels >= 0]))

    @cached_property
    def columns(self) -> Labels:
        """The place of each label among the classes; that of the unlabelled means nothing."""
        table = np.zeros(MOST_CLASSES + 1, np.intp)
        table[self.classes] = np.arange(len(self.classes))
        return table.take(self.labels, mode="wrap")

    @property
    def numbers(self) -> Labels:
        """The numbers of the points where people read them: counted from 1."""
        return self.ids + 1

    @cached_property
    def training(self) -> "Dataset":
        """The labelled points that are not held out; `rows` maps back."""
        return self.part(~self.held_out & (self.labels != UNLABELLED))

    @cached_property
    def unheld(self) -> "Dataset":
        """All points that are not held out, labelled or not; `rows` maps back."""
        return self.part(~self.held_out)

    @cached_property
    def testing(self) -> "Dataset":
        """The labelled points that are held out; `rows` maps back."""
        return self.part(self.held_out & (self.labels != UNLABELLED))

    def part(self, chosen: Mask | Labels) -> "Dataset":
        """Return some of the points, in order; `rows` say where they are in the whole, also for a part of a part."""
        rows = np.flatnonzero(chosen) if np.asarray(chosen).dtype == bool else np.asarray(chosen, dtype=np.intp)
        if len(rows) == len(self) and np.array_equal(rows, np.arange(len(self))):
            return self
        return replace(
            self,
            points=taken(self.points[rows]),
            labels=taken(self.labels[rows]),
            held_out=taken(self.held_out[rows]),
            ids=taken(self.ids[rows]),
            rows=taken(self.rows[rows]),
        )

    def added(self, points: npt.ArrayLike, labels: npt.ArrayLike) -> Self:
        """Return the data with points appended, under new ids."""
        extra = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        count = len(extra)
        return self._whole(
            points=taken(np.concatenate([self.points, extra])),
            labels=taken(np.concatenate([self.labels, np.broadcast_to(np.asarray(labels, dtype=np.intp), count)])),
            held_out=taken(np.concatenate([self.held_out, np.zeros(count, bool)])),
            ids=taken(np.concatenate([self.ids, self.next_id + np.arange(count)])),
            next_id=self.next_id + count,
        )

    def without(self, rows: npt.ArrayLike) -> Self:
        """Return the data without the points in rows."""
        kept = np.ones(len(self), bool)
        kept[np.asarray(rows, dtype=np.intp)] = False
        return self._whole(
            points=taken(self.points[kept]),
            labels=taken(self.labels[kept]),
            held_out=taken(self.held_out[kept]),
            ids=taken(self.ids[kept]),
            provenance=self.provenance if kept.any() else None,
        )

    def moved(self, rows: npt.ArrayLike, places: npt.ArrayLike) -> Self:
        """Return the data with the points in rows put at places."""
        points = self.points.copy()
        points[np.asarray(rows, dtype=np.intp)] = places
        return self._whole(points=taken(points))

    def relabelled(self, rows: npt.ArrayLike, label: int) -> Self:
        """Return the data with the points in rows given a label."""
        labels = self.labels.copy()
        labels[np.asarray(rows, dtype=np.intp)] = label
        return self._whole(labels=taken(labels))

    def holding(self, held_out: npt.ArrayLike) -> Self:
        """Return the data with another choice of held-out points."""
        return self._whole(held_out=np.asarray(held_out, dtype=bool))

    def hold_out(self, share: float, seed: int = 0) -> Self:
        """Return the data with a share of each class held out for testing: the points with the lowest hash(seed, id).

        Another seed holds out other points; points that are added later do not change who is held out of the others.
        """
        if not isinstance(share, numbers.Real) or not 0.0 <= share <= MOST_HELD_OUT:
            raise ValueError(f"share must be a number from 0 to {MOST_HELD_OUT}, not {reprlib.repr(share)}.")
        if not isinstance(seed, numbers.Integral) or not 0 <= seed < SPLITS:
            raise ValueError(f"seed must be a whole number from 0 to {SPLITS - 1}, not {reprlib.repr(seed)}.")
        held_out = np.zeros(len(self), bool)
        lots = scrambled(self.ids * SPLITS + int(seed))  # all different
        for label in self.classes:
            rows = np.flatnonzero(self.labels == label)
            count = int(share * len(rows) + 0.5)
            held_out[rows[np.argpartition(lots[rows], min(count, len(rows) - 1))[:count]]] = True
        return self.holding(taken(held_out))

    def in_a_line(self) -> str:
        """Return how many points there are, over what, and the classes with their codes, names and numbers."""
        counts = {label: int((self.labels == label).sum()) for label in self.classes.tolist()}
        usual = {label for label in counts if self.class_names[label] == CLASS_NAMES[label]}
        told = [f"{n}{'' if n in usual else f' = {self.class_names[n]}'} ({count})" for n, count in counts.items()]
        unlabelled, held_out = int((self.labels == UNLABELLED).sum()), int(self.held_out.sum())
        told += [f"{unlabelled} unlabelled"] * (unlabelled > 0)
        ends = [", ".join(told)] * bool(told) + [f"{held_out} held out"] * (held_out > 0)
        words = f"Dataset of {counted(len(self), 'point')}, {self.names[0]} and {self.names[1]}"
        return ": ".join([words, "; ".join(ends)]) if ends else words

    def _whole(self, **changes: object) -> Self:
        return replace(self, rows=None, **changes)  # type: ignore[arg-type] # the fields' own names

    def _check(self, count: int) -> None:
        if self.points.ndim != 2 or self.points.shape[1] != 2:
            raise ValueError(f"points must have shape (n, 2), not {self.points.shape}.")
        for name in ("labels", "held_out", "ids", "rows"):
            if getattr(self, name).shape != (count,):
                raise ValueError(f"{name} must have one entry for each of the {count} points.")
        if not np.isfinite(self.points).all():
            raise ValueError("points must be finite numbers.")
        if count and not -1 <= self.labels.min() <= self.labels.max() < MOST_CLASSES:
            raise ValueError(f"labels must be whole numbers from 0 to {MOST_CLASSES - 1}, or −1 for unlabelled.")


def _listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: a, b and c."""
    *first, last = names or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def features(points: Array) -> int:
    """Return 1 for points that all have the same x₂ and differ in x₁, so that they have a single feature; else 2."""
    if len(points) < 2 or points[0, 1] != points[1, 1]:
        return 2
    return 1 if bool((points[:, 1] == points[0, 1]).all()) and bool(np.ptp(points[:, 0]) > 0) else 2


def nothing() -> Dataset:
    """Return a data set without points."""
    return Dataset(np.empty((0, 2)), np.empty(0, dtype=np.intp))


def sampled(data: Dataset, most: int) -> Dataset:
    """Return a random sample of at most so many points, in order; each class keeps its share, and at least one point.

    It is always the same one, and stable when points are added.
    """
    return data if len(data) <= most else _sampled(data, most)


@lru_cache(maxsize=4)
def _sampled(data: Dataset, most: int) -> Dataset:
    order = np.argsort(scrambled(data.ids))
    chosen = [order[:most]]
    for label in data.classes:
        if not (data.labels[chosen[0]] == label).any():
            chosen.append(order[data.labels[order] == label][:1])
    rows = np.sort(np.concatenate(chosen))
    return replace(data.part(rows), rows=data.rows[rows])
