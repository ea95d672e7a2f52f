"""Measures beside scikit-learn and SciPy: ROC and its area, silhouettes, the confusion table, McNemar's test."""

import gc
import warnings
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from scipy.stats import binomtest
from sklearn import metrics

import mlexplorer as mlx
from mlexplorer.judging.clusters import adjusted_rand, nmi, silhouettes
from mlexplorer.judging.confusion import judged
from mlexplorer.judging.curves import Roc, area, precision_recall, roc
from mlexplorer.judging.intervals import agreement, mcnemar

COUNT, POINTS, TIMES, BOUND = 100_000, 2000, 9, 0.7
Work = Callable[[], Any]
Row = tuple[str, Work, Work]


def scored(name: str, scores: np.ndarray, labels: np.ndarray) -> list[Row]:
    """Return the rows of one kind of scores; labels are the same for both, as each of them likes them best."""
    whole = labels.astype(int)
    return [
        (f"area, {name}", lambda: area(scores, labels), lambda: metrics.roc_auc_score(whole, scores)),
        (
            f"ROC, {name}",
            lambda: rates(roc(scores, whole)),
            lambda: metrics.roc_curve(whole, scores, drop_intermediate=False)[:2],
        ),
        (
            f"precision–recall, {name}",
            lambda: precision_recall(roc(scores, whole)).average,
            lambda: metrics.average_precision_score(whole, scores),
        ),
    ]


def rates(curve: Roc) -> tuple[np.ndarray, np.ndarray]:
    """Return what scikit-learn calls the curve."""
    return curve.false, curve.true


def labelled(random: np.random.Generator) -> list[Row]:
    """Return the rows of measures of labels."""
    truth, first, second = random.integers(0, 3, (3, COUNT))

    def tested() -> float:
        return float(binomtest(int(((first == truth) & (second != truth)).sum()), int(unequal().sum())).pvalue)

    def unequal() -> np.ndarray:
        return np.asarray((first == truth) ^ (second == truth))

    geometric = {"average_method": "geometric"}
    return [
        ("confusion", lambda: judged(truth, first).confusion, lambda: metrics.confusion_matrix(truth, first)),
        ("F1 of each class", lambda: judged(truth, first).f1, lambda: metrics.f1_score(truth, first, average=None)),
        ("McNemar", lambda: mcnemar(*agreement(truth, first, second)).p, tested),
        (
            "adjusted Rand",
            lambda: adjusted_rand(truth, first),
            lambda: metrics.adjusted_rand_score(truth, first),
        ),
        ("NMI", lambda: nmi(truth, first), lambda: metrics.normalized_mutual_info_score(truth, first, **geometric)),
    ]


def grouped() -> list[Row]:
    """Return the row of silhouettes: moons in four quarters."""
    points = mlx.make("moons", count=POINTS, noise=0.3, seed=0).points
    groups = (points[:, 0] > 0.5) * 2 + (points[:, 1] > 0.3)
    return [
        (
            f"silhouettes, {POINTS} points",
            lambda: silhouettes(points, groups),
            lambda: metrics.silhouette_samples(points, groups),
        )
    ]


def in_turn(ours: Work, theirs: Work) -> tuple[float, float]:
    """Return the median milliseconds of the processor for both, done one after the other again and again."""
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    for _ in range(TIMES):
        for work, kept in zip((ours, theirs), times, strict=True):
            begin = process_time()
            work()
            kept.append(1e3 * (process_time() - begin))
    return median(times[0]), median(times[1])


def main(_: list[str]) -> int:
    """Print a line for each measure and return 1 if one takes too long or differs."""
    warnings.simplefilter("ignore")
    random = np.random.default_rng(0)
    labels = random.random(COUNT) < 0.4
    scores = random.normal(size=COUNT) + labels
    rows = [
        *scored("distinct", scores, labels),
        *scored("tied", scores.round(1), labels),
        *labelled(random),
        *grouped(),
    ]
    print(f"{COUNT:,} points, ms\n{'':28}{'ours':>10}{'other':>10}{'ratio':>8}{'bound':>8}{'differs by':>13}")
    broken = 0
    for title, ours, theirs in rows:
        apart = float(np.abs(np.subtract(ours(), theirs())).max())
        mine, other = in_turn(ours, theirs)
        is_broken = mine / other > BOUND or apart > 1e-9
        broken += is_broken
        print(
            f"{title:28}{mine:10.2f}{other:10.2f}{mine / other:8.3f}{BOUND:8.2f}{apart:13.0e}{'  BROKEN' * is_broken}"
        )
    print(f"\n{broken} broken." if broken else "\nEvery bound holds.")
    return int(broken > 0)
