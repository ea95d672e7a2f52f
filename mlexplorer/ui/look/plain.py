"""Words as they are: labels and tool tips that show `<b>` as three letters, whoever named a class or a file so."""

from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QWidget

from mlexplorer.core.numbers import shortened
from mlexplorer.ui.look.term_tips import explains

LONGEST_TIP = 1000  # letters


class Label(QLabel):
    """A label of plain text: Qt's own takes words that look like HTML for HTML."""

    def __init__(self, words: str | QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(words if isinstance(words, QWidget) else parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if isinstance(words, str):
            self.setText(words)

    def event(self, event: QEvent) -> bool:
        """Say in a tip what the technical words mean."""
        return explains(self, event) or super().event(event)


def tip(words: str) -> str:
    """Return words for a tool tip that shows them as they are, at a length a screen has room for."""
    short = shortened(words, LONGEST_TIP)
    return f"<span style='white-space:pre-wrap'>{escape(short)}</span>" if "<" in short or "&" in short else short
