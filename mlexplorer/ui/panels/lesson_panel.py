"""A lesson beside the plane: what is asked, meters that follow the hand, hints, and a solution that plays."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from mlexplorer.core.writing import CannotWrite
from mlexplorer.layers.pictures import Picture
from mlexplorer.lessons import lesson as lessons
from mlexplorer.lessons import progress
from mlexplorer.lessons.lesson import HINTS, Lesson
from mlexplorer.lessons.progress import Attempt
from mlexplorer.lessons.wanted import VIEW, needed, wanted
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels.goal_meter import GoalMeter
from mlexplorer.ui.picture_maker import PictureMaker
from mlexplorer.ui.store import Store

KIND = "lesson"
WIDTH = 380  # design pixels
PAUSE = 1600  # milliseconds between two strokes of a solution
DONE = "Every goal is reached."
CHECKED = "Checked while you work: a goal that holds for two seconds is ticked."
SHOWN = "Shown, not solved: start again and find it yourself."


class LessonPanel(Dressed, QFrame):
    """Follows the pictures of the plane while a lesson is open; keeps what was reached for the user."""

    told = Signal(str)
    wanted = Signal(str)  # the control that a hint or a stroke of the solution is about; "" if none is

    def __init__(self, store: Store, jobs: Jobs, work: PictureMaker, views: QWidget, form: QWidget) -> None:
        super().__init__()
        self.setProperty("role", "right panel")
        self._store, self._jobs, self._views, self._form = store, jobs, views, form
        self._replaced = views  # what makes room for the lesson
        self._lesson: Lesson | None = None
        self._attempt = Attempt("", ())
        self._first: Snapshot | None = None
        self._now: Snapshot | None = None
        self._strokes: list[tuple[str, str, Session]] = []
        self._is_playing = False
        self.stroke_timer = QTimer(self, interval=PAUSE)
        self.stroke_timer.timeout.connect(self._play_stroke)
        self.meters: list[GoalMeter] = []
        self._build()
        work.pictured.connect(self._on_pictured)
        jobs.arrived.connect(self._on_arrived)
        store.changed.connect(self._on_changed)
        self.hide()

    # -- what can be asked of it ---------------------------------------------------------------------------------

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is open."""
        return self._lesson

    @property
    def needed(self) -> frozenset[str]:
        """The controls that the solution of the open lesson is done with."""
        return frozenset() if self._lesson is None else needed(self._lesson)

    @property
    def said(self) -> str:
        """What was said last below the buttons."""
        return self._said.text()

    @property
    def attempt(self) -> Attempt:
        """What was reached in it so far."""
        return self._attempt

    def begin(self, name: str, lesson: Lesson) -> None:
        """Open a lesson: its beginning takes the place of what was open, which undo brings back."""
        self.stroke_timer.stop()
        self._lesson = lesson
        self._attempt = progress.load().of(name, len(lesson.goals))
        self._show_lesson(lesson)
        self.start_again()
        self._replaced.show()
        self._replaced = self._form if needs_view(lesson) else self._views
        self._replaced.hide()
        self.show()

    def start_again(self) -> None:
        """Go back to the beginning of the lesson."""
        if self._lesson is None:
            return
        self.stroke_timer.stop()
        self._is_playing, self._now = False, None
        self._rest()
        self._store.open_scene(self._lesson.first_scene, f"begin “{self._lesson.title}”")
        session = self._lesson.beginning
        self._jobs.request(KIND, lambda: iter([_snapshot(session)]), urgency=1)
        self._show_state()

    def next_hint(self) -> None:
        """Show one more hint, and point at what the stroke of the solution with its number is done with."""
        self._change(self._attempt.with_hint())
        if self._lesson is not None:
            stroke = min(self._attempt.hints, len(self._lesson.solution)) - 1
            self.wanted.emit(wanted(lessons.played(self._lesson)[stroke], self._lesson.solution[stroke]))

    def show_solution(self) -> None:
        """Play the solution from the beginning, stroke by stroke."""
        if self._lesson is None:
            return
        self._change(replace(self._attempt, was_shown=True))
        self.start_again()
        sessions = lessons.played(self._lesson)
        strokes = zip(self._lesson.solution, sessions, sessions[1:], strict=False)  # one session more: the beginning
        self._strokes = [(edit.words, wanted(before, edit), session) for edit, before, session in strokes]
        self._is_playing = True
        self._play_stroke()
        self.stroke_timer.start()

    def leave(self) -> None:
        """Close the lesson; what is on the plane stays."""
        self.stroke_timer.stop()
        self._lesson, self._first, self._now, self._is_playing = None, None, None, False
        self._jobs.cancel(KIND)
        self.hide()
        self._replaced.show()

    # -- building ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._title, self._number, self._text, self._said = Label(), Label(), Label(), Label()
        self._title.setProperty("role", "section")
        self._number.setProperty("role", "caption")
        self._checked = Label(CHECKED)
        self._checked.setProperty("role", "caption")
        for label in (self._text, self._said, self._checked):
            label.setWordWrap(True)
        self.close_button = QToolButton()
        self.close_button.setProperty("role", "small")
        self.close_button.setToolTip("Leave the lesson")
        self.close_button.setAccessibleName("Leave the lesson")
        theme.put_icon(self.close_button, "leave", 16)
        self.close_button.clicked.connect(self.leave)
        self._goals = QVBoxLayout()
        self._card, self._hint = QFrame(), QFrame()
        self._card.setProperty("role", "card")
        self._hint.setProperty("role", "warning")
        self.hint_button = _button("Hint", "hint", self.next_hint)
        self.show_button = _button("Show me", "show", self.show_solution)
        self.again_button = _button("Start again", "restart", self.start_again)
        self.next_button = QPushButton("Next lesson")
        self.next_button.clicked.connect(self._next)
        self._hint_words = Label()
        self._hint_words.setWordWrap(True)
        self._arrange()
        self.dress()

    def _arrange(self) -> None:
        self._head, self._buttons, self._foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._head.addWidget(self._title, 1)
        self._head.addWidget(self._number)
        self._head.addWidget(self.close_button)
        self._insides = (QVBoxLayout(self._card), QVBoxLayout(self._hint))
        self._insides[0].addLayout(self._goals)
        self._insides[0].addWidget(self._checked)
        self._insides[1].addWidget(self._hint_words)
        for button in (self.hint_button, self.show_button):
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        self._foot.addWidget(self.again_button)
        self._foot.addStretch(1)
        self._foot.addWidget(self.next_button)
        content = QWidget()
        self._content = QVBoxLayout(content)
        for widget in (self._text, self._card, self._hint):
            self._content.addWidget(widget)
        self._content.addLayout(self._buttons)
        self._content.addWidget(self._said)
        self._content.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(scroll, 1)
        self._column.addLayout(self._foot)

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        side = theme.px(16)
        self.setFixedWidth(theme.px(WIDTH))
        self._column.setContentsMargins(0, theme.px(12), 0, theme.px(12))
        self._head.setContentsMargins(side, 0, theme.px(8), theme.px(4))
        self._foot.setContentsMargins(side, theme.px(8), side, 0)
        self._content.setContentsMargins(side, theme.px(4), side, theme.px(4))
        self._content.setSpacing(theme.px(14))
        self._goals.setSpacing(theme.px(14))
        self._buttons.setSpacing(theme.px(8))
        for inside in self._insides:
            inside.setContentsMargins(side, theme.px(12), side, theme.px(12))
            inside.setSpacing(theme.px(14))

    def _rest(self) -> None:
        """Wait for no goal, and point at nothing."""
        for meter in self.meters:
            meter.hold.stop()
        self.wanted.emit("")

    def hideEvent(self, event: QHideEvent) -> None:
        """Play nothing that nobody sees."""
        self.stroke_timer.stop()
        self._rest()
        super().hideEvent(event)

    # -- what arrives --------------------------------------------------------------------------------------------

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == KIND and isinstance(result, Snapshot):
            self._first = result
            self._measure()

    def _on_pictured(self, picture: Picture) -> None:
        if self._lesson is not None and picture.snapshot.finished:
            self._now = picture.snapshot
            self._measure()

    def _on_changed(self, old: Session, new: Session) -> None:
        """Leave the lesson when another scene has taken its place, as undo may do; a hand at work needs no pointing."""
        book = self._store.book
        if self._lesson is not None and book.scenes[book.current].title != self._lesson.title:
            self.leave()
        elif self._lesson is not None and not self._is_playing and old.document != new.document:
            self.wanted.emit("")

    def _measure(self) -> None:
        """Show how far every goal is; one that holds for a while after the hand let go is reached for good."""
        if self._lesson is None or self._first is None or self._now is None:
            return
        holds = self._lesson.reached(self._now, self._first)
        counts = not self._now.dragging and not self._is_playing
        ticks = zip(self._lesson.goals, self.meters, holds, self._attempt.goals, strict=True)
        for goal, meter, is_met, is_reached in ticks:
            meter.show_meter(goal.meter(self._now, self._first), is_met, is_reached, counts)
            meter.show_missing("" if is_reached else goal.missing(self._now, self._first))

    def _reach(self, index: int) -> None:
        """Tick a goal that was held."""
        self._change(self._attempt.with_reached(tuple(index == other for other in range(len(self.meters)))))
        self._measure()

    def _change(self, attempt: Attempt) -> None:
        """Keep what was reached, and show it."""
        if attempt == self._attempt:
            return
        self._attempt = attempt
        try:
            progress.save(progress.load().with_attempt(attempt))
        except CannotWrite as error:
            self.told.emit(f"Your progress is not kept. {error}")
        self._show_state()

    # -- what is shown -------------------------------------------------------------------------------------------

    def _show_lesson(self, lesson: Lesson) -> None:
        names = list(lessons.found())
        known = self._attempt.name in names
        self._title.setText(lesson.title)
        self._number.setText(f"{names.index(self._attempt.name) + 1} of {len(names)}" if known else "")
        self._text.setText(lesson.text)
        for meter in self.meters:
            self._goals.removeWidget(meter)
            meter.hide()  # until it is gone
            meter.deleteLater()
        self.meters = [GoalMeter(goal.words) for goal in lesson.goals]
        for index, meter in enumerate(self.meters):
            meter.held.connect(partial(self._reach, index))
            self._goals.addWidget(meter)

    def _show_state(self) -> None:
        """Show hints, ticks and what comes next."""
        if self._lesson is None:
            return
        hints = self._attempt.hints
        self._hint.setVisible(hints > 0)
        if hints:
            self._hint_words.setText(f"Hint {hints} of {HINTS}: {self._lesson.hints[hints - 1]}")
        self.hint_button.setEnabled(hints < HINTS)
        self.hint_button.setText(" Next hint" if hints else " Hint")
        for meter, is_reached in zip(self.meters, self._attempt.goals, strict=True):
            meter.tick.show_reached(is_reached)
        self._checked.setVisible(not self._attempt.is_done)
        if not self._is_playing:
            self._said.setText(DONE if self._attempt.is_done else "")
        self.next_button.setEnabled(self._next_name() is not None)
        self.next_button.setDefault(self._attempt.is_done)

    def _play_stroke(self) -> None:
        """Do the next stroke of the solution; after the last one, stop."""
        if not self._strokes:
            self.stroke_timer.stop()
            self._said.setText(DONE if self._attempt.is_done else SHOWN)
            self.wanted.emit("")
            return
        words, control, session = self._strokes.pop(0)
        self._said.setText(words)
        self.wanted.emit(control)
        self._store.edit(session, "show the solution")

    def _next_name(self) -> str | None:
        names = list(lessons.found())
        if self._attempt.name not in names or names[-1] == self._attempt.name:
            return None
        return names[names.index(self._attempt.name) + 1]

    def _next(self) -> None:
        name = self._next_name()
        if name is not None:
            self.begin(name, lessons.named(name))


def needs_view(lesson: Lesson) -> bool:
    """Return whether the linked view must stay because the solution is found in it."""
    return VIEW in needed(lesson)


def _button(words: str, icon: str, answer: Callable[[], object]) -> QPushButton:
    button = QPushButton(f" {words}")  # a little further from its icon
    theme.put_icon(button, icon, 16)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(lambda _=False: answer())
    return button


def _snapshot(session: Session) -> Snapshot:
    """Return what a lesson begins with, fitted to the end."""
    data = prepare(session.document).data
    return Pipeline().last(session, framed(data, looked_at(session), 60, 40))
