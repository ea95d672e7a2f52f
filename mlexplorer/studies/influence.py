"""Influence: what the fit would be without one point, and how much of the view each point decides by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset, sampled
from mlexplorer.core.decision import decide_scores
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Step
from mlexplorer.core.numbers import text
from mlexplorer.core.params import param
from mlexplorer.core.study import Chart, Cost, Result, Series, Study, Task, points_param

MOST_BARS = 20


def without(model: Model, data: Dataset, row: int, start: Array | None = None) -> Iterator[Step | None]:
    """Yield None where a fit without one point may be interrupted, and its last step at the end, if it can be done."""
    begin = None if start is None else tuple(start.tolist())
    yield (yield from Task(model, data, begin).last_step(data.without([row])))


@dataclass(frozen=True, eq=False)
class Shares(Result):
    """The share of the view that flips without each point; NaN where it is not known yet, or never."""

    shares: Array
    ids: Labels

    @property
    def order(self) -> Labels:
        """The rows whose share is known, the most influential first."""
        known = np.flatnonzero(np.isfinite(self.shares))
        return known[np.argsort(-self.shares[known], kind="stable")]

    @property
    def sentence(self) -> str:
        """Which point decides most."""
        if not len(self.order):
            return ""
        row = self.order[0]
        share = text(100 * float(self.shares[row]), 2)
        return f"Point {self.ids[row] + 1} decides most, {share} % of the view; the stronger a disc, the more."

    @property
    def facts(self) -> Mapping[str, str]:
        """The most influential points."""
        return {f"Point {self.ids[row] + 1}": f"{text(100 * float(self.shares[row]), 2)} %" for row in self.order[:5]}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The shares of the most influential points as bars."""
        shares = 100 * self.shares[self.order[:MOST_BARS]]
        bars = Series("share", np.arange(1.0, len(shares) + 1), shares, "bars")
        return (Chart("Most influential points", ("rank", "% of the view"), (bars,)),)

    @property
    def point_values(self) -> Array:
        """The share of each point."""
        return self.shares

    @property
    def numbers(self) -> Mapping[str, object]:
        """The ids and the shares."""
        shares = [None if np.isnan(share) else float(share) for share in self.shares]
        return {"ids": self.ids.tolist(), "shares": shares}


@dataclass(frozen=True)
class Influence(Study):
    """Leaves out one training point after the other and measures how much of the view is then decided differently."""

    title = "Influence of each point"
    family = "Points"

    places: int = param(64, "Places", "Along each side of the view, where decisions are compared", low=8, high=256)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for fits that tell no classes apart."""
        if task.model.task != "classify":
            return "Only a fit that tells classes apart has influential points."
        return ""

    def needs_bounds(self) -> bool:
        """Return True: shares of the view are measured."""
        return True

    def cost(self, task: Task) -> Cost:
        """Return one fit without each point, and one with all."""
        part = self._part(task)
        return Cost(len(part) + 1, len(part), len(task.model.learnable(task.data)))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the shares after each point that was left out."""
        shares, part = np.full(len(task.data), np.nan), self._part(task)
        grid = Grid(*task.view, self.places, self.places)
        whole = yield from task.last_step(part)
        if not isinstance(whole, HasScores):
            return
        wanted = decide_scores(whole, whole.field(grid), task.rule)
        for index, row in enumerate(part.rows.tolist()):
            step = yield from task.last_step(part.without([index]))
            if isinstance(step, HasScores):
                shares[row] = float((decide_scores(step, step.field(grid), task.rule) != wanted).mean())
            yield Shares((index + 1) / len(part), shares.copy(), task.data.ids)

    def _part(self, task: Task) -> Dataset:
        return sampled(task.learnable(self.points), task.model.most_points)
