"""Histogram: points counted in bins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.densities.histogram import EDGE, Histogram, reference_bin
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasBins, HasReasons, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param

LISTED = 10  # points of a bin told one by one
FEWEST = 3  # places from which on it is worth saying that each is alone
LEAST, MOST = 0.01, 10.0  # widths


@dataclass(frozen=True, eq=False, kw_only=True)
class BinStep(HasBins, HasReasons):
    """The counts in all bins."""

    data: Dataset
    model: "HistogramDensity"
    estimate: Histogram

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the counting in NumPy alone: scikit-learn has no density of bins."""
        own, width = self.estimate.features, self.model.width
        return (
            f"width, origin = {width!r}, {self.model.origin!r}",
            "",
            "",
            "def bins(places):",
            f"    return np.floor((places[:, :{own}] - origin) / width + {EDGE!r})",
            "",
            "",
            "filled, counts = np.unique(bins(points[training]), axis=0, return_counts=True)",
            *sklearn_lines.predicting(
                "same = (bins(places)[:, None] == filled).all(axis=2)",
                f"return same @ counts / (counts.sum() * width**{own})",
            ),
        )

    def density(self, points: Array) -> Array:
        """Return the density at points."""
        return self.estimate.at(points)

    def density_field(self, grid: Grid) -> Array:
        """Return the density on a grid."""
        return self.estimate.on(grid)

    @property
    def boxes(self) -> Array:
        """The bins with points in them."""
        return self.estimate.boxes

    @property
    def box_heights(self) -> Array:
        """The density in each bin."""
        return self.estimate.share * self.estimate.counts

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return what each point of the bin adds to its density."""
        rows, share = self.estimate.inside(point), self.estimate.share
        terms = [Term(f"point {self.data.numbers[row]} in the same bin", share, int(row)) for row in rows[:LISTED]]
        if len(rows) > LISTED:
            others = len(rows) - LISTED
            terms.append(Term(f"the other {counted(others, 'point')}", others * share))
        total = float(self.density(point[None])[0])
        note = f"{len(rows)} of {len(self.data)} points lie in this bin"
        return (Reason("density p(x)", tuple(terms), total, note),)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """How many bins have points, and how many points the fullest one has."""
        return {"bins with points": float(len(self.boxes)), "most points in a bin": self.estimate.counts.max()}

    @cached_property
    def note(self) -> str:
        """What was done."""
        bins = counted(len(self.boxes), "bin")
        kind = "wide" if self.estimate.features == 1 else "wide and high"
        return f"{counted(len(self.data), 'point')} in {bins}, each {text(self.model.width)} {kind}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The edges, the share of one point, and the fullest bin."""
        origin, width, power = text(self.model.origin), text(self.model.width), ("", "²")[self.estimate.features - 1]
        most, share = int(self.estimate.counts.max()), self.estimate.share
        return (
            f"bins [a, b) begin at {origin} and at every {width} from there; b belongs to the next",
            f"one point adds 1/(n·w{power}) = {text(share, 4)} to its bin",
            f"the fullest bin: {most} · {text(share, 4)} = {text(most * share, 4)}",
        )

    @cached_property
    def equation(self) -> str:
        """The count of a bin over all points and the size of a bin."""
        power = "^2" if self.estimate.features > 1 else ""
        size = rf"{len(self.data)} \cdot {tex(self.model.width)}{power}"
        return rf"p(\mathbf{{x}}) = \frac{{\#\{{i : \mathbf{{x}}_i \in bin(\mathbf{{x}})\}}}}{{{size}}}"

    @cached_property
    def notice(self) -> Notice | None:
        """Bins so narrow that each holds a single place, or so wide that one holds them all."""
        apart = len(np.unique(self.data.points, axis=0))
        if apart < FEWEST or 1 < len(self.boxes) < apart:
            return None
        wanted = min(max(float(f"{reference_bin(self.data.points):.2g}"), LEAST), MOST)
        remedy = None if wanted == self.model.width else Remedy(f"Use width {text(wanted)}", {"width": wanted})
        if len(self.boxes) == 1:
            return Notice("A single bin holds all points: the histogram shows nothing of how they lie.", remedy)
        return Notice("No two places share a bin: the histogram only repeats the points.", remedy)


@dataclass(frozen=True)
class HistogramDensity(Model):
    """Cuts the plane into square bins and counts: the fuller a bin, the denser its places.

    p(x) = c/(n·w²) with c of all n points in the bin of x. Bins are [origin + i·w, origin + (i + 1)·w) along both axes:
    a point on an edge belongs to the bin that begins there. Points that all have the same x₂ have a single feature:
    p(x) = c/(n·w) with bins along x₁ alone.
    """

    title = "Histogram"
    task = "density"
    family = "Density"
    watch = (
        "Move the origin and the picture changes though no point has moved. Narrow bins follow every point and leave "
        "gaps, wide ones hide the shape; in two dimensions most bins are soon empty."
    )

    width: float = param(
        0.5, "Width", "How wide a bin is: wide is smooth, narrow is rough", low=LEAST, high=MOST, scale="log"
    )
    origin: float = param(0.0, "Origin", "Where a bin begins, along both axes; the others follow", low=-10.0, high=10.0)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the one step: to count."""
        del start
        yield BinStep(data=data, model=self, estimate=Histogram(data.points, self.width, self.origin))
