"""k-means: the worked examples of the notes, and scikit-learn."""

import itertools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.cluster import KMeans

import mlexplorer as mlx
from mlexplorer.core.data import Dataset

LINE = Dataset(np.c_[[1.0, 2.0, 4.0, 5.0], np.zeros(4)], [0, 0, 0, 0])
RECTANGLE = Dataset([[0, 0], [0, 1], [4, 0], [4, 1]], [0, 0, 0, 0])


def test_cz4041_d18_four_points_on_a_line():
    steps = mlx.trace("kmeans", LINE, k=2, start=[[1, 0], [2, 0]])
    assert [(step.iteration, step.phase) for step in steps] == [
        (0, "assign"),
        (1, "move"),
        (1, "assign"),
        (2, "move"),
        (2, "assign"),
    ]
    np.testing.assert_array_equal(steps[0].assignments, [0, 1, 1, 1])
    np.testing.assert_allclose(steps[1].centres[:, 0], [1, 11 / 3])
    assert [step.loss for step in steps] == pytest.approx([13, 14 / 3, 26 / 9, 1, 1])
    assert "sum of squares 4.67" in steps[1].note
    np.testing.assert_array_equal(steps[2].assignments, [0, 0, 1, 1])
    np.testing.assert_allclose(steps[-1].centres[:, 0], [1.5, 4.5])
    assert steps[-1].loss == pytest.approx(1)


@pytest.mark.parametrize(
    ("start", "centres", "loss"),
    [([[0, 0], [4, 0]], [[0, 0.5], [4, 0.5]], 1), ([[0, 0], [0, 1]], [[2, 0], [2, 1]], 16)],
)
def test_cz4041_d18_rectangle(start, centres, loss):
    step = mlx.fit("kmeans", RECTANGLE, k=2, start=start)
    np.testing.assert_allclose(step.centres, centres)
    assert step.loss == pytest.approx(loss)


@pytest.mark.parametrize(("centres", "within"), [([3], 10), ([1.5, 4.5], 1), ([7 / 3, 5], 4.6667), ([1, 2, 4, 5], 0)])
def test_cz4041_d19_within_between_total(centres, within):
    step = mlx.fit("kmeans", LINE, k=len(centres), start=np.c_[centres, np.zeros(len(centres))])
    if centres != [7 / 3, 5]:  # that one is not a fixed point: 4 is nearer to 5
        np.testing.assert_allclose(step.centres[:, 0], centres)
    landscape = step.landscape(LINE)
    loss = landscape.values(np.c_[centres, np.zeros(len(centres))].reshape(1, -1))[0]
    labels = [0, 0, 0, 1] if centres == [7 / 3, 5] else np.abs(np.subtract.outer([1, 2, 4, 5], centres)).argmin(axis=1)
    total = sum((x - centres[label]) ** 2 for x, label in zip([1, 2, 4, 5], labels, strict=True))
    assert total == pytest.approx(within, abs=1e-4)
    assert loss <= total + 1e-9


def test_dtu_18_2_farthest_first_start_and_elbow():
    random = np.random.default_rng(0)
    points = random.normal(0, 0.3, (80, 2)) + np.repeat([[0, 0], [6, 0], [0, 6], [6, 6]], 20, axis=0)
    data = Dataset(points, np.zeros(80, int))
    losses = [mlx.fit("kmeans", data, k=k, start="farthest").loss for k in range(1, 7)]
    assert (np.diff(losses) < 0).all()
    assert losses[2] > 10 * losses[3] > 10 * losses[5]
    assert losses[3] < 3 * losses[4]


def random_data(seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(5, 500))
    middles = random.normal(0, 3, (5, 2))
    points = middles[random.integers(0, 5, count)] + random.normal(0, 1, (count, 2))
    points = points * 10 ** random.uniform(-3, 3) + random.normal(0, 10, 2)
    if seed % 4 == 0:
        points[: count // 3] = points[count // 3]
    return Dataset(points, np.full(count, -1)), random


@pytest.mark.parametrize("seed", range(34))
def test_like_scikit_learn_from_the_same_start(seed):
    data, random = random_data(seed)
    k = int(random.integers(1, min(9, len(np.unique(data.points, axis=0))) + 1))
    places = np.unique(data.points, axis=0)
    while True:  # until no cluster becomes empty on the way: those are treated differently
        start = places[random.permutation(len(places))[:k]]
        steps = mlx.trace("kmeans", data, k=k, start=start)
        if not any(step.now.reseeded for step in steps):
            break
    step = steps[-1]
    reference = KMeans(k, init=start, n_init=1, tol=0, max_iter=300, algorithm="lloyd").fit(data.points)
    scale = np.ptp(data.points)
    np.testing.assert_allclose(step.centres, reference.cluster_centers_, rtol=0, atol=1e-9 * scale)
    assert step.loss == pytest.approx(reference.inertia_, rel=1e-6, abs=1e-9 * scale**2)
    np.testing.assert_array_equal(step.predict(data.points), reference.labels_)


def test_the_best_of_many_runs_is_shown_and_said():
    random = np.random.default_rng(1)
    data = Dataset(random.normal(0, 0.2, (90, 2)) + random.normal(0, 5, (9, 2)).repeat(10, axis=0), np.full(90, -1))
    alone = [mlx.fit("kmeans", data, k=9, start="points", seed=3).loss]
    many = mlx.trace("kmeans", data, k=9, start="points", seed=3, restarts=20)
    assert many[-1].loss < alone[0]
    assert "best of 20" in many[0].note
    assert many[-1].loss <= mlx.fit("kmeans", data, k=9, start="points", seed=3, restarts=5).loss


def test_fewer_different_points_than_clusters_are_said():
    data = Dataset([[0, 0], [0, 0], [1, 1]], [-1, -1, -1])
    step = mlx.fit("kmeans", data, k=5)
    assert step.notice.remedy.changes == {"k": 2}
    assert step.loss == 0


def test_an_empty_cluster_is_said_and_starts_anew():
    steps = mlx.trace("kmeans", RECTANGLE, k=2, start=[[2, 0.5], [90, 90]])
    assert "farthest" in steps[0].notice.sentence
    assert "cluster 1 was empty" in steps[1].note
    assert steps[-1].notice is None
    assert steps[-1].loss == pytest.approx(1)


def test_too_few_given_centres_are_filled_up_and_too_many_cut():
    assert len(mlx.fit("kmeans", RECTANGLE, k=3, start=[[0, 0]]).centres) == 3
    assert len(mlx.fit("kmeans", RECTANGLE, k=1, start=[[0, 0], [4, 1]]).centres) == 1


def test_the_first_step_has_the_given_centres():
    start = np.array([[0.5, 0.25], [3.0, 1.0]])
    np.testing.assert_array_equal(mlx.trace("kmeans", RECTANGLE, k=2, start=start)[0].centres, start)


@hypothesis.given(st.integers(0, 10**6), st.floats(-3, 3))
def test_turning_moving_and_shuffling_the_points_changes_nothing(seed, angle):
    random = np.random.default_rng(seed)
    points, start = random.normal(0, 1, (40, 2)), random.normal(0, 1, (3, 2))
    turn, order = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]), random.permutation(40)
    here = mlx.fit("kmeans", Dataset(points, np.full(40, -1)), k=3, start=start)
    moved = Dataset(points[order] @ turn.T + [4, -2], np.full(40, -1))
    there = mlx.fit("kmeans", moved, k=3, start=start @ turn.T + [4, -2])
    np.testing.assert_allclose(here.centres @ turn.T + [4, -2], there.centres, atol=1e-9)
    np.testing.assert_array_equal(here.assignments[order], there.assignments)


def test_doubling_every_point_doubles_the_loss_and_keeps_the_centres():
    random = np.random.default_rng(2)
    points, start = random.normal(0, 1, (30, 2)), random.normal(0, 1, (4, 2))
    once = mlx.fit("kmeans", Dataset(points, np.full(30, -1)), k=4, start=start)
    twice = mlx.fit("kmeans", Dataset(np.repeat(points, 2, axis=0), np.full(60, -1)), k=4, start=start)
    np.testing.assert_allclose(twice.centres, once.centres)
    assert twice.loss == pytest.approx(2 * once.loss)


def test_labels_and_held_out_points_play_no_part():
    random = np.random.default_rng(4)
    points = random.normal(0, 1, (30, 2))
    plain = mlx.fit("kmeans", Dataset(points, np.full(30, -1)))
    labelled = mlx.fit("kmeans", Dataset(points, np.arange(30) % 9))
    np.testing.assert_array_equal(plain.centres, labelled.centres)
    held = Dataset(np.r_[points, [[50, 50]]], np.full(31, -1), held_out=np.arange(31) == 30)
    np.testing.assert_array_equal(plain.centres, mlx.fit("kmeans", held).centres)


@pytest.mark.parametrize("seed", range(5))
def test_both_half_steps_lower_the_sum_of_squares_with_the_present_assignments(seed):
    points = np.random.default_rng(seed).normal(size=(80, 2))
    data = Dataset(points, np.zeros(80, int))
    steps = mlx.trace("kmeans", data, k=4, start="points", seed=seed)
    losses = [step.loss for step in steps]
    assert all(after <= before + 1e-12 for before, after in itertools.pairwise(losses))
    for step in steps:
        away = points - step.centres[step.assignments]
        assert step.loss == pytest.approx((away * away).sum())
    by_phase = [before - after > 1e-9 for before, after in itertools.pairwise(losses)]
    assert any(by_phase[::2])
    assert any(by_phase[1::2])
