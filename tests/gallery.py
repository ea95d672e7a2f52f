"""Every model with every view it has, at the widths of one and two columns, in print and in grey: a PDF to look at.

python -m tests.gallery out.pdf [model …] writes A4 pages with the figures at their true size.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
PAGE = (595.28, 841.89)
EDGE, GAP = 24.0, 16.0
LOOKS = [(width, theme) for width in (85.0, 170.0) for theme in ("print", "print_grey")]
SOURCES = {"regress": "sine", "cluster": "blobs", "classify": "moons", "surface": "placed"}


def figures(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield what each figure shows and its PDF; what is refused is told and left out."""
    from PySide6.QtGui import QGuiApplication

    from mlexplorer.core import registry
    from mlexplorer.core.holdout import Holdout
    from mlexplorer.figures.figure import figure_of, snapshot_for
    from mlexplorer.figures.sheet import Sheet
    from mlexplorer.pipeline.pipeline import Pipeline
    from mlexplorer.session.session import Document, Run, Session
    from mlexplorer.views import catalogue

    application = QGuiApplication.instance() or QGuiApplication([])
    assert application is not None
    for name in names or list(registry.models()):
        model = registry.model(name)()
        source = registry.source(SOURCES.get(model.task, "moons"))()
        session = Session(Document(source, (Run(model),), holdout=Holdout(share=0.25)))
        pipeline = Pipeline()
        for width, theme in LOOKS:
            offered = catalogue.titles(snapshot_for(session, Sheet(), pipeline))
            for view in offered:
                sheet = Sheet(width=width, theme=theme, view=view, embed=False, caption=view == "plane")
                try:
                    yield (
                        f"{name} {view} {width:g} {theme}",
                        figure_of(snapshot_for(session, sheet, pipeline), sheet).rendered(".pdf"),
                    )
                except ValueError as error:
                    sys.stderr.write(f"{name} {view} {width:g} mm: {error}\n")


def laid_out(made: Iterator[tuple[str, bytes]], path: Path) -> int:
    """Write figures onto pages, from left to right and from top to bottom; a new page for each model and look."""
    book = pypdfium2.PdfDocument.new()
    page, x, y, row, before = None, EDGE, EDGE, 0.0, ""
    for name, content in made:
        drawing = pypdfium2.PdfDocument(content)
        width, height = drawing[0].get_size()
        model, _, width_mm, theme = name.split()
        group = f"{model} {width_mm} {theme}"
        if x + width > PAGE[0] - EDGE + 1:
            x, y, row = EDGE, y + row + GAP, 0.0
        if page is None or group != before or y + height > PAGE[1] - EDGE:
            page, x, y, row, before = book.new_page(*PAGE), EDGE, EDGE, 0.0, group
        placed = drawing[0]
        whole = placed.parent
        xobject = pdfium.FPDF_NewXObjectFromPage(book, whole, 0)
        shape = pdfium.FPDF_NewFormObjectFromXObject(xobject)
        pdfium.FPDFPageObj_Transform(shape, 1, 0, 0, 1, x, PAGE[1] - y - height)
        pdfium.FPDFPage_InsertObject(page, shape)
        page.gen_content()
        x, row = x + width + GAP, max(row, height)
    book.save(path)
    return len(book)


if __name__ == "__main__":
    target, *wanted = sys.argv[1:]
    sys.stdout.write(f"{laid_out(figures(wanted), Path(target))} pages\n")
