"""Versus: two methods on the same folds, and whether their difference may be chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.model import Model, Step
from mlexplorer.core.numbers import counted, small, text
from mlexplorer.core.params import param, specs
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Chart, Cost, Result, Rival, Series, Study, Task, points_param
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.folds import Difference, deals, paired, summary
from mlexplorer.judging.intervals import McNemar, mcnemar
from mlexplorer.judging.trials import cost_of, is_worth_showing, known_measure, number

SURE = 0.05  # a chance below which a difference is taken for one
NOBODY = "Name another model, such as tree or knn k=5; or add a run to race against, or pin a fit."


@dataclass(frozen=True, eq=False)
class Duel(Result):
    """The errors of two methods in each fold, NaN where they are not known, and on which points only one is right."""

    names: tuple[str, str]
    measure: ErrorKind
    errors: Array  # (2, folds)
    sizes: Labels  # the points of each fold
    folds: int  # of one dealing
    agreement: tuple[int, int, int, int] | None  # points both, only the first, only the second, neither got right
    work: Cost

    @property
    def means(self) -> tuple[float, float]:
        """The error of both over all folds; every point counts the same."""
        first, second = (summary(np.square(row) if self.measure.is_root else row, self.sizes) for row in self.errors)
        root = np.sqrt if self.measure.is_root else float
        return float(root(first.mean)), float(root(second.mean))

    @cached_property
    def difference(self) -> Difference:
        """How much more the first errs than the second, by Nadeau and Bengio's test."""
        return paired(self.errors[0], self.errors[1], self.folds)

    @property
    def points(self) -> McNemar | None:
        """McNemar's test over the points; None where right and wrong mean nothing."""
        return None if self.agreement is None else mcnemar(*self.agreement)

    @property
    def sentence(self) -> str:
        """Which is better, if that can be told, and how sure it is."""
        one, two = self.means
        if np.isnan(one) or np.isnan(two):
            missing = self.names[0] if np.isnan(one) else self.names[1]
            return f"No fold could be fitted by {missing}, so there is nothing to compare."
        kind = "wrong" if self.measure.is_share else self.measure.axis
        told = f"{self.names[0]}: {self.measure.words(one)} {kind} on unseen points; {self.names[1]}: "
        return f"{told}{self.measure.words(two)}. {self._verdict} {self._counted}".strip()

    @property
    def facts(self) -> Mapping[str, str]:
        """Both errors, their difference, both tests, and the work."""
        found = {name: self.measure.words(mean) for name, mean in zip(self.names, self.means, strict=True)}
        low, high = (self._shift(end) for end in self.difference.interval)
        found["Difference"] = f"{self._shift(self.difference.mean)} (95 %: {low} to {high})"
        found["Paired t (Nadeau and Bengio)"] = (
            f"t = {text(self.difference.statistic, 2)}, {_chance(self.difference.p)}"
        )
        if self.agreement is not None and self.points is not None:
            _, one, two, _ = self.agreement
            found["Only one is right"] = f"{one} times the first, {two} times the second"
            found["McNemar"] = _chance(self.points.p)
        return {**found, "Work": self.work.words}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """How much more the first errs in each fold, with the mean and its interval."""
        away = self.measure.shown(self.errors[0] - self.errors[1])
        known = np.flatnonzero(np.isfinite(away))
        series = [Series("difference", known.astype(np.float64) + 1.0, away[known], "bars")]
        if len(known) > 1:
            wide = np.array([0.5, len(away) + 0.5])
            mean, low, high = (
                self.measure.shown(np.full(2, float(end))) for end in (self.difference.mean, *self.difference.interval)
            )
            series.append(Series("mean, 95 %", wide, mean, "level", low, high))
        unit = "points of %" if self.measure.is_share else self.measure.axis
        return (Chart(f"How much more {self.names[0]} errs", ("fold", unit), tuple(series), level=0.0),)

    @property
    def numbers(self) -> Mapping[str, object]:
        """The errors of both in each fold, their difference, and both tests."""
        low, high = self.difference.interval
        return {
            "first": self.names[0],
            "second": self.names[1],
            "first_errors": [number(error) for error in self.errors[0]],
            "second_errors": [number(error) for error in self.errors[1]],
            "difference": number(self.difference.mean),
            "interval_low": number(low),
            "interval_high": number(high),
            "t": number(self.difference.statistic),
            "p": number(self.difference.p),
            "agreement": None if self.agreement is None else list(self.agreement),
            "mcnemar_p": None if self.points is None else self.points.p,
            "measure": self.measure.title,
        }

    @property
    def _verdict(self) -> str:
        """Whether the folds tell which is better."""
        found = self.difference
        if np.isnan(found.p):
            return "With fewer than two folds nobody can say which is better."
        if found.mean == 0 and found.statistic == 0:
            return "They err equally often: the folds show no difference."
        times = f"in {_of_hundred(found.p)} of 100 such trials folds would differ so much by chance"
        if found.p < SURE:
            return f"{self.names[0] if found.mean < 0 else self.names[1]} is better: only {times}."
        return f"The folds do not tell which is better: {times}."

    @property
    def _counted(self) -> str:
        if self.agreement is None or not sum(self.agreement[1:3]):
            return ""
        _, one, two, _ = self.agreement
        alone = counted(one + two, "point")
        return f"Of {alone} that only one gets right, {one} speak for {self.names[0]} and {two} for {self.names[1]}."

    def _shift(self, value: float) -> str:
        if np.isnan(value):
            return "–"
        return f"{text(100 * value, 2)} points" if self.measure.is_share else text(value)


@dataclass(frozen=True)
class Versus(Study):
    """Fits two methods to the same folds and asks whether their difference may be chance."""

    title = "Two methods on the same folds"
    family = "Errors"

    against: str = param("", "Against", "A model such as tree or knn k=5; empty: the next run, else the newest pin")
    folds: int = param(10, "Folds", "How many parts are left out in turn", low=2, high=1000)
    repeats: int = param(1, "Repeats", "How often the points are dealt anew", low=1, high=100)
    seed: int = param(0, "Seed", "Another seed deals other folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def rival(self, task: Task) -> Rival:
        """Return what the model is compared with, or refuse with a sentence."""
        if self.against.strip():
            return Rival("", _model_in(self.against))
        if not task.rivals:
            raise ValueError(NOBODY)
        return task.rivals[0]

    def refusal(self, task: Task) -> str:
        """Return a sentence where there is nothing to compare with, or nothing in common."""
        try:
            other = self.rival(task).model
        except ValueError as error:
            return str(error)
        if task.model.task == "descend" or other.task != task.model.task:
            return f"{task.model.title} and {other.title} answer different questions: their errors cannot be compared."
        return "" if len(task.learnable(self.points)) > 1 else "Folds need at least two points to learn from."

    def cost(self, task: Task) -> Cost:
        """Return two fits for each fold."""
        part, every = task.learnable(self.points), task.model.learnable(task.data)
        folds = min(self.folds, len(part))
        return Cost(2 * folds * (1 if folds == len(part) else self.repeats), len(part), len(every))

    def kept(self, task: Task) -> Task:
        """Return the task with no other rival than the one that is meant."""
        return replace(task, rivals=() if self.against.strip() else task.rivals[:1])

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors of both after each fold."""
        part, rival = task.learnable(self.points), self.rival(task)
        sides = task, replace(task, model=rival.model, start=rival.start)
        folds = min(self.folds, len(part))
        labels = part.labels if task.model.task == "classify" else None
        dealt = deals(part.ids, folds, self.repeats, self.seed, labels)
        parts = [row == fold for row in dealt for fold in range(folds)]
        errors, costs = np.full((2, len(parts)), np.nan), np.full((2, len(part)), np.nan)
        first: Step | None = None
        for index, left in enumerate(parts):
            for side, about in enumerate(sides):
                step = yield from about.last_step(part.part(~left))
                first = first or step
                cost = cost_of(about, step, part.part(left))
                errors[side, index] = known_measure(about, first).error(cost)
                if index < folds:
                    costs[side, left] = cost
            known = Duel(
                done=(index + 1) / len(parts),
                names=_names(task.model, rival.model),
                measure=known_measure(task, first),
                errors=errors.copy(),
                sizes=np.array([int(mask.sum()) for mask in parts]),
                folds=folds,
                agreement=_agreement(costs) if labels is not None else None,
                work=self.cost(task),
            )
            yield known if is_worth_showing(index, len(parts)) else None


def _agreement(costs: Array) -> tuple[int, int, int, int]:
    """Return how many points both, only the first, only the second and neither got right, where both say a class."""
    one, two = costs[:, np.isfinite(costs).all(axis=0)] == 0
    pairs = (one & two, one & ~two, ~one & two, ~one & ~two)
    both, first, second, neither = (int(np.count_nonzero(pair)) for pair in pairs)
    return both, first, second, neither


def _model_in(words: str) -> Model:
    """Return the model that words name: "tree", or with parameters "knn k=5"."""
    name, *settings = words.replace(",", " ").split()
    model = registry.model(name)()
    known = {spec.name: spec for spec in specs(type(model))}
    given = dict(setting.partition("=")[::2] for setting in settings)
    return model.with_values({key: known[key].read(value) if key in known else value for key, value in given.items()})


def _names(one: Model, two: Model) -> tuple[str, str]:
    """Return what two models are called beside each other: by title, else by what differs."""
    if type(one) is not type(two):
        return one.title, two.title
    first, second = one.values(), two.values()
    differing = [spec for spec in specs(type(one)) if first[spec.name] != second[spec.name]][:2]
    if not differing:
        return f"{one.title} (first)", f"{two.title} (second)"
    told = [
        ", ".join(f"{small(spec.label)} {spec.words(values[spec.name])}" for spec in differing)
        for values in (first, second)
    ]
    return f"{one.title} ({told[0]})", f"{two.title} ({told[1]})"


def _of_hundred(p: float) -> str:
    return f"{100 * p:.0f}" if p >= 0.01 else "fewer than 1"


def _chance(p: float) -> str:
    return "p –" if np.isnan(p) else "p < 0.001" if p < 0.001 else f"p = {text(p, 2)}"
