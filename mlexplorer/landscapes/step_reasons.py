"""Why a step went where it went: the slope it felt, and the parabola that fits the objective along its way."""

import math

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Landscape
from mlexplorer.core.numbers import text

MOST = 4  # parameters that are told
STRAIGHT = 0.5  # degrees that count as none
NEAR = 0.05  # share of a step that counts as none
TINY = 1e-3  # share of a step within which the curvature is felt
WAYS = {
    "newton": "it asks how the slope changes too, and goes to the bottom of the parabola that fits best",
    "gauss_newton": "it takes the curve for straight in its numbers, and goes to the bottom of that",
    "levenberg_marquardt": "it is damped, between the steepest way and the bottom of the parabola",
    "stochastic": "it followed the slope of one point only",
    "minibatch": "it followed the slope of a few points only",
    "momentum": "it keeps part of the steps before",
    "nesterov": "it keeps part of the steps before, and feels the slope where they lead",
    "adagrad": "it divides every slope by the size that slopes there have had",
    "rmsprop": "it divides every slope by the size that slopes there have had lately",
    "adam": "it keeps part of the steps before, and divides by the size that slopes have had lately",
}  # by the names of solvers


def why_there(landscape: Landscape, there: Array, solver: str) -> tuple[str, ...]:
    """Return sentences on the step from the place of a landscape to another place; none if it has no slope."""
    move = np.asarray(there, dtype=np.float64) - landscape.here
    if landscape.gradient is None or not move.any() or not np.isfinite(move).all():
        return ()
    slope = np.asarray(landscape.gradient(landscape.here), dtype=np.float64)
    if not np.isfinite(slope).all() or not slope.any():
        return ()
    largest = np.argsort(-np.abs(move), kind="stable")[:MOST]
    told = [_parameter(landscape.names[index], float(slope[index]), float(move[index])) for index in sorted(largest)]
    return (*told, _direction(slope, move, solver), *_parabola(landscape, slope, move))


def _parameter(name: str, slope: float, move: float) -> str:
    moved = f"moved by {text(move, 4)}"
    if not slope or not move:
        return f"{name}: slope {text(slope, 4)}, {moved}"
    way = "more" if slope < 0 else "less"
    against = "" if (slope < 0) == (move > 0) else ", the other way, for the sake of the others"
    return f"{name}: slope {text(slope, 4)}, so {way} of it lowers the objective; {moved}{against}"


def _direction(slope: Array, move: Array, solver: str) -> str:
    """Return how the step lies to the steepest way down, and why."""
    cosine = -float(slope @ move) / (float(np.linalg.norm(slope)) * float(np.linalg.norm(move)))
    angle = math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))
    if angle < STRAIGHT:
        share = text(float(np.linalg.norm(move)) / float(np.linalg.norm(slope)), 4)
        return f"This is the steepest way down: each number moves against its slope, by {share} times it."
    why = f": {WAYS[solver]}" if solver in WAYS else ""
    return f"It leans {angle:.0f}° from the steepest way down{why}."


def _parabola(landscape: Landscape, slope: Array, move: Array) -> tuple[str, ...]:
    """Return where along the step the parabola that fits the objective has its bottom."""
    assert landscape.gradient is not None
    here, small = landscape.here, TINY * move
    change = np.asarray(landscape.gradient(here + small)) - np.asarray(landscape.gradient(here - small))
    along, bend = float(slope @ move), float(change @ move) / (2 * TINY)
    if along >= 0:
        return ("For all points together this way leads uphill at first.",)
    if not bend > 0:
        return ("Along this way the ground does not bend upwards: no bottom is in sight.",)
    bottom = -along / bend  # in lengths of the step
    return (f"Along this way a parabola fits the objective; its bottom lies {_reach(bottom)}.",)


def _reach(bottom: float) -> str:
    if abs(bottom - 1) <= NEAR:
        return "where the step ended"
    if bottom > 1:
        return f"{text(bottom)} times as far: a cautious step"
    over = "and beyond, so that the parabola rises again as high as it was, or higher" if bottom <= 1 / 2 else ""
    return f"after {text(bottom)} of the step, which went past it {over}".rstrip()
