"""Logistic regression where points have any number of features: what its weights say at other places."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels


def likeliest(rows: Array, columns: Labels, places: Array, penalty: float) -> Labels:
    """Return the column with the largest score at each place, by weights that cost penalty/2·‖w‖²; offsets are free."""
    weights = least(rows, columns, penalty)
    return np.asarray((weights @ _with_ones(places)).argmax(axis=0), dtype=np.intp)


def least(rows: Array, columns: Labels, penalty: float) -> Array:
    """Return the weights of least Σ −log p + penalty/2·‖w‖², one row for each column, the offset last."""
    from scipy.optimize import minimize  # start-up time

    design, wanted = _with_ones(rows), np.eye(int(columns.max()) + 1)[:, columns]
    price = penalty * np.append(np.ones(rows.shape[1]), 0.0)

    def look(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(len(wanted), -1)
        scores = weights @ design
        scores -= scores.max(axis=0)
        sums = np.exp(scores).sum(axis=0)
        value = np.log(sums).sum() - scores[columns, np.arange(len(columns))].sum() + 0.5 * (price * weights**2).sum()
        slope = (np.exp(scores) / sums - wanted) @ design.T + price * weights
        return float(value), slope.ravel()

    found: Array = minimize(look, np.zeros(wanted.shape[0] * len(design)), jac=True, method="L-BFGS-B").x
    return found.reshape(len(wanted), -1)


def _with_ones(rows: Array) -> Array:
    return np.vstack([rows.T, np.ones(len(rows))])
