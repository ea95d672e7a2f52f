"""The session file: versioned JSON, written whole or not at all, read with a plain sentence for every fault."""

import json
import math
import reprlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mlexplorer.core import registry
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Deal
from mlexplorer.core.table import BadTable
from mlexplorer.core.transforms import TRANSFORMS
from mlexplorer.core.writing import CannotWrite, mend, write_all
from mlexplorer.session import version_1
from mlexplorer.session.codec import Misfit, decode, encode
from mlexplorer.session.session import MOST_RUNS, Book, Session
from mlexplorer.session.wording import in_words, laid_out
from mlexplorer.tables import limits
from mlexplorer.tables.reading import size_of

FORMAT, VERSION = "mlexplorer", 2
COUNTED = ("active", "step", "ghost", "centre", "node", "pin", "point")  # parts of a view that count from 0
LARGEST = 2**53  # above it, not every whole number is a float
MOST_PINS = 1000
MOST_SHELVED = 100
MOST_SCENES = 500
LONGEST_NOTE = 20_000  # letters of a title or a text of a scene
SUFFIX = ".mlx.json"
START = 200  # bytes of a file that tell whether it is a session


class BadFile(ValueError):
    """A file cannot be opened or saved; the message is the sentence the window shows."""


def content_of(book: Book, encode_data: Callable[[Dataset | Deal], object] | None = None) -> dict[str, object]:
    """Return a book as the plain values of a session file; what stands for data may be chosen."""
    return {"format": FORMAT, "version": VERSION, "book": encode(book, encode_data)}


def can_be_kept(session: Session) -> bool:
    """Return whether a file can name all that a session is made of: a model without a name lives in memory alone."""
    document = session.document
    recipes = (document.source, *(run.model for run in document.runs), *document.studies)
    return all(registry.is_known(type(recipe)) for recipe in recipes)


def dumps(book: Book, readable: bool = False) -> str:
    """Return a book as the text of a session file, in lines for people or as short as it can be.

    Kept scenes are written as they are kept. BadFile is raised if it holds what no file can name.
    """
    try:
        content = content_of(book.as_kept)
    except Misfit as error:
        raise BadFile(f"This session cannot be saved: {in_words(str(error))}.") from error
    if readable:
        return laid_out(content)
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def loads(text: str, name: str = "The file", size: int | None = None) -> Book:
    """Return the book in the text of a session file, or raise BadFile; size is that of the file it was packed into."""
    try:
        limits.check_parts(text, len(text) if size is None else size)
        parsed = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise BadFile(f"{name} is nested too deeply to be a session.") from None
    except json.JSONDecodeError as error:
        raise BadFile(f"{name} is damaged or not a session: line {error.lineno}, column {error.colno}.") from error
    except (Misfit, BadTable) as error:
        raise BadFile(f"{name} cannot be opened: {str(error).rstrip('.')}.") from error
    except ValueError as error:  # the only one left: Python reads no whole number of more than 4300 digits
        raise BadFile(f"{name} cannot be opened: it holds a number of thousands of digits.") from error
    return book_of(parsed, name).as_kept  # what a sitting has made of it is not for files


def save(book: Book, path: Path) -> None:
    """Write a book to a file, whole or not at all; the file keeps its owner, permissions and links."""
    try:
        write_all({path: dumps(book, readable=True).encode()})
    except CannotWrite as error:
        raise BadFile(f"{path.name} could not be saved: {error.reason}.") from error


def load(path: Path) -> Book:
    """Return the book in a session file, or raise BadFile with a sentence that says what is wrong and where."""
    mend(path)
    try:
        text = content(path).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name} is not a text file, so it cannot be a session.") from error
    return loads(text, path.name)


def content(path: Path) -> bytes:
    """Return the bytes of a file; BadFile for one that is too large, is no file at all, or cannot be read."""
    try:
        limits.check_bytes(size_of(path), path.name)
        with path.open("rb") as file:
            found = file.read(limits.MOST_BYTES + 1)
        limits.check_bytes(len(found), path.name)
    except BadTable as error:
        raise BadFile(str(error)) from error
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadFile(f"{path.name} could not be opened: {getattr(error, 'strerror', None) or error}.") from error
    return found


def begins_like_a_session(path: Path) -> bool:
    """Return whether a file says at its start that it is a session; what cannot be read is none."""
    try:
        if size_of(path) == 0:
            return False
        with path.open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.read(START)
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return False


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
        raise BadFile(f"{name} cannot be opened: {in_words(str(error))}.") from error
    return _all_kept(book) if len(book.scenes) > 1 and not any(scene.kept for scene in book.scenes) else book


def _all_kept(book: Book) -> Book:
    """Return a book whose scenes are kept, as those of a file with several are that was not saved by the window."""
    return replace(book, scenes=tuple(replace(scene, kept=True) for scene in book.scenes))


def _check(book: Book) -> None:
    if not book.scenes:
        raise Misfit("book has no scenes")
    if not 0 <= book.current < len(book.scenes):
        raise Misfit("book.current names a scene that is not there")
    if len(book.scenes) > MOST_SCENES:
        raise Misfit(f"book.scenes must have at most {MOST_SCENES} entries")
    if not all(0 <= number < LARGEST for number in (book.next_number, *(scene.number for scene in book.scenes))):
        raise Misfit("book.scenes has a number that no scene can have")
    for index, scene in enumerate(book.scenes):
        if max(map(len, (scene.title, scene.note, scene.topic, scene.do, scene.see))) > LONGEST_NOTE:
            raise Misfit(f"book.scenes[{index}].note must have at most {LONGEST_NOTE} letters")
        _check_session(scene.session, f"book.scenes[{index}].session")
        if scene.sitting is not None:
            _check_session(scene.sitting, f"book.scenes[{index}].sitting")


def _check_session(session: Session, place: str) -> None:
    """Refuse what no window could have chosen."""
    document, view = session.document, session.view
    if not 1 <= len(document.runs) <= MOST_RUNS:
        raise Misfit(f"{place}.document.runs must have 1 to {MOST_RUNS} entries")
    if len(document.transforms) > len(TRANSFORMS):
        raise Misfit(f"{place}.document.transforms must have at most {len(TRANSFORMS)} entries")
    if len(document.shelf) > MOST_SHELVED:
        raise Misfit(f"{place}.document.shelf must have at most {MOST_SHELVED} entries")
    if len(document.pins) > MOST_PINS:
        raise Misfit(f"{place}.document.pins must have at most {MOST_PINS} entries")
    for name in COUNTED:
        number = getattr(view, name)
        if number is not None and not 0 <= number < LARGEST:
            raise Misfit(f"{place}.view.{name} must be a number from 0 on, not {reprlib.repr(number)}")
    if view.bounds is not None and not all(0 < size < math.inf for size in _extent(view.bounds)):
        raise Misfit(f"{place}.view.bounds must have a width and a height")


def _extent(bounds: Bounds) -> tuple[float, float]:
    left, right, bottom, top = bounds
    return right - left, top - bottom


def _refuse_constant(word: str) -> float:
    raise Misfit(f"it holds {word}, which is not a number")
