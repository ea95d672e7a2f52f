"""New, open, save and recent files; nothing the user made is lost without being asked."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import counted
from mlexplorer.core.table import CanWrite, Format
from mlexplorer.core.writing import CannotWrite, check_suffix, write_all
from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.session import storage
from mlexplorer.session.opening import empty
from mlexplorer.session.session import Book
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

MOST_RECENT = 8
PACKED = ".mlx.zip"  # of a course
FILTER = f"ML Explorer sessions (*{storage.SUFFIX});;All files (*)"
EXPORTING = "export points"
NOT_UPDATED = "A kept scene changes only when it is updated: what was done to it since is lost otherwise."


class Files(QObject):
    """Asks where, reads and writes, and says in a sentence when it cannot."""

    told = Signal(str)  # a sentence for the user
    recent_changed = Signal()
    table_wanted = Signal(object)  # Path
    course_wanted = Signal(object)  # Path
    recovery_wanted = Signal()

    def __init__(self, store: Store, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._store, self._jobs, self._window = store, jobs, window
        self.may_write: Callable[[Path], bool] = lambda _: True  # asked before a file is overwritten
        jobs.arrived.connect(lambda kind, words: self.told.emit(words) if kind == EXPORTING else None)

    @property
    def recent(self) -> list[Path]:
        """The files opened or saved last, newest first, as far as they still exist."""
        stored = QSettings().value("recent", [])
        names = [stored] if isinstance(stored, str) else stored if isinstance(stored, list) else []
        return [Path(str(name)) for name in names if Path(str(name)).exists()]

    @property
    def autosave(self) -> bool:
        """Whether a session that has a file is saved by itself."""
        return QSettings().value("autosave", False) in (True, "true")

    def set_autosave(self, wanted: bool) -> None:
        """Save by itself from now on, or only when told."""
        QSettings().setValue("autosave", wanted)

    def new(self) -> None:
        """Begin with an empty plane."""
        self._unless_kept(lambda: self._store.open(empty(self._store.session), None))

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", self._store.folder, open_filter())
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> bool:
        """Open a session, a figure with one inside, a table or a course; the present one stays if that fails."""
        if is_course(path):
            self.course_wanted.emit(path)
            return True
        if is_table(path):
            self.table_wanted.emit(path)
            return True
        try:
            book, home = opened(path)
        except storage.BadFile as error:
            self.told.emit(str(error))
            return False
        self._unless_kept(lambda: self._take(book, home))
        return True

    def save(self) -> bool:
        """Save to the file of this session, or ask for one."""
        return self.ask_save() if self._store.path is None else self._write(self._store.path)

    def ask_save(self) -> bool:
        """Ask for a file and save to it."""
        name, _ = QFileDialog.getSaveFileName(self._window, "Save as", self._store.folder, FILTER)
        if not name:
            return False
        return self._write(Path(name if name.endswith(".json") else name + storage.SUFFIX))

    def ask_export(self, data: Dataset) -> bool:
        """Ask for a file and write points to it, in the format its name asks for."""
        filters = ";;".join(f"{kind.title} (*{kind.suffixes[0]})" for kind in writers())
        name, chosen = QFileDialog.getSaveFileName(self._window, "Export points", self._store.folder, filters)
        if not name:
            return False
        usual = next((kind.suffixes[0] for kind in writers() if kind.title in chosen), ".csv")
        path = Path(name) if Path(name).suffix else Path(name + usual)
        kinds = {suffix: kind for kind in writers() for suffix in kind.suffixes}
        try:
            check_suffix("A table of points", path.suffix, kinds)
        except ValueError as error:
            self.told.emit(str(error))
            return False
        kind = kinds[path.suffix.lower()]
        if len(data) <= HUGE:
            self.told.emit(_exported(kind, data, path))
        else:
            self.told.emit(f"Exporting {counted(len(data), 'point')} to {path.name} …")
            self._jobs.request(EXPORTING, lambda: iter([_exported(kind, data, path)]), urgency=1)
        return True

    def may_leave(self) -> bool:
        """Ask whether unsaved changes are to be saved; False if the user would rather stay.

        What was done to kept scenes on stage goes without a question, what was done elsewhere does not.
        """
        edited = len(self._store.prepared)
        if not self._store.is_unsaved and not edited:
            return True
        box = QMessageBox(self._window)
        box.setText(f"Update {counted(edited, 'scene')} and save?" if edited else "Save the changes to this session?")
        box.setInformativeText("They are lost otherwise." if not edited else NOT_UPDATED)
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        box.deleteLater()
        if answer != buttons.Save:
            return answer == buttons.Discard
        if edited:
            self._store.update_prepared()
        return self.save()

    def _unless_kept(self, action: Callable[[], None]) -> None:
        if self.may_leave():
            action()

    def _take(self, book: Book, path: Path | None) -> None:
        self._store.open(book, path)
        if path is not None:
            self._remember(path)

    def _write(self, path: Path) -> bool:
        if not self.may_write(path):
            return False
        try:
            storage.save(self._store.book, path)
        except storage.BadFile as error:
            self.told.emit(str(error))
            return False
        self._store.mark_saved(path)
        self._remember(path)
        edited = sum(scene.is_changed for scene in self._store.book.scenes)
        more = f" {counted(edited, 'edited scene')} as kept: Ctrl+U updates." if edited else ""
        self.told.emit(f"Saved {path.name}.{more}")
        return True

    def _remember(self, path: Path) -> None:
        others = [str(other) for other in self.recent if other != path.resolve()]
        QSettings().setValue("recent", [str(path.resolve()), *others][:MOST_RECENT])
        self.recent_changed.emit()


def _exported(kind: type[Format], data: Dataset, path: Path) -> str:
    """Write points to a file and return the sentence about it."""
    try:
        write_all({path: kind().write(data)})  # type: ignore[attr-defined] # writers() can
    except CannotWrite as error:
        return str(error)
    return f"Exported {counted(len(data), 'point')} to {path.name}."


def opened(path: Path | str) -> tuple[Book, Path | None]:
    """Return the book in a session file, with its path; that of a figure or of scene:NAME, which is not saved there."""
    from mlexplorer.figures.files import embedded  # start-up time
    from mlexplorer.lessons import scenes  # start-up time

    if scenes.is_named(str(path)):
        return scenes.book_of(str(path)), None
    path = Path(path)
    is_figure = path.suffix.lower() in embedded.OPENED
    return (embedded.read(path), None) if is_figure else (storage.load(path), path)


def is_course(path: Path) -> bool:
    """Return whether a path names a course: a folder, or a packed one."""
    return path.name.lower().endswith(PACKED) or path.is_dir()


def is_table(path: Path) -> bool:
    """Return whether a file is a table of points by its name, and not a session."""
    if path.name.endswith(storage.SUFFIX):  # before the formats: they take time to be found
        return False
    suffixes = {suffix for kind in registry.formats().values() for suffix in kind.suffixes}
    if path.suffix.lower() not in suffixes:
        return False
    if path.suffix.lower() != ".json" or not path.exists():
        return path.suffix.lower() != ".json"
    return not storage.begins_like_a_session(path)


def open_filter() -> str:
    """Return what the dialog for opening offers: everything that can be opened first."""
    from mlexplorer.figures.files import embedded  # start-up time
    from mlexplorer.tables.opening import file_filters  # start-up time

    tables = file_filters()
    every = tables[0].partition("(")[2].rstrip(")")
    figures = " ".join(f"*{suffix}" for suffix in embedded.OPENED)
    everything = f"All that can be opened (*{storage.SUFFIX} *{PACKED} {figures} {every})"
    return ";;".join([everything, *FILTER.split(";;"), *tables[1:]])


def writers() -> tuple[type[Format], ...]:
    """Return the formats that points can be written in, the usual one first."""
    kinds = [kind for kind in registry.formats().values() if issubclass(kind, CanWrite)]
    return tuple(sorted(kinds, key=lambda kind: kind.suffixes[0]))
