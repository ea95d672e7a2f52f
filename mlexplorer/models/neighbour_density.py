"""Neighbour density: how near the nearest points are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.densities.neighbour_densities import BALLS, KINDS, Surroundings
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasPointDensities, HasReasons, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.params import param

KIND_TITLES = ("k in the ball's volume", "1 / mean distance", "Relative to neighbours")
LISTED = 10  # neighbours told one by one
MOST = 200  # neighbours
MANY = 5000  # beyond so many points the rarest one is left to the layer that ranks them
NEAREST = (  # in Python: distances and rows of the nearest points of places, none of them nothing
    "def around(places, count):",
    "    model = NearestNeighbors(n_neighbors=count).fit(known)",
    "    distances, rows = model.kneighbors(places)",
    "    return np.maximum(distances, least), rows",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class NearnessStep(HasPointDensities, HasReasons):
    """The stored points, ready to be measured to."""

    data: Dataset
    model: "NeighbourDensity"
    estimate: Surroundings

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the density from scikit-learn's neighbours."""
        own, ball = self.estimate.features, BALLS[self.estimate.features]
        lines = {
            "volume": (f"return k / (len(known) * {ball!r} * around(places[:, :{own}], k)[0][:, -1] ** {own})",),
            "mean": (f"return 1 / around(places[:, :{own}], k)[0].mean(axis=1)",),
            "relative": (
                "others = around(known, min(k, len(known) - 1) + 1)[0][:, 1:]  # the nearest of a point is itself",
                f"distances, rows = around(places[:, :{own}], k)",
                "return 1 / distances.mean(axis=1) / (1 / others.mean(axis=1))[rows].mean(axis=1)",
            ),
        }
        return (
            "from sklearn.neighbors import NearestNeighbors",
            "",
            f"known, least = points[training][:, :{own}], {self.estimate.least!r}",
            f"k = min({self.model.k}, len(known))",
            "",
            "",
            *NEAREST,
            *sklearn_lines.predicting(*lines[self.model.kind]),
        )

    def density(self, points: Array) -> Array:
        """Return the density at points."""
        return self.estimate.at(points)

    def density_field(self, grid: Grid) -> Array:
        """Return the density on a grid."""
        return self.estimate.on(grid)

    @property
    def point_densities(self) -> Array:
        """The density at each point by the others."""
        return self.estimate.left_out

    @property
    def k(self) -> int:
        """How many of the nearest points count: there may be fewer than asked for."""
        return min(self.model.k, len(self.data))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return what each of the nearest points adds; a mean or a ratio is told as one."""
        total = float(self.density(point[None])[0])
        distances, rows = (part[0] for part in self.estimate.around(point[None]))
        if self.model.kind != "volume":
            mean = text(float(distances.mean()))
            words = f"1 over the mean distance {mean} to {counted(self.k, 'point')}"
            around = "" if self.model.kind == "mean" else ", over the mean of theirs"
            return (Reason("density", (Term(f"{words}{around}", total),), total),)
        terms = [
            Term(f"point {self.data.numbers[row]}, distance {text(float(away))}", total / self.k, int(row))
            for away, row in zip(distances[:LISTED].tolist(), rows.tolist(), strict=False)
        ]
        if self.k > LISTED:
            terms.append(Term(f"the other {counted(self.k - LISTED, 'point')}", total - sum(t.value for t in terms)))
        note = f"a ball of radius {text(float(distances[-1]))} holds {counted(self.k, 'point')}"
        return (Reason("density p(x)", tuple(terms), total, note),)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The least density of a point by the others: that of the most likely outlier."""
        return {"least density of a point": float(self.point_densities.min())} if len(self.data) <= MANY else {}

    @cached_property
    def note(self) -> str:
        """What is done at each place."""
        near = f"the {self.k} nearest of {len(self.data)} points" if self.k > 1 else "the nearest point"
        return {
            "volume": f"At each place a ball grows until it holds {near}: the smaller the ball, the denser.",
            "mean": f"At each place the density is 1 over the mean distance to {near}.",
            "relative": f"At each place 1 over the mean distance to {near} is compared with theirs.",
        }[self.model.kind]

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The density of the point that lies most alone, with its numbers."""
        if len(self.data) > MANY:
            return ()
        row = int(self.point_densities.argmin())
        least = text(float(self.point_densities[row]), 4)
        mean = text(float(self.point_densities.mean()), 4)
        return (
            f"point {self.data.numbers[row]} lies most alone: without itself its density is {least}",
            f"the mean over all points, each left out of its own: {mean}",
        )

    @cached_property
    def equation(self) -> str:
        """The density as a formula of distances."""
        near = rf"\sum_{{i \in N_{{{self.k}}}(\mathbf{{x}})}}"
        mean = rf"\left( \frac{{1}}{{{self.k}}} {near} \|\mathbf{{x}} - \mathbf{{x}}_i\| \right)^{{-1}}"
        size = r"\pi R^2" if self.estimate.features > 1 else "2 R"
        return {
            "volume": rf"p(\mathbf{{x}}) = \frac{{{self.k}}}{{{len(self.data)} \cdot {size}}}",
            "mean": rf"d(\mathbf{{x}}) = {mean}",
            "relative": rf"\frac{{d(\mathbf{{x}})}}{{\frac{{1}}{{{self.k}}} {near} d(\mathbf{{x}}_i)}}",
        }[self.model.kind]

    @cached_property
    def notice(self) -> Notice | None:
        """Too few points for k, or so many in one place that the density there has no bound."""
        if self.model.k > len(self.data):
            sentence = f"k is {self.model.k}, but there are only {counted(len(self.data), 'point')}: all of them count."
            return Notice(sentence, Remedy(f"Use k = {len(self.data)}", {"k": len(self.data)}))
        most = int(np.unique(self.data.points, axis=0, return_counts=True)[1].max())
        if most > self.k and most < len(self.data):
            sentence = f"{most} points coincide, so a ball without size holds {self.k}: the density there has no bound."
            return Notice(sentence, Remedy(f"Use k = {most}", {"k": most}) if most <= MOST else None)
        return None


@dataclass(frozen=True)
class NeighbourDensity(Model):
    """Asks how far the k nearest points are: where they are near, points are dense.

    Volume: p(x) = k/(n·c·Rᵈ) with R the distance to the k-th nearest of n points, c·Rᵈ the size of a ball: π·R². It
    has no finite integral. Mean: d(x) = 1/(mean distance to the k nearest). Relative: d(x) over the mean of d at those
    k points, each left out of its own d; about 1 inside a cloud however tight, far below 1 for outliers. A place that
    is a point has itself at distance 0; distances below 10⁻⁶ of the spread count as that. Points that all have the
    same x₂ have a single feature: distances along x₁ alone, and 2·R for the ball. If there are fewer than k points,
    all of them count.
    """

    title = "Neighbour density"
    task = "density"
    family = "Density"
    fewest_points = 2
    watch = (
        "Few neighbours make sharp peaks, many wash them out. Rank the outliers by volume, then relative: between a "
        "tight and a loose cloud the two disagree about who is the stranger."
    )

    k: int = param(5, "Neighbours k", "How many of the nearest points count", low=1, high=MOST, scale="log")
    kind: str = param("volume", "Density by", "What is made of the distances", choices=KINDS, titles=KIND_TITLES)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the one step: to store the points."""
        del start
        yield NearnessStep(data=data, model=self, estimate=Surroundings(data.points, self.k, self.kind))
