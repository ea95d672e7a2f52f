"""The commands of the window that are not about points: files, view, steps, themes, help."""

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMessageBox, QWidget

import mlexplorer
from mlexplorer.layers import plane
from mlexplorer.layers.shading import EXPORTED
from mlexplorer.ui.commands.files import Files
from mlexplorer.ui.commands.table_commands import WIDE
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.panels.status import Status
from mlexplorer.ui.panels.timeline import Timeline
from mlexplorer.ui.panels.toolbar import Toolbar
from mlexplorer.ui.picture_maker import PictureMaker
from mlexplorer.ui.plane.plane_view import ZOOM_STEP, PlaneView
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.store import Store


class WindowCommands(QMainWindow):
    """Answers the commands of the table in actions.py: each `on_<name>` is one."""

    store: Store
    jobs: Jobs
    work: PictureMaker
    files: Files
    plane: PlaneView
    panel: LeftPanel
    timeline: Timeline
    status: Status
    toolbar: Toolbar
    data_table: DataTable
    linked: Linked
    actions_by_name: dict[str, QAction]
    _tools: dict[str, Tool]
    _theme: str
    _presenting: bool
    _put_away: tuple[QWidget, ...] = ()  # while only the plane is shown

    def _apply_theme(self) -> None:
        """Put on the theme: the window's own affair."""

    def _show_classes(self) -> None:
        """Show the classes: the window's own affair."""

    def nudge(self, x: int, y: int) -> bool:
        """Nudge the selection; False if there is none. The commands on points do it."""
        del x, y
        return False

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

    def on_autosave(self) -> None:
        """Save a session that has a file by itself, or only when told."""
        self.files.set_autosave(self.actions_by_name["autosave"].isChecked())

    def on_recover(self) -> None:
        """Offer what windows that were not closed have left."""
        self.files.recovery_wanted.emit()

    def on_export(self) -> None:
        """Open the export sheet."""
        from mlexplorer.ui.sheets.export_sheet import ExportSheet  # start-up time

        sheet = ExportSheet(self.store, self.work, self.jobs, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.told.connect(self.plane.hint)
        sheet.show()

    def on_film(self) -> None:
        """Open the film sheet."""
        from mlexplorer.ui.sheets.film_sheet import FilmSheet  # start-up time

        sheet = FilmSheet(self.store, self.jobs, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.told.connect(self.plane.hint)
        sheet.show()

    def on_export_again(self) -> None:
        """Write the figure to the same file with the same options, or ask for them."""
        from mlexplorer.ui.sheets.export_again import ExportAgain  # start-up time

        again = self.findChild(ExportAgain)
        if again is None:
            again = ExportAgain(self.jobs, self)
            again.told.connect(self.plane.hint)
        if not again.begin(self.store.session):
            self.on_export()

    def on_copy_python(self, form: str) -> None:
        """Copy a script that makes the same data and model, with this package or without."""
        from mlexplorer.figures.exports.scripts import notebook_script  # start-up time
        from mlexplorer.figures.exports.sklearn_scripts import sklearn_script  # start-up time
        from mlexplorer.ui.commands import clipboard  # start-up time

        picture = self.plane.picture
        if picture is None:
            return
        try:
            script = (sklearn_script if form == "sklearn" else notebook_script)(picture.snapshot)
        except ValueError as error:
            self.plane.hint(str(error))
            return
        clipboard.copy(script)
        self.plane.hint("Copied a script.")

    def on_print(self) -> None:
        """Print the figure."""
        from mlexplorer.ui.sheets.printing import ask_and_print  # start-up time

        words = ask_and_print(self.store, self)
        if words:
            self.plane.hint(words)

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
        """Drop the selection, or leave the plane alone or the presentation."""
        if self.plane.desk.selected:
            self.plane.desk.select(self.plane.desk.data.rows[:0])
        elif self._put_away:
            self.on_only_plane()
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
        if self._put_away:
            self.on_only_plane()
        self._presenting = not self._presenting
        action = self.actions_by_name["present"]
        action.setChecked(False)
        action.setText("Leave the presentation" if self._presenting else "Present")
        action.setIconText(" Leave  Esc" if self._presenting else " Present")
        theme.put_icon(action, "leave" if self._presenting else "present", 20)
        self.setFocus()  # or hiding the panel would hand it to a chip
        self.panel.setVisible(not self._presenting and (self.data_table.isHidden() or self.width() >= WIDE))
        self.status.setVisible(not self._presenting)
        self._apply_theme()

    def on_only_plane(self) -> None:
        """Show only the plane, on the whole screen, or everything again."""
        alone = not self._put_away
        if alone:
            parts = (self.toolbar, self.panel, self.data_table, self.linked, self.timeline, self.status)
            self._put_away = tuple(part for part in parts if not part.isHidden())
        for part in self._put_away:
            part.setVisible(not alone)
        if not alone:
            self._put_away = ()
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)  # it may be maximised
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

    def on_exported(self) -> None:
        """Show the regions in the bands of certainty that a figure has, or blended again."""
        self.plane.toggle_layer(EXPORTED)

    def on_keys(self) -> None:
        """Show the keys."""
        from mlexplorer.ui.sheets.keys_sheet import KeysSheet  # start-up time

        KeysSheet(self).open()

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
