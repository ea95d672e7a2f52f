"""Neighbour curve: the mean, line or parabola of the nearest points along x."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.local import Neighbourhood
from mlexplorer.algorithms.curves.squares import SquaresCurve
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurveReasons, Term
from mlexplorer.core.capabilities.curves import root_mean_square
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Knob, Model, Start
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.params import param

WEIGHINGS = {  # in Python, of distances
    "equal": "np.ones_like(away)",
    "tricube": "(1 - (away / (1.000001 * away.max())) ** 3) ** 3",
}
SHAPES = ("mean", "line", "parabola")


@dataclass(frozen=True, eq=False, kw_only=True)
class NeighbourCurveStep(SquaresCurve, HasCurveReasons):
    """The points, and the curve that asks the nearest of them at every place."""

    data: Dataset
    model: "NeighbourCurve"

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a regressor of neighbours for their mean, else the local fits themselves."""
        model, count = self.model, f"min({self.model.k!r}, int(training.sum()))"
        if model.degree == 0 and model.weights == "equal":
            made = f"KNeighborsRegressor({count})"
            return sklearn_lines.fitted_curve("sklearn.neighbors.KNeighborsRegressor", made)
        return (
            "xs, ys = points[training].T",
            "",
            "",
            "def local(place):",
            f"    rows = np.abs(xs - place).argsort(kind='stable')[:{count}]",
            "    away = np.abs(xs[rows] - place)",
            f"    weights = {WEIGHINGS[model.weights]}",
            f"    fit = np.polynomial.Polynomial.fit(xs[rows] - place, ys[rows], {model.degree!r}, w=np.sqrt(weights))",
            "    return fit(0.0)",
            *sklearn_lines.curve("np.array([local(place) for place in places])"),
        )

    @cached_property
    def _nearest(self) -> Neighbourhood:
        return Neighbourhood.of(self.data.points, self.model.k, self.model.degree, self.model.weights == "tricube")

    def curve(self, places: Array) -> Array:
        """Return the local fit at places."""
        return self._nearest.curve(np.asarray(places, dtype=np.float64))

    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return the height of each neighbour times its share."""
        shares, places = self._nearest.shares(np.array([place]))
        rows = self._nearest.rows[places[0]].tolist()
        heights = self.data.points[rows, 1].tolist()
        return tuple(
            Term(f"point {self.data.numbers[row]}: {text(share)}·{text(height)}", share * height, row)
            for row, share, height in zip(rows, shares[0].tolist(), heights, strict=True)
        )

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error."""
        return {"RMS error": root_mean_square(self.residuals)}

    @cached_property
    def note(self) -> str:
        """What is done at each place, and how well the curve fits."""
        near = counted(self._nearest.k, "nearest point")
        fits = f"RMS error {text(self.measures['RMS error'])} on {counted(len(self.residuals), 'point')}"
        return f"At every place the {SHAPES[self.model.degree]} of the {near}: {fits}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """How the neighbours are weighed and what the loss is."""
        equal = self.model.weights == "equal"
        weighed = "each neighbour weighs 1" if equal else "weight = (1 − (distance/farthest)³)³"
        root = f"√({text(self.loss, 4)}/{len(self.residuals)}) = {text(self.measures['RMS error'], 4)}"
        return (f"k = {self._nearest.k}, {weighed}", f"RMS error = {root}")

    @cached_property
    def equation(self) -> str:
        """The rule."""
        if not self.model.degree:
            return r"y = \frac{\sum_{i \in N(x)} w_i\, y_i}{\sum_{i \in N(x)} w_i}"
        terms = " + ".join([r"\beta_0", r"\beta_1 (x_i - x)", r"\beta_2 (x_i - x)^2"][: self.model.degree + 1])
        return rf"y = \beta_0, \; \min_\beta \sum_{{i \in N(x)}} w_i\, (y_i - {terms.replace(' + ', ' - ')})^2"

    @cached_property
    def notice(self) -> Notice | None:
        """More neighbours than points, or fewer than a line or parabola needs."""
        wanted, points = self.model.k, len(self.data)
        if wanted > points:
            return Notice(f"There are only {counted(points, 'point')}: all are neighbours everywhere.")
        if wanted <= self.model.degree:
            needed = self.model.degree + 1
            sentence = f"{counted(wanted, 'point')} cannot fix a {SHAPES[self.model.degree]}"
            return Notice(f"{sentence}: the flattest through them is taken.", Remedy(f"Use {needed}", {"k": needed}))
        return None


@dataclass(frozen=True)
class NeighbourCurve(Model):
    """Says at every x the mean height of the k points nearest to it along x, or fits a line or parabola to them.

    x is the first coordinate, y the second; classes play no part. Of two neighbours equally far the left one is
    taken. Degree 0 is the mean (nearest-neighbour regression), 1 and 2 local lines and parabolas by least squares, read
    off at x. All neighbours weigh the same, or by (1 − d³)³ with d the share of the distance to the farthest.
    """

    title = "Neighbour curve"
    task = "regress"
    family = "Regression"
    watch = (
        "With k = 1 the curve jumps from point to point; with more neighbours it grows smooth and then too level. "
        "Look at the ends: a mean stays level there, a line follows the slope."
    )

    k: int = param(5, "Neighbours k", "How many points are asked at each place", low=1, high=200, scale="log")
    degree: int = param(0, "Degree", "0: their mean, 1: a line through them, 2: a parabola", low=0, high=2)
    weights: str = param(
        "equal",
        "Weights",
        "Whether nearer points weigh more",
        choices=("equal", "tricube"),
        titles=("Equal", "Nearer more"),
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return k: few neighbours follow every point."""
        return (Knob("k", (1, 2, 3, 5, 7, 10, 15, 20, 30, 45), rising=False),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[NeighbourCurveStep]:
        """Yield the curve: there is nothing to learn but the points."""
        del start
        yield NeighbourCurveStep(data=data, model=self)
