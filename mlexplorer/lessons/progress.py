"""How far a person has come with the lessons: a small file of their own, which can be given to a teacher."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from mlexplorer.core.writing import made_folder, write_all
from mlexplorer.lessons.lesson import HINTS
from mlexplorer.session import storage
from mlexplorer.session.codec import Misfit, decode
from mlexplorer.session.state_folder import state_folder

FILE = "lessons.json"


@dataclass(frozen=True)
class Attempt:
    """What was done in one lesson: the goals that were reached, the hints that were read, and "Show me"."""

    name: str
    goals: tuple[bool, ...]
    hints: int = 0
    was_shown: bool = False

    @property
    def is_done(self) -> bool:
        """Whether every goal was reached."""
        return bool(self.goals) and all(self.goals)

    def with_reached(self, reached: tuple[bool, ...]) -> "Attempt":
        """Return the attempt with goals that hold now; one that was reached stays so."""
        return replace(self, goals=tuple(old or new for old, new in zip(self.goals, reached, strict=True)))

    def with_hint(self) -> "Attempt":
        """Return the attempt after one more hint."""
        return replace(self, hints=min(self.hints + 1, HINTS))


@dataclass(frozen=True)
class Progress:
    """Every attempt, the latest of a lesson only."""

    attempts: tuple[Attempt, ...] = field(default=())

    def of(self, name: str, goals: int) -> Attempt:
        """Return the attempt at a lesson, a fresh one if there is none that fits its number of goals."""
        known = next((attempt for attempt in self.attempts if attempt.name == name), None)
        return known if known is not None and len(known.goals) == goals else Attempt(name, (False,) * goals)

    def with_attempt(self, attempt: Attempt) -> "Progress":
        """Return the progress with an attempt in place of the one before."""
        others = tuple(other for other in self.attempts if other.name != attempt.name)
        return Progress((*others, attempt))

    @property
    def done(self) -> frozenset[str]:
        """The names of the lessons that were solved."""
        return frozenset(attempt.name for attempt in self.attempts if attempt.is_done)


def place() -> Path:
    """Return where the progress of this user is kept."""
    return state_folder() / FILE


def load(path: Path | None = None) -> Progress:
    """Return the progress in a file, that of this user if none is named; nothing if it cannot be read."""
    path = path or place()
    try:
        told = json.loads(storage.content(path)) if path.exists() else {}
        found: Progress = decode(Progress, told, "progress")
    except (ValueError, Misfit, RecursionError):  # a damaged file must not keep anybody from learning
        return Progress()
    return found


def save(progress: Progress, path: Path | None = None) -> None:
    """Write the progress to a file, that of this user if none is named; CannotWrite with a sentence if it cannot."""
    path = path or place()
    if path == place():
        made_folder(path.parent)
    write_all({path: (json.dumps(asdict(progress), ensure_ascii=False, indent=2) + "\n").encode()})
