"""Every model beside scikit-learn: fit + 200 × 200 field, warm refits, growth and memory. Words choose models."""

import gc
import math
import tracemalloc
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from scipy.stats import binned_statistic_2d
from sklearn.base import clone
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier, VotingClassifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import (
    HuberRegressor,
    Lasso,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    QuantileRegressor,
)
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KernelDensity, KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, PolynomialFeatures
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasDensity, HasMerges, HasScores
from mlexplorer.core.model import CanResume, Model, Step

COUNTS = (200, 1000, 5000)
GRID = mlx.Grid(-2, 3, -2, 2.5, 200, 200)
MEAN_BOUND, MEMORY_BOUND, LEAST = 0.22, 300.0, 5
Work = Callable[[], Any]


@dataclass(frozen=True)
class Row:
    """One line of the table: a model with its values, scikit-learn's counterpart, and what must hold."""

    title: str
    model: str
    other: Callable[[Model, mlx.Dataset], Any]  # an estimator
    answer: str  # the method of the estimator that is timed after the fit; "" for none
    bounds: tuple[float, float, float] = (1.5, 1.5, 1.5)  # on the ratio, for each count
    values: dict[str, Any] = field(default_factory=dict)
    growth: float = 2.6  # with twice as many points
    warm: float | None = None  # on a warm refit beside the estimator's cold fit
    counts: tuple[int, int, int] = COUNTS
    doubled: int = 0  # the points that growth begins with; the last count if 0
    given: int = 0  # how many of the first points are the start, for both alike

    def made(self) -> Model:
        return registry.model(self.model)().with_values(self.values)

    def start(self, data: mlx.Dataset) -> Any:
        return data.points[: self.given] if self.given else None


def machine(kernel: str, cost: float, gamma: float, bounds: tuple[float, float, float], **more: Any) -> Row:
    values = {"kernel": kernel, "cost": cost, "gamma": gamma, "degree": 3, "offset": 1.0}
    kind = {"polynomial": "poly"}.get(kernel, kernel)
    scale = gamma if kernel == "rbf" else 1.0

    def other(_: Model, __: mlx.Dataset) -> SVC:
        return SVC(kernel=kind, C=cost, gamma=scale, degree=3, coef0=1.0, cache_size=500)

    title = f"svm {kernel}" + (f" γ {gamma:g}, cost {cost:g}" if kernel == "rbf" else "")
    return Row(title, "svm", other, "decision_function", bounds, values, **more)


class NaiveBumps:
    """Naive Bayes by scikit-learn's kernel densities, one for each class and feature."""

    def __init__(self, width: float) -> None:
        self.width = width

    def fit(self, points: np.ndarray, labels: np.ndarray) -> None:
        parts = [points[labels == label] for label in np.unique(labels)]
        self.shares = [len(part) / len(points) for part in parts]
        kind = KernelDensity(bandwidth=self.width)
        self.densities = [[clone(kind).fit(part[:, [axis]]) for axis in (0, 1)] for part in parts]

    def on_grid(self, _: np.ndarray) -> list[np.ndarray]:
        """Return the scores by outer sums, as ours: scikit-learn is asked for the places of the axes alone."""
        return [
            np.add.outer(up.score_samples(GRID.ys[:, None]), across.score_samples(GRID.xs[:, None])) + math.log(share)
            for share, (across, up) in zip(self.shares, self.densities, strict=True)
        ]


class ScipyBins:
    """A histogram by SciPy: counts in the bins around the points, looked up by their edges."""

    def __init__(self, width: float) -> None:
        self.width = width

    def fit(self, points: np.ndarray) -> None:
        ends = [(np.floor(values.min() / self.width), np.floor(values.max() / self.width) + 2) for values in points.T]
        self.edges = [self.width * np.arange(*end) for end in ends]
        found = binned_statistic_2d(*points.T, None, "count", bins=self.edges)
        self.table = np.pad(found.statistic, 1) / (len(points) * self.width**2)

    def heights(self, places: np.ndarray) -> np.ndarray:
        return self.table[tuple(np.digitize(values, edges) for values, edges in zip(places.T, self.edges, strict=True))]


class SklearnBalls:
    """Densities by scikit-learn's neighbours: k over the ball they fill, or over their mean distance."""

    def __init__(self, k: int, kind: str) -> None:
        self.k, self.kind = k, kind

    def fit(self, points: np.ndarray) -> None:
        self.model, self.count = NearestNeighbors(n_neighbors=self.k).fit(points), len(points)
        if self.kind == "relative":
            self.means = 1 / self.model.kneighbors()[0].mean(axis=1)

    def heights(self, places: np.ndarray) -> np.ndarray:
        distances, rows = self.model.kneighbors(places)
        if self.kind == "volume":
            return self.k / (self.count * math.pi * distances[:, -1] ** 2)
        return 1 / distances.mean(axis=1) / (self.means[rows].mean(axis=1) if self.kind == "relative" else 1.0)


def balls(kind: str, bounds: tuple[float, float, float]) -> Row:
    def other(model: Any, _: mlx.Dataset) -> SklearnBalls:
        return SklearnBalls(model.k, model.kind)

    return Row(f"neighbour density, {kind}", "neighbour_density", other, "heights", bounds, {"kind": kind})


def bins(model: Any, _: mlx.Dataset) -> Any:
    cells = KBinsDiscretizer(model.bins, encode="ordinal", strategy="uniform", quantile_method="averaged_inverted_cdf")
    return make_pipeline(cells, CategoricalNB(min_categories=model.bins))


def hierarchical(linkage: str, bounds: tuple[float, float, float]) -> Row:
    """Return a row of a linkage; its table of distances grows with the square of the points, and leaves the cache."""

    def other(_: Model, __: mlx.Dataset) -> AgglomerativeClustering:
        return AgglomerativeClustering(3, linkage=linkage)

    title, values = f"hierarchical, {linkage}", {"linkage": linkage, "clusters": 3}
    return Row(title, "hierarchical", other, "", bounds, values, growth=6.5, counts=(200, 1000, 2000))


def polynomial(model: Any, _: mlx.Dataset) -> Any:
    return make_pipeline(PolynomialFeatures(model.degree), LinearRegression())


def curve(title: str, kind: Any, bounds: tuple[float, float, float], **values: Any) -> Row:
    """Return a row of a cubic by another loss or norm; both end near the same objective."""
    named = {
        Lasso: lambda count: {"alpha": 1.0 / (2 * count), "tol": 1e-8, "max_iter": 100_000},
        QuantileRegressor: lambda _: {"quantile": 0.5, "alpha": 0.0, "solver": "highs"},
        HuberRegressor: lambda _: {"alpha": 0.0, "max_iter": 10_000, "tol": 1e-8},
    }[kind]

    def other(_: Model, data: mlx.Dataset) -> Any:
        return make_pipeline(PolynomialFeatures(3, include_bias=False), kind(**named(len(data))))

    return Row(f"{title}, degree 3", "polynomial", other, "predict", bounds, {"degree": 3, **values})


def mixture(_: Model, data: mlx.Dataset) -> GaussianMixture:
    """Return scikit-learn's mixture with our start (the spread of all points, equal shares) and our stop."""
    precisions = np.array([np.linalg.inv(np.cov(data.points.T, bias=True))] * 3)
    start = {"means_init": data.points[:3], "precisions_init": precisions, "weights_init": np.full(3, 1 / 3)}
    return GaussianMixture(3, **start, init_params="random", random_state=0, tol=1e-8, max_iter=5000)


ROWS = (
    Row("stump", "stump", lambda *_: DecisionTreeClassifier(max_depth=1), "predict_proba"),
    Row(
        "perceptron, 7 epochs",
        "perceptron",
        lambda *_: Perceptron(max_iter=7, tol=None, shuffle=False),
        "decision_function",
        (1, 3, 5),
        {"epochs": 7},
    ),
    Row(
        "logistic",
        "logistic",
        lambda *_: LogisticRegression(C=1.0),
        "predict_proba",
        values={"solver": "newton", "penalty": 1.0},
    ),
    Row("lda", "lda", lambda *_: LinearDiscriminantAnalysis(), "predict_proba"),
    Row("qda", "qda", lambda *_: QuadraticDiscriminantAnalysis(), "predict_proba"),
    Row(
        "network 8, 100 epochs",
        "network",
        lambda _, data: MLPClassifier(
            (8,),
            activation="tanh",
            alpha=0.0,
            batch_size=len(data),
            max_iter=100,
            tol=0.0,
            n_iter_no_change=1000,
            learning_rate_init=0.01,
            random_state=0,
        ),
        "predict_proba",
        (0.4, 0.4, 0.4),
        {"hidden": "8", "steps": 100, "rate": 0.01, "penalty": 0.0},
    ),
    Row("naive bayes, Gaussian", "naive_bayes", lambda *_: GaussianNB(), "predict_joint_log_proba", (0.3, 0.3, 0.3)),
    Row(
        "naive bayes, bumps",
        "naive_bayes",
        lambda model, _: NaiveBumps(model.width),
        "on_grid",
        (0.3, 0.3, 0.3),
        {"density": "kernel"},
    ),
    Row(
        "naive bayes, histogram",
        "naive_bayes",
        bins,
        "predict_log_proba",
        (0.3, 0.3, 0.3),
        {"density": "histogram", "bins": 16, "alpha": 1.0},
    ),
    machine("linear", 1.0, 1.0, (0.15, 0.15, 0.15)),
    machine("polynomial", 1.0, 1.0, (0.15, 0.15, 0.15), growth=3.0),
    machine("rbf", 1.0, 2.0, (0.25, 0.25, 0.25), growth=3.0, warm=0.5),
    machine("rbf", 100.0, 10.0, (0.6, 0.6, 1.2), growth=3.0),
    machine(
        "rbf", 1.0, 100.0, (0.3, 0.6, 0.4), growth=5.0, counts=(1000, 2000, 5000), doubled=2500
    ),  # to a thousandth from 3000 on
    Row("knn, k = 5", "knn", lambda *_: KNeighborsClassifier(5), "predict_proba", (0.5, 0.5, 0.5), {"k": 5}),
    Row(
        "tree, depth 6",
        "tree",
        lambda *_: DecisionTreeClassifier(max_depth=6),
        "predict_proba",
        (1.3, 1, 1),
        {"depth": 6},
    ),
    Row(
        "adaboost, 100 rounds",
        "adaboost",
        lambda *_: AdaBoostClassifier(n_estimators=100),
        "decision_function",
        (0.15, 0.15, 0.15),
        {"rounds": 100},
    ),
    Row(
        "forest, 100 × depth 6",
        "forest",
        lambda *_: RandomForestClassifier(100, max_depth=6, max_features=1, n_jobs=1),
        "predict_proba",
        (0.15, 0.5, 0.8),
        {"members": 100, "depth": 6},
    ),
    Row(
        "forest, 100 whole trees",
        "forest",
        lambda *_: RandomForestClassifier(100, max_features=1, n_jobs=1),
        "predict_proba",
        (0.15, 0.5, 1.0),
        {"members": 100, "depth": 30},
    ),
    Row(
        "gradient boosting, depth 1",
        "gradient_boosting",
        lambda *_: GradientBoostingClassifier(n_estimators=100, max_depth=1),
        "decision_function",
        (0.3, 0.3, 0.3),
        {"rounds": 100, "depth": 1, "rate": 0.1},
    ),
    Row(
        "gradient boosting, depth 3",
        "gradient_boosting",
        lambda *_: GradientBoostingClassifier(n_estimators=100, max_depth=3),
        "decision_function",
        (0.3, 0.3, 0.3),
        {"rounds": 100, "depth": 3, "rate": 0.1},
    ),
    Row(
        "vote, three members",
        "vote",
        lambda *_: VotingClassifier(
            [
                ("tree", DecisionTreeClassifier(max_depth=6)),
                ("knn", KNeighborsClassifier(5)),
                ("logistic", LogisticRegression(C=100.0)),
            ]
        ),
        "predict",
        (0.2, 0.2, 0.3),
    ),
    Row(
        "kmeans, k = 3",
        "kmeans",
        lambda _, data: KMeans(3, init=data.points[:3], n_init=1, tol=0, algorithm="lloyd"),
        "transform",
        values={"k": 3, "start": "given"},
        given=3,
    ),
    Row(
        "gmm, 3 components",
        "gmm",
        mixture,
        "predict_proba",
        (0.3, 0.3, 0.3),
        {"components": 3, "start": "given"},
        given=3,
    ),
    *(hierarchical(linkage, (1.1, 1.1, 1.1)) for linkage in ("average", "complete", "ward")),
    hierarchical("single", (1.1, 1.1, 0.9)),
    Row("polynomial", "polynomial", polynomial, "predict"),
    curve("lasso", Lasso, (0.7, 0.7, 0.7), norm="l1", penalty=1.0),  # the weights at all penalties come along
    curve("absolute errors", QuantileRegressor, (0.3, 0.3, 0.3), loss="absolute"),
    curve("Huber", HuberRegressor, (0.3, 0.3, 0.3), loss="huber"),
    Row(
        "regression tree, depth 4",
        "regression_tree",
        lambda *_: DecisionTreeRegressor(max_depth=4),
        "predict",
        (0.9, 0.9, 0.9),
        {"depth": 4},
    ),
    Row("neighbour curve, k = 5", "neighbour_curve", lambda *_: KNeighborsRegressor(5), "predict", (0.5, 0.5, 0.5)),
    Row(
        "kernel ridge",
        "kernel_ridge",
        lambda model, _: KernelRidge(kernel="rbf", gamma=model.gamma, alpha=model.penalty),
        "predict",
        (0.5, 0.5, 0.5),
    ),
    Row("histogram", "histogram", lambda model, _: ScipyBins(model.width), "heights", (1.0, 1.0, 1.0)),
    *(balls(kind, (1.0, 1.0, 1.0)) for kind in ("volume", "mean", "relative")),
    Row("kde", "kde", lambda model, _: KernelDensity(bandwidth=model.bandwidth), "score_samples"),
)


def moons(count: int) -> mlx.Dataset:
    """Return noisy moons; a source makes at most 5000 points, so more come from several seeds."""
    parts = [
        mlx.make("moons", count=min(5000, count - first), noise=0.3, seed=first // 5000)
        for first in range(0, count, 5000)
    ]
    return mlx.Dataset(np.concatenate([part.points for part in parts]), np.concatenate([part.labels for part in parts]))


def fitted(model: Model, data: mlx.Dataset, start: Any = None) -> Step:
    """Fit and keep every step; return the last."""
    return [step for step in model.fit(data, start) if step is not None][-1]


def answered(step: Step) -> Any:
    """Return what the plane shows of a step."""
    if isinstance(step, HasScores):
        return step.field(GRID)
    if isinstance(step, HasDensity):
        return step.density_field(GRID)
    if isinstance(step, HasMerges):
        return step.assignments
    return step.curve(GRID.xs)  # type: ignore[attr-defined] # the third kind there is


def frame(row: Row, data: mlx.Dataset) -> Work:
    """Return a fit through the notebook's door, and what the plane shows of it."""
    model = row.made()
    return lambda: answered(mlx.fit(model, data, row.start(data)))


def counterpart(row: Row, data: mlx.Dataset, answering: bool = True) -> Work:
    """Return scikit-learn's fit, and its answer on the same places."""
    model = row.made()
    points, goal, places = data.points, data.labels, GRID.points
    if model.task == "regress":
        points, goal, places = data.points[:, :1], data.points[:, 1], GRID.xs[:, None]

    def work() -> Any:
        estimator = row.other(model, data)
        estimator.fit(points) if model.task in ("cluster", "density") else estimator.fit(points, goal)
        return getattr(estimator, row.answer)(places) if answering and row.answer else estimator

    return work


def in_turn(*works: Work) -> list[float]:
    """Return the median milliseconds of works done one after the other, again and again: at least five times.

    The processor's time, not that of the clock: one thread against one thread, whatever else the machine does.
    """
    times: list[list[float]] = [[] for _ in works]
    begin = perf_counter()
    gc.collect()
    gc.disable()
    try:
        while len(times[0]) < LEAST or (perf_counter() - begin < 0.5 and len(times[0]) < 10 * LEAST):
            for work, kept in zip(works, times, strict=True):
                start = process_time()
                work()
                kept.append(1e3 * (process_time() - start))
    finally:
        gc.enable()
    return [median(kept) for kept in times]


class Table:
    """Lines with a bound each, printed as they come; keeps those that broke theirs."""

    def __init__(self) -> None:
        self.broken: list[str] = []

    def title(self, *words: str) -> None:
        print(f"\n{words[0]:26}" + "".join(f"{word:>11}" for word in words[1:]), flush=True)

    def line(self, title: str, numbers: list[float | str], value: float, bound: float) -> None:
        cells = "".join(f"{cell:>11}" if isinstance(cell, str) else f"{cell:11.2f}" for cell in numbers)
        verdict = "" if value <= bound else "  BROKEN"
        print(f"{title:26}{cells}{value:11.3f}{bound:11.2f}{verdict}", flush=True)
        if verdict:
            self.broken.append(f"{title} {numbers[0]}: {value:.3f} > {bound:.2f}")


def cold(table: Table, rows: list[Row]) -> None:
    table.title("fit + field, ms", "N", "ours", "sklearn", "ratio", "bound")
    ratios = []
    for row in rows:
        for count, bound in zip(row.counts, row.bounds, strict=True):
            data = moons(count)
            ours, theirs = in_turn(frame(row, data), counterpart(row, data))
            ratios.append(ours / theirs)
            table.line(row.title, [str(count), ours, theirs], ratios[-1], bound)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    table.line("geometric mean", ["all", "", ""], mean, MEAN_BOUND if len(rows) == len(ROWS) else math.inf)


def warm(table: Table, rows: list[Row], count: int = 1000, drags: int = 15) -> None:
    """One point dragged on and on: each refit from the one before, beside cold fits of the same data."""
    table.title("warm refit, ms", "N", "warm", "cold", "ratio", "bound")
    for row in rows:
        model = row.made()
        if not isinstance(model, CanResume):
            continue
        data = moons(count)
        near = fitted(model, data)
        times: list[list[float]] = [[], [], []]
        for drag in range(drags):
            data = data.moved([drag % 3], data.points[drag % 3] + [0.02, -0.015])
            training = model.training(data)
            works = [lambda: model.resume(training, near), lambda: fitted(model, data)]  # noqa: B023 - called at once
            works += [counterpart(row, data, answering=False)] if row.warm else []
            for kept, work in zip(times, works, strict=False):
                begin = process_time()
                result = work()
                kept.append(1e3 * (process_time() - begin))
                near = result if kept is times[0] else near
        hot, own = median(times[0]), median(times[1])
        table.line(row.title, [str(count), hot, own], hot / own, 1.0)
        if row.warm:
            table.line(
                "  beside libsvm's cold fit", [str(count), hot, median(times[2])], hot / median(times[2]), row.warm
            )


def growth(table: Table, rows: list[Row]) -> None:
    table.title("twice the points, ms", "N", "N", "2 N", "ratio", "bound")
    for row in rows:
        count = row.doubled or row.counts[-1]
        few, many = moons(count), moons(2 * count)
        small, large = in_turn(frame(row, few), frame(row, many))
        table.line(row.title, [str(len(few)), small, large], large / small, row.growth)


def memory(table: Table, rows: list[Row]) -> None:
    table.title("extra memory, MB", "", "", "N", "peak", "bound")
    for row in rows:
        count = row.counts[-1]
        work = frame(row, moons(count))
        work()  # what is loaded or remembered once is not counted
        gc.collect()
        tracemalloc.start()
        work()
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        table.line(row.title, ["", "", str(count)], peak, MEMORY_BOUND)


def main(words: list[str]) -> int:
    """Print the tables and return 1 if a bound is broken."""
    warnings.simplefilter("ignore")  # estimators that are stopped early complain
    for kind in registry.models().values():
        kind.most_points = 10**9  # whole fits are timed, never those of a sample
    rows = [row for row in ROWS if row.model in registry.models() and (not words or row.model in words)]
    lone = set(registry.models()) - {row.model for row in ROWS}
    table = Table()
    for part in (cold, warm, growth, memory) if rows else ():
        part(table, rows)
    print(f"\nWithout a counterpart: {', '.join(sorted(lone)) or 'none'}.")
    print("\n".join(["Broken:", *table.broken]) if table.broken else "Every bound holds.")
    return int(bool(table.broken))
