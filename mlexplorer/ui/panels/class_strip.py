"""The strip of classes: colour, shape, name and count of each; add, rename, remove and swap them."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import MOST_CLASSES, UNLABELLED, Dataset
from mlexplorer.core.numbers import counted
from mlexplorer.marks.marks import Points
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed, paint_box
from mlexplorer.ui.look.plain import tip

LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
WIDEST_NAME = 110  # design pixels
FEWEST = 2  # classes a new session offers
FULL, WITHOUT_COUNTS, SHAPES = range(3)  # how much the classes say, by the room there is


class ClassButton(Dressed, QAbstractButton):
    """A class with its colour, shape and count; the current one also shows its name."""

    rename_wanted = Signal()
    menu_wanted = Signal(object)  # global position

    def __init__(self, label: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.words, self.count, self.says = label, "", 0, FULL
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def describe(self, words: str, count: int, current: bool) -> None:
        """Say the name and the count."""
        if (words, count, current) == (self.words, self.count, self.isChecked()) and self.toolTip():
            return
        key = "0" if self.label < 0 else str(self.label + 1)
        more = "" if self.label < 0 else "; double-click renames, right-click for more"
        self.setToolTip(tip(f"{words}: {counted(count, 'point')}  ({key}){more}"))
        self.setAccessibleName(f"{words}, {count}")
        self.words, self.count = words, count
        self.setChecked(current)
        self.dress()

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def say(self, says: int) -> None:
        """Say more or less, by the room there is."""
        if says != self.says:
            self.says = says
            self.dress()

    def sizeHint(self) -> QSize:
        """Return room for the shape and what is said."""
        return QSize(self.width_if(self.says), theme.px(36))

    def width_if(self, says: int) -> int:
        """Return the width with the shape, the count if it is said, and the name if this is the current class."""
        width = theme.px(30) + (self._count_width() if says == FULL else 0) + theme.px(8)
        return width + (self._name_width() + theme.px(6) if self.isChecked() and says < SHAPES else 0)

    def name_box(self) -> QRect:
        """Return where the name stands."""
        return QRect(theme.px(30), 0, self._name_width(), self.height())

    def _count_words(self) -> str:
        if self.count < 10_000:
            return str(self.count) if self.count else ""
        return f"{self.count / 1000:.0f}k" if self.count < 1_000_000 else f"{self.count / 1e6:.1f}M"

    def _count_width(self) -> int:
        return QFontMetrics(theme.font("tick")).horizontalAdvance(self._count_words())

    def _name_width(self) -> int:
        metrics = QFontMetrics(theme.font("body", "control"))
        return min(metrics.horizontalAdvance(self.words), theme.px(WIDEST_NAME)) + theme.px(2)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the class."""
        del event
        with QPainter(self) as painter:
            if self.isChecked():
                fill = f"tint {self.label}" if self.label >= 0 else "hover"
                paint_box(painter, QRectF(self.rect()), theme.px(7), fill, ("accent", theme.px(2)))
            elif self.underMouse():
                paint_box(painter, QRectF(self.rect()), theme.px(7), "hover")
            self._paint_shape(painter, QPointF(theme.px(18), self.height() / 2))
            self._paint_words(painter)

    def picture(self) -> QPixmap:
        """Return the colour and shape of the class, for a menu."""
        made = QPixmap(theme.px(20), theme.px(20))
        made.fill(Qt.GlobalColor.transparent)
        with QPainter(made) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_shape(painter, QPointF(made.width() / 2, made.height() / 2))
        return made

    def _paint_shape(self, painter: QPainter, middle: QPointF) -> None:
        look = theme.current()
        marker = ScreenPainter(
            painter, look.theme, lambda places: places, look.scale, marker=12 if self.label >= 0 else 20
        )
        marker.draw(Points(np.array([[middle.x(), middle.y()]]), f"class {self.label}", self.label))

    def _paint_words(self, painter: QPainter) -> None:
        left = theme.px(30)
        if self.isChecked() and self.says < SHAPES:
            painter.setPen(theme.colour("text"))
            painter.setFont(theme.font("body", "control"))
            words = painter.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, self._name_width())
            painter.drawText(self.name_box(), LEFT, words)
            left += self._name_width() + theme.px(6)
        if self.says == FULL:
            painter.setPen(theme.colour("muted"))
            painter.setFont(theme.font("tick"))
            painter.drawText(QRect(left, 0, self.width() - left, self.height()), LEFT, self._count_words())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for another name."""
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.label >= 0:
            self.rename_wanted.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the class."""
        self.menu_wanted.emit(event.globalPos())


class NameLine(Dressed, QLineEdit):
    """The line in which a class is renamed: Enter takes the name, Escape or leaving for nothing drops it."""

    dropped = Signal()
    keys = frozenset({Qt.Key.Key_Escape})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Drop the name on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)


class ClassStrip(QWidget):
    """Shows the classes in use and tells what is wanted of them."""

    chosen = Signal(int)
    renamed = Signal(int, str)
    removed = Signal(int)
    swapped = Signal(int, int)
    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self.buttons = {label: self._button(label) for label in (*range(MOST_CLASSES), UNLABELLED)}
        self.add_button = QToolButton(self)
        self.add_button.setProperty("role", "tool")
        self.add_button.setToolTip("Another class")
        self.add_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(self.add_button, "add class", 20)
        self.add_button.clicked.connect(self._add)
        self._row.addWidget(self.add_button)
        self.more_button = QToolButton(self)
        self.more_button.setProperty("role", "tool")
        self.more_button.setToolTip("All classes")
        self.more_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(self.more_button, "chevron-down", 20)
        self.more_button.clicked.connect(self._show_all)
        self._row.addWidget(self.more_button)
        self.line: NameLine | None = None
        self.menu = QMenu(self)
        self._room = 10_000
        self._used, self._asked, self._current = FEWEST, FEWEST, 0
        self._counted: Dataset | None = None
        self._counts: Labels = np.zeros(MOST_CLASSES + 1, np.intp)

    def show_classes(self, data: Dataset, current: int) -> None:
        """Show the classes in use and those asked for, with their counts."""
        counts = self._counts_of(data)
        highest = int(np.flatnonzero(counts)[-1]) if len(data) else 0
        self._used = max(highest, current + 1, self._asked)
        self._current = current
        for label, button in self.buttons.items():
            name = data.class_names[label] if label >= 0 else "Unlabelled"
            button.describe(name, int(counts[label + 1]), label == current)
        self.fit(self._room)

    def _counts_of(self, data: Dataset) -> Labels:
        """Return how many points each class has, the unlabelled first; counted once for the same points."""
        if self._counted is not data:
            self._counted = data
            self._counts = np.bincount(data.labels + 1, minlength=MOST_CLASSES + 1)
        return self._counts

    def forget(self) -> None:
        """Show two classes again, as in a new session."""
        self._asked = FEWEST

    def fit(self, room: int) -> None:
        """Leave out counts, then the name, then classes far from the current one, if there is no more room than this.

        What is left out stands in the menu of the button that comes in its place.
        """
        self._room = room
        wanted = [*range(self._used), UNLABELLED]
        says = next((says for says in (FULL, WITHOUT_COUNTS, SHAPES) if self.width_if(says) <= room), None)
        fitting = len(wanted) if says is not None else self._fitting(room)
        first = min(max(wanted.index(self._current) - fitting // 2, 0), len(wanted) - fitting)
        seen = wanted[first : first + fitting]
        for label, button in self.buttons.items():
            button.say(SHAPES if says is None else says)
            button.setVisible(label in seen)
        self.add_button.setVisible(self._used < MOST_CLASSES and says is not None)
        self.more_button.setVisible(says is None)

    def width_if(self, says: int) -> int:
        """Return the width of all classes in use if they say so much."""
        shown = [self.buttons[label] for label in (*range(self._used), UNLABELLED)]
        adding = self.add_button.sizeHint().width() if self._used < MOST_CLASSES else 0
        return adding + self._row.spacing() * len(shown) + sum(button.width_if(says) for button in shown)

    def _fitting(self, room: int) -> int:
        """Return how many classes have room beside the button for all of them; the current one always has."""
        step = self.buttons[0].width_if(SHAPES) + self._row.spacing()
        return max((room - self.more_button.sizeHint().width()) // step, 1)

    def _show_all(self) -> None:
        """Open a menu of all classes."""
        self.menu.clear()
        for label in (*range(self._used), UNLABELLED):
            button = self.buttons[label]
            entry = self._entry(f"{button.words}   {button.count:,}", lambda label=label: self.chosen.emit(label))  # type: ignore[misc] # bound at once
            entry.setIcon(button.picture())
            entry.setIconVisibleInMenu(True)
        if self._used < MOST_CLASSES:
            self._entry("Another class", self._add)
        self.menu.popup(self.more_button.mapToGlobal(QPoint(0, self.more_button.height())))

    def rename(self, label: int) -> None:
        """Open a line over a class in which its name can be changed."""
        self.chosen.emit(label)
        button = self.buttons[label]
        self.line = NameLine(button.words, self)
        self.line.selectAll()
        self.line.editingFinished.connect(lambda: self._take_name(label))
        self.line.dropped.connect(self._close_line)
        self._row.activate()
        left = button.x() + theme.px(28)
        top = button.geometry().center().y() - theme.px(16)
        self.line.setGeometry(left, top, theme.px(WIDEST_NAME + 30), theme.px(32))
        self.line.show()
        self.line.raise_()
        self.line.setFocus()

    def show_menu(self, label: int, place: QPoint | None = None) -> None:
        """Open the menu of a class."""
        self.menu.clear()
        self._entry("Select its points", lambda: self.selected.emit(label))
        if label >= 0:
            self._entry("Rename…", lambda: self.rename(label))
            for other in range(self._used):
                if other != label:
                    words = f"Swap with {self.buttons[other].words}"
                    self._entry(words, lambda other=other: self.swapped.emit(label, other))  # type: ignore[misc] # bound at once
            self._entry("Remove the class and its points", lambda: self._remove(label))
        if place is not None:
            self.menu.popup(place)

    def _entry(self, words: str, action: Callable[[], None]) -> QAction:
        entry = self.menu.addAction(words)
        entry.triggered.connect(lambda _=False: action())
        return entry

    def _remove(self, label: int) -> None:
        self._used = max(self._used - 1, FEWEST)
        self._asked = min(self._asked, self._used)
        self._current = min(self._current, self._used - 1)
        self.removed.emit(label)

    def _take_name(self, label: int) -> None:
        line = self.line
        self._close_line()
        if line is not None and line.text() != self.buttons[label].words:
            self.renamed.emit(label, line.text())

    def _close_line(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.blockSignals(True)
            line.hide()
            line.deleteLater()

    def _add(self) -> None:
        self._asked = min(self._used + 1, MOST_CLASSES)
        self.chosen.emit(self._asked - 1)

    def _button(self, label: int) -> ClassButton:
        button = ClassButton(label, self)
        button.clicked.connect(lambda: self.chosen.emit(label))
        button.rename_wanted.connect(lambda: self.rename(label))
        button.menu_wanted.connect(lambda place: self.show_menu(label, place))
        self._row.addWidget(button)
        return button
