"""Progress: the loss, the errors and every figure the steps report, against the step."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import decide
from mlexplorer.core.numbers import text
from mlexplorer.core.trace import Trace
from mlexplorer.marks.marks import Layer, Line, Points
from mlexplorer.marks.plot import Drawn, Plot, Touched, ViewKind
from mlexplorer.session.session import Session
from mlexplorer.session.snapshot import Snapshot

MOST_SAMPLES = 150  # steps at which errors are counted


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is more than one step to compare."""
    return len(snapshot.trace) > 1


def draw(snapshot: Snapshot) -> Drawn:
    """Return a panel for the loss and one for each other figure."""
    series = {**_losses(snapshot.trace), **_errors(snapshot), **_measures(snapshot.trace)}
    panels = tuple(_panel(name, curve, snapshot) for name, curve in series.items())
    return Drawn(panels[:5], words="" if panels else "These steps report no figures.")


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session at the step that was touched."""
    if touched.kind == "hover" or not len(snapshot.trace):
        return None
    place = int(np.clip(round(touched.x), 0, snapshot.trace.total - 1))
    at_end = place == snapshot.trace.total - 1
    view = replace(snapshot.session.view, step=None if at_end else place)
    return replace(snapshot.session, view=view)


def _losses(trace: Trace) -> dict[str, Array]:
    rows = [(place, step.loss) for place, step in zip(trace.places, trace.steps, strict=True) if step.loss is not None]
    return {"Objective": np.array(rows, dtype=np.float64)} if len(rows) > 1 else {}


def _errors(snapshot: Snapshot) -> dict[str, Array]:
    if not snapshot.classifies:
        return {}
    parts = {"Training errors": snapshot.data.training, "Test errors": snapshot.data.testing}
    return {name: _wrong(snapshot, part) for name, part in parts.items() if len(part)}


def _wrong(snapshot: Snapshot, part: Dataset) -> Array:
    trace, rule = snapshot.trace, snapshot.session.document.rule
    chosen = np.unique(np.linspace(0, len(trace) - 1, MOST_SAMPLES).round().astype(int))
    rows = []
    for index in chosen:
        step = trace.steps[index]
        if isinstance(step, HasScores):
            rows.append((trace.places[index], float((decide(step, part.points, rule) != part.labels).sum())))
    return np.array(rows, dtype=np.float64)


def _measures(trace: Trace) -> dict[str, Array]:
    names = list(
        dict.fromkeys(
            name for step in trace.steps[:: max(1, len(trace) // 20)] for name in step.measures if name != "errors"
        )
    )
    series = {}
    for name in names:
        found = [(place, step.measures.get(name)) for place, step in zip(trace.places, trace.steps, strict=True)]
        rows = [(place, value) for place, value in found if value is not None and np.isfinite(value)]
        if len(rows) > 1:
            series[name.capitalize()] = np.array(rows, dtype=np.float64)
    return series


def _panel(name: str, curve: Array, snapshot: Snapshot) -> Plot:
    view, trace = snapshot.session.view, snapshot.trace
    now = trace.total - 1 if view.step is None else min(view.step, trace.total - 1)
    value = float(np.interp(now, curve[:, 0], curve[:, 1]))
    low, high = float(curve[:, 1].min()), float(curve[:, 1].max())
    room = 0.08 * (high - low) or max(abs(high) * 0.1, 0.5)
    past, ahead = curve[curve[:, 0] <= now], curve[curve[:, 0] >= now]
    upright = np.array([[now, low - room], [now, high + room]])
    marks = (Line(upright, "cursor"), Line(ahead, "ahead"), Line(past, "progress"))
    dot = Points(np.array([[now, value]]), "boundary", 0, "dot")
    end = float(max(trace.total - 1, 1))
    bounds = (-0.02 * end, 1.02 * end, low - room, high + room)
    layer = Layer("curve", (*marks, dot))
    return Plot((layer,), bounds, ("", ""), f"{name} at each step", text(value))


VIEW = ViewKind("progress", "Progress", "The objective and the errors at each step", offered, draw, touch, 20)
