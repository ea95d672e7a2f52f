"""Commands of the window on tables of points: import, export, copy as a program."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import counted
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.session.session import NONE_HELD, Document
from mlexplorer.ui.commands.files import Files
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.panels.data_table import DataTable
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.store import Store

if TYPE_CHECKING:
    from mlexplorer.tables.importing import Imported
    from mlexplorer.ui.sheets.import_sheet import ImportSheet

TOO_MANY = f"More than {HUGE:,} points are too many to copy: select some of them, or export them to a file."
WIDE = 1600  # pixels of a window with room for the panel and the data table


class TableCommands:
    """The part of the window that answers commands on tables."""

    plane: PlaneView
    store: Store
    files: Files
    jobs: Jobs
    data_table: DataTable
    panel: LeftPanel
    _presenting: bool
    actions_by_name: dict[str, QAction]
    sheet: "ImportSheet | None" = None

    def on_data_table(self) -> None:
        """Show the points as a table beside the plane, or no longer; in a narrow window it takes the panel's place."""
        assert isinstance(self, QWidget)
        shown = self.data_table.isHidden()
        self.data_table.setVisible(shown)
        if not self._presenting:
            self.panel.setVisible(not shown or self.width() >= WIDE)
        self.actions_by_name["data_table"].setChecked(shown)

    def open_table(self, path: Path) -> None:
        """Ask what the columns of a file are for."""
        from mlexplorer.ui.sheets.import_sheet import file_sheet  # start-up time

        assert isinstance(self, QWidget)
        self._show_sheet(file_sheet(self.jobs, path, self, self._make_ready))

    def ask_columns(self, text: str, name: str) -> None:
        """Ask what the columns of a pasted or dropped table are for."""
        from mlexplorer.ui.sheets.import_sheet import text_sheet  # start-up time

        assert isinstance(self, QWidget)
        self._show_sheet(text_sheet(self.jobs, text, name, self, self._make_ready))

    def take_points(self, imported: "Imported", name: str) -> None:
        """Replace the points by imported ones: one entry of undo; their own units stand on the axes."""
        session = self.store.session
        view = replace(session.view, bounds=None, step=None)
        self.plane.desk.select_ids(frozenset())
        self.store.edit(replace(session, document=self._with_points(imported), view=view), f"import {name}")
        self.plane.hint(" ".join([f"{counted(len(imported.data), 'point')} from {name}.", *imported.sentences]))

    def on_export_points(self) -> None:
        """Ask for a file and write the points to it."""
        self.files.ask_export(self.exported())

    def on_copy_literal(self) -> None:
        """Copy the points as lines of Python."""
        from mlexplorer.tables.exporting import numpy_literal  # start-up time
        from mlexplorer.ui.commands import clipboard  # start-up time

        data = self.exported()
        if len(data) > HUGE:
            self.plane.hint(TOO_MANY)
            return
        clipboard.copy(numpy_literal(data))
        self.plane.hint("Copied the points as NumPy arrays: paste them into a program.")

    def exported(self) -> Dataset:
        """Return the points in their own coordinates, with those held out as the plane shows them."""
        prepared = self.plane.desk.prepared
        return prepared.raw.holding(prepared.data.held_out)

    def _with_points(self, imported: "Imported") -> Document:
        """Return the document with imported points in place of its own."""
        document, placed = self.store.session.document, registry.source("placed")()
        held = NONE_HELD if imported.data.held_out.any() else document.holdout
        return replace(document, source=placed, points=imported.data, transforms=(), holdout=held)

    def _make_ready(self, imported: "Imported") -> None:
        """Work out what the window asks first of new points; runs in the worker."""
        hash(prepare(self._with_points(imported)).data)

    def _show_sheet(self, sheet: "ImportSheet") -> None:
        if self.sheet is not None:
            self.sheet.reject()
        self.sheet = sheet
        sheet.imported.connect(self.take_points)
        sheet.finished.connect(self._forget_sheet)
        sheet.show()

    def _forget_sheet(self) -> None:
        self.sheet = None
