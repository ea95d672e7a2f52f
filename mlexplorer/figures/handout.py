"""A handout: a book as PDF, every scene with its title, its picture, what it shows and its note on a page."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from PySide6.QtGui import QColor

from mlexplorer.core.params import Recipe, param
from mlexplorer.edits.scene_edits import usual_title
from mlexplorer.figures import panels
from mlexplorer.figures.figure import Figure
from mlexplorer.figures.files.devices import DeviceWords, Size, pdf_pages
from mlexplorer.figures.sheet import POINTS_PER_MM, THEMES, Sheet, remembered
from mlexplorer.marks import palette
from mlexplorer.painting import fonts
from mlexplorer.painting.lettering import Lettering, Writer
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Scene, Session
from mlexplorer.session.side_by_side import is_side_by_side

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
MARGIN = 20.0 * POINTS_PER_MM
TITLE, WORDS, SMALL = Lettering(17.0, heading=True), Lettering(10.5), Lettering(8.5)
LEADING = 1.15  # more distance between the lines of a note than a figure has
LONGEST = 4000  # letters that are wrapped at a time
PICTURE = Sheet(aspect="3:2", caption=True, embed=False, letters=8.5, markers=5.0)
COLUMNS = {2: 2, 3: 3, 4: 2}  # of planes, by how many there are


@dataclass(frozen=True)
class Handout(Recipe):
    """How a handout looks."""

    title: ClassVar[str] = "Handout"

    paper: str = param("a4", "Paper", "The size of a page", choices=tuple(SIZES), titles=("A4", "US letter"))
    theme: str = param("print", "Colours", "Those of the pictures", choices=THEMES[:2], titles=("Colour", "Grey"))

    @property
    def size(self) -> Size:
        """Width and height of a page in points."""
        width, height = SIZES[self.paper]
        return Size(width * POINTS_PER_MM, height * POINTS_PER_MM)


@dataclass(frozen=True, eq=False)
class HandoutPage:
    """One page: a title, a picture unless it goes on from the page before, lines of a note, and a foot."""

    size: Size
    theme: str
    title: tuple[str, ...]
    figure: Figure | None
    lines: tuple[str, ...]
    foot: tuple[str, str]

    def paint(self, writer: Writer) -> None:
        """Paint it with a painter that counts in points."""
        text, muted = (QColor(palette.theme(self.theme).colour(role)) for role in ("text", "muted"))
        y = MARGIN
        for line in self.title:
            writer.write(line, (MARGIN, y + TITLE.size), TITLE, text)
            y += TITLE.line
        y += SMALL.line
        if self.figure is not None:
            writer.painter.save()
            writer.painter.translate(MARGIN, y)
            self.figure.draw(writer)
            writer.painter.restore()
            y += self.figure.page.size.height + WORDS.line
        for line in self.lines:
            writer.write(line, (MARGIN, y + WORDS.size), WORDS, text)
            y += WORDS.line * LEADING
        base = self.size.height - MARGIN * 0.6
        writer.write(self.foot[0], (MARGIN, base), SMALL, muted)
        writer.write(self.foot[1], (self.size.width - MARGIN, base), SMALL, muted, 1.0)


def written(book: Book, name: str, look: Handout | None = None) -> Iterator[bytes | None]:
    """Yield None after every scene that was drawn, and at the end the handout as the bytes of a PDF.

    The file holds the book, so that it can be opened again. name is what stands at the foot of every page.
    """
    fonts.ready()
    look, pages, book = look or Handout(), list[HandoutPage](), book.as_kept
    for number, scene in enumerate(book.scenes, 1):
        pages += pages_of(scene, (name, f"{number} / {len(book.scenes)}"), look)
        yield None
    told = "; ".join(scene.title for scene in book.scenes)
    yield pdf_pages(look.size, [page.paint for page in pages], DeviceWords(name, told, storage.dumps(book)))


def pages_of(scene: Scene, foot: tuple[str, str], look: Handout) -> list[HandoutPage]:
    """Return the page of a scene, and more of them if its note is longer than a page."""
    width = look.size.width - 2 * MARGIN
    title = tuple(TITLE.wrapped(scene.title or usual_title(scene.session), width))
    figure = _figure(scene.session, width, look)
    lines = _lines(scene.note, width)
    above = len(title) * TITLE.line + SMALL.line
    room = _room(look, above + figure.page.size.height + WORDS.line)
    page = HandoutPage(look.size, look.theme, title, figure, tuple(lines[:room]), foot)
    rest, most = lines[room:], _room(look, above)
    more = [tuple(rest[start : start + most]) for start in range(0, len(rest), most)]
    again = (*title[:-1], TITLE.shortened(f"{title[-1]} (continued)", width))
    return [page, *(replace(page, title=again, figure=None, lines=part) for part in more)]


def _figure(session: Session, width: float, look: Handout) -> Figure:
    """Return the picture of a scene: every run on its own plane, or the view that its figure shows."""
    known = remembered(session.view)
    sheet = Sheet(
        width=width / POINTS_PER_MM, aspect="3:2", theme=look.theme, caption=True, embed=False, letters=8.5, markers=5.0
    )
    if is_side_by_side(session):
        sheet = sheet.with_values({"runs": True, "columns": COLUMNS[len(session.document.runs)]})
    else:
        sheet = sheet.with_values({"view": known.view, "key": known.key, "axes": known.axes})
    return panels.figure_of_session(session, sheet, Pipeline())


def _room(look: Handout, used: float) -> int:
    """Return how many lines of a note fit below what a page holds already."""
    return max(int((look.size.height - 2 * MARGIN - used) / (WORDS.line * LEADING)), 1)


def _lines(note: str, width: float) -> Sequence[str]:
    """Return a note in lines that fit a width; an empty line stays one."""
    lines: list[str] = []
    for paragraph in note.splitlines():
        parts = textwrap.wrap(paragraph, LONGEST, break_on_hyphens=False)
        lines += [line for part in parts for line in WORDS.wrapped(part, width)] or [""]
    return lines
