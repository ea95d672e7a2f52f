"""Influence: what the fit would be without one point, and how much of the view each point decides by itself."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule, decide_scores
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import Recipe, param


def without(model: Model, data: Dataset, row: int, start: Array | None = None) -> Iterator[Step | None]:
    """Yield None where a fit without one point may be interrupted, and its last step at the end, if it can be done."""
    last: Step | None = None
    try:
        for step in model.fit(data.without([row]), start):
            last = step or last
            yield None
    except CannotFit:
        return
    yield last


@dataclass(frozen=True)
class Influence(Recipe):
    """Leaves out one training point after the other and measures how much of the view is then decided differently."""

    title = "Influence of each point"

    places: int = param(64, "Places", "Along each side of the view, where decisions are compared", low=8, high=256)

    def shares(
        self,
        model: Model,
        data: Dataset,
        bounds: Bounds,
        rule: Rule = PLAIN,
        *,
        start: Array | None = None,
    ) -> Iterator[Array | None]:
        """Yield the share of the view that flips without each point, as far as known; NaN where it is not, or never."""
        shares = np.full(len(data), np.nan)
        grid = Grid(*bounds, self.places, self.places)
        whole = yield from _last(model.fit(data, start))
        if not isinstance(whole, HasScores):
            return
        wanted = decide_scores(whole, whole.field(grid), rule)
        for row in model.training(data).rows.tolist():
            step = yield from _last(without(model, data, row, start))
            if isinstance(step, HasScores):
                shares[row] = float((decide_scores(step, step.field(grid), rule) != wanted).mean())
            yield shares.copy()


def _last(steps: Iterator[Step | None]) -> Generator[None, None, Step | None]:
    """Return the last of some steps; yields where they may be interrupted."""
    last: Step | None = None
    for step in steps:
        last = step or last
        yield None
    return last
