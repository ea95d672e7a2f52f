"""A moment of a support vector machine of many classes: a machine for each pair, and their votes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.margins.voting import PairVotes, pairs_of
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasReasons, HasScores, HasSupport, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import Notice
from mlexplorer.core.numbers import counted, text
from mlexplorer.models.svm.steps import PairMachine, notice_of, rule, vector_machine

MOST_PAIRS = 6  # whose rules are written out


@dataclass(frozen=True, eq=False, kw_only=True)
class PairsStep(HasScores, HasSupport, HasReasons):
    """Many classes: a machine for each pair, those fitted so far and the others with multipliers 0."""

    data: Dataset
    classes: Labels
    parts: tuple[PairMachine, ...]
    hard: bool = False
    latest: int = -1

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the machines fitted anew, which leads to the end of the fit alone."""
        return vector_machine([part.machine for part in self.parts], self.hard)

    def votes(self, points: Array) -> Labels:
        """Return the votes of each class at points, as (n, k)."""
        return self._pair_votes(points).votes.T.astype(np.intp)

    def scores(self, points: Array) -> Array:
        """Return what each class lacks to win: 0 for the winner, else −(the least change of f that lets it win)."""
        return np.ascontiguousarray(self._pair_votes(points).scores.T)

    def field(self, grid: Grid) -> Array:
        """Return the scores on a grid, pair by pair at the cost of a field of two classes each."""
        values = np.stack([part.machine.field(grid.xs, grid.ys).ravel() for part in self.parts])
        scores = PairVotes(values, len(self.classes)).scores
        return np.ascontiguousarray(scores.T).reshape(grid.rows, grid.columns, -1)

    @cached_property
    def support(self) -> tuple[Labels, ...]:
        """The training rows of the support vectors of each pair."""
        return tuple(part.support for part in self.parts)

    @cached_property
    def multipliers(self) -> tuple[Array, ...]:
        """Their multipliers."""
        return tuple(part.multipliers for part in self.parts)

    @cached_property
    def slacks(self) -> tuple[Array, ...]:
        """Their slacks."""
        return tuple(part.slacks for part in self.parts)

    @cached_property
    def bound(self) -> float:
        """The largest multiplier allowed."""
        return max(part.bound for part in self.parts)

    @cached_property
    def margin(self) -> tuple[float, ...]:
        """The margin of each pair."""
        return tuple(part.margin for part in self.parts)

    @cached_property
    def loss(self) -> float:
        """The sum of the objectives of all pairs."""
        return sum(part.machine.primal for part in self.parts)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The duality gap of all pairs, the errors of the vote, and the points that support any pair."""
        gaps = [max(part.machine.primal - part.machine.dual, 0.0) for part in self.parts]
        wrong = self.predict(self.data.points) != self.data.labels
        supporting = np.unique(np.concatenate(self.support))
        return {
            "duality gap": float(sum(gaps)),
            "errors": float(wrong.sum()),
            "support vectors": float(len(supporting)),
        }

    @cached_property
    def note(self) -> str:
        """Which pair was fitted."""
        if self.latest < 0:
            return (
                f"Each of the {len(self.parts)} pairs of classes will get a machine of its own; all multipliers are 0."
            )
        part, wrong = self.parts[self.latest], counted(int(self.measures["errors"]), "error")
        fitted = f"{self._pair(self.latest)}: {part.told()}, margin {text(part.margin)}"
        done = " All pairs vote now" if self.latest == len(self.parts) - 1 else " The vote so far"
        return f"{fitted}.{done}: {wrong}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Every pair in a line."""
        return tuple(
            f"{self._pair(index)}: {part.told()}, objective {text(part.machine.primal, 4)}"
            for index, part in enumerate(self.parts)
        )

    @cached_property
    def equation(self) -> str:
        """How the vote is taken, and f of every pair if there are not too many."""
        vote = r"\hat{y} = \mathrm{arg\,max}_k \sum_{j \neq k} [f_{jk} > 0]"
        pairs = pairs_of(len(self.classes)) if len(self.parts) <= MOST_PAIRS else []
        labels = self.classes.tolist()
        rules = [
            f"f_{{{labels[first]}{labels[second]}}} = {rule(part.machine)}"
            for (first, second), part in zip(pairs, self.parts, strict=False)
        ]
        return r", \quad ".join([vote, *rules])

    @cached_property
    def notice(self) -> Notice | None:
        """A hard margin that does not exist, or digits that ran out."""
        return notice_of([part.machine for part in self.parts], self.hard)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return for each class the pairs that would have to turn for it to win, and its votes."""
        found = self._pair_votes(point[None])
        return tuple(self._reason(found, index) for index in range(len(self.classes)))

    def _reason(self, found: PairVotes, index: int) -> Reason:
        turning = [(pair, float(found.values[pair, 0])) for pair in found.lacking(index)]
        terms = tuple(Term(f"{self._pair(pair)} must turn: f = {text(value)}", -abs(value)) for pair, value in turning)
        votes = counted(int(found.votes[index, 0]), "vote")
        note = f"{votes} of {len(self.classes) - 1}" + ("" if terms else ", the winner")
        total = sum((term.value for term in terms), 0.0)
        return Reason(self.data.class_names[int(self.classes[index])], terms, total, note)

    def _pair(self, index: int) -> str:
        first, second = pairs_of(len(self.classes))[index]
        names = self.data.class_names
        return f"{names[int(self.classes[first])]} against {names[int(self.classes[second])]}"

    def _pair_votes(self, points: Array) -> PairVotes:
        return PairVotes(np.stack([part.machine.discriminant(points) for part in self.parts]), len(self.classes))
