"""The notebook door: make points, fit a model, follow its steps, draw them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mlexplorer.core import registry
from mlexplorer.core.attached import Attached
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.params import Value, specs
from mlexplorer.core.source import Source
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, View

if TYPE_CHECKING:
    from mlexplorer.figures.figure import Figure
    from mlexplorer.figures.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Origin:
    """Where a step came from: its run, its place among the steps, and the steps up to the end."""

    run: Run
    place: int | None
    trace: Trace


_sources = Attached[Source]()  # of points as they were made: those that differ have none
_origins = Attached[Origin]()  # of steps


def make(source: str, **parameters: Value) -> Dataset:
    """Return the points of a source, by name: "moons" with count=200, noise=0.3, seed=0."""
    chosen = registry.source(source)().with_values(parameters)
    data = chosen.make()
    _sources[data] = chosen
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


@dataclass(frozen=True)
class NotebookSession(Session):
    """A session that a notebook shows as a figure."""

    def figure(self, path: str | Path, width: str | float = "85mm", **options: Value) -> None:
        """Write the figure of this session to an .svg, .pdf or .png file; options are those of a sheet."""
        _drawn(self, None, _sheet(width, options)).save([Path(path)])

    def _repr_svg_(self) -> str:
        sheet = _sheet("120mm", {"embed": False})
        return _drawn(self, None, sheet).rendered(".svg").decode()


def load(path: str | Path) -> NotebookSession:
    """Return the session in a session file, or inside a figure."""
    from mlexplorer.figures.files import embedded  # start-up time

    place = Path(path)
    book = embedded.read(place) if place.suffix.lower() in embedded.SUFFIXES else storage.load(place)
    return NotebookSession(book.session.document, book.session.view)


def as_session(data: Dataset, step: Step) -> NotebookSession:
    """Return points and a step that fit or trace returned as a session: what the window saves and opens."""
    origin = _origins.get(step)
    if origin is None:
        raise ValueError("A figure needs a step that mlexplorer.fit or mlexplorer.trace returned.")
    source = _sources.get(data)
    points = data if source is None else None
    document = Document(source or registry.source("placed")(), (origin.run,), points)
    return NotebookSession(document, View(step=origin.place))


def figure(
    data: Dataset | Session,
    step: Step | str | Path,
    path: str | Path | None = None,
    width: str | float = "85mm",
    **options: Value,
) -> None:
    """Write a figure of points and a step, or of a session, to an .svg, .pdf or .png file.

    figure(data, step, "boundary.pdf", width="85mm", view="plane") or figure(session, "boundary.pdf"); the other
    options are those of a sheet: theme, aspect, key, axes, heading, caption, dpi and so on.
    """
    sheet = _sheet(width, options)
    if isinstance(data, Session) and isinstance(step, str | Path):
        _drawn(data, None, sheet).save([Path(step)])
    elif isinstance(data, Dataset) and isinstance(step, Step) and path is not None:
        _drawn(as_session(data, step), (data, step), sheet).save([Path(path)])
    else:
        raise ValueError("A figure needs data, a step and a path, or a session and a path.")


def _sheet(width: str | float, options: Mapping[str, Value]) -> "Sheet":
    from mlexplorer.figures.sheet import Sheet, length  # start-up time

    return Sheet().with_values({**options, "width": length(width) if isinstance(width, str) else width})


def _drawn(shown: Session, known: tuple[Dataset, Step] | None, sheet: "Sheet") -> "Figure":
    """Return the figure of a session; what is known of its fit need not be fitted again."""
    from mlexplorer.figures import panels  # start-up time

    pipeline = Pipeline()
    origin = None if known is None else _origins.get(known[1])
    if known is not None and origin is not None:
        pipeline.know(origin.run, known[0], origin.trace)
    return panels.figure_of_session(shown, sheet, pipeline)


def _run(model: Model, start: Start | None) -> Run:
    return Run(model, start=None if start is None else tuple(np.ravel(start).tolist()))


def _remembered(step: Step, run: Run, place: int | None, trace: Trace) -> Step:
    _origins[step] = Origin(run, place, trace)
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
