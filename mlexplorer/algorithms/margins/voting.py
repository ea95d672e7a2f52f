"""One against one: many classes decided by the votes of a discriminant for each pair."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels

Keys = npt.NDArray[np.int16]
_VOTE = 16  # what a vote counts in a key; the rest of the key is the rank of the class, so that no two are equal
_LEAST = 1e-300  # how far a class is from winning at least, if it does not win


def pairs_of(count: int) -> list[tuple[int, int]]:
    """Return the pairs of classes 0 … count − 1, in order."""
    return list(combinations(range(count), 2))


@dataclass(frozen=True, eq=False)
class PairVotes:
    """The values f of every pair (rows, in the order of pairs_of) at n places; f > 0 is a vote for the second class.

    The class with most votes wins, on a tie the first of them, as libsvm decides.
    """

    values: Array
    count: int

    @cached_property
    def votes(self) -> npt.NDArray[np.int16]:
        """The votes of each class, as (classes, n)."""
        votes = np.zeros((self.count, self.values.shape[1]), np.int16)
        for (first, second), won in zip(pairs_of(self.count), self._won, strict=True):
            votes[second] += won
            votes[first] += ~won
        return votes

    @cached_property
    def winners(self) -> Labels:
        """The class with most votes at each place."""
        return _leader(self._keys)

    @cached_property
    def scores(self) -> Array:
        """What each class lacks, as (classes, n): 0 for the winner, else −(the least change of f that lets it win).

        A class wins if one pair turns and the votes then favour it, or if all the pairs it lost turn; the change is
        |f|, or the sum of the |f|. So scores are continuous where the winner changes, and their largest is the winner.
        """
        sizes = np.abs(self.values)
        lacking = self._losses(sizes)
        places = np.arange(self.values.shape[1])
        for pair, size in enumerate(sizes):
            leader = _leader(self._turned(pair))
            lacking[leader, places] = np.minimum(lacking[leader, places], size)
        np.maximum(lacking, _LEAST, out=lacking)
        lacking[self.winners, places] = 0.0
        return -lacking

    def lacking(self, label: int) -> list[int]:
        """Return the pairs that must turn for a class to win at the first place, the least change of f."""
        sizes = np.abs(self.values[:, 0])
        if int(self.winners[0]) == label:
            return []
        lost = [
            pair
            for pair, (first, second) in enumerate(pairs_of(self.count))
            if label == (first if self._won[pair, 0] else second)
        ]
        single = [pair for pair in range(len(sizes)) if int(_leader(self._turned(pair))[0]) == label]
        nearest = min(single, key=lambda pair: float(sizes[pair]), default=-1)
        return [nearest] if single and sizes[nearest] <= sizes[lost].sum() else lost

    @cached_property
    def _won(self) -> npt.NDArray[np.bool_]:
        return self.values > 0

    @cached_property
    def _keys(self) -> Keys:
        """Votes and rank in one number, larger for the class that goes before."""
        ranks = np.arange(self.count - 1, -1, -1, dtype=np.int16)
        return self.votes * np.int16(_VOTE) + ranks[:, None]

    def _turned(self, pair: int) -> Keys:
        """Return the keys with one pair decided the other way."""
        first, second = pairs_of(self.count)[pair]
        gain = np.where(self._won[pair], _VOTE, -_VOTE).astype(np.int16)
        keys = self._keys.copy()
        keys[first] += gain
        keys[second] -= gain
        return keys

    def _losses(self, sizes: Array) -> Array:
        """Return the sum of |f| over the pairs each class lost."""
        losses = np.zeros((self.count, sizes.shape[1]))
        for (first, second), won, size in zip(pairs_of(self.count), self._won, sizes, strict=True):
            losses[first] += np.where(won, size, 0.0)
            losses[second] += np.where(won, 0.0, size)
        return losses


def _leader(keys: Keys) -> Labels:
    """Return the class of the largest key."""
    return (len(keys) - 1 - (keys.max(axis=0) & (_VOTE - 1))).astype(np.intp)


@dataclass(frozen=True)
class Ballot:
    """One learner of a vote: what it says, the weight of its mistakes and of its vote; a threshold or line, if any."""

    words: str
    error: float
    alpha: float
    feature: int = -1
    threshold: float = 0.0
    line: tuple[float, float, float] | None = None  # w1, w2, t
