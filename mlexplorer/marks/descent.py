"""A descent on a landscape: what is known of it, and the marks of path, slope, next step and neighbours."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, Landscape
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import text
from mlexplorer.marks.clipping import clipped, is_inside, rim
from mlexplorer.marks.contours import contour_lines, level_line
from mlexplorer.marks.marks import Arrow, Heat, Line, Mark, Points, Text
from mlexplorer.marks.parameter_plane import ParameterPlane, bounds_around

BANDS = 12
DECADES = 4  # below the highest level, with levels spaced by powers
CLOUD = 150  # last steps of a stochastic descent that are shown as a cloud
DOTS = 120
FEW = 3  # steps that are in view even if they climb
CLIMB = 2.0  # how much higher than it began a path may be and still be in view, in falls or heights of its start


@dataclass(frozen=True, eq=False)
class Descent:
    """The landscape of the shown step, the path that led there, and how the method would go on."""

    landscape: Landscape
    places: Array
    path: Array
    now: int
    rivals: tuple[tuple[int, Array], ...] = ()  # the paths of other runs with the same parameters, by their index
    rate: float = 0.0  # what the gradient is multiplied by to make the next step; 0 if the method has no rate
    wanders: bool = False  # looks at some points at a time, so that its steps form a cloud

    @property
    def calm(self) -> np.ndarray:
        """Which steps of the path stay near the ground: a descent that climbs far above its start has diverged."""
        losses = self.landscape.values(self.path)
        finite = np.isfinite(losses)
        if not finite.any():
            return np.ones(len(losses), bool)
        start, least = float(losses[finite][0]), float(losses[finite].min())
        low = finite & (losses <= start + CLIMB * max(abs(start), start - least, 1e-12))
        low[:FEW] = np.isfinite(self.path[:FEW]).all(axis=1)
        return np.asarray(low)

    @property
    def diverges(self) -> bool:
        """Whether the path leaves for heights far above its start and does not come back."""
        return not bool(self.calm[-1])


def window(descent: Descent, plane: ParameterPlane) -> Bounds:
    """Return the rectangle of a plane that shows the path as long as it is calm, its rivals, and the present place."""
    path, here = plane.inside(descent.path), plane.inside(descent.landscape.here[None])
    rivals = [plane.inside(other) for _, other in descent.rivals if len(other)]
    every = np.concatenate([path[descent.calm], *([] if descent.diverges else rivals)])
    every = every[np.isfinite(every).all(axis=1)]
    bounds = bounds_around(every if len(every) else here)
    if descent.diverges or is_inside(here, bounds)[0]:
        return bounds  # the ground stays where it is while a dot is dragged over it
    return bounds_around(np.concatenate([every, here]))


def bands(grid: Grid, losses: Array, powers: bool = False) -> tuple[Mark, ...]:
    """Return bands above the lowest place, at squared spacing or at powers of ten, and their edges with numbers."""
    finite = losses[np.isfinite(losses)]
    if finite.size == 0 or np.ptp(finite) == 0:
        return ()
    low, high = float(finite.min()), float(np.quantile(finite, 0.98))
    high = high if high > low else float(finite.max())
    steps = np.arange(1, BANDS) / BANDS
    rises = np.clip((np.nan_to_num(losses, nan=high, posinf=high) - low) / (high - low), 0, 1)
    levels = low + (high - low) * (10 ** (DECADES * (steps - 1)) if powers else steps**2)
    shares = 1 + np.log10(np.maximum(rises, 10.0**-DECADES)) / DECADES if powers else np.sqrt(rises)
    marks: list[Mark] = [Heat((grid.left, grid.right, grid.bottom, grid.top), np.floor(shares * BANDS) / BANDS)]
    lines = contour_lines(grid, losses, levels, (grid.right - grid.left) / grid.columns * 0.1)
    for index, (line, level) in enumerate(zip(lines, levels, strict=True)):
        if len(line):
            marks.append(Line(line, "contour", opacity=0.75))
            if index % 3 == 2:
                place = line[len(line) // 3]
                marks += [Text(place, text(level), "muted")] if np.isfinite(place).all() else []
    return tuple(marks)


def through_here(grid: Grid, losses: Array, height: float) -> tuple[Mark, ...]:
    """Return the contour through the present place."""
    line = level_line(grid, losses, height, (grid.right - grid.left) / grid.columns * 0.1)
    return (Line(line, "ghost"),) if len(line) else ()


def rival_marks(descent: Descent, plane: ParameterPlane, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the paths of other runs, each in its own dashes with its number."""
    marks: list[Mark] = []
    for index, path in descent.rivals:
        if len(path) > 1:
            flat = plane.inside(path)
            end = flat[-1] if is_inside(flat[-1:], bounds)[0] else rim(flat[-1], bounds)
            marks += [Line(clipped(flat, _beyond(bounds)), f"runner {index}"), Points(end[None], "path", 0, "dot")]
            marks.append(Text(end, f"{index + 1}", offset=(9, 9)))
    return tuple(marks)


def path_marks(descent: Descent, path: Array, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the way so far with its steps as dots, the way ahead, and where it leaves the picture."""
    if len(path) < 2:
        return ()
    past, ahead = path[descent.places <= descent.now], path[descent.places >= descent.now]
    wide = _beyond(bounds)
    if descent.wanders:
        cloud = past[-CLOUD:]
        marks: list[Mark] = [Line(clipped(past, wide), "path", 0.35)]
        marks.append(Points(cloud, "path", 0, "dot", sizes=np.linspace(0.25, 0.6, len(cloud))))
    else:
        marks = [Line(clipped(ahead, wide), "ahead"), Line(clipped(past, wide), "path")]
        dots = past[1:] if len(past) <= DOTS else past[1 :: len(past) // DOTS + 1]
        dots = dots[np.isfinite(dots).all(axis=1) & is_inside(dots, wide)]
        marks += [Points(dots, "path", 0, "dot", sizes=np.linspace(0.35, 0.6, len(dots)))] if len(dots) else []
    marks.append(Points(path[:1], "path", 0, "start"))
    return (*marks, *_leaving(descent, path, bounds))


def here_marks(descent: Descent, plane: ParameterPlane, here: Array, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the present place, or an arrow towards it if it is out of view, with the slope and the next step."""
    if not is_inside(here[None], bounds)[0]:
        end = rim(here, bounds)
        middle = np.array([bounds[0] + bounds[1], bounds[2] + bounds[3]]) / 2
        return (Arrow(end + 0.12 * (middle - end), end, "gradient"), Points(end[None], "path", 0, "dot"))
    marks: list[Mark] = []
    if descent.landscape.gradient is not None:
        slope = np.array([plane.across, plane.up]) @ descent.landscape.gradient(descent.landscape.here)
        length = float(np.hypot(*slope))
        if np.isfinite(length) and length > 1e-9:
            reach = 0.16 * min(bounds[1] - bounds[0], bounds[3] - bounds[2])
            marks.append(Arrow(here, here - slope / length * reach, "gradient"))
            marks += _next_step(here, descent.rate * slope, bounds)
    marks.append(Points(here[None], "path", 0, "here"))
    return tuple(marks)


def _next_step(here: Array, step: Array, bounds: Bounds) -> list[Mark]:
    """Return the way −rate × gradient would go; a ring at its end while that is in view."""
    end = here - step
    if not step.any() or not np.isfinite(end).all():
        return []
    way = clipped(np.stack([here, end]), _beyond(bounds))
    ring: list[Mark] = [Points(end[None], "path", 0, "start")] if is_inside(end[None], bounds)[0] else []
    return [Line(way, "arm"), *ring]


def _leaving(descent: Descent, path: Array, bounds: Bounds) -> tuple[Mark, ...]:
    """Return a word at the rim where a diverging path leaves for good."""
    out = np.flatnonzero(~(np.isfinite(path).all(axis=1) & is_inside(path, bounds)))
    if not descent.diverges or not len(out):
        return ()
    end = rim(path[out[0]], bounds, 0.14)
    share = (end[0] - bounds[0]) / (bounds[1] - bounds[0])  # words at the right edge end there
    words = f"leaves at step {int(descent.places[out[0]])}"
    return (Text(end, words, "text", anchor=(float(np.clip(share, 0, 1)), 0.5), offset=(0, 12)),)


def _beyond(bounds: Bounds) -> Bounds:
    """Return a rectangle a little larger, so that lines are cut out of sight."""
    left, right, bottom, top = bounds
    return (left - (right - left), right + (right - left), bottom - (top - bottom), top + (top - bottom))
