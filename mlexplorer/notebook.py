"""The notebook door: make points, fit a model, follow its steps, judge and draw them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mlexplorer.core import decision, registry
from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasCurve, HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.holdout import deal_of
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import Value, specs
from mlexplorer.core.source import Source
from mlexplorer.core.study import Result, Task, split_values
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.edits.rules import with_rule
from mlexplorer.judging.confusion import Judgement, judged, most_frequent
from mlexplorer.judging.regression import Residuals, missed
from mlexplorer.pipeline.attached import Attached
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, View

if TYPE_CHECKING:
    from mlexplorer.figures.figure import Figure
    from mlexplorer.figures.sheet import Sheet

Costs = Sequence[Sequence[float]]
RULE = ("threshold", "costs", "reject")  # how decide, judge and figure name the parts of a rule


@dataclass(frozen=True, eq=False)
class Origin:
    """Where a step came from: its run, its place among the steps, and the steps up to the end."""

    run: Run
    place: int | None
    trace: Trace


_sources = Attached[Source]()  # of points as they were made: those that differ have none
_origins = Attached[Origin]()  # of steps


def make(source: str, **parameters: Value) -> Dataset:
    """Return the points of a source, by name: "moons" with count=200, noise=0.3, seed=0."""
    chosen = registry.source(source)().with_values(parameters)
    data = chosen.make()
    _sources[data] = chosen
    return data


def fit(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> Step:
    """Return the last step of a fit; start is an array, or a name for the parameter start."""
    chosen, place = _model(model, start, parameters)
    tracer = Tracer()
    for step in chosen.fit(data, place):
        if step is not None:
            tracer.add(step)
    whole = tracer.trace(finished=True)
    return _remembered(whole.last, _run(chosen, place), None, whole)


def trace(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> list[Step]:
    """Return every step of a fit, the start included."""
    chosen, place = _model(model, start, parameters)
    steps = [step for step in chosen.fit(data, place) if step is not None]
    whole = Trace(tuple(steps), tuple(range(len(steps))), len(steps), True)
    return [_remembered(step, _run(chosen, place), index, whole) for index, step in enumerate(steps)]


def decide(
    step: Step,
    points: npt.ArrayLike,
    threshold: float | None = None,
    costs: Costs | None = None,
    reject: float | None = None,
) -> Labels:
    """Return the class a step says at each point under a rule, −1 where it rejects; costs[i][j]: j said when it is i.

    The second of two classes is said where its probability (f without one) is above the threshold; no class is said
    where even the likeliest has a probability below reject. A rule that the step cannot follow is refused.
    """
    scoring, rule = _ruled(step, threshold, costs, reject)
    return decision.decide(scoring, np.asarray(points, dtype=np.float64).reshape(-1, 2), rule)


def judge(  # noqa: PLR0913, PLR0917 - the rule in words, as in decide
    step: Step,
    data: Dataset,
    on: str | None = None,
    threshold: float | None = None,
    costs: Costs | None = None,
    reject: float | None = None,
) -> Judgement | Residuals:
    """Return how well a step predicts the labels, or how near its curve is, on "training", "test" or "all" points.

    By default on the test points if there are any, else on the training points; the rule is that of decide.
    """
    if isinstance(step, HasCurve):
        part = _part({"training": data.unheld, "test": data.part(data.held_out), "all": data}, on)
        return missed(step, part)
    scoring, rule = _ruled(step, threshold, costs, reject)
    labelled = data.part(data.labels != UNLABELLED)
    part = _part({"training": data.training, "test": data.testing, "all": labelled}, on)
    scores = scoring.scores(part.points)
    chances = scoring.chances(scores) if isinstance(scoring, HasProbabilities) else None
    usual = most_frequent(data.training.labels)
    predicted = decision.decide_scores(scoring, scores, rule)
    return judged(part.labels, predicted, np.asarray(scoring.classes), chances, usual)


def study(name: str, model: str, data: Dataset, **parameters: Value) -> Result:
    """Answer a question that takes many fits, by name: "folds" of "knn" with folds=10, k=3; returns its last result.

    A bare name that study and model both know is the study's; model__seed is the model's.
    """
    kind = registry.study(name)
    mine, others = split_values(kind, parameters)
    chosen = registry.model(model)().with_values(others)
    whole = data.without([])  # a part of other data is a whole here
    wanted, task = kind().with_values(mine), Task(chosen, whole, source=_sources.get(data))
    refusal = wanted.refusal(task)
    if refusal:
        raise ValueError(refusal)
    results = [result for result in wanted.run(task) if result is not None]
    if not results:
        raise CannotFit("The model cannot be fitted to these points, so there is nothing to study.")
    return results[-1]


@dataclass(frozen=True)
class NotebookSession(Session):
    """A session that a notebook shows as a figure."""

    def figure(self, path: str | Path, width: str | float = "85mm", **options: Value) -> None:
        """Write the figure of this session to an .svg, .pdf or .png file; options are those of a sheet."""
        _drawn(self, None, _sheet(width, options)).save([Path(path)])

    def _repr_svg_(self) -> str:
        sheet = _sheet("120mm", {"embed": False})
        return _drawn(self, None, sheet).rendered(".svg").decode()


def load(path: str | Path) -> NotebookSession:
    """Return the session in a session file, or inside a figure."""
    from mlexplorer.figures.files import embedded  # start-up time

    place = Path(path)
    book = embedded.read(place) if place.suffix.lower() in embedded.SUFFIXES else storage.load(place)
    return NotebookSession(book.session.document, book.session.view)


def scene(name: str) -> NotebookSession:
    """Return a ready scene by name, such as "unequal_blobs"; `mlexplorer scenes` lists them."""
    from mlexplorer.lessons import scenes  # start-up time

    session = scenes.named(name).session
    return NotebookSession(session.document, session.view)


def as_session(data: Dataset, step: Step) -> NotebookSession:
    """Return points and a step that fit or trace returned as a session: what the window saves and opens."""
    origin = _origins.get(step)
    if origin is None:
        raise ValueError("A figure needs a step that mlexplorer.fit or mlexplorer.trace returned.")
    source = _sources.get(data)
    points, dealt = (data, deal_of(data)) if source is None else (None, None)
    document = Document(source or registry.source("placed")(), (origin.run,), points, dealt=dealt)
    return NotebookSession(document, View(step=origin.place))


def figure(
    data: Dataset | Session,
    step: Step | str | Path,
    path: str | Path | None = None,
    width: str | float = "85mm",
    **options: Any,
) -> None:
    """Write a figure of points and a step, or of a session, to an .svg, .pdf or .png file.

    figure(data, step, "boundary.pdf", width="85mm", view="plane") or figure(session, "boundary.pdf"); the other
    options are those of a sheet: theme, aspect, key, axes, heading, caption, dpi and so on; and, for a step, the
    threshold, costs and reject of decide.
    """
    rule = [options.pop(name, None) for name in RULE] if isinstance(step, Step) else []
    sheet = _sheet(width, options)
    if isinstance(data, Session) and isinstance(step, str | Path):
        _drawn(data, None, sheet).save([Path(step)])
    elif isinstance(data, Dataset) and isinstance(step, Step) and path is not None:
        shown = as_session(data, step)
        ruled = shown if rule == [None] * len(RULE) else with_rule(shown, _ruled(step, *rule)[1])
        _drawn(ruled, (data, step), sheet).save([Path(path)])
    else:
        raise ValueError("A figure needs data, a step and a path, or a session and a path.")


def _ruled(
    step: Step, threshold: float | None, costs: Costs | None, reject: float | None
) -> tuple[HasScores, decision.Rule]:
    """Return a step that says classes with the rule in words as a rule, or refuse what they cannot do together."""
    origin = _origins.get(step)
    if not isinstance(step, HasScores) or (origin is not None and origin.run.model.task != "classify"):
        raise ValueError("This step says no classes; clusters are compared with mlexplorer.purity or rand_index.")
    prices = () if costs is None else tuple(tuple(float(price) for price in row) for row in costs)
    rule = decision.Rule(threshold, prices, reject or 0.0)
    refusal = decision.objection(step, rule)
    if refusal is not None:
        raise ValueError(refusal)
    return step, rule


def _part(parts: Mapping[str, Dataset], on: str | None) -> Dataset:
    if on is None:
        on = "test" if len(parts["test"]) else "training"
    if on not in parts:
        raise ValueError(f"on must be one of {', '.join(parts)}, not {on!r}.")
    return parts[on]


def _sheet(width: str | float, options: Mapping[str, Value]) -> "Sheet":
    from mlexplorer.figures.sheet import Sheet, length  # start-up time

    return Sheet().with_values({**options, "width": length(width) if isinstance(width, str) else width})


def _drawn(shown: Session, known: tuple[Dataset, Step] | None, sheet: "Sheet") -> "Figure":
    """Return the figure of a session; what is known of its fit need not be fitted again."""
    from mlexplorer.figures import panels  # start-up time

    pipeline = Pipeline()
    origin = None if known is None else _origins.get(known[1])
    if known is not None and origin is not None:
        pipeline.know(origin.run, known[0], origin.trace)
    return panels.figure_of_session(shown, sheet, pipeline)


def _run(model: Model, start: Start | None) -> Run:
    return Run(model, start=None if start is None else tuple(np.ravel(start).tolist()))


def _remembered(step: Step, run: Run, place: int | None, trace: Trace) -> Step:
    _origins[step] = Origin(run, place, trace)
    return step


def _model(name: str, start: npt.ArrayLike | str | None, parameters: dict[str, Value]) -> tuple[Model, Start | None]:
    kind = registry.model(name)
    if isinstance(start, str):
        return kind().with_values({**parameters, "start": start}), None
    if start is None:
        return kind().with_values(parameters), None
    if any(spec.name == "start" for spec in specs(kind)):
        parameters = {**parameters, "start": "given"}
    return kind().with_values(parameters), np.asarray(start, dtype=np.float64)
