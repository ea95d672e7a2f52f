"""What a change of a session touches: every field of a document and of a view says so itself."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlexplorer.session.session import Session

KEY = "touches"
PICTURE = "picture"  # the fit and the layers of the plane: made by the worker
VIEWS = "views"  # what the linked views draw
POINTER = "pointer"  # what lies over the layers of the plane and goes with the pointer


def touches(*parts: str) -> Mapping[str, frozenset[str]]:
    """Return the metadata of a field that has these parts drawn anew when it changes; none if it changes nothing."""
    return {KEY: frozenset(parts)}


@cache
def touching(kind: type, part: str) -> tuple[str, ...]:
    """Return the names of the fields of a kind of value that touch a part."""
    return tuple(field.name for field in fields(kind) if part in field.metadata.get(KEY, ()))


def untold(kind: type) -> tuple[str, ...]:
    """Return the names of the fields that do not say what they touch: there should be none."""
    return tuple(field.name for field in fields(kind) if KEY not in field.metadata)


def changed(old: "Session", new: "Session", part: str) -> frozenset[str]:
    """Return the names of the fields that touch a part and differ between two sessions."""
    return _differing(old.document, new.document, part) | _differing(old.view, new.view, part)


def _differing(one: object, two: object, part: str) -> frozenset[str]:
    kind: type = type(one)
    pairs = ((name, getattr(one, name), getattr(two, name)) for name in touching(kind, part))
    return frozenset(name for name, before, after in pairs if before is not after and before != after)
