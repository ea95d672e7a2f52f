"""A tree of joins after a row was moved: the others stay joined as they were, so that few distances are found anew."""

import numpy as np

from mlexplorer.algorithms.hierarchies.tree import ClusterTree, cut_at
from mlexplorer.core.arrays import Array, Labels


def moved(tree: ClusterTree, row: int, beside: int, height: float) -> ClusterTree:
    """Return the tree with a row taken out, and joined at a height to the cluster that another row is in by then."""
    pairs, heights = _taken_out(tree, row)
    count, join, node = tree.count, cut_at(heights, height), beside
    parents = {node: count + number for number, pair in enumerate(pairs.tolist()) for node in pair}
    while parents.get(node, count + join) < count + join:
        node = parents[node]
    pairs = np.where(pairs >= count + join, pairs + 1, pairs)
    later = pairs[join:]
    later[later == node] = count + join
    pairs = np.sort(np.insert(pairs, join, (node, row), axis=0), axis=1)
    return ClusterTree(pairs, np.insert(heights, join, height), _sizes(pairs))


def _taken_out(tree: ClusterTree, row: int) -> tuple[Labels, Array]:
    """Return pairs and heights without a row and its join: the node it was joined to stands for both."""
    join = int(tree.parents[row]) - tree.count
    (node,) = tree.pairs[join][tree.pairs[join] != row]
    pairs = np.delete(tree.pairs, join, axis=0)
    pairs[pairs == tree.count + join] = node
    pairs[pairs > tree.count + join] -= 1
    return pairs, np.delete(tree.heights, join)


def _sizes(pairs: Labels) -> Labels:
    """Return how many rows each join brings together."""
    sizes = [1] * (len(pairs) + 1)
    for one, other in pairs.tolist():
        sizes.append(sizes[one] + sizes[other])
    return np.array(sizes[len(pairs) + 1 :], np.intp)
