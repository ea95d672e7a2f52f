"""Refits: the same method on other samples, how far they agree, and what their expected error is made of."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasCurve, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import decide, decide_scores
from mlexplorer.core.grid import Grid
from mlexplorer.core.knobs import KnobAxis, axis_of, chosen_knob, nearest_index, value_words
from mlexplorer.core.model import Knob, Step
from mlexplorer.core.numbers import text
from mlexplorer.core.params import Value, param, specs
from mlexplorer.core.source import LARGEST_SEED, MOST_POINTS, Source, stream
from mlexplorer.core.study import Bundle, Chart, Cost, Mosaic, Picture, Result, Series, Steps, Study, Task, points_param
from mlexplorer.core.study.many_fits import ManyFits
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.trials import (
    StepShelf,
    Trial,
    cost_of,
    found_together,
    is_worth_showing,
    judged_together,
    known_measure,
    models_of,
    number,
    tried,
)
from mlexplorer.judging.variation import Variation, of_classes, of_curves

ALONG, JUDGES = 201, 1000  # places along a curve, and points of the source on which classes are judged
MOST_CURVES = 40  # thin curves in a picture
PARTS = ("noise", "bias²", "variance")


@dataclass(frozen=True, eq=False)
class Spread(Result):
    """What the refits say: shares of the classes over the view or curves along x, and what the error is made of."""

    measure: ErrorKind
    classes: Labels
    names: tuple[str, ...]  # of the classes
    grid: Grid | None  # where classes are said
    shares: Array  # (rows, columns, classes): the share of refits that say each class; empty for curves
    places: Array  # along x; empty for classes
    curves: Array  # (refits, places)
    truth: Array | None  # the true curve at the places
    unseen: Array  # the error of each refit on points it has not seen; NaN where it has seen all
    axis: KnobAxis | None  # of the parameter, where it is varied
    tried: tuple[Value, ...]  # its values
    told: str  # the parameter with the value whose shares or curves are shown
    parts: Array  # (values, 3): noise, bias² and variance; NaN where the truth is not known
    steps: Steps
    failed: int
    fresh: bool
    work: Cost

    @property
    def refits(self) -> int:
        """How many refits there are so far."""
        return len(self.unseen) - self.failed

    @property
    def out_of_bag(self) -> float:
        """The mean error of the refits on points they have not seen."""
        known = self.unseen[np.isfinite(self.unseen)]
        return float(known.mean()) if len(known) else np.nan

    @property
    def doubt(self) -> Array:
        """At each place of the view the share of refits that do not say the most frequent class."""
        return 1 - self.shares.max(axis=2) if self.shares.size else np.zeros((0, 0))

    @property
    def sentence(self) -> str:
        """How far the refits agree, and on what part of the error they do not."""
        if not self.refits:
            return "No sample could be fitted."
        whose = "fresh samples" if self.fresh else "bootstrap samples"
        shown = f"{self.refits} refits to {whose} err by {self.measure.words(self.out_of_bag)} on points unseen"
        if self.shares.size:
            shown += f"; on {100 * float((self.doubt > 0.1).mean()):.0f} % of the view more than one in ten disagrees"
        if not np.isfinite(self.parts).any():
            return f"{shown}."
        _, bias, variance = self.parts[self._best]
        larger = "bias: the method is too stiff" if bias > variance else "variance: the method follows its sample"
        return f"{shown}. Most of what could be avoided is {larger}."

    @property
    def facts(self) -> Mapping[str, str]:
        """The error on unseen points, its parts, and the work."""
        found = {f"Unseen error{self.told and f', {self.told}'}": self.measure.words(self.out_of_bag)}
        if np.isfinite(self.parts).any():
            words = [f"{name} {self._words(value)}" for name, value in zip(PARTS, self.parts[self._best], strict=True)]
            told = f"{self._words(self.parts[self._best].sum())} = {' + '.join(words)}"
            if self.axis is None:
                found["Expected error"] = told
            else:
                found["Least expected error"] = f"at {self.axis.name} = {text(float(self.tried[self._best]))}: {told}"
        if self.failed:
            found["Not fitted"] = f"{self.failed} samples"
        return {**found, "Work": self.work.words}

    @property
    def charts(self) -> tuple[Picture, ...]:
        """The shares over the view or the curves, and the parts of the error against the parameter."""
        found: list[Picture] = []
        if self.grid is not None and self.shares.size:
            two = len(self.names) == 2
            title = f"Share of refits that say {self.names[1]}" if two else "Share of refits that disagree"
            shown = 100 * (self.shares[:, :, 1] if two else self.doubt)
            view = self.grid.xs, self.grid.ys
            found.append(Mosaic(title, ("x₁", "x₂"), *view, shown, range=(0.0, 100.0), unit=" %"))
        if len(self.curves):
            thin = [Series("refit", self.places, curve, "thin") for curve in self.curves[:MOST_CURVES]]
            found.append(Chart(f"{self.refits} refits", ("x", "y"), (*self._midst, *thin)))
        if self.axis is not None and np.isfinite(self.parts).any():
            found.append(self._against(self.axis))
        return tuple(found)

    @property
    def bundle(self) -> Bundle | None:
        """All refits together: the share of them that say each class, or their curves with the mean."""
        if not self.refits:
            return None
        shares = self.shares if self.shares.size else None
        return Bundle(self.steps[:MOST_CURVES], self.classes, self.grid, shares, self._midst)

    @property
    def numbers(self) -> Mapping[str, object]:
        """The errors on unseen points, and the parts of the expected error for each value."""
        return {
            "unseen": [number(error) for error in self.unseen],
            "out_of_bag": number(self.out_of_bag),
            "values": list(self.tried),
            **{name: [number(value) for value in self.parts[:, index]] for index, name in enumerate(NUMBERS)},
            "disagree": None if not self.shares.size else float((self.doubt > 0.1).mean()),
            "measure": self.measure.title,
        }

    @property
    def _midst(self) -> tuple[Series, ...]:
        """The mean of the curves, and the truth where it is known."""
        if not len(self.curves):
            return ()
        mean = Series("mean", self.places, self.curves.mean(axis=0), "level")
        return (mean,) if self.truth is None else (mean, Series("truth", self.places, self.truth, "level"))

    @property
    def _best(self) -> int:
        return int(np.nanargmin(self.parts.sum(axis=1)))

    def _words(self, value: float) -> str:
        return f"{text(100 * value)} %" if self.measure.is_share else text(value)

    def _against(self, axis: KnobAxis) -> Chart:
        scale = 100 if self.measure.is_share else 1
        total = Series("expected error", axis.places, scale * self.parts.sum(axis=1))
        lines = [Series(name, axis.places, scale * self.parts[:, index]) for index, name in enumerate(PARTS)]
        unit = "% wrong" if self.measure.is_share else "squared error"
        return Chart("Noise, bias² and variance", (axis.name, unit), (total, *lines[1:], lines[0]), axis.log)


NUMBERS = ("noise", "bias", "variance")


@dataclass(frozen=True)
class Refits(Study):
    """Fits the same method to many other samples and shows how far they agree: bias and variance."""

    title = "Refits to other samples"
    family = "Errors"

    draws: str = param(
        "bootstrap",
        "Samples",
        "Drawn from the points with replacement, or fresh from their source",
        choices=("bootstrap", "fresh"),
    )
    count: int = param(30, "Refits", "How many samples are fitted", low=2, high=2000, scale="log")
    parameter: str = param("", "Parameter", "Which one is varied; empty: none, unless values are given")
    tries: str = param("", "Values", "Such as 1,3,5 or low:high:count; empty: usual ones")
    seed: int = param(0, "Seed", "Another seed draws other samples", low=0, high=LARGEST_SEED)
    places: int = param(64, "Places", "Along each side of the view", low=8, high=256)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for fits without classes or curves, and where no fresh points can be drawn."""
        if task.model.task not in {"classify", "regress"}:
            return "Only fits that say classes or draw a curve can be compared from sample to sample."
        if not len(task.learnable(self.points)):
            return "There are no points to draw samples from."
        if self.draws == "fresh" and (task.source is None or not _can_redraw(task.source)):
            return "The law of these points is not known, so no fresh ones can be drawn: use bootstrap samples."
        if self.draws == "fresh" and task.transforms:
            return "Fresh points are drawn in the units of their source: switch off transforms, or use bootstrap."
        try:
            self._knob(task)
        except ValueError as error:
            return str(error)
        return ""

    def needs_bounds(self) -> bool:
        """Return True: shares are told over the view."""
        return True

    def cost(self, task: Task) -> Cost:
        """Return one fit for each sample and value."""
        part, every, knob = task.learnable(self.points), task.model.learnable(task.data), self._knob(task)
        return Cost(self.count * (1 if knob is None else len(knob.values)), len(part), len(every))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield what the refits say as they come."""
        part = task.learnable(self.points)
        draft, known = _RefitsDraft(self, task, self._knob(task)), 0
        counts = self._counts(part) if self._is_plain(task) else None
        for found in () if counts is None else found_together(task, part, counts, rough=True):
            known = known if found is None else draft.add_many(found[1])
            yield None if found is None else draft.result(known / self.count)
        for index in range(known, self.count):
            sample, unseen = self._sample(task, part, index)
            steps = yield from draft.steps_of(sample)
            draft.add(steps, sample, unseen)
            yield draft.result((index + 1) / self.count) if is_worth_showing(index, self.count) else None

    def _knob(self, task: Task) -> Knob | None:
        """Return the parameter that is varied, None if none is."""
        return chosen_knob(task.model, self.parameter, self.tries) if self.parameter or self.tries else None

    def _is_plain(self, task: Task) -> bool:
        """Return whether all refits are of one model that says classes, to samples of the same points."""
        return self.draws == "bootstrap" and task.model.task == "classify" and self._knob(task) is None

    def _counts(self, part: Dataset) -> Labels:
        """Return how often each bootstrap sample holds each point."""
        drawn = (self._rows(part, index) for index in range(self.count))
        return np.stack([np.bincount(rows, minlength=len(part)) for rows in drawn])

    def _rows(self, part: Dataset, index: int) -> Labels:
        return stream(self.seed, index).integers(0, len(part), len(part))

    def _sample(self, task: Task, part: Dataset, index: int) -> tuple[Dataset, Dataset]:
        """Return the points of a sample, and points that are not in it."""
        if self.draws == "bootstrap":
            rows = np.sort(self._rows(part, index))
            return part.part(rows), part.part(np.setdiff1d(np.arange(len(part)), rows))
        assert task.source is not None, "refusal has seen to it"
        made = redrawn(task.source, 1 + self.seed * self.count + index)
        return made.part(np.arange(min(len(made), len(part)))), part


class _RefitsDraft:
    """What is known of the refits so far."""

    def __init__(self, study: Refits, task: Task, knob: Knob | None) -> None:
        self.study, self.task, self.knob, self.shelf = study, task, knob, StepShelf()
        self.models = () if knob is None else models_of(task.model, knob)
        self.unseen: list[float] = []
        self.failed = 0
        self.said: list[list[Array | Labels]] = [[] for _ in range(1 if knob is None else len(knob.values))]
        self.residuals: list[float] = []
        self.grid = Grid(*task.view, study.places, study.places) if task.model.task == "classify" else None
        self.classes = task.data.classes
        size = 0 if self.grid is None else study.places
        self.votes = np.zeros((size, size, len(self.classes)))
        self.judges = self._judges()
        self.main = 0 if knob is None else _index_of(knob, task)

    def _judges(self) -> Array:
        """Return the places at which refits are compared: of the source for classes, along x for curves."""
        source = self.task.source if self.study.draws == "fresh" else None
        many = self.task.data if source is None else redrawn(source, LARGEST_SEED, JUDGES)
        if self.grid is None:
            return np.linspace(many.points[:, 0].min(), many.points[:, 0].max(), ALONG)
        return np.empty((0, 2)) if source is None or source.law() is None else many.points

    def steps_of(self, sample: Dataset) -> Generator[None, None, list[Step | None]]:
        """Return the last step of a fit to a sample with each value."""
        if self.knob is None:
            return [(yield from self.task.near_step(sample, self.task.model, self.shelf.first, rough=True))]
        steps: list[Step | None] = [None] * len(self.knob.values)
        trial = Trial(self.knob.name, self.models, sample, ())
        for found in tried(self.task, trial, range(len(steps))):
            if found is not None:
                steps[found[0]] = found[1]
            yield None
        return steps

    def add_many(self, fits: ManyFits) -> int:
        """Note refits that were found together; return how many are known."""
        assert self.grid is not None, "they say classes"
        rule, like = self.task.rule, fits.scored(0)
        self.unseen += judged_together(self.task, fits)[2].tolist()
        self.votes += fits.votes(self.grid, lambda scores: decide_scores(like, scores, rule))
        return self.shelf.add_many(fits)

    def add(self, steps: list[Step | None], sample: Dataset, unseen: Dataset) -> None:
        """Note the refits to a sample."""
        step, task = steps[self.main], self.task
        self.shelf.add(step)
        self.failed += step is None
        self.unseen.append(known_measure(task, self.shelf.first).error(cost_of(task, step, unseen)))
        for value, refit in enumerate(steps):
            if isinstance(refit, HasCurve):
                self.said[value].append(refit.curve(self.judges))
            elif isinstance(refit, HasScores) and len(self.judges):
                self.said[value].append(decide(refit, self.judges, task.rule))
        if isinstance(step, HasScores) and self.grid is not None:
            self.votes += decide_scores(step, step.field(self.grid), task.rule)[..., None] == self.classes
        source = task.source if self.study.draws == "fresh" else None
        true = None if source is None else source.curve(sample.points[:, 0])
        self.residuals += [] if true is None else np.square(sample.points[:, 1] - true).tolist()

    def result(self, done: float) -> Spread:
        """Return what is known."""
        fitted = len(self.unseen) - self.failed
        known = self.task.source if not self.task.transforms else None  # its law is told in its own units
        truth = None if known is None or self.grid is not None else known.curve(self.judges)
        is_curve = self.grid is None and bool(self.said[self.main])
        return Spread(
            done=done,
            measure=known_measure(self.task, self.shelf.first),
            classes=self.classes,
            names=tuple(self.task.data.class_names[label] for label in self.classes),
            grid=self.grid,
            shares=self.votes / max(fitted, 1) if fitted else np.zeros((0, 0, 0)),
            places=self.judges if self.grid is None else np.empty(0),
            curves=np.array(self.said[self.main], dtype=np.float64) if is_curve else np.empty((0, 0)),
            truth=truth,
            unseen=np.array(self.unseen),
            axis=None if self.knob is None else axis_of(self.task.model, self.knob),
            tried=() if self.knob is None else self.knob.values,
            told="" if self.knob is None else value_words(self.task.model, self.knob.name, self.knob.values[self.main]),
            parts=np.array([self._parts(said, truth) for said in self.said]),
            steps=self.shelf.steps,
            failed=self.failed,
            fresh=self.study.draws == "fresh",
            work=self.study.cost(self.task),
        )

    def _parts(self, said: list[Array | Labels], truth: Array | None) -> tuple[float, float, float]:
        """Return noise, bias² and variance; NaN where the truth is not known."""
        found: Variation | None = None
        source = self.task.source
        if said and self.residuals and truth is not None:
            found = of_curves(np.array(said), truth, float(np.mean(self.residuals)))
        elif said and self.grid is not None and source is not None:
            chances = source.chances(self.judges)
            found = None if chances is None else of_classes(np.array(said), chances, np.arange(chances.shape[1]))
        return (np.nan, np.nan, np.nan) if found is None else found.means


def redrawn(source: Source, nth: int, count: int | None = None) -> Dataset:
    """Return other points from the same law: by another seed, and more of them where a source can make more."""
    names = {spec.name for spec in specs(type(source))}
    now = source.values()
    changes: dict[str, object] = {"seed": (int(now["seed"]) + nth) % (LARGEST_SEED + 1)}
    if count is not None and "count" in names:
        changes["count"] = min(count, MOST_POINTS)
    return source.with_values(changes).make()


def _can_redraw(source: Source) -> bool:
    """Return whether another seed draws other points: the seed is a parameter, and it matters now."""
    return any(spec.name == "seed" for spec in source.shown())


def _index_of(knob: Knob, task: Task) -> int:
    return nearest_index(task.model, knob) or 0
