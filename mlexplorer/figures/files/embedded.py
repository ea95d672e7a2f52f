"""Sessions inside figures: put into SVG, PNG, GIF and LaTeX, and read again from all of them and from PDF."""

import base64
import itertools
import json
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from mlexplorer.core.table import BadTable
from mlexplorer.session import storage
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile
from mlexplorer.tables import limits

NAME = f"figure{storage.SUFFIX}"
KEYWORD = "mlexplorer"
SPACE = "urn:mlexplorer:session"
SUFFIXES = (".svg", ".pdf", ".png")
OPENED = (*SUFFIXES, ".tex", ".gif", ".apng")  # files that a session can be read from
REMARK = "%mlexplorer "  # begins the lines of LaTeX that hold a session
LINE = 100  # letters of such a line
GIF_START, GIF_REMARK, GIF_END = b"GIF89a", b"\x21\xfe", b"\x3b"
GIF_BLOCK = 255  # bytes at most
PNG_START = b"\x89PNG\r\n\x1a\n"
STREAM = re.compile(rb"\nstream\r?\n(?=x[\x01\x5e\x9c\xda])")  # the beginnings that packed ones have
SESSION_START = f'{{"format":"{storage.FORMAT}"'.encode()


def read(path: Path) -> Book:
    """Return the book inside a figure, or raise BadFile with a sentence that says what is wrong."""
    content = storage.content(path)
    text = session_text(content, path.name)
    if text is None:
        raise BadFile(f"{path.name} holds no session: it was saved without one, or another program changed it.")
    return storage.loads(text, path.name, len(content))


def session_text(content: bytes, name: str = "The file") -> str | None:
    """Return the text of the session inside the bytes of a figure, None if there is none; BadFile if it is a bomb."""
    try:
        return _text(content)
    except BadTable as problem:
        raise BadFile(f"{name} cannot be opened: {problem}") from problem


def _text(content: bytes) -> str | None:
    if content.startswith(PNG_START):
        found = _from_png(content)
    elif content.startswith(GIF_START):
        found = _from_gif(content)
    elif content.startswith(b"%PDF"):
        found = _from_pdf(content)
    elif f"\n{REMARK}".encode() in content:
        found = _from_tex(content)
    else:
        return _from_svg(content)
    return None if found is None else found.decode("utf-8", errors="replace")


def into_svg(text: str, session: str) -> str:
    """Return SVG with a session in its metadata."""
    plain = session if session.isascii() else json.dumps(json.loads(session), separators=(",", ":"))
    metadata = f'<metadata><session xmlns="{SPACE}">{escape(plain.strip(), quote=False)}</session></metadata>\n'
    start = text.index("<defs>")
    return text[:start] + metadata + text[start:]


def into_tex(text: str, session: str) -> str:
    """Return LaTeX with a session in remarks at its end."""
    packed = base64.b64encode(zlib.compress(session.encode(), 9)).decode()
    return text + "".join(f"{REMARK}{packed[start : start + LINE]}\n" for start in range(0, len(packed), LINE))


def into_png(content: bytes, keyword: str, text: str) -> bytes:
    """Return a PNG with a text under a keyword."""
    body = keyword.encode("latin-1") + b"\0\x01\0\0\0" + zlib.compress(text.encode(), 9)
    end = content.rindex(b"IEND") - 4
    return content[:end] + chunk(b"iTXt", body) + content[end:]


def into_gif(content: bytes, session: str) -> bytes:
    """Return a GIF with a session in a remark at its end."""
    packed = KEYWORD.encode() + zlib.compress(session.encode(), 9)
    blocks = [packed[start : start + GIF_BLOCK] for start in range(0, len(packed), GIF_BLOCK)]
    remark = GIF_REMARK + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"
    return content.removesuffix(GIF_END) + remark + GIF_END


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
            return _inflated(memoryview(body)[len(start) :])
    return None


def _from_gif(content: bytes) -> bytes | None:
    found = re.search(re.escape(GIF_REMARK) + b"." + KEYWORD.encode(), content, flags=re.DOTALL)
    place, packed = len(content) if found is None else found.start() + len(GIF_REMARK), bytearray()
    while place < len(content) and (size := content[place]):
        packed += content[place + 1 : place + 1 + size]
        place += 1 + size
    return _inflated(memoryview(packed)[len(KEYWORD) :]) if packed else None


def _from_tex(content: bytes) -> bytes | None:
    start = REMARK.encode()
    packed = b"".join(line[len(start) :].strip() for line in content.splitlines() if line.startswith(start))
    try:
        return _inflated(memoryview(base64.b64decode(packed, validate=True)))
    except ValueError:
        return None


def _from_pdf(content: bytes) -> bytes | None:
    for found in itertools.islice(STREAM.finditer(content), limits.MOST_STREAMS):
        text = _inflated(memoryview(content)[found.end() :])  # a view: a copy for each stream takes for ever
        if text is not None:
            return text
    return None


class _Ended(Exception):
    """There is nothing more to be found in a file."""


@dataclass
class _MetadataSearch:
    """Looks for the session in SVG while it is parsed: no tree is built, and no entity is expanded."""

    size: int
    elements: int = 0
    depth: int = 0
    inside: bool = False
    found: list[str] = field(default_factory=list)

    def begin(self, name: str, _attributes: dict[str, str]) -> None:
        """Take in the start of an element."""
        self.elements, self.depth = self.elements + 1, self.depth + 1
        limits.check_elements(self.elements, self.depth, self.size)
        self.inside = name == f"{SPACE} session"

    def take(self, text: str) -> None:
        """Keep the text of the session."""
        if self.inside:
            self.found.append(text)

    def end(self, _name: str) -> None:
        """Stop at the end of the session, or of the figure."""
        self.depth -= 1
        if self.inside or self.depth == 0:
            raise _Ended

    def refuse(self, *_entity: object) -> None:
        """Stop at an entity: entities within entities grow without end."""
        raise _Ended


def _from_svg(content: bytes) -> str | None:
    search, parser = _MetadataSearch(len(content)), ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = search.begin, search.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = search.take, search.refuse
    parser.buffer_text = True
    try:
        parser.Parse(content, True)
    except _Ended:
        return "".join(search.found) or None
    except (ExpatError, ValueError, LookupError):  # LookupError: an encoding nobody knows
        return None
    return None


def _inflated(packed: memoryview) -> bytes | None:
    """Return what a packed session unpacks to; None for anything that does not begin like a session."""
    try:
        start = zlib.decompressobj().decompress(packed[:4096], len(SESSION_START))
        if start != SESSION_START:
            return None
        most = limits.most_of_session(len(packed))
        found = zlib.decompressobj().decompress(packed, most + 1)
    except zlib.error:
        return None
    limits.check_session(len(found), len(packed))
    return found
