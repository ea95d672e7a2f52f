"""A line by hand against the machine: the machine's answer is a run whose boundary is hidden until it is revealed."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.model import IsByHand
from mlexplorer.session.session import Run, Session, View
from mlexplorer.session.side_by_side import RUNNERS

MACHINE = ("svm", {"kernel": "linear", "hard": True})  # the widest street: what a person tries to see


def hidden_runs(session: Session) -> frozenset[int]:
    """Return the runs whose answers are hidden from a line by hand."""
    by_hand = [isinstance(run.model, IsByHand) for run in session.document.runs]
    if session.view.shows(RUNNERS, True) or not any(by_hand):
        return frozenset()
    return frozenset(index for index, mine in enumerate(by_hand) if not mine)


def switched(session: Session, layer: str, shown: bool) -> View:
    """Return the view with a layer shown or hidden; a run that is hidden by that is not the edited one any more."""
    view = session.view.switched(layer, shown)
    after = replace(session, view=view)
    if after.run not in (session.document.runs[index] for index in hidden_runs(after)):
        return view
    mine = next(index for index, run in enumerate(session.document.runs) if isinstance(run.model, IsByHand))
    return replace(view, active=mine)


def challenged(session: Session) -> Session:
    """Return the session with the machine as a second run, its answer hidden; the hand stays with the first."""
    name, values = MACHINE
    runs = (*session.document.runs, Run(registry.model(name)().with_values(dict(values)), "The machine"))
    view = replace(session.view.switched(RUNNERS, False), panel="compare")
    return replace(session, document=replace(session.document, runs=runs), view=view)
