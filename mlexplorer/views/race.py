"""The runs of a race at the present step: what each has cost so far and where it stands."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurve, HasRows, HasScores, HasSurface, HasVisits
from mlexplorer.core.decision import decide, is_mistaken
from mlexplorer.core.numbers import shortened, text
from mlexplorer.core.trace import Trace
from mlexplorer.judging.regression import missed
from mlexplorer.marks.plot import TableBlock
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.naming import run_letter, short_name

HEAD = ("Run", "Objective", "Errors", "RMSE", "Gradients")
LONGEST = 20  # letters of a name


def present(snapshot: Snapshot, index: int) -> int:
    """Return the place at which a run is shown: the present one, or its last if it is shorter."""
    total, step = snapshot.traces[index].total, snapshot.session.view.step_number
    return total - 1 if step is None else min(step, total - 1)


def evaluations(trace: Trace, count: int, places: Array) -> Array | None:
    """Return how many gradients of single points a run has asked for at places, if it descends by gradients.

    A method that goes from point to point asks for one at each point it visits, even if it does not move there.
    """
    if len(trace) and isinstance(trace.last, HasVisits):
        visited = [step.visited for step in trace if isinstance(step, HasVisits)]
        return np.interp(places, trace.numbers, visited)
    batches = [step.rows for step in trace if isinstance(step, HasRows)]
    if not batches:
        return None
    count = 1 if isinstance(trace.last, HasSurface) else count
    sizes = [len(rows) for rows in batches if rows is not None]
    if not sizes:
        return places * count
    batch = max(sizes)
    passes, rest = np.divmod(places, -(-count // batch))
    return passes * count + rest * batch


def race_table(snapshot: Snapshot) -> TableBlock:
    """Return a line for each run; a click makes it the one that is edited."""
    rows = [_row(snapshot, index) for index in range(len(snapshot.session.document.runs))]
    used = [column for column in range(len(HEAD)) if any(row[column] for row in rows)]
    kept = tuple(tuple(row[column] for column in used) for row in rows)
    return TableBlock("Race", kept, tuple(HEAD[column] for column in used), hands=True, current=snapshot.active)


def _row(snapshot: Snapshot, index: int) -> tuple[str, ...]:
    run = snapshot.session.document.runs[index]
    name = f"{run_letter(index)}  {shortened(short_name(snapshot.session, run), LONGEST)}"
    step = snapshot.shown[index] if index < len(snapshot.shown) else None
    if step is None:
        return (name, "", "", "", "")
    place, data = present(snapshot, index), run.model.training(snapshot.data)
    errors = ""
    if isinstance(step, HasScores) and run.model.task == "classify":
        wrong = is_mistaken(decide(step, data.points, snapshot.session.document.rule), data.labels)
        errors = str(int(wrong.sum()))
    away = text(missed(step, data).rmse) if isinstance(step, HasCurve) else ""
    spent = evaluations(snapshot.traces[index], len(data), np.array([float(place)]))
    loss = "" if step.loss is None else text(step.loss)
    return (name, loss, errors, away, "" if spent is None else str(int(spent[0])))
