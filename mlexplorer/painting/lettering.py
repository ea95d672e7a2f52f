"""Words on paper: measured and drawn in points, as outlines or as text."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from mlexplorer.core.numbers import shortened
from mlexplorer.painting import fonts

LONGEST, LONGEST_PARAGRAPH = 500, 5000  # letters, of a line and of all lines: more than any page has room for
SIGN = re.compile("[A-Za-zα-ωΑ-Ω][₀-₉′]*")  # of a variable, which slants
SIGNS = re.compile(  # among other words: with an index, Greek, beside a sign of calculation, or never a word
    "(?<!\\w)(?:(?:[A-Za-zα-ωΑ-Ω][₀-₉′²³⁴-⁹]+|[α-ωΑ-Ω]|[A-Za-z](?= ?[=≤≥<>≠·−])"
    "|(?<=·|−)[A-Za-z]|(?<=− )[A-Za-z]|[fwxyz])(?![-\\w₀-₉])|[A-Za-z](?=ᵀ))"
)
_EQUATION = re.compile(r"\S+ = \S+|\S+")  # or a word


@dataclass(frozen=True)
class Lettering:
    """One size and cut of letters."""

    size: float
    italic: bool = False
    heading: bool = False

    @property
    def font(self) -> QFont:
        """The font, as large as it is laid out."""
        return fonts.font(self.italic, self.heading)

    @property
    def ascent(self) -> float:
        """The height of a capital letter."""
        return QFontMetricsF(self.font).capHeight() * self._factor

    @property
    def line(self) -> float:
        """The distance from one line to the next."""
        return self.size * 1.3

    def width(self, words: str) -> float:
        """Return how wide words are."""
        return sum(QFontMetricsF(font).horizontalAdvance(part) for part, font in self._parts(words)) * self._factor

    def outline(self, words: str) -> QPainterPath:
        """Return the outline of words that begin at the origin."""
        path, x = QPainterPath(), 0.0
        for part, font in self._parts(words):
            path.addText(QPointF(x, 0), font, part)
            x += QFontMetricsF(font).horizontalAdvance(part)
        return QTransform.fromScale(self._factor, self._factor).map(path)

    def start(self, path: QPainterPath, words: str) -> QPointF:
        """Return where words begin whose outline lies somewhere."""
        return path.boundingRect().topLeft() - self.outline(words).boundingRect().topLeft()

    def draw(self, painter: QPainter, words: str, place: QPointF, colour: QColor) -> None:
        """Write words that begin at a place as text, which stays text in a file."""
        painter.save()
        painter.translate(place)
        painter.scale(self._factor, self._factor)
        painter.setPen(colour)
        x = 0.0
        for part, font in self._parts(words):
            painter.setFont(font)
            painter.drawText(QPointF(x, 0), part)
            x += QFontMetricsF(font).horizontalAdvance(part)
        painter.restore()

    def shortened(self, words: str, width: float) -> str:
        """Return words that fit a width: as they are, or without the last; of one word the first letters."""
        if self.width(words) <= width:
            return words
        kept = _cut(words).split()
        while len(kept) > 1 and self.width(" ".join(kept) + " …") > width:
            kept.pop()
        if len(kept) > 1 or self.width(" ".join(kept) + " …") <= width:
            return " ".join(kept) + " …"
        most = bisect_right(range(len(words)), width, key=lambda count: self.width(f"{words[:count]}…"))
        return f"{words[: most - 1].rstrip()}…" if most > 1 else ""

    def wrapped(self, words: str, width: float) -> list[str]:
        """Return lines of words that fit a width; a long word, as "C = 0.3" is one, gets a line of its own."""
        lines: list[str] = []
        for word in _EQUATION.findall(shortened(words, LONGEST_PARAGRAPH)):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return [self.shortened(line, width) for line in lines]

    def runs(self, words: str) -> list[tuple[str, bool]]:
        """Return words in parts, each with whether it slants: the signs of variables do, among upright letters too."""
        if self.italic or self.heading:
            return [(words, self.italic)]
        found, end = list[tuple[str, bool]](), 0
        for sign in SIGNS.finditer(words):
            found += [(words[end : sign.start()], False), (sign[0], True)]
            end = sign.end()
        return [(part, slants) for part, slants in [*found, (words[end:], False)] if part]

    def _parts(self, words: str) -> list[tuple[str, QFont]]:
        return [(part, fonts.font(slants, self.heading)) for part, slants in self.runs(_cut(words))]

    @property
    def _factor(self) -> float:
        return self.size / fonts.DRAWN_AT


def is_sign(words: str) -> bool:
    """Return whether words are the sign of a variable, such as x₁, w₂ or t, which is written in italics."""
    return SIGN.fullmatch(words) is not None


def in_plot(size: float, words: str) -> Lettering:
    """Return the letters of words inside a plot, where a small letter alone is the sign of a variable."""
    return Lettering(size, italic=is_sign(words) and words.islower())


def _cut(words: str) -> str:
    return shortened(words, LONGEST)


@dataclass(frozen=True, eq=False)
class Writer:
    """Writes on a painter: text that stays text, or outlines that look the same everywhere."""

    painter: QPainter
    as_text: bool = False

    def write(
        self, words: str, place: tuple[float, float], lettering: Lettering, colour: QColor, anchor: float = 0.0
    ) -> None:
        """Write words whose base line begins at a place; anchor 0.5 puts their middle there, 1 their end."""
        x, y = place[0] - anchor * lettering.width(words), place[1]
        if not self.as_text:
            self.painter.fillPath(lettering.outline(words).translated(x, y), colour)
        else:
            lettering.draw(self.painter, words, QPointF(x, y), colour)

    def put(self, path: QPainterPath, words: str, lettering: Lettering, colour: QColor, halo: QPen | None) -> None:
        """Write words where their outline lies, over a halo that keeps lines off them."""
        if halo is not None:
            self.painter.strokePath(path, halo)
        if not self.as_text:
            self.painter.fillPath(path, colour)
        else:
            lettering.draw(self.painter, words, lettering.start(path, words), colour)
