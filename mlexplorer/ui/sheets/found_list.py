"""The list of what was found: groups with a heading, the matching letters marked, keys and states at the right."""

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import paint_box, paint_icon
from mlexplorer.ui.sheets.offers import FindOffer

ROW, HEADING, SIDE = 40, 28, 8
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
SHOWN = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class FoundRow:
    """An offer in the list, and which letters of its title were asked for."""

    offer: FindOffer
    spans: tuple[tuple[int, int], ...] = ()


class FoundList(QListWidget):
    """Shows what was found; the line above keeps the focus and moves the choice."""

    pointed = Signal(object)  # FindOffer, chosen by the arrow keys
    taken = Signal(object)  # FindOffer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "found")
        self.setAccessibleName("What was found")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(FoundDelegate(self))
        self.setMouseTracking(True)
        self.itemEntered.connect(self._follow)
        self.itemClicked.connect(self._click)

    @property
    def current(self) -> FindOffer | None:
        """The offer that is chosen."""
        item = self.currentItem()
        shown = None if item is None else item.data(SHOWN)
        return shown.offer if isinstance(shown, FoundRow) else None

    @property
    def titles(self) -> list[str]:
        """The titles of the offers, from top to bottom."""
        return [self.item(row).text() for row in self._choices()]

    @property
    def wanted(self) -> int:
        """How many pixels all rows need in height."""
        return sum(self.sizeHintForRow(row) for row in range(self.count())) + theme.px(SIDE)

    def show_found(self, groups: list[tuple[str, list[FoundRow]]]) -> None:
        """Show groups of offers, the first one chosen."""
        self.clear()
        for group, rows in groups or [("Nothing is called so.", [])]:
            heading = QListWidgetItem(group, self)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            for shown in rows:
                item = QListWidgetItem(shown.offer.entry.title, self)
                item.setData(SHOWN, shown)
        choices = self._choices()
        self.setCurrentRow(choices[0] if choices else -1)
        self.scrollToTop()

    def move(self, by: int) -> None:  # type: ignore[override] # QWidget.move is of no use for a list in a layout
        """Choose an offer further down or up, round the ends, and tell it."""
        choices = self._choices()
        if not choices:
            return
        now = choices.index(self.currentRow()) if self.currentRow() in choices else 0
        place = (now + by) % len(choices) if abs(by) == 1 else min(max(now + by, 0), len(choices) - 1)
        self.setCurrentRow(choices[place])
        if place == 0:
            self.scrollToTop()
        offer = self.current
        if offer is not None:
            self.pointed.emit(offer)

    def _choices(self) -> list[int]:
        return [row for row in range(self.count()) if self.item(row).data(SHOWN) is not None]

    def _follow(self, item: QListWidgetItem) -> None:
        if item.data(SHOWN) is not None:
            self.setCurrentItem(item)

    def _click(self, item: QListWidgetItem) -> None:
        shown = item.data(SHOWN)
        if isinstance(shown, FoundRow):
            self.taken.emit(shown.offer)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the size of rows anew when the look changes."""
        if event.type() == QEvent.Type.StyleChange:
            self.doItemsLayout()
        return super().viewportEvent(event)


class FoundDelegate(QStyledItemDelegate):
    """Paints a heading or an offer."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of a row."""
        del option
        return QSize(theme.px(100), theme.px(HEADING if index.data(SHOWN) is None else ROW))

    @paints
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row: icon, title with the letters asked for, state and keys."""
        box: QRect = option.rect.adjusted(theme.px(SIDE), 0, -theme.px(SIDE), 0)
        shown = index.data(SHOWN)
        painter.save()
        if isinstance(shown, FoundRow):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            _paint_offer(painter, box, shown, chosen)
        else:
            painter.setFont(theme.font("caption", "control"))
            painter.setPen(theme.colour("muted"))
            painter.drawText(box.adjusted(theme.px(8), theme.px(4), 0, 0), LEFT, str(index.data()))
        painter.restore()


def _paint_offer(painter: QPainter, box: QRect, shown: FoundRow, chosen: bool) -> None:
    offer, ink, pale = shown.offer, "on_accent" if chosen else "text", "on_accent" if chosen else "muted"
    if chosen:
        paint_box(painter, QRectF(box), theme.px(6), "accent")
    inner = box.adjusted(theme.px(14), 0, -theme.px(12), 0)
    if offer.icon:
        paint_icon(painter, offer.icon, ink, QPointF(inner.left() + theme.px(9), inner.center().y()), 18)
    right = inner.right()
    if offer.keys:
        right = _paint_keys(painter, offer.keys, inner, pale) - theme.px(10)
    title = QRect(inner.left() + theme.px(32), inner.top(), 0, inner.height())
    title.setRight(right)
    room = title.width() - _title_width(offer.entry.title) - theme.px(16)
    if offer.words and room > theme.px(40):
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour(pale))
        words = painter.fontMetrics().elidedText(offer.words, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
    _paint_title(painter, title, shown, ink)


def _title_font(marked: bool = False) -> QFont:
    font = theme.font("section", "heading" if marked else "control")
    font.setUnderline(marked)
    return font


def _title_width(title: str) -> int:
    return QFontMetrics(_title_font(True)).horizontalAdvance(title)


def _paint_title(painter: QPainter, box: QRect, shown: FoundRow, ink: str) -> None:
    """Paint a title part by part, those that were asked for underlined."""
    title, left = shown.offer.entry.title, float(box.left())
    painter.setPen(theme.colour(ink))
    edges = sorted({0, len(title), *(edge for span in shown.spans for edge in span if edge <= len(title))})
    for start, end in pairwise(edges):
        marked = any(low <= start and end <= high for low, high in shown.spans)
        painter.setFont(_title_font(marked))
        part = painter.fontMetrics().elidedText(title[start:end], Qt.TextElideMode.ElideRight, int(box.right() - left))
        painter.drawText(QRectF(left, box.top(), box.right() - left, box.height()), LEFT, part)
        left += painter.fontMetrics().horizontalAdvance(title[start:end])


def _paint_keys(painter: QPainter, keys: str, box: QRect, ink: str) -> int:
    """Paint keys as a cap at the right end and return where it begins."""
    painter.setFont(theme.font("tick", "control"))
    width = painter.fontMetrics().horizontalAdvance(keys) + theme.px(12)
    height = theme.px(20)
    cap = QRect(box.right() - width, box.center().y() - height // 2, width, height)
    paint_box(painter, QRectF(cap), theme.px(4), edge=(ink if ink == "on_accent" else "border", theme.px(1)))
    painter.setPen(theme.colour(ink))
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, keys)
    return cap.left()
