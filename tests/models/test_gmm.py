"""Gaussian mixtures: the worked examples of the notes, and scikit-learn."""

import itertools
import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture

import mlexplorer as mlx
from mlexplorer.algorithms.gaussians import mixture
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid

KINDS = {"full": "full", "tied": "tied", "diagonal": "diag", "spherical": "spherical"}


def unlabelled(points):
    return Dataset(points, np.full(len(points), -1))


def test_dtu_g45_three_components_are_recovered():
    means = np.array([[15, 15], [30, 0], [0, 0]])
    covariances = np.array([[[0.5, 0], [0, 15]], [[2, 1.4], [1.4, 2]], [[10, -7], [-7, 10]]])
    random = np.random.default_rng(0)
    labels = random.integers(0, 3, 5000)
    plain = random.normal(0, 1, (5000, 2))
    points = means[labels] + np.einsum("nij,nj->ni", np.linalg.cholesky(covariances)[labels], plain)
    step = mlx.fit("gmm", unlabelled(points), components=3, start=[[10, 10], [20, 5], [5, 5]])
    order = [int(np.hypot(*(step.means - mean).T).argmin()) for mean in means]
    assert sorted(order) == [0, 1, 2]
    np.testing.assert_allclose(step.means[order], means, atol=0.3)
    np.testing.assert_allclose(step.covariances[order], covariances, atol=1.0)
    np.testing.assert_allclose(step.shares, 1 / 3, atol=0.02)


def test_styles_d11_responsibilities_add_up_and_meet_at_the_boundary():
    random = np.random.default_rng(1)
    points = np.r_[random.normal(0, 1, (60, 2)), random.normal(4, 1, (40, 2))]
    step = mlx.fit("gmm", unlabelled(points), components=2)
    chances = step.probabilities(points)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    np.testing.assert_array_equal(step.predict(points), chances.argmax(axis=1))
    products = np.exp(step.scores(points))
    np.testing.assert_allclose(chances, products / products.sum(axis=1, keepdims=True), rtol=1e-9)


def test_one_component_is_the_gaussian_of_all_points():
    points = np.random.default_rng(2).normal(0, 1, (50, 2)) @ np.array([[2, 1], [0, 1]])
    step = mlx.fit("gmm", unlabelled(points), components=1)
    np.testing.assert_allclose(step.means[0], points.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(step.covariances[0], np.cov(points.T, ddof=0), rtol=1e-9)


def random_data(seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(20, 500))
    middles = random.normal(0, 3, (4, 2))
    points = middles[random.integers(0, 4, count)] + random.normal(0, 1, (count, 2)) @ random.normal(0, 1, (2, 2))
    if seed % 4 == 0:
        points = np.repeat(points, 2, axis=0)
    return points * 10 ** random.uniform(-1, 3) + random.normal(0, 10, 2), random


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(9))
def test_like_scikit_learn_from_the_same_start(seed, kind):
    points, random = random_data(seed)
    count = int(random.integers(1, 5))
    while True:  # until no component collapses: those are treated differently
        start = points[random.permutation(len(points))[:count]]
        steps = mlx.trace("gmm", unlabelled(points), components=count, covariance=kind, start=start, floor=1e-12)
        last = steps[-1]
        if last.notice is None:
            break
    inverse = np.linalg.inv(steps[0].covariances)
    precisions = {
        "full": inverse,
        "tied": inverse[0],
        "diagonal": inverse[:, [0, 1], [0, 1]],
        "spherical": inverse[:, 0, 0],
    }[kind]
    reference = GaussianMixture(
        count,
        covariance_type=KINDS[kind],
        means_init=start,
        weights_init=np.full(count, 1 / count),
        precisions_init=precisions,
        reg_covar=0,
        tol=0,
        max_iter=last.iteration,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is asked for as many steps as ours took, and says it had not ended
        reference.fit(points)
    scale = points.std()
    np.testing.assert_allclose(last.means, reference.means_, atol=1e-6 * scale)
    np.testing.assert_allclose(last.shares, reference.weights_, atol=1e-6)
    np.testing.assert_allclose(last.measures["log-likelihood"], reference.score(points) * len(points), rtol=1e-8)
    np.testing.assert_allclose(last.measures["BIC"], reference.bic(points), rtol=1e-8)
    np.testing.assert_allclose(last.measures["AIC"], reference.aic(points), rtol=1e-8)
    np.testing.assert_allclose(last.probabilities(points), reference.predict_proba(points), atol=1e-5)
    np.testing.assert_allclose(np.log(last.density(points)), reference.score_samples(points), rtol=1e-6)


def test_steps_alternate_and_end_with_responsibilities():
    points = random_data(1)[0]
    steps = mlx.trace("gmm", unlabelled(points), components=2)
    assert [step.phase for step in steps[:3]] == ["E", "M", "E"]
    assert [step.iteration for step in steps[:5]] == [0, 1, 1, 2, 2]
    np.testing.assert_allclose(steps[-1].responsibilities, steps[-1].probabilities(points), atol=1e-12)
    np.testing.assert_array_equal(steps[1].responsibilities, steps[0].responsibilities)
    losses = [step.loss for step in steps]
    assert all(after <= before + 1e-9 for before, after in itertools.pairwise(losses))


def test_a_collapsing_component_is_held_at_the_floor_and_it_is_said():
    random = np.random.default_rng(3)
    points = np.r_[random.normal(0, 1, (30, 2)), np.repeat([[8.0, 8.0]], 5, axis=0)]
    step = mlx.fit("gmm", unlabelled(points), components=2, floor=1e-3)
    assert "held" in step.notice.sentence
    assert step.notice.remedy.changes == {"components": 1}
    assert np.linalg.eigvalsh(step.covariances).min() == pytest.approx(1e-3)


def test_a_floor_too_high_for_the_data_is_said():
    points = np.random.default_rng(4).normal(0, 1e-3, (60, 2))
    step = mlx.fit("gmm", unlabelled(points), components=2, floor=1e-2)
    assert step.notice.remedy.label == "Lower the floor"
    assert mlx.fit("gmm", unlabelled(points), components=2, **step.notice.remedy.changes).notice is None


def test_the_likeliest_of_many_runs_is_shown_and_said():
    random = np.random.default_rng(5)
    points = random.normal(0, 0.3, (90, 2)) + random.normal(0, 4, (6, 2)).repeat(15, axis=0)
    alone = mlx.fit("gmm", unlabelled(points), components=6, start="random", seed=1)
    many = mlx.trace("gmm", unlabelled(points), components=6, start="random", seed=1, restarts=12)
    assert many[-1].loss < alone.loss
    assert "likeliest of 12" in many[0].note


def test_the_density_has_an_integral_of_one():
    points = random_data(2)[0]
    points = (points - points.mean(axis=0)) / points.std(axis=0)
    step = mlx.fit("gmm", unlabelled(points), components=3)
    grid = Grid(-9, 9, -9, 9, 401, 401)
    assert step.density_field(grid).sum() * (18 / 400) ** 2 == pytest.approx(1, abs=1e-3)


@hypothesis.given(st.integers(0, 10**6))
def test_any_change_of_coordinates_changes_only_the_units(seed):
    random = np.random.default_rng(seed)
    points, start = random.normal(0, 1, (40, 2)), random.normal(0, 1, (2, 2))
    mix, shift, order = random.normal(0, 1, (2, 2)) + 2 * np.eye(2), random.normal(0, 5, 2), random.permutation(40)
    hypothesis.assume(abs(np.linalg.det(mix)) > 0.3)
    here = mlx.trace("gmm", unlabelled(points), components=2, start=start, floor=1e-12)
    there = mlx.trace(
        "gmm", unlabelled((points @ mix + shift)[order]), components=2, start=start @ mix + shift, floor=1e-12
    )
    hypothesis.assume(here[-1].notice is None)  # a component that collapses is held by the units of the axes
    assert len(here) == len(there)
    np.testing.assert_allclose(here[-1].means @ mix + shift, there[-1].means, atol=1e-6)
    wanted = here[-1].loss + 40 * np.log(abs(np.linalg.det(mix)))
    np.testing.assert_allclose(there[-1].loss, wanted, atol=1e-6)


def test_the_bound_is_raised_by_m_and_lifted_to_the_likelihood_by_e():
    points = random_data(2)[0]
    steps = mlx.trace("gmm", unlabelled(points), components=3)
    for before, middle, after in zip(steps[::2], steps[1::2], steps[2::2], strict=False):
        shared, scores = middle.responsibilities, middle.scores(points)
        parts = np.where(shared > 0, shared * (scores - np.log(np.maximum(shared, 1e-300))), 0)
        assert middle.bound == pytest.approx(parts.sum())
        assert before.bound <= middle.bound + 1e-9
        assert middle.bound <= after.bound + 1e-9
        assert after.bound == after.measures["log-likelihood"] == middle.measures["log-likelihood"]
        assert (middle.loss, middle.measures["bound"]) == (-middle.bound, middle.bound)
    assert steps[0].bound < steps[1].bound < steps[2].bound


def test_one_feature_is_treated_as_one():
    random = np.random.default_rng(3)
    values = np.r_[random.normal(-2, 0.5, 60), random.normal(2, 1.0, 60)]
    step = mlx.fit("gmm", unlabelled(np.c_[values, np.full(120, 3.0)]), components=2)
    assert step.notice is None
    first = mlx.trace("gmm", unlabelled(np.c_[values, np.full(120, 3.0)]), components=2)[0]
    kept = mlx.fit("gmm", step.data, start=step.model.drawn(first), components=2)
    np.testing.assert_allclose((kept.loss, kept.dimensions), (step.loss, 1))
    reference = GaussianMixture(2, means_init=step.means[:, :1], reg_covar=0, tol=1e-12, max_iter=10_000)
    reference.fit(values[:, None])
    np.testing.assert_allclose(step.covariances[:, 0, 0], reference.covariances_[:, 0, 0], rtol=1e-3)
    np.testing.assert_allclose(-step.loss, reference.score(values[:, None]) * 120, rtol=1e-7)
    np.testing.assert_allclose(step.measures["BIC"], reference.bic(values[:, None]), rtol=1e-6)
    places = np.c_[np.linspace(-4, 5, 9), np.linspace(-9, 9, 9)]
    np.testing.assert_allclose(np.log(step.density(places)), reference.score_samples(places[:, :1]), rtol=1e-3)


def test_a_single_component_is_the_remedy_in_good_grammar():
    points = np.r_[np.random.default_rng(3).normal(0, 1, (30, 2)), np.repeat([[8.0, 8.0]], 5, axis=0)]
    notice = mlx.fit("gmm", unlabelled(points), components=2, floor=1e-3).notice
    assert notice.remedy.label == "Use 1 component"
    assert "grows without bound" in notice.sentence


def iris():
    points = load_iris().data[:, :2]
    return unlabelled((points - points.mean(axis=0)) / points.std(axis=0))


def farther(step, points, factor=10):
    """Return the likelihood after so many times as many iterations."""
    gaussians, likelihood = step.now.gaussians, step.now.likelihood
    for _ in range(factor * step.iteration):
        parts, likelihood = mixture.expected(points, gaussians)
        gaussians, _ = mixture.maximised(points, parts, gaussians, "full", step.model.floor)
    return likelihood


def test_iris_is_fitted_to_the_end():
    steps = mlx.trace("gmm", iris(), components=3)
    assert -steps[-1].loss == pytest.approx(-374.57, abs=0.005)
    assert [step.iteration for step in steps] == [0, *np.arange(1, steps[-1].iteration + 1).repeat(2)]


@pytest.mark.parametrize("start", ["kmeans", "random"])
@pytest.mark.parametrize("source", ["iris", "moons", "blobs", "anisotropic"])
def test_ten_times_as_many_steps_lead_hardly_farther(source, start):
    data = iris() if source == "iris" else mlx.make(source, count=150)
    for seed in range(3):
        step = mlx.fit("gmm", data, components=3, start=start, seed=seed)
        assert farther(step, data.points) - step.now.likelihood <= 1e-6 * abs(step.now.likelihood)


@pytest.mark.parametrize("start", ["kmeans", "random"])
def test_a_likelihood_near_nothing_is_no_excuse(start):
    """Ten times as many steps led farther here once: near 0, a millionth of the log-likelihood is little."""
    data = mlx.make("iris")
    step = mlx.fit("gmm", data, components=6, start=start)
    assert abs(step.now.likelihood) < 10
    assert farther(step, data.points) - step.now.likelihood <= 1e-6 * abs(step.now.likelihood)


def test_the_likeliest_of_fifty_runs_is_followed_to_its_end():
    """A late run ends highest, onto a line of points, though it was among the lowest when it first went slowly."""
    step = mlx.fit("gmm", iris(), components=3, start="random", restarts=50)
    assert -step.loss == pytest.approx(-338.75, abs=0.01)
    assert "grows without bound" in step.notice.sentence


def test_a_start_that_is_given_or_kept_is_run_once():
    data = mlx.make("blobs", count=60)
    model = registry.model("gmm")(components=2, restarts=5, start="random")
    first = next(step for step in model.learn(data, None) if step is not None)
    kept = next(step for step in model.learn(data, model.drawn(first)) if step is not None)
    given = next(step for step in model.with_values({"start": "given"}).learn(data, None) if step is not None)
    assert first.origin.endswith("the likeliest of 5, starts")
    assert kept.origin == given.origin == "The start"
