"""On which side of what they tell words stand: beside an arrow, above a width, outside of the outermost line."""

import re

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.study import Fit
from mlexplorer.layers import plane
from mlexplorer.layers.labels import OUTSIDE, clearest, cut_words
from mlexplorer.layers.other_boundary import named_fit
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.marks import Arrow, Line, Text
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import weights

SIDES = {0.0: 1, 0.5: 0, 1.0: -1}  # where words lie from the place at which this part of them stands


def snapshot_of(model, source="moons", step=None, **values):
    run = Run(registry.model(model)().with_values(values))
    document = Document(registry.source(source)(), (run,))
    session = Session(document, View(step=step))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 600, 600))


def marks_of(name, snapshot, place=None):
    kind = next(kind for kind in plane.offered(snapshot) if kind.name == name)
    return kind.marks(snapshot) if place is None else kind.at(snapshot, place)


def side(mark):
    """Return to which side of their place words stand: −1, 0 or 1 to the right and upwards; the offset must agree."""
    found = tuple(SIDES[part] for part in mark.anchor)
    assert [np.sign(shift) in (0, way) for shift, way in zip(mark.offset, found, strict=True)] == [True, True]
    return found


def words_of(marks, pattern):
    (found,) = [mark for mark in marks if isinstance(mark, Text) and re.match(pattern, mark.words)]
    return found


@pytest.mark.parametrize(("model", "values"), [("svm", {"kernel": "linear", "cost": 10.0}), ("perceptron", {})])
def test_the_weights_stand_beyond_the_tip_of_their_arrow(model, values):
    marks = marks_of("arrow", snapshot_of(model, **values))
    words = words_of(marks, r"w = \(")
    (arrow,) = [mark for mark in marks if isinstance(mark, Arrow)]
    np.testing.assert_array_equal(words.place, arrow.end)
    assert np.dot(words.offset, arrow.end - arrow.start) > 0, "or they would cross it"


def test_the_width_of_the_street_stands_above_the_upper_end_of_its_arrow():
    snapshot = snapshot_of("svm", "gaussians", kernel="linear")
    marks = marks_of("margins", snapshot)
    words = words_of(marks, "width ")
    tips = [mark.end for mark in marks if isinstance(mark, Arrow)]
    np.testing.assert_allclose(words.place, max(tips, key=lambda tip: tip[1]))
    assert side(words) == (0, 1)
    assert words.offset[1] > 0


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_edges_of_the_street_bear_their_own_numbers(kernel):
    snapshot = snapshot_of("svm", kernel=kernel)
    for words, value in (("−1", -1.0), (r"\+1", 1.0)):
        mark = words_of(marks_of("margins", snapshot), f"f = {words}$")
        beside = mark.place + np.array(mark.offset) * pixel(snapshot)
        here, there = snapshot.step.discriminant(np.stack([mark.place, beside]))
        assert here == pytest.approx(value, abs=0.02)
        assert there * value > here * value, "outside of the street"


def test_slack_and_distance_stand_beside_what_they_tell():
    snapshot = snapshot_of("svm", kernel="linear", cost=0.1)
    row = next(row for row in range(120) if marks_of("margins", snapshot, snapshot.data.points[row]))
    words = words_of(marks_of("margins", snapshot, snapshot.data.points[row]), "slack")
    np.testing.assert_array_equal(words.place, snapshot.data.points[row])
    assert side(words) == (1, 1)
    marks = marks_of("arrow", snapshot, np.array([0.3, 0.9]))
    words = words_of(marks, "")
    (line,) = [mark for mark in marks if isinstance(mark, Line)]
    np.testing.assert_allclose(words.place, line.path.mean(axis=0))
    assert side(words) == (1, 0)


@pytest.mark.parametrize(("model", "source"), [("lda", "bridge"), ("logistic", "separable"), ("logistic", "parallel")])
def test_probabilities_too_close_for_numbers_have_them_outside_of_the_outermost_lines(model, source):
    snapshot = snapshot_of(model, source)
    found = [mark for mark in marks_of("probability", snapshot) if isinstance(mark, Text) and any(mark.offset)]
    assert {mark.words for mark in found} == {"0.1", "0.9"}, "the others have no room"
    for mark in found:
        assert np.hypot(*mark.offset) == pytest.approx(OUTSIDE)
        beside = mark.place + np.array(mark.offset) * pixel(snapshot)
        there, here = snapshot.step.probabilities(np.stack([beside, mark.place]))[:, 1]
        assert (there > here) == (float(mark.words) > 0.5)


def test_the_votes_of_neighbours_stand_above_their_circle():
    snapshot = snapshot_of("knn")
    marks = marks_of("neighbours", snapshot, np.array([0.2, 0.3]))
    words = words_of(marks, "")
    circle = next(mark for mark in marks if isinstance(mark, Line) and mark.role == "margin")
    assert words.place[1] == circle.path[:, 1].max()
    assert side(words) == (0, 1)


def test_the_number_of_a_weight_stands_beyond_the_end_of_its_bar():
    bars = weights.draw(snapshot_of("polynomial", "sine", degree=3)).panels[0]
    numbers = [mark for mark in bars.layers[0].marks if isinstance(mark, Text) and mark.place[1] != bars.bounds[2]]
    assert {np.sign(mark.place[1]) for mark in numbers} == {-1, 1}
    for mark in numbers:
        assert side(mark) == (0, 1 if mark.place[1] > 0 else -1)
        assert mark.offset[1] * mark.place[1] > 0


def test_words_stand_where_they_cover_the_fewest_points():
    snapshot = snapshot_of("knn")
    crowded = snapshot.data.points[0]
    empty = np.array([snapshot.frame.bounds[0], snapshot.frame.bounds[3]])
    marks = [Text(crowded, "words"), Text(empty, "words", anchor=(0.0, 1.0)), Text(empty, "words", anchor=(0.0, 1.0))]
    assert clearest(marks, snapshot, 0) is marks[1]
    assert clearest(marks[:1], snapshot, 0) is None
    assert clearest(marks[:1], snapshot, len(snapshot.data)) is marks[0]
    assert clearest([], snapshot) is None


@pytest.mark.parametrize("upright", [True, False])
def test_the_words_of_a_cut_stand_beside_it_at_an_end_of_it(upright):
    snapshot = snapshot_of("knn")
    left, right, bottom, top = snapshot.frame.bounds
    x, y = snapshot.data.points[0]
    ends = np.array([[x, bottom], [x, top]] if upright else [[left, y], [right, y]])
    (mark,) = cut_words(ends, "round 5", snapshot)
    assert (mark.place == ends).all(axis=1).any()
    inwards = ends.mean(axis=0) - mark.place
    assert np.dot(np.array(mark.offset), inwards) > 0, "they stand in the view"
    assert 0 not in side(mark)


def test_the_name_of_a_fit_stands_inside_the_upper_left_corner():
    snapshot = snapshot_of("lda")
    words = words_of(named_fit(snapshot, Fit("Fold 2", (snapshot.step,), 0, 0.0)), "Fold 2")
    left, _, _, top = snapshot.frame.bounds
    assert (words.place.tolist(), side(words)) == ([left, top], (1, -1))
