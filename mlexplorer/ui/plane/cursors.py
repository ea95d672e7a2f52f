"""The cursors of the tools: a cross or an arrow where the hand is, and beside it the icon of the tool."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QGuiApplication, QPainter, QPen, QPixmap, QPolygonF

from mlexplorer.marks.palette import Theme
from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.plane.tool import Tool

SIDE, HOT, ARM, GAP, ICON = 36.0, 10.0, 8.0, 2.0, 17.0  # design pixels; the hot spot lies as far from left and top
ARROW = ((0, 0), (0, 14), (3.4, 10.8), (5.8, 16), (8.2, 14.9), (5.9, 9.9), (10.2, 9.9))  # from the hot spot
AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # where the casing of an icon lies


def tool_cursor(tool: Tool) -> QCursor:
    """Return the cursor of a tool in the current theme and scale."""
    if tool.cursor == Qt.CursorShape.BlankCursor:
        return QCursor(tool.cursor)
    look = theme.current()
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    picture = _picture(tool.icon, tool.cursor == Qt.CursorShape.ArrowCursor, look.theme, look.scale, ratio)
    hot = round(HOT * look.scale)
    return QCursor(picture, hot, hot)


@lru_cache(maxsize=32)
def _picture(icon: str, arrow: bool, look: Theme, scale: float, ratio: float) -> QPixmap:
    side = round(SIDE * scale * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        (_paint_arrow if arrow else _paint_cross)(painter, look)
        place = QPointF(SIDE - ICON, SIDE - ICON)
        for colour, offsets in (("casing", AROUND), ("boundary", ((0, 0),))):
            drawn = icons.pixmap(icon, look.colour(colour), ICON - 1, scale, ratio)
            for x, y in offsets:
                painter.drawPixmap(
                    QRectF(place.x() + x, place.y() + y, ICON - 1, ICON - 1), drawn, QRectF(drawn.rect())
                )
    return picture


def _paint_cross(painter: QPainter, look: Theme) -> None:
    for colour, width in (("casing", 3.4), ("boundary", 1.4)):
        pen = QPen(QColor(look.colour(colour)), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if width < 2 else Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            middle = HOT + 0.5  # of a pixel
            painter.drawLine(QPointF(middle + GAP * x, middle + GAP * y), QPointF(middle + ARM * x, middle + ARM * y))


def _paint_arrow(painter: QPainter, look: Theme) -> None:
    painter.setPen(QPen(QColor(look.colour("casing")), 1.4))
    painter.setBrush(QColor(look.colour("boundary")))
    painter.drawPolygon(QPolygonF([QPointF(HOT + x, HOT + y) for x, y in ARROW]))
