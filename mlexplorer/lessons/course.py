"""A course: a folder of books, lessons and tables, or the same packed into one file; read like any stranger's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from mlexplorer.core import registry
from mlexplorer.core.table import BadTable
from mlexplorer.lessons import lesson as lessons
from mlexplorer.lessons.lesson import Lesson
from mlexplorer.session import storage
from mlexplorer.session.codec import Misfit, decode
from mlexplorer.session.profile import Profile
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile
from mlexplorer.tables import limits

FILE, FORMAT, VERSION = "course.json", "mlexplorer course", 1
MOST_FILES, DEEPEST, LONGEST_TEXT = 500, 4, 2000


@dataclass(frozen=True)
class Outline:
    """What course.json says: a title, a few words, the order of the files, and what the course has reached."""

    title: str = ""
    text: str = ""
    order: tuple[str, ...] = ()
    profile: Profile | None = None

    def __post_init__(self) -> None:
        """Refuse texts that no contents page has room for."""
        if max(len(self.title), len(self.text)) > LONGEST_TEXT:
            raise ValueError(f"a text has at most {LONGEST_TEXT} letters")


@dataclass(frozen=True)
class Course:
    """The books, lessons and tables of a course, by the names of their files, in their order."""

    title: str
    text: str
    books: Mapping[str, Book]
    lessons: Mapping[str, Lesson]
    tables: tuple[str, ...]


def load(folder: Path) -> Course:
    """Return the course in a folder, or raise BadFile with a sentence that says what is wrong and where."""
    return course_of(contents(folder), folder.name)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that belong to a course, by their names within it, each no larger than it may be."""
    found: dict[str, bytes] = {}
    total, root = 0, folder.resolve()
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        if not path.resolve().is_relative_to(root):
            raise BadFile(f"{name} leads out of the folder {folder.name}: put the file itself there.")
        found[name] = storage.content(path)
        total += len(found[name])
        check_counts(len(found), total, folder.name)
    return found


def course_of(found: Mapping[str, bytes], name: str) -> Course:
    """Return the course that some files make; every book and lesson is read, so that nothing is found out later."""
    if not any(each.endswith((storage.SUFFIX, lessons.SUFFIX)) for each in found):
        raise BadFile(f"{name} is not a course: it holds neither books ({storage.SUFFIX}) nor lessons.")
    outline = _outline(found[FILE]) if FILE in found else Outline()
    names = _ordered(found, outline.order)
    books = {each: _book(found[each], each, outline.profile) for each in names if each.endswith(storage.SUFFIX)}
    taught = {each: lessons.loads(found[each], each) for each in names if each.endswith(lessons.SUFFIX)}
    tables = tuple(each for each in names if each not in books and each not in taught and each != FILE)
    return Course(outline.title or name, outline.text, books, taught, tables)


def belongs(name: str) -> bool:
    """Return whether a file of this name can be part of a course: a book, a lesson, a table, or course.json."""
    suffixes = tuple(suffix for kind in registry.formats().values() for suffix in kind.suffixes)
    return name == FILE or name.lower().endswith((storage.SUFFIX, lessons.SUFFIX, *suffixes))


def check_counts(count: int, total: int, name: str) -> None:
    """Refuse a course with more files or bytes than are taken in."""
    if count > MOST_FILES:
        raise BadFile(f"{name} has more than {MOST_FILES} files; that many can be opened as a course.")
    try:
        limits.check_bytes(total, name)
    except BadTable as error:
        raise BadFile(str(error)) from error


def _files(folder: Path) -> Iterable[Path]:
    """Yield the files of a folder and of those in it, as deep as a course goes; hidden ones are not looked at."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise BadFile(f"{folder.name} could not be opened: {error.strerror or error}.") from error
    yield from _within(entries, 1)


def _within(entries: Iterable[Path], depth: int) -> Iterable[Path]:
    for path in entries:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink() and depth < DEEPEST:
            yield from _within(sorted(path.iterdir()), depth + 1)
        elif path.is_file() and belongs(path.name):
            yield path


def _outline(content: bytes) -> Outline:
    told = lessons.declared_in(content, FILE, FORMAT, VERSION, "course")
    try:
        outline: Outline = decode(Outline, told, "course")
    except Misfit as error:
        raise BadFile(f"{FILE} cannot be opened: {str(error).rstrip('.')}.") from error
    return outline


def _ordered(found: Mapping[str, bytes], order: tuple[str, ...]) -> list[str]:
    missing = [name for name in order if name not in found]
    if missing:
        raise BadFile(f"{FILE} names {missing[0]!r}, which is not in the course.")
    return [*dict.fromkeys(order), *sorted(name for name in found if name not in order)]


def _book(content: bytes, name: str, profile: Profile | None) -> Book:
    """Return the book in the bytes of a file; what it does not limit itself, the course does."""
    try:
        book = storage.loads(content.decode("utf-8", "surrogatepass"), name)
    except UnicodeDecodeError as error:
        raise BadFile(f"{name} is not a text file, so it cannot be a session.") from error
    return book if book.profile is not None or profile is None else replace(book, profile=profile)


def title_of(name: str) -> str:
    """Return what a file of a course is called where people read it."""
    plain = PurePosixPath(name).name
    for suffix in (storage.SUFFIX, lessons.SUFFIX):
        plain = plain.removesuffix(suffix)
    return plain.replace("_", " ")
