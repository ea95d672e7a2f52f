"""The preview of a figure: at true size, larger or smaller, and moved by its bars."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPixmap, QShortcut, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QWidget

from mlexplorer.ui.look.plain import Label

TRUE_SIZE, LEAST, MOST, FACTOR = 1.0, 0.25, 4.0, 1.25
NOTCH = 120  # of a wheel, as Qt counts


class FigurePreview(QScrollArea):
    """Shows the picture of a figure; whoever zooms gets a new one, as sharp as the first."""

    zoomed = Signal()

    def __init__(self, sheet: QWidget) -> None:
        super().__init__(sheet)
        self.setAccessibleName("Preview of the figure")
        self.zoom = TRUE_SIZE
        self.paper = Label()
        self.paper.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWidget(self.paper)
        self.setWidgetResizable(True)
        self.smaller, self.plain, self.larger = QPushButton("−"), QPushButton("100 %"), QPushButton("+")
        for button, name, keys, zoom in (
            (self.smaller, "Smaller preview", "Ctrl+-", lambda: self.zoom / FACTOR),
            (self.plain, "Preview at true size", "Ctrl+0", lambda: TRUE_SIZE),
            (self.larger, "Larger preview", "Ctrl++", lambda: self.zoom * FACTOR),
        ):
            button.setAutoDefault(False)
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({keys})")
            button.clicked.connect(lambda _=False, zoom=zoom: self.set_zoom(zoom()))
            QShortcut(QKeySequence(keys), sheet, lambda zoom=zoom: self.set_zoom(zoom()))

    def row(self) -> QHBoxLayout:
        """Return the buttons that zoom, side by side."""
        buttons = QHBoxLayout()
        for button in (self.smaller, self.plain, self.larger):
            buttons.addWidget(button)
        return buttons

    def set_zoom(self, zoom: float) -> None:
        """Show the figure at another size; within limits."""
        self.zoom = min(max(zoom, LEAST), MOST)
        self.plain.setText(f"{100 * self.zoom:.0f} %")
        self.zoomed.emit()

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture, or an empty one."""
        self.paper.setPixmap(picture)
        self.paper.setMinimumSize(picture.deviceIndependentSize().toSize() if not picture.isNull() else QSize(0, 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl and the wheel; without it the bars move."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * FACTOR ** (event.angleDelta().y() / NOTCH))
            event.accept()
        else:
            super().wheelEvent(event)
