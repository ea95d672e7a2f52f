"""The numbers of a fitted model under their public names, as JSON and as CSV."""

import csv
import dataclasses
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.views import catalogue


def numbers(snapshot: Snapshot) -> dict[str, Any]:
    """Return everything a fitted step is made of: model, parameters, step, loss, measures, and its numbers by name."""
    step, model = snapshot.step, snapshot.run.model
    if step is None:
        raise ValueError(snapshot.problem.sentence if snapshot.problem else "There is no fitted model.")
    training = snapshot.training
    return {
        "model": model.public_name(),
        "parameters": model.values(),
        "step": step.iteration,
        "loss": plain(step.loss),
        "measures": {name: plain(value) for name, value in step.measures.items()},
        "training_rows": training.rows.tolist(),
        "numbers": {name: plain(value) for name, value in step.numbers.items()},
    }


def of_views(snapshot: Snapshot, views: Sequence[str]) -> dict[str, Any]:
    """Return the numbers of those of some views that have their own, by the view if there are several."""
    kinds = [catalogue.kinds()[name] for name in views if name in catalogue.kinds()]
    found = {kind.name: _plain_parts(kind.numbers(snapshot)) for kind in kinds if kind.numbers is not None}
    return next(iter(found.values())) if len(found) == 1 else found


def _plain_parts(values: Mapping[str, object]) -> dict[str, Any]:
    return {name: _plain_parts(part) if isinstance(part, dict) else plain(part) for name, part in values.items()}


def as_json(snapshot: Snapshot, views: Sequence[str] = ()) -> str:
    """Return the numbers of the model as JSON, one line for each name; those of a view if one has its own."""
    shown = of_views(snapshot, views)
    if shown:
        return f"{{\n{_lines(shown, ' ')}\n}}\n"
    found = numbers(snapshot)
    inner = _lines(found.pop("numbers"), "  ")
    return f'{{\n{_lines(found, " ")},\n "numbers": {{\n{inner}\n }}\n}}\n'


def _lines(values: dict[str, Any], indent: str) -> str:
    return ",\n".join(
        f"{indent}{json.dumps(name)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
        for name, value in values.items()
    )


def as_csv(snapshot: Snapshot, views: Sequence[str] = ()) -> str:
    """Return the numbers as a table: a name, the indices of a number within what has that name, and the number."""
    shown = of_views(snapshot, views)
    found = {} if shown else numbers(snapshot)
    kept = shown or {"loss": found["loss"], "measures": found["measures"], **found["numbers"]}
    rows = [row for name, value in kept.items() for row in _rows(name, value)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "i", "j", "k", "value"])
    writer.writerows([name, *places, *[""] * (3 - len(places)), value] for name, places, value in rows)
    return text.getvalue()


def plain(value: Any) -> Any:
    """Return a value as lists, names and numbers; what is not finite becomes None."""
    match value:
        case np.ndarray():
            return plain(value.tolist())
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case float() if not math.isfinite(value):
            return None
        case np.generic():
            return plain(value.item())
    return value


def _rows(name: str, value: Any, places: tuple[Any, ...] = ()) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """Yield a row for every number within a value; named parts become part of the name."""
    if isinstance(value, dict):
        for part, inner in value.items():
            yield from _rows(f"{name}.{part}", inner, places)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _rows(name, inner, (*places, place))
    else:
        yield name, places, "" if value is None else value
