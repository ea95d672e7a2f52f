"""The data table beside the plane: edit a value and the plane follows; selected rows are selected points."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QVBoxLayout, QWidget

from mlexplorer.core.arrays import Labels
from mlexplorer.core.numbers import counted
from mlexplorer.pipeline.judged import picked_rows
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import MOVES, Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels.points_model import CLASS, HELD, PointsModel
from mlexplorer.ui.plane.desk import Desk

MOST_STRETCHES = 5000  # of selected rows; Qt needs seconds to mark many more
WIDTH, ROW = 344, 26  # design pixels


class PointsView(Dressed, QTableView):
    """A table view that keeps the arrow keys for itself."""

    keys = MOVES


class DataTable(QFrame):
    """Shows the points of the document as rows while it is visible."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "left panel")
        self._desk = desk
        self._selecting = False
        self.model = PointsModel(self)
        self.view = PointsView(self)
        self.view.setModel(self.model)
        self.view.setAccessibleName("Points")
        self._words = Label()
        self._words.setProperty("role", "muted")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._words)
        self._column.addWidget(self.view, 1)
        self._prepare()
        self._connect()
        self.apply_theme()
        self.hide()

    @property
    def words(self) -> str:
        """How many points the table shows, and which."""
        return self._words.text()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.setFixedWidth(theme.px(WIDTH))
        self._column.setContentsMargins(theme.px(4), theme.px(8), theme.px(4), theme.px(4))
        self._words.setContentsMargins(theme.px(8), 0, 0, 0)
        self.view.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        for column, width in ((0, 72), (1, 72), (HELD, 52)):
            self.view.setColumnWidth(column, theme.px(width))

    def refresh(self) -> None:
        """Show the points as they are now."""
        if not self.isVisible():
            return
        prepared = self._desk.prepared
        raw = prepared.raw
        self.model.show_points(raw if raw.held_out is prepared.data.held_out else raw.holding(prepared.data.held_out))
        self._show_selection()

    def show_picked(self, snapshot: Snapshot) -> None:
        """Light the rows up that a cell of the view Judge stands for, and bring the first of them into view."""
        if not self.isVisible() or len(self.model.order) != len(snapshot.data):
            return
        rows = picked_rows(snapshot)
        before, picked = self.model.picked, frozenset(rows.tolist())
        self.model.show_picked(picked)
        if picked and picked != before:
            self.view.scrollTo(self.model.index(int(self.model.shown_rows(rows)[0]), 0))

    def _prepare(self) -> None:
        view = self.view
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        triggers = QAbstractItemView.EditTrigger
        view.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        view.setSortingEnabled(True)
        view.horizontalHeader().setSortIndicatorClearable(True)
        view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        view.horizontalHeader().setSectionResizeMode(CLASS, QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setMinimumSectionSize(theme.px(30))
        view.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        # With the selection of the rows Qt would ask each of a million rows whether the whole column is selected.
        view.horizontalHeader().setSelectionModel(QItemSelectionModel(self.model, self))
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.setWordWrap(False)
        view.setCornerButtonEnabled(False)

    def _connect(self) -> None:
        self._desk.store.changed.connect(self.refresh)
        self._desk.selection_changed.connect(self._follow_selection)
        self.view.selectionModel().selectionChanged.connect(self._select)
        self.model.value_edited.connect(self._edit_value)
        self.model.label_edited.connect(self._edit_label)
        self.model.held_edited.connect(self._edit_held)

    def _edit_value(self, row: int, coordinate: int, value: float) -> None:
        raw = self._desk.prepared.raw
        place = raw.points[row].copy()
        place[coordinate] = value
        self._desk.edit(raw.moved([row], place[None]), "edit a value")

    def _edit_label(self, row: int, label: int) -> None:
        self._desk.edit(self._desk.prepared.raw.relabelled([row], label), "edit a class")

    def _edit_held(self, row: int, held: bool) -> None:
        mask = self._desk.data.held_out.copy()
        mask[row] = held
        self._desk.hold(mask, "hold a point out" if held else "learn from a point again")

    def _select(self) -> None:
        """Select the points of the selected rows."""
        if self._selecting:
            return
        chosen = self.view.selectionModel().selection()
        ranges = [chosen.at(place) for place in range(chosen.count())]
        rows = [np.arange(part.top(), part.bottom() + 1) for part in ranges]
        self._selecting = True
        self._desk.select(self.model.order[np.unique(np.concatenate([*rows, np.empty(0, np.intp)]))])
        self._selecting = False

    def _follow_selection(self) -> None:
        """Select the rows of the points that were selected now, and bring the first of them into view."""
        self._show_selection()
        chosen = self.view.selectionModel().selection()
        if not self._selecting and not chosen.isEmpty():
            self.view.scrollTo(chosen.first().topLeft())

    def _show_selection(self) -> None:
        """Select the rows of the selected points."""
        if self._selecting or not self.isVisible() or len(self.model.order) != len(self._desk.data):
            return
        self._selecting = True
        chosen = QItemSelection()
        stretches = runs(self.model.shown_rows(self._desk.selected_rows))
        too_many = len(stretches) > MOST_STRETCHES
        count = len(self._desk.data)
        what = "too many scattered rows selected to mark them" if too_many else "double-click to edit"
        self._words.setText(f"{counted(count, 'point')}; {what}")
        for first, last in [] if too_many else stretches:
            chosen.select(self.model.index(first, 0), self.model.index(last, HELD))
        self.view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._selecting = False

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        self.refresh()


def runs(rows: Labels) -> list[tuple[int, int]]:
    """Return the first and last of every run of successive rows."""
    if len(rows) == 0:
        return []
    breaks = np.flatnonzero(np.diff(rows) > 1)
    firsts, lasts = rows[np.r_[0, breaks + 1]], rows[np.r_[breaks, len(rows) - 1]]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))
