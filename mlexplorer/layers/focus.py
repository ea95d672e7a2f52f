"""What a step is about: the points whose slope or mistake it followed; in slow motion what the next one weighs."""

from collections.abc import Callable

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasTree
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.clipping import outline, seen_box
from mlexplorer.marks.marks import Line, Mark, Points, Text
from mlexplorer.pipeline.slow_motion import BACK, BEST, CANDIDATES, FORWARD, LOOK, Moment, new_question, rows_of
from mlexplorer.pipeline.snapshot import Snapshot

MOST = 60  # a batch of more points is not worth a ring each
LONGEST = 0.3  # of the box: the tooth of the best cut


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether the steps look at single points, so that one may ask which, or slow motion has more to show."""
    shows = snapshot.moment is not None and snapshot.moment.beat.name in MARKS
    return shows or any(len(rows_of(step)) for step in snapshot.trace.steps[1:3])


def focus(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return rings around the points the shown step looked at, or the marks of the beat."""
    moment = snapshot.moment
    if moment is not None:
        return MARKS[moment.beat.name](snapshot, moment) if moment.beat.name in MARKS else ()
    places = _looked_at(snapshot, snapshot.step).points
    return (Points(places, "boundary", 0, "selected", sizes=np.full(len(places), 1.5)),) if len(places) else ()


def _looked_at(snapshot: Snapshot, step: Step | None) -> Dataset:
    """Return the training points a step was made for, if they are few."""
    rows, training = rows_of(step), snapshot.training
    few = 0 < len(rows) <= MOST and rows.max() < len(training)
    return training.part(rows if few else rows[:0])


def _look(snapshot: Snapshot, moment: Moment) -> tuple[Mark, ...]:
    """Return the points the next step looks at as if they were pointed at."""
    seen = _looked_at(snapshot, moment.coming)
    return tuple(
        Points(seen.points[seen.labels == label], f"class {label}", label, "hovered")
        for label in np.unique(seen.labels).tolist()
    )


def _candidates(snapshot: Snapshot, moment: Moment) -> tuple[Mark, ...]:
    """Return the box that is cut next, with a tooth at its edge for each cut, as long as its gain."""
    node = new_question(moment.before, moment.coming)
    box = None if node is None else seen_box(node.box, snapshot.frame.bounds)
    if node is None or box is None or not isinstance(moment.before, HasTree):
        return ()
    from mlexplorer.landscapes.staircases import gains  # start-up time

    model = snapshot.run.model
    stairs = gains(moment.before, node, snapshot.training, model)
    most = max(float(values.max()) for _, values in stairs) or 1.0
    teeth = [_comb(box, feature, *stairs[feature], most) for feature in (0, 1)]
    return (Line(outline(box), "box"), Line(np.concatenate(teeth), "learner"))


def _best(snapshot: Snapshot, moment: Moment) -> tuple[Mark, ...]:
    """Return the box that is cut next, and its best cut across it."""
    node = new_question(moment.before, moment.coming)
    box = None if node is None else seen_box(node.box, snapshot.frame.bounds)
    if node is None or box is None:
        return ()
    left, right, bottom, top = box
    x, upright = node.threshold, node.feature == 0
    ends = np.array([[x, bottom], [x, top]] if upright else [[left, x], [right, x]])
    words = Text(ends[0], f"gain {text(node.gain)}", anchor=(0.0, 0.0), offset=(8.0, 12.0) if upright else (12.0, 7.0))
    return (Line(outline(box), "box"), Line(ends, "path"), words)


def _comb(box: Bounds, feature: int, places: Array, values: Array, most: float) -> Array:
    """Return teeth at the lower or the left edge of a box, halfway between two values, as long as their gains."""
    left, right, bottom, top = box
    middles, lengths = (places[1:-1] + places[2:]) / 2, LONGEST * values[1:-1] / most
    teeth = np.full((len(middles), 3, 2), np.nan)
    along, across = feature, 1 - feature
    low, span = (bottom, top - bottom) if feature == 0 else (left, right - left)
    teeth[:, :2, along] = middles[:, None]
    teeth[:, 0, across], teeth[:, 1, across] = low, low + span * lengths
    return teeth.reshape(-1, 2)


MARKS: dict[str, Callable[[Snapshot, Moment], tuple[Mark, ...]]] = {
    LOOK: _look,
    FORWARD: _look,
    BACK: _look,
    CANDIDATES: _candidates,
    BEST: _best,
}


LAYERS = (
    LayerKind(
        "focus",
        "This step’s points",
        "The points this step was made for; in slow motion what the next one looks at, weighs and chooses",
        "F4",
        is_offered,
        focus,
        group="points",
        follows=True,
        order=340,
    ),
)
