"""From words to sessions: sources, files, models, parameters and layers as a command line names them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from mlexplorer.core import registry
from mlexplorer.core.decision import Rule
from mlexplorer.core.holdout import deal_of
from mlexplorer.core.numbers import is_count, shortened
from mlexplorer.core.params import Recipe, Value, nearest, specs
from mlexplorer.figures.files import embedded
from mlexplorer.layers.plane import LAYERS
from mlexplorer.lessons import scenes as ready
from mlexplorer.session import storage
from mlexplorer.session.opening import opening
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.tables.choosing import Wanted, imported
from mlexplorer.tables.importing import Imported

AnyRecipe = TypeVar("AnyRecipe", bound=Recipe)
EVERYTHING = Wanted()


def session_of(
    words: str, settings: Sequence[str] = (), wanted: Wanted = EVERYTHING, tell: Callable[[str], None] = lambda _: None
) -> Session:
    """Return the session that a source's name, a ready scene, a table, a session file or a figure stands for.

    wanted says which columns of a table are drawn, and tell hears what was read of it and what was left out.
    """
    path, is_scene = Path(words), ready.is_named(words)
    is_session = path.suffix.lower() in embedded.OPENED or words.endswith(storage.SUFFIX)
    if wanted and (is_scene or is_session or not path.exists()):
        raise ValueError(f"Columns, rows and sheets are those of a table, and {words} is none.")
    if is_scene:
        _refuse_settings(words, settings)
        return ready.book_of(words).session
    if not path.exists():
        return _of_source(words, settings)
    _refuse_settings(path.name, settings)
    suffix = path.suffix.lower()
    if suffix in embedded.OPENED:
        return embedded.read(path).session
    if words.endswith(storage.SUFFIX) or (suffix == ".json" and storage.begins_like_a_session(path)):
        return storage.load(path).session
    found = imported(path, wanted)
    tell(f"{path.name}: {columns_told(found)} {found.summary}")
    return Session(Document(registry.source("placed")(), _usual_runs(), found.data, dealt=deal_of(found.data)))


def columns_told(found: Imported) -> str:
    """Return which columns were made the axes."""
    return f"{found.data.names[0]} and {found.data.names[1]},"


def with_model(session: Session, name: str | None, settings: Sequence[str]) -> Session:
    """Return a session with another model or with other parameters of its own."""
    if name is None and not settings:
        return session
    model = session.run.model if name is None else registry.model(name)()
    return session.with_model(with_settings(model, settings))


def with_layers(session: Session, words: str | None) -> Session:
    """Return a session that shows only the layers named, or with +name and -name one more and one less."""
    if words is None:
        return session
    known = {kind.name: kind for kind in LAYERS}
    names = [name.strip() for name in words.split(",") if name.strip()]
    for name in names:
        if name.lstrip("+-") not in known:
            raise ValueError(f"There is no layer {name.lstrip('+-')!r}{nearest(name.lstrip('+-'), known)}.")
    relative = [name for name in names if name[0] in "+-"]
    shown = {name for name, kind in known.items() if session.view.shows(name, kind.shown)}
    shown = shown if len(relative) == len(names) else {name for name in names if name not in relative}
    shown = (shown | {name[1:] for name in relative if name[0] == "+"}) - {
        name[1:] for name in relative if name[0] == "-"
    }
    view = session.view
    for name, kind in known.items():
        if view.shows(name, kind.shown) != (name in shown):
            view = view.switched(name, name in shown)
    return replace(session, view=view)


def with_rule(session: Session, threshold: float | None, costs: str | None, reject: float | None) -> Session:
    """Return a session whose rule has another threshold, other costs such as "0,1;5,0", or another doubt."""
    if threshold is None and costs is None and reject is None:
        return session
    rule = session.document.rule
    if threshold is not None or costs is not None:
        rule = Rule(threshold, () if costs is None else _prices(costs), rule.reject)
    rule = rule if reject is None else replace(rule, reject=reject)
    return replace(session, document=replace(session.document, rule=rule))


def _prices(words: str) -> tuple[tuple[float, ...], ...]:
    try:
        return tuple(tuple(float(cell) for cell in row.split(",")) for row in words.split(";"))
    except ValueError:
        raise ValueError(f"Costs are written as rows of numbers like 0,1;5,0, not {shortened(words, 40)!r}.") from None


def step_of(words: str) -> int | None:
    """Return the place on the timeline that a word names; "end" is the last one."""
    if words == "end":
        return None
    if not is_count(words):
        raise ValueError(f"A step is a number from 0 or the word end, not {shortened(words, 40)!r}.")
    return int(words)


def steps_of(words: str) -> int | Sequence[float | None]:
    """Return the moments that words name, parted by commas; one number alone means so many, evenly spread."""
    names = [name.strip() for name in words.split(",") if name.strip()]
    return int(names[0]) if len(names) == 1 and is_count(names[0]) else [step_of(name) for name in names]


def with_settings(recipe: AnyRecipe, settings: Sequence[str]) -> AnyRecipe:
    """Return a recipe with parameters changed, each written as name=value."""
    return recipe.with_values(values_of(recipe, (_parted(setting) for setting in settings)))


def values_of(recipe: Recipe, settings: Iterable[tuple[str, str]]) -> dict[str, Value]:
    """Return values for parameters written as text; those of unknown parameters stay text."""
    known = {spec.name: spec for spec in specs(type(recipe))}
    return {name: known[name].read(text) if name in known else text for name, text in settings}


def lists_of(recipe: Recipe, settings: Sequence[str]) -> dict[str, list[Value]]:
    """Return several values for each parameter, written as name=value,value and so on."""
    found: dict[str, list[Value]] = {}
    for name, text in map(_parted, settings):
        found[name] = [values_of(recipe, [(name, part.strip())])[name] for part in text.split(",")]
    return found


def _refuse_settings(words: str, settings: Sequence[str]) -> None:
    if settings:
        raise ValueError(f"{words} has its points already: only a source's name can have parameters.")


def _of_source(name: str, settings: Sequence[str]) -> Session:
    if "." in name or "/" in name or "\\" in name:
        raise ValueError(f"There is no file {name!r}.")
    source = with_settings(registry.source(name)(), settings)
    return Session(Document(source, _usual_runs()))


def _usual_runs() -> tuple[Run, ...]:
    """Return what is drawn where no model is named: the one of the opening scene, as it is when it is named."""
    return (Run(type(opening().session.run.model)()),)


def _parted(setting: str) -> tuple[str, str]:
    name, equals, value = setting.partition("=")
    if not equals or not name:
        raise ValueError(f"A parameter is written as name=value, not {setting!r}.")
    return name.strip(), value.strip()
