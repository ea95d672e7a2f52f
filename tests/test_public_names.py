"""The names that files, the command line and notebooks rely on: they do not change."""

import dataclasses
import inspect

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.params import specs

STARTS = ("zero", "random", "given")
ORDERS = ("given", "shuffled")
CRITERIA = ("error", "gini", "entropy")
ANY = ()  # a number, a switch or free text

MODELS = {
    "stump": (
        "DecisionStump",
        {
            "criterion": CRITERIA,
            "feature": ("best", "x1", "x2"),
            "sides": ("two", "one"),
            "search": ("exact", "line"),
            "step": ANY,
        },
    ),
    "perceptron": ("Perceptron", {"rate": ANY, "epochs": ANY, "order": ORDERS, "start": STARTS, "seed": ANY}),
    "logistic": (
        "LogisticRegression",
        {
            "solver": (
                *("newton", "gradient", "stochastic", "minibatch"),
                *("momentum", "nesterov", "adagrad", "rmsprop", "adam"),
            ),
            **dict.fromkeys(("rate", "average", "steps", "batch", "momentum", "penalty", "degree", "seed"), ANY),
            "order": ORDERS,
            "start": STARTS,
        },
    ),
    "network": (
        "NeuralNetwork",
        {
            "activation": ("tanh", "logistic", "relu"),
            "solver": (
                *("newton", "gradient", "stochastic", "minibatch"),
                *("momentum", "nesterov", "adagrad", "rmsprop", "adam"),
            ),
            **dict.fromkeys(("hidden", "rate", "steps", "batch", "momentum", "penalty"), ANY),
            **dict.fromkeys(("dropout", "spread", "restarts", "seed"), ANY),
        },
    ),
    "lda": ("LinearDiscriminant", {"priors": ("data", "equal"), "shrinkage": ANY}),
    "qda": ("QuadraticDiscriminant", {"priors": ("data", "equal"), "shrinkage": ANY}),
    "naive_bayes": (
        "NaiveBayes",
        {
            "density": ("gaussian", "kernel", "histogram"),
            "priors": ("data", "equal"),
            **dict.fromkeys(("alpha", "width", "bins"), ANY),
        },
    ),
    "hierarchical": (
        "HierarchicalClustering",
        {"linkage": ("single", "complete", "average", "centroid", "ward"), "clusters": ANY},
    ),
    "svm": (
        "SupportVectorMachine",
        {
            "kernel": ("linear", "polynomial", "rbf"),
            **dict.fromkeys(("cost", "hard", "degree", "gamma", "offset"), ANY),
        },
    ),
    "knn": (
        "NearestNeighbours",
        {
            "k": ANY,
            "metric": ("euclidean", "manhattan", "chebyshev", "mahalanobis"),
            "votes": ("equal", "distance", "squared"),
        },
    ),
    "tree": (
        "DecisionTree",
        {
            "criterion": {*CRITERIA, "gain_ratio"},
            "stop": ("pure", "gain"),
            "priced": ("impurity", "errors"),
            **dict.fromkeys(("depth", "leaf", "pruning", "by_hand"), ANY),
        },
    ),
    "polynomial": (
        "PolynomialRegression",
        {
            "basis": ("polynomial", "rbf", "trigonometric"),
            "loss": ("squares", "absolute", "huber"),
            "norm": ("l2", "l1"),
            "constant": ("free", "penalised", "none"),
            "solver": ("direct", "gradient"),
            **dict.fromkeys(("degree", "centres", "width", "penalty", "rate", "average", "steps"), ANY),
        },
    ),
    "regression_tree": ("RegressionTree", {"depth": ANY, "leaf": ANY}),
    "neighbour_curve": ("NeighbourCurve", {"k": ANY, "degree": ANY, "weights": ("equal", "tricube")}),
    "kernel_ridge": (
        "KernelRidge",
        {"kernel": ("rbf", "polynomial", "linear"), **dict.fromkeys(("gamma", "degree", "penalty"), ANY)},
    ),
    "sine_fit": (
        "SineFit",
        {
            "solver": ("levenberg_marquardt", "gauss_newton"),
            **dict.fromkeys(("a", "b", "damping", "factor", "steps"), ANY),
        },
    ),
    "adaboost": (
        "AdaBoost",
        {
            **dict.fromkeys(("rounds", "depth", "rate", "seed"), ANY),
            "learner": ("tree", "logistic", "line"),
            "criterion": CRITERIA,
            "draw": ("weights", "resample"),
        },
    ),
    "forest": (
        "Forest",
        {
            "base": ("tree", "stump", "logistic", "perceptron", "knn"),
            **dict.fromkeys(("members", "depth", "features", "share", "replace", "seed"), ANY),
        },
    ),
    "gradient_boosting": (
        "GradientBoosting",
        {"rounds": ANY, "depth": ANY, "rate": ANY, "loss": ("deviance", "exponential", "squares")},
    ),
    "kmeans": (
        "KMeans",
        {"k": ANY, "start": ("plusplus", "farthest", "points", "labels", "given"), "restarts": ANY, "seed": ANY},
    ),
    "gmm": (
        "GaussianMixture",
        {
            "components": ANY,
            "covariance": ("full", "tied", "diagonal", "spherical"),
            "start": ("kmeans", "random", "given"),
            **dict.fromkeys(("restarts", "floor", "seed"), ANY),
        },
    ),
    "histogram": ("HistogramDensity", {"width": ANY, "origin": ANY}),
    "neighbour_density": ("NeighbourDensity", {"k": ANY, "kind": ("volume", "mean", "relative")}),
    "vote": ("Vote", {"members": ANY, "how": ("majority", "mean", "stacked")}),
    "line": ("ByHand", {"w1": ANY, "w2": ANY, "t": ANY}),
}

SCORED = ("classes", "scores", "predict", "field")
LINE = (*SCORED, "discriminant", "weights")
CURVE = ("curve", "predict", "residuals", "point_losses")
STEPS = {
    "stump": (*LINE, "threshold", "feature", "tree", "regions"),
    "perceptron": LINE,
    "logistic": (*LINE, "probabilities"),
    "network": (*SCORED, "discriminant", "probabilities", "weights", "layers", "units", "activations"),
    "lda": (*LINE, "probabilities", "means", "covariances", "shares", "priors"),
    "qda": (*SCORED, "discriminant", "probabilities", "means", "covariances", "shares", "priors"),
    "naive_bayes": (*SCORED, "discriminant", "probabilities", "means", "covariances", "shares", "priors"),
    "hierarchical": ("pairs", "heights", "sizes", "order", "assignments"),
    "svm": (*SCORED, "discriminant", "support", "multipliers", "slacks", "margin"),
    "knn": (*SCORED, "probabilities", "neighbours"),
    "tree": (*SCORED, "discriminant", "probabilities", "tree", "regions"),
    "adaboost": (
        *SCORED,
        "discriminant",
        "probabilities",
        "alphas",
        "errors",
        "point_weights",
        "next_weights",
        "regions",
    ),
    "forest": (*SCORED, "probabilities", "point_weights", "ballots"),
    "gradient_boosting": (*SCORED, "discriminant", "probabilities", "residuals"),
    "kmeans": (*SCORED, "centres"),
    "gmm": (*SCORED, "probabilities", "means", "covariances", "shares"),
    "histogram": ("density", "density_field", "boxes", "box_heights"),
    "neighbour_density": ("density", "density_field", "point_densities"),
    "vote": (*SCORED, "probabilities", "ballots"),
    "line": LINE,
    "polynomial": (*CURVE, "weights", "coefficients"),
    "regression_tree": (*CURVE, "thresholds", "levels", "tree"),
    "neighbour_curve": CURVE,
    "kernel_ridge": (*CURVE, "alphas"),
    "sine_fit": (*CURVE, "weights", "coefficients"),
}
SOURCES = {
    *("blobs", "moons", "circles", "spirals", "xor", "checkerboard", "gaussians", "stripe", "rings", "outlier"),
    *("separable", "random_labels", "anisotropic", "bridge", "unequal", "rugby", "tree_points", "six_points", "placed"),
    *("corners", "line_points", "landscape_points", "stopping", "sine", "line_outlier", "score_list", "parallel"),
    *("two_densities", "boosting_line", "seven_points", "screening", "iris", "cars"),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_has_its_class_parameters_and_choices(name):
    kind, parameters = MODELS[name]
    found = registry.model(name)
    assert found.__name__ == kind
    assert {spec.name: set(spec.choices) for spec in specs(found)} == {
        parameter: set(choices) for parameter, choices in parameters.items()
    }


def test_boosting_and_stumps_count_errors_by_default():
    assert registry.model("adaboost")().criterion == registry.model("stump")().criterion == "error"
    assert registry.model("logistic")().average is True


@pytest.mark.parametrize("name", STEPS)
def test_a_step_offers_its_names(name):
    step = mlx.fit(name, mlx.make("moons", count=40))
    for attribute in (*STEPS[name], "iteration", "phase", "loss", "measures", "note", "working"):
        assert hasattr(step, attribute), attribute


@pytest.mark.parametrize("name", ["svm", "perceptron"])
def test_margins_are_no_probabilities(name):
    assert not hasattr(mlx.fit(name, mlx.make("moons", count=40)), "probabilities")


def test_a_linear_machine_has_weights():
    step = mlx.fit("svm", mlx.make("rugby"), kernel="linear", hard=True)
    assert step.weights.shape == (3,)
    assert step.margin == pytest.approx(1 / np.hypot(*step.weights[:2]))


def test_many_classes_have_their_machines_by_pair():
    step = mlx.fit("svm", mlx.make("blobs", classes=3, count=45))
    assert all(isinstance(part, tuple) and len(part) == 3 for part in (step.support, step.multipliers, step.slacks))


def test_every_source_has_its_name():
    assert set(registry.sources()) >= SOURCES


@pytest.mark.parametrize(
    ("door", "first", "keyword"),
    [
        ("make", ["source"], "parameters"),
        ("fit", ["model", "data", "start"], "parameters"),
        ("trace", ["model", "data", "start"], "parameters"),
        ("figure", ["data", "step", "path", "width"], "options"),
    ],
)
def test_the_notebook_door_has_its_signature(door, first, keyword):
    parameters = inspect.signature(getattr(mlx, door)).parameters
    assert list(parameters) == [*first, keyword]
    assert parameters[keyword].kind is inspect.Parameter.VAR_KEYWORD


def test_data_and_grids_have_their_fields():
    assert [field.name for field in dataclasses.fields(mlx.Grid)] == [
        "left",
        "right",
        "bottom",
        "top",
        "columns",
        "rows",
    ]
    assert [field.name for field in dataclasses.fields(mlx.Dataset)][:4] == ["points", "labels", "held_out", "ids"]
    assert issubclass(mlx.CannotFit, ValueError)


def test_the_example_of_the_notebook_runs():
    data = mlx.make("moons", count=200, noise=0.3, seed=0)
    step = mlx.fit("svm", data, kernel="rbf", cost=1, gamma=2)
    grid = mlx.Grid(-2, 3, -2, 2.5, 200, 200)
    assert step.predict(data.points).shape == (200,)
    assert step.scores(data.points).shape == (200, 2)
    assert step.field(grid).shape == (200, 200, 2)
    steps = mlx.trace("perceptron", data, rate=1)
    assert [steps[0].iteration, steps[1].iteration] == [0, 1]


def test_a_start_is_an_array_or_a_name():
    data = mlx.make("moons", count=40)
    given = mlx.trace("kmeans", data, start=[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    np.testing.assert_array_equal(given[0].centres, [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    np.testing.assert_array_equal(mlx.trace("perceptron", data, start=[1, 2, 3])[0].weights, [1, 2, 3])
    assert not mlx.trace("perceptron", data, start="zero")[0].weights.any()


@pytest.mark.parametrize("kinds", [registry.models(), registry.sources(), registry.studies()], ids=len)
def test_no_form_has_two_rows_with_one_label(kinds):
    for kind in kinds.values():
        labels = [spec.label for spec in specs(kind)]
        assert len(set(labels)) == len(labels), kind
