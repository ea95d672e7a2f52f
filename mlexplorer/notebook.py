"""The notebook door: make points, fit a model, follow its steps, draw them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.params import Value, specs
from mlexplorer.core.source import Source
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.session.pipeline import Pipeline
from mlexplorer.session.session import Document, Run, Session, View

SOURCE, ORIGIN = "_source", "_origin"


@dataclass(frozen=True, eq=False)
class Origin:
    """Where a step came from: its run, its place among the steps, and the steps up to the end."""

    run: Run
    place: int | None
    trace: Trace


def make(source: str, **parameters: Value) -> Dataset:
    """Return the points of a source, by name: "moons" with count=200, noise=0.3, seed=0."""
    chosen = registry.source(source)().with_values(parameters)
    data = chosen.make()
    data.__dict__[SOURCE] = chosen  # goes with the points, and with them alone: a copy that differs has none
    return data


def fit(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> Step:
    """Return the last step of a fit; start is an array, or a name for the parameter start."""
    chosen, place = _model(model, start, parameters)
    tracer = Tracer()
    for step in chosen.fit(data, place):
        if step is not None:
            tracer.add(step)
    whole = tracer.trace(finished=True)
    return _remembered(whole.last, _run(chosen, place), None, whole)


def trace(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> list[Step]:
    """Return every step of a fit, the start included."""
    chosen, place = _model(model, start, parameters)
    steps = [step for step in chosen.fit(data, place) if step is not None]
    whole = Trace(tuple(steps), tuple(range(len(steps))), len(steps), True)
    return [_remembered(step, _run(chosen, place), index, whole) for index, step in enumerate(steps)]


def figure(data: Dataset, step: Step, path: str | Path, width: str | float = "85mm", **options: Value) -> None:
    """Write a figure of points and a step to an .svg, .pdf or .png file; options are those of a sheet."""
    from mlexplorer.figures import figure as figures  # start-up time
    from mlexplorer.figures.sheet import Sheet, length  # start-up time

    sheet = Sheet().with_values({**options, "width": length(width) if isinstance(width, str) else width})
    origin: Origin | None = step.__dict__.get(ORIGIN)
    if origin is None:
        raise ValueError("A figure needs a step that mlexplorer.fit or mlexplorer.trace returned.")
    session = _session(data, origin)
    pipeline = Pipeline()
    pipeline.know(origin.run, data, origin.trace)
    figures.save(figures.taken(session, sheet, pipeline), sheet, [Path(path)])


def _session(data: Dataset, origin: Origin) -> Session:
    source: Source | None = data.__dict__.get(SOURCE)
    points = data if source is None else None
    document = Document(source or registry.source("placed")(), (origin.run,), points)
    return Session(document, View(step=origin.place))


def _run(model: Model, start: Start | None) -> Run:
    return Run(model, start=None if start is None else tuple(np.ravel(start).tolist()))


def _remembered(step: Step, run: Run, place: int | None, trace: Trace) -> Step:
    step.__dict__[ORIGIN] = Origin(run, place, trace)
    return step


def _model(name: str, start: npt.ArrayLike | str | None, parameters: dict[str, Value]) -> tuple[Model, Start | None]:
    kind = registry.model(name)
    if isinstance(start, str):
        return kind().with_values({**parameters, "start": start}), None
    if start is None:
        return kind().with_values(parameters), None
    if any(spec.name == "start" for spec in specs(kind)):
        parameters = {**parameters, "start": "given"}
    return kind().with_values(parameters), np.asarray(start, dtype=np.float64)
