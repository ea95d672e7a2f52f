"""What the plane shows at the beats of slow motion."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.layers.focus import LONGEST, focus, is_offered
from mlexplorer.layers.points import latest_learner, points
from mlexplorer.layers.shading import probability_legend
from mlexplorer.marks.marks import Line, Points, Text
from mlexplorer.pipeline.slow_motion import SLOW
from mlexplorer.views import explain
from tests.pipeline.test_slow_motion import FRAME, snapshot
from tests.samples import switches


def test_the_point_that_is_looked_at_stands_out_before_the_line_moves():
    still = snapshot("perceptron", 2.5)
    (ring,) = focus(still)
    assert is_offered(still)
    assert isinstance(ring, Points)
    assert ring.style == "hovered"
    row = still.trace.steps[3].focus
    np.testing.assert_array_equal(ring.places, still.run.model.training(still.data).points[row])


def test_every_cut_is_a_tooth_as_long_as_its_gain():
    box, teeth = focus(snapshot("tree", 1 / 3))
    left, right, bottom, top = FRAME.bounds
    np.testing.assert_array_equal(box.path.min(axis=0), [left, bottom])
    ends = teeth.path.reshape(-1, 3, 2)
    upright = ends[ends[:, 0, 0] == ends[:, 1, 0]]
    lying = ends[ends[:, 0, 1] == ends[:, 1, 1]]
    lengths = np.concatenate(
        [np.ptp(upright[:, :2, 1], axis=1) / (top - bottom), np.ptp(lying[:, :2, 0], axis=1) / (right - left)]
    )
    data = snapshot("tree", 1 / 3).data.training
    assert len(lengths) == sum(len(np.unique(data.points[:, feature])) - 1 for feature in (0, 1))
    assert lengths.max() == pytest.approx(LONGEST)
    root = snapshot("tree", 1).step.tree[0]
    group, share = (upright, 0) if root.feature == 0 else (lying, 1)
    longest = group[np.ptp(group[:, :2, 1 - share], axis=1).argmax()]
    assert longest[0, share] == pytest.approx(root.threshold)


def test_the_best_cut_crosses_its_box_with_its_gain():
    _, cut, words = focus(snapshot("tree", 2 / 3))
    root = snapshot("tree", 1).step.tree[0]
    assert isinstance(cut, Line)
    assert isinstance(words, Text)
    np.testing.assert_allclose(cut.path[:, root.feature], root.threshold)
    assert words.words == f"gain {root.gain:.3g}"
    outside = snapshot("tree", 2 / 3)
    assert np.ptp(cut.path[:, 1 - root.feature]) == pytest.approx(
        np.ptp(outside.frame.bounds[2:] if root.feature == 0 else outside.frame.bounds[:2])
    )


def test_a_round_shows_its_new_weights_then_its_learner_then_its_vote():
    before, weights, learner, after = (snapshot("adaboost", place) for place in (1, 1.34, 1.67, 2))
    sizes = [np.concatenate([mark.sizes for mark in points(one, False)]) for one in (before, weights, learner, after)]
    assert not np.allclose(sizes[0], sizes[1])
    np.testing.assert_array_equal(sizes[1], sizes[3])
    np.testing.assert_array_equal(sizes[2], sizes[3])
    (_, first), (_, second), (_, third), (line, fourth) = (
        latest_learner(one) for one in (before, weights, learner, after)
    )
    assert first.words == second.words == f"round 1, α = {before.step.ballots[0].alpha:.3g}"
    assert third.words == f"round 2, ε = {after.step.ballots[1].error:.3g}"
    assert fourth.words == f"round 2, α = {after.step.ballots[1].alpha:.3g}"
    np.testing.assert_array_equal(latest_learner(learner)[0].path, line.path)


def test_explain_tells_the_beat():
    told = explain.draw(snapshot("tree", 1 / 3)).blocks
    assert any(getattr(block, "title", "") == "On the way to the next step" for block in told)


def test_the_bar_of_shading_makes_room_for_the_teeth_of_a_tree():
    plain = snapshot("tree", 1)
    view = replace(plain.session.view, switches=switches(SLOW))
    assert probability_legend(plain)
    assert not probability_legend(replace(plain, session=replace(plain.session, view=view)))
