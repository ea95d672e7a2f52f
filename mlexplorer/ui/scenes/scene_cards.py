"""The scenes of a book as small pictures in a row: clicked to open, dragged to another place."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from mlexplorer.session.session import Book, Scene
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, PRESS, STEPS, Dressed, control_edge, paint_box, paint_icon
from mlexplorer.ui.look.plain import tip
from mlexplorer.ui.look.widgets import LEFT, Painted
from mlexplorer.ui.scenes.scene_dots import DOT, paint_dot, told

WIDTH, PICTURE, HEIGHT, GAP, EDGE = 96, 64, 84, 8, 6  # design pixels of a card, of its picture, between cards
REMOVE = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})


class SceneCard(Painted):
    """One scene: its picture, its place and title, and a dot if it was edited."""

    keys = PRESS | ENTER | STEPS | REMOVE
    dragged = Signal(int, int)  # its number, and where its left edge is
    dropped = Signal(int)  # its number
    key_pressed = Signal(int, int)  # its number, and the key

    def __init__(self, scene: Scene, parent: QWidget) -> None:
        super().__init__(scene.title, parent)
        self.number = scene.number
        self._scene, self._place, self._is_open = scene, 0, False
        self._picture = QImage()
        self._grip: QPoint | None = None
        self.is_lifted = False
        self.setFixedSize(self.sizeHint())

    @property
    def has_picture(self) -> bool:
        """Whether its picture has arrived."""
        return not self._picture.isNull()

    def show_scene(self, scene: Scene, place: int, is_open: bool) -> None:
        """Show what the scene is called now, and where it stands."""
        self._scene, self._place, self._is_open = scene, place, is_open
        self.setText(scene.title)
        self.setAccessibleName(f"Scene {place + 1}: {scene.title}")
        self.setToolTip(tip(told(scene, place)))
        self.update()

    def show_picture(self, picture: QImage) -> None:
        """Show a picture of the scene."""
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the design at the current scale."""
        return QSize(theme.px(WIDTH), theme.px(HEIGHT))

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.setFixedSize(self.sizeHint())
        super().dress()

    # -- Qt -----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows and Delete to the row; Enter opens."""
        if event.key() in STEPS | REMOVE:
            self.key_pressed.emit(self.number, event.key())
        elif event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where it was taken hold of."""
        self._grip = event.position().toPoint() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go with the pointer once it has left the place of a click."""
        if self._grip is None:
            return
        away = event.position().toPoint() - self._grip
        if self.is_lifted or away.manhattanLength() >= QApplication.startDragDistance():
            self.is_lifted = True
            self.raise_()
            self.dragged.emit(self.number, self.x() + away.x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the scene, or let it stand where it was dragged to."""
        self._grip = None
        if not self.is_lifted:
            super().mouseReleaseEvent(event)
            return
        self.is_lifted = False
        self.setDown(False)
        self.dropped.emit(self.number)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture and words."""
        del event
        with QPainter(self) as painter:
            box = QRectF(0, 0, self.width(), theme.px(PICTURE))
            self._paint_picture(painter, box)
            edge = control_edge(self.hasFocus(), "text" if self._is_open else "border")
            paint_box(painter, box, theme.px(EDGE), edge=(edge[0], theme.px(2)) if self._is_open else edge)
            self._paint_words(painter)

    def _paint_picture(self, painter: QPainter, box: QRectF) -> None:
        outline = QPainterPath()
        outline.addRoundedRect(box, theme.px(EDGE), theme.px(EDGE))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outline, theme.colour("plane"))
        painter.save()
        painter.setClipPath(outline)
        if self.has_picture:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, self._picture)
        painter.restore()
        if self._scene.plays:
            middle = QPointF(box.right() - theme.px(13), box.bottom() - theme.px(13))
            painter.setPen(QPen(Qt.PenStyle.NoPen))
            painter.setBrush(theme.colour("raised"))
            painter.drawEllipse(middle, theme.px(9), theme.px(9))
            paint_icon(painter, "play", "text", middle, 12)

    def _paint_words(self, painter: QPainter) -> None:
        painter.setFont(theme.font("caption", "heading" if self._is_open else "body"))
        painter.setPen(theme.colour("text" if self._is_open else "muted"))
        words = f"{self._place + 1}  {self._scene.title}" if self._scene.title else f"{self._place + 1}"
        room = QRect(theme.px(2), theme.px(PICTURE), self.width() - theme.px(4), self.height() - theme.px(PICTURE))
        if self._scene.is_changed or not self._scene.kept:
            side = theme.px(DOT)
            room.setWidth(room.width() - side - theme.px(4))
            corner = QPointF(self.width() - side - theme.px(2), room.center().y() - side / 2 + 1)
            paint_dot(painter, QRectF(corner, QSize(side, side)), self._scene, False)
            painter.setPen(theme.colour("text" if self._is_open else "muted"))
        short = QFontMetrics(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, LEFT, short)


class SceneRow(Dressed, QWidget):
    """The cards side by side; tells which is wanted, and to which place one was dragged."""

    chosen = Signal(int)  # place
    moved = Signal(int, int)  # number, place
    menu_wanted = Signal(int, QPoint)  # number, where
    removed = Signal(int)  # number

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: dict[int, SceneCard] = {}  # by number, in the order of the book
        self._order: list[int] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_book(self, book: Book) -> None:
        """Show the scenes of a book in their order."""
        cards = {scene.number: self.cards.get(scene.number) or self._made(scene) for scene in book.scenes}
        for number, card in self.cards.items():
            if number not in cards:
                card.hide()
                card.deleteLater()
        self.cards, self._order = cards, list(cards)
        for place, scene in enumerate(book.scenes):
            cards[scene.number].show_scene(scene, place, place == book.current)
            cards[scene.number].show()
        self._arrange()

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        self._arrange()

    def sizeHint(self) -> QSize:
        """Return room for all cards."""
        return QSize(max(len(self.cards), 1) * self._pitch, theme.px(HEIGHT))

    @property
    def _pitch(self) -> int:
        return theme.px(WIDTH) + theme.px(GAP)

    def _made(self, scene: Scene) -> SceneCard:
        card = SceneCard(scene, self)
        number = scene.number
        card.clicked.connect(lambda: self.chosen.emit(self._order.index(number)))
        card.dragged.connect(self._on_dragged)
        card.dropped.connect(self._on_dropped)
        card.key_pressed.connect(self._on_key)
        card.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        card.customContextMenuRequested.connect(lambda at: self.menu_wanted.emit(number, card.mapToGlobal(at)))
        return card

    def _arrange(self) -> None:
        self.setFixedSize(self.sizeHint())
        for place, number in enumerate(self._order):
            if not self.cards[number].is_lifted:
                self.cards[number].move(place * self._pitch, 0)

    def _on_dragged(self, number: int, left: int) -> None:
        """Let the others make room where the card is held."""
        self.cards[number].move(min(max(left, 0), self.width() - theme.px(WIDTH)), 0)
        place = min(max(round(left / self._pitch), 0), len(self._order) - 1)
        self._order.remove(number)
        self._order.insert(place, number)
        self._arrange()

    def _on_dropped(self, number: int) -> None:
        self._arrange()
        if self._order != list(self.cards):
            self.moved.emit(number, self._order.index(number))

    def _on_key(self, number: int, key: int) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        place = self._order.index(number) + by
        if key in REMOVE:
            self.removed.emit(number)
        elif by and 0 <= place < len(self._order):
            self.cards[self._order[place]].setFocus(Qt.FocusReason.TabFocusReason)
