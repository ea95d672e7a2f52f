"""What the commands handout, pack and unpack do: books for paper, and courses for others."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from mlexplorer.core.writing import check_suffix, write_all
from mlexplorer.figures import handout
from mlexplorer.figures.files import embedded
from mlexplorer.lessons import scenes
from mlexplorer.session import storage
from mlexplorer.session.session import Book


def make_handout(chosen: argparse.Namespace, said: Mapping[str, object]) -> None:
    """Write the handout of a book."""
    path = Path(chosen.output)
    check_suffix("A handout", path.suffix, (".pdf",))
    look = handout.Handout().with_values(dict(said))
    name = chosen.file.removeprefix(scenes.PREFIX)
    (content,) = (found for found in handout.written(_book(chosen.file), _stem(name), look) if found is not None)
    write_all({path: content})


def _book(word: str) -> Book:
    """Return the book in a session file, in a figure or handout, or of a ready scene."""
    if scenes.is_named(word):
        return scenes.book_of(word)
    path = Path(word)
    return embedded.read(path) if path.suffix.lower() in embedded.OPENED else storage.load(path)


def _stem(name: str) -> str:
    return Path(name).name.removesuffix(storage.SUFFIX)
