"""The points as rows of a table: sorted on demand, edited in place, fluid with a hundred thousand of them."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import CLASS_NAMES, UNLABELLED, Dataset, nothing
from mlexplorer.core.numbers import text
from mlexplorer.core.reach import REACH
from mlexplorer.core.table import spelt
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import tip

Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole
CLASS, HELD = 2, 3  # columns; 0 and 1 are the coordinates
NO_INDEX = QModelIndex()


class PointsModel(QAbstractTableModel):
    """Shows the points of the document; tells an edit and leaves it to others to make it."""

    value_edited = Signal(int, int, float)  # row of the data, coordinate, value
    label_edited = Signal(int, int)  # row of the data, label
    held_edited = Signal(int, bool)  # row of the data, whether it is held out

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.points = nothing()
        self.order: Labels = np.empty(0, np.intp)  # rows of the data, as they are shown
        self.picked: frozenset[int] = frozenset()  # rows of the data that are lit
        self._sorted = (-1, True)

    def show_points(self, points: Dataset) -> None:
        """Show other points; rows are made anew only where points came or went."""
        before = self.points
        if points is before:
            return
        if np.array_equal(points.ids, before.ids):
            self.points = points
            if len(points):
                self.dataChanged.emit(self.index(0, 0), self.index(len(points) - 1, HELD))
        elif self._sorted[0] < 0 and np.array_equal(points.ids[: len(before)], before.ids):
            self.beginInsertRows(NO_INDEX, len(before), len(points) - 1)
            self.points, self.order = points, points.rows
            self.endInsertRows()
        else:
            self.beginResetModel()
            self.points = points
            self.order = self._in_order()
            self.endResetModel()
        if points.names != before.names:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)

    def show_picked(self, rows: frozenset[int]) -> None:
        """Light other rows up."""
        if rows != self.picked:
            self.picked = rows
            if len(self.order):
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.order) - 1, HELD), [ROLE.BackgroundRole])

    def shown_rows(self, rows: Labels) -> Labels:
        """Return where rows of the data are shown, in order."""
        place = np.empty(len(self.order), np.intp)
        place[self.order] = np.arange(len(self.order))
        return np.sort(place[rows])

    def _in_order(self) -> Labels:
        column, upwards = self._sorted
        if column < 0:
            return self.points.rows
        keys = (self.points.points[:, 0], self.points.points[:, 1], self.points.labels, self.points.held_out)[column]
        order = np.argsort(keys, kind="stable")
        return order if upwards else order[::-1]

    def _text(self, row: int, column: int, shortly: bool) -> str:
        if column == CLASS:
            label = int(self.points.labels[row])
            return "" if label == UNLABELLED else self.points.class_names[label]
        value = float(self.points.points[row, column])
        return text(value, 4) if shortly else spelt(value).replace("-", "−")

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Return how many points there are."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Return two coordinates, the class and the flag."""
        return 0 if parent.isValid() else HELD + 1

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> Any:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        row, column = int(self.order[index.row()]), index.column()
        if role == ROLE.BackgroundRole and row in self.picked:
            return theme.colour("pressed")
        if column == HELD:
            checked = Qt.CheckState.Checked if self.points.held_out[row] else Qt.CheckState.Unchecked
            return checked if role == ROLE.CheckStateRole else None
        if role in (ROLE.DisplayRole, ROLE.EditRole, ROLE.ToolTipRole):
            words = self._text(row, column, shortly=role == ROLE.DisplayRole)
            return tip(words) if role == ROLE.ToolTipRole else words
        if role == ROLE.TextAlignmentRole and column < CLASS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        has_mark = role == ROLE.DecorationRole and column == CLASS
        return theme.colour(f"class {self.points.labels[row]}") if has_mark else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> Any:
        """Return the names of the columns, also as tips since some are long, and the numbers of the rows."""
        count = HELD + 1 if orientation == Qt.Orientation.Horizontal else len(self.order)
        if role not in (ROLE.DisplayRole, ROLE.ToolTipRole) or not 0 <= section < count:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(int(self.order[section]) + 1) if role == ROLE.DisplayRole else None
        words = (*self.points.names, "Class", "Test")[section]
        return tip(words) if role == ROLE.ToolTipRole else words

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that every cell can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | (Qt.ItemFlag.ItemIsUserCheckable if index.column() == HELD else Qt.ItemFlag.ItemIsEditable)

    def setData(self, index: Index, value: Any, role: int = ROLE.EditRole) -> bool:
        """Tell an edit, unless it makes no sense."""
        if not index.isValid():
            return False
        row, column = int(self.order[index.row()]), index.column()
        if column == HELD:
            if role == ROLE.CheckStateRole:
                self.held_edited.emit(row, Qt.CheckState(value) == Qt.CheckState.Checked)
            return role == ROLE.CheckStateRole
        if column == CLASS:
            label = label_of(str(value), self.points.class_names)
            if label is not None:
                self.label_edited.emit(row, label)
            return label is not None
        number = number_of(str(value))
        if number is not None and number != self.points.points[row, column]:
            self.value_edited.emit(row, column, number)
        return number is not None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Show the rows in the order of a column."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = [int(self.order[index.row()]) for index in before]
        self._sorted = (column, order == Qt.SortOrder.AscendingOrder)
        self.order = self._in_order()
        places = np.empty(len(self.order), np.intp)
        places[self.order] = np.arange(len(self.order))
        after = [self.index(int(places[row]), index.column()) for row, index in zip(rows, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def number_of(words: str) -> float | None:
    """Return the number that words spell, with a point or a comma; None if they spell none within reach."""
    try:
        number = float(words.strip().replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return number if abs(number) <= REACH else None


def label_of(words: str, names: tuple[str, ...]) -> int | None:
    """Return the label of a class by its name or number; nothing at all is unlabelled; None if there is no such."""
    wanted = words.strip().casefold()
    if wanted in ("", "unlabelled"):
        return UNLABELLED
    known = {name.casefold(): label for label, name in reversed(list(enumerate(names)))}
    numbered = {str(label): label for label in range(len(CLASS_NAMES))}
    return known.get(wanted, numbered.get(wanted))
