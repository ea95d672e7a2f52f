"""A descent on a landscape: what is known of it, and the marks of path, slope, next step and neighbours."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasLandscape, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Step
from mlexplorer.landscapes.parameter_plane import ParameterPlane, bounds_around, in_blocks, path_of, with_present
from mlexplorer.marks.clipping import clipped, is_inside, rim
from mlexplorer.marks.marks import Arrow, Line, Mark, Points, Text, badge
from mlexplorer.marks.palette import STEP_SHADES
from mlexplorer.marks.stepwise import Parts
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.naming import run_letter

CLOUD = 150  # last steps of a stochastic descent that are shown as a cloud
DOTS = 120
WANDERING = 0.8  # of the width of a thin line: a path that crosses itself a hundred times is slow to paint any wider
FEW = 3  # steps that are in view even if they climb
ARROW, FLAT = 0.16, 0.12  # of the picture: the longest arrow downhill; of that: the shortest
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
    run: int | None = None  # which one of a race it is
    own: Landscape | None = None  # what the path really descends, if the landscape is that of another loss
    losses: Array | None = None  # at every step of the path, once they are measured

    def measured(self) -> Parts["Descent"]:
        """Return it with the losses along the path, found with a pause after each block of steps."""
        return replace(self, losses=(yield from in_blocks((self.own or self.landscape).values, self.path)))

    @cached_property
    def calm(self) -> np.ndarray:
        """Which steps of the path stay near the ground: a descent that climbs far above its start has diverged."""
        losses = (self.own or self.landscape).values(self.path) if self.losses is None else self.losses
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

    @cached_property
    def ground(self) -> Array:
        """Where the parameters stand that are not drawn: here, or at the last calm step if this one has flown away."""
        left = np.flatnonzero(~self.calm)
        away = len(left) and bool((self.path[left] == self.landscape.here).all(axis=1).any())
        return np.asarray(self.path[max(int(left[0]) - 1, 0)]) if away else self.landscape.here


def rate_of(model: Model, count: int) -> float:
    """Return what the gradient over so many points is multiplied by to make the next step; 0 without a rate."""
    values = model.values()
    if not any(spec.name == "rate" for spec in model.shown()):
        return 0.0
    return float(values["rate"]) / (count if values.get("average", model.averages) else 1)


def rival_paths(snapshot: Snapshot, landscape: Landscape) -> tuple[tuple[int, Array], ...]:
    """Return the paths of other runs with the same parameters up to the present step, by their index."""
    found = []
    if hidden_runs(snapshot.session):
        return ()
    now = np.inf if snapshot.session.view.step is None else snapshot.session.view.step
    for index, (trace, run) in enumerate(zip(snapshot.traces, snapshot.session.document.runs, strict=False)):
        if index != snapshot.active and len(trace):
            data, step = run.model.training(snapshot.data), trace.last
            places, path = path_of(trace, data)
            names = step.landscape(data).names if isinstance(step, HasLandscape) else ()
            shown = None if run.by_hand is not None else snapshot.shown[index]
            if names == landscape.names and path.shape[1:] == landscape.here.shape:
                found.append((index, _so_far(shown, data, places, path, min(now, trace.total - 1))))
    return tuple(found)


def _so_far(step: Step | None, data: Dataset, places: Array, path: Array, now: float) -> Array:
    """Return a path up to the step that is shown."""
    if isinstance(step, HasLandscape):
        places, path = with_present(places, path, int(now), step.landscape(data).here)
    return np.asarray(path[places <= now])


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


def rival_marks(descent: Descent, plane: ParameterPlane, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the paths of other runs, each in its own colour and dashes with its letter."""
    marks: list[Mark] = []
    for index, path in descent.rivals:
        if len(path) > 1:
            flat = plane.inside(path)
            end = flat[-1] if is_inside(flat[-1:], bounds)[0] else rim(flat[-1], bounds)
            marks += [Line(clipped(flat, _beyond(bounds)), f"run {index}"), _end(end, index)]
    return tuple(marks)


def _end(place: Array, run: int) -> Mark:
    return badge(place, run_letter(run), f"run {run}")


def path_marks(descent: Descent, path: Array, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the way so far and the way ahead with their steps as dots, and where it leaves the picture."""
    if len(path) < 2:
        return ()
    out, wide = _way_out(descent, path, bounds), _beyond(bounds)
    places, path = descent.places[:out], path[:out]
    done = places <= descent.now
    past, ahead = path[done], path[max(int(done.sum()) - 1, 0) :]
    if descent.wanders:
        marks: list[Mark] = [Line(clipped(past, wide), "learner", 0.5, WANDERING)]
        marks += step_dots(past[-CLOUD:], np.linspace(0, 1, len(past[-CLOUD:])), bounds, 0.6)
    else:
        roles = ("ahead", "path") if descent.run is None else (f"run_ahead {descent.run}", f"run {descent.run}")
        marks = [Line(clipped(ahead, wide), roles[0]), Line(clipped(past, wide), roles[1])]
        every = len(path) // DOTS + 1
        ages = places / max(float(places[-1]), 1.0)
        marks += step_dots(path[~done][::every], ages[~done][::every], bounds, 0.36)
        marks += step_dots(path[done][1::every], ages[done][1::every], bounds, 0.72)
    marks.append(Points(path[:1], "path", 0, "start"))
    return (*marks, *_leaving(descent, path, bounds))


def path_words(descent: Descent, path: Array, bounds: Bounds) -> str:
    """Return what the shades of the dots say: which step is the palest, and which the darkest."""
    if len(descent.path) < 2:
        return ""
    past = descent.places[descent.places <= descent.now]
    end = descent.places[_way_out(descent, path, bounds) - 1]
    first, last = (past[-CLOUD:][0], past[-1]) if descent.wanders else (0, end)
    return f"step ○ {int(first)} … ● {int(last)}"


def step_dots(path: Array, ages: Array, bounds: Bounds, size: float) -> list[Mark]:
    """Return steps as dots in the shade of their age, from 0 for the first to 1 for the last of them, oldest first."""
    seen = np.isfinite(path).all(axis=1) & is_inside(path, bounds)
    shades = np.rint(np.clip(ages, 0, 1) * (STEP_SHADES - 1)).astype(int)
    marks: list[Mark] = []
    for shade in np.unique(shades[seen]).tolist():
        dots = path[seen & (shades == shade)]
        marks.append(Points(dots, f"step {shade}", 0, "step", sizes=np.full(len(dots), size)))
    return marks


def _way_out(descent: Descent, path: Array, bounds: Bounds) -> int:
    """Return how many steps of a path are drawn: a diverging one ends with the first step out of the picture."""
    out = np.flatnonzero(~(np.isfinite(path).all(axis=1) & is_inside(path, bounds)))
    return int(out[0]) + 1 if descent.diverges and len(out) else len(path)


def here_marks(descent: Descent, plane: ParameterPlane, here: Array, bounds: Bounds) -> tuple[Mark, ...]:
    """Return the present place, or an arrow towards it if it is out of view, with the slope and the next step."""
    if not is_inside(here[None], bounds)[0]:
        end = rim(here, bounds)
        middle = np.array([bounds[0] + bounds[1], bounds[2] + bounds[3]]) / 2
        return (Arrow(end + 0.12 * (middle - end), end, "downhill"), Points(end[None], "path", 0, "dot"))
    marks: list[Mark] = []
    if descent.landscape.gradient is not None:
        slope = np.array([plane.across, plane.up]) @ descent.landscape.gradient(descent.landscape.here)
        reach = ARROW * min(bounds[1] - bounds[0], bounds[3] - bounds[2])
        length = float(np.hypot(*slope))
        if np.isfinite(length) and length > 1e-12:
            share = _steepness(descent.landscape, plane, slope / length * reach, length * reach)
            if share > FLAT:
                marks.append(Arrow(here, here - slope / length * reach * share, "downhill"))
            marks += _next_step(here, descent.rate * slope, bounds)
    marks.append(Points(here[None], "path", 0, "here"))
    return tuple(marks)


def _steepness(landscape: Landscape, plane: ParameterPlane, way: Array, rise: float) -> float:
    """Return from 0 (the bottom) to 1 how much of the rise along a way and back is slope and not curvature."""
    step = way[0] * plane.across + way[1] * plane.up
    around = landscape.values(landscape.here + np.array([[-1.0], [0.0], [1.0]]) * step)
    span = float(np.abs(around - around[1]).max())
    return min(2 * rise / span, 1.0) if 0 < span < np.inf else 1.0


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
    if not descent.diverges or is_inside(path[-1:], bounds)[0]:
        return ()
    number = len(path) - 1
    end = rim(path[-1], bounds, 0.14)
    share = (end[0] - bounds[0]) / (bounds[1] - bounds[0])  # words at the right edge end there
    words = f"leaves at step {int(descent.places[number])}"
    return (Text(end, words, "text", anchor=(float(np.clip(share, 0, 1)), 0.5), offset=(0, 12)),)


def _beyond(bounds: Bounds) -> Bounds:
    """Return a rectangle a little larger, so that lines are cut out of sight."""
    left, right, bottom, top = bounds
    return (left - (right - left), right + (right - left), bottom - (top - bottom), top + (top - bottom))
