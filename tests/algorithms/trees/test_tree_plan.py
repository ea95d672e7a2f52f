"""Edits of a tree by hand: numbers of nodes, cuts, splits, and what becomes of them."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.algorithms.trees.tree_plan import is_below, read_edits, write_edits

DATA = mlx.make("moons", count=120, noise=0.35)


def fitted(**values):
    return mlx.fit("tree", DATA, **values)


def test_edits_are_words_and_numbers():
    assert read_edits("-5 +12") == read_edits(" −5  12") == (-5, 12)
    assert write_edits((-5, 12)) == "-5 +12"
    for words in ("five", "0", "-1.5"):
        with pytest.raises(ValueError, match="by_hand"):
            mlx.fit("tree", DATA, by_hand=words)


def test_numbers_tell_branches():
    assert is_below(5, 5)
    assert is_below(22, 5)
    assert not is_below(5, 22)
    assert not is_below(6, 5)
    plan = fitted(depth=4).plan
    for node in range(len(plan.grown.parent)):
        number = plan.number(node)
        assert plan.node(number, plan.grown.feature >= 0) == node
        if node:
            assert number // 2 == plan.number(int(plan.grown.parent[node]))


def test_a_split_by_hand_is_the_one_a_deeper_tree_makes():
    whole, deeper = fitted(depth=2), fitted(depth=4)
    below = np.flatnonzero((deeper.plan.grown.depth >= 2) & (deeper.plan.grown.feature >= 0))
    edits = [deeper.plan.number(node) for node in below.tolist()]
    by_hand = fitted(depth=2, by_hand=write_edits(edits))
    assert len(edits) > 2
    assert {node.box for node in by_hand.tree} == {node.box for node in deeper.tree}
    np.testing.assert_array_equal(by_hand.scores(DATA.points), deeper.scores(DATA.points))
    assert by_hand.iteration == whole.iteration + len(edits)
    assert by_hand.pruning_path.leaves.tolist() == whole.pruning_path.leaves.tolist()


def test_an_edit_says_all_of_its_branch_and_needs_its_node():
    whole = fitted()
    assert len(fitted(by_hand="-1").tree) == 1
    assert len(fitted(by_hand="+1").tree) == 3
    assert fitted(by_hand="-1 +1 -3").iteration == whole.iteration + 3
    assert fitted(by_hand="-1 +6").iteration == whole.iteration + 1
    assert fitted(by_hand="+1048576").tree == whole.tree
    assert fitted(pruning=0.05, by_hand="-2").tree[0] == fitted(pruning=0.05).tree[0]


def test_toggling_twice_leaves_nothing_behind():
    step = fitted(depth=2)
    mixed = max(range(len(step.tree)), key=lambda index: step.tree[index].impurity * (step.tree[index].feature < 0))
    wider = fitted(depth=2, **step.reshaped(mixed))
    again = next(index for index, node in enumerate(wider.tree) if node.box == step.tree[mixed].box)
    assert wider.reshaped(again) == {"by_hand": ""}
    assert fitted(depth=2, leaf=50).reshaped(1) is None


def test_steps_of_the_hand_follow_the_others():
    steps = list(mlx.trace("tree", DATA, pruning=0.02, by_hand="-2 +2"))
    assert [step.phase for step in steps[-3:]] == ["prune", "hand", "hand"]
    assert len(steps[-2].tree) < len(steps[-1].tree) <= len(steps[-3].tree)
    assert all(one.iteration == place for place, one in enumerate(steps))
    assert steps[-2].working[-1].startswith("after the cut")
    assert steps[-1].working[-1].startswith("gain = ")
