"""Which points are held out for testing: a share of each class, stable when points are added."""

from dataclasses import dataclass

from mlexplorer.core.data import MOST_HELD_OUT, SPLITS, Dataset
from mlexplorer.core.params import Recipe, param


@dataclass(frozen=True)
class Holdout(Recipe):
    """A share of every class that no model may learn from."""

    title = "Held out"

    share: float = param(
        0.0, "Held out for testing", "Share of each class kept for testing", low=0.0, high=MOST_HELD_OUT, unit="%"
    )
    seed: int = param(
        0,
        "Split seed",
        "Another number holds out other points",
        low=0,
        high=SPLITS - 1,
        hidden_when=("share", (0.0,)),
    )

    def applied(self, data: Dataset) -> Dataset:
        """Return data with the share held out; without one, as they are."""
        return data if self.share == 0.0 else data.hold_out(self.share, self.seed)
