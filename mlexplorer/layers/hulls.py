"""Hulls around points, with a little room and round corners."""

import math

import numpy as np

from mlexplorer.core.arrays import Array

TURN = np.linspace(0, 2 * math.pi, 120, endpoint=False)  # so many that a hull of a whole plane leaves no point out
CIRCLE = np.c_[np.cos(TURN), np.sin(TURN)]
SMALL, EACH = 10.0, 3  # in units of the room: around points so near each other every third direction is enough


def rounded_hull(points: Array, room: Array) -> Array:
    """Return a closed line around points, so far outside of them as room (2,) says along both axes.

    In each of many directions it goes around the point that is farthest that way: no corner has to be looked for.
    """
    scaled = points / room
    circle = CIRCLE[::EACH] if float(np.ptp(scaled, axis=0).max()) < SMALL else CIRCLE
    around = scaled[(scaled @ circle.T).argmax(axis=0)] + circle
    return np.concatenate([around, around[:1]]) * room
