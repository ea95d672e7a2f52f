"""The layers of the plane, as marks."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.numbers import text
from mlexplorer.layers import plane, spreads
from mlexplorer.layers.points import point_words
from mlexplorer.marks.marks import Arrow, Cells, Line, Points, Regions, Text
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from tests.samples import switches


def layers_of(model, values=None, points=None, view=None, holdout=0.0):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source("moons")(count=80), (run,), points, holdout=Holdout(holdout))
    session = Session(document, view or View())
    frame = framed(prepare(document).data, session.view, 400, 400)
    snapshot = Pipeline().last(session, frame)
    return {layer.name: layer.marks for layer in plane.layers(snapshot)}, snapshot


def test_keys_and_names_are_unique():
    keys = [kind.key for kind in plane.LAYERS if kind.key]
    assert len(set(keys)) == len(keys)
    assert len({kind.name for kind in plane.LAYERS}) == len(plane.LAYERS)
    assert all(kind.help and kind.title for kind in plane.LAYERS)


def test_regions_and_boundary_agree_with_the_prediction():
    layers, snapshot = layers_of("lda")
    (regions,) = layers["regions"]
    assert isinstance(regions, Regions)
    grid = snapshot.field.grid
    np.testing.assert_array_equal(regions.labels.ravel(), snapshot.step.predict(grid.points))
    (line,) = layers["boundary"]
    assert isinstance(line, Line)
    places = line.path[np.isfinite(line.path).all(axis=1)]
    assert np.abs(snapshot.step.discriminant(places)).max() < 1e-2 * np.abs(snapshot.field.scores).max()


def test_training_points_are_filled_and_test_points_hollow():
    layers, snapshot = layers_of("knn", holdout=0.25)
    assert {mark.style for mark in layers["training"]} == {"filled"}
    assert {mark.style for mark in layers["test"]} == {"hollow"}
    assert sum(len(mark.places) for mark in layers["test"]) == len(snapshot.data.testing) == 20


MISTAKEN = Dataset(
    [[0.0, 0.0], [1.0, 0.0], [9.0, 0.0], [10.0, 0.0], [0.5, 0.0]], [0, 0, 1, 1, 1], held_out=[False] * 4 + [True]
)


def test_wrong_points_are_crossed_out_where_the_region_tells_what_they_are_taken_for():
    layers, _ = layers_of("knn", {"k": 1}, MISTAKEN)
    (wrong,) = layers["errors"]
    assert (wrong.style, wrong.role, wrong.shape) == ("wrong_test", "class 1", 1)
    np.testing.assert_array_equal(wrong.places, [[0.5, 0.0]])
    learned = Dataset(MISTAKEN.points, MISTAKEN.labels)
    layers, _ = layers_of("knn", {"k": 3}, learned)
    assert {mark.style for mark in layers["errors"]} == {"wrong"}


def test_shapes_without_a_body_are_struck_through():
    labels = [0, 0, 3, 3, 3]
    layers, _ = layers_of("knn", {"k": 1}, Dataset(MISTAKEN.points, labels, held_out=MISTAKEN.held_out))
    assert [(mark.style, mark.role) for mark in layers["errors"]] == [("struck_test", "class 3")]


def test_wrong_points_carry_the_shape_of_the_prediction_where_there_are_no_regions():
    layers, _ = layers_of("knn", {"k": 1}, MISTAKEN, View(switches=switches("regions")))
    (wrong,) = [mark for mark in layers["errors"] if mark.style == "taken"]
    assert (wrong.role, wrong.shape) == ("class 0", 0)
    np.testing.assert_array_equal(wrong.places, [[0.5, 0.0]])


def test_clusters_colour_the_points_unless_classes_are_asked_for():
    layers, snapshot = layers_of("kmeans", {"k": 3})
    drawn = {mark.shape: len(mark.places) for mark in layers["training"]}
    assert drawn == {label: int((snapshot.predicted == label).sum()) for label in range(3)}
    layers, _ = layers_of("kmeans", {"k": 3}, view=View(switches=switches("classes")))
    assert {mark.shape: len(mark.places) for mark in layers["training"]} == {0: 40, 1: 40}
    assert "errors" not in layers


def test_a_layer_switched_off_is_not_drawn():
    layers, _ = layers_of("knn", view=View(switches=switches("regions", "errors")))
    assert "regions" not in layers
    assert "boundary" in layers


def test_only_layers_a_step_can_show_are_offered():
    _, snapshot = layers_of("knn")
    names = {kind.name for kind in plane.offered(snapshot)}
    assert {"regions", "boundary", "errors"} <= names
    assert not {"margins", "support", "centres", "gaussians", "curve"} & names


@pytest.mark.parametrize("model", registry.models())
def test_every_model_draws_finite_marks(model):
    layers, _ = layers_of(model)
    assert sum(len(marks) for marks in layers.values()) >= 2
    for mark in (mark for marks in layers.values() for mark in marks):
        if isinstance(mark, Points):
            assert np.isfinite(mark.places).all()
            assert mark.places.ndim == 2


def toggled(*names):
    return View(switches=switches(*names))


def test_the_edges_of_a_tree_are_exact():
    layers, snapshot = layers_of("tree")
    (cells,) = layers["regions"]
    assert isinstance(cells, Cells)
    left, right, bottom, top = snapshot.frame.bounds
    area = sum(abs(np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1])) / 2 for p in cells.polygons)
    assert np.isclose(area, (right - left) * (top - bottom))
    thresholds = [node.threshold for node in snapshot.step.tree if node.feature >= 0]
    path = np.concatenate([line.path for line in layers["boundary"]])
    places = path[np.isfinite(path).all(axis=1)]
    on = np.isclose(places[:, :, None], thresholds, rtol=0, atol=1e-9).any(axis=(1, 2))
    assert on.all()


@pytest.mark.parametrize(
    ("model", "values"), [("knn", {"k": 1}), ("kmeans", {"k": 4}), ("adaboost", {}), ("stump", {})]
)
def test_exact_edges_part_different_predictions(model, values):
    layers, snapshot = layers_of(model, values)
    path = np.concatenate([line.path for line in layers["boundary"]])
    ends = path[np.isfinite(path).all(axis=1)].reshape(-1, 2, 2)
    way = ends[:, 1] - ends[:, 0]
    length = np.hypot(*way.T)
    ends, way, length = ends[length > 1e-4], way[length > 1e-4], length[length > 1e-4]
    aside = np.c_[-way[:, 1], way[:, 0]] / length[:, None] * 1e-7
    middle = ends.mean(axis=1)
    assert len(middle) > 0
    assert (snapshot.step.predict(middle + aside) != snapshot.step.predict(middle - aside)).all()


def test_probability_lines_carry_their_number():
    layers, snapshot = layers_of("logistic", view=toggled("probability"))
    line, *labels = layers["probability"]
    assert isinstance(line, Line)
    assert {mark.words for mark in labels} >= {"0.1", "0.9"}
    (words,) = [mark for mark in labels if mark.words == "0.9"]
    assert np.isclose(snapshot.step.probabilities(words.place[None])[0, 1], 0.9, atol=0.01)


def test_the_street_is_as_wide_as_it_says():
    layers, snapshot = layers_of("svm", {"kernel": "linear"})
    arrows = [mark for mark in layers["margins"] if isinstance(mark, Arrow)]
    assert len(arrows) == 2
    tips = np.stack([arrow.end for arrow in arrows])
    np.testing.assert_allclose(sorted(snapshot.step.discriminant(tips)), [-1, 1], atol=1e-9)
    words = [mark.words for mark in layers["margins"] if isinstance(mark, Text)]
    assert words == ["f = −1", "f = +1", f"width {text(2 * snapshot.step.margin)}"]
    named = [mark for mark in layers["margins"] if isinstance(mark, Text) and mark.words.startswith("f = ")]
    for mark in named:
        value = float(mark.words[4:].replace("−", "-"))
        assert np.isclose(snapshot.step.discriminant(mark.place[None])[0], value, atol=0.01)
        assert mark.way is None, "words stand level"
        outwards = mark.place + 1e-2 * np.array(mark.offset)
        assert abs(snapshot.step.discriminant(outwards[None])[0]) > abs(value), "words stand outside of the street"


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_slacks_end_on_the_margin_of_their_class(kernel):
    assert "slack" not in layers_of("svm", {"kernel": kernel, "cost": 0.3})[0]
    layers, snapshot = layers_of("svm", {"kernel": kernel, "cost": 0.3}, view=toggled("slack"))
    (line,) = layers["slack"]
    ends = line.path[np.isfinite(line.path).all(axis=1)].reshape(-1, 2, 2)
    violating = int((snapshot.step.slacks > 1e-6).sum())
    assert 0.8 * violating <= len(ends) <= violating
    np.testing.assert_allclose(np.abs(snapshot.step.discriminant(ends[:, 1])), 1, atol=0.02)


def test_the_weight_arrow_stands_upright_on_the_boundary():
    layers, snapshot = layers_of("logistic", view=toggled("arrow"))
    (arrow,) = [mark for mark in layers["arrow"] if isinstance(mark, Arrow)]
    way, w = arrow.end - arrow.start, snapshot.step.weights[:2]
    assert way @ w > 0
    assert abs(way[0] * w[1] - way[1] * w[0]) < 1e-9 * np.hypot(*w)
    assert abs(snapshot.step.discriminant(arrow.start[None])[0]) < 1e-9


def test_spokes_lead_to_the_centres():
    layers, snapshot = layers_of("kmeans", {"k": 3})
    ends = np.concatenate([mark.path[np.isfinite(mark.path).all(axis=1)] for mark in layers["spokes"]])
    assert len(ends) == 2 * len(snapshot.data)
    assert {tuple(place) for place in ends[1::2]} == {tuple(centre) for centre in snapshot.step.centres}


def test_spokes_wait_for_the_fit_where_points_were_added():
    _, snapshot = layers_of("kmeans", {"k": 3})
    later = snapshot.with_data(snapshot.session, snapshot.data.added([[0.0, 0.0]], 0))
    assert spreads.spokes(snapshot)
    assert spreads.spokes(later) == ()


def test_the_newest_learner_is_a_line_at_its_threshold():
    layers, snapshot = layers_of("adaboost", {"rounds": 3})
    line, words = layers["weights"]
    ballot = snapshot.step.ballots[-1]
    assert np.isclose(line.path[:, ballot.feature], ballot.threshold).all()
    assert words.words == f"round 3, α = {ballot.alpha:.3g}"


def test_a_line_that_votes_is_drawn_where_it_is():
    layers, snapshot = layers_of("adaboost", {"rounds": 2, "learner": "logistic"})
    line, _ = layers["weights"]
    first, second, threshold = snapshot.step.rounds[-1].learner.table[0]
    np.testing.assert_allclose(line.path @ [first, second], threshold, atol=1e-9)


def test_points_left_out_of_a_sample_are_hollow_and_others_as_large_as_often_drawn():
    layers, snapshot = layers_of("forest", {"members": 4})
    bag = snapshot.step.plan.bags[3]
    marks = layers["training"]
    hollow = np.concatenate([mark.places for mark in marks if mark.style == "hollow"])
    assert len(hollow) == (bag == 0).sum()
    assert {tuple(place) for place in hollow} == {tuple(place) for place in snapshot.data.points[bag == 0]}
    once = np.concatenate([mark.sizes for mark in marks if mark.style == "filled"])
    assert np.isclose(once, 1.0).sum() == (bag == 1).sum()
    plain, _ = layers_of("forest", {"members": 4}, view=toggled("weights"))
    assert {mark.style for mark in plain["training"]} == {"filled"}


def test_residuals_are_arrows_towards_the_class_of_their_point():
    layers, snapshot = layers_of("gradient_boosting", {"rounds": 3})
    *arrows, line, words = layers["pulls"]
    assert [mark.role for mark in arrows] == ["term 0", "term 1"]
    for label, mark in enumerate(arrows):
        shafts = mark.path[np.isfinite(mark.path).all(axis=1)][: 2 * (snapshot.data.labels == label).sum()]
        ways = shafts[1::2] - shafts[::2]
        residuals = snapshot.step.residuals[snapshot.data.labels == label]
        np.testing.assert_allclose(ways[:, 0], 0, atol=1e-12)
        np.testing.assert_allclose(ways[:, 1] / residuals, ways[0, 1] / residuals[0])
        assert (ways[:, 1] > 0).all() == bool(label)
    ballot = snapshot.step.ballots[-1]
    assert np.isclose(line.path[:, ballot.feature], ballot.threshold).all()
    assert words.words == "round 3"


def test_the_best_possible_boundary_comes_with_both_errors():
    layers, snapshot = layers_of("lda", view=toggled("bayes"))
    line, words = layers["bayes"]
    places = line.path[np.isfinite(line.path).all(axis=1)]
    chances = snapshot.session.document.source.chances(places)
    np.testing.assert_allclose(chances[:, 0], 0.5, atol=0.2)
    assert words.words.startswith("least possible error")
    edited, _ = layers_of("lda", points=snapshot.data, view=toggled("bayes"))
    assert "bayes" not in edited


def test_neighbours_follow_the_pointer_and_say_ties():
    data = Dataset([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]], [0, 1, 1])
    _, snapshot = layers_of("knn", {"k": 2}, data, toggled("neighbours"))
    marks = plane.marks_at(snapshot, (0.4, 0.0))
    (circle,) = [mark for mark in marks if isinstance(mark, Line) and mark.role == "margin"]
    np.testing.assert_allclose(np.hypot(*(circle.path - [0.4, 0.0]).T), 0.6)
    assert {mark.shape for mark in marks if isinstance(mark, Points)} == {0, 1}
    assert [mark.words for mark in marks if isinstance(mark, Text)] == [
        "Class 0: 1, Class 1: 1 – a tie, the nearest decides"
    ]
    _, snapshot = layers_of("knn", {"k": 2}, data)
    assert plane.marks_at(snapshot, (0.4, 0.0)) == ()


def test_the_pointer_tells_the_distance_to_the_boundary_and_the_axes_of_a_gaussian():
    _, snapshot = layers_of("lda", view=toggled("arrow"))
    mean = snapshot.step.means[0]
    words = [mark.words for mark in plane.marks_at(snapshot, tuple(mean)) if isinstance(mark, Text)]
    weights = snapshot.step.weights
    distance = (weights[:2] @ mean - weights[2]) / np.hypot(*weights[:2])
    deviations = np.sqrt(np.linalg.eigvalsh(snapshot.step.covariances[0]))
    assert words == [*(f"σ = {text(value)}" for value in deviations), text(distance)]


def test_a_point_on_the_edge_of_the_street_has_no_slack_to_the_last_digit():
    _, snapshot = layers_of("svm", {"kernel": "rbf", "cost": 3.0, "gamma": 1.4})
    step = snapshot.step
    slacks = np.abs(1 - np.abs(step.discriminant(snapshot.data.points[step.support])))
    rows = step.support[(slacks > 0) & (slacks < 1e-6)]
    assert len(rows)
    assert all(point_words(snapshot, int(row)).endswith("slack (hinge loss) = 0") for row in rows)


def test_the_pointer_tells_what_a_wrong_point_is_and_its_slack():
    data = Dataset([[0.0, 0.0], [0.4, 0.3], [1.0, 0.0], [9.0, 0.0], [10.0, 0.0], [0.5, 0.0]], [0, 0, 0, 1, 1, 1])
    _, snapshot = layers_of("svm", {"kernel": "linear", "cost": 0.05}, data)
    words = [mark.words for mark in plane.marks_at(snapshot, (0.5, 0.0)) if isinstance(mark, Text)]
    slack = 1 - snapshot.step.discriminant(np.array([[0.5, 0.0]]))[0]
    value = text(1 - slack)
    assert words == [f"Class 1, taken for Class 0; f = {value}, slack (hinge loss) = {text(slack)}"]
    _, snapshot = layers_of("svm", {"kernel": "linear", "cost": 0.05}, data, toggled("errors"))
    (words,) = [mark for mark in plane.marks_at(snapshot, (0.5, 0.0)) if isinstance(mark, Text)]
    assert words.words == f"slack {text(slack)}"
    assert words.plate


def test_a_machine_has_levels_of_its_score():
    layers, snapshot = layers_of("svm", view=toggled("probability"))
    line, *labels = layers["probability"]
    places = line.path[np.isfinite(line.path).all(axis=1)]
    values = snapshot.step.discriminant(places)
    numbers = sorted({float(mark.words.replace("−", "-")) for mark in labels})
    assert len(numbers) >= 2
    assert not {-1, 0, 1} & set(numbers)  # the street has these
    np.testing.assert_allclose(values / 0.5, np.round(values / 0.5), atol=0.1)


def test_lines_of_equal_probability_run_from_one_tenth_to_nine_tenths_with_their_numbers_along_them():
    layers, snapshot = layers_of("logistic", {"penalty": 10.0}, view=toggled("probability"))
    _, *labels = layers["probability"]
    assert {mark.words for mark in labels} == {f"0.{tenth}" for tenth in range(1, 10)}
    for mark in labels:
        assert np.isclose(snapshot.step.probabilities(mark.place[None])[0, 1], float(mark.words), atol=0.01)
        assert abs(mark.way @ snapshot.step.weights[:2]) < 1e-3 * np.hypot(*mark.way) * np.hypot(
            *snapshot.step.weights[:2]
        )


@pytest.mark.parametrize(
    ("model", "classes"), [("perceptron", 2), ("lda", 2), ("perceptron", 4), ("lda", 4), ("logistic", 3)]
)
def test_straight_boundaries_are_shapes(model, classes):
    points = registry.source("blobs")(classes=classes, spread=1.5).make()
    layers, snapshot = layers_of(model, points=points)
    (line,) = layers["boundary"]
    ends = line.path[np.isfinite(line.path).all(axis=1)].reshape(-1, 2, 2)
    assert len(ends) <= classes * (classes - 1) / 2
    scores = np.sort(snapshot.step.scores(ends.reshape(-1, 2)), axis=1)
    np.testing.assert_allclose(scores[:, -1], scores[:, -2], atol=1e-9)
    assert isinstance(layers["regions"][0], Cells) == (model == "perceptron")


def test_many_cells_of_single_neighbours_keep_an_exact_edge():
    points = registry.source("moons")(count=600, noise=0.3).make()
    layers, _ = layers_of("knn", {"k": 1}, points)
    assert isinstance(layers["regions"][0], Regions)
    (line,) = layers["boundary"]
    ends = line.path[np.isfinite(line.path).all(axis=1)].reshape(-1, 2, 2)
    gaps = np.sort(np.hypot(*(ends.mean(axis=1)[:, None] - points.points).transpose(2, 0, 1)), axis=1)
    np.testing.assert_allclose(gaps[:, 0], gaps[:, 1], atol=1e-9)  # on the edge the two nearest are equally far


@pytest.mark.parametrize(
    ("metric", "corners"),
    [("manhattan", [(1, 0), (0, 1)]), ("chebyshev", [(1, 1), (1, -1)]), ("euclidean", [(0.6, 0.8)])],
)
def test_the_circle_of_neighbours_has_the_shape_of_their_distance(metric, corners):
    data = Dataset([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]], [0, 1, 1])
    _, snapshot = layers_of("knn", {"k": 2, "metric": metric}, data, toggled("neighbours"))
    marks = plane.marks_at(snapshot, (0.0, 0.0))
    (circle,) = [mark for mark in marks if isinstance(mark, Line) and mark.role == "margin"]
    for corner in corners:
        assert np.hypot(*(circle.path - corner).T).min() < 0.05


def test_votes_that_weigh_unequally_are_told_by_their_share():
    data = Dataset([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]], [0, 1, 1])
    _, snapshot = layers_of("knn", {"k": 2, "votes": "distance"}, data, toggled("neighbours"))
    (words,) = [mark.words for mark in plane.marks_at(snapshot, (0.25, 0.0)) if isinstance(mark, Text)]
    assert words == "Class 0: 1 (75 %), Class 1: 1 (25 %)"


@pytest.mark.parametrize("model", ["lda", "qda", "gmm"])
def test_gaussians_have_lines_of_equal_density(model):
    layers, snapshot = layers_of(model, view=toggled("densities"))
    (line,) = layers["densities"]
    pieces = [
        piece[np.isfinite(piece[:, 0])] for piece in np.split(line.path, np.flatnonzero(np.isnan(line.path[:, 0])))
    ]
    top = snapshot.step.density_field(snapshot.frame.grid(128)).max()
    for piece in pieces:
        heights = snapshot.step.density(piece[np.isfinite(piece[:, 0])]) / top
        assert np.ptp(heights) < 0.03
    assert "densities" not in layers_of(model)[0]
