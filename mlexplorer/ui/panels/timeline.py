"""The timeline: walk through the steps of a fit, either way, by hand or by itself."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.panels.edges import Foldable
from mlexplorer.ui.panels.track import Track, nearest_place, next_place
from mlexplorer.ui.panels.transport import PlayButton, StepWords, TransportButton

SPEEDS = {"0.25": "×¼", "0.5": "×½", "1": "×1", "2": "×2", "4": "×4", "8": "×8", "16": "×16"}
STEPS_PER_SECOND, BEATS_PER_SECOND = 8, 2  # at speed 1; slow motion dwells
ECHOES = 256  # places asked for whose pictures may still come

TOOL, ROOM = 40, 560  # design pixels of a button without its word, and of all but buttons where they have words


class Timeline(Foldable, Dressed, QFrame):
    """Buttons, track, words and speed; asks for places and never fits or paints steps itself."""

    moved = Signal(float)  # a kept place
    restarted = Signal()
    renewed = Signal()
    begun = Signal()  # from what is shown
    slowed = Signal()
    rounded = Signal()  # between whole rounds and their phases
    told = Signal()  # another step, sentence or trace

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bottom bar")
        self._places: Sequence[float] = ()
        self._marks: Mapping[str, int] = {}
        self._current: float = 0
        self._total, self._is_busy = 0, False
        self._note = ""
        self._asked: deque[float] = deque(maxlen=ECHOES)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._build()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_trace((), 0, 0, "", {}, False)
        self.dress()

    def set_height(self, height: int) -> None:
        """Take at least so many design pixels."""
        self.setMinimumHeight(theme.px(height))

    @property
    def is_playing(self) -> bool:
        """Whether the steps go by themselves."""
        return self._timer.isActive()

    @property
    def pace(self) -> int:
        """Milliseconds from one step to the next while it plays."""
        return self._timer.interval()

    @property
    def current(self) -> float:
        """The place shown."""
        return self._current

    @property
    def places(self) -> Sequence[float]:
        """The kept places that are walked."""
        return self._places

    @property
    def last_place(self) -> int:
        """The last place there is."""
        return max(self._total - 1, 0)

    @property
    def heading(self) -> str:
        """Which step is shown, in words."""
        return self._words.heading.text()

    @property
    def note(self) -> str:
        """The sentence of the step."""
        return self._words.note.text()

    def show_trace(  # noqa: PLR0913, PLR0917 - all that the window knows of a trace
        self, places: Sequence[float], total: int, current: float, note: str, marks: Mapping[str, int], busy: bool
    ) -> None:
        """Show the kept places of a trace, how many steps there were, the present place, its note and its events."""
        self._places, self._total, self._marks, self._is_busy = places, total, marks, busy
        self._settle(current)
        for widget in self._walkers:
            widget.setEnabled(self.is_walkable)
        if not self.is_walkable:
            self._run(False)
        self.track.show_places(places, self.last_place, marks)
        self.track.show_place(self._current)
        self._note = note
        self._say()

    @property
    def is_walkable(self) -> bool:
        """Whether there are several steps."""
        return len(self._places) > 1

    def show_note(self, note: str) -> None:
        """Show what happens now; the steps stay as they are."""
        self._note = note
        self._say()

    def show_ghost(self, place: int | None) -> None:
        """Show on the track the step that is pointed at in a view, or none."""
        self.track.show_ghost(place)

    def play(self) -> None:
        """Play or pause; at the end it plays from the first step again."""
        if self.is_playing or len(self._places) < 2:
            self._run(False)
            return
        if self._current >= self._places[-1] and not self._is_busy:
            self._ask(self._places[0])
        self._run(True)

    def stop(self) -> None:
        """Pause."""
        self._run(False)

    def step(self, steps: int) -> None:
        """Pause and go some kept places forward or back."""
        self.go(next_place(self._places, self._current, steps))

    def first(self) -> None:
        """Pause and go to the first step."""
        self.go(self._places[0] if self._places else self._current)

    def last(self) -> None:
        """Pause and go to the last step there is."""
        self.go(self._places[-1] if self._places else self._current)

    def go(self, place: float) -> None:
        """Pause and go to a kept place."""
        self._run(False)
        if place != self._current:
            self._ask(place)

    def go_to(self, number: float) -> None:
        """Pause and go to the kept place nearest to a step."""
        self.go(nearest_place(self._places, number))

    def type_number(self) -> None:
        """Pause and let the number of a step be typed."""
        self._run(False)
        self._words.type_number()

    def jump(self, name: str) -> None:
        """Pause and go to where something happened, if it did."""
        if name in self._marks:
            self.go_to(self._marks[name])

    def tick(self) -> None:
        """Go to the next kept place; at the end wait for more steps, begin again, or stop."""
        target = next_place(self._places, self._current, 1)
        if target != self._current:
            self._ask(target)
        elif self.loop.isChecked() and not self._is_busy and len(self._places) > 1:
            self._ask(self._places[0])
        is_over = not self._places or self._current >= self._places[-1]
        if is_over and not self._is_busy and not self.loop.isChecked():
            self._run(False)

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        side = theme.px(16)
        self._column.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._column.setSpacing(theme.px(4))
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.px(4))
        self.speed.setFixedWidth(theme.px(68))
        for gap, width in self._gaps.items():
            gap.setFixedWidth(theme.px(width))

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._words = StepWords(self)
        self._words.asked.connect(self.go_to)
        self._column.addWidget(self._words)
        self._row = QHBoxLayout()
        self._column.addLayout(self._row)
        self._gaps: dict[QWidget, float] = {}
        self._walkers: list[QWidget] = []
        self._walk("first", "First step  (Home)", self.first)
        self._walk("back", "Step back  (←)", lambda: self.step(-1))
        self.play_button = PlayButton(self)
        self.play_button.clicked.connect(self.play)
        self._add(self.play_button)
        self._walk("forward", "Step forward  (→)", lambda: self.step(1))
        self._walk("last", "Last step  (End)", self.last)
        self._add_gap(16)
        self.track = Track(self)
        self.track.moved.connect(self.go)
        self._add(self.track, 11)
        self._add_gap(12)
        self.restart_button = self._walk("restart", "Restart from the same start", self._restart, "Restart")
        self.renew_button = self._walk("new start", "New start", self.renewed.emit, "New start")
        self.begin_button = self._walk("goal", "Start from what is shown  (Shift+Home)", self.begun.emit, "Start here")
        slow = "Slow motion: dwell on what a step looks at  (Shift+Space)"
        self.slow = self._walk("film", slow, self._slow, "Slow")
        self.slow.setCheckable(True)
        rounds = "Walk whole rounds, not their phases  (Ctrl+Space)"
        self.rounds = self._walk("rounds", rounds, self._round, "Rounds")
        self.rounds.setCheckable(True)
        self.loop = self._walk("loop", "Begin again at the end", lambda: None, "Loop")
        self.loop.setCheckable(True)
        self._add_gap(4)
        self.speed = Choice(SPEEDS, self)
        self.speed.setToolTip("Speed")
        self.speed.setAccessibleName("Speed")
        self.speed.show_choice("1")
        self.speed.chosen.connect(lambda _: self._run(self.is_playing))
        self._add(self.speed)

    def _walk(self, icon: str, tip: str, action: Callable[[], object], word: str = "") -> TransportButton:
        tool = TransportButton(icon, tip, self, word)
        tool.clicked.connect(lambda _=False: action())
        self._add(tool)
        return tool

    def _add(self, widget: QWidget, stretch: int = 0) -> None:
        self._row.addWidget(widget, stretch)
        self._walkers.append(widget)

    def _add_gap(self, width: float) -> None:
        gap = QWidget(self)
        self._gaps[gap] = width
        self._row.addWidget(gap)

    def _fit_words(self) -> None:
        """Write words beside icons where the track stays long enough to scrub."""
        tools = [widget for widget in self._walkers if isinstance(widget, TransportButton)]
        bare = sum(theme.px(TOOL) for tool in tools if not tool.isHidden())
        room = self.width() - bare - sum(tool.word_width for tool in tools)
        for tool in tools:
            tool.show_word(room >= theme.px(ROOM))

    def event(self, event: QEvent) -> bool:
        """Fit the words whenever a button comes or goes."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit_words()
        return super().event(event)

    def _run(self, is_running: bool) -> None:
        """Start at the chosen speed, or stop."""
        self._timer.stop()
        if is_running:
            is_slow = self.slow.isChecked() and not self.slow.isHidden()  # hidden where there is nothing to dwell on
            pace = BEATS_PER_SECOND if is_slow else STEPS_PER_SECOND
            self._timer.start(round(1000 / (pace * float(self.speed.current))))
        self.play_button.setChecked(is_running)

    def _slow(self) -> None:
        self._run(False)
        self.slowed.emit()

    def _round(self) -> None:
        self._run(False)
        self.rounded.emit()

    def _restart(self) -> None:
        self._run(False)
        self.restarted.emit()

    def _ask(self, place: float) -> None:
        """Show a place at once and ask for it; its picture comes later."""
        if not self._asked:
            self._asked.append(self._current)
        self._asked.append(place)
        self._current = place
        self.track.show_place(place)
        self._say()
        self.moved.emit(place)

    def _settle(self, current: float) -> None:
        """Take the place the window tells, unless it is a late answer for a place already passed by."""
        if current in self._asked and current != self._asked[-1]:
            return
        self._asked.clear()
        self._current = current

    def _say(self) -> None:
        self._words.say(self._heading(), self._note, len(self._places) > 1)
        self.told.emit()

    def _heading(self) -> str:
        if len(self._places) > 1:
            now = int(self._current)
            step = f"{now}" if now == self._current else f"{now} → {now + 1}"
            return f"Step {step} of {self._total - 1}{' …' if self._is_busy else ''}"
        if self._is_busy:
            return "Fitting …"
        return "One step" if self._places else "No steps"
