"""The command that finds anything by typing, and what the window itself offers to be found."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.core import registry
from mlexplorer.core.params import Recipe, Spec, Value
from mlexplorer.edits.recipes import with_model, with_recipe, with_source
from mlexplorer.layers import plane
from mlexplorer.lessons.finding import Findable
from mlexplorer.session.session import MOST_RUNS, View
from mlexplorer.ui.actions import command, table
from mlexplorer.ui.sheets.keys_sheet import key_words
from mlexplorer.ui.sheets.offers import FindOffer, provider

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

SET, DO, MODEL, DATA, SHOW, RECENT = "Set a parameter", "Do", "Model", "Data", "Show", "Recent files"
ELSEWHERE = ("layer:", "find")  # commands that are offered in another way, or not at all
CURRENT = "in use"


@command("find", "Find anything…", ("Ctrl+K",), "Help", "search")
def find_anything(window: "Window") -> None:
    """Open the line to type into, below the top bar; or close it."""
    from mlexplorer.ui.sheets.find_sheet import FindSheet  # start-up time

    open_one = window.findChild(FindSheet)
    if open_one is None:
        FindSheet(window).open()
    else:
        open_one.leave()


@provider
def parameters(window: "Window") -> Iterator[FindOffer]:
    """FindOffer the parameters that matter now: numbers to be typed, choices and switches to be taken."""
    session = window.store.session
    for recipe in (session.run.model, session.document.holdout, session.document.source):
        for spec in recipe.shown():
            yield from _choices(window, recipe, spec) if _is_choice(spec) else [_number(window, recipe, spec)]


@provider
def models(window: "Window") -> Iterator[FindOffer]:
    """FindOffer every model."""
    used = window.store.session.run.model.public_name()
    for name, kind in registry.models().items():
        entry = Findable(f"model:{name}", kind.title, MODEL, f"{name} {kind.family} {kind.summary()}", 4.0)
        state = CURRENT if name == used else kind.family
        yield FindOffer(
            entry, partial(_use_model, window, name), "model", state, about=f"model:{name}", deed="Choose this model"
        )


@provider
def sources(window: "Window") -> Iterator[FindOffer]:
    """FindOffer every source of points."""
    used = window.store.session.document.source.public_name()
    for name, kind in registry.sources().items():
        entry = Findable(f"source:{name}", kind.title, DATA, f"{name} {kind.family} {kind.summary()}", 2.0)
        state = CURRENT if name == used else kind.family
        yield FindOffer(
            entry, partial(_use_source, window, name), "data", state, about=f"source:{name}", deed="Make these points"
        )


@provider
def views(window: "Window") -> Iterator[FindOffer]:
    """FindOffer the views beside the plane that there are for this fit; pointing at one shows it."""
    from mlexplorer.views.catalogue import all_kinds  # start-up time

    snapshot = None if window.plane.picture is None else window.plane.picture.snapshot
    for name, kind in all_kinds().items():
        if snapshot is not None and kind.offered(snapshot):
            entry = Findable(f"view:{name}", kind.title, SHOW, f"view {kind.help}", 2.0)
            look = partial(_with_panel, name=name)
            take = partial(window.linked.choose, name)
            yield FindOffer(
                entry, take, "right panel", "view", preview=look, about=f"view:{name}", deed="Open this view"
            )


@provider
def layers(window: "Window") -> Iterator[FindOffer]:
    """FindOffer the layers that there are for this fit; pointing at one switches it."""
    snapshot = None if window.plane.picture is None else window.plane.picture.snapshot
    for kind in () if snapshot is None else plane.offered(snapshot):
        shown = plane.is_switched_on(kind.name, window.store.session.view)
        entry = Findable(f"layer:{kind.name}", kind.title, SHOW, f"layer {kind.help}", 1.0)
        keys = key_words((f"Shift+{kind.key}",)) if kind.key else ""
        look = partial(View.switched, name=kind.name, shown=not shown)
        take = partial(window.run, f"layer:{kind.name}")
        yield FindOffer(entry, take, "layers", "on" if shown else "off", keys, look)


@provider
def recent_files(window: "Window") -> Iterator[FindOffer]:
    """FindOffer the files opened or saved last."""
    for path in window.files.recent:
        entry = Findable(f"file:{path}", path.name, RECENT, "open recent file")
        yield FindOffer(entry, partial(window.files.open, path), "open", path.parent.name)


@provider
def commands(window: "Window") -> Iterator[FindOffer]:
    """FindOffer every command of the window that can be given now."""
    for one in table():
        action = window.actions_by_name.get(one.name)
        if action is not None and action.isEnabled() and not one.name.startswith(ELSEWHERE):
            title = one.title.strip() if one.name in ("undo", "redo") else action.text().strip()
            entry = Findable(f"command:{one.name}", title, DO, f"{one.menu} {one.answer.__doc__ or ''}")
            state = one.menu if one.is_on is None else "on" if one.is_on(window) else "off"
            about = one.name if one.name.startswith("tool:") else ""
            yield FindOffer(
                entry, action.trigger, one.icon, state, key_words(one.keys[:1]), about=about, deed="Use this tool"
            )


def _is_choice(spec: Spec) -> bool:
    return isinstance(spec.default, bool) or bool(spec.choices)


def _choices(window: "Window", recipe: Recipe, spec: Spec) -> Iterator[FindOffer]:
    now = recipe.values()[spec.name]
    every: tuple[Value, ...] = (True, False) if isinstance(spec.default, bool) else spec.choices
    for value in every:
        words = spec.title(value) if isinstance(value, str) else spec.words(value)
        name = f"set:{type(recipe).__name__}.{spec.name}={value}"
        entry = Findable(name, f"{spec.label}: {words}", SET, f"{spec.name} {value} {spec.help}", 1.0)
        state = "now" if value == now else f"now {spec.words(now)}"
        yield FindOffer(entry, partial(_set, window, recipe, spec, value), "settings", state, about=_page(recipe))


def _number(window: "Window", recipe: Recipe, spec: Spec) -> FindOffer:
    now = recipe.values()[spec.name]
    entry = Findable(f"set:{type(recipe).__name__}.{spec.name}", spec.label, SET, f"{spec.name} {spec.help}", 3.0)
    if isinstance(now, str):  # free words are typed in the form
        return FindOffer(entry, window.panel.setFocus, "settings", now, about=_page(recipe))
    return FindOffer(
        entry,
        lambda: None,
        "settings",
        f"now {spec.words(now)}",
        completes=f"{spec.label} ",
        with_number=lambda value: _settings(window, recipe, spec, value),
        about=_page(recipe),
    )


def _settings(window: "Window", recipe: Recipe, spec: Spec, number: float) -> tuple[FindOffer, ...]:
    """Return what a number after the name of a parameter offers: to set it, and to race against what it is now."""
    now = recipe.values()[spec.name]
    try:
        value = _checked(recipe, spec, number)
    except ValueError as problem:
        entry = Findable(f"no:{spec.name}", f"{spec.label}: {problem}", SET)
        return (FindOffer(entry, partial(window.plane.hint, str(problem)), "warning"),)
    words = spec.words(value)
    entry = Findable(f"to:{spec.name}", f"Set {spec.label} to {words}", SET)
    found = [FindOffer(entry, partial(_set, window, recipe, spec, value), "settings", f"now {spec.words(now)}")]
    session = window.store.session
    if recipe is session.run.model and len(session.document.runs) < MOST_RUNS:
        race = Findable(f"race:{spec.name}", f"Race {spec.label} {spec.words(now)} against {words}", SET)
        found.append(FindOffer(race, partial(_race, window, spec, value), "race", "adds a run"))
    return tuple(found)


def _checked(recipe: Recipe, spec: Spec, number: float) -> Value:
    """Return a typed number as a value of a parameter: whole where it must be, 30 as 30 % of a share."""
    whole = isinstance(spec.default, int) and number.is_integer()
    share = number / 100 if spec.unit == "%" and abs(number) > 1 else number
    return recipe.with_values({spec.name: int(number) if whole else share}).values()[spec.name]


def _set(window: "Window", recipe: Recipe, spec: Spec, value: Value) -> None:
    changed = with_recipe(window.store.session, recipe.with_values({spec.name: value}))
    window.store.edit(changed, f"change {spec.label.lower()}")


def _race(window: "Window", spec: Spec, value: Value) -> None:
    session = window.store.session.with_runner()
    window.store.edit(with_model(session, session.run.model.with_values({spec.name: value})), "add a run")


def _use_model(window: "Window", name: str) -> None:
    kind = registry.model(name)
    window.store.edit(with_model(window.store.session, kind()), f"choose {kind.title}")


def _use_source(window: "Window", name: str) -> None:
    kind = registry.source(name)
    window.store.edit(with_source(window.store.session, kind(), keeps_frame=False), f"choose {kind.title}")


def _with_panel(view: View, name: str) -> View:
    return replace(view, panel=name)


def _page(recipe: Recipe) -> str:
    kind = recipe.public_name()
    return f"model:{kind}" if kind in registry.models() else f"source:{kind}" if kind in registry.sources() else ""
