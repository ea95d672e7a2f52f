"""What is known of an object beside it: by identity, and no longer than the object lives."""

import weakref
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Attached(Generic[Value]):
    """A value for each of some objects; an equal object is another one, and frozen ones stay as they are."""

    def __init__(self) -> None:
        self._values: dict[int, Value] = {}

    def __setitem__(self, thing: Any, value: Value) -> None:
        if id(thing) not in self._values:
            weakref.finalize(thing, self._values.pop, id(thing), None).atexit = False
        self._values[id(thing)] = value

    def get(self, thing: Any) -> Value | None:
        """Return the value of an object; None if it has none."""
        return self._values.get(id(thing))
