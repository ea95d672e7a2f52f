"""The scenes of a book above the timeline: small pictures to open and reorder, the title and note of the open one."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core.numbers import shortened
from mlexplorer.edits import scene_edits
from mlexplorer.session.session import Scene, Session
from mlexplorer.session.storage import LONGEST_NOTE
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.scenes.scene_cards import HEIGHT, SceneRow
from mlexplorer.ui.scenes.scene_dots import SceneDots, place_words
from mlexplorer.ui.store import Store

KIND = "scene pictures"
REST = 500  # milliseconds without a change before a picture is made
EDITOR, NOTE_LINES, LONGEST_TITLE = 330, 3, 200
MOST_POINTS = 50_000  # of a scene that has a picture: others keep the worker too long
FOLDED = "scenes folded"
Key = tuple[object, ...]


class NoteField(QPlainTextEdit):
    """The note of a scene; Tab leaves it, as Escape does."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setAccessibleName("Note")
        self.setPlaceholderText("Note: for the speaker’s window and the handout")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)


class SceneStrip(Dressed, QFrame):
    """Shown once a book has several scenes, or when asked for; a click on its head folds it."""

    keep_wanted = Signal()
    update_wanted = Signal()
    walk_wanted = Signal(int)  # place
    menu_wanted = Signal(int, QPoint)  # number, where on the screen

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bottom bar")
        self._store, self._jobs = store, jobs
        self._is_asked, self._is_dismissed, self._has_room = False, False, True
        self._pictured: dict[int, Key] = {}  # what the picture of a scene shows, by number
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._ask)
        self.dots, self.row = SceneDots(), SceneRow()
        self.title, self.note, self.plays = QLineEdit(), NoteField(), QCheckBox("Start playing")
        self.fold = QToolButton()
        self.keep_button, self.update_button = QPushButton("Keep this scene"), QPushButton("Update scene")
        self._heading, self._words = Label("Scenes"), Label()
        self._scroll, self._body = QScrollArea(), QWidget()
        self._build()
        self._connect()
        self._set_folded(QSettings().value(FOLDED, False) in (True, "true"))
        self.show_book()

    @property
    def is_wanted(self) -> bool:
        """Whether there is something to show, or it was asked for."""
        several = len(self._store.book.scenes) > 1 or self._store.book.scene.kept
        return self._is_asked or (several and not self._is_dismissed)

    @property
    def is_folded(self) -> bool:
        """Whether only its head is shown."""
        return self._body.isHidden()

    def toggle(self) -> None:
        """Show it although there is one scene only, or put it away."""
        self._is_asked, self._is_dismissed = not self.is_wanted, self.is_wanted
        self._show_parts()

    def give_room(self, has_room: bool) -> None:
        """Stand in the window, but neither on stage, where dots stand for it, nor beside the plane alone."""
        self._has_room = has_room
        self._show_parts()

    def edit_title(self) -> None:
        """Let the title of the open scene be typed."""
        self._set_folded(False)
        self._is_asked = True
        self._show_parts()
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.title.selectAll()

    def show_book(self) -> None:
        """Show the scenes as they are now."""
        book = self._store.book
        scene = book.scene
        self.dots.show_book(book)
        self.row.show_book(book)
        self._words.setText(place_words(book, 60))
        self.update_button.setEnabled(scene.kept and scene.sitting is not None)
        self.keep_button.setText("Keep as a new scene" if scene.kept else "Keep this scene")
        for field in (self.title, self.note, self.plays):
            field.setEnabled(scene.kept)
        self.title.setPlaceholderText("Title" if scene.kept else "Keep this scene to give it a title and a note")
        if self.title.text() != scene.title:
            self.title.setText(scene.title)
            self.title.setCursorPosition(0)  # its beginning is seen
        if self.note.toPlainText() != scene.note:
            self.note.setPlainText(scene.note)
        self.plays.setChecked(scene.plays)
        self._show_parts()
        card = self.row.cards[scene.number]
        if not self.is_folded and not card.is_lifted:
            self._scroll.ensureWidgetVisible(card, theme.px(12), 0)

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        self._head.setContentsMargins(theme.px(8), theme.px(2), theme.px(12), theme.px(2))
        self._head.setSpacing(theme.px(8))
        self._beside.setContentsMargins(theme.px(12), 0, theme.px(12), theme.px(8))
        self._beside.setSpacing(theme.px(16))
        self._editor.setSpacing(theme.px(6))
        bar = self._scroll.horizontalScrollBar().sizeHint().height()
        self._scroll.setFixedHeight(theme.px(HEIGHT) + bar)
        self._fields.setFixedWidth(theme.px(EDITOR))
        lines = QFontMetrics(theme.font()).lineSpacing() * NOTE_LINES
        self.note.setFixedHeight(lines + round(self.note.document().documentMargin()) + theme.px(4))
        self._rest.start()  # pictures of another theme

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._head, self._beside, self._editor = QHBoxLayout(), QHBoxLayout(self._body), QVBoxLayout()
        self.fold.setProperty("role", "small")
        self.fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._heading.setProperty("role", "section")
        self._words.setProperty("role", "muted")
        for button in (self.update_button, self.keep_button):
            button.setProperty("role", "quiet")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.update_button.setToolTip("Keep the open scene as it is now  (Ctrl+U)")
        self.keep_button.setToolTip("Make what is shown a scene of this book  (Ctrl+M)")
        for widget in (self.fold, self._heading, self.dots, self._words):
            self._head.addWidget(widget)
        self._head.addStretch(1)
        self._head.addWidget(self.update_button)
        self._head.addWidget(self.keep_button)
        self._build_body()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self._body)

    def _build_body(self) -> None:
        self._scroll.setWidget(self.row)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title.setAccessibleName("Title")
        self.title.setMaxLength(LONGEST_TITLE)
        self.plays.setToolTip("Play the steps when this scene is walked to")
        self.plays.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fields = QWidget()
        above = QHBoxLayout()
        above.addWidget(self.title, 1)
        above.addWidget(self.plays)
        self._editor = QVBoxLayout(self._fields)
        self._editor.setContentsMargins(0, 0, 0, 0)
        self._editor.addLayout(above)
        self._editor.addWidget(self.note)
        self._editor.addStretch(1)
        self._beside.addWidget(self._scroll, 1)
        self._beside.addWidget(self._fields)

    def _connect(self) -> None:
        self._store.book_changed.connect(self.show_book)
        self._store.changed.connect(self._on_changed)
        self._jobs.arrived.connect(self._on_arrived)
        self.fold.clicked.connect(lambda: self._set_folded(not self.is_folded))
        self.keep_button.clicked.connect(self.keep_wanted)
        self.update_button.clicked.connect(self.update_wanted)
        self.dots.chosen.connect(self.walk_wanted)
        self.row.chosen.connect(self.walk_wanted)
        self.row.moved.connect(self._move)
        self.row.removed.connect(self.remove)
        self.row.menu_wanted.connect(self.menu_wanted)
        self.title.textEdited.connect(self._rename)
        self.title.returnPressed.connect(self.title.clearFocus)
        self.note.textChanged.connect(self._write_note)
        self.plays.clicked.connect(self._let_play)

    # -- what a hand does ---------------------------------------------------------------------------------------

    def remove(self, number: int) -> None:
        """Take a scene out of the book; undo brings it back."""
        book = scene_edits.removed(self._store.book, number)
        if book is not self._store.book:
            self._store.edit_book(book, "remove a scene")

    def _move(self, number: int, place: int) -> None:
        self._store.edit_book(scene_edits.moved(self._store.book, number, place), "move a scene")

    def _rename(self, title: str) -> None:
        book = self._store.book
        number = book.scene.number
        self._store.edit_book(scene_edits.titled(book, number, title), "rename a scene", f"title {number}")

    def _write_note(self) -> None:
        book, note = self._store.book, shortened(self.note.toPlainText(), LONGEST_NOTE)
        number = book.scene.number
        if note != book.scene.note:
            self._store.edit_book(scene_edits.noted(book, number, note), "write a note", f"note {number}")

    def _let_play(self, plays: bool) -> None:
        book = self._store.book
        label = "let a scene play" if plays else "let a scene wait"
        self._store.edit_book(scene_edits.playing(book, book.scene.number, plays), label)

    def _set_folded(self, folded: bool) -> None:
        self._body.setVisible(not folded)
        theme.put_icon(self.fold, "collapsed" if folded else "open list", 16)
        self.fold.setToolTip("Show the scenes" if folded else "Fold the scenes")
        self.fold.setAccessibleName(self.fold.toolTip())
        QSettings().setValue(FOLDED, folded)
        self._rest.start()

    def _show_parts(self) -> None:
        self.setVisible(self._has_room and self.is_wanted)
        self._rest.start()

    # -- pictures -----------------------------------------------------------------------------------------------

    def _on_changed(self) -> None:
        scene = self._store.book.scene
        self.update_button.setEnabled(scene.kept and scene.sitting is not None)
        if not scene.kept and self.isVisible():
            self._rest.start()

    def _ask(self) -> None:
        """Ask for the pictures that are missing or no longer true."""
        if not self.isVisible() or self.is_folded:
            return
        wanted = [scene for scene in self._store.book.scenes if self._pictured.get(scene.number) != _key(scene)]
        wanted = [scene for scene in wanted if _is_small(scene.session)]
        if wanted:
            name = theme.current().theme.name
            self._jobs.request(KIND, lambda: pictures(wanted, name), urgency=2)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != KIND or not isinstance(result, dict):
            return
        for number, (key, picture) in result.items():
            if number in self.row.cards and self._pictured.get(number) != key:
                self._pictured[number] = key
                self.row.cards[number].show_picture(picture)


def pictures(scenes: list[Scene], theme_name: str) -> Iterator[dict[int, tuple[Key, QImage]]]:
    """Yield the pictures made so far, by number, with what each shows; that of a kept scene is kept too."""
    from mlexplorer.figures import thumbnails  # start-up time

    made: dict[int, tuple[Key, QImage]] = {}
    for scene in scenes:
        draw = thumbnails.thumbnail if scene.kept else thumbnails.drawn
        try:
            picture = QImage.fromData(draw(scene.session, theme_name))
        except ValueError:  # what cannot be drawn has no picture
            picture = QImage()
        made[scene.number] = ((scene.session, theme_name), picture)
        yield dict(made)


def _key(scene: Scene) -> Key:
    return scene.session, theme.current().theme.name


def _is_small(session: Session) -> bool:
    points = session.document.points
    return points is None or len(points) <= MOST_POINTS
