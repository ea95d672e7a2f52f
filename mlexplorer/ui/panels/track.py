"""The slider of the timeline: what was played in ink, and ticks below where something happened."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed, paint_box
from mlexplorer.ui.look.plain import tip
from mlexplorer.ui.look.spoken import Role, Speaks, tell_value

HANDLE, GROOVE, TICK_TOP, TICK = 18, 5, 10, 6
REACH = 5  # design pixels around a tick in which the pointer means it


class Track(Speaks, Dressed, QWidget):
    """Shows a place among kept places; a press or a drag asks for the nearest one."""

    moved = Signal(float)  # a kept place
    spoken_role = Role.Slider

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places: Sequence[float] = ()
        self._marks: Mapping[str, int] = {}
        self._last, self._current = 0, 0.0
        self._ghost: int | None = None
        self._is_held = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Step")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def spoken_value(self) -> str:
        """The step and the last one."""
        return f"{self._current:g} of {self._last}"

    @property
    def ghost(self) -> int | None:
        """The step that is pointed at elsewhere."""
        return self._ghost

    @property
    def place(self) -> float:
        """Where the handle is."""
        return self._current

    @property
    def is_long(self) -> bool:
        """Whether there are several places."""
        return self._last > 0

    @property
    def is_held(self) -> bool:
        """Whether the handle is being dragged."""
        return self._is_held

    def show_places(self, places: Sequence[float], last: int, marks: Mapping[str, int]) -> None:
        """Show the kept places, the last place there is, and where something happened."""
        self._places, self._last, self._marks = places, last, dict(marks)
        self.update()

    def show_place(self, place: float) -> None:
        """Move the handle; nothing is told."""
        if place != self._current:
            self._current = place
            self.update()
            tell_value(self)

    def show_ghost(self, place: int | None) -> None:
        """Show the step that is pointed at elsewhere, or none."""
        if place != self._ghost:
            self._ghost = place
            self.update()

    def x_of(self, place: float) -> float:
        """Return where a place lies on the track, in pixels."""
        rim = theme.px(HANDLE) / 2
        share = min(place / self._last, 1.0) if self._last > 0 else 0.0
        return rim + share * (self.width() - 2 * rim)

    def mark_at(self, x: float) -> str:
        """Return what happened at a place of the track, or nothing."""
        near = [(abs(self.x_of(place) - x), name) for name, place in self._marks.items()]
        return "; ".join(name for gap, name in sorted(near) if gap <= theme.px(REACH))

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a long track."""
        return QSize(theme.px(320), theme.px(2 * (TICK_TOP + TICK)))

    def minimumSizeHint(self) -> QSize:
        """Return the shortest track one can still use."""
        return QSize(theme.px(80), theme.px(2 * (TICK_TOP + TICK)))

    def _ask(self, x: float, is_press: bool) -> None:
        rim = theme.px(HANDLE) / 2
        share = (x - rim) / max(self.width() - 2 * rim, 1)
        place = min(max(share, 0.0), 1.0) * self._last
        marked = [p for p in self._marks.values() if abs(self.x_of(p) - x) <= theme.px(REACH)]
        if is_press and marked:
            place = min(marked, key=lambda p: abs(self.x_of(p) - x))
        nearest = nearest_place(self._places, place)
        if nearest != self._current:
            self.show_place(nearest)
            self.moved.emit(nearest)

    def event(self, event: QEvent) -> bool:
        """Say in a tool tip what a tick stands for."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), tip(self.mark_at(event.pos().x())), self)
            return True
        return super().event(event)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, played part, ticks and handle."""
        del event
        with QPainter(self) as painter:
            middle, rim, thick = self.height() / 2, theme.px(HANDLE) / 2, theme.px(GROOVE)
            x = self.x_of(self._current)
            top = round(middle - thick / 2)
            groove = QRectF(0, top, self.width(), thick)
            paint_box(painter, groove, thick / 2, "track")
            ink = "accent" if self.isEnabled() else "disabled"
            if self.isEnabled():
                paint_box(painter, QRectF(0, top, x, thick), thick / 2, ink)
                self._paint_ticks(painter, middle)
                if self._ghost is not None:
                    painter.setPen(QPen(theme.colour("muted"), theme.px(1.5)))
                    painter.setBrush(theme.colour("handle"))
                    painter.drawEllipse(QPointF(self.x_of(self._ghost), top + thick / 2), theme.px(5), theme.px(5))
                edge = QPen(theme.colour("focus" if self.hasFocus() else ink), theme.px(2))
                painter.setPen(edge)
                painter.setBrush(theme.colour("handle"))
                radius = rim - edge.widthF() / 2
                painter.drawEllipse(QPointF(x, top + thick / 2), radius, radius)

    def _paint_ticks(self, painter: QPainter, middle: float) -> None:
        for place in self._marks.values():
            width = theme.px(2)
            left = round(self.x_of(place) - width / 2)
            painter.fillRect(
                QRectF(left, round(middle) + theme.px(TICK_TOP), width, theme.px(TICK)), theme.colour("muted")
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the place under the pointer, and drag from there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_held = True
            self._ask(event.position().x(), True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the handle."""
        if self._is_held:
            self._ask(event.position().x(), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        del event
        self._is_held = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the window, which has them for every widget."""
        event.ignore()


def nearest_place(places: Sequence[float], place: float) -> float:
    """Return the kept place nearest to a place; the place itself if none is kept."""
    index = bisect_left(places, place)
    near = places[max(index - 1, 0) : index + 1]
    return min(near, key=lambda kept: abs(kept - place), default=place)


def next_place(places: Sequence[float], place: float, steps: int) -> float:
    """Return the kept place some steps after (or before) a place, at most the last (or first) one."""
    if not places:
        return place
    index = bisect_left(places, place)
    if steps > 0 and (index == len(places) or places[index] > place):
        index -= 1  # between two kept places the next one is one step away
    return places[min(max(index + steps, 0), len(places) - 1)]
