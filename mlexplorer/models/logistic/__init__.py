"""Logistic regression for two or many classes, by Newton's method or by any kind of gradient descent."""

import itertools
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from mlexplorer.algorithms.descent.downhill import descend
from mlexplorer.algorithms.descent.many_logits import ManyLogits
from mlexplorer.algorithms.descent.online import batches, beginning, logistic_updates, orders
from mlexplorer.algorithms.descent.rule_losses import LogLoss
from mlexplorer.algorithms.lines.many_rules import ManyRules
from mlexplorer.algorithms.lines.monomials import Monomials
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanResume, CanSweep, Knob, Start, Step
from mlexplorer.core.params import param
from mlexplorer.core.reach import refuse_powers
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples
from mlexplorer.models.logistic.steps import LOWEST_RATE, LogisticStep, Setting

SOLVERS = ("newton", "gradient", "stochastic", "minibatch", "momentum", "nesterov", "adagrad", "rmsprop", "adam")
TITLES = ("Newton", "Gradient", "Stochastic", "Mini-batch", "Momentum", "Nesterov", "AdaGrad", "RMSprop", "Adam")
STEPPING, BATCHED = ("solver", SOLVERS[1:]), ("solver", ("minibatch",))  # when parameters matter
VISITING, MOVING = ("solver", ("stochastic", "minibatch")), ("solver", ("momentum", "nesterov", "adam"))
SURELY_ENOUGH = 50  # steps of Newton's method
LARGEST = 1e100  # weights beyond this are running away to infinity


@dataclass(frozen=True)
class LogisticRegression(CanResume, CanSweep, CanFitMany):
    """Turns a linear score into probabilities and makes the labels it has seen as likely as possible.

    f(x) = w·x − t and p(second class) = 1/(1 + e^−f); many classes have a score each and p is their softmax. With
    degree d the terms of x are all x1^a·x2^b, 1 ≤ a + b ≤ d. Loss = Σ −log p(own class) + penalty/2·‖w‖²; the threshold
    is not penalised. Newton solves by least squares and halves a step that does not help. The other solvers step by
    rate × gradient, of the mean loss of the points looked at if average is on, of their sum if off, with their share
    of the penalty; stochastic looks at one point, minibatch at `batch`, all others at every point. A pass looks at
    every point once.
    """

    title = "Logistic regression"
    family = "Linear"
    watch = (
        "Points far on the right side hardly count, those near the boundary decide. On separable points the "
        "weights grow without end unless they are penalised; a rate that is too large makes the objective swing."
    )
    main = ("rate", "degree", "penalty", "solver")

    solver: str = param("newton", "Solver", "The way down to the smallest objective", choices=SOLVERS, titles=TITLES)
    rate: float = param(
        0.5, "Learning rate", "Length of a step", low=LOWEST_RATE, high=100.0, scale="log", shown_when=STEPPING
    )
    average: bool = param(True, "Average", "Step by the mean slope of the points; off: by the sum", shown_when=STEPPING)
    steps: int = param(100, "Passes", "How often the solver may look at all points", low=1, high=5000, scale="log")
    batch: int = param(10, "Batch", "How many points an update looks at", low=1, high=1000, shown_when=BATCHED)
    momentum: float = param(0.9, "Momentum", "How much of a move is kept", low=0.0, high=0.99, shown_when=MOVING)
    order: str = param("given", "Order", "Which point comes next", choices=("given", "shuffled"), shown_when=VISITING)
    penalty: float = param(0.01, "Penalty", "The price of large weights; 0: none", low=0.0, high=100.0, scale="log")
    degree: int = param(1, "Degree", "The highest power of the coordinates: 1 is a line", low=1, high=5)
    start: str = param("zero", "Start", "The weights to begin with", choices=("zero", "random", "given"))
    seed: int = param(0, "Seed", "Another seed draws another start and order", low=0, high=LARGEST_SEED)

    def knobs(self) -> tuple[Knob, ...]:
        """Return the degree, and the penalty, which tames it."""
        return Knob("degree", (1, 2, 3, 4, 5)), Knob("penalty", (0.0, 0.001, 0.01, 0.1, 1.0, 10.0, 100.0), rising=False)

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for points whose coordinates have powers too large or too small for a number."""
        super().refuse(data)
        refuse_powers(data.points, self.degree)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[LogisticStep]:
        """Yield the start, then the weights after each update."""
        setting = Setting(self, data)
        weights = beginning(self.start, (setting.problem.size,), self.seed, start)
        misfit = self.start == "given" and start is not None and start.size != weights.size
        setting = replace(setting, start=weights)
        first = setting.step(weights, remark=" (the given start has another number of weights)" * misfit)
        yield from self._by_newton(setting, first) if self.solver == "newton" else self._by_descent(setting, first)

    def resume(self, data: Dataset, near: Step) -> LogisticStep:
        """Return the last step of a fit: Newton's method from nearby weights, for other solvers the whole way."""
        start = near.setting.start if isinstance(near, LogisticStep) else None
        if self._to_the_bottom and isinstance(near, LogisticStep):
            setting = Setting(self, data)
            if near.weights.size == setting.problem.size:
                step = deque(self._by_newton(setting, setting.step(near.weights)), maxlen=1)[0]
                if step.ending == "bottom":  # elsewhere the way decides where it ends
                    return step
        return deque(self.learn(data, start), maxlen=1)[0]

    def shares(self, name: str) -> bool:
        """Return True for the penalty, where Newton's method comes to the bottom."""
        return name == "penalty" and self._to_the_bottom

    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[LogisticStep | None]:
        """Yield the step of each penalty: Newton's method for all of them at once, where there are two classes."""
        columns, two = data.columns, len(data.classes) == 2
        penalties = np.array([model.penalty for model in models if model.penalty and two])
        problem = ManyLogits(data.points, columns, Monomials(self.degree), np.ones((1, len(data))), penalties)
        found, place = (yield from problem.solved()) if len(penalties) else None, 0
        for model in models:
            if found is None or not model.penalty or not found.done[place]:
                step = deque(model.learn(data, None), maxlen=1)[0]
            else:
                last, before = found.weights[place], found.expansion @ found.before[place]
                facts = {"frame": found.frame, "inner": last, "before": before, "ending": "bottom"}
                step = Setting(model, data).step(found.expansion @ last, found.steps, **facts)
            place += bool(model.penalty)
            yield step

    def shares_samples(self, data: Dataset) -> bool:
        """Return True for two classes and a penalty, where Newton's method comes to the bottom."""
        return bool(self.penalty) and len(data.classes) == 2 and self._to_the_bottom

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the fits to samples: Newton's method for all of them at once."""
        data, terms = samples.data, Monomials(self.degree)
        penalties = np.full(len(samples), self.penalty)
        problem = ManyLogits(data.points, samples.columns, terms, samples.counts.astype(np.float64), penalties)
        found = yield from problem.solved()
        return ManyRules(self, samples, terms, found.frame, found.weights[:, None], np.flatnonzero(~found.done))

    @property
    def _to_the_bottom(self) -> bool:
        return self.solver == "newton" and self.steps >= SURELY_ENOUGH

    def _by_newton(self, setting: Setting, step: LogisticStep) -> Iterator[LogisticStep]:
        """Yield the start and Newton's steps."""
        for move in itertools.islice(setting.problem.by_newton(step.weights), self.steps):
            yield step
            step = setting.step(
                move.weights,
                step.iteration + 1,
                before=step.weights,
                frame=move.frame,
                inner=move.inner,
                remark="" if move.full else " with a step shorter than the parabola asks for",
                ending="separable" if move.runaway else "bottom" if move.last else "",
            )
        yield step if step.ending else replace(step, ending="limit")

    def _by_descent(self, setting: Setting, step: LogisticStep) -> Iterator[LogisticStep]:
        """Yield the start and the steps of a descent, up to the last finite one."""
        for weights, rows in self._moves(setting, step.weights):
            if not float(weights @ weights) < LARGEST**2:
                yield replace(step, ending="diverged")
                return
            yield step
            step = setting.step(weights, step.iteration + 1, before=step.weights, rows=rows)
        yield replace(step, ending="limit")

    def _moves(self, setting: Setting, weights: Array) -> Iterator[tuple[Array, Labels | None]]:
        """Yield the weights after each update, with the rows it looked at."""
        objective, count = setting.problem.objective, len(setting.data)
        visits = orders(count, self.steps, self.seed if self.order == "shuffled" else None)
        if self.solver == "stochastic" and isinstance(objective, LogLoss) and self.degree == 1:
            design = np.vstack([setting.data.points.T, setting.problem.columns])
            decay = self.rate * self.penalty / count
            for path, rows in logistic_updates(design, weights, visits, rate=self.rate, decay=decay):
                yield from zip(path, rows[:, None], strict=True)
        elif self.solver in VISITING[1]:
            for rows in batches(visits, 1 if self.solver == "stochastic" else self.batch):
                scale = len(rows) if self.average else 1
                weights = weights - self.rate / scale * objective.slope(weights, rows)
                yield weights, rows
        else:
            scale = count if self.average else 1
            slopes = itertools.repeat(lambda place: objective.look(place).gradient / scale, self.steps)
            yield from ((place, None) for place in descend(self.solver, slopes, weights, self.rate, self.momentum))
