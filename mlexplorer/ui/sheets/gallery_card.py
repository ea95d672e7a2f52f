"""What the gallery is made of: a card with a picture, a row of cards under a heading, and the name of a topic."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from mlexplorer.lessons.scenes import speaks_of
from mlexplorer.session.session import Session
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, PRESS, STEPS, Dressed, control_edge, paint_box, paint_icon
from mlexplorer.ui.look.plain import Label, tip
from mlexplorer.ui.look.widgets import LEFT, Painted

WIDTH, LEAST, GAP = 276, 228, 16  # design pixels of a card, of the narrowest one, and between cards
NARROW = 160  # of a card that would stand alone in a second line otherwise
SHAPE, TITLE, BELOW = 1.5, 19, 56  # of a picture, width to height; design pixels of a line of the title, and under it
MORE = 32  # design pixels of two more lines of words, on a narrow card
RADIUS, INSIDE, LINES = 8, 12, 2
TOPIC_HEIGHT, TICK = 32, 20
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)


@dataclass(frozen=True)
class Entry:
    """What can be opened: a scene, a lesson or a table, with what is said and shown of it."""

    kind: str  # "scene", "lesson" or "table"
    name: str
    title: str
    words: str
    more: str
    session: Session
    is_done: bool = False

    @property
    def families(self) -> frozenset[str]:
        """The families of its models."""
        return frozenset(run.model.family for run in self.session.document.runs)

    def matches(self, words: str) -> bool:
        """Return whether it speaks of all the words: in its texts, or as its model or source."""
        return speaks_of(self.session, (self.title, self.words, self.more), words)


class Card(Painted):
    """A picture, a title and a sentence; a click or Enter opens what it shows, a button or M adds it to the book."""

    keys = PRESS | ENTER | STEPS | {Qt.Key.Key_M}
    walked = Signal(int)  # an arrow was pressed
    added = Signal()

    def __init__(self, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(entry.title, parent)
        self.entry = entry
        self._picture = QImage()
        self._wide = theme.px(WIDTH)
        self.adding: AddButton | None = None  # made when it is first shown
        self.can_be_added = False
        self.setAccessibleDescription(f"{entry.words} {entry.more}")
        self.setToolTip(tip(f"{entry.words} {entry.more}"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def has_picture(self) -> bool:
        """Whether its picture has arrived."""
        return not self._picture.isNull()

    def show_picture(self, picture: QImage) -> None:
        """Show a picture above the title."""
        self._picture = picture
        self.update()

    def set_width(self, wide: int) -> None:
        """Take a width; titles have two lines where it is less than usual."""
        if wide != self._wide:
            self._wide = wide
            self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return room for the picture, the title and two lines of words, four on a narrow card."""
        words = BELOW if self._wide >= theme.px(LEAST) else BELOW + MORE
        return QSize(self._wide, self._picture_height() + theme.px(TITLE * self._title_lines() + words))

    def _picture_height(self) -> int:
        return round(self._wide / SHAPE)

    def _title_lines(self) -> int:
        return 1 if self._wide >= theme.px(WIDTH) else 2

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.setFixedSize(self.sizeHint())
        super().dress()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave arrows to the gallery, which Qt would take for a walk to the next button; Enter opens."""
        if event.key() in STEPS:
            self.walked.emit(event.key())
        elif event.key() in ENTER:
            self.click()
        elif event.key() == Qt.Key.Key_M and self.adding is not None:
            self.adding.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer to add the scene to the book."""
        super().enterEvent(event)
        self._offer(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Offer no longer."""
        super().leaveEvent(event)
        self._offer(self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Offer to add the scene to the book."""
        super().focusInEvent(event)
        self._offer(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Offer no longer."""
        super().focusOutEvent(event)
        self._offer(self.underMouse())

    def _offer(self, is_wanted: bool) -> None:
        if self.adding is None and is_wanted and self.can_be_added:
            self.adding = AddButton(self)
            self.adding.clicked.connect(self.added)
        if self.adding is not None:
            inside = theme.px(INSIDE)
            self.adding.adjustSize()
            size = self.adding.size()
            self.adding.move(self._wide - size.width() - inside, self._picture_height() - size.height() - inside)
            self.adding.setVisible(is_wanted)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        del event
        with QPainter(self) as painter:
            box = QRectF(self.rect())
            fill = "hover" if self.underMouse() else "raised"
            paint_box(painter, box, theme.px(RADIUS), fill)
            self._paint_picture(painter, box)
            edge = control_edge(self.hasFocus(), "control" if self.underMouse() else "border")
            paint_box(painter, box, theme.px(RADIUS), edge=edge)
            self._paint_words(painter)

    def _paint_picture(self, painter: QPainter, box: QRectF) -> None:
        top = QRectF(box.left(), box.top(), box.width(), self._picture_height())
        outline = QPainterPath()
        outline.addRoundedRect(box, theme.px(RADIUS), theme.px(RADIUS))
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(top, theme.colour("plane"))
        if self.has_picture:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(top, self._picture, _middle(self._picture, top))
        painter.fillRect(QRectF(top.left(), top.bottom(), top.width(), 1), theme.colour("border"))
        painter.restore()

    def _paint_words(self, painter: QPainter) -> None:
        left, top = theme.px(INSIDE), self._picture_height() + theme.px(9)
        room = QRect(left, top, self.width() - 2 * left, theme.px(TITLE * self._title_lines()))
        if self.entry.is_done:
            paint_icon(painter, "ticked", "success_text", QPointF(room.right() - theme.px(8), top + theme.px(10)), 16)
            room.setWidth(room.width() - theme.px(TICK))
        painter.setFont(theme.font("body", "heading"))
        painter.setPen(theme.colour("text"))
        title = _on_lines(self.text(), painter.font(), room)
        painter.drawText(room, WRAPPED, title)
        used = painter.boundingRect(room, WRAPPED, title).height() + theme.px(4)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("muted"))
        below = QRect(left, top + used, self.width() - 2 * left, self.height() - top - used - theme.px(8))
        painter.drawText(below, WRAPPED, _on_lines(self.entry.words, painter.font(), below))


class AddButton(QPushButton):
    """Adds the scene of a card to the book, and says that it was done."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(" To my scenes", parent)  # a little further from its icon
        self.setAccessibleName("To my scenes")
        self.setToolTip("Add it as a new scene; what is open stays open  (M)")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        theme.put_icon(self, "plus", 16)
        self.is_done = False

    def show_done(self) -> None:
        """Say that it is a scene of the book now."""
        self.is_done = True
        self.setText(" In my scenes")
        self.setAccessibleName("In my scenes")
        theme.put_icon(self, "ticked", 16)


class CardRow(Dressed, QWidget):
    """The cards of a topic under its heading, as many side by side as there is room for."""

    def __init__(self, name: str, title: str, words: str, entries: Sequence[Entry]) -> None:
        super().__init__()
        self.name, self.cards = name, [Card(entry, self) for entry in entries]
        self.shown = list(self.cards)  # those that fit the search
        self._columns = 0
        heading, told = Label(title), Label(words)
        heading.setProperty("role", "section")
        told.setProperty("role", "caption")
        self._head, self._grid = QHBoxLayout(), QGridLayout()
        self._head.addWidget(heading)
        self._head.addWidget(told)
        self._head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._head)
        column.addLayout(self._grid)
        self.dress()

    @property
    def columns(self) -> int:
        """How many cards stand side by side."""
        return max(self._columns, 1)

    def filter(self, wanted: frozenset[tuple[str, str]]) -> None:
        """Show the cards of these entries only, by kind and name; without any the row is hidden."""
        self.shown = [card for card in self.cards if (card.entry.kind, card.entry.name) in wanted]
        for card in self.cards:
            card.setVisible(card in self.shown)
        self.setVisible(bool(self.shown))
        self._place()

    def fit(self, width: int) -> None:
        """Place as many cards side by side as fit a width."""
        columns = _columns(width, len(self.cards))
        for card in self.cards:
            card.set_width((width - (columns - 1) * theme.px(GAP)) // columns)
        if columns != self._columns:
            self._columns = columns
            self._place()

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._head.setSpacing(theme.px(12))
        self._grid.setContentsMargins(0, theme.px(8), 0, theme.px(24))
        self._grid.setSpacing(theme.px(GAP))

    def _place(self) -> None:
        for card in self.cards:
            self._grid.removeWidget(card)
        for number, card in enumerate(self.shown):
            self._grid.addWidget(card, number // self.columns, number % self.columns, Qt.AlignmentFlag.AlignLeft)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, int(column == self.columns))
        self._grid.setColumnStretch(self.columns, 1)


class TopicButton(Painted):
    """The name of a topic and how many cards it has; a click shows them."""

    def __init__(self, title: str, count: int, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.count = count
        self.setCheckable(True)

    def show_count(self, count: int) -> None:
        """Show how many cards fit the search."""
        self.count = count
        self.setEnabled(count > 0)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the title and the count."""
        words = QFontMetrics(self._font()).horizontalAdvance(self.text())
        return QSize(words + theme.px(56), theme.px(TOPIC_HEIGHT))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint title and count."""
        del event
        with QPainter(self) as painter:
            fill = "pressed" if self.isChecked() else "hover" if self.underMouse() and self.isEnabled() else ""
            edge = control_edge(True) if self.hasFocus() else ("", 0.0)
            paint_box(painter, QRectF(self.rect()), theme.px(6), fill, edge)
            painter.setFont(self._font())
            painter.setPen(theme.colour("text" if self.isEnabled() else "disabled"))
            room = self.rect().adjusted(theme.px(10), 0, -theme.px(10), 0)
            painter.drawText(room, LEFT, self.text())
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.colour("muted" if self.isEnabled() else "disabled"))
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(self.count))

    def _font(self) -> QFont:
        return theme.font("body", "heading" if self.isChecked() else "body")


def _columns(width: int, count: int) -> int:
    """Return how many of the cards stand side by side: one more than fit well if it would stand alone below."""
    fitting = max(1, (width + theme.px(GAP)) // theme.px(LEAST + GAP))
    is_room = width + theme.px(GAP) >= count * theme.px(NARROW + GAP)
    return count if count == fitting + 1 and is_room else fitting


def _middle(picture: QImage, box: QRectF) -> QRectF:
    """Return the part of a picture that has the shape of a box, from its middle."""
    width, height = picture.width(), picture.height()
    share = box.width() / box.height()
    wide, tall = min(width, height * share), min(height, width / share)
    return QRectF((width - wide) / 2, (height - tall) / 2, wide, tall)


def _on_lines(words: str, font: QFont, box: QRect) -> str:
    """Return as many of the words as fit a box, with an ellipsis if some do not."""
    metrics, fitting = QFontMetrics(font), words
    while metrics.boundingRect(QRect(0, 0, box.width(), 1000), WRAPPED, fitting).height() > box.height():
        fitting = fitting.rstrip("…").rpartition(" ")[0] + "…"
    return fitting
