"""Logistic regression: worked examples of the notes, scikit-learn, and what must not change it."""

import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import mlexplorer as mlx
from mlexplorer import CannotFit, Dataset, Grid
from mlexplorer.models.logistic import SOLVERS, LogisticRegression

LANDSCAPE = Dataset(  # the 25 points of DS-3
    [
        *[(-2.10, -0.32), (-1.73, -0.21), (-1.44, 0.41), (-1.17, -0.12), (-0.93, -0.61), (-0.71, 0.74)],
        *[(-0.52, 1.08), (-0.28, 3.46), (-0.13, 1.69), (0.03, 0.14), (0.12, -0.05), (0.66, -0.29), (1.42, -0.51)],
        *[(0.33, 0.13), (0.86, 0.54), (1.03, 0.06), (1.18, 0.37), (1.31, 0.25), (1.54, 0.73), (1.67, -0.88)],
        *[(1.83, 0.45), (2.02, -2.20), (2.24, 0.98), (2.47, 0.98), (2.78, 0.70)],
    ],
    [0] * 13 + [1] * 12,
)
SIX = Dataset([(-1, 3), (2, 1), (-2, 2), (-1, 2), (-1, 0), (1, 1)], [1, 0, 1, 0, 0, 1])
TEN = Dataset([(9, 2), (1, 4), (4, 6), (4, 1), (1, 2), (1, 8), (6, 4), (7, 9), (9, 8), (9, 6)], [0] * 5 + [1] * 5)
CORNERS = Dataset([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 0, 1])
APART = Dataset([(0, 0), (1, 0), (0, 1), (3, 3), (4, 3), (3, 4)], [0, 0, 0, 1, 1, 1])


def landscape_of(data, **parameters):
    return mlx.fit("logistic", data, steps=1, **{"penalty": 0, **parameters}).landscape(data)


def random_data(seed, wild=True, most=500):
    """Points of 2 to 5 classes: imbalanced, some of them equal; if wild also scaled and shifted."""
    random = np.random.default_rng(seed)
    classes = int(random.integers(2, 6))
    count = int(random.integers(max(5, classes), most))
    shares = random.dirichlet(np.ones(classes))
    labels = np.r_[np.arange(classes), random.choice(classes, count - classes, p=shares)]
    points = random.normal(0, 1, (count, 2)) + np.c_[np.cos(labels), np.sin(labels)] * random.uniform(0, 1)
    scale = 10 ** random.uniform(-3, 3) if wild else 1.0
    points = points * scale + random.normal(0, 3, 2) * scale * (random.choice([0, 1, 10]) if wild else 0)
    if seed % 3 == 0:
        points[::3] = points[0]
    return Dataset(points, labels), scale


def test_comp61011_g4_logistic_value():
    place = np.array([[3.0, 1.0]])
    landscape = landscape_of(LANDSCAPE)
    first, second = landscape.at(np.array([2.0, 3.0, 7.0])), landscape.at(np.array([2.0, -3.0, 7.0]))
    assert first.discriminant(place) == [2]
    assert first.probabilities(place)[0, 1] == pytest.approx(0.880797, abs=1e-6)
    assert second.probabilities(place)[0, 1] == pytest.approx(0.017986, abs=1e-6)
    assert list(first.predict(place)) == [1]
    assert list(second.predict(place)) == [0]


@pytest.mark.parametrize(("weight", "label", "loss"), [(3, 1, 0.126928), (3, 0, 2.126928), (-3, 0, 0.018150)])
def test_comp61011_g4_log_loss(weight, label, loss):
    data = Dataset([(3, 1), (3, 1)], [label, 1 - label])
    other = 0.126928 + 2.126928 if weight == 3 else 4.018150 + 0.018150
    value = landscape_of(data).values(np.array([[2.0, weight, 7.0]]))[0]
    assert value - (other - loss) == pytest.approx(loss, abs=2e-6)


def test_comp61011_g5_gradient():
    landscape = landscape_of(CORNERS)
    place = np.array([0.5, -0.25, 0.1])
    chances = landscape.at(place).probabilities(CORNERS.points)[:, 1]
    assert chances == pytest.approx([0.475021, 0.413382, 0.598688, 0.537430], abs=1e-6)
    assert landscape.values(place[None])[0] == pytest.approx(3.0617511, abs=1e-7)
    assert landscape.gradient(place) == pytest.approx([0.136118, -1.049188, -0.0245207], abs=1e-6)


@pytest.mark.parametrize(
    ("weight", "value", "slope"),
    [
        (-2, 10.170892, -2.094383),
        (-1.2, 8.656130, -1.700037),
        (0, 6.990173, -0.995637),
        (0.6, 6.638059, 0.000007),
        (1.2, 7.313371, 2.495347),
        (2, 10.679089, 5.555192),
    ],
)
def test_comp61011_g8_landscape_along_w2(weight, value, slope):
    landscape = landscape_of(LANDSCAPE)
    place = np.array([3.0, weight, 3.0])
    assert landscape.values(place[None])[0] == pytest.approx(value, abs=1e-6)
    assert landscape.gradient(place)[1] == pytest.approx(slope, abs=1e-6)


def test_comp61011_g8_gradient_descent():
    steps = mlx.trace("logistic", LANDSCAPE, solver="gradient", average=False, rate=0.1, penalty=0, steps=100)
    for index, weights, loss in [
        (0, (0, 0, 0), 17.328680),
        (1, (1.302, -0.165, 0.05), 8.869633),
        (2, (1.461387, -0.255837, 0.318847), 7.993582),
        (3, (1.587750, -0.276075, 0.500108), 7.557871),
        (10, (2.104103, -0.119262, 1.130938), 6.568692),
        (100, (3.262468, 0.489620, 2.366953), 5.947612),
    ]:
        assert steps[index].weights == pytest.approx(weights, abs=1e-6)
        assert steps[index].loss == pytest.approx(loss, abs=1e-6)


def test_comp61011_g8_limit_of_the_descent():
    step = mlx.fit("logistic", LANDSCAPE, penalty=0)
    assert step.weights == pytest.approx([3.384177, 0.544406, 2.489466], abs=1e-6)
    assert step.loss == pytest.approx(5.943975, abs=1e-6)
    assert step.measures["errors"] == 2


def test_comp61011_g8_stochastic_descent():
    steps = mlx.trace("logistic", LANDSCAPE, solver="stochastic", rate=0.1, penalty=0, steps=1000)
    assert len(steps) == 25 * 1000 + 1
    for epoch, weights, loss in [
        (1, (0.839809, -0.097301, 0.113220), 10.096048),
        (10, (2.100515, -0.105498, 0.984588), 6.676486),
        (1000, (3.397441, 0.542714, 2.392591), 5.953927),
    ]:
        assert steps[25 * epoch].weights == pytest.approx(weights, abs=1e-6)
        assert steps[25 * epoch].loss == pytest.approx(loss, abs=1e-6)


def test_uppsala_18_six_points():
    step = mlx.fit("logistic", SIX, penalty=0)
    assert step.weights == pytest.approx([0, 2 * np.log(2), 3 * np.log(2)], abs=1e-8)
    assert list(np.flatnonzero(step.predict(SIX.points) != SIX.labels)) == [3, 5]


def test_uppsala_20_newton_iterates_on_ten_points():
    steps = mlx.trace("logistic", TEN, penalty=0)
    printed = [
        (0.162602, 0.514905, 3.403794),
        (0.290026, 0.795832, 5.441237),
        (0.416833, 1.009646, 7.138058),
        (0.510960, 1.143198, 8.273667),
        (0.548769, 1.193547, 8.713970),
    ]
    for step, weights in zip(steps[1:], printed, strict=False):
        assert step.weights == pytest.approx(weights, abs=1e-6)
    assert steps[1].loss == pytest.approx(3.400043, abs=1e-6)
    assert steps[7].measures["gradient"] == pytest.approx(1.7e-8, rel=0.05)
    assert steps[-1].weights == pytest.approx([0.553457, 1.199698, 8.768137], abs=1e-6)
    assert steps[-1].loss == pytest.approx(2.6600746, abs=1e-7)
    assert list(np.flatnonzero(steps[-1].predict(TEN.points) != TEN.labels)) == [2, 6]


def test_styles_d4_points_on_one_line():
    data = Dataset([(-2, 0), (-1, 0), (1, 0), (2, 0)], [0, 1, 0, 1])
    step = mlx.fit("logistic", data, penalty=0)
    assert step.weights == pytest.approx([0.419618, 0, 0], abs=1e-6)
    assert step.loss == pytest.approx(2.567814, abs=1e-6)


@pytest.mark.parametrize(
    ("scores", "chances"),
    [
        ((2, 1, -1), (0.7054, 0.2595, 0.0351)),
        ((1, 2, 3), (0.090031, 0.244728, 0.665241)),
        ((0, 2), (0.119203, 0.880797)),
    ],
)
def test_dtu_g43_and_uppsala_30_softmax(scores, chances):
    step = mlx.fit("logistic", LANDSCAPE)
    assert step.chances(np.array(scores, dtype=float)) == pytest.approx(chances, abs=5e-5)


@pytest.mark.parametrize(("chances", "loss"), [((0.1, 0.8, 0.1), 0.2231), ((0.8, 0.1, 0.1), 2.3026)])
def test_uppsala_9_cross_entropy(chances, loss):
    """A point of the second of three classes; the other two points are there to have three classes."""
    data = Dataset([(0, 0), (0, 0), (0, 0)], [0, 1, 2])
    weights = np.array([(0, 0, -np.log(chance)) for chance in chances]).ravel()
    others = -np.log(chances[0]) - np.log(chances[2])
    assert landscape_of(data).values(weights[None])[0] - others == pytest.approx(loss, abs=5e-5)


@pytest.mark.parametrize("seed", range(36))
def test_agrees_with_scikit_learn(seed):
    linear_model = pytest.importorskip("sklearn.linear_model")
    data, scale = random_data(seed)
    penalty = min(100.0, 10.0 ** (seed % 5 - 2) * scale**2)
    step = mlx.fit("logistic", data, penalty=penalty)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it cannot come closer than rounding allows
        theirs = linear_model.LogisticRegression(C=1 / penalty, solver="newton-cholesky", tol=1e-13, max_iter=1000)
        theirs.fit(data.points, data.labels)
    places = np.r_[data.points, data.points[::-1] * 1.1]
    np.testing.assert_allclose(step.probabilities(places), theirs.predict_proba(places), atol=1e-6)
    best = np.sort(step.scores(places), axis=1)
    clear = best[:, -1] - best[:, -2] > 1e-6 * np.abs(best).max()
    np.testing.assert_array_equal(step.predict(places)[clear], theirs.predict(places)[clear])


@pytest.mark.parametrize("seed", range(12))
def test_newton_ends_where_no_neighbour_is_lower_from_any_start(seed):
    random = np.random.default_rng(seed)
    data, _ = random_data(seed)
    settings = {"degree": 1 + seed % 3, "penalty": [0.01, 1.0, 100.0][seed % 3]}
    step = mlx.fit("logistic", data, **settings)
    far = step.weights + random.normal(size=step.weights.shape) * 10 ** random.uniform(-2, 3)
    other = mlx.fit("logistic", data, start=far, steps=1000, **settings)
    assert other.ending == step.ending == "bottom"
    assert other.loss == pytest.approx(step.loss, rel=1e-7)
    landscape = step.landscape(data.training)
    size = np.abs(step.weights) + 1e-9
    around = step.weights + size * random.normal(0, 1e-4, (200, step.weights.size))
    assert landscape.values(around).min() >= step.loss - 1e-9 * (1 + step.loss)


@pytest.mark.parametrize("solver", SOLVERS[1:])
@pytest.mark.parametrize(
    "data", [LANDSCAPE, random_data(2, wild=False, most=60)[0]], ids=["two classes", "many classes"]
)
def test_every_solver_reaches_the_bottom(solver, data):
    bottom = mlx.fit("logistic", data, penalty=1.0)
    start = mlx.trace("logistic", data, penalty=1.0)[0]
    rate = {"stochastic": 0.02, "minibatch": 0.1, "adagrad": 1.0, "rmsprop": 0.01, "adam": 0.05}.get(solver, 0.1)
    step = mlx.fit("logistic", data, penalty=1.0, solver=solver, rate=rate, steps=400)
    assert step.loss - bottom.loss < 0.02 * (start.loss - bottom.loss)
    assert step.loss >= bottom.loss - 1e-9


def test_a_stochastic_update_carries_its_share_of_the_penalty():
    settings = {"solver": "stochastic", "rate": 0.1, "penalty": 5.0, "start": np.array([1.0, -2.0, 0.5])}
    steps = mlx.trace("logistic", TEN, steps=1, **settings)
    weights = np.array([1.0, -2.0, 0.5])
    for point, label, step in zip(TEN.points, TEN.labels, steps[1:], strict=True):
        chance = 1 / (1 + np.exp(-(weights[:2] @ point - weights[2])))
        slope = (chance - label) * np.append(point, -1) + 5 / 10 * np.append(weights[:2], 0)
        weights = weights - 0.1 * slope
        assert step.weights == pytest.approx(weights, rel=1e-12)
    general = LogisticRegression(solver="minibatch", batch=1, rate=0.1, penalty=5.0, steps=1, start="given")
    *_, last = general.fit(TEN, settings["start"])
    assert last.weights == pytest.approx(weights, rel=1e-12)


def test_average_divides_the_step_by_the_batch():
    by_sum = mlx.trace("logistic", TEN, solver="minibatch", batch=5, rate=0.01, average=False, steps=1, penalty=2.0)
    by_mean = mlx.trace("logistic", TEN, solver="minibatch", batch=5, rate=0.05, average=True, steps=1, penalty=2.0)
    assert len(by_sum) == len(by_mean) == 3
    np.testing.assert_allclose(by_sum[-1].weights, by_mean[-1].weights, rtol=1e-12)


def test_the_largest_stable_rate_is_where_descent_turns_away():
    end = mlx.fit("logistic", LANDSCAPE, solver="gradient", average=False, rate=0.1, penalty=0.5, steps=3000)
    limit = end.measures["largest stable rate"]
    near = end.weights + 1e-3
    for factor, ends_nearer in [(0.98, True), (1.02, False)]:
        settings = {"solver": "gradient", "average": False, "rate": factor * limit, "penalty": 0.5, "steps": 500}
        step = mlx.fit("logistic", LANDSCAPE, start=near, **settings)
        assert (step.loss - end.loss < 1e-12) == ends_nearer


def test_divergence_stops_at_the_last_finite_step_and_names_a_rate_that_works():
    settings = {"solver": "gradient", "average": False, "penalty": 1.0, "steps": 5000}
    step = mlx.fit("logistic", LANDSCAPE, rate=3.0, **settings)
    assert step.ending == "diverged"
    assert np.isfinite(step.weights).all()
    assert np.isfinite(step.loss)
    assert "too large" in step.notice.sentence
    cured = mlx.fit("logistic", LANDSCAPE, **{**settings, **step.notice.remedy.changes})
    assert cured.notice is None
    assert cured.loss == pytest.approx(mlx.fit("logistic", LANDSCAPE, penalty=1.0).loss, rel=1e-9)


def test_a_rate_too_large_that_only_bounces_is_said_too():
    step = mlx.fit("logistic", LANDSCAPE, solver="gradient", average=False, rate=3.0, penalty=0, steps=100)
    assert step.ending == "limit"
    assert step.notice.remedy.changes["rate"] < 0.15


def test_a_bad_start_is_not_a_bad_rate():
    start = np.array([-9.0, 9.0, 9.0])
    steps = mlx.trace("logistic", LANDSCAPE, solver="gradient", rate=0.01, steps=5, start=start)
    assert all(step.notice is None for step in steps)


def test_where_no_rate_works_newton_is_the_remedy():
    far = Dataset(LANDSCAPE.points * 1e5, LANDSCAPE.labels)
    step = mlx.fit("logistic", far, solver="gradient", rate=1.0, average=False)
    assert step.notice.remedy.changes == {"solver": "newton"}


@pytest.mark.parametrize("degree", [1, 2])
@pytest.mark.parametrize("solver", ["newton", "gradient"])
def test_separable_classes_without_penalty_are_said(solver, degree):
    step = mlx.fit("logistic", APART, solver=solver, degree=degree, penalty=0)
    assert "grow for ever" in step.notice.sentence
    assert step.measures["errors"] == 0
    cured = mlx.fit("logistic", APART, solver=solver, degree=degree, **step.notice.remedy.changes)
    assert cured.notice is None


def test_touching_classes_without_penalty_are_said():
    touching = Dataset([(0, 0), (1, 0), (1, 0), (2, 0)], [0, 0, 1, 1])
    assert mlx.fit("logistic", touching, penalty=0).ending == "separable"


def test_overlapping_classes_are_not_called_separable():
    steps = mlx.trace("logistic", LANDSCAPE, penalty=0)
    assert all(step.notice is None for step in steps)
    assert steps[-1].ending == "bottom"


def test_newton_says_when_it_was_stopped():
    step = mlx.fit("logistic", TEN, penalty=0, steps=3)
    assert "more than 3 steps" in step.notice.sentence
    assert step.iteration == 3


def test_a_start_of_the_wrong_size_is_said():
    first = mlx.trace("logistic", TEN, start=np.ones(5))[0]
    assert "another number of weights" in first.note
    np.testing.assert_array_equal(first.weights, 0)


def test_coordinates_too_large_for_a_power_are_refused():
    huge = Dataset(TEN.points * 1e12, TEN.labels)
    with pytest.raises(CannotFit, match="degree 5") as refusal:
        mlx.fit("logistic", huge, degree=5)
    assert refusal.value.notice.remedy.changes == {"degree": 1}
    assert mlx.fit("logistic", huge).measures["errors"] == 2


def test_degree_two_finds_a_circle():
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.c_[np.cos(angles), np.sin(angles)]
    data = Dataset(np.r_[circle, 3 * circle], [0] * 40 + [1] * 40)
    step = mlx.fit("logistic", data, degree=2)
    assert step.measures["errors"] == 0
    assert np.ptp(step.discriminant(2 * circle)) < 1e-9


@pytest.mark.parametrize("degree", [2, 3, 5])
def test_curves_are_exact_far_from_the_origin(degree):
    """Without penalty the fit does not depend on where the origin is, although the terms do."""
    near = random_data(2, wild=False)[0]
    near = Dataset(near.points, near.labels % 2)
    far = Dataset(near.points * 1e-3 + 1e3, near.labels)
    settings = {"degree": degree, "penalty": 0}
    wanted = mlx.fit("logistic", near, **settings).probabilities(near.points)
    np.testing.assert_allclose(mlx.fit("logistic", far, **settings).probabilities(far.points), wanted, atol=1e-5)


@pytest.mark.parametrize("degree", [1, 2, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_landscape_of_curves_and_many_classes(degree, seed):
    data = random_data(seed, wild=False)[0]
    step = mlx.fit("logistic", data, degree=degree, penalty=1.0)
    landscape = step.landscape(data.training)
    assert len(landscape.names) == len(set(landscape.names)) == step.weights.size
    assert landscape.values(step.weights[None])[0] == pytest.approx(step.loss, rel=1e-9)
    place = step.weights + 0.01
    slope = landscape.gradient(place)
    for index in range(0, len(place), 5):
        nudge = 1e-5 * np.eye(len(place))[index]
        low, high = landscape.values(np.array([place - nudge, place + nudge]))
        assert slope[index] == pytest.approx((high - low) / 2e-5, rel=1e-4, abs=1e-4)
    grid = Grid(-2, 2, -2, 2, 8, 7)
    np.testing.assert_allclose(landscape.at(step.weights).field(grid), step.field(grid), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("degree", [2, 5])
def test_field_of_curves_equals_their_scores(degree):
    for seed in (1, 2):
        data = random_data(seed, wild=False)[0]
        step = mlx.fit("logistic", data, degree=degree)
        grid = Grid(-2, 3, -2, 2.5, 21, 17)
        wanted = step.scores(grid.points).reshape(17, 21, -1)
        np.testing.assert_allclose(step.field(grid), wanted, rtol=1e-9, atol=1e-9)
        reasons = step.reasons(np.array([0.3, -0.4]))
        scores = step.scores(np.array([[0.3, -0.4]]))[0]
        totals = [reason.total for reason in reasons]
        wanted = scores if len(reasons) > 1 else [scores[1] - scores[0]]
        np.testing.assert_allclose(totals, wanted, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("solver", ["newton", "gradient", "stochastic"])
@pytest.mark.parametrize("degree", [1, 3])
@pytest.mark.parametrize("seed", [1, 2, 7])
def test_resume_equals_fit(solver, degree, seed):
    data = random_data(seed, wild=False, most=100)[0]
    model = LogisticRegression(solver=solver, degree=degree, steps=60 if solver == "newton" else 10, rate=0.01)
    *_, near = model.fit(data)
    dragged = data.moved([3], data.points[3] + [0.3, -0.2])
    *_, wanted = model.fit(dragged)
    np.testing.assert_allclose(model.resume(dragged, near).scores(data.points), wanted.scores(data.points), atol=1e-6)


def test_resume_of_separable_classes_ends_where_the_fit_ends():
    model = LogisticRegression(penalty=0)
    *_, near = model.fit(APART)
    dragged = APART.moved([0], [0.2, 0.1])
    *_, wanted = model.fit(dragged)
    np.testing.assert_array_equal(model.resume(dragged, near).weights, wanted.weights)


def test_shuffled_passes_visit_every_point_once_and_differ_by_seed():
    visits = {}
    for seed in (0, 1):
        steps = mlx.trace("logistic", TEN, solver="stochastic", order="shuffled", seed=seed, steps=2)
        rows = [int(step.rows[0]) for step in steps[1:]]
        assert sorted(rows[:10]) == sorted(rows[10:]) == list(range(10))
        assert rows[:10] != rows[10:]
        visits[seed] = rows
    assert visits[0] != visits[1]


def test_the_note_of_a_stochastic_step_names_its_point():
    data = TEN.without([0])  # ids are not rows
    step = mlx.trace("logistic", data, solver="stochastic", steps=1)[1]
    assert step.note.startswith("Point 2 was Class 0 with probability 0.5: the weights move by")
    assert any("× gradient" in line for line in step.working)


@hypothesis.given(st.integers(0, 10**6))
def test_the_order_of_points_does_not_matter(seed):
    data, scale = random_data(seed)
    order = np.random.default_rng(seed).permutation(len(data))
    settings = {"penalty": min(100.0, scale**2)}
    wanted = mlx.fit("logistic", data, **settings).probabilities(data.points)
    shuffled = Dataset(data.points[order], data.labels[order])
    np.testing.assert_allclose(mlx.fit("logistic", shuffled, **settings).probabilities(data.points), wanted, atol=1e-7)


@hypothesis.given(st.integers(0, 10**6))
def test_renaming_classes_renames_the_answer(seed):
    data, scale = random_data(seed)
    settings = {"penalty": min(100.0, scale**2)}
    renamed = Dataset(data.points, 7 - data.labels)
    wanted = mlx.fit("logistic", data, **settings).probabilities(data.points)
    found = mlx.fit("logistic", renamed, **settings).probabilities(data.points)
    np.testing.assert_allclose(found[:, ::-1], wanted, atol=1e-7)


@hypothesis.given(st.integers(0, 10**6), st.floats(0, 6.28), st.floats(-5, 5))
def test_turning_and_shifting_the_plane_changes_nothing(seed, angle, shift):
    data = random_data(seed, wild=False)[0]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turned = Dataset(data.points @ turn + shift, data.labels)
    wanted = mlx.fit("logistic", data, penalty=1.0).probabilities(data.points)
    np.testing.assert_allclose(mlx.fit("logistic", turned, penalty=1.0).probabilities(turned.points), wanted, atol=1e-7)


@hypothesis.given(st.integers(0, 10**6))
def test_every_point_twice_is_half_the_penalty(seed):
    data = random_data(seed, wild=False)[0]
    twice = Dataset(np.r_[data.points, data.points], np.r_[data.labels, data.labels])
    once, double = mlx.fit("logistic", data, penalty=1.0), mlx.fit("logistic", twice, penalty=2.0)
    np.testing.assert_allclose(double.probabilities(data.points), once.probabilities(data.points), atol=1e-7)
    assert double.loss == pytest.approx(2 * once.loss, rel=1e-9)
