"""The runs of a session as planes of their own."""

from dataclasses import replace

from mlexplorer.session.session import Session

SIDE = "side by side"  # the name of the switch in View.switches
ALONE = "alone"  # the name of the switch that leaves out the other runs, in the view of one plane of several
RUNNERS = "runners"  # the layer with the boundaries of the other runs


def is_side_by_side(session: Session) -> bool:
    """Return whether every run has a plane of its own."""
    return session.view.shows(SIDE) and len(session.document.runs) > 1


def is_race(session: Session) -> bool:
    """Return whether several runs are drawn together on one plane."""
    return len(session.document.runs) > 1 and not session.view.shows(ALONE)


def is_race_seen(session: Session) -> bool:
    """Return whether the boundaries of several runs are drawn on one plane, each in its own colour."""
    return is_race(session) and session.view.shows(RUNNERS, True)


def seen_alone(session: Session, index: int) -> Session:
    """Return the session as the plane of one run sees it: that run is active, and no other is drawn."""
    view = session.view
    return replace(session, view=replace(view.switched(ALONE, True), active=index))
