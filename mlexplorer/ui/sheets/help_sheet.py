"""The sheet of help: a list of pages at the left, a search, the page, and a way to keep it beside the plane."""

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core import registry
from mlexplorer.lessons.help_pages import Article, pages, reached, search, tool_page
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.widgets import put_search_sign
from mlexplorer.ui.sheets.help_page import HelpPage
from mlexplorer.ui.sheets.offers import FindOffer, offers_about
from mlexplorer.ui.sheets.page_parts import PartsList
from mlexplorer.ui.tools.toolbox import TOOLS

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

LIST, BAR, DOCK, ROOMY = 246, 56, 380, 1200  # design pixels
NAME = Qt.ItemDataRole.UserRole
KEEP = "Keep beside the plane"
HINT = "F1 opens the page of what is under the pointer"
TRIED = ("scene", "lesson")  # kinds of offers on a page, those to see something with first
SEEN = "compare:"  # begins the names of offers that are shown as pictures
MOST_TRIES, MOST_SEEN = 7, 4
FEWEST = 3  # parts of a page that are listed


def all_pages() -> dict[str, Article]:
    """Return every page of help, those of the tools too; made again only if there are other models and the like."""
    kinds = (registry.models(), registry.sources(), registry.studies())
    return _made(tuple(kind for shelf in kinds for kind in shelf.values()))


@lru_cache(maxsize=1)
def _made(kinds: tuple[object, ...]) -> dict[str, Article]:
    del kinds
    return pages(tool_page(tool.name, tool.title, tool.key, tool.help, tool.__doc__ or "") for tool in TOOLS)


def pages_for(window: "Window") -> dict[str, Article]:
    """Return the pages of what the open book has reached."""
    limits = window.store.book.limits
    used = (run.model.public_name() for run in window.store.session.document.runs)
    return all_pages() if limits is None else reached(all_pages(), limits, used)


class HelpSearch(Dressed, QLineEdit):
    """The line of the search; it keeps Enter from the window below."""

    keys = ENTER


class HelpSheet(Dressed, QFrame):
    """Covers the window with a page of help and the list of all others."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.pages = pages_for(window)
        self._past: list[str] = []  # pages before this one
        self.setProperty("role", "help")
        self.setAccessibleName("Help")
        self.search, self.list, self.reading = HelpSearch(), QListWidget(), HelpPage(window.jobs)
        self.back, self.close_button, self.keep = QToolButton(), QToolButton(), QPushButton(f" {KEEP}")
        self.bar, self._hint, self.parts, self._below = QFrame(), Label(HINT), PartsList(), QHBoxLayout()
        self._build()
        self._fill(tuple(self.pages))
        self.search.textChanged.connect(lambda words: self._fill(search(words, self.pages)))
        self.search.returnPressed.connect(self._open_first)
        self.list.itemClicked.connect(lambda item: self.show_name(item.data(NAME)) if item.data(NAME) else None)
        self.parts.chosen.connect(self.reading.show_part)
        self.reading.followed.connect(self.show_name)
        self.reading.taken.connect(self._take)
        self.back.clicked.connect(self.go_back)
        self.close_button.clicked.connect(self.leave)
        self.keep.clicked.connect(self.dock)
        window.installEventFilter(self)

    def open(self, name: str, part: str = "") -> None:
        """Show the sheet with a page, at one of its parameters or words."""
        self._cover()
        self.show()
        self.raise_()
        self.show_name(name)
        self.reading.show_part(part)
        self.search.setFocus()

    @property
    def name(self) -> str:
        """The name of the page that is shown."""
        return self.reading.page.name if self.reading.page is not None else ""

    @property
    def listed(self) -> list[str]:
        """The names of the pages in the list."""
        names = [self.list.item(row).data(NAME) for row in range(self.list.count())]
        return [name for name in names if name]

    def show_name(self, name: str) -> None:
        """Show another page, and remember the one before."""
        if self.name and self.name != name:
            self._past.append(self.name)
        show_on(self._window, self.reading, self.pages, name)
        self._mark()

    def go_back(self) -> None:
        """Go back to the page before, or close."""
        if not self._past:
            self.leave()
            return
        show_on(self._window, self.reading, self.pages, self._past.pop())
        self._mark()

    def leave(self) -> None:
        """Close the sheet."""
        self.reading.leave()
        self._window.removeEventFilter(self)
        self.hide()
        self.setParent(None)
        self.deleteLater()
        self._window.setFocus()

    def dock(self) -> None:
        """Keep the page beside the plane, in place of the linked view."""
        name = self.name
        window = self._window
        self.leave()
        HelpDock(window, self.pages, name)

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window."""
        if event.type() == QEvent.Type.Resize:
            self._cover()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        """Be as large as the window; where there is room its bar says more, and its side the parts of the page."""
        self.setGeometry(self._window.rect())
        self._hint.setVisible(self._is_roomy)
        self._list_parts()

    @property
    def _is_roomy(self) -> bool:
        return self.width() >= theme.px(ROOMY)

    def _list_parts(self) -> None:
        """List the parts of the page, if they are several."""
        heads = self.reading.heads
        self.parts.show_parts(heads)
        self.parts.setVisible(self._is_roomy and len(heads) >= FEWEST)
        self._below.activate()  # so that the page is found in the list as high as it is now

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape; other keys are not for the window below."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        event.accept()

    def _answers(self, event: QKeyEvent) -> bool:
        """Keep every key from the window below but help and find."""
        return event.key() not in (Qt.Key.Key_F1, Qt.Key.Key_K)

    def _take(self, offer: FindOffer) -> None:
        self.leave()
        offer.take()

    def _open_first(self) -> None:
        if self.listed:
            self.show_name(self.listed[0])

    def _fill(self, names: tuple[str, ...]) -> None:
        """List pages by their groups; those that are searched for as they answer best."""
        self.list.clear()
        groups: dict[str, list[str]] = {}
        for name in names:
            groups.setdefault(self.pages[name].group, []).append(name)
        for group, some in groups.items():
            heading = QListWidgetItem(group, self.list)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            heading.setFont(theme.font("caption", "control"))
            for name in some:
                item = QListWidgetItem(self.pages[name].title, self.list)
                item.setData(NAME, name)
        self._mark()

    def _mark(self) -> None:
        self._list_parts()
        items = [self.list.item(row) for row in range(self.list.count())]
        chosen = next((item for item in items if item.data(NAME) == self.name), None)
        self.list.setCurrentItem(chosen)  # type: ignore[arg-type] # None: none of them
        if chosen is not None:
            self.list.scrollToItem(chosen, QListWidget.ScrollHint.PositionAtCenter)

    def _build(self) -> None:
        bar = self.bar
        bar.setProperty("role", "top bar")
        bar.setFixedHeight(theme.px(BAR))
        row = QHBoxLayout(bar)
        row.setContentsMargins(theme.px(12), 0, theme.px(12), 0)
        row.setSpacing(theme.px(10))
        title, hint = Label("Help"), self._hint
        title.setProperty("role", "large")
        hint.setProperty("role", "caption")
        _dress_button(self.back, "back page", "Back")
        _dress_button(self.close_button, "leave", "Close  (Esc)")
        self.keep.setAccessibleName(KEEP)
        theme.put_icon(self.keep, "pin boundary", 16)
        self.search.setPlaceholderText("Search help")
        self.search.setAccessibleName("Search help")
        put_search_sign(self.search)
        self.search.setFixedWidth(theme.px(300))
        row.addWidget(self.back)
        row.addWidget(title)
        row.addSpacing(theme.px(LIST - 110))
        row.addWidget(self.search)
        row.addStretch(1)
        for end in (hint, self.keep, self.close_button):
            row.addWidget(end)
        self.list.setProperty("role", "pages")
        self.list.setAccessibleName("Pages")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        below, side = self._below, QVBoxLayout()
        below.setSpacing(0)
        side.setSpacing(0)
        for part in (self.parts, self.list):
            part.setFixedWidth(theme.px(LIST))
            side.addWidget(part)
        below.addLayout(side)
        below.addWidget(self.reading, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addLayout(below, 1)


class HelpDock(Dressed, QFrame):
    """A page of help beside the plane; the linked view comes back when it is closed."""

    def __init__(self, window: "Window", every: dict[str, Article], name: str) -> None:
        for other in window.findChildren(HelpDock):
            other.leave()
        super().__init__()
        self.setProperty("role", "right panel")
        self.setAccessibleName("Help beside the plane")
        self._window, self.pages = window, every
        self._had_views = not window.linked.isHidden()
        self.reading, self.close_button = HelpPage(window.jobs, DOCK - 40), QToolButton()
        self.reading.followed.connect(self.show_name)
        self.reading.taken.connect(lambda offer: offer.take())
        _dress_button(self.close_button, "leave", "Close help")
        self.close_button.clicked.connect(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(self.reading, 1)
        self.dress()
        window.linked.hide()
        window.middle.add(self)
        self.show_name(name)

    def dress(self) -> None:
        """Take the width of the current scale."""
        self.setFixedWidth(theme.px(DOCK))

    def show_name(self, name: str) -> None:
        """Show another page."""
        show_on(self._window, self.reading, self.pages, name)

    def leave(self) -> None:
        """Take the page away again."""
        self.reading.leave()
        self._window.linked.setVisible(self._had_views)
        self._window.middle.remove(self)
        self.deleteLater()

    def _head(self) -> QWidget:
        head = QFrame()
        head.setProperty("role", "top bar")
        row = QHBoxLayout(head)
        row.setContentsMargins(theme.px(16), theme.px(4), theme.px(8), theme.px(4))
        title = Label("Help")
        title.setProperty("role", "section")
        row.addWidget(title, 1)
        row.addWidget(self.close_button)
        return head


def show_on(window: "Window", reading: HelpPage, every: dict[str, Article], name: str) -> None:
    """Show a page with what can be tried about it now."""
    offers = sorted(offers_about(window, name), key=_rank)
    seen = [offer for offer in offers if offer.entry.name.startswith(SEEN)]
    tried = [offer for offer in offers if offer not in seen]
    titles = {link: page.title for link, page in every.items()}
    page = every.get(name) or all_pages()[name]  # what is in use has its page, however far a course has come
    reading.show_page(page, titles, tried[:MOST_TRIES], seen[:MOST_SEEN])


def _rank(offer: FindOffer) -> int:
    """Return the place of an offer on a page: first what is about it alone, then scenes and lessons."""
    kind = offer.entry.name.partition(":")[0]
    return TRIED.index(kind) + 1 if kind in TRIED else 0


def _dress_button(button: QToolButton, icon: str, words: str) -> None:
    button.setProperty("role", "tool")
    button.setToolTip(words)
    button.setAccessibleName(words)
    theme.put_icon(button, icon, 20)
