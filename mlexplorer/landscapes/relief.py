"""A landscape seen from the side, with the path on it."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import text
from mlexplorer.landscapes.descent import Descent, step_dots, window
from mlexplorer.landscapes.parameter_plane import ParameterPlane, losses_on
from mlexplorer.landscapes.surface import Ticks, Turn, box_layer, on_surface, surface
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Plot
from mlexplorer.marks.stepwise import Parts
from mlexplorer.marks.ticks import tick_words, ticks

FACETS = 44  # along a side, at most
TICKS, INSIDE = 4, 0.88  # about so many numbers along a side, and how far from its middle they may be
BOUNDS = (-1.75, 1.7, -1.5, 1.35)  # around the box, however it is turned


def relief(scene: Descent, plane: ParameterPlane, turn: Turn, side: int, title: str) -> Parts[Plot]:
    """Return the heights over a plane as a shaded surface in a box."""
    bounds = window(scene, plane)
    left, right, bottom, top = bounds
    side = min(side, FACETS)
    losses = yield from losses_on(scene.landscape, plane, Grid(*bounds, side, side))
    finite = losses[np.isfinite(losses)]
    low, span = float(finite.min()), max(float(np.ptp(finite)), 1e-300)

    def share(values: Array) -> Array:
        return np.sqrt(np.clip((np.nan_to_num(values, nan=low + span, posinf=low + span) - low) / span, 0, 1))

    middle, half = np.array([left + right, bottom + top]) / 2, np.array([right - left, top - bottom]) / 2
    done = scene.calm & (scene.places <= scene.now)
    track = np.concatenate([plane.inside(scene.path[done]), plane.inside(scene.landscape.here[None])])
    ages = np.append(scene.places[done] / max(float(scene.places[-1]), 1.0), 1.0)
    seen = (np.abs(track - middle) <= half).all(axis=1)
    track, ages = track[seen], ages[seen]
    lifted = np.c_[(track - middle) / half, share(plane.lowest(scene.landscape, track)[1])]
    flat = on_surface(lifted, turn)
    marks: list[Mark] = [Line(flat, "path"), *step_dots(flat[:-1], ages[:-1], BOUNDS, 0.72)]
    marks.append(Points(flat[-1:], "path", 0, "here"))
    heights = (np.array([-1.0, 1.0]), [text(low), text(low + span)])
    layers = (
        box_layer(turn, (*plane.names, ""), (_ticks(left, right), _ticks(bottom, top), heights)),
        Layer("surface", (surface(share(losses), turn),)),
        Layer("path", tuple(marks)),
    )
    return Plot(layers, BOUNDS, title=title, hint="drag to turn", equal=True, axes=False)


def _ticks(low: float, high: float) -> Ticks:
    """Return round numbers along a side of the box, none near its corners."""
    places = ticks(low, high, TICKS)
    shares = 2 * (places - low) / (high - low) - 1
    inside, words = np.flatnonzero(np.abs(shares) < INSIDE), tick_words(places)
    return shares[inside], [words[index] for index in inside]
