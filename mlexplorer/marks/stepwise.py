"""Work in parts: a generator that may be interrupted wherever it yields, and returns what it made."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Made = TypeVar("Made")
Parts: TypeAlias = Generator[None, None, Made]


def whole(parts: Parts[Made]) -> Made:
    """Return what the work makes, without a pause."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            made: Made = end.value
            return made
