"""Kernel density: a bump on every point."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mlexplorer.algorithms.gaussians.density import KERNELS, Bumps, profile, reference_width
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasDensity, HasReasons, Reason, Term
from mlexplorer.core.data import Dataset, features
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Knob, Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param

RULES = ("given", "reference", "likelihood")
RULE_TITLES = ("By hand", "Reference rule", "Left-out likelihood")
KERNEL_TITLES = ("Gaussian", "Epanechnikov", "Triangle", "Box")
TRIES = 13  # widths from the least to the largest before the best is sought more closely
RANGE = (0.03, 1.5)  # least and largest width tried, in units of the spread
CLOSE = 1.002  # widths nearer than this factor are as good as equal
GOLDEN = (math.sqrt(5) - 1) / 2
LISTED = 10  # bumps told one by one
MANY = 1000  # beyond so many points the left-out likelihood is only told where it is sought


BUMPS = {  # in Python, of |u|; scikit-learn's are round, these are products over both axes
    "epanechnikov": "0.75 * np.maximum(1 - u**2, 0)",
    "triangle": "np.maximum(1 - u, 0)",
    "box": "1.0 * (u < 0.5)",
    "gaussian": "np.exp(-0.5 * u**2) / np.sqrt(2 * np.pi)",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class DensityStep(HasDensity, HasReasons, exported=("bandwidths",)):
    """The density with one bandwidth."""

    data: Dataset
    model: "KernelDensity"
    estimate: Bumps
    likelihood: float | None = None  # the mean logarithm of the left-out densities, where it was sought
    best: bool = False  # whether it is the best so far
    last: bool = False

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a kernel density with these widths; only the Gaussian bump is one that scikit-learn has."""
        widths = f"widths = np.array({list(self.bandwidths)})"
        if self.dimensions == 1:
            return f"width = {self.bandwidths[0]!r}", *sklearn_lines.predicting(
                "u = np.abs(places[:, None, 0] - points[training, 0]) / width",
                f"return ({BUMPS[self.model.kernel]}).mean(axis=1) / width",
            )
        if self.model.kernel == "gaussian":
            return (
                "from sklearn.neighbors import KernelDensity",
                "",
                widths,
                "model = KernelDensity(bandwidth=1.0).fit(points[training] / widths)",
                *sklearn_lines.predicting("return np.exp(model.score_samples(places / widths)) / widths.prod()"),
            )
        return widths, *sklearn_lines.predicting(
            "u = np.abs(places[:, None] - points[training]) / widths",
            f"return ({BUMPS[self.model.kernel]}).prod(axis=2).mean(axis=1) / widths.prod()",
        )

    def density(self, points: Array) -> Array:
        """Return the density at points."""
        return self.estimate.at(points)

    def density_field(self, grid: Grid) -> Array:
        """Return the density on a grid."""
        return self.estimate.on(grid)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the largest bumps at one place, each as its share of the density, and the sum of the others."""
        parts, total = self.estimate.parts(point), float(self.density(point[None])[0])
        largest = np.argsort(-parts, kind="stable")[:LISTED]
        terms = [
            Term(f"bump of point {self.data.numbers[row]}", float(parts[row]), int(row))
            for row in largest
            if parts[row]
        ]
        others = int(np.count_nonzero(parts)) - len(terms)
        if others > 0:
            terms.append(Term(f"the other {counted(others, 'bump')}", total - sum(term.value for term in terms)))
        near = counted(int(np.count_nonzero(parts)), "bump")
        return (Reason("density p(x)", tuple(terms), total, f"{near} of {len(parts)} reach this place"),)

    @property
    def dimensions(self) -> int:
        """1 for points on a line x₂ = constant, whose density is of x₁ alone; else 2."""
        return self.estimate.features

    @property
    def bandwidths(self) -> tuple[float, float]:
        """The widths of the bumps along both axes."""
        return self.estimate.widths

    @property
    def loss(self) -> float | None:
        """Minus the mean left-out log-likelihood, where the bandwidth is sought by it."""
        return None if self.likelihood is None else -self.likelihood

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The bandwidth, and the mean logarithm of the density at each point by the others."""
        known = self.likelihood
        if known is None and 1 < len(self.data) <= MANY:
            known = sum(self.estimate.likelihood()) / len(self.data)
        found = {"bandwidth": self.bandwidths[0]}
        return found if known is None else {**found, "left-out log-likelihood": known}

    @cached_property
    def note(self) -> str:
        """What was done."""
        across, along = self.bandwidths
        is_one = across == along or self.estimate.features == 1
        width = text(across) if is_one else f"{text(across)} by {text(along)}"
        if self.likelihood is None:
            return f"{counted(len(self.data), 'point')}, each with a bump of width {width}: their mean is the density."
        level = f"left-out log-likelihood {text(self.likelihood, 4)} per point"
        if self.last:
            return f"The likeliest width is {width}: {level}."
        return f"A width of {width} is tried: {level}{', the best so far' if self.best else ''}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The widths, and the height of a single bump."""
        across, along = self.bandwidths
        own = self.estimate.features
        alone = float(profile(self.model.kernel, np.zeros(1))[0]) ** own / math.prod(self.bandwidths[:own])
        lines = [f"h₁ = {text(across, 4)}, h₂ = {text(along, 4)}" if own > 1 else f"h = {text(across, 4)}"]
        lines.append(f"one bump is {text(alone)} high, its share in the mean {text(alone / len(self.data))}")
        return (*lines, *(f"{name} = {text(value, 4)}" for name, value in list(self.measures.items())[1:]))

    @cached_property
    def equation(self) -> str:
        """The mean of the bumps."""
        across, along = self.bandwidths
        count, first, second = len(self.data), tex(across), tex(along)
        if self.estimate.features == 1:
            return (
                rf"p(x) = \frac{{1}}{{{count} \cdot {first}}} \sum_{{i=1}}^{{{count}}} K(\frac{{x - x_i}}{{{first}}})"
            )
        bumps = rf"K(\frac{{x_1 - x_{{i1}}}}{{{first}}}) K(\frac{{x_2 - x_{{i2}}}}{{{second}}})"
        mean = rf"\frac{{1}}{{{count} \cdot {first} \cdot {second}}} \sum_{{i=1}}^{{{count}}}"
        return rf"p(\mathbf{{x}}) = {mean} {bumps}"

    @cached_property
    def notice(self) -> Notice | None:
        """A rule that cannot say anything here."""
        if self.model.rule == "given" or (self.likelihood is None and self.model.rule == "likelihood"):
            return None if self.model.rule == "given" else self._too_few()
        spread = _spread(self.data.points)
        if not spread:
            return self._too_few()
        if self.last and self.bandwidths[0] < RANGE[0] * spread * CLOSE**2:
            sentence = (
                "Some points coincide: the narrower the bumps, the likelier they seem, so the least width is used."
            )
            return Notice(sentence, Remedy("Use the reference rule", {"rule": "reference"}))
        return None

    def _too_few(self) -> Notice:
        sentence = "The points lie in one place, which says nothing of a width: the one set by hand is used."
        return Notice(sentence, Remedy("Set it by hand", {"rule": "given"}))


@dataclass(frozen=True)
class KernelDensity(Model):
    """Puts a bump on every point and adds them up: where points are dense, the sum is high.

    p(x) = 1/(n·h₁·h₂) Σᵢ K((x₁ − xᵢ₁)/h₁)·K((x₂ − xᵢ₂)/h₂) with K(u) = e^(−u²/2)/√(2π), ¾(1 − u²) for |u| < 1, 1 − |u|
    for |u| < 1, or 1 for |u| < ½ (strictly: a box of width h). h₁ is the bandwidth, h₂ = ratio·h₁. Reference rule:
    hⱼ = σⱼ·n^(−1/6), the best for a Gaussian cloud. Left-out likelihood: the h₁ with the largest mean of ln p at each
    point by the others. Points that all have the same x₂ have a single feature: p(x) = 1/(n·h) Σᵢ K((x₁ − xᵢ₁)/h) and
    h = 1.06·σ·n^(−1/5). The likeliest width is sought from 0.03 to 1.5 times the spread; every width tried is a step.
    Loss: minus that mean.
    """

    title = "Kernel density"
    task = "density"
    family = "Density"
    watch = (
        "The bandwidth decides everything: narrow bumps follow every point, wide ones wash the shape away. The "
        "left-out likelihood picks a width between the two."
    )

    kernel: str = param("gaussian", "Bump", "The shape put on every point", choices=KERNELS, titles=KERNEL_TITLES)
    rule: str = param("given", "Width by", "How the width of the bumps is found", choices=RULES, titles=RULE_TITLES)
    bandwidth: float = param(
        0.3,
        "Bandwidth",
        "The width of the bumps: wide is smooth, narrow is rough",
        low=0.01,
        high=10.0,
        scale="log",
        shown_when=("rule", ("given",)),
    )
    ratio: float = param(
        1.0,
        "Ratio",
        "The width along the second axis, in units of that along the first",
        low=0.1,
        high=10.0,
        scale="log",
        shown_when=("rule", ("given", "likelihood")),
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return the bandwidth where it is set by hand: wide bumps are simple."""
        widths = (0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)
        return (Knob("bandwidth", widths, rising=False),) if self.rule == "given" else ()

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the density, or that of every width tried."""
        del start
        if self.rule == "likelihood" and _spread(data.points):
            yield from self._search(data)
            return
        widths = (self.bandwidth, self.ratio * self.bandwidth)
        if self.rule == "reference" and _spread(data.points):
            across, along = (reference_width(values, features(data.points)) for values in data.points.T)
            widths = (across or along, along or across)
        yield DensityStep(data=data, model=self, estimate=Bumps(data.points, self.kernel, widths))

    def _search(self, data: Dataset) -> Iterator[Step | None]:
        """Yield a step for each width tried: even factors first, then golden sections around the best."""
        tried: dict[float, float] = {}
        spread = _spread(data.points)
        for width in map(float, np.geomspace(RANGE[0] * spread, RANGE[1] * spread, TRIES)):
            yield from self._try(data, width, tried)
        widths = list(tried)
        middle = widths.index(max(tried, key=lambda width: tried[width]))
        yield from self._narrow(data, widths[max(0, middle - 1)], widths[min(TRIES - 1, middle + 1)], tried)
        best = max(tried, key=lambda width: tried[width])
        yield self._step(data, best, tried[best], len(tried), best=True, last=True)

    def _narrow(self, data: Dataset, low: float, high: float, tried: dict[float, float]) -> Iterator[Step | None]:
        """Yield the steps of golden sections between two widths."""
        left, right = _between(low, high, 1 - GOLDEN), _between(low, high, GOLDEN)
        yield from self._try(data, left, tried)
        yield from self._try(data, right, tried)
        while high > CLOSE * low:
            if tried[left] >= tried[right]:
                high, right, left = right, left, _between(low, right, 1 - GOLDEN)
                yield from self._try(data, left, tried)
            else:
                low, left, right = left, right, _between(left, high, GOLDEN)
                yield from self._try(data, right, tried)

    def _try(self, data: Dataset, width: float, tried: dict[float, float]) -> Iterator[Step | None]:
        """Yield the step of one width, and note its likelihood."""
        total, number = 0.0, len(tried)
        for part in self._bumps(data, width).likelihood():
            total += part
            yield None
        tried[width] = total / len(data)
        yield self._step(data, width, tried[width], number, best=tried[width] >= max(tried.values()))

    def _bumps(self, data: Dataset, width: float) -> Bumps:
        return Bumps(data.points, self.kernel, (width, self.ratio * width))

    def _step(self, data: Dataset, width: float, likelihood: float, iteration: int, **facts: Any) -> Step:
        estimate = self._bumps(data, width)
        return DensityStep(
            iteration=iteration, data=data, model=self, estimate=estimate, likelihood=likelihood, **facts
        )


def _between(low: float, high: float, share: float) -> float:
    """Return a width between two, its logarithm by share."""
    return low * (high / low) ** share


def _spread(points: Array) -> float:
    """Return the larger of the deviations along the axes; 0 for points in one place."""
    return float(points.std(axis=0).max()) if len(points) > 1 and np.ptp(points, axis=0).any() else 0.0
