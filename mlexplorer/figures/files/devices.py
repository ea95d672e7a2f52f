"""The files a page can be painted on, in points: SVG, PDF and PNG; the same page gives the same bytes."""

import math
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QRectF, QSize, QSizeF, QUuid
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from mlexplorer.figures.files import embedded
from mlexplorer.painting import fonts
from mlexplorer.painting.lettering import Writer

FINE = 1200  # dots per inch of a PDF's coordinates
NO_DATE, NO_TIME = b"D:20000101000000Z", b"2000-01-01T00:00:00+00:00"  # the same bytes on every day


@dataclass(frozen=True)
class Size:
    """Width and height in points."""

    width: float
    height: float


@dataclass(frozen=True)
class DeviceWords:
    """What a file says of itself, and the session it holds ("" for none)."""

    title: str = "ML Explorer"
    description: str = ""
    session: str = ""


Painting: TypeAlias = Callable[[Writer], None]


def svg(size: Size, paint: Painting, words: DeviceWords, editable: bool = False) -> bytes:
    """Return a page as SVG; its letters are outlines, unless they are to be edited."""
    data = QByteArray()
    buffer = _opened(data)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(72)
    generator.setSize(QSize(math.ceil(size.width), math.ceil(size.height)))
    generator.setViewBox(QRectF(0, 0, size.width, size.height))
    generator.setTitle(words.title)
    generator.setDescription(words.description)
    _painted(generator, 1.0, paint, editable)
    buffer.close()
    text = _tidied(bytes(data.data()).decode(), size, editable)
    return embedded.into_svg(text, words.session).encode() if words.session else text.encode()


def pdf(size: Size, paint: Painting, words: DeviceWords) -> bytes:
    """Return a page as PDF; its text is text, with the fonts inside."""
    return pdf_pages(size, [paint], words)


def pdf_pages(size: Size, paints: Sequence[Painting], words: DeviceWords) -> bytes:
    """Return pages of one size as a PDF."""
    QHashSeed.setDeterministicGlobalSeed()  # Qt writes the fonts in the order of a hash table
    try:
        return _pdf(size, paints, words)
    finally:
        QHashSeed.resetRandomGlobalSeed()


def _pdf(size: Size, paints: Sequence[Painting], words: DeviceWords) -> bytes:
    data = QByteArray()
    buffer = _opened(data)
    writer = QPdfWriter(buffer)
    whole = Size(math.ceil(size.width), math.ceil(size.height))  # Qt rounds pages to whole points
    writer.setResolution(FINE)
    writer.setPageSize(_page(whole))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(words.title)
    writer.setCreator("ML Explorer")
    writer.setDocumentId(QUuid(str(uuid.uuid5(uuid.NAMESPACE_OID, repr((size, words))))))
    if words.session:
        writer.addFileAttachment(embedded.NAME, words.session.encode(), "application/json")
    _painted(writer, FINE / 72, lambda text: _paint_pages(writer, text, paints), True)
    buffer.close()
    return _dateless(_cut(bytes(data.data()), whole, size))


def _paint_pages(device: QPdfWriter, writer: Writer, paints: Sequence[Painting]) -> None:
    for number, paint in enumerate(paints):
        if number:
            device.newPage()
        writer.painter.save()
        paint(writer)
        writer.painter.restore()


def png(size: Size, paint: Painting, words: DeviceWords, dpi: int = 300) -> bytes:
    """Return a page as PNG of a resolution."""
    picture = image(size, paint, dpi / 72)
    picture.setDotsPerMeterX(round(dpi / 0.0254))
    picture.setDotsPerMeterY(round(dpi / 0.0254))
    found = png_bytes(picture)
    for name, text in (("Title", words.title), ("Description", words.description), (embedded.KEYWORD, words.session)):
        found = embedded.into_png(found, name, text) if text else found
    return found


def image(size: Size, paint: Painting, scale: float) -> QImage:
    """Return a page as a picture with so many pixels to the point."""
    picture = QImage(round(size.width * scale), round(size.height * scale), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    _painted(picture, scale, paint, False)
    return picture


def png_bytes(picture: QImage) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    data = QByteArray()
    buffer = _opened(data)
    picture.save(buffer, "PNG")  # type: ignore[call-overload] # the format is a text in Python
    buffer.close()
    return bytes(data.data())


def _painted(device: QImage | QPdfWriter | QSvgGenerator, scale: float, paint: Painting, as_text: bool) -> None:
    with QPainter(device) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.setFont(fonts.font())
        painter.scale(scale, scale)
        paint(Writer(painter, as_text))


def _opened(data: QByteArray) -> QBuffer:
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _page(size: Size) -> QPageSize:
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    return QPageSize(QSizeF(size.width, size.height), QPageSize.Unit.Point, "", exact)


def _tidied(text: str, size: Size, editable: bool) -> str:
    """Return SVG with its exact size, without groups that hold nothing, and without fonts where nothing is written."""
    millimetres = [length * 25.4 / 72 for length in (size.width, size.height)]
    header = 'width="{:.3f}mm" height="{:.3f}mm"'.format(*millimetres)
    text = re.sub(r'width="[^"]*mm" height="[^"]*mm"', header, text, count=1)
    text = re.sub(r"<g [^>]*>\s*</g>\s*", "", text)
    text = re.sub(r'<g clip-path="[^"]*">\s*</g>\s*', "", text)
    return (
        text
        if editable
        else re.sub(r'font-family="[^"]*" font-size="[^"]*" font-weight="[^"]*" font-style="[^"]*" \n', "", text)
    )


def _cut(content: bytes, whole: Size, size: Size) -> bytes:
    """Return a PDF whose page has its exact size: what was rounded up is cut off at the right and at the bottom."""
    exact = f"0 {whole.height - size.height:.4f} {size.width:.3f} {whole.height:.0f}".encode()
    return re.sub(rb"(?<=Box \[)0 0 [0-9. ]+(?=\])", lambda found: exact.ljust(len(found[0])), content)


def _dateless(content: bytes) -> bytes:
    content = re.sub(rb"D:\d{14}Z", NO_DATE, content)
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d", NO_TIME, content)
