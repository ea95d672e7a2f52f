"""Mosaics as plots: numbers over two axes as coloured cells, with rings around some and a scale beside the title."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import text
from mlexplorer.core.study import Mosaic
from mlexplorer.marks.marks import Heat, Layer, Line, Mark, Quads, Text
from mlexplorer.marks.plot import Plot

MANY = 600  # cells beyond which they are drawn as one picture
WRITTEN = 12  # rows and columns up to which numbers stand in the cells
FAR = 3.0  # numbers farther above the least than so many times the median have the last colour
INSET = 0.12  # of a cell, how far a ring lies inside it


def mosaic_plot(mosaic: Mosaic, height: float = 1.0) -> Plot:
    """Return a mosaic as a plot; cells whose number is not known yet are left open."""
    across, up = _edges(mosaic.xs), _edges(mosaic.ys)
    known = np.isfinite(mosaic.values)
    low, high = mosaic.range or _most(mosaic.values[known])
    shades = np.clip((mosaic.values - low) / (high - low or 1.0), 0.0, 1.0)
    marks: list[Mark] = []
    if mosaic.values.size > MANY and known.all():
        ends = (mosaic.xs[0], mosaic.xs[-1], mosaic.ys[0], mosaic.ys[-1])
        marks.append(Heat(tuple(map(float, ends)), shades))  # type: ignore[arg-type] # four of them
    elif known.any():
        places = np.argwhere(known)
        corners = np.stack([_cell(across, up, row, column) for row, column in places])
        marks.append(Quads(corners, shades[known]))
    if max(mosaic.values.shape) <= WRITTEN:
        middles = [(_cell(across, up, row, column).mean(axis=0), row, column) for row, column in np.argwhere(known)]
        marks += [Text(middle, text(float(mosaic.values[row, column]), 2), "text") for middle, row, column in middles]
    for index, (row, column) in enumerate(mosaic.ringed):
        corner = _cell(across, up, row, column)
        inner = corner + INSET * (corner.mean(axis=0) - corner)
        marks.append(Line(inner[[0, 1, 2, 3, 0]], "box" if index == 0 else "ahead"))
    bounds = (float(across[0]), float(across[-1]), float(up[0]), float(up[-1]))
    top = float(mosaic.values[known].max()) if known.any() else high
    now = f"{text(low, 2)} to {text(high, 2)}{mosaic.unit}{' and more' * (top > high)}"
    layers = (Layer("mosaic", tuple(marks)),)
    return Plot(layers, bounds, mosaic.names, mosaic.title, now, height=height, log=mosaic.log)


def _most(values: Array) -> tuple[float, float]:
    """Return the range of most of some numbers: the few largest must not take all of the ramp."""
    if not len(values):
        return 0.0, 1.0
    low, middle, high = (float(value) for value in np.quantile(values, [0.0, 0.5, 1.0]))
    return low, min(high, low + FAR * (middle - low)) if middle > low else high


def _cell(across: Array, up: Array, row: int, column: int) -> Array:
    left, right, bottom, top = across[column], across[column + 1], up[row], up[row + 1]
    return np.array([[left, bottom], [right, bottom], [right, top], [left, top]])


def _edges(places: Array) -> Array:
    """Return where the cells of places meet: halfway between them."""
    if len(places) == 1:
        return np.array([places[0] - 0.5, places[0] + 0.5])
    inner = (places[1:] + places[:-1]) / 2
    return np.concatenate([[2 * places[0] - inner[0]], inner, [2 * places[-1] - inner[-1]]])
