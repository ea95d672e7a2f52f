"""Where a tree stops before it is pure: at the first split on its way that gains nothing."""

from dataclasses import replace

import numpy as np

from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.algorithms.trees.splits import TIE
from mlexplorer.core.arrays import Labels


def without_idle_splits(grown: Grown) -> Grown:
    """Return a tree in which a split that does not lower the impurity is a leaf, with all that stood below it gone."""
    useful = (grown.feature >= 0) & (grown.drop > TIE * grown.weight)
    kept = np.ones(len(grown.parent), dtype=bool)
    home = np.arange(len(kept))  # the node each one has become part of
    for depth in range(1, int(grown.depth.max()) + 1):
        level = np.flatnonzero(grown.depth == depth)
        above = grown.parent[level]
        kept[level] = kept[above] & useful[above]
        home[level] = np.where(kept[level], level, home[above])
    if kept.all() and useful[grown.feature >= 0].all():
        return grown
    numbers, rows = kept.cumsum() - 1, np.flatnonzero(kept)
    return replace(
        grown,
        parent=_renumbered(grown.parent[rows], numbers),
        depth=grown.depth[rows],
        counts=grown.counts[rows],
        boxes=grown.boxes[rows],
        feature=np.where(useful[rows], grown.feature[rows], -1),
        threshold=np.where(useful[rows], grown.threshold[rows], 0.0),
        left=_renumbered(np.where(useful[rows], grown.left[rows], -1), numbers),
        homes=numbers[home[grown.homes]],
    )


def _renumbered(nodes: Labels, numbers: Labels) -> Labels:
    """Return nodes by their new numbers; −1 stays."""
    return np.where(nodes >= 0, numbers[nodes], -1)
