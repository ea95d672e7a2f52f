"""What the commands handout, pack and unpack do: books for paper, and courses for others."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from mlexplorer.core.numbers import counted
from mlexplorer.core.writing import check_suffix, write_all
from mlexplorer.figures import handout
from mlexplorer.figures.files import embedded
from mlexplorer.lessons import packing, scenes
from mlexplorer.lessons.course import Course
from mlexplorer.session import storage
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile


def make_handout(chosen: argparse.Namespace, said: Mapping[str, object]) -> None:
    """Write the handout of a book."""
    path = Path(chosen.output)
    check_suffix("A handout", path.suffix, (".pdf",))
    look = handout.Handout().with_values(dict(said))
    name = chosen.file.removeprefix(scenes.PREFIX)
    (content,) = (found for found in handout.written(_book(chosen.file), _stem(name), look) if found is not None)
    write_all({path: content})


def make_pack(chosen: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Write the course in a folder as one file."""
    folder, path = Path(chosen.folder), Path(chosen.output)
    if not folder.is_dir():
        raise BadFile(f"{folder} is not a folder.")
    tell(f"{path.name}: {_told(packing.pack(folder, path))}")


def make_folder(chosen: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Write the files of a packed course into a folder."""
    folder = Path(chosen.output)
    tell(f"{folder}: {_told(packing.unpack(Path(chosen.file), folder))}")


def _told(made: Course) -> str:
    parts = {"book": len(made.books), "lesson": len(made.lessons), "table": len(made.tables)}
    return ", ".join(counted(count, word) for word, count in parts.items() if count)


def _book(word: str) -> Book:
    """Return the book in a session file, in a figure or handout, or of a ready scene."""
    if scenes.is_named(word):
        return scenes.book_of(word)
    path = Path(word)
    return embedded.read(path) if path.suffix.lower() in embedded.OPENED else storage.load(path)


def _stem(name: str) -> str:
    return Path(name).name.removesuffix(storage.SUFFIX)
