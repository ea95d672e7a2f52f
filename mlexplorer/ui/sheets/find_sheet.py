"""Type to find: a line below the top bar, what answers it, and a look at what is pointed at before it is taken."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlexplorer.lessons.finding import MOST, Findable, Found, find, grouped, number_in
from mlexplorer.session.session import View
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.sheets.find_picture import FindPicture, RowPictures
from mlexplorer.ui.sheets.found_list import FoundList, FoundRow
from mlexplorer.ui.sheets.offers import COMPARE, OF, OTHERS, FindOffer, all_offers

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

WIDTH, GAP = 580, 8
MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
MOST_SET = 5  # parameters that a number may be meant for
FEW, SOME = 3, 6  # rows of a group beside others: before anything is asked, and after
LAST = (OTHERS, COMPARE)  # groups that are of use only after a word
FOOT = "↑ ↓ choose      Enter do      F1 explain      Ctrl+Z undo the last"


class FindLine(Dressed, QLineEdit):
    """The line to type into: it keeps the keys that choose and leave from the window."""

    keys = ENTER | MOVES.keys() | {Qt.Key.Key_F1, Qt.Key.Key_Escape}


class FindSheet(QFrame):
    """Hangs below the top bar without a veil, so that what is pointed at can be seen on the plane."""

    def __init__(self, window: "Window", show_help: Callable[[str, str], object]) -> None:
        super().__init__(window)
        self._window, self._help = window, show_help
        self._before: View = window.store.session.view
        self._is_previewing = False
        self.offers: dict[str, FindOffer] = {offer.entry.name: offer for offer in all_offers(window)}
        self._entries = tuple(offer.entry for offer in self.offers.values())
        self.setProperty("role", "sheet")
        self.setAccessibleName("Find anything")
        self.line = FindLine()
        self.line.setProperty("role", "large")
        self.line.setPlaceholderText("A model, a command, “cost 10” …")
        self.line.setAccessibleName("What to find")
        self.found, self.picture = FoundList(), FindPicture(window.jobs, window)
        self._rows = RowPictures(window.jobs, self)
        self._build()
        self.line.textChanged.connect(self._answer)
        self.line.installEventFilter(self)
        self.found.pointed.connect(self._preview)
        self.found.currentItemChanged.connect(lambda: self.picture.show_offer(self.found.current))
        self.found.taken.connect(self.take)
        self.found.slid.connect(self.line.setText)
        self._rows.arrived.connect(self.found.show_pictures)
        self._answer("")

    def open(self) -> None:
        """Show the sheet, with the line ready to be typed into."""
        self.show()
        self.raise_()
        self.line.setFocus()

    def leave(self) -> None:
        """Close, and look again as before."""
        self._end_preview()
        self._close()

    def take(self, offer: FindOffer) -> None:
        """Do what was found."""
        self._end_preview()
        if offer.completes:
            self.line.setText(offer.completes)
            return
        self._close()
        offer.take()
        self._window.show_switches()

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys of the line choose, take and leave; without the focus there is nothing to find."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        if event.type() == QEvent.Type.FocusOut and self.isVisible() and self.isActiveWindow():
            self.leave()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in MOVES:
            self.found.move(MOVES[key])
        elif key in ENTER and self.found.current is not None:
            self.take(self.found.current)
        elif key == Qt.Key.Key_Escape:
            self.leave()
        elif key == Qt.Key.Key_F1:
            self._explain()
        else:
            return key in ENTER
        return True

    def _explain(self) -> None:
        """Leave for the page of help on what is chosen."""
        offer = self.found.current
        if offer is not None and offer.help[0]:
            self.leave()
            self._help(*offer.help)

    def _answer(self, question: str) -> None:
        self._end_preview()
        found = (*self._settings(question), *self._matches(question))
        found = found if question.strip() else tuple(sorted(found, key=_first_look))
        groups = _in_groups(found, SOME if question.strip() else FEW)
        self.found.show_found(list(groups.items()))
        self._rows.ask(row.offer for rows in groups.values() for row in rows)
        self._arrange()

    def _matches(self, question: str) -> list[FoundRow]:
        """Return what is called as the question, then what is called as its words without the number."""
        words, _ = number_in(question)
        most = MOST if words.strip() else len(self._entries)
        found = list(find(question, self._entries, most, nearly=words == question))
        found += find(words, self._entries) if words != question else ()
        first = {one.entry.name: one for one in reversed(found)}
        return [FoundRow(self.offers[one.entry.name], one.spans) for one in found if first[one.entry.name] is one]

    def _settings(self, question: str) -> list[FoundRow]:
        """Return what a number at the end of the question offers."""
        words, number = number_in(question)
        if number is None:
            return []
        takers = tuple(_by_label(offer.entry) for offer in self.offers.values() if offer.with_number is not None)
        made: list[FindOffer] = []
        for found in find(words, takers, MOST_SET):
            taker = self.offers[found.entry.name].with_number
            made += [] if taker is None else taker(number)
        made.sort(key=lambda offer: offer.is_refused_elsewhere)
        return [FoundRow(offer, _spans(words, offer)) for offer in made]

    def _preview(self, offer: FindOffer) -> None:
        self._end_preview()
        if offer.preview is not None:
            self._before, self._is_previewing = self._window.store.session.view, True
            self._window.store.look(offer.preview(self._before))

    def _end_preview(self) -> None:
        """Look again as before at what a preview may have changed; what went on meanwhile stays."""
        if self._is_previewing:
            self._is_previewing = False
            view = self._window.store.session.view
            self._window.store.look(replace(view, panel=self._before.panel, switches=self._before.switches))

    def _close(self) -> None:
        self.found.currentItemChanged.disconnect()
        self.picture.leave()
        self._rows.leave()
        self.hide()
        self.setParent(None)
        self.deleteLater()
        self._window.setFocus()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8))
        picture = Label()
        look = theme.current()
        picture.setPixmap(theme.icon("search", 20).pixmap(theme.px(20), theme.px(20)))
        closes, foot = Label("Esc closes"), Label(FOOT)
        for label in (closes, foot):
            label.setProperty("role", "caption")
        head.addWidget(picture)
        head.addWidget(self.line, 1)
        head.addWidget(closes)
        foot.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(10))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(_divider())
        column.addWidget(self.found, 1)
        column.addWidget(_divider())
        column.addWidget(foot)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(theme.px(32))
        shadow.setOffset(0, theme.px(6))
        shadow.setColor(QColor(0, 0, 0, 90 if look.theme.name != "dark" else 200))
        self.setGraphicsEffect(shadow)

    def _arrange(self) -> None:
        """Hang below the top bar at the right, as high as what was found needs and the window allows."""
        top = self._window.toolbar.height() + theme.px(GAP)
        width = min(theme.px(WIDTH), self._window.width() - 2 * theme.px(GAP))
        others = theme.px(52 + 38)
        room = self._window.height() - top - theme.px(5 * GAP)
        height = min(others + self.found.wanted, room)
        self.setGeometry(self._window.width() - width - theme.px(2 * GAP), top, width, height)
        self.picture.move(self.x() - self.picture.full_width - theme.px(GAP), top)


def _by_label(entry: Findable) -> Findable:
    """Return the entry of a parameter so that its own name counts more than that of its model."""
    label, _, model = entry.title.partition(OF)
    return replace(entry, title=label, also=f"{model} {entry.also}")


def _first_look(row: FoundRow) -> int:
    """Return the place of an offer before anything is asked: what has a picture first, what other models have last."""
    return 0 if row.offer.pictured is not None else 2 if row.offer.entry.group in LAST else 1


def _in_groups(shown: tuple[FoundRow, ...], most: int) -> dict[str, list[FoundRow]]:
    found = [Found(one.offer.entry, 0.0, one.spans) for one in shown]
    by_name = {one.offer.entry.name: one for one in shown}
    return {group: [by_name[one.entry.name] for one in rows] for group, rows in grouped(found, most).items()}


def _spans(words: str, offer: FindOffer) -> tuple[tuple[int, int], ...]:
    answer = find(words, (offer.entry,))
    return answer[0].spans if answer else ()


def _divider() -> QWidget:
    line = QFrame()
    line.setProperty("role", "divider")
    return line
