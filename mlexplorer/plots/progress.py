"""Progress: the loss, the errors and every figure the steps report, against the step."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import decide
from mlexplorer.core.numbers import text
from mlexplorer.core.trace import Trace
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Fact, Plot, Touched, ViewKind
from mlexplorer.session.session import Session, run_name
from mlexplorer.session.snapshot import Snapshot

MOST_SAMPLES = 150  # steps at which errors are counted


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is more than one step to compare."""
    return len(snapshot.trace) > 1


def draw(snapshot: Snapshot) -> Drawn:
    """Return a panel for the loss and one for each other figure, with the curves of all runs that report it."""
    every = [_series(snapshot, index) for index in range(len(snapshot.traces))]
    names = list(every[snapshot.active]) if every else []
    panels = tuple(_panel(name, [series.get(name) for series in every], snapshot) for name in names)
    facts = _table(snapshot, every) if len(every) > 1 else ()
    return Drawn(panels[:5], facts, "" if panels else "These steps report no figures.")


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session at the step that was touched."""
    if touched.kind == "hover" or not len(snapshot.trace):
        return None
    place = int(np.clip(round(touched.x), 0, snapshot.trace.total - 1))
    at_end = place == snapshot.trace.total - 1
    view = replace(snapshot.session.view, step=None if at_end else place)
    return replace(snapshot.session, view=view)


def _series(snapshot: Snapshot, index: int) -> dict[str, Array]:
    trace = snapshot.traces[index]
    return {**_losses(trace), **_errors(snapshot, trace), **_measures(trace)} if len(trace) else {}


def _table(snapshot: Snapshot, every: list[dict[str, Array]]) -> tuple[Fact, ...]:
    """Return one line for each run: its figures at the present step."""
    facts = []
    for index, series in enumerate(every):
        now = _now(snapshot, index)
        values = [f"{name.lower()} {text(_at(curve, now))}" for name, curve in list(series.items())[:2]]
        facts.append(Fact(f"{index + 1}  {run_name(snapshot.session.document.runs[index])}", ", ".join(values)))
    return tuple(facts)


def _now(snapshot: Snapshot, index: int) -> int:
    total, step = snapshot.traces[index].total, snapshot.session.view.step
    return total - 1 if step is None else min(step, total - 1)


def _at(curve: Array, place: float) -> float:
    return float(np.interp(place, curve[:, 0], curve[:, 1]))


def _losses(trace: Trace) -> dict[str, Array]:
    rows = [(place, step.loss) for place, step in zip(trace.places, trace.steps, strict=True) if step.loss is not None]
    return {"Objective": np.array(rows, dtype=np.float64)} if len(rows) > 1 else {}


def _errors(snapshot: Snapshot, trace: Trace) -> dict[str, Array]:
    if not snapshot.classifies or len(trace) < 2:
        return {}
    parts = {"Training errors": snapshot.data.training, "Test errors": snapshot.data.testing}
    return {name: _wrong(snapshot, trace, part) for name, part in parts.items() if len(part)}


def _wrong(snapshot: Snapshot, trace: Trace, part: Dataset) -> Array:
    rule = snapshot.session.document.rule
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


def _panel(name: str, curves: list[Array | None], snapshot: Snapshot) -> Plot:
    shown = [curve for curve in curves if curve is not None and len(curve)]
    values = np.concatenate([curve[:, 1] for curve in shown])
    low, high = float(values.min()), float(values.max())
    room = 0.08 * (high - low) or max(abs(high) * 0.1, 0.5)
    end = max(float(max(curve[-1, 0] for curve in shown)), 1.0)
    now = _now(snapshot, snapshot.active)
    mine = curves[snapshot.active]
    assert mine is not None, "a panel is named after a curve of the active run"
    past, ahead = mine[mine[:, 0] <= now], mine[mine[:, 0] >= now]
    others: list[Mark] = [
        Line(curve, f"runner {index}")
        for index, curve in enumerate(curves)
        if curve is not None and index != snapshot.active
    ]
    upright = np.array([[now, low - room], [now, high + room]])
    dot = Points(np.array([[now, _at(mine, now)]]), "boundary", 0, "dot")
    marks: tuple[Mark, ...] = (Line(upright, "cursor"), *others, Line(ahead, "ahead"), Line(past, "progress"), dot)
    bounds = (-0.02 * end, 1.02 * end, low - room, high + room)
    return Plot((Layer("curve", marks),), bounds, ("", ""), f"{name} at each step", text(_at(mine, now)))


VIEW = ViewKind("progress", "Progress", "The objective and the errors at each step", offered, draw, touch, 20)
