"""A black screen, so that all eyes go to the speaker; any key or click brings the stage back."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from mlexplorer.ui.guard import paints


class Blank(QWidget):
    """Covers its whole window and takes the keys until one is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setAccessibleName("Black screen")
        self.hide()

    def cover(self) -> None:
        """Make everything black."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def uncover(self) -> None:
        """Show the stage again, and give the keys back."""
        self.hide()
        self.window().setFocus()

    def event(self, event: QEvent) -> bool:
        """Keep every key from the window."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing but black."""
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), Qt.GlobalColor.black)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go with any key."""
        event.accept()
        self.uncover()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go with a click."""
        event.accept()
        self.uncover()
