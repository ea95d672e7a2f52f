"""The ready scenes: each is there, reads well, opens without a warning, and shows what its sentences promise."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.decision import PLAIN
from mlexplorer.core.resources import resource
from mlexplorer.judging.bayes import bayes_error, true_error
from mlexplorer.judging.clusters import purity
from mlexplorer.lessons import scenes
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.studying import Studying
from mlexplorer.session import storage
from mlexplorer.views import judged_classes

NOTICED = {"no_line", "component_collapses", "step_too_coarse", "xor_for_ever"}  # what they are there to show


@lru_cache
def shown(name, step=None, transforms=(), active=0, **values):
    """Return the snapshot of a scene, at a step, transformed, or with other values of its active model."""
    session = scenes.named(name).session
    session = replace(session, view=replace(session.view, step=step, active=active))
    session = replace(session, document=replace(session.document, transforms=tuple(transforms)))
    if values:
        session = session.with_model(session.run.model.with_values(values))
    data = prepare(session.document).data
    return Pipeline().last(session, framed(data, looked_at(session), 60, 40))


def shown_data(session):
    return prepare(session.document).data


def measure(name, word, **changes):
    return shown(name, **changes).step.measures[word]


def test_the_scenes_are_grouped_by_topic_and_four_are_to_start_with():
    rows = scenes.by_topic()
    assert list(rows) == list(scenes.TOPICS)
    assert [name for row in rows.values() for name in row] == scenes.names()
    assert len(scenes.names()) == len(list(resource("scenes").iterdir())) >= 40
    assert len(rows[scenes.TOPICS[0]]) == 4
    titles = [scene.title for scene in scenes.found().values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", scenes.names())
def test_a_scene_fits_without_a_problem_and_tells_of_what_it_is_there_for(name):
    scene, snapshot = scenes.named(name), shown(name)
    assert snapshot.problem is None
    assert all(step is not None for step in snapshot.shown)
    assert (snapshot.step.notice is not None) == (name in NOTICED)
    assert 10 <= len(scene.title) <= 42
    for sentence in (scene.do, scene.see):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert 30 <= len(sentence) <= 140
    assert storage.loads(storage.dumps(scenes.book_of(f"scene:{name}"))).scenes == (scene,)


def test_an_unknown_scene_is_refused_with_the_nearest_name():
    with pytest.raises(ValueError, match=r"no scene 'unequal_blob'.*unequal_blobs"):
        scenes.named("unequal_blob")


@pytest.mark.parametrize(
    ("words", "name", "found"),
    [
        ("perceptron XOR", "xor_for_ever", True),
        ("moons", "four_ks", True),
        ("moons kernel", "drag_a_point", True),
        ("perceptron tree", "four_ks", False),
    ],
)
def test_scenes_are_searched_by_text_model_and_source(words, name, found):
    assert scenes.matches(scenes.named(name), words) == found


def test_the_stump_changes_nothing_between_63_and_85_kilograms():
    assert shown("rugby_stump").step.threshold == 74
    points = shown("rugby_stump").data.points
    assert {int(np.sum(points[:, 0] > place)) for place in (64, 74, 84)} == {5}
    assert np.sum(points[:, 0] > 90) == 3


def test_a_coarse_search_jumps_over_the_best_threshold():
    assert measure("step_too_coarse", "errors") == 3
    session = scenes.named("step_too_coarse").session
    fine = session.run.model.with_values({"step": 0.1})
    assert list(fine.fit(shown_data(session)))[-1].measures["errors"] == 2


def test_and_is_learnt_in_ten_updates_and_six_epochs():
    trace = shown("and_perceptron").trace
    assert trace.total == 11
    assert "10 updates in 6 epochs" in trace.last.note


def test_the_perceptron_goes_round_in_circles_on_xor():
    assert "circles for ever" in shown("xor_for_ever").step.notice.sentence


@pytest.mark.parametrize(("transforms", "epochs"), [((), 46), (("standardise",), 3)])
def test_46_epochs_against_3(transforms, epochs):
    assert f"in {epochs} epochs" in shown("kilograms_against_scores", transforms=transforms).step.note


@pytest.mark.parametrize(("angle", "leaves"), [(0.0, 3), (45.0, 23)])
def test_a_stripe_takes_3_leaves_and_slanted_23(angle, leaves):
    session = scenes.named("rotated_stripe").session
    data = session.document.source.with_values({"angle": angle}).make()
    assert list(session.run.model.fit(data))[-1].measures["leaves"] == leaves


@pytest.mark.parametrize(("active", "height"), [(0, -6.5511), (1, -3.0498), (2, -0.0649)])
def test_three_starts_end_in_three_valleys(active, height):
    assert shown("three_descents", active=active).step.loss == pytest.approx(height, abs=1e-4)


def test_newton_arrives_first():
    gradient, single, newton = shown("descent_race").traces
    assert newton.total == 8
    assert newton.last.loss < min(gradient.last.loss, single.last.loss)


def test_a_rate_a_hair_too_large_runs_away():
    calm, wild = shown("steep_and_flat").traces
    assert calm.last.loss < 11_000
    assert wild.last.loss > 1e12
    assert calm.last.measures["largest stable rate"] == pytest.approx(3.5356e-5, rel=1e-4)


@pytest.mark.parametrize(("active", "distance"), [(0, 121.24), (1, 153.05)])
def test_line_and_parabola_part_beyond_the_data(active, distance):
    assert shown("stopping_far", active=active).step.curve(np.array([45.0]))[0] == pytest.approx(distance, abs=0.01)


def test_a_single_neighbour_is_overruled_by_three():
    points = np.array([[1.0, 2.0], [0.0, 2.0]])
    one, three = (shown("six_points", k=k).step.predict(points) for k in (1, 3))
    assert (one != three).any()


def test_the_answer_at_70_160_hangs_on_k_and_on_the_scale():
    place = np.array([[70.0, 160.0]])
    assert [shown("votes_and_scales", k=k).step.predict(place)[0] for k in (3, 4, 5)] == [0, 0, 1]
    scaled = shown("votes_and_scales", transforms=("standardise",))
    assert scaled.step.predict(scaled.affine.forth(place))[0] == 1


def test_islands_vanish_with_more_neighbours():
    errors = [shown("four_ks", active=active).step.measures["errors"] for active in range(4)]
    assert errors[0] == 0
    assert errors == sorted(errors)


@pytest.mark.parametrize(("active", "errors"), [(0, 3), (1, 2), (2, 0)])
def test_each_level_of_a_tree_saves_errors(active, errors):
    assert shown("depth_one_two_three", active=active).step.measures["errors"] == errors


@pytest.mark.parametrize(("active", "threshold"), [(0, 1.5), (1, 3.5)])
def test_gini_asks_elsewhere_than_the_errors(active, threshold):
    assert shown("impurity_decides", active=active).step.tree[0].threshold == threshold


def test_three_questions_are_enough_for_ten_points():
    assert shown("twenty_questions").trace.total == 4
    assert measure("twenty_questions", "impurity") == 0


def test_one_point_ruins_the_hard_street_only():
    hard, soft = shown("one_point_ruins_it").shown
    assert hard.margin == pytest.approx(0.150, abs=5e-4)
    assert soft.margin == pytest.approx(1.064, abs=5e-4)


def test_three_points_hold_the_street_and_all_others_may_go():
    step, session = shown("widest_street").step, scenes.named("widest_street").session
    assert step.measures["support vectors"] == len(step.support) == 3
    alone = list(session.run.model.fit(shown_data(session).part(step.support)))[-1]
    np.testing.assert_allclose(alone.weights, step.weights, atol=1e-6)


def test_only_one_of_two_lines_without_errors_leaves_the_widest_street():
    by_hand, machine = (shown("which_margin", active=active).step for active in (0, 1))
    assert (by_hand.measures["errors"], machine.measures["errors"]) == (0, 0)
    assert by_hand.measures["margin"] == pytest.approx(0.093, abs=5e-4)
    assert machine.margin == pytest.approx(0.3)


def test_a_bowl_rises_faster_behind_its_bottom_than_it_falls_before():
    snapshot = shown("bowl_two_slopes")
    ground = snapshot.step.landscape(snapshot.data)
    places = ground.here + np.outer([-2.0, 0.0, 2.0], [0.0, 1.0, 0.0])
    before, bottom, behind = ground.values(places)
    assert bottom < before
    assert behind - bottom > 1.3 * (before - bottom)


def test_only_the_lift_parts_xor():
    assert measure("xor_lifted", "errors") == 0


@pytest.mark.parametrize(("active", "error"), [(0, 0.0650), (1, 0.0730), (2, 0.0706)])
def test_true_errors_near_that_of_bayes(active, error):
    snapshot = shown("line_or_curve", active=active)
    source = snapshot.session.document.source
    assert true_error(source, snapshot.step.predict) == pytest.approx(error, abs=5e-5)
    assert bayes_error(source) == pytest.approx(0.0638, abs=5e-5)


def test_the_line_walks_into_the_rarer_class():
    session = scenes.named("priors_move_the_line").session
    middle = np.array([[0.25, 0.25]])
    rare = session.document.source.with_values({"share": 0.95}).make()
    values = [list(session.run.model.fit(data))[-1].discriminant(middle)[0] for data in (shown_data(session), rare)]
    assert values[0] < values[1] - 1


def test_three_lines_meet_where_all_classes_are_equally_likely():
    step = shown("three_lines_meet").step
    scores = [step.scores(np.array([place]))[0] for place in ([0.0, 0.0], [1.0, 0.0], [0.0, 1.0])]
    slopes = np.stack([scores[1] - scores[0], scores[2] - scores[0]], axis=1)
    place = np.linalg.solve(slopes[1:] - slopes[0], scores[0][0] - scores[0][1:])
    assert np.ptp(step.probabilities(place[None])[0]) < 1e-9


@pytest.mark.parametrize(("name", "errors"), [("three_weak_votes", [3, 3, 0]), ("errors_up_bound_down", [3, 4, 0])])
def test_three_rounds_of_boosting(name, errors):
    steps = [shown(name, step=number).step for number in (1, 2, 3)]
    assert [step.measures["errors"] for step in steps] == errors
    bounds = [step.measures["bound"] for step in steps]
    assert bounds == sorted(bounds, reverse=True)


def test_boosting_overfits():
    errors = {}
    for rounds in (20, 100):
        snapshot = shown("boosting_overfits", step=rounds)
        errors[rounds] = (snapshot.errors(snapshot.data.training)[0], snapshot.errors(snapshot.data.testing)[0])
    assert errors == {20: (8, 11), 100: (0, 15)}


def test_kmeans_rests_at_16_although_1_is_possible():
    assert shown("rectangle_stuck").step.loss == 16
    better = scenes.named("rectangle_stuck").session.with_start(np.array([0.0, 0.5, 4.0, 0.5]))
    data = prepare(better.document).data
    assert list(better.run.model.fit(data, np.array(better.run.start)))[-1].loss == 1


def test_random_labels_settle_after_four_rounds():
    trace = shown("seven_frames").trace
    assert trace.total == 9
    assert "after 4 iterations" in trace.last.note


@pytest.mark.parametrize(("active", "counts"), [(0, [75, 125]), (1, [20, 180])])
def test_unequal_blobs_are_parted_by_a_mixture_only(active, counts):
    snapshot = shown("unequal_blobs", active=active)
    assert sorted(np.bincount(snapshot.step.predict(snapshot.data.points))) == counts


@pytest.mark.parametrize(("active", "found"), [(0, 0.6833), (1, 1.0)])
def test_one_random_start_gets_stuck_and_the_best_of_ten_does_not(active, found):
    snapshot = shown("long_clouds", active=active)
    assert purity(snapshot.data.labels, snapshot.step.predict(snapshot.data.points)) == pytest.approx(found, abs=1e-4)


def test_a_component_collapses_onto_one_point_down_to_the_floor():
    step = shown("component_collapses").step
    assert step.covariances[1].diagonal().tolist() == [1e-6, 1e-6]
    assert step.means[1].tolist() == pytest.approx([4.0, 2.0])


def test_the_middle_width_of_bumps_is_the_likeliest():
    found = [step.measures["left-out log-likelihood"] for step in shown("bumps").shown]
    assert found == pytest.approx([-4.464, -2.879, -3.330], abs=1e-3)


def test_single_links_part_the_moons():
    snapshot = shown("chains_and_balls")
    assert [purity(snapshot.data.labels, step.assignments) for step in snapshot.shown] == [1.0, 0.825]


def test_a_tiny_penalty_calms_nine_bends():
    calm, wild = shown("nine_bends").shown
    assert calm.measures["length of w"] < 25
    assert wild.measures["length of w"] > 800
    assert wild.measures["RMS error"] < 1e-9


def test_a_far_reach_is_calm_and_a_short_one_draws_islands():
    errors = [step.measures["errors"] for step in shown("cost_and_reach").shown]
    assert errors[3] == min(errors) == 0
    assert errors[0] >= 10


def test_two_hidden_units_got_stuck_and_four_did_not():
    assert [step.measures["errors"] for step in shown("hidden_units").shown] == [36, 0]


def test_a_third_of_the_points_never_met_a_tree():
    assert "saw 75 of 120 points" in shown("points_not_drawn").step.note


@lru_cache
def studied(name, **values):
    """Return what the study of a scene finds, perhaps with other values of its model."""
    session = scenes.named(name).session
    if values:
        session = session.with_model(session.run.model.with_values(values))
    return Studying().last(session)[0]


def test_deeper_trees_err_more_on_unseen_points_from_depth_four_on():
    found = studied("u_of_depth")
    assert (np.diff(found.training) <= 0).all()
    assert found.cross_validated[3:].min() > found.cross_validated[1:3].max()
    assert "depth = 12 overfits" in found.sentence


def test_one_neighbour_errs_on_every_sixth_unseen_point_and_several_on_every_ninth():
    found = studied("u_of_k")
    assert found.training[0] == 0
    np.testing.assert_allclose(found.cross_validated[:5].round(3), [0.157, 0.107, 0.107, 0.107, 0.107])


def test_each_threshold_is_a_bargain():
    snapshot = shown("drag_the_threshold")
    found = judged_classes.verdict(snapshot).curve
    assert (np.diff(found.true) >= 0).all()
    assert (np.diff(found.false) >= 0).all()
    assert found.area == pytest.approx(0.971, abs=5e-4)


def test_ten_folds_err_by_none_to_a_quarter():
    found = studied("ten_folds")
    assert (found.errors.min(), found.errors.max(), found.mean) == pytest.approx((0.0, 0.25, 0.1))


def test_good_cells_of_the_map_lie_on_a_slope():
    session = scenes.named("map_of_two_knobs").session
    few = replace(session.document, studies=(registry.study("map")(across="0.1,10,1000", up="0.1,5"),))
    found = Studying().last(replace(session, document=few))[0]
    assert found.errors[1, 1] == pytest.approx(0.025)
    assert (np.diff(found.errors[0]) < 0).all(), "a farther reach needs a higher cost"


@pytest.mark.parametrize(("depth", "least", "most"), [(1, 0.0, 0.02), (12, 0.06, 0.12)])
def test_deep_trees_differ_from_sample_to_sample(depth, least, most):
    assert least <= studied("same_method_other_sample", depth=depth).numbers["disagree"] <= most


def test_bias_falls_and_variance_rises_with_the_degree():
    found = studied("bias_and_variance")
    assert found.parts[0, 1] == pytest.approx(0.498, abs=1e-3)
    assert found.parts[-2:, 1].max() < 0.02
    assert found.parts[-1, 2] > 10 * found.parts[0, 2]
    assert found.tried[int(np.argmin(found.parts.sum(axis=1)))] in (5, 7)


@pytest.mark.parametrize(("model", "words"), [("lda", "have met"), ("knn", "a gap stays")])
def test_only_the_curves_of_the_line_meet(model, words):
    session = scenes.named("would_more_points_help").session
    values = {"k": 1} if model == "knn" else {}
    found = Studying().last(session.with_model(registry.model(model)().with_values(values)))[0]
    assert words in found.sentence


@pytest.mark.parametrize(("prior", "alarms", "ill"), [(0.02, 67, 18), (0.2, 220, 180)])
def test_most_alarms_are_false_where_few_are_ill(prior, alarms, ill):
    session = scenes.named("mostly_false_alarms").session
    session = session.with_source(session.document.source.with_values({"prior": prior}))
    snapshot = Pipeline().last(session, framed(prepare(session.document).data, session.view, 60, 40))
    confusion = judged_classes.numbers(snapshot)["confusion"]
    assert (confusion[:, 1].sum(), confusion[1, 1]) == (alarms, ill)


def test_a_choice_among_coins_promises_less_than_it_keeps():
    found = studied("a_choice_flatters")
    assert found.optimistic < 0.5 < found.mean


def test_a_difference_of_folds_may_be_chance():
    found = studied("may_be_chance")
    assert found.means == pytest.approx((0.055, 0.1))
    assert "in 19 of 100 such trials" in found.sentence


def test_doubt_halves_the_mistakes():
    snapshot = shown("better_say_nothing")
    assert snapshot.errors(snapshot.data.testing) == (7, 150)
    plain = replace(snapshot.session, document=replace(snapshot.session.document, rule=PLAIN))
    without = Pipeline().last(plain, snapshot.frame)
    assert without.errors(without.data.testing) == (14, 150)


def errors_of(name):
    """Return the errors of every run of a scene, on points to learn from and on those held out."""
    found = []
    for active in range(len(scenes.named(name).session.document.runs)):
        snapshot = shown(name, active=active)
        found.append(tuple(snapshot.errors(part)[0] for part in (snapshot.data.training, snapshot.data.testing)))
    return found


@pytest.mark.parametrize(
    ("name", "errors"),
    [
        ("a_price_calms", [(0, 0), (12, 0)]),
        ("one_tree_or_fifty", [(1, 13), (1, 10)]),
        ("small_steps_forget_noise", [(0, 19), (3, 16)]),
        ("two_outvote_the_expert", [(26, 0), (0, 0)]),
        ("naive_on_slanted_clouds", [(12, 0), (0, 0)]),
    ],
)
def test_two_runs_err_as_their_scene_says(name, errors):
    assert errors_of(name) == errors


def test_a_bridge_chains_two_crowds():
    snapshot = shown("bridge_of_chains")
    found = [purity(snapshot.data.labels, step.assignments) for step in snapshot.shown]
    assert found == pytest.approx([0.507, 0.973], abs=5e-4)


def test_three_rounds_mend_what_is_left():
    steps = [shown("what_is_left", step=number).step for number in range(4)]
    assert [step.loss for step in steps] == pytest.approx([6.931472, 5.992935, 5.239046, 4.607002], abs=5e-7)
    assert steps[-1].measures["errors"] == 0


def test_a_vote_errs_less_than_its_weak_members():
    snapshot = shown("better_together")
    weak = [measure("better_together", "errors", members=name) for name in ("stump", "lda")]
    assert (weak, snapshot.step.measures["errors"]) == ([12, 11], 4)


def test_xor_leaves_naive_bayes_guessing():
    assert shown("each_feature_alone").step.measures["errors"] > 30


@pytest.mark.parametrize(
    ("name", "rms"),
    [
        ("a_staircase", (0.539, 0.342, 0.0)),
        ("neighbours_draw_a_curve", (0.0, 0.336, 0.717)),
        ("how_far_a_bump_reaches", (0.634, 0.240, 0.002)),
        ("what_a_bend_costs", (0.240, 0.159, 0.571)),
    ],
)
def test_curves_from_stiff_to_free(name, rms):
    assert [step.measures["RMS error"] for step in shown(name).shown] == pytest.approx(rms, abs=5e-4)


def test_means_repeat_what_was_measured_last():
    line, mean, tree = (step.curve(np.array([39.0, 45.0])) for step in shown("flat_beyond_the_data").shown)
    assert line[1] == pytest.approx(143, abs=0.1)
    assert mean[0] == mean[1]
    assert tree[1] < line[1]


def test_the_wave_is_found_from_one_of_two_starts():
    near, far = shown("two_valleys_of_a_wave").shown
    assert near.weights == pytest.approx((2, 3), abs=1e-4)
    assert far.loss == pytest.approx(40.7186, abs=1e-3)


def test_full_steps_leap_and_damped_ones_go_down():
    full, damped = (np.diff([step.loss for step in trace]) for trace in shown("full_steps_or_damped").traces)
    assert (full > 0).sum() == 2
    assert (damped <= 0).all()


def test_the_same_points_fill_other_bins():
    assert [step.measures["bins with points"] for step in shown("where_bins_begin").shown] == [61, 55]


def test_three_densities_of_one_crowd_agree_where_it_is_thickest():
    places = shown("bins_bumps_balls").data.points
    found = [step.density(places) for step in shown("bins_bumps_balls").shown]
    assert np.corrcoef(found).min() > 0.5


@pytest.mark.parametrize(("active", "first"), [(0, 1), (1, 0)])
def test_the_outlier_hangs_on_who_is_asked(active, first):
    snapshot = shown("who_is_the_outlier", active=active)
    assert np.argmin(snapshot.step.density(snapshot.data.points)) == first


def test_squares_swing_and_absolute_errors_stay():
    squares, absolute = shown("one_point_swings_the_line").shown
    assert (squares.coefficients[1], absolute.coefficients[1]) == pytest.approx((-0.0668, 0.2732), abs=5e-5)


def test_junk_confuses_neighbours_more_than_weights():
    errors = studied("junk_confuses_neighbours").errors
    assert errors[0, [0, -1]] == pytest.approx([0.06, 0.26])
    assert errors[1, -1] < 0.13
