"""Weights: the weights of a curve as bars, and the way they take as the penalty rises."""

from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds, HasTerms, WeightPath
from mlexplorer.core.numbers import numbered, text
from mlexplorer.core.params import specs
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Drawn, Option, Plot, Touched, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

PENALTY = "penalty"
LOWEST, HIGHEST, COUNT = -5.0, 3.0, 65  # powers of ten of the penalties along the path
BAR, PALE = 0.68, 0.55
LONGEST = 4  # letters of a term below its bar
WITHOUT, CONSTANT = "without", "with"
OPTION = "weights constant"
CHOICES = {WITHOUT: "Without the constant", CONSTANT: "With the constant"}


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step is a sum of weighted terms."""
    return isinstance(snapshot.step, HasTerms) and len(snapshot.step.coefficients) > 0


def draw(snapshot: Snapshot) -> Drawn:
    """Return bars of the weights, and their path over the penalty if the model has one."""
    step = snapshot.step
    if not isinstance(step, HasTerms) or not len(step.coefficients):
        return Drawn(words="There are no weights to show yet.")
    with_constant = snapshot.session.view.option(OPTION, WITHOUT) == CONSTANT
    has_constant = step.term_names[0] == "" and len(step.term_names) > 1
    shown = np.arange(0 if with_constant or not has_constant else 1, len(step.term_names))
    names = [_name(step, int(index)) for index in shown]
    option = Option(OPTION, "Weights", CHOICES, CONSTANT if with_constant else WITHOUT)
    panels: tuple[Plot, ...] = (_bars(step.coefficients[shown], names),)
    words = ""
    if _priced(snapshot):
        panels = (*panels, _path(snapshot, step, shown, names))
        words = "Drag across the lower plot to set the penalty."
    return Drawn(panels, words=words, options=(option,) if has_constant else ())


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session with the penalty under the hand."""
    if touched.panel != 1 or touched.kind not in ("press", "drag") or not _priced(snapshot):
        return None
    price = 10 ** min(max(touched.x, LOWEST), HIGHEST)
    value = 0.0 if touched.x <= LOWEST else float(f"{price:.2e}")
    return snapshot.session.with_model(snapshot.run.model.with_values({PENALTY: value}))


def _priced(snapshot: Snapshot) -> bool:
    """Return whether the weights of the model have a price."""
    return PENALTY in {spec.name for spec in specs(type(snapshot.run.model))}


def _name(step: HasTerms, index: int) -> str:
    """Return what a weight multiplies, or the name of the weight where that is shorter."""
    if max(map(len, step.term_names)) <= LONGEST:
        return step.term_names[index] or "1"
    return numbered("w", index + (1 if step.term_names[0] else 0))


def _bars(weights: Array, names: list[str]) -> Plot:
    """Return a bar for each weight, with its name and its number."""
    low, high = min(0.0, float(weights.min())), max(0.0, float(weights.max()))
    room = 0.18 * (high - low) or 0.5
    bounds = (-0.6, len(weights) - 0.4, low - (2.4 if low else 1.2) * room, high + room)  # names stand below the bars
    bars = tuple(_bar(index, value) for index, value in enumerate(weights.tolist()) if value)
    base = Line(np.array([[bounds[0], 0.0], [bounds[1], 0.0]]), "cursor")
    words = [_number(index, value) for index, value in enumerate(weights.tolist())] if len(weights) <= 9 else []
    below = [
        Text(np.array([index, bounds[2]]), name, anchor=(0.5, 0.0), offset=(0.0, 3.0))
        for index, name in enumerate(names)
    ]
    marks: tuple[Mark, ...] = (base, Fill(bars, "path", PALE), *words, *(below if len(names) <= 9 else ()))
    largest = text(float(np.abs(weights).max()))
    return Plot(
        (Layer("bars", marks),), bounds, title="The weight of each term", now=f"largest {largest}", counts=False
    )


def _bar(index: int, value: float) -> Array:
    left, right = index - BAR / 2, index + BAR / 2
    return np.array([[left, 0.0], [right, 0.0], [right, value], [left, value]])


def _number(index: int, value: float) -> Text:
    above = value >= 0
    return Text(
        np.array([index, value]),
        text(value, 2),
        anchor=(0.5, 0.0 if above else 1.0),
        offset=(0.0, 3.0 if above else -3.0),
    )


def _path(snapshot: Snapshot, step: HasTerms, shown: Labels, names: list[str]) -> Plot:
    """Return the weights at every penalty, with the present one."""
    path = _paths(step)
    places, values = np.log10(path.penalties), path.weights[:, shown]
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    room = 0.08 * (high - low) or 0.5
    bounds: Bounds = (LOWEST, HIGHEST, low - room, high + room)
    present = float(snapshot.run.model.values()[PENALTY])
    here = float(np.clip(np.log10(present), LOWEST, HIGHEST)) if present > 0 else LOWEST
    curves = {name: np.c_[places, column] for name, column in zip(names, values.T, strict=True)}
    marks: list[Mark] = [Line(np.array([[LOWEST, 0.0], [HIGHEST, 0.0]]), "cursor")]
    marks += [Line(np.array([[here, bounds[2]], [here, bounds[3]]]), "cursor")]
    marks += [Line(curve, f"runner {index % 4}") for index, curve in enumerate(curves.values())]
    marks += curve_names(curves, bounds) if len(curves) <= 6 else []
    now = np.array([[here, float(np.interp(here, places, column))] for column in values.T])
    marks.append(Points(now, "boundary", 0, "dot", np.full(len(now), 0.7)))
    return Plot(
        (Layer("path", tuple(marks)),),
        bounds,
        ("penalty", ""),
        "Weights at each penalty",
        f"penalty {text(present)}",
        log=(True, False),
    )


@lru_cache(maxsize=4)
def _paths(step: HasTerms) -> WeightPath:
    """Return the path of a step, made once."""
    return step.weight_path(np.logspace(LOWEST, HIGHEST, COUNT))


VIEW = ViewKind(
    "weights", "Weights", "The weights of the curve, and their path over the penalty", offered, draw, touch, 37
)
