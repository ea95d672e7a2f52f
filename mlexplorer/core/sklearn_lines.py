"""Lines of Python that say a fitted model with NumPy and scikit-learn alone, for steps to compose.

Lines find np, the arrays points and labels and the mask training, and define predict(places).
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array

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
    """Return a Gaussian for each class or component, the likeliest of which is predicted."""
    return (
        "from sklearn.mixture import GaussianMixture",
        "",
        f"classes = {array(classes)}",
        "model = GaussianMixture(len(classes))  # its numbers are put in, not fitted",
        f"model.weights_ = {array(shares)}",
        f"model.means_ = {array(means)}",
        f"model.covariances_ = {array(covariances)}",
        "model.precisions_cholesky_ = np.linalg.cholesky(np.linalg.inv(model.covariances_))",
        *predicting("return classes[model.predict(places)]"),
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
