"""Figures: a snapshot painted on a page of points, as SVG, PDF or PNG."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mlexplorer.core.data import Dataset
from mlexplorer.core.writing import check_suffix, write_all
from mlexplorer.figures import caption, key
from mlexplorer.figures.boards import board
from mlexplorer.figures.files.devices import DeviceWords, pdf, png, svg
from mlexplorer.figures.files.embedded import SUFFIXES
from mlexplorer.figures.page import CHART_ASPECT, Page, aspect_of
from mlexplorer.figures.page_painter import paint
from mlexplorer.figures.sheet import Sheet
from mlexplorer.landscapes.surface import cropped
from mlexplorer.marks import palette
from mlexplorer.marks.plot import Plot
from mlexplorer.painting import fonts
from mlexplorer.painting.lettering import Writer
from mlexplorer.pipeline.frame import around, framed, is_locked, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Frame, Snapshot
from mlexplorer.pipeline.studying import Studying
from mlexplorer.session import storage
from mlexplorer.session.session import Session, View, single
from mlexplorer.views import catalogue

PIXELS_PER_POINT = 4  # how finely curves are followed


@dataclass(frozen=True, eq=False)
class Figure:
    """A page and what its file says of itself."""

    page: Page
    words: DeviceWords

    def draw(self, writer: Writer) -> None:
        """Paint the figure with a painter that counts in points."""
        paint(self.page, writer)

    def rendered(self, suffix: str) -> bytes:
        """Return the figure as the bytes of a file with this suffix."""
        size, sheet = self.page.size, self.page.sheet
        match suffix:
            case ".svg":
                return svg(size, self.draw, self.words, sheet.editable)
            case ".pdf":
                return pdf(size, self.draw, self.words)
            case ".png":
                return png(size, self.draw, self.words, sheet.dpi)
        check_suffix("A figure", suffix, SUFFIXES)
        raise AssertionError(suffix)

    def save(self, paths: Sequence[Path]) -> None:
        """Write the figure to files, all or none; their suffixes decide the formats."""
        write_all({path: self.rendered(path.suffix.lower()) for path in paths})


def figure_of(snapshot: Snapshot, sheet: Sheet) -> Figure:
    """Return the figure of a snapshot: the views a sheet names."""
    fonts.ready()
    plots, entries = plots_for(snapshot, sheet)
    page = Page(sheet, board(plots, sheet), entries, caption.sentence(snapshot))
    session = storage.dumps(single(snapshot.session)) if sheet.embed else ""
    return Figure(page, DeviceWords(sheet.heading or caption.title(snapshot), caption.sentence(snapshot), session))


def plots_for(snapshot: Snapshot, sheet: Sheet) -> tuple[list[Plot], tuple[key.KeyEntry, ...]]:
    """Return the plots of the views that a sheet names, and the key: of the plane, or of the classes without it."""
    found = {name: [cropped(plot) for plot in catalogue.plots(snapshot, name)] for name in sheet.views}
    every = [plot for plots in found.values() for plot in plots]
    if catalogue.PLANE in found:
        return _once(every), key.entries(snapshot, found[catalogue.PLANE][0].layers)
    by_class = [plot for name, plots in found.items() if catalogue.is_by_class(snapshot, name) for plot in plots]
    return _once(every), key.of_classes(snapshot, [layer for plot in by_class for layer in plot.layers])


def _once(plots: Sequence[Plot]) -> list[Plot]:
    """Return plots without those that a view before has drawn already, as Judge and ROC do."""
    first: dict[object, Plot] = {}
    for plot in plots:
        first.setdefault((plot.title, plot.now, plot.names, plot.bounds) if plot.title else id(plot), plot)
    return list(first.values())


def snapshot_for(session: Session, sheet: Sheet, pipeline: Pipeline | None = None) -> Snapshot:
    """Return the finished snapshot of a session, framed for the plane of a sheet."""
    shown = frame(prepare(session.document).data, looked_at(session), sheet)
    snapshot = (pipeline or Pipeline()).last(session, shown)
    if session.document.studies and catalogue.needs_results(sheet.views):
        return replace(snapshot, results=Studying().last(session, shown))
    return snapshot


def frame(data: Dataset, view: View, sheet: Sheet, plots: int = 1, tall: float | None = None) -> Frame:
    """Return the rectangle of the plane a sheet shows, with equal units on both axes where fit.

    plots is how many such planes stand on the sheet, tall its height in points if that is not left to it.
    """
    fonts.ready()
    bounds = around(data) if view.bounds is None else view.bounds
    count = max(len(sheet.views), plots)
    empty = Plot((), bounds, data.names, title=" " if count > 1 or tall else "")
    rect = Page(sheet, board([empty] * count, sheet, plots > 1), key.possible(data), tall=tall).rects[0][0]
    aspect = rect.width() / rect.height()
    if sheet.aspect == "data" and tall is None:
        aspect = aspect_of(bounds) if is_locked(bounds, view.units) else CHART_ASPECT
    width = round(rect.width() * PIXELS_PER_POINT)
    unit = sheet.letters * PIXELS_PER_POINT / palette.scale("type_px")["body"]
    return framed(data, view, width, round(width / aspect), unit)
