"""The commands on how the plane and the window are looked at."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QWidget

from mlexplorer.core.model import IsByHand
from mlexplorer.layers import plane
from mlexplorer.layers.layer_memo import switched_between
from mlexplorer.layers.shading import EXPORTED
from mlexplorer.pipeline.previews import strip_study
from mlexplorer.session.answers import challenged
from mlexplorer.session.session import View
from mlexplorer.session.side_by_side import RUNNERS, SIDE, is_side_by_side
from mlexplorer.ui.actions import command
from mlexplorer.ui.look import motion
from mlexplorer.ui.panels.middle import ALONE, BESIDE, SWAPPED
from mlexplorer.ui.plane.plane_view import ZOOM_STEP
from mlexplorer.views.strip import with_strip

if TYPE_CHECKING:
    from mlexplorer.ui.panels.edges import Edge
    from mlexplorer.ui.window import Window

PLACES = {BESIDE: "stands beside the plane", SWAPPED: "has changed places with the plane"}
WIDE = 1600  # pixels of a window with room for the panel and the data table


@command("show_all", "Show all points", ("F",), "View", "fit")
def show_all(window: "Window") -> None:
    """Show all points."""
    window.plane.show_all()


@command("zoom_in", "Zoom in", ("Ctrl++", "Ctrl+="), "View", "zoom in")
def zoom_in(window: "Window") -> None:
    """Show a smaller part of the plane."""
    window.plane.zoom(1 / ZOOM_STEP)


@command("zoom_out", "Zoom out", ("Ctrl+-",), "View", "zoom out")
def zoom_out(window: "Window") -> None:
    """Show a larger part of the plane."""
    window.plane.zoom(ZOOM_STEP)


@command(
    "exported",
    "Regions as exported",
    ("Shift+F5",),
    "View",
    is_on=lambda window: window.store.session.view.shows(EXPORTED),
)
def show_as_exported(window: "Window") -> None:
    """Show the regions in the bands of certainty that a figure has, or blended again."""
    window.plane.toggle_layer(EXPORTED)


@command("data_table", "Data table", ("F4",), "View", "table", is_on=lambda window: not window.data_table.isHidden())
def show_data_table(window: "Window") -> None:
    """Show the points as a table beside the plane, or no longer; in a narrow window it takes the panel's place."""
    shown = window.data_table.isHidden()
    window.data_table.setVisible(shown)
    if not window.presenting:
        window.panel.setVisible(not shown or window.width() >= WIDE)


@command(
    "strip",
    "Error strip below the plane",
    ("Ctrl+1",),
    "View",
    is_on=lambda window: strip_study(window.store.session) is not None,
)
def show_strip(window: "Window") -> None:
    """Show the errors against the parameter that makes the model complex below the plane, or no longer."""
    window.store.edit(with_strip(window.store.session), "study the complexity")


@command(
    "theme:system", "Light or dark, as the system", (), "View", is_on=lambda window: window.theme_choice == "system"
)
def wear_system(window: "Window") -> None:
    """Use the theme that the system uses."""
    wear(window, "system")


@command("theme:light", "Light", (), "View", "theme light", is_on=lambda window: window.theme_choice == "light")
def wear_light(window: "Window") -> None:
    """Use the light theme, whatever the system uses."""
    wear(window, "light")


@command("theme:dark", "Dark", (), "View", "theme dark", is_on=lambda window: window.theme_choice == "dark")
def wear_dark(window: "Window") -> None:
    """Use the dark theme, whatever the system uses."""
    wear(window, "dark")


@command(
    "theme:projector",
    "Projector",
    (),
    "View",
    "theme projector",
    is_on=lambda window: window.theme_choice == "projector",
)
def wear_projector(window: "Window") -> None:
    """Use the theme for projectors: stronger lines on white."""
    wear(window, "projector")


@command("undo_switch", "Undo the last switch", ("Ctrl+Backspace",), "View")
def undo_switch(window: "Window") -> None:
    """Take back what was switched last of layers, views and their choices; points and models stay as they are."""
    before = window.store.session.view
    done = window.store.undo_look()
    again = f"{_switch_words(window, before)} · Ctrl+Shift+Backspace"
    window.plane.toast(again if done else "No switch to take back.")


@command("redo_switch", "Switch again", ("Ctrl+Shift+Backspace",), "View")
def redo_switch(window: "Window") -> None:
    """Switch again what was taken back."""
    before = window.store.session.view
    done = window.store.redo_look()
    window.plane.toast(f"{_switch_words(window, before)} · Ctrl+Backspace" if done else "Nothing to switch again.")


def _switch_words(window: "Window", before: View) -> str:
    """Return what a switch did, in a few words."""
    view = window.store.session.view
    titles = {kind.name: kind.title for kind in plane.LAYERS}
    names = [name for name in sorted(switched_between(before, view)) if name in titles]
    if names:
        return ", ".join(
            f"{titles[name]} {'shown' if plane.is_switched_on(name, view) else 'hidden'}" for name in names
        )
    return "Another view" if before.panel != view.panel else "As it was"


@command("swap_view", "Swap view and plane", ("Ctrl+2",), "View", "swap", is_on=lambda window: _stands(window, SWAPPED))
def swap_view(window: "Window") -> None:
    """Let the linked view and the plane change places, or stand as usual again."""
    leave_plane_alone(window)
    window.middle.arrange(BESIDE if _stands(window, SWAPPED) else SWAPPED)
    _tell_place(window, "Ctrl+2")


@command("enlarge_view", "Only the view", ("Ctrl+3",), "View", "enlarge", is_on=lambda window: _stands(window, ALONE))
def enlarge_view(window: "Window") -> None:
    """Give the linked view the room of the plane too, or give that back."""
    leave_plane_alone(window)
    window.middle.arrange(BESIDE if _stands(window, ALONE) else ALONE)
    _tell_place(window, "Ctrl+3")


def _tell_place(window: "Window", key: str) -> None:
    """Say where the linked view stands now, unless it has taken the place of the plane that would say it."""
    if window.middle.arrangement in PLACES:
        window.plane.toast(f"The linked view {PLACES[window.middle.arrangement]} · {key}")


def _stands(window: "Window", arrangement: str) -> bool:
    return window.middle.arrangement == arrangement


@command("fold_left", "Left panel", ("Ctrl+4",), "View", is_on=lambda window: not window.panel.is_folded)
def fold_left(window: "Window") -> None:
    """Fold the left panel away, or show it again."""
    _fold(window, window.middle.left, window.panel.is_folded, "Left panel", "Ctrl+4")


@command("fold_right", "Linked view", ("Ctrl+5",), "View", is_on=lambda window: not window.linked.is_folded)
def fold_right(window: "Window") -> None:
    """Fold the linked view away, or show it again."""
    _fold(window, window.middle.right, window.linked.is_folded, "Linked view", "Ctrl+5")


@command("fold_below", "Timeline", ("Ctrl+6",), "View", is_on=lambda window: not window.timeline.is_folded)
def fold_below(window: "Window") -> None:
    """Fold the timeline away, or show it again."""
    _fold(window, window.below, window.timeline.is_folded, "Timeline", "Ctrl+6")


def _fold(window: "Window", edge: "Edge", is_folded: bool, words: str, key: str) -> None:
    """Fold a part of the window or unfold it, and say so."""
    edge.fold(not is_folded)
    window.plane.toast(f"{words} shown · {key} hides it" if is_folded else f"{words} hidden · {key} shows it")


@command(
    "side_by_side",
    "Runs side by side",
    ("F6",),
    "View",
    "compare",
    is_on=lambda window: is_side_by_side(window.store.session),
)
def show_side_by_side(window: "Window") -> None:
    """Give every run a plane of its own, with a second run if there is only one; or go back to one plane."""
    session = window.store.session
    if is_side_by_side(session):
        window.plane.toggle_layer(SIDE)
        return
    view = session.view.switched(SIDE, True)
    if len(session.document.runs) > 1:
        window.store.look(view)
    else:
        window.store.edit(replace(session, view=view).with_runner(), "add a run")


@command("answer", "Hide or reveal the machine’s answer", ("F7",), "View", "hide")
def answer(window: "Window") -> None:
    """Ask the machine to draw its line too, hidden; or reveal what is hidden, or hide it again."""
    session = window.store.session
    if len(session.document.runs) > 1:
        hidden = not session.view.shows(RUNNERS, True)
        window.plane.toggle_layer(RUNNERS)
        window.plane.hint("Here is the other answer." if hidden else "The other answer is hidden; F7 reveals it.")
    elif isinstance(session.run.model, IsByHand):
        window.store.edit(challenged(session), "ask the machine")
        window.plane.hint("The machine has drawn its line, but hides it. Draw yours, then press F7 to reveal.")
    else:
        window.plane.hint("Choose the model “By hand” first: then the machine can draw against you.")


@command("only_plane", "Only the plane", ("F11",), "View", is_on=lambda window: bool(window.put_away))
def only_plane(window: "Window") -> None:
    """Show only the plane, on the whole screen, or everything again."""
    alone = not window.put_away
    if alone:
        window.middle.arrange(BESIDE)  # or the linked view would go, and the plane not come
        beside = (window.panel, window.data_table, window.linked, window.timeline, window.status)
        stage = (window.stage.title, window.stage.band) if window.presenting else ()
        parts = (window.toolbar, window.plane.bar, *beside, *window.middle.edges, window.below, *stage)
        window.put_away = tuple(part for part in parts if not part.isHidden())
    for part in window.put_away:
        part.setVisible(not alone)
    if not alone:
        window.put_away = ()
    give_strips_room(window)
    if not window.presenting:  # a stage is on the full screen already
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)  # it may be maximised


def give_strips_room(window: "Window") -> None:
    """Let the strips of errors and scenes stand in the window, but neither on stage nor beside the plane alone."""
    for strip in (window.strip, window.scene_strip):
        strip.give_room(not (window.presenting or window.put_away))


def leave_plane_alone(window: "Window") -> None:
    """Show everything again if only the plane is shown."""
    if window.put_away:
        only_plane(window)


@command("less_motion", "Less motion", (), "View", is_on=lambda _: motion.is_chosen())
def less_motion(window: "Window") -> None:
    """Let things come and go at once, without fading, or as the system has it."""
    motion.choose(not motion.is_chosen())
    window.plane.toast("Nothing fades." if motion.is_reduced() else "What goes by itself fades.")


@command("next_pane", "Next part of the window", ("Ctrl+Tab",), "View")
def next_pane(window: "Window") -> None:
    """Give the keys to the next part of the window that is shown."""
    _cycle(window, 1)


@command("previous_pane", "Part of the window before", ("Ctrl+Shift+Tab",), "View", in_menu=False)
def previous_pane(window: "Window") -> None:
    """Give the keys to the part of the window before."""
    _cycle(window, -1)


def _cycle(window: "Window", step: int) -> None:
    """Give the keys to the first control of the next part that is shown and has one."""
    parts: list[QWidget] = [window.panel, window.data_table, window.plane, window.beside, window.linked]
    if window.presenting:
        window.stage.strip.come()
    parts += [window.stage.strip, window.stage.band] if window.presenting else [window.timeline]
    shown, focus = [part for part in parts if part.isVisible()], window.focusWidget() or window
    now = next((number for number, part in enumerate(shown) if part.isAncestorOf(focus)), -1 if step > 0 else 0)
    turns = (shown[(now + turn * step) % len(shown)] for turn in range(1, len(shown) + 1))
    next((part for part in turns if _take_keys(window, part)), None)


def _take_keys(window: "Window", part: QWidget) -> bool:
    """Give the keys to the first control of a part; the plane leaves them to the window. False: it has none."""
    if part in (window.plane, window.beside):
        window.plane.canvas.setFocus()
        return True
    for control in part.findChildren(QWidget):
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus and control.isVisible() and control.isEnabled():
            control.setFocus(Qt.FocusReason.TabFocusReason)
            return True
    return False


def wear(window: "Window", name: str) -> None:
    """Use a theme from now on."""
    QSettings().setValue("theme", name)
    window.theme_choice = name
    window.apply_theme()


def show_as(window: "Window", name: str) -> None:
    """Wear a theme, or "present", without remembering it."""
    window.theme_choice = "light" if name == "present" else name
    if name == "present":
        window.stage.fills_screen = False
        window.run("present")
        window.plane.pill.hide()  # it greets a lecturer
    else:
        window.apply_theme()
