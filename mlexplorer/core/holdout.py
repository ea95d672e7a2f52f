"""Which points are held out for testing: a share of each class, dealt once among the points that were made."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from mlexplorer.core.arrays import Labels, Mask, bits, frozen, is_same, scrambled, taken
from mlexplorer.core.data import MOST_HELD_OUT, SPLITS, Dataset
from mlexplorer.core.params import Recipe, param


@dataclass(frozen=True, eq=False)
class Deal:
    """Among which points roles are dealt: their ids, their classes when they were made, and which a hand has marked.

    It outlives edits, so that no edit changes the role of another point: a point that was removed still takes its lot.
    """

    ids: Labels
    labels: Labels
    by_hand: Mask = field(default=None)  # type: ignore[arg-type] # None becomes "none" at once

    def __post_init__(self) -> None:
        """Make every array read-only, and refuse lists that do not belong together."""
        marked = np.zeros(len(self.ids), bool) if self.by_hand is None else self.by_hand
        object.__setattr__(self, "ids", frozen(self.ids, np.intp))
        object.__setattr__(self, "labels", frozen(self.labels, np.intp))
        object.__setattr__(self, "by_hand", frozen(marked, np.bool_))
        if not len(self.ids) == len(self.labels) == len(self.by_hand):
            raise ValueError("ids, labels and by_hand must be of one length.")

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Deal) or self.key != other.key:
            return self is other
        return all(map(is_same, self._arrays, other._arrays))

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def key(self) -> tuple[int, ...]:
        """What is quickly told of it: equal deals have equal keys, and others nearly always other keys."""
        return (len(self.ids), *(int(bits(values).sum(dtype=np.uint64)) for values in self._arrays))

    @property
    def _arrays(self) -> tuple[Labels, Labels, Mask]:
        return self.ids, self.labels, self.by_hand

    def marking(self, ids: Labels) -> "Deal":
        """Return the deal with more points whose role a hand has chosen."""
        return Deal(self.ids, self.labels, self.by_hand | np.isin(self.ids, ids))


def deal_of(data: Dataset) -> Deal:
    """Return the deal in which every point of some data takes part."""
    return Deal(data.ids, data.labels)


@dataclass(frozen=True)
class Holdout(Recipe):
    """A share of every class that no model may learn from."""

    title = "Held out"

    share: float = param(
        0.0, "Held out for testing", "Share of each class kept for testing", low=0.0, high=MOST_HELD_OUT, unit="%"
    )
    seed: int = param(
        0, "Split seed", "Another number holds out other points", low=0, high=SPLITS - 1, hidden_when=("share", (0.0,))
    )

    def applied(self, data: Dataset, deal: Deal | None = None) -> Dataset:
        """Return data with those held out that are so already, or that a deal says are: among themselves by default."""
        chosen = held_ids(self, deal_of(data) if deal is None else deal)
        return data if len(chosen) == 0 else data.holding(data.held_out | np.isin(data.ids, chosen))


@lru_cache(maxsize=8)
def held_ids(holdout: Holdout, deal: Deal) -> Labels:
    """Return the ids that are dealt to be held out: in each class those with the lowest hash(seed, id)."""
    held = np.zeros(len(deal.ids), bool)
    lots = scrambled(deal.ids * SPLITS + holdout.seed)  # all different
    for label in np.unique(deal.labels[deal.labels >= 0]) if holdout.share else ():
        rows = np.flatnonzero(deal.labels == label)
        count = int(holdout.share * len(rows) + 0.5)
        held[rows[np.argpartition(lots[rows], min(count, len(rows) - 1))[:count]]] = True
    return taken(deal.ids[held & ~deal.by_hand])
