"""Fits: make points, fit a model to them, follow its steps, judge them, and answer what takes many fits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from mlexplorer.core import decision, registry
from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasCurve, HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.model import Model, Start, Step, Stretch
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import Value, specs
from mlexplorer.core.reach import described, numbers_of, places_of
from mlexplorer.core.source import Source
from mlexplorer.core.study import Study, Task, split_values
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.judging.confusion import judged, most_frequent
from mlexplorer.judging.regression import missed
from mlexplorer.pipeline.attached import Attached
from mlexplorer.session.session import Run

Costs = Sequence[Sequence[float]]
RULE = ("threshold", "costs", "reject")  # how decide, judge and figure name the parts of a rule
AnyStep: TypeAlias = Any  # a Step: what else it offers hangs on the name of its model, which no type checker knows
AnyJudgement: TypeAlias = Any  # a Judgement, or the Residuals of a curve
AnyResult: TypeAlias = Any  # a Result, with the numbers of its study


@dataclass(frozen=True, eq=False)
class Origin:
    """Where a step came from: its run, its place among the steps, the steps up to the end, and the points."""

    run: Run
    place: int | None
    collected: Tracer | Trace
    data: Dataset

    @cached_property
    def trace(self) -> Trace:
        """The steps, made when they are asked for."""
        collected = self.collected
        return collected.trace(finished=True) if isinstance(collected, Tracer) else collected


sources = Attached[Source]()  # of points as they were made: those that differ have none
origins = Attached[Origin]()  # of steps
studied = Attached[tuple[Study, Task]]()  # of results


def make(source: str, **parameters: Value) -> Dataset:
    """Return the points of a source, by name: "moons" with count=200, noise=0.3, seed=0."""
    chosen = registry.source(_name(source, "source"))().with_values(parameters)
    data = chosen.make()
    sources[data] = chosen
    return data


def fit(model: str | Model, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> AnyStep:
    """Return the last step of a fit; a model is named, or one's own; start is an array, or a name for the parameter."""
    chosen, place = _model(model, start, parameters)
    tracer = Tracer()
    for part in _fitted(chosen, data, place):
        if isinstance(part, Stretch):
            tracer.add_stretch(part)
        elif part is not None:
            tracer.add(part)
    last = tracer.last
    assert last is not None, "every model yields a step or refuses"
    return _remembered(last, Origin(_run(chosen, place), None, tracer, data))


def trace(
    model: str | Model, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value
) -> list[AnyStep]:
    """Return every step of a fit, the start included."""
    chosen, place = _model(model, start, parameters)
    parts = [[part] if isinstance(part, Step) else part or () for part in _fitted(chosen, data, place)]
    steps = [step for part in parts for step in part]
    whole = Trace(tuple(steps), tuple(range(len(steps))), len(steps), True)
    run = _run(chosen, place)
    return [_remembered(step, Origin(run, index, whole, data)) for index, step in enumerate(steps)]


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
    scoring, rule = ruled(step, threshold, costs, reject)
    places = numbers_of(points, "points")
    return decision.decide(scoring, places_of(places[None] if places.shape == (2,) else places), rule)


def judge(  # noqa: PLR0913, PLR0917 - the rule in words, as in decide
    step: Step,
    data: Dataset,
    on: str | None = None,
    threshold: float | None = None,
    costs: Costs | None = None,
    reject: float | None = None,
) -> AnyJudgement:
    """Return how well a step predicts the labels, or how near its curve is, on "training", "test" or "all" points.

    By default on the test points if there are any, else on the training points; the rule is that of decide.
    """
    check_data(data, "judge")
    if isinstance(step, HasCurve):
        part = _part({"training": data.unheld, "test": data.part(data.held_out), "all": data}, on)
        return missed(step, part)
    scoring, rule = ruled(step, threshold, costs, reject)
    labelled = data.part(data.labels != UNLABELLED)
    part = _part({"training": data.training, "test": data.testing, "all": labelled}, on)
    scores = scoring.scores(part.points)
    chances = scoring.chances(scores) if isinstance(scoring, HasProbabilities) else None
    usual = most_frequent(data.training.labels)
    predicted = decision.decide_scores(scoring, scores, rule)
    return judged(part.labels, predicted, np.asarray(scoring.classes), chances, usual)


def study(name: str, model: str | Model, data: Dataset, **parameters: Value) -> AnyResult:
    """Answer a question that takes many fits, by name: "folds" of "knn" with folds=10, k=3; returns its last result.

    A bare name that study and model both know is the study's; model__seed is the model's.
    """
    kind = registry.study(_name(name, "study"))
    mine, others = split_values(kind, parameters)
    chosen, _ = _model(model, None, others)
    source = sources.get(check_data(data, "study"))
    whole = data if source is not None else data.without([])  # a part of other data is a whole here
    wanted, task = kind().with_values(mine), Task(chosen, whole, source=source)
    refusal = wanted.refusal(task)
    if refusal:
        raise ValueError(refusal)
    results = [result for result in wanted.run(task) if result is not None]
    if not results:
        raise CannotFit("The model cannot be fitted to these points, so there is nothing to study.")
    studied[results[-1]] = (wanted, task)
    return results[-1]


def check_data(data: Any, asker: str) -> Dataset:
    """Return points as the door makes them, or refuse anything else in a sentence."""
    if not isinstance(data, Dataset):
        raise ValueError(f"{asker} needs points as mlx.data, mlx.read or mlx.make return them, not {described(data)}.")
    return data


def check_step(step: Any, asker: str) -> Step:
    """Return a step of a fit, or refuse anything else in a sentence."""
    if not isinstance(step, Step):
        raise ValueError(f"{asker} needs a step as mlx.fit or mlx.trace return it, not {described(step)}.")
    return step


def ruled(
    step: Step, threshold: float | None, costs: Costs | None, reject: float | None
) -> tuple[HasScores, decision.Rule]:
    """Return a step that says classes with the rule in words as a rule, or refuse what they cannot do together."""
    origin = origins.get(check_step(step, "This"))
    if not isinstance(step, HasScores) or (origin is not None and origin.run.model.task != "classify"):
        raise ValueError("This step says no classes; clusters are compared with mlexplorer.purity or rand_index.")
    rule = decision.Rule(_number(threshold, "threshold"), _prices(costs), _number(reject, "reject") or 0.0)
    refusal = decision.objection(step, rule)
    if refusal is not None:
        raise ValueError(refusal)
    return step, rule


def _number(value: float | None, what: str) -> float | None:
    """Return one number, or refuse what is none."""
    if value is None:
        return None
    found = numbers_of(value, what)
    if found.ndim:
        raise ValueError(f"{what} must be one number, not {described(value)}.")
    return float(found)


def _prices(costs: Costs | None) -> tuple[tuple[float, ...], ...]:
    """Return costs as rows of numbers, or refuse what is no table of them."""
    if costs is None:
        return ()
    found = numbers_of(costs, "costs")
    if found.ndim != 2:
        raise ValueError("costs need one row and one column for each class.")
    return tuple(map(tuple, found.tolist()))


def _part(parts: Mapping[str, Dataset], on: str | None) -> Dataset:
    if on is None:
        on = "test" if len(parts["test"]) else "training"
    if not isinstance(on, str) or on not in parts:
        raise ValueError(f"on must be one of {', '.join(parts)}, not {on!r}.")
    return parts[on]


def _run(model: Model, start: Start | None) -> Run:
    return Run(model, start=None if start is None else tuple(np.ravel(start).tolist()))


def _fitted(model: Model, data: Dataset, start: Start | None) -> Iterator[Step | Stretch | None]:
    """Yield the steps of a fit, some in stretches; a start of a shape that the model cannot take is refused."""
    check_data(data, "A fit")
    try:
        yield from model.in_stretches(data, start)
    except (ValueError, IndexError) as error:
        if start is None or isinstance(error, CannotFit):
            raise
        raise ValueError(f"{model.title} cannot start from an array of shape {start.shape}.") from error


def _name(name: Any, what: str) -> str:
    if not isinstance(name, str):
        raise ValueError(f"A {what} is asked for by its name, not by {described(name)}.")
    return name


def _remembered(step: Step, origin: Origin) -> Step:
    origins[step] = origin
    return step


def _model(model: Any, start: Any, parameters: Mapping[str, Any]) -> tuple[Model, Start | None]:
    """Return a model by its name, or one's own, with its parameters, and the place where it starts."""
    chosen = model if isinstance(model, Model) else registry.model(_name(model, "model"))()
    if isinstance(start, str):
        return chosen.with_values({**parameters, "start": start}), None
    if start is None:
        return chosen.with_values(parameters), None
    if any(spec.name == "start" for spec in specs(type(chosen))):
        parameters = {**parameters, "start": "given"}
    return chosen.with_values(parameters), numbers_of(start, "start")
