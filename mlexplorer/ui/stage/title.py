"""The title of the stage: one line that tells the last row what it sees."""

import re

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.stage.wording import TitleTerm

HEIGHT, SIDE, GAP = 60, 20, 18  # design pixels: of the line, beside its words, and between its parts
DOT = " · "
FIRST_NUMBER = re.compile(r"(\d\S*)")
MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class StageTitle(Dressed, QWidget):
    """Shows model and parameters at the left and the errors at the right; what has no room goes, the last first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._terms, self._verdict = "", tuple[TitleTerm, ...](), ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, name: str, terms: tuple[TitleTerm, ...], verdict: str) -> None:
        """Show a model, its parameters, and how good it is."""
        if (name, terms, verdict) != (self._name, self._terms, self._verdict):
            self._name, self._terms, self._verdict = name, terms, verdict
            self.setAccessibleName(self.words)
            self.update()

    @property
    def words(self) -> str:
        """What is written now, as one reads it."""
        told = DOT.join(f"{term.sign}{term.words}" for term in self.fitting())
        return "   ".join(part for part in (self._name, told, self._right()) if part)

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    def fitting(self) -> tuple[TitleTerm, ...]:
        """Return the parameters there is room for, beside the errors."""
        room = self._room() - _width(self._name, self._fonts()[0]) - self._right_width() - theme.px(2 * GAP)
        shown = self._terms
        while shown and self._terms_width(shown) > room:
            shown = shown[:-1]
        return shown

    def _right(self) -> str:
        """Return the errors, if there is room for them beside the name of the model."""
        name, words = _width(self._name, self._fonts()[0]), _verdict_width(self._verdict)
        return self._verdict if name + words + theme.px(GAP) <= self._room() else ""

    def _right_width(self) -> float:
        return _verdict_width(self._right())

    def _room(self) -> float:
        return self.width() - 2 * theme.px(SIDE)

    def _terms_width(self, terms: tuple[TitleTerm, ...]) -> float:
        _, plain, italic = self._fonts()
        dots = _width(DOT, plain) * (len(terms) - 1)
        return dots + sum(_width(term.sign, italic) + _width(term.words, plain) for term in terms)

    def _fonts(self) -> tuple[QFont, QFont, QFont]:
        """Return those of the model, of its parameters, and of their signs."""
        text = "stage_text"
        return theme.font("stage_title", "heading"), theme.font(text), _slanted(text)

    def sizeHint(self) -> QSize:
        """Return a line."""
        return QSize(theme.px(400), theme.px(HEIGHT))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the line."""
        del event
        with QPainter(self) as painter:
            bold, plain, italic = self._fonts()
            painter.setPen(theme.colour("text"))
            x = self._write(painter, theme.px(SIDE), self._cut(self._name, bold), bold) + theme.px(GAP)
            for number, term in enumerate(self.fitting()):
                x = self._write(painter, x, DOT if number else "", plain)
                x = self._write(painter, x, term.sign, italic)
                x = self._write(painter, x, term.words, plain)
            x = self.width() - theme.px(SIDE) - self._right_width()
            for words, is_number in weighed(self._right()):
                x = self._write(painter, x, words, _verdict_font(is_number))

    def _cut(self, words: str, font: QFont) -> str:
        return QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, self._room())

    def _write(self, painter: QPainter, x: float, words: str, font: QFont) -> float:
        """Write words from a place on, and return where they end."""
        width = _width(words, font)
        painter.setFont(font)
        painter.drawText(QRectF(x, 0, width + theme.px(SIDE), self.height()), MIDDLE, words)
        return x + width


def weighed(verdict: str) -> list[tuple[str, bool]]:
    """Return the words of a verdict in pieces, with whether each is one of the numbers that are read first."""
    pieces: list[tuple[str, bool]] = []
    for number, part in enumerate(verdict.split(DOT)):
        found = FIRST_NUMBER.split(part, maxsplit=1)
        pieces += [(DOT if number else "", False), *((words, place == 1) for place, words in enumerate(found))]
    return [(words, is_number) for words, is_number in pieces if words]


def _verdict_font(is_number: bool) -> QFont:
    return theme.font("stage_small", "heading" if is_number else "body")


def _verdict_width(verdict: str) -> float:
    return sum(_width(words, _verdict_font(is_number)) for words, is_number in weighed(verdict))


def _slanted(size: str) -> QFont:
    return theme.font(size, italic=True)


def _width(words: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(words)
