"""The export sheet: the options of a figure beside its preview at true size, and what can be done with it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core.params import specs
from mlexplorer.figures import caption, exports, figure, views
from mlexplorer.figures.sheet import PRESETS, Sheet
from mlexplorer.figures.writing import write_all
from mlexplorer.session.session import View
from mlexplorer.session.snapshot import Snapshot
from mlexplorer.ui import theme
from mlexplorer.ui.choosers import Choice
from mlexplorer.ui.controls import RecipeForm
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store
from mlexplorer.ui.work import Work

KIND, OPTION = "preview", "figure "
SCREEN_DPI = 96
FILTER = "PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;TikZ (*.tex);;Python (*.py);;Numbers (*.json *.csv)"
PRESET_TITLES = {"column": "One column, 85 mm", "columns": "Two columns, 170 mm", "a4": "A4 text, 160 mm"}
PRESET_TITLES |= {"slide": "16:9 slide, 254 mm", "square": "Square, 120 mm", "own": "Another width"}


class ExportSheet(QDialog):
    """Shows the figure as it will be; every option changes the preview at once."""

    told = Signal(str)

    def __init__(self, store: Store, work: Work, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a figure")
        self._store, self._work, self._jobs = store, work, jobs
        self._snapshot: Snapshot | None = None
        self.form = RecipeForm(leave_out=frozenset({"view"}))
        self.preview, self._words = QLabel(), QLabel()
        self.views = Choice({})
        self._presets = Choice(PRESET_TITLES)
        self._build()
        self.form.edited.connect(lambda sheet, _: self._take(sheet))
        self._presets.chosen.connect(self._preset)
        self.views.chosen.connect(lambda name: self._take(replace(self.sheet, view=name)))
        jobs.arrived.connect(self._on_arrived)
        jobs.failed.connect(self._on_failed)
        store.changed.connect(self._refresh)
        self._show(remembered(store.session.view))

    @property
    def sheet(self) -> Sheet:
        """The options as they are."""
        recipe = self.form.recipe
        assert isinstance(recipe, Sheet)
        return recipe

    def save(self) -> None:
        """Ask for a file and write the figure; the ending decides the format."""
        folder = str(self._store.path.parent) if self._store.path else str(Path.home())
        name, _ = QFileDialog.getSaveFileName(self, "Export", folder, FILTER)
        if name:
            self.write(Path(name if Path(name).suffix else name + ".pdf"))

    def write(self, path: Path) -> bool:
        """Write the figure to a file, or say why not."""
        try:
            exports.check_suffix(path.suffix)
            snapshot = self._taken()
            made = figure.of(snapshot, self.sheet)
            write_all({path: exports.content(snapshot, made, path.suffix.lower())})
        except (ValueError, OSError) as error:
            self._words.setText(str(error))
            return False
        self._store.look(remember(self._store.session.view, self.sheet).with_option(OPTION + "file", str(path)))
        self._words.setText(f"Wrote {path.name}.")
        self.told.emit(f"Wrote {path.name}.")
        return True

    def copy_picture(self) -> None:
        """Put the figure on the clipboard, as PNG and as SVG."""
        made = figure.of(self._taken(), self.sheet)
        data = QMimeData()
        data.setImageData(QImage.fromData(made.rendered(".png")))
        data.setData("image/svg+xml", QByteArray(made.rendered(".svg")))
        QGuiApplication.clipboard().setMimeData(data)
        self._words.setText("Copied as a picture.")

    def copy_text(self, make: Callable[[Snapshot], str], what: str) -> None:
        """Put a text made from the snapshot on the clipboard."""
        try:
            QGuiApplication.clipboard().setText(make(self._taken()))
        except ValueError as error:
            self._words.setText(str(error))
            return
        self._words.setText(f"Copied {what}.")

    def _build(self) -> None:
        self.resize(theme.px(1040), theme.px(700))
        options = QWidget()
        column = QVBoxLayout(options)
        for widget in (self.views, self._presets, self.form):
            column.addWidget(widget)
        column.addStretch(1)
        forms, pictures = QScrollArea(), QScrollArea()
        forms.setWidget(options)
        forms.setWidgetResizable(True)
        forms.setFixedWidth(theme.px(300))
        forms.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        pictures.setWidget(self.preview)
        pictures.setWidgetResizable(True)
        middle = QHBoxLayout()
        middle.addWidget(forms)
        middle.addWidget(pictures, 1)
        whole = QVBoxLayout(self)
        whole.addLayout(middle, 1)
        self._words.setProperty("role", "muted")
        self._words.setWordWrap(True)
        whole.addWidget(self._words)
        whole.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        texts = QPushButton("Copy as text")
        menu = QMenu(texts)
        for title, (make, what) in TEXTS.items():
            action = menu.addAction(title)
            action.triggered.connect(lambda _=False, make=make, what=what: self.copy_text(make, what))
        texts.setMenu(menu)
        self.copy_button, self.save_button = QPushButton("Copy picture"), QPushButton("Save…")
        self.copy_button.clicked.connect(self.copy_picture)
        self.save_button.clicked.connect(self.save)
        self.save_button.setDefault(True)
        row.addStretch(1)
        for button in (texts, self.copy_button, self.save_button):
            row.addWidget(button)
        return row

    def _show(self, sheet: Sheet) -> None:
        self.form.show_recipe(sheet)
        self._presets.show_choice(next((name for name, width in PRESETS.items() if width == sheet.width), "own"))
        self._refresh()

    def _take(self, sheet: Sheet) -> None:
        self._show(sheet)

    def _preset(self, name: str) -> None:
        if name in PRESETS:
            shape = {"slide": "16:9", "square": "1:1"}.get(name, self.sheet.aspect)
            self._take(replace(self.sheet, width=PRESETS[name], aspect=shape))

    def _refresh(self) -> None:
        if self.form.recipe is None:
            return
        session, sheet, pipeline = self._store.session, self.sheet, self._work.pipeline

        def work() -> Iterator[tuple[Snapshot, bytes, str]]:
            snapshot = figure.taken(session, sheet, pipeline)
            yield None  # type: ignore[misc] # here it may be interrupted
            ratio = self.devicePixelRatioF()
            small = replace(sheet, dpi=round(SCREEN_DPI * ratio), embed=False)
            try:
                yield snapshot, figure.of(snapshot, small).rendered(".png"), ""
            except ValueError as error:
                yield snapshot, b"", str(error)

        self._jobs.request(KIND, work, urgency=1)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != KIND or not isinstance(result, tuple):
            return
        self._snapshot, content, words = result
        self._words.setText(words)
        picture = QPixmap()
        picture.loadFromData(content)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.preview.setPixmap(picture)
        titles = {name: name.capitalize() for name in views.offered(self._snapshot)}
        others = [name for name in titles if name != views.PLANE]
        titles |= {f"plane + {name}": f"Plane and {name}" for name in others}
        self.views.offer(titles)
        self.views.show_choice(self.sheet.view)

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind == KIND:
            self._words.setText(f"The preview failed: {error}.")

    def _taken(self) -> Snapshot:
        return figure.taken(self._store.session, self.sheet)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the options with the document."""
        self._jobs.cancel(KIND)
        self._store.look(remember(self._store.session.view, self.sheet))
        super().closeEvent(event)


def remember(view: View, sheet: Sheet) -> View:
    """Return a view that remembers the options of a figure."""
    for name, value in sheet.values().items():
        view = view.with_option(OPTION + name, str(value))
    return view


def remembered(view: View) -> Sheet:
    """Return the options of a figure that a view remembers; what does not fit any more is left at its default."""
    sheet = Sheet()
    for spec in specs(Sheet):
        words = view.option(OPTION + spec.name, "")
        if words:
            value = words == "True" if isinstance(spec.default, bool) else type(spec.default)(words)
            try:
                sheet = sheet.with_values({spec.name: value})
            except ValueError:
                continue
    return sheet


def export_again(store: Store) -> str:
    """Write the figure of the present session to the file used last; return what to say."""
    view = store.session.view
    name = view.option(OPTION + "file", "")
    if not name:
        return ""
    sheet = remembered(view)
    snapshot = figure.taken(store.session, sheet)
    write_all({Path(name): exports.content(snapshot, figure.of(snapshot, sheet), Path(name).suffix.lower())})
    return f"Wrote {Path(name).name} again."


def _script(sklearn: bool) -> Callable[[Snapshot], str]:
    def make(snapshot: Snapshot) -> str:
        return exports.content(snapshot, figure.of(snapshot, Sheet()), ".py", sklearn).decode()

    return make


def _text(suffix: str) -> Callable[[Snapshot], str]:
    def make(snapshot: Snapshot) -> str:
        return exports.content(snapshot, figure.of(snapshot, Sheet()), suffix).decode()

    return make


TEXTS: dict[str, tuple[Callable[[Snapshot], str], str]] = {
    "LaTeX": (lambda snapshot: caption.latex(snapshot, Sheet().width, "figure"), "a LaTeX figure"),
    "TikZ": (_text(".tex"), "TikZ"),
    "Python": (_script(False), "a script with mlexplorer"),
    "Python with scikit-learn": (_script(True), "a script with scikit-learn and matplotlib"),
    "Numbers as JSON": (_text(".json"), "the numbers as JSON"),
    "Numbers as CSV": (_text(".csv"), "the numbers as CSV"),
}
