"""The commands of the stage: enter and leave it, point and draw, and what has another meaning there than elsewhere."""

from dataclasses import replace
from typing import TYPE_CHECKING

from mlexplorer.ui.actions import command
from mlexplorer.ui.commands.view_menu import give_strips_room
from mlexplorer.ui.look import theme

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

WELCOME = "On stage · Esc leaves · Tab the strip · F4 the linked view · F2 pen · F3 laser · . black"
SHOWN = {
    "none": "Linked view hidden · F4",
    "side": "Linked view beside the plane · F4",
    "swapped": "Plane and linked view swapped · F4",
}


@command("present", "Present", ("F5",), "Stage", "present", is_on=lambda _: False)  # on stage its words say Leave
def present(window: "Window") -> None:
    """Go on stage, or leave it."""
    stage = window.stage
    if window.put_away:
        window.run("only_plane")
    window.presenting = window.store.is_on_stage = not window.presenting
    action = window.actions_by_name["present"]
    action.setText("Leave the stage" if window.presenting else "Present")
    action.setIconText(" Leave  Esc" if window.presenting else " Present")
    theme.put_icon(action, "leave" if window.presenting else "present", 20, bright=True)
    if window.presenting:
        give_strips_room(window)  # before: what is hidden then is not shown again by the stage
    (stage.enter if window.presenting else stage.leave)()
    if not window.presenting:
        give_strips_room(window)
    if window.presenting:
        window.plane.hint(WELCOME)


@command("stage:focus", "Show the strip, then its next control", ("Tab",), "Stage", in_menu=False, on_stage=True)
def focus_next(window: "Window") -> None:
    """Show the strip and give the keys to what comes next."""
    window.stage.focus(forward=True)


@command("stage:focus_back", "Control before", ("Shift+Tab",), "Stage", in_menu=False, on_stage=True)
def focus_before(window: "Window") -> None:
    """Show the strip and give the keys to what came before."""
    window.stage.focus(forward=False)


@command("stage:up", "More of the chosen parameter", ("Up",), "Stage", in_menu=False, on_stage=True)
def raise_parameter(window: "Window") -> None:
    """Make the chosen parameter larger."""
    window.stage.strip.step(1)


@command("stage:down", "Less of the chosen parameter", ("Down",), "Stage", in_menu=False, on_stage=True)
def lower_parameter(window: "Window") -> None:
    """Make the chosen parameter smaller."""
    window.stage.strip.step(-1)


@command("stage:view", "Linked view: none, beside, swapped", ("F4",), "Stage", on_stage=True)
def walk_views(window: "Window") -> None:
    """Show the linked view beside the plane, then in its place, then not at all."""
    window.stage.next_view()
    window.plane.toast(SHOWN[window.stage.view])


@command(
    "stage:panel",
    "All parameters and the data",
    ("F9",),
    "Stage",
    on_stage=True,
    is_on=lambda window: window.presenting and not window.panel.isHidden(),
)
def show_panel(window: "Window") -> None:
    """Show all parameters and the data at the left, or no longer."""
    window.stage.show_panel(window.panel.isHidden())


@command("stage:pen", "Pen, straight line, highlighter", ("F2",), "Stage", on_stage=True)
def walk_pens(window: "Window") -> None:
    """Take the next pen."""
    window.stage.next_pen(window.stage.pens)
    _tell_pen(window, "F2")


@command("stage:light", "Laser, spotlight", ("F3",), "Stage", on_stage=True)
def walk_lights(window: "Window") -> None:
    """Take the laser, then the spotlight."""
    window.stage.next_pen(window.stage.lights)
    _tell_pen(window, "F3")


@command("stage:clear", "Clear the drawing", ("Backspace",), "Stage", on_stage=True)
def clear(window: "Window") -> None:
    """Wipe all strokes off; if there are none, what was kept of earlier ones."""
    session = window.store.session
    if window.plane.desk.ink.clear():
        window.plane.toast("Drawing cleared · Ctrl+Z brings it back")
    elif session.document.ink:
        document = replace(session.document, ink=())
        window.store.edit(replace(session, document=document), "clear the kept drawing")
        window.plane.toast("The kept drawing is cleared · Ctrl+Z brings it back")
    else:
        window.plane.toast("There is no drawing · F2 takes the pen")


@command("keep_drawing", "Keep the drawing", ("Ctrl+F2",), "Stage")
def keep(window: "Window") -> None:
    """Make what was drawn part of the document, so that it is saved and exported."""
    kept = window.plane.desk.ink.keep()
    window.plane.toast(
        "Drawing kept: it is saved and exported · Ctrl+Z" if kept else "There is nothing drawn that could be kept"
    )


@command(
    "stage:hold",
    "Let the strip stay",
    (),
    "Stage",
    on_stage=True,
    is_on=lambda window: window.presenting and window.stage.strip.is_kept,
)
def hold(window: "Window") -> None:
    """Let the strip stay, or go by itself again."""
    stage = window.stage
    stage.hold_strip(not stage.strip.is_kept)
    window.plane.toast("The strip stays" if stage.strip.is_kept else "The strip goes by itself")


@command("stage:blank", "Black screen", (".",), "Stage", on_stage=True)
def blank(window: "Window") -> None:
    """Make the screen black until a key is pressed."""
    window.stage.blank.cover()


@command("stage:larger", "Everything larger", ("+", "="), "Stage", on_stage=True)
def enlarge(window: "Window") -> None:
    """Make everything on stage larger."""
    window.stage.resize_content(1)


@command("stage:smaller", "Everything smaller", ("-",), "Stage", on_stage=True)
def reduce(window: "Window") -> None:
    """Make everything on stage smaller."""
    window.stage.resize_content(-1)


@command(
    "stage:bare",
    "Hide title and note",
    ("F8",),
    "Stage",
    on_stage=True,
    is_on=lambda window: window.presenting and window.stage.is_bare,
)
def bare(window: "Window") -> None:
    """Hide title, note and dots, or show them again."""
    stage = window.stage
    stage.show_bare(not stage.is_bare)
    window.plane.toast(f"Title and note {'hidden' if stage.is_bare else 'shown'} · F8")


def _tell_pen(window: "Window", key: str) -> None:
    pen = window.stage.pen
    words = f"{pen.title} · {key} next · Backspace clears · Esc puts it away" if pen is not None else "Put away"
    window.plane.toast(words)
