"""Sessions to draw, and files turned back into pictures."""

from functools import cache

import numpy as np
import pypdfium2
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.figures.figure import Figure, figure_of, snapshot_for
from mlexplorer.figures.films.frames import picture_of
from mlexplorer.figures.sheet import Sheet
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Document, Run, Session


def session(model="svm", classes=2, share=0.0, source="", **values):
    """Return a session of a model on two moons, or on blobs of many classes."""
    name = source or ("moons" if classes == 2 else "blobs")
    recipe = registry.source(name)().with_values({"classes": classes} if name == "blobs" else {})
    run = Run(registry.model(model)().with_values(values))
    return Session(Document(recipe, (run,), holdout=Holdout(share=share)))


@cache
def snapshot(shown: Session, sheet: Sheet = Sheet()) -> Snapshot:  # noqa: B008 - frozen
    return snapshot_for(shown, sheet)


def figure(shown: Session, sheet: Sheet = Sheet()) -> Figure:  # noqa: B008 - frozen
    return figure_of(snapshot(shown, sheet), sheet)


def from_png(content: bytes) -> np.ndarray:
    return picture_of(QImage.fromData(content, "PNG"))


def from_svg(content: bytes, width: int, height: int) -> np.ndarray:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(content)).render(painter, QRectF(0, 0, width, height))
    painter.end()
    return picture_of(image)


def from_pdf(content: bytes, dpi: int) -> np.ndarray:
    bitmap = pypdfium2.PdfDocument(content)[0].render(scale=dpi / 72, rev_byteorder=True)
    return np.ascontiguousarray(bitmap.to_numpy()[..., :3])
