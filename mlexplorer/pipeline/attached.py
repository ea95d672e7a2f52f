"""What is known of an object beside it: by identity, and no longer than the object lives."""

from typing import Generic, TypeVar

from mlexplorer.core.shown import ShowsItself

Value = TypeVar("Value")


class Attached(Generic[Value]):
    """A value for each of some objects; an equal object is another one, and their fields stay as they are.

    It lies in the object: a table beside them would keep every object alive that its own value leads back to, as a
    step's trace does.
    """

    def __setitem__(self, thing: ShowsItself, value: Value) -> None:
        thing.attachments[self] = value

    def get(self, thing: ShowsItself) -> Value | None:
        """Return the value of an object; None if it has none."""
        return thing.attachments.get(self)
