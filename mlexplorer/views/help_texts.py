"""What pages of help say beyond a declaration: a class says it itself, else a file in resources/help does, by name."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from mlexplorer.core.params import Recipe
from mlexplorer.core.resources import resource

Shelf: TypeAlias = Literal["models", "views", "sources", "studies", "tools"]


@dataclass(frozen=True)
class HelpText:
    """Further sentences of the idea, a formula as LaTeX with what its letters mean, stages, mistakes, other pages."""

    idea: str = ""
    objective: str = ""
    words: str = ""
    stages: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


def added(shelf: Shelf, name: str) -> HelpText:
    """Return what the file of a shelf says of a name; nothing if it does not know it."""
    return HelpText(**{part: _frozen(value) for part, value in _file(shelf).get(name, {}).items()})


def text_of(shelf: Shelf, kind: type[Recipe]) -> HelpText:
    """Return what is said of a model, a source or a study; what its class says itself comes first."""
    file = added(shelf, kind.public_name())
    return HelpText(
        kind.idea or file.idea,
        kind.objective or file.objective,
        kind.objective_words or file.words,
        kind.stages or file.stages,
        kind.mistakes or file.mistakes,
        file.see,
    )


@cache
def _file(shelf: Shelf) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(resource(f"help/{shelf}.json").read_text(encoding="utf-8"))
    return found


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
