"""Work in parts: a generator that may be interrupted wherever it yields, and returns what it made."""

import time
from collections.abc import Callable, Generator, Iterable
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
Parts: TypeAlias = Generator[None, None, Made]
REST = 0.004  # seconds of work between two pauses


def whole(parts: Parts[Made]) -> Made:
    """Return what the work makes, without a pause."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            made: Made = end.value
            return made


def made_of_each(items: Iterable[Item], make: Callable[[Item], Made]) -> Parts[list[Made]]:
    """Return what is made of each of many items, with a pause now and then."""
    made, rested = list[Made](), time.thread_time()
    for item in items:
        made.append(make(item))
        if time.thread_time() - rested > REST:
            yield
            rested = time.thread_time()
    return made
