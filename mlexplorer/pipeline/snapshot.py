"""Everything a plot needs to draw the present moment, frozen."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import Bounds, HasScores, HasSurface
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.decision import is_mistaken
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.notice import Notice
from mlexplorer.core.shown import ShowsItself
from mlexplorer.core.study import Result
from mlexplorer.core.trace import Trace
from mlexplorer.core.transforms import Affine
from mlexplorer.pipeline.point_display import drawn_places, marked_singly
from mlexplorer.pipeline.slow_motion import Moment, moment
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.session import Run, Session

Results: TypeAlias = tuple[Result | None, ...]  # one for each study of the document


@dataclass(frozen=True)
class Frame:
    """The rectangle of the plane that is shown, and how many pixels it is painted on."""

    bounds: Bounds
    width: int = 600
    height: int = 600
    unit: float = 1.0  # pixels for one design pixel, by which letters are as large as they are

    @property
    def pixel(self) -> float:
        """The length of a pixel in data units."""
        left, right, bottom, top = self.bounds
        return min((right - left) / self.width, (top - bottom) / self.height)

    def grid(self, longest: int) -> Grid:
        """Return a grid over the rectangle with square cells on the screen and so many places along the longer side."""
        share = longest / max(self.width, self.height, 1)
        return Grid(*self.bounds, max(2, round(self.width * share)), max(2, round(self.height * share)))


@dataclass(frozen=True, eq=False)
class Field:
    """What a step says on a grid: the labels to choose from, their preferences, the decision and its certainty."""

    grid: Grid
    candidates: Labels
    preferences: Array  # (rows, columns, candidates)
    labels: Labels  # (rows, columns)
    certainty: Array  # (rows, columns)
    scores: Array  # (rows, columns, classes)


@dataclass(frozen=True, eq=False)
class Prepared:
    """The points as made or edited (raw), those after hold-out and transforms (data), and the map between them."""

    raw: Dataset
    data: Dataset
    affine: Affine


@dataclass(frozen=True, eq=False)
class Snapshot(ShowsItself):
    """A session with what was computed for it so far; each snapshot replaces the one before."""

    session: Session
    frame: Frame
    data: Dataset
    affine: Affine
    traces: tuple[Trace, ...] = ()
    shown: tuple[Step | None, ...] = ()
    field: Field | None = None
    predicted: Labels | None = None  # for every point of data, once known
    problem: Notice | None = None
    stretches: tuple[Trace, ...] = ()  # of runs whose trace has gaps: the steps around the shown one, without any
    finished: bool = False
    dragging: bool = False  # something is being dragged: what costs most may be left out until the hand lets go
    pinned: tuple[Step | None, ...] = ()  # the pinned fits, as far as they are done
    fitted: Dataset | None = None  # the points of the fit, if those shown are of a later moment
    results: Results = ()  # of the document's studies, as far as they are known

    @property
    def run(self) -> Run:
        """The active run."""
        return self.session.run

    @cached_property
    def active(self) -> int:
        """The index of the active run."""
        return self.session.active_run

    @cached_property
    def training(self) -> Dataset:
        """The points the active run learns from: not held out, labelled if it needs labels, a sample of very many."""
        return self.run.model.training(self.data)

    @cached_property
    def learned_from(self) -> Dataset:
        """The points the shown step was learnt from: the training points, as they were when it was fitted."""
        return self.training if self.fitted is None else self.run.model.training(self.fitted)

    @cached_property
    def places(self) -> Array:
        """Where the points are drawn."""
        return drawn_places(self.data, self.session.view, self.frame.bounds)

    @property
    def step(self) -> Step | None:
        """The shown step of the active run, if it could be fitted."""
        return self.shown[self.active] if self.active < len(self.shown) else None

    @property
    def coordinates(self) -> tuple[str, str]:
        """What the coordinates of the plane are called: as the features, or as in the formula that is walked on."""
        return self.step.coordinates if isinstance(self.step, HasSurface) else self.data.names

    @property
    def trace(self) -> Trace:
        """The trace of the active run."""
        return self.traces[self.active] if self.active < len(self.traces) else Trace()

    @property
    def stretch(self) -> Trace:
        """The steps of the active run around the shown one, without gaps as far as that is known."""
        near = self.stretches[self.active] if self.active < len(self.stretches) else Trace()
        return near if len(near) else self.trace

    @property
    def leading(self) -> Trace:
        """The longest trace of all runs whose answers are not hidden: the one along which the timeline goes."""
        hidden = hidden_runs(self.session) - {self.active}
        shown = [trace for index, trace in enumerate(self.traces) if index not in hidden]
        return max((self.trace, *shown), key=lambda trace: trace.total)

    @cached_property
    def moment(self) -> Moment | None:
        """What is dwelt on between two steps of the active run, if slow motion is there."""
        return None if self.run.by_hand is not None else moment(self.stretch, self.session.view.step)

    @property
    def note(self) -> str:
        """What happens at the present moment, in one sentence."""
        if self.moment is not None:
            return self.moment.words(self.training)
        return "" if self.step is None else self.step.note

    @property
    def classifies(self) -> bool:
        """Whether the shown step predicts the labels of the points, so that points can be wrong."""
        return isinstance(self.step, HasScores) and self.run.model.task == "classify"

    @cached_property
    def is_wrong(self) -> Mask:
        """For every point whether it is labelled and another class is said of it; doubt is no mistake."""
        if not self.classifies or self.predicted is None or len(self.predicted) != len(self.data):
            return np.zeros(len(self.data), bool)
        return is_mistaken(self.predicted, self.data.labels)

    @cached_property
    def wrong(self) -> Labels:
        """The rows of the labelled points whose prediction differs from their label."""
        return np.flatnonzero(self.is_wrong)

    def marked_singly(self, rows: Labels) -> Labels:
        """Return which of some rows get marks of their own: all, but in a crowd only a few of those in view."""
        return marked_singly(self.data, rows, self.frame.bounds)

    def with_data(self, session: Session, data: Dataset) -> "Snapshot":
        """Return this snapshot with the points of a later session: what a drag shows before the next fit.

        Predictions stay with the points that are still there; new points have none yet (−1).
        """
        predicted = self.predicted
        if predicted is not None and not np.array_equal(data.ids, self.data.ids):
            predicted = _followed(self.data.ids, predicted, data.ids)
        fitted = self.fitted or self.data
        return replace(self, session=session, data=data, predicted=predicted, dragging=True, fitted=fitted)

    def has_rows_of(self, data: Dataset) -> bool:
        """Return whether the training rows of the shown step mean the same points of later data, but for new ones."""
        old, count = self.data, len(self.data)
        if len(data) < count or not np.array_equal(data.ids[:count], old.ids):
            return False
        unlabelled = np.array_equal(data.labels[:count] == UNLABELLED, old.labels == UNLABELLED)
        return unlabelled and np.array_equal(data.held_out[:count], old.held_out)

    def errors(self, part: Dataset) -> tuple[int, int]:
        """Return how many points of a part (data.training, data.testing) are wrong, and how many there are."""
        return int(np.count_nonzero(self.is_wrong[part.rows])), len(part)


def _followed(ids: Labels, values: Labels, wanted: Labels) -> Labels:
    """Return the value of each wanted id, −1 for ids that are new."""
    if len(ids) == 0:
        return np.full(len(wanted), UNLABELLED)
    order = np.argsort(ids, kind="stable")
    found = order[np.minimum(np.searchsorted(ids, wanted, sorter=order), len(ids) - 1)]
    return np.where(ids[found] == wanted, values[found], UNLABELLED)
