"""The crosshair: the keys as a hand on the plane, with whatever tool is in use."""

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import text
from mlexplorer.marks.marks import Layer, Line, Mark
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look.dressed import BACK, ENTER
from mlexplorer.ui.look.spoken import announce
from mlexplorer.ui.plane.plane_view import PlaneView

NAME = "crosshair"
STEP, FINE, FAR = 10.0, 1.0, 60.0  # design pixels of an arrow key; with Shift; with Ctrl
ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
REMOVE = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
HELP = "Crosshair: arrows move it, Enter clicks, Shift+Enter holds, Delete removes a point, Esc ends."
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


class Crosshair(QObject):
    """Moves with the arrow keys while it is shown, and touches the plane where it stands as a mouse would."""

    switched = Signal()

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view)
        self._view, self._canvas = view, view.canvas
        self._place: Array | None = None  # on the plane, so that it stays where it is when that is zoomed
        self._is_holding = False
        self._canvas.installEventFilter(self)
        self._canvas.box.sigRangeChanged.connect(self._draw)
        view.pictured.connect(self._draw)

    @property
    def is_shown(self) -> bool:
        """Whether the keys move it."""
        return self._place is not None

    @property
    def is_holding(self) -> bool:
        """Whether it has taken hold, as a pressed button does."""
        return self._is_holding

    @property
    def place(self) -> Array | None:
        """Where it stands on the plane."""
        return self._place

    def show(self) -> None:
        """Show it in the middle of the plane, and take the keys."""
        for _ in range(2):  # first, for to lose the keys hides it; a sheet that closes gives them to the window
            self._canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        middle = self._canvas.plane_rect().center()
        self._place = np.array(self._canvas.place_of(middle))
        self._view.hint(HELP)
        self._send(QEvent.Type.MouseMove, NONE)
        self._draw()
        self.switched.emit()

    def hide(self) -> None:
        """Let go, and leave the keys to the window again."""
        if self._place is None:
            return
        self._let_go()
        self._place = None
        self._draw()
        QApplication.sendEvent(self._canvas.viewport(), QEvent(QEvent.Type.Leave))
        self.switched.emit()

    def _move(self, way: tuple[int, int], modifiers: Qt.KeyboardModifier) -> None:
        shift, ctrl = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        length = (FINE if modifiers & shift else FAR if modifiers & ctrl else STEP) * self._canvas.unit
        rect, here = self._canvas.plane_rect(), self._position()
        x = min(max(here.x() + way[0] * length, rect.left()), rect.right())
        y = min(max(here.y() + way[1] * length, rect.top()), rect.bottom())
        self._place = np.array(self._canvas.place_of(QPointF(x, y)))
        self._send(QEvent.Type.MouseMove, LEFT if self._is_holding else NONE)
        self._draw()
        announce(self._canvas, self.said)

    def _enter(self, hold: bool) -> None:
        """Let go of what is held; else click, or take hold."""
        if self._is_holding:
            self._let_go()
            return
        self._is_holding = True
        self._send(QEvent.Type.MouseButtonPress, LEFT)
        if not hold:
            self._let_go()
        announce(self._canvas, self.said)

    def _let_go(self) -> None:
        if self._is_holding:
            self._is_holding = False
            self._send(QEvent.Type.MouseButtonRelease, LEFT)

    def _remove(self) -> None:
        """Remove the point under it; where there is none, say so."""
        row = self._view.desk.nearest(self._position())
        if row is None:
            self._view.toast("There is no point under the crosshair.")
        else:
            self._view.desk.remove([row], "remove point")

    @property
    def said(self) -> str:
        """Where it stands, and the point that is there."""
        picture = self._view.picture
        if self._place is None or picture is None:
            return ""
        names = picture.snapshot.coordinates
        where = ", ".join(f"{name} {text(value)}" for name, value in zip(names, self._place.tolist(), strict=True))
        row = self._view.desk.nearest(self._position())
        return where if row is None else f"{where}: a point of {self._class_of(row)}"

    def _class_of(self, row: int) -> str:
        data = self._view.desk.data
        label = int(data.labels[row])
        return "no class" if label < 0 else data.class_names[label]

    def _position(self) -> QPointF:
        assert self._place is not None, "only what is shown has a position"
        return QPointF(*self._canvas.position_of(self._place[None])[0].tolist())

    def _send(self, kind: QEvent.Type, button: Qt.MouseButton) -> None:
        """Send what a mouse would: tools, tips and brushes need not know of keys."""
        port, here = self._canvas.viewport(), self._position()
        held = button if kind != QEvent.Type.MouseButtonRelease else NONE
        pressed = NONE if kind == QEvent.Type.MouseMove else button
        around = port.mapToGlobal(here)
        QApplication.sendEvent(port, QMouseEvent(kind, here, around, pressed, held, Qt.KeyboardModifier.NoModifier))

    def _draw(self, *changed: object) -> None:
        del changed
        if self._place is not None or self._canvas.marks.get(NAME):
            marks = () if self._place is None else _cross(self._place, self._canvas.bounds)
            self._canvas.show_layers((Layer(NAME, marks),), len(self._view.desk.data), partly=True)

    def _answer(self, event: QKeyEvent) -> bool:
        """Answer a key; False leaves it to the window."""
        key = Qt.Key(event.key())
        if key in ARROWS:
            self._move(ARROWS[key], event.modifiers())
        elif key in ENTER:
            self._enter(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in REMOVE and not self._view.desk.selected:
            self._remove()
        elif key == Qt.Key.Key_Escape:
            self.hide()
        return self._is_mine(key)

    def _is_mine(self, key: Qt.Key) -> bool:
        removes = key in REMOVE and not self._view.desk.selected
        return key in ARROWS or key in ENTER or key == Qt.Key.Key_Escape or removes

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the plane while it is shown; whoever goes elsewhere puts it away."""
        if self._place is not None:
            if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
                if self._is_mine(Qt.Key(event.key())):
                    event.accept()
                    return True
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._answer(event)
            elif event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent) and event.reason() not in BACK:
                self.hide()
        return super().eventFilter(watched, event)


def _cross(place: Array, bounds: tuple[float, float, float, float]) -> tuple[Mark, ...]:
    left, right, bottom, top = bounds
    x, y = place.tolist()
    return (
        Line(np.array([[left, y], [right, y]]), "brush"),
        Line(np.array([[x, bottom], [x, top]]), "brush"),
    )
