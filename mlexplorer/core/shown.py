"""How points, steps and results show themselves in a notebook: a line, and a picture once a door says how."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

Drawer = Callable[[Any], str | None]
_drawers: dict[type, Drawer] = {}


class ShowsItself:
    """Something a notebook shows: as one line of text, and as a picture as soon as a room that can draw is open."""

    def __init_subclass__(cls, **settings: Any) -> None:
        """Keep the one line: a dataclass would write one with every array in it."""
        super().__init_subclass__(**settings)
        if "__repr__" not in vars(cls):
            cls.__repr__ = ShowsItself.__repr__  # type: ignore[method-assign] # the same method, found before the dataclass's

    @cached_property
    def attachments(self) -> dict[object, Any]:
        """What others know of this very object, each under a key of their own; a copy has none of them."""
        return {}

    def __repr__(self) -> str:
        return f"<{' '.join(self.in_a_line().split())}>"

    def in_a_line(self) -> str:
        """Return what it is in a few words."""
        return type(self).__name__

    def _repr_svg_(self) -> str | None:
        return next((draw(self) for kind, draw in _drawers.items() if isinstance(self, kind)), None)


def draws(kind: type, draw: Drawer) -> None:
    """Say how things of a kind are drawn: as the text of an SVG, or None where there is nothing to see."""
    _drawers[kind] = draw
