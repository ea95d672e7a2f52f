"""Passes over the points, one mistake after the other, and what weights say there."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.core.arrays import Array, Labels, blocks
from mlexplorer.core.data import Dataset


@dataclass(frozen=True, eq=False)
class Lap:
    """One pass over the points that made mistakes, or the start: the weights after each update, and its row."""

    data: Dataset
    epoch: int
    path: Array  # (updates, lines, 3); empty after a pass without mistakes
    rows: Labels
    turns: Labels  # when in the pass each row came, counted from 0
    before: "Lap | None" = None
    cycle: int = 0  # the earlier epoch that ended with the same weights, if one did

    @property
    def origin(self) -> "Lap":
        """The lap of the start."""
        lap = self
        while lap.before is not None:
            lap = lap.before
        return lap

    @cached_property
    def fewest(self) -> tuple[int, int]:
        """The fewest training errors of any weights of this lap, and the first place that has them."""
        counts = mistakes(self.data, self.path)
        return int(counts.min()), int(counts.argmin())


def first_lap(data: Dataset, table: Array) -> Lap:
    """Return the lap of the start: weights (lines, 3) before any update."""
    return Lap(data, 0, np.array(table, dtype=np.float64)[None], np.array([-1]), np.array([-1]))


def mistakes(data: Dataset, tables: Array) -> Array:
    """Return the training errors of weights (m, lines, 3)."""
    if len(data.classes) == 2:
        return errors(data.points, data.labels == data.classes[1], tables[:, 0])
    counts, columns = np.empty(len(tables)), data.columns
    for part in blocks(len(tables), len(data.classes) * len(data)):
        counts[part] = (scores_of(tables[part], data.points).argmax(axis=1) != columns).sum(axis=1)
    return counts


def scores_of(tables: Array, points: Array) -> Array:
    """Return w·x − t of weights (m, lines, 3) at points, as (m, lines, n), in the order of sums all decisions use."""
    first, second, threshold = np.moveaxis(tables, -1, 0)[..., None]
    return first * points[:, 0] + second * points[:, 1] - threshold
