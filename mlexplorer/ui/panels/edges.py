"""Edges between the parts of the window: dragged they make a part wider or narrower, clicked they fold it away.

In a narrow window the part of an edge is a drawer: shut, only its tab is seen; pulled out, it lies over the plane.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed, paint_box
from mlexplorer.ui.look.spoken import Role, Speaks

THICK, GRIP = 6, 44  # design pixels across an edge, and of the grip in its middle
STILL = 3  # pixels that a click may move
LAST = 0.6  # of the least size: dragged to less than this, a part folds
TAB = 24  # design pixels across the tab of a drawer
DOCKED, DRAWER, LOW, STAGED = "docked", "drawer", "low", "staged"  # beside the others, over them, in a low window
FOLDS = {DOCKED: ("folded", False), DRAWER: ("shut", True), LOW: ("low", True)}  # the setting, and if it is not there


@dataclass(frozen=True)
class Room:
    """How small and how large a part can be made by hand, in design pixels."""

    least: int
    most: int


class Foldable:
    """Put before a widget class: a part that an edge folds stays away until it is unfolded, whoever shows it."""

    is_folded = False
    edge: "Edge | None" = None

    def setVisible(self, visible: bool) -> None:
        """Show or hide the part; the edge of a folded one is shown in its place. On stage nothing has an edge."""
        if self.edge is not None:
            self.edge.setVisible(visible and self.edge.standing != STAGED)
        super().setVisible(visible and not self.is_folded)  # type: ignore[misc] # of the widget class this is put before


def lay_out(widget: QWidget) -> None:
    """Lay out everything around a widget now: two changes of size at once would meet in the middle of a layout."""
    parent = widget.parentWidget()
    while parent is not None:
        layout = parent.layout()
        if layout is not None:
            layout.activate()
        parent = parent.parentWidget()


class Edge(Speaks, Dressed, QWidget):
    """The edge of a part that stands left or right of it, or below it."""

    sized = Signal(int)  # design pixels that the part is to have
    folded = Signal(bool)
    spoken_role = Role.Splitter

    def __init__(self, name: str, side: str, part: QWidget, room: Room) -> None:
        super().__init__(part.parentWidget())
        self.name, self.side, self.part, self.room = name, side, part, room
        self.measured = part  # what is made wider or narrower: the part, or what has changed places with it
        self.standing = DOCKED
        self._pressed: QPointF | None = None
        self._before = 0
        self._has_moved = False
        upright = side != "below"
        self.setCursor(Qt.CursorShape.SplitHCursor if upright else Qt.CursorShape.SplitVCursor)
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(*((fixed, free) if upright else (free, fixed)))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setToolTip(f"{name}: drag to resize, click to fold away or back")
        self.setAccessibleName(f"Edge of the {name.lower()}")
        assert isinstance(part, Foldable), "only what knows of its edge can be folded"
        part.edge = self
        part.is_folded = self._was_folded()
        part.setVisible(not part.isHidden() or part.is_folded)

    @property
    def remembered(self) -> int | None:
        """The size the part was given by hand, in design pixels, if it was."""
        value = QSettings().value(f"size/{self.name}", 0, int)
        return value if isinstance(value, int) and value > 0 else None

    def stand(self, standing: str) -> None:
        """Let the part stand beside the others, as a drawer or on stage, folded as it was there the last time."""
        assert isinstance(self.part, Foldable), "only what knows of its edge can be folded"
        if standing != self.standing:
            was_shown = not self.part.isHidden() if self.standing == STAGED else not self.isHidden()
            self.standing = standing
            self.part.is_folded = self._was_folded()
            self.part.setVisible(was_shown)
            self.updateGeometry()
            self.update()

    def fold(self, folded: bool) -> None:
        """Fold the part away, or show it again; this is remembered, for a drawer by itself."""
        assert isinstance(self.part, Foldable), "only what knows of its edge can be folded"
        if folded != self.part.is_folded and self.standing in FOLDS:
            self.part.is_folded = folded
            QSettings().setValue(f"{FOLDS[self.standing][0]}/{self.name}", folded)
            self.part.setVisible(not self.isHidden())
            self.folded.emit(folded)
            lay_out(self)
            self.update()

    @property
    def is_drawer(self) -> bool:
        """Whether its part lies over the others where it is shown."""
        return self.standing == DRAWER

    def sizeHint(self) -> QSize:
        """Return how thick it is."""
        thick = theme.px(TAB if self.is_drawer else THICK)
        return QSize(thick, thick)

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def _was_folded(self) -> bool:
        setting, usual = FOLDS.get(self.standing, ("", False))
        return QSettings().value(f"{setting}/{self.name}", usual, bool) is True if setting else False

    def _is_folded(self) -> bool:
        return isinstance(self.part, Foldable) and self.part.is_folded

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the grip; a folded part leaves a darker one."""
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.colour("hover" if self.underMouse() else "panel"))
            if self.is_drawer:
                self._paint_tab(painter)
                return
            across, along = theme.px(THICK) / 3, theme.px(GRIP)
            size = (across, along) if self.side != "below" else (along, across)
            box = QRectF(0, 0, *size)
            box.moveCenter(QRectF(self.rect()).center())
            ink = "accent" if self.underMouse() or self._is_folded() else "border"
            paint_box(painter, box, across / 2, ink)

    def _paint_tab(self, painter: QPainter) -> None:
        """Write what the drawer holds along the edge; a line tells it from the plane."""
        painter.setPen(theme.colour("divider"))
        painter.drawRect(QRectF(self.rect()).adjusted(0, -1, -1, 1))
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font("caption", "heading"))
        painter.translate(QRectF(self.rect()).center())
        painter.rotate(90 if self.side == "right" else -90)
        along = QRectF(0, 0, self.height(), self.width())
        along.moveCenter(QPointF())
        painter.drawText(along, Qt.AlignmentFlag.AlignCenter, self.name)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the edge."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._has_moved = event.globalPosition(), False
            shown = self.measured.height() if self.side == "below" else self.measured.width()
            self._before = 0 if self._is_folded() else shown

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Give the part the size that the hand asks for; very small is folded."""
        if self._pressed is None:
            return
        gap = event.globalPosition() - self._pressed
        away = {"left": gap.x(), "right": -gap.x(), "below": -gap.y()}[self.side]
        self._has_moved |= abs(away) > STILL
        if self._has_moved:
            wanted = (self._before + away) / theme.current().scale
            self.fold(wanted < LAST * self.room.least)
            size = round(min(max(wanted, self.room.least), self.room.most))
            if not self._is_folded():
                QSettings().setValue(f"size/{self.name}", size)
                self.sized.emit(size)
                lay_out(self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold the part if the edge was only clicked."""
        if self._pressed is not None and not self._has_moved and event.button() == Qt.MouseButton.LeftButton:
            self.fold(not self._is_folded())
        self._pressed = None
