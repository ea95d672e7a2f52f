"""The commands on the steps of a run: walk, jump, start elsewhere."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.edits.fits import stepped
from mlexplorer.edits.starts import renewed, started_here
from mlexplorer.layers.pictures import CLEAN, LOWEST
from mlexplorer.pipeline.previews import lies_on_plane, shown_study
from mlexplorer.pipeline.slow_motion import ROUNDS, SLOW
from mlexplorer.ui.actions import command
from mlexplorer.ui.commands.selection_menu import nudge

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@command("play", "Play or pause", ("Space",), "Steps", "play")
def play(window: "Window") -> None:
    """Play the steps, or pause."""
    window.timeline.play()


@command("back", "Step back", ("Left",), "Steps", "back")
def back(window: "Window") -> None:
    """Step back, or nudge the selection to the left."""
    if not nudge(window, -1, 0):
        window.timeline.step(-1)


@command("forward", "Step forward", ("Right",), "Steps", "forward")
def forward(window: "Window") -> None:
    """Step forward, or nudge the selection to the right."""
    if not nudge(window, 1, 0):
        window.timeline.step(1)


@command("first", "First step", ("Home",), "Steps", "first")
def first(window: "Window") -> None:
    """Go to the first step."""
    window.timeline.first()


@command("last", "Last step", ("End",), "Steps", "last")
def last(window: "Window") -> None:
    """Go to the last step."""
    window.timeline.last()


@command("go_to_step", "Go to step …", ("Ctrl+J",), "Steps")
def go_to_step(window: "Window") -> None:
    """Type the number of a step."""
    if window.presenting:
        window.stage.band.words.type_number()
    else:
        window.timeline.type_number()


@command("clean", "First step without errors", ("Ctrl+Home",), "Steps")
def clean(window: "Window") -> None:
    """Go to the first step without errors."""
    _jump(window, CLEAN, "No step is without errors.")


@command("lowest", "Step with the lowest objective", ("Ctrl+End",), "Steps")
def lowest(window: "Window") -> None:
    """Go to the step with the lowest objective."""
    _jump(window, LOWEST, "These steps have no objective to compare.")


@command("new_start", "New start", ("Ctrl+Shift+N",), "Steps", "new start")
def new_start(window: "Window") -> None:
    """Draw another start: the next seed, visible in the form."""
    session = renewed(window.store.session)
    if session is None:
        window.plane.hint("Nothing is drawn at random here: every fit starts alike.")
    else:
        window.store.edit(session, "new start")


@command("start_here", "Start from what is shown", ("Shift+Home",), "Steps", "goal")
def start_here(window: "Window") -> None:
    """Start the fit from the parameters that are shown."""
    picture = window.plane.picture
    session = None if picture is None else started_here(replace(picture.snapshot, session=window.store.session))
    if session is None:
        window.plane.hint("This method cannot start from what is shown.")
    else:
        window.store.edit(session, "start from here")


@command("slow", "Slow motion: dwell on what a step looks at", ("Shift+Space",), "Steps", "film")
def slow(window: "Window") -> None:
    """Walk through the beats of steps, or through the steps alone again."""
    view = window.store.session.view
    is_on = not view.shows(SLOW)
    window.store.look(replace(view, step=view.step_number).switched(SLOW, is_on))
    window.plane.toast(f"Slow motion {'on' if is_on else 'off'} · Shift+Space")


@command("rounds", "Walk whole rounds, not their phases", ("Ctrl+Space",), "Steps", "rounds")
def rounds(window: "Window") -> None:
    """Walk from round to round, or through assign and move, E and M again."""
    view = window.store.session.view
    is_on = not view.shows(ROUNDS)
    window.store.look(view.switched(ROUNDS, is_on))
    window.plane.toast(f"{'Whole rounds' if is_on else 'The phases of every round'} · Ctrl+Space")


@command("previous_fit", "Previous fold of the cross-validation", ("Ctrl+Left",), "Steps")
def previous_fit(window: "Window") -> None:
    """Look at the boundary and the errors of the fold before."""
    _step_fit(window, -1)


@command("next_fit", "Next fold of the cross-validation", ("Ctrl+Right",), "Steps")
def next_fit(window: "Window") -> None:
    """Look at the boundary and the errors of the next fold."""
    _step_fit(window, 1)


def _step_fit(window: "Window", by: int) -> None:
    session = window.store.session
    index, results = shown_study(session), window.linked.results.known(session)
    result = results[index] if index is not None and index < len(results) else None
    if index is None or not lies_on_plane(result) or not result or not result.fits:
        window.plane.hint("Choose Cross-validation in the view Study first: then its folds can be walked through.")
    else:
        window.store.look(stepped(session, index, len(result.fits), by).view)


def _jump(window: "Window", event: str, otherwise: str) -> None:
    picture = window.plane.picture
    if picture is not None and event in picture.events:
        window.timeline.jump(event)
    else:
        window.plane.hint(otherwise)


def connect(window: "Window") -> None:
    """Let the buttons of the timeline ask for what the commands do."""
    timeline = window.timeline
    timeline.restarted.connect(partial(first, window))
    timeline.renewed.connect(partial(new_start, window))
    timeline.begun.connect(partial(start_here, window))
    timeline.slowed.connect(partial(slow, window))
    timeline.rounded.connect(partial(rounds, window))
