"""Shows the hints of the first minute where they apply, and once after an update what is new."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSettings
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

import mlexplorer
from mlexplorer.lessons.first_minute import FirstHint, followed, news, next_hint
from mlexplorer.session.session import Session
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.widgets import Pill

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

DONE, SEEN = "hints done", "version seen"  # in the settings
WIDTH, GAP, MOST = 420, 16, 6  # of the card of news: design pixels, and lines


def begin(window: "Window") -> None:
    """Show the first hint that nobody followed yet, and what is new if the program was updated."""
    FirstHints(window)
    lines = news(str(QSettings().value(SEEN, "")), mlexplorer.__version__)
    QSettings().setValue(SEEN, mlexplorer.__version__)
    if lines:
        NewsCard(window, lines)


class FirstHints(QObject):
    """Follows what a person does, and shows one hint at a time until all were followed."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.pill = Pill(window)
        self.hint: FirstHint | None = None
        window.store.changed.connect(self._follow)
        window.plane.pictured.connect(self._show)
        window.plane.canvas.resized.connect(self._arrange)  # after the window has given its parts their room
        self._show()

    @property
    def done(self) -> tuple[str, ...]:
        """The hints that were followed, on this computer."""
        return tuple(name for name in str(QSettings().value(DONE, "")).split() if name)

    def _follow(self, old: Session, new: Session) -> None:
        done = followed(self.done, old, new)
        if done != self.done:
            self._remember(done)

    def _remember(self, done: tuple[str, ...]) -> None:
        QSettings().setValue(DONE, " ".join(done))
        self._show()

    def _show(self) -> None:
        """Show the next hint, if its place is there; forget the window once none is left."""
        hint = next_hint(self.done)
        if hint is None:
            self.pill.hide()
            self._window.plane.pictured.disconnect(self._show)
            self._window.plane.canvas.resized.disconnect(self._arrange)
            self._window.store.changed.disconnect(self._follow)
            self.hint = None
        elif hint is not self.hint:
            self.hint = hint
            self.pill.show_hint(hint.words, 0, hint.icon)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        if self.hint is None:
            return
        place, size = self._place(self.hint), self.pill.sizeHint()
        self.pill.setVisible(place is not None and not self._window.presenting)
        if place is not None:
            left = min(max(place.x(), theme.px(GAP)), self._window.width() - size.width() - theme.px(GAP))
            self.pill.setGeometry(left, place.y() - size.height(), size.width(), size.height())
            self.pill.raise_()

    def _place(self, hint: FirstHint) -> QPoint | None:
        """Return where the lower left corner of a hint stands: beside what it speaks of; None if that is hidden."""
        window, size = self._window, self.pill.sizeHint()
        if hint.place == "plane":
            plane = window.plane
            if len(plane.desk.data) == 0:  # nothing to drag
                return None
            return plane.mapTo(window, QPoint((plane.width() - size.width()) // 2, plane.height() - theme.px(64)))
        if hint.place == "panel":
            sliders = [slider for slider in window.panel.model_form.sliders.values() if slider.isVisibleTo(window)]
            if not sliders:
                return None
            beside = window.panel.width() + theme.px(8)
            foot = window.timeline.mapTo(window, QPoint(0, -theme.px(8))).y()
            return QPoint(beside, min(sliders[0].mapTo(window, QPoint(0, theme.px(28))).y(), foot))
        beside = 0 if window.panel.isHidden() else window.panel.width()
        return None if window.timeline.isHidden() else window.timeline.mapTo(window, QPoint(beside, 0)) + self._up()

    @staticmethod
    def _up() -> QPoint:
        return QPoint(theme.px(8), -theme.px(8))


class NewsCard(QFrame):
    """What is new in this version, at the upper right, until it is closed."""

    def __init__(self, window: "Window", lines: tuple[str, ...]) -> None:
        super().__init__(window)
        self.setProperty("role", "card")
        self.setAccessibleName("What is new")
        title = Label(f"New in ML Explorer {mlexplorer.__version__}")
        title.setProperty("role", "section")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        column.setSpacing(theme.px(6))
        column.addWidget(title)
        for line in lines[:MOST]:
            words = Label(f"• {line}")
            words.setWordWrap(True)
            column.addWidget(words)
        self.all_button, self.close_button = QPushButton("All changes"), QPushButton("Close")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.all_button, self.close_button):
            buttons.addWidget(button)
        column.addLayout(buttons)
        self.close_button.clicked.connect(self.leave)
        self.all_button.clicked.connect(self.leave)
        self.all_button.clicked.connect(lambda: window.run("news"))
        width = theme.px(WIDTH)
        height = self.heightForWidth(width)
        self.setGeometry(window.width() - width - theme.px(GAP), window.toolbar.height() + theme.px(8), width, height)
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Take the card away."""
        parent: QWidget | None = self.parentWidget()
        self.hide()
        self.deleteLater()
        if parent is not None:
            parent.setFocus()
