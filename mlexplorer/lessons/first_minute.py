"""The first minute: three hints, each gone once a person has done what it says, and what is new after an update."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from mlexplorer.lessons.changelog import changes
from mlexplorer.session.session import Session


@dataclass(frozen=True)
class FirstHint:
    """A sentence at a place of the window, and what tells from two sessions that it was followed."""

    name: str
    words: str
    place: Literal["plane", "panel", "timeline"]
    icon: str
    is_done: Callable[[Session, Session], bool]


def _has_edited(old: Session, new: Session) -> bool:
    return new.document.points is not None and new.document.points is not old.document.points


def _has_set(old: Session, new: Session) -> bool:
    return type(old.run.model) is type(new.run.model) and old.run.model != new.run.model


def _has_stepped(old: Session, new: Session) -> bool:
    return old.document == new.document and old.view.step != new.view.step


HINTS = (
    FirstHint("drag", "Drag any point: the boundary follows.", "plane", "pan", _has_edited),
    FirstHint("set", "Slide a number and see what it does.", "panel", "settings", _has_set),
    FirstHint("step", "Space plays how it was learned, step by step.", "timeline", "play", _has_stepped),
)


def next_hint(done: Collection[str]) -> FirstHint | None:
    """Return the first hint that nobody has followed yet."""
    return next((hint for hint in HINTS if hint.name not in done), None)


def followed(done: Collection[str], old: Session, new: Session) -> tuple[str, ...]:
    """Return the hints followed so far, with those that a change of the session follows."""
    return tuple(hint.name for hint in HINTS if hint.name in done or hint.is_done(old, new))


def news(seen: str, version: str) -> tuple[str, ...]:
    """Return what is new in a version, for someone who has seen an earlier one; nothing at the first start."""
    return changes().get(version, ()) if seen and seen != version else ()
