"""The scenes of a book as dots: which one is open, which were edited in this sitting; a click walks there."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from mlexplorer.core.numbers import shortened
from mlexplorer.session.session import Book, Scene
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label, tip
from mlexplorer.ui.look.spoken import Role, Speaks
from mlexplorer.ui.store import Store

DOT, GAP, PILL, HEIGHT, LINE = 8.0, 8.0, 22.0, 20.0, 1.4  # design pixels
MOST = 40  # dots that can still be told apart


class SceneDots(Speaks, Dressed, QWidget):
    """Hollow for a kept scene, dashed for one that is not kept, with a core if it was edited; long for the open one."""

    chosen = Signal(int)  # the place of a scene
    spoken_role = Role.PageTabList

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = Book()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_book(self, book: Book) -> None:
        """Show the scenes of a book."""
        self._book = book
        self.setAccessibleName(f"Scene {book.current + 1} of {len(book.scenes)}: {book.scene.title}")
        self.updateGeometry()
        self.update()

    def place_at(self, position: QPoint) -> int | None:
        """Return the place of the scene whose dot is at a position."""
        half = theme.px(GAP) / 2
        return next(
            (i for i, box in enumerate(self.boxes()) if abs(position.x() - box.center().x()) <= box.width() / 2 + half),
            None,
        )

    def boxes(self) -> list[QRectF]:
        """Return where every dot lies; none where they are too many to be told apart."""
        if len(self._book.scenes) > MOST:
            return []
        boxes, x, top = [], theme.px(GAP) / 2, (self.height() - theme.px(DOT)) / 2
        for place in range(len(self._book.scenes)):
            width = theme.px(PILL if place == self._book.current else DOT)
            boxes.append(QRectF(x, top, width, theme.px(DOT)))
            x += width + theme.px(GAP)
        return boxes

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all dots."""
        count = len(self._book.scenes)
        if not 0 < count <= MOST:
            return QSize(0, theme.px(HEIGHT))
        return QSize((count - 1) * (theme.px(DOT) + theme.px(GAP)) + theme.px(PILL) + theme.px(GAP), theme.px(HEIGHT))

    # -- Qt -----------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Say in a tip which scene a dot stands for."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(event.pos())
            words = "" if place is None else told(self._book.scenes[place], place)
            QToolTip.showText(event.globalPos(), tip(words), self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Walk to the scene whose dot was clicked."""
        place = self.place_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place is not None:
            self.chosen.emit(place)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dots."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place, box in enumerate(self.boxes()):
                paint_dot(painter, box, self._book.scenes[place], place == self._book.current)


class SceneCorner(Dressed, QWidget):
    """The dots with the name of the open scene below them, for the stage; nothing while there is one scene only."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.dots, self.words = SceneDots(), Label()
        self.words.setProperty("role", "muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addStretch(1)
        for widget in (self.dots, self.words):
            self._column.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight)
        self._column.addStretch(1)
        store.book_changed.connect(self.show_book)
        self.show_book()

    def show_book(self) -> None:
        """Show the scenes as they are now."""
        book = self._store.book
        self.dots.show_book(book)
        self.words.setText(f"Scene {place_words(book, 24)}")
        self.setVisible(len(book.scenes) > 1)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(2))


def place_words(book: Book, longest: int) -> str:
    """Return which scene of how many is open, with its title."""
    place = f"{book.current + 1} of {len(book.scenes)}"
    return f"{place} · {shortened(book.scene.title, longest)}" if book.scene.title else place


def paint_dot(painter: QPainter, box: QRectF, scene: Scene, is_open: bool) -> None:
    """Paint the dot of a scene in a box: filled if it is open, with a core if this sitting has edited it."""
    line, radius = max(theme.px(LINE * 10) / 10, 1.0), box.height() / 2
    pen = QPen(theme.colour("text" if is_open else "control"), line)
    if not scene.kept:
        pen.setDashPattern([1.6, 1.2])
    painter.setPen(pen)
    painter.setBrush(theme.colour("text") if is_open and scene.kept else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius)
    if scene.is_changed:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("panel" if is_open else "text"))
        core = box.height() * (0.24 if is_open else 0.26)
        painter.drawEllipse(QPointF(box.center()), core, core)


def told(scene: Scene, place: int) -> str:
    """Return what a tip says of a scene."""
    title = f"{place + 1}  {scene.title}" if scene.title else f"Scene {place + 1}"
    if not scene.kept:
        return f"{title}\nNot kept yet: Keep this scene makes it a page of the book."
    return (
        f"{title}\nEdited in this sitting: Update scene keeps that, Ctrl+R takes it back."
        if scene.is_changed
        else title
    )
