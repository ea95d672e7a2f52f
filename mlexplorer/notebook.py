"""The notebook door: make points, fit a model, follow its steps."""

import numpy as np
import numpy.typing as npt

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.params import Value, specs


def make(source: str, **parameters: Value) -> Dataset:
    """Return the points of a source, by name: "moons" with count=200, noise=0.3, seed=0."""
    return registry.source(source)().with_values(parameters).make()


def fit(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> Step:
    """Return the last step of a fit; start is an array, or a name for the parameter start."""
    last: Step | None = None
    chosen, place = _model(model, start, parameters)
    for step in chosen.fit(data, place):
        last = step or last
    assert last is not None, f"{model} yielded no step"
    return last


def trace(model: str, data: Dataset, start: npt.ArrayLike | str | None = None, **parameters: Value) -> list[Step]:
    """Return every step of a fit, the start included."""
    chosen, place = _model(model, start, parameters)
    return [step for step in chosen.fit(data, place) if step is not None]


def _model(name: str, start: npt.ArrayLike | str | None, parameters: dict[str, Value]) -> tuple[Model, Start | None]:
    kind = registry.model(name)
    if isinstance(start, str):
        return kind().with_values({**parameters, "start": start}), None
    if start is None:
        return kind().with_values(parameters), None
    if any(spec.name == "start" for spec in specs(kind)):
        parameters = {**parameters, "start": "given"}
    return kind().with_values(parameters), np.asarray(start, dtype=np.float64)
