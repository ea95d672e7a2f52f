"""What can be found about parameters: those of the session, those of other models, and several values side by side."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.core.model import Knob, Model
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Recipe, Spec, Value, specs
from mlexplorer.core.source import Source
from mlexplorer.edits.recipes import compared, with_comparison, with_model, with_points_for, with_recipe
from mlexplorer.lessons.finding import Findable
from mlexplorer.session.session import MOST_RUNS, Session
from mlexplorer.ui.forms.digits import full_text
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.sheets.offers import COMPARE, OF, OTHERS, SET, FindOffer, Slide, edit_to, provider

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@provider
def parameters(window: "Window") -> Iterator[FindOffer]:
    """Offer every parameter of the model and the points: numbers to be typed, choices and switches to be taken."""
    session = window.store.session
    for recipe in (session.run.model, session.document.holdout, session.document.source):
        for spec in specs(type(recipe)):
            yield from _choices(window, recipe, spec) if _is_choice(spec) else [_number(window, recipe, spec)]


@provider
def other_parameters(window: "Window") -> Iterator[FindOffer]:
    """Offer the numbers of all other models: setting one chooses its model."""
    used = type(window.store.session.run.model)
    for name, kind in window.panel.models().items():
        for spec in specs(kind) if kind is not used else ():
            if not isinstance(spec.default, str | bool):
                title = f"{spec.label}{OF}{kind.title}"
                entry = Findable(f"set:{name}.{spec.name}", title, OTHERS, f"{spec.name} {spec.help}", -6.0)
                take = partial(_use, window, kind(), spec)
                words, told = f"{title} ", (f"model:{name}", spec.name)
                yield FindOffer(entry, _nothing, "settings", kind.family, completes=words, with_number=take, told=told)


@provider
def comparisons(window: "Window") -> Iterator[FindOffer]:
    """Offer every model at three values of each of its knobs, side by side."""
    for name, kind in window.panel.models().items():
        model = kind()
        for knob in model.knobs():
            spec = next(spec for spec in specs(kind) if spec.name == knob.name)
            values = ", ".join(spec.words(value) for value in compared(knob))
            title = f"Compare {kind.title}: {small(spec.label)} {values}"
            entry = Findable(f"compare:{name}.{knob.name}", title, COMPARE, f"side by side {spec.help}", -5.0)
            said = f"Side by side: {small(spec.label)} {values}."
            deed = f"Slide {small(spec.label)} from end to end"
            becomes = partial(_compared, window, model, knob)
            take = edit_to(window, becomes, f"compare {kind.title}")
            about = (f"model:{name}",)
            yield FindOffer(entry, take, "compare", "", about=about, deed=deed, said=said, becomes=becomes)


def _nothing() -> None:
    """Do nothing: a number is still to be typed."""


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
        told = (_page(recipe), spec.name)
        becomes = partial(_changed, window, recipe, spec, value)
        take = edit_to(window, becomes, f"change {spec.label.lower()}")
        yield FindOffer(entry, take, "settings", state, becomes=becomes, told=told)


def _number(window: "Window", recipe: Recipe, spec: Spec) -> FindOffer:
    now = recipe.values()[spec.name]
    entry = Findable(f"set:{type(recipe).__name__}.{spec.name}", spec.label, SET, f"{spec.name} {spec.help}", 3.0)
    told = (_page(recipe), spec.name)
    if isinstance(now, str):  # free words are typed in the form
        return FindOffer(entry, window.panel.setFocus, "settings", now, told=told)
    needs = _opened(recipe, spec)
    state = f"now {spec.words(now)}" if not needs else _told(type(recipe), needs)
    take = partial(_settings, window, recipe, spec)
    words, slide = f"{spec.label} ", _slide(spec, now, now)
    return FindOffer(entry, _nothing, "settings", state, completes=words, with_number=take, told=told, slide=slide)


def _settings(window: "Window", recipe: Recipe, spec: Spec, number: float) -> tuple[FindOffer, ...]:
    """Return what a number after the name of a parameter offers: to set it, and to race against what it is now."""
    now = recipe.values()[spec.name]
    try:
        value = _checked(recipe, spec, number)
    except ValueError as problem:
        return (_refusal(window, Findable(f"no:{spec.name}", f"{spec.label}: {problem}", SET), problem),)
    words = spec.words(value)
    entry = Findable(f"to:{spec.name}", f"Set {spec.label} to {words}", SET)
    becomes = partial(_changed, window, recipe, spec, value)
    take = edit_to(window, becomes, f"change {spec.label.lower()}")
    slide = _slide(spec, value, now)
    found = [FindOffer(entry, take, "settings", f"now {spec.words(now)}", becomes=becomes, slide=slide)]
    session = window.store.session
    if recipe is session.run.model and value != now and len(session.document.runs) < MOST_RUNS:
        race = Findable(f"race:{spec.name}", f"Race {spec.label} {spec.words(now)} against {words}", SET)
        found.append(FindOffer(race, partial(_race, window, spec, value), "race", "adds a run"))
    return tuple(found)


def _slide(spec: Spec, value: Value, now: Value) -> Slide | None:
    """Return where a value and the present one lie on the slider of a parameter; None if it has none."""
    scale = Scale(spec)
    if not scale.has_slider or isinstance(value, str) or isinstance(now, str):
        return None

    def asked(share: float) -> str:
        return f"{spec.label} {full_text(spec, scale.value(round(share * scale.places)))}"

    return Slide(scale.place(value) / scale.places, scale.place(now) / scale.places, asked)


def _use(window: "Window", model: Model, spec: Spec, number: float) -> tuple[FindOffer, ...]:
    """Return what a number after the name of another model's parameter offers: that model with it."""
    try:
        value = _checked(model, spec, number)
    except ValueError as problem:
        title = f"{model.title}: {problem}"
        refused = _refusal(window, Findable(f"no:{model.public_name()}.{spec.name}", title, OTHERS), problem)
        return (replace(refused, is_refused_elsewhere=True),)
    entry = Findable(
        f"use:{model.public_name()}.{spec.name}", f"{model.title} with {spec.label} {spec.words(value)}", OTHERS
    )
    becomes = partial(_chosen, window, _with(model, spec, value))
    take = edit_to(window, becomes, f"choose {model.title}")
    return (FindOffer(entry, take, "model", "chooses this model", becomes=becomes),)


def _refusal(window: "Window", entry: Findable, problem: ValueError) -> FindOffer:
    return FindOffer(entry, partial(window.plane.hint, str(problem)), "warning")


def _checked(recipe: Recipe, spec: Spec, number: float) -> Value:
    """Return a typed number as a value of a parameter: whole where it must be, 30 as 30 % of a share."""
    whole = isinstance(spec.default, int) and number.is_integer()
    share = number / 100 if spec.unit == "%" and abs(number) > 1 else number
    return recipe.with_values({spec.name: int(number) if whole else share}).values()[spec.name]


def _opened(recipe: Recipe, spec: Spec) -> dict[str, Value]:
    """Return the choices that must be made for a parameter to matter; none if it does."""
    known, found = {one.name: one for one in specs(type(recipe))}, {}
    while spec not in recipe.shown() and spec.shown_when is not None:
        name, values = spec.shown_when
        if recipe.values()[name] not in values:
            found[name] = values[0]
        spec = known[name]
    return found


def _told(kind: type[Recipe], needs: Mapping[str, Value]) -> str:
    return "with " + ", ".join(
        f"{small(spec.label)} {spec.words(needs[spec.name])}" for spec in specs(kind) if spec.name in needs
    )


def _with(model: Model, spec: Spec, value: Value) -> Model:
    return model.with_values({**_opened(model, spec), spec.name: value})


def _changed(window: "Window", recipe: Recipe, spec: Spec, value: Value) -> Session:
    changed = recipe.with_values({**_opened(recipe, spec), spec.name: value})
    return with_recipe(window.store.session, changed)


def _race(window: "Window", spec: Spec, value: Value) -> None:
    session = window.store.session.with_runner()
    window.store.edit(with_model(session, _with(session.run.model, spec, value)), "add a run")


def _chosen(window: "Window", model: Model) -> Session:
    return with_model(with_points_for(window.store.session, model), model)


def _compared(window: "Window", model: Model, knob: Knob) -> Session:
    return with_comparison(window.store.session, model, knob)


def _page(recipe: Recipe) -> str:
    """Return the page of help on the recipe of a session; "" if it has none."""
    name = recipe.public_name()
    return f"model:{name}" if isinstance(recipe, Model) else f"source:{name}" if isinstance(recipe, Source) else ""
