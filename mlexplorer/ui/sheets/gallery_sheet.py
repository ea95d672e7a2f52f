"""The gallery: every ready scene and every lesson as a card, by topic, searched by what it speaks of.

The contents page of a course is the same sheet with other cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.figures.thumbnails import thumbnail
from mlexplorer.lessons import lesson, progress, scenes
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.widgets import put_search_sign
from mlexplorer.ui.sheets.gallery_card import Card, CardRow, Entry, TopicButton

KIND = "gallery"
TOPICS_WIDTH, BAR_HEIGHT, TOP = 240, 60, 20
LESSONS = scenes.Topic("lessons", "Lessons", "a question each, and the program tells when you have the answer")
WAYS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


@dataclass(frozen=True)
class Contents:
    """What a sheet of cards shows: its title, a few words above the cards, and the cards in rows."""

    title: str
    rows: Mapping[scenes.Topic, Sequence[Entry]]
    text: str = ""
    side: str = "Topics"
    keys: str = "arrows choose · Enter opens · what is open now is kept (undo)"
    is_gallery: bool = False  # its scenes can be added to the book


class GallerySheet(QDialog):
    """Shows what can be opened; tells which card was chosen."""

    chosen = Signal(str, str)  # "scene", "lesson" or "table", and its name
    added = Signal(str)  # the name of a scene

    def __init__(self, jobs: Jobs, parent: QWidget, topic: str = "", contents: Contents | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._shown = contents or Contents("Gallery", found(), is_gallery=True)
        self.setWindowTitle(self._shown.title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._jobs, self._covered = jobs, parent
        self.rows = [CardRow(each.name, each.title, each.words, entries) for each, entries in self._shown.rows.items()]
        titles = {each.name: each.title for each in self._shown.rows}
        self.topics = {row.name: TopicButton(titles[row.name], len(row.cards)) for row in self.rows}
        self.search = QLineEdit()
        self.families = {name: QCheckBox(name) for name in _families(self.rows)}
        self._nothing = Label("Nothing speaks of this. Try a model, a data set or another word.")
        self._scroll, self._content = QScrollArea(), QWidget()
        self._column = QVBoxLayout(self._content)
        self._build()
        self._connect()
        self.setGeometry(parent.geometry())
        self.search.setFocus()
        self._ask()
        self.show_topic(topic or self.rows[0].name)

    @property
    def cards(self) -> list[Card]:
        """The cards that fit the search, from the first to the last."""
        return [card for row in self.rows for card in row.shown]

    def show_topic(self, name: str) -> None:
        """Bring the row of a topic to the top."""
        row = next(row for row in self.rows if row.name == name)
        self._fit()
        self._column.activate()
        self._content.adjustSize()
        self._scroll.verticalScrollBar().setValue(row.y() - theme.px(TOP))
        self._mark(name)  # a last short row cannot come to the top

    def _mark(self, name: str) -> None:
        """Mark the topic that is being looked at."""
        for other, button in self.topics.items():
            button.setChecked(other == name)

    def _follow(self, value: int) -> None:
        """Mark the topic whose cards stand at the top, however they were scrolled there."""
        above = [row for row in self.rows if row.shown and row.y() <= value + 2 * theme.px(TOP)]
        if above:
            self._mark(above[-1].name)

    def _build(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._bar())
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._side())
        below.addWidget(self._scroll, 1)
        whole.addLayout(below, 1)
        column = self._column
        column.setContentsMargins(theme.px(24), theme.px(TOP), theme.px(24), theme.px(8))
        column.setSpacing(0)
        self._nothing.setProperty("role", "muted")
        self._nothing.hide()
        column.addWidget(self._nothing)
        if self._shown.text:
            text = Label(self._shown.text)
            text.setWordWrap(True)
            text.setContentsMargins(0, 0, 0, theme.px(12))
            column.addWidget(text)
        for row in self.rows:
            column.addWidget(row)
        column.addStretch(1)
        _scrolled(self._scroll, self._content)

    def _bar(self) -> QFrame:
        bar = QFrame()
        bar.setProperty("role", "top bar")
        bar.setFixedHeight(theme.px(BAR_HEIGHT))
        row = QHBoxLayout(bar)
        row.setContentsMargins(theme.px(20), 0, theme.px(12), 0)
        row.setSpacing(theme.px(16))
        title, keys = Label(self._shown.title), Label(self._shown.keys)
        title.setProperty("role", "section")
        title.setMinimumWidth(theme.px(TOPICS_WIDTH - 36))
        keys.setProperty("role", "caption")
        self.search.setPlaceholderText(f"Search {sum(len(row.cards) for row in self.rows)} cards: margin, moons, XOR …")
        self.search.setAccessibleName("Search")
        put_search_sign(self.search)
        self.search.setMinimumWidth(theme.px(200))  # less than usual in a narrow window
        self.search.setMaximumWidth(theme.px(380))
        leave = QToolButton()
        leave.setProperty("role", "tool")
        leave.setToolTip("Close (Esc)")
        leave.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(leave, "leave", 20)
        leave.clicked.connect(self.reject)
        row.addWidget(title)
        row.addWidget(self.search, 1)
        row.addStretch(0)
        row.addWidget(keys)
        row.addWidget(leave)
        return bar

    def _side(self) -> QFrame:
        side, inside = QFrame(), QWidget()
        side.setProperty("role", "left panel")
        side.setFixedWidth(theme.px(TOPICS_WIDTH))
        around = QVBoxLayout(side)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(_scrolled(QScrollArea(), inside))
        column = QVBoxLayout(inside)
        column.setContentsMargins(theme.px(12), theme.px(20), theme.px(12), theme.px(12))
        column.setSpacing(0)
        for words, widgets in ((self._shown.side, self.topics), ("Only with", self.families)):
            head = Label(words)
            head.setProperty("role", "caption")
            head.setContentsMargins(theme.px(10), 0, 0, theme.px(4))
            column.addWidget(head)
            for widget in widgets.values():
                line = QHBoxLayout()
                line.setContentsMargins(
                    theme.px(10) if isinstance(widget, QCheckBox) else 0, theme.px(2), 0, theme.px(2)
                )
                line.addWidget(widget)
                column.addLayout(line)
            column.addSpacing(theme.px(16))
        column.addStretch(1)
        return side

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        for box in self.families.values():
            box.toggled.connect(self._filter)
        for name, button in self.topics.items():
            button.clicked.connect(lambda _=False, name=name: self.show_topic(name))
        for row in self.rows:
            for card in row.cards:
                card.clicked.connect(lambda _=False, entry=card.entry: self._choose(entry))
                card.walked.connect(lambda key: self._move(*WAYS[Qt.Key(key)]))
                card.added.connect(lambda card=card: self._add(card))
                card.can_be_added = self._shown.is_gallery and card.entry.kind == "scene"
        self._scroll.verticalScrollBar().valueChanged.connect(self._follow)
        self._jobs.arrived.connect(self._on_arrived)

    def _filter(self) -> None:
        """Show the cards that speak of the words and have one of the models that are ticked."""
        words = self.search.text()
        ticked = frozenset(name for name, box in self.families.items() if box.isChecked())
        every = [card.entry for row in self.rows for card in row.cards]
        fits = [each for each in every if each.matches(words) and (not ticked or each.families & ticked)]
        wanted = frozenset((each.kind, each.name) for each in fits)
        for row in self.rows:
            row.filter(wanted)
            self.topics[row.name].show_count(len(row.shown))
        self._nothing.setVisible(not wanted)
        self._scroll.verticalScrollBar().setValue(0)
        self._mark(next((row.name for row in self.rows if row.shown), ""))

    def _ask(self) -> None:
        """Ask for the pictures, those of the first rows first."""
        entries = [card.entry for row in self.rows for card in row.cards]
        self._jobs.request(KIND, lambda: pictures(entries, theme.current().theme.name), urgency=2)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != KIND or not isinstance(result, dict):
            return
        for row in self.rows:
            for card in row.cards:
                picture = result.get((card.entry.kind, card.entry.name))
                if picture is not None and not card.has_picture:
                    card.show_picture(picture)

    def _choose(self, entry: Entry) -> None:
        self.chosen.emit(entry.kind, entry.name)
        self.close()

    def _add(self, card: Card) -> None:
        """Add the scene of a card to the book, once."""
        if card.adding is not None and not card.adding.is_done:
            self.added.emit(card.entry.name)
            card.adding.show_done()

    def _fit(self) -> None:
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        width = self.width() - theme.px(TOPICS_WIDTH) - theme.px(48) - bar
        for row in self.rows:
            row.fit(width)

    def _move(self, down: int, right: int) -> None:
        """Give the focus to the card beside, above or below the one that has it, across rows."""
        places = [(row, number) for row in self.rows for number in range(len(row.shown))]
        cards = self.cards
        here = next((index for index, card in enumerate(cards) if card is self.focusWidget()), None)
        if not cards or here is None:
            target = 0
        elif right:
            target = here + right
        else:
            target = _beyond(places, here, down)
        if cards and 0 <= target < len(cards):
            cards[target].setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(cards[target], 0, theme.px(60))

    # -- Qt -----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the search to the cards with Up and Down; Enter opens the first one found."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move(*WAYS[Qt.Key(event.key())])
        elif event.key() in ENTER and self.cards:
            self._choose(self.cards[0].entry)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give every row as many columns as fit."""
        super().resizeEvent(event)
        self._fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for no more pictures."""
        self._jobs.cancel(KIND)
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Ask for no more pictures, however the sheet is left."""
        self._jobs.cancel(KIND)
        super().done(result)

    def sizeHint(self) -> QSize:
        """Return the size of the window it covers."""
        return self._covered.size()


def found() -> dict[scenes.Topic, list[Entry]]:
    """Return what can be opened, topic by topic, the lessons last."""
    solved = progress.load().done
    rows = {
        topic: [Entry("scene", name, each.title, each.do, each.see, each.session) for name, each in row.items()]
        for topic, row in scenes.by_topic().items()
    }
    taught = [
        Entry("lesson", name, each.title, each.text, "", each.beginning, name in solved)
        for name, each in lesson.found().items()
    ]
    return {**rows, LESSONS: taught}


def pictures(entries: list[Entry], theme_name: str) -> Iterator[dict[tuple[str, str], QImage]]:
    """Yield the pictures made so far, by kind and name; each time all of them, since only the latest word counts."""
    made: dict[tuple[str, str], QImage] = {}
    for entry in entries:
        made[entry.kind, entry.name] = QImage.fromData(thumbnail(entry.session, theme_name))
        yield dict(made)


def _scrolled(area: QScrollArea, content: QWidget) -> QScrollArea:
    """Return an area that scrolls its content up and down."""
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def _beyond(places: list[tuple[CardRow, int]], here: int, down: int) -> int:
    """Return the index of the card in the next line up or down, at the same column as far as there is one."""
    lines: list[list[int]] = []
    for index, (row, number) in enumerate(places):
        if number % row.columns == 0:
            lines.append([])
        lines[-1].append(index)
    line = next(number for number, some in enumerate(lines) if here in some)
    column = lines[line].index(here)
    if not 0 <= line + down < len(lines):
        return here
    wanted = lines[line + down]
    return wanted[min(column, len(wanted) - 1)]


def _families(rows: list[CardRow]) -> list[str]:
    return sorted({family for row in rows for card in row.cards for family in card.entry.families})
