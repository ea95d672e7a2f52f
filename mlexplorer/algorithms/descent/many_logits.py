"""Newton's method for many logistic fits at once: the same points, other counts or penalties."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.lines.monomials import Monomials, Scaling
from mlexplorer.core.arrays import Array, Labels, Mask

FARTHEST = 4.0  # that a score may move in one step
CLOSE = 1e-10  # twice the fall that is left: the last step is taken as well
MOST = 50  # steps
ENTRIES = 1 << 17  # scores that are made between two pauses, about


@dataclass(frozen=True, eq=False)
class ManyLogits:
    """Two classes: the points and their class, the terms of the rule, and for each fit counts and a penalty."""

    points: Array
    columns: Labels
    terms: Monomials
    counts: Array  # (fits, n), or (1, n) for all
    penalties: Array  # (fits,), all above 0

    def solved(self) -> Generator[None, None, "SolvedLogits"]:
        """Return the weights of all fits, with pauses; those that have not come to an end are not `done`."""
        frame = Scaling.around(self.points)
        design, expansion = self.terms.rows(self.points, frame), self.terms.expansion(frame)
        fits, size = len(self.penalties), len(design)
        weights, before, done, steps = np.zeros((fits, size)), np.zeros((fits, size)), np.zeros(fits, bool), 0
        bowls = _Bowls(design, (self.columns == 1).astype(np.float64), expansion[:-1].T @ expansion[:-1])
        for steps in range(1, MOST + 1):  # noqa: B007 - how many there were is told
            (open_,) = np.nonzero(~done)
            counts = self.counts if len(self.counts) == 1 else self.counts[open_]
            try:
                move, fall = bowls.moves(weights[open_], counts, self.penalties[open_])
            except np.linalg.LinAlgError:
                break
            before[open_] = weights[open_]
            weights[open_] -= move
            done[open_] = fall <= CLOSE
            if done.all():
                break
            yield None
        return SolvedLogits(frame, expansion, weights, before, done, steps)


@dataclass(frozen=True, eq=False)
class SolvedLogits:
    """The weights of many fits inside a frame, those of the step before, and how many steps it took."""

    frame: Scaling
    expansion: Array  # turns them into data units
    weights: Array  # (fits, terms)
    before: Array
    done: Mask
    steps: int


@dataclass(frozen=True, eq=False)
class _Bowls:
    """The parabolas under many losses at once; the Hessians of all are one product with the products of the terms."""

    design: Array
    wanted: Array  # 1 for the second class, else 0
    ridge: Array  # of penalty 1

    def moves(self, weights: Array, counts: Array, penalties: Array) -> tuple[Array, Array]:
        """Return what to subtract from the weights of each fit, and twice the fall to the bottom of its parabola."""
        first, second = np.triu_indices(len(self.design))
        chances = weights @ self.design
        np.negative(chances, out=chances)
        np.exp(np.minimum(chances, 700.0, out=chances), out=chances)
        chances += 1.0
        np.reciprocal(chances, out=chances)
        pull = penalties[:, None] * (weights @ self.ridge)
        slopes = ((chances - self.wanted) * counts) @ self.design.T + pull
        bends = ((chances * (1.0 - chances)) * counts) @ (self.design[first] * self.design[second]).T
        curved = np.empty((len(weights), len(self.design), len(self.design)))
        curved[:, first, second] = curved[:, second, first] = bends
        curved += penalties[:, None, None] * self.ridge
        moves = np.linalg.solve(curved, slopes[..., None])[..., 0]
        falls = (slopes * moves).sum(axis=1)
        far = np.abs(moves @ self.design).max(axis=1)
        return moves * np.minimum(1.0, FARTHEST / np.maximum(far, 1e-300))[:, None], np.where(
            far > FARTHEST, np.inf, falls
        )
