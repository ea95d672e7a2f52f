"""A lesson: a scene to begin with, goals, hints and a solution that can be played; one file each, never code."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from mlexplorer.core.decision import Rule
from mlexplorer.core.model import Model
from mlexplorer.core.params import nearest
from mlexplorer.core.resources import resource
from mlexplorer.core.source import Source
from mlexplorer.core.table import BadTable
from mlexplorer.lessons import scenes
from mlexplorer.lessons.goals import Goal
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session import storage
from mlexplorer.session.codec import Misfit, decode
from mlexplorer.session.session import Numbers, Scene, Session, single
from mlexplorer.tables import limits

FORMAT, VERSION, SUFFIX = "mlexplorer lesson", 1, ".lesson.json"
HINTS = 3
LONGEST = 2000  # letters of a text


@dataclass(frozen=True)
class Edit:
    """One stroke of a solution, with words that say what is done; what it does not name stays as it is.

    remove and relabel name points by their ids; add are x, y and class.
    """

    words: str = ""
    model: Model | None = None
    source: Source | None = None
    add: tuple[tuple[float, float, int], ...] = ()
    remove: tuple[int, ...] = ()
    relabel: tuple[tuple[int, int], ...] = ()
    transforms: tuple[str, ...] | None = None
    start: Numbers | None = None
    threshold: float | None = None
    reject: float | None = None
    step: int | None = None
    run: int | None = None

    def applied(self, session: Session) -> Session:
        """Return the session after this stroke."""
        session = _shown(self, session)
        document = session.document
        if self.source is not None:
            document = replace(document, source=self.source, points=None)
        if self.transforms is not None:
            document = replace(document, transforms=self.transforms)
        if self.threshold is not None or self.reject is not None:
            document = replace(document, rule=Rule(self.threshold, reject=self.reject or 0.0))
        session = _with_points(self, replace(session, document=document))
        if self.model is not None:
            session = session.with_model(self.model)
        return session if self.start is None else session.with_start(np.array(self.start))


@dataclass(frozen=True)
class Lesson:
    """What is to be found out: the beginning (a ready scene by name, or a session), goals, hints and a solution."""

    title: str
    text: str
    goals: tuple[Goal, ...]
    hints: tuple[str, ...]
    solution: tuple[Edit, ...]
    scene: str = ""
    session: Session | None = None

    def __post_init__(self) -> None:
        """Refuse a lesson that cannot be begun or reached."""
        if (self.session is None) == (not self.scene):
            raise ValueError("a lesson has either the name of a scene or a session")
        if not self.goals or not self.solution:
            raise ValueError("a lesson needs a goal and a solution")
        if len(self.hints) != HINTS:
            raise ValueError(f"a lesson has {HINTS} hints")
        if max(map(len, (self.title, self.text, *self.hints))) > LONGEST:
            raise ValueError(f"a text has at most {LONGEST} letters")

    @property
    def beginning(self) -> Session:
        """The session it begins with."""
        return scenes.named(self.scene).session if self.session is None else self.session

    @property
    def first_scene(self) -> Scene:
        """The beginning as a scene that carries the lesson's title."""
        return Scene(self.beginning, self.title)

    def reached(self, now: Snapshot, first: Snapshot) -> tuple[bool, ...]:
        """Return of each goal whether it holds now."""
        return tuple(goal(now, first) for goal in self.goals)


def played(lesson: Lesson) -> list[Session]:
    """Return the sessions of a solution, the beginning first."""
    sessions = [lesson.beginning]
    for edit in lesson.solution:
        sessions.append(edit.applied(sessions[-1]))
    return sessions


@lru_cache(maxsize=1)
def found() -> Mapping[str, Lesson]:
    """Return the lessons that come with the program by name, in the order of their files."""
    paths = sorted(resource("lessons").glob(f"*{SUFFIX}"))
    return {_name(path): load(path) for path in paths}


def named(name: str) -> Lesson:
    """Return a lesson, or raise a ValueError that says which name is nearest."""
    if name not in found():
        raise ValueError(f"There is no lesson {name!r}{nearest(name, found())}.")
    return found()[name]


def load(path: Path) -> Lesson:
    """Return the lesson in a file, or raise BadFile with a sentence that says what is wrong and where."""
    return loads(storage.content(path), path.name)


def loads(content: bytes, name: str) -> Lesson:
    """Return the lesson in the bytes of a file, or raise BadFile with a sentence that says what is wrong and where."""
    told = declared_in(content, name, FORMAT, VERSION, "lesson")
    try:
        lesson: Lesson = decode(Lesson, told, "lesson")
        _check(lesson)
    except (Misfit, ValueError) as error:
        raise storage.BadFile(f"{name} cannot be opened: {str(error).rstrip('.')}.") from error
    return lesson


def declared_in(content: bytes, name: str, form: str, version: int, part: str) -> object:
    """Return what a small JSON file declares under a part's name, or raise BadFile if it is not of this form."""
    try:
        words = content.decode("utf-8")
        limits.check_parts(words, len(words))
        parsed = json.loads(words, parse_constant=_refuse_constant)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise storage.BadFile(f"{name} is damaged or not a {part}.") from error
    except (BadTable, ValueError) as error:
        raise storage.BadFile(f"{name} cannot be opened: {str(error).rstrip('.')}.") from error
    if not isinstance(parsed, dict) or parsed.get("format") != form:
        raise storage.BadFile(f"{name} is not a {part} of ML Explorer.")
    if parsed.get("version") != version:
        raise storage.BadFile(f"{name} was written for another version of ML Explorer.")
    return parsed.get(part)


def _check(lesson: Lesson) -> None:
    """Refuse a beginning that no session file could hold, and a solution that does not fit it."""
    storage.loads(storage.dumps(single(lesson.beginning)))
    played(lesson)


def _name(path: Path) -> str:
    """Return the name of a lesson: that of its file without the number that gives its place."""
    return path.name.removesuffix(SUFFIX).partition("_")[2]


def _shown(edit: Edit, session: Session) -> Session:
    view = replace(session.view, step=edit.step)
    return replace(session, view=view if edit.run is None else replace(view, active=edit.run))


def _with_points(edit: Edit, session: Session) -> Session:
    if not (edit.add or edit.remove or edit.relabel):
        return session
    data = prepare(session.document).raw
    rows = {int(number): row for row, number in enumerate(data.ids)}
    if not {*edit.remove, *(number for number, _ in edit.relabel)} <= rows.keys():
        raise ValueError("a solution names a point that is not there")
    for number, label in edit.relabel:
        data = data.relabelled([rows[number]], label)
    data = data.without([rows[number] for number in edit.remove])
    for x, y, label in edit.add:
        data = data.added([[x, y]], label)
    return session.with_points(data)


def _refuse_constant(word: str) -> float:
    raise ValueError(f"it holds {word}, which is not a number")
