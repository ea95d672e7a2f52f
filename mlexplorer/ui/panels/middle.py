"""The middle of the window: the panel on the left, the plane, and the linked view beside it, in its place, or alone."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.edges import Edge, Room, lay_out
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.plane.many_planes import SideBySide
from mlexplorer.ui.plane.plane_view import PlaneView

BESIDE, SWAPPED, ALONE = "beside", "swapped", "alone"  # where the linked view stands
LEFT, RIGHT = Room(248, 400), Room(320, 4000)
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
        self.left.sized.connect(lambda _: self.fit())
        self.right.sized.connect(lambda _: self.fit())
        self.right.folded.connect(lambda _: self.arrange(BESIDE))
        for part in (panel, self.left, table, self.centre, self.right, linked):
            self._row.addWidget(part)
        self._row.setStretchFactor(self.centre, 1)

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """The edges that can be dragged."""
        return self.left, self.right

    def add(self, part: QWidget) -> None:
        """Put a part to the right of all others."""
        self._row.addWidget(part)

    def arrange(self, arrangement: str) -> None:
        """Put the linked view beside the plane, in its place, or in that of both."""
        if arrangement == self.arrangement:
            return
        self.arrangement = arrangement
        if arrangement != BESIDE:
            self.right.fold(False)
        wide, narrow = (self.centre, self.linked) if arrangement == BESIDE else (self.linked, self.centre)
        for part in (wide, self.right, narrow):
            self._row.removeWidget(part)
        place = self._row.indexOf(self.left) + 2  # after the table of points
        for number, part in enumerate((wide, self.right, narrow)):
            self._row.insertWidget(place + number, part, 1 if part is wide else 0)
        self.centre.setVisible(arrangement != ALONE)
        self.right.setVisible(arrangement != ALONE and not self.on_stage)
        self.right.measured = narrow
        self.fit()
        lay_out(self.centre)

    def fit(self) -> None:
        """Give every part the size that it was given by hand, or the usual one of a window as wide as this."""
        window = self.window().width()
        self.panel.setFixedWidth(theme.px(self.left.remembered or self.panel.usual))
        most = max(round(MOST * window), theme.px(RIGHT.least))
        width = self.on_stage or min(theme.px(self.right.remembered or self.linked.usual(window)), most)
        for part, is_narrow in ((self.linked, self.arrangement == BESIDE), (self.centre, self.arrangement == SWAPPED)):
            part.setMinimumWidth(width if is_narrow else 0)
            part.setMaximumWidth(width if is_narrow else WIDEST)
