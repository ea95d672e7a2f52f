"""What the timeline shows of a picture: its steps, or their beats or rounds, and what can be done with them."""

from mlexplorer.edits.starts import can_renew, can_start_here
from mlexplorer.layers.pictures import Picture
from mlexplorer.pipeline.slow_motion import ROUNDS, SLOW, has_phases, has_slow_motion, walked
from mlexplorer.ui.panels.timeline import Timeline


def show_steps(timeline: Timeline, picture: Picture) -> None:
    """Show which steps there are, which one is shown, its note, and the buttons that mean something here."""
    snapshot = picture.snapshot
    trace, view = snapshot.leading, snapshot.session.view
    if snapshot.dragging and len(trace) == 1 and timeline.is_walkable:
        timeline.show_note(snapshot.note)  # only the end of a fit: its other steps come when the hand rests
        return
    current = trace.total - 1 if view.step is None else min(view.step, trace.total - 1)
    slow = view.shows(SLOW)
    if not snapshot.dragging:  # the same buttons as before
        timeline.renew_button.setVisible(can_renew(snapshot.session))
        timeline.begin_button.setVisible(can_start_here(snapshot))
        timeline.slow.setVisible(has_slow_motion(trace))
        timeline.slow.setChecked(slow)
        timeline.rounds.setVisible(has_phases(trace))
        timeline.rounds.setChecked(view.shows(ROUNDS))
    stretch = snapshot.stretch if trace is snapshot.trace else None
    places = walked(trace, slow, stretch, view.shows(ROUNDS))
    busy = not trace.finished and snapshot.problem is None
    note = snapshot.note
    if snapshot.run.by_hand is not None and can_start_here(snapshot):
        note = f"{note} Shift+Home starts the fit from here."
    timeline.show_trace(places, trace.total, max(current, 0), note, picture.events, busy)
