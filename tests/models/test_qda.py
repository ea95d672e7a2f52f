"""Quadratic discriminant analysis: the worked examples of the notes, and scikit-learn."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

import mlexplorer as mlx
from mlexplorer.core.data import Dataset
from tests.models.samples import gaussian_classes, stretched

NAIVE = Dataset([(1, 2), (2, 1), (3, 3), (6, 5), (7, 8), (8, 6), (7, 5)], [0] * 3 + [1] * 4)


def exactly(mean, covariance, count):
    """Return count points with exactly this mean and covariance (divisor n − 1)."""
    plain = np.random.default_rng(count).normal(0, 1, (count, 2))
    plain -= plain.mean(axis=0)
    plain = plain @ np.linalg.inv(np.linalg.cholesky(np.cov(plain.T))).T
    return plain @ np.linalg.cholesky(covariance).T + mean


def test_styles_d3_log_ratio_with_the_right_sign_of_the_priors():
    """The notes print a minus before the logarithm of the priors: erratum E12."""
    one = exactly([1, 2], [[2, 0.5], [0.5, 1]], 70)
    two = exactly([-1, 0], [[1, -0.3], [-0.3, 0.8]], 30)
    step = mlx.fit("qda", Dataset(np.r_[two, one], [0] * 30 + [1] * 70))
    place = np.array([[0.3, -0.4]])
    assert step.discriminant(place)[0] == pytest.approx(-1.710113, abs=1e-6)
    assert step.discriminant(place)[0] - 2 * np.log(0.7 / 0.3) == pytest.approx(-3.404709, abs=1e-6)


def test_styles_d3_equal_covariances_give_the_linear_rule():
    covariance = [[2, 0.5], [0.5, 1]]
    data = Dataset(np.r_[exactly([0, 0], covariance, 20), exactly([3, 1], covariance, 20)], np.repeat([0, 1], 20))
    places = np.random.default_rng(0).normal(0, 3, (50, 2))
    np.testing.assert_allclose(mlx.fit("qda", data).scores(places), mlx.fit("lda", data).scores(places), atol=1e-9)


def test_uppsala_equation_3_26_quadratic_term_is_a_difference():
    """The notes print a sum of the inverses: erratum E3. Far out only the quadratic term counts."""
    step = mlx.fit("qda", NAIVE)
    inverses = np.linalg.inv(step.covariances)
    for direction in np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]]):
        wanted = -0.5 * direction @ (inverses[1] - inverses[0]) @ direction
        assert step.discriminant(1e8 * direction[None])[0] / 1e16 == pytest.approx(wanted, rel=1e-4)


def test_cz4041_d29_uncorrelated_classes_are_gaussian_naive_bayes():
    """With the covariances made diagonal the posterior at (4, 4) is .973562 (divisor n − 1)."""
    parts = [NAIVE.points[:3], NAIVE.points[3:]]
    points = [exactly(part.mean(axis=0), np.diag(part.var(axis=0, ddof=1)), len(part)) for part in parts]
    step = mlx.fit("qda", Dataset(np.concatenate(points), NAIVE.labels))
    assert step.probabilities(np.array([[4.0, 4.0]]))[0, 0] == pytest.approx(0.973562, abs=1e-6)


def test_dtu_13_1_1_own_means_and_covariances():
    step = mlx.fit("qda", NAIVE)
    for column, part in enumerate((NAIVE.points[:3], NAIVE.points[3:])):
        np.testing.assert_allclose(step.means[column], part.mean(axis=0))
        np.testing.assert_allclose(step.covariances[column], np.cov(part.T))
    np.testing.assert_allclose(step.priors, [3 / 7, 4 / 7])


def test_the_equation_has_the_numbers_of_the_rule():
    step = mlx.fit("qda", NAIVE)
    x, y = 2.5, 3.5
    powers = np.array([x * x, x * y, y * y, x, y, 1])
    assert powers @ step.factors == pytest.approx(step.discriminant(np.array([[x, y]]))[0])
    assert "x_1^2" in step.equation


@pytest.mark.parametrize("seed", range(36))
def test_like_scikit_learn(seed):
    """Its divisor is n in new versions and ours in old ones; stretched points make the two the same."""
    data, random = gaussian_classes(seed, alike=False)
    places = data.points[random.integers(0, len(data), 200)] + random.normal(0, 0.3, (200, 2)) * data.points.std(axis=0)
    classes, equal = len(data.classes), seed % 2 == 1
    reference = QuadraticDiscriminantAnalysis(
        priors=np.full(classes, 1 / classes) if equal else None, store_covariance=True, tol=1e-12
    ).fit(data.points, data.labels)
    step = mlx.fit("qda", data, priors="equal" if equal else "data")
    traces = [np.trace(np.array(cov), axis1=1, axis2=2) for cov in (step.covariances, reference.covariance_)]
    if (traces[0] > traces[1] * (1 + 1e-9)).any():
        counts = np.bincount(data.labels)
        np.testing.assert_allclose(traces[0] / traces[1], counts / (counts - 1))
        reference.fit(stretched(data, traces[0] / traces[1]), data.labels)
    np.testing.assert_allclose(step.covariances, reference.covariance_, rtol=1e-6, atol=1e-9 * np.ptp(data.points) ** 2)
    wanted = reference.predict_proba(places)
    np.testing.assert_allclose(step.probabilities(places), wanted, atol=1e-6)
    best = np.sort(wanted, axis=1)
    clear = best[:, -1] - best[:, -2] > 1e-6
    np.testing.assert_array_equal(step.predict(places)[clear], reference.predict(places)[clear])


def test_a_class_of_one_point_takes_the_pooled_spread_and_it_is_said():
    data = Dataset(np.r_[NAIVE.points, [[4, 0]]], [*NAIVE.labels, 2])
    step = mlx.fit("qda", data)
    assert step.notice.sentence.startswith("Class 2 has no spread")
    np.testing.assert_allclose(step.covariances[2], mlx.fit("lda", data).covariances[0])


def test_a_class_on_a_line_is_widened_and_it_is_said():
    data = Dataset(np.r_[NAIVE.points, [[0, 9], [1, 9], [2, 9]]], [*NAIVE.labels, 2, 2, 2])
    step = mlx.fit("qda", data)
    assert "Class 2 lie on one line" in step.notice.sentence
    assert step.notice.remedy.changes == {"shrinkage": 0.1}
    assert np.linalg.eigvalsh(step.covariances[2])[0] > 0
    assert mlx.fit("qda", data, shrinkage=0.1).notice is None
    assert mlx.fit("qda", NAIVE).notice is None
