"""The strip of errors below the plane: the knob of the model against what it costs, under the hand."""

from dataclasses import replace
from functools import cached_property, partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from mlexplorer.core.study import Fit
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.previews import strip_study
from mlexplorer.pipeline.snapshot import Results, Snapshot
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.plane.chart import ChartWidget
from mlexplorer.ui.plane.chart_hand import answer, point_at_nothing
from mlexplorer.ui.results import ResultsFollower
from mlexplorer.ui.store import Store

HEIGHT, MOST = 212, 0.27  # design pixels, and share of the window's height
MOST_CHOICES = 2
CHART = 2  # the place of the chart: below the title and the words


class ErrorStrip(QFrame):
    """Shows the complexity curve of the active run as far as it is known; a touch previews or sets the parameter."""

    def __init__(self, store: Store, results: ResultsFollower, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bottom bar")
        self._store, self._results = store, results
        self._snapshot: Snapshot | None = None
        self._title, self._words = Label(), Label()
        self.buttons = tuple(QPushButton() for _ in range(MOST_CHOICES))
        self._build()
        results.found.connect(self._show_results)
        store.changed.connect(lambda _, new: self.setVisible(strip_study(new) is not None))
        self.setVisible(strip_study(store.session) is not None)

    @cached_property
    def chart(self) -> ChartWidget:
        """The curve, made when the strip is first shown."""
        chart = ChartWidget(bare=True)
        chart.apply_theme()
        chart.touched.connect(self._touch)
        chart.left.connect(partial(point_at_nothing, self._store))
        self._column.insertWidget(CHART, chart, 100)
        return chart

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
        from mlexplorer.views import strip  # start-up time

        drawn = strip.draw(self._snapshot)
        self._title.setText(strip.heading(self._snapshot))
        self._words.setText(drawn.words)
        self._words.setToolTip(drawn.words)
        self._words.setVisible(not drawn.panels or not theme.is_presented())  # a presentation needs the room
        self._show_choices()
        self.chart.setVisible(bool(drawn.panels))
        for plot in drawn.panels:
            self.chart.canvas.hasty = self._store.dragging
            self.chart.show_plot(plot, strip.TITLE)

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        self.setFixedHeight(min(theme.px(HEIGHT), round(MOST * self.window().height())))
        side = theme.px(16)
        self._column.setContentsMargins(side, theme.px(6), side, theme.px(4))
        if "chart" in vars(self):  # it was made
            self.chart.apply_theme()

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setSpacing(2)
        row = QHBoxLayout()
        self._title.setProperty("role", "value")
        row.addWidget(self._title)
        row.addStretch(1)
        for button in self.buttons:
            button.setProperty("role", "small")
            row.addWidget(button)
            button.hide()
        self._words.setProperty("role", "muted")
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(row)
        self._column.addWidget(self._words)
        self._column.addStretch(1)  # for the words where there is no chart yet
        for number, button in enumerate(self.buttons):
            button.clicked.connect(partial(self._go, number))

    def _choices(self) -> dict[str, Fit]:
        from mlexplorer.views import strip  # start-up time

        return {} if self._snapshot is None else strip.choices(self._snapshot)

    def _show_choices(self) -> None:
        found = self._choices()
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(found))
        for button, (words, fit) in zip(self.buttons, found.items(), strict=False):
            button.setText(f"{words}: {fit.words.partition(':')[0].rpartition(' = ')[2]}")  # the title names the knob
            button.setToolTip(fit.words)

    def _go(self, number: int) -> None:
        from mlexplorer.views import strip  # start-up time

        found = list(self._choices().items())
        if number < len(found):
            words, fit = found[number]
            self._store.edit(strip.go(self._store.session, fit), f"take the {words.lower()}")

    def _show_results(self, results: Results) -> None:
        del results
        if self._snapshot is not None and self._snapshot.session.document == self._store.session.document:
            self.show_snapshot(replace(self._snapshot, session=self._store.session))

    def _touch(self, touched: Touched) -> None:
        from mlexplorer.views import strip  # start-up time

        if self._snapshot is not None:
            answer(self._store, self._snapshot, strip.touch, strip.TITLE, touched)
