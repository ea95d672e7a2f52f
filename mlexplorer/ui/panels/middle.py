"""The middle of the window: the panel on the left, the plane, and the linked view beside it, in its place, or alone."""

from functools import partial

from PySide6.QtCore import QEvent, QRect
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.edges import DOCKED, DRAWER, STAGED, Edge, Room, lay_out
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.plane.many_planes import SideBySide
from mlexplorer.ui.plane.plane_view import PlaneView

BESIDE, SWAPPED, ALONE = "beside", "swapped", "alone"  # where the linked view stands
LEFT, RIGHT = Room(248, 400), Room(320, 4000)
NARROW, NARROWER = 1180, 900  # design pixels of a window in which the linked view and the left panel are drawers
MOST = 0.5  # of the window that a view beside the plane may take
WIDEST = 16_777_215  # as wide as Qt allows


class Middle(QWidget):
    """Keeps the sizes of the parts, and exchanges the plane and the linked view."""

    def __init__(
        self,
        panel: LeftPanel,
        table: DataTable,
        planes: tuple[PlaneView, SideBySide],
        linked: Linked,
    ) -> None:
        super().__init__()
        self.panel, self.linked = panel, linked
        self.arrangement = BESIDE
        self.on_stage = 0  # pixels of what stands at the side there; 0: the window is not on stage
        self.centre = QWidget(self)  # the plane, or those of all runs
        inside = QVBoxLayout(self.centre)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        for plane in planes:
            inside.addWidget(plane, 1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        panel.setParent(self)
        linked.setParent(self)
        self.left = Edge("Left panel", "left", panel, LEFT)
        self.right = Edge("Linked view", "right", linked, RIGHT)
        self._table, self._last = table, list[QWidget]()
        self._laid: list[QWidget] = []  # what stands in the row
        for edge in self.edges:
            edge.sized.connect(lambda _: self.fit())
            edge.folded.connect(partial(self._on_folded, edge))
        self.right.folded.connect(lambda _: self.arrange(BESIDE))
        self._lay_row()

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """The edges that can be dragged."""
        return self.left, self.right

    def add(self, part: QWidget) -> None:
        """Put a part to the right of all others."""
        self._last.append(part)
        self._lay_row()

    def remove(self, part: QWidget) -> None:
        """Forget a part that was added; it has no place in the window any more."""
        self._last.remove(part)
        self._laid.remove(part)
        self._row.removeWidget(part)
        part.setParent(None)

    def arrange(self, arrangement: str) -> None:
        """Put the linked view beside the plane, in its place, or in that of both."""
        if arrangement == self.arrangement:
            return
        self.arrangement = arrangement
        self._stand()
        if arrangement != BESIDE:
            self.right.fold(False)
        self.centre.setVisible(arrangement != ALONE)
        self.right.setVisible(arrangement != ALONE and not self.on_stage)
        self.right.measured = self.linked if arrangement == BESIDE else self.centre
        self.fit()
        lay_out(self.centre)

    def fit(self) -> None:
        """Give every part the size that it was given by hand, or the usual one of a window as wide as this."""
        self._stand()
        self._lay_row()
        window = self.window().width()
        self.panel.setFixedWidth(theme.px(self.left.remembered or self.panel.usual))
        most = max(round(MOST * window), theme.px(RIGHT.least))
        width = self.on_stage or min(theme.px(self.right.remembered or self.linked.usual(window)), most)
        for part, is_narrow in ((self.linked, self.arrangement == BESIDE), (self.centre, self.arrangement == SWAPPED)):
            part.setMinimumWidth(width if is_narrow else 0)
            part.setMaximumWidth(width if is_narrow else WIDEST)
        self._put_drawers()

    def shut(self) -> bool:
        """Shut the drawer that was pulled out. False: there is none."""
        out = [edge for edge in self.edges if edge.is_drawer and edge.part.isVisible()]
        for edge in out[-1:]:
            edge.fold(True)
        return bool(out)

    def _on_folded(self, edge: Edge, folded: bool) -> None:
        """Shut the other drawer when one is pulled out: there is no room for both."""
        for other in self.edges:
            if not folded and other is not edge and edge.is_drawer and other.is_drawer:
                other.fold(True)

    def _stand(self) -> None:
        """Let parts that have too little room beside the plane be drawers."""
        for edge, narrow in ((self.left, NARROWER), (self.right, NARROW)):
            drawer = self.window().width() < theme.px(narrow) and (edge is self.left or self.arrangement == BESIDE)
            edge.stand(STAGED if self.on_stage else DRAWER if drawer else DOCKED)

    def _lay_row(self) -> None:
        """Put the parts that stand beside one another into their row; of drawers only the tabs."""
        sides: tuple[QWidget, QWidget] = (self.centre, self.linked)
        wide, narrow = sides if self.arrangement == BESIDE else sides[::-1]
        drawers = [edge.part for edge in self.edges if edge.is_drawer]
        parts = (self.panel, self.left, self._table, wide, self.right, narrow, *self._last)
        row = [part for part in parts if part not in drawers]
        if row == self._laid:
            return
        for part in self._laid:
            self._row.removeWidget(part)
        for part in row:
            self._row.addWidget(part, 1 if part is wide else 0)
        self._laid = row

    def _put_drawers(self) -> None:
        """Put drawers beside their tabs, over the plane."""
        for edge in (edge for edge in self.edges if edge.is_drawer):
            tab, box = edge.geometry(), QRect(0, 0, edge.part.minimumWidth(), self.height())
            box.moveLeft(tab.right() + 1 if edge is self.left else tab.left() - box.width())
            edge.part.setGeometry(box)
            edge.part.raise_()

    def event(self, event: QEvent) -> bool:
        """Let drawers stay beside their tabs, wherever these go."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._put_drawers()
        return done
