"""ROC: what every threshold would do, for all runs and pinned fits, one class against the rest."""

from collections.abc import Mapping

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import sampled
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import shortened, text
from mlexplorer.edits.rules import with_doubt, with_threshold
from mlexplorer.judging.curves import Roc, hand_till, precision_recall, roc
from mlexplorer.marks.plot import Drawn, Option, Plot, TableBlock, Touched, ViewKind
from mlexplorer.pipeline.judged import MOST_SCORED, PART, Ranking, ranking, scores_of
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.naming import run_letter, run_name, short_name
from mlexplorer.session.session import Session
from mlexplorer.views.confusion_plot import percent
from mlexplorer.views.judged_classes import PARTS, Verdict, dragged_to, prices_of, verdict
from mlexplorer.views.roc_plots import NamedRoc, nearest_cut, rates_plot, recall_plot, roc_plot
from mlexplorer.views.score_plot import on_rail, score_plot, strip

KIND, CLASS = "roc kind", "roc class"  # the names of options
CURVE, RECALL, RATES = "roc", "recall", "rates"
KINDS = {CURVE: "ROC curve", RECALL: "Precision and recall", RATES: "Rates"}
CHOSEN, SCORES = 0, 1  # panels
LONGEST = 22  # letters of a name
MOST_DASHES = 4  # kinds of lines


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step scores at least two classes."""
    step = snapshot.step
    hidden = snapshot.active in hidden_runs(snapshot.session)
    return not hidden and snapshot.classifies and isinstance(step, HasScores) and len(step.classes) > 1


def draw(snapshot: Snapshot) -> Drawn:
    """Return the chosen chart, the scores it is made of, and the area of each curve."""
    found = verdict(snapshot)
    scores, options = _ranking(found), _options(found)
    if scores is None or not len(found.part):
        return Drawn(words="No point has a class, so there is nothing to rank: label some.", options=options)
    curves = _curves(found, scores)
    low, high = _names(found, scores)
    cut = _cut(found)
    below = score_plot(strip(scores, cut), cut, found.rule.reject if cut is not None else 0.0, (low, high), None)
    return Drawn(
        (_chosen(found, scores, curves), below),
        words=" ".join(_sentences(found, curves[0].curve)),
        options=options,
        blocks=(_areas(curves), TableBlock("This curve", _figures(found, curves[0].curve))),
        reading=0.3,
    )


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session whose threshold is where the hand drags the dot or the line."""
    found = verdict(snapshot)
    scores = _ranking(found)
    if touched.kind not in ("press", "drag") or scores is None or _cut(found) is None:
        return None
    session, kind = snapshot.session, snapshot.session.view.option(KIND, CURVE)
    if touched.panel == SCORES and on_rail(strip(scores, None), touched.begun[1]):
        return with_doubt(session, max(touched.x, 1 - touched.x))
    if touched.panel == SCORES or kind == RATES:
        return with_threshold(session, dragged_to(scores, touched.x))
    curve = roc(scores.values, scores.positives)
    cut = nearest_cut(curve, _path(curve, kind), touched.x, touched.y)
    return with_threshold(session, min(max(cut, scores.low), scores.high))


def numbers(snapshot: Snapshot) -> Mapping[str, object]:
    """Return the vertices, areas and prices, for programs."""
    found = verdict(snapshot)
    scores = _ranking(found)
    if scores is None:
        return {}
    curves = _curves(found, scores)
    first = curves[0].curve
    return {
        "part": found.name,
        "positive": found.names[scores.positive],
        "threshold": _cut(found),
        "false": first.false,
        "true": first.true,
        "thresholds": first.thresholds,
        "precision": precision_recall(first).precision,
        "area": first.area,
        "hull_area": first.hull_area,
        "average_precision": precision_recall(first).average,
        "best_accuracy": float(first.accuracy[first.best]),
        "areas": {one.name: one.curve.area for one in curves},
        "hand_till": _hand_till(found),
    }


def _options(found: Verdict) -> tuple[Option, ...]:
    view, classes = found.snapshot.session.view, np.asarray(found.step.classes).tolist()
    options = [Option(KIND, "Chart", KINDS, view.option(KIND, CURVE))]
    if len(found.snapshot.data.testing):
        options.append(Option(PART, "Points", PARTS, found.name))
    if len(classes) > 2:
        choices = {str(label): f"{found.names[label]} against the rest" for label in classes}
        options.append(Option(CLASS, "Class", choices, str(_positive(found))))
    return tuple(options)


def _positive(found: Verdict) -> int:
    """Return the class that is told from the rest: the one chosen, or the last."""
    classes = np.asarray(found.step.classes).tolist()
    chosen = found.snapshot.session.view.option(CLASS, "")
    return next((label for label in classes if str(label) == chosen and len(classes) > 2), classes[-1])


def _ranking(found: Verdict) -> Ranking | None:
    return ranking(found.step, found.part, _positive(found))


def _cut(found: Verdict) -> float | None:
    return found.cut if len(found.step.classes) == 2 else None


def _curves(found: Verdict, scores: Ranking) -> list[NamedRoc]:
    """Return the curve of the active run, of the other runs, and of pinned fits, all on the same points."""
    snapshot = found.snapshot
    runs = snapshot.session.document.runs
    hidden = hidden_runs(snapshot.session)
    made = [
        NamedRoc(_short(short_name(snapshot.session, snapshot.run)), roc(scores.values, scores.positives), "runner 0")
    ]
    others: list[tuple[str, Step | None]] = [
        (f"{run_letter(index)} {short_name(snapshot.session, runs[index])}", step)
        for index, step in enumerate(snapshot.shown)
        if index != snapshot.active and index not in hidden
    ]
    pins = snapshot.session.document.pins
    others += [
        (f"Pin: {pin.label or run_name(pin.run)}", step) for pin, step in zip(pins, snapshot.pinned, strict=False)
    ]
    for name, step in others:
        if isinstance(step, HasScores) and scores.positive in np.asarray(step.classes):
            other = ranking(step, found.part, scores.positive)
            if other is not None:
                role = f"runner {min(len(made), MOST_DASHES - 1)}"
                made.append(NamedRoc(_unique(_short(name), made), roc(other.values, other.positives), role))
    return made


def _short(name: str) -> str:
    return shortened(name, LONGEST)


def _unique(name: str, made: list[NamedRoc]) -> str:
    """Return a name that none of the curves has yet."""
    same = sum(one.name.startswith(name) for one in made)
    return name if not same else f"{name} ({same + 1})"


def _chosen(found: Verdict, scores: Ranking, curves: list[NamedRoc]) -> Plot:
    cut, first = _cut(found), curves[0].curve
    match found.snapshot.session.view.option(KIND, CURVE):
        case "recall":
            return recall_plot(curves, cut)
        case "rates":
            letter = f"p of {found.names[scores.positive]}" if scores.has_chances else "f"
            return rates_plot(first, scores.low, scores.high, cut, letter)
    return roc_plot(curves, cut, prices_of(found), height=2.2)


def _path(curve: Roc, kind: str) -> Array:
    if kind == RECALL:
        shown = precision_recall(curve)
        return np.c_[shown.recall, shown.precision]
    return np.c_[curve.false, curve.true]


def _names(found: Verdict, scores: Ranking) -> tuple[str, str]:
    """Return what the others are called, and the class that is told from them."""
    classes = np.asarray(found.step.classes).tolist()
    others = [label for label in classes if label != scores.positive]
    return (found.names[others[0]] if len(others) == 1 else "the rest"), found.names[scores.positive]


def _areas(curves: list[NamedRoc]) -> TableBlock:
    rows = tuple((one.name, _number(one.curve.area), _number(one.curve.hull_area)) for one in curves)
    return TableBlock("Area below each curve", rows, ("", "area", "hull"))


def _figures(found: Verdict, curve: Roc) -> tuple[tuple[str, str], ...]:
    both = bool(curve.positives and curve.negatives)
    one = prices_of(found)
    rows = [
        ("Points of the class, others", f"{curve.positives:,}, {curve.negatives:,}"),
        ("Most right", percent(float(curve.accuracy[curve.best])) if both else "–"),
        ("Average precision", _number(precision_recall(curve).average)),
        ("Slope of equal cost", _number(curve.slope(one.alarm, one.miss)) if both else "–"),
    ]
    mean = _hand_till(found)
    return tuple(rows if mean is None else [*rows, ("Mean area of all pairs (Hand and Till)", _number(mean))])


def _hand_till(found: Verdict) -> float | None:
    classes = np.asarray(found.step.classes)
    if len(classes) < 3:
        return None
    few = sampled(found.part, MOST_SCORED)
    scores = scores_of(found.step, few)
    chances = found.step.chances(scores) if isinstance(found.step, HasProbabilities) else scores
    return hand_till(chances, few.labels, classes)


def _number(value: float) -> str:
    return "–" if np.isnan(value) else text(value)


def _sentences(found: Verdict, curve: Roc) -> list[str]:
    said = []
    if not curve.positives or not curve.negatives:
        said.append("All these points are of one side: there is no curve between none and all.")
    elif len(curve.hits) == 2:
        said.append("All scores are equal: every threshold says the same of all points.")
    if not len(found.snapshot.data.testing):
        said.append("No points are held out: the training points flatter the model.")
    if len(found.step.classes) > 2:
        said.append("A threshold needs two classes; here each is told from the rest by its own score.")
    return said


VIEW = ViewKind(
    "roc",
    "ROC",
    "Every threshold at once: found against false alarms, precision against recall, rates",
    offered,
    draw,
    touch,
    order=33,
    numbers=numbers,
)
