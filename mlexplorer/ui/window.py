"""The window: puts the parts together and shows what arrives."""

import time
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QVBoxLayout, QWidget

from mlexplorer.layers.pictures import Picture
from mlexplorer.session.session import Book, Session
from mlexplorer.ui.actions import fill_menu, make_actions, table
from mlexplorer.ui.commands import (
    classes_menu,
    course_menu,
    edit_menu,
    file_menu,
    find_menu,
    fit_menu,
    help_menu,
    layers_menu,
    learning_menu,
    scenes_menu,
    selection_menu,
    stage_menu,
    steps_menu,
    tables,
    tools_menu,
    view_menu,
)
from mlexplorer.ui.commands.files import Files
from mlexplorer.ui.guard import tell_fault
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import spoken, theme
from mlexplorer.ui.look.ring import Ring
from mlexplorer.ui.look.term_tips import WordMenu
from mlexplorer.ui.look.widgets import give_menu
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.edges import Edge, Room
from mlexplorer.ui.panels.invitation import Invitation
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.panels.middle import Middle
from mlexplorer.ui.panels.status import Status
from mlexplorer.ui.panels.strip import ErrorStrip
from mlexplorer.ui.panels.timeline import Timeline
from mlexplorer.ui.panels.timeline_steps import show_steps
from mlexplorer.ui.panels.toolbar import Toolbar
from mlexplorer.ui.picture_maker import PictureMaker
from mlexplorer.ui.plane.crosshair import Crosshair
from mlexplorer.ui.plane.hovering import Hovering
from mlexplorer.ui.plane.many_planes import SideBySide
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.preloading import Preloading
from mlexplorer.ui.scenes.scene_strip import SceneStrip
from mlexplorer.ui.seldom import Seldom
from mlexplorer.ui.store import Store
from mlexplorer.ui.tools.holding import Holding
from mlexplorer.ui.tools.leaving_out import InfluenceFollower, LeaveOutTool
from mlexplorer.ui.tools.probing import ProbeFollower
from mlexplorer.ui.tools.toolbox import TOOLS

if TYPE_CHECKING:
    from mlexplorer.lessons.open_course import OpenCourse
    from mlexplorer.ui.panels.lesson_panel import LessonPanel
    from mlexplorer.ui.sheets.import_sheet import ImportSheet
    from mlexplorer.ui.stage.stage import Stage

BELOW = Room(60, 200)  # design pixels for the timeline
LEAST = QSize(800, 560)  # of the window
FRAME = QSize(16, 48)  # around a window at most: its title bar and borders
RESTED = 150  # milliseconds after the last change of size before a presentation takes its scale anew

MODULES = (  # imported for their commands, which make the table
    file_menu,
    edit_menu,
    selection_menu,
    tools_menu,
    view_menu,
    stage_menu,
    steps_menu,
    scenes_menu,
    fit_menu,
    classes_menu,
    layers_menu,
    find_menu,
    learning_menu,
    course_menu,
    help_menu,
)


class Window(QMainWindow):
    """ML Explorer's window: its parts, and what the commands change of them."""

    closed = Signal()

    def __init__(self, book: Book, path: Path | None = None) -> None:
        super().__init__()
        # What commands ask whether it is on has its type written out: they are checked before the window is.
        self.theme_choice: str = str(QSettings().value("theme", "system"))
        self.presenting: bool = False  # on stage
        self.put_away: tuple[QWidget, ...] = ()  # while only the plane is shown
        self.sheet: ImportSheet | None = None  # that asks what columns are for
        self.course: OpenCourse | None = None
        spoken.install()
        self._wear()  # before any widget is made, so that each is dressed once
        self._resized = QTimer(self, singleShot=True, interval=RESTED)
        self._resized.timeout.connect(self._rescale)
        self.store: Store = Store(book, self)
        self.store.path = path
        self.jobs = Jobs(self)
        self.work = PictureMaker(self.store, self.jobs, self)
        self.files: Files = Files(self.store, self.jobs, self)
        self.plane = PlaneView(self.store)
        Hovering(self.plane)
        self.crosshair: Crosshair = Crosshair(self.plane)
        ProbeFollower(self.plane, self.store)
        self.leaving_out = InfluenceFollower(self.plane, self.store, self.jobs)
        self.beside = SideBySide(self.store, self.jobs, self.work, self.plane)
        self.panel: LeftPanel = LeftPanel(self.store)
        self.data_table: DataTable = DataTable(self.plane.desk)
        self.linked: Linked = Linked(self.store, self.jobs)
        self.strip = ErrorStrip(self.store, self.linked.results, self.jobs)
        self.timeline: Timeline = Timeline()
        self.scene_strip: SceneStrip = SceneStrip(self.store, self.jobs)
        self.status = Status()
        told = (self._show_bars, self._show_panels, self.status.show_place)
        self._bars, self._panels, self._place = (Seldom(self.store, tell) for tell in told)
        self.toolbar = Toolbar(TOOLS)
        self.tools: dict[str, Tool] = {tool.name: tool(self.plane.desk) for tool in TOOLS}
        self.commands = table()
        self.actions_by_name = make_actions(self, self.commands)
        self._build()
        self._connect()
        self._restore()
        self.run("tool:place")
        self.holding = Holding(self, LeaveOutTool)
        self._on_changed(self.store.session, self.store.session)
        self.setFocus()  # the keys are the window's, not those of its first field

    # -- what commands ask ---------------------------------------------------------------------------------------

    @cached_property
    def lesson(self) -> "LessonPanel":
        """The panel of lessons, made when the first one is begun."""
        from mlexplorer.ui.panels.lesson_panel import LessonPanel  # start-up time

        panel = LessonPanel(self.store, self.jobs, self.work, self.linked, self.panel)
        panel.told.connect(self.plane.hint)
        panel.wanted.connect(partial(learning_menu.point_at, self, Ring(self)))
        self.middle.add(panel)
        return panel

    @cached_property
    def stage(self) -> "Stage":
        """The stage, made when it is first entered."""
        from mlexplorer.ui.stage.stage import Stage  # start-up time

        stage = Stage(self)
        scenes_menu.put_dots(self, stage.band.corner)
        return stage

    def use_tool(self, name: str) -> None:
        """Use a tool, on every plane."""
        tool = self.tools[name]
        self.plane.set_tool(tool)
        self.toolbar.show_tool(name, tool.has_brush)
        self.toolbar.brush_button.show_brush(self.plane.desk.brush)
        self.beside.set_tool(type(tool))

    def run(self, name: str) -> None:
        """Answer a command by its name, as its key would."""
        self.actions_by_name[name].trigger()

    def show_switches(self) -> None:
        """Show of every command that is switched on and off which of both it is."""
        for command in self.commands:
            if command.is_on is not None:
                self.actions_by_name[command.name].setChecked(command.is_on(self))

    def show_classes(self) -> None:
        """Show the classes of the points, and the current one."""
        self.toolbar.classes.show_classes(self.plane.desk.data, self.plane.desk.current_class)

    def apply_theme(self) -> None:
        """Dress every part in the chosen theme, at the size of the moment."""
        self._wear()
        sides = (self.toolbar, self.panel, self.data_table, self.linked)
        for part in (*sides, self.plane, self.beside, self.strip):
            part.apply_theme()
        if self.presenting:
            self.stage.apply_theme()
        self.middle.fit()
        self.show_switches()

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self.setMinimumSize(LEAST)
        self.middle = Middle(self.panel, self.data_table, (self.plane, self.beside), self.linked)
        whole = self.whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(self.middle, 1)
        column.addWidget(self.strip)
        column.addWidget(self.scene_strip)
        self.timeline.setParent(whole)
        self.below = Edge("Timeline", "below", self.timeline, BELOW)
        self.below.sized.connect(self.timeline.set_height)
        column.addWidget(self.below)
        column.addWidget(self.timeline)
        self.plane.foot.addWidget(self.status, 1)
        self.setCentralWidget(whole)
        self.menu = WordMenu(self)
        self.menus = fill_menu(self.menu, self.actions_by_name, self.commands)
        self.recent_menu = QMenu("Recent files", self)
        self.menu.insertMenu(self.menus["Edit"].menuAction(), self.recent_menu)  # two levels are enough
        give_menu(self.toolbar.menu_button, self.menu)
        for name in ("undo", "redo"):
            self.toolbar.add_action(self.actions_by_name[name])
        Invitation(self.plane, self.store, self.actions_by_name["gallery"])
        help_menu.put_guides(self)

    def _connect(self) -> None:
        self.store.changed.connect(self._on_changed)
        self.store.book_changed.connect(self._show_history)
        self.store.file_changed.connect(self._show_title)
        scenes_menu.connect(self)
        self.work.pictured.connect(self._on_pictured)
        self.work.failed.connect(self._on_failed)
        Preloading(self.work, self.jobs, self.panel, self.linked, self)
        self.work.results_of = self.linked.results.known
        self.linked.results.laid.connect(self.work.ask)
        self.plane.canvas.resized.connect(self.work.resize)
        self.plane.canvas.painted.connect(self.work.begin, Qt.ConnectionType.QueuedConnection)
        self.plane.hovered.connect(lambda place: self._place.tell(place, waits=self.plane.is_held))
        self.plane.menu_wanted.connect(self.menu.popup)
        self.crosshair.switched.connect(self.show_switches)
        self.plane.desk.class_changed.connect(lambda _: self.show_classes())
        self.plane.desk.ink.changed.connect(self._show_history)
        self.toolbar.tool_chosen.connect(self.use_tool)
        self.linked.copied.connect(lambda words: self.plane.hint(f"Copied: {words}", "copy"))
        self.linked.command_wanted.connect(self.run)
        classes_menu.connect(self)
        self.toolbar.brush_button.edited.connect(self.plane.desk.choose_brush)
        self.plane.desk.brush_changed.connect(lambda: self.toolbar.brush_button.show_brush(self.plane.desk.brush))
        self.timeline.moved.connect(self._on_step)
        steps_menu.connect(self)
        self.files.told.connect(self.plane.hint)
        self.files.table_wanted.connect(partial(tables.open_table, self))
        self.files.course_wanted.connect(partial(course_menu.open_course, self))
        self.files.recent_changed.connect(self._show_recent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.styleHints().colorSchemeChanged.connect(self.apply_theme)

    def _restore(self) -> None:
        settings = QSettings()
        geometry = settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        else:
            self.resize(QSize(1440, 900).boundedTo(self.screen().availableSize() - FRAME))
        self.apply_theme()
        self._show_recent()
        self._show_title()

    # -- what arrives -------------------------------------------------------------------------------------------

    def _on_changed(self, old: Session, new: Session) -> None:
        self.panel.show_session(new)
        self.timeline.show_ghost(new.view.ghost)
        self.beside.show_session(new)
        self._bars.tell(waits=self.plane.is_held)
        del old

    def _show_bars(self) -> None:
        self.show_classes()
        self.show_switches()
        self._show_history()

    def _show_history(self) -> None:
        history, ink = self.store.history, self.plane.desk.ink
        undo, redo = ink.undo_label or history.undo_label, ink.redo_label or history.redo_label
        for name, label in (("undo", undo), ("redo", redo)):
            self.actions_by_name[name].setEnabled(bool(label))
            self.actions_by_name[name].setText(f"{name.capitalize()} {label}".strip())

    def _on_pictured(self, picture: Picture) -> None:
        begun = time.perf_counter()
        self.plane.tells_problems = not self.panel.isVisible()  # its card tells them, with what can be done
        self.plane.show_picture(picture)
        took = 1000 * (time.perf_counter() - begun) + picture.milliseconds
        self._panels.tell(picture, took, waits=picture.snapshot.dragging or self.plane.is_held)

    def _show_panels(self, picture: Picture, milliseconds: float) -> None:
        """Let all panels tell of one moment."""
        snapshot = picture.snapshot
        self.panel.show_snapshot(snapshot)
        if snapshot.finished:
            self.linked.show_snapshot(snapshot)
        self.strip.show_snapshot(snapshot)
        self.data_table.show_picked(snapshot)
        show_steps(self.timeline, picture)
        self.status.show_snapshot(snapshot, milliseconds)

    def _on_failed(self, error: Exception) -> None:
        self.plane.hint(f"This fit failed: {error}. Change a parameter or the points.")

    def _on_step(self, place: float) -> None:
        trace = self.plane.picture.snapshot.leading if self.plane.picture is not None else None
        at_end = trace is not None and trace.finished and place >= trace.total - 1
        session = self.store.session
        view = replace(session.view, step=None if at_end else place)
        if session.run.by_hand is None:
            self.store.look(view)
        else:
            freed = session.with_run(replace(session.run, by_hand=None))
            self.store.edit(replace(freed, view=view), "let go of the parameters")

    def _show_title(self) -> None:
        name = self.store.path.name if self.store.path else "Untitled"
        self.setWindowTitle(f"{name}[*] – ML Explorer")
        self.setWindowModified(self.store.is_unsaved)

    def _show_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.files.recent:
            self.recent_menu.addAction(path.name).triggered.connect(lambda _=False, path=path: self.files.open(path))
        self.recent_menu.setEnabled(bool(self.files.recent))

    def _wear(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        name = theme.system_theme(application) if self.theme_choice == "system" else self.theme_choice
        shown = "projector" if self.presenting and self.theme_choice != "dark" else name
        theme.apply(application, shown, self._scale())

    def _scale(self) -> float:
        usual = theme.system_scale()
        return max(self.stage.scale, usual) if self.presenting else usual

    def _rescale(self) -> None:
        self.stage.rescale()
        if self._scale() != theme.current().scale:
            self.apply_theme()

    # -- Qt -----------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, and rows dragged out of an editor or a spreadsheet."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped, or take the rows."""
        event.acceptProposedAction()
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            self.files.open(Path(files[0]))
        elif event.mimeData().hasText():
            edit_menu.drop_text(self, event.mimeData().text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let a presentation grow with its window."""
        super().resizeEvent(event)
        if self.presenting:
            self._resized.start()
        else:
            self.middle.fit()
            self.strip.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for unsaved changes, remember the geometry, end the worker; after a fault in saving the window stays."""
        try:
            leaves = self.files.may_leave()
        except Exception:
            tell_fault()
            leaves = False
        if not leaves:
            event.ignore()
            return
        self.stage.give_up_screen()  # the next start is no stage
        QSettings().setValue("geometry", self.saveGeometry())
        self._resized.stop()
        self.timeline.stop()
        self.jobs.stop()
        event.accept()
        self.closed.emit()
