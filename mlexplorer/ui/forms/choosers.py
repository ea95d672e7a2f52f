"""Choosing one of a few: a segmented control, text tabs, and a drop-down list that leaves the wheel to the panel."""

from collections.abc import Mapping
from itertools import accumulate

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QComboBox, QListView, QSizePolicy, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import (
    BACK,
    MOVES,
    PRESS,
    STEPS,
    Dressed,
    control_edge,
    is_typing,
    paint_box,
    paint_icon,
)
from mlexplorer.ui.look.spoken import Role, Speaks, tell_value
from mlexplorer.ui.look.term_tips import PointedWords, WordMenu

CENTRE = Qt.AlignmentFlag.AlignCenter
MORE = "more tabs"  # the last tab where some have no room
ARROW, LEAST_GAP = 16, 10  # design pixels for the arrow beside More, and between tabs
_FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)


class _Row(Speaks, PointedWords, Dressed, QWidget):
    """Titles in a row, one of them current; chosen by a click or by the arrow keys."""

    chosen = Signal(str)
    spoken_role = Role.ComboBox  # one of several: what it is called and which it is
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
    def spoken_value(self) -> str:
        """The title of the choice shown as current."""
        return self._titles.get(self._current, "")

    @property
    def current(self) -> str:
        """The choice shown as current."""
        return self._current

    @property
    def pointed_words(self) -> str:
        """The title under the pointer, the current one if it is elsewhere."""
        return self._titles.get(self._hovered or self._current, "")

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices, from left to right."""
        return tuple(self._titles)

    @property
    def titles(self) -> dict[str, str]:
        """What a person reads for each choice."""
        return dict(self._titles)

    def show_choice(self, choice: str) -> None:
        """Show a choice as current; nothing is told."""
        if choice != self._current:
            self._current = choice
            self.update()
            tell_value(self)

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
    """Text tabs over a line, the current one underlined in ink; those without room stand in a menu under the last."""

    spoken_role = Role.PageTabList

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(titles, parent)
        self._tips: Mapping[str, str] = {}
        self.menu = WordMenu(self)
        self.menu.setToolTipsVisible(True)

    @property
    def others(self) -> tuple[str, ...]:
        """The choices without room, as they stand in the menu."""
        return tuple(choice for choice in self._titles if choice not in self._fitting())

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
        """Return room for every title in one row."""
        gaps = theme.px(16) * max(len(self._titles) - 1, 0)
        return QSize(sum(self._width(choice) for choice in self._titles) + gaps, theme.px(44))

    def minimumSizeHint(self) -> QSize:
        """Return a size that may be narrower: the gaps shrink first, then tabs go into the menu."""
        return QSize(theme.px(120), self.sizeHint().height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Answer the pointer, and say what the tab shows."""
        super().mouseMoveEvent(event)
        others = ", ".join(self._titles[choice] for choice in self.others)
        self.setToolTip(others if self._hovered == MORE else self._tips.get(self._hovered, ""))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs and the line below them."""
        del event
        with QPainter(self) as painter:
            line = theme.px(1)
            painter.fillRect(0, self.height() - line, self.width(), line, theme.colour("divider"))
            for choice, place in self._places().items():
                is_current = choice == self._current
                ink = "text" if is_current or choice == self._hovered else "muted"
                painter.setPen(theme.colour(ink))
                painter.setFont(self._font(is_current))
                room = place.adjusted(0, 0, -theme.px(ARROW) if choice == MORE else 0, -line)
                words = painter.fontMetrics().elidedText(self._title(choice), Qt.TextElideMode.ElideRight, room.width())
                painter.drawText(room, CENTRE, words)
                if choice == MORE:
                    middle = QPointF(place.right() + 1 - theme.px(ARROW) / 2, room.center().y() + 1)
                    paint_icon(painter, "chevron-down", ink, middle, ARROW)
                if is_current:
                    bar = QRectF(place.left(), place.bottom() + 1 - theme.px(3), place.width(), theme.px(3))
                    paint_box(painter, bar, theme.px(1), "focus" if self.hasFocus() else "accent")

    def _choose(self, choice: str) -> None:
        if choice == MORE:
            self._show_others()
        else:
            super()._choose(choice)

    def _show_others(self) -> None:
        """Open the menu of the tabs without room."""
        self.menu.clear()
        for choice in self.others:
            entry = self.menu.addAction(self._titles[choice])
            entry.setToolTip(self._tips.get(choice, ""))
            entry.triggered.connect(lambda _=False, choice=choice: self._choose(choice))
        self.menu.popup(self.mapToGlobal(self.place_of(MORE).bottomLeft()))

    def _title(self, choice: str) -> str:
        return "More" if choice == MORE else self._titles[choice]

    def _width(self, choice: str) -> int:
        metrics = QFontMetrics(self._font(True))  # the widest weight, so that choosing moves nothing
        return metrics.horizontalAdvance(self._title(choice)) + (theme.px(ARROW) if choice == MORE else 1)

    def _fitting(self) -> list[str]:
        """Return the tabs there is room for; the current one takes the place of the last if it were not among them."""
        shown = every = list(self._titles)
        while len(shown) > 1 and not self._fits(shown if shown is every else [*shown, MORE]):
            shown = every[: len(shown) - 1]
            if self._current in every and self._current not in shown:
                shown[-1] = self._current
        return shown

    def _fits(self, choices: list[str]) -> bool:
        return sum(map(self._width, choices)) + theme.px(LEAST_GAP) * (len(choices) - 1) <= self.width()

    def _places(self) -> dict[str, QRect]:
        shown = self._fitting()
        row = shown if len(shown) == len(self._titles) else [*shown, MORE]
        widths = [self._width(choice) for choice in row]
        room = self.width() - sum(widths)
        gap = min(max(room // max(len(row) - 1, 1), theme.px(LEAST_GAP)), theme.px(20))
        if row:
            widths[0] += min(room - gap * (len(row) - 1), 0)  # cut where even one has no room
        lefts = accumulate((width + gap for width in widths), initial=0)
        places = zip(row, widths, lefts, strict=False)  # there is one more left than tabs
        return {choice: QRect(left, 0, width, self.height()) for choice, width, left in places}

    def _font(self, is_current: bool) -> QFont:
        return theme.font("caption", "heading" if is_current else "body")


class Choice(Dressed, QComboBox):
    """A drop-down list; without the focus it leaves the wheel to the panel that scrolls.

    Chosen with the mouse, it gives the keys back to the window: Home must not choose the first model of the list.
    """

    chosen = Signal(str)
    keys = MOVES | PRESS
    keeps_letters = True

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for choice, title in titles.items():
            self.addItem(title, choice)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(20)
        rows = self.view()
        assert isinstance(rows, QListView)
        rows.setUniformItemSizes(True)  # or each is measured at every change of theme
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let letters do nothing: neither is a tool meant by them, nor another choice that begins so."""
        if not is_typing(event):
            super().keyPressEvent(event)

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
