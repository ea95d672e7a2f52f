"""The landscape: the objective over two parameters, with the path of the fit; drag the dot and the boundary follows."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES, margins
from mlexplorer.core.arrays import Array, signs
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasLandscape,
    HasRows,
    HasThresholds,
    HasTree,
    HasWeights,
    Landscape,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.landscapes.descent import (
    Descent,
    here_marks,
    path_marks,
    path_words,
    rate_of,
    rival_marks,
    rival_paths,
    window,
)
from mlexplorer.landscapes.heights import EVEN, POWERS, SQUARES, along, bands, through_here
from mlexplorer.landscapes.margin_plot import margin_plot
from mlexplorer.landscapes.parameter_plane import (
    ParameterPlane,
    axes_plane,
    losses_on,
    optimum,
    path_of,
    path_plane,
    with_present,
)
from mlexplorer.landscapes.relief import relief
from mlexplorer.landscapes.slices import slice_plot
from mlexplorer.landscapes.staircases import chosen_node, gain_plots, threshold_plots
from mlexplorer.landscapes.surface import Turn
from mlexplorer.marks.marks import Layer
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, Touched, ViewKind
from mlexplorer.marks.stepwise import Parts, whole
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

AXES, KIND, TURN = "landscape axes", "landscape kind", "landscape turn"
HELD, LEVELS, LOSS = "landscape others", "landscape levels", "landscape loss"
PATH, OWN, ALL = "path", "own", "all"
DRAFT, FINE = 40, 110  # places along a side
DRAFT_EACH, FINE_EACH = 16, 48  # where other parameters are chosen anew for each cell
SMALL = 0.6  # height of the losses against the margin, below the landscape
FEW_AXES, MOST_AXES = 6, 12  # parameters: more than few are shown along the path at first, more than most only so
REACH = 0.04  # of the picture: how near the path the pointer means a step of it
KINDS = {"contours": "Contours", "surface": "Surface"}
HOLDS = {
    "step": "as at this step",
    "best": "at the optimum",
    "each": "re-optimised",
}
OTHERS, LEFT = "others", "before it left"
SPACINGS = {SQUARES: "Squared levels", EVEN: "Even levels", POWERS: "Powers of ten"}


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has a place in parameter space, or thresholds that could have been others."""
    return isinstance(snapshot.step, HasLandscape | HasThresholds | HasTree)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the landscape in full."""
    return whole(parts(snapshot, True))


def parts(snapshot: Snapshot, full: bool) -> Parts[Drawn]:
    """Return the landscape block by block, in full or with fewer places."""
    scene = descent_of(snapshot)
    panels: list[Plot] = []
    facts: list[Fact] = []
    options: tuple[Option, ...] = ()
    words = "Held by hand. Move along the timeline to let go." if snapshot.run.by_hand is not None else ""
    if scene is not None and not _chooses_threshold(snapshot.step):
        axes = _axes(snapshot, scene.landscape)
        panel = yield from _panel(snapshot, scene, axes, FINE if full else DRAFT)
        panels += [panel, *_margins(snapshot, scene.landscape)]
        facts, options = _facts(snapshot, scene), _options(snapshot, scene.landscape, axes)
        words = words or _divergence(snapshot, scene)
    stairs, choice = _stairs(snapshot)
    drawn = (*panels, *stairs)
    return Drawn(drawn, tuple(facts), words if drawn else "This step has no place on a landscape.", (*options, *choice))


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session whose parameters are held where the landscape was touched; hovering shows a step's ghost."""
    scene = descent_of(snapshot)
    if scene is None or touched.kind not in ("press", "drag", "hover"):
        return None
    if _chooses_threshold(snapshot.step):
        return _touch_threshold(snapshot, touched)
    axes = _axes(snapshot, scene.landscape)
    if touched.panel > 0:
        return None
    if _is_surface(snapshot, axes):
        return _turned(snapshot, touched)
    if touched.kind == "hover":
        return _haunted(snapshot, scene, axes, touched)
    if _is_flat(axes):
        plane = plane_of(snapshot, scene, axes)
        place = np.array([[touched.x, touched.y]])
        held = plane.lowest(scene.landscape, place)[0][0] if plane.free else plane.outside(place)[0]
    else:
        held = scene.landscape.here.copy()
        held[int(axes)] = touched.x
    return snapshot.session.with_held(held)


def _touch_threshold(snapshot: Snapshot, touched: Touched) -> Session | None:
    assert isinstance(snapshot.step, HasTree), "what chooses a threshold is a tree with one question"
    if touched.kind == "hover" or touched.panel != max(snapshot.step.tree[0].feature, 0):
        return None
    return snapshot.session.with_held(np.array([touched.x]))


def _turned(snapshot: Snapshot, touched: Touched) -> Session | None:
    if touched.kind == "hover":
        return None
    turn = _turn(snapshot).turned(touched.right, touched.up)
    view = snapshot.session.view.with_option(TURN, turn.words)
    return replace(snapshot.session, view=view)


def _haunted(snapshot: Snapshot, scene: Descent, axes: str, touched: Touched) -> Session | None:
    """Return the session with the ghost of the step of the path under the pointer, or with none."""
    if not _is_flat(axes) or len(scene.path) < 2:
        return None
    plane = plane_of(snapshot, scene, axes)
    left, right, bottom, top = window(scene, plane)
    gaps = (plane.inside(scene.path) - [touched.x, touched.y]) / [right - left, top - bottom]
    far = np.nan_to_num(np.hypot(*gaps.T), nan=np.inf)
    ghost = int(scene.places[int(far.argmin())]) if far.min() < REACH else None
    return replace(snapshot.session, view=replace(snapshot.session.view, ghost=ghost))


def _panel(snapshot: Snapshot, scene: Descent, axes: str, size: int) -> Parts[Plot]:
    if _is_surface(snapshot, axes):
        plane, title = plane_of(snapshot, scene, axes), _title(snapshot, scene, axes)
        return (yield from relief(scene, plane, _turn(snapshot), _places(size, plane), title))
    if _is_flat(axes):
        return (yield from _valley(snapshot, scene, axes, size))
    return slice_plot(scene, int(axes), _measured(snapshot, scene.landscape), _compared(snapshot, scene.landscape))


def _compared(snapshot: Snapshot, landscape: Landscape) -> dict[str, Callable[[Array], Array]]:
    """Return the losses drawn beside the objective, by their word, if all of them are wanted."""
    if snapshot.session.view.option(LOSS, OWN) != ALL or not _is_line(snapshot, landscape):
        return {}
    data = snapshot.training
    wanted = signs(data.labels, data.classes[-1])
    return {loss.word: partial(loss.values, data.points, wanted) for loss in MARGIN_LOSSES.values()}


def _margins(snapshot: Snapshot, landscape: Landscape) -> tuple[Plot, ...]:
    """Return the loss against the margin with the present points, if a loss of margins is looked at."""
    chosen = _chosen_loss(snapshot, landscape)
    if chosen == OWN or not isinstance(snapshot.step, HasDiscriminant):
        return ()
    data = snapshot.training
    plot = margin_plot(chosen, margins(snapshot.step, data), np.asarray(data.labels), named=False)
    return (replace(plot, height=SMALL),)


def _stairs(snapshot: Snapshot) -> tuple[tuple[Plot, ...], tuple[Option, ...]]:
    """Return the panels over thresholds, and the choice of the node they belong to."""
    step, model = snapshot.step, snapshot.run.model
    data = snapshot.training
    if isinstance(step, HasThresholds):
        return threshold_plots(step, data, model), ()
    if not isinstance(step, HasTree):
        return (), ()
    node, option = chosen_node(snapshot, step)
    return gain_plots(step, step.tree[node], data, model), (option,)


def _facts(snapshot: Snapshot, scene: Descent) -> list[Fact]:
    loss = snapshot.step.loss if snapshot.step is not None else None
    facts = [Fact("Objective", text(loss))] if loss is not None else []
    names, here = scene.landscape.names[:FEW_AXES], scene.landscape.here[:FEW_AXES].tolist()
    together = len(names) if len(names) < 4 else 2  # in one line
    for first in range(0, len(names), together):
        values = ",  ".join(text(value, 4) for value in here[first : first + together])
        facts.append(Fact(",  ".join(names[first : first + together]), values))
    return facts


def _divergence(snapshot: Snapshot, scene: Descent) -> str:
    """Return why a path leaves the picture, with the largest rate that would not."""
    step = snapshot.step
    if step is None or not scene.diverges:
        return ""
    limit = max(item.measures.get("largest stable rate", 0.0) for item in (snapshot.trace.steps[0], step))
    why = "The path climbs out of the picture: every step overshoots the valley further than the one before."
    return f"{why} The largest stable rate here is {text(limit)}." if limit else why


def descent_of(snapshot: Snapshot) -> Descent | None:
    """Return the way of the shown fit over its objective, or None if it has no landscape."""
    step = snapshot.step
    if not isinstance(step, HasLandscape):
        return None
    data: Dataset = snapshot.training
    places, path = path_of(snapshot.trace, data)
    view, own = snapshot.session.view, step.landscape(data)
    landscape = _judged(snapshot, own, data)
    if path.shape[1:] != landscape.here.shape:
        places, path = np.zeros(1), landscape.here[None]
    last = snapshot.trace.total - 1
    now = last if view.step_number is None else min(view.step_number, last)
    if snapshot.run.by_hand is None:
        places, path = with_present(places, path, now, own.here)
    model = snapshot.run.model
    visits = any(spec.name == "order" for spec in model.shown()) or (
        isinstance(step, HasRows) and step.rows is not None
    )
    wanders = len(path) > 2 and visits
    rate = rate_of(model, len(data))
    return Descent(landscape, places, path, now, rival_paths(snapshot, landscape), rate, wanders, own)


def _judged(snapshot: Snapshot, landscape: Landscape, data: Dataset) -> Landscape:
    """Return the landscape of the loss that was chosen over the same parameters."""
    chosen = _chosen_loss(snapshot, landscape)
    if chosen == OWN:
        return landscape
    loss, wanted = MARGIN_LOSSES[chosen], signs(data.labels, data.classes[-1])
    slope = None if loss.slope is None else partial(loss.gradient, data.points, wanted)
    return replace(landscape, values=partial(loss.values, data.points, wanted), gradient=slope)


def _chosen_loss(snapshot: Snapshot, landscape: Landscape) -> str:
    chosen = snapshot.session.view.option(LOSS, OWN)
    return chosen if chosen in MARGIN_LOSSES and _is_line(snapshot, landscape) else OWN


def _is_line(snapshot: Snapshot, landscape: Landscape) -> bool:
    step = snapshot.step
    two = len(snapshot.training.classes) == 2
    return two and isinstance(step, HasWeights) and np.array_equal(landscape.here, step.weights)


def _chooses_threshold(step: Step | None) -> bool:
    """Return whether a threshold is all that the step has chosen, so that the stairs over them are its landscape."""
    return isinstance(step, HasThresholds) and isinstance(step, HasTree)


def _is_flat(axes: str) -> bool:
    return axes == PATH or "," in axes


def _is_surface(snapshot: Snapshot, axes: str) -> bool:
    return snapshot.session.view.option(KIND, "contours") == "surface" and _is_flat(axes)


def _turn(snapshot: Snapshot) -> Turn:
    return Turn.read(snapshot.session.view.option(TURN, ""), Turn())


def _options(snapshot: Snapshot, landscape: Landscape, axes: str) -> tuple[Option, ...]:
    names, view = landscape.names, snapshot.session.view
    choices = {}
    if len(names) <= MOST_AXES:
        choices = {f"{i},{j}": f"{names[i]} and {names[j]}" for i, j in combinations(range(len(names)), 2)}
    if len(names) > 2:
        choices[PATH] = "Principal directions"
    if len(names) <= MOST_AXES:
        choices |= {str(index): f"{name} alone" for index, name in enumerate(names)}
    options = [Option(AXES, "Which parameters", choices, axes)] if len(choices) > 1 else []
    if _is_flat(axes):
        options.append(Option(KIND, "How it is drawn", KINDS, view.option(KIND, "contours")))
    if _is_flat(axes) and not _is_surface(snapshot, axes):
        options.append(Option(LEVELS, "How the levels are spaced", SPACINGS, view.option(LEVELS, SQUARES)))
    if "," in axes and len(names) > 2:
        word = _others(names, axes)
        titles = {name: f"{OTHERS.capitalize() if word == OTHERS else word} {title}" for name, title in HOLDS.items()}
        options.append(Option(HELD, "What the other parameters do", titles, view.option(HELD, "step")))
    if _is_line(snapshot, landscape):
        losses = {OWN: "Its own objective", **{name: loss.title for name, loss in MARGIN_LOSSES.items()}}
        losses |= {} if _is_flat(axes) else {ALL: "All losses"}
        chosen = view.option(LOSS, OWN)
        options.append(Option(LOSS, "Which loss", losses, chosen if chosen in losses else OWN))
    return tuple(options)


def _axes(snapshot: Snapshot, landscape: Landscape) -> str:
    count = len(landscape.names)
    usual = "0" if count == 1 else PATH if count > FEW_AXES else "0,1"
    chosen = snapshot.session.view.option(AXES, usual)
    if chosen == PATH:
        return PATH if count > 2 else usual
    fits = all(int(part) < count for part in chosen.split(",")) and count <= MOST_AXES
    return chosen if fits else usual


def plane_of(snapshot: Snapshot, scene: Descent, axes: str) -> ParameterPlane:
    """Return the plane through the parameters that the chosen axes mean."""
    if axes == PATH:
        return path_plane(scene.ground, scene.path[scene.calm])
    first, second = (int(part) for part in axes.split(","))
    hold = snapshot.session.view.option(HELD, "step")
    others = tuple(index for index in range(len(scene.landscape.names)) if index not in (first, second))
    if hold == "step" or not others:
        return axes_plane(scene.landscape, first, second, scene.ground)
    plane = axes_plane(scene.landscape, first, second, optimum(scene.landscape, scene.path[scene.calm]))
    if hold == "best":
        return plane
    every = np.concatenate([scene.path[scene.calm], plane.origin[None], scene.landscape.here[None]])
    return replace(plane, free=others, reach=np.maximum(2 * np.ptp(every, axis=0), 1.0))


def _title(snapshot: Snapshot, scene: Descent, axes: str) -> str:
    """Return which loss it is, and what the parameters do that are not drawn."""
    name, names = _measured(snapshot, scene.landscape), scene.landscape.names
    if len(names) < 3:
        return f"{name} around the path"
    if axes == PATH:
        return f"{name}, through this step"
    held = snapshot.session.view.option(HELD, "step")
    words = HOLDS[held] if held != "step" or scene.ground is scene.landscape.here else LEFT
    other = _others(names, axes)
    if other != OTHERS and held == "step":
        left = "" if scene.ground is scene.landscape.here else f" {LEFT}"
        return f"{name}, {other} = {text(float(scene.ground[names.index(other)]))}{left}"
    return f"{name}, {other} {words}"


def _measured(snapshot: Snapshot, landscape: Landscape) -> str:
    chosen = _chosen_loss(snapshot, landscape)
    return landscape.title if chosen == OWN else MARGIN_LOSSES[chosen].title


def _others(names: tuple[str, ...], axes: str) -> str:
    """Return what the parameters that are not drawn are called."""
    drawn = [int(part) for part in axes.split(",")]
    others = [name for index, name in enumerate(names) if index not in drawn]
    return others[0] if len(others) == 1 else OTHERS


def _places(size: int, plane: ParameterPlane) -> int:
    if not plane.free:
        return size
    return DRAFT_EACH if size == DRAFT else FINE_EACH


def _valley(snapshot: Snapshot, scene: Descent, axes: str, size: int) -> Parts[Plot]:
    plane = plane_of(snapshot, scene, axes)
    bounds = window(scene, plane)
    path, here = plane.inside(scene.path), plane.inside(scene.landscape.here[None])
    side = _places(size, plane)
    grid = Grid(*bounds, side, side)
    losses = yield from losses_on(scene.landscape, plane, grid)
    height = float(plane.lowest(scene.landscape, here)[1][0])
    layers = (
        Layer("heights", bands(grid, losses, snapshot.session.view.option(LEVELS, SQUARES), along(path))),
        Layer("level", through_here(grid, losses, height)),
        Layer("rivals", rival_marks(scene, plane, bounds)),
        Layer("path", path_marks(scene, path, bounds)),
        Layer("here", here_marks(scene, plane, here[0], bounds)),
    )
    return Plot(layers, bounds, plane.names, _title(snapshot, scene, axes), path_words(scene, path, bounds))


VIEW = ViewKind(
    "landscape",
    "Landscape",
    "The objective over the parameters; drag the dot and the boundary follows",
    offered,
    draw,
    touch,
    10,
    parts,
)
