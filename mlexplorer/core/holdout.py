"""Which points are held out for testing: a share of each class, stable when points are added."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import taken
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import Recipe, param
from mlexplorer.core.sampling import scrambled

SEEDS = 10_000


@dataclass(frozen=True)
class Holdout(Recipe):
    """A share of every class that no model may learn from."""

    title = "Held out"

    share: float = param(
        0.0, "Held out for testing", "Share of each class kept for testing", low=0.0, high=0.9, unit="%"
    )
    seed: int = param(
        0, "Split seed", "Another number holds out other points", low=0, high=SEEDS - 1, hidden_when=("share", (0.0,))
    )

    def applied(self, data: Dataset) -> Dataset:
        """Return data with the share held out: in each class the points with the lowest hash(seed, id)."""
        if self.share == 0.0:
            return data
        held = np.zeros(len(data), bool)
        lots = scrambled(data.ids * SEEDS + self.seed)  # all different
        for label in data.classes:
            rows = np.flatnonzero(data.labels == label)
            count = int(self.share * len(rows) + 0.5)
            held[rows[np.argpartition(lots[rows], min(count, len(rows) - 1))[:count]]] = True
        return data.holding(taken(held))
