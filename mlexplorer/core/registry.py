"""Every model, source, study and table format by its public name, found from the files present."""

import importlib
import inspect
import pkgutil
from functools import cache
from typing import TypeVar

from mlexplorer.core.model import Model
from mlexplorer.core.params import Recipe, nearest
from mlexplorer.core.source import Source
from mlexplorer.core.study import Study
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
def studies() -> dict[str, type[Study]]:
    """Return the studies by public name."""
    return _found("mlexplorer.studies", Study)  # type: ignore[type-abstract] # only its concrete classes are returned


@cache
def formats() -> dict[str, type[Format]]:
    """Return the file formats of tables by public name."""
    return _found("mlexplorer.tables.formats", Format)  # type: ignore[type-abstract] # only its concrete classes are returned


def model(name: str) -> type[Model]:
    """Return the model with a public name, or refuse with the nearest match."""
    return _named("model", name, "mlexplorer.models", Model)  # type: ignore[type-abstract] # a concrete one is returned


def source(name: str) -> type[Source]:
    """Return the source with a public name, or refuse with the nearest match."""
    return _named("source", name, "mlexplorer.datasets", Source)  # type: ignore[type-abstract] # a concrete one is returned


def study(name: str) -> type[Study]:
    """Return the study with a public name, or refuse with the nearest match."""
    return _named("study", name, "mlexplorer.studies", Study)  # type: ignore[type-abstract] # a concrete one is returned


def _named(word: str, name: str, package: str, kind: type[Kind]) -> type[Kind]:
    """Import the one module that has the name: the window needs only two of them for its first paint."""
    names = _modules(package)
    if name not in names:
        raise ValueError(f"There is no {word} {name!r}{nearest(name, names)}.")
    return _defined(f"{package}.{name}", kind)


def _found(package: str, kind: type[Kind]) -> dict[str, type[Kind]]:
    """Import every module of a package and return the concrete class of kind that each defines."""
    return {name: _defined(f"{package}.{name}", kind) for name in _modules(package)}


def _modules(package: str) -> list[str]:
    return [info.name for info in pkgutil.iter_modules(importlib.import_module(package).__path__)]


def _defined(name: str, kind: type[Kind]) -> type[Kind]:
    module = importlib.import_module(name)
    found = [
        item
        for _, item in inspect.getmembers(module, inspect.isclass)
        if issubclass(item, kind) and not inspect.isabstract(item) and item.__module__ == name
    ]
    assert len(found) == 1, f"{name} must define one {kind.__name__}, and has {len(found)}"
    return found[0]
