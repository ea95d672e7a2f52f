"""One session as a row of scenes: moments of its timeline, or other values of its parameters."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from mlexplorer.core.knobs import rounded
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Spec, Value, nearest, specs
from mlexplorer.core.trace import Trace
from mlexplorer.pipeline.frame import around, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.slow_motion import ROUNDS, SLOW, walked
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.naming import short_name
from mlexplorer.session.session import Scene, Session, View
from mlexplorer.session.side_by_side import seen_alone


def of_steps(session: Session, steps: Sequence[float | None]) -> list[Scene]:
    """Return moments of the timeline; None stands for the end, a place between two whole ones for a beat."""
    return [Scene(replace(session, view=replace(session.view, step=step)), _moment(step)) for step in steps]


def _moment(step: float | None) -> str:
    if step is None:
        return "end"
    return f"step {step}" if step == int(step) else f"step {int(step)} → {int(step) + 1}"


def of_runs(session: Session) -> list[Scene]:
    """Return the runs, each alone on its plane, by their names."""
    return [
        Scene(seen_alone(session, index), short_name(session, run)) for index, run in enumerate(session.document.runs)
    ]


def of_values(session: Session, values: Mapping[str, Sequence[Value]]) -> list[Scene]:
    """Return every combination of some parameters of the model; the last parameter changes fastest."""
    model = session.run.model
    known = {spec.name: spec for spec in specs(type(model))}
    for name in values:
        if name not in known:
            raise ValueError(f"{model.public_name()} has no parameter {name!r}{nearest(name, known)}.")
    found = []
    for choice in itertools.product(*values.values()):
        changes = dict(zip(values, choice, strict=True))
        words = [f"{_sign(known[name].label)} = {known[name].words(value)}" for name, value in changes.items()]
        found.append(Scene(session.with_model(model.with_values(changes)), ", ".join(words)))
    return found


def whole_trace(session: Session, pipeline: Pipeline) -> Trace:
    """Return the finished timeline of a session, or raise a ValueError with the reason why there is none."""
    snapshot = pipeline.last(session, Frame(around(prepare(session.document).data), 2, 2))
    if snapshot.problem is not None:
        raise ValueError(snapshot.problem.sentence)
    return snapshot.trace


def all_steps(session: Session, most: int, pipeline: Pipeline) -> list[float | None]:
    """Return the steps of the timeline, or their beats or whole rounds if those are walked, so many at most."""
    trace = whole_trace(session, pipeline)
    last = max(trace.total - 1, 0)
    every = walked(trace, session.view.shows(SLOW), rounds=session.view.shows(ROUNDS))
    chosen = np.unique(np.linspace(0, len(every) - 1, min(most, len(every))).round().astype(int)).tolist()
    return [None if every[index] == last else every[index] for index in chosen]


def some_values(spec: Spec, value: Value) -> list[Value]:
    """Return a few values of a parameter to compare: every choice, or less, the present one and more of a number."""
    if isinstance(value, bool):
        return [False, True]
    if isinstance(value, str):
        return list(spec.choices)
    low = -math.inf if spec.low is None else spec.low
    high = math.inf if spec.high is None else spec.high
    factor = 10 if spec.scale == "log" else 2
    tried = [value / factor, value, value * factor] if value else [low, (low + high) / 2, high, 0, 1]
    kept = [min(max(number, low), high) for number in tried if math.isfinite(number)][:3]
    whole = isinstance(spec.default, int)
    return sorted(dict.fromkeys(round(number) if whole else rounded(number) for number in kept))


def view(scenes: Sequence[Scene]) -> View:
    """Return the view of the first scene, wide enough for what every scene shows."""
    every = np.array(
        [looked_at(scene.session).bounds or around(prepare(scene.session.document).data) for scene in scenes]
    )
    low, high = every.min(axis=0), every.max(axis=0)
    bounds = (float(low[0]), float(high[1]), float(low[2]), float(high[3]))
    return replace(scenes[0].session.view, bounds=bounds)


def _sign(label: str) -> str:
    """Return the sign of a parameter if its label ends with one: "Neighbours k" is k, "Width by" is no sign."""
    last = label.rpartition(" ")[2]
    return last if len(last) == 1 or (len(last) == 2 and not last.isalpha()) else small(label)
