"""Linear discriminant analysis: Gaussian classes with one spread for all."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.gaussians.gaussian_classes import GaussianClassesStep, fitted, priors_param
from mlexplorer.algorithms.gaussians.many_gaussians import many_rules
from mlexplorer.algorithms.lines import straight
from mlexplorer.algorithms.lines.straight import ToldLine
from mlexplorer.core.arrays import Array, frozen
from mlexplorer.core.capabilities import HasRegions, Reason
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Knob, Start, Step
from mlexplorer.core.notice import Notice
from mlexplorer.core.params import param
from mlexplorer.core.region import Region, highest
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples


@dataclass(frozen=True, eq=False, kw_only=True)
class LinearStep(GaussianClassesStep, partial=True):
    """What steps for two and for many classes say alike."""

    @cached_property
    def note(self) -> str:
        """What was fitted, and its errors."""
        return f"Each class has its mean, all have one spread: {self.mistakes()}."

    @cached_property
    def notice(self) -> Notice | None:
        """A spread that had to be made up or widened."""
        if self.fit.lonely:
            sentence = "The points of each class lie in one place, so there is no spread to measure"
            return Notice(f"{sentence}: that of all points is used, and the nearest mean decides.")
        return self.widened("Seen from their means, the points") if self.fit.flat else None


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassLinear(ToldLine, LinearStep):
    """Two classes: one line."""

    @cached_property
    def weights(self) -> Array:
        """The line: w = Σ⁻¹(μ₁ − μ₀) and t = w·½(μ₀ + μ₁) − ln(π₁/π₀)."""
        first, second = self.means
        slope = self.fit.gaussians.solved(np.stack([second - first] * 2))[0]
        threshold = slope @ (first + second) / 2 - np.log(self.shares[1] / self.shares[0])
        return frozen([*slope, threshold])  # type: ignore[return-value] # frozen keeps their kind

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Prior, mean and covariance of each class, and the line they give."""
        rule = "w = Σ⁻¹(μ₁ − μ₀), t = w·½(μ₀ + μ₁) − ln(π₁/π₀)"
        return (*super().working, rule, *straight.working(self.weights))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return w·x − t term by term: the logarithm of how much likelier the second class is."""
        return (
            straight.reason(self.weights, point, "f = w·x − t", "f is the logarithm of the ratio of probabilities"),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class ManyClassLinear(LinearStep, HasRegions):
    """Many classes: a plane over the points for each; the highest wins."""

    @cached_property
    def slopes(self) -> Array:
        """The (k, 3) weights and thresholds of δ = w·x − t: w = Σ⁻¹(μ − m), m the mean of all points."""
        middle = self.data.points.mean(axis=0)
        slopes = self.fit.gaussians.solved(self.means - middle)
        inner = (slopes * (self.means - middle)).sum(axis=1)
        thresholds = slopes @ middle + inner / 2 - np.log(self.shares)
        return frozen(np.c_[slopes, thresholds])  # type: ignore[return-value] # frozen keeps their kind

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where each class has the largest δ."""
        return highest(self.slopes, self.classes)

    def scores(self, points: Array) -> Array:
        """Return δ = w·x − t of each class."""
        first, second, threshold = self.slopes.T
        return points[:, :1] * first + points[:, 1:] * second - threshold

    def field(self, grid: Grid) -> Array:
        """Return δ on a grid: outer sums."""
        first, second, threshold = self.slopes.T[:, :, None]
        planes = (first * grid.xs)[:, None, :] + (second * grid.ys)[:, :, None] - threshold[:, :, None]
        return np.moveaxis(planes, 0, -1)

    @cached_property
    def equation(self) -> str:
        """The planes of the classes with their numbers."""
        rows = zip(self.classes, self.slopes, strict=True)
        return r", \quad ".join(straight.equation(row, rf"\delta_{{{label}}}") for label, row in rows)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return w·x − t of each class term by term."""
        names = [self.data.class_names[label] for label in self.classes]
        return tuple(straight.reason(row, point, name) for row, name in zip(self.slopes, names, strict=True))


@dataclass(frozen=True)
class LinearDiscriminant(CanFitMany):
    """Fits a Gaussian to each class, all of one shape; the boundary between two is a line.

    δ_c(x) = xᵀΣ⁻¹μ_c − ½μ_cᵀΣ⁻¹μ_c + ln π_c up to a constant that all classes share; the largest wins. Σ is pooled over
    the classes with divisor n − K, π_c = n_c/n or 1/K. Shrinkage s: (1 − s)Σ + s·½tr(Σ)·I. Two classes: f = w·x − t
    with w = Σ⁻¹(μ₁ − μ₀) is the logarithm of the ratio of their probabilities. A singular Σ is widened, and said so.
    """

    title = "Linear discriminant"
    family = "Gaussian"
    watch = (
        "All classes share one spread, so the boundary is straight. Drag one point far away: mean and spread "
        "follow it, and the line turns, although the point may lie far on the right side."
    )

    priors: str = priors_param()
    shrinkage: float = param(0.0, "Shrinkage", "Makes the spread rounder: 0 as measured, 1 a circle", low=0.0, high=1.0)

    def knobs(self) -> tuple[Knob, ...]:
        """Return the shrinkage: rounder spreads are simpler."""
        return (Knob("shrinkage", (0.0, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0), rising=False),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the one step."""
        del start
        fit = fitted(data, pooled=True, equal_priors=self.priors == "equal", shrinkage=self.shrinkage)
        kind = TwoClassLinear if len(data.classes) == 2 else ManyClassLinear
        yield kind(classes=data.classes, data=data, fit=fit, shrinkage=self.shrinkage)

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the fits to samples: their means and spreads are sums over the same points."""
        yield None
        return many_rules(self, samples, self.priors == "equal", self.shrinkage, pooled=True)
