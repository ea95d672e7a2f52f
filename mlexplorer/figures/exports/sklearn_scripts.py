"""Copy as Python without this package: the same boundary with scikit-learn and matplotlib."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlexplorer.algorithms.ensembles.boosting import Learner, Stump
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasCentres,
    HasCurve,
    HasDensity,
    HasFeatureDensities,
    HasGaussians,
    HasNeighbours,
    HasRegions,
    HasRounds,
    HasSupport,
    HasTree,
    HasWeights,
)
from mlexplorer.core.decision import PLAIN
from mlexplorer.core.merges import HasMerges
from mlexplorer.core.networks import HasNetwork
from mlexplorer.figures.exports.curve_scripts import curve_script
from mlexplorer.figures.exports.scripts import remark
from mlexplorer.figures.exports.sklearn_plot import plot_lines
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.tables.exporting import numpy_literal

WALK = '''
def walk(places, feature, threshold, left, right, label):
    """Go down a tree: x <= threshold goes left."""
    node = np.zeros(len(places), dtype=int)
    while (feature[node] >= 0).any():
        below = places[np.arange(len(places)), feature[node]] <= threshold[node]
        node = np.where(feature[node] < 0, node, np.where(below, left[node], right[node]))
    return label[node]

'''


BUMPS = {  # of |u|; scikit-learn's are round, these are products over both axes
    "epanechnikov": "0.75 * np.maximum(1 - u**2, 0)",
    "triangle": "np.maximum(1 - u, 0)",
    "box": "1.0 * (u < 0.5)",
    "gaussian": "np.exp(-0.5 * u**2) / np.sqrt(2 * np.pi)",
}


def sklearn_script(snapshot: Snapshot, target: str = "figure.pdf") -> str:
    """Return a script that draws the same boundary without this package, or raise a ValueError that says why not."""
    step = snapshot.step
    if step is None:
        raise ValueError(snapshot.problem.sentence if snapshot.problem else "There is no fitted model.")
    if snapshot.session.document.rule != PLAIN:
        raise ValueError("The scikit-learn form knows no threshold, costs or rejection: set them back first.")
    body = next((write(snapshot) for fits, write in FORMS if fits(snapshot)), None)
    if body is None:
        raise ValueError(f"There is no scikit-learn form of {snapshot.run.model.title}.")
    training = (
        "training = (labels >= 0)" if snapshot.run.model.task == "classify" else "training = np.ones(len(points), bool)"
    )
    data = numpy_literal(snapshot.data).rstrip()
    held = " & ~held" if snapshot.data.held_out.any() else ""
    return "\n".join([remark(snapshot), data, f"{training}{held}", "", *body, "", *plot_lines(snapshot, target), ""])


def _fitted(imported: str, made: str) -> list[str]:
    package, _, name = imported.rpartition(".")
    return [
        f"from {package} import {name}",
        "",
        f"model = {made}",
        "model.fit(points[training], labels[training])",
        "predict = model.predict",
    ]


def _machine(snapshot: Snapshot) -> list[str]:
    asked: Any = snapshot.run.model
    kernel = {
        "linear": 'kernel="linear"',
        "rbf": f'kernel="rbf", gamma={asked.gamma!r}',
        "polynomial": f'kernel="poly", degree={asked.degree!r}, gamma=1.0, coef0={asked.offset!r}',
    }[asked.kernel]
    cost = "1e6" if asked.hard else repr(asked.cost)
    return _fitted("sklearn.svm.SVC", f"SVC({kernel}, C={cost}, tol=1e-7)")


def _neighbours(snapshot: Snapshot) -> list[str]:
    asked: Any = snapshot.run.model
    count = f"min({asked.k!r}, int(training.sum()))"
    metric = f'metric="{asked.metric}"'
    if asked.metric == "mahalanobis":
        metric += ', metric_params={"VI": np.linalg.inv(np.cov(points[training].T))}, algorithm="brute"'
    votes = {
        "equal": "lambda away: np.ones_like(away) + 1e-6 * 0.5 ** np.arange(away.shape[1])",
        "distance": "lambda away: 1 / np.maximum(away, 1e-300)",
        "squared": "lambda away: 1 / np.maximum(away, 1e-150) ** 2",
    }[asked.votes]
    lines = _fitted("sklearn.neighbors.KNeighborsClassifier", f"KNeighborsClassifier({count}, weights=votes, {metric})")
    said = "  # a tie goes to the nearest" if asked.votes == "equal" else ""
    return [*lines[:2], f"votes = {votes}{said}", *lines[2:]]


def _weights(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    return _linear(step.classes, np.asarray(step.weights)[None])


def _lines(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    return _linear(step.classes, np.asarray(step.table))


def _linear(classes: Labels, rows: Array) -> list[str]:
    """Return a linear model with one row (w1, w2, t) for two classes, or one for each of many."""
    return [
        "from sklearn.linear_model import LogisticRegression",
        "",
        "model = LogisticRegression()  # any linear model: its numbers are put in, not fitted",
        f"model.classes_ = np.array({np.asarray(classes).tolist()})",
        f"model.coef_ = np.array({rows[:, :2].tolist()})",
        f"model.intercept_ = np.array({(-rows[:, 2]).tolist()})",
        "predict = model.predict",
    ]


def _logits(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    rows = np.asarray(step.weights).reshape(-1, len(step.setting.problem.terms))
    degree = snapshot.run.model.values()["degree"]
    return [
        "from sklearn.linear_model import LogisticRegression",
        "from sklearn.preprocessing import PolynomialFeatures",
        "",
        f"terms = PolynomialFeatures({degree}, include_bias=False).fit(points)",
        "model = LogisticRegression()  # its numbers are put in, not fitted",
        f"model.classes_ = np.array({np.asarray(step.classes).tolist()})",
        f"model.coef_ = np.array({rows[:, :-1].tolist()})",
        f"model.intercept_ = np.array({(-rows[:, -1]).tolist()})",
        "",
        "",
        "def predict(places):",
        "    return model.predict(terms.transform(places))",
        "",
    ]


def _gaussians(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    own = getattr(step, "dimensions", 2)  # 1: of x alone
    return [
        "from sklearn.mixture import GaussianMixture",
        "",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        "model = GaussianMixture(len(classes))  # its numbers are put in, not fitted",
        f"model.weights_ = np.array({np.asarray(step.shares).tolist()})",
        f"model.means_ = np.array({np.asarray(step.means)[:, :own].tolist()})",
        f"model.covariances_ = np.array({np.asarray(step.covariances)[:, :own, :own].tolist()})",
        "model.precisions_cholesky_ = np.linalg.cholesky(np.linalg.inv(model.covariances_))",
        "",
        "",
        "def predict(places):",
        f"    return classes[model.predict(places[:, :{own}])]",
        "",
    ]


def _bumps(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    return [
        "from sklearn.neighbors import KernelDensity",
        "",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        f"priors = np.array({step.priors.tolist()})",
        "",
        "",
        "def density(label, axis, places):",
        "    own = points[training & (labels == label)][:, [axis]]",
        f"    return KernelDensity(bandwidth={step.model.width!r}).fit(own).score_samples(places[:, [axis]])",
        "",
        "",
        "def predict(places):",
        "    scores = [density(label, 0, places) + density(label, 1, places) for label in classes]",
        "    return classes[(np.log(priors)[:, None] + scores).argmax(axis=0)]",
        "",
    ]


def _bins(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    return [
        "# Histograms of their own: the categories of scikit-learn's CategoricalNB know no widths.",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        f"left = np.array({[one.left for one in step.features]})",
        f"width = np.array({[one.width for one in step.features]})",
        f"logs = np.array({[one.table.tolist() for one in step.features]})",
        f"priors = np.array({step.priors.tolist()})",
        "",
        "",
        "def predict(places):",
        "    bins = np.clip(np.floor((places - left) / width), 0, logs.shape[2] - 1).astype(int)",
        "    scores = np.log(priors)[:, None] + logs[0][:, bins[:, 0]] + logs[1][:, bins[:, 1]]",
        "    return classes[scores.argmax(axis=0)]",
        "",
    ]


def _merges(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    count, asked = len(step.order) - step.joins, snapshot.run.model.values()["linkage"]
    body = [
        "from sklearn.cluster import AgglomerativeClustering",
        "",
        f"found = AgglomerativeClustering({count}, linkage={asked!r}).fit_predict(points[training])",
    ]
    if asked == "centroid":  # scikit-learn has no such linkage
        body = [
            "from scipy.cluster.hierarchy import linkage",
            "",
            f'joins = linkage(points[training], "centroid")[:{step.joins}]',
            "found = np.arange(training.sum())",
            "for number, (one, other) in enumerate(joins[:, :2], len(found)):",
            "    found[(found == one) | (found == other)] = number",
        ]
    return [
        *body,
        "_, first, found = np.unique(found, return_index=True, return_inverse=True)",
        "labels = np.full(len(points), -1)",
        "labels[training] = first.argsort().argsort()[found]  # clusters are numbered by their first points",
    ]


def _density(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    if step.dimensions == 1:
        return _line_density(step)
    head = [f"widths = np.array({list(step.bandwidths)})", "", ""]
    if step.model.kernel == "gaussian":
        return [
            "from sklearn.neighbors import KernelDensity",
            "",
            *head[:1],
            "model = KernelDensity(bandwidth=1.0).fit(points[training] / widths)",
            *head[1:],
            "def predict(places):",
            "    return np.exp(model.score_samples(places / widths)) / widths.prod()",
            "",
        ]
    return [
        *head,
        "def predict(places):",
        "    u = np.abs(places[:, None] - points[training]) / widths",
        f"    return ({BUMPS[step.model.kernel]}).prod(axis=2).mean(axis=1) / widths.prod()",
        "",
    ]


def _line_density(step: Any) -> list[str]:
    """Return the density of a single feature, along x."""
    return [
        f"width = {step.bandwidths[0]!r}",
        "",
        "",
        "def predict(places):",
        "    u = np.abs(places[:, None, 0] - points[training, 0]) / width",
        f"    return ({BUMPS[step.model.kernel]}).mean(axis=1) / width",
        "",
    ]


def _centres(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    return [
        "from sklearn.metrics import pairwise_distances_argmin",
        "",
        f"centres = np.array({np.asarray(step.centres).tolist()})",
        "",
        "",
        "def predict(places):",
        "    return pairwise_distances_argmin(places, centres)",
        "",
    ]


def _tree(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    table = [[node.feature, node.threshold, node.left, node.right, node.label] for node in step.tree]
    names = ("feature", "threshold", "left", "right", "label")
    lines = [f"{name} = np.array({list(column)})" for name, column in zip(names, zip(*table, strict=True), strict=True)]
    return [WALK, *lines, "", "", "def predict(places):", f"    return walk(places, {', '.join(names)})", ""]


def _votes(snapshot: Snapshot) -> list[str]:
    step: Any = snapshot.step
    trees = [(round_.alpha, *_columns(round_.learner)) for round_ in step.rounds]
    return [
        WALK,
        "# For each learner: its vote, then its tree as columns: feature, threshold, left, right, class.",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        "learners = [",
        *(f"    {tree!r}," for tree in trees),
        "]",
        "",
        "",
        "def predict(places):",
        "    votes = np.zeros((len(places), len(classes)))",
        "    for alpha, *tree in learners:",
        "        votes[np.arange(len(places)), walk(places, *map(np.array, tree))] += alpha",
        "    return classes[votes.argmax(axis=1)]",
        "",
    ]


def _columns(learner: Learner) -> tuple[list[Any], ...]:
    """Return the columns of a learner of a vote: of a stump or of a grown tree."""
    if isinstance(learner, Stump):
        none = [-1, -1]
        return (
            [learner.feature, *none],
            [learner.threshold, 0.0, 0.0],
            [1, *none],
            [2, *none],
            [0, learner.low, learner.high],
        )
    right = np.where(learner.left < 0, -1, learner.left + 1)
    found = (learner.feature, learner.threshold, learner.left, right, learner.label)
    return tuple(np.asarray(column).tolist() for column in found)


def _network(snapshot: Snapshot) -> list[str]:
    step = snapshot.step
    assert isinstance(step, HasNetwork)
    sizes, out = tuple(len(names) for names in step.units[1:-1]), "logistic" if len(step.classes) == 2 else "softmax"
    return [
        "from sklearn.neural_network import MLPClassifier",
        "from sklearn.preprocessing import LabelBinarizer",
        "",
        f"model = MLPClassifier({sizes}, activation={step.bend!r})  # its numbers are put in, not fitted",
        f"model.classes_ = np.array({np.asarray(step.classes).tolist()})",
        "model._label_binarizer = LabelBinarizer().fit(model.classes_)",
        f"model.n_layers_, model.n_outputs_, model.out_activation_ = {len(sizes) + 2}, {len(step.units[-1])}, {out!r}",
        f"model.coefs_ = [np.array(layer).T for layer in {[layer[:, :-1].tolist() for layer in step.layers]}]",
        f"model.intercepts_ = [np.array(layer) for layer in {[layer[:, -1].tolist() for layer in step.layers]}]",
        "predict = model.predict",
    ]


def _is_end(snapshot: Snapshot) -> bool:
    place = snapshot.session.view.step
    return (place is None or place >= snapshot.trace.total - 1) and snapshot.run.by_hand is None


def _step(kind: type) -> Callable[[Snapshot], bool]:
    return lambda snapshot: isinstance(snapshot.step, kind)


def _has(*names: str) -> Callable[[Snapshot], bool]:
    return lambda snapshot: all(hasattr(snapshot.step, name) for name in names)


FORMS: tuple[tuple[Callable[[Snapshot], bool], Callable[[Snapshot], list[str]]], ...] = (
    (lambda snapshot: isinstance(snapshot.step, HasSupport) and _is_end(snapshot), _machine),
    (_step(HasNeighbours), _neighbours),
    (_step(HasTree), _tree),
    (_step(HasRounds), _votes),
    (_step(HasWeights), _weights),
    (_step(HasNetwork), _network),
    (_has("table"), _lines),
    (_has("weights", "setting"), _logits),
    (_step(HasGaussians), _gaussians),
    (lambda snapshot: isinstance(snapshot.step, HasFeatureDensities) and isinstance(snapshot.step, HasRegions), _bins),
    (_step(HasFeatureDensities), _bumps),
    (lambda snapshot: isinstance(snapshot.step, HasMerges) and _is_end(snapshot), _merges),
    (_step(HasCentres), _centres),
    (lambda snapshot: isinstance(snapshot.step, HasDensity) and hasattr(snapshot.step, "bandwidths"), _density),
    (_step(HasCurve), curve_script),
)
