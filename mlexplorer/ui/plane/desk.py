"""What the tools work with: the points under the hand, the current class, the selection, and one way to edit."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QPointF, Signal

from mlexplorer.core.arrays import NO_ROWS, Array, Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.edits.roles import with_roles
from mlexplorer.edits.starts import keeping_starts
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.point_display import LOCK, drawn_places
from mlexplorer.pipeline.snapshot import Prepared, Snapshot
from mlexplorer.session.session import Document, Session
from mlexplorer.ui.plane.brush import Brush
from mlexplorer.ui.plane.canvas import Canvas
from mlexplorer.ui.plane.ink import Ink
from mlexplorer.ui.store import Store

REACH = 14.0  # design pixels from which a point can be grasped


class Desk(QObject):
    """Knows where the points are on the screen and turns what the hand does into edits of the session."""

    class_changed = Signal(int)
    selection_changed = Signal()
    brush_changed = Signal()
    hand_changed = Signal()  # what the tool draws around the pointer

    def __init__(self, store: Store, canvas: Canvas, parent: QObject | None = None, ink: Ink | None = None) -> None:
        super().__init__(parent)
        self.store, self.canvas = store, canvas
        self.ink: Ink = ink or Ink(store, self)  # planes side by side share theirs
        self.current_class = 0
        self.brush = Brush()
        self.selected: frozenset[int] = frozenset()  # ids
        self._selected_among: Labels = NO_ROWS  # the ids of the points when it was last seen that all of them exist
        self.snapshot: Snapshot | None = None  # what the plane shows
        store.changed.connect(self._on_changed)

    @property
    def prepared(self) -> Prepared:
        """The points of the present session."""
        return prepare(self.store.session.document)

    @property
    def data(self) -> Dataset:
        """The points as the plane shows them."""
        return self.prepared.data

    @property
    def places(self) -> Array:
        """Where the points are drawn on the plane."""
        return drawn_places(self.data, self.store.session.view, self.canvas.bounds)

    def choose_brush(self, brush: Brush) -> None:
        """Use another brush."""
        self.brush = brush
        self.brush_changed.emit()

    def choose_class(self, label: int) -> None:
        """Make another class the current one."""
        self.current_class = label
        self.class_changed.emit(label)

    def select(self, rows: Labels) -> None:
        """Select the points in rows."""
        self.select_ids(frozenset(self.data.ids[rows].tolist()))

    def select_ids(self, ids: frozenset[int]) -> None:
        """Select points by their ids."""
        if ids != self.selected:
            self.selected, self._selected_among = ids, NO_ROWS
            self.selection_changed.emit()

    @property
    def selected_rows(self) -> Labels:
        """The rows of the selected points."""
        if not self.selected:
            return NO_ROWS
        return np.flatnonzero(np.isin(self.data.ids, np.fromiter(self.selected, np.intp, len(self.selected))))

    def nearest(self, position: QPointF, reach: float = REACH) -> int | None:
        """Return the row of the point nearest to a position in the widget, if one is within reach."""
        gaps = self._gaps(position)
        if len(gaps) == 0 or gaps.min() > reach * self.canvas.unit:
            return None
        return int(gaps.argmin())

    def within(self, position: QPointF, radius: float) -> Labels:
        """Return the rows of the points within a radius in design pixels."""
        return np.flatnonzero(self._gaps(position) <= radius * self.canvas.unit)

    def along(self, start: QPointF, end: QPointF, radius: float) -> Labels:
        """Return the rows of the points within a radius (in design pixels) of the way between two positions."""
        places = self.canvas.position_of(self.places) - [start.x(), start.y()]
        way = np.array([end.x() - start.x(), end.y() - start.y()])
        share = np.clip(places @ way / max(float(way @ way), 1e-12), 0, 1)
        return np.flatnonzero(np.hypot(*(places - share[:, None] * way).T) <= radius * self.canvas.unit)

    def pixels_between(self, one: Array, two: Array) -> float:
        """Return how far two places are from each other on the screen, in design pixels."""
        ends = self.canvas.position_of(np.stack([one, two]))
        return float(np.hypot(*(ends[1] - ends[0]))) / self.canvas.unit

    def raw_places(self, places: Array) -> Array:
        """Return places of the plane in the coordinates of the document."""
        return self.prepared.affine.back(np.atleast_2d(places))

    def add(self, places: Array, label: int, name: str, merge: str = "") -> None:
        """Add points of a class at places of the plane, on the line of the others if x₁ is all that may change."""
        raw, new = self.prepared.raw, self.raw_places(places)
        if self.is_locked:
            new[:, self._locked_axis] = raw.points[0, self._locked_axis] if len(raw) else 0.0
        self.edit(raw.added(new, label), name, merge)

    def move(self, rows: Labels | list[int], places: Array, name: str, merge: str = "") -> None:
        """Put points at places of the plane; if x₁ is all that may change, x₂ stays."""
        raw, new = self.prepared.raw, self.raw_places(places)
        if self.is_locked:
            new[:, self._locked_axis] = raw.points[rows, self._locked_axis]
        self.edit(raw.moved(rows, new), name, merge)

    @property
    def is_locked(self) -> bool:
        """Whether the hand can change x₁ only."""
        return self.store.session.view.shows(LOCK)

    def remove(self, rows: Labels | list[int], name: str, merge: str = "") -> None:
        """Remove points."""
        self.edit(self.prepared.raw.without(rows), name, merge)

    def hold(self, held: Mask, name: str, merge: str = "") -> None:
        """Say for each point whether it is held out: those that change keep their role, whatever is dealt."""
        self._put(with_roles(self.store.session.document, held), name, merge)

    def edit(self, raw: Dataset, name: str, merge: str = "") -> None:
        """Replace the points by edited ones."""
        self._put(replace(self.store.session.document, points=raw), name, merge)

    def _put(self, document: Document, name: str, merge: str) -> None:
        """Edit the document; the view stays where it is, so that the ground does not move, and so do drawn starts."""
        view = self.store.session.view
        if view.bounds is None:
            view = replace(view, bounds=self.canvas.bounds)
        if self.snapshot is not None:
            document = keeping_starts(document, self.snapshot)
        self.store.edit(Session(document, view), name, merge)

    @property
    def _locked_axis(self) -> int:
        """The coordinate of the document that is shown as x₂."""
        return int(np.abs(self.prepared.affine.matrix[1]).argmax())

    def _gaps(self, position: QPointF) -> Array:
        places = self.canvas.position_of(self.places)
        return np.hypot(places[:, 0] - position.x(), places[:, 1] - position.y())

    def _on_changed(self, old: Session, new: Session) -> None:
        if type(old.document.source) is not type(new.document.source):
            self.select_ids(frozenset())  # the ids of other points mean nothing
        self._drop_vanished()

    def _drop_vanished(self) -> None:
        ids = self.data.ids
        if self.selected and ids is not self._selected_among:
            self._selected_among = ids
            present = frozenset(ids[self.selected_rows].tolist())
            if len(present) < len(self.selected):
                self.selected = present
                self.selection_changed.emit()
