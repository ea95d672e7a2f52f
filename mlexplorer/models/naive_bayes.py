"""Naive Bayes: a density of each class along each feature, multiplied as if the features were independent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.densities import one_feature
from mlexplorer.algorithms.densities.one_feature import Bells, Bins, FeatureDensities
from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.gaussians.gaussian_classes import priors_param
from mlexplorer.algorithms.trees.boxes import joined
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDensity,
    HasDiscriminant,
    HasFeatureDensities,
    HasGaussians,
    HasProbabilities,
    HasReasons,
    HasRegions,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Knob, Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region

DENSITIES = ("gaussian", "kernel", "histogram")
DENSITY_TITLES = ("Gaussian", "Bump on every point", "Histogram")
WORDS = {"gaussian": "a Gaussian", "kernel": "a sum of bumps", "histogram": "a histogram"}
POWERS = ("x_1^2", "x_2^2", "x_1", "x_2", "")
MOST_COUNTS = 12  # bins whose counts are told one by one


@dataclass(frozen=True, eq=False, kw_only=True)
class NaiveStep(HasFeatureDensities, HasProbabilities, HasDensity, HasReasons, exported=("priors", "features")):
    """Many classes: ln of prior × density along x₁ × density along x₂ of each; the highest wins."""

    classes: Labels
    data: Dataset
    model: "NaiveBayes"
    priors: Array
    features: tuple[FeatureDensities, FeatureDensities]
    lonely: tuple[int, ...] = ()  # columns of classes without a spread along some feature

    def scores(self, points: Array) -> Array:
        """Return ln prior + ln density along x₁ + ln density along x₂."""
        across, up = self._logs(points[:, 0], points[:, 1])
        return (across + up).T

    def field(self, grid: Grid) -> Array:
        """Return the scores on a grid: outer sums."""
        across, up = self._logs(grid.xs, grid.ys)
        planes = np.empty((len(across), grid.rows, grid.columns))
        for plane, first, second in zip(planes, across, up, strict=True):
            np.add(second[:, None], first[None, :], out=plane)
        return np.moveaxis(planes, 0, -1)

    def chances(self, scores: Array) -> Array:
        """Return the softmax of scores: Bayes' rule."""
        return softmax(scores)

    def density(self, points: Array) -> Array:
        """Return Σ prior × density along x₁ × density along x₂."""
        first, second = (density.heights(values) for density, values in zip(self.features, points.T, strict=True))
        return np.asarray(self.priors @ (first * second))

    def density_field(self, grid: Grid) -> Array:
        """Return Σ prior × density along x₁ × density along x₂ on a grid: a product of two tables."""
        return (self.priors[:, None] * self.features[1].heights(grid.ys)).T @ self.features[0].heights(grid.xs)

    def feature_heights(self, feature: int, values: Array) -> Array:
        """Return prior × density of each class along one feature."""
        return self.priors[:, None] * self.features[feature].heights(values)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return for each class the logarithm of its prior, and one term for each feature."""
        terms, totals = self._terms(point), self.scores(point[None])[0]
        made = []
        for column, label in enumerate(self.classes):
            names = (f"ln of the prior {text(self.priors[column])}", *self._said(point, [column]))
            pieces = tuple(Term(name, float(value)) for name, value in zip(names, terms[:, column], strict=True))
            made.append(Reason(self.data.class_names[label], pieces, float(totals[column])))
        return tuple(made)

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a kernel density along each feature for each class."""
        return (
            "from sklearn.neighbors import KernelDensity",
            "",
            f"classes, priors = {sklearn_lines.array(self.classes)}, {sklearn_lines.array(self.priors)}",
            "",
            "",
            "def density(label, axis, places):",
            "    own = points[training & (labels == label)][:, [axis]]",
            f"    return KernelDensity(bandwidth={self.model.width!r}).fit(own).score_samples(places[:, [axis]])",
            *sklearn_lines.predicting(
                "scores = [density(label, 0, places) + density(label, 1, places) for label in classes]",
                "return classes[(np.log(priors)[:, None] + scores).argmax(axis=0)]",
            ),
        )

    @cached_property
    def loss(self) -> float:
        """Minus the mean of ln(prior × density) of each point and its own class."""
        columns = self.data.columns
        across, up = self._logs(*self.data.points.T)
        return float(-(across + up)[columns, np.arange(len(columns))].mean())

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors."""
        return {"errors": float(np.count_nonzero(self.predict(self.data.points) != self.data.labels))}

    @cached_property
    def note(self) -> str:
        """What was fitted, and its errors."""
        wrong = f"{counted(int(self.measures['errors']), 'error')} on {counted(len(self.data), 'point')}"
        return (
            f"Each class has {WORDS[self.model.density]} along x₁ and another along x₂, whose product counts: {wrong}."
        )

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Prior and densities of each class."""
        counts = [int(np.count_nonzero(self.data.labels == label)) for label in self.classes]
        return tuple(
            f"{self.data.class_names[label]}: {counted(counts[column], 'point')}, prior {text(self.priors[column])}, "
            + "; ".join(f"{name} {self._shape(feature, column)}" for feature, name in enumerate(("x₁", "x₂")))
            for column, label in enumerate(self.classes)
        )

    @cached_property
    def equation(self) -> str:
        """The score of each class."""
        return r"\delta_c(\mathbf{x}) = \ln \pi_c + \ln p_c(x_1) + \ln p_c(x_2)"

    @cached_property
    def notice(self) -> Notice | None:
        """Spreads that had to be made up, and bins that rule a class out."""
        if self.lonely:
            names = " and ".join(self.data.class_names[self.classes[column]] for column in self.lonely)
            return Notice(f"{names}: no spread along some feature, so that of the other classes is used.")
        if any(isinstance(density, Bins) and not density.shares.all() for density in self.features):
            sentence = "Some bins hold no point of a class: there one feature alone rules the class out."
            return Notice(sentence, Remedy("Use α = 1", {"alpha": 1.0}))
        return None

    def _logs(self, first: Array, second: Array) -> tuple[Array, Array]:
        """Return ln prior + ln density at values of x₁, and ln density at values of x₂, each (classes, n)."""
        return self.features[0].logs(first) + np.log(self.priors)[:, None], self.features[1].logs(second)

    @property
    def _pairs(self) -> list[tuple[int, FeatureDensities]]:
        return list(enumerate(self.features))

    def _terms(self, point: Array) -> Array:
        """Return ln prior, ln density along x₁ and along x₂ of each class at one place, as (3, classes)."""
        logs = [density.logs(point[feature : feature + 1])[:, 0] for feature, density in self._pairs]
        return np.stack([np.log(self.priors), *logs])

    def _said(self, point: Array, columns: list[int]) -> list[str]:
        """Return what the term of each feature is the logarithm of: the densities of some classes there."""
        words = "density" if len(columns) == 1 else "densities"
        found = [np.exp(density.logs(point[feature : feature + 1])[columns, 0]) for feature, density in self._pairs]
        shown = [" : ".join(text(float(value)) for value in values) for values in found]
        names = zip(("x₁", "x₂"), point.tolist(), shown, strict=True)
        return [f"ln of the {words} {value} at {name} = {text(place)}" for name, place, value in names]

    def _shape(self, feature: int, column: int) -> str:
        """Return the density of a class along a feature in words."""
        density = self.features[feature]
        if isinstance(density, Bells):
            return f"mean {text(density.means[column])}, deviation {text(density.deviations[column])}"
        if isinstance(density, Bins):
            shown = " ".join(text(count) for count in density.counts[column, :MOST_COUNTS])
            return f"bins of {text(density.width)} with {shown}{' …' if density.counts.shape[1] > MOST_COUNTS else ''}"
        return f"bumps of width {text(self.model.width)}"


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassStep(NaiveStep, HasDiscriminant):
    """Two classes: f is the logarithm of how much likelier the second is, a function of x₁ plus one of x₂."""

    def scores(self, points: Array) -> Array:
        """Return (−f/2, +f/2)."""
        return HasDiscriminant.scores(self, points)

    def field(self, grid: Grid) -> Array:
        """Return (−f/2, +f/2) on a grid."""
        return HasDiscriminant.field(self, grid)

    def discriminant(self, points: Array) -> Array:
        """Return the logarithm of the ratio of prior × densities."""
        across, up = self._logs(points[:, 0], points[:, 1])
        return (across[1] - across[0]) + (up[1] - up[0])

    def discriminant_field(self, grid: Grid) -> Array:
        """Return the logarithm of the ratio on a grid: one outer sum."""
        across, up = self._logs(grid.xs, grid.ys)
        return (up[1] - up[0])[:, None] + (across[1] - across[0])[None, :]

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return f as one logarithm for the priors and one for each feature."""
        terms = self._terms(point)
        first, second = (self.data.class_names[label] for label in self.classes)
        names = (f"ln of the priors {text(self.priors[1])} : {text(self.priors[0])}", *self._said(point, [1, 0]))
        pieces = tuple(Term(name, float(after - before)) for name, (before, after) in zip(names, terms, strict=True))
        note = f"each compares {second} : {first}, so that above 0 speaks for {second}"
        return (Reason("f", pieces, float(self.discriminant(point[None])[0]), note),)

    @cached_property
    def equation(self) -> str:
        """The rule: one logarithm for the priors and one for each feature."""
        parts = [rf"\ln \frac{{p_1(x_{feature})}}{{p_0(x_{feature})}}" for feature in (1, 2)]
        return rf"f(\mathbf{{x}}) = \ln \frac{{\pi_1}}{{\pi_0}} + {parts[0]} + {parts[1]}"


class GaussianStep(NaiveStep, HasGaussians):
    """Gaussians along both features are Gaussians in the plane whose axes are those of the features."""

    @cached_property
    def means(self) -> Array:
        """The mean of each class."""
        return np.stack([density.means for density in self._bells], axis=1)

    @cached_property
    def covariances(self) -> Array:
        """The covariance of each class: no features vary together."""
        return np.stack([density.deviations**2 for density in self._bells], axis=1)[:, :, None] * np.eye(2)

    @property
    def shares(self) -> Array:
        """The priors of the classes."""
        return self.priors

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a mixture with these Gaussians."""
        return HasGaussians.sklearn_form(self)

    @cached_property
    def equation(self) -> str:
        """The paraboloids of the classes with their numbers."""
        rows = zip(self.classes, self.coefficients, strict=True)
        return r", \quad ".join(rf"\delta_{{{label}}}(\mathbf{{x}}) = {_tex(row)}" for label, row in rows)

    @cached_property
    def coefficients(self) -> Array:
        """The factors of x₁², x₂², x₁, x₂ and 1 in the score of each class."""
        precisions = np.stack([1 / density.deviations**2 for density in self._bells], axis=1)
        across, up = self._logs(*np.zeros((2, 1)))
        return np.c_[-0.5 * precisions, precisions * self.means, across + up]

    @property
    def _bells(self) -> list[Bells]:
        return [density for density in self.features if isinstance(density, Bells)]


class HistogramStep(NaiveStep, HasRegions):
    """Between the edges of the bins nothing changes, so that the regions are exact boxes."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the histograms: the categories of scikit-learn's CategoricalNB know no widths."""
        left, width, logs = zip(*((one.left, one.width, one.table) for one in self._bins), strict=True)
        return (
            f"classes, priors = {sklearn_lines.array(self.classes)}, {sklearn_lines.array(self.priors)}",
            f"left, width = {sklearn_lines.array(left)}, {sklearn_lines.array(width)}",
            f"logs = {sklearn_lines.array(logs)}",
            *sklearn_lines.predicting(
                "bins = np.clip(np.floor((places - left) / width), 0, logs.shape[2] - 1).astype(int)",
                "scores = np.log(priors)[:, None] + logs[0][:, bins[:, 0]] + logs[1][:, bins[:, 1]]",
                "return classes[scores.argmax(axis=0)]",
            ),
        )

    @property
    def _bins(self) -> list[Bins]:
        return [density for density in self.features if isinstance(density, Bins)]

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The boxes between the edges of the bins, joined where neighbours agree."""
        pair = self._bins
        count = pair[0].shares.shape[1]
        edges = [density.left + density.width * np.arange(count + 1) for density in pair]
        xs, ys = ((edge[:-1] + edge[1:]) / 2 for edge in edges)
        places = np.stack(np.broadcast_arrays(xs[None, :], ys[:, None]), axis=-1).reshape(-1, 2)
        boxes = joined(edges[0][1:-1], edges[1][1:-1], self.predict(places).reshape(count, count))
        return tuple(Region.box(*box, label) for box, label in boxes)


class TwoGaussianStep(TwoClassStep, GaussianStep):
    """Two classes with Gaussians: f = 0 is an ellipse or a hyperbola along the axes."""

    @cached_property
    def equation(self) -> str:
        """The quadratic rule with its numbers."""
        return rf"f(\mathbf{{x}}) = {_tex(self.coefficients[1] - self.coefficients[0])}"


class TwoHistogramStep(TwoClassStep, HistogramStep):
    """Two classes with histograms."""


KINDS: dict[str, tuple[type[NaiveStep], type[NaiveStep]]] = {  # for two classes, and for others
    "gaussian": (TwoGaussianStep, GaussianStep),
    "kernel": (TwoClassStep, NaiveStep),
    "histogram": (TwoHistogramStep, HistogramStep),
}


@dataclass(frozen=True)
class NaiveBayes(Model):
    """Looks at each feature by itself: how dense each class is there; the densities are multiplied.

    δ_c(x) = ln π_c + ln p_c(x₁) + ln p_c(x₂); the largest wins, and two classes have f = δ₁ − δ₀. π_c = n_c/n or 1/K.
    Gaussian: mean and σ = s + α, s² with divisor n_c − 1; a class without spread along a feature takes the pooled one.
    Kernel: the mean of Gaussian bumps of one width. Histogram: equal bins [a, b) from the least to the largest value,
    (n_bin + α)/(n_c + bins·α)/width; an empty bin counts as e^−700, and the end bins reach on. Loss: −mean ln(π_c·p_c).
    """

    title = "Naive Bayes"
    family = "Gaussian"
    watch = (
        "Features are multiplied as if they had nothing to do with each other. Tilt the classes along a diagonal: the "
        "ellipses cannot follow, and QDA beats it. With bumps or a histogram each axis may have any shape."
    )

    density: str = param(
        "gaussian",
        "Density",
        "What stands for each class along each feature",
        choices=DENSITIES,
        titles=DENSITY_TITLES,
    )
    priors: str = priors_param()
    alpha: float = param(
        0.0,
        "Smoothing α",
        "Added to every deviation, or to the count of every bin: few points claim less",
        low=0.0,
        high=10.0,
        shown_when=("density", ("gaussian", "histogram")),
    )
    width: float = param(
        0.3,
        "Width",
        "The width of the bumps: wide is smooth, narrow is rough",
        low=0.01,
        high=10.0,
        scale="log",
        shown_when=("density", ("kernel",)),
    )
    bins: int = param(
        10, "Bins", "How many bins each feature is cut into", low=1, high=60, shown_when=("density", ("histogram",))
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return how fine histograms are."""
        return (Knob("bins", (2, 3, 4, 6, 8, 12, 16, 24, 32)),) if self.density == "histogram" else ()

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the one step."""
        del start
        classes = len(data.classes)
        columns = data.columns
        counts = np.bincount(columns, minlength=classes)
        priors = np.full(classes, 1 / classes) if self.priors == "equal" else counts / len(data)
        (first, lonely), (second, more) = (self._fitted(values, columns, classes) for values in data.points.T)
        kind = KINDS[self.density][classes != 2]
        yield kind(
            classes=data.classes,
            data=data,
            model=self,
            priors=priors,
            features=(first, second),
            lonely=tuple(sorted({*lonely, *more})),
        )

    def _fitted(self, values: Array, columns: Labels, classes: int) -> tuple[FeatureDensities, list[int]]:
        """Return the densities of one feature, and the classes without a spread along it."""
        if self.density == "kernel":
            return one_feature.bumps(values, columns, classes, self.width), []
        if self.density == "histogram":
            return one_feature.bins(values, columns, classes, self.bins, self.alpha), []
        bells, lonely = one_feature.bells(values, columns, classes, self.alpha)
        return bells, np.flatnonzero(lonely).tolist()


def _tex(coefficients: Array) -> str:
    return tex_sum([(float(factor), power) for factor, power in zip(coefficients, POWERS, strict=True)])
