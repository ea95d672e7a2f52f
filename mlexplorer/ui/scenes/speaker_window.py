"""The speaker's window: what the audience sees, what comes next, the note, and how late it is."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer, QRect, Qt, QTime, QTimer, SignalInstance
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPainter, QPaintEvent, QPixmap, QScreen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.session.session import Scene
from mlexplorer.ui.guard import paints
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.scenes.scene_dots import SceneDots
from mlexplorer.ui.store import Store

KIND = "next scene"
SETTLED = 250  # milliseconds after a picture before it is taken over, so that a drag is not slowed down
SECOND = 1000
SIZE = (1000, 680)  # design pixels, without a second screen
NOTE, CLOCK = 20, 34  # design pixels of letters that are read from a distance
NOTHING = "No note. Ctrl+M keeps a scene; its note stands below the plane."
LAST = "This is the last scene."


class SpeakerPicture(QWidget):
    """A picture as large as there is room for, in its own shape."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._picture = QPixmap()
        self.words = ""
        self.setAccessibleName(name)
        self.setMinimumSize(160, 110)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def has_picture(self) -> bool:
        """Whether there is something to see."""
        return not self._picture.isNull()

    def show_picture(self, picture: QPixmap, words: str = "") -> None:
        """Show a picture, or words in its place."""
        self._picture, self.words = picture, words
        self.update()

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            if self.has_picture:
                size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
                painter.drawPixmap(
                    QRect((self.rect().width() - size.width()) // 2, 0, size.width(), size.height()), self._picture
                )
            else:
                painter.setPen(theme.colour("muted"))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)


class SpeakerWindow(Dressed, QWidget):
    """Follows the store; Page Up and Down walk the scenes from here too."""

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("speaker")
        self.setWindowTitle("Speaker – ML Explorer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._store, self._jobs = store, jobs
        self._audience: Callable[[], QWidget] = lambda: self
        self._shown_next: Scene | None = None
        self.present, self.next = SpeakerPicture("What the audience sees"), SpeakerPicture("The next scene")
        self.dots, self.place, self.next_words, self.note = SceneDots(), Label(), Label(), Label()
        self.clock, self.elapsed = Label(), Label()
        self.restart = QPushButton("Restart")
        self._since = QElapsedTimer()
        self._since.start()
        self._settled = QTimer(self, singleShot=True, interval=SETTLED)
        self._settled.timeout.connect(self._take_present)
        self._second = QTimer(self, interval=SECOND)
        self._second.timeout.connect(self.show_time)
        self._build()
        store.book_changed.connect(self.show_book)
        jobs.arrived.connect(self._on_arrived)
        self.restart.clicked.connect(self._begin_again)
        self.show_book()
        self.show_time()
        self._second.start()

    def looks_at(self, audience: Callable[[], QWidget], pictured: SignalInstance) -> None:
        """Show what a widget shows, soon after each of its pictures."""
        self._audience = audience
        pictured.connect(self._on_pictured)
        self._settled.start()

    def show_beside(self, window: QWidget) -> None:
        """Show it over the whole of another screen than the window's; an ordinary window if there is none."""
        other = other_screen(QGuiApplication.screens(), window.screen())
        if other is None:
            self.resize(theme.px(SIZE[0]), theme.px(SIZE[1]))
            self.show()
            return
        self.setGeometry(other.availableGeometry())
        self.showMaximized()

    def show_book(self) -> None:
        """Show which scene is open, its note, and which is next."""
        book = self._store.book
        self.dots.show_book(book)
        self.place.setText(f"Scene {book.current + 1} of {len(book.scenes)} · {book.scene.title}".rstrip(" ·"))
        self.note.setText(book.scene.note or NOTHING)
        after = book.scenes[book.current + 1] if book.current + 1 < len(book.scenes) else None
        self.next_words.setText("Next" if after is None else f"Next · {after.title}".rstrip(" ·"))
        if after is None:
            self.next.show_picture(QPixmap(), LAST)
        elif after != self._shown_next:
            self.next.show_picture(QPixmap(), "…")
            name = theme.current().theme.name
            self._jobs.request(KIND, lambda: next_picture(after, name), urgency=2)
        self._shown_next = after

    def show_time(self) -> None:
        """Show what time it is, and how long it has been since the beginning."""
        self.clock.setText(QTime.currentTime().toString("HH:mm"))
        self.elapsed.setText(spent(self._since.elapsed() // SECOND))

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        side = theme.px(16)
        self._columns.setContentsMargins(side, side, side, side)
        self._columns.setSpacing(theme.px(20))
        self._head.setSpacing(theme.px(16))
        for label, size, weight in (
            (self.note, NOTE, "body"),
            (self.clock, CLOCK, "heading"),
            (self.elapsed, CLOCK, "body"),
        ):
            font = theme.font("body", weight)
            font.setPixelSize(theme.px(size))
            label.setFont(font)
        self.show_book()

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._columns, self._head = QHBoxLayout(self), QHBoxLayout()
        left, right, times = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        for label in (self.place, self.next_words):
            label.setProperty("role", "section")
            label.setWordWrap(True)
        self._head.addWidget(self.place, 1)
        self._head.addWidget(self.dots)
        left.addLayout(self._head)
        left.addWidget(self.present, 5)
        left.addWidget(self._scrolled_note(), 2)
        times.addWidget(self.clock)
        times.addStretch(1)
        times.addWidget(self.elapsed)
        times.addWidget(self.restart)
        self.clock.setToolTip("The time of day")
        self.elapsed.setToolTip("Since this window was opened, or since Restart was pressed")
        self.restart.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        right.addLayout(times)
        right.addWidget(self.next_words)
        right.addWidget(self.next, 1)
        right.addStretch(1)
        self._columns.addLayout(left, 3)
        self._columns.addLayout(right, 2)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus()  # the keys are the window's, not those of its button

    def _scrolled_note(self) -> QScrollArea:
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.note.setAccessibleName("Note")
        area = QScrollArea()
        area.setWidget(self.note)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    # -- what arrives -------------------------------------------------------------------------------------------

    def _on_pictured(self) -> None:
        if not self._settled.isActive():
            self._settled.start()

    def _take_present(self) -> None:
        self.present.show_picture(self._audience().grab())

    def _on_arrived(self, kind: str, picture: object) -> None:
        if kind == KIND and isinstance(picture, bytes) and self._shown_next is not None:
            made = QPixmap()
            made.loadFromData(picture)
            self.next.show_picture(made, "" if picture else "This scene cannot be drawn.")

    def _begin_again(self) -> None:
        self._since.restart()
        self.show_time()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell nobody anything any more."""
        self._second.stop()
        self._settled.stop()
        self._jobs.cancel(KIND)
        super().closeEvent(event)


def next_picture(scene: Scene, theme_name: str) -> Iterator[bytes]:
    """Yield the picture of a scene as it would be walked to; nothing if it cannot be drawn."""
    from mlexplorer.figures import thumbnails  # start-up time

    try:
        yield thumbnails.thumbnail(scene.now, theme_name)
    except ValueError:
        yield b""


def other_screen(screens: list[QScreen], own: QScreen | None) -> QScreen | None:
    """Return the first screen that is not a window's own."""
    return next((screen for screen in screens if screen is not own), None)


def spent(seconds: int) -> str:
    """Return a time in minutes and seconds, with hours if there are some."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
