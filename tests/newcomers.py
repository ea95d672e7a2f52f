"""Files that a newcomer would write, as text for a temporary folder."""

import re
from pathlib import Path

MAP = (Path(__file__).parents[1] / "mlexplorer" / "README.md").read_text(encoding="utf-8")


def example(word: str, language: str = "python") -> str:
    """Return the map's example for a contract."""
    text = next(part for part in re.split(r"^### ", MAP, flags=re.MULTILINE) if part.startswith(word))
    code = re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)[0]
    assert code.count("\n") <= 50
    return str(code)


NEAREST_MEAN = '''"""Nearest mean: every class is its mean, and the nearest mean wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasReasons, HasScores, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.numbers import text
from mlexplorer.core.params import param


@dataclass(frozen=True, eq=False, kw_only=True)
class MeansStep(HasScores, HasReasons, exported=("means",)):
    """The means of the classes."""

    classes: Labels
    means: Array
    note = "Every class is its mean."
    equation = r"\\hat{y} = \\mathrm{arg\\,min}_k \\|x - m_k\\|"

    def scores(self, points: Array) -> Array:
        """Return minus the squared distance to each mean."""
        return -np.square(points[:, None] - self.means).sum(axis=2)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the two parts of each distance."""
        parts = -np.square(point - self.means)
        names = ("across", "up")
        return tuple(
            Reason(f"class {label}", tuple(map(Term, names, row.tolist())), float(row.sum()))
            for label, row in zip(self.classes, parts, strict=True)
        )

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Where the means are."""
        return tuple(f"mean = ({text(x)}, {text(y)})" for x, y in self.means)

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the classes with the nearest mean."""
        return (
            f"means, classes = {sklearn_lines.array(self.means)}, {sklearn_lines.array(self.classes)}",
            *sklearn_lines.predicting("return classes[((places[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)]"),
        )


@dataclass(frozen=True)
class NearestMean(Model):
    """Gives every place the class whose mean is nearest."""

    title = "Nearest mean"
    family = "Linear"
    watch = "Move a point: only the mean of its class moves."

    pull: float = param(0.0, "Pull", "How far the means are drawn to the middle of all points", low=0.0, high=0.9)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the means."""
        del start
        means = np.array([data.points[data.labels == label].mean(axis=0) for label in data.classes])
        yield MeansStep(classes=data.classes, means=means + self.pull * (data.points.mean(axis=0) - means))
'''

ONE_LINE = '''"""Points on one line."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, given


@dataclass(frozen=True)
class OneLine(Source):
    """Puts points of two classes side by side on a line."""

    title = "One line"

    count: int = param(6, "Points", "How many points there are", low=2, high=50)

    def make(self) -> Dataset:
        """Return the points."""
        xs = np.arange(self.count, dtype=float)
        return given(np.c_[xs, 0 * xs], (xs >= self.count / 2).astype(int), ("x", "y"))
'''
