"""Choosing another model, source or share held out: what else of the session follows."""

from dataclasses import replace

from mlexplorer.core.holdout import Holdout
from mlexplorer.core.model import Model
from mlexplorer.core.params import Recipe
from mlexplorer.core.source import Source
from mlexplorer.session.session import Session


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
