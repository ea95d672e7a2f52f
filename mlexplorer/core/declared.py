"""Attributes that a class states and a subclass must have, checked when the subclass is made."""

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["declarations", "declared", "has", "is_declared", "lacking"]

if TYPE_CHECKING:
    from abc import abstractproperty as declared  # read-only, so that a cached_property or a field may take its place
else:

    class declared:  # noqa: N801 - a decorator, as property is
        """An attribute that a subclass must have as a field, a property or a cached_property."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self.__doc__ = function.__doc__

        def __get__(self, owner: object, kind: type) -> Any:
            """Be absent, so that a dataclass field of this name has no default."""
            raise AttributeError("A declared attribute has no value.")


def declarations(kind: type) -> dict[str, type]:
    """Return what a class and its parents declare, abstract methods included, with the class that declares each."""
    return {name: base for base in reversed(kind.__mro__) for name in vars(base) if is_declared(base, name)}


def lacking(kind: type) -> Iterator[tuple[type, str]]:
    """Yield what a class does not have of its declarations: who declares it, and its name."""
    fields = {name for base in kind.__mro__ for name in inspect.get_annotations(base)}
    for name, owner in declarations(kind).items():
        found = next(base for base in kind.__mro__ if name in vars(base))
        if inspect.isfunction(vars(owner)[name]):
            is_there = inspect.isroutine(vars(found)[name]) and not is_declared(found, name)
        else:
            is_there = name in fields or not (is_declared(found, name) or inspect.isfunction(vars(found)[name]))
        if not is_there:
            yield owner, name


def has(kind: type, name: str) -> bool:
    """Return whether instances of a class have an attribute: a field, a property or a constant."""
    return hasattr(kind, name) or any(name in inspect.get_annotations(base) for base in kind.__mro__)


def is_declared(kind: type, name: str) -> bool:
    """Return whether a class itself declares a name, rather than having it."""
    item = vars(kind).get(name)
    return type(item) is declared or bool(getattr(item, "__isabstractmethod__", False))
