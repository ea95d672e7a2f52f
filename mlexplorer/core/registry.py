"""Every model, source, table format and study by its public name, found from the files present."""

import importlib
import inspect
import pkgutil
from functools import cache
from typing import TypeVar

from mlexplorer.core.model import Model
from mlexplorer.core.params import Recipe, nearest
from mlexplorer.core.source import Source
from mlexplorer.core.table import Format

Kind = TypeVar("Kind", bound=Recipe | Format)


@cache
def models() -> dict[str, type[Model]]:
    """Return the models by public name."""
    return _found("mlexplorer.models", Model)  # type: ignore[type-abstract] # only its concrete classes are returned


@cache
def sources() -> dict[str, type[Source]]:
    """Return the sources of points by public name."""
    return _found("mlexplorer.datasets", Source)  # type: ignore[type-abstract] # only its concrete classes are returned


@cache
def formats() -> dict[str, type[Format]]:
    """Return the file formats of tables by public name."""
    return _found("mlexplorer.tables", Format)  # type: ignore[type-abstract] # only its concrete classes are returned


def model(name: str) -> type[Model]:
    """Return the model with a public name, or refuse with the nearest match."""
    return _named("model", name, models())


def source(name: str) -> type[Source]:
    """Return the source with a public name, or refuse with the nearest match."""
    return _named("source", name, sources())


def _named(kind: str, name: str, known: dict[str, type[Kind]]) -> type[Kind]:
    if name not in known:
        raise ValueError(f"There is no {kind} {name!r}{nearest(name, known)}.")
    return known[name]


def _found(package: str, kind: type[Kind]) -> dict[str, type[Kind]]:
    """Import every module of a package and return the concrete class of kind that each defines."""
    root = importlib.import_module(package)
    found: dict[str, type[Kind]] = {}
    for info in pkgutil.iter_modules(root.__path__):
        module = importlib.import_module(f"{package}.{info.name}")
        for _, item in inspect.getmembers(module, inspect.isclass):
            if issubclass(item, kind) and not inspect.isabstract(item) and item.__module__ == module.__name__:
                found[info.name] = item
    return found
