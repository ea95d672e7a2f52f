"""Sessions inside figures: put into SVG and PNG, and read again from SVG, PDF and PNG."""

import json
import re
import struct
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from xml.etree import ElementTree as ET

from mlexplorer.session import storage
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile

NAME = f"figure{storage.SUFFIX}"
KEYWORD = "mlexplorer"
SPACE = "urn:mlexplorer:session"
SUFFIXES = (".svg", ".pdf", ".png")
PNG_START = b"\x89PNG\r\n\x1a\n"
SESSION_START = f'{{"format":"{storage.FORMAT}"'.encode()


def read(path: Path) -> Book:
    """Return the book inside a figure, or raise BadFile with a sentence that says what is wrong."""
    try:
        if path.stat().st_size > storage.MOST_BYTES:
            raise BadFile(f"{path.name} is larger than the {storage.MOST_BYTES // 1_000_000} MB a figure may have.")
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path.name} could not be opened: {error.strerror or error}.") from error
    text = session_text(content)
    if text is None:
        raise BadFile(f"{path.name} holds no session: it was saved without one, or another program changed it.")
    return storage.loads(text, path.name)


def session_text(content: bytes) -> str | None:
    """Return the text of the session inside the bytes of a figure, None if there is none."""
    if content.startswith(PNG_START):
        found = _from_png(content)
    elif content.startswith(b"%PDF"):
        found = _from_pdf(content)
    else:
        return _from_svg(content)
    return None if found is None else found.decode("utf-8", errors="replace")


def into_svg(text: str, session: str) -> str:
    """Return SVG with a session in its metadata."""
    plain = session if session.isascii() else json.dumps(json.loads(session), separators=(",", ":"))
    metadata = f'<metadata><session xmlns="{SPACE}">{escape(plain.strip(), quote=False)}</session></metadata>\n'
    start = text.index("<defs>")
    return text[:start] + metadata + text[start:]


def into_png(content: bytes, keyword: str, text: str) -> bytes:
    """Return a PNG with a text under a keyword."""
    body = keyword.encode("latin-1") + b"\0\x01\0\0\0" + zlib.compress(text.encode(), 9)
    end = content.rindex(b"IEND") - 4
    return content[:end] + chunk(b"iTXt", body) + content[end:]


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return one chunk of a PNG: length, kind, body, checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and body of each chunk of a PNG, as far as it is whole."""
    place = len(PNG_START)
    while place + 12 <= len(content):
        (length,) = struct.unpack(">I", content[place : place + 4])
        if place + 12 + length > len(content):
            return
        yield content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        place += 12 + length


def _from_png(content: bytes) -> bytes | None:
    start = KEYWORD.encode() + b"\0\x01\0\0\0"
    for kind, body in chunks(content):
        if kind == b"iTXt" and body.startswith(start):
            return _inflated(body[len(start) :])
    return None


def _from_pdf(content: bytes) -> bytes | None:
    for found in re.finditer(rb"\nstream\r?\n", content):
        text = _inflated(content[found.end() :])
        if text is not None:
            return text
    return None


def _from_svg(content: bytes) -> str | None:
    try:
        root = ET.fromstring(content)
    except (ET.ParseError, ValueError, LookupError):  # LookupError: an encoding nobody knows
        return None
    found = root.find(f".//{{{SPACE}}}session")
    return None if found is None else found.text


def _inflated(packed: bytes) -> bytes | None:
    """Return what a packed session unpacks to; None for anything that does not begin like a session."""
    unpacker = zlib.decompressobj()
    try:
        start = unpacker.decompress(packed[:4096], len(SESSION_START))
        if start != SESSION_START:
            return None
        rest = unpacker.decompress(unpacker.unconsumed_tail + packed[4096:], storage.MOST_BYTES)
    except zlib.error:
        return None
    return start + rest
