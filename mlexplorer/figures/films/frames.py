"""Pictures of a film as arrays: from Qt, compared, and cut to what changed."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Picture: TypeAlias = NDArray[np.uint8]  # (height, width, 3)


def picture_of(image: QImage) -> Picture:
    """Return the pixels of an image as red, green and blue."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = plain.width(), plain.height()
    pixels = np.frombuffer(plain.constBits(), np.uint8, count=plain.sizeInBytes()).reshape(height, -1, 4)
    return np.ascontiguousarray(pixels[:, :width, 2::-1])


def image_of(picture: Picture) -> QImage:
    """Return pixels as an image of Qt."""
    height, width = picture.shape[:2]
    return QImage(np.ascontiguousarray(picture).data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def changed_box(before: NDArray[np.uint8] | None, after: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Return top, bottom, left and right of the smallest box that holds all changes; never an empty one."""
    height, width = after.shape[:2]
    if before is None:
        return 0, height, 0, width
    changed = before != after
    changed = changed.any(axis=2) if changed.ndim == 3 else changed
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if len(rows) == 0:
        return 0, 1, 0, 1
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
