"""The strip below the plane: errors against the knob of the model, the present value on it, and where to go."""

from dataclasses import replace

from mlexplorer.core.study import Fit
from mlexplorer.edits.fits import gone_to
from mlexplorer.marks.charts import chart_plot, paths
from mlexplorer.marks.plot import Drawn, Touched
from mlexplorer.pipeline.previews import STRIP, result_of, strip_study
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Session
from mlexplorer.studies.curve import Curve, ErrorCurve
from mlexplorer.views.study_touch import marked, touched_fit

TITLE = "Error strip"


def with_strip(session: Session) -> Session:
    """Return the session with the strip below the plane, and with the study that stands in it; or without the strip."""
    if strip_study(session) is not None:
        return replace(session, view=session.view.switched(STRIP, False))
    known = any(isinstance(study, Curve) for study in session.document.studies)
    studies = session.document.studies if known else (Curve(), *session.document.studies)
    document = replace(session.document, studies=studies)
    return replace(session, document=document, view=session.view.switched(STRIP, True))


def draw(snapshot: Snapshot) -> Drawn:
    """Return the chart of the strip and what it says, or why there is none."""
    index = strip_study(snapshot.session)
    if index is None:
        return Drawn()
    study, result = snapshot.session.document.studies[index], result_of(snapshot, index)
    if not isinstance(result, ErrorCurve):
        task = task_of(snapshot.session, study)
        refusal = study.refusal(task)
        cost = None if refusal else study.cost(task)
        return Drawn(words=refusal or ("Working …" if cost is None else f"Working … {cost.words}"))
    chart = result.charts[0]
    flags = tuple(replace(flag, words="" if flag.is_now else flag.words) for flag in chart.flags)  # it is the handle
    plot = chart_plot(replace(chart, flags=flags), named=False)
    plot = replace(plot, names=("", plot.names[1]))  # the heading names the parameter
    coming = "" if result.done >= 1.0 else f"{result.done:.0%} done. "
    return Drawn((marked(plot, snapshot, index, result),), words=coming + result.sentence)


def heading(snapshot: Snapshot) -> str:
    """Return what stands over what in the strip."""
    result = result_of(snapshot, strip_study(snapshot.session))
    if not isinstance(result, ErrorCurve):
        return TITLE
    chart = result.charts[0]
    return f"{chart.title} against {chart.names[0]}"


def ends(snapshot: Snapshot) -> dict[str, tuple[float, float]]:
    """Return where the curves of the strip end, by name."""
    result = result_of(snapshot, strip_study(snapshot.session))
    if not isinstance(result, ErrorCurve):
        return {}
    found = {name: path[-1].tolist() for name, path in paths(result.charts[0]).items() if len(path)}
    return {name: (x, y) for name, (x, y) in found.items()}


def pictured(snapshot: Snapshot) -> tuple[ErrorCurve, tuple[int, ...]] | None:
    """Return the curve of the strip and the numbers of its fits whose pictures are worth seeing, the best first.

    The present one, the simplest that is good, both ends, the one that errs least, and what lies between.
    """
    result = result_of(snapshot, strip_study(snapshot.session))
    if not isinstance(result, ErrorCurve):
        return None
    last = len(result.knob.values) - 1
    wanted = (result.present, result.one_standard_error, last - last // 8, last // 8, result.least, *range(last + 1))
    numbers = dict.fromkeys(number for number in wanted if number is not None)
    return result, tuple(number for number in numbers if result.steps[number] is not None)


def choices(snapshot: Snapshot) -> dict[str, Fit]:
    """Return the values worth going to, in words, with their fits."""
    result = result_of(snapshot, strip_study(snapshot.session))
    if not isinstance(result, ErrorCurve) or result.least is None or result.one_standard_error is None:
        return {}
    fits, simple = result.fits, result.one_standard_error
    found = {"Simplest good one": fits[simple]} if simple != result.least else {}
    return {**found, "Lowest": fits[result.least]}


def go(session: Session, fit: Fit) -> Session:
    """Return the session with the value of a fit."""
    return gone_to(session, fit)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session after a touch of the strip: pointing previews a boundary, a press or drag sets the knob."""
    index = strip_study(snapshot.session)
    return None if index is None else touched_fit(snapshot, index, touched)
