"""The landscape as marks: heights, path, held parameters, losses, thresholds, ghosts."""

import re
from itertools import pairwise

import numpy as np
import pytest

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES
from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasLandscape
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import text
from mlexplorer.landscapes import staircases
from mlexplorer.landscapes.parameter_plane import ParameterPlane, axes_plane, losses_on, optimum, path_of
from mlexplorer.marks.marks import Arrow, Heat, Line, Points, Text
from mlexplorer.marks.palette import STEP_SHADES
from mlexplorer.marks.plot import Touched
from mlexplorer.marks.stepwise import whole
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import landscape
from tests.laws import HALFWAY

DESCENT = {"solver": "gradient", "steps": 40, "rate": 2.0}


def snapshot_of(model, values=None, step=None, source=None, **options):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(source or registry.source("moons")(count=80), (run,))
    chosen = tuple(sorted((f"landscape {name}", value) for name, value in options.items()))
    session = Session(document, View(step=step, options=chosen))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def draft(snapshot):
    return whole(landscape.parts(snapshot, False))


def layer(plot, name):
    return next(item for item in plot.layers if item.name == name).marks


def step_marks(panel):
    """Return the dots of the path, in the order in which they are drawn."""
    return [mark for mark in layer(panel, "path") if isinstance(mark, Points) and mark.style == "step"]


def training(snapshot):
    return snapshot.run.model.training(snapshot.data)


def test_contours_with_path_and_present_place():
    snapshot = snapshot_of("logistic", DESCENT, step=10)
    (panel,) = landscape.draw(snapshot).panels
    assert isinstance(layer(panel, "heights")[0], Heat)
    here = layer(panel, "here")[-1]
    np.testing.assert_allclose(here.places[0], snapshot.step.weights[:2])
    assert panel.names == ("w₁", "w₂")
    assert panel.title == f"Log loss + penalty, t = {text(snapshot.step.weights[2])}"


def test_every_step_is_a_dot_in_the_shade_of_its_number():
    snapshot = snapshot_of("logistic", DESCENT, step=10)
    (panel,) = landscape.draw(snapshot).panels
    weights = np.array([step.weights[:2] for step in snapshot.trace.steps])
    shades = np.full(len(weights), -1)
    for mark in step_marks(panel):
        for place in mark.places:
            shades[np.flatnonzero((weights == place).all(axis=1))] = int(mark.role.removeprefix("step "))
    assert shades[0] == -1  # the start is a ring
    np.testing.assert_array_equal(shades[1:], np.rint(np.arange(1, 41) / 40 * (STEP_SHADES - 1)))
    assert panel.now == "step ○ 0 … ● 40"
    (present,) = [mark for mark in layer(panel, "here") if isinstance(mark, Points) and mark.style == "here"]
    np.testing.assert_allclose(present.places[0], weights[10])


def test_all_losses_stand_on_the_axes_of_a_slice():
    snapshot = snapshot_of("logistic", DESCENT, step=3, axes="1", loss="all")
    (panel,) = landscape.draw(snapshot).panels
    curves = [mark.path for mark in layer(panel, "curve") if isinstance(mark, Line) and mark.role == "learner"]
    assert len(curves) == 6
    names = {mark.words for mark in layer(panel, "curve") if isinstance(mark, Text)}
    assert {"0/1", "perceptron", "hinge", "exponential"} <= names
    risers = curves[0]  # the errors are stairs: either level or upright
    assert ((np.diff(risers[:, 0]) == 0) | (np.diff(risers[:, 1]) == 0)).all()


def test_a_slice_that_climbs_out_of_all_measure_is_cut():
    snapshot = snapshot_of("perceptron", axes="1", loss="exponential")
    panel = landscape.draw(snapshot).panels[0]
    curve = next(mark.path for mark in layer(panel, "curve") if isinstance(mark, Line) and mark.role == "progress")
    here = next(mark.places[0] for mark in layer(panel, "curve") if isinstance(mark, Points))
    assert curve[:, 1].max() > 1.5 * panel.bounds[3]
    assert panel.bounds[2] < here[1] < panel.bounds[3]


def test_the_arrow_downhill_shrinks_to_nothing_at_the_bottom():
    def arrow(step):
        (panel,) = draft(snapshot_of("logistic", {**DESCENT, "steps": 2000}, step=step)).panels
        return [np.hypot(*(m.end - m.start)) for m in layer(panel, "here") if isinstance(m, Arrow)]

    assert len(arrow(3)) == 1
    assert not arrow(None)


def test_the_numbers_of_the_levels_keep_clear_of_the_path():
    snapshot = snapshot_of("logistic", DESCENT, step=10)
    (panel,) = landscape.draw(snapshot).panels
    left, right, bottom, top = panel.bounds
    words = [mark for mark in layer(panel, "heights") if isinstance(mark, Text)]
    assert len(words) >= 3
    weights = np.array([step.weights[:2] for step in snapshot.trace.steps])
    for mark in words:
        gaps = (weights - mark.place) / [right - left, top - bottom]
        assert np.hypot(*gaps.T).min() > 0.06


def test_the_next_step_is_where_the_trace_goes():
    snapshot = snapshot_of("logistic", DESCENT, step=10)
    (panel,) = landscape.draw(snapshot).panels
    ring = next(mark for mark in layer(panel, "here") if isinstance(mark, Points) and mark.style == "start")
    np.testing.assert_allclose(ring.places[0], snapshot.trace.at(11).weights[:2])


def test_no_place_is_lower_than_the_end_of_a_converged_fit():
    snapshot = snapshot_of("logistic", {"penalty": 0.1})
    found = snapshot.step.landscape(training(snapshot))
    plane = axes_plane(found, 0, 1)
    left, bottom = snapshot.step.weights[:2] - 2
    losses = whole(losses_on(found, plane, Grid(left, left + 4, bottom, bottom + 4, 31, 31)))
    assert losses.min() >= snapshot.step.loss - 1e-9


def test_reoptimised_heights_are_nowhere_above_the_held_ones_and_reach_the_optimum():
    snapshot = snapshot_of("logistic", DESCENT, step=3, others="each")
    scene = landscape.descent_of(snapshot)
    free = landscape.plane_of(snapshot, scene, "0,1")
    fixed = axes_plane(scene.landscape, 0, 1)
    places = np.random.default_rng(0).normal(scale=3, size=(50, 2))
    best, low = free.lowest(scene.landscape, places)
    assert (low <= scene.landscape.values(fixed.outside(places)) + 1e-9).all()
    slopes = [scene.landscape.gradient(place)[2] for place in best]
    assert np.abs(slopes).max() < 0.5
    end = optimum(scene.landscape, scene.path)
    assert np.abs(scene.landscape.gradient(end)).max() < 1e-3
    np.testing.assert_allclose(free.lowest(scene.landscape, end[None, :2])[0][0], end, atol=0.02)
    (panel,) = draft(snapshot).panels
    assert panel.title == "Log loss + penalty, t re-optimised"


@pytest.mark.parametrize(("others", "most"), [("step", 128), ("each", 64)])
def test_the_heights_are_computed_block_by_block(monkeypatch, others, most):
    snapshot = snapshot_of("logistic", DESCENT, step=3, others=others)
    sizes, real = [], ParameterPlane.lowest
    monkeypatch.setattr(ParameterPlane, "lowest", lambda self, *args: sizes.append(len(args[1])) or real(self, *args))
    pauses = sum(1 for _ in landscape.parts(snapshot, True))
    assert pauses > 3
    assert sizes[0] <= most, "nobody knows yet how long one takes"
    assert max(sizes) <= 1024
    assert all(after <= 2 * before for before, after in pairwise(sizes))


def test_four_runs_have_paths_of_their_own_in_one_landscape():
    runs = tuple(
        Run(registry.model("logistic")().with_values({"solver": solver, "steps": 20}))
        for solver in ("gradient", "momentum", "adagrad", "adam")
    )
    document = Document(registry.source("moons")(count=80), runs)
    session = Session(document, View())
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))
    (panel,) = draft(snapshot).panels
    assert [mark.role for mark in layer(panel, "rivals") if isinstance(mark, Line)] == [
        "run 1",
        "run 2",
        "run 3",
    ]


def test_others_at_the_optimum():
    snapshot = snapshot_of("logistic", DESCENT, step=3, others="best")
    held = landscape.touch(snapshot, Touched(0, 1.0, -2.0, "press")).run.by_hand
    scene = landscape.descent_of(snapshot)
    np.testing.assert_allclose(held, [1.0, -2.0, optimum(scene.landscape, scene.path)[2]])


@pytest.mark.parametrize(("name", "value"), [("errors", 10.0), ("hinge", 0.0), ("squared", 0.0)])
def test_another_loss_over_the_same_parameters(name, value):
    snapshot = snapshot_of("logistic", DESCENT, loss=name)
    data, step = training(snapshot), snapshot.step
    margins = np.where(data.labels == 1, 1, -1) * step.discriminant(data.points)
    expected = {
        "errors": (margins <= 0).sum(),
        "hinge": np.maximum(1 - margins, 0).sum(),
        "squared": ((1 - margins) ** 2).sum(),
    }[name]
    scene = landscape.descent_of(snapshot)
    np.testing.assert_allclose(scene.landscape.values(step.weights[None]), [expected])
    own, margin_panel = draft(snapshot).panels
    assert own.bounds == draft(snapshot_of("logistic", DESCENT)).panels[0].bounds  # the same axes
    dots = [mark for mark in layer(margin_panel, "curve") if isinstance(mark, Points)]
    x, y = np.concatenate([mark.places for mark in dots]).T
    left, right, *_ = margin_panel.bounds
    np.testing.assert_allclose(np.sort(x), np.sort(np.clip(margins, left, right)))  # every point at its margin
    np.testing.assert_allclose(y, MARGIN_LOSSES[name].of(x))  # and on the curve
    assert (scene.landscape.gradient is None) == (name == "errors")
    assert value >= 0


def test_levels_by_powers_of_ten_are_more_crowded_near_the_bottom():
    def lowest_level(levels):
        (panel,) = draft(snapshot_of("logistic", DESCENT, levels=levels)).panels
        lines = [mark for mark in layer(panel, "heights") if isinstance(mark, Line)]
        return min(float(np.nanmax(np.ptp(line.path[np.isfinite(line.path).all(axis=1)], axis=0))) for line in lines)

    assert lowest_level("powers") < lowest_level("squares")


def test_divergence_leaves_the_picture_and_is_explained():
    snapshot = snapshot_of("logistic", {"solver": "gradient", "average": False, "rate": 50.0, "steps": 60})
    scene = landscape.descent_of(snapshot)
    drawn = draft(snapshot)
    if not scene.diverges:
        pytest.fail("a rate of 50 on the sum must diverge")
    assert "largest stable rate here is" in drawn.words
    (panel,) = drawn.panels
    assert any(isinstance(mark, Text) and "leaves at step" in mark.words for mark in layer(panel, "path"))
    lines = [mark.path for mark in layer(panel, "path") if isinstance(mark, Line)]
    reach = max(panel.bounds[1] - panel.bounds[0], panel.bounds[3] - panel.bounds[2])
    assert all(np.nanmax(np.abs(line)) < 1e3 * reach for line in lines if len(line))


def test_the_ground_of_a_diverged_path_is_that_of_its_last_calm_step():
    values = {"degree": 2, "solver": "gradient", "rate": 0.3}
    (panel,) = draft(snapshot_of("polynomial", values)).panels
    assert re.fullmatch("Squared errors, w₂ = [−0-9.×⁰-⁹]+ before it left", panel.title)
    words = next(mark.words for mark in layer(panel, "path") if isinstance(mark, Text))
    assert panel.now == f"step ○ 0 … ● {words.removeprefix('leaves at step ')}"
    heat, *lines = layer(panel, "heights")
    assert np.ptp(heat.heights) > 0.5
    assert len([mark for mark in lines if isinstance(mark, Line)]) > 5
    (panel,) = draft(snapshot_of("polynomial", values, step=2)).panels
    assert re.fullmatch("Squared errors, w₂ = [−0-9.×⁰-⁹]+", panel.title)


def test_stochastic_steps_form_a_cloud():
    snapshot = snapshot_of("logistic", {"solver": "stochastic", "steps": 5, "rate": 1.0})
    (panel,) = draft(snapshot).panels
    cloud = np.concatenate([mark.places for mark in step_marks(panel)])
    assert len(cloud) == landscape.path_of(snapshot.trace, training(snapshot))[0][-150:].size


def test_the_surface_keeps_the_present_place_on_it():
    snapshot = snapshot_of("logistic", DESCENT, kind="surface")
    (panel,) = draft(snapshot).panels
    assert not panel.axes
    left, right, bottom, top = panel.bounds
    x, y = layer(panel, "path")[-1].places[0]
    assert left < x < right
    assert bottom < y < top


def test_a_slice_has_the_tangent_of_the_gradient():
    snapshot = snapshot_of("logistic", DESCENT, step=2, axes="1")
    (panel,) = draft(snapshot).panels
    tangent = next(mark for mark in layer(panel, "curve") if isinstance(mark, Line) and mark.role == "ahead").path
    slope = snapshot.step.landscape(training(snapshot)).gradient(snapshot.step.weights)[1]
    np.testing.assert_allclose((tangent[1, 1] - tangent[0, 1]) / (tangent[1, 0] - tangent[0, 0]), slope)


def test_many_weights_are_shown_along_the_path_at_first_and_each_alone_if_wanted():
    source = registry.source("blobs")(count=60)
    drawn = draft(snapshot_of("logistic", DESCENT, source=source))
    assert drawn.panels[0].names == ("first principal direction", "second principal direction")
    assert drawn.panels[0].title == "Log loss + penalty, through this step"
    choices = drawn.options[0].choices
    assert [choices[str(index)] for index in (0, 8)] == ["w₁ · Class 0 alone", "t · Class 2 alone"]
    (panel,) = draft(snapshot_of("logistic", DESCENT, source=source, axes="8")).panels
    assert panel.title == "Log loss + penalty against t · Class 2"


def test_a_dot_dragged_along_principal_directions_stays_under_the_hand():
    source = registry.source("blobs")(count=60)
    snapshot = snapshot_of("logistic", DESCENT, source=source)
    (before,) = draft(snapshot).panels
    start = layer(before, "here")[-1].places[0]
    for hand in start + np.array([[0.3, 0.1], [0.6, -0.2], [0.5, -0.3]]):
        session = landscape.touch(snapshot, Touched(0, *hand, "drag"))
        snapshot = Pipeline().last(session, snapshot.frame)
        (panel,) = draft(snapshot).panels
        np.testing.assert_allclose(layer(panel, "here")[-1].places[0], hand, atol=1e-9)
        np.testing.assert_allclose(layer(panel, "path")[-1].places, layer(before, "path")[-1].places, atol=1e-9)
    np.testing.assert_allclose(panel.bounds, before.bounds)


def test_hovering_the_path_shows_a_ghost_and_nothing_else():
    snapshot = snapshot_of("logistic", DESCENT)
    place = snapshot.trace.at(5).weights[:2]
    session = landscape.touch(snapshot, Touched(0, *place, "hover"))
    assert session.view.ghost == 5
    assert session.document is snapshot.session.document
    away = landscape.touch(snapshot, Touched(0, 50.0, 50.0, "hover"))
    assert away.view.ghost is None


def test_a_stump_shows_both_staircases_with_ticks_and_can_be_dragged():
    snapshot = snapshot_of("stump", {"search": "line", "step": 0.2})
    drawn = landscape.draw(snapshot)
    assert len(drawn.panels) == 2
    root = snapshot.step.tree[0]
    for feature, panel in enumerate(drawn.panels):
        places, costs = snapshot.step.thresholds(feature)
        marks = layer(panel, "curve")
        np.testing.assert_allclose(np.unique(marks[0].path[:, 1]), np.unique(costs))
        assert len(marks[1].path) == 3 * len(snapshot.step.visits(feature))
        best = next(mark for mark in marks if isinstance(mark, Points) and mark.style == "start")
        np.testing.assert_allclose(best.places[:, 1], costs.min())
        assert any(isinstance(mark, Points) and mark.style == "here" for mark in marks) == (feature == root.feature)
        assert len(places) == len(costs)
    moved = landscape.touch(snapshot, Touched(root.feature, 0.5, 3.0, "drag"))
    assert moved.run.by_hand == (0.5,)
    assert landscape.touch(snapshot, Touched(1 - root.feature, 0.5, 3.0, "drag")) is None


def test_the_gain_of_a_node_is_largest_at_its_own_threshold():
    snapshot = snapshot_of("tree")
    root = snapshot.step.tree[0]
    panels = landscape.draw(snapshot).panels
    marks = layer(panels[root.feature], "curve")
    np.testing.assert_allclose(marks[0].path[:, 1].max(), root.gain)
    here = next(mark for mark in marks if isinstance(mark, Points) and mark.style == "here")
    np.testing.assert_allclose(here.places[0], [root.threshold, root.gain])
    child = next(index for index, node in enumerate(snapshot.step.tree) if index and node.feature >= 0)
    view = snapshot.session.view.with_option(staircases.NODE, str(child))
    other = snapshot_of("tree")
    other = other.__class__(**{**other.__dict__, "session": Session(other.session.document, view)})
    node = snapshot.step.tree[child]
    marks = layer(landscape.draw(other).panels[node.feature], "curve")
    np.testing.assert_allclose(marks[0].path[:, 1].max(), node.gain)


def test_boosting_shows_alpha_and_the_weighted_errors():
    snapshot = snapshot_of("adaboost", {"rounds": 5})
    panels = landscape.draw(snapshot).panels
    assert panels[0].title == "Exponential loss against α"
    assert panels[1].title == "Weighted errors against the threshold of x₁"
    lowest = min(float(layer(panel, "curve")[0].path[:, 1].min()) for panel in panels[1:])
    np.testing.assert_allclose(lowest, snapshot.step.rounds[-1].error)


@pytest.mark.parametrize("model", ["logistic", "perceptron", "svm", "line", "kmeans", "gmm", "stump", "adaboost"])
def test_the_height_here_is_the_loss_at_every_kept_step(model):
    snapshot = snapshot_of(model, {"kernel": "linear"} if model == "svm" else None)
    data = training(snapshot)
    for step in snapshot.trace.steps[:: max(1, len(snapshot.trace) // 10)]:
        if isinstance(step, HasLandscape) and step.loss is not None and step.phase not in HALFWAY:
            found = step.landscape(data)
            np.testing.assert_allclose(found.values(found.here[None])[0], step.loss, rtol=1e-7, atol=1e-7)
    assert len(path_of(snapshot.trace, data)[0]) >= 1


def racing(**options):
    solvers = ("gradient", "momentum", "adam", "newton")
    runs = tuple(Run(registry.model("logistic")().with_values({"solver": solver, "steps": 20})) for solver in solvers)
    document = Document(registry.source("moons")(count=80), runs)
    view = View(
        active=2, options=tuple(sorted({f"landscape {name}": value for name, value in options.items()}.items()))
    )
    session = Session(document, view)
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def test_every_run_has_a_landscape_of_its_own_over_the_same_rectangle():
    drawn = draft(racing(runs="each"))
    assert drawn.columns == 2
    assert [panel.title[0] for panel in drawn.panels] == ["A", "B", "C", "D"]
    assert len({panel.bounds for panel in drawn.panels}) == 1
    for index, panel in enumerate(drawn.panels):
        assert not layer(panel, "rivals")
        assert f"run {index}" in {mark.role for mark in layer(panel, "path") if isinstance(mark, Line)}


def test_a_touch_on_the_landscape_of_a_run_holds_that_run():
    snapshot = racing(runs="each")
    session = landscape.touch(snapshot, Touched(1, 1.5, -0.5, "press"))
    assert session.view.active == 1
    held = [run.by_hand for run in session.document.runs]
    assert [hand is None for hand in held] == [True, False, True, True]
    np.testing.assert_allclose(held[1][:2], [1.5, -0.5])


def test_one_landscape_shows_all_runs_unless_it_is_asked_for_each():
    (panel,) = draft(racing()).panels
    letters = [mark.words for mark in layer(panel, "rivals") if isinstance(mark, Text)]
    assert letters == ["A", "B", "D"]


def test_axes_can_have_equal_units():
    free, equal = (draft(racing(**options)).panels[0] for options in ({}, {"scale": "equal"}))
    assert not free.equal
    assert equal.equal
    left, right, bottom, top = equal.bounds
    assert right - left == pytest.approx(top - bottom)
    heat = next(mark for mark in layer(equal, "heights") if isinstance(mark, Heat))
    side = right - left
    wide = (left - side, right + side, bottom - side, top + side)
    assert heat.bounds == pytest.approx(wide, rel=0.1), "wide charts are covered too"


def test_the_levels_of_a_count_are_whole_numbers():
    (panel, *_) = draft(racing(loss="errors")).panels
    words = [mark.words for mark in layer(panel, "heights") if isinstance(mark, Text)]
    assert len(words) > 2
    assert all(word.isdigit() for word in words), words
    assert not layer(panel, "level"), "a count is level almost everywhere"


def test_two_weights_of_a_network_can_be_looked_at_though_it_has_many():
    snapshot = snapshot_of("network", {"hidden": "4", "steps": 20}, axes="12,13")
    (axes, *_), (panel, *_) = draft(snapshot).options, draft(snapshot).panels
    assert panel.names == ("h₁→f", "h₂→f")
    assert axes.choices["12,13"] == "h₁→f and h₂→f"
    assert len(axes.choices) == 16 + 1  # each with the next, and the directions of the path
    assert draft(snapshot_of("network", {"hidden": "4", "steps": 20}, axes="0,13")).panels[0].names != panel.names
