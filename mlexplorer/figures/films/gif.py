"""GIF: one palette for the whole film, and only the pixels of each frame that changed."""

import struct
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mlexplorer.figures.films.frames import Picture, changed_box
from mlexplorer.figures.films.quantise import lookup, packed, palette_of

TRANSPARENT = 255
Indices: TypeAlias = NDArray[np.uint8]

CLEAR, END, FIRST_FREE, MOST_CODES = 256, 257, 258, 4096


def gif(frames: Sequence[tuple[Picture, int]], kept: Picture) -> bytes:
    """Return frames, each with how long it stays in milliseconds; the kept colours (n, 3) appear as they are."""
    height, width = frames[0][0].shape[:2]
    pictures = [picture for picture, _ in frames]
    colours = palette_of(pictures, kept, TRANSPARENT)
    table = lookup(pictures, colours)
    padded = np.zeros((256, 3), np.uint8)
    padded[: len(colours)] = colours
    parts = [
        b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + padded.tobytes(),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
    ]
    before: Indices | None = None
    for picture, milliseconds in frames:
        after = table[packed(picture)]
        parts.append(_frame(before, after, round(milliseconds / 10)))
        before = after
    return b"".join([*parts, b"\x3b"])


def _frame(before: Indices | None, after: Indices, hundredths: int) -> bytes:
    top, bottom, left, right = changed_box(before, after)
    part = after[top:bottom, left:right]
    if before is not None:
        part = np.where(before[top:bottom, left:right] == part, np.uint8(TRANSPARENT), part)
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0x05, hundredths, TRANSPARENT, 0)
    place = struct.pack("<BHHHHB", 0x2C, left, top, right - left, bottom - top, 0)
    data = _bits(*_codes(part.ravel()))
    blocks = [data[start : start + 255] for start in range(0, len(data), 255)]
    return control + place + b"\x08" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\x00"


def _bits(codes: list[int], widths: list[int]) -> bytes:
    """Return codes packed with their widths, lowest bit first."""
    numbers, sizes = np.array(codes, np.int32), np.array(widths, np.int32)
    ends = np.cumsum(sizes)
    bits = np.zeros(int(ends[-1]), np.uint8)
    for bit in range(12):
        long = sizes > bit
        bits[(ends - sizes)[long] + bit] = (numbers[long] >> bit) & 1
    return np.packbits(bits, bitorder="little").tobytes()


def _codes(indices: Indices) -> tuple[list[int], list[int]]:
    """Return the LZW codes of a frame and their widths; runs of one colour are walked in strides."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(indices)) + 1])
    runs = zip(indices[starts].tolist(), np.diff(np.append(starts, len(indices))).tolist(), strict=True)
    codes, widths = [CLEAR], [9]
    words: dict[int, int] = {}
    chains: list[list[int]] = [[value] for value in range(256)]  # the codes of one, two … pixels of a colour
    free, width, prefix = FIRST_FREE, 9, -1
    for value, length in runs:
        left = length
        while left:
            if prefix < 0:
                known = len(chains[value])
                known = min(known, left)
                prefix = chains[value][known - 1]
                left -= known
                continue
            found = words.get(prefix << 8 | value)
            if found is not None:
                prefix = found
                left -= 1
                continue
            codes.append(prefix)
            widths.append(width)
            words[prefix << 8 | value] = free
            if chains[value][-1] == prefix:
                chains[value].append(free)
            free, prefix = free + 1, -1
            if free > 1 << width and width < 12:
                width += 1
            if free == MOST_CODES:
                codes.append(CLEAR)
                widths.append(12)
                words, chains, free, width = {}, [[value] for value in range(256)], FIRST_FREE, 9
    if prefix >= 0:
        codes.append(prefix)
        widths.append(width)
    return [*codes, END], [*widths, width + (free >= 1 << width and width < 12)]
