"""Judge: how good the shown fit is, on points it learnt from and on points it did not."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mlexplorer.core.capabilities import HasCurve, HasScores
from mlexplorer.layers.points import colours_clusters
from mlexplorer.marks.plot import Drawn, Touched, ViewKind, always
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.session import Session
from mlexplorer.views import judged_classes, judged_curves, judged_groups

HIDDEN = "The answer is hidden. Draw the best line you can, then reveal it (F7)."


class Judge(NamedTuple):
    """What a kind of model is judged by."""

    is_meant: Callable[[Snapshot], bool]
    draw: Callable[[Snapshot], Drawn]
    touch: Callable[[Snapshot, Touched], Session | None]
    numbers: Callable[[Snapshot], Mapping[str, object]]


def _nothing(snapshot: Snapshot, touched: Touched) -> Session | None:
    del snapshot, touched
    return None


def _has_curve(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasCurve) and snapshot.run.model.task == "regress"


def _says_classes(snapshot: Snapshot) -> bool:
    return snapshot.classifies and isinstance(snapshot.step, HasScores)


JUDGES = (
    Judge(_says_classes, judged_classes.draw, judged_classes.touch, judged_classes.numbers),
    Judge(_has_curve, judged_curves.draw, _nothing, judged_curves.numbers),
    Judge(colours_clusters, judged_groups.draw, judged_groups.touch, judged_groups.numbers),
)


def _judge(snapshot: Snapshot) -> Judge | None:
    if snapshot.active in hidden_runs(snapshot.session):
        return None
    return next((judge for judge in JUDGES if judge.is_meant(snapshot)), None)


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step says classes, numbers or clusters that can be judged."""
    return any(judge.is_meant(snapshot) for judge in JUDGES)


def draw(snapshot: Snapshot) -> Drawn:
    """Return how good the shown step is."""
    judge = _judge(snapshot)
    return Drawn(words=HIDDEN) if judge is None else judge.draw(snapshot)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session after a touch of what is shown."""
    judge = _judge(snapshot)
    return None if judge is None else judge.touch(snapshot, touched)


def numbers(snapshot: Snapshot) -> Mapping[str, object]:
    """Return everything the view says, for programs."""
    judge = _judge(snapshot)
    return {} if judge is None else judge.numbers(snapshot)


VIEW = ViewKind(
    "judge",
    "Judge",
    "How good it is: right and wrong, scores and threshold, costs, doubt",
    offered,
    draw,
    touch,
    order=32,
    numbers=numbers,
    by_class=always,
)
