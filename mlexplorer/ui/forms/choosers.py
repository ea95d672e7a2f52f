"""Choosing one of a few: a segmented control, text tabs, and a drop-down list that leaves the wheel to the panel."""

from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import BACK, MOVES, PRESS, STEPS, Dressed, control_edge, paint_box

CENTRE = Qt.AlignmentFlag.AlignCenter
ROW = 34  # height of one of several rows of tabs
_FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)


class _Row(Dressed, QWidget):
    """Titles in a row, one of them current; chosen by a click or by the arrow keys."""

    chosen = Signal(str)
    keys = STEPS | {Qt.Key.Key_Home, Qt.Key.Key_End}

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = dict(titles)
        self._current = next(iter(self._titles), "")
        self._hovered = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def current(self) -> str:
        """The choice shown as current."""
        return self._current

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices, from left to right."""
        return tuple(self._titles)

    def show_choice(self, choice: str) -> None:
        """Show a choice as current; nothing is told."""
        if choice != self._current:
            self._current = choice
            self.update()

    def place_of(self, choice: str) -> QRect:
        """Return where a choice lies in this widget."""
        return self._places()[choice]

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def _places(self) -> dict[str, QRect]:
        raise NotImplementedError

    def _choose(self, choice: str) -> None:
        if choice and choice != self._current:
            self.show_choice(choice)
            self.chosen.emit(choice)

    def _at(self, event: QMouseEvent) -> str:
        place = event.position().toPoint()
        return next((choice for choice, box in self._places().items() if box.contains(place)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._at(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Answer the pointer."""
        hovered = self._at(event)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def leaveEvent(self, event: object) -> None:
        """Forget the pointer."""
        del event
        self._hovered = ""
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next, previous, first or last choice."""
        choices = self.choices
        place = choices.index(self._current) if self._current in choices else 0
        targets = dict.fromkeys(_FORWARD, place + 1) | dict.fromkeys(_BACK, place - 1)
        targets |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(choices) - 1}
        if event.key() not in targets or not choices:
            super().keyPressEvent(event)
            return
        self._choose(choices[min(max(targets[Qt.Key(event.key())], 0), len(choices) - 1)])


class Segmented(_Row):
    """Up to three short choices side by side; the current one is ink."""

    def sizeHint(self) -> QSize:
        """Return room for every title in equal parts."""
        metrics = QFontMetrics(self._font(True))
        widest = max((metrics.horizontalAdvance(title) for title in self._titles.values()), default=0)
        return QSize((widest + theme.px(16)) * max(len(self._titles), 1), theme.px(32))

    def minimumSizeHint(self) -> QSize:
        """Return a size that may be narrower: long titles are cut."""
        return QSize(theme.px(40) * max(len(self._titles), 1), theme.px(32))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the segments."""
        del event
        with QPainter(self) as painter:
            edge = control_edge(self.hasFocus(), "control" if self.isEnabled() else "border")
            paint_box(painter, QRectF(self.rect()), theme.px(6), "field", edge)
            for choice, place in self._places().items():
                self._paint_segment(painter, choice, place)

    def _paint_segment(self, painter: QPainter, choice: str, place: QRect) -> None:
        is_current = choice == self._current
        inner = QRectF(place).adjusted(theme.px(2), theme.px(3), -theme.px(2), -theme.px(3))
        if is_current:
            paint_box(painter, inner, theme.px(4), "accent" if self.isEnabled() else "track")
        elif choice == self._hovered and self.isEnabled():
            paint_box(painter, inner, theme.px(4), "hover")
        ink = "on_accent" if is_current else "text"
        painter.setPen(theme.colour(ink if self.isEnabled() else "disabled"))
        painter.setFont(self._font(is_current))
        words = painter.fontMetrics().elidedText(self._titles[choice], Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, CENTRE, words)

    def _places(self) -> dict[str, QRect]:
        rim = theme.px(1)
        width = (self.width() - 2 * rim) / max(len(self._titles), 1)
        lefts = [rim + round(index * width) for index in range(len(self._titles) + 1)]
        return {
            choice: QRect(lefts[index], 0, lefts[index + 1] - lefts[index], self.height())
            for index, choice in enumerate(self._titles)
        }

    def _font(self, is_current: bool) -> QFont:
        return theme.font("body", "heading" if is_current else "control")


class Tabs(_Row):
    """Text tabs over a line; the current one is underlined in ink."""

    _tips: Mapping[str, str] = MappingProxyType({})

    def set_tabs(self, titles: Mapping[str, str], tips: Mapping[str, str]) -> None:
        """Offer other tabs, each with a tip; the current one stays if it is still there."""
        self._tips = tips
        if list(titles.items()) == list(self._titles.items()):
            return  # no new layout of the panel at every picture
        self._titles = dict(titles)
        if self._current not in self._titles:
            self._current = next(iter(self._titles), "")
        self.dress()

    def sizeHint(self) -> QSize:
        """Return room for every title: in one row if the width has room for it, else in more."""
        rows = len(self._rows())
        height = theme.px(44) if rows == 1 else rows * theme.px(ROW)
        return QSize(sum(self._widths()) + theme.px(16) * max(len(self._titles) - 1, 0), height)

    def minimumSizeHint(self) -> QSize:
        """Return a size that may be narrower: the gaps shrink first, then there are more rows."""
        return QSize(theme.px(120), self.sizeHint().height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Answer the pointer, and say what the tab shows."""
        super().mouseMoveEvent(event)
        self.setToolTip(self._tips.get(self._hovered, ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many rows as the new width needs."""
        super().resizeEvent(event)
        self.updateGeometry()

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs and the line below them."""
        del event
        with QPainter(self) as painter:
            line = theme.px(1)
            painter.fillRect(0, self.height() - line, self.width(), line, theme.colour("divider"))
            for choice, place in self._places().items():
                is_current = choice == self._current
                painter.setPen(theme.colour("text" if is_current or choice == self._hovered else "muted"))
                painter.setFont(self._font(is_current))
                words = painter.fontMetrics().elidedText(
                    self._titles[choice], Qt.TextElideMode.ElideRight, place.width()
                )
                painter.drawText(place.adjusted(0, 0, 0, -line), CENTRE, words)
                if is_current:
                    bar = QRectF(place.left(), place.bottom() + 1 - theme.px(3), place.width(), theme.px(3))
                    paint_box(painter, bar, theme.px(1), "focus" if self.hasFocus() else "accent")

    def _widths(self) -> list[int]:
        metrics = QFontMetrics(self._font(True))  # the widest weight, so that choosing moves nothing
        return [metrics.horizontalAdvance(title) + 1 for title in self._titles.values()]

    def _rows(self) -> list[list[int]]:
        """Return the titles of each row, by number."""
        rows: list[list[int]] = [[]]
        widths, used = self._widths(), 0
        for number, width in enumerate(widths):
            if rows[-1] and used + width > self.width():
                rows.append([])
                used = 0
            rows[-1].append(number)
            used += width + theme.px(10)
        return rows

    def _places(self) -> dict[str, QRect]:
        names, widths, rows = list(self._titles), self._widths(), self._rows()
        places: dict[str, QRect] = {}
        for row, numbers in enumerate(rows):
            room = self.width() - sum(widths[number] for number in numbers)
            gap = min(max(room // max(len(numbers) - 1, 1), theme.px(6)), theme.px(20))
            top, bottom = row * self.height() // len(rows), (row + 1) * self.height() // len(rows)
            lefts = accumulate((widths[number] + gap for number in numbers), initial=0)
            for number, left in zip(numbers, lefts, strict=False):
                width = min(widths[number], self.width() - left)
                places[names[number]] = QRect(left, top, width, bottom - top)
        return places

    def _font(self, is_current: bool) -> QFont:
        return theme.font("caption", "heading" if is_current else "body")


class Choice(Dressed, QComboBox):
    """A drop-down list; without the focus it leaves the wheel to the panel that scrolls.

    Chosen with the mouse, it gives the keys back to the window: Home must not choose the first model of the list.
    """

    chosen = Signal(str)
    keys = MOVES | PRESS

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for choice, title in titles.items():
            self.addItem(title, choice)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(20)
        self._is_clicked = False
        self.activated.connect(self._on_activated)

    @property
    def current(self) -> str:
        """The choice shown as current."""
        return str(self.currentData())

    def offer(self, titles: Mapping[str, str]) -> None:
        """Offer other choices; nothing is told."""
        if [self.itemData(index) for index in range(self.count())] != list(titles):
            self.clear()
            for choice, title in titles.items():
                self.addItem(title, choice)

    def show_choice(self, choice: str) -> None:
        """Show a choice as current; nothing is told."""
        self.setCurrentIndex(self.findData(choice))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Remember whether the mouse or the keys brought the focus."""
        if event.reason() not in BACK:
            self._is_clicked = event.reason() == Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _on_activated(self, index: int) -> None:
        if self._is_clicked:
            self.clearFocus()
        self.chosen.emit(self.itemData(index))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only with the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
