"""Mosaics as plots: numbers over two axes as coloured cells, the best area outlined, a scale beside the title."""

import numpy as np

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.core.numbers import text
from mlexplorer.core.study import Mosaic
from mlexplorer.marks.marks import Heat, Layer, Line, Mark, Points, PointStyle, Quads, Text
from mlexplorer.marks.plot import Plot

MANY = 600  # cells beyond which they are drawn as one picture
WRITTEN = 6  # rows and columns up to which numbers have room in the cells
FAR = 3.0  # numbers farther above the least than so many times the median have the last colour
OUTLINE = 1.3  # times the width of a box: the line around the best area


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
    if mosaic.good is not None:
        marks.append(Line(_rim(across, up, mosaic.good), "box", width=OUTLINE))
    styles: tuple[PointStyle, PointStyle] = ("filled", "here")
    for cell, style in zip((mosaic.best, mosaic.now), styles, strict=True):
        if cell is not None:
            marks.append(Points(_cell(across, up, *cell).mean(axis=0)[None], "path", 0, style))
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


def cell_at(places: tuple[Array, Array], x: float, y: float) -> Array:
    """Return the corners of the cell around a place of a mosaic, (4, 2)."""
    row, column = (int(np.abs(along - at).argmin()) for along, at in zip(places[::-1], (y, x), strict=True))
    return _cell(_edges(places[0]), _edges(places[1]), row, column)


def _rim(across: Array, up: Array, good: Mask) -> Array:
    """Return the edges between good cells and others as one path, NaN between its parts."""
    padded = np.pad(good, 1)
    rows, columns = np.nonzero(padded[1:-1, 1:] != padded[1:-1, :-1])  # edges that stand
    upright = np.stack([np.c_[across[columns], up[rows]], np.c_[across[columns], up[rows + 1]]], axis=1)
    rows, columns = np.nonzero(padded[1:, 1:-1] != padded[:-1, 1:-1])  # edges that lie
    level = np.stack([np.c_[across[columns], up[rows]], np.c_[across[columns + 1], up[rows]]], axis=1)
    every = np.concatenate([upright, level])
    return np.concatenate([every, np.full((len(every), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def _edges(places: Array) -> Array:
    """Return where the cells of places meet: halfway between them."""
    if len(places) == 1:
        return np.array([places[0] - 0.5, places[0] + 0.5])
    inner = (places[1:] + places[:-1]) / 2
    return np.concatenate([[2 * places[0] - inner[0]], inner, [2 * places[-1] - inner[-1]]])
