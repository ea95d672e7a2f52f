"""The three kinds of files a page can be painted on: SVG, PDF and PNG; each paints in points."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from mlexplorer.figures.lettering import Writer
from mlexplorer.figures.sheet import POINTS_PER_MM, Sheet

FINE = 1200  # dots per inch of a PDF's coordinates


@dataclass(frozen=True)
class Size:
    """Width and height in points."""

    width: float
    height: float


Painting = Callable[[Writer], None]


def svg(size: Size, paint: Painting, sheet: Sheet) -> bytes:
    """Return a page as SVG."""
    data = QByteArray()
    buffer = _opened(data)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(72)
    generator.setSize(QSize(round(size.width), round(size.height)))
    generator.setViewBox(QRectF(0, 0, size.width, size.height))
    _painted(generator, 1.0, paint, sheet.editable)
    buffer.close()
    return bytes(data.data())


def pdf(size: Size, paint: Painting, sheet: Sheet) -> bytes:
    """Return a page as PDF; its text is text, with the fonts inside."""
    del sheet
    data = QByteArray()
    buffer = _opened(data)
    writer = QPdfWriter(buffer)
    writer.setResolution(FINE)
    writer.setPageSize(QPageSize(QSizeF(size.width, size.height), QPageSize.Unit.Point, "", _exact()))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    _painted(writer, FINE / 72, paint, True)
    buffer.close()
    return bytes(data.data())


def png(size: Size, paint: Painting, sheet: Sheet) -> bytes:
    """Return a page as PNG with the resolution of the sheet."""
    picture = image(size, paint, sheet.dpi / 72)
    picture.setDotsPerMeterX(round(sheet.dpi / 0.0254))
    picture.setDotsPerMeterY(round(sheet.dpi / 0.0254))
    data = QByteArray()
    buffer = _opened(data)
    picture.save(buffer, "PNG")  # type: ignore[call-overload] # the format is a text in Python
    buffer.close()
    return bytes(data.data())


def image(size: Size, paint: Painting, scale: float) -> QImage:
    """Return a page as a picture with so many pixels to the point."""
    picture = QImage(round(size.width * scale), round(size.height * scale), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    _painted(picture, scale, paint, False)
    return picture


def millimetres(points: float) -> float:
    """Return points in millimetres."""
    return points / POINTS_PER_MM


def _painted(device: QImage | QPdfWriter | QSvgGenerator, scale: float, paint: Painting, as_text: bool) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    paint(Writer(painter, as_text))
    painter.end()


def _exact() -> QPageSize.SizeMatchPolicy:
    return QPageSize.SizeMatchPolicy.ExactMatch


def _opened(data: QByteArray) -> QBuffer:
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


DEVICES: dict[str, Callable[[Size, Painting, Sheet], bytes]] = {".svg": svg, ".pdf": pdf, ".png": png}
