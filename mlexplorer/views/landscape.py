"""The landscape: the objective over two parameters, with the path of the fit; drag the dot and the boundary follows."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES, margins
from mlexplorer.core.arrays import Array, signs
from mlexplorer.core.capabilities import (
    Bounds,
    HasDiscriminant,
    HasLandscape,
    HasRows,
    HasThresholds,
    HasTree,
    Landscape,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import shortened, text
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
from mlexplorer.landscapes.heights import SQUARES, along, bands, through_here
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
from mlexplorer.pipeline.frame import with_equal_units
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.naming import run_letter, short_name
from mlexplorer.session.session import Session
from mlexplorer.views.landscape_options import (
    ALL,
    FEW_AXES,
    HELD,
    HOLDS,
    LEVELS,
    LOSS,
    OTHERS,
    OWN,
    PATH,
    TURN,
    axes_of,
    chooses_threshold,
    has_rivals,
    is_equal,
    is_flat,
    is_for_each,
    is_line,
    is_surface,
    options_of,
    others_of,
)

DRAFT, FINE = 40, 110  # places along a side
DRAFT_EACH, FINE_EACH = 16, 48  # where other parameters are chosen anew for each cell
SMALL = 0.6  # height of the losses against the margin, below the landscape
LEFT = "before it left"
LONGEST = 24  # letters of a run's name above its landscape
REACH = 0.04  # of the picture: how near the path the pointer means a step of it


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has a place in parameter space, or thresholds that could have been others."""
    return isinstance(snapshot.step, HasLandscape | HasThresholds | HasTree)


def has_surface(snapshot: Snapshot) -> bool:
    """Return whether heights over two parameters are drawn, which can be seen from the side."""
    scene = descent_of(snapshot)
    if scene is None or chooses_threshold(snapshot.step):
        return False
    return is_flat(axes_of(snapshot, scene.landscape))


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
    if scene is not None and not chooses_threshold(snapshot.step):
        scene = yield from scene.measured()
        axes = axes_of(snapshot, scene.landscape)
        panels += yield from _panels(snapshot, scene, axes, FINE if full else DRAFT)
        facts, options = _facts(snapshot, scene), options_of(snapshot, scene.landscape, axes)
        words = words or _divergence(snapshot, scene)
    stairs, choice = _stairs(snapshot)
    drawn = (*panels, *stairs)
    words = words if drawn else "This step has no place on a landscape."
    columns = 2 if scene is not None and _racing(snapshot, scene.landscape) else 1
    return Drawn(drawn, tuple(facts), words, (*options, *choice), columns=columns)


def _racing(snapshot: Snapshot, landscape: Landscape) -> tuple[int, ...]:
    """Return the runs that have a landscape each, if that is wanted."""
    axes = axes_of(snapshot, landscape)
    wanted = is_for_each(snapshot) and is_flat(axes) and not is_surface(snapshot, axes)
    return has_rivals(snapshot, landscape) if wanted else ()


def _panels(snapshot: Snapshot, scene: Descent, axes: str, size: int) -> Parts[list[Plot]]:
    """Return the landscape, or one for each run of a race over the same rectangle."""
    runs = _racing(snapshot, scene.landscape)
    if not runs:
        panel = yield from _panel(snapshot, scene, axes, size)
        return [panel, *_margins(snapshot, scene.landscape)]
    panels = []
    bounds = None if axes == PATH else window(scene, plane_of(snapshot, scene, axes))
    for index in runs:
        seen = _with_run(snapshot, index)
        alone = descent_of(seen)
        assert alone is not None, "a rival has a landscape"
        alone = yield from replace(alone, rivals=()).measured()
        plot = yield from _valley(seen, alone, axes, size // 2, bounds)
        name = short_name(snapshot.session, snapshot.session.document.runs[index])
        panels.append(replace(plot, title=f"{run_letter(index)}  {shortened(name, LONGEST)}", now=""))
    return panels


def _with_run(snapshot: Snapshot, index: int) -> Snapshot:
    """Return a snapshot of which another run is the active one."""
    session = snapshot.session
    return replace(snapshot, session=replace(session, view=replace(session.view, active=index)))


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session whose parameters are held where the landscape was touched; hovering shows a step's ghost."""
    scene = descent_of(snapshot)
    if scene is None or touched.kind not in ("press", "drag", "hover"):
        return None
    if chooses_threshold(snapshot.step):
        return _touch_threshold(snapshot, touched)
    axes = axes_of(snapshot, scene.landscape)
    runs = _racing(snapshot, scene.landscape)
    if runs and touched.panel < len(runs):
        snapshot = _with_run(snapshot, runs[touched.panel])
        scene = descent_of(snapshot)
        assert scene is not None, "a rival has a landscape"
    elif touched.panel > 0:
        return None
    if is_surface(snapshot, axes):
        return _turned(snapshot, touched)
    if touched.kind == "hover":
        return _haunted(snapshot, scene, axes, touched)
    if is_flat(axes):
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
    if not is_flat(axes) or len(scene.path) < 2:
        return None
    plane = plane_of(snapshot, scene, axes)
    left, right, bottom, top = window(scene, plane)
    gaps = (plane.inside(scene.path) - [touched.x, touched.y]) / [right - left, top - bottom]
    far = np.nan_to_num(np.hypot(*gaps.T), nan=np.inf)
    ghost = int(scene.places[int(far.argmin())]) if far.min() < REACH else None
    return replace(snapshot.session, view=replace(snapshot.session.view, ghost=ghost))


def _panel(snapshot: Snapshot, scene: Descent, axes: str, size: int) -> Parts[Plot]:
    if is_surface(snapshot, axes):
        plane, title = plane_of(snapshot, scene, axes), _title(snapshot, scene, axes)
        return (yield from relief(scene, plane, _turn(snapshot), _places(size, plane), title))
    if is_flat(axes):
        return (yield from _valley(snapshot, scene, axes, size))
    return slice_plot(scene, int(axes), _measured(snapshot, scene.landscape), _compared(snapshot, scene.landscape))


def _compared(snapshot: Snapshot, landscape: Landscape) -> dict[str, Callable[[Array], Array]]:
    """Return the losses drawn beside the objective, by their word, if all of them are wanted."""
    if snapshot.session.view.option(LOSS, OWN) != ALL or not is_line(snapshot, landscape):
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
        values = ",  ".join(text(value, 4, float(np.abs(here).max())) for value in here[first : first + together])
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
    run = snapshot.active if len(snapshot.session.document.runs) > 1 else None
    return Descent(landscape, places, path, now, rival_paths(snapshot, landscape), rate, wanders, run, own)


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
    return chosen if chosen in MARGIN_LOSSES and is_line(snapshot, landscape) else OWN


def _turn(snapshot: Snapshot) -> Turn:
    return Turn.read(snapshot.session.view.option(TURN, ""), Turn())


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
    other = others_of(names, axes)
    if other != OTHERS and held == "step":
        left = "" if scene.ground is scene.landscape.here else f" {LEFT}"
        value, most = float(scene.ground[names.index(other)]), float(np.abs(scene.ground).max())
        return f"{name}, {other} = {text(value, beside=most)}{left}"
    return f"{name}, {other} {words}"


def _measured(snapshot: Snapshot, landscape: Landscape) -> str:
    chosen = _chosen_loss(snapshot, landscape)
    return landscape.title if chosen == OWN else MARGIN_LOSSES[chosen].title


def _places(size: int, plane: ParameterPlane) -> int:
    if not plane.free:
        return size
    return DRAFT_EACH if size == DRAFT else FINE_EACH


def _valley(snapshot: Snapshot, scene: Descent, axes: str, size: int, bounds: Bounds | None = None) -> Parts[Plot]:
    plane, equal = plane_of(snapshot, scene, axes), is_equal(snapshot)
    bounds = bounds or window(scene, plane)
    if equal:
        bounds = with_equal_units(bounds, 1.0)
    path, here = plane.inside(scene.path), plane.inside(scene.landscape.here[None])
    side = _places(2 * size if equal else size, plane)
    grid = Grid(*(_wider(bounds) if equal else bounds), side, side)
    losses = yield from losses_on(scene.landscape, plane, grid)
    height = float(plane.lowest(scene.landscape, here)[1][0])
    layers = (
        Layer("heights", bands(grid, losses, snapshot.session.view.option(LEVELS, SQUARES), along(path))),
        Layer("level", through_here(grid, losses, height)),
        Layer("rivals", rival_marks(scene, plane, bounds)),
        Layer("path", path_marks(scene, path, bounds)),
        Layer("here", here_marks(scene, plane, here[0], bounds)),
    )
    title = _title(snapshot, scene, axes)
    return Plot(layers, bounds, plane.names, title, path_words(scene, path, bounds), equal=equal)


def _wider(bounds: Bounds) -> Bounds:
    """Return bounds three times as large: a chart with equal units shows more along its longer side."""
    left, right, bottom, top = bounds
    x, y = right - left, top - bottom
    return (left - x, right + x, bottom - y, top + y)


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
