"""What the tools work with: the points under the hand, the current class, the selection, and one way to edit."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QPointF, Signal

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.session.pipeline import prepare
from mlexplorer.session.snapshot import Prepared, Snapshot
from mlexplorer.ui.canvas import Canvas
from mlexplorer.ui.store import Store

REACH = 14.0  # design pixels from which a point can be grasped


class Desk(QObject):
    """Knows where the points are on the screen and turns what the hand does into edits of the session."""

    class_changed = Signal(int)
    selection_changed = Signal()

    def __init__(self, store: Store, canvas: Canvas, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store, self.canvas = store, canvas
        self.current_class = 0
        self.selected: frozenset[int] = frozenset()  # ids
        self.snapshot: Snapshot | None = None  # what the plane shows
        store.changed.connect(self._drop_vanished)

    @property
    def prepared(self) -> Prepared:
        """The points of the present session."""
        return prepare(self.store.session.document)

    @property
    def data(self) -> Dataset:
        """The points as the plane shows them."""
        return self.prepared.data

    def choose_class(self, label: int) -> None:
        """Make another class the current one."""
        self.current_class = label
        self.class_changed.emit(label)

    def select(self, rows: Labels) -> None:
        """Select the points in rows."""
        self.selected = frozenset(self.data.ids[rows].tolist())
        self.selection_changed.emit()

    @property
    def selected_rows(self) -> Labels:
        """The rows of the selected points."""
        return np.flatnonzero(np.isin(self.data.ids, list(self.selected)))

    def nearest(self, position: QPointF, reach: float = REACH) -> int | None:
        """Return the row of the point nearest to a position in the widget, if one is within reach."""
        gaps = self._gaps(position)
        if len(gaps) == 0 or gaps.min() > reach * self.canvas.unit:
            return None
        return int(gaps.argmin())

    def within(self, position: QPointF, radius: float) -> Labels:
        """Return the rows of the points within a radius in design pixels."""
        return np.flatnonzero(self._gaps(position) <= radius * self.canvas.unit)

    def pixels_between(self, one: Array, two: Array) -> float:
        """Return how far two places are from each other on the screen, in design pixels."""
        ends = self.canvas.position_of(np.stack([one, two]))
        return float(np.hypot(*(ends[1] - ends[0]))) / self.canvas.unit

    def raw_places(self, places: Array) -> Array:
        """Return places of the plane in the coordinates of the document."""
        return self.prepared.affine.back(np.atleast_2d(places))

    def add(self, places: Array, label: int, name: str, merge: str = "") -> None:
        """Add points of a class at places of the plane."""
        self.edit(self.prepared.raw.added(self.raw_places(places), label), name, merge)

    def move(self, rows: Labels | list[int], places: Array, name: str, merge: str = "") -> None:
        """Put points at places of the plane."""
        self.edit(self.prepared.raw.moved(rows, self.raw_places(places)), name, merge)

    def remove(self, rows: Labels | list[int], name: str, merge: str = "") -> None:
        """Remove points."""
        self.edit(self.prepared.raw.without(rows), name, merge)

    def edit(self, raw: Dataset, name: str, merge: str = "") -> None:
        """Replace the points by edited ones; the view stays where it is, so that the ground does not move."""
        session = self.store.session
        view = session.view
        if view.bounds is None:
            view = replace(view, bounds=self.canvas.bounds)
        self.store.edit(replace(session.with_points(raw), view=view), name, merge)

    def _gaps(self, position: QPointF) -> Array:
        places = self.canvas.position_of(self.data.points)
        return np.hypot(places[:, 0] - position.x(), places[:, 1] - position.y())

    def _drop_vanished(self) -> None:
        present = frozenset(self.data.ids.tolist()) if self.selected else frozenset()
        if not self.selected <= present:
            self.selected &= present
            self.selection_changed.emit()
