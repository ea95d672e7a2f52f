"""Where a fit begins: from what is shown now, or from another draw."""

from dataclasses import replace

from mlexplorer.core.capabilities import HasLandscape
from mlexplorer.core.model import DrawsStart
from mlexplorer.core.params import specs
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.trace import Trace
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import GIVEN, Document, Run, Session

RANDOM, FIXED = "random", ("zero", "place", GIVEN)  # starts that are drawn, and those that are not


def keeping_starts(document: Document, snapshot: Snapshot) -> Document:
    """Return a document whose runs begin with the very starts that were drawn for what is shown.

    An edit of the points would draw others, and clusters would leap while a point is dragged. Their order is kept
    with them, and so are the colours.
    """
    shown = snapshot.session.document.runs
    pairs = zip(document.runs, shown, snapshot.traces, strict=False)
    runs = [_beginning_as(trace, run) if run == known else run for run, known, trace in pairs]
    return replace(document, runs=(*runs, *document.runs[len(runs) :]))


def _beginning_as(trace: Trace, run: Run) -> Run:
    model = run.model
    if (
        not isinstance(model, DrawsStart)
        or run.start is not None
        or model.values()["start"] == GIVEN
        or not trace.steps
    ):
        return run
    return replace(run, start=tuple(model.drawn(trace.steps[0]).tolist()))


def can_start_here(snapshot: Snapshot) -> bool:
    """Return whether the method can begin with given parameters, and the shown step has such."""
    return isinstance(snapshot.step, HasLandscape) and GIVEN in _starts(snapshot.session)


def started_here(snapshot: Snapshot) -> Session | None:
    """Return the session whose run begins with the parameters shown now, at its first step."""
    if not can_start_here(snapshot) or not isinstance(snapshot.step, HasLandscape):
        return None
    here = snapshot.step.landscape(snapshot.training).here
    session = snapshot.session.with_start(here)
    return replace(session, view=replace(session.view, step=0))


def can_renew(session: Session) -> bool:
    """Return whether chance has a say in where the fit begins."""
    return "seed" in session.run.model.values()


def renewed(session: Session) -> Session | None:
    """Return the session with another start drawn: the next seed, and a start that is drawn at all."""
    model = session.run.model
    seed, starts = model.values().get("seed"), _starts(session)
    if not isinstance(seed, int):
        return None
    changes: dict[str, bool | int | float | str] = {"seed": seed + 1 if seed < LARGEST_SEED else 0}
    if model.values().get("start") in FIXED:
        changes["start"] = RANDOM if RANDOM in starts else starts[0]
    return session.with_beginning(Run(model.with_values(changes), session.run.name))


def _starts(session: Session) -> tuple[str, ...]:
    """Return the choices of the parameter "start", if the model has one."""
    return next((spec.choices for spec in specs(type(session.run.model)) if spec.name == "start"), ())
