"""A plane through parameter space: which one, where a path lies on it, and the heights of the loss above it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import NO_ROWS, Array
from mlexplorer.core.capabilities import Bounds, HasLandscape, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.trace import Trace
from mlexplorer.marks.stepwise import Parts

MOST_STEPS = 300  # of a path that are drawn
BLOCK, FEWEST = 1024, 16  # places evaluated at once: the work may be interrupted between
TURN = 0.008  # seconds of processor time after which it may be
ROOM = 0.25  # beyond the path, on each side
TRIES, ROUNDS = 9, 6  # along a parameter that is chosen anew for each cell
SWEEPS = 3  # over all of them, if there are several


@dataclass(frozen=True, eq=False)
class ParameterPlane:
    """Two directions through an origin in parameter space, what they are called, and which parameters may follow.

    The free parameters, if any, take for each place of the plane the values that make the loss least there; reach
    says how far from the origin they are looked for.
    """

    origin: Array
    across: Array
    up: Array
    names: tuple[str, str]
    free: tuple[int, ...] = ()
    reach: Array | None = None

    def inside(self, parameters: Array) -> Array:
        """Return where parameters, (m, p), lie on the plane, as (m, 2)."""
        gaps = parameters - self.origin
        return np.stack([gaps @ self.across, gaps @ self.up], axis=-1)

    def outside(self, places: Array) -> Array:
        """Return the parameters at places of the plane, (m, 2), as (m, p), the free ones at the origin."""
        return self.origin + places[:, :1] * self.across + places[:, 1:] * self.up

    def lowest(self, landscape: Landscape, places: Array) -> tuple[Array, Array]:
        """Return the parameters at places of the plane, the free ones at their best, and the losses there."""
        found = self.outside(places)
        for _ in range(1 if len(self.free) == 1 else SWEEPS):
            for index in self.free:
                assert self.reach is not None, "free parameters are looked for within reach"
                found = _best_along(landscape, found, index, float(self.reach[index]))
        return found, landscape.values(found)


def axes_plane(landscape: Landscape, first: int, second: int, others: Array | None = None) -> ParameterPlane:
    """Return the plane of two parameters; the others are held where the landscape is, or at values given."""
    origin = np.array(landscape.here if others is None else others, dtype=np.float64)
    origin[[first, second]] = 0.0
    unit = np.eye(len(origin))
    return ParameterPlane(origin, unit[first], unit[second], (landscape.names[first], landscape.names[second]))


def path_plane(here: Array, path: Array) -> ParameterPlane:
    """Return the plane through a place along the two principal directions of a path, measured from its start.

    The directions do not depend on the place, so that they stay while it is dragged and from step to step.
    """
    _, _, directions = np.linalg.svd(path - path.mean(axis=0), full_matrices=True)
    across, up = directions[:2]
    gap = here - path[0]
    names = ("first principal direction", "second principal direction")
    return ParameterPlane(here - (gap @ across) * across - (gap @ up) * up, across, up, names)


def optimum(landscape: Landscape, path: Array) -> Array:
    """Return the lowest place that can be found: the lowest of the path, and downhill from there by the slope."""
    places = np.concatenate([path[np.isfinite(path).all(axis=1)], landscape.here[None]])
    losses = landscape.values(places)
    best = places[int(np.where(np.isfinite(losses), losses, np.inf).argmin())]
    if landscape.gradient is None:
        return best
    from scipy.optimize import minimize  # start-up time

    found = minimize(
        lambda place: float(landscape.values(place[None])[0]),
        best,
        jac=landscape.gradient,
        method="BFGS",
        options={"maxiter": 100},
    )
    return np.asarray(found.x) if np.isfinite(found.x).all() and found.fun <= losses.min() else best


@lru_cache(maxsize=8)  # asked for at every move of a drag
def path_of(trace: Trace, data: Dataset) -> tuple[Array, Array]:
    """Return the places in the trace and the parameters of its steps, thinned, for those with a landscape."""
    chosen = np.unique(np.linspace(0, len(trace) - 1, MOST_STEPS).round().astype(int)) if len(trace) else NO_ROWS
    steps = [(trace.numbers[index], trace.steps[index]) for index in chosen]
    rows = [(place, step.landscape(data).here) for place, step in steps if isinstance(step, HasLandscape)]
    if not rows:
        return np.empty(0), np.empty((0, 0))
    places, path = np.array([place for place, _ in rows], dtype=np.float64), np.stack([here for _, here in rows])
    places.setflags(write=False)
    path.setflags(write=False)
    return places, path


def with_present(places: Array, path: Array, now: float, here: Array) -> tuple[Array, Array]:
    """Return a path that goes through the present place too, if that is one of the steps that were left out."""
    index = int(np.searchsorted(places, now))
    if path.shape[1:] != here.shape or (index < len(places) and places[index] == now):
        return places, path
    return np.insert(places, index, now), np.insert(path, index, here, axis=0)


def bounds_around(places: Array) -> Bounds:
    """Return a rectangle around places, with room, and never thin."""
    low, high = places.min(axis=0), places.max(axis=0)
    spread, size = float((high - low).max()), float(np.abs(places).max())
    alone = spread <= 1e-6 * size  # a single place: show it with the origin
    least = (2.5 * size or 2.0) if alone else spread * 0.6
    half = np.maximum(high - low, least) * (0.5 + ROOM)
    middle = (low + high) / 2
    return (
        float(middle[0] - half[0]),
        float(middle[0] + half[0]),
        float(middle[1] - half[1]),
        float(middle[1] + half[1]),
    )


def losses_on(landscape: Landscape, plane: ParameterPlane, grid: Grid) -> Parts[Array]:
    """Return the losses on a grid over the plane, as (rows, columns), block by block."""
    tries = TRIES * ROUNDS * len(plane.free)
    block = max(BLOCK // tries if tries else BLOCK // 8, FEWEST)
    losses = yield from in_blocks(lambda places: plane.lowest(landscape, places)[1], grid.points, block)
    return losses.reshape(grid.rows, grid.columns)


def in_blocks(losses: Callable[[Array], Array], places: Array, block: int = FEWEST) -> Parts[Array]:
    """Return the losses at places, with a pause after each block; the blocks grow as far as time allows."""
    found, at = np.empty(len(places)), 0
    while at < len(places):
        begun = time.thread_time()
        found[at : at + block] = losses(places[at : at + block])
        at, spent = at + block, time.thread_time() - begun
        block = min(BLOCK, 2 * block, max(FEWEST, int(block * TURN / max(spent, 1e-5))))
        yield
    return found


def _best_along(landscape: Landscape, parameters: Array, index: int, reach: float) -> Array:
    """Return parameters, (m, p), with one of them moved to its best.

    A scan narrows around the best so far; where that lies at the end of the scan, the next one is wider.
    """
    best, tries = parameters.copy(), np.linspace(-1, 1, TRIES)
    rows, reaches = np.arange(len(best)), np.full(len(best), reach)
    for _ in range(ROUNDS):
        offers = np.repeat(best[None], TRIES, axis=0)
        offers[:, :, index] += reaches * tries[:, None]
        losses = landscape.values(offers.reshape(-1, offers.shape[2])).reshape(TRIES, -1)
        chosen = np.where(np.isfinite(losses), losses, np.inf).argmin(axis=0)
        best = offers[chosen, rows]
        reaches *= np.where((chosen == 0) | (chosen == TRIES - 1), 2.0, 2 / (TRIES - 1))
    return best
