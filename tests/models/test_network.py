"""The neural network: worked examples of the notes, scikit-learn's arithmetic, starts, dropout and decay."""

import itertools

import numpy as np
import pytest
from scipy.special import expit
from sklearn.neural_network import MLPClassifier

import mlexplorer as mlx
from mlexplorer import CannotFit, Dataset, Grid
from mlexplorer.algorithms.networks.loss import NetworkLoss, chances, surprises
from mlexplorer.algorithms.networks.passes import ACTIVATIONS, Activation, UnitLayout, backward, forward, with_ones
from mlexplorer.algorithms.networks.words import Net, told_point, unit_names
from mlexplorer.core.model import Step
from mlexplorer.models.network import SOLVERS, NeuralNetwork

XOR = Dataset([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 1, 0])
MOONS = mlx.make("moons", count=80, noise=0.2, seed=1)
BLOBS = mlx.make("blobs", classes=4, count=90, seed=2)
BENDS = tuple(ACTIVATIONS)
D3 = [np.array([[0.2, 0.4, 0.0], [-0.3, 0.1, 0.0]]), np.array([[-0.3, -0.2, 0.0]])]  # no offsets


def loss_of(data, hidden=(3,), bend="tanh", penalty=0.3):
    classes = len(data.classes)
    layout = UnitLayout((2, *hidden, classes if classes > 2 else 1))
    columns = np.searchsorted(data.classes, data.labels)
    return NetworkLoss(layout, ACTIVATIONS[bend], data.points, columns, penalty)


def held(data, layers, **values):
    """Return the step of a network that has the weights of some layers."""
    weights = np.concatenate([layer.ravel() for layer in layers])
    return mlx.trace("network", data, start=weights, **values)[0]


def test_cz4041_d3_forward_and_back():
    """Inputs (1, 0), target 1, rate ½, logistic units, squared error: old weights, Δ goes back."""
    logistic = ACTIVATIONS["logistic"]
    values = forward(D3, with_ones(np.array([[1.0, 0.0]])), logistic)
    np.testing.assert_allclose(values[1][:-1, 0], [0.549834, 0.425557], atol=5e-7)
    given = expit(values[-1])
    np.testing.assert_allclose(given[0, 0], 0.437808, atol=5e-7)
    slopes, _ = backward(D3, values, (given - 1.0) * given * (1.0 - given), logistic)
    first, last = (old - 0.5 * slope for old, slope in zip(D3, slopes, strict=True))
    np.testing.assert_allclose(last[0, :2], [-0.261959, -0.170557], atol=5e-7)
    np.testing.assert_allclose(first[:, 0], [0.194863, -0.303383], atol=5e-7)
    np.testing.assert_allclose(first[:, 1], [0.4, 0.1], atol=0)


def test_cz4041_d3_linear_units():
    line = Activation(lambda _: None, np.ones_like, "{}", "{}")
    values = forward(D3, with_ones(np.array([[1.0, 0.0]])), line)
    np.testing.assert_allclose([*values[1][:-1, 0], values[2][0, 0]], [0.2, -0.3, 0.0], atol=1e-12)
    slopes, _ = backward(D3, values, values[-1] - 1.0, line)
    first, last = (old - 0.5 * slope for old, slope in zip(D3, slopes, strict=True))
    np.testing.assert_allclose(last[0, :2], [-0.2, -0.35], atol=1e-12)
    np.testing.assert_allclose(first[:, 0], [0.05, -0.4], atol=1e-12)


def test_cz4041_d3_is_told_line_by_line():
    """The same network with the log loss: its error is p − wanted, all else goes as in the notes."""
    net = Net(D3, unit_names((2, 2, 1), ("f",)), "logistic")
    lines = told_point(net, np.array([1.0, 0.0]), np.array([1.0]), 0.5)
    assert lines[1].endswith("= 0.2, 1/(1 + e^−(0.2)) = 0.5498")
    assert lines[2].endswith("= 0.4256")
    assert lines[5] == "f: 0.4378 − 1 = −0.5622"
    assert lines[7] == "h₁: 0.2475·0.1687 = 0.04175"  # .549834·(1 − .549834), −.3·−.562192
    assert "h₁→f: slope −0.3091, −0.3 → −0.1454" in lines


def test_the_penalty_is_told_with_a_point():
    step = mlx.fit("network", XOR, hidden="2", penalty=0.8, rate=0.5, steps=3)
    assert step.working_at(0)[-1] == "The penalty takes 10 % of each weight as well."


def test_dtu_g43_softmax():
    np.testing.assert_allclose(chances(np.array([[2.0], [1.0], [-1.0]]))[:, 0], [0.7054, 0.2595, 0.0351], atol=5e-5)


@pytest.mark.parametrize(("guess", "loss"), [((0.1, 0.8, 0.1), 0.2231), ((0.8, 0.1, 0.1), 2.3026)])
def test_uppsala_figure_7_6_cross_entropy(guess, loss):
    found = surprises(np.log(guess)[:, None], np.array([[0.0], [1.0], [0.0]]))
    assert found[0] == pytest.approx(loss, abs=5e-5)


def test_log_loss_does_not_overflow():
    one = surprises(np.array([[1e4, -1e4]]), np.array([[0.0, 1.0]]))
    many = surprises(np.array([[1e4], [0.0], [-1e4]]), np.array([[0.0], [0.0], [1.0]]))
    np.testing.assert_array_equal(one, [1e4, 1e4])
    np.testing.assert_array_equal(many, [2e4])


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("data", [MOONS, BLOBS], ids=["two", "four"])
@pytest.mark.parametrize("hidden", [(3,), (4, 3), (3, 2, 2)])
def test_slopes_agree_numerically(bend, data, hidden):
    loss = loss_of(data, hidden, bend)
    weights = loss.layout.drawn(np.random.default_rng(5), 1.0)
    nudges = 1e-6 * np.eye(len(weights))
    found = (loss.values(weights + nudges) - loss.values(weights - nudges)) / 2e-6
    np.testing.assert_allclose(loss.look(weights).gradient, found, rtol=1e-6, atol=1e-6 * np.abs(found).max())


def test_slopes_of_batches_add_up_with_their_share_of_the_penalty():
    loss = loss_of(MOONS)
    weights = loss.layout.drawn(np.random.default_rng(0), 1.0)
    parts = np.array_split(np.arange(80), 5)
    together = np.mean([loss.slope(weights, rows) for rows in parts], axis=0)
    np.testing.assert_allclose(together, loss.slope(weights), atol=1e-12)


def test_the_slope_of_a_thinned_network_is_numerically_right():
    loss = loss_of(MOONS, (4, 3), penalty=0.0)
    weights = loss.layout.drawn(np.random.default_rng(1), 1.0)
    kept = loss.layout.thinned((np.array([0.0, 1.25, 1.25, 1.25]), np.array([1.25, 0.0, 1.25])))
    nudges = 1e-6 * np.eye(len(weights))
    found = (loss.values((weights + nudges) * kept) - loss.values((weights - nudges) * kept)) / 2e-6
    slope = loss.slope(weights, kept=kept)
    np.testing.assert_allclose(slope * 80, found, rtol=1e-6, atol=1e-6)
    first, second, last = loss.layout.matrices(slope)
    assert not first[0].any()
    assert not second[1].any()
    assert not last[:, 1].any()


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("data", [MOONS, BLOBS], ids=["two", "four"])
def test_scores_probabilities_and_loss_are_those_of_scikit_learn(bend, data):
    other = MLPClassifier((5, 4), activation=bend, max_iter=3, random_state=0, alpha=0.7)
    with pytest.warns(UserWarning, match="Maximum iterations"):
        other.fit(data.points, data.labels)
    layers = [np.c_[weights.T, offsets] for weights, offsets in zip(other.coefs_, other.intercepts_, strict=True)]
    step = held(data, layers, hidden="5,4", activation=bend, penalty=0.0)
    places = Grid(-3, 3, -3, 3, 21, 17)
    np.testing.assert_allclose(step.probabilities(places.points), other.predict_proba(places.points), atol=1e-12)
    wanted = other.predict_proba(data.points)[np.arange(len(data)), np.searchsorted(data.classes, data.labels)]
    assert step.loss == pytest.approx(-np.log(wanted).sum(), rel=1e-9)


@pytest.mark.parametrize(
    ("solver", "options"), [("adam", {}), ("momentum", {"momentum": 0.9}), ("gradient", {"momentum": 0.0})]
)
def test_fifty_epochs_are_those_of_scikit_learn(solver, options):
    kind = {"activation": "tanh", "solver": "adam" if solver == "adam" else "sgd", "random_state": 0, "alpha": 0.6}
    full = {"batch_size": 90, "shuffle": False, "tol": 0, "n_iter_no_change": 99, "nesterovs_momentum": False}
    other = MLPClassifier((6,), max_iter=50, learning_rate_init=0.01, **kind, **full, **options)
    still = MLPClassifier((6,), max_iter=1, learning_rate_init=1e-300, **kind, **full, momentum=0.0)
    for one in (other, still):
        with pytest.warns(UserWarning, match="Maximum iterations"):
            one.fit(BLOBS.points, BLOBS.labels)
    ours = [np.c_[weights.T, offsets] for weights, offsets in zip(still.coefs_, still.intercepts_, strict=True)]
    start = np.concatenate([layer.ravel() for layer in ours])
    steps = mlx.trace("network", BLOBS, start=start, hidden="6", solver=solver, rate=0.01, steps=50, penalty=0.6)
    wanted = [np.c_[weights.T, offsets] for weights, offsets in zip(other.coefs_, other.intercepts_, strict=True)]
    for mine, theirs in zip(steps[-1].layers, wanted, strict=True):
        rounding = 2e-5 if solver == "adam" else 1e-9  # its tiny number is added before the correction of the start
        np.testing.assert_allclose(mine, theirs, atol=rounding)


@pytest.mark.parametrize("bend", BENDS)
def test_a_field_far_from_the_lines_is_still_that_of_the_points(bend):
    layers = [np.array([[90.0, -70.0, 3.0], [1.0, 2.0, -400.0]]), np.array([[1.0, -2.0, 0.5]])]
    step, grid = held(MOONS, layers, hidden="2", activation=bend), Grid(-9, 9, -9, 9, 13, 11)
    np.testing.assert_allclose(step.field(grid).reshape(-1, 2), step.scores(grid.points), rtol=1e-9, atol=1e-9)


def test_two_units_solve_xor_from_some_starts_only():
    ends = [mlx.fit("network", XOR, hidden="2", penalty=0.0, seed=seed).measures["errors"] for seed in range(12)]
    assert 0.0 in ends
    assert max(ends) > 0


def test_one_unit_cannot_solve_xor():
    best = mlx.fit("network", XOR, hidden="1", penalty=0.0, restarts=6)
    assert best.measures["errors"] > 0


def test_the_best_of_several_runs_is_shown():
    single = mlx.fit("network", XOR, hidden="2", penalty=0.0, seed=3, steps=150)
    best = mlx.trace("network", XOR, hidden="2", penalty=0.0, seed=3, steps=150, restarts=4)
    assert best[-1].loss <= single.loss
    assert "the best of 4" in best[0].note
    losses = [round(mlx.fit("network", XOR, hidden="2", steps=150, seed=seed).loss, 6) for seed in range(4)]
    assert len(set(losses)) == 4


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_lowers_the_objective(solver):
    steps = mlx.trace("network", MOONS, hidden="4", solver=solver, rate=0.05, steps=20, batch=16)
    assert steps[-1].loss < 0.95 * steps[0].loss


def test_newton_reaches_the_bottom_of_a_valley():
    steps = mlx.trace("network", MOONS, hidden="3", solver="newton", steps=300, penalty=0.5)
    assert "bottom" in steps[-1].note
    assert steps[-1].measures["gradient"] < 1e-3
    losses = [step.loss for step in steps]
    assert all(after <= before + 1e-9 for before, after in itertools.pairwise(losses))


def test_newton_refuses_too_many_weights_with_a_remedy():
    with pytest.raises(CannotFit, match="too many") as refusal:
        mlx.fit("network", MOONS, hidden="12,12", solver="newton")
    assert refusal.value.notice.remedy.changes == {"solver": "adam"}


def test_a_large_penalty_leaves_the_offsets_alone():
    few = Dataset(MOONS.points, (np.arange(80) < 20).astype(int))
    step = mlx.fit("network", few, hidden="4", penalty=100.0, steps=2000, rate=0.02)
    assert max(np.abs(layer[:, :-1]).max() for layer in step.layers) < 0.02
    np.testing.assert_allclose(step.probabilities(np.zeros((1, 2)))[0, 1], 0.25, atol=0.01)


def test_decay_shortens_the_weights():
    lengths = [mlx.fit("network", MOONS, penalty=penalty).measures["length of w"] for penalty in (0.0, 0.1, 1.0, 10.0)]
    assert lengths == sorted(lengths, reverse=True)


def test_dropout_leaves_out_units_and_says_which():
    steps = mlx.trace("network", MOONS, hidden="6", dropout=0.5, steps=30)
    gone = [len(step.left_out[0]) for step in steps[1:]]
    assert 0 < np.mean(gone) / 6 < 1
    step = next(step for step in steps[1:] if step.left_out[0])
    first, last = (after - before for after, before in zip(step.layers, _matrices(step, step.before), strict=True))
    assert f"without {step.units[1][step.left_out[0][0]]}" in step.note
    assert first.any()
    assert last.any()
    plain = mlx.trace("network", MOONS, hidden="6", solver="gradient", penalty=0.0, dropout=0.5, steps=8)
    for step in plain[1:]:
        moved = step.layers[0] - _matrices(step, step.before)[0]
        assert not moved[list(step.left_out[0])].any()


def _matrices(step, weights):
    return step.setting.layout.matrices(weights)


def test_the_working_of_a_point_is_the_step_it_makes():
    steps = mlx.trace("network", XOR, hidden="2", solver="stochastic", rate=0.5, steps=1, penalty=0.0, seed=4)
    step = steps[1]
    row, wanted = int(step.rows[0]), float(XOR.labels[step.rows[0]])
    f = steps[0].discriminant(XOR.points[[row]])[0]
    lines = step.working
    assert lines[0] == "Forward:"
    assert any(line.startswith("f: ") and line.endswith(f" = {_short(expit(f) - wanted)}") for line in lines)
    new = step.layers[1][0, 0]
    assert any(line.startswith("h₁→f: slope ") and line.endswith(f"→ {_short(new)}") for line in lines)
    assert lines == (*steps[0].working_at(row), lines[-1])


def _short(value):
    return mlx.core.numbers.text(float(value), 4)


def test_weights_held_by_hand_are_a_step_of_the_landscape():
    step = mlx.fit("network", MOONS, hidden="3", steps=40)
    landscape = step.landscape(MOONS)
    assert landscape.names[:4] == ("x₁→h₁", "x₂→h₁", "1→h₁", "x₁→h₂")
    other = landscape.at(landscape.here + 1.0)
    assert isinstance(other, Step)
    assert "placed by hand" in other.note
    np.testing.assert_allclose(other.weights, step.weights + 1.0)


def test_units_of_several_layers_have_names_of_their_own():
    step = mlx.fit("network", BLOBS, hidden="2,3", steps=2)
    assert step.units[1:3] == (("h¹₁", "h¹₂"), ("h²₁", "h²₂", "h²₃"))
    assert len(step.landscape(BLOBS).names) == 6 + 9 + 16 == len(step.weights)
    sizes = [part.shape for part in step.activations(BLOBS.points)]
    assert sizes == [(90, 2), (90, 2), (90, 3), (90, 4)]


@pytest.mark.parametrize("words", ["", "0", "8,", "a", "65", "4;4", "1,1,1,1,1,1", "-3", "8.5"])
def test_hidden_layers_are_whole_numbers(words):
    with pytest.raises(ValueError, match="hidden is written like 8 or 4,4"):
        NeuralNetwork(hidden=words)


def test_hidden_layers_may_have_spaces():
    assert NeuralNetwork(hidden=" 4, 3 ").sizes == (4, 3)


def test_a_start_without_spread_is_told_and_mended():
    step = mlx.fit("network", MOONS, spread=0.0, steps=1, solver="gradient", rate=1e-6)
    assert step.notice is None or "alike" in step.notice.sentence
    first = mlx.trace("network", MOONS, spread=0.0, steps=1)[0]
    assert first.notice.remedy.changes == {"spread": 1.0}


def test_too_large_a_rate_is_told():
    step = mlx.fit("network", MOONS, solver="gradient", rate=100.0, steps=50, activation="relu")
    assert "too large" in step.notice.sentence
    assert step.notice.remedy.changes["rate"] == 10.0


def test_nine_classes():
    data = mlx.make("blobs", classes=9, count=180, seed=0)
    step = mlx.fit("network", data, hidden="16", steps=300)
    assert step.scores(data.points).shape == (180, 9)
    assert np.mean(step.predict(data.points) == data.labels) > 0.8


@pytest.mark.parametrize("data", [XOR, MOONS, BLOBS], ids=["xor", "two", "four"])
def test_errors_are_those_of_the_predictions(data):
    for step in mlx.trace("network", data, hidden="3", steps=12):
        assert step.measures["errors"] == (step.predict(data.points) != data.labels).sum()
    none = held(data, [np.zeros_like(layer) for layer in step.layers], hidden="3")  # every score is a tie
    assert none.measures["errors"] == (data.labels != data.classes[0]).sum()


def test_a_unit_that_is_off_learns_nothing_and_a_tie_is_the_first_classs():
    assert ACTIVATIONS["relu"].slope(np.array([0.0, 2.0])).tolist() == [0.0, 1.0]
    loss = loss_of(Dataset(XOR.points, [0, 0, 0, 1]))
    weights = np.zeros(loss.layout.count)
    assert loss.look(weights).wrong == 1, "all are of the first class"
    weights[-1] = 1.0
    assert loss.look(weights).wrong == 3, "all are of the second class"
