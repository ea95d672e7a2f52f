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
    pairs: tuple[tuple[object, object], ...] = ((old.document, new.document), (old.view, new.view))
    return frozenset(
        name
        for one, two in pairs
        if one is not two
        for name in touching(type(one), part)
        if getattr(one, name) is not getattr(two, name) and getattr(one, name) != getattr(two, name)
    )
