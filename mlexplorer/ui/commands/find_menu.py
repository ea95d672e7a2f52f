"""The command that finds anything by typing, and what the window itself offers to be found."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.core import registry
from mlexplorer.edits.recipes import with_model, with_points_for, with_source
from mlexplorer.layers import plane
from mlexplorer.lessons.finding import Findable
from mlexplorer.session.session import Session, View
from mlexplorer.ui.actions import command, table
from mlexplorer.ui.commands import parameter_offers
from mlexplorer.ui.commands.help_menu import open_help
from mlexplorer.ui.sheets.keys_sheet import key_words
from mlexplorer.ui.sheets.offers import FindOffer, edit_to, provider

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

DO, MODEL, DATA, SHOW, STUDY, RECENT = "Do", "Model", "Data", "Show", "Study", "Recent files"
ELSEWHERE = ("layer:", "find")  # commands that are offered in another way, or not at all
CURRENT, ABSENT = "in use", "not for this fit"
ON_YOURS, WITH_YOURS = "On the points that are open now.", "With the model that is open now."
ABOUT_YOURS = "Of the model and the points that are open now."
SUBJECTS = (parameter_offers,)  # imported for what they offer first


@command("find", "Find anything…", ("Ctrl+K",), "Help", "search")
def find_anything(window: "Window") -> None:
    """Open the line to type into, below the top bar; or close it."""
    from mlexplorer.ui.sheets.find_sheet import FindSheet  # start-up time

    open_one = window.findChild(FindSheet)
    if open_one is None:
        FindSheet(window, partial(open_help, window)).open()
    else:
        open_one.leave()


@provider
def models(window: "Window") -> Iterator[FindOffer]:
    """Offer every model that the course has reached."""
    used = window.store.session.run.model.public_name()
    for name, kind in window.panel.models().items():
        page = f"model:{name}"
        entry = Findable(page, kind.title, MODEL, f"{name} {kind.family} {kind.summary()}", 4.0)
        state = CURRENT if name == used else kind.family
        becomes, deed = partial(_with_kind, window, name), "Choose this model"
        take = edit_to(window, becomes, f"choose {kind.title}")
        yield FindOffer(entry, take, "model", state, about=(page,), deed=deed, said=ON_YOURS, becomes=becomes)


@provider
def sources(window: "Window") -> Iterator[FindOffer]:
    """Offer every source of points."""
    used = window.store.session.document.source.public_name()
    for name, kind in registry.sources().items():
        page = f"source:{name}"
        entry = Findable(page, kind.title, DATA, f"{name} {kind.family} {kind.summary()}", 2.0)
        state = CURRENT if name == used else kind.family
        becomes, deed = partial(_with_points, window, name), "Make these points"
        take = edit_to(window, becomes, f"choose {kind.title}")
        yield FindOffer(entry, take, "data", state, about=(page,), deed=deed, said=WITH_YOURS, becomes=becomes)


@provider
def views(window: "Window") -> Iterator[FindOffer]:
    """Offer every view beside the plane; pointing at one that there is for this fit shows it."""
    from mlexplorer.views.catalogue import all_kinds  # start-up time

    snapshot = None if window.plane.picture is None else window.plane.picture.snapshot
    for name, kind in all_kinds().items():
        page = f"view:{name}"
        entry = Findable(page, kind.title, SHOW, f"view {kind.help}", 2.0)
        if snapshot is not None and kind.offered(snapshot):
            look, take = partial(_with_panel, name=name), partial(window.linked.choose, name)
            yield FindOffer(entry, take, "right panel", "view", preview=look, about=(page,), deed="Open this view")
        else:
            yield _absent(window, entry, "right panel")


@provider
def layers(window: "Window") -> Iterator[FindOffer]:
    """Offer every layer the course has reached; pointing at one that there is for this fit switches it."""
    snapshot = None if window.plane.picture is None else window.plane.picture.snapshot
    there = () if snapshot is None else plane.offered(snapshot)
    for kind in plane.LAYERS:
        if not (kind.of_points or window.store.session.view.offers(kind.name)):
            continue
        entry = Findable(f"layer:{kind.name}", kind.title, SHOW, f"layer {kind.help}", 1.0)
        if kind not in there:
            yield _absent(window, entry, "layers")
            continue
        shown = plane.is_switched_on(kind.name, window.store.session.view)
        keys = key_words((f"Shift+{kind.key}",)) if kind.key else ""
        look, take = partial(View.switched, name=kind.name, shown=not shown), partial(window.run, f"layer:{kind.name}")
        yield FindOffer(entry, take, "layers", "on" if shown else "off", keys, look)


@provider
def studies(window: "Window") -> Iterator[FindOffer]:
    """Offer every question that takes many fits."""
    for name, kind in registry.studies().items():
        page = f"study:{name}"
        entry = Findable(page, kind.title, STUDY, f"{name} study {kind.summary()}", 1.0)
        take = partial(_ask, window, name)
        yield FindOffer(entry, take, "progress", "study", about=(page,), deed="Ask this question", said=ABOUT_YOURS)


@provider
def recent_files(window: "Window") -> Iterator[FindOffer]:
    """Offer the files opened or saved last."""
    for path in window.files.recent:
        entry = Findable(f"file:{path}", path.name, RECENT, "open recent file")
        yield FindOffer(entry, partial(window.files.open, path), "open", path.parent.name)


@provider
def commands(window: "Window") -> Iterator[FindOffer]:
    """Offer every command of the window, and say of those that cannot be given now that it is so."""
    for one in table():
        action = window.actions_by_name.get(one.name)
        if action is None or one.name.startswith(ELSEWHERE):
            continue
        title = one.title.strip() if one.name in ("undo", "redo") else action.text().strip()
        entry = Findable(f"command:{one.name}", title, DO, f"{one.menu} {one.answer.__doc__ or ''}")
        if not action.isEnabled():
            yield _absent(window, entry, one.icon, "not now")
            continue
        state = one.menu if one.is_on is None else "on" if one.is_on(window) else "off"
        about = (one.name,) if one.name.startswith("tool:") else ()
        keys = key_words(one.keys[:1])
        yield FindOffer(entry, action.trigger, one.icon, state, keys, about=about, deed="Use this tool")


def _absent(window: "Window", entry: Findable, icon: str, why: str = ABSENT) -> FindOffer:
    """Return an offer of what is not there now: it is found, and says so."""
    found = replace(entry, favour=entry.favour - 10)
    return FindOffer(found, partial(window.plane.hint, f"{entry.title}: {why}."), icon, why)


def _with_kind(window: "Window", name: str) -> Session:
    model = registry.model(name)()
    return with_model(with_points_for(window.store.session, model), model)


def _with_points(window: "Window", name: str) -> Session:
    return with_source(window.store.session, registry.source(name)(), keeps_frame=False)


def _with_panel(view: View, name: str) -> View:
    return replace(view, panel=name)


def _ask(window: "Window", name: str) -> None:
    from mlexplorer.views.study import asked  # start-up time

    session = asked(window.store.session, name)
    view = replace(session.view, panel="study")
    window.store.edit(replace(session, view=view), f"ask for {registry.study(name).title}")
