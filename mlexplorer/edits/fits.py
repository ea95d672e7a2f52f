"""What a hand does with the fits of a study: point at one, look at one, step on, or go to one."""

from dataclasses import replace

from mlexplorer.core.params import specs
from mlexplorer.core.study import Fit
from mlexplorer.session.session import Session


def pointed_at(session: Session, study: int, number: int | None) -> Session:
    """Return the session in which a fit of a study is under the pointer, or none is."""
    return replace(session, view=replace(session.view, preview=None if number is None else (study, number)))


def looked_at(session: Session, study: int, number: int | None) -> Session:
    """Return the session in which a fit of a study stays on the plane, or none does."""
    return replace(session, view=replace(session.view, fit=None if number is None else (study, number)))


def gone_to(session: Session, fit: Fit) -> Session:
    """Return the session whose model has the values of a fit; one of another model changes nothing."""
    model, values = session.run.model, fit.values or {}
    known = values.keys() <= {spec.name for spec in specs(type(model))}
    return session.with_model(model.with_values(values)) if known else session


def stepped(session: Session, study: int, count: int, by: int) -> Session:
    """Return the session that looks at the next or the last of so many fits of a study; beyond the ends at none."""
    now = session.view.fit
    place = -1 if now is None or now[0] != study else now[1]
    number = (place + 1 + by) % (count + 1) - 1
    return looked_at(session, study, None if number < 0 else number)
