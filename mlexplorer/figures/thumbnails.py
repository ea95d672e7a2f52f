"""Small pictures of sessions for cards to choose from: drawn by the program itself, and kept for the next time."""

import contextlib
import hashlib
from dataclasses import replace
from pathlib import Path

import mlexplorer
from mlexplorer.core.writing import CannotWrite, made_folder, write_all
from mlexplorer.figures import panels
from mlexplorer.figures.boards import Cell
from mlexplorer.figures.files.devices import DeviceWords, Size, png
from mlexplorer.figures.page import Page
from mlexplorer.figures.page_painter import paint
from mlexplorer.figures.sheet import OPTION, Sheet
from mlexplorer.marks.marks import Text
from mlexplorer.marks.plot import Plot
from mlexplorer.painting.lettering import Writer
from mlexplorer.session import storage
from mlexplorer.session.session import Session, single
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.session.state_folder import state_folder
from mlexplorer.views.catalogue import PLANE

WIDTH = 73.0  # millimetres: 276 pixels of a usual screen
DPI = 192  # twice as fine as a usual screen
FOLDER = "thumbnails"
COLUMNS = {2: 2, 3: 3, 4: 2}  # of planes, by how many there are
STYLE = 2  # another number for pictures that are drawn otherwise: those kept before are not shown again


def thumbnail(session: Session, theme: str) -> bytes:
    """Return the picture of a session in a theme as a PNG: from the cache, or drawn now and put there."""
    path = _place(session, theme)
    with contextlib.suppress(OSError):
        if path.exists():
            return path.read_bytes()
    picture = drawn(session, theme)
    with contextlib.suppress(CannotWrite):  # it is drawn again then
        made_folder(path.parent)
        write_all({path: picture})
    return picture


def drawn(session: Session, theme: str) -> bytes:
    """Return a picture of the plane, or of every run on its own plane, or of the view that a figure would show."""
    sheet = Sheet(aspect="3:2", width=WIDTH, theme=theme, key="none", axes=False, embed=False, dpi=DPI, markers=4.5)
    if is_side_by_side(session):
        count = len(session.document.runs)
        sheet = sheet.with_values({"runs": True, "columns": COLUMNS[count], "letters": 4.0, "markers": 4.0})
    else:
        wanted = session.view.option(OPTION + "view", PLANE)
        sheet = sheet.with_values({"view": wanted.partition("+")[0]})
    page = panels.figure_of_session(session, sheet).page
    return _to_the_edge(replace(page, board=tuple(tuple(_wordless(cell) for cell in row) for row in page.board)))


def _wordless(cell: Cell) -> Cell:
    """Return a plot without words: so small nobody could read them; letters on discs stay."""
    layers = tuple(
        replace(layer, marks=tuple(mark for mark in layer.marks if not isinstance(mark, Text) or mark.disc))
        for layer in cell.plot.layers
    )
    plot: Plot = replace(cell.plot, layers=layers, title="")
    return replace(cell, plot=plot, letter="")


def _to_the_edge(page: Page) -> bytes:
    """Return a page as a PNG without the rim around its plots."""
    rects = [rect for row in page.rects for rect in row]
    left, top = min(rect.left() for rect in rects), min(rect.top() for rect in rects)
    size = Size(max(rect.right() for rect in rects) - left, max(rect.bottom() for rect in rects) - top)

    def shifted(writer: Writer) -> None:
        writer.painter.translate(-left, -top)
        paint(page, writer)

    return png(size, shifted, DeviceWords("", "", ""), DPI)


def _place(session: Session, theme: str) -> Path:
    """Return where the picture is kept: other content, another theme or another version has another name."""
    told = "\n".join([storage.dumps(single(session)), theme, mlexplorer.__version__, str(DPI), str(STYLE)])
    return state_folder() / FOLDER / f"{hashlib.sha256(told.encode()).hexdigest()[:24]}.png"
