"""The panel on the right: linked views, drawn in the background, touched like the plane."""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from mlexplorer.core.params import Recipe
from mlexplorer.marks.plot import Drawn, Fact, Plot, Touched, ViewKind
from mlexplorer.pipeline.snapshot import Results, Snapshot
from mlexplorer.session.session import Session, View
from mlexplorer.session.touching import PICTURE, VIEWS, changed, touching
from mlexplorer.ui.forms.choosers import Tabs
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels import chart_room
from mlexplorer.ui.panels.blocks import Reading
from mlexplorer.ui.panels.choices import Choices, ViewBar
from mlexplorer.ui.panels.edges import Foldable
from mlexplorer.ui.panels.fact_rows import FactRows
from mlexplorer.ui.panels.view_drawing import Shown, drawn_in_parts, is_drawn_alike, is_hasty
from mlexplorer.ui.plane.chart import ChartWidget
from mlexplorer.ui.plane.chart_hand import answer, point_at_nothing
from mlexplorer.ui.results import ResultsFollower
from mlexplorer.ui.store import Store

KIND = "view"
AT_ONCE = frozenset(touching(View, VIEWS)) - frozenset(touching(View, PICTURE))  # followed without a new picture
COLUMNS = 2  # of choices above a view, and of buttons below
QWIDGETSIZE_MAX = 16_777_215  # as tall as Qt allows
NARROW = 1400  # pixels of a window in which the views take less
USUAL, SLIM, PRESENTED = 412, 352, 396  # design pixels for the views
SLOW = 0.008  # seconds a view may take without a pause while something is dragged
NOTHING = "Once something is learnt, it is seen here from other sides."
BEHIND = "As it was before: this view follows when the hand rests."
PAUSE, AWAY = 40, 100  # milliseconds between two drawings while something is dragged here, or elsewhere
SHARE = 3.0  # or so many times what the last took, so that the plane has most of the time


class Linked(Foldable, QFrame):
    """Shows the chosen view of the present snapshot, or says that there is none yet."""

    command_wanted = Signal(str)
    copied = Signal(str)

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "right panel")
        self._store, self._jobs = store, jobs
        self._snapshot: Snapshot | None = None
        self._name = ""
        self.charts: list[ChartWidget] = []
        self._shown = Drawn()
        self._laid_out: tuple[int, ...] = ()
        self._is_due = False
        self._is_touched = False  # whether the hand is on this panel
        self._is_behind = False  # whether an earlier moment is shown than on the plane
        self._seconds: dict[str, float] = {}  # that the first drawing of a view took, by its name
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._catch_up)
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._show_rest)
        self._results: Results = ()
        self._build()
        self.results = ResultsFollower(store, jobs, self)
        self.results.found.connect(self._show_results)
        jobs.arrived.connect(self._on_arrived)
        store.changed.connect(self._on_changed)

    @cached_property
    def _kinds(self) -> dict[str, ViewKind]:
        """The views by name; found after the first paint, since that imports them all."""
        from mlexplorer.views.catalogue import all_kinds  # start-up time

        return all_kinds()

    @property
    def name(self) -> str:
        """The view that is shown; empty if none is."""
        return self._name

    @property
    def is_whole(self) -> bool:
        """Whether all of the view that arrived last is shown."""
        return not self._rest.isActive()

    @property
    def words(self) -> str:
        """What is said above the charts."""
        return self._words.text()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw the chosen view of a snapshot in the background, as it is looked at by now."""
        now = {name: getattr(self._store.session.view, name) for name in AT_ONCE}
        view = replace(snapshot.session.view, **now)
        snapshot = replace(snapshot, session=replace(snapshot.session, view=view), results=self._results)
        if self._snapshot is not None and is_drawn_alike(self._snapshot, snapshot):
            self._snapshot = snapshot
            return
        offered = {kind.name: kind for kind in self._kinds.values() if kind.offered(snapshot)}
        if self._name not in offered and self._snapshot is not None and is_hasty(self._snapshot, snapshot):
            self._fall_behind()
            return
        self._snapshot = snapshot
        if not offered:
            self._show_nothing()
            return
        wanted = snapshot.session.view.panel
        self._name = wanted if wanted in offered else next(iter(offered))
        tips = {name: kind.help for name, kind in offered.items()}
        self.tabs.set_tabs({name: kind.title for name, kind in offered.items()}, tips)
        self.tabs.show_choice(self._name)
        self.results.want(offered[self._name].needs_results, snapshot.frame)
        self._draw()

    def _show_results(self, results: Results) -> None:
        """Draw what the studies have found so far."""
        self._results = results
        if self._snapshot is not None:
            self._snapshot = replace(self._snapshot, results=results)
            if self._name in self._kinds and self._kinds[self._name].needs_results:
                self._draw()

    def _on_changed(self, old: Session, new: Session) -> None:
        """Follow what is looked at and needs no new picture."""
        if self._snapshot is not None and changed(old, new, VIEWS) & AT_ONCE:
            self.show_snapshot(self._snapshot)

    def choose(self, name: str) -> None:
        """Show another view."""
        self._name = name
        view = self._store.session.view
        self._store.look(replace(view, panel=name))

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        side = theme.px(16)
        self._column.setContentsMargins(side, theme.px(4), side, theme.px(12))
        self._column.setSpacing(theme.px(10))
        self._facts.setSpacing(theme.px(10))
        for chart in self.charts:
            chart.apply_theme()
        self._draw()

    @staticmethod
    def usual(width: int) -> int:
        """Return how wide it is in a window of a width, in design pixels, unless it was made wider by hand."""
        if theme.is_presented():
            return PRESENTED
        return USUAL if width >= NARROW else SLIM

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self.tabs = Tabs({})
        self.tabs.setAccessibleName("Views")
        self.tabs.chosen.connect(self.choose)
        self._words = Label()
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words.setProperty("role", "muted")
        self.options = Choices()
        self.options.chosen.connect(self.choose_option)
        self.bar = ViewBar(self.options)
        self.bar.command_wanted.connect(self.command_wanted)
        self._plots = QGridLayout()
        self._facts = FactRows()
        self._column.addWidget(self.tabs)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.options)
        self.form = RecipeForm(self)
        self.form.edited.connect(self._edit_recipe)
        self.form.gesture.connect(lambda begun: self._store.begin_gesture() if begun else self._store.end_gesture())
        self.form.hide()
        self._column.addWidget(self.form)
        self._column.addWidget(self._words)
        self._column.addLayout(self._plots, 1)
        self.reading = Reading()
        self.reading.setVisible(False)
        self.reading.row_chosen.connect(self.choose_row)
        self.reading.typed.connect(self.type_cell)
        self.reading.copied.connect(self.copied)
        self._column.addWidget(self.reading, 1)
        self._column.addLayout(self._facts)
        self._commands, self.buttons = QGridLayout(), dict[str, QPushButton]()
        self._column.addLayout(self._commands)

    def _show_nothing(self) -> None:
        """Keep the place while nothing is learnt: a plane that changed its size would move points under the hand."""
        self._jobs.cancel(KIND)
        self._name = ""
        self.tabs.set_tabs({}, {})
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
        dragging = self._store.dragging and (snapshot.dragging or self._is_touched)
        if kind is None:
            return
        if dragging and not self._is_touched and self._keeps_waiting(kind):
            self._fall_behind()  # a slow view would keep the plane waiting; it is drawn when the hand rests
            return
        hand = f"{KIND} {kind.name}" if dragging else ""
        self._jobs.request(KIND, lambda: self._timed(kind, snapshot, dragging), 1, hand)

    def _fall_behind(self) -> None:
        """Say that what is shown is of an earlier moment than the plane."""
        if not self._is_behind:
            self._is_behind = True
            self._words.setText(BEHIND)
            self._words.setVisible(True)

    def _keeps_waiting(self, kind: ViewKind) -> bool:
        return kind.parts is None and self._seconds.get(kind.name, 0.0) > SLOW

    def _timed(self, kind: ViewKind, snapshot: Snapshot, dragging: bool) -> Iterator[Shown | None]:
        """Yield what is drawn, None where it may be interrupted, and note how long the first drawing takes."""
        begun, is_first = time.perf_counter(), True
        for shown in drawn_in_parts(kind, snapshot, dragging):
            if shown is not None and is_first:
                self._seconds[kind.name], is_first = time.perf_counter() - begun, False
            yield shown

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == KIND and isinstance(result, Shown):
            self._shown, self._is_behind = result.drawn, False
            if self.reading.show_blocks(result.drawn.blocks, result.formulas):
                self.setUpdatesEnabled(False)  # many new labels have a turn of their own; nobody sees half of a view
                self._rest.start()
            elif self.is_whole:
                self._show_rest()

    def _show_rest(self) -> None:
        """Show what stands around the blocks."""
        drawn = self._shown
        self._words.setText(drawn.words)
        self._words.setVisible(bool(drawn.words))
        self._show_facts(drawn.facts)
        self.bar.show_options(drawn.options)
        self._show_recipe(drawn.recipe)
        self._show_commands(dict(drawn.commands))
        self._show_charts(drawn)
        self._column.activate()  # now, so that no frame is painted with the sizes of the last view
        self.setUpdatesEnabled(True)

    def _show_charts(self, drawn: Drawn) -> None:
        panels = self._room_for(drawn)
        while len(self.charts) < len(panels):
            self.add_chart()
        self._lay_out(panels, drawn.columns)
        for index, chart in enumerate(self.charts):
            chart.setVisible(index < len(panels))
            if index < len(panels):
                chart.canvas.hasty = self._store.dragging
                chart.show_plot(panels[index], self._name)

    def _lay_out(self, panels: tuple[Plot, ...], columns: int) -> None:
        """Put the charts below one another, or side by side; rows share the height as their charts ask for."""
        rows = [panels[first : first + columns] for first in range(0, len(panels), columns)]
        tall = chart_room.shared(rows, self._room() - self.reading.minimumHeight())
        wanted = (columns, *tall, len(self.charts))
        if wanted == self._laid_out:
            return
        self._laid_out = wanted
        for index, chart in enumerate(self.charts):
            self._plots.addWidget(chart, index // columns, index % columns)
        for row in range(len(self.charts)):
            self._plots.setRowStretch(row, tall[row] if row < len(tall) else 0)

    def _show_commands(self, commands: dict[str, str]) -> None:
        if list(commands) == list(self.buttons):
            return
        for button in self.buttons.values():
            self._commands.removeWidget(button)
            button.deleteLater()
        self.buttons = {name: QPushButton(words) for name, words in commands.items()}
        for number, (name, button) in enumerate(self.buttons.items()):
            button.clicked.connect(lambda _=False, name=name: self.command_wanted.emit(name))
            self._commands.addWidget(button, number // COLUMNS, number % COLUMNS)

    def _room_for(self, drawn: Drawn) -> tuple[Plot, ...]:
        """Return the charts that are not flat in the room there is; what there is to read beside them gets a part."""
        gap, room = self._column.spacing(), self._room()
        both = bool(drawn.panels and drawn.blocks)
        tall = chart_room.for_reading(drawn, self.reading.wanted, self.height(), room, gap) if both else 0
        self.reading.setMinimumHeight(tall)
        self.reading.setMaximumHeight(tall or QWIDGETSIZE_MAX)
        self.reading.setVisible(bool(drawn.blocks) and (tall > 0 or not both))
        return chart_room.fitting(drawn, room - tall - gap if tall else room, gap)

    def _room(self) -> int:
        """Return the pixels from what stands above the charts to what stands below the text."""
        margins, gap = self._column.contentsMargins(), self._column.spacing()
        width = self.width() - margins.left() - margins.right()
        tall = [self.tabs.height(), self.bar.sizeHint().height()]
        tall += [part.sizeHint().height() for part in (self.options, self.form) if not part.isHidden()]
        tall += [self._words.heightForWidth(width)] if self._words.text() else []
        tall += [row.sizeHint().height() for row in (self._facts, self._commands) if row.count()]
        return self.height() - margins.top() - margins.bottom() - sum(tall) - gap * len(tall)

    def _show_recipe(self, recipe: Recipe | None) -> None:
        if recipe is not None:
            self.form.show_recipe(recipe)
        else:
            self.form.hide()

    def _edit_recipe(self, recipe: Recipe, name: str) -> None:
        kind = self._kinds.get(self._name)
        if self._snapshot is not None and kind is not None and kind.edited is not None:
            now = replace(self._snapshot, session=self._store.session)
            self._store.edit(kind.edited(now, recipe), f"change {name} of {recipe.title.lower()}", f"form {name}")

    def choose_option(self, name: str, value: str) -> None:
        """Make a choice that the shown view offers, as the view itself keeps it."""
        kind = self._kinds.get(self._name)
        if self._snapshot is not None and kind is not None:
            session = kind.chosen(replace(self._snapshot, session=self._store.session), name, value)
            self._store.edit(session, f"choose in {kind.title.lower()}")

    def add_chart(self) -> None:
        """Make one more chart, which is shown once a view has that many."""
        chart = ChartWidget(self)
        chart.hide()
        chart.apply_theme()
        index = len(self.charts)
        chart.touched.connect(lambda touched, index=index: self._touch(replace(touched, panel=index)))
        chart.left.connect(partial(point_at_nothing, self._store))
        self.charts.append(chart)

    def choose_row(self, block: int, row: int, column: int) -> None:
        """Choose a row of a table, as a click on one of its cells does."""
        self._touch(Touched(block, row, column, "row"))

    def type_cell(self, block: int, row: int, column: int, value: float) -> None:
        """Type a number into a cell of a table."""
        self._touch(Touched(block, row, column, "typed", value=value))

    def _touch(self, touched: Touched) -> None:
        kind = self._kinds.get(self._name)
        if self._snapshot is None or kind is None:
            return
        if touched.kind == "press":
            self._is_touched = True
        answer(self._store, self._snapshot, kind.touch, kind.title, touched)
        if touched.kind == "release":
            self._is_touched = False

    def _show_facts(self, facts: tuple[Fact, ...]) -> None:
        has_charts = any(not chart.isHidden() for chart in self.charts)
        self._facts.show_facts(() if theme.is_presented() and has_charts else facts)  # a stage needs room for pictures

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what was not drawn while nobody saw it."""
        super().showEvent(event)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many charts as there is room for now."""
        super().resizeEvent(event)
        self._show_charts(self._shown)
