"""Several moments or several parameters of one session in one figure: contact sheets and small multiples."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.params import Value, nearest, specs
from mlexplorer.figures import caption, key, views
from mlexplorer.figures.devices import Words
from mlexplorer.figures.figure import Figure, frame
from mlexplorer.figures.page import Page, board
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session import storage
from mlexplorer.session.frame import around
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Book, Scene, Session

MOST_PANELS = 36


def contact_sheet(
    session: Session, sheet: Sheet, steps: Sequence[int | None], pipeline: Pipeline | None = None
) -> Figure:
    """Return some moments of the timeline side by side; None stands for the end."""
    scenes = [
        Scene(replace(session, view=replace(session.view, step=step)), "end" if step is None else f"step {step}")
        for step in steps
    ]
    return of_scenes(scenes, sheet, pipeline)


def spread_steps(session: Session, count: int, pipeline: Pipeline | None = None) -> list[int | None]:
    """Return so many steps of the timeline, evenly spread from the start to the end."""
    sheet = Sheet()
    snapshot = (pipeline or Pipeline()).last(session, frame(prepare(session.document).data, None, sheet))
    last = max(snapshot.trace.total - 1, 0)
    places = np.unique(np.linspace(0, last, max(count, 1)).round().astype(int)).tolist()
    return [None if place == last else place for place in places]


def multiples(
    session: Session, sheet: Sheet, values: Mapping[str, Sequence[Value]], pipeline: Pipeline | None = None
) -> Figure:
    """Return the same plane for every combination of some parameters of the model; the last one runs along a row."""
    model = session.run.model
    known = {spec.name: spec for spec in specs(type(model))}
    for name in values:
        if name not in known:
            raise ValueError(f"{model.public_name()} has no parameter {name!r}{nearest(name, known)}.")
    scenes = []
    for choice in itertools.product(*values.values()):
        changes = dict(zip(values, choice, strict=True))
        words = ", ".join(
            f"{_name(known[name].label)} = {caption.value_words(known[name], value)}" for name, value in changes.items()
        )
        scenes.append(Scene(session.with_model(model.with_values(changes)), words))
    columns = sheet.columns or (len(list(values.values())[-1]) if len(values) > 1 else 0)
    return of_scenes(scenes, replace(sheet, columns=min(columns, 9)), pipeline)


def of_scenes(scenes: Sequence[Scene], sheet: Sheet, pipeline: Pipeline | None = None) -> Figure:
    """Return the planes of scenes in one figure, with letters, one key and shared axes."""
    if not 0 < len(scenes) <= MOST_PANELS:
        raise ValueError(f"A figure can hold 1 to {MOST_PANELS} plots, not {len(scenes)}.")
    pipeline, data = pipeline or Pipeline(), prepare(scenes[0].session.document).data
    shown = frame(data, _bounds(scenes), sheet, len(scenes))
    snapshots = [pipeline.last(scene.session, shown) for scene in scenes]
    plots = [
        replace(views.plots(snapshot, views.PLANE)[0], title=scene.title)
        for scene, snapshot in zip(scenes, snapshots, strict=True)
    ]
    found = {
        entry.words: entry
        for snapshot, plot in zip(snapshots, plots, strict=True)
        for entry in key.entries(snapshot, plot.layers)
    }
    words = caption.sentence(snapshots[0])
    page = Page(sheet, board(plots, sheet, shared=True), tuple(found.values()), words)
    session = storage.dumps(Book(tuple(scenes))) if sheet.embed else ""
    return Figure(page, Words(sheet.heading or caption.title(snapshots[0]), words, session))


def _bounds(scenes: Sequence[Scene]) -> Bounds:
    """Return a rectangle that holds what every scene shows."""
    every = np.array([scene.session.view.bounds or around(prepare(scene.session.document).data) for scene in scenes])
    low, high = every.min(axis=0), every.max(axis=0)
    return (float(low[0]), float(high[1]), float(low[2]), float(high[3]))


def _name(label: str) -> str:
    """Return the sign of a parameter if its label ends with one: "Neighbours k" is k."""
    last = label.rpartition(" ")[2]
    return last if len(last) <= 2 else label[0].lower() + label[1:]
