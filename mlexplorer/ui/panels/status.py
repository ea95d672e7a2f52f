"""The words beside the key line: where the pointer is and what is predicted there, else how good the fit is."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.core.capabilities import HasCurve, HasDensity, HasProbabilities, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import REJECTED, Rule, decide
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted, text
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.layers.points import nearest_row, point_words
from mlexplorer.pipeline.point_display import SINGLY, is_crowded
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import tip

POINT, SIDES = "Point", 28  # how words on a point begin; design pixels beside the words
GAP = " " * 4  # between two facts
LONG = 1500  # milliseconds after which it is said that a fit takes long
ASIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Status(Dressed, QWidget):
    """One line of facts: those there is room for, or what is pointed at; its tip has all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._snapshot: Snapshot | None = None
        self._place: tuple[float, float] | None = None
        self._facts: list[str] = []
        self.left = ""  # what is said of the place under the pointer

    @property
    def right(self) -> str:
        """What is said of the fit."""
        return GAP.join(self._facts)

    def show_place(self, place: tuple[float, float] | None) -> None:
        """Show the place under the pointer and what the shown step says of it."""
        self._place = place
        self._say()

    def show_snapshot(self, snapshot: Snapshot, milliseconds: float) -> None:
        """Show the errors, and that a fit is not ready yet."""
        self._snapshot = snapshot
        self._facts = [*_crowd_words(snapshot), *_error_words(snapshot)]
        if not snapshot.finished:
            self._facts.append("Still fitting: this takes a while …" if milliseconds > LONG else "Working …")
        self._say()

    def _say(self) -> None:
        self.left = self._words()
        words = self.left or self.right
        if words != self.accessibleName():
            self.setAccessibleName(words)
            self.setToolTip(tip(words))
            self._make_room()
            self.update()

    def _make_room(self) -> None:
        """Let the key give way to what is said of a point."""
        around = self.parentWidget()
        most = 0 if around is None else around.width() * 3 // 4
        wanted = QFontMetrics(theme.font("caption")).horizontalAdvance(self.left) + theme.px(SIDES)
        self.setMinimumWidth(min(wanted, most) if self.left.startswith(POINT) else 0)

    def fitting(self) -> str:
        """Return the words there is room for: of the fit whole facts, the last ones first."""
        metrics, room = QFontMetrics(theme.font("caption")), self.width() - theme.px(SIDES)
        if self.left:
            return metrics.elidedText(self.left, Qt.TextElideMode.ElideRight, room)
        shown = (GAP.join(self._facts[first:]) for first in range(len(self._facts)))
        return next((words for words in shown if metrics.horizontalAdvance(words) <= room), "")

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words at the right end."""
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.colour("window"))
            painter.setPen(theme.colour("muted"))
            painter.setFont(theme.font("caption"))
            room = self.rect().adjusted(theme.px(SIDES / 2), 0, -theme.px(SIDES / 2), 0)
            painter.drawText(room, ASIDE, self.fitting())

    def _words(self) -> str:
        if self._place is None or self._snapshot is None:
            return ""
        where = f"({', '.join(map(_number, self._place))})"
        step, row = self._snapshot.step, nearest_row(self._snapshot, np.array(self._place))
        if step is None:
            return where
        if row is None or not self._snapshot.classifies:
            return f"{where} {prediction(step, self._place, self._snapshot)}"
        return f"{POINT} {self._snapshot.data.numbers[row]}: {point_words(self._snapshot, row)}"


def prediction(step: Step, place: tuple[float, float], snapshot: Snapshot) -> str:
    """Return what a step says of a place, in a few words."""
    point = np.array([place])
    if isinstance(step, HasScores):
        return _class_words(step, point, snapshot.data, snapshot.session.document.rule, snapshot.run.model.task)
    if isinstance(step, HasDensity):
        return f"→ density {text(float(step.density(point)[0]))}"
    if isinstance(step, HasCurve):
        return f"→ curve {_number(float(step.curve(point[:, 0])[0]))}"
    return ""


def _class_words(step: HasScores, point: np.ndarray, data: Dataset, rule: Rule, task: str) -> str:
    label = int(decide(step, point, rule)[0])
    if label == REJECTED:
        return "→ no decision"
    words = f"→ {data.class_names[label]}" if task == "classify" else f"→ cluster {label}"
    if isinstance(step, HasProbabilities):
        chances = step.probabilities(point)[0]
        words += f"  (p = {chances[list(step.classes).index(label)]:.2f})"
    return words


def _crowd_words(snapshot: Snapshot) -> list[str]:
    """Return what is done differently because there are so many points."""
    data = snapshot.data
    learned, whole = len(snapshot.training), len(snapshot.run.model.learnable(data))
    few = f"; errors and rings for at most {SINGLY} in view" if snapshot.classifies else ""
    words = [f"{counted(len(data), 'point')}, drawn by density{few}"] if is_crowded(data) else []
    return words + ([f"learned from {learned:,} of {whole:,} at random"] if learned < whole else [])


def _error_words(snapshot: Snapshot) -> list[str]:
    """Return how many points are wrong, or how far the curve is from them, on training and on test points."""
    if isinstance(snapshot.step, HasCurve):
        found = {name: missed(snapshot.step, part) for name, part in curve_parts(snapshot.data).items()}
        return [f"{name} RMSE {text(off.rmse)}, MAE {text(off.mae)}" for name, off in found.items()]
    if not snapshot.classifies:
        return []
    parts = {"training": snapshot.data.training, "test": snapshot.data.testing}
    counts = {name: snapshot.errors(part) for name, part in parts.items() if name == "training" or len(part)}
    return [f"{name} {wrong:,} of {total:,} wrong" for name, (wrong, total) in counts.items()]


def _number(value: float) -> str:
    if abs(value) >= 1000:
        return text(value, 5)
    words = f"{value:.2f}"
    return words.replace("-", "−") if float(words) != 0 else words.lstrip("-")
