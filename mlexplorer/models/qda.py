"""Quadratic discriminant analysis: Gaussian classes, each with a spread of its own."""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.gaussians.gaussian_classes import GaussianClassesStep, fitted, priors_param
from mlexplorer.algorithms.gaussians.many_gaussians import many_rules
from mlexplorer.algorithms.lines.monomials import polynomials_of
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasDiscriminant, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Knob, Start, Step
from mlexplorer.core.notice import Notice
from mlexplorer.core.numbers import tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples


@dataclass(frozen=True, eq=False, kw_only=True)
class QuadraticStep(GaussianClassesStep, partial=True):
    """What steps for two and for many classes say alike."""

    @cached_property
    def note(self) -> str:
        """What was fitted, and its errors."""
        return f"Each class has its mean and its spread: {self.mistakes()}."

    @cached_property
    def notice(self) -> Notice | None:
        """A spread that had to be made up or widened."""
        if self.fit.lonely:
            sentence = f"{self.names(self.fit.lonely)} has no spread of its own, its points lie in one place"
            return Notice(f"{sentence}: that of the other classes is used.")
        return self.widened(f"The points of {self.names(self.fit.flat)}") if self.fit.flat else None


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassQuadratic(QuadraticStep, HasDiscriminant):
    """Two classes: f is the logarithm of how much likelier the second is; f = 0 is a conic."""

    def discriminant(self, points: Array) -> Array:
        """Return the logarithm of the ratio of share × density."""
        first, second = self.fit.gaussians.logs(points)
        return second - first

    def discriminant_field(self, grid: Grid) -> Array:
        """Return the logarithm of the ratio on a grid."""
        first, second = self.fit.gaussians.planes(grid)
        return second - first

    @cached_property
    def equation(self) -> str:
        """The quadratic rule with its numbers."""
        powers = ("x_1^2", "x_1 x_2", "x_2^2", "x_1", "x_2", "")
        return rf"f(\mathbf{{x}}) = {tex_sum(list(zip(self.factors, powers, strict=True)))}"

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return f as a sum over priors, spreads and distances."""
        gaussians, names = self.fit.gaussians, [self.data.class_names[label] for label in self.classes]
        first, second = map(float, gaussians.halves(point[None])[:, 0])
        terms = (
            Term(f"ln of the priors {text(self.shares[1])} : {text(self.shares[0])}", _log_ratio(self.shares)),
            Term(f"−½ ln of the spreads |Σ| of {names[1]} : {names[0]}", -0.5 * _log_ratio(gaussians.determinants)),
            Term(f"−½ squared distance {text(2 * second)} from {names[1]}", -second),
            Term(f"+½ squared distance {text(2 * first)} from {names[0]}", first),
        )
        value = float(self.discriminant(point[None])[0])
        return (Reason("f", terms, value, "distances are measured in units of each class's own spread"),)

    @cached_property
    def factors(self) -> list[float]:
        """The factors of x₁², x₁x₂, x₂², x₁, x₂ and 1 in f."""
        gaussians = self.fit.gaussians
        precisions = np.stack([gaussians.solved(np.stack([axis] * 2)) for axis in np.eye(2)], axis=1)
        quadratic = -0.5 * (precisions[1] - precisions[0])
        linear = precisions[1] @ self.means[1] - precisions[0] @ self.means[0]
        constant = float(self.discriminant(np.zeros((1, 2)))[0])
        return [quadratic[0, 0], 2 * quadratic[0, 1], quadratic[1, 1], *linear, constant]


@dataclass(frozen=True, eq=False, kw_only=True)
class ManyClassQuadratic(QuadraticStep):
    """Many classes: the logarithm of share × density of each; the highest wins."""

    def scores(self, points: Array) -> Array:
        """Return the logarithms of share × density."""
        return self.fit.gaussians.logs(points).T

    def field(self, grid: Grid) -> Array:
        """Return the logarithms of share × density on a grid."""
        return np.moveaxis(self.fit.gaussians.planes(grid), 0, -1)

    @cached_property
    def equation(self) -> str:
        """The paraboloids of the classes with their numbers."""
        found = polynomials_of(self.scores, self.data.points)
        if found is None:
            return r"\delta_c = \ln \pi_c - \frac{1}{2} \ln |\Sigma_c| - \frac{1}{2} d_c^2"
        terms, weights = found
        rows = zip(self.classes, weights, strict=True)
        return r", \quad ".join(rf"\delta_{{{label}}}(\mathbf{{x}}) = {terms.tex(row)}" for label, row in rows)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return prior, spread and distance of each class."""
        halves, scores = self.fit.gaussians.halves(point[None])[:, 0], self.scores(point[None])[0]
        return tuple(self._reason(column, float(half), float(scores[column])) for column, half in enumerate(halves))

    def _reason(self, column: int, half: float, score: float) -> Reason:
        determinant = float(self.fit.gaussians.determinants[column])
        terms = (
            Term(f"ln of the prior {text(self.shares[column])}", math.log(self.shares[column])),
            Term(f"−½ ln |Σ|, |Σ| = {text(determinant)}", -0.5 * math.log(determinant)),
            Term("−ln 2π", -math.log(2 * math.pi)),
            Term(f"−½ squared distance {text(2 * half)}", -half),
        )
        return Reason(self.data.class_names[self.classes[column]], terms, score)


@dataclass(frozen=True)
class QuadraticDiscriminant(CanFitMany):
    """Fits a Gaussian of its own to each class; the boundary between two is a conic.

    δ_c(x) = ln π_c − ½ln|Σ_c| − ½(x − μ_c)ᵀΣ_c⁻¹(x − μ_c) − ln 2π; the largest wins. Σ_c has divisor n_c − 1, and
    π_c = n_c/n or 1/K. Shrinkage s: (1 − s)Σ + s·½tr(Σ)·I. Two classes: f = δ₁ − δ₀. A class in one place takes the
    pooled covariance; a singular covariance is widened. Both are said.
    """

    title = "Quadratic discriminant"
    family = "Gaussian"
    watch = (
        "Each class has its own spread, so boundaries bend around the tighter class. With few points the spreads "
        "are guesses: shrink them and the curve becomes a straight line again."
    )

    priors: str = priors_param()
    shrinkage: float = param(
        0.0, "Shrinkage", "Makes each spread rounder: 0 as measured, 1 a circle", low=0.0, high=1.0
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return the shrinkage: rounder spreads are simpler."""
        return (Knob("shrinkage", (0.0, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0), rising=False),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the one step."""
        del start
        fit = fitted(data, pooled=False, equal_priors=self.priors == "equal", shrinkage=self.shrinkage)
        kind = TwoClassQuadratic if len(data.classes) == 2 else ManyClassQuadratic
        yield kind(classes=data.classes, data=data, fit=fit, shrinkage=self.shrinkage)

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the fits to samples: their means and spreads are sums over the same points."""
        yield None
        return many_rules(self, samples, self.priors == "equal", self.shrinkage, pooled=False)


def _log_ratio(values: Array) -> float:
    return math.log(values[1]) - math.log(values[0])
