"""The sheet that turns a table into points: reads it in the background, shows the first rows, asks what is what."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core.numbers import counted
from mlexplorer.core.table import BadTable, Reading, Table
from mlexplorer.tables.importing import ColumnChoice, Imported, brought_in, guess
from mlexplorer.tables.opening import open_table, paste_table
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.sheets.import_form import ImportForm, Present

Opening: TypeAlias = Callable[[str | None], Reading]  # of a sheet by its name
READING, BRINGING = "import table", "import points"
ROWS, COLUMNS = 8, 60  # of the preview
WIDTH, HEIGHT = 640, 560  # design pixels from the start, so that the sheet opens in the middle and stays on the screen


class ImportSheet(QDialog):
    """Asks what the columns of a table are for; nothing else waits for the answer."""

    imported = Signal(object, str, bool)  # Imported, name of the table, whether they are added

    def __init__(
        self,
        jobs: Jobs,
        name: str,
        work: Opening,
        parent: QWidget | None = None,
        present: Present | None = None,
    ) -> None:
        """Begin to read by work what comes to the present points."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import {name}")
        self._jobs, self._name, self._work = jobs, name, work
        self._present = present or Present()
        self._table: Table | None = None
        self._ready: Imported | None = None
        self.form: ImportForm | None = None
        self.sheets: Choice | None = None
        self._build()
        for told, answer in (
            (jobs.arrived, self._on_arrived),
            (jobs.failed, self._on_failed),
        ):
            told.connect(answer)
        self._read(None)

    def _read(self, sheet: str | None) -> None:
        """Begin to read a sheet, or the first one."""
        work = self._work
        self._ready = None  # of the sheet before
        self.take.setEnabled(False)
        self._jobs.request(READING, lambda: _guessed(work(sheet)), urgency=1)

    @property
    def offered(self) -> Imported | None:
        """The points as they would be imported, once that is worked out."""
        return self._ready

    def _build(self) -> None:
        self.heading, self.sentences = Label(f"Reading {self._name} …"), Label()
        self.heading.setProperty("role", "section")
        self.sentences.setProperty("role", "muted")
        self.sentences.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.preview = QTableWidget()
        self.preview.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.preview.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.preview.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.take = buttons.addButton("Import", QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setDefault(True)
        self.take.setEnabled(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*[theme.px(20)] * 4)
        self._column.setSpacing(theme.px(12))
        for widget in (self.heading, self.progress, self.preview, self.sentences):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self._column.addWidget(buttons)
        self.resize(theme.px(WIDTH), theme.px(HEIGHT))

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == READING and isinstance(result, float):
            self.progress.setValue(round(1000 * result))
        elif kind == READING and isinstance(result, tuple):
            self._show_table(*result)
        elif kind == BRINGING and isinstance(result, Imported):
            self._show_imported(result)

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind in (READING, BRINGING):
            words = str(error) if isinstance(error, BadTable) else f"This table could not be read: {error}."
            self.progress.hide()
            self.sentences.setText(words)
            if kind == READING:
                self.heading.setText(f"{self._name} cannot be imported")

    def _show_table(self, table: Table, choice: ColumnChoice) -> None:
        self._table = table
        self.progress.hide()
        self.heading.setText(f"{self._name}: {counted(len(table), 'row')}, {counted(len(table.columns), 'column')}")
        self._show_sheets(table)
        if self.form is not None:  # of another sheet
            self._column.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = ImportForm(table, choice, self, self._present)
        self._column.insertWidget(self._column.indexOf(self.preview) + 1, self.form)
        self.form.edited.connect(self._bring)
        self._fill_preview(table)
        self._bring(self.form.choice)

    def _show_sheets(self, table: Table) -> None:
        """Offer the sheets of a workbook that has several."""
        if self.sheets is None and len(table.sheets) > 1:
            self.sheets = Choice({name: name for name in table.sheets}, self)
            self.sheets.setAccessibleName("Sheet")
            self.sheets.chosen.connect(self._read)
            self._column.insertWidget(1, self.sheets)
        if self.sheets is not None:
            self.sheets.show_choice(table.sheet)

    def _fill_preview(self, table: Table) -> None:
        shown = table.names[:COLUMNS]
        rows = table.preview(ROWS)
        self.preview.setColumnCount(len(shown))
        self.preview.setRowCount(len(rows))
        self.preview.setVerticalHeaderLabels([str(line) for line in table.lines[: len(rows)].tolist()])
        for row, cells in enumerate(rows):
            for column, words in enumerate(cells[:COLUMNS]):
                self.preview.setItem(row, column, QTableWidgetItem(words))
        self.preview.resizeColumnsToContents()
        self.preview.setFixedHeight(theme.px(30) * (min(len(rows), 5) + 1) + theme.px(14))
        self.preview.show()

    def _bring(self, choice: ColumnChoice) -> None:
        table, form = self._table, self.form
        assert table is not None
        assert form is not None
        adds = form.adds
        self._ready = None
        self.take.setEnabled(False)
        uses = {choice.x: "x₁", choice.y: "x₂"} if not choice.project else dict.fromkeys(choice.project, "PC")
        uses |= {choice.label: "class", choice.held: "held out"}
        names = [f"{name}  ({uses[index]})" if index in uses else name for index, name in enumerate(table.names)]
        self.preview.setHorizontalHeaderLabels(names[:COLUMNS])
        self.preview.resizeColumnsToContents()

        def work() -> Iterator[Imported | None]:
            imported = brought_in(table, choice).of_file(self._name)
            yield None
            self._present.ready(imported, adds)
            _ = imported.data.classes  # told in the sheet, worked out here
            yield imported

        self._jobs.request(BRINGING, work, urgency=1)

    def _show_imported(self, imported: Imported) -> None:
        self._ready = imported
        self.sentences.setText(imported.summary)
        self.take.setEnabled(True)
        self.take.setFocus()
        self._grow()

    def _grow(self) -> None:
        """Make room for the rows that came; the sheet never shrinks under the hand."""
        self._column.activate()
        wanted = QSize(theme.px(WIDTH), self._column.totalHeightForWidth(theme.px(WIDTH)))
        self.resize(self.size().expandedTo(wanted).expandedTo(self._column.totalMinimumSize()))

    def accept(self) -> None:
        """Hand over the points."""
        if self._ready is not None:
            self.imported.emit(self._ready, self._name, self.form is not None and self.form.adds)
            super().accept()

    def done(self, result: int) -> None:
        """Give up what is still being read."""
        for kind in (READING, BRINGING):
            self._jobs.cancel(kind)
        for told, answer in ((self._jobs.arrived, self._on_arrived), (self._jobs.failed, self._on_failed)):
            told.disconnect(answer)
        super().done(result)


def file_sheet(jobs: Jobs, path: Path, parent: QWidget, present: Present) -> ImportSheet:
    """Return the sheet of a file."""
    return ImportSheet(jobs, path.name, lambda sheet: _safely(path, sheet), parent, present)


def text_sheet(jobs: Jobs, text: str, name: str, parent: QWidget, present: Present) -> ImportSheet:
    """Return the sheet of pasted or dropped rows."""
    return ImportSheet(jobs, name, lambda _: paste_table(text), parent, present)


def _guessed(reading: Iterator[object]) -> Iterator[object]:
    """Hand on what a reading yields, and with its table the most likely use of the columns."""
    for found in reading:
        yield (found, guess(found)) if isinstance(found, Table) else found


def _safely(path: Path, sheet: str | None) -> Reading:
    """Open within the worker, where a name that cannot be opened is a failure like any other."""
    yield from open_table(path, sheet)
