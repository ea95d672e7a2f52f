"""The export sheet: the options of a figure beside its preview at true size, and what can be done with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core.numbers import counted
from mlexplorer.core.writing import write_all
from mlexplorer.figures import caption, panels
from mlexplorer.figures.exports import endings
from mlexplorer.figures.figure import Figure, snapshot_for
from mlexplorer.figures.files.devices import DeviceWords, png
from mlexplorer.figures.legible import advice
from mlexplorer.figures.sheet import OPTION, PRESETS, Sheet, remember, remembered
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.snapshot import Frame, Snapshot
from mlexplorer.session.session import Session, View
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.picture_maker import PictureMaker
from mlexplorer.ui.sheets.panel_choice import PanelChoice
from mlexplorer.ui.sheets.preview import FigurePreview
from mlexplorer.ui.sheets.width_row import WidthRow
from mlexplorer.ui.store import Store
from mlexplorer.views import catalogue

KIND, FILE, UNIT = "preview", OPTION + "file", OPTION + "unit"
LARGEST = 0.94  # of the screen
USUAL_DPI, LEAST_DPI, MOST_DPI = 96.0, 60.0, 300.0
FILTER = "PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;TikZ (*.tex);;Python (*.py);;Numbers (*.json *.csv)"
OWN_ROWS = frozenset({"view", "steps", "vary", "runs", "columns", "width"})  # served by widgets of their own


@dataclass(frozen=True, eq=False)
class Made:
    """A figure, what it was made of, and its picture for the screen."""

    session: Session
    sheet: Sheet
    snapshot: Snapshot
    figure: Figure
    picture: bytes
    advice: str = ""  # where it can hardly be read


class ExportSheet(QDialog):
    """Shows the figure as it will be; every option changes the preview at once."""

    told = Signal(str)

    def __init__(self, store: Store, work: PictureMaker, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a figure")
        self._store, self._work, self._jobs = store, work, jobs
        self._made: Made | None = None
        self.panels, self.width_row = PanelChoice(store.session), WidthRow()
        self.form = RecipeForm(leave_out=OWN_ROWS)
        self.pictures, self._words, self._shared = FigurePreview(self), Label(), Label()
        self.preview = self.pictures.paper
        self._build()
        self.form.edited.connect(lambda sheet, _: self._show(sheet))
        self.panels.edited.connect(self._show)
        self.width_row.chosen.connect(lambda width: self._show(replace(self.sheet, width=width)))
        self.width_row.preset_chosen.connect(self._preset)
        self.pictures.zoomed.connect(self._refresh)
        jobs.arrived.connect(self._on_arrived)
        jobs.failed.connect(self._on_failed)
        store.changed.connect(self._refresh)
        self.width_row.show_unit(store.session.view.option(UNIT, "mm"))
        sheet = remembered(store.session.view)
        if is_side_by_side(store.session):  # as it is seen now
            sheet = replace(sheet, steps="", vary="", runs=True)
        self._show(sheet)

    @property
    def sheet(self) -> Sheet:
        """The options as they are."""
        recipe = self.form.recipe
        assert isinstance(recipe, Sheet)
        return recipe

    def save(self) -> None:
        """Ask for a file and write the figure; the ending decides the format."""
        name, chosen = QFileDialog.getSaveFileName(self, "Export", self._store.folder, FILTER)
        if name:
            self.write(Path(name if Path(name).suffix else name + first_ending(chosen)))

    @property
    def words(self) -> str:
        """What was said last: a file that was written, or why it could not be."""
        return self._words.text()

    @property
    def shared(self) -> str:
        """What a reader of the file finds in it."""
        return self._shared.text()

    @property
    def made(self) -> "Made | None":
        """The figure of the preview, once it is made."""
        return self._made

    def write(self, path: Path) -> bool:
        """Write the figure to a file, or say why not."""
        try:
            endings.check(path)
            made = self._taken()
            write_all({path: endings.content(made.snapshot, made.figure, path.suffix.lower())})
        except (ValueError, OSError) as error:
            self._words.setText(str(error))
            return False
        self._store.look(self._remembering().with_option(FILE, str(path)))
        self._words.setText(f"Wrote {path.name}.")
        self.told.emit(f"Wrote {path.name}.")
        return True

    def copy_picture(self) -> None:
        """Put the figure on the clipboard, as PNG and as SVG."""
        try:
            made = self._taken().figure
        except ValueError as error:
            self._words.setText(str(error))
            return
        data = QMimeData()
        data.setImageData(QImage.fromData(made.rendered(".png")))
        data.setData("image/svg+xml", QByteArray(made.rendered(".svg")))
        QGuiApplication.clipboard().setMimeData(data)
        self._words.setText("Copied as a picture.")

    def copy_text(self, make: Callable[[Made], str], what: str) -> None:
        """Put a text made from the figure on the clipboard."""
        try:
            QGuiApplication.clipboard().setText(make(self._taken()))
        except ValueError as error:
            self._words.setText(str(error))
            return
        self._words.setText(f"Copied {what}.")

    def _build(self) -> None:
        room = self.screen().availableSize() * LARGEST
        self.resize(QSize(theme.px(1040), theme.px(700)).boundedTo(room))
        options = QWidget()
        column = QVBoxLayout(options)
        column.setSpacing(theme.px(12))
        self._shared.setProperty("role", "caption")
        self._shared.setWordWrap(True)
        for widget in (self.panels, self.width_row, self.form, self._shared):
            column.addWidget(widget)
        column.addStretch(1)
        forms = QScrollArea()
        forms.setAccessibleName("Options of the figure")
        forms.setWidget(options)
        forms.setWidgetResizable(True)
        forms.setFixedWidth(theme.px(320))
        forms.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        middle = QHBoxLayout()
        middle.addWidget(forms)
        middle.addWidget(self.pictures, 1)
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
        row.addLayout(self.pictures.row())
        row.addStretch(1)
        for button in (texts, self.copy_button, self.save_button):
            row.addWidget(button)
        return row

    def _show(self, sheet: Sheet) -> None:
        self.form.show_recipe(sheet)
        self.panels.show_sheet(sheet)
        self.width_row.show_width(sheet.width)
        self._words.setText("")
        self._refresh()

    def _preset(self, name: str) -> None:
        shape = {"slide": "16:9", "square": "1:1"}.get(name, self.sheet.aspect)
        self._show(replace(self.sheet, width=PRESETS[name], aspect=shape))

    def _refresh(self) -> None:
        if self.form.recipe is None:
            return
        session, sheet, pipeline = self._store.session, self.sheet, self._work.pipeline
        dpi = round(dots_per_inch(self) * self.devicePixelRatioF() * self.pictures.zoom)

        def work() -> Iterator[Made | Snapshot | None]:
            snapshot = snapshot_for(session, sheet, pipeline)
            yield snapshot
            for scene in panels.repeated(session, sheet, pipeline) if sheet.is_repeated else ():
                yield from _interrupted(pipeline, scene.session)
            figure = remembering(session, sheet, pipeline)
            picture = png(figure.page.size, figure.draw, DeviceWords(), dpi)
            yield Made(session, sheet, snapshot, figure, picture, advice(figure.page))

        self._jobs.request(KIND, work, urgency=1)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != KIND:
            return
        if isinstance(result, Made):
            if self._made is None:  # what was said of a preview that failed; that a file was written stays
                self._words.setText("")
            self._made = result
            picture = QPixmap()
            picture.loadFromData(result.picture)
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            self.pictures.show_picture(edged(picture))
            self._words.setText(self._words.text() or result.advice)
        snapshot = result.snapshot if isinstance(result, Made) else result
        assert isinstance(snapshot, Snapshot)
        self.panels.offer(catalogue.titles(snapshot), snapshot.session)
        self._shared.setText(_shared_words(self.sheet, snapshot))

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind == KIND:
            self._made = None
            self.pictures.show_picture(QPixmap())
            self._words.setText(str(error) if isinstance(error, ValueError) else f"The preview failed: {error}.")

    def _taken(self) -> Made:
        """Return the figure of the preview, or make it if the preview is not ready yet."""
        session, sheet = self._store.session, self.sheet
        if self._made is not None and (self._made.session, self._made.sheet) == (session, sheet):
            return self._made
        pipeline = Pipeline()
        snapshot = snapshot_for(session, sheet, pipeline)
        return Made(session, sheet, snapshot, remembering(session, sheet, pipeline), b"")

    def _remembering(self) -> View:
        return remember(self._store.session.view, self.sheet).with_option(UNIT, self.width_row.unit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter take what was typed into a field, without pressing a button."""
        if event.key() not in ENTER or isinstance(self.focusWidget(), QPushButton):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the options with the document."""
        self._jobs.cancel(KIND)
        self._store.look(self._remembering())
        super().closeEvent(event)


def dots_per_inch(widget: QWidget) -> float:
    """Return how many pixels of a widget make an inch of its screen; screens that do not know count as usual ones."""
    found = widget.screen().physicalDotsPerInch()
    return found if LEAST_DPI <= found <= MOST_DPI else USUAL_DPI


def edged(picture: QPixmap) -> QPixmap:
    """Return a picture with a thin line around it: white paper ends there also on a white window."""
    with QPainter(picture) as painter:
        painter.setPen(theme.colour("border"))
        size = picture.deviceIndependentSize()
        painter.drawRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1))
    return picture


def first_ending(chosen: str, usual: str = ".pdf") -> str:
    """Return the first ending of a filter such as "SVG (*.svg)", or the usual one if no filter was chosen."""
    return "." + chosen.partition("(*.")[2].split(")")[0].split(" ")[0] if "(*." in chosen else usual


def remembering(session: Session, sheet: Sheet, pipeline: Pipeline) -> Figure:
    """Return the figure; the session in its file remembers the sheet, so that it can be made again from it."""
    return panels.figure_of_session(replace(session, view=remember(session.view, sheet)), sheet, pipeline)


def _interrupted(pipeline: Pipeline, session: Session) -> Iterator[None]:
    """Fit a session in small steps, so that more urgent work can go first; the pipeline remembers the fit."""
    for _ in pipeline.snapshots(session, Frame((0.0, 1.0, 0.0, 1.0), 2, 2)):
        yield None


def _shared_words(sheet: Sheet, snapshot: Snapshot) -> str:
    if not sheet.embed:
        return "The file shows the figure and shares nothing else."
    count = counted(len(snapshot.data), "data point")
    return f"Whoever gets a PDF, SVG, PNG or TikZ file also gets the session with its {count}."


def _text(suffix: str, sklearn: bool = False) -> Callable[[Made], str]:
    return lambda made: endings.content(made.snapshot, made.figure, suffix, sklearn).decode()


def _latex(made: Made) -> str:
    name = Path(made.session.view.option(FILE, "figure")).name
    return caption.latex(made.figure.words.description, made.sheet.width, name)


TEXTS: dict[str, tuple[Callable[[Made], str], str]] = {
    "LaTeX": (_latex, "a LaTeX figure"),
    "TikZ": (_text(".tex"), "TikZ"),
    "Python": (_text(".py"), "a script with mlexplorer"),
    "Python with scikit-learn": (_text(".py", sklearn=True), "a script with scikit-learn and matplotlib"),
    "Numbers as JSON": (_text(".json"), "the numbers as JSON"),
    "Numbers as CSV": (_text(".csv"), "the numbers as CSV"),
}
