"""Choosing another model, source or share held out, or several values of a parameter: what else follows."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.model import Knob, Model
from mlexplorer.core.params import Recipe, Value
from mlexplorer.core.source import Source
from mlexplorer.session.session import Run, Session
from mlexplorer.session.side_by_side import SIDE


def with_model(session: Session, model: Model) -> Session:
    """Return the session with another model in its active run; one of another kind is shown at its end."""
    kept = type(model) is type(session.run.model)
    changed = session.with_model(model)
    return changed if kept else replace(changed, view=replace(changed.view, step=None))


def with_source(session: Session, source: Source, keeps_frame: bool) -> Session:
    """Return the session with the points of another source, all of them in view unless the frame is kept."""
    view = session.view if keeps_frame else replace(session.view, bounds=None)
    return replace(session.with_source(source), view=view)


def with_holdout(session: Session, holdout: Holdout) -> Session:
    """Return the session with another share of its points held out."""
    return replace(session, document=replace(session.document, holdout=holdout))


def with_recipe(session: Session, recipe: Recipe) -> Session:
    """Return the session with other parameters of its model, its source or what is held out."""
    match recipe:
        case Model():
            return with_model(session, recipe)
        case Source():
            return with_source(session, recipe, keeps_frame=True)
        case Holdout():
            return with_holdout(session, recipe)
    raise ValueError(f"A session has no {type(recipe).__name__}.")


def with_points_for(session: Session, model: Model) -> Session:
    """Return the session with points that a model is for, if those of its source are not; a hand's own points stay."""
    meant = {kind.purpose for kind in registry.sources().values()} & {model.task}
    wanted = next(iter(meant), "")
    if session.document.points is not None or session.document.source.purpose == wanted:
        return session
    kind = next(kind for kind in registry.sources().values() if kind.purpose == wanted and not kind.is_empty)
    return with_source(session, kind(), keeps_frame=False)


def compared(knob: Knob) -> tuple[Value, ...]:
    """Return the values of a knob that show most of it: the first, the middle and the last."""
    values = knob.values
    return tuple(dict.fromkeys((values[0], values[len(values) // 2], values[-1])))


def with_comparison(session: Session, model: Model, knob: Knob) -> Session:
    """Return the session with a model at several values of a knob, a plane for each."""
    session = with_points_for(session, model)
    runs = tuple(Run(model.with_values({knob.name: value})) for value in compared(knob))
    view = replace(session.view.switched(SIDE, True), active=0, step=None)
    return replace(session, document=replace(session.document, runs=runs), view=view)
