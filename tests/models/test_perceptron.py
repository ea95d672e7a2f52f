"""The perceptron: traces of the notes, a literal transcription of the algorithm, and its theorem."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import mlexplorer as mlx
from mlexplorer import Dataset
from mlexplorer.models.perceptron import Perceptron

CORNERS = [(0, 0), (0, 1), (1, 0), (1, 1)]
RUGBY = Dataset(
    [
        *[(42.8, 171.9), (47.6, 182.3), (45.0, 165.0), (60.0, 175.0), (63.0, 160.0)],
        *[(85.0, 162.1), (98.7, 157.6), (93.6, 138.8), (87.9, 142.7), (92.8, 154.5)],
    ],
    [0] * 5 + [1] * 5,
)


def literal(data, rate, epochs, weights=None):
    """The algorithm as printed, with answers of one line for two classes or one for each of many."""
    classes = data.classes
    targets = [classes[1]] if len(classes) == 2 else classes
    state = np.zeros((len(targets), 3)) if weights is None else np.array(weights, dtype=float).reshape(-1, 3)
    path, rows = [state.copy()], []
    for _ in range(epochs):
        changed = False
        for row, ((x1, x2), label) in enumerate(zip(data.points, data.labels, strict=True)):
            moved = False
            for line, target in zip(state, targets, strict=True):
                answer = 1 if line[0] * x1 + line[1] * x2 - line[2] > 0 else 0
                wanted = int(label == target)
                if answer != wanted:
                    line[0] -= rate * (answer - wanted) * x1
                    line[1] -= rate * (answer - wanted) * x2
                    line[2] += rate * (answer - wanted)
                    moved = changed = True
            if moved:
                path.append(state.copy())
                rows.append(row)
        if not changed:
            break
    return path, rows


def ends(steps):
    """The weights at the end of each epoch that made updates, and the number of updates of each."""
    epochs = [step.lap.epoch for step in steps]
    last = {epoch: step for epoch, step in zip(epochs, steps, strict=True) if epoch}
    return [tuple(step.weights) for step in last.values()], [epochs.count(epoch) for epoch in last]


@pytest.mark.parametrize(
    ("labels", "weights", "updates"),
    [
        ([0, 0, 0, 1], [(1, 1, -1), (2, 1, 0), (2, 1, 1), (2, 2, 1), (2, 1, 2)], [1, 3, 3, 2, 1]),
        ([0, 1, 1, 1], [(0, 1, -1), (1, 1, -1), (1, 1, 0)], [1, 2, 1]),
    ],
    ids=["and", "or"],
)
def test_comp61011_g6_and_or(labels, weights, updates):
    steps = mlx.trace("perceptron", Dataset(CORNERS, labels), rate=1, start="zero", order="given")
    assert ends(steps) == (weights, updates)
    assert f"done after {sum(updates)} updates in {len(updates) + 1} epochs" in steps[-1].note
    assert steps[-1].loss == 0
    assert steps[-1].notice is None


def test_comp61011_g6_xor_cycles():
    steps = mlx.trace("perceptron", Dataset(CORNERS, [0, 1, 1, 0]), rate=1, epochs=12)
    weights, updates = ends(steps)
    assert weights == [(-1, 0, 0)] + [(-1, 0, -1)] * 11
    assert updates == [2, 3] + [4] * 10
    assert "goes round in circles" in steps[-1].notice.sentence
    assert "no line separates" in steps[-1].notice.sentence
    assert steps[4].notice is None  # nothing has come back yet


@pytest.mark.parametrize(("rate", "scale"), [(0.5, 0.5), (2.0, 2.0), (0.125, 0.125)])
def test_from_zero_the_rate_only_scales(rate, scale):
    data = Dataset(CORNERS, [0, 0, 0, 1])
    one, other = mlx.trace("perceptron", data, rate=1), mlx.trace("perceptron", data, rate=rate)
    np.testing.assert_array_equal([step.weights * scale for step in one], [step.weights for step in other])


def test_comp61011_g6_rugby_raw_and_standardised():
    steps = mlx.trace("perceptron", RUGBY, rate=0.1, epochs=100)
    assert len(steps) == 1 + 89
    assert "46 epochs" in steps[-1].note
    assert steps[-1].weights == pytest.approx([102.76, -53.68, 0.1])
    assert list(steps[-1].predict(np.array([(70, 160), (85.2, 160.3)]))) == [0, 1]
    standard = Dataset((RUGBY.points - RUGBY.points.mean(axis=0)) / RUGBY.points.std(axis=0), RUGBY.labels)
    steps = mlx.trace("perceptron", standard, rate=0.1)
    assert len(steps) == 1 + 2
    assert "3 epochs" in steps[-1].note
    assert steps[-1].weights == pytest.approx([0.200394, -0.075874, 0], abs=1e-6)


@pytest.mark.parametrize(
    ("labels", "trace"),
    [
        (
            [1, 1, 1, 0],
            "-1,0,0 0,1,1 -1,1,1 -2,1,0 -1,2,1 -2,2,0 -3,1,0 -2,2,1 -3,1,1 -2,2,2 -3,2,1",
        ),
        ([1, 0, 0, 0], "-1,0,0 0,0,1 -1,0,1 0,1,1 -1,1,1"),
    ],
    ids=["and", "or"],
)
def test_cz4041_d1_and_or_with_the_other_tie_rule(labels, trace):
    """There sign(0) = +1: labels are swapped, the weights (w0, w1, w2) are ours as (t, −w1, −w2)."""
    steps = mlx.trace("perceptron", Dataset(CORNERS, labels), rate=1)
    wanted = [tuple(map(float, entry.split(","))) for entry in trace.split()]
    found = [(step.weights[2], -step.weights[0], -step.weights[1]) for step in steps[1:]]
    np.testing.assert_array_equal(found, wanted)


def test_cz4041_d2_xor_four_cycle():
    steps = mlx.trace("perceptron", Dataset(CORNERS, [1, 0, 0, 1]), rate=1, epochs=8)
    found = [(step.weights[2], -step.weights[0], -step.weights[1]) for step in steps[1:]]
    cycle = [(-1, -1, 0), (0, -1, 1), (1, 0, 1), (0, -1, 0)]
    for index, weights in enumerate(found[2:]):
        np.testing.assert_array_equal(weights, cycle[index % 4])
    assert ends(steps)[1] == [3, 3] + [4] * 6


def test_comp61011_ds3_never_ends():
    points = [
        *[(-2.10, -0.32), (-1.73, -0.21), (-1.44, 0.41), (-1.17, -0.12), (-0.93, -0.61), (-0.71, 0.74)],
        *[(-0.52, 1.08), (-0.28, 3.46), (-0.13, 1.69), (0.03, 0.14), (0.12, -0.05), (0.66, -0.29), (1.42, -0.51)],
        *[(0.33, 0.13), (0.86, 0.54), (1.03, 0.06), (1.18, 0.37), (1.31, 0.25), (1.54, 0.73), (1.67, -0.88)],
        *[(1.83, 0.45), (2.02, -2.20), (2.24, 0.98), (2.47, 0.98), (2.78, 0.70)],
    ]
    steps = mlx.trace("perceptron", Dataset(points, [0] * 13 + [1] * 12), epochs=300)
    assert steps[-1].lap.epoch == 300
    assert steps[-1].notice is not None
    assert steps[-1].fewest >= 1


@pytest.mark.parametrize("seed", range(34))
def test_equals_the_literal_algorithm_to_the_last_bit(seed):
    random = np.random.default_rng(seed)
    classes, count = int(random.integers(2, 6)), int(random.integers(5, 300))
    labels = np.r_[np.arange(classes), random.integers(0, classes, count)]
    scale = 10 ** random.uniform(-3, 3)
    spread = random.uniform(0.05, 1)
    points = random.normal(0, spread, (len(labels), 2)) + np.c_[np.cos(2 * labels), np.sin(2 * labels)]
    points = np.round(points * scale, 3 if seed % 2 else 8) + random.normal(0, scale) * (seed % 3)
    data, rate = Dataset(points, labels), float(random.choice([0.1, 0.5, 1.0, 3.0]))
    start = random.normal(size=3 if classes == 2 else 3 * classes) if seed % 4 == 0 else None
    steps = mlx.trace("perceptron", data, start=start, rate=rate, epochs=25)
    path, rows = literal(data, rate, 25, start)
    np.testing.assert_array_equal([step.table for step in steps], path)
    assert [step.lap.rows[step.place] for step in steps[1:]] == rows


@pytest.mark.parametrize("gap", [0.02, 0.5])
def test_searching_sparse_mistakes_changes_nothing(gap):
    random = np.random.default_rng(1)
    points = random.uniform(-1, 1, (3000, 2))
    side = points @ [1.0, 0.7] - 0.1
    clear = np.abs(side) > gap
    data = Dataset(points[clear], (side[clear] > 0).astype(int))
    steps = mlx.trace("perceptron", data, epochs=200)
    assert steps[-1].loss == 0
    path, _ = literal(data, 1.0, 200)
    np.testing.assert_array_equal([step.table for step in steps], path)


@hypothesis.given(st.integers(0, 10**6))
def test_never_more_updates_than_the_theorem_allows(seed):
    """From zero there are at most (R/γ)² updates, R the longest (x, −1) and γ the margin of any unit (w, t)."""
    random = np.random.default_rng(seed)
    points = random.uniform(-1, 1, (60, 2))
    chosen = random.normal(size=3)
    chosen /= np.linalg.norm(chosen)
    longer = np.c_[points, -np.ones(60)]
    side = longer @ chosen
    clear = np.abs(side) > 0.1
    data = Dataset(points[clear], (side[clear] > 0).astype(int))
    hypothesis.assume(len(data.classes) == 2)
    steps = mlx.trace("perceptron", data, epochs=1000)
    bound = (np.linalg.norm(longer[clear], axis=1).max() / np.abs(side[clear]).min()) ** 2
    assert steps[-1].loss == 0
    assert len(steps) - 1 <= bound


@pytest.mark.parametrize("labels", [[0, 1], [0, 1, 2, 3]])
def test_the_pocket_holds_the_best_weights_so_far(labels):
    random = np.random.default_rng(3)
    data = Dataset(random.normal(size=(40, 2)), np.resize(labels, 40))
    steps = mlx.trace("perceptron", data, epochs=6)
    fewest = np.minimum.accumulate([step.loss for step in steps])
    assert [step.fewest for step in steps] == list(fewest)
    first = [int(np.flatnonzero(fewest == best)[0]) for best in fewest]
    np.testing.assert_array_equal([step.pocket for step in steps], [steps[index].table for index in first])


def test_the_loss_is_what_predict_gets_wrong():
    random = np.random.default_rng(4)
    data = Dataset(random.integers(-2, 3, (50, 2)), random.integers(0, 4, 50))
    for step in mlx.trace("perceptron", data, epochs=3)[::7]:
        assert step.loss == (step.predict(data.points) != data.labels).sum()


def test_a_separable_problem_of_three_classes_ends():
    random = np.random.default_rng(5)
    labels = np.repeat([2, 5, 7], 20)
    centres = np.array([(0, 4), (4, -3), (-4, -3)])[np.repeat([0, 1, 2], 20)]
    step = mlx.fit("perceptron", Dataset(centres + random.uniform(-1, 1, (60, 2)), labels))
    assert step.loss == 0
    assert "without mistakes" in step.note


def test_shuffled_orders_follow_the_seed():
    first, again, other = (
        mlx.trace("perceptron", RUGBY, rate=0.5, order="shuffled", seed=seed, epochs=5) for seed in (1, 1, 2)
    )
    assert [step.lap.rows[step.place] for step in first] == [step.lap.rows[step.place] for step in again]
    assert [tuple(step.weights) for step in first] != [tuple(step.weights) for step in other]


def test_an_end_without_success_offers_more_epochs():
    step = mlx.fit("perceptron", RUGBY, rate=0.1, epochs=20)
    assert step.notice.remedy.changes == {"epochs": 200}
    assert mlx.fit("perceptron", RUGBY, rate=0.1, **step.notice.remedy.changes).notice is None


def test_each_update_is_told():
    step = mlx.trace("perceptron", Dataset(CORNERS, [0, 0, 0, 1]))[2]
    assert step.note == "Epoch 2: point 1 (Class 0) is wrong, so w moves away from it."
    assert step.working[0] == "f = w·x − t = 1, so the answer ŷ is 1, wanted y = 0"
    assert step.working[1] == "w + η·(y − ŷ)·x = (1, 1) + 1·(0 − 1)·(0, 0) = (1, 1)"
    assert step.working[2] == "t − η·(y − ŷ) = −1 − 1·(0 − 1) = 0"


def test_a_start_that_is_right_already():
    (step,) = mlx.trace("perceptron", Dataset(CORNERS, [0, 0, 0, 1]), start=np.array([2.0, 1.0, 2.0]))
    assert "done after no updates in 1 epoch." in step.note


def test_random_starts_follow_the_seed():
    model = Perceptron(start="random", seed=3)
    first, again = (next(iter(model.fit(RUGBY))).weights for _ in range(2))
    np.testing.assert_array_equal(first, again)
    assert (first != next(iter(Perceptron(start="random", seed=4).fit(RUGBY))).weights).all()
