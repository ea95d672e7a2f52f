"""Studies beside scikit-learn: curves over a knob, leave one out, a map, refits. Words choose rows, numbers points."""

import gc
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
from sklearn.cluster import KMeans
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, LeaveOneOut, PredefinedSplit, cross_val_predict, validation_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.study import Result, Task
from mlexplorer.judging.folds import deal

COUNT, TIMES, FOLDS, MEAN = 300, 3, 5, 0.1  # MEAN: bound on the geometric mean over the strips
Work = Callable[[], Any]


@dataclass(frozen=True)
class Row:
    """One thing that is done by both, and how much longer ours may take."""

    title: str
    bound: float
    ours: Work
    theirs: Work
    is_strip: bool = True


def studied(name: str, model: str, data: Dataset, settings: dict[str, Any], **chosen: Any) -> Result:
    """Return the last result of a study."""
    task = Task(registry.model(model)().with_values(settings), data)
    last = None
    for result in registry.study(name)().with_values(chosen).run(task):
        last = result or last
    assert last is not None
    return last


def strip(  # noqa: PLR0917 - the columns of a table
    data: Dataset, model: str, name: str, values: list[Any], estimator: Any, other: str, bound: float, **settings: Any
) -> Row:
    """Return a row of cross-validated errors along a parameter."""
    words = ",".join(map(repr, values))
    is_curve = registry.model(model).task == "regress"
    dealt = deal(data.ids, FOLDS, 0, 0, None if is_curve else data.labels)
    given = (data.points[:, :1], data.points[:, 1]) if is_curve else (data.points, data.labels)
    scoring = "neg_mean_squared_error" if is_curve else "accuracy"

    def ours() -> np.ndarray:
        found = studied("curve", model, data, settings, parameter=name, tries=words, folds=FOLDS)
        return np.asarray(found.folds.costs.mean(axis=0))  # type: ignore[attr-defined] # an ErrorCurve

    def theirs() -> np.ndarray:
        cv = PredefinedSplit(dealt)
        found = validation_curve(estimator, *given, param_name=other, param_range=values, cv=cv, scoring=scoring)
        return -found[1].mean(axis=1) if is_curve else 1 - found[1].mean(axis=1)

    return Row(f"{model} over {name}{' (lasso)' * (settings.get('norm') == 'l1')}", bound, ours, theirs)


def strips(count: int) -> list[Row]:
    """Return the curves over a knob, twenty values and five folds each."""
    data = mlx.make("moons", count=count, noise=0.3)
    wave = mlx.make("sine", count=count, noise=0.3)
    ks, depths, rounds = list(range(1, 40, 2)), list(range(1, 21)), list(range(5, 101, 5))
    prices, costs = np.geomspace(1e-4, 0.1, 20).tolist(), np.geomspace(0.01, 1000, 20).tolist()
    gammas, penalties = np.geomspace(0.01, 100, 20).tolist(), np.geomspace(0.01, 100, 20).tolist()
    powers = make_pipeline(PolynomialFeatures(), LinearRegression())
    ridge = make_pipeline(PolynomialFeatures(10), Ridge())
    newton = LogisticRegression(solver="newton-cholesky", tol=1e-8, max_iter=1000)
    lasso = make_pipeline(PolynomialFeatures(10, include_bias=False), _Summed())
    few = {"random_state": 0, "max_depth": 6, "max_features": 1}
    return [
        strip(data, "knn", "k", ks, KNeighborsClassifier(), "n_neighbors", 0.1),
        strip(data, "tree", "depth", depths, DecisionTreeClassifier(random_state=0), "max_depth", 0.1),
        strip(data, "tree", "pruning", prices, DecisionTreeClassifier(random_state=0), "ccp_alpha", 0.1, depth=30),
        strip(data, "adaboost", "rounds", rounds, AdaBoostClassifier(random_state=0), "n_estimators", 0.1),
        strip(
            data, "gradient_boosting", "rounds", rounds, GradientBoostingClassifier(max_depth=1), "n_estimators", 0.1
        ),
        strip(data, "forest", "members", rounds, RandomForestClassifier(**few), "n_estimators", 0.1, depth=6),
        strip(wave, "polynomial", "degree", list(range(13)), powers, "polynomialfeatures__degree", 0.05),
        strip(wave, "polynomial", "penalty", penalties, ridge, "ridge__alpha", 0.05, degree=10),
        strip(wave, "polynomial", "penalty", penalties, lasso, "_summed__penalty", 0.05, degree=10, norm="l1"),
        strip(data, "logistic", "penalty", penalties, _Inverse(newton), "penalty_", 0.05),
        strip(data, "svm", "cost", costs, SVC(gamma=2.0), "C", 0.8, gamma=2.0),
        strip(data, "svm", "gamma", gammas, SVC(C=1.0), "gamma", 1.2, cost=1.0),
    ]


class _Inverse(LogisticRegression):  # type: ignore[misc] # scikit-learn has no types
    """Logistic regression by its penalty, which is 1/C."""

    def __init__(self, like: LogisticRegression | None = None, penalty_: float = 1.0) -> None:
        super().__init__(C=1 / penalty_, solver="newton-cholesky", tol=1e-8, max_iter=1000)
        self.like, self.penalty_ = like, penalty_

    def fit(self, *given: Any, **more: Any) -> "_Inverse":
        """Fit with the penalty as it is now."""
        self.C = 1 / self.penalty_
        return super().fit(*given, **more)  # type: ignore[no-any-return] # itself


class _Summed(Lasso):  # type: ignore[misc] # scikit-learn has no types
    """LASSO by the price of weights beside the sum of squares, not beside half their mean."""

    def __init__(self, penalty: float = 1.0) -> None:
        super().__init__(max_iter=10_000)
        self.penalty = penalty

    def fit(self, rows: np.ndarray, *given: Any, **more: Any) -> "_Summed":
        """Fit with the price as it is now."""
        self.alpha = self.penalty / (2 * len(rows))
        return super().fit(rows, *given, **more)  # type: ignore[no-any-return] # itself


def others(count: int) -> list[Row]:
    """Return leave one out, a map and refits."""
    data = mlx.make("moons", count=count, noise=0.3)
    dealt = deal(data.ids, FOLDS, 0, 0, data.labels)
    grid = Grid(-2.0, 3.0, -1.5, 2.0, 64, 64)
    costs, gammas = np.geomspace(0.1, 1000, 12).tolist(), np.geomspace(0.05, 50, 12).tolist()
    axes = {"first": "cost", "across": ",".join(map(repr, costs)), "second": "gamma", "up": ",".join(map(repr, gammas))}

    def mapped() -> np.ndarray:
        found = studied("map", "svm", data, {}, folds=FOLDS, **axes)
        return np.asarray(found.folds.costs.mean(axis=0))  # type: ignore[attr-defined] # an ErrorMap

    def searched() -> np.ndarray:
        search = GridSearchCV(SVC(), {"gamma": gammas, "C": costs}, cv=PredefinedSplit(dealt))
        found = search.fit(data.points, data.labels).cv_results_["mean_test_score"]
        return 1 - np.asarray(found).reshape(len(costs), len(gammas)).T

    def left_out(model: str, estimator: Any) -> tuple[Work, Work]:
        return (
            lambda: studied("folds", model, data, {}, folds=count).errors,  # type: ignore[attr-defined] # FoldErrors
            lambda: cross_val_predict(estimator, data.points, data.labels, cv=LeaveOneOut()) != data.labels,
        )

    def cloud(model: str, make: Callable[[], Any]) -> tuple[Work, Work]:
        def theirs() -> float:
            random, votes = np.random.default_rng(0), np.zeros(len(grid.points))
            for _ in range(50):
                rows = random.integers(0, count, count)
                votes += make().fit(data.points[rows], data.labels[rows]).predict(grid.points)
            return 0.0

        return lambda: studied("refits", model, data, {}, count=50, places=64).done - 1, theirs

    return [
        Row("knn, leave one out", 0.1, *left_out("knn", KNeighborsClassifier(5))),
        Row("lda, leave one out", 0.01, *left_out("lda", LinearDiscriminantAnalysis())),
        Row("qda, leave one out", 0.01, *left_out("qda", QuadraticDiscriminantAnalysis())),
        Row("svm, map 12 × 12", 1.2, mapped, searched),
        Row("tree, 50 refits", 0.3, *cloud("tree", lambda: DecisionTreeClassifier(max_depth=6)), is_strip=False),
        Row("logistic, 50 refits", 0.3, *cloud("logistic", lambda: LogisticRegression(C=100.0)), is_strip=False),
        Row("knn, 50 refits", 0.3, *cloud("knn", lambda: KNeighborsClassifier(5)), is_strip=False),
        Row("svm, 50 refits", 0.3, *cloud("svm", lambda: SVC(gamma=2.0)), is_strip=False),
    ]


def groups(count: int) -> list[Row]:
    """Return the curves of clusterings over their number of centres or clouds."""
    data = mlx.make("moons", count=count, noise=0.3)
    dealt = deal(data.ids, FOLDS, 0, 0, data.labels)

    def centres() -> np.ndarray:
        return np.array([KMeans(k, n_init=1, random_state=0).fit(data.points).inertia_ / count for k in range(1, 10)])

    def clustered() -> np.ndarray:
        found = studied("curve", "kmeans", data, {}, tries="1:9:9", folds=0)
        return np.asarray(found.training)  # type: ignore[attr-defined] # ErrorCurve

    def clouds() -> np.ndarray:
        mixture = GaussianMixture(random_state=0, tol=1e-8, max_iter=2000)
        found = validation_curve(
            mixture, data.points, None, param_name="n_components", param_range=range(1, 10), cv=PredefinedSplit(dealt)
        )
        return -np.asarray(found[1].mean(axis=1))

    def mixed() -> np.ndarray:
        found = studied("curve", "gmm", data, {}, tries="1:9:9", folds=FOLDS)
        return np.asarray(found.folds.costs.mean(axis=0))  # type: ignore[attr-defined] # an ErrorCurve

    return [Row("kmeans over k", 1.0, clustered, centres), Row("gmm over components", 1.0, mixed, clouds)]


def in_turn(row: Row) -> tuple[float, float]:
    """Return the least milliseconds of the processor for both, done one after the other again and again."""
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    for _ in range(TIMES):
        for work, kept in zip((row.ours, row.theirs), times, strict=True):
            begin = process_time()
            work()
            kept.append(1e3 * (process_time() - begin))
            if kept[-1] > 5000:
                break
    return min(times[0]), min(times[1]) if times[1] else np.nan


def main(words: list[str]) -> int:
    """Print a line for each row and return 1 if one takes too long."""
    warnings.simplefilter("ignore")
    counts = [int(word) for word in words if word.isdigit()] or [COUNT]
    names = [word for word in words if not word.isdigit()]
    broken = 0
    for count in counts:
        ratios = []
        print(f"{count} points, ms\n{'':34}{'ours':>10}{'other':>10}{'ratio':>8}{'bound':>8}{'differs by':>12}")
        for row in [*strips(count), *groups(count), *others(count)]:
            if names and not any(name in row.title for name in names):
                continue
            apart = float(np.abs(np.subtract(row.ours(), row.theirs())).max())
            mine, other = in_turn(row)
            is_broken = mine / other > row.bound
            broken += is_broken
            ratios += [mine / other] if row.is_strip else []
            shown = f"{row.title:34}{mine:10.1f}{other:10.1f}{mine / other:8.3f}{row.bound:8.2f}{apart:12.0e}"
            print(shown + "  BROKEN" * is_broken, flush=True)
        if ratios:
            print(f"geometric mean over strips {np.exp(np.log(ratios).mean()):.3f}, bound {MEAN}")
    print(f"\n{broken} broken." if broken else "\nEvery bound holds.")
    return int(broken > 0)
