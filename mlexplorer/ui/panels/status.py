"""The status bar: where the pointer is, what is predicted there, how many errors, how fast."""

import numpy as np
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mlexplorer.core.capabilities import HasCurve, HasDensity, HasProbabilities, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import REJECTED, Rule, decide
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted, text
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.layers.points import nearest_row, point_words
from mlexplorer.pipeline.point_display import SINGLY, is_crowded
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label

LONG = 1500  # milliseconds after which it is said that a fit takes long


class Status(QFrame):
    """One line of facts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bottom bar")
        self._row = QHBoxLayout(self)
        self._left, self._right = Label(), Label()
        self._right.setProperty("role", "muted")
        self._row.addWidget(self._left)
        self._row.addStretch(1)
        self._row.addWidget(self._right)
        self._snapshot: Snapshot | None = None
        self._place: tuple[float, float] | None = None
        self.apply_theme()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.setFixedHeight(theme.px(28))
        self._row.setContentsMargins(theme.px(16), 0, theme.px(16), 0)

    @property
    def left(self) -> str:
        """What is said of the place under the pointer."""
        return self._left.text()

    @property
    def right(self) -> str:
        """What is said of the fit: errors, and the time of the last frame."""
        return self._right.text()

    def show_place(self, place: tuple[float, float] | None) -> None:
        """Show the place under the pointer and what the shown step says of it."""
        self._place = place
        self._left.setText(self._words())

    def show_snapshot(self, snapshot: Snapshot, milliseconds: float) -> None:
        """Show the errors and the time of the last frame."""
        self._snapshot = snapshot
        parts = [*_crowd_words(snapshot), *_error_words(snapshot)]
        if not snapshot.finished:
            parts.append("Still fitting: this takes a while …" if milliseconds > LONG else "Working …")
        parts.append(f"Frame {milliseconds:.0f} ms")
        self._right.setText("      ".join(parts))
        self._left.setText(self._words())

    def _words(self) -> str:
        if self._place is None or self._snapshot is None:
            return ""
        names = self._snapshot.coordinates
        where = "   ".join(f"{name} = {_number(value)}" for name, value in zip(names, self._place, strict=True))
        step, row = self._snapshot.step, nearest_row(self._snapshot, np.array(self._place))
        if step is None:
            return where
        words = f"{where}   {prediction(step, self._place, self._snapshot)}"
        if row is None or not self._snapshot.classifies:
            return words
        return f"{words}   Point {self._snapshot.data.numbers[row]}: {point_words(self._snapshot, row)}"


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
    words = [_count("Training errors", *snapshot.errors(snapshot.data.training))]
    testing = snapshot.data.testing
    return [*words, _count("Test errors", *snapshot.errors(testing))] if len(testing) else words


def _count(words: str, wrong: int, total: int) -> str:
    return f"{words} {wrong:,} / {total:,}"


def _number(value: float) -> str:
    if abs(value) >= 1000:
        return text(value, 5)
    words = f"{value:.2f}"
    return words.replace("-", "−") if float(words) != 0 else words.lstrip("-")
