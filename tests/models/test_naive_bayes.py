"""Naive Bayes: the worked example of the notes, scikit-learn, and its three densities on awkward data."""

import re

import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KernelDensity

import mlexplorer as mlx
from mlexplorer.algorithms.densities import one_feature
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from tests import laws
from tests.models.samples import gaussian_classes, moons, uneven

NAIVE = Dataset([(1, 2), (2, 1), (3, 3), (6, 5), (7, 8), (8, 6), (7, 5)], [0] * 3 + [1] * 4)
QUERY = np.array([[4.0, 4.0]])
DENSITIES = ("gaussian", "kernel", "histogram")
NINE = np.arange(90) // 10
MANY = Dataset(np.random.default_rng(9).normal(size=(90, 2)) + np.c_[NINE % 3, NINE // 3] * 2 - 2, NINE)


def test_cz4041_d29_posterior_with_divisor_n_less_one():
    step = mlx.fit("naive_bayes", NAIVE)
    assert step.probabilities(QUERY)[0, 0] == pytest.approx(0.973562, abs=1e-6)


def test_cz4041_d29_posterior_with_divisor_n():
    logs = np.log([[3 / 7], [4 / 7]])
    for feature, values in enumerate(NAIVE.points.T):
        bells, _ = one_feature.bells(values, NAIVE.labels, 2, less=0)
        logs = logs + bells.logs(QUERY[:, feature])
    chances = np.exp(logs[:, 0]) / np.exp(logs[:, 0]).sum()
    assert chances[0] == pytest.approx(0.986709, abs=1e-6)


def test_dtu_13_2_1_alpha_widens_the_deviations_and_fills_the_bins():
    step = mlx.fit("naive_bayes", NAIVE, alpha=0.5)
    np.testing.assert_allclose(np.sqrt(step.covariances[0].diagonal()), NAIVE.points[:3].std(axis=0, ddof=1) + 0.5)
    bins = one_feature.bins(np.array([0.0, 0.1, 0.9, 3.0]), np.array([0, 0, 0, 1]), 2, 3, alpha=2.0)
    np.testing.assert_allclose(bins.shares[0], [(3 + 2) / (3 + 6), 2 / 9, 2 / 9])
    np.testing.assert_allclose(bins.shares[1], [2 / 7, 2 / 7, 3 / 7])


def counted_chances(rows, query, alpha=0.0):
    """Return the chances of the classes, which stand first in the rows, by two bins of each feature: for 0 and 1."""
    labels, *features = np.array([list(map(float, row)) for row in rows]).T
    classes, columns = np.unique(labels, return_inverse=True)
    scores = np.log(np.bincount(columns) / len(rows))
    for values, asked in zip(features, query, strict=True):
        found = one_feature.bins(values, columns, len(classes), 2, alpha)
        scores = scores + found.logs(np.array([float(asked)]))[:, 0]
    return np.exp(scores) / np.exp(scores).sum()


@pytest.mark.parametrize(
    ("query", "chance"),
    [("000", 9 / 11), ("001", 3 / 5), ("010", 3 / 5), ("011", 1 / 3), ("100", 9 / 11), ("110", 3 / 5), ("111", 1 / 3)],
)
def test_comp61011_g17_counts(query, chance):
    rows = ("1110", "1100", "1001", "1000", "0101", "0010")
    assert counted_chances(rows, query)[1] == pytest.approx(chance)


def test_dtu_g41_counts_without_and_with_alpha():
    rows = ("110", "101", "111", "211", "210", "200", "311", "301")
    np.testing.assert_allclose(counted_chances(rows, "01"), [1 / 3, 1 / 6, 1 / 2])
    np.testing.assert_allclose(counted_chances(rows, "01", alpha=1.0), [0.3692, 0.2462, 0.3846], atol=5e-5)


def test_cz4041_d30_laplace():
    values = np.repeat([0.0, 1.0, 2.0], [1, 3, 7])
    found = one_feature.bins(values, np.r_[1, np.zeros(10, int)], 2, 3, alpha=1.0)
    np.testing.assert_allclose(found.shares[0], [1 / 13, 4 / 13, 8 / 13])


@pytest.mark.parametrize("seed", range(24))
def test_gaussians_like_scikit_learn(seed):
    """Its variances have the divisor n: they are put in its place with ours."""
    data, random = gaussian_classes(seed, alike=False)
    places = data.points[random.integers(0, len(data), 200)] + random.normal(0, 0.3, (200, 2)) * data.points.std(axis=0)
    equal = seed % 2 == 1
    classes = len(data.classes)
    reference = GaussianNB(priors=np.full(classes, 1 / classes) if equal else None, var_smoothing=0.0)
    reference.fit(data.points, data.labels)
    step = mlx.fit("naive_bayes", data, priors="equal" if equal else "data")
    counts = np.bincount(data.labels)[:, None]
    variances = step.covariances.diagonal(axis1=1, axis2=2)
    np.testing.assert_allclose(variances * (counts - 1) / counts, reference.var_, rtol=1e-7)
    reference.var_ = reference.var_ * counts / (counts - 1)
    np.testing.assert_allclose(step.probabilities(places), reference.predict_proba(places), atol=1e-7)


@pytest.mark.parametrize("seed", range(6))
def test_bumps_like_scikit_learn(seed):
    data = uneven(seed, sizes=(12, 150))
    width = 0.2 * float(data.points.std())
    step = mlx.fit("naive_bayes", Dataset(data.points / width, data.labels), density="kernel", width=1.0)
    places = np.random.default_rng(seed).normal(size=(60, 2)) * 9 * data.points.std(axis=0) / width
    wanted = np.zeros((len(data.classes), len(places)))
    for column, label in enumerate(data.classes):
        own = data.points[data.labels == label] / width
        for axis in (0, 1):
            wanted[column] += KernelDensity(bandwidth=1.0).fit(own[:, [axis]]).score_samples(places[:, [axis]])
        wanted[column] += np.log(len(own) / len(data))
    found = step.scores(places)
    np.testing.assert_allclose(found - found[:, :1], (wanted - wanted[0]).T, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_histograms_like_scikit_learn(seed):
    data, count = moons(150, 0.2, seed), 7
    step = mlx.fit("naive_bayes", data, density="histogram", bins=count, alpha=1.0)
    low, high = data.points.min(axis=0), data.points.max(axis=0)

    def cells(points):
        return np.clip(((points - low) / (high - low) * count).astype(int), 0, count - 1)

    reference = CategoricalNB(min_categories=count).fit(cells(data.points), data.labels)
    places = np.random.default_rng(seed).uniform(low - 0.2, high + 0.2, (300, 2))
    places = np.clip(places, low, None)  # a whole number rounds towards zero, ours downwards
    np.testing.assert_allclose(step.probabilities(places), reference.predict_proba(cells(places)), atol=1e-9)


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("check", laws.CHECKS, ids=lambda check: check.__name__)
def test_every_density_keeps_the_laws(check, density):
    check(registry.model("naive_bayes")(density=density))


@pytest.mark.parametrize("density", DENSITIES)
def test_densities_have_the_area_one(density):
    step = mlx.fit("naive_bayes", MANY, density=density)
    values = np.linspace(-12, 12, 20_001)
    for feature in (0, 1):
        areas = step.feature_heights(feature, values).sum(axis=1) * (values[1] - values[0])
        np.testing.assert_allclose(areas, step.priors, rtol=2e-3)


@pytest.mark.parametrize("density", DENSITIES)
def test_nine_classes_have_nine_reasons_of_three_terms(density):
    step = mlx.fit("naive_bayes", MANY, density=density)
    reasons = step.reasons(np.array([0.2, 0.3]))
    assert [len(reason.terms) for reason in reasons] == [3] * 9
    counts = [int(re.search(r": (\d+) points?, prior", line)[1]) for line in step.working]
    assert counts == np.bincount(MANY.labels).tolist()


def test_two_classes_have_one_term_for_each_feature():
    (reason,) = mlx.fit("naive_bayes", NAIVE).reasons(QUERY[0])
    assert [term.label.partition(" at ")[2] for term in reason.terms] == ["", "x₁ = 4", "x₂ = 4"]
    assert reason.total == pytest.approx(np.log((1 - 0.97356204) / 0.97356204), abs=1e-5)


def test_the_equation_has_the_numbers_of_the_rule():
    step = mlx.fit("naive_bayes", NAIVE)
    x, y = 2.5, 3.5
    rule = step.coefficients[1] - step.coefficients[0]
    assert rule @ [x * x, y * y, x, y, 1] == pytest.approx(step.discriminant(np.array([[x, y]]))[0])
    assert r"x_1^2" in step.equation
    assert "x_1 x_2" not in step.equation


def test_correlated_classes_are_what_it_cannot_see():
    data = mlx.make("gaussians", correlation0=0.9, correlation1=0.9, count=300)
    wrong = {name: mlx.fit(name, data).measures["errors"] for name in ("naive_bayes", "qda")}
    assert wrong["naive_bayes"] > wrong["qda"]


def test_a_class_without_spread_takes_that_of_the_others_and_it_is_said():
    data = Dataset(np.r_[NAIVE.points, [[4, 0], [4, 2]]], [*NAIVE.labels, 2, 2])
    step = mlx.fit("naive_bayes", data)
    assert step.notice.sentence.startswith("Class 2: no spread")
    away = data.points[:, 0] - step.means[data.labels, 0]
    assert step.covariances[2, 0, 0] == pytest.approx((away**2).sum() / (len(data) - 3))
    assert step.covariances[2, 1, 1] == pytest.approx(2)
    assert mlx.fit("naive_bayes", data, alpha=0.1).notice is None


def test_an_empty_bin_rules_a_class_out_until_alpha_fills_it():
    step = mlx.fit("naive_bayes", NAIVE, density="histogram", bins=4)
    assert step.notice.remedy.changes == {"alpha": 1.0}
    assert step.probabilities(NAIVE.points[:1])[0, 1] < 1e-200
    filled = mlx.fit("naive_bayes", NAIVE, density="histogram", bins=4, alpha=1.0)
    assert filled.notice is None
    assert filled.probabilities(NAIVE.points[:1])[0, 1] > 0.01


def test_the_density_of_a_histogram_ends_where_the_points_end():
    step = mlx.fit("naive_bayes", NAIVE, density="histogram")
    assert step.density(np.array([[0.9, 3.0], [9.0, 3.0]])).tolist() == [0, 0]
    assert np.isfinite(step.scores(np.array([[-1e9, 1e9]]))).all()
