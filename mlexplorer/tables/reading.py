"""Files as blocks of lines: size, encoding and length of lines are checked before the first line is handed out."""

import codecs
import errno
import io
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from mlexplorer.core.table import BadTable, Content
from mlexplorer.tables import limits

BLOCK = 2**20  # bytes looked at in one go
SOME_LINES = 2**17  # characters of lines handed out in one go: a few milliseconds of work
CONTROLS = bytes({*range(32)} - {9, 10, 11, 12, 13, 26, 27, 28, 29, 30, 31})  # never in text, often in other files
WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
FIRST_BYTES, MOSTLY_NOTHING = (
    512,
    0.9,
)  # of UTF-16 without a mark: of the digits and marks it holds every other byte is 0


@dataclass(frozen=True)
class Block:
    """Some lines, the number of the first of them, the share of the file that is done, and its size in bytes."""

    lines: list[str]
    first: int
    done: float
    size: int = 0


def size_of(path: Path) -> int:
    """Return the size of a file; an OSError for a pipe or a device, which could be read without end."""
    state = path.stat()
    if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):  # to open a folder is an OSError by itself
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
    return state.st_size


@contextmanager
def opened(content: Content) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file or bytes for reading and tell the size; what the system refuses is a BadTable."""
    if isinstance(content, bytes):
        limits.check_bytes(len(content))
        yield io.BytesIO(content), len(content)
        return
    try:
        size = size_of(content)
        limits.check_bytes(size)
        with content.open("rb") as file:
            yield file, size
    except OSError as problem:
        raise BadTable(f"{content.name} cannot be read: {problem.strerror or problem}.") from problem


def everything(content: Content) -> bytes:
    """Return all bytes of a file, within the limit."""
    with opened(content) as (file, _):
        data = file.read(limits.MOST_BYTES + 1)
    limits.check_bytes(len(data))
    return data


def blocks(content: Content) -> Iterator[Block]:
    """Yield the lines of a text file, with their ends; blocks without lines come while the file is being checked."""
    with opened(content) as (file, size):
        if size == 0:
            raise BadTable("The file is empty: it has no line 1.")
        encoding = "utf-8-sig"
        for found in _checked(file):
            encoding = found
            yield Block([], 1, 0.0)
        file.seek(0)
        number = 1
        text = io.TextIOWrapper(file, encoding=encoding, errors="replace")  # cp1252 leaves five bytes undefined
        while lines := text.readlines(SOME_LINES):
            yield Block(lines, number, min(1.0, file.tell() / size), size)
            number += len(lines)
        text.detach()


def _checked(file: BinaryIO) -> Iterator[str]:
    """Go through the file once; yield the encoding found so far, refusing what is not text or has endless lines."""
    start = file.read(FIRST_BYTES)
    file.seek(0)
    encoding = WIDE.get(start[:2]) or _unmarked(start)
    decoder = codecs.getincrementaldecoder(encoding)()
    line, length = 1, 0
    while block := file.read(min(BLOCK, limits.LONGEST_LINE)):
        encoding = _fitting(decoder, block, encoding)
        if not encoding.startswith("utf-16") and len(block.translate(None, CONTROLS)) < len(block):
            place = next(index for index, byte in enumerate(block) if byte in CONTROLS)
            raise BadTable(f"Line {line + _ends(block[:place])} holds a byte {block[place]}: this is not a text file.")
        first, last = _first_and_last_end(block)
        limits.check_line(length + (len(block) if first < 0 else first), line)
        length = length + len(block) if first < 0 else len(block) - last - 1
        line += _ends(block)
        yield encoding
    yield _fitting(decoder, b"", encoding, final=True)


def _unmarked(start: bytes) -> str:
    """Return the encoding of text that does not say which it has, as far as its first bytes tell."""
    halves = {"utf-16-le": (start[::2], start[1::2]), "utf-16-be": (start[1::2], start[::2])}
    for encoding, (letters, others) in halves.items():
        if len(start) > 3 and 0 not in letters and others.count(0) > MOSTLY_NOTHING * len(others):
            return encoding
    return "utf-8-sig"


def _fitting(decoder: codecs.IncrementalDecoder, block: bytes, encoding: str, final: bool = False) -> str:
    """Return the encoding that fits: what was thought, or the one in which Western European programs write."""
    if encoding == "cp1252":
        return encoding
    try:
        decoder.decode(block, final)
    except UnicodeError as problem:
        if encoding.startswith("utf-16"):
            raise BadTable("Line 1 begins like UTF-16 text, but what follows is not.") from problem
        return "cp1252"
    return encoding


def _ends(block: bytes) -> int:
    return block.count(b"\n") or block.count(b"\r")


def _first_and_last_end(block: bytes) -> tuple[int, int]:
    places = [place for mark in (b"\n", b"\r") if (place := block.find(mark)) >= 0]
    return min(places, default=-1), max(block.rfind(b"\n"), block.rfind(b"\r"))
