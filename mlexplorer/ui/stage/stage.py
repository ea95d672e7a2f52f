"""The stage: full screen, the plane as large as can be; leaving it gives the window back as it was."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mlexplorer.layers.pictures import Picture
from mlexplorer.session.session import Session
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.middle import BESIDE, SWAPPED
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.stage.blank import Blank
from mlexplorer.ui.stage.note_band import NoteBand
from mlexplorer.ui.stage.pens import LIGHTS, PENS
from mlexplorer.ui.stage.strip import StageStrip
from mlexplorer.ui.stage.title import StageTitle
from mlexplorer.ui.stage.wording import terms, verdict

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

LINES, LEAST = 675, 1.1  # lines of a screen at scale 1, and the least scale
SIZES = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8)  # of the content, by + and −
VIEWS = ("none", "side", "swapped")  # where the linked view stands, in the order F4 walks them
SIDE = 0.36  # of the width, for what stands at the side
LOWER = 1 / 3  # of the plane, where the pointer calls the strip
REST = 3000  # milliseconds without a move after which the pointer is hidden
ABOVE = 12  # design pixels between the strip and the axis


@dataclass(frozen=True, eq=False)
class Before:
    """What the window was like: its state, the parts that were shown and how they stood, and how it was looked at."""

    state: Qt.WindowState
    away: tuple[QWidget, ...]
    arrangement: str
    scene: int  # its number
    switches: tuple[tuple[str, bool], ...]
    panel: str
    tool: str


class Stage(QObject):
    """Puts the window on stage and takes it back; holds title, strip, note and pens.

    `band.corner` and `strip` are where scenes show themselves.
    """

    pens, lights = PENS, LIGHTS

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self._before: Before | None = None
        self._size = 3  # of SIZES
        self._height = 0  # of the screen or the window, which the scale goes by
        self.fills_screen = True  # or stays as large as the window, for a picture of it
        self.view = "none"
        self.is_bare: bool = False
        whole = self._whole = window.whole
        column = whole.layout()
        assert isinstance(column, QVBoxLayout)
        self._column = column
        self.title = StageTitle()
        self.band = NoteBand(window.timeline)
        column.insertWidget(0, self.title)
        column.addWidget(self.band)
        self.strip: StageStrip = StageStrip(whole, window.run, window.plane.bar.list, window.panel.models)
        self.blank = Blank(whole)
        for part in (self.title, self.band):
            part.hide()
        window.tools |= {tool.name: tool(window.plane.desk) for tool in (*PENS, *LIGHTS)}
        self.pointer = QTimer(self, singleShot=True, interval=REST)
        self.pointer.timeout.connect(self._hide_pointer)
        self._connect()

    def _connect(self) -> None:
        window = self._window
        panel = window.panel
        self.strip.picker.picked.connect(panel.model_picker.picked)  # as if they were picked and edited there
        self.strip.form.edited.connect(panel.model_form.edited)
        self.strip.form.gesture.connect(panel.model_form.gesture)
        window.store.changed.connect(self._on_changed)
        window.work.pictured.connect(self._on_pictured)
        window.plane.hovered.connect(self._on_hovered)
        window.plane.canvas.resized.connect(self._on_resized)
        self._whole.installEventFilter(self)

    # -- what is asked of it -------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether the window is on stage."""
        return self._before is not None

    @property
    def scale(self) -> float:
        """How much larger than designed everything is."""
        return max(self._height / LINES, LEAST) * SIZES[self._size]

    @property
    def pen(self) -> type[Tool] | None:
        """The pen or light in the hand, if it is one."""
        kind = type(self._window.plane.tool)
        return kind if kind in (*PENS, *LIGHTS) else None

    def enter(self) -> None:
        """Go on stage."""
        window = self._window
        view = window.store.session.view
        plane = window.plane
        away = _beside(self._whole, (plane, window.beside))
        away = (*away, *(part for part in (plane.bar, window.status) if not part.isHidden()))
        name = window.plane.tool.name
        self._before = Before(
            window.windowState(),
            away,
            window.middle.arrangement,
            window.store.book.scene.number,
            view.switches,
            view.panel,
            name,
        )
        window.setFocus()  # or hiding what has the focus would hand it to something else
        for part in away:
            part.hide()
        self.is_bare = False
        plane.words_above = True
        self._height = window.height()
        if self.fills_screen:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
            self._height = window.screen().size().height()  # as it will be, so that nothing is dressed twice
        self._swap_keys()
        self.follow()
        self._arrange()
        window.apply_theme()
        self.strip.come()

    def leave(self) -> None:
        """Give back the window, its panels and layers as they were; the document stays as it is now."""
        window, before = self._window, self._before
        if before is None:
            return
        self.put_pen(None)
        self.blank.hide()
        self.strip.go()
        self.pointer.stop()
        parts: tuple[QWidget, ...] = (self.title, self.band, window.linked, window.panel)
        for part in parts:
            part.hide()
        self._before = None
        window.middle.on_stage = 0
        window.middle.arrange(before.arrangement)
        window.plane.words_above = False
        self._swap_keys()
        window.setWindowState(before.state)
        window.apply_theme()  # while most is hidden: then nothing is laid out twice
        for part in before.away:
            part.show()
        window.linked.apply_theme()  # it draws only while it is shown
        if window.store.book.scene.number == before.scene:
            view = window.store.session.view
            window.store.look(replace(view, switches=before.switches, panel=before.panel))

    def give_up_screen(self) -> None:
        """Give the window that is about to close its state back, and nothing else: dressing it anew takes long."""
        if self._before is not None:
            self.pointer.stop()
            self._window.setWindowState(self._before.state)

    def rescale(self) -> None:
        """Take the scale of the window's present height."""
        self._height = self._window.height()

    def resize_content(self, steps: int) -> None:
        """Make everything larger or smaller."""
        self._size = min(max(self._size + steps, 0), len(SIZES) - 1)
        self._window.apply_theme()
        self._window.plane.toast(f"Size {round(100 * SIZES[self._size])} %")

    def next_view(self) -> None:
        """Show the linked view beside the plane, then in its place, then not at all."""
        self.show_view(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])

    def show_view(self, view: str) -> None:
        """Show the linked view nowhere, at the side, or swapped with the plane."""
        self.view = view
        self._window.linked.setVisible(view != "none")
        self._window.linked.apply_theme()  # it draws only while it is shown
        self._arrange()
        self.show_buttons()

    def next_pen(self, kinds: tuple[type[Tool], ...]) -> None:
        """Take the first of some pens or lights, or the one after the one in hand; after the last, none."""
        now = self.pen
        place = kinds.index(now) + 1 if now in kinds else 0
        self.put_pen(kinds[place] if place < len(kinds) else None)

    def put_pen(self, kind: type[Tool] | None) -> None:
        """Take a pen or light, or the tool that was in use before."""
        if kind is not None:
            self._window.use_tool(kind.name)
        elif self.pen is not None and self._before is not None:
            self._window.use_tool(self._before.tool)
        self.show_buttons()

    def show_bare(self, is_bare: bool) -> None:
        """Hide title, note and dots, or show them again."""
        self.is_bare = is_bare
        self._arrange()

    def show_panel(self, is_shown: bool) -> None:
        """Show all parameters and the data at the left, or no longer."""
        self._window.panel.setVisible(is_shown)
        self.show_buttons()

    def put_down(self) -> bool:
        """Close what lies nearest to the hand: the list of all parameters, then the pen. False: there is neither."""
        if not self._window.panel.isHidden():
            self.show_panel(False)
            return True
        if self.pen is not None:
            self.put_pen(None)
            return True
        return False

    def focus(self, forward: bool) -> None:
        """Show the strip and give the keys to its chosen parameter, or to what comes next."""
        focus, was_away = QApplication.focusWidget(), self.strip.isHidden()
        self.strip.come()
        if was_away or focus is None or not focus.focusPolicy() & Qt.FocusPolicy.TabFocus:
            self.strip.take_keys()
        elif forward:
            self._window.focusNextChild()
        else:
            self._window.focusPreviousChild()

    def hold_strip(self, is_kept: bool) -> None:
        """Let the strip stay, or go by itself again."""
        self.strip.is_kept = is_kept
        self.strip.come()
        self.show_buttons()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.strip.apply_theme()
        if self.is_on:
            self._arrange()

    def show_buttons(self) -> None:
        """Show of every button of the strip whether what it stands for is on."""
        on = {"stage:pen": self.pen in PENS, "stage:light": self.pen in LIGHTS, "stage:view": self.view != "none"}
        on |= {"stage:hold": self.strip.is_kept, "stage:panel": not self._window.panel.isHidden()}
        for name, is_on in on.items():
            self.strip.buttons[name].setChecked(is_on)

    def follow(self) -> None:
        """Show the present session."""
        session, picture = self._window.store.session, self._window.plane.picture
        words = verdict(picture.snapshot) if picture is not None else ""
        self.title.show_words(session.run.model.title, terms(session.run.model), words)
        self.strip.show_model(session.run.model)
        self.show_buttons()
        self._put_strip()
        self.band.follow()

    # -- how it is arranged --------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        window = self._window
        self.title.setVisible(not self.is_bare)
        self.band.setVisible(not self.is_bare)
        window.linked.setVisible(self.view != "none")
        window.middle.on_stage = round(SIDE * window.width())
        window.middle.arrange(SWAPPED if self.view == "swapped" else BESIDE)
        window.middle.fit()
        self._column.activate()
        self._put_strip()

    def _put_strip(self) -> None:
        """Put the strip above the axis, beside the list of all parameters if that is shown."""
        window, whole = self._window, self._whole
        planes = window.beside.planes if is_side_by_side(window.store.session) else []  # they may not be made yet
        plane = planes[-1] if planes else window.plane
        foot = plane.canvas.mapTo(whole, plane.canvas.plane_rect().bottomLeft().toPoint()).y() - theme.px(ABOVE)
        left = 0 if window.panel.isHidden() else window.panel.mapTo(whole, window.panel.rect().topRight()).x()
        self.strip.put(QPoint((left + whole.width()) // 2, foot), whole.width() - left - 2 * theme.px(16))

    def _swap_keys(self) -> None:
        """Give keys that mean something else on stage to their stage commands, or back."""
        window = self._window
        here = {key for command in window.commands if command.on_stage for key in command.keys}
        for command in window.commands:
            action = window.actions_by_name[command.name]
            if command.on_stage:
                action.setEnabled(self.is_on)
            elif here & set(command.keys):
                kept = [key for key in command.keys if not (self.is_on and key in here)]
                action.setShortcuts([QKeySequence(key) for key in kept])

    # -- what happens around it ----------------------------------------------------------------------------------

    def _on_changed(self, old: Session, new: Session) -> None:
        del old, new
        if self.is_on:
            self.follow()

    def _on_pictured(self, picture: Picture) -> None:
        del picture
        if self.is_on:
            self.follow()

    def _on_resized(self) -> None:
        if self.is_on:
            self._put_strip()

    def _on_hovered(self, place: tuple[float, float] | None) -> None:
        if not self.is_on or place is None:
            return
        self._show_pointer()
        _, _, bottom, top = self._window.plane.canvas.bounds
        if place[1] < bottom + LOWER * (top - bottom):
            self.strip.come()

    def _show_pointer(self) -> None:
        plane = self._window.plane
        if plane.canvas.viewport().cursor().shape() == Qt.CursorShape.BlankCursor:
            plane.show_cursor()
        self.pointer.start()

    def _hide_pointer(self) -> None:
        self._window.plane.canvas.viewport().setCursor(Qt.CursorShape.BlankCursor)

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put everything in its place again when the window changes its size."""
        if self.is_on and event.type() == QEvent.Type.Resize:
            self._arrange()
            if not self.blank.isHidden():
                self.blank.cover()
        return super().eventFilter(watched, event)


def _beside(root: QWidget, kept: tuple[QWidget, ...]) -> tuple[QWidget, ...]:
    """Return the shown parts of a widget that neither are nor hold one of those that are kept."""
    found: list[QWidget] = []
    for part in root.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if part in kept or part.isHidden():
            continue
        holds = any(part.isAncestorOf(one) for one in kept)
        found += _beside(part, kept) if holds else [part]
    return tuple(found)
