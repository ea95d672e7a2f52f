"""The plane with everything on it: canvas, layer chips, zoom buttons, hint, and the hand of the user."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.notice import Notice
from mlexplorer.layers import plane
from mlexplorer.layers.pictures import Picture
from mlexplorer.marks.marks import Layer, Points
from mlexplorer.pipeline.frame import is_locked, looked_at, panned, zoomed
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.point_display import HUGE, marked_singly
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import switched
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.widgets import Chip, Pill
from mlexplorer.ui.plane.canvas import Canvas
from mlexplorer.ui.plane.cursors import tool_cursor
from mlexplorer.ui.plane.desk import Desk
from mlexplorer.ui.plane.tool import Tool, Touch
from mlexplorer.ui.store import Store

ZOOM_STEP = 1.25
FADE = 3000  # milliseconds without a move after which a presentation shows no chips and buttons
NAMES = tuple(kind.name for kind in plane.LAYERS)
POINTS = NAMES.index("test")  # the first layer of points; discs of influence lie below
ORDER = (*NAMES[:POINTS], "influence", *NAMES[POINTS:], "selection", "hover", "hand")


class PlaneView(QWidget):
    """Shows the pictures of the work, follows the points at once, and hands touches to the current tool."""

    hovered = Signal(object)  # (x, y) or None
    menu_wanted = Signal(object)  # global position
    pictured = Signal()  # a new picture is shown

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.canvas = Canvas(theme.current().theme, self)
        self.desk = Desk(store, self.canvas, self)
        self.tool: Tool = Tool(self.desk)
        self.picture: Picture | None = None
        self._gesture: str = ""
        self._has_hand = False
        self._under: Touch | None = None  # where the pointer is, if it is on the plane
        self._quiet = QTimer(self, singleShot=True, interval=FADE)
        self._quiet.timeout.connect(lambda: self._show_controls(False))
        self._last = QPointF()
        self.chips: dict[str, Chip] = {}
        self._arranged: tuple[tuple[tuple[str, int], ...], QRectF] = ((), QRectF())
        self._build()
        store.changed.connect(self._follow)
        self.desk.selection_changed.connect(self._show_selection)
        self.desk.brush_changed.connect(self._show_hand)

    def set_tool(self, tool: Tool) -> None:
        """Use another tool from now on."""
        self.tool = tool
        self.canvas.viewport().setCursor(tool_cursor(tool))
        self._show_hand()
        if self._under is not None:
            self.hovered.emit((self._under.x, self._under.y))  # the tool may show something there at once

    def show_picture(self, picture: Picture) -> None:
        """Show what the worker made; points are drawn where they are by now, even if it is of an earlier moment."""
        self.picture = picture
        snapshot = self.desk.snapshot = picture.snapshot
        self.canvas.hasty = snapshot.dragging or self._gesture == "pan"  # at rest it is fine, even with a button held
        self.canvas.set_names(snapshot.coordinates)
        data = self.desk.data
        if self._store.session.view.bounds is None or snapshot.session.view.bounds == self._store.session.view.bounds:
            self.canvas.set_bounds(snapshot.frame.bounds)
        self.canvas.show_layers(picture.layers, len(data))
        if data is not snapshot.data:
            self._show_points(snapshot)
        else:
            self._show_selection()
        self._show_hand()
        self._show_chips(snapshot)
        self._show_problem(snapshot.problem)
        self.pictured.emit()

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        look = theme.current()
        self.canvas.set_theme(look.theme, look.scale)
        if self.tool.icon:
            self.canvas.viewport().setCursor(tool_cursor(self.tool))
        if self.picture is not None:
            self.show_picture(self.picture)
        self._quiet.stop()
        self._show_controls(True)
        self._arrange()

    def zoom(self, factor: float, position: QPointF | None = None) -> None:
        """Zoom by a factor about a position, or about the middle."""
        rect = self.canvas.plane_rect()
        place = self.canvas.place_of(position if position is not None else rect.center())
        self._look(zoomed(self.canvas.bounds, factor, place))

    def show_all(self) -> None:
        """Show all points again."""
        self._store.look(replace(self._store.session.view, bounds=None))

    def hovered_row(self) -> int | None:
        """Return the row of the point under the pointer."""
        position = self.canvas.viewport().mapFromGlobal(QCursor.pos())
        return self.desk.nearest(position.toPointF())

    def hint(self, words: str, icon: str = "hint") -> None:
        """Say something in a sentence that goes by itself."""
        self.pill.show_hint(words, 9000, icon)
        self._arrange()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.canvas.order(ORDER)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.viewport().setMouseTracking(True)
        self._zooms = [
            self._button("zoom in", "Zoom in  (Ctrl++)", lambda: self.zoom(1 / ZOOM_STEP)),
            self._button("zoom out", "Zoom out  (Ctrl+−)", lambda: self.zoom(ZOOM_STEP)),
            self._button("fit", "Show all points  (F)", self.show_all),
        ]
        self._units = Chip("1 : 1", self)
        self._units.setToolTip("One unit is as long on both axes")
        self._units.clicked.connect(self.toggle_units)
        self.pill = Pill(self)
        self.missing = Pill(self)

    def _button(self, icon: str, tip: str, action: object) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "float")
        button.setToolTip(tip)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(button, icon, 18)
        button.clicked.connect(action)
        return button

    def _look(self, bounds: Bounds) -> None:
        width, height = bounds[1] - bounds[0], bounds[3] - bounds[2]
        if min(width, height) > 1e-9 and max(width, height) < 1e9:
            self.canvas.set_bounds(bounds)
            self._store.look(replace(self._store.session.view, bounds=bounds))

    def _follow(self, old: object, new: object) -> None:
        """Draw edited points at once, before any fit."""
        del old, new
        if self.picture is not None:
            snapshot = self.picture.snapshot
            if prepare(self._store.session.document).data is not snapshot.data:
                self._show_points(snapshot)

    def _show_points(self, snapshot: Snapshot) -> None:
        data = self.desk.data
        if len(data) <= HUGE:  # else they come with the next picture
            layers = plane.following(snapshot, self._store.session, data)
            self.canvas.show_layers(layers, len(data), partly=True)
        self._show_selection()

    def _show_selection(self) -> None:
        data = self.desk.data
        rows = marked_singly(data, self.desk.selected_rows, self.canvas.bounds)
        marks = (Points(self.desk.places[rows], "boundary", 0, "selected"),) if len(rows) else ()
        self.canvas.show_layers((Layer("selection", marks),), len(self.desk.data), partly=True)

    def _show_hand(self) -> None:
        """Draw what the tool shows around the pointer."""
        marks = () if self._under is None else self.tool.overlay(self._under)
        if marks or self._has_hand:
            self._has_hand = bool(marks)
            self.canvas.show_layers((Layer("hand", marks),), len(self.desk.data), partly=True)

    def _show_chips(self, snapshot: Snapshot) -> None:
        kinds = plane.offered(snapshot)
        for name in self.chips.keys() - {kind.name for kind in kinds}:
            self.chips.pop(name).deleteLater()
        for kind in kinds:
            if kind.name not in self.chips:
                chip = Chip(kind.title, self)
                chip.setToolTip(f"{kind.help}  (Shift+{kind.key})" if kind.key else kind.help)
                chip.clicked.connect(lambda _=False, name=kind.name: self.toggle_layer(name))
                chip.setVisible(not self._units.isHidden())
                self.chips[kind.name] = chip
            self.chips[kind.name].setChecked(plane.is_shown(kind, snapshot))
        self._units.setChecked(is_locked(snapshot.frame.bounds, looked_at(snapshot.session).units))
        widths = {name: chip.sizeHint().width() for name, chip in self.chips.items()}  # a tick widens a chip
        arranged = (tuple(widths.items()), self.canvas.plane_rect())
        if arranged != self._arranged:
            self._arranged = arranged
            self._arrange()

    def toggle_layer(self, name: str) -> None:
        """Switch a layer on or off."""
        session = self._store.session
        self._store.look(switched(session, name, not plane.is_switched_on(name, session.view)))

    def toggle_units(self) -> None:
        """Give both axes the same unit, or each its own."""
        view = self._store.session.view
        locked = is_locked(self.canvas.bounds, looked_at(self._store.session).units)
        self._store.look(replace(view, units="free" if locked else "equal", bounds=None))

    def _show_problem(self, problem: Notice | None) -> None:
        if problem is None:
            self.missing.hide()
        else:
            self.missing.show_hint(problem.sentence, 0)
            self._arrange()

    def _arrange(self) -> None:
        rect = self.canvas.plane_rect().toRect()
        gap, between = theme.px(8), theme.px(5)
        x, y = rect.left() + theme.px(12), rect.top() + theme.px(12)
        for chip in (self.chips.get(kind.name) for kind in plane.LAYERS):
            if chip is not None:
                size = chip.sizeHint()
                if x + size.width() > rect.right() - gap and x > rect.left() + theme.px(12):
                    x, y = rect.left() + theme.px(12), y + size.height() + between
                chip.setGeometry(QRect(x, y, size.width(), size.height()))
                x += size.width() + between
        side, bottom = theme.px(32), rect.bottom() - theme.px(12)
        for index, button in enumerate(reversed(self._zooms)):
            button.setGeometry(rect.right() - theme.px(12) - side, bottom - side - index * (side + gap), side, side)
        size, top = self._units.sizeHint(), bottom - len(self._zooms) * (side + gap)
        self._units.setGeometry(
            rect.right() - theme.px(12) - size.width(), top - size.height(), size.width(), size.height()
        )
        for pill, place in (
            (self.pill, rect.bottom() - theme.px(16)),
            (self.missing, rect.bottom() - theme.px(64) if len(self.desk.data) else rect.center().y() + theme.px(20)),
        ):
            if pill.isVisibleTo(self):
                size = pill.sizeHint()
                left = min(rect.center().x() - size.width() // 2, self.width() - theme.px(16) - size.width())
                pill.setGeometry(left, place - size.height(), size.width(), size.height())
                pill.raise_()

    def _touch(self, event: QMouseEvent) -> Touch:
        modifiers = event.modifiers()
        x, y = self.canvas.place_of(event.position())
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        return Touch(x, y, event.position(), shift, bool(modifiers & Qt.KeyboardModifier.ControlModifier))

    def _press(self, event: QMouseEvent) -> None:
        touch = self._touch(event)
        self._last = event.position()
        if event.button() == Qt.MouseButton.RightButton:
            if not self.tool.right(touch):
                self.menu_wanted.emit(event.globalPosition().toPoint())
        elif event.button() == Qt.MouseButton.MiddleButton or not self.tool.takes(touch):
            self._gesture = "pan"
            self.canvas.hasty = True
        elif event.button() == Qt.MouseButton.LeftButton:
            self._gesture = "tool"
            self.canvas.hasty = True
            self._store.begin_gesture()
            self.tool.press(touch)
            self._show_hand()

    def _show_controls(self, shown: bool) -> None:
        for control in (*self.chips.values(), self._units, *self._zooms):
            control.setVisible(shown)
        if shown and theme.current().scale > 1:
            self._quiet.start()

    def _move(self, event: QMouseEvent) -> None:
        touch = self._touch(event)
        if self._units.isHidden() or theme.current().scale > 1:
            self._show_controls(True)
        if self._gesture == "pan":
            before = np.array(self.canvas.place_of(self._last))
            shift = before - np.array([touch.x, touch.y])
            self._last = event.position()
            self._look(panned(self.canvas.bounds, *shift.tolist()))
        elif self._gesture == "tool":
            self.canvas.hasty = True  # it may have been at rest
            self.tool.drag(touch)
        inside = self.canvas.plane_rect().contains(event.position())
        self._under = touch if inside or self._gesture else None
        self._show_hand()
        self.hovered.emit((touch.x, touch.y) if inside else None)

    def _release(self, event: QMouseEvent) -> None:
        gesture, self._gesture = self._gesture, ""
        self.canvas.hasty = False
        self.canvas.update()
        if gesture == "tool":
            self.tool.release(self._touch(event))
            self._store.end_gesture()
            self._show_hand()

    def _wheel(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.tool.has_brush:
            self.desk.choose_brush(self.desk.brush.resized(event.angleDelta().y() / 120))
            return
        self.zoom(ZOOM_STEP ** (-event.angleDelta().y() / 120), event.position())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse events of the canvas."""
        answers = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: self._press,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
            QEvent.Type.Wheel: self._wheel,
        }
        if event.type() == QEvent.Type.Leave:
            self._under = None
            self._show_hand()
            self.hovered.emit(None)
        answer = answers.get(event.type())
        if answer is None:
            return super().eventFilter(watched, event)
        answer(event)  # type: ignore[operator] # each takes the event of its type
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep chips and buttons in their corners."""
        super().resizeEvent(event)
        self._arrange()
