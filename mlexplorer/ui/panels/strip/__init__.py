"""The strip of errors below the plane: the knob of the model against what it costs, under the hand."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from mlexplorer.core.model import Step
from mlexplorer.core.study import Fit
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.previews import strip_study
from mlexplorer.pipeline.snapshot import Results, Snapshot
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.panels.edges import DOCKED, LOW, Edge, Foldable, Room
from mlexplorer.ui.panels.strip.end_names import EndNames
from mlexplorer.ui.panels.strip.fit_pictures import FitPictures, FitScene, made
from mlexplorer.ui.plane.chart import ChartWidget
from mlexplorer.ui.plane.chart_hand import answer, point_at_nothing
from mlexplorer.ui.results import ResultsFollower
from mlexplorer.ui.store import Store
from mlexplorer.views import strip

KIND = "strip pictures"
HEADER = 34  # design pixels
ROOM = Room(96 - HEADER, 360 - HEADER)  # of what is below it
HIGH, PLAIN, TALL = 196, 116, 860  # usual height; without pictures where the window is lower than TALL
PICTURED, PICTURE = 160, 0.32  # height from which there are pictures, and their share of it
FOLDS = 760  # design pixels of a window that is too low for more than the header, until it is unfolded
BELOW = 8  # design pixels that a name may reach below the axis
MOST_CHOICES = 2
REST = 150  # milliseconds that the pointer rests before it previews


class _Body(Foldable, QWidget):
    """What folds away: pictures, chart and names."""


class ErrorStrip(QFrame):
    """Shows the complexity curve of the active run as far as it is known; a touch previews or sets the parameter.

    It stands in the window, but neither on stage nor beside the plane alone.
    """

    def __init__(self, store: Store, results: ResultsFollower, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bottom bar")
        self._store, self._results, self._jobs = store, results, jobs
        self._snapshot: Snapshot | None = None
        self._has_room = True
        self._title, self._words, self.chart = Label(), Label(), ChartWidget(bare=True)
        self.pictures, self.names = FitPictures(), EndNames()
        self.fold_button = QToolButton()
        self.buttons = tuple(QPushButton() for _ in range(MOST_CHOICES))
        self.body = _Body(self)
        self.edge = Edge("Error strip", "below", self.body, ROOM)
        self._scene: FitScene | None = None
        self._made: Mapping[Step, QImage] = {}
        self._asked: frozenset[Step] = frozenset()
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._pointed: Touched | None = None
        self._build()
        self._connect()
        self._come(store.session)

    @property
    def words(self) -> str:
        """What the strip says."""
        return self._words.text()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw the strip of a snapshot, with what is known of its study by now."""
        known = self._results.known(snapshot.session)
        self._snapshot = replace(snapshot, results=known)
        if self.isHidden():
            return
        drawn = strip.draw(self._snapshot)
        self._title.setText(strip.heading(self._snapshot))
        self._words.setText(drawn.words)
        self._show_choices()
        for part in (self.chart, self.pictures, self.names):
            part.setVisible(bool(drawn.panels))
        for plot in drawn.panels:
            self.chart.canvas.hasty = self._store.dragging
            self.chart.show_plot(plot, strip.TITLE)
        self._show_beside()
        self._ask()

    def give_room(self, has_room: bool) -> None:
        """Stand in the window if there is something to show, or not at all."""
        self._has_room = has_room
        self._come(self._store.session)
        if self._snapshot is not None:
            self.show_snapshot(self._snapshot)  # it draws only while it is shown

    def _come(self, session: Session) -> None:
        self.setVisible(self._has_room and strip_study(session) is not None)

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        self.fit()
        side = theme.px(16)
        self._inside.setContentsMargins(side, 0, side, theme.px(4))
        self._head.setContentsMargins(theme.px(8), 0, side, 0)
        self.chart.apply_theme()
        self._made = {}

    def fit(self) -> None:
        """Take the height that was given by hand, or the usual one, as far as the window has room for it."""
        self.edge.stand(LOW if self.window().height() < theme.px(FOLDS) else DOCKED)
        usual = HIGH if self.window().height() >= theme.px(TALL) else PLAIN
        high = theme.px(self.edge.remembered or usual)
        self.body.setFixedHeight(high)
        self.pictures.setFixedHeight(round(PICTURE * high) if high >= theme.px(PICTURED) else 0)
        self._header.setMinimumHeight(theme.px(HEADER))
        self._show_fold()

    def _show_fold(self) -> None:
        theme.put_icon(self.fold_button, "chevron-right" if self.body.is_folded else "chevron-down", 16)

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._header = QWidget()
        self._head = QHBoxLayout(self._header)
        self.fold_button.setAutoRaise(True)
        self.fold_button.setToolTip("Fold the strip to this line, or unfold it")
        self.fold_button.setAccessibleName("Fold the error strip")
        self._title.setProperty("role", "value")
        self._words.setProperty("role", "muted")
        self._words.setWordWrap(True)
        for part, stretch in ((self.fold_button, 0), (self._title, 0), (self._words, 1)):
            self._head.addWidget(part, stretch)
        for button in self.buttons:
            button.setProperty("role", "small")
            self._head.addWidget(button)
            button.hide()
        self._inside = QGridLayout(self.body)
        self._inside.setSpacing(0)
        self._inside.addWidget(self.pictures, 0, 0)
        self._inside.addWidget(self.chart, 1, 0)
        self._inside.addWidget(self.names, 1, 1)
        self._inside.setRowStretch(1, 1)
        column.addWidget(self.edge)
        column.addWidget(self._header)
        column.addWidget(self.body)

    def _connect(self) -> None:
        self.chart.touched.connect(self._touch)
        self.chart.left.connect(self._leave)
        self._rest.timeout.connect(lambda: self._answer(self._pointed))
        self.chart.canvas.resized.connect(self._show_beside)
        self.edge.sized.connect(lambda _: self.fit())
        self.edge.folded.connect(lambda _: self._show_fold())
        self.fold_button.clicked.connect(lambda: self.edge.fold(not self.body.is_folded))
        self.pictures.chosen.connect(self._choose)
        self.pictures.pointed.connect(self._point)
        for number, button in enumerate(self.buttons):
            button.clicked.connect(partial(self._go, number))
        self._results.found.connect(self._show_results)
        self._jobs.arrived.connect(self._on_arrived)
        self._store.changed.connect(lambda _, new: self._come(new))

    # -- pictures and names -------------------------------------------------------------------------------------

    def _show_beside(self) -> None:
        """Put the names at the ends of the curves, and the pictures over their places."""
        if self._snapshot is None:
            return
        ends, position = strip.ends(self._snapshot), self.chart.canvas.position_of
        heights = {name: float(position(np.array([place]))[0, 1]) for name, place in ends.items()}
        self.names.show_names(heights, self.chart.canvas.plane_rect().bottom() + theme.px(BELOW))
        found = strip.pictured(self._snapshot)
        if found is not None and self.chart.isVisible():
            result, numbers = found
            fits = {number: result.fits[number] for number in numbers}
            places = {number: float(position(np.array([[fit.x, 0.0]]))[0, 0]) for number, fit in fits.items()}
            steps = {number: step for number, fit in fits.items() if (step := fit.step) is not None}
            shown = {number: self._made[step] for number, step in steps.items() if step in self._made}
            self.pictures.show_pictures(shown, places, result.present)

    def _ask(self) -> None:
        """Ask for the pictures that are missing, those that matter most first; never while something is dragged."""
        found = None if self._snapshot is None else strip.pictured(self._snapshot)
        if found is None or self._snapshot is None or self._store.dragging or not self.pictures.height():
            return
        scene = self._scene_of(self._snapshot)
        if scene != self._scene:
            self._scene, self._made = scene, {}
        steps = [step for number in found[1] if (step := found[0].steps[number]) is not None]
        self._made = {step: self._made[step] for step in steps if step in self._made}
        missing = [step for step in steps if step not in self._made]
        if not self._asked.issuperset(missing) or (missing and KIND not in self._jobs.busy):
            self._asked = frozenset(missing)
            self._jobs.request(KIND, lambda: made(scene, missing), urgency=3)

    def _scene_of(self, snapshot: Snapshot) -> FitScene:
        ratio, room = self.devicePixelRatioF(), self.pictures.room
        size = round(room.width() * ratio), round(room.height() * ratio)
        look, rule = theme.current(), snapshot.session.document.rule
        view = replace(looked_at(snapshot.session), bounds=None)  # all points, however far the plane is zoomed
        bounds = framed(snapshot.data, view, *size).bounds
        return FitScene(snapshot.data, rule, bounds, size, look.scale * ratio, look.theme)

    def _on_arrived(self, kind: str, pictures: object) -> None:
        if kind == KIND and isinstance(pictures, dict):
            self._made = {**self._made, **pictures}
            self._show_beside()
            self._ask()

    # -- hands --------------------------------------------------------------------------------------------------

    def _show_choices(self) -> None:
        found = {} if self._snapshot is None else strip.choices(self._snapshot)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(found))
        for button, (words, fit) in zip(self.buttons, found.items(), strict=False):
            button.setText(f"{words}: {fit.words.partition(':')[0].rpartition(' = ')[2]}")  # the title names the knob
            button.setToolTip(fit.words)

    def _go(self, number: int) -> None:
        found = [] if self._snapshot is None else list(strip.choices(self._snapshot).items())
        if number < len(found):
            self._take(found[number][1], f"take the {found[number][0].lower()}")

    def _choose(self, number: int) -> None:
        found = None if self._snapshot is None else strip.pictured(self._snapshot)
        if found is not None:
            self._take(found[0].fits[number], f"take {found[0].fits[number].words.partition(':')[0]}")

    def _take(self, fit: Fit, deed: str) -> None:
        self._store.edit(strip.go(self._store.session, fit), deed)

    def _point(self, number: int | None) -> None:
        found = None if self._snapshot is None else strip.pictured(self._snapshot)
        if number is None or found is None:
            self._leave()
        else:
            self._touch(Touched(0, found[0].fits[number].x, 0.0, "hover"))

    def _leave(self) -> None:
        self._rest.stop()
        point_at_nothing(self._store)

    def _show_results(self, results: Results) -> None:
        del results
        if self._snapshot is not None and self._snapshot.session.document == self._store.session.document:
            self.show_snapshot(replace(self._snapshot, session=self._store.session))

    def _touch(self, touched: Touched) -> None:
        """Do what a touch asks for; pointing previews when it has rested, and then follows at once."""
        self._rest.stop()
        if touched.kind == "hover" and self._store.session.view.preview is None:
            self._pointed = touched
            self._rest.start()
        else:
            self._answer(touched)

    def _answer(self, touched: Touched | None) -> None:
        if self._snapshot is not None and touched is not None:
            answer(self._store, self._snapshot, strip.touch, strip.TITLE, touched)
