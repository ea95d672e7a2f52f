"""The icons, drawn from the shipped SVG files in the colours of a theme."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from mlexplorer.core.resources import resource
from mlexplorer.marks.palette import Theme, icon_files

_SMALL = 16


def svg(name: str, colour: str, size: float) -> bytes:
    """Return an icon's SVG in one colour, its strokes as fine as the size (in design pixels) allows."""
    text = resource(f"icons/{icon_files().get(name, name)}.svg").read_text(encoding="utf-8")
    stroke = 1.75 if size > _SMALL else 2
    return text.replace("currentColor", colour).replace('stroke-width="2"', f'stroke-width="{stroke}"').encode()


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: float, scale: float = 1.0, ratio: float = 1.0) -> QPixmap:
    """Return an icon as a picture of size × scale logical pixels at the given device pixel ratio."""
    picture = QPixmap(_outline(name, size, round(size * scale * ratio)))  # a copy: only the ink differs
    with QPainter(picture) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(picture.rect(), QColor(colour))
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=512)
def _outline(name: str, size: float, side: int) -> QPixmap:
    """Return an icon in black, drawn from its file once for all inks."""
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        QSvgRenderer(QByteArray(svg(name, "#000000", size))).render(painter, QRectF(0, 0, side, side))
    return picture


@lru_cache(maxsize=512)
def icon(  # noqa: PLR0913, PLR0917 - what it is, and all that its pixels hang on
    name: str, theme: Theme, size: float = 20, scale: float = 1.0, finest: float = 2.0, bright: bool = False
) -> QIcon:
    """Return an icon by its meaning ("undo") or file ("undo-2"), with its looks for checked and disabled.

    finest is the largest device pixel ratio of the screens: no finer picture is drawn. A bright one stands on ink.
    """
    usual = "on_accent" if bright else "text"
    inks = {
        (QIcon.Mode.Normal, QIcon.State.Off): usual,
        (QIcon.Mode.Active, QIcon.State.Off): usual,
        (QIcon.Mode.Selected, QIcon.State.Off): usual,
        (QIcon.Mode.Normal, QIcon.State.On): "on_accent",
        (QIcon.Mode.Active, QIcon.State.On): "on_accent",
        (QIcon.Mode.Selected, QIcon.State.On): "on_accent",
        (QIcon.Mode.Disabled, QIcon.State.Off): "disabled",
        (QIcon.Mode.Disabled, QIcon.State.On): "disabled",
    }
    made = QIcon()
    for (mode, state), token in inks.items():
        for ratio in (1.0, 2.0)[: 1 if finest <= 1 else 2]:
            made.addPixmap(pixmap(name, theme.tokens[token], size, scale, ratio), mode, state)
    return made


def program_icon() -> QIcon:
    """Return the program's own icon, for its windows."""
    return QIcon(str(resource("icons/mlexplorer.svg")))
