"""Figures: a snapshot painted on a page of points, as SVG, PDF or PNG."""

from collections.abc import Sequence
from pathlib import Path

from mlexplorer.core.params import nearest
from mlexplorer.figures import caption, fonts, key
from mlexplorer.figures.devices import Painting, Words, pdf, png, svg
from mlexplorer.figures.draw import paint
from mlexplorer.figures.embedded import SUFFIXES
from mlexplorer.figures.lettering import Writer
from mlexplorer.figures.page import LARGEST_ASPECT, LEAST_ASPECT, Cell, Page
from mlexplorer.figures.sheet import Sheet
from mlexplorer.figures.writing import write_all
from mlexplorer.marks.plot import Plot
from mlexplorer.plots import plane
from mlexplorer.session import storage
from mlexplorer.session.frame import around, framed, is_locked
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Session, single
from mlexplorer.session.snapshot import Frame, Snapshot

PIXELS_PER_POINT = 4  # how finely curves are followed


def taken(session: Session, sheet: Sheet, pipeline: Pipeline | None = None) -> Snapshot:
    """Return the finished snapshot of a session, framed for the plot of a sheet."""
    return (pipeline or Pipeline()).last(session, frame(session, sheet))


def frame(session: Session, sheet: Sheet) -> Frame:
    """Return the rectangle of the plane a sheet shows: that of the view, with equal units on both axes where fit."""
    fonts.ready()
    data, bounds = prepare(session.document).data, session.view.bounds
    left, right, bottom, top = around(data) if bounds is None else bounds
    aspect = (right - left) / (top - bottom) if is_locked((left, right, bottom, top)) else 1.5
    aspect = min(max(aspect, LEAST_ASPECT), LARGEST_ASPECT)
    if sheet.aspect != "data":
        empty = Plot((), (left, right, bottom, top), data.names)
        rect = Page(sheet, ((Cell(empty),),), key.possible(data)).rects[0][0]
        aspect = rect.width() / rect.height()
    width = round(sheet.points_wide * PIXELS_PER_POINT)
    return framed(data, bounds, width, round(width / aspect))


def page(snapshot: Snapshot, sheet: Sheet) -> Page:
    """Return the page of a snapshot."""
    fonts.ready()
    layers = plane.layers(snapshot)
    plot = Plot(layers, snapshot.frame.bounds, snapshot.data.names, equal=is_locked(snapshot.frame.bounds))
    return Page(sheet, ((Cell(plot),),), key.entries(snapshot, layers), caption.sentence(snapshot))


def words(snapshot: Snapshot, sheet: Sheet) -> Words:
    """Return what the file of a figure says of itself, with the session if the sheet wants it inside."""
    session = storage.dumps(single(snapshot.session)) if sheet.embed else ""
    return Words(sheet.heading or caption.title(snapshot), caption.sentence(snapshot), session)


def rendered(page: Page, words: Words, suffix: str) -> bytes:
    """Return a page as the bytes of a file with this suffix."""
    paint_page: Painting = lambda writer: paint(page, writer)  # noqa: E731 - a name for the type
    match suffix:
        case ".svg":
            return svg(page.size, paint_page, words, page.sheet.editable)
        case ".pdf":
            return pdf(page.size, paint_page, words)
        case ".png":
            return png(page.size, paint_page, words, page.sheet.dpi)
    raise ValueError(f"A figure cannot be written as {suffix or 'a file without suffix'!r}{nearest(suffix, SUFFIXES)}.")


def save(snapshot: Snapshot, sheet: Sheet, paths: Sequence[Path]) -> None:
    """Write the figure of a snapshot to files; their suffixes decide the formats."""
    made, said = page(snapshot, sheet), words(snapshot, sheet)
    write_all({path: rendered(made, said, path.suffix.lower()) for path in paths})


def draw(snapshot: Snapshot, sheet: Sheet, writer: Writer) -> None:
    """Paint the figure of a snapshot with a painter that counts in points, for a preview."""
    paint(page(snapshot, sheet), writer)
