"""What a goal can speak of: a number or a word that is read off a snapshot, by its name."""

from collections.abc import Callable, Mapping

import numpy as np

from mlexplorer.core.capabilities import HasMerges, HasProbabilities, HasScores, HasSupport, HasSurface, HasWeights
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule, decide
from mlexplorer.core.model import Step
from mlexplorer.core.params import Recipe
from mlexplorer.judging.bayes import true_error
from mlexplorer.judging.clusters import purity
from mlexplorer.judging.confusion import Judgement, judged
from mlexplorer.pipeline.judged import judgement
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.snapshot import Snapshot

Reading = float | str | None  # None: there is nothing to read
Quantity = Callable[[Snapshot, Snapshot], Reading]


def model(now: Snapshot, first: Snapshot) -> str:
    """Return the public name of the model of the active run."""
    del first
    return now.run.model.public_name()


def errors(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many training points are wrong."""
    del first
    return now.errors(now.training)[0] if now.classifies else None


def held_out_errors(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many points that were held out are wrong."""
    del first
    return now.errors(now.data.testing)[0] if now.classifies and len(now.data.testing) else None


def loss(now: Snapshot, first: Snapshot) -> Reading:
    """Return the objective of the shown step."""
    del first
    return None if now.step is None else now.step.loss


def margin(now: Snapshot, first: Snapshot) -> Reading:
    """Return the distance from the line to the nearest point, or half the width of the street."""
    del first
    if isinstance(now.step, HasSupport):
        return float(np.min(now.step.margin))
    return None if now.step is None else now.step.measures.get("margin")


def support_share(now: Snapshot, first: Snapshot) -> Reading:
    """Return which percentage of the training points are support vectors."""
    del first
    count = None if now.step is None else now.step.measures.get("support vectors")
    return None if count is None or not len(now.training) else 100 * count / len(now.training)


def step_number(now: Snapshot, first: Snapshot) -> float:
    """Return the number of the shown step."""
    del first
    place = now.session.view.step_number
    return float(now.trace.total - 1 if place is None else min(place, now.trace.total - 1))


def is_finished(now: Snapshot, first: Snapshot) -> float:
    """Return 1 at the end of a fit, 0 before."""
    return float(now.trace.finished and step_number(now, first) == now.trace.total - 1)


def notice(now: Snapshot, first: Snapshot) -> str:
    """Return the sentence that warns of the shown step, if there is one."""
    del first
    found = now.problem or (None if now.step is None else now.step.notice)
    return "" if found is None else found.sentence


def points_added(now: Snapshot, first: Snapshot) -> float:
    """Return how many points there are that were not there at first."""
    return float(np.setdiff1d(_raw(now).ids, _raw(first).ids).size)


def points_removed(now: Snapshot, first: Snapshot) -> float:
    """Return how many of the first points are gone."""
    return float(np.setdiff1d(_raw(first).ids, _raw(now).ids).size)


def points_changed(now: Snapshot, first: Snapshot) -> float:
    """Return how many points were added, removed, moved or relabelled."""
    new, old = _raw(now), _raw(first)
    both, here, there = np.intersect1d(new.ids, old.ids, return_indices=True)
    moved = (new.points[here] != old.points[there]).any(axis=1)
    differs = moved | (new.labels[here] != old.labels[there])
    return float(np.sum(differs)) + len(new) + len(old) - 2 * len(both)


def points_relabelled(now: Snapshot, first: Snapshot) -> float:
    """Return how many of the first points have another class now."""
    new, old = _raw(now), _raw(first)
    _, here, there = np.intersect1d(new.ids, old.ids, return_indices=True)
    return float(np.sum(new.labels[here] != old.labels[there]))


def weights_moved(now: Snapshot, first: Snapshot) -> Reading:
    """Return by how much the weight that changed most differs from the first."""
    if not isinstance(now.step, HasWeights) or not isinstance(first.step, HasWeights):
        return None
    return float(np.abs(now.step.weights - first.step.weights).max())


def true_error_gap(now: Snapshot, first: Snapshot) -> Reading:
    """Return by how many percentage points the first run errs more often on endless new points than the second."""
    del first
    both = [_true_error(now, step) for step in now.shown[:2]]
    return None if len(both) < 2 or None in both else 100 * (both[0] - both[1])  # type: ignore[operator] # no None


def f1_gap(now: Snapshot, first: Snapshot) -> Reading:
    """Return how far F1 of the second class on the training points is below that of the best threshold."""
    del first
    step, rule = now.step, now.session.document.rule
    if not isinstance(step, HasProbabilities) or len(step.classes) != 2 or rule.reject:
        return None
    chances = np.unique(step.probabilities(now.training.points)[:, 1])
    thresholds = (chances[:-1] + chances[1:]) / 2
    best = max((_f1(now, step, Rule(float(place))) for place in thresholds), default=0.0)
    return max(best - _f1(now, step, rule), 0.0)


def recall(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many per cent of the second class are found, on test points where there are such."""
    del first
    found = _table(now)
    return None if found is None else _share(found.confusion[1, 1], found.confusion[1].sum() + found.rejected[1])


def precision(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many per cent of those taken for the second class are of it, on test points where there are such."""
    del first
    found = _table(now)
    return None if found is None else _share(found.confusion[1, 1], found.confusion[:, 1].sum())


def false_alarms(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many per cent of the first class are taken for the second, on test points where there are such."""
    del first
    found = _table(now)
    return None if found is None else _share(found.confusion[0, 1], found.confusion[0].sum() + found.rejected[0])


def doubt(now: Snapshot, first: Snapshot) -> Reading:
    """Return how many per cent of the points get no class, on test points where there are such."""
    del first
    found = _table(now)
    return None if found is None else _share(found.rejected.sum(), found.count)


def cluster_purity(now: Snapshot, first: Snapshot) -> Reading:
    """Return which share of the training points has the class that is most frequent in its cluster."""
    del first
    if isinstance(now.step, HasMerges):
        return purity(now.training.labels, now.step.assignments)
    if now.run.model.task != "cluster" or now.predicted is None:
        return None
    return purity(now.training.labels, now.predicted[now.training.rows])


def start_distance(now: Snapshot, first: Snapshot) -> Reading:
    """Return how far a walk over a surface has led from its start."""
    del first
    steps = now.trace.steps
    if not steps or not isinstance(now.step, HasSurface):
        return None
    begun = steps[0]
    return float(np.linalg.norm(now.step.place - begun.place)) if isinstance(begun, HasSurface) else None


QUANTITIES: Mapping[str, Quantity] = {
    "model": model,
    "errors": errors,
    "test errors": held_out_errors,
    "loss": loss,
    "margin": margin,
    "support share": support_share,
    "step": step_number,
    "finished": is_finished,
    "notice": notice,
    "points added": points_added,
    "points removed": points_removed,
    "points changed": points_changed,
    "points relabelled": points_relabelled,
    "weights moved": weights_moved,
    "true error gap": true_error_gap,
    "F1 gap": f1_gap,
    "recall": recall,
    "precision": precision,
    "false alarms": false_alarms,
    "doubt": doubt,
    "start distance": start_distance,
    "purity": cluster_purity,
}
PERCENT = ("support share", "recall", "precision", "false alarms", "doubt")  # quantities that are told in per cent


def class_at(now: Snapshot, place: tuple[float, float]) -> Reading:
    """Return the name of the class that is said at a place, in the coordinates before the transforms."""
    if not isinstance(now.step, HasScores):
        return None
    label = int(decide(now.step, now.affine.forth(np.array([place])), now.session.document.rule)[0])
    return now.data.class_names[label] if label >= 0 else ""


def parameter(recipe: Recipe, name: str) -> Reading:
    """Return a parameter of a model or source; None if it has none of this name."""
    value = recipe.values().get(name)
    return value if isinstance(value, str) or value is None else float(value)


def measured(now: Snapshot, first: Snapshot, name: str) -> Reading:
    """Return a quantity by name, or what the shown step measures under that name."""
    if name in QUANTITIES:
        return QUANTITIES[name](now, first)
    return None if now.step is None else now.step.measures.get(name)


def rise(now: Snapshot, name: str) -> Reading:
    """Return by how much a measure grew from the step before to the shown one."""
    number = int(step_number(now, now))
    if number < 1 or now.step is None:
        return None
    before = now.trace.at(number - 1).measures.get(name)
    after = now.step.measures.get(name)
    return None if before is None or after is None else after - before


def _raw(snapshot: Snapshot) -> Dataset:
    """Return the points as they were placed: transforms do not count as changes."""
    return prepare(snapshot.session.document).raw


def _true_error(now: Snapshot, step: Step | None) -> float | None:
    source = now.session.document.source
    if not isinstance(step, HasScores) or now.session.document.points is not None:
        return None
    return true_error(source, lambda points: decide(step, now.affine.forth(points)))


def _table(now: Snapshot) -> Judgement | None:
    """Return truth against prediction of two classes, on test points where there are such."""
    if not now.classifies or not isinstance(now.step, HasScores) or now.predicted is None:
        return None
    part = now.data.testing if len(now.data.testing) else now.data.training
    found = judgement(now, part)
    return found if len(found.classes) == 2 else None


def _share(part: int, whole: int) -> float | None:
    return 100 * float(part) / float(whole) if whole else None


def _f1(now: Snapshot, step: HasScores, rule: Rule) -> float:
    part = now.training
    found = judged(part.labels, decide(step, part.points, rule), np.asarray(step.classes)).f1[1]
    return float(np.nan_to_num(found))
