"""The session file: versioned JSON, written whole or not at all, read with a plain sentence for every fault."""

import json
from collections.abc import Callable
from pathlib import Path

from mlexplorer.core.data import Dataset
from mlexplorer.core.writing import CannotWrite, mend, write_all
from mlexplorer.session import version_1
from mlexplorer.session.codec import Misfit, decode, encode
from mlexplorer.session.session import MOST_RUNS, Book

FORMAT, VERSION = "mlexplorer", 2
SUFFIX = ".mlx.json"
MOST_BYTES = 512_000_000


class BadFile(ValueError):
    """A file cannot be opened or saved; the message is the sentence the window shows."""


def content_of(book: Book, encode_data: Callable[[Dataset], object] | None = None) -> dict[str, object]:
    """Return a book as the plain values of a session file; what stands for data may be chosen."""
    return {"format": FORMAT, "version": VERSION, "book": encode(book, encode_data)}


def dumps(book: Book) -> str:
    """Return a book as the text of a session file."""
    return json.dumps(content_of(book), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def loads(text: str, name: str = "The file") -> Book:
    """Return the book in the text of a session file, or raise BadFile."""
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise BadFile(f"{name} is nested too deeply to be a session.") from None
    except json.JSONDecodeError as error:
        raise BadFile(f"{name} is damaged or not a session: line {error.lineno}, column {error.colno}.") from error
    except Misfit as error:
        raise BadFile(f"{name} cannot be opened: {error}.") from error
    return book_of(content, name)


def save(book: Book, path: Path) -> None:
    """Write a book to a file, whole or not at all; the file keeps its owner, permissions and links."""
    try:
        write_all({path: dumps(book).encode("utf-8")})
    except CannotWrite as error:
        raise BadFile(f"{path.name} could not be saved: {error.reason}.") from error


def load(path: Path) -> Book:
    """Return the book in a session file, or raise BadFile with a sentence that says what is wrong and where."""
    mend(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFile(f"{path.name} is larger than the {MOST_BYTES // 1_000_000} MB a session may have.")
        return loads(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name} is not a text file, so it cannot be a session.") from error
    except OSError as error:
        raise BadFile(f"{path.name} could not be opened: {error.strerror or error}.") from error


def book_of(content: object, name: str) -> Book:
    """Return the book in the plain values of a session file of this version or an older one, or raise BadFile."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadFile(f"{name} is not an ML Explorer session.")
    version = content.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise BadFile(f"{name} does not say which version wrote it.")
    if version > VERSION:
        raise BadFile(
            f"{name} was saved by a newer ML Explorer (format {version}); this one reads up to format {VERSION}."
        )
    try:
        told = version_1.read(content.get("book")) if version == 1 else content.get("book")
        book: Book = decode(Book, told, "book")
        _check(book)
    except Misfit as error:
        raise BadFile(f"{name} cannot be opened: {error}.") from error
    return book


def _check(book: Book) -> None:
    if not book.scenes:
        raise Misfit("book.scenes is empty")
    if not 0 <= book.current < len(book.scenes):
        raise Misfit("book.current names a scene that is not there")
    for index, scene in enumerate(book.scenes):
        if not 1 <= len(scene.session.document.runs) <= MOST_RUNS:
            raise Misfit(f"book.scenes[{index}].session.document.runs must have 1 to {MOST_RUNS} entries")


def _refuse_constant(word: str) -> float:
    raise Misfit(f"it holds {word}, which is not a number")
