"""Several scenes in one figure: contact sheets of a timeline and small multiples over parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mlexplorer.core.params import Value
from mlexplorer.figures import caption, key, scenes, views
from mlexplorer.figures.devices import Words
from mlexplorer.figures.figure import Figure, frame
from mlexplorer.figures.page import Page, board
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session import storage
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Book, Scene, Session

MOST_PANELS = 36


def contact_sheet(
    session: Session, sheet: Sheet, steps: Sequence[float | None] | int, pipeline: Pipeline | None = None
) -> Figure:
    """Return some moments of the timeline side by side: those named (None for the end), or so many, evenly spread."""
    pipeline = pipeline or Pipeline()
    chosen = scenes.all_steps(session, steps, pipeline) if isinstance(steps, int) else steps
    return of_scenes(scenes.of_steps(session, chosen), sheet, pipeline)


def runs_side_by_side(session: Session, sheet: Sheet, pipeline: Pipeline | None = None) -> Figure:
    """Return the runs of a session in one figure, each on a plane of its own."""
    return of_scenes(scenes.of_runs(session), sheet, pipeline)


def multiples(
    session: Session, sheet: Sheet, values: Mapping[str, Sequence[Value]], pipeline: Pipeline | None = None
) -> Figure:
    """Return the same plane for every combination of some parameters of the model; the last one runs along a row."""
    columns = sheet.columns or (len(list(values.values())[-1]) if len(values) > 1 else 0)
    return of_scenes(scenes.of_values(session, values), replace(sheet, columns=min(columns, 9)), pipeline)


def of_scenes(shown: Sequence[Scene], sheet: Sheet, pipeline: Pipeline | None = None) -> Figure:
    """Return the planes of scenes in one figure, with letters, one key and shared axes."""
    if not 0 < len(shown) <= MOST_PANELS:
        raise ValueError(f"A figure can hold 1 to {MOST_PANELS} plots, not {len(shown)}.")
    pipeline, data = pipeline or Pipeline(), prepare(shown[0].session.document).data
    rectangle = frame(data, scenes.view(shown), sheet, len(shown))
    snapshots = [pipeline.last(scene.session, rectangle) for scene in shown]
    pairs = [(snapshot, views.plots(snapshot, views.PLANE)[0]) for snapshot in snapshots]
    plots = [replace(plot, title=scene.title) for (_, plot), scene in zip(pairs, shown, strict=True)]
    entries = {entry.words: entry for snapshot, plot in pairs for entry in key.entries(snapshot, plot.layers)}
    words = caption.sentence(snapshots[0])
    page = Page(sheet, board(plots, sheet, shared=True), tuple(entries.values()), words)
    session = storage.dumps(Book(tuple(shown))) if sheet.embed else ""
    return Figure(page, Words(sheet.heading or caption.title(snapshots[0]), words, session))
