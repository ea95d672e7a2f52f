"""A page of help to read: idea, formula, parameters and stages, and at its side what to try, mistakes, words, links."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.lessons.glossary import GlossaryTerm
from mlexplorer.lessons.help_pages import MODELS, STUDIES, Article, ParameterHelp
from mlexplorer.painting.equation import rows
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels.blocks import FormulaView
from mlexplorer.ui.sheets.find_picture import RowPictures
from mlexplorer.ui.sheets.offers import FindOffer

TEXT, SIDE, NARROW = 740, 300, 900  # design pixels: of the text, of the side, below which the side comes last
WIDEST = (1 << 24) - 1  # what Qt takes for no limit
NAMES = 150  # of the names of parameters
DISC, SEEN = 30, 168  # of the sign on what can be tried, and the height of a picture of what is seen
STAGES = {MODELS: "How it is found", STUDIES: "How it is found"}  # headings, where they are not of use
IDEA, HEADS = "The idea", ("page title", "section")  # what a page begins with, and the roles of headings
ZOOM, FORMULA = 1.35, 0.75  # of formulas: how much larger, and the share of the text they take at most


class HelpPage(QScrollArea):
    """Shows one page; tells which link was followed and which offer taken."""

    followed = Signal(str)  # the name of a page
    taken = Signal(object)  # FindOffer

    def __init__(self, jobs: Jobs, width: int = TEXT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width  # design pixels of the text
        self._pictures = RowPictures(jobs, self)
        self._pictures.arrived.connect(self._show_pictures)
        self.setAccessibleName("Page of help")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page: Article | None = None
        self.links: dict[str, QPushButton] = {}
        self.tries: dict[str, QPushButton] = {}
        self.seen: dict[str, SeenCard] = {}
        self._row: QBoxLayout | None = None
        self.heads: dict[str, QLabel] = {}  # the parts of the page by their headings, from its top
        self._labels: dict[str, QLabel] = {}
        self._parts: dict[QWidget, tuple[int, int]] = {}  # the least and the most width of each, where there is room

    def show_page(
        self,
        page: Article,
        titles: Mapping[str, str],
        offers: Iterable[FindOffer] = (),
        seen: Iterable[FindOffer] = (),
    ) -> None:
        """Show a page from its top; titles are those of the pages it links to, of what is seen there are pictures."""
        self.page, self.links, self.tries, self.seen, self._labels = page, {}, {}, {}, {}
        seen = tuple(seen)
        content = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, content)
        self._row.setSpacing(theme.px(48))
        self._row.setContentsMargins(theme.px(32), theme.px(24), theme.px(32), theme.px(32))
        text, side = self._text(page, seen), self._side(page, titles, tuple(offers))
        self._parts = {text: (0, theme.px(self._width)), side: (theme.px(SIDE), theme.px(SIDE))}
        self._row.addWidget(text, 1, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(side, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addStretch(0)
        self.setWidget(content)
        self.heads = _heads(text) | _heads(side)
        self._fit()
        self.verticalScrollBar().setValue(0)
        self._pictures.ask(replace(offer, pictured=offer.becomes) for offer in seen)

    def leave(self) -> None:
        """Ask for no more pictures."""
        self._pictures.leave()

    def _show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        for name, card in self.seen.items():
            if name in pictures:
                card.show_picture(pictures[name])

    def show_part(self, name: str) -> None:
        """Scroll to a parameter, a word or a heading of the page."""
        label, content = self._labels.get(name) or self.heads.get(name), self.widget()
        if label is not None and content is not None and self._row is not None:
            self._row.activate()
            content.adjustSize()
            self.verticalScrollBar().setValue(max(label.mapTo(content, QPoint()).y() - theme.px(40), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the side below the text where there is no room beside it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._row is not None:
            wide = self.viewport().width() >= theme.px(NARROW)
            direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
            margin = theme.px(32 if wide else 16)
            for part, (least, most) in self._parts.items():  # a limit would belie the height that words need
                part.setMinimumWidth(least if wide else 0)
                part.setMaximumWidth(most if wide else WIDEST)
            self._row.setDirection(direction)
            self._row.setSpacing(theme.px(48 if wide else 24))
            self._row.setContentsMargins(margin, theme.px(24), margin, theme.px(32))

    def _text(self, page: Article, seen: tuple[FindOffer, ...]) -> QWidget:
        text, column = _column()
        column.addWidget(_words(page.title, "page title"))
        column.addWidget(_words(page.idea, "lead"))
        if page.keys:
            column.addWidget(_words(f"Key {page.keys}", "muted"))
        if page.formula:
            column.addWidget(_formula_card(page, self._width))
        if page.parameters:
            _head(column, "Its parameters")
        for one in page.parameters:
            column.addWidget(_divider())
            column.addWidget(self._parameter(one))
        if seen:
            _head(column, "What you will see")
            column.addLayout(self._seen(seen))
        numbered = tuple(f"{number}   {stage}" for number, stage in enumerate(page.stages, 1))
        _add_part(column, STAGES.get(page.group, "How to use it"), numbered)
        _add_part(column, "What to watch", (page.watch,) if page.watch else ())
        _add_part(column, "Exactly" if page.formula else "More", page.details, "muted" if page.formula else "")
        for name, meaning in page.facts:
            column.addWidget(self._fact(name, meaning))
        return text

    def _side(self, page: Article, titles: Mapping[str, str], offers: tuple[FindOffer, ...]) -> QWidget:
        side, column = _column()
        if offers:
            _head(column, "Try this")
            for offer in offers:
                column.addWidget(self._try(offer))
        if page.mistakes:
            _head(column, "Where it fails")
            column.addWidget(_warning(page.mistakes))
        if page.words and not page.facts:
            _head(column, "Words")
            for one in page.words:
                column.addWidget(self._word(one))
        if page.links:
            _head(column, "See also")
            for name in page.links:
                column.addWidget(self._link(name, titles.get(name, name)))
        return side

    def _parameter(self, one: ParameterHelp) -> QWidget:
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(0, theme.px(2), 0, theme.px(2))
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(2))
        name = self._labels[one.name] = _words(one.label, "value")
        name.setFixedWidth(theme.px(NAMES if self._width == TEXT else NAMES - 50))
        grid.addWidget(name, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_words(one.help), 0, 1)
        grid.addWidget(_words(one.limits, "caption"), 1, 1)
        grid.setColumnStretch(1, 1)
        return row

    def _fact(self, name: str, meaning: str) -> QWidget:
        fact, column = _column()
        column.setSpacing(theme.px(2))
        self._labels[name] = _words(name, "value")
        column.addWidget(self._labels[name])
        lines = meaning.split("\n")
        for line in lines:
            column.addWidget(_words(f"• {line}" if len(lines) > 1 else line))
        return fact

    def _try(self, offer: FindOffer) -> "TryCard":
        button = TryCard(offer.deed or offer.entry.title, offer.said)
        button.clicked.connect(lambda: self.taken.emit(offer))
        self.tries[offer.entry.name] = button
        return button

    def _seen(self, offers: tuple[FindOffer, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(theme.px(12))
        columns = 2 if self._width == TEXT else 1
        for number, offer in enumerate(offers):
            card = self.seen[offer.entry.name] = SeenCard(offer.deed, offer.said)
            card.clicked.connect(lambda _=False, offer=offer: self.taken.emit(offer))
            self.tries[offer.entry.name] = card
            grid.addWidget(card, number // columns, number % columns)
        return grid

    def _word(self, one: GlossaryTerm) -> QWidget:
        word, column = _column()
        column.setSpacing(0)
        column.addWidget(_words(one.word, "value"))
        column.addWidget(_words(one.meaning, "caption"))
        return word

    def _link(self, name: str, title: str) -> QPushButton:
        button = QPushButton(title)
        button.setProperty("role", "link")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self.followed.emit(name))
        self.links[name] = button
        return button


class TryCard(QPushButton):
    """A button to try something: a sign, what it does, and a sentence on what to do then."""

    def __init__(self, deed: str, said: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "try")
        self.setAccessibleName(deed)
        self.setAccessibleDescription(said)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        sign, words = QLabel(), _column()
        sign.setProperty("role", "disc")
        sign.setFixedSize(theme.px(DISC), theme.px(DISC))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        look = theme.current()
        sign.setPixmap(icons.pixmap("play", look.theme.tokens["on_accent"], 14, look.scale, self.devicePixelRatioF()))
        words[1].setSpacing(theme.px(2))
        for text, role in ((deed, "value"), (said, "caption")):
            if text:
                words[1].addWidget(_words(text, role))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(10), theme.px(12), theme.px(10))
        row.setSpacing(theme.px(10))
        row.addWidget(sign)
        row.addWidget(words[0], 1)
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Return the room of its words at the width of the side."""
        return QSize(theme.px(SIDE), self._row.totalHeightForWidth(theme.px(SIDE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the words are at this width."""
        super().resizeEvent(event)
        self.setFixedHeight(self._row.totalHeightForWidth(self.width()))


class SeenCard(QPushButton):
    """A picture of several fits side by side, and below it what differs; a click opens them."""

    def __init__(self, deed: str, said: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "try")
        self.setAccessibleName(deed)
        self.setAccessibleDescription(said)
        self.setToolTip(deed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.picture, words = Label(), _words(said, "caption")
        self.picture.setFixedHeight(theme.px(SEEN))
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(8), theme.px(8), theme.px(8), theme.px(8))
        column.addWidget(self.picture)
        column.addWidget(words)
        for part in (self.picture, words):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_picture(self, picture: QImage) -> None:
        """Show the picture as large as there is room."""
        ratio = self.devicePixelRatioF()
        scaled = QPixmap.fromImage(picture).scaledToHeight(
            round(theme.px(SEEN) * ratio), Qt.TransformationMode.SmoothTransformation
        )
        scaled.setDevicePixelRatio(ratio)
        self.picture.setPixmap(scaled)

    def sizeHint(self) -> QSize:
        """Return the room of the picture and the words."""
        return QSize(theme.px(SIDE), self._column.totalHeightForWidth(theme.px(SIDE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the words are at this width."""
        super().resizeEvent(event)
        self.setFixedHeight(self._column.totalHeightForWidth(self.width()))


def _column() -> tuple[QWidget, QVBoxLayout]:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.px(8))
    return made, column


def _words(text: str, role: str = "") -> Label:
    label = Label(text)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if role:
        label.setProperty("role", role)
    return label


def _head(column: QVBoxLayout, title: str) -> None:
    if column.count():
        column.addSpacing(theme.px(12))
    column.addWidget(_words(title, "section"))


def _heads(part: QWidget) -> dict[str, QLabel]:
    """Return what a part of a page is headed by; its title stands for the idea."""
    labels = {label: label.property("role") for label in part.findChildren(Label)}
    named = {label: IDEA if role == "page title" else label.text() for label, role in labels.items() if role in HEADS}
    return {name: label for label, name in named.items()}


def _add_part(column: QVBoxLayout, title: str, paragraphs: tuple[str, ...], role: str = "") -> None:
    if paragraphs:
        _head(column, title)
    for paragraph in paragraphs:
        column.addWidget(_words(paragraph, role))


def _formula_card(page: Article, width: int) -> QFrame:
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(12))
    column.setSpacing(theme.px(10))
    zoom, room = (ZOOM if width == TEXT else 1.0), width * FORMULA
    view = FormulaView(zoom=zoom, room=room)
    view.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    view.show_rows(rows(page.formula, room / zoom))
    view.setAccessibleName(page.formula)
    column.addWidget(view)
    column.addWidget(_words(page.formula_words, "caption"))
    return card


def _warning(mistakes: tuple[str, ...]) -> QFrame:
    card = QFrame()
    card.setProperty("role", "warning")
    column = QVBoxLayout(card)
    for mistake in mistakes:
        column.addWidget(_words(mistake))
    return card


def _divider() -> QFrame:
    line = QFrame()
    line.setProperty("role", "divider")
    return line
