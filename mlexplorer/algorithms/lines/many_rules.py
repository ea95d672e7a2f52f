"""Polynomial rules of many fits at once: one set of weights for each fit, over the same terms."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.lines.monomials import Monomials, Scaling
from mlexplorer.core.arrays import Array, Labels, halves
from mlexplorer.core.grid import Grid
from mlexplorer.core.study.many_fits import ManyFits


@dataclass(frozen=True, eq=False)
class ManyRules(ManyFits):
    """Fits whose scores are polynomials; two classes have one, f, and the scores (−f/2, +f/2)."""

    near = 1e-8

    terms: Monomials
    frame: Scaling
    weights: Array  # (fits, polynomials, terms), inside the frame
    doubtful: Labels  # the numbers of fits that have to be asked themselves

    def scores(self, points: Array, numbers: Labels) -> Array:
        """Return the polynomials of each point's own fit."""
        rows, own = self.terms.rows(points, self.frame), self.weights[numbers]
        values = (own * rows.T[:, None, :]).sum(axis=2)
        found = halves(values[:, 0]) if values.shape[1] == 1 else values
        for number in np.intersect1d(self.doubtful, numbers):
            mine = numbers == number
            found[mine] = self.scored(int(number)).scores(points[mine])
        return found

    def fields(self, grid: Grid) -> Iterator[Array]:
        """Yield the polynomials of each fit on a grid."""
        doubtful = set(self.doubtful.tolist())
        for number, polynomials in enumerate(self.weights):
            if number in doubtful:
                yield self.scored(number).field(grid)
                continue
            values = [self.terms.field(row, grid, self.frame) for row in polynomials]
            yield halves(values[0]) if len(values) == 1 else np.stack(values, axis=-1)
