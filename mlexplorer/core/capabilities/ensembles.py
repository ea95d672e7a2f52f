"""Votes of learners and sums of trees: who votes, what each saw, what each still lacks."""

from typing import TYPE_CHECKING

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities.points import HasPointWeights
from mlexplorer.core.capabilities.scores import HasScores
from mlexplorer.core.capabilities.trees import Node
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step

if TYPE_CHECKING:
    from mlexplorer.algorithms.ensembles.committee import Committee  # it builds on what is defined here
    from mlexplorer.algorithms.ensembles.grove import Grove
    from mlexplorer.algorithms.margins.voting import Ballot


class HasRounds(Step):
    """A vote of learners, one for each round."""

    @declared
    def ballots(self) -> "tuple[Ballot, ...]":
        """The learners in the order of the rounds."""


class HasBags(HasRounds, HasPointWeights, partial=True):
    """A vote whose members each saw a sample: a weight is 0 for points left out, on which errors are counted."""


class HasModels(HasRounds, partial=True):
    """A vote of whole models, each fitted to all points; errors are counted on these."""


class HasMemberTree(HasRounds):
    """A step whose newest learner is a tree of its own."""

    @declared
    def member_tree(self) -> tuple[Node, ...]:
        """The nodes of the newest learner, the root first; none before the first learner."""


class HasResiduals(Step, exported=("residuals",)):
    """A step that says of each training row how much its score should still grow."""

    @declared
    def residuals(self) -> Array:
        """The slope against the loss of the score of each training row: towards the second class if positive."""


class HasCommittee(HasScores, exported=("members",)):
    """A step that decides by the equal votes of the first members of a committee."""

    @declared
    def committee(self) -> "Committee":
        """All members of the fit."""

    @declared
    def members(self) -> int:
        """How many of them vote."""

    @declared
    def samples(self) -> tuple[Labels, ...]:
        """The training rows each member learned from, as often as it saw them."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the members that vote, and their vote."""
        return self.committee.sklearn_form(self.classes, self.samples[: self.members])


class HasSums(HasScores, exported=("start", "trees", "grove")):
    """A step whose scores are sums over trees: one sum for two classes (the second where it is positive), else each."""

    @declared
    def start(self) -> Array:
        """What each sum starts with."""

    @declared
    def trees(self) -> int:
        """How many trees are added up: the first to the first sum, and so on in turn."""

    @declared
    def grove(self) -> "Grove":
        """All trees of the fit; the value of a leaf is what it adds."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the trees with what their leaves add, and their sums."""
        trees = [
            (*self.grove.columns(number), self.grove.values[self.grove.tree(number), 0].tolist())
            for number in range(self.trees)
        ]
        return sklearn_lines.sums(self.classes, self.start, trees)
