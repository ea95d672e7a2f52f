"""Linear discriminant analysis: the worked examples of the notes, and scikit-learn."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import mlexplorer as mlx
from mlexplorer.core.data import Dataset
from tests.models.samples import gaussian_classes, stretched

EIGHT = Dataset([(6, 5), (7, 8), (8, 6), (7, 5), (1, 2), (2, 3), (3, 3), (2, 1)], [0] * 4 + [1] * 4)
FISHER = Dataset([(4, 1), (2, 4), (2, 3), (3, 6), (4, 4), (9, 10), (6, 8), (9, 5), (8, 7), (10, 8)], [0] * 5 + [1] * 5)


def test_styles_d2_two_classes():
    """The class with the smaller points is class 1 here: L > 0 chooses it. Divisor n − 2."""
    step = mlx.fit("lda", EIGHT)
    np.testing.assert_allclose(step.weights, [-7.016129, -0.967742, -35.564516], atol=1e-6)
    np.testing.assert_allclose(step.means, [[7, 6], [2, 2.25]])
    pooled_by_n_minus_1 = step.covariances[0] * 6 / 7
    np.testing.assert_allclose(pooled_by_n_minus_1, [[0.571429, 0.285714], [0.285714, 1.25]], atol=1e-6)
    assert step.discriminant(np.array([[4.5, 4.125]]))[0] == pytest.approx(0, abs=1e-9)


def test_cz4041_d24_fisher_direction():
    step = mlx.fit("lda", FISHER)
    np.testing.assert_allclose(step.means, [[3, 3.6], [8.4, 7.6]])
    np.testing.assert_allclose(step.covariances[0] * 8, [[13.2, -2.2], [-2.2, 26.4]], atol=1e-9)
    np.testing.assert_allclose(step.weights[:2] / 8, [0.440461, 0.188220], atol=1e-6)
    unit = step.weights[:2] / np.linalg.norm(step.weights[:2])
    np.testing.assert_allclose(unit, [0.919559, 0.392951], atol=1e-6)
    scatter = step.covariances[0] * 8
    assert (unit @ (step.means[1] - step.means[0])) ** 2 / (unit @ scatter @ unit) == pytest.approx(3.131370, abs=1e-6)


def test_cz4041_d24b_parallel_classes_are_parted_across():
    across = np.arange(-4.0, 5.0)
    first = np.c_[across, 0.5 * (-1) ** np.abs(across)]
    second = first + np.array([0, 3])
    step = mlx.fit("lda", Dataset(np.r_[first, second], [0] * 9 + [1] * 9))
    assert step.weights[0] == pytest.approx(0, abs=1e-9)
    assert step.weights[1] > 0
    scatter = step.covariances[0] * 16
    assert 9 / scatter[1, 1] == pytest.approx(2.025)


def test_cz4041_d24c_three_squares():
    square = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    corners = np.array([[0, 0], [4, 0], [2, 3]])
    step = mlx.fit("lda", Dataset(np.concatenate([square + corner for corner in corners]), np.repeat([0, 1, 2], 4)))
    within = step.covariances[0] * 9
    np.testing.assert_allclose(within, np.diag([3, 3]), atol=1e-12)
    away = step.means - step.means.mean(axis=0)
    between = 4 * away.T @ away
    np.testing.assert_allclose(between, np.diag([32, 24]), atol=1e-12)
    np.testing.assert_allclose(np.linalg.eigvalsh(np.linalg.solve(within, between)), [8, 10.666667], atol=1e-6)


def test_styles_figure_37_three_lines_meet_in_one_point():
    data = mlx.Dataset(
        np.random.default_rng(0).normal(0, 1, (60, 2)) + np.repeat([[0, 0], [3, 0], [1, 3]], 20, 0),
        np.repeat([0, 1, 2], 20),
    )
    slopes = mlx.fit("lda", data).slopes
    lines = slopes[[0, 0]] - slopes[[1, 2]]
    place = np.linalg.solve(lines[:, :2], lines[:, 2])
    scores = mlx.fit("lda", data).scores(place[None])[0]
    np.testing.assert_allclose(scores, scores[0], atol=1e-9)


def test_styles_demo_19_priors_shift_the_line_along_the_means():
    data = Dataset(EIGHT.points[:7], EIGHT.labels[:7])
    plain, equal = mlx.fit("lda", data), mlx.fit("lda", data, priors="equal")
    np.testing.assert_allclose(plain.weights[:2], equal.weights[:2])
    assert plain.weights[2] - equal.weights[2] == pytest.approx(-np.log(3 / 4))
    assert equal.discriminant(equal.means.mean(axis=0)[None])[0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", range(36))
def test_like_scikit_learn(seed):
    """Its divisor is n in new versions and ours in old ones; stretched points make the two the same."""
    data, random = gaussian_classes(seed, alike=True)
    places = data.points[random.integers(0, len(data), 200)] + random.normal(0, 0.5, (200, 2)) * data.points.std(axis=0)
    classes, equal = len(data.classes), seed % 2 == 1
    step = mlx.fit("lda", data, priors="equal" if equal else "data")
    plain = LinearDiscriminantAnalysis(store_covariance=True).fit(data.points, data.labels)
    factor = np.trace(step.covariances[0]) / np.trace(plain.covariance_)
    assert factor == pytest.approx(1) or factor == pytest.approx(len(data) / (len(data) - classes))
    reference = LinearDiscriminantAnalysis(priors=np.full(classes, 1 / classes) if equal else None)
    reference.fit(stretched(data, np.full(classes, factor)), data.labels)
    wanted = reference.predict_proba(places)
    np.testing.assert_allclose(step.probabilities(places), wanted, atol=1e-6)
    best = np.sort(wanted, axis=1)
    clear = best[:, -1] - best[:, -2] > 1e-6
    np.testing.assert_array_equal(step.predict(places)[clear], reference.predict(places)[clear])
    np.testing.assert_allclose(step.priors, reference.priors_)


@pytest.mark.parametrize("shrinkage", [0.2, 0.7, 1.0])
def test_shrinkage_goes_to_a_circle_of_the_same_trace(shrinkage):
    plain, shrunk = mlx.fit("lda", EIGHT).covariances[0], mlx.fit("lda", EIGHT, shrinkage=shrinkage).covariances[0]
    np.testing.assert_allclose(shrunk, (1 - shrinkage) * plain + shrinkage * np.trace(plain) / 2 * np.eye(2))


@hypothesis.given(st.integers(0, 10**6))
def test_renaming_the_classes_only_renames(seed):
    random = np.random.default_rng(seed)
    points, labels, names = random.normal(0, 1, (30, 2)), np.arange(30) % 3, np.array([6, 1, 4])
    here = mlx.fit("lda", Dataset(points, labels)).probabilities(points)
    there = mlx.fit("lda", Dataset(points, names[labels])).probabilities(points)
    np.testing.assert_allclose(here[:, [1, 2, 0]], there, atol=1e-12)


def test_one_point_each_falls_back_to_the_nearest_mean_and_says_so():
    step = mlx.fit("lda", Dataset([[0, 0], [2, 2]], [0, 1]))
    assert "nearest mean" in step.notice.sentence
    np.testing.assert_array_equal(step.predict(np.array([[0.9, 0.9], [1.2, 0.9]])), [0, 1])


def test_points_on_lines_are_widened_and_it_is_said():
    data = Dataset([[0, 0], [1, 1], [2, 2], [3, 0], [4, 1], [5, 2]], [0, 0, 0, 1, 1, 1])
    step = mlx.fit("lda", data)
    assert step.notice.remedy.changes == {"shrinkage": 0.1}
    np.testing.assert_array_equal(step.predict(data.points), data.labels)
    assert mlx.fit("lda", data, shrinkage=0.1).notice is None
    assert mlx.fit("lda", EIGHT).notice is None
