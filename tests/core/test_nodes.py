"""Boxes of tree nodes: what is equal to a threshold goes left, so a box has its right and upper edges."""

import numpy as np

from mlexplorer.core.capabilities.trees import Node


def test_a_box_has_its_right_and_upper_edges_and_not_the_others():
    node = Node((0.0, 1.0, 0.0, 2.0), (4.0,), 0, 0.0, 1)
    places = [(1.0, 1.0), (0.5, 2.0), (1.0, 2.0), (0.0, 1.0), (0.5, 0.0), (1.1, 1.0), (0.5, 2.1), (0.5, 1.0)]
    assert node.inside(np.array(places)).tolist() == [0, 1, 2, 7]
