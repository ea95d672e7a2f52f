"""A grown tree as the nodes that a diagram shows."""

from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import Node


def nodes_of(grown: Grown, classes: Labels) -> tuple[Node, ...]:
    """Return every node of a whole tree, the root first; classes are the labels of its columns."""
    gains = grown.drop / grown.weight
    return tuple(
        Node(
            tuple(grown.boxes[node].tolist()),
            tuple(grown.counts[node].tolist()),
            int(classes[grown.label[node]]),
            float(grown.impurity[node]),
            int(grown.depth[node]),
            *(
                (
                    int(grown.feature[node]),
                    float(grown.threshold[node]),
                    float(gains[node]),
                    int(grown.left[node]),
                    int(grown.left[node]) + 1,
                )
                if grown.feature[node] >= 0
                else ()
            ),
        )
        for node in range(len(grown.parent))
    )
