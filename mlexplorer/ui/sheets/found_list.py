"""The list of what was found: groups with a heading, the matching letters marked, keys and states at the right."""

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QImage, QMouseEvent, QPainter
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
from mlexplorer.ui.sheets.offers import FindOffer, Slide

ROW, TALL, HEADING, SIDE = 40, 58, 28, 8  # of a row, of one with a slider, of a heading; beside them
TITLE, RIGHT = 32, 130  # from the edge of a row to its title, and from its slider to the right edge
GROOVE, HANDLE, UP = 4, 6, 13  # of a slider: height, radius of the handle, and how far above the foot of its row
THUMB, BEFORE = (48, 32), 12  # of a small picture, and before keys and pictures
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
    slid = Signal(str)  # what to ask for the number that a slider was dragged to

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "found")
        self.setAccessibleName("What was found")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(FoundDelegate(self))
        self.setMouseTracking(True)
        self.pictures: dict[str, QImage] = {}  # of rows, by the names of their entries
        self._slide: Slide | None = None  # under the hand
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

    def show_pictures(self, pictures: dict[str, QImage]) -> None:
        """Show small pictures at the right of rows, by the names of their entries."""
        self.pictures = pictures
        self.viewport().update()

    def slider_of(self, name: str) -> QRect:
        """Return where the slider of an offer lies in the viewport; empty if it has none."""
        for row in self._choices():
            shown = self.item(row).data(SHOWN)
            if shown.offer.entry.name == name and shown.offer.slide is not None:
                return _groove(self.visualItemRect(self.item(row)))
        return QRect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a slider into the hand, or press a row."""
        self._slide = self._slide_at(event.position().toPoint())
        if self._slide is None:
            super().mousePressEvent(event)
        else:
            self._slide_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a slider, or follow the pointer."""
        if self._slide is None:
            super().mouseMoveEvent(event)
        else:
            self._slide_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of a slider, or take the row that was pressed."""
        if self._slide is None:
            super().mouseReleaseEvent(event)
        self._slide = None

    def _slide_at(self, place: QPoint) -> Slide | None:
        """Return the slider at a place, or near enough to be meant."""
        item: QListWidgetItem | None = self.itemAt(place)
        shown = None if item is None else item.data(SHOWN)
        if item is None or not isinstance(shown, FoundRow):
            return None
        near = theme.px(10)
        groove = _groove(self.visualItemRect(item)).adjusted(-near, -near, near, near)
        return shown.offer.slide if groove.contains(place) else None

    def _slide_to(self, x: float) -> None:
        groove = _groove(self.viewport().rect())
        share = min(max((x - groove.left()) / max(groove.width(), 1), 0.0), 1.0)
        if self._slide is not None:
            self.slid.emit(self._slide.asked(share))

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the size of rows anew when the look changes."""
        if event.type() == QEvent.Type.StyleChange:
            self.doItemsLayout()
        return super().viewportEvent(event)


class FoundDelegate(QStyledItemDelegate):
    """Paints a heading or an offer."""

    def __init__(self, parent: FoundList) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of a row."""
        del option
        shown = index.data(SHOWN)
        if not isinstance(shown, FoundRow):
            return QSize(theme.px(100), theme.px(HEADING))
        return QSize(theme.px(100), theme.px(ROW if shown.offer.slide is None else TALL))

    @paints
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row: icon, title with the letters asked for, state and keys."""
        row: QRect = option.rect
        shown = index.data(SHOWN)
        painter.save()
        if isinstance(shown, FoundRow):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            pictures = self._list.pictures
            _paint_offer(painter, row, shown, chosen, pictures.get(shown.offer.entry.name, QImage()))
        else:
            painter.setFont(theme.font("caption", "control"))
            painter.setPen(theme.colour("muted"))
            painter.drawText(row.adjusted(theme.px(SIDE + 8), theme.px(4), 0, 0), LEFT, str(index.data()))
        painter.restore()


def _paint_offer(painter: QPainter, row: QRect, shown: FoundRow, chosen: bool, picture: QImage) -> None:
    offer, ink, pale = shown.offer, "on_accent" if chosen else "text", "on_accent" if chosen else "muted"
    if chosen:
        paint_box(painter, QRectF(row.adjusted(theme.px(SIDE), 0, -theme.px(SIDE), 0)), theme.px(6), "accent")
    inner = _inner(row)
    if offer.icon:
        paint_icon(painter, offer.icon, ink, QPointF(inner.left() + theme.px(9), inner.center().y()), 18)
    if not picture.isNull():
        _paint_picture(painter, picture, inner)
    title = title_box(row, offer, not picture.isNull())
    if offer.keys:
        _paint_keys(painter, offer.keys, QRect(title.right() + theme.px(BEFORE), inner.top(), 0, inner.height()), pale)
    room = title.width() - title_width(offer.entry.title) - theme.px(16)
    if offer.words and room > theme.px(40):
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour(pale))
        words = painter.fontMetrics().elidedText(offer.words, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
    if offer.slide is not None:
        _paint_slider(painter, offer.slide, _groove(row), ink)
        title.setHeight(theme.px(TALL - 2 * UP + 4))
    _paint_title(painter, title, shown, ink)


def _inner(row: QRect) -> QRect:
    """Return the room of a row for what stands in it."""
    return row.adjusted(theme.px(SIDE + 14), 0, -theme.px(SIDE + 12), 0)


def title_box(row: QRect, offer: FindOffer, has_picture: bool) -> QRect:
    """Return the room of a row for its title and its state: between the icon and keys or picture."""
    box = _inner(row).adjusted(theme.px(TITLE), 0, 0, 0)
    box.setWidth(box.width() - (theme.px(THUMB[0] + BEFORE) if has_picture else 0))
    box.setWidth(box.width() - (_keys_width(offer.keys) + theme.px(BEFORE) if offer.keys else 0))
    return box


def _groove(row: QRect) -> QRect:
    """Return where the slider of a row lies."""
    left, right = _inner(row).left() + theme.px(TITLE), row.right() - theme.px(SIDE + RIGHT)
    return QRect(left, row.bottom() - theme.px(UP + GROOVE / 2), right - left, theme.px(GROOVE))


def _paint_slider(painter: QPainter, slide: Slide, groove: QRect, ink: str) -> None:
    """Paint a slider: filled up to the number that is offered, with a tick at the present one."""
    rest, whole = theme.colour(ink), QRectF(groove)
    rest.setAlphaF(0.35)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(rest)
    painter.drawRoundedRect(whole, groove.height() / 2, groove.height() / 2)
    painter.setBrush(theme.colour(ink))
    filled = QRectF(whole.left(), whole.top(), slide.share * whole.width(), whole.height())
    painter.drawRoundedRect(filled, groove.height() / 2, groove.height() / 2)
    tick, reach = whole.left() + slide.now * whole.width(), theme.px(HANDLE)
    painter.drawRect(QRectF(tick - theme.px(1), whole.center().y() - reach, theme.px(2), 2 * reach))
    painter.drawEllipse(QPointF(filled.right(), whole.center().y()), reach, reach)


def _paint_picture(painter: QPainter, picture: QImage, box: QRect) -> None:
    """Paint a small picture at the right end."""
    width, height = (theme.px(side) for side in THUMB)
    place = QRectF(box.right() - width, box.center().y() - height / 2, width, height)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, picture)
    paint_box(painter, place, theme.px(2), edge=("border", theme.px(1)))


def _title_font(marked: bool = False) -> QFont:
    font = theme.font("section", "heading" if marked else "control")
    font.setUnderline(marked)
    return font


def title_width(title: str) -> int:
    """Return the room a title needs with all its letters marked."""
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


def _keys_font() -> QFont:
    return theme.font("tick", "control")


def _keys_width(keys: str) -> int:
    return QFontMetrics(_keys_font()).horizontalAdvance(keys) + theme.px(12)


def _paint_keys(painter: QPainter, keys: str, box: QRect, ink: str) -> None:
    """Paint keys as a cap that begins at the left of a box."""
    painter.setFont(_keys_font())
    height = theme.px(20)
    cap = QRect(box.left(), box.center().y() - height // 2, _keys_width(keys), height)
    paint_box(painter, QRectF(cap), theme.px(4), edge=(ink if ink == "on_accent" else "border", theme.px(1)))
    painter.setPen(theme.colour(ink))
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, keys)
