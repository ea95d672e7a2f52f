"""Progress: the loss, the errors and every figure the steps report, against the step or what it has cost."""

from dataclasses import replace
from typing import TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasCurve, HasScores, HasSupport
from mlexplorer.core.data import Dataset, sampled
from mlexplorer.core.decision import decide, is_mistaken
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import capital, text
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.marks.marks import Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Drawn, Option, Plot, Touched, ViewKind
from mlexplorer.marks.stepwise import Parts, made_of_each, whole
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.naming import run_letter
from mlexplorer.session.session import Session
from mlexplorer.views.race import evaluations, present, race_table

Numbered: TypeAlias = list[tuple[int, Step]]
MOST_SAMPLES, FEW_SAMPLES = 150, 30  # steps at which errors are counted
MOST_JUDGED = 5000  # points whose errors are counted at each step; of more, a sample
MOST_PANELS = 5
USUAL, MOST = 3, 7  # digits of the present value
LONGER = 3.0  # times as long as the active run a curve may be and still be seen whole
COUNTED = ("errors", "error rate", "RMS error")  # measures that are drawn as training errors
AGAINST, AXES, FIGURE, ALL = "progress against", "progress axes", "progress figure", "all"
AGAINSTS = {"steps": "Against the step", "gradients": "Against gradients"}
SCALES = {"linear": "Linear axes", "log": "Logarithmic values", "loglog": "Logarithmic axes"}


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is more than one step to compare."""
    return len(snapshot.trace) > 1


def draw(snapshot: Snapshot) -> Drawn:
    """Return a panel for the loss and one for each other figure, with the curves of all runs that report it."""
    return whole(parts(snapshot, True))


def parts(snapshot: Snapshot, full: bool) -> Parts[Drawn]:
    """Return what is drawn, with pauses; a draft counts errors at fewer steps, the present one always among them."""
    every: list[dict[str, Array]] = []
    for index in range(len(snapshot.traces)):
        series = yield from _series(snapshot, index, MOST_SAMPLES if full else FEW_SAMPLES)
        every.append(series)
    names = list(every[snapshot.active]) if every else []
    chosen = snapshot.session.view.option(FIGURE, ALL)
    shown = [chosen] if chosen in names else names[:MOST_PANELS]
    panels = tuple(_panel(name, [series.get(name) for series in every], snapshot) for name in shown)
    blocks = (race_table(snapshot),) if len(every) > 1 else ()
    words = "" if panels else "These steps report no numbers."
    return Drawn(panels, (), words, _options(snapshot, names) if panels else (), blocks)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session at the step that was touched, with the ghost of the one pointed at, or with another run."""
    session = snapshot.session
    if touched.kind == "row":
        return replace(session, view=replace(session.view, active=int(touched.x)))
    if not len(snapshot.trace) or touched.kind == "release":
        return None
    if touched.kind == "hover":
        kept = np.array(snapshot.trace.numbers, dtype=np.float64)  # their boundaries are known
        return replace(session, view=replace(session.view, ghost=_place(snapshot, touched.x, kept)))
    place = _place(snapshot, touched.x, np.arange(snapshot.trace.total, dtype=np.float64))
    at_end = place == snapshot.trace.total - 1
    return replace(session, view=replace(session.view, step=None if at_end else place, ghost=None))


def _place(snapshot: Snapshot, x: float, places: Array) -> int:
    """Return which step of the active run, of some, is nearest to a place of the horizontal axis."""
    return int(places[np.abs(_across(snapshot, snapshot.active, places) - x).argmin()])


def _across(snapshot: Snapshot, index: int, places: Array) -> Array:
    """Return where places of a run lie on the horizontal axis, in its units or as powers of ten."""
    xs: Array | None = places
    if snapshot.session.view.option(AGAINST, "steps") == "gradients":
        count = len(snapshot.session.document.runs[index].model.training(snapshot.data))
        xs = evaluations(snapshot.traces[index], count, places)
    xs = np.full(len(places), np.nan) if xs is None else xs
    if snapshot.session.view.option(AXES, "linear") == "loglog":
        return np.where(xs > 0, np.log10(np.maximum(xs, 1e-300)), np.nan)
    return xs


def _options(snapshot: Snapshot, names: list[str]) -> tuple[Option, ...]:
    view = snapshot.session.view
    chosen = view.option(FIGURE, ALL)
    titles = {ALL: "All curves", **{name: name for name in names}}
    figures = Option(FIGURE, "Curves", titles, chosen if chosen in names else ALL)
    scales = Option(AXES, "Axes", SCALES, view.option(AXES, "linear"))
    counts = [
        evaluations(trace, len(run.model.training(snapshot.data)), np.zeros(1))
        for trace, run in zip(snapshot.traces, snapshot.session.document.runs, strict=False)
    ]
    if all(count is None for count in counts):
        return (figures, scales)
    return (figures, Option(AGAINST, "Against", AGAINSTS, view.option(AGAINST, "steps")), scales)


def _steps(snapshot: Snapshot, index: int) -> Numbered:
    """Return the numbered steps of a run, with the shown one where it was left out of the trace."""
    trace, now = snapshot.traces[index], present(snapshot, index)
    found, shown = dict(zip(trace.numbers, trace.steps, strict=True)), snapshot.shown[index]
    if shown is not None and snapshot.session.document.runs[index].by_hand is None:
        found[now] = shown
    return sorted(found.items(), key=lambda pair: pair[0])


def _series(snapshot: Snapshot, index: int, most: int) -> Parts[dict[str, Array]]:
    if not len(snapshot.traces[index]):
        return {}
    trace = _steps(snapshot, index)
    losses = yield from _losses(trace)
    yield
    measures = yield from _measures(trace)
    yield
    objective = losses.get("Objective", np.empty((0, 2)))
    others = {name: curve for name, curve in measures.items() if not _is_same(curve, objective)}
    errors = yield from _errors(snapshot, trace, present(snapshot, index), most)
    if any(_is_same(curve, objective) for curve in errors.values()):
        losses = {}  # the errors are the objective
    squares, sizes = yield from _missed(snapshot, trace, present(snapshot, index), most)
    margins = yield from _margins(trace)
    return {**losses, **errors, **squares, **margins, **others, **sizes}


def _is_same(curve: Array, other: Array) -> bool:
    """Return whether a curve is the other by another name, so that it need not be drawn again."""
    if not len(curve) or not len(other):
        return False
    return bool(np.allclose(np.interp(curve[:, 0], *other.T), curve[:, 1], rtol=1e-9, atol=0))


def _losses(trace: Numbered) -> Parts[dict[str, Array]]:
    found = yield from made_of_each(trace, lambda pair: (pair[0], pair[1].loss))
    rows = [(place, loss) for place, loss in found if loss is not None]
    return {"Objective": np.array(rows, dtype=np.float64)} if len(rows) > 1 else {}


def _margins(trace: Numbered) -> Parts[dict[str, Array]]:
    """Return the width of half the street at each step, where it has one."""
    held = [(place, step) for place, step in trace if isinstance(step, HasSupport)]
    rows = yield from made_of_each(held, lambda pair: (pair[0], pair[1].margin))
    found = np.array([row for row in rows if not isinstance(row[1], tuple) and np.isfinite(row[1])], dtype=np.float64)
    return {"Margin": found} if len(found) > 1 else {}


def _errors(snapshot: Snapshot, trace: Numbered, now: int, most: int) -> Parts[dict[str, Array]]:
    if not snapshot.classifies or len(trace) < 2:
        return {}
    found = {}
    for name, part in {"Training errors": snapshot.data.training, "Test errors": snapshot.data.testing}.items():
        if len(part):
            title = f"{name} (of {MOST_JUDGED:,} points)" if len(part) > MOST_JUDGED else name
            found[title] = yield from _wrong(snapshot, trace, part, now, most)
    return found


def _wrong(snapshot: Snapshot, trace: Numbered, part: Dataset, now: int, most: int) -> Parts[Array]:
    """Return the errors at some of the steps, and at the present one."""
    rule, part = snapshot.session.document.rule, sampled(part, MOST_JUDGED)
    rows = []
    for place, step in _chosen(trace, now, most):
        if isinstance(step, HasScores):
            rows.append((place, float(is_mistaken(decide(step, part.points, rule), part.labels).sum())))
            yield
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def _missed(
    snapshot: Snapshot, trace: Numbered, now: int, most: int
) -> Parts[tuple[dict[str, Array], dict[str, Array]]]:
    """Return how far the curves of the steps are from the points: root mean squares, and mean sizes."""
    squares: dict[str, Array] = {}
    sizes: dict[str, Array] = {}
    if not isinstance(snapshot.step, HasCurve) or len(trace) < 2:
        return squares, sizes
    for name, part in curve_parts(snapshot.data).items():
        found = []
        for place, step in _chosen(trace, now, most):
            if isinstance(step, HasCurve):
                found.append((place, missed(step, part)))
                yield
        squares[f"{name} RMSE"] = np.array([(place, off.rmse) for place, off in found], dtype=np.float64)
        sizes[f"{name} MAE"] = np.array([(place, off.mae) for place, off in found], dtype=np.float64)
    return squares, sizes


def _chosen(trace: Numbered, now: int, most: int) -> Numbered:
    """Return the steps that are judged: some over the whole run, and the present one."""
    chosen = set(np.linspace(0, len(trace) - 1, most).round().astype(int).tolist())
    return [pair for index, pair in enumerate(trace) if index in chosen or pair[0] == now]


def _measures(trace: Numbered) -> Parts[dict[str, Array]]:
    every = yield from made_of_each(trace, lambda pair: (pair[0], pair[1].measures))
    some = [measures for _, measures in every[:: max(1, len(trace) // 20)]]
    names = [name for name in dict.fromkeys(name for measures in some for name in measures) if name not in COUNTED]
    series = {}
    for name in names:
        found = [(place, measures.get(name)) for place, measures in every]
        rows = [(place, value) for place, value in found if value is not None and np.isfinite(value)]
        if len(rows) > 1:
            series[capital(name)] = np.array(rows, dtype=np.float64)
    return series


def _panel(name: str, curves: list[Array | None], snapshot: Snapshot) -> Plot:
    scale = snapshot.session.view.option(AXES, "linear")
    log = scale != "linear" and all(curve is None or bool((curve[:, 1] > 0).all()) for curve in curves)
    mine = curves[snapshot.active]
    assert mine is not None, "a panel is named after a curve of the active run"
    drawn = {
        index: _scaled(snapshot, index, curve, log)
        for index, curve in enumerate(curves)
        if curve is not None and len(curve)
    }
    now = present(snapshot, snapshot.active)
    value = float(np.interp(now, mine[:, 0], mine[:, 1]))
    here = np.array([_across(snapshot, snapshot.active, np.array([float(now)]))[0], np.log10(value) if log else value])
    past = drawn[snapshot.active][mine[:, 0] <= now]
    ahead = drawn[snapshot.active][mine[:, 0] >= now]
    bounds = _bounds(list(drawn.values()), drawn[snapshot.active])
    upright = np.array([[here[0], bounds[2]], [here[0], bounds[3]]])
    others = [Line(curve, f"run {index}") for index, curve in drawn.items() if index != snapshot.active]
    is_race = len(snapshot.session.document.runs) > 1
    roles = (f"run_ahead {snapshot.active}", f"run {snapshot.active}") if is_race else ("ahead", "progress")
    marks: list[Mark] = [Line(upright, "cursor"), *others, Line(ahead, roles[0]), Line(past, roles[1])]
    marks = [*marks, Points(here[None], "boundary", 0, "dot")] if np.isfinite(here).all() else marks[1:]
    marks += [_letter(curve, index, bounds) for index, curve in drawn.items() if is_race]
    what = (
        "after so many gradients" if snapshot.session.view.option(AGAINST, "steps") == "gradients" else "at each step"
    )
    told = text(value, _digits(value, mine[:, 1]), beside=0.0 if log else float(np.abs(mine[:, 1]).max()))
    is_count = not log and bool((mine[:, 1] % 1 == 0).all())
    title, logs = f"{name} {what}", (scale == "loglog", log)
    return Plot((Layer("curve", tuple(marks)),), bounds, title=title, now=told, log=logs, whole=(True, is_count))


def _digits(value: float, values: Array) -> int:
    """Return how many digits tell a value from the others of its curve."""
    span = float(np.ptp(values[np.isfinite(values)]))
    return int(np.clip(np.ceil(np.log10(abs(value) / span)) + 1, USUAL, MOST)) if span and value else USUAL


def _letter(curve: Array, index: int, bounds: Bounds) -> Mark:
    """Return the letter of a run near the end of its curve, or of what is seen of it."""
    seen = curve[np.isfinite(curve).all(axis=1) & (curve[:, 0] <= bounds[1])]
    place = seen[-1] if len(seen) else curve[0]
    return Text(place, run_letter(index), f"run {index}", anchor=(1.0, 0.0), offset=(-4.0 - 12.0 * index, 3.0))


def _scaled(snapshot: Snapshot, index: int, curve: Array, log: bool) -> Array:
    """Return a curve in the units of the axes."""
    return np.c_[_across(snapshot, index, curve[:, 0]), np.log10(curve[:, 1]) if log else curve[:, 1]]


def _bounds(curves: list[Array], mine: Array) -> Bounds:
    """Return a rectangle around all curves, with some room; much longer ones than that of the active run are cut."""
    every = np.concatenate(curves)
    every, own = every[np.isfinite(every).all(axis=1)], mine[np.isfinite(mine).all(axis=1), 0]
    if not len(every):
        return (0.0, 1.0, 0.0, 1.0)
    (left, low), (right, high) = every.min(axis=0), every.max(axis=0)
    right = min(right, left + LONGER * float(np.ptp(own))) if len(own) > 1 else right
    right = max(float(right), float(left) + 1.0)
    room = 0.08 * (high - low) or max(abs(high) * 0.1, 0.5)
    side = 0.02 * (right - left)
    return (float(left - side), float(right + side), float(low - room), float(high + room))


VIEW = ViewKind("progress", "Progress", "The objective and the errors at each step", offered, draw, touch, 20, parts)
