"""The panel on the right: linked views, drawn in the background, touched like the plane."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from mlexplorer.layers.layer_memo import is_same_but_layers
from mlexplorer.marks.plot import Drawn, Equation, Fact, Option, Plot, Touched, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.ui.forms.choosers import Choice, Tabs
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels.blocks import WIDTH, Reading
from mlexplorer.ui.plane.chart import Chart
from mlexplorer.ui.store import Store

if TYPE_CHECKING:
    from mlexplorer.painting.equation import FormulaDrawing

KIND = "view"
LOOKED_AT = ("panel", "probe", "node", "point", "pin", "cut", "cell", "pointed")  # of a view
POINTED_AT = ("ghost", "node", "pointed")  # of a view: only while the pointer is there
COLUMNS = 2  # of choices above a view, and of buttons below
CHART, FEWEST = 110, 3  # design pixels for each chart, and charts there are always where nothing is to be read
QWIDGETSIZE_MAX = 16_777_215  # as tall as Qt allows
SLOW = 0.008  # seconds a view may take without a pause while something is dragged
NOTHING = "Once something is learnt, it is seen here from other sides."
DEEDS = {"row": "choose in", "typed": "type in", "press": "click on", "drag": "drag on", "release": "drag on"}
PAUSE, AWAY = 40, 100  # milliseconds between two drawings while something is dragged here, or elsewhere
SHARE = 3.0  # or so many times what the last took, so that the plane has most of the time


@dataclass(frozen=True, eq=False)
class Shown:
    """What a view draws, and its formulas as far as they are set."""

    drawn: Drawn
    formulas: dict[str, tuple["FormulaDrawing", ...]] = field(default_factory=dict)


class Linked(QFrame):
    """Shows the chosen view of the present snapshot, or says that there is none yet."""

    command_wanted = Signal(str)
    copied = Signal(str)

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "right panel")
        self._store, self._jobs = store, jobs
        self._snapshot: Snapshot | None = None
        self._name = ""
        self._charts: list[Chart] = []
        self._shown = Drawn()
        self._is_due = False
        self._is_touched = False  # whether the hand is on this panel
        self._seconds: dict[str, float] = {}  # that the first drawing of a view took, by its name
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._catch_up)
        self._build()
        jobs.arrived.connect(self._on_arrived)
        store.changed.connect(self._on_changed)

    @cached_property
    def _kinds(self) -> dict[str, ViewKind]:
        """The views by name; found after the first paint, since that imports them all."""
        from mlexplorer.views.catalogue import all_kinds  # start-up time

        return all_kinds()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw the chosen view of a snapshot in the background, as it is looked at by now."""
        now = {name: getattr(self._store.session.view, name) for name in LOOKED_AT}
        view = replace(snapshot.session.view, **now)
        snapshot = replace(snapshot, session=replace(snapshot.session, view=view))
        if self._snapshot is not None and (
            _differs_by_ghost(self._snapshot, snapshot) or _differs_by_layers(self._snapshot, snapshot)
        ):
            self._snapshot = snapshot
            return
        offered = {kind.name: kind for kind in self._kinds.values() if kind.offered(snapshot)}
        if self._name not in offered and self._snapshot is not None and _is_hasty(self._snapshot, snapshot):
            return
        self._snapshot = snapshot
        if not offered:
            self._show_nothing()
            return
        wanted = snapshot.session.view.panel
        self._name = wanted if wanted in offered else next(iter(offered))
        tips = {name: kind.help for name, kind in offered.items()}
        self._tabs.set_tabs({name: kind.title for name, kind in offered.items()}, tips)
        self._tabs.show_choice(self._name)
        self._draw()

    def _on_changed(self, old: Session, new: Session) -> None:
        """Follow what is looked at and needs no new picture."""
        if self._snapshot is not None and any(getattr(old.view, name) != getattr(new.view, name) for name in LOOKED_AT):
            self.show_snapshot(self._snapshot)

    def choose(self, name: str) -> None:
        """Show another view."""
        self._name = name
        view = self._store.session.view
        self._store.look(replace(view, panel=name))

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        self.setFixedWidth(theme.px(412 if theme.current().scale == 1 else 396))
        side = theme.px(16)
        self._column.setContentsMargins(side, theme.px(4), side, theme.px(12))
        self._column.setSpacing(theme.px(10))
        for chart in self._charts:
            chart.apply_theme()
        self._draw()

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._tabs = Tabs({})
        self._tabs.chosen.connect(self.choose)
        self._words = Label()
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words.setProperty("role", "muted")
        self._options = QGridLayout()
        self._choices: dict[str, Choice] = {}
        self._offered: list[tuple[str, tuple[tuple[str, str], ...]]] = []
        self._plots = QVBoxLayout()
        self._facts = QGridLayout()
        self._labels: list[tuple[QLabel, QLabel]] = []
        self._column.addWidget(self._tabs)
        self._column.addLayout(self._options)
        self._column.addWidget(self._words)
        self._column.addLayout(self._plots, 1)
        self._reading = Reading()
        self._reading.setVisible(False)
        self._reading.row_chosen.connect(self._choose_row)
        self._reading.typed.connect(self._type_cell)
        self._reading.copied.connect(self.copied)
        self._column.addWidget(self._reading, 1)
        self._column.addLayout(self._facts)
        self._commands, self._buttons = QGridLayout(), dict[str, QPushButton]()
        self._column.addLayout(self._commands)

    def _show_nothing(self) -> None:
        """Keep the place while nothing is learnt: a plane that changed its size would move points under the hand."""
        self._jobs.cancel(KIND)
        self._name = ""
        self._tabs.set_tabs({}, {})
        self._on_arrived(KIND, Shown(Drawn(words=NOTHING)))

    def _draw(self) -> None:
        """Draw now; while something is dragged only now and then, so that the plane can keep up with the hand."""
        if self._store.dragging and self._pause.isActive():
            self._is_due = True
            return
        self._is_due = False
        least = PAUSE if self._is_touched else AWAY
        self._pause.start(max(least, round(1000 * SHARE * self._seconds.get(self._name, 0.0))))
        self._draw_now()

    def _catch_up(self) -> None:
        if self._is_due:
            self._draw()

    def _draw_now(self) -> None:
        if self._snapshot is None or self.isHidden():
            return
        snapshot, kind = self._snapshot, self._kinds.get(self._name)
        dragging = self._store.dragging
        if kind is None or (dragging and not self._is_touched and self._keeps_waiting(kind)):
            return  # a slow view would keep the plane waiting; it is drawn when the hand lets go
        self._jobs.request(KIND, lambda: self._timed(kind, snapshot, dragging), urgency=1)

    def _keeps_waiting(self, kind: ViewKind) -> bool:
        return kind.parts is None and self._seconds.get(kind.name, 0.0) > SLOW

    def _timed(self, kind: ViewKind, snapshot: Snapshot, dragging: bool) -> Iterator[Shown | None]:
        """Yield what is drawn, None where it may be interrupted, and note how long the first drawing takes."""
        begun, is_first = time.perf_counter(), True
        for shown in _drawn(kind, snapshot, dragging):
            if shown is not None and is_first:
                self._seconds[kind.name], is_first = time.perf_counter() - begun, False
            yield shown

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == KIND and isinstance(result, Shown):
            drawn = self._shown = result.drawn
            self._reading.setVisible(bool(drawn.blocks))
            self._reading.show_blocks(drawn.blocks, result.formulas)
            self._words.setText(drawn.words)
            self._words.setVisible(bool(drawn.words))
            self._show_facts(drawn.facts)
            self._show_options(drawn.options)
            self._show_commands(dict(drawn.commands))
            self._show_charts(drawn)
            self._column.activate()  # now, so that no frame is painted with the sizes of the last view

    def _show_charts(self, drawn: Drawn) -> None:
        panels = self._room_for(drawn)
        while len(self._charts) < len(panels):
            self._add_chart()
        for index, chart in enumerate(self._charts):
            chart.setVisible(index < len(panels))
            if index < len(panels):
                chart.canvas.hasty = self._store.dragging
                chart.show_plot(panels[index])
                share = round(100 * panels[index].height)
                if self._plots.stretch(index) != share:
                    self._plots.setStretchFactor(chart, share)

    def _show_commands(self, commands: dict[str, str]) -> None:
        if list(commands) == list(self._buttons):
            return
        for button in self._buttons.values():
            self._commands.removeWidget(button)
            button.deleteLater()
        self._buttons = {name: QPushButton(words) for name, words in commands.items()}
        for number, (name, button) in enumerate(self._buttons.items()):
            button.clicked.connect(lambda _=False, name=name: self.command_wanted.emit(name))
            self._commands.addWidget(button, number // COLUMNS, number % COLUMNS)

    def _room_for(self, drawn: Drawn) -> tuple[Plot, ...]:
        """Give what there is to read beside charts the room it needs, and return the charts that are not flat then."""
        both = drawn.panels and drawn.blocks
        tall = round(min(self._reading.wanted, drawn.reading * self.height())) if both else 0
        self._reading.setMinimumHeight(tall)
        self._reading.setMaximumHeight(tall or QWIDGETSIZE_MAX)
        room = self.height() - self._tabs.height() - self._options.sizeHint().height() - tall
        needed = np.cumsum([panel.least for panel in drawn.panels])
        fit = int(np.count_nonzero(needed <= max(room / theme.px(CHART), 1 if both else FEWEST)))
        return drawn.panels[: max(fit, 1)]

    def _show_options(self, options: tuple[Option, ...]) -> None:
        wanted = [(option.name, tuple(option.choices.items())) for option in options]
        if wanted != self._offered:
            self._offered = wanted
            for choice in self._choices.values():
                self._options.removeWidget(choice)
                choice.deleteLater()
            self._choices = {option.name: self._choice(option) for option in options}
        for option in options:
            self._choices[option.name].show_choice(option.current)

    def _choice(self, option: Option) -> Choice:
        choice = Choice(option.choices)
        choice.setToolTip(option.label)
        choice.setAccessibleName(option.label)
        choice.chosen.connect(lambda value, name=option.name: self._choose_option(name, value))
        choice.setMinimumContentsLength(8)
        choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        count = self._options.count()
        self._options.addWidget(choice, count // COLUMNS, count % COLUMNS)
        return choice

    def _choose_option(self, name: str, value: str) -> None:
        self._store.look(self._store.session.view.with_option(name, value))
        if self._snapshot is not None:
            self.show_snapshot(replace(self._snapshot, session=self._store.session))

    def _add_chart(self) -> None:
        chart = Chart()
        chart.apply_theme()
        index = len(self._charts)
        chart.touched.connect(lambda touched, index=index: self._touch(replace(touched, panel=index)))
        chart.left.connect(self._forget_ghost)
        self._charts.append(chart)
        self._plots.addWidget(chart)

    def _forget_ghost(self) -> None:
        view = self._store.session.view
        if any(getattr(view, name) is not None for name in POINTED_AT):
            nowhere: dict[str, Any] = dict.fromkeys(POINTED_AT)
            self._store.look(replace(view, **nowhere))

    def _choose_row(self, block: int, row: int, column: int) -> None:
        self._touch(Touched(block, row, column, "row"))

    def _type_cell(self, block: int, row: int, column: int, value: float) -> None:
        self._touch(Touched(block, row, column, "typed", value=value))

    def _touch(self, touched: Touched) -> None:
        kind = self._kinds.get(self._name)
        if self._snapshot is None or kind is None:
            return
        if touched.kind == "press":
            self._is_touched = True
            self._store.begin_gesture()
        now = self._store.session if touched.kind == "drag" else self._snapshot.session  # a drag adds to what it did
        session = kind.touch(replace(self._snapshot, session=now), touched)
        if session is not None and touched.kind == "hover":  # pointing never edits, even if the snapshot is late
            seen = {name: getattr(session.view, name) for name in POINTED_AT}
            self._store.look(replace(self._store.session.view, **seen))
        elif session is not None:
            chosen = touched.kind in ("row", "typed")  # an entry of undo for each
            words = f"{DEEDS[touched.kind]} {kind.title.lower()}"
            self._store.edit(session, words, "" if chosen else "drag")
        if touched.kind == "release":
            self._is_touched = False
            self._store.end_gesture()

    def _show_facts(self, facts: tuple[Fact, ...]) -> None:
        if theme.current().scale > 1 and any(not chart.isHidden() for chart in self._charts):
            facts = ()  # a presentation needs the room for the picture
        names = [fact.name for fact in facts]
        if names != [name.text() for name, _ in self._labels]:
            self._rebuild_facts(names)
        for fact, (_, value) in zip(facts, self._labels, strict=True):
            value.setText(fact.value)

    def _rebuild_facts(self, names: list[str]) -> None:
        for pair in self._labels:
            for label in pair:
                self._facts.removeWidget(label)
                label.deleteLater()
        self._labels = [(Label(name), Label()) for name in names]
        for row, (name, value) in enumerate(self._labels):
            name.setProperty("role", "muted")
            value.setProperty("role", "value")
            self._facts.addWidget(name, row, 0)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        self._facts.setColumnStretch(0, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many charts as there is room for now."""
        super().resizeEvent(event)
        self._show_charts(self._shown)


def _drawn(kind: ViewKind, snapshot: Snapshot, dragging: bool) -> Iterator[Shown | None]:
    """Yield a draft where there is one, what is drawn in full unless something is dragged, and then its formulas."""
    if kind.parts is not None:
        yield Shown((yield from kind.parts(snapshot, False)))
    if kind.parts is None or not dragging:
        drawn = kind.draw(snapshot) if kind.parts is None else (yield from kind.parts(snapshot, True))
        yield Shown(drawn)
        latex = [block.latex for block in drawn.blocks if isinstance(block, Equation)]
        if latex and not dragging:  # setting a formula takes longer than a frame
            from mlexplorer.painting import equation  # start-up time

            yield Shown(drawn, {one: equation.rows(one, WIDTH) for one in latex})


def _differs_by_layers(old: Snapshot, new: Snapshot) -> bool:
    """Return whether nothing but the layers of the plane is different."""
    changed = old.session.view.switches != new.session.view.switches
    return changed and old.finished == new.finished and is_same_but_layers(old, new)


def _is_hasty(old: Snapshot, new: Snapshot) -> bool:
    """Return whether a fit is only the end of one that goes on from the last, as while points are dragged."""
    return len(new.trace) == 1 < len(old.trace) and old.run.model == new.run.model


def _differs_by_ghost(old: Snapshot, new: Snapshot) -> bool:
    """Return whether nothing but the step that is pointed at is different, so that a view need not be drawn again."""
    if old.session.view.ghost == new.session.view.ghost or old.finished != new.finished:
        return False
    view = replace(old.session.view, ghost=new.session.view.ghost)
    same = len(old.traces) == len(new.traces) and all(
        one is two for one, two in zip(old.traces, new.traces, strict=True)
    )
    return same and replace(old.session, view=view) == new.session
