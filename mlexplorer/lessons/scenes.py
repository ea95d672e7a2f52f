"""Ready scenes: one file each in resources/scenes, found by its being there and named by what one will see."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from mlexplorer.core.params import nearest
from mlexplorer.core.resources import resource
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Scene, Session

PREFIX = "scene:"  # begins a word that names a ready scene where a file could be named


@dataclass(frozen=True)
class Topic:
    """A row of scenes: what it is called and what its scenes have in common."""

    name: str
    title: str
    words: str


TOPICS = (
    Topic("start", "Start here", "four scenes to play with, no words needed"),
    Topic("lines", "Lines and streets", "how a straight boundary is found and bent"),
    Topic("neighbours", "Neighbours, trees, votes", "models without a formula"),
    Topic("curves", "Curves through points", "a number instead of a class"),
    Topic("clusters", "Clusters and mixtures", "groups that nobody has named"),
    Topic("downhill", "Walking downhill", "how an objective is made small"),
    Topic("judging", "Judging a model", "what it is worth on points it has not seen"),
    Topic("wrong", "When it goes wrong", "failures, and what they teach"),
)


def names() -> list[str]:
    """Return the names of all ready scenes, topic by topic."""
    return list(found())


def named(name: str) -> Scene:
    """Return a ready scene, or raise a ValueError that says which name is nearest."""
    if name not in _paths():
        raise ValueError(f"There is no scene {name!r}{nearest(name, _paths())}.")
    return _read(name)


def is_named(words: str) -> bool:
    """Return whether words name a ready scene, as "scene:unequal_blobs" does, and not a file."""
    return words.startswith(PREFIX)


def book_of(words: str) -> Book:
    """Return the book of the scene that words such as "scene:unequal_blobs" name."""
    return Book((named(words.removeprefix(PREFIX)),))


def by_topic() -> dict[Topic, dict[str, Scene]]:
    """Return the scenes of every topic that has some, by name."""
    rows = {topic: {name: scene for name, scene in found().items() if scene.topic == topic.name} for topic in TOPICS}
    return {topic: row for topic, row in rows.items() if row}


def reading() -> Iterator[None]:
    """Read every ready scene, with a pause after each: together they take longer than a frame."""
    for name in _paths():
        _read(name)
        yield
    found()


@lru_cache(maxsize=1)
def found() -> Mapping[str, Scene]:
    """Return every ready scene by name: in the order of the topics, and within one by name."""
    order = {topic.name: number for number, topic in enumerate(TOPICS)}
    scenes = {name: _read(name) for name in sorted(_paths())}
    return dict(sorted(scenes.items(), key=lambda item: order[item[1].topic]))


def matches(scene: Scene, words: str) -> bool:
    """Return whether a scene speaks of all the words: in its texts, or as its model or source."""
    return speaks_of(scene.session, (scene.title, scene.do, scene.see), words)


def speaks_of(session: Session, texts: tuple[str, ...], words: str) -> bool:
    """Return whether all words are found in texts or in the names and families of a session's models and source."""
    recipes = [session.document.source, *(run.model for run in session.document.runs)]
    told = " ".join([*texts, *(f"{each.title} {each.public_name()} {each.family}" for each in recipes)]).casefold()
    return all(word in told for word in words.casefold().split())


@lru_cache(maxsize=1)
def _paths() -> Mapping[str, Path]:
    folder = resource("scenes")
    return {path.name.removesuffix(storage.SUFFIX): path for path in folder.glob(f"*{storage.SUFFIX}")}


@cache
def _read(name: str) -> Scene:
    return storage.load(_paths()[name]).scenes[0]
