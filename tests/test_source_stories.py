"""The story each source is there for shows at its defaults, and its numbers are those of the course."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.params import specs


def source_of(name, **values):
    return registry.source(name)().with_values(values)


def purity(points, labels, linkage):
    from scipy.cluster.hierarchy import fcluster
    from scipy.cluster.hierarchy import linkage as merges

    return _purity(fcluster(merges(points, linkage), 2, "maxclust"), labels)


def _purity(clusters, labels):
    return sum(np.bincount(labels[clusters == cluster]).max() for cluster in np.unique(clusters)) / len(labels)


def test_single_linkage_runs_across_the_bridge_and_complete_linkage_does_not():
    data = source_of("bridge").make()
    assert purity(data.points, data.labels, "single") == pytest.approx(0.507, abs=5e-4)
    assert purity(data.points, data.labels, "complete") == pytest.approx(0.973, abs=5e-4)


def test_a_mixture_finds_the_long_clouds_and_centres_do_not():
    data = source_of("anisotropic").make()
    purities = {name: _purity(mlx.fit(name, data).predict(data.points), data.labels) for name in ("gmm", "kmeans")}
    assert purities["gmm"] > 0.99
    assert purities["kmeans"] < 0.75


def test_the_ten_listed_points_of_the_sine():
    points = source_of("sine", places="listed").make().points
    assert np.allclose(points[:, 0], np.linspace(-1, 1, 10))
    weights = [-0.66, 10.98, 25.62, -117.80, -143.29, 405.10, 246.74, -561.32, -127.91, 263.129]
    assert np.polyfit(*points.T, 9)[::-1] == pytest.approx(weights, abs=0.01)
    rms = [0.8468, 0.8337, 0.8236, 0.8235, 0.8107, 0.5597, 0.5332, 0.4053, 0.1810]
    assert [_rms(points, degree) for degree in range(9)] == pytest.approx(rms, abs=5e-5)


def test_a_sine_without_noise_at_even_places():
    points = source_of("sine", places="even", count=10, noise=0.0).make().points
    rms = [0.67082, 0.64431, 0.64431, 0.64150, 0.64150, 0.20596, 0.20596, 0.01376, 0.01376]
    assert [_rms(points, degree) for degree in range(9)] == pytest.approx(rms, abs=5e-6)
    again = source_of("sine", places="even", count=10, seed=1).make().points
    assert np.array_equal(again[:, 0], points[:, 0])


def _rms(points, degree):
    return np.sqrt(np.mean((np.polyval(np.polyfit(*points.T, degree), points[:, 0]) - points[:, 1]) ** 2))


def test_places_of_the_sine_fill_their_range():
    xs = source_of("sine", count=2000, low=-2.0, high=3.0).make().points[:, 0]
    assert np.quantile(xs, [0, 0.25, 0.5, 0.75, 1]) == pytest.approx([-2, -0.75, 0.5, 1.75, 3], abs=0.15)


@pytest.mark.parametrize("seed", range(5))
def test_the_outlier_turns_least_squares_round_but_not_least_absolute_errors(seed):
    points = source_of("line_outlier", seed=seed).make().points
    assert np.polyfit(*points.T, 1)[0] < 0
    assert _steadiest_slope(points) == pytest.approx(0.3, abs=0.12)


def _steadiest_slope(points):
    """Return the slope of the line of least absolute errors: one such line goes through two of the points."""
    rows, columns = np.triu_indices(len(points), 1)
    slopes = (points[columns, 1] - points[rows, 1]) / (points[columns, 0] - points[rows, 0])
    levels = points[rows, 1] - slopes * points[rows, 0]
    sums = np.abs(points[:, 1] - levels[:, None] - slopes[:, None] * points[:, 0]).sum(axis=1)
    return slopes[sums.argmin()]


def test_the_scores_have_the_area_and_the_best_threshold_of_the_course():
    data = source_of("score_list").make()
    scores, positive = data.points[:, 0], data.labels == 1
    assert np.array_equal(scores, np.sort(scores)[::-1])
    assert np.mean(scores[positive][:, None] > scores[~positive]) == pytest.approx(0.68)
    accuracies = {score: np.mean((scores >= score) == positive) for score in scores}
    assert max(accuracies, key=accuracies.get) == 0.54
    assert (accuracies[0.54], accuracies[0.505]) == pytest.approx((0.70, 0.60))


def test_parallel_classes_vary_along_x_and_differ_along_y():
    data = source_of("parallel").make()
    assert np.cov(data.points.T) == pytest.approx(np.diag([7.058824, 2.643791]), abs=1e-6)
    classes = [data.points[data.labels == label] for label in (0, 1)]
    gaps = (classes[0].mean(axis=0) - classes[1].mean(axis=0)) ** 2
    spreads = sum(((part - part.mean(axis=0)) ** 2).sum(axis=0) for part in classes)
    assert gaps / spreads == pytest.approx([0, 2.025])


def test_three_stumps_boost_the_line_to_no_errors():
    data = source_of("boosting_line").make()
    steps = [mlx.fit("adaboost", data, rounds=rounds) for rounds in (1, 2, 3)]
    assert [np.sum(step.predict(data.points) != data.labels) for step in steps] == [3, 3, 0]


MERGES = {
    ("agree", "average"): (0.8, 1, 1.6, 2, 3.9272, 9.0033),
    ("agree", "centroid"): (0.8, 1, 1.5524, 2, 3.9057, 8.9466),
    ("agree", "single"): (0.8, 1, 1.5, 2, 2.7731, 5.6569),
    ("agree", "complete"): (0.8, 1, 1.7, 2, 5.3852, 12.0416),
    ("differ", "average"): (0.9, 1, 1.8613, 2.9, 3.9178, 4.7993),
    ("differ", "complete"): (0.9, 1, 2.2361, 2.9, 5.3852, 6.4661),
    ("differ", "single"): (0.9, 1, 1.4866, 2.2361, 2.8284, 2.9),
}


@pytest.mark.parametrize(("linkages", "linkage"), MERGES)
def test_seven_points_merge_at_the_heights_of_the_course(linkages, linkage):
    from scipy.cluster.hierarchy import linkage as merges

    found = merges(source_of("seven_points", linkages=linkages).make().points, linkage)
    assert found[:, 2] == pytest.approx(MERGES[linkages, linkage], abs=5e-5)
    assert found[:2, :2].tolist() == [[1, 2], [3, 4]]


def test_every_measure_of_density_blames_what_the_course_says():
    data = source_of("two_densities").make()
    squares = ((data.points[:, None] - data.points) ** 2).sum(axis=2)
    for width in (0.5, 1.0):
        assert np.exp(-squares / (2 * width**2)).sum(axis=1).argmin() == 1
    for count in (2, 4, 6):
        near = np.argsort(squares, axis=1, kind="stable")[:, 1 : count + 1]
        densities = 1 / np.sqrt(np.take_along_axis(squares, near, axis=1)).mean(axis=1)
        assert np.mean(densities[data.labels == 1] < densities[0]) > 0.75
        assert (densities / densities[near].mean(axis=1)).argmin() == 0


@pytest.mark.parametrize(
    ("prior", "sensitivity", "false_alarm", "posterior"),
    [(0.028, 0.95, 0.01, 0.732379), (0.01, 0.8, 0.096, 0.0776398), (0.1, 0.9, 0.05, 2 / 3)],
)
def test_screening_has_the_posterior_of_bayes(prior, sensitivity, false_alarm, posterior):
    source = source_of("screening", people=5000, prior=prior, sensitivity=sensitivity, false_alarm=false_alarm)
    assert source.posterior == pytest.approx(posterior, abs=1e-6)
    data = source.make()
    positive = data.points[:, 0] > 0
    assert np.array_equal(data.points[:, 1] > 0, data.labels == 1)
    assert data.labels.sum() == round(5000 * prior)
    assert np.mean(data.labels[positive]) == pytest.approx(posterior, abs=0.002)


def test_a_screening_of_a_thousand_is_counted_exactly():
    data = source_of("screening").make()
    positive, ill = data.points[:, 0] > 0, data.labels == 1
    assert [np.sum(positive & ill), np.sum(~positive & ill), np.sum(positive & ~ill)] == [90, 10, 45]
    for box in (positive & ill, positive & ~ill, ~positive & ~ill):  # each is filled evenly, halves and quarters too
        inside = data.points[box] % 1
        corners, counts = np.unique(inside > 0.5, axis=0, return_counts=True)
        assert inside[0].tolist() == [0.5, 0.5], "the first stands in the middle"
        assert len(corners) == 4
        assert np.ptp(counts) <= 0.2 * counts.mean() + 2
    fewer = source_of("screening", people=137).make()
    assert np.array_equal(fewer.points, data.points[:137])
    assert np.abs(data.points).min() > 0.05


@pytest.mark.parametrize(("boxes", "feature"), [("four", "x1"), ("two", "best")])
def test_a_threshold_on_the_test_has_the_posterior_as_its_precision(boxes, feature):
    data = source_of("screening", boxes=boxes).make()
    said = mlx.fit("stump", data, feature=feature).predict(data.points) == 1
    assert np.array_equal(said, data.points[:, 0] > 0)
    assert np.mean(data.labels[said]) == pytest.approx(2 / 3)
    assert np.mean(data.points[data.labels == 1] > 0, axis=0)[1] == pytest.approx(
        {"four": 1, "two": 0.5}[boxes], abs=0.1
    )


def test_by_the_test_alone_a_model_finds_the_posterior():
    data = source_of("screening", boxes="two").make()
    step = mlx.fit("logistic", data, penalty=0.0)
    assert np.array_equal(step.predict(data.points) == 1, data.points[:, 0] > 0)
    assert step.probabilities(np.array([[0.5, 0.0]]))[0, 1] == pytest.approx(2 / 3, abs=0.05)


def test_a_test_that_is_never_positive_has_no_posterior():
    assert np.isnan(source_of("screening", sensitivity=0.0, false_alarm=0.0).posterior)


@pytest.mark.parametrize(("first", "second"), [("petal_length", "petal_width"), ("sepal_width", "sepal_length")])
def test_iris_is_any_two_columns_of_fishers(first, second):
    from sklearn.datasets import load_iris

    known, data = load_iris(), source_of("iris", first=first, second=second).make()
    headings = [f"{name.replace('_', ' ')} (cm)" for name in (first, second)]
    assert list(data.names) == headings
    assert np.array_equal(data.points, known.data[:, [known.feature_names.index(name) for name in headings]])
    assert np.array_equal(data.labels, known.target)
    assert data.class_names[:3] == ("Setosa", "Versicolor", "Virginica")


def test_cars_have_ezekiels_line():
    data = source_of("cars").make()
    assert np.polyfit(*data.points.T, 1) == pytest.approx([3.9324, -17.5791], abs=5e-5)
    assert data.names == ("speed (mph)", "distance (ft)")


@pytest.mark.parametrize("name", ["iris", "wine", "tumours"])
def test_real_tables_are_those_that_scikit_learn_ships(name):
    from sklearn import datasets

    theirs = {"wine": datasets.load_wine, "tumours": datasets.load_breast_cancer, "iris": datasets.load_iris}[name]()
    names = [str(word).removeprefix("mean ").partition(" (")[0].replace(" ", "_") for word in theirs.feature_names]
    names = [{"color_intensity": "colour_intensity"}.get(word, word) for word in names]
    columns = next(spec for spec in specs(registry.source(name)) if spec.name == "first").choices
    for column in columns:
        data = source_of(name, first=column).make()
        np.testing.assert_allclose(data.points[:, 0], theirs.data[:, names.index(column)])
        np.testing.assert_array_equal(data.labels, theirs.target)


def test_wines_need_the_same_scale_for_distances():
    data = source_of("wine").make()
    scaled = mlx.Dataset(data.points / data.points.std(axis=0), data.labels)
    folds = [mlx.study("folds", "knn", each, folds=10, k=5).mean for each in (data, scaled)]
    assert folds[0] > 2 * folds[1]
