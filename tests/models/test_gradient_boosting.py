"""Gradient boosting: the worked example, a plain loop with scikit-learn's trees, scikit-learn itself, and its sums."""

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor

import mlexplorer as mlx
from mlexplorer.algorithms.ensembles.boosted_losses import BoostedLoss
from mlexplorer.algorithms.ensembles.residual_trees import ResidualTrees
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid


def noisy(seed, count=150):
    data = mlx.make("moons", count=count, noise=0.3, seed=seed)
    return Dataset(data.points.astype(np.float32), data.labels)  # as precise as its trees


def test_uppsala_three_stumps_on_the_ten_points():
    steps = mlx.trace("gradient_boosting", mlx.make("tree_points"), rounds=3, rate=1.0)
    np.testing.assert_allclose([step.loss for step in steps], [6.931472, 5.992935, 5.239046, 4.607002], atol=5e-7)
    cuts = [(ballot.feature, ballot.threshold) for ballot in steps[3].ballots]
    assert cuts == [(1, 3), (1, 7), (0, 5)]
    leaves = steps[3].grove.values[steps[3].grove.feature < 0, 0].reshape(3, 2)
    wanted = [[-0.5, 0.214286], [-0.192299, 0.446633], [-0.267501, 0.267310]]
    np.testing.assert_allclose(leaves, wanted, atol=5e-7)
    assert steps[3].measures["errors"] == 0
    np.testing.assert_allclose(steps[0].residuals, [-0.5] * 5 + [0.5] * 5)
    assert steps[1].note == "Round 1 adds “x₂ ≤ 3: −0.5, else 0.214”: loss 6.931 → 5.993, 2 of 10 points wrong."


def brute(points, residuals):
    """The least squares that any split leaves."""
    found = [((residuals - residuals.mean()) ** 2).sum()]
    for feature in (0, 1):
        values = np.unique(points[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            low = points[:, feature] <= threshold
            found.append(sum(((residuals[side] - residuals[side].mean()) ** 2).sum() for side in (low, ~low)))
    return min(found)


@pytest.mark.parametrize("seed", range(8))
def test_a_stump_leaves_the_least_squares(seed):
    random = np.random.default_rng(seed)
    points = random.integers(0, 6, (30, 2)).astype(float) if seed % 2 else random.normal(size=(30, 2))
    residuals = random.normal(size=30)
    draft, homes = ResidualTrees(points, 1).grow(residuals)
    left = sum(((residuals[homes == node] - residuals[homes == node].mean()) ** 2).sum() for node in set(homes))
    assert left == pytest.approx(brute(points, residuals))
    assert (homes == np.where(points[:, draft.feature[0]] <= draft.threshold[0], 1, 2)).all()


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_deviance_is_the_plain_loop_with_least_squares_trees(depth):
    data = noisy(depth)
    signs, points = 2.0 * data.labels - 1, data.points
    scores = np.full(len(data), np.log((signs > 0).sum() / (signs < 0).sum()))
    steps = mlx.trace("gradient_boosting", data, rounds=12, depth=depth, rate=0.3)
    for step in steps[1:]:
        slopes = signs / (1 + np.exp(signs * scores))
        scores += 0.3 * DecisionTreeRegressor(max_depth=depth, random_state=0).fit(points, slopes).predict(points)
        np.testing.assert_allclose(step.discriminant(points), scores, atol=1e-9)
        assert step.loss == pytest.approx(np.logaddexp(0, -signs * scores).sum())
        assert step.measures["errors"] == ((scores > 0) != data.labels).sum()


@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("seed", range(3))
def test_exponential_and_squares_are_those_of_scikit_learn(seed, depth):
    data = noisy(seed)
    kind = {"n_estimators": 25, "max_depth": depth, "learning_rate": 0.2}
    ours = mlx.fit("gradient_boosting", data, rounds=25, depth=depth, rate=0.2, loss="exponential")
    other = GradientBoostingClassifier(loss="exponential", **kind, random_state=0).fit(data.points, data.labels)
    np.testing.assert_allclose(ours.discriminant(data.points), other.decision_function(data.points), atol=1e-8)
    ours = mlx.fit("gradient_boosting", data, rounds=25, depth=depth, rate=0.2, loss="squares")
    other = GradientBoostingRegressor(**kind, random_state=0).fit(data.points, 2.0 * data.labels - 1)
    np.testing.assert_allclose(ours.discriminant(data.points), other.predict(data.points), atol=1e-8)


def test_probabilities_follow_the_loss():
    data = noisy(4)
    for loss, factor in (("deviance", 1), ("exponential", 2), ("squares", 2)):
        step = mlx.fit("gradient_boosting", data, rounds=5, loss=loss)
        wanted = 1 / (1 + np.exp(-factor * step.discriminant(data.points)))
        np.testing.assert_allclose(step.probabilities(data.points)[:, 1], wanted)


@pytest.mark.parametrize("name", ["deviance", "exponential", "squares"])
@pytest.mark.parametrize("classes", [2, 4])
def test_residuals_are_slopes_against_the_loss(name, classes):
    random = np.random.default_rng(5)
    loss = BoostedLoss.of(name, random.integers(0, classes, 20), classes)
    scores = random.normal(size=loss.signs.shape)
    slopes = loss.slopes(scores)
    for place in np.ndindex(scores.shape):
        nudge = np.zeros_like(scores)
        nudge[place] = 1e-6
        assert -(loss.value(scores + nudge) - loss.value(scores - nudge)) / 2e-6 == pytest.approx(
            slopes[place], abs=1e-6
        )


@pytest.mark.parametrize("name", ["deviance", "exponential", "squares"])
@pytest.mark.parametrize("classes", [2, 4])
def test_the_start_is_the_best_constant(name, classes):
    loss = BoostedLoss.of(name, np.random.default_rng(7).integers(0, classes, 40), classes)
    start = loss.start()[:, None] + np.zeros(40)
    np.testing.assert_allclose(loss.slopes(start).sum(axis=1), 0, atol=1e-9)


def test_the_loss_falls_and_residuals_shrink():
    for classes in (2, 4):
        data = mlx.make("blobs", classes=classes, count=120)
        steps = mlx.trace("gradient_boosting", data, rounds=30, depth=2)
        losses = [step.loss for step in steps]
        assert (np.diff(losses) < 0).all()
        assert np.abs(steps[-1].residuals).mean() < 0.2 * np.abs(steps[0].residuals).mean()
        assert steps[-1].residuals.shape == (120,)


def test_field_and_scores_agree_to_the_last_bit():
    grid = Grid(-2, 3, -2, 2, 31, 29)
    for depth, classes in ((1, 2), (3, 2), (2, 4)):
        step = mlx.fit("gradient_boosting", mlx.make("blobs", classes=classes), rounds=40, depth=depth)
        scores = step.scores(grid.points)
        np.testing.assert_array_equal(step.field(grid).reshape(scores.shape), scores)


def test_equal_points_of_two_classes_keep_the_start():
    step = mlx.fit("gradient_boosting", Dataset([[1.0, 2.0]] * 3, [0, 0, 1]), rounds=4)
    np.testing.assert_allclose(step.discriminant(np.zeros((1, 2))), np.log(0.5), atol=1e-9)
