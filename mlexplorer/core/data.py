"""Points in the plane and what is known of each: never changed, only replaced."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, Mask, digest, frozen

UNLABELLED = -1
MOST_CLASSES = 9
CLASS_NAMES = tuple(f"Class {index}" for index in range(MOST_CLASSES))


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points, labels (−1 = unlabelled), ids that are never reused, and which points are held out for testing."""

    points: Array
    labels: Labels
    held: Mask = field(default=None)  # type: ignore[arg-type] # None becomes "none held out" at once
    ids: Labels = field(default=None)  # type: ignore[arg-type] # None becomes 0, 1, 2, … at once
    names: tuple[str, str] = ("x₁", "x₂")
    class_names: tuple[str, ...] = CLASS_NAMES
    next_id: int = -1
    rows: Labels = field(default=None)  # type: ignore[arg-type] # None: these points are not a part of others

    def __post_init__(self) -> None:
        """Check shapes and values and make every array read-only."""
        points = np.asarray(self.points, dtype=np.float64)
        points = points.reshape(-1, 2) if points.size == 0 else points
        count = len(points)
        self._set("points", frozen(points))
        self._set("labels", frozen(self.labels if np.size(self.labels) else np.empty(0), np.intp))
        self._set("held", frozen(np.zeros(count, bool) if self.held is None else self.held, np.bool_))
        self._set("ids", frozen(np.arange(count) if self.ids is None else self.ids, np.intp))
        self._set("rows", frozen(np.arange(count) if self.rows is None else self.rows, np.intp))
        self._set("next_id", max(self.next_id, int(self.ids.max(initial=-1)) + 1))
        self._check(count)

    def __len__(self) -> int:
        return len(self.points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def key(self) -> str:
        """A digest of everything in it: equal data have equal keys."""
        return digest(
            self.points, self.labels, self.held, self.ids, self.rows, self.names, self.class_names, self.next_id
        )

    @cached_property
    def classes(self) -> Labels:
        """The labels present, in order, without the unlabelled."""
        return np.flatnonzero(np.bincount(self.labels[self.labels >= 0]))

    @cached_property
    def training(self) -> "Dataset":
        """The labelled points that are not held out; `rows` maps back."""
        return self.part(~self.held & (self.labels != UNLABELLED))

    @cached_property
    def unheld(self) -> "Dataset":
        """All points that are not held out, labelled or not; `rows` maps back."""
        return self.part(~self.held)

    @cached_property
    def testing(self) -> "Dataset":
        """The labelled points that are held out; `rows` maps back."""
        return self.part(self.held & (self.labels != UNLABELLED))

    def part(self, chosen: Mask | Labels) -> "Dataset":
        """Return some of the points, in order; `rows` say where they are in the whole, also for a part of a part."""
        rows = np.flatnonzero(chosen) if np.asarray(chosen).dtype == bool else np.asarray(chosen, dtype=np.intp)
        if len(rows) == len(self) and np.array_equal(rows, np.arange(len(self))):
            return self
        return replace(
            self,
            points=self.points[rows],
            labels=self.labels[rows],
            held=self.held[rows],
            ids=self.ids[rows],
            rows=self.rows[rows],
        )

    def added(self, points: npt.ArrayLike, labels: npt.ArrayLike) -> Self:
        """Return the data with points appended, under new ids."""
        extra = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        count = len(extra)
        return self._whole(
            points=np.concatenate([self.points, extra]),
            labels=np.concatenate([self.labels, np.broadcast_to(np.asarray(labels, dtype=np.intp), count)]),
            held=np.concatenate([self.held, np.zeros(count, bool)]),
            ids=np.concatenate([self.ids, self.next_id + np.arange(count)]),
            next_id=self.next_id + count,
        )

    def without(self, rows: npt.ArrayLike) -> Self:
        """Return the data without the points in rows."""
        kept = np.ones(len(self), bool)
        kept[np.asarray(rows, dtype=np.intp)] = False
        return self._whole(points=self.points[kept], labels=self.labels[kept], held=self.held[kept], ids=self.ids[kept])

    def moved(self, rows: npt.ArrayLike, places: npt.ArrayLike) -> Self:
        """Return the data with the points in rows put at places."""
        points = self.points.copy()
        points[np.asarray(rows, dtype=np.intp)] = places
        return self._whole(points=points)

    def relabelled(self, rows: npt.ArrayLike, label: int) -> Self:
        """Return the data with the points in rows given a label."""
        labels = self.labels.copy()
        labels[np.asarray(rows, dtype=np.intp)] = label
        return self._whole(labels=labels)

    def holding(self, held: npt.ArrayLike) -> Self:
        """Return the data with another choice of held-out points."""
        return self._whole(held=np.asarray(held, dtype=bool))

    def _whole(self, **changes: object) -> Self:
        return replace(self, rows=None, **changes)  # type: ignore[arg-type] # the fields' own names

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check(self, count: int) -> None:
        if self.points.ndim != 2 or self.points.shape[1] != 2:
            raise ValueError(f"points must have shape (n, 2), not {self.points.shape}.")
        for name in ("labels", "held", "ids", "rows"):
            if getattr(self, name).shape != (count,):
                raise ValueError(f"{name} must have one entry for each of the {count} points.")
        if not np.isfinite(self.points).all():
            raise ValueError("points must be finite numbers.")
        if count and not -1 <= self.labels.min() <= self.labels.max() < MOST_CLASSES:
            raise ValueError(f"labels must be whole numbers from 0 to {MOST_CLASSES - 1}, or −1 for unlabelled.")


def nothing() -> Dataset:
    """Return a data set without points."""
    return Dataset(np.empty((0, 2)), np.empty(0, dtype=np.intp))
