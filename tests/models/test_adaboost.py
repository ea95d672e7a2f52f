"""AdaBoost: worked examples, brute force, scikit-learn, its bound and its votes."""

import itertools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.ensembles.boosting import LARGEST_BOUND, bound_of, reweighted, rounded, vote_of
from mlexplorer.algorithms.ensembles.weighted_lines import fitted_lines
from mlexplorer.algorithms.trees.splits import impurity
from mlexplorer.core.capabilities import HasDiscriminant, HasLandscape, HasRegions, HasThresholds
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid

CLASSIC = Dataset(np.c_[np.arange(10.0), np.zeros(10)], [1, 1, 1, 0, 0, 0, 1, 1, 1, 0])
DS4 = Dataset(np.c_[[6, 12, 18, 20.5, 23.2, 27.1, 33, 40, 46, 54, 60], np.zeros(11)], [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])
XOR = Dataset([(-1, -1), (-1, 1), (1, -1), (1, 1)], [0, 1, 1, 0])


def stumps(step):
    return [(item.learner.feature, item.learner.threshold, item.learner.low, item.learner.high) for item in step.rounds]


def wrong(step, data):
    return int((step.predict(data.points) != data.labels).sum())


def test_comp61011_g19_one_mistake_in_ten():
    """ε = 0.1: α = 1.098612, right points × 0.5556, wrong ones × 5, half of the weight on them, factor 0.6."""
    data = Dataset(np.c_[np.arange(10.0), np.zeros(10)], [1, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    step = mlx.trace("adaboost", data)[1]
    assert step.errors[0] == pytest.approx(0.1)
    assert step.alphas[0] == pytest.approx(1.098612, abs=5e-7)
    np.testing.assert_allclose(step.next_weights / step.point_weights, [5] + [1 / 1.8] * 9)
    assert step.next_weights[0] == pytest.approx(0.5)
    assert step.bound == pytest.approx(0.6)


def test_comp61011_g19_classic_ten_points():
    steps = mlx.trace("adaboost", CLASSIC, rounds=3)
    assert stumps(steps[3]) == [(0, 2.5, 1, 0), (0, 8.5, 1, 0), (0, 5.5, 0, 1)]
    np.testing.assert_allclose(steps[3].errors, [0.3, 0.214286, 0.181818], atol=5e-7)
    np.testing.assert_allclose(steps[3].alphas, [0.423649, 0.649641, 0.752039], atol=5e-7)
    assert [step.measures["errors"] for step in steps[1:]] == [3, 3, 0]
    np.testing.assert_allclose([step.bound for step in steps[1:]], [0.916515, 0.752140, 0.580193], atol=5e-7)
    np.testing.assert_allclose(steps[2].point_weights, np.where(np.isin(np.arange(10), [6, 7, 8]), 1 / 6, 1 / 14))
    np.testing.assert_allclose(steps[2].next_weights, [1 / 22] * 3 + [1 / 6] * 3 + [7 / 66] * 3 + [1 / 22])
    margins = (2 * CLASSIC.labels - 1) * steps[3].discriminant(CLASSIC.points) / steps[3].alphas.sum()
    np.testing.assert_allclose(margins[[0, 3, 6, 9]], [0.175996, 0.288193, 0.535811, 0.175996], atol=1e-6)


def test_comp61011_g19_ds4_errors_rise_while_the_bound_falls():
    steps = mlx.trace("adaboost", DS4, rounds=3)
    assert stumps(steps[3]) == [(0, 50, 1, 0), (0, 15, 1, 0), (0, pytest.approx(25.15), 0, 1)]
    np.testing.assert_allclose(steps[3].errors, [0.272727, 0.25, 0.166667], atol=5e-7)
    np.testing.assert_allclose(steps[3].alphas, [0.490415, 0.549306, 0.804719], atol=5e-7)
    assert [wrong(step, DS4) for step in steps[1:]] == [3, 4, 0]
    np.testing.assert_allclose([step.bound for step in steps[1:]], [0.8907, 0.7714, 0.5750], atol=5e-5)


def test_styles_d5_votes_are_twice_ours():
    step = mlx.fit("adaboost", CLASSIC, rounds=3)
    np.testing.assert_allclose(2 * step.alphas, [0.847298, 1.299283, 1.504077], atol=5e-7)


def test_cz4041_d17_weights_and_scores():
    step = mlx.fit("adaboost", CLASSIC, rounds=3)
    beta = step.errors / (1 - step.errors)
    np.testing.assert_allclose(beta, [0.428571, 0.272727, 0.222222], atol=5e-7)
    wanted = [0.125] * 3 + [0.101852] * 3 + [0.064815] * 3 + [0.125]
    np.testing.assert_allclose(step.next_weights, wanted, atol=5e-7)
    scores = [0.642503] * 3 + [-1.052092] * 3 + [1.956063] * 3 + [-0.642503]
    np.testing.assert_allclose(2 * step.discriminant(CLASSIC.points), scores, atol=1e-6)


def test_uppsala_28_three_rounds():
    red, blue = [(5, 4), (9, 3), (4, 9), (2, 10), (10, 7)], [(6, 8), (7, 5), (1, 1), (3, 2), (8, 6)]
    data = Dataset([*red, *blue], [1] * 5 + [0] * 5)
    steps = mlx.trace("adaboost", data, rounds=3)
    assert stumps(steps[3]) == [(0, 8.5, 0, 1), (1, 2.5, 0, 1), (0, 5.5, 1, 0)]
    np.testing.assert_allclose(steps[3].errors, [0.3, 3 / 14, 2 / 11])
    np.testing.assert_allclose(steps[3].alphas, [0.423649, 0.649641, 0.752039], atol=5e-7)
    assert np.flatnonzero(steps[1].predict(data.points) != data.labels).tolist() == [0, 2, 3]
    np.testing.assert_allclose(steps[1].next_weights[[0, 2, 3]], 1 / 6)  # 3a.15
    np.testing.assert_allclose(steps[1].next_weights[[1, 4, 5, 6, 7, 8, 9]], 1 / 14)
    assert wrong(steps[3], data) == 0


def test_dtu_g44_one_round():
    data = Dataset([[0, 0], [2, 0], [1, 0], [3, 0]], [1, 1, 0, 0])
    step = mlx.trace("adaboost", data)[1]
    assert step.predict(data.points).tolist() == [1, 0, 0, 0]
    assert step.alphas[0] == pytest.approx(0.54931, abs=5e-6)
    np.testing.assert_allclose(step.next_weights, np.array([1, 3, 1, 1]) / 6)


def brute_tree(points, labels, weights, count, *, depth, criterion):
    """A weighted tree, every split judged from its points; what it says of each of the points, as a column."""
    counts = np.bincount(labels, weights, count)
    said = np.full(len(labels), int((counts >= counts.max() - 1e-9 * counts.sum()).argmax()))
    if depth == 0 or counts.sum() - counts.max() <= 1e-9 * counts.sum():
        return said
    found = []
    for feature in (0, 1):
        values = np.unique(points[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            low = points[:, feature] <= threshold
            parts = [np.bincount(labels[side], weights[side], count) for side in (low, ~low)]
            found.append((sum(part.sum() * impurity(part, criterion) for part in parts), low))
    least = min((cost for cost, _ in found), default=0)
    for cost, low in found:
        if cost <= least + 1e-9 * counts.sum():
            for side in (low, ~low):
                said[side] = brute_tree(
                    points[side], labels[side], weights[side], count, depth=depth - 1, criterion=criterion
                )
            break
    return said


def reference(data, rounds, depth, criterion, rate=1.0):
    """SAMME as it is written: (ε, α, weights before, what the learner says) of each round."""
    columns, count = np.searchsorted(data.classes, data.labels), len(data.classes)
    weights, kept = np.full(len(data), 1 / len(data)), []
    for _ in range(rounds):
        said = brute_tree(data.points, columns, weights, count, depth=depth, criterion=criterion)
        error = weights[said != columns].sum()
        if error >= 1 - 1 / count - 1e-9:
            break
        used = error or 1 / (2 * len(data))
        alpha = rate * (np.log((1 - used) / used) + np.log(count - 1)) / 2
        kept.append((error, alpha, weights, said))
        if error == 0:
            break
        weights = weights * np.where(said != columns, np.exp(alpha), np.exp(-alpha))
        weights = weights / weights.sum()
    return kept


def sample(seed, sizes=(5, 12, 30, 50)):
    """Two to five classes, unequal, scaled, shifted, some points twice; or a lattice full of ties."""
    random = np.random.default_rng(seed)
    count, classes = int(random.choice(sizes)), int(random.integers(2, 6))
    labels = random.choice(classes, count, p=random.dirichlet(np.full(classes, 2.0)))
    labels[:2] = (0, 1)
    points = random.normal(size=(count, 2)) + np.c_[np.cos(labels), np.sin(2 * labels)]
    points[: count // 5] = points[count // 5 : 2 * (count // 5)]
    scaled = points * 10.0 ** random.uniform(-3, 3) + random.normal(0, 3)
    return Dataset(np.round(points * 2) if seed % 3 == 0 else scaled.astype(np.float32), labels)


@pytest.mark.parametrize("seed", range(36))
def test_rounds_are_those_of_brute_force(seed):
    data, depth = sample(seed), 1 + seed % 2
    criterion, rate = ("error", "gini", "entropy")[seed // 2 % 3], (1.0, 0.5)[seed % 5 == 0]
    steps = mlx.trace("adaboost", data, rounds=8, depth=depth, criterion=criterion, rate=rate)
    wanted = reference(data, 8, depth, criterion, rate)
    assert len(steps) == len(wanted) + 1
    total = np.zeros((len(data), len(data.classes)))
    for step, (error, alpha, weights, said) in zip(steps[1:], wanted, strict=True):
        assert step.errors[-1] == pytest.approx(error, abs=1e-12)
        assert step.alphas[-1] == pytest.approx(alpha, rel=1e-9)
        np.testing.assert_allclose(step.point_weights, weights, rtol=1e-9)
        np.testing.assert_array_equal(step.rounds[-1].learner.says(data.points), said)
        total[np.arange(len(data)), said] += alpha
        scores = step.scores(data.points)
        np.testing.assert_allclose(scores - scores[:, :1], total - total[:, :1], rtol=1e-9, atol=1e-9)
        assert step.measures["errors"] == wrong(step, data)


def has_tie(step, data):
    """Whether another stump was as good as the best in this round."""
    costs = np.concatenate([step.plan.school.staircase(step.point_weights).costs(k, mids(data, k)) for k in (0, 1)])
    return np.sum(costs <= costs.min() + 1e-7) > 1


def mids(data, feature):
    values = np.unique(data.points[:, feature])
    return (values[1:] + values[:-1]) / 2


def test_rounds_are_those_of_scikit_learn_where_there_is_no_tie():
    compared = 0
    for seed in range(1, 250, 3):
        data = sample(seed, (12, 30, 100, 500))
        steps = mlx.trace("adaboost", data, rounds=6, criterion="gini")[1:]
        good = next((k for k, step in enumerate(steps) if has_tie(step, data) or step.errors[-1] == 0), len(steps))
        if not good:
            continue
        other = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=good).fit(data.points, data.labels)
        np.testing.assert_allclose(steps[good - 1].errors, other.estimator_errors_[:good], atol=1e-9)
        np.testing.assert_allclose(2 * steps[good - 1].alphas, other.estimator_weights_[:good], rtol=1e-9)
        places = np.random.default_rng(seed).normal(size=(200, 2)) * data.points.std(axis=0) + data.points.mean(axis=0)
        ranked = np.sort(steps[good - 1].scores(places), axis=1)
        clear = ranked[:, -1] - ranked[:, -2] > 1e-6
        single = places.astype(np.float32)
        np.testing.assert_array_equal(steps[good - 1].predict(single)[clear], other.predict(single)[clear])
        compared += 1
    assert compared >= 30


@hypothesis.given(st.integers(0, 10**6), st.sampled_from([0.3, 1.0, 1.7]), st.integers(1, 2))
def test_the_bound_holds_and_is_the_exponential_loss(seed, rate, depth):
    data = sample(seed)
    steps = mlx.trace("adaboost", data, rounds=12, rate=rate, depth=depth)
    columns, count = np.searchsorted(data.classes, data.labels), len(data.classes)
    margins = np.zeros(len(data))
    for before, step in itertools.pairwise(steps):
        right = step.rounds[-1].learner.says(data.points) == columns
        margins += np.where(right, step.alphas[-1], -step.alphas[-1])
        assert step.loss == step.bound == pytest.approx(np.exp(-margins).mean(), rel=1e-9)
        assert wrong(step, data) / len(data) <= step.bound * (1 + 1e-9)
        np.testing.assert_array_equal(step.point_weights, before.next_weights)
        if rate == 1.0 and step.errors[-1] > 0:
            assert step.next_weights[~right].sum() == pytest.approx(1 - 1 / count)
            factor = count * np.sqrt(step.errors[-1] * (1 - step.errors[-1]) / (count - 1))
            assert step.bound / before.bound == pytest.approx(factor)
            assert count > 2 or step.bound <= before.bound


def test_a_perfect_learner_ends_the_fit():
    data = Dataset([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 0, 1, 1])
    steps = mlx.trace("adaboost", data)
    assert len(steps) == 2
    assert steps[1].errors.tolist() == [0]
    assert steps[1].alphas[0] == pytest.approx(0.5 * np.log(7))
    np.testing.assert_array_equal(steps[1].next_weights, steps[1].point_weights)
    assert "makes no mistake" in steps[1].note
    assert "1/8" in steps[1].note


def test_no_learner_better_than_guessing_ends_the_fit_with_a_remedy():
    (step,) = mlx.trace("adaboost", XOR)
    assert "no better than guessing" in step.note
    assert step.notice.remedy.changes == {"depth": 2}
    assert set(step.predict(XOR.points)) == {0}
    assert wrong(mlx.fit("adaboost", XOR, **step.notice.remedy.changes), XOR) == 0


def test_the_end_is_told_and_the_middle_is_not():
    steps = mlx.trace("adaboost", CLASSIC, rounds=3)
    assert steps[0].note == "All 10 points weigh the same, and nobody has voted yet."
    assert steps[1].note == (
        "Round 1: “x₁ ≤ 2.5 is Class 1, above is Class 0” is wrong on 30 % of the weight, so its vote counts α = 0.424."
    )
    assert steps[3].note.endswith("All rounds are done: the vote gets none of 10 points wrong.")
    assert steps[3].equation == r"F(\mathbf{x}) = 0.424\,h_{1} + 0.65\,h_{2} + 0.752\,h_{3}"
    assert steps[1].working[1] == "α = ½·ln((1 − 0.3)/0.3) = 0.424"


@hypothesis.given(st.integers(0, 10**6), st.integers(1, 3))
def test_field_regions_and_scores_agree_to_the_last_bit(seed, depth):
    data = sample(seed)
    left, bottom = data.points.min(axis=0) - 1
    right, top = data.points.max(axis=0) + 1
    grid = Grid(left, right, bottom, top, 21, 19)
    for step in mlx.trace("adaboost", data, rounds=9, depth=depth)[::4]:
        scores = step.scores(grid.points)
        np.testing.assert_array_equal(step.field(grid).reshape(scores.shape), scores)
        if isinstance(step, HasDiscriminant):
            np.testing.assert_array_equal(step.discriminant_field(grid).ravel(), step.discriminant(grid.points))
        if isinstance(step, HasRegions):
            for place, label in zip(grid.points[::9], step.predict(grid.points[::9]), strict=True):
                inside = [all(a * place[0] + b * place[1] <= c for a, b, c in item.edges) for item in step.regions]
                assert label in [item.label for item, within in zip(step.regions, inside, strict=True) if within]


def test_what_stumps_and_trees_can_show():
    start, first, *_ = mlx.trace("adaboost", DS4, rounds=2)
    assert not isinstance(start, HasLandscape)
    assert isinstance(first, HasRegions)
    assert isinstance(first, HasThresholds)
    deep = mlx.fit("adaboost", DS4, rounds=2, depth=2)
    assert isinstance(deep, HasLandscape)
    assert not isinstance(deep, HasRegions)


def test_probabilities_of_two_and_of_many_classes():
    step = mlx.fit("adaboost", CLASSIC, rounds=3)
    force = step.discriminant(CLASSIC.points)
    np.testing.assert_allclose(step.probabilities(CLASSIC.points)[:, 1], 1 / (1 + np.exp(-2 * force)))
    data = sample(4)
    many = mlx.fit("adaboost", data, rounds=3)
    assert len(many.classes) > 2
    powers = np.exp(2 * many.scores(data.points))
    np.testing.assert_allclose(many.probabilities(data.points), powers / powers.sum(axis=1, keepdims=True))
    assert np.isfinite(step.chances(np.array([[1e6, -1e6]]))).all()


def test_another_weight_of_the_last_vote():
    steps = mlx.trace("adaboost", CLASSIC, rounds=2)
    landscape = steps[2].landscape(CLASSIC)
    assert landscape.names == ("α",)
    at_rest = landscape.at(np.array([0.0]))
    np.testing.assert_array_equal(at_rest.discriminant(CLASSIC.points), steps[1].discriminant(CLASSIC.points))
    np.testing.assert_allclose(at_rest.next_weights, steps[1].next_weights)
    assert landscape.gradient(landscape.here) == pytest.approx(0, abs=1e-12)  # α is where the loss is least
    assert landscape.values(np.array([[0.0], [2.0]])).min() > steps[2].loss


def test_thresholds_weigh_the_points():
    steps = mlx.trace("adaboost", CLASSIC, rounds=2)
    places, errors = steps[2].thresholds(0)
    np.testing.assert_allclose(errors[np.searchsorted(places, 8.5, side="right") - 1], 3 / 14)
    np.testing.assert_allclose(errors[np.searchsorted(places, 2.5, side="right") - 1], 4 / 14)  # with both sides +


@hypothesis.given(st.integers(0, 10**6))
def test_order_of_points_and_names_of_classes_do_not_matter(seed):
    data = sample(seed)
    rows = np.random.default_rng(seed).permutation(len(data))
    step = mlx.fit("adaboost", data, rounds=10)
    mixed = mlx.fit("adaboost", Dataset(data.points[rows], data.labels[rows]), rounds=10)
    named = mlx.fit("adaboost", Dataset(data.points, data.labels + 3), rounds=10)
    for other in (mixed, named):
        np.testing.assert_allclose(other.alphas, step.alphas, rtol=1e-6)
        np.testing.assert_allclose(other.scores(data.points), step.scores(data.points), rtol=1e-6, atol=1e-9)


def test_votes_that_cancel_make_a_tie():
    votes = rounded(np.array([0.1 + 0.2, 0.3, 0.7]))
    assert votes[0] == votes[1]
    assert votes[0] + votes[2] - votes[1] == votes[2]
    np.testing.assert_allclose(votes, [0.3, 0.3, 0.7], rtol=1e-11)
    assert rounded(np.zeros(2)).tolist() == [0, 0]


def test_weights_after_a_round_add_up():
    after = reweighted(np.full(4, 0.25), np.array([True, False, False, False]), 0.5 * np.log(3))
    np.testing.assert_allclose(after, [0.5, 1 / 6, 1 / 6, 1 / 6])


def test_comp61011_g19_the_least_voting_margin():
    steps = mlx.trace("adaboost", CLASSIC, rounds=3)
    assert steps[3].measures["least voting margin"] == pytest.approx(0.175996, abs=1e-6)
    again = steps[3].landscape(CLASSIC).at(steps[3].landscape(CLASSIC).here)
    assert again.measures["least voting margin"] == pytest.approx(0.175996, abs=1e-6)
    assert "least voting margin" not in steps[0].measures


@pytest.mark.parametrize("seed", range(6))
def test_margins_of_many_classes_are_leads_of_the_own_class(seed):
    data = sample(3 * seed + 1)
    step = mlx.fit("adaboost", data, rounds=7)
    columns = np.searchsorted(data.classes, data.labels)
    votes = np.zeros((len(data), len(data.classes)))
    for item in step.rounds:
        votes[np.arange(len(data)), item.learner.says(data.points)] += item.alpha
    leads = [row[own] - np.delete(row, own).max() for row, own in zip(votes, columns, strict=True)]
    assert step.measures["least voting margin"] == pytest.approx(min(leads) / step.alphas.sum(), abs=1e-9)


@pytest.mark.parametrize("depth", [1, 3])
def test_resampling_teaches_by_drawn_points_and_judges_by_weights(depth):
    data = sample(7, (50,))
    steps = mlx.trace("adaboost", data, rounds=6, draw="resample", seed=4, depth=depth)
    columns = np.searchsorted(data.classes, data.labels)
    for before, step in itertools.pairwise(steps):
        np.testing.assert_array_equal(step.point_weights, before.next_weights)
        wrong_ones = step.rounds[-1].learner.says(data.points) != columns
        assert step.errors[-1] == pytest.approx(step.point_weights[wrong_ones].sum())
        assert step.errors[-1] < 1 - 1 / len(data.classes)
    plain = mlx.fit("adaboost", data, rounds=6, depth=depth)
    other = mlx.fit("adaboost", data, rounds=6, draw="resample", seed=5, depth=depth)
    assert not np.allclose(steps[1].errors, plain.errors[:1]) or not np.allclose(other.errors[:1], plain.errors[:1])
    again = mlx.fit("adaboost", data, rounds=6, draw="resample", seed=4, depth=depth)
    np.testing.assert_array_equal(again.alphas, steps[-1].alphas)


def test_weighted_lines_are_those_of_scikit_learn():
    random = np.random.default_rng(3)
    data = mlx.make("moons", count=80, noise=0.4, seed=1)
    weights = random.dirichlet(np.ones(80))
    signs = 2.0 * data.labels - 1
    line = fitted_lines("line", data.points.T, signs[None], weights).table[0]
    other = LinearRegression().fit(data.points, signs, sample_weight=weights)
    np.testing.assert_allclose([*line[:2], -line[2]], [*other.coef_, other.intercept_], atol=1e-4)
    line = fitted_lines("logistic", data.points.T, signs[None], weights).table[0]
    other = LogisticRegression(C=np.inf, tol=1e-10).fit(data.points, data.labels, sample_weight=weights)
    np.testing.assert_allclose([*line[:2], -line[2]], [*other.coef_[0], other.intercept_[0]], rtol=1e-3)


@pytest.mark.parametrize("learner", ["logistic", "line"])
def test_lines_vote(learner):
    for data in (mlx.make("moons", count=100, noise=0.1), mlx.make("blobs", classes=4, count=100)):
        step = mlx.fit("adaboost", data, rounds=15, learner=learner)
        grid = Grid(-2, 3, -2, 2, 13, 11)
        scores = step.scores(grid.points)
        np.testing.assert_array_equal(step.field(grid).reshape(scores.shape), scores)
        assert step.measures["errors"] == wrong(step, data)
        assert np.mean(step.predict(data.points) == data.labels) >= 0.85
    (start,) = mlx.trace("adaboost", XOR, learner=learner)
    assert start.notice.remedy.changes == {"learner": "tree", "depth": 2}


def test_votes_and_bounds_stay_numbers_after_a_thousand_rounds():
    """They overflowed where the weight of the mistakes had shrunk to nothing, and with many classes."""
    weights = reweighted(np.array([1.0, 1e-310]), np.array([False, True]), 2 * vote_of(1e-310, 9, 2))
    assert np.isfinite(weights).all()
    assert bound_of(np.full(1000, 8.0)) == LARGEST_BOUND
    assert bound_of(np.array([0.5, 0.25])) == 0.125


@pytest.mark.parametrize("kind", ["logistic", "squares"])
def test_points_above_each_other_have_a_level_line(kind):
    columns, signs = np.array([[3.0] * 4, [0.0, 1.0, 4.0, 5.0]]), np.array([[-1.0, -1.0, 1.0, 1.0]])
    ((across, up, threshold),) = fitted_lines(kind, columns, signs, np.full(4, 0.25)).table
    assert across == pytest.approx(0.0, abs=1e-9)
    assert threshold / up == pytest.approx(2.5)
