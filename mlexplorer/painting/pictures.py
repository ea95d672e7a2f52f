"""Fields over a grid as pictures: a colour for every place."""

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from mlexplorer.core.arrays import Array
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Cloud, Regions
from mlexplorer.marks.palette import Theme
from mlexplorer.painting.gate import seen_part


def cloud_rgba(theme: Theme, mark: Cloud) -> np.ndarray:
    """Return the colours of a cloud's cells."""
    colours = np.empty((*mark.labels.shape, 4), np.uint8)
    colours[..., :3] = theme.marks[mark.labels]
    colours[..., 3] = np.round(255 * mark.opacity)
    return colours


def region_rgba(theme: Theme, mark: Regions) -> np.ndarray:
    """Return the picture of regions: of one class each, or of all classes blended by their shares."""
    if mark.shares is not None:
        return palette.blend_rgba(theme, mark.candidates, mark.shares)
    return palette.region_rgba(theme, mark.labels, mark.certainty)


def heat_rgba(theme: Theme, heights: Array) -> np.ndarray:
    """Return the colours of heights from 0 to 1 on the landscape ramp."""
    colours = np.full((*heights.shape, 4), 255, np.uint8)
    colours[..., :3] = palette.ramp_rgb(theme, np.clip(heights, 0, 1))
    return colours


def draw_picture(painter: QPainter, colours: np.ndarray, target: QRectF, frame: QRectF | None) -> None:
    """Draw colours, row 0 at the bottom, over a rectangle of the device: only what is seen of it in the frame."""
    flipped = np.ascontiguousarray(colours[::-1])
    rows, columns = flipped.shape[:2]
    part = seen_part(target, frame, rows, columns)
    if part is not None:
        image = QImage(flipped.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part[0], image, part[1])
