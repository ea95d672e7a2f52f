"""The window: puts the parts together and shows what arrives."""

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mlexplorer.edits.starts import can_renew, can_start_here
from mlexplorer.layers.shading import EXPORTED
from mlexplorer.pipeline.point_display import LOCK
from mlexplorer.pipeline.slow_motion import SLOW, has_slow_motion, walked
from mlexplorer.session.session import Book, Session
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.actions import COMMANDS, Command, fill_menu, make_actions
from mlexplorer.ui.commands.files import Files
from mlexplorer.ui.commands.pin_commands import PinCommands
from mlexplorer.ui.commands.point_commands import PointCommands
from mlexplorer.ui.commands.run_commands import RunCommands
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.panels.status import Status
from mlexplorer.ui.panels.timeline import Timeline
from mlexplorer.ui.panels.toolbar import Toolbar
from mlexplorer.ui.picture_maker import Picture, PictureMaker
from mlexplorer.ui.plane.hovering import Hovering
from mlexplorer.ui.plane.many_planes import SideBySide
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.store import Store
from mlexplorer.ui.tools.holding import Holding
from mlexplorer.ui.tools.leaving_out import InfluenceFollower, LeaveOutTool
from mlexplorer.ui.tools.probing import ProbeFollower
from mlexplorer.ui.tools.toolbox import TOOLS

RESTED = 150  # milliseconds after the last change of size before a presentation takes its scale anew

TOOL_COMMANDS = tuple(Command(f"tool:{tool.name}", tool.title, (tool.key,)) for tool in TOOLS)


class Window(PointCommands, PinCommands, RunCommands):
    """ML Explorer's window."""

    closed = Signal()

    def __init__(self, book: Book, path: Path | None = None) -> None:
        super().__init__()
        self._theme, self._presenting = str(QSettings().value("theme", "system")), False
        self._wear()  # before any widget is made, so that each is dressed once
        self._resized = QTimer(self, singleShot=True, interval=RESTED)
        self._resized.timeout.connect(self._rescale)
        self.store = Store(book, self)
        self.store.path = path
        self.jobs = Jobs(self)
        self.work = PictureMaker(self.store, self.jobs, self)
        self.files = Files(self.store, self.jobs, self)
        self.plane = PlaneView(self.store)
        Hovering(self.plane)
        ProbeFollower(self.plane, self.store)
        self.leaving_out = InfluenceFollower(self.plane, self.store, self.jobs)
        self.beside = SideBySide(self.store, self.jobs, self.work, self.plane)
        self.panel = LeftPanel(self.store)
        self.data_table = DataTable(self.plane.desk)
        self.linked = Linked(self.store, self.jobs)
        self.timeline = Timeline()
        self.status = Status()
        self.toolbar = Toolbar(TOOLS)
        self._tools = {tool.name: tool(self.plane.desk) for tool in TOOLS}
        self.actions_by_name = make_actions(self, (*COMMANDS, *TOOL_COMMANDS))
        self._build()
        self._connect()
        self._restore()
        self.on_tool("place")
        self.holding = Holding(self, LeaveOutTool)
        self._on_changed(self.store.session, self.store.session)

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self.setMinimumSize(900, 600)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.panel)
        middle.addWidget(self.data_table)
        middle.addWidget(self.plane, 1)
        middle.addWidget(self.beside, 1)
        middle.addWidget(self.linked)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addLayout(middle, 1)
        column.addWidget(self.timeline)
        column.addWidget(self.status)
        self.setCentralWidget(whole)
        self._menu = QMenu(self)
        self._menus = fill_menu(self._menu, self.actions_by_name, COMMANDS)
        self._recent_menu = QMenu("Recent files", self)
        self._menus["File"].insertMenu(self.actions_by_name["save"], self._recent_menu)
        self.toolbar.menu_button.setMenu(self._menu)
        for name in ("undo", "redo"):
            self.toolbar.add_action(self.actions_by_name[name])
        self.toolbar.add_action(self.actions_by_name["side_by_side"], right=True)
        self.actions_by_name["present"].setIconText(" Present")  # a little further from its icon than in the menu
        self.toolbar.add_action(self.actions_by_name["present"], right=True, words=True)

    def _connect(self) -> None:
        self.store.changed.connect(self._on_changed)
        self.store.file_changed.connect(self._show_title)
        self.work.pictured.connect(self._on_pictured)
        self.work.failed.connect(self._on_failed)
        self.plane.canvas.resized.connect(self.work.resize)
        self.plane.canvas.painted.connect(self.work.begin, Qt.ConnectionType.QueuedConnection)
        self.plane.hovered.connect(self.status.show_place)
        self.plane.menu_wanted.connect(self._menu.popup)
        self.plane.desk.class_changed.connect(lambda _: self._show_classes())
        self.toolbar.tool_chosen.connect(self.on_tool)
        self.linked.copied.connect(lambda words: self.plane.hint(f"Copied: {words}", "copy"))
        self.linked.command_wanted.connect(lambda name: self.actions_by_name[name].trigger())
        strip = self.toolbar.classes
        for told, answer in (
            (strip.chosen, self.on_class),
            (strip.renamed, self.rename_class),
            (strip.removed, self.remove_class),
            (strip.swapped, self.swap_classes),
            (strip.selected, self.select_class),
        ):
            told.connect(answer)
        self.toolbar.brush_button.edited.connect(self.plane.desk.choose_brush)
        self.plane.desk.brush_changed.connect(lambda: self.toolbar.brush_button.show_brush(self.plane.desk.brush))
        self.timeline.moved.connect(self._on_step)
        self.timeline.restarted.connect(self.on_first)
        self.timeline.renewed.connect(self.on_new_start)
        self.timeline.begun.connect(self.on_start_here)
        self.timeline.slowed.connect(self.on_slow)
        self.files.told.connect(self.plane.hint)
        self.files.table_wanted.connect(self.open_table)
        self.files.recent_changed.connect(self._show_recent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.styleHints().colorSchemeChanged.connect(self._apply_theme)

    def _restore(self) -> None:
        settings = QSettings()
        geometry = settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        else:
            self.resize(1440, 900)
        self._apply_theme()
        self._show_recent()
        self._show_title()
        self.actions_by_name["autosave"].setChecked(self.files.autosave)

    # -- what arrives -------------------------------------------------------------------------------------------

    def _on_changed(self, old: Session, new: Session) -> None:
        self.panel.show_session(new)
        self.timeline.show_ghost(new.view.ghost)
        self.beside.show_session(new)
        self.actions_by_name["side_by_side"].setChecked(is_side_by_side(new))
        self._show_classes()
        self.actions_by_name["lock"].setChecked(new.view.shows(LOCK))
        self.actions_by_name["exported"].setChecked(new.view.shows(EXPORTED))
        history = self.store.history
        for name, label in (("undo", history.undo_label), ("redo", history.redo_label)):
            self.actions_by_name[name].setEnabled(bool(label))
            self.actions_by_name[name].setText(f"{name.capitalize()} {label}".strip())
        del old

    def _on_pictured(self, picture: Picture) -> None:
        begun = time.perf_counter()
        self.plane.show_picture(picture)
        snapshot = picture.snapshot
        self.panel.show_snapshot(snapshot)
        if snapshot.finished:
            self.linked.show_snapshot(snapshot)
        self._show_timeline(picture)
        self.status.show_snapshot(snapshot, 1000 * (time.perf_counter() - begun) + picture.milliseconds)

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

    def _show_timeline(self, picture: Picture) -> None:
        snapshot = picture.snapshot
        trace, view = snapshot.leading, snapshot.session.view
        current = trace.total - 1 if view.step is None else min(view.step, trace.total - 1)
        slow = view.shows(SLOW)
        if not snapshot.dragging:  # the same buttons as before
            self.timeline.renew_button.setVisible(can_renew(snapshot.session))
            self.timeline.begin_button.setVisible(can_start_here(snapshot))
            self.timeline.slow.setVisible(has_slow_motion(trace))
            self.timeline.slow.setChecked(slow)
        places = walked(trace, slow)
        busy = not trace.finished and snapshot.problem is None
        note = snapshot.note
        if snapshot.run.by_hand is not None and can_start_here(snapshot):
            note = f"{note} Shift+Home starts the fit from here."
        self.timeline.show_trace(places, trace.total, max(current, 0), note, picture.events, busy)

    def _show_classes(self) -> None:
        self.toolbar.classes.show_classes(self.plane.desk.data, self.plane.desk.current_class)

    def _show_title(self) -> None:
        name = self.store.path.name if self.store.path else "Untitled"
        self.setWindowTitle(f"{name}[*] – ML Explorer")
        self.setWindowModified(self.store.is_unsaved)

    def _show_recent(self) -> None:
        self._recent_menu.clear()
        for path in self.files.recent:
            self._recent_menu.addAction(path.name).triggered.connect(lambda _=False, path=path: self.files.open(path))
        self._recent_menu.setEnabled(bool(self.files.recent))

    def _apply_theme(self) -> None:
        self._wear()
        for part in (self.toolbar, self.panel, self.data_table, self.status, self.plane, self.beside, self.linked):
            part.apply_theme()
        for choice in ("system", *theme.SCREEN_THEMES):
            self.actions_by_name[f"theme:{choice}"].setChecked(choice == self._theme)

    def _wear(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        name = theme.system_theme(application) if self._theme == "system" else self._theme
        shown = "projector" if self._presenting and self._theme != "dark" else name
        theme.apply(application, shown, self._scale())

    def _scale(self) -> float:
        return min(max(self.height() / 675, 1.3), 2.4) if self._presenting else 1.0

    def _rescale(self) -> None:
        if self._scale() != theme.current().scale:
            self._apply_theme()

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
            self.drop_text(event.mimeData().text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let a presentation grow with its window."""
        super().resizeEvent(event)
        if self._presenting:
            self._resized.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for unsaved changes, remember the geometry, end the worker."""
        if not self.files.may_leave():
            event.ignore()
            return
        QSettings().setValue("geometry", self.saveGeometry())
        self._resized.stop()
        self.timeline.stop()
        self.jobs.stop()
        event.accept()
        self.closed.emit()
