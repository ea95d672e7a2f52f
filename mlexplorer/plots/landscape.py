"""The landscape: the objective over two parameters, with the path of the fit; drag the dot and the boundary follows."""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasLandscape, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import text
from mlexplorer.marks.contours import level_line
from mlexplorer.marks.marks import Arrow, Heat, Layer, Line, Mark, Points, Text
from mlexplorer.marks.parameter_plane import (
    ParameterPlane,
    axes_plane,
    bounds_around,
    losses_on,
    path_of,
    path_plane,
)
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, Touched, ViewKind
from mlexplorer.marks.surface import Turn, box_layer, on_surface, surface
from mlexplorer.session.session import Session
from mlexplorer.session.snapshot import Snapshot

AXES, KIND, TURN = "landscape axes", "landscape kind", "landscape turn"
PATH = "path"
DRAFT, FINE, SLICE = 40, 110, 240  # places along a side
BANDS = 12
FACETS = 44  # of a surface along a side
MOST_AXES = 6  # parameters offered as axes; more are only shown along the path


@dataclass(frozen=True, eq=False)
class _Scene:
    """What a drawing needs: the landscape of the shown step and the path that led there."""

    landscape: Landscape
    places: Array
    path: Array
    now: int
    rivals: tuple[tuple[int, Array], ...] = ()  # the paths of other runs with the same parameters, by their index


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has a place in parameter space."""
    return isinstance(snapshot.step, HasLandscape)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the landscape in full."""
    return _draw(snapshot, FINE)


def draft(snapshot: Snapshot) -> Drawn:
    """Return the landscape with fewer places."""
    return _draw(snapshot, DRAFT)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session whose parameters are held where the landscape was touched."""
    scene = _scene(snapshot)
    if scene is None or touched.kind in ("hover", "release"):
        return None
    axes = _axes(snapshot, scene.landscape)
    if _is_surface(snapshot, axes):
        turn = _turn(snapshot).turned(touched.right, touched.up)
        view = snapshot.session.view.with_option(TURN, f"{turn.around:.1f} {turn.down:.1f}")
        return replace(snapshot.session, view=view)
    if axes == PATH or "," in axes:
        plane = _plane(scene, axes)
        held = plane.outside(np.array([[touched.x, touched.y]]))[0]
    else:
        held = scene.landscape.here.copy()
        held[int(axes)] = touched.x
    return snapshot.session.with_held(held)


def _draw(snapshot: Snapshot, size: int) -> Drawn:
    scene = _scene(snapshot)
    if scene is None:
        return Drawn(words="This step has no place on a landscape.")
    axes = _axes(snapshot, scene.landscape)
    if _is_surface(snapshot, axes):
        panel = _surface(scene, axes, size, _turn(snapshot))
    else:
        panel = _valley(scene, axes, size) if axes == PATH or "," in axes else _slice(scene, int(axes))
    loss = snapshot.step.loss if snapshot.step is not None else None
    facts = [Fact("Objective", text(loss))] if loss is not None else []
    names = scene.landscape.names
    facts += [Fact(name, text(float(value), 4)) for name, value in zip(names[:6], scene.landscape.here, strict=False)]
    words = "Held by hand. Move along the timeline to let go." if snapshot.run.held is not None else ""
    return Drawn((panel,), tuple(facts), words, _options(snapshot, scene.landscape, axes))


def _scene(snapshot: Snapshot) -> _Scene | None:
    step = snapshot.step
    if not isinstance(step, HasLandscape):
        return None
    data: Dataset = snapshot.run.model.training(snapshot.data)
    places, path = path_of(snapshot.trace, data)
    view, landscape = snapshot.session.view, step.landscape(data)
    if path.shape[1:] != landscape.here.shape:
        places, path = np.zeros(1), landscape.here[None]
    now = snapshot.trace.total - 1 if view.step is None else view.step
    return _Scene(landscape, places, path, now, _other_paths(snapshot, landscape))


def _other_paths(snapshot: Snapshot, landscape: Landscape) -> tuple[tuple[int, Array], ...]:
    found = []
    for index, (trace, run) in enumerate(zip(snapshot.traces, snapshot.session.document.runs, strict=False)):
        if index != snapshot.active and len(trace):
            places, path = path_of(trace, run.model.training(snapshot.data))
            now = np.inf if snapshot.session.view.step is None else snapshot.session.view.step
            step, shape = trace.last, landscape.here.shape
            names = step.landscape(snapshot.data).names if isinstance(step, HasLandscape) else ()
            if names == landscape.names and path.shape[1:] == shape:
                found.append((index, path[places <= now]))
    return tuple(found)


def _is_surface(snapshot: Snapshot, axes: str) -> bool:
    return snapshot.session.view.option(KIND, "contours") == "surface" and (axes == PATH or "," in axes)


def _turn(snapshot: Snapshot) -> Turn:
    words = snapshot.session.view.option(TURN, "").split()
    return Turn(float(words[0]), float(words[1])) if len(words) == 2 else Turn()


def _options(snapshot: Snapshot, landscape: Landscape, axes: str) -> tuple[Option, ...]:
    names = landscape.names
    choices = {}
    if len(names) <= MOST_AXES:
        choices = {f"{i},{j}": f"{names[i]} and {names[j]}" for i, j in combinations(range(len(names)), 2)}
    if len(names) > 2:
        choices[PATH] = "Main directions of the path"
    if len(names) <= MOST_AXES:
        choices |= {str(index): f"{name} alone" for index, name in enumerate(names)}
    options = [Option(AXES, "Which parameters", choices, axes)] if len(choices) > 1 else []
    if axes == PATH or "," in axes:
        kind = snapshot.session.view.option(KIND, "contours")
        options.append(Option(KIND, "How it is drawn", {"contours": "Contours", "surface": "Surface"}, kind))
    return tuple(options)


def _axes(snapshot: Snapshot, landscape: Landscape) -> str:
    count = len(landscape.names)
    usual = "0" if count == 1 else PATH if count > MOST_AXES else "0,1"
    chosen = snapshot.session.view.option(AXES, usual)
    if chosen == PATH:
        return PATH if count > 2 else usual
    fits = all(int(part) < count for part in chosen.split(",")) and count <= MOST_AXES
    return chosen if fits else usual


def _plane(scene: _Scene, axes: str) -> ParameterPlane:
    if axes == PATH:
        return path_plane(scene.landscape, scene.path)
    first, second = (int(part) for part in axes.split(","))
    return axes_plane(scene.landscape, first, second)


def _valley(scene: _Scene, axes: str, size: int) -> Plot:
    plane = _plane(scene, axes)
    path, here = plane.inside(scene.path), plane.inside(scene.landscape.here[None])
    rivals = [plane.inside(other) for _, other in scene.rivals if len(other)]
    every = np.concatenate([path, *rivals, here])
    bounds = bounds_around(every[np.isfinite(every).all(axis=1)])
    grid = Grid(*bounds, size, size)
    losses = losses_on(scene.landscape, plane, grid)
    layers = (
        Layer("heights", _bands(grid, losses)),
        Layer("rivals", _rivals(scene, plane)),
        Layer("path", _path(scene, path)),
        Layer("here", _here(scene, plane, here[0], bounds)),
    )
    return Plot(layers, bounds, plane.names, "Objective around the path")


def _surface(scene: _Scene, axes: str, size: int, turn: Turn) -> Plot:
    """Return the same landscape seen from the side."""
    plane = _plane(scene, axes)
    path, here = plane.inside(scene.path), plane.inside(scene.landscape.here[None])
    bounds = bounds_around(np.concatenate([path[np.isfinite(path).all(axis=1)], here]))
    losses = losses_on(scene.landscape, plane, Grid(*bounds, min(size, FACETS), min(size, FACETS)))
    low, span = float(np.nanmin(losses)), max(float(np.ptp(losses)), 1e-300)

    def share(values: Array) -> Array:
        return np.sqrt(np.clip((values - low) / span, 0, 1))

    left, right, bottom, top = bounds
    middle, half = np.array([left + right, bottom + top]) / 2, np.array([right - left, top - bottom]) / 2
    track = np.concatenate([path[scene.places <= scene.now], here])
    lifted = np.c_[(track - middle) / half, share(scene.landscape.values(plane.outside(track)))]
    flat = on_surface(lifted, turn)
    marks = (Line(flat, "path"), Points(flat[-1:], "path", 0, "here"))
    layers = (
        box_layer(turn, (*plane.names, "")),
        Layer("surface", (surface(share(losses), turn),)),
        Layer("path", marks),
    )
    return Plot(layers, (-1.7, 1.7, -1.4, 1.3), title="Objective around the path", equal=True, axes=False)


def _bands(grid: Grid, losses: Array) -> tuple[Mark, ...]:
    """Return bands at squared spacing above the lowest place, and their edges with numbers."""
    finite = losses[np.isfinite(losses)]
    if finite.size == 0 or np.ptp(finite) == 0:
        return ()
    low, high = float(finite.min()), float(np.quantile(finite, 0.98))
    high = high if high > low else float(finite.max())
    shares = np.sqrt(np.clip((np.nan_to_num(losses, nan=high, posinf=high) - low) / (high - low), 0, 1))
    levels = low + (high - low) * (np.arange(1, BANDS) / BANDS) ** 2
    cell = (grid.right - grid.left) / grid.columns * 0.1
    lines = [level_line(grid, losses, level, cell) for level in levels]
    marks: list[Mark] = [Heat((grid.left, grid.right, grid.bottom, grid.top), np.floor(shares * BANDS) / BANDS)]
    for index, (line, level) in enumerate(zip(lines, levels, strict=True)):
        if len(line):
            marks.append(Line(line, "contour", opacity=0.75))
            if index % 3 == 2:
                place = line[len(line) // 3]
                marks += [Text(place, text(level), "muted")] if np.isfinite(place).all() else []
    return tuple(marks)


def _rivals(scene: _Scene, plane: ParameterPlane) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for index, path in scene.rivals:
        if len(path) > 1:
            flat = plane.inside(path)
            marks += [Line(flat, f"runner {index}"), Points(flat[-1:], "path", 0, "dot")]
            marks.append(Text(flat[-1], f"{index + 1}", offset=(9, 9)))
    return tuple(marks)


def _path(scene: _Scene, path: Array) -> tuple[Mark, ...]:
    if len(path) < 2:
        return ()
    past, ahead = path[scene.places <= scene.now], path[scene.places >= scene.now]
    marks: list[Mark] = [Line(ahead, "ahead"), Line(past, "path")]
    dots = past[1:] if len(past) <= 120 else past[1 :: len(past) // 120 + 1]
    if len(dots):
        marks.append(Points(dots, "path", 0, "dot", sizes=np.full(len(dots), 0.45)))
    marks.append(Points(path[:1], "path", 0, "start"))
    return tuple(marks)


def _here(
    scene: _Scene, plane: ParameterPlane, here: Array, bounds: tuple[float, float, float, float]
) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    if scene.landscape.gradient is not None:
        slope = np.array([plane.across, plane.up]) @ scene.landscape.gradient(scene.landscape.here)
        length = float(np.hypot(*slope))
        if np.isfinite(length) and length > 1e-9:
            reach = 0.16 * min(bounds[1] - bounds[0], bounds[3] - bounds[2])
            marks.append(Arrow(here, here - slope / length * reach, "gradient"))
    marks.append(Points(here[None], "path", 0, "here"))
    return tuple(marks)


def _slice(scene: _Scene, index: int) -> Plot:
    """Return the objective along one parameter, with the tangent at the present place."""
    landscape = scene.landscape
    name, here = landscape.names[index], float(landscape.here[index])
    along = np.append(scene.path[:, index], here)
    low, high = float(along.min()), float(along.max())
    half = max((high - low) * 0.75, abs(here) * 0.5, 1.0)
    xs = np.linspace((low + high) / 2 - half, (low + high) / 2 + half, SLICE)
    places = np.repeat(landscape.here[None], SLICE, axis=0)
    places[:, index] = xs
    curve = np.c_[xs, landscape.values(places)]
    value = float(landscape.values(landscape.here[None])[0])
    marks: list[Mark] = [Line(curve, "progress")]
    if landscape.gradient is not None:
        slope = float(landscape.gradient(landscape.here)[index])
        ends = np.array([here - half * 0.35, here + half * 0.35])
        marks.append(Line(np.c_[ends, value + slope * (ends - here)], "ahead"))
    marks.append(Points(np.array([[here, value]]), "path", 0, "here"))
    finite = curve[np.isfinite(curve[:, 1]), 1]
    room = 0.08 * float(np.ptp(finite)) or 1.0
    bounds = (float(xs[0]), float(xs[-1]), float(finite.min()) - room, float(finite.max()) + room)
    return Plot((Layer("curve", tuple(marks)),), bounds, (name, "objective"), f"Objective against {name}")


VIEW = ViewKind(
    "landscape",
    "Landscape",
    "The objective over the parameters; drag the dot and the boundary follows",
    offered,
    draw,
    touch,
    10,
    draft,
)
