"""Lines of Python that say a fitted model with NumPy and scikit-learn alone, for steps to compose.

Lines find np, the arrays points and labels and the mask training, and define predict(places).
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels

if TYPE_CHECKING:
    from mlexplorer.core.capabilities.trees import Node  # it builds on what is defined here

Lines = tuple[str, ...]
WALK = '''
def walk(places, feature, threshold, left, right, label):
    """Go down a tree: x <= threshold goes left."""
    node = np.zeros(len(places), dtype=int)
    while (feature[node] >= 0).any():
        below = places[np.arange(len(places)), feature[node]] <= threshold[node]
        node = np.where(feature[node] < 0, node, np.where(below, left[node], right[node]))
    return label[node]

'''


def array(values: npt.ArrayLike) -> str:
    """Return numbers as the array they make."""
    return f"np.array({np.asarray(values).tolist()})"


def predicting(*body: str) -> Lines:
    """Return the function predict(places) with some lines inside."""
    return ("", "", "def predict(places):", *(f"    {line}" for line in body), "")


def fitted(imported: str, made: str, before: Iterable[str] = ()) -> Lines:
    """Return an estimator, by its full name, that is made and then fitted to the training points."""
    package, _, name = imported.rpartition(".")
    return (
        f"from {package} import {name}",
        "",
        *before,
        f"model = {made}",
        "model.fit(points[training], labels[training])",
        "predict = model.predict",
    )


def curve(formula: str) -> Lines:
    """Return the function predict(places) of places along x."""
    return predicting("places = np.asarray(places, dtype=float)", f"return {formula}")


def fitted_curve(imported: str, made: str) -> Lines:
    """Return an estimator, by its full name, that is made and then fitted to y over x of the training points."""
    package, _, name = imported.rpartition(".")
    return (
        f"from {package} import {name}",
        "",
        f"model = {made}",
        "model.fit(points[training, :1], points[training, 1])",
        *curve("model.predict(places[:, None])"),
    )


def linear(classes: npt.ArrayLike, rows: Array) -> Lines:
    """Return a linear model with one row (w1, w2, t) for two classes, or one for each of many."""
    return (
        "from sklearn.linear_model import LogisticRegression",
        "",
        "model = LogisticRegression()  # any linear model: its numbers are put in, not fitted",
        *_put_in(classes, rows),
        "predict = model.predict",
    )


def polynomial(classes: npt.ArrayLike, rows: Array, degree: int) -> Lines:
    """Return a linear model of all terms up to a degree, one row for two classes, or one for each of many."""
    if degree == 1:
        return linear(classes, rows)
    return (
        "from sklearn.linear_model import LogisticRegression",
        "from sklearn.preprocessing import PolynomialFeatures",
        "",
        f"terms = PolynomialFeatures({degree}, include_bias=False).fit(points)",
        "model = LogisticRegression()  # its numbers are put in, not fitted",
        *_put_in(classes, rows),
        *predicting("return model.predict(terms.transform(places))"),
    )


def _put_in(classes: npt.ArrayLike, rows: Array) -> Lines:
    return (
        f"model.classes_ = {array(classes)}",
        f"model.coef_ = {array(rows[:, :-1])}",
        f"model.intercept_ = {array(-rows[:, -1])}",
    )


def gaussians(classes: npt.ArrayLike, shares: Array, means: Array, covariances: Array) -> Lines:
    """Return a Gaussian for each class or component, the likeliest of which is predicted; perhaps of x alone."""
    places = "places" if means.shape[1] > 1 else "places[:, :1]"
    return (
        "from sklearn.mixture import GaussianMixture",
        "",
        f"classes = {array(classes)}",
        "model = GaussianMixture(len(classes))  # its numbers are put in, not fitted",
        f"model.weights_ = {array(shares)}",
        f"model.means_ = {array(means)}",
        f"model.covariances_ = {array(covariances)}",
        "model.precisions_cholesky_ = np.linalg.cholesky(np.linalg.inv(model.covariances_))",
        *predicting(f"return classes[model.predict({places})]"),
    )


def centres(places: Array) -> Lines:
    """Return cluster centres, the nearest of which is predicted."""
    return (
        "from sklearn.metrics import pairwise_distances_argmin",
        "",
        f"centres = {array(places)}",
        *predicting("return pairwise_distances_argmin(places, centres)"),
    )


def tree(nodes: "Sequence[Node]") -> Lines:
    """Return a decision tree as columns, and a walk down it."""
    table = [[node.feature, node.threshold, node.left, node.right, node.label] for node in nodes]
    names = ("feature", "threshold", "left", "right", "label")
    columns = zip(*table, strict=True)
    lines = (f"{name} = np.array({list(column)})" for name, column in zip(names, columns, strict=True))
    return (WALK, *lines, *predicting(f"return walk(places, {', '.join(names)})"))


def votes(classes: npt.ArrayLike, learners: Iterable[tuple[Any, ...]]) -> Lines:
    """Return a vote of trees: for each its weight, then the columns feature, threshold, left, right and class."""
    return (
        WALK,
        "# For each learner: its vote, then its tree as columns: feature, threshold, left, right, class.",
        f"classes = {array(classes)}",
        "learners = [",
        *(f"    {learner!r}," for learner in learners),
        "]",
        *predicting(
            "votes = np.zeros((len(places), len(classes)))",
            "for alpha, *tree in learners:",
            "    votes[np.arange(len(places)), walk(places, *map(np.array, tree))] += alpha",
            "return classes[votes.argmax(axis=1)]",
        ),
    )


def line_votes(classes: npt.ArrayLike, learners: Iterable[tuple[float, Array]]) -> Lines:
    """Return a vote of straight lines: for each learner its weight and its rows (w1, w2, t)."""
    return (
        "# For each learner: its vote, then its lines (w1, w2, t): one for two classes, else one each.",
        f"classes = {array(classes)}",
        "learners = [",
        *(f"    ({alpha!r}, {table.tolist()!r})," for alpha, table in learners),
        "]",
        *predicting(
            "votes = np.zeros((len(places), len(classes)))",
            "for alpha, lines in learners:",
            "    scores = places @ np.array(lines)[:, :2].T - np.array(lines)[:, 2]",
            "    said = (scores[:, 0] > 0).astype(int) if len(lines) == 1 else scores.argmax(axis=1)",
            "    votes[np.arange(len(places)), said] += alpha",
            "return classes[votes.argmax(axis=1)]",
        ),
    )


def sums(classes: npt.ArrayLike, start: Array, trees: Iterable[tuple[Any, ...]]) -> Lines:
    """Return sums over trees, given as columns in turn: one sum for two classes, the second if positive, else each."""
    return (
        WALK,
        "# For each tree its columns: feature, threshold, left, right, what it adds; to the sums in turn.",
        f"classes, start = {array(classes)}, {array(start)}",
        "trees = [",
        *(f"    {columns!r}," for columns in trees),
        "]",
        *predicting(
            "sums = np.tile(start, (len(places), 1))",
            "for number, tree in enumerate(trees):",
            "    sums[:, number % len(start)] += walk(places, *map(np.array, tree))",
            "return classes[(sums[:, 0] > 0).astype(int) if len(start) == 1 else sums.argmax(axis=1)]",
        ),
    )


def members(classes: npt.ArrayLike, bodies: Iterable[Lines], samples: Iterable[Labels]) -> Lines:
    """Return equal votes of members: for each the lines it is alone, and the training rows it learned from."""
    lines: list[str] = []
    for number, (body, rows) in enumerate(zip(bodies, samples, strict=True)):
        lines += [f"def member_{number}(points, labels, training):", textwrap.indent("\n".join(body).strip(), "    ")]
        lines += ["    return predict", "", "", f"rows = np.flatnonzero(training)[{np.asarray(rows).tolist()}]"]
        lines += [f"one_{number} = member_{number}(points[rows], labels[rows], np.ones(len(rows), bool))", "", ""]
    names = [line.partition(" ")[0] for line in lines if line.startswith("one_")]
    return (
        *lines,
        f"classes = {array(classes)}",
        f"members = [{', '.join(names)}]",
        *predicting(
            "votes = sum((member(places)[:, None] == classes).astype(int) for member in members)",
            "return classes[votes.argmax(axis=1)]",
        ),
    )


def network(classes: npt.ArrayLike, layers: Sequence[Array], bend: str) -> Lines:
    """Return a network with the weights into each layer, (units, inputs + 1), and the bend of its hidden units."""
    sizes, scores = tuple(len(layer) for layer in layers[:-1]), len(layers[-1])
    out = "logistic" if scores == 1 else "softmax"
    return (
        "from sklearn.neural_network import MLPClassifier",
        "from sklearn.preprocessing import LabelBinarizer",
        "",
        f"model = MLPClassifier({sizes}, activation={bend!r})  # its numbers are put in, not fitted",
        f"model.classes_ = {array(classes)}",
        "model._label_binarizer = LabelBinarizer().fit(model.classes_)",
        f"model.n_layers_, model.n_outputs_, model.out_activation_ = {len(sizes) + 2}, {scores}, {out!r}",
        f"model.coefs_ = [np.array(layer).T for layer in {[layer[:, :-1].tolist() for layer in layers]}]",
        f"model.intercepts_ = [np.array(layer) for layer in {[layer[:, -1].tolist() for layer in layers]}]",
        "predict = model.predict",
    )
