"""Every model, source, study and table format by its public name.

They are found from the files present, from entry points of other packages (groups mlexplorer.models,
mlexplorer.datasets and mlexplorer.studies), and by register() from a notebook. Names of this package are its own.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from mlexplorer.core.model import Model
from mlexplorer.core.params import GIVEN_NAMES, Recipe, nearest
from mlexplorer.core.source import Source
from mlexplorer.core.study import Study
from mlexplorer.core.table import Format

Kind = TypeVar("Kind", bound=Recipe | Format)
Registered = TypeVar("Registered", bound=type[Recipe])
_by_hand: dict[tuple[str, str], Any] = {}  # what was registered, by package and public name


@dataclass(frozen=True)
class Shelf(Generic[Kind]):
    """A package whose files define one class of a kind each, and the group of entry points of the same name."""

    word: str
    package: str
    kind: type[Kind]

    def named(self, name: str) -> type[Kind]:
        """Return the class with a public name, or refuse with the nearest match.

        Of this package only the one module is imported: the window needs only two of them for its first paint.
        """
        if name in _modules(self.package):
            return _defined(f"{self.package}.{name}", self.kind)
        offered, refused = _offered(self)
        found: type[Kind] | None = _by_hand.get((self.package, name), offered.get(name))
        if found is None:
            raise ValueError(refused.get(name) or f"There is no {self.word} {name!r}{nearest(name, self.every())}.")
        return found

    def every(self) -> dict[str, type[Kind]]:
        """Return all classes by public name."""
        own = {name: _defined(f"{self.package}.{name}", self.kind) for name in _modules(self.package)}
        by_hand = {name: kind for (package, name), kind in _by_hand.items() if package == self.package}
        return own | dict(sorted((_offered(self)[0] | by_hand).items()))

    def accepted(self, kind: Any, name: str) -> type[Kind]:
        """Return a class from elsewhere that can stand under a name, or refuse it in a sentence."""
        if not isinstance(kind, type) or not issubclass(kind, self.kind) or inspect.isabstract(kind):
            raise ValueError(f"{getattr(kind, '__name__', kind)!r} is not a whole {self.kind.__name__}.")
        if not re.fullmatch("[a-z][a-z0-9_]*", name):
            raise ValueError(f"A name has small letters, digits and _ alone, unlike {name!r}.")
        if name in _modules(self.package):
            raise ValueError(f"ML Explorer has a {self.word} {name!r} of its own: choose another name.")
        if issubclass(kind, Recipe) and not kind.title:
            raise ValueError(f"{kind.__name__} has no title, which is what a picker shows.")
        return kind


MODELS = Shelf("model", "mlexplorer.models", Model)  # type: ignore[type-abstract] # only its concrete classes are returned
SOURCES = Shelf("source", "mlexplorer.datasets", Source)  # type: ignore[type-abstract] # only its concrete classes are returned
STUDIES = Shelf("study", "mlexplorer.studies", Study)  # type: ignore[type-abstract] # only its concrete classes are returned
FORMATS = Shelf("format", "mlexplorer.tables.formats", Format)  # type: ignore[type-abstract] # only its concrete classes are returned


@cache
def models() -> dict[str, type[Model]]:
    """Return the models by public name."""
    return MODELS.every()


@cache
def sources() -> dict[str, type[Source]]:
    """Return the sources of points by public name."""
    return SOURCES.every()


@cache
def studies() -> dict[str, type[Study]]:
    """Return the studies by public name."""
    return STUDIES.every()


@cache
def formats() -> dict[str, type[Format]]:
    """Return the file formats of tables by public name."""
    return FORMATS.every()


def importing() -> Iterator[None]:
    """Import all that can be chosen one by one, with a pause after each: together they take longer than a frame."""
    for shelf in (MODELS, SOURCES, STUDIES, FORMATS):
        for name in _modules(shelf.package):
            _defined(f"{shelf.package}.{name}", shelf.kind)
            yield
    for every in (models, sources, studies, formats):
        every()
        yield


def model(name: str) -> type[Model]:
    """Return the model with a public name, or refuse with the nearest match."""
    return MODELS.named(name)


def source(name: str) -> type[Source]:
    """Return the source with a public name, or refuse with the nearest match."""
    return SOURCES.named(name)


def study(name: str) -> type[Study]:
    """Return the study with a public name, or refuse with the nearest match."""
    return STUDIES.named(name)


def register(kind: Registered, name: str | None = None) -> Registered:
    """Offer a model, a source or a study under a name, as long as this Python runs, in place of an earlier one.

    Without a name NearestMean becomes nearest_mean. Names of ML Explorer itself are refused. Returns the class, so
    that @mlx.register may stand above it.
    """
    shelf: Shelf[Any] | None = next((item for item in (MODELS, SOURCES, STUDIES) if issubclass(kind, item.kind)), None)
    if shelf is None:
        raise ValueError(f"{kind.__name__} is neither a model nor a source nor a study.")
    chosen = name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
    _by_hand[shelf.package, chosen] = shelf.accepted(kind, chosen)
    GIVEN_NAMES[kind] = chosen
    for known in (models, sources, studies):
        known.cache_clear()
    return kind


def is_known(kind: type[Recipe]) -> bool:
    """Return whether a class can be found again by its public name, in its present form or an earlier one."""
    packages = tuple(f"{shelf.package}." for shelf in (MODELS, SOURCES, STUDIES))
    return kind in GIVEN_NAMES or kind.__module__.startswith(packages)


def refusals() -> tuple[str, ...]:
    """Return a sentence for each entry point of another package that cannot be used."""
    return tuple(sentence for shelf in (MODELS, SOURCES, STUDIES) for sentence in _offered(shelf)[1].values())


def refresh() -> None:
    """Look at the files and the entry points anew, and forget what was registered."""
    _by_hand.clear()
    for known in (models, sources, studies, formats, _modules, _offered, _only):
        known.cache_clear()


@cache
def _modules(package: str) -> tuple[str, ...]:
    return tuple(info.name for info in pkgutil.iter_modules(importlib.import_module(package).__path__))


def _defined(name: str, kind: type[Kind]) -> type[Kind]:
    found: type[Kind] = _only(name, kind)  # type: ignore[arg-type] # every class can be hashed
    return found


@cache
def _only(name: str, kind: Any) -> Any:
    """Return the one class of a kind that a module defines."""
    module = importlib.import_module(name)
    found = [
        item
        for _, item in inspect.getmembers(module, inspect.isclass)
        if issubclass(item, kind) and not inspect.isabstract(item) and item.__module__ == name
    ]
    assert len(found) == 1, f"{name} must define one {kind.__name__}, and has {len(found)}"
    return found[0]


@cache
def _offered(shelf: Shelf[Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what other packages offer by name, and why the others cannot be used."""
    from importlib.metadata import entry_points  # start-up time

    offered: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for point in entry_points(group=shelf.package):
        try:
            kind = shelf.accepted(point.load(), point.name)
        except Exception as error:
            refused[point.name] = f"The {shelf.word} {point.name!r} from {point.value} cannot be used: {error}"
        else:
            offered[point.name] = kind
            if issubclass(kind, Recipe):
                GIVEN_NAMES[kind] = point.name
    return offered, refused
