"""A notice at the foot of the panel it concerns: one sentence, what helps in one click, never a dialog."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.core.notice import Notice
from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.look.dressed import PRESS, Dressed
from mlexplorer.ui.look.plain import Label

ICON = 18
MOST_REMEDIES = 3


class RemedyButton(Dressed, QPushButton):
    """The remedy as a link; only Tab gives it the focus."""

    keys = PRESS

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "link")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.setFont(theme.font("caption", "heading"))


class NoticeCard(Dressed, QWidget):
    """An amber card with the notice of the present fit; hidden when there is none."""

    remedied = Signal(object)  # Remedy

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice: Notice | None = None
        self._card = QFrame(self)
        self._card.setProperty("role", "warning")
        self._icon, self._sentence = Label(self._card), Label(self._card)
        self.links = [RemedyButton(self._card) for _ in range(MOST_REMEDIES)]
        self._sentence.setProperty("role", "caption")
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        for number, link in enumerate(self.links):
            link.clicked.connect(lambda _=False, number=number: self._remedy(number))
        self._build()
        self.dress()
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """The notice shown."""
        return self._notice

    @property
    def link(self) -> QPushButton:
        """The button of the first remedy."""
        return self.links[0]

    def show_notice(self, notice: Notice | None) -> None:
        """Show a notice, or nothing."""
        if notice == self._notice:
            return
        self._notice = notice
        if notice is not None:
            self._sentence.setText(notice.sentence)
            for number, link in enumerate(self.links):
                is_used = number < len(notice.remedies)
                link.setText(notice.remedies[number].label if is_used else "")
                link.setVisible(is_used)
        self.setVisible(notice is not None)

    def dress(self) -> None:
        """Take sizes and picture of the current theme and scale."""
        side, inside = theme.px(16), theme.px(12)
        self._outer.setContentsMargins(side, theme.px(8), side, side)
        self._inner.setContentsMargins(inside, theme.px(10), inside, theme.px(10))
        self._inner.setSpacing(theme.px(10))
        self._words.setSpacing(theme.px(4))
        self._icon.setFixedSize(QSize(theme.px(ICON), theme.px(ICON)))
        self._icon.setPixmap(self._picture())

    def _build(self) -> None:
        self._outer = QVBoxLayout(self)
        self._outer.addWidget(self._card)
        self._inner = QHBoxLayout(self._card)
        self._inner.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._words = QVBoxLayout()
        self._words.addWidget(self._sentence)
        for link in self.links:
            self._words.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._inner.addLayout(self._words, 1)

    def _picture(self) -> QPixmap:
        look = theme.current()
        ink = look.theme.tokens["warning_text"]
        return icons.pixmap("warning", ink, ICON, look.scale, self.devicePixelRatioF())

    def _remedy(self, number: int) -> None:
        if self._notice is not None and number < len(self._notice.remedies):
            self.remedied.emit(self._notice.remedies[number])
