"""Regression of the second coordinate on powers, bumps or waves of the first: squares, sizes or Huber's loss."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from mlexplorer.algorithms.curves.bases import Basis, BumpBasis, PowerBasis, WaveBasis
from mlexplorer.algorithms.curves.factors import Factors
from mlexplorer.algorithms.curves.objective import CurveCost
from mlexplorer.algorithms.descent.downhill import gradient
from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanSweep, Knob, Start
from mlexplorer.core.params import param
from mlexplorer.core.reach import refuse_powers
from mlexplorer.models.polynomial.steps import LOWEST_RATE, CurveProblem, CurveStep

LARGEST = 1e30  # weights beyond this are running away to infinity
HIGHEST_DEGREE = 12
BUMPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30)  # how many of them are worth trying
DESCENT = ("solver", ("gradient",))
BASES, LOSSES = ("polynomial", "rbf", "trigonometric"), ("squares", "absolute", "huber")


@dataclass(frozen=True)
class PolynomialRegression(CanSweep):
    """Draws the curve y = w₀ + w₁·x + w₂·x² + … that misses the points by the smallest sum of squares.

    x is the first coordinate, y the second; classes play no part. Instead of powers the terms may be bumps
    exp(−(x − c)²/(2·width²)) at even centres c over the points, or waves cos and sin of 2πjx/width for j up to degree.
    Loss = Σ(y − f(x))² + penalty·‖w‖² (ridge) or + penalty·Σ|w| (LASSO), sums without ½ or 1/n. The constant w₀ is free
    of the penalty, penalised as well, or left out. "absolute" takes Σ|y − f(x)| instead of squares; "huber" takes
    squares up to 1.35 scales and sizes beyond, n·s + Σ H(r/s)·s at the scale s that costs least. Solved directly, or by
    gradient descent from zero, where average divides the slope by the number of points.
    """

    title = "Polynomial"
    task = "regress"
    family = "Regression"
    watch = (
        "A higher degree always comes nearer to the points and soon swings between them. A penalty tames the "
        "swings; look at the ends of the curve, where no points hold it. Drag one point far away: squares follow it, "
        "absolute errors stay."
    )

    basis: str = param(
        "polynomial", "Terms", "What the curve is a sum of", choices=BASES, titles=("Powers", "Bumps (RBF)", "Waves")
    )
    degree: int = param(
        3,
        "Degree",
        "The highest power of x, or how many waves there are: a power of 1 is a straight line",
        low=0,
        high=HIGHEST_DEGREE,
        shown_when=("basis", ("polynomial", "trigonometric")),
    )
    centres: int = param(
        8, "Bumps", "How many bumps stand evenly over the points", low=1, high=30, shown_when=("basis", ("rbf",))
    )
    width: float = param(
        1.0,
        "Width",
        "How wide a bump is (its deviation), or how long the slowest wave",
        low=1e-3,
        high=1e3,
        scale="log",
        shown_when=("basis", ("rbf", "trigonometric")),
    )
    loss: str = param(
        "squares",
        "Errors",
        "How missing a point is counted",
        choices=LOSSES,
        titles=("Squares", "Absolute", "Huber"),
    )
    penalty: float = param(0.0, "Penalty", "The price of large weights; 0: none", low=0.0, high=1000.0, scale="log")
    norm: str = param(
        "l2",
        "Penalty on",
        "Squares of the weights shrink all; their sizes set some to exactly 0",
        choices=("l2", "l1"),
        titles=("Squares (ridge)", "Sizes (LASSO)"),
        hidden_when=("penalty", (0.0,)),
    )
    constant: str = param(
        "free",
        "Constant",
        "Whether w₀ is free, pulled to zero as well, or left out",
        choices=("free", "penalised", "none"),
    )
    solver: str = param("direct", "Solver", "At once, or step by step downhill", choices=("direct", "gradient"))
    rate: float = param(
        0.01, "Learning rate", "Length of a step", low=LOWEST_RATE, high=10.0, scale="log", shown_when=DESCENT
    )
    average: bool = param(True, "Average", "Step by the mean slope of the points; off: by the sum", shown_when=DESCENT)
    steps: int = param(100, "Steps", "How many steps are made", low=1, high=5000, scale="log", shown_when=DESCENT)

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for x with powers too large or too small for a number."""
        super().refuse(data)
        if self.basis == "polynomial":
            refuse_powers(data.points[:, :1], self.degree)

    def knobs(self) -> tuple[Knob, ...]:
        """Return how many terms there are, and the penalty, which tames them."""
        penalties = (0.0, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)
        terms = Knob("centres", BUMPS) if self.basis == "rbf" else Knob("degree", tuple(range(HIGHEST_DEGREE + 1)))
        return terms, Knob("penalty", penalties, rising=False)

    def shares(self, name: str) -> bool:
        """Return True for degree and penalty where squares are solved at once: one factorisation or path serves all."""
        squares = self.solver == "direct" and self.loss == "squares"
        if name == "degree":
            return squares and self.basis != "rbf" and (self.norm == "l2" or not self.penalty)
        return squares and name == "penalty"

    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[CurveStep]:
        """Yield the curve of each degree or penalty."""
        problems = [model._problem(data) for model in models]
        if not problems:
            return
        costs = [problem.cost for problem in problems]
        whole = Factors.of(max(costs, key=lambda cost: len(cost.prices)))
        priced = next((cost for cost in costs if cost.is_lasso), costs[0])
        paths = (priced.on_path(cost) if cost.is_lasso else None for cost in costs)
        found = paths if priced.is_lasso else whole.solved(costs)
        for problem, solution in zip(problems, found, strict=True):
            basis, inner = solution or problem.cost.solved()
            yield CurveStep(problem=problem, basis=basis, inner=inner)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[CurveStep]:
        """Yield the solution, or the start and the steps of gradient descent, up to the last finite one."""
        problem = self._problem(data)
        if self.solver == "direct":
            basis, inner = problem.cost.solved()
            yield CurveStep(problem=problem, basis=basis, inner=inner)
            return
        terms = len(problem.cost.prices)
        if start is not None and start.size == terms:
            problem = replace(problem, start=start.ravel())
        yield from self._descent(problem, np.zeros(terms) if problem.start is None else problem.start)

    def _descent(self, problem: CurveProblem, start: Array) -> Iterator[CurveStep]:
        cost, count = problem.cost, len(problem.data) if self.average else 1
        step = CurveStep(problem=problem, basis=cost.basis, inner=start)
        slopes = itertools.repeat(lambda place: cost.gradient(place) / count, self.steps)
        for weights in gradient(slopes, step.inner, self.rate):
            if not float(weights @ weights) < LARGEST**2:
                yield replace(step, ending="diverged")
                return
            yield step
            step = CurveStep(
                problem=problem, basis=cost.basis, inner=weights, before=step.inner, iteration=step.iteration + 1
            )
        yield replace(step, ending="limit")

    def _problem(self, data: Dataset) -> CurveProblem:
        basis = self._terms(data.points[:, 0])
        prices = np.full(len(basis.names), self.penalty)
        if self.constant == "free":
            prices[:1] = 0.0
        cost = CurveCost(basis, data.points[:, 0], data.points[:, 1], prices, self.loss, self.norm)
        rate = self.rate if self.solver == "gradient" else None
        degree = self.degree if self.basis == "polynomial" else -1
        return CurveProblem(data, cost, degree, self.penalty, rate, self.average)

    def _terms(self, x: Array) -> Basis:
        constant = self.constant != "none"
        if self.basis == "polynomial":
            return PowerBasis(constant, self.degree)
        if self.basis == "trigonometric":
            return WaveBasis(constant, self.degree, self.width)
        low, high = float(x.min()), float(x.max())
        middle = [0.5 * (low + high)]
        centres = np.linspace(low, high, self.centres) if self.centres > 1 else np.array(middle)
        return BumpBasis(constant, centres, self.width)
