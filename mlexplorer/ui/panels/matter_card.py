"""Something to decide, in a quiet row below the toolbar: one sentence and its answers, never a dialog."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.panels.notice_card import RemedyButton

ICON = 18


@dataclass(frozen=True)
class Matter:
    """A sentence and what can be done about it, by the words on its buttons; the name tells it from others."""

    name: str
    sentence: str
    answers: tuple[tuple[str, Callable[[], None]], ...] = field(compare=False)


class MatterCard(Dressed, QWidget):
    """Shows one matter after another; each stays until it is answered or withdrawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matters: list[Matter] = []
        self._card = QFrame(self)
        self._card.setProperty("role", "warning")
        self._icon, self._sentence = QLabel(self._card), QLabel(self._card)
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.buttons: list[QPushButton] = []
        self._outer = QVBoxLayout(self)
        self._outer.addWidget(self._card)
        self._row = QHBoxLayout(self._card)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._sentence, 1)
        self.dress()
        self.hide()

    @property
    def matter(self) -> Matter | None:
        """The matter shown."""
        return self._matters[0] if self._matters else None

    def ask(self, matter: Matter) -> None:
        """Show a matter, after those that wait; one of the same name takes the place of the older."""
        names = [other.name for other in self._matters]
        if matter.name in names:
            self._matters[names.index(matter.name)] = matter
        else:
            self._matters.append(matter)
        self._show()

    def withdraw(self, name: str) -> None:
        """Forget a matter that is settled otherwise."""
        self._matters = [matter for matter in self._matters if matter.name != name]
        self._show()

    def dress(self) -> None:
        """Take sizes and picture of the current theme and scale."""
        look, side = theme.current(), theme.px(12)
        self._outer.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._row.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._row.setSpacing(theme.px(16))
        self._icon.setFixedSize(QSize(theme.px(ICON), theme.px(ICON)))
        ink = look.theme.tokens["warning_text"]
        self._icon.setPixmap(icons.pixmap("warning", ink, ICON, look.scale, self.devicePixelRatioF()))

    def _show(self) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()  # at once: the layout still counts what is only to be deleted
            button.deleteLater()
        self.buttons = []
        matter = self.matter
        if matter is not None:
            self._sentence.setText(matter.sentence)
            self.setAccessibleName(matter.sentence)
            for words, action in matter.answers:
                self.buttons.append(self._button(words, matter, action))
        self.setVisible(matter is not None)

    def _button(self, words: str, matter: Matter, action: Callable[[], None]) -> QPushButton:
        button = RemedyButton(self._card)
        button.setText(words)
        button.clicked.connect(lambda: self._answer(matter, action))
        self._row.addWidget(button)
        button.show()
        return button

    def _answer(self, matter: Matter, action: Callable[[], None]) -> None:
        self.withdraw(matter.name)
        action()
