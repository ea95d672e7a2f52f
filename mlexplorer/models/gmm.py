"""Gaussian mixture: soft clusters by expectation and maximisation."""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from mlexplorer.algorithms.descent.restarts import best_run
from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.gaussians import mixture
from mlexplorer.algorithms.gaussians.mixture import Mixture
from mlexplorer.algorithms.gaussians.normal import Gaussians, log_sums
from mlexplorer.algorithms.neighbours import lloyd
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDensity,
    HasGaussians,
    HasLandscape,
    HasPointWorking,
    HasProbabilities,
    HasReasons,
    Landscape,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import DrawsStart, Knob, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, numbered, pair, tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED, stream

KIND_TITLES = ("Any ellipse each", "One ellipse for all", "Upright ellipses", "Circles")
STARTS = ("kmeans", "random", "given")
ROUNDS = 10  # of k-means before the first expectation


@dataclass(frozen=True, eq=False, kw_only=True)
class MixtureStep(HasGaussians, HasProbabilities, HasDensity, HasLandscape, HasPointWorking, HasReasons):
    """Gaussians and how much of each point belongs to each; scores are the logarithms of share × density."""

    data: Dataset
    model: "GaussianMixture"
    now: Mixture
    origin: str = ""  # where the Gaussians came from

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a mixture with these Gaussians, of x alone for a single feature."""
        own = self.dimensions
        means, covariances = self.means[:, :own], self.covariances[:, :own, :own]
        return sklearn_lines.gaussians(self.classes, self.shares, means, covariances)

    @property
    def means(self) -> Array:
        """The mean of each component."""
        return self.now.gaussians.means

    @property
    def covariances(self) -> Array:
        """The covariance of each component."""
        return self.now.gaussians.covariances

    @property
    def shares(self) -> Array:
        """The share of each component."""
        return self.now.gaussians.shares

    @property
    def dimensions(self) -> int:
        """1 for points on a line x₂ = constant, whose densities are of x₁ alone; else 2."""
        return self.now.gaussians.features

    @cached_property
    def responsibilities(self) -> Array:
        """How much of each training row belongs to each component, (n, k); in phase "M" those it was made with."""
        return self.now.responsibilities(self.data.points).T

    @cached_property
    def classes(self) -> Labels:
        """The components by number."""
        return np.arange(len(self.means))

    def scores(self, points: Array) -> Array:
        """Return the logarithms of share × density."""
        return self.now.gaussians.logs(points).T

    def field(self, grid: Grid) -> Array:
        """Return the logarithms of share × density on a grid."""
        return np.moveaxis(self.now.gaussians.planes(grid), 0, -1)

    def chances(self, scores: Array) -> Array:
        """Return the responsibilities."""
        return softmax(scores)

    def density(self, points: Array) -> Array:
        """Return Σ share × density."""
        return np.exp(log_sums(self.now.gaussians.logs(points)))

    def density_field(self, grid: Grid) -> Array:
        """Return Σ share × density on a grid."""
        return reduce(np.add, np.exp(self.now.gaussians.planes(grid)))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return share, spread and distance of each component, and its responsibility."""
        halves, scores = self.now.gaussians.halves(point[None])[:, 0], self.scores(point[None])[0]
        chances = self.chances(scores)
        return tuple(
            self._reason(component, float(halves[component]), float(scores[component]), float(chances[component]))
            for component in range(len(self.means))
        )

    @property
    def loss(self) -> float:
        """The negative log-likelihood; after "M" that of the bound, which "E" lifts to the likelihood."""
        return -self.bound

    @property
    def bound(self) -> float:
        """Σ r·ln(π·N/r): the log-likelihood if r are the responsibilities of these Gaussians, else less."""
        return self.now.likelihood if self.now.bound is None else self.now.bound

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The bound, log-likelihood, and what it says of the number of components: the less BIC or AIC, the better."""
        return {
            "bound": self.bound,
            "log-likelihood": self.now.likelihood,
            "BIC": self._freedom * math.log(len(self.data)) - 2 * self.now.likelihood,
            "AIC": 2 * self._freedom - 2 * self.now.likelihood,
        }

    @cached_property
    def note(self) -> str:
        """What happened in this step."""
        level = f"log-likelihood {text(self.now.likelihood, 4)}"
        if not self.iteration:
            return f"{self.origin}: each point is shared among the components; {level}."
        if self.now.phase == "M":
            moved = f"the farthest mean moves by {text(self.now.shift)}, the bound rises to {text(self.bound, 4)}"
            return f"Shares, means and spreads are fitted to the responsibilities; {moved}."
        if self.now.finished and self.iteration >= mixture.MOST_ITERATIONS:
            return f"Stopped after {self.iteration} iterations; {level}."
        if self.now.finished:
            return f"The log-likelihood hardly grows: finished after {counted(self.iteration, 'iteration')}; {level}."
        grown = f"{text(self.bound, 4)}, {text(self.now.gain)} more than a round before"
        return f"Each point is shared anew: this lifts the bound to the log-likelihood {grown}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Share, mean and covariance of each component, and the figures."""
        found = []
        for component, (share, mean, covariance) in enumerate(
            zip(self.shares, self.means, self.covariances, strict=True)
        ):
            (across, mixed), (_, along) = covariance
            spread = f"variances {text(across)} and {text(along)}, covariance {text(mixed)}"
            spread = spread if self.dimensions == 2 else f"variance {text(across)}"
            found.append(f"component {component}: share {text(share)}, mean {pair(mean)}, {spread}")
        figures = [f"{name} {text(value, 5)}" for name, value in self.measures.items()]
        return (*found, f"{', '.join(figures)}; {self._freedom} free numbers")

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return E, how much of a training row belongs to each component, and M, how much it counts in each mean."""
        point, source = self.data.points[row], self.now.source
        parts, parted = np.exp(source.logs(point[None])[:, 0]), self.responsibilities[row]
        sizes = self.responsibilities.sum(axis=0)
        rule = f"E: r = π·N/Σ π·N, at x = {pair(point)} the sum is {text(float(parts.sum()))}"
        expected, counted_in = [], []
        for component, (share, part, owned, size) in enumerate(zip(source.shares, parts, parted, sizes, strict=True)):
            density = f"{text(float(share))} × {text(float(part / max(share, 1e-300)))} = {text(float(part))}"
            expected.append(f"component {component}: π·N = {density}, r = {text(float(owned))}")
            weight = text(float(owned / max(size, 1e-300)))
            counted_in.append(f"component {component}: r/Σ r = {text(float(owned))}/{text(float(size))} = {weight}")
        return (rule, *expected, "M: μ = Σ r·x/Σ r, so it counts in the means with", *counted_in)

    @cached_property
    def equation(self) -> str:
        """The density with its shares."""
        parts = [(float(share), rf"N_{{{component}}}(\mathbf{{x}})") for component, share in enumerate(self.shares)]
        return rf"p(\mathbf{{x}}) = {tex_sum(parts)}"

    @cached_property
    def notice(self) -> Notice | None:
        """Components held at the floor."""
        if not self.now.floored:
            return None
        floor, count = self.model.floor, len(self.means)
        names = "Every component" if len(self.now.floored) == count else f"Component {_listed(self.now.floored)}"
        sentence = (
            f"{names} would become narrower than the floor {text(floor)}: shrinking onto a few points or a line, the "
            "likelihood grows without bound, so the variance is held there."
        )
        spread = float(self.data.points.var(axis=0).max(initial=0.0))
        if 0 < spread < 1e3 * floor:
            return Notice(sentence, Remedy("Lower the floor", {"floor": max(1e-12, 1e-6 * spread)}))
        if count > 1:
            return Notice(sentence, Remedy(f"Use {counted(count - 1, 'component')}", {"components": count - 1}))
        return Notice(sentence)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the negative log-likelihood over the coordinates of the means, all else as it is."""
        count = len(self.means)
        names = tuple(f"{numbered('μ', component)} {axis}" for component in range(count) for axis in data.names)
        return Landscape(
            names,
            self.means.ravel(),
            lambda places: mixture.losses(data.points, self.now.gaussians, places.reshape(-1, count, 2)),
            lambda place: self._at(data, place.reshape(count, 2)),
            lambda place: mixture.gradient(data.points, self._moved(place.reshape(count, 2))).ravel(),
            "−log likelihood",
        )

    @property
    def _freedom(self) -> int:
        """How many numbers can be chosen freely."""
        return mixture.parameters(len(self.means), self.model.covariance, self.dimensions)

    def _moved(self, means: Array) -> Gaussians:
        return Gaussians(np.array(means, dtype=np.float64), self.covariances, self.shares, self.dimensions)

    def _at(self, data: Dataset, means: Array) -> "MixtureStep":
        gaussians = self._moved(means)
        state = Mixture(gaussians, mixture.expected(data.points, gaussians)[1], floored=self.now.floored)
        return MixtureStep(data=data, model=self.model, now=state, phase="E", origin="Means placed by hand")

    def _reason(self, component: int, half: float, score: float, chance: float) -> Reason:
        determinant = float(self.now.gaussians.determinants[component])
        terms = (
            Term(f"ln of the share {text(self.shares[component])}", math.log(max(self.shares[component], 1e-300))),
            Term(f"−½ ln |Σ|, |Σ| = {text(determinant)}", -0.5 * math.log(determinant)),
            Term("−ln 2π" if self.dimensions == 2 else "−½ ln 2π", -0.5 * self.dimensions * math.log(2 * math.pi)),
            Term(f"−½ squared distance {text(2 * half)}", -half),
        )
        return Reason(f"component {component}", terms, score, f"responsibility {text(chance)}")


@dataclass(frozen=True)
class GaussianMixture(DrawsStart):
    """Explains the points as drawn from several Gaussians; each point belongs a little to each.

    p(x) = Σ πₖ N(x | μₖ, Σₖ), fitted by expectation and maximisation. Iteration 0 is the start with its
    responsibilities ("E"); every later one is two steps: "M" (shares, means and covariances from the responsibilities,
    divisor Nₖ), then "E" (responsibilities πₖNₖ/ΣπⱼNⱼ). It ends when the log-likelihood grows by less than 1e-8 per
    point and its gains shrink so fast that it is within a millionth of where it leads. Eigenvalues of Σₖ are raised to
    `floor` if they are less: the likelihood never falls. Loss: negative bound Σ r·ln(πN/r) (a sum): "M" raises the
    bound, "E" lifts it to the log-likelihood. Points that all have the same x₂ have a single feature: Gaussians and
    likelihood are those of x₁.
    Starts: kmeans fits to the clusters of ten rounds of k-means; random takes any points as means, given those of the
    start (filled up with far points), both with the spread of all points and equal shares. Of several runs the
    likeliest is shown. A start of 6k − 1 numbers is that of whole Gaussians: shares but the last, means, covariances.
    BIC = p·ln n − 2·ln L, AIC = 2p − 2·ln L for p free numbers.
    """

    title = "Gaussian mixture"
    task = "cluster"
    family = "Clusters"
    watch = (
        "Each component pulls its points and is pulled by them. The likelihood never falls, but it may end on a "
        "lower hill: try new starts, and watch a component shrink onto a few points when there are too many."
    )

    drawn_by = ("components", "start", "restarts", "seed")

    components: int = param(3, "Components", "How many Gaussians there are", low=1, high=9)
    covariance: str = param(
        "full", "Shape", "What the Gaussians may look like", choices=mixture.KINDS, titles=KIND_TITLES
    )
    start: str = param(
        "kmeans", "Start", "Where the Gaussians begin", choices=STARTS, titles=("k-means", "Random points", "Given")
    )
    restarts: int = param(
        1,
        "Runs",
        "How often it is tried from another start: the likeliest run is shown",
        low=1,
        high=50,
        scale="log",
        shown_when=("start", STARTS[:2]),
    )
    floor: float = param(
        1e-6,
        "Least variance",
        "No Gaussian may become narrower than this, in squared units",
        low=1e-12,
        high=1.0,
        scale="log",
    )
    seed: int = param(
        0, "Seed", "Another seed draws another start", low=0, high=LARGEST_SEED, shown_when=("start", STARTS[:2])
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return the number of Gaussians."""
        return (Knob("components", tuple(range(1, 10))),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the steps of the likeliest run."""
        if self._is_kept(start) or self.start == "given" or self.restarts == 1:
            yield None
            yield from self._told(data, self._run(data, start, 0))
            return
        runs = (self._run(data, start, attempt) for attempt in range(self.restarts))
        number, states = yield from best_run(runs, lambda state: -state.likelihood)
        yield from self._told(data, states, f"Run {number}, the likeliest of {self.restarts}, starts")

    def drawn(self, first: Step) -> Array:
        """Return shares, means and covariances of the start, as many numbers as can be chosen freely."""
        assert isinstance(first, MixtureStep)
        return mixture.numbers_of(first.now.gaussians)

    def _is_kept(self, start: Start | None) -> bool:
        return start is not None and start.size == 6 * self.components - 1

    def _run(self, data: Dataset, start: Start | None, attempt: int) -> Iterator[Mixture]:
        return mixture.run(data.points, self._start(data, start, attempt), self.covariance, self.floor)

    def _start(self, data: Dataset, start: Start | None, attempt: int) -> Gaussians:
        points, random = data.points, stream(self.seed, attempt)
        if start is not None and self._is_kept(start):
            return mixture.from_numbers(points, start, self.covariance, self.floor)
        if self.start == "kmeans":
            rounds = lloyd.run(points, lloyd.start("plusplus", points, self.components, random))
            *_, last = itertools.islice(rounds, 2 * ROUNDS + 1)
            return mixture.from_clusters(points, last.centres, self.covariance, self.floor)
        if self.start == "random":
            means = lloyd.start("points", points, self.components, random)
        else:
            means = lloyd.given(points, start, self.components)
        return mixture.from_means(points, means, self.covariance, self.floor)

    def _told(self, data: Dataset, states: Iterable[Mixture], origin: str = "The start") -> Iterator[Step]:
        for state in states:
            for array in (state.gaussians.means, state.gaussians.covariances, state.gaussians.shares):
                array.flags.writeable = False
            yield MixtureStep(
                iteration=state.iteration, phase=state.phase, data=data, model=self, now=state, origin=origin
            )


def _listed(numbers: tuple[int, ...]) -> str:
    return " and ".join(str(number) for number in numbers)
