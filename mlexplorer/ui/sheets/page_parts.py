"""The parts of the page of help that is shown, as links beside it."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, Dressed

HEAD = "On this page"


class PartsList(Dressed, QListWidget):
    """Lists what a page is made of; tells which part was chosen."""

    keys = ENTER
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pages")
        self.setProperty("part", True)  # a line parts it from the list below
        self.setAccessibleName(HEAD)
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)  # links: the page is scrolled by other ways too
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for signal in (self.itemClicked, self.itemActivated):
            signal.connect(lambda item: self.chosen.emit(item.text()))

    def show_parts(self, titles: Iterable[str]) -> None:
        """List the parts of another page."""
        self.clear()
        heading = QListWidgetItem(HEAD, self)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        heading.setFont(theme.font("caption", "control"))
        self.addItems(list(titles))
        self.dress()

    def dress(self) -> None:
        """Be as high as its lines."""
        lines = sum(self.sizeHintForRow(row) for row in range(self.count()))
        self.setFixedHeight(lines + theme.px(20))
