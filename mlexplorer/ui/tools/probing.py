"""Asking the plane why: the probe follows the pointer until a click makes it stay."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from mlexplorer.core.capabilities import HasMerges, HasNetwork, HasPointWorking, HasTree
from mlexplorer.layers import cutting, groups, why_here
from mlexplorer.layers.points import nearest_row
from mlexplorer.marks.marks import Layer, Mark
from mlexplorer.session.session import Session
from mlexplorer.session.touching import POINTER, changed
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.plane.tool import Tool, Touch
from mlexplorer.ui.store import Store

LAYER = PANEL = "probe"
STRUCTURE = "structure"  # the panel that follows the pointer through a tree
EXPLAIN = "explain"  # the panel that follows it from point to point


class ProbeTool(Tool):
    """Shows why a place is decided as it is: under the pointer, or where it was clicked."""

    name, title, key, icon = "probe", "Why here?", "?", "probe"
    help = "Point at a place to see why it is decided as it is; click to stay there, right-click to go on"
    stays = False

    def press(self, touch: Touch) -> None:
        """Stay at this place."""
        self.stays = True
        self._look(touch)

    def drag(self, touch: Touch) -> None:
        """Take the place along."""
        self._look(touch)

    def right(self, touch: Touch) -> bool:
        """Follow the pointer again."""
        self.stays = False
        self._look(touch)
        return True

    def _look(self, touch: Touch) -> None:
        self.look_at((touch.x, touch.y))

    def look_at(self, place: tuple[float, float]) -> None:
        """Show the sum behind a place, or fill in the diagram of a network if that is looked at."""
        view, snapshot = self.desk.store.session.view, self.desk.snapshot
        fills_in = snapshot is not None and isinstance(snapshot.step, HasNetwork) and view.panel == STRUCTURE
        self.desk.store.look(replace(view, probe=place, panel=STRUCTURE if fills_in else PANEL))


class CutTool(Tool):
    """Draws a line across the plane, along which scores are shown."""

    name, title, key, icon = "cut", "Slice", "X", "cut"
    help = "Draw a line across the plane to see scores and probabilities along it; right-click takes it away"
    _start: tuple[float, float] = (0.0, 0.0)

    def press(self, touch: Touch) -> None:
        """Begin a line."""
        self._start = (touch.x, touch.y)

    def drag(self, touch: Touch) -> None:
        """Draw it to here."""
        store = self.desk.store
        store.look(replace(store.session.view, cut=(*self._start, touch.x, touch.y), panel=self.name))

    def right(self, touch: Touch) -> bool:
        """Take the line away."""
        del touch
        store = self.desk.store
        store.look(replace(store.session.view, cut=None))
        return True


class ProbeFollower(QObject):
    """Keeps the probe of the view at the pointer while its tool is in use, and draws it on the plane."""

    def __init__(self, view: PlaneView, store: Store) -> None:
        super().__init__(view)
        self._view, self._store = view, store
        self._is_drawn = False
        view.hovered.connect(self._follow)
        view.pictured.connect(self._show)
        store.changed.connect(self._on_changed)

    def _follow(self, place: tuple[float, float] | None) -> None:
        tool, view = self._view.tool, self._store.session.view
        if isinstance(tool, ProbeTool):
            if place is not None and not tool.stays:
                tool.look_at(place)
        elif view.probe is not None or view.panel in (STRUCTURE, EXPLAIN):
            node = self._node(place) if view.panel == STRUCTURE else view.node
            point = self._point(place) if view.panel == EXPLAIN else None
            self._store.look(replace(view, probe=None, node=node, point=point))

    def _node(self, place: tuple[float, float] | None) -> int | None:
        """Return the leaf of a tree that a place falls into, or the cluster of the point that is there."""
        picture = self._view.picture
        step = None if picture is None else picture.snapshot.step
        if picture is None or place is None:
            return None
        if isinstance(step, HasMerges):
            return groups.cluster_at(picture.snapshot, step, np.array(place))
        return why_here.leaf_number(step.tree, np.array(place)) if isinstance(step, HasTree) else None

    def _point(self, place: tuple[float, float] | None) -> int | None:
        """Return the id of the point under the pointer, or of the one before it: a panel must stay to be read."""
        picture = self._view.picture
        if picture is None or not isinstance(picture.snapshot.step, HasPointWorking):
            return None
        row = None if place is None else nearest_row(picture.snapshot, np.array(place))
        return self._store.session.view.point if row is None else int(picture.snapshot.data.ids[row])

    def _on_changed(self, old: Session, new: Session) -> None:
        if changed(old, new, POINTER):
            self._show()

    def _show(self) -> None:
        view, picture = self._store.session.view, self._view.picture
        marks: tuple[Mark, ...] = ()
        if picture is not None and view.probe is not None:
            marks = why_here.marks_at(picture.snapshot, view.probe)
        elif picture is not None:
            marks = why_here.node_marks(picture.snapshot, view.node)
        if picture is not None and view.point is not None and view.panel == EXPLAIN:
            marks = (*marks, *why_here.point_marks(picture.snapshot, view.point))
        if picture is not None and view.cut is not None:
            session = replace(picture.snapshot.session, view=view)
            marks = (*marks, *cutting.marks(replace(picture.snapshot, session=session)))
        if marks or self._is_drawn:
            self._is_drawn = bool(marks)
            self._view.canvas.show_layers((Layer(LAYER, marks),), len(self._view.desk.data), partly=True)
