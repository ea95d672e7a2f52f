"""Trees grown by levels, the order of their growth, their pruning, and boxes on grids."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.trees.boxes import EVERYWHERE, covered, half_planes, joined, painted
from mlexplorer.algorithms.trees.growing import Grown, grow
from mlexplorer.algorithms.trees.pruning import NEVER, cut_ranks, growth, pruning_path, weakest_links
from mlexplorer.algorithms.trees.splits import CRITERIA, ClassWeights, Sorted, impurity
from mlexplorer.core.grid import Grid

GRID = Grid(-3, 3, -2, 2, 41, 23)


def cost(labels, weights, count, criterion):
    counts = np.bincount(labels, weights, count)
    return counts.sum() * impurity(counts, criterion)


def brute(points, labels, weights, criterion, *, depth, leaf):
    """A tree grown node by node, every candidate judged from its points: (feature, threshold, left, right) or None."""
    count, whole = labels.max(initial=0) + 1, weights.sum()
    counts = np.bincount(labels, weights, count)
    if depth == 0 or whole - counts.max() <= 1e-9 * whole:
        return None
    found = []
    for feature in (0, 1):
        values = np.unique(points[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            low = points[:, feature] <= threshold
            if min(low.sum(), (~low).sum()) >= leaf:
                price = sum(cost(labels[side], weights[side], count, criterion) for side in (low, ~low))
                found.append((price, feature, threshold, low))
    if not found:
        return None
    least = min(price for price, *_ in found)
    _, feature, threshold, low = next(item for item in found if item[0] <= least + 1e-9 * whole)
    parts = [
        brute(points[side], labels[side], weights[side], criterion, depth=depth - 1, leaf=leaf) for side in (low, ~low)
    ]
    return (feature, float(threshold), *parts)


def nested(grown, node=0):
    if grown.feature[node] < 0:
        return None
    left = grown.left[node]
    return (int(grown.feature[node]), float(grown.threshold[node]), nested(grown, left), nested(grown, left + 1))


def sample(seed, most=40):
    """Points on a lattice (many ties) or not, labels, and weights that are equal or not."""
    random = np.random.default_rng(seed)
    count, classes = random.integers(1, most), random.integers(1, 5)
    points = random.integers(0, 4, (count, 2)).astype(float) if seed % 2 else random.normal(size=(count, 2))
    labels = random.integers(0, classes, count)
    return random, points, labels, np.ones(count) if seed % 3 else random.random(count)


def grown_of(points, labels, weights, criterion, *, depth=30, leaf=1):
    even = bool((weights == 1).all())
    classes = ClassWeights(labels, labels.max() + 1, None if even else weights)
    return grow(Sorted.of(points), classes, criterion, depth, leaf)


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(CRITERIA[:3]), st.integers(1, 6), st.integers(1, 4))
@hypothesis.settings(max_examples=60)
def test_every_split_is_that_of_the_brute_force_tree(seed, criterion, depth, leaf):
    _, points, labels, weights = sample(seed)
    grown = grown_of(points, labels, weights, criterion, depth=depth, leaf=leaf)
    assert nested(grown) == brute(points, labels, weights, criterion, depth=depth, leaf=leaf)


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(CRITERIA))
def test_nodes_know_their_points(seed, criterion):
    _, points, labels, weights = sample(seed)
    grown = grown_of(points, labels, weights, criterion)
    np.testing.assert_array_equal(grown.leaves(points), grown.homes)
    np.testing.assert_array_equal(grown.label[grown.homes], grown.says(points))
    for node, (left, right, bottom, top) in enumerate(grown.boxes):
        x, y = points.T
        inside = (left < x) & (x <= right) & (bottom < y) & (y <= top)
        counts = np.bincount(labels[inside], weights[inside], grown.counts.shape[1])
        np.testing.assert_allclose(grown.counts[node], counts, atol=1e-12)
    inner = np.flatnonzero(grown.feature >= 0)
    np.testing.assert_array_equal(grown.parent[grown.left[inner]], inner)
    np.testing.assert_array_equal(grown.parent[grown.left[inner] + 1], inner)


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(CRITERIA))
def test_whole_weights_are_as_good_as_copies(seed, criterion):
    random, points, labels, _ = sample(seed)
    copies = random.integers(1, 4, len(points))
    weighted = grown_of(points, labels, copies.astype(float), criterion)
    copied = grown_of(np.repeat(points, copies, axis=0), np.repeat(labels, copies), np.ones(copies.sum()), criterion)
    assert nested(weighted) == nested(copied)
    np.testing.assert_allclose(weighted.counts, copied.counts)


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(CRITERIA))
def test_growth_takes_the_largest_drop_of_the_open_leaves(seed, criterion):
    _, points, labels, weights = sample(seed)
    grown = grown_of(points, labels, weights, criterion)
    open_leaves = {0}
    for node in growth(grown):
        most = max(grown.drop[leaf] for leaf in open_leaves if grown.feature[leaf] >= 0)
        assert grown.drop[node] >= most - 2e-9 * grown.weight[0]
        assert node in open_leaves
        open_leaves = open_leaves - {node} | {grown.left[node], grown.left[node] + 1}
    assert all(grown.feature[leaf] < 0 for leaf in open_leaves)


def cheapest(grown, price, node=0):
    """Return the least Σ (n/N)·Q + price · leaves of any pruned branch, and the fewest leaves that reach it."""
    alone = grown.weight[node] * grown.impurity[node] / grown.weight[0] + price
    if grown.feature[node] < 0:
        return alone, 1
    parts = [cheapest(grown, price, grown.left[node] + side) for side in (0, 1)]
    together = sum(part[0] for part in parts)
    return (alone, 1) if alone <= together + 1e-9 else (together, sum(part[1] for part in parts))


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(CRITERIA))
def test_the_pruning_path_passes_the_cheapest_trees(seed, criterion):
    _, points, labels, weights = sample(seed)
    grown = grown_of(points, labels, weights, criterion)
    path = pruning_path(grown)
    assert (np.diff(path.prices) > 0).all()
    assert (np.diff(path.leaves) < 0).all()
    assert path.leaves[-1] == 1
    for index in range(len(path.prices)):
        after = path.prices[index + 1] if index + 1 < len(path.prices) else path.prices[index] + 1
        price = (path.prices[index] + after) / 2
        total, leaves = cheapest(grown, price)
        assert path.impurities[index] + price * path.leaves[index] == pytest.approx(total, abs=1e-9)
        assert path.leaves[index] == leaves


@hypothesis.given(st.integers(0, 10**6))
def test_cuts_leave_trees_with_as_many_leaves_as_said(seed):
    _, points, labels, weights = sample(seed)
    grown = grown_of(points, labels, weights, "gini")
    links = list(weakest_links(grown))
    ranks = cut_ranks(grown, links)
    for number, link in enumerate(links, 1):
        inner = (grown.feature >= 0) & (ranks > number)
        assert inner.sum() + 1 == link.leaves
        assert inner[grown.parent[1:]][inner[1:]].all(), "a split hangs in the air"
    assert (cut_ranks(grown, []) == NEVER).all()


def test_cz4041_d6b_branch_of_four_leaves_is_cut_at_half_an_error():
    """(20, 10) with the leaves (8, 4), (3, 4), (4, 1), (5, 1): a price of k errors a leaf is one of k/30 here."""
    grown = Grown(
        criterion="error",
        parent=np.array([-1, 0, 0, 1, 1, 2, 2]),
        depth=np.array([0, 1, 1, 2, 2, 2, 2]),
        counts=np.array([(20, 10), (11, 8), (9, 2), (8, 4), (3, 4), (4, 1), (5, 1)], float),
        boxes=np.zeros((7, 4)),
        feature=np.array([0, 0, 0, -1, -1, -1, -1]),
        threshold=np.zeros(7),
        left=np.array([1, 3, 5, -1, -1, -1, -1]),
        homes=np.zeros(0, int),
    )
    path, price = pruning_path(grown), 0.5 / 30
    assert cheapest(grown, price) == pytest.approx((10.5 / 30, 1))
    assert cheapest(grown, price / 10)[1] == 3
    np.testing.assert_allclose(path.prices * 30, [0, 0.5])
    assert path.leaves.tolist() == [3, 1]
    whole = (grown.weight * grown.impurity)[3:].sum() / 30 + 4 * price
    assert whole == pytest.approx(11 / 30)


@hypothesis.given(st.integers(0, 10**6))
def test_boxes_on_a_grid(seed):
    random, points, labels, _ = sample(seed)
    grown = grown_of(points, labels, np.ones(len(points)), "entropy")
    leaves = np.flatnonzero(grown.feature < 0)
    wanted = grown.leaves(GRID.points).reshape(GRID.rows, GRID.columns)
    np.testing.assert_array_equal(leaves[painted(grown.boxes[leaves], GRID)], wanted)
    values = random.integers(-5, 5, (len(leaves), 2)).astype(float)
    np.testing.assert_array_equal(
        covered(grown.boxes[leaves], values, GRID), values[painted(grown.boxes[leaves], GRID)]
    )


def test_many_boxes_on_a_grid():
    random = np.random.default_rng(0)
    points, labels = random.normal(size=(3000, 2)), random.integers(0, 2, 3000)
    grown = grown_of(points, labels, np.ones(3000), "gini")
    leaves = np.flatnonzero(grown.feature < 0)
    assert len(leaves) > 300
    wanted = grown.leaves(GRID.points).reshape(GRID.rows, GRID.columns)
    np.testing.assert_array_equal(leaves[painted(grown.boxes[leaves], GRID)], wanted)


@hypothesis.given(st.integers(0, 10**6))
def test_joined_cells_fill_the_plane_once(seed):
    random = np.random.default_rng(seed)
    across, up = (np.unique(random.integers(-9, 9, random.integers(0, 6))).astype(float) for _ in range(2))
    labels = random.integers(0, 2, (len(up) + 1, len(across) + 1))
    boxes = joined(across, up, labels)
    places = random.uniform(-11, 11, (60, 2))
    for x, y in places:
        found = [label for (left, right, bottom, top), label in boxes if left < x < right and bottom < y < top]
        assert found == [labels[np.searchsorted(up, y), np.searchsorted(across, x)]]
    assert len(boxes) <= labels.size


def test_equal_cells_become_one_box():
    assert joined(np.array([0.0, 1.0]), np.array([2.0]), np.zeros((2, 3), int)) == [(EVERYWHERE, 0)]


def test_half_planes():
    assert half_planes(0, 2.0) == ((-np.inf, 2.0, -np.inf, np.inf), (2.0, np.inf, -np.inf, np.inf))
    assert half_planes(1, 2.0) == ((-np.inf, np.inf, -np.inf, 2.0), (-np.inf, np.inf, 2.0, np.inf))
