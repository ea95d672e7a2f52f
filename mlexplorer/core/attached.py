"""What is known of an object beside it: by identity, and no longer than the object lives."""

from itertools import count
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
_numbers = count()


class Attached(Generic[Value]):
    """A value for each of some objects; an equal object is another one.

    It lies in the object itself, under a name nobody else has: a table beside them would keep every object alive that
    its own value leads back to, as a step's trace does.
    """

    def __init__(self) -> None:
        self._name = f"_attached_{next(_numbers)}"

    def __setitem__(self, thing: Any, value: Value) -> None:
        vars(thing)[self._name] = value

    def get(self, thing: Any) -> Value | None:
        """Return the value of an object; None if it has none."""
        return vars(thing).get(self._name)
