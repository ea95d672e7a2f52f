"""Several scenes in one figure: contact sheets of a timeline, small multiples over parameters, runs side by side."""

from collections.abc import Sequence
from dataclasses import replace

from mlexplorer.core.params import Value
from mlexplorer.figures import caption, choices, key, scenes
from mlexplorer.figures.boards import board
from mlexplorer.figures.figure import Figure, figure_of, frame, plots_for, snapshot_for
from mlexplorer.figures.files.devices import DeviceWords
from mlexplorer.figures.page import Page
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.plot import Plot
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Scene, Session, single
from mlexplorer.views import catalogue

MOST_PANELS, MOST_COLUMNS = 36, 9


def figure_of_session(session: Session, sheet: Sheet, pipeline: Pipeline | None = None) -> Figure:
    """Return the figure of a session: its views once, or for every moment, value or run that the sheet names."""
    pipeline = pipeline or Pipeline()
    if not sheet.is_repeated:
        return figure_of(snapshot_for(session, sheet, pipeline), sheet)
    shown = repeated(session, sheet, pipeline)
    wide = replace(sheet, columns=min(sheet.columns or _columns(session, sheet), MOST_COLUMNS))
    return of_scenes(shown, wide, pipeline, single(session))


def repeated(session: Session, sheet: Sheet, pipeline: Pipeline) -> list[Scene]:
    """Return the moments, values or runs for which a sheet repeats its views."""
    if sheet.runs:
        return scenes.of_runs(session)
    if sheet.vary:
        return scenes.of_values(session, _values(session, sheet))
    steps = choices.steps_of(sheet.steps)
    if isinstance(steps, int):
        return scenes.of_steps(session, scenes.all_steps(session, steps, pipeline))
    last = max(scenes.whole_trace(session, pipeline).total - 1, 0)
    beyond = [step for step in steps if step is not None and step > last]
    if beyond:
        raise ValueError(f"The timeline has the steps 0 to {last}, not {beyond[0]:g}.")
    return scenes.of_steps(session, steps)


def _values(session: Session, sheet: Sheet) -> dict[str, list[Value]]:
    return choices.lists_of(session.run.model, [part for part in sheet.vary.split(";") if part.strip()])


def _columns(session: Session, sheet: Sheet) -> int:
    """Return as many columns as the last of several parameters has values, so that it runs along a row."""
    values = list(_values(session, sheet).values()) if sheet.vary else []
    return len(values[-1]) if len(values) > 1 and len(sheet.views) == 1 else 0


def of_scenes(
    shown: Sequence[Scene], sheet: Sheet, pipeline: Pipeline | None = None, embedded: Book | None = None
) -> Figure:
    """Return the views of scenes in one figure, with letters and one key; planes alone share their axes.

    embedded is what the file reopens as: the scenes themselves if it is None.
    """
    if not 0 < len(shown) <= MOST_PANELS:
        raise ValueError(f"A figure can hold 1 to {MOST_PANELS} plots, not {len(shown)}.")
    pipeline, data = pipeline or Pipeline(), prepare(shown[0].session.document).data
    rectangle = frame(data, scenes.view(shown), sheet, len(shown))
    snapshots = [pipeline.last(scene.session, rectangle) for scene in shown]
    plots: list[Plot] = []
    entries: list[tuple[key.KeyEntry, ...]] = []
    for snapshot, scene in zip(snapshots, shown, strict=True):
        found, named = plots_for(snapshot, sheet)
        plots += [replace(plot, title=_title(scene, plot)) for plot in found]
        entries.append(named)
    if len(plots) > MOST_PANELS:
        raise ValueError(f"A figure can hold 1 to {MOST_PANELS} plots, not {len(plots)}.")
    if not sheet.columns and len(plots) > len(shown):  # a row for each scene
        sheet = replace(sheet, columns=min(len(plots) // len(shown), MOST_COLUMNS))
    words = caption.of_panels(snapshots, [scene.title for scene in shown])
    page = Page(sheet, board(plots, sheet, sheet.views == (catalogue.PLANE,)), key.joined(entries), words)
    session = storage.dumps(embedded or Book(tuple(shown))) if sheet.embed else ""
    return Figure(page, DeviceWords(sheet.heading or caption.title(snapshots[0]), words, session))


def _title(scene: Scene, plot: Plot) -> str:
    return f"{scene.title}: {plot.title}" if plot.title else scene.title
