"""Fitted curves as lines of a script without this package: scikit-learn where it has the model, else NumPy."""

from typing import Any

import numpy as np

from mlexplorer.core.curves import HasCurveTree, HasTerms
from mlexplorer.pipeline.snapshot import Snapshot


def curve_script(snapshot: Snapshot) -> list[str]:
    """Return the lines that define predict(places) for the shown curve."""
    step: Any = snapshot.step
    model: Any = snapshot.run.model
    if isinstance(step, HasTerms):
        weights = f"weights = np.array({np.asarray(step.coefficients).tolist()})  # of the terms below"
        return [weights, *_predicting(f"weights @ {step.terms_script}")]
    if isinstance(step, HasCurveTree):
        return _stairs(snapshot, step, model)
    names = set(model.values())
    if "kernel" in names:
        return _kernels(model)
    if "k" in names:
        return _neighbours(model)
    a, b = step.coefficients.tolist()
    return [f"a, b = {a!r}, {b!r}", *_predicting("a * np.sin(b * places)")]


def _predicting(formula: str) -> list[str]:
    return [
        "",
        "",
        "def predict(places):",
        "    places = np.asarray(places, dtype=float)",
        f"    return {formula}",
        "",
    ]


def _estimator(package: str, name: str, arguments: str) -> list[str]:
    return [
        f"from {package} import {name}",
        "",
        f"model = {name}({arguments})",
        "model.fit(points[training, :1], points[training, 1])",
        *_predicting("model.predict(places[:, None])"),
    ]


def _stairs(snapshot: Snapshot, step: Any, model: Any) -> list[str]:
    place = snapshot.session.view.step
    if place is None or place >= snapshot.trace.total - 1:
        depth = model.depth or None
        if depth is not None:
            arguments = f"max_depth={depth!r}, min_samples_leaf={model.leaf!r}, random_state=0"
            return _estimator("sklearn.tree", "DecisionTreeRegressor", arguments)
    numbers = [f"{name} = np.array({getattr(step, name).tolist()})" for name in ("thresholds", "levels")]
    return [*numbers, *_predicting('levels[np.searchsorted(thresholds, places, side="left")]')]


def _kernels(model: Any) -> list[str]:
    kernel = {
        "rbf": f'kernel="rbf", gamma={model.gamma!r}',
        "polynomial": f'kernel="poly", degree={model.degree!r}, gamma=1.0, coef0=1.0',
        "linear": 'kernel="linear"',
    }[model.kernel]
    return _estimator("sklearn.kernel_ridge", "KernelRidge", f"{kernel}, alpha={model.penalty!r}")


def _neighbours(model: Any) -> list[str]:
    count = f"min({model.k!r}, int(training.sum()))"
    if model.degree == 0 and model.weights == "equal":
        return _estimator("sklearn.neighbors", "KNeighborsRegressor", count)
    heavy = "(1 - (away / (1.000001 * away.max())) ** 3) ** 3" if model.weights == "tricube" else "np.ones_like(away)"
    return [
        "xs, ys = points[training].T",
        "",
        "",
        "def local(place):",
        f"    rows = np.abs(xs - place).argsort(kind='stable')[:{count}]",
        "    away = np.abs(xs[rows] - place)",
        f"    weights = {heavy}",
        f"    fit = np.polynomial.Polynomial.fit(xs[rows] - place, ys[rows], {model.degree!r}, w=np.sqrt(weights))",
        "    return fit(0.0)",
        *_predicting("np.array([local(place) for place in places])"),
    ]
