"""What steps of ensembles may be able to show, beside what all steps may: samples, trees of members, residuals."""

from typing import TYPE_CHECKING

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasPointWeights, HasRounds, HasScores, Node
from mlexplorer.core.model import Step

if TYPE_CHECKING:
    from mlexplorer.algorithms.ensembles.committee import Committee  # it builds on what is defined here
    from mlexplorer.algorithms.ensembles.grove import Grove


class HasBags(HasRounds, HasPointWeights):
    """A vote whose members each saw a sample: a weight is 0 for points left out, on which errors are counted."""


class HasModels(HasRounds):
    """A vote of whole models, each fitted to all points; errors are counted on these."""


class HasMemberTree(Step):
    """A step whose newest learner is a tree of its own."""

    if TYPE_CHECKING:

        @property
        def member_tree(self) -> tuple[Node, ...]:
            """The nodes of the newest learner, the root first; none before the first learner."""


class HasResiduals(Step):
    """A step that says of each training row how much its score should still grow."""

    if TYPE_CHECKING:

        @property
        def residuals(self) -> Array:
            """The slope against the loss of the score of each training row: towards the second class if positive."""


class HasCommittee(HasScores):
    """A step that decides by the equal votes of the first members of a committee."""

    if TYPE_CHECKING:

        @property
        def committee(self) -> Committee:
            """All members of the fit."""

        @property
        def members(self) -> int:
            """How many of them vote."""

        @property
        def samples(self) -> tuple[Labels, ...]:
            """The training rows each member learned from, as often as it saw them."""


class HasSums(HasScores):
    """A step whose scores are sums over trees: one sum for two classes (the second where it is positive), else each."""

    if TYPE_CHECKING:

        @property
        def start(self) -> Array:
            """What each sum starts with."""

        @property
        def trees(self) -> int:
            """How many trees are added up: the first to the first sum, and so on in turn."""

        @property
        def grove(self) -> Grove:
            """All trees of the fit; the value of a leaf is what it adds."""
