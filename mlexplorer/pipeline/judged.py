"""What is judged of a snapshot: the points of a part, what is said of them, and the scores they are told apart by."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED, Dataset, sampled
from mlexplorer.judging.confusion import Judgement, judged, log_loss, most_frequent
from mlexplorer.pipeline.snapshot import Snapshot

PART = "judged part"  # the name of the option
TRAINING, TEST = "training", "test"
MOST_SCORED = 20_000  # points whose scores are looked at; counts are of all
ONE = -2  # in place of a class: the other number is the id of a point


def judged_part(snapshot: Snapshot) -> tuple[str, Dataset]:
    """Return which points are judged, and those: labelled ones, held out if there are such and no others are wanted."""
    wanted, testing = snapshot.session.view.option(PART, TEST), snapshot.data.testing
    return (TEST, testing) if wanted == TEST and len(testing) else (TRAINING, snapshot.data.training)


def grouped_part(snapshot: Snapshot) -> Dataset:
    """Return the points that a clustering has put into clusters, labelled or not."""
    return snapshot.data.part(~snapshot.data.held_out & (_said(snapshot) != UNLABELLED))


def labels_said(snapshot: Snapshot, part: Dataset) -> Labels:
    """Return the class or cluster said of each point of a part; −1 where none is, or not yet."""
    return _said(snapshot)[part.rows]


def judgement(snapshot: Snapshot, part: Dataset) -> Judgement:
    """Return how well the shown step says the classes of a part, under the rule of the document."""
    step = snapshot.step
    classes = np.asarray(step.classes) if isinstance(step, HasScores) else np.empty(0, np.intp)
    usual = most_frequent(snapshot.data.training.labels)
    found = judged(part.labels, labels_said(snapshot, part), classes, usual=usual)
    if not isinstance(step, HasProbabilities):
        return found
    few = sampled(part, MOST_SCORED)
    return replace(found, log_loss=log_loss(few.labels, step.chances(scores_of(step, few)), classes))


@dataclass(frozen=True, eq=False)
class Ranking:
    """The scores by which the points of one class are told from all others, and the range of them."""

    positive: int
    values: Array
    positives: Mask
    labels: Labels
    has_chances: bool

    @property
    def low(self) -> float:
        """The least threshold worth trying."""
        return 0.0 if self.has_chances else float(self.values.min(initial=-1.0)) - self._room

    @property
    def high(self) -> float:
        """The largest threshold worth trying."""
        return 1.0 if self.has_chances else float(self.values.max(initial=1.0)) + self._room

    @property
    def _room(self) -> float:
        return 0.05 * float(np.ptp(self.values)) if len(self.values) else 0.0


def ranking(step: HasScores, part: Dataset, positive: int | None = None) -> Ranking | None:
    """Return how a step ranks a part by one class, the last if none is named; None if it knows fewer than two."""
    classes = np.asarray(step.classes)
    if len(classes) < 2:
        return None
    few = sampled(part, MOST_SCORED)
    label = int(classes[-1]) if positive is None or positive not in classes else positive
    column, scores = int(np.flatnonzero(classes == label)[0]), scores_of(step, few)
    has_chances = isinstance(step, HasProbabilities)
    if isinstance(step, HasProbabilities):
        values = step.chances(scores)[:, column]
    else:
        values = scores[:, column] - np.delete(scores, column, axis=1).max(axis=1)
    return Ranking(label, values, few.labels == label, few.labels, has_chances)


@lru_cache(maxsize=16)
def scores_of(step: HasScores, part: Dataset) -> Array:
    """Return the scores of points, remembered: they stay the same while a threshold is dragged."""
    return step.scores(part.points)


def picked_rows(snapshot: Snapshot) -> Labels:
    """Return the rows of the points in the cell that is pointed at or chosen; none if there is no such cell."""
    view = snapshot.session.view
    cell = view.cell if view.pointed is None else view.pointed
    if cell is None or snapshot.predicted is None:
        return np.empty(0, np.intp)
    truth, said = cell
    if truth == ONE:
        return np.flatnonzero(snapshot.data.ids == said)
    part = judged_part(snapshot)[1] if snapshot.classifies else grouped_part(snapshot)
    return part.rows[(part.labels == truth) & (labels_said(snapshot, part) == said)]


def _said(snapshot: Snapshot) -> Labels:
    known = snapshot.predicted
    return known if known is not None and len(known) == len(snapshot.data) else np.full(len(snapshot.data), UNLABELLED)
