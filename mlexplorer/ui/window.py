"""The window: puts the parts together and answers the commands."""

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QMenu, QMessageBox, QVBoxLayout, QWidget

import mlexplorer
from mlexplorer.plots import plane
from mlexplorer.session.drawn import LOCK
from mlexplorer.session.session import Book, Session
from mlexplorer.ui import theme
from mlexplorer.ui.actions import COMMANDS, Command, fill_menu, make_actions
from mlexplorer.ui.files import Files
from mlexplorer.ui.hovering import Hovering
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.linked import Linked
from mlexplorer.ui.panels import Panel
from mlexplorer.ui.plane_view import ZOOM_STEP, PlaneView
from mlexplorer.ui.point_commands import PointCommands
from mlexplorer.ui.status import Status
from mlexplorer.ui.store import Store
from mlexplorer.ui.timeline import Timeline
from mlexplorer.ui.toolbar import Toolbar
from mlexplorer.ui.tools import TOOLS
from mlexplorer.ui.work import Picture, Work

TOOL_COMMANDS = tuple(Command(f"tool:{tool.name}", tool.title, (tool.key,)) for tool in TOOLS)
MOST_SEED = 999


class Window(PointCommands, QMainWindow):
    """ML Explorer's window."""

    def __init__(self, book: Book, path: Path | None = None) -> None:
        super().__init__()
        self.store = Store(book, self)
        self.store.path = path
        self.jobs = Jobs(self)
        self.work = Work(self.store, self.jobs, self)
        self.files = Files(self.store, self)
        self.plane = PlaneView(self.store)
        Hovering(self.plane)
        self.panel = Panel(self.store)
        self.linked = Linked(self.store, self.jobs)
        self.timeline = Timeline()
        self.status = Status()
        self.toolbar = Toolbar(TOOLS)
        self._tools = {tool.name: tool(self.plane.desk) for tool in TOOLS}
        self.actions_by_name = make_actions(self, (*COMMANDS, *TOOL_COMMANDS))
        self._presenting = False
        self._build()
        self._connect()
        self._restore()
        self.on_tool("place")
        self._on_changed(self.store.session, self.store.session)

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self.setMinimumSize(900, 600)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.panel)
        middle.addWidget(self.plane, 1)
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
        self.toolbar.add_action(self.actions_by_name["present"], right=True, words=True)

    def _connect(self) -> None:
        self.store.changed.connect(self._on_changed)
        self.store.file_changed.connect(self._show_title)
        self.work.pictured.connect(self._on_pictured)
        self.work.failed.connect(self._on_failed)
        self.plane.canvas.resized.connect(self.work.resize)
        self.plane.hovered.connect(self.status.show_place)
        self.plane.menu_wanted.connect(self._menu.popup)
        self.plane.desk.class_changed.connect(lambda _: self._show_classes())
        self.toolbar.tool_chosen.connect(self.on_tool)
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
        self.files.told.connect(self.plane.hint)
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
        self._theme = str(settings.value("theme", "system"))
        self._apply_theme()
        self._show_recent()
        self._show_title()

    # -- what arrives -------------------------------------------------------------------------------------------

    def _on_changed(self, old: Session, new: Session) -> None:
        self.panel.show_session(new)
        self._show_classes()
        self.actions_by_name["lock"].setChecked(LOCK in new.view.toggled)
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

    def _on_step(self, place: int) -> None:
        trace = self.plane.picture.snapshot.trace if self.plane.picture is not None else None
        at_end = trace is not None and trace.finished and place >= trace.total - 1
        session = self.store.session
        view = replace(session.view, step=None if at_end else place)
        if session.run.held is None:
            self.store.look(view)
        else:
            freed = session.with_run(replace(session.run, held=None))
            self.store.edit(replace(freed, view=view), "let go of the parameters")

    def _show_timeline(self, picture: Picture) -> None:
        snapshot = picture.snapshot
        trace, view = snapshot.trace, snapshot.session.view
        current = trace.total - 1 if view.step is None else min(view.step, trace.total - 1)
        note = "" if snapshot.step is None else snapshot.step.note
        self.timeline.renew_button.setVisible("seed" in {spec.name for spec in snapshot.run.model.shown()})
        self.timeline.show_trace(trace.places, trace.total, max(current, 0), note, picture.events, not trace.finished)

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
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        name = theme.system_theme(application) if self._theme == "system" else self._theme
        scale = min(max(self.height() / 675, 1.3), 2.4) if self._presenting else 1.0
        theme.apply(application, "projector" if self._presenting and self._theme != "dark" else name, scale)
        for part in (self.toolbar, self.panel, self.status, self.plane, self.linked):
            part.apply_theme()
        for choice in ("system", "light", "dark", "projector"):
            self.actions_by_name[f"theme:{choice}"].setChecked(choice == self._theme)

    # -- commands -----------------------------------------------------------------------------------------------

    def on_new(self) -> None:
        """Begin with an empty plane."""
        self.files.new()
        self.toolbar.classes.forget()
        self._show_classes()

    def on_open(self) -> None:
        """Ask for a file."""
        self.files.ask_open()

    def on_save(self) -> None:
        """Save."""
        self.files.save()

    def on_save_as(self) -> None:
        """Save under another name."""
        self.files.ask_save()

    def on_quit(self) -> None:
        """Close the window."""
        self.close()

    def on_undo(self) -> None:
        """Take the last edit back."""
        self.store.undo()

    def on_redo(self) -> None:
        """Do it again."""
        self.store.redo()

    def on_drop(self) -> None:
        """Drop the selection, or leave the presentation."""
        if self.plane.desk.selected:
            self.plane.desk.select(self.plane.desk.data.rows[:0])
        elif self._presenting:
            self.on_present()

    def on_restart(self) -> None:
        """Go back to the session as it was opened."""
        self.store.restart()

    def on_show_all(self) -> None:
        """Show all points."""
        self.plane.show_all()

    def on_zoom_in(self) -> None:
        """Zoom in."""
        self.plane.zoom(1 / ZOOM_STEP)

    def on_zoom_out(self) -> None:
        """Zoom out."""
        self.plane.zoom(ZOOM_STEP)

    def on_theme(self, name: str) -> None:
        """Use a theme from now on."""
        self._theme = name
        QSettings().setValue("theme", name)
        self._apply_theme()

    def show_as(self, name: str) -> None:
        """Wear a theme, or "present", without remembering it."""
        self._theme = "light" if name == "present" else name
        if name == "present":
            self.on_present()
        else:
            self._apply_theme()

    def on_present(self) -> None:
        """Enter or leave the presentation: larger, on white, without the left panel and the status bar."""
        self._presenting = not self._presenting
        action = self.actions_by_name["present"]
        action.setChecked(False)
        action.setText(" Leave  Esc" if self._presenting else " Present")
        theme.put_icon(action, "leave" if self._presenting else "present", 20)
        self.panel.setVisible(not self._presenting)
        self.status.setVisible(not self._presenting)
        self._apply_theme()

    def on_only_plane(self) -> None:
        """Show only the plane, on the whole screen, or everything again."""
        alone = self.toolbar.isVisible()
        for part in (self.toolbar, self.panel, self.timeline, self.status):
            part.setVisible(not alone)
        (self.showFullScreen if alone else self.showNormal)()
        self.actions_by_name["only_plane"].setChecked(alone)

    def on_play(self) -> None:
        """Play or pause."""
        self.timeline.play()

    def on_back(self) -> None:
        """Step back, or nudge the selection to the left."""
        if not self.nudge(-1, 0):
            self.timeline.step(-1)

    def on_forward(self) -> None:
        """Step forward, or nudge the selection to the right."""
        if not self.nudge(1, 0):
            self.timeline.step(1)

    def on_up(self) -> None:
        """Nudge the selection up."""
        self.nudge(0, 1)

    def on_down(self) -> None:
        """Nudge the selection down."""
        self.nudge(0, -1)

    def on_first(self) -> None:
        """Go to the first step."""
        self.timeline.first()

    def on_last(self) -> None:
        """Go to the last step."""
        self.timeline.last()

    def on_new_start(self) -> None:
        """Draw another start: the next seed, visible in the form."""
        session = self.store.session
        seed = session.run.model.values().get("seed")
        if isinstance(seed, int):
            model = session.run.model.with_values({"seed": seed + 1 if seed < MOST_SEED else 0})
            self.store.edit(session.with_model(model), "new start")

    def on_tool(self, name: str) -> None:
        """Use a tool."""
        self.plane.set_tool(self._tools[name])
        self.toolbar.show_tool(name, self._tools[name].has_brush)
        self.toolbar.brush_button.show_brush(self.plane.desk.brush)

    def on_class(self, label: str | int) -> None:
        """Make a class the current one."""
        self.plane.desk.choose_class(int(label))

    def on_layer(self, name: str) -> None:
        """Switch a layer on or off, if the model offers it."""
        picture = self.plane.picture
        if picture is not None and name in {kind.name for kind in plane.offered(picture.snapshot)}:
            self.plane.toggle_layer(name)

    def on_keys(self) -> None:
        """Show the keys."""
        rows = "".join(
            f"<tr><td>{' or '.join(c.keys)}&nbsp;&nbsp;&nbsp;</td><td>{c.title}</td></tr>" for c in COMMANDS if c.keys
        )
        tools = "".join(f"<tr><td>{tool.key}</td><td>{tool.title}: {tool.help}</td></tr>" for tool in TOOLS)
        self._tell("Keys", f"<table>{tools}{rows}</table>")

    def on_about(self) -> None:
        """Say what this is."""
        words = "Put points in the plane, pick a learning method, and watch it learn."
        self._tell("About ML Explorer", f"<b>ML Explorer {mlexplorer.__version__}</b><br>{words}")

    def _tell(self, title: str, words: str) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setText(words)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    # -- Qt -----------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        for url in event.mimeData().urls()[:1]:
            self.files.open(Path(url.toLocalFile()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for unsaved changes, remember the geometry, end the worker."""
        if not self.files.may_leave():
            event.ignore()
            return
        QSettings().setValue("geometry", self.saveGeometry())
        self.timeline.stop()
        self.jobs.stop()
        event.accept()
