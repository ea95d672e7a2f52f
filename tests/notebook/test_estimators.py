"""Our models inside scikit-learn's tools, and scikit-learn's estimators inside ours."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, Perceptron
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.estimator_checks import check_estimator

import mlexplorer as mlx

pytestmark = pytest.mark.usefixtures("qapp")
OTHER_COLUMNS = {  # these checks bring other than two columns
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_dtype_object",
    "check_estimators_dtypes",
    "check_estimators_nan_inf",
    "check_estimators_pickle",
    "check_f_contiguous_array_estimator",
    "check_fit2d_1sample",
    "check_fit2d_predict1d",
    "check_fit_score_takes_y",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_n_features_in_after_fitting",
    "check_pipeline_consistency",
    "check_positive_only_tag_during_fit",
}
OF_CLASSIFIERS = {"check_classifiers_one_label", "check_supervised_y_2d"}
OF_REGRESSORS = {  # and these other than one
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_fit_check_is_fitted",
    "check_fit_idempotent",
    "check_n_features_in",
    "check_readonly_memmap_input",
    "check_regressor_data_not_an_array",
    "check_regressors_int",
    "check_regressors_no_decision_function",
    "check_regressors_train",
    "check_supervised_y_2d",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "others"),
    [("knn", OF_CLASSIFIERS), ("lda", OF_CLASSIFIERS), ("tree", OF_CLASSIFIERS), ("kmeans", set()),
     ("polynomial", OF_REGRESSORS)],
)  # fmt: skip
def test_scikit_learn_s_checks_fail_only_where_they_bring_other_columns(name, others):
    results = check_estimator(mlx.estimator(name), on_fail=None, on_skip=None)
    failed = {found["check_name"]: str(found["exception"]) for found in results if found["status"] == "failed"}
    assert set(failed) == OTHER_COLUMNS | others, {n: e for n, e in failed.items() if n not in OTHER_COLUMNS | others}
    assert sum(found["status"] == "passed" for found in results) >= 20


@pytest.fixture
def flowers():
    return load_iris(return_X_y=True)


def test_a_pipeline_scales_projects_and_classifies(flowers):
    values, kinds = flowers
    ours, theirs = mlx.estimator("svm", kernel="rbf", cost=3, gamma=0.5), SVC(C=3, gamma=0.5)
    scores = [
        cross_val_score(make_pipeline(StandardScaler(), PCA(2), machine), values, kinds, cv=5)
        for machine in (ours, theirs)
    ]
    np.testing.assert_allclose(*scores)


def test_a_grid_search_finds_the_best_neighbours(flowers):
    values, kinds = flowers
    names = np.array(["setosa", "versicolor", "virginica"])[kinds]
    found = GridSearchCV(mlx.estimator("knn"), {"k": [1, 5, 15]}, cv=5).fit(values[:, 2:], names)
    theirs = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, cv=5).fit(values[:, 2:], names)
    assert found.best_params_["k"] == theirs.best_params_["n_neighbors"]
    assert found.best_score_ == pytest.approx(theirs.best_score_, abs=0.01)
    assert set(found.predict(values[:9, 2:])) <= set(names)


def test_an_estimator_says_what_its_step_says():
    data = mlx.make("moons", count=60, noise=0.3)
    words = np.array(["no", "yes"])[data.labels]
    fitted = mlx.estimator("logistic", penalty=0.5).fit(data.points, words)
    step = mlx.fit("logistic", data, penalty=0.5)
    np.testing.assert_array_equal(fitted.predict(data.points) == "yes", step.predict(data.points) == 1)
    np.testing.assert_allclose(fitted.predict_proba(data.points), step.probabilities(data.points))
    np.testing.assert_allclose(fitted.decision_function(data.points), step.discriminant(data.points))
    assert not hasattr(mlx.estimator("svm").fit(data.points, words), "predict_proba")


def test_estimators_of_every_kind_are_kept_in_pickles():
    data = mlx.make("blobs", classes=3, count=60)
    for name in ("tree", "kmeans", "hierarchical", "kde"):
        fitted = mlx.estimator(name).fit(data.points, data.labels)
        again = pickle.loads(pickle.dumps(fitted))
        ask = next(word for word in ("predict", "score_samples", "fit_predict") if hasattr(fitted, word))
        np.testing.assert_array_equal(getattr(again, ask)(data.points), getattr(fitted, ask)(data.points))
    curve = mlx.estimator("polynomial", degree=2).fit(data.points[:, :1], data.points[:, 1])
    np.testing.assert_allclose(curve.predict([[0.5]]), curve.step_.curve(np.array([0.5])))


def test_a_misspelt_parameter_is_refused_at_once():
    with pytest.raises(ValueError, match="perhaps you mean 'cost'"):
        mlx.estimator("svm", cots=3)
    with pytest.raises(ValueError, match="no estimator"):
        mlx.estimator("surface")


def test_without_scikit_learn_a_sentence_says_so():
    code = "import sys; sys.modules['sklearn'] = None; import mlexplorer as mlx; mlx.estimator('svm')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "needs scikit-learn, which is not installed" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "estimator",
    [
        SVC(C=3),
        SVC(kernel="linear", decision_function_shape="ovo"),
        RandomForestClassifier(10, random_state=0),
        Perceptron(),
        make_pipeline(StandardScaler(), KNeighborsClassifier()),
    ],
)
def test_a_classifier_of_others_is_drawn_and_judged_as_it_predicts(estimator, tmp_path):
    data = mlx.make("blobs", classes=3, count=90).hold_out(0.3)
    step = mlx.fit(mlx.wrap(estimator), data)
    training = data.training
    own = estimator.fit(training.points, training.labels)
    np.testing.assert_array_equal(step.predict(data.points), own.predict(data.points))
    assert mlx.judge(step, data, on="test").accuracy == own.score(data.testing.points, data.testing.labels)
    mlx.figure(data, step, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_size > 5000


def test_probabilities_of_others_are_probabilities_here():
    data = mlx.make("moons", count=60)
    step = mlx.fit(mlx.wrap(RandomForestClassifier(10, random_state=0)), data)
    np.testing.assert_allclose(step.probabilities(data.points).sum(axis=1), 1)
    assert mlx.decide(step, data.points, reject=0.9).min() in (-1, 0)


@pytest.mark.parametrize("estimator", [KMeans(3, random_state=0, n_init=1), AgglomerativeClustering(3), DBSCAN(1.5)])
def test_a_clusterer_of_others_shows_its_clusters(estimator):
    data = mlx.make("blobs", classes=3, count=60)
    step = mlx.fit(mlx.wrap(estimator), data)
    labels = estimator.fit(data.points).labels_
    np.testing.assert_array_equal(step.assignments, labels)
    np.testing.assert_array_equal(step.predict(data.points)[labels >= 0], labels[labels >= 0])
    assert mlx.figure(data, step)._repr_svg_()


@pytest.mark.parametrize("estimator", [LinearRegression(), DecisionTreeRegressor(max_depth=2)])
def test_a_regressor_of_others_is_a_curve(estimator):
    data = mlx.make("sine", count=40)
    step = mlx.fit(mlx.wrap(estimator), data)
    own = estimator.fit(data.points[:, :1], data.points[:, 1])
    np.testing.assert_allclose(step.predict(data.points), own.predict(data.points[:, :1]))
    assert mlx.judge(step, data).r_squared == pytest.approx(own.score(data.points[:, :1], data.points[:, 1]))
    assert mlx.figure(step)._repr_svg_()


def test_an_estimator_is_not_touched_and_two_are_never_one():
    estimator = SVC()
    first, second = mlx.wrap(estimator), mlx.wrap(SVC(C=5))
    mlx.fit(first, mlx.make("moons", count=20))
    assert not hasattr(estimator, "support_")
    assert first != second
    assert (first.title, second.title) == ("SVC()", "SVC(C=5)")


def test_a_wrapped_model_is_studied_and_refuses_to_be_saved(tmp_path):
    data = mlx.make("moons", count=20)
    model = mlx.wrap(KNeighborsClassifier(3))
    assert mlx.study("influence", model, data).done == 1
    with pytest.raises(ValueError, match=r"KNeighborsClassifier\(n_neighbors=3\) lives as long as this Python"):
        mlx.as_session(data, mlx.fit(model, data)).save(tmp_path / "a.mlx.json")


@pytest.mark.parametrize("thing", [None, 3, SVC, PCA(2), StandardScaler(), "svm"])
def test_what_is_no_estimator_is_refused(thing):
    with pytest.raises(ValueError, match="wrap takes a classifier, a regressor or a clusterer"):
        mlx.wrap(thing)


def test_what_an_estimator_cannot_fit_is_told_in_its_words():
    with pytest.raises(mlx.CannotFit, match=r"cannot be fitted: n_samples=3 should be >= n_clusters=9"):
        mlx.fit(mlx.wrap(KMeans(9)), mlx.data([[0, 0], [1, 1], [2, 0]], [0, 1, 1]))


@pytest.mark.parametrize("length", [59, 60, 61, 90])
def test_the_words_of_an_estimator_are_cut_where_a_title_ends(length):
    classifier = KNeighborsClassifier(metric="m" * (length - len("KNeighborsClassifier(metric='')")))
    assert len(repr(classifier)) == length
    title = mlx.wrap(classifier).title
    assert title == (repr(classifier) if length <= 60 else repr(classifier)[:59] + "…")
