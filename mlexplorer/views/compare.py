"""Compare: the errors, the margin and the losses of every run side by side; hidden answers stay hidden."""

import math

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES
from mlexplorer.core.arrays import signs
from mlexplorer.core.capabilities import HasCurve, HasDiscriminant, HasScores, HasWeights
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import decide, is_mistaken
from mlexplorer.core.model import IsByHand, Step
from mlexplorer.core.numbers import counted, text
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.marks.plot import Drawn, Paragraph, TableBlock, ViewKind, never
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.naming import run_letter, short_name

HIDDEN = "?"
NOISE = 1e-12  # less is nothing
WIDE = 2  # runs whose names have room above their columns


def offered(snapshot: Snapshot) -> bool:
    """Return whether several runs classify the same points, or draw a curve through them."""
    tasks = [run.model.task for run in snapshot.session.document.runs]
    drawn = snapshot.classifies or isinstance(snapshot.step, HasCurve)
    return len(tasks) > 1 and drawn and all(task == tasks[0] for task in tasks)


def draw(snapshot: Snapshot) -> Drawn:
    """Return a table with a column for each run."""
    runs = snapshot.session.document.runs
    columns, hidden = [_figures(snapshot, index) for index in range(len(runs))], hidden_runs(snapshot.session)
    rows = tuple(
        (name, *(_cell(column.get(name), index in hidden) for index, column in enumerate(columns)))
        for name in dict.fromkeys(name for column in columns for name in column)
    )
    names = [short_name(snapshot.session, run) for run in runs]
    numbered = tuple(f"{run_letter(number)}  {name}" for number, name in enumerate(names))
    few = len(names) <= WIDE
    head = ("", *(name if few else run_letter(number) for number, name in enumerate(names)))
    told = () if few else (Paragraph("Runs", numbered),)
    words = _words(snapshot, columns, bool(hidden))
    return Drawn((), (), words, blocks=(*told, TableBlock("Numbers", rows, head)))


def _cell(value: float | None, hidden: bool) -> str:
    return HIDDEN if hidden else "" if value is None else text(value if abs(value) > NOISE else 0.0)


def _figures(snapshot: Snapshot, index: int) -> dict[str, float]:
    """Return the figures of one run at the present step."""
    step = snapshot.shown[index] if index < len(snapshot.shown) else None
    if isinstance(step, HasCurve):
        return _missed(step, snapshot.data)
    if not isinstance(step, HasScores):
        return {}
    found = {}
    for name, part in (("Training errors", snapshot.data.training), ("Test errors", snapshot.data.testing)):
        if len(part):
            wrong = is_mistaken(decide(step, part.points, snapshot.session.document.rule), part.labels)
            found[name] = float(wrong.sum())
    return {**found, **_margin(step, snapshot.data.training)}


def _missed(step: HasCurve, data: Dataset) -> dict[str, float]:
    """Return how far a curve is from the points: root mean square, mean size, share of the spread it explains."""
    found = {name: missed(step, part) for name, part in curve_parts(data).items()}
    words = {"RMSE": "rmse", "MAE": "mae", "R²": "r_squared"}
    return {f"{name} {word}": getattr(off, field) for word, field in words.items() for name, off in found.items()}


def _margin(step: Step, data: Dataset) -> dict[str, float]:
    """Return the distance from a line to the nearest point (negative: to the worst error), and what margins cost."""
    if not isinstance(step, HasDiscriminant) or len(data.classes) != 2:
        return {}
    margins = signs(data.labels, step.classes[1]) * step.discriminant(data.points)
    found = {}
    if isinstance(step, HasWeights) and step.weights[:2].any():
        found["Margin"] = float(margins.min()) / math.hypot(*step.weights[:2])
    return {**found, **{loss.title: float(loss.of(margins).sum()) for loss in list(MARGIN_LOSSES.values())[1:]}}


def _words(snapshot: Snapshot, columns: list[dict[str, float]], hidden: bool) -> str:
    if hidden:
        return "The answer is hidden. Draw the best line you can, then reveal it (F7)."
    if not isinstance(snapshot.run.model, IsByHand) or len(columns) != 2:
        return ""
    mine, other = (columns[index].get("Training errors") for index in (snapshot.active, 1 - snapshot.active))
    if mine is None or other is None:
        return ""
    if mine == other:
        return f"Your line makes as many errors as the machine: {int(mine)}."
    more = counted(abs(int(mine - other)), "error")
    return f"Your line makes {more} {'more' if mine > other else 'fewer'} than the machine."


VIEW = ViewKind("compare", "Compare", "Errors, margin and losses of every run", offered, draw, order=40, prints=never)
