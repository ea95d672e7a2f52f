"""The plane with what belongs to it: the bar of layers above, canvas, hint, and the hand of the user."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.notice import Notice
from mlexplorer.layers import plane
from mlexplorer.layers.ink import marks_of
from mlexplorer.layers.pictures import Picture
from mlexplorer.marks.marks import Layer, Points
from mlexplorer.pipeline.frame import framed, is_locked, looked_at, panned, zoomed
from mlexplorer.pipeline.point_display import HUGE, marked_singly
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.telling import sentence
from mlexplorer.session.answers import switched
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.widgets import Pill
from mlexplorer.ui.plane.canvas import Canvas
from mlexplorer.ui.plane.cursors import tool_cursor
from mlexplorer.ui.plane.desk import Desk
from mlexplorer.ui.plane.fingers import Fingers
from mlexplorer.ui.plane.ink import Ink
from mlexplorer.ui.plane.key_line import KeyLine
from mlexplorer.ui.plane.layer_bar import LayerBar
from mlexplorer.ui.plane.tool import Tool, Touch
from mlexplorer.ui.store import Store

ZOOM_STEP = 1.25
TOAST, LETTER = 2500, 70  # milliseconds that a toast stays, and a hint for each of its letters
NAMES = tuple(kind.name for kind in plane.LAYERS)
POINTS = NAMES.index("test")  # the first layer of points; discs of influence lie below
SITTING = "ink of this sitting"
BELOW, HAND = (*NAMES[:POINTS], "influence"), ("selection", SITTING, "hover", "hand", "crosshair")


class PlaneView(QWidget):
    """Shows the pictures of the work, follows the points at once, and hands touches to the current tool."""

    hovered = Signal(object)  # (x, y) or None
    menu_wanted = Signal(object)  # global position
    pictured = Signal()  # a new picture is shown

    def __init__(self, store: Store, parent: QWidget | None = None, ink: Ink | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.canvas = Canvas(theme.current().theme, self)
        self.desk = Desk(store, self.canvas, self, ink)
        self.words_above = False  # toasts at the top of the plane, not at its foot
        self.tool: Tool = Tool(self.desk)
        self.picture: Picture | None = None
        self.tells_problems = True  # also where there are points, because nobody else does
        self._gesture: str = ""
        self._has_hand = False
        self._is_behind = False  # whether the points that are shown are of an earlier moment
        self._under: Touch | None = None  # where the pointer is, if it is on the plane
        self._last = QPointF()
        self._build()
        store.changed.connect(self._follow)
        self.canvas.painting.connect(self._catch_up)
        self.desk.selection_changed.connect(self._show_selection)
        self.desk.brush_changed.connect(self._show_hand)
        self.desk.hand_changed.connect(self._show_hand)
        self.desk.ink.changed.connect(self._show_ink)

    def set_tool(self, tool: Tool) -> None:
        """Use another tool from now on."""
        self.tool.leave()
        self.tool = tool
        self.show_cursor()
        self._show_hand()
        if self._under is not None:
            self.hovered.emit((self._under.x, self._under.y))  # the tool may show something there at once

    @property
    def is_held(self) -> bool:
        """Whether the hand holds something, be it the plane itself."""
        return self._store.dragging or self._gesture == "pan"

    def show_cursor(self) -> None:
        """Show the cursor of the tool, which may have been hidden."""
        self.canvas.viewport().setCursor(tool_cursor(self.tool))

    def show_picture(self, picture: Picture) -> None:
        """Show what the worker made; points are drawn where they are by now, even if it is of an earlier moment."""
        self.picture = picture
        snapshot = self.desk.snapshot = picture.snapshot
        self.canvas.hasty = snapshot.dragging or self._gesture == "pan"  # at rest it is fine, even with a button held
        self.canvas.set_axes(replace(self.canvas.axes, names=snapshot.coordinates))
        data = self.desk.data
        if self._store.session.view.bounds is None or snapshot.session.view.bounds == self._store.session.view.bounds:
            self.canvas.set_bounds(snapshot.frame.bounds)
        self.canvas.show_layers(picture.layers, len(data))
        self._is_behind = data is not snapshot.data
        if not self._is_behind:
            self._show_selection()
        self._show_hand()
        self._show_ink()
        self._show_switches(snapshot)
        self.key.show_snapshot(snapshot)
        if snapshot.finished and not snapshot.dragging:
            self.canvas.set_description(partial(sentence, snapshot))
            self._arrange()  # words hide as few of these points as can be
        self._show_problem(snapshot.problem)
        self.pictured.emit()

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        look = theme.current()
        self.canvas.set_theme(look.theme, look.scale)
        if self.tool.icon:
            self.show_cursor()
        if self.picture is not None:
            self.show_picture(self.picture)
        self.bar.apply_theme()
        self._arrange()

    def zoom(self, factor: float, position: QPointF | None = None) -> None:
        """Zoom by a factor about a position, or about the middle."""
        rect = self.canvas.plane_rect()
        place = self.canvas.place_of(position if position is not None else rect.center())
        self._look(zoomed(self.canvas.bounds, factor, place))

    def pinch(self, before: QPointF, now: QPointF, factor: float) -> None:
        """Zoom by a factor and take the place that was under a position along to another."""
        place = self.canvas.place_of(before)
        self.canvas.set_bounds(zoomed(self.canvas.bounds, factor, place))
        here = self.canvas.place_of(now)
        self._look(panned(self.canvas.bounds, place[0] - here[0], place[1] - here[1]))

    def show_all(self) -> None:
        """Show all points again."""
        self._store.look(replace(self._store.session.view, bounds=None))

    def hovered_row(self) -> int | None:
        """Return the row of the point under the pointer."""
        position = self.canvas.viewport().mapFromGlobal(QCursor.pos())
        return self.desk.nearest(position.toPointF())

    def hint(self, words: str, icon: str = "hint") -> None:
        """Say something in a sentence that goes by itself."""
        self.pill.show_hint(words, max(9000, LETTER * len(words)), icon)
        self._arrange()

    def toast(self, words: str) -> None:
        """Answer a switch in a few words that go by themselves."""
        self.pill.show_hint(words, TOAST, "hint")
        self._arrange()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.bar = LayerBar(self)
        layout.addWidget(self.bar)
        layout.addWidget(self.canvas, 1)
        self.key = KeyLine(self)
        self.foot = QHBoxLayout()  # the window puts its words beside the key
        self.foot.addWidget(self.key)
        layout.addLayout(self.foot)
        self.bar.switched.connect(self.toggle_layer)
        self.bar.units_switched.connect(self.toggle_units)
        self.bar.zoomed.connect(lambda notches: self.zoom(ZOOM_STEP**-notches))
        self.bar.fit_wanted.connect(self.show_all)
        self.canvas.order(BELOW, NAMES[POINTS:], HAND)
        self.canvas.resized.connect(self._on_resized)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.viewport().setMouseTracking(True)
        Fingers(self.canvas, self.pinch, self)
        self.pill = Pill(self)
        self.missing = Pill(self)
        self.canvas.resized.connect(self._arrange)  # it has its size after this widget has

    def _look(self, bounds: Bounds) -> None:
        width, height = bounds[1] - bounds[0], bounds[3] - bounds[2]
        if min(width, height) > 1e-9 and max(width, height) < 1e9:
            self.canvas.set_bounds(bounds)
            self._store.look(replace(self._store.session.view, bounds=bounds))

    def _on_resized(self, width: int, height: int, unit: float) -> None:
        self.reframe(width, height, unit)

    def reframe(self, width: int, height: int, unit: float) -> None:
        """Keep units equal at once in a plane of another shape: its picture comes later."""
        if self.picture is not None:
            self.canvas.set_bounds(framed(self.desk.data, looked_at(self._store.session), width, height, unit).bounds)

    def _follow(self, old: object, new: object) -> None:
        """Draw edited points with the next paint, before any fit that is not there by then."""
        del old, new
        if self.picture is not None and self.desk.data is not self.picture.snapshot.data:
            self._is_behind = True
            self.canvas.viewport().update()

    def _catch_up(self) -> None:
        """Draw edited points where they are by now, if the picture is of an earlier moment."""
        if self._is_behind and self.picture is not None:
            self._is_behind = False
            self._show_points(self.picture.snapshot)

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
        if marks or self.canvas.marks.get("selection"):
            self.canvas.show_layers((Layer("selection", marks),), len(data), partly=True)

    def _show_hand(self) -> None:
        """Draw what the tool shows around the pointer."""
        marks = () if self._under is None else self.tool.overlay(self._under)
        if marks or self._has_hand:
            self._has_hand = bool(marks)
            self.canvas.show_layers((Layer("hand", marks),), len(self.desk.data), partly=True)

    def _show_ink(self) -> None:
        """Draw what was drawn by hand and is not kept."""
        marks = marks_of(self.desk.ink.shown, self.canvas.bounds)
        if marks or self.canvas.marks.get(SITTING):
            self.canvas.show_layers((Layer(SITTING, marks),), len(self.desk.data), partly=True)

    def _show_switches(self, snapshot: Snapshot) -> None:
        kinds = plane.offered(snapshot)
        shown = {kind.name: plane.is_shown(kind, snapshot) for kind in kinds}
        locked = is_locked(snapshot.frame.bounds, looked_at(snapshot.session).units)
        self.bar.show_layers(kinds, plane.common(snapshot), shown, locked)

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
        if problem is None or (len(self.desk.data) and not self.tells_problems):
            self.missing.hide()
        else:
            self.missing.show_hint(problem.sentence, 0)
            self._arrange()

    def _arrange(self) -> None:
        """Put the words that are shown where they belong."""
        rect = self.canvas.plane_rect().toRect().translated(self.canvas.pos())
        for pill, foot in ((self.pill, self._free_foot), (self.missing, self._middle_foot)):
            if pill.isVisibleTo(self):
                size = pill.sizeHint()
                left = min(rect.center().x() - size.width() // 2, self.width() - theme.px(16) - size.width())
                pill.setGeometry(left, foot(rect) - size.height(), size.width(), size.height())
                pill.raise_()

    def _middle_foot(self, rect: QRect) -> int:
        """Return where the foot of a problem stands: in the middle of an empty plane, else low on it."""
        return rect.bottom() - theme.px(64) if len(self.desk.data) else rect.center().y() + theme.px(20)

    def _free_foot(self, rect: QRect) -> int:
        """Return which foot of a hint hides fewest points: below, above or between, the first of equals."""
        tall = self.pill.sizeHint().height()
        above, below = rect.top() + theme.px(16) + tall, rect.bottom() - theme.px(16)
        if self.words_above or len(self.desk.data) > HUGE:
            return above if self.words_above else below
        heights = self.canvas.position_of(self.desk.places)[:, 1] + self.canvas.y()
        feet = (below, above, (above + below) // 2)
        return min(feet, key=lambda foot: int(np.count_nonzero((heights > foot - tall) & (heights < foot))))

    def _touch(self, event: QMouseEvent) -> Touch:
        modifiers = event.modifiers()
        x, y = self.canvas.place_of(event.position())
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        return Touch(x, y, event.position(), shift, bool(modifiers & Qt.KeyboardModifier.ControlModifier))

    def _clear_way(self, event: QMouseEvent) -> None:
        """Hide words that lie where the hand works: what is done there is seen."""
        place = self.canvas.viewport().mapTo(self, event.position().toPoint())
        for pill in (self.pill, self.missing):
            if pill.isVisible() and pill.geometry().contains(place):
                pill.hide()

    def _press(self, event: QMouseEvent) -> None:
        self._clear_way(event)
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
            if self.tool.edits:
                self.canvas.hasty = True
                self._store.begin_gesture()
            self.tool.press(touch)
            self._show_hand()

    def _move(self, event: QMouseEvent) -> None:
        touch = self._touch(event)
        if self._gesture == "pan":
            before = np.array(self.canvas.place_of(self._last))
            shift = before - np.array([touch.x, touch.y])
            self._last = event.position()
            self._look(panned(self.canvas.bounds, *shift.tolist()))
        elif self._gesture == "tool":
            self.canvas.hasty = self.tool.edits  # it may have been at rest
            self.tool.drag(touch)
        inside = self.canvas.plane_rect().contains(event.position())
        self._under = touch if inside or self._gesture else None
        self._show_hand()
        self.hovered.emit((touch.x, touch.y) if inside else None)

    def _release(self, event: QMouseEvent) -> None:
        gesture, self._gesture = self._gesture, ""
        self.canvas.hasty = False
        self.canvas.viewport().update()
        if gesture == "tool":
            try:
                self.tool.release(self._touch(event))
            finally:
                self._store.end_gesture()  # or every later picture would be one in haste
            self._show_hand()

    def _wheel(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.tool.has_brush:
            self.desk.choose_brush(self.desk.brush.resized(event.angleDelta().y() / 120))
            return
        self.zoom(ZOOM_STEP ** (-event.angleDelta().y() / 120), event.position())

    @filters
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
        """Keep hints in their places."""
        super().resizeEvent(event)
        self._arrange()
