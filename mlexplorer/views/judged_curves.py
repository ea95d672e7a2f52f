"""How far a curve is from its points: RMSE, MAE and R², and what is said against what is true."""

from collections.abc import Mapping
from typing import cast

import numpy as np

from mlexplorer.core.capabilities import HasCurve
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import text
from mlexplorer.judging.regression import Residuals, residuals
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Plot, TableBlock
from mlexplorer.pipeline.snapshot import Snapshot

ROOM = 0.06
ROWS = {"Root mean square (RMSE)": "rmse", "Mean absolute error (MAE)": "mae", "Share explained (R²)": "r_squared"}


def draw(snapshot: Snapshot) -> Drawn:
    """Return what the curve says against the truth, and how far it is off."""
    found = _found(snapshot)
    rows = tuple((name, *(_number(getattr(good, kind)) for good in found.values())) for name, kind in ROWS.items())
    blocks = (TableBlock("How far it is off", rows, ("", *found)),)
    words = "" if "test" in found else "No points are held out: the training points flatter the curve."
    return Drawn((_plot(snapshot),), words=words, blocks=blocks)


def numbers(snapshot: Snapshot) -> Mapping[str, object]:
    """Return the measures of both parts, for programs."""
    return {
        name: {kind: getattr(good, kind) for kind in ("count", *ROWS.values())}
        for name, good in _found(snapshot).items()
    }


def _found(snapshot: Snapshot) -> dict[str, Residuals]:
    step = cast("HasCurve", snapshot.step)
    parts = _parts(snapshot)
    return {name: residuals(part.points[:, 1], step.curve(part.points[:, 0])) for name, part in parts.items()}


def _parts(snapshot: Snapshot) -> dict[str, Dataset]:
    data = snapshot.data
    held = {"test": data.part(data.held_out)} if data.held_out.any() else {}
    return {"training": data.unheld, **held}


def _plot(snapshot: Snapshot) -> Plot:
    """Return a point for each point: what is said over what is true; all is right on the diagonal."""
    step, marks = cast("HasCurve", snapshot.step), list[Mark]()
    every = [np.zeros(1)]
    for name, part in _parts(snapshot).items():
        places = np.c_[part.points[:, 1], step.curve(part.points[:, 0])]
        marks.append(Points(places, "class 0", 0, "hollow" if name == "test" else "filled"))
        every.append(places[np.isfinite(places).all(axis=1)].ravel())
    values = np.concatenate(every[1:]) if sum(map(len, every[1:])) else every[0]
    low, high = float(values.min()), float(values.max())
    room = ROOM * (high - low) or 0.5
    ends = np.array([[low - room, low - room], [high + room, high + room]])
    bounds = (low - room, high + room, low - room, high + room)
    layers = (Layer("curve", (Line(ends, "cursor"), *marks)),)
    truth = snapshot.data.names[1]
    return Plot(layers, bounds, (f"true {truth}", f"said {truth}"), "Said against true", height=2.0, equal=True)


def _number(value: float) -> str:
    return "–" if np.isnan(value) else text(value)
