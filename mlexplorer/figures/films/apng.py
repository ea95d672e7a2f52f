"""Animated PNG: whole colours, and only the part of each frame that changed."""

import struct
import zlib
from collections.abc import Sequence

import numpy as np

from mlexplorer.figures.files.embedded import PNG_START, chunk
from mlexplorer.figures.films.frames import Picture, changed_box

UP = 2  # each line is stored as its difference from the one above


def apng(frames: Sequence[tuple[Picture, int]]) -> bytes:
    """Return frames, each with how long it stays in milliseconds, as one animated PNG that repeats for ever."""
    height, width = frames[0][0].shape[:2]
    parts = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    number, before = 0, None
    for index, (picture, milliseconds) in enumerate(frames):
        top, bottom, left, right = changed_box(before, picture)
        place = struct.pack(">IIIII", number, right - left, bottom - top, left, top)
        parts.append(chunk(b"fcTL", place + struct.pack(">HHBB", milliseconds, 1000, 0, 0)))
        packed = _packed(picture[top:bottom, left:right])
        number += 1
        if index == 0:
            parts.append(chunk(b"IDAT", packed))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + packed))
            number += 1
        before = picture
    return PNG_START + b"".join([*parts, chunk(b"IEND", b"")])


def _packed(picture: Picture) -> bytes:
    height, width = picture.shape[:2]
    flat = np.ascontiguousarray(picture).reshape(height, width * 3)
    lines = np.full((height, width * 3 + 1), UP, np.uint8)
    lines[0, 1:] = flat[0]
    lines[1:, 1:] = flat[1:] - flat[:-1]  # bytes wrap round, as the format wants it
    return zlib.compress(lines.tobytes(), 6)
