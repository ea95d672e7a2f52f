"""Polynomial and ridge regression: tables of the notes, scikit-learn, and what must hold for least squares."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import mlexplorer as mlx
from mlexplorer import CannotFit, Dataset

TENTHS = np.linspace(-1, 1, 10)
WAVE = Dataset(np.c_[TENTHS, np.sin(2 * np.pi * TENTHS)], np.zeros(10))
NOISY = Dataset(
    np.c_[TENTHS, [0.4110, 0.7194, 0.1936, 0.0158, -1.4302, 0.7001, 1.4574, -0.8109, -0.9305, 0.5890]], np.zeros(10)
)
THREE = Dataset([(1, 2), (2, 3), (3, 5)], [0, 0, 0])
STOPPING = (
    "4:4; 5:2,4,8,8; 7:7,7; 8:8,9,11,13; 9:5,5,13; 10:8,14,17; 12:11,19,21; 13:15,18,27; 14:14,16; 15:16; 16:14,19,34; "
    "17:22,29; 18:29,34,47; 19:30; 20:48; 21:39,42,55; 24:56; 25:33,48,56,59; 26:39,41; 27:57,78; 28:64,84; 29:54,68; "
    "30:60,67,101; 31:77; 35:85,107; 36:79; 39:138; 40:110,134"
)


@pytest.fixture(scope="module")
def cars():
    """Stopping distances of cars (Ezekiel and Fox 1959)."""
    entries = [entry.split(":") for entry in STOPPING.split("; ")]
    rows = [(float(speed), float(distance)) for speed, many in entries for distance in many.split(",")]
    return Dataset(rows, np.zeros(len(rows)))


def fitted(data, **parameters):
    return mlx.fit("polynomial", data, **parameters)


def rms(step):
    return step.measures["RMS error"]


@pytest.mark.parametrize(
    ("degree", "weights", "places", "loss"),
    [
        (1, (-20.130939, 3.141618), (83.5425, 121.2419), 8310.1662),
        (2, (1.580363, 0.416068, 0.065556), (86.7009, 153.0540), 5814.1300),
    ],
)
def test_uppsala_1_and_2_car_stopping(cars, degree, weights, places, loss):
    step = fitted(cars, degree=degree)
    assert len(cars) == 62
    assert step.coefficients == pytest.approx(weights, abs=1e-6)
    assert step.curve(np.array([33.0, 45.0])) == pytest.approx(places, abs=1e-4)
    assert step.loss == pytest.approx(loss, abs=1e-4)


@pytest.mark.parametrize(("penalty", "weights"), [(10, (-11.429800, 2.779152)), (1000, (-0.172046, 2.233344))])
def test_uppsala_27_ridge_on_the_car_data(cars, penalty, weights):
    assert fitted(cars, degree=1, penalty=penalty, constant="penalised").coefficients == pytest.approx(
        weights, abs=1e-6
    )


@pytest.mark.parametrize(("average", "limit"), [(False, 3.5356e-5), (True, 2.1921e-3)])
def test_uppsala_27_largest_stable_rate(cars, average, limit):
    step = fitted(cars, degree=1, solver="gradient", average=average, rate=1e-6, steps=2)
    assert step.measures["largest stable rate"] == pytest.approx(limit, rel=1e-4)
    settings = {"degree": 1, "solver": "gradient", "average": average, "steps": 3000}
    assert fitted(cars, rate=0.98 * limit, **settings).loss < fitted(cars, rate=1e-3 * limit, **settings).loss
    assert fitted(cars, rate=1.02 * limit, **settings).ending == "diverged"


@pytest.mark.parametrize(
    ("degree", "odd"),
    [
        (1, [-0.29]),
        (3, [-0.07, -0.31]),
        (5, [3.85, -16.51, 12.69]),
        (7, [6.00, -35.84, 54.04, -24.20]),
        (9, [6.28, -41.12, 78.61, -63.77, 20.00]),
    ],
)
def test_styles_g8_weights_of_a_wave(degree, odd):
    for weights in (fitted(WAVE, degree=degree).coefficients, fitted(WAVE, degree=degree - 1).coefficients):
        assert weights[::2] == pytest.approx(np.zeros(len(weights[::2])), abs=1e-9)
    assert fitted(WAVE, degree=degree).coefficients[1::2] == pytest.approx(odd, abs=0.0051)


def test_styles_g8_rms_of_a_wave():
    printed = [0.67082, 0.64431, 0.64431, 0.64150, 0.64150, 0.20596, 0.20596, 0.01376, 0.01376, 0]
    assert [rms(fitted(WAVE, degree=degree)) for degree in range(10)] == pytest.approx(printed, abs=1e-5)


def test_styles_g9_noisy_wave_of_degree_nine():
    """The eighth weight is negative: the sign in print is an erratum."""
    step = fitted(NOISY, degree=9)
    printed = [-0.66, 10.98, 25.62, -117.80, -143.29, 405.10, 246.74, -561.32, -127.91, 263.129]
    assert step.coefficients == pytest.approx(printed, abs=0.02)
    assert step.curve(np.array([-0.5]))[0] == pytest.approx(0.592, abs=1e-3)
    assert rms(step) == pytest.approx(0, abs=1e-9)


def test_styles_g9_rms_and_leave_one_out():
    printed = [0.8468, 0.8337, 0.8236, 0.8235, 0.8107, 0.5597, 0.5332, 0.4053, 0.1810, 0]
    assert [rms(fitted(NOISY, degree=degree)) for degree in range(10)] == pytest.approx(printed, abs=1e-4)
    for degree, wanted in [(0, 0.941), (1, 1.000), (2, 1.124), (3, 1.506), (4, 2.760), (5, 2.123), (8, 56.8)]:
        gaps = [
            fitted(NOISY.without([row]), degree=degree).curve(NOISY.points[[row], 0])[0] - NOISY.points[row, 1]
            for row in range(10)
        ]
        assert np.sqrt(np.mean(np.square(gaps))) == pytest.approx(wanted, rel=2e-3)


@pytest.mark.parametrize(
    ("penalty", "error", "length", "truth"),
    [
        (0, 0, 812.9, 1.377),
        (1e-6, 0.1191, 435.2, 0.891),
        (1e-4, 0.3936, 68.28, 0.320),
        (1e-3, 0.5227, 22.27, 0.245),
        (1e-2, 0.6114, 7.307, 0.397),
        (0.1, 0.7188, 2.335, 0.561),
        (1, 0.7936, 0.490, 0.660),
        (10, 0.8264, 0.122, 0.690),
    ],
)
def test_styles_g9_ridge(penalty, error, length, truth):
    step = fitted(NOISY, degree=9, penalty=penalty, constant="penalised")
    grid = np.linspace(-1, 1, 2001)
    assert rms(step) == pytest.approx(error, abs=6e-5)
    assert step.measures["length of w"] == pytest.approx(length, rel=1e-3, abs=5.1e-4)
    assert np.sqrt(np.mean((step.curve(grid) - np.sin(2 * np.pi * grid)) ** 2)) == pytest.approx(truth, abs=6e-4)


@pytest.mark.parametrize(
    ("degree", "penalty", "weights"),
    [
        (1, 0, (1 / 3, 3 / 2)),
        (1, 1, (0.5, 1.333333)),
        (1, 10, (0.369565, 0.865942)),
        (2, 0, (2, -0.5, 0.5)),
        (2, 0.1, (1.023714, 0.523951, 0.263056)),
    ],
)
def test_cz4041_d16_ridge(degree, penalty, weights):
    step = fitted(THREE, degree=degree, penalty=penalty, constant="penalised")
    assert step.coefficients == pytest.approx(weights, abs=1e-6)


def test_styles_g19_falling():
    """s = 1 + 2t + ½·9.8·t²: the second weight is half the acceleration."""
    times = np.linspace(0, 3, 7)
    step = fitted(Dataset(np.c_[times, 1 + 2 * times + 4.9 * times**2], np.zeros(7)), degree=2)
    assert step.coefficients == pytest.approx([1, 2, 4.9])


def random_data(seed, count=None):
    random = np.random.default_rng(seed)
    count = count or int(random.integers(5, 500))
    x = random.choice([random.normal(0, 1, count), random.uniform(-2, 5, count), random.integers(-3, 4, count)])
    return Dataset(np.c_[x, np.sin(2 * x) + random.normal(0, 0.3, count)], random.integers(0, 3, count))


@pytest.mark.parametrize("seed", range(32))
def test_agrees_with_scikit_learn(seed):
    linear_model = pytest.importorskip("sklearn.linear_model")
    data = random_data(seed)
    degree, penalty = 1 + seed % 6, [0.0, 0.01, 1.0, 100.0][seed % 4]
    if penalty == 0:
        degree = min(degree, len(np.unique(data.points[:, 0])) - 1)
    powers = np.power(data.points[:, :1], np.arange(1, degree + 1))
    theirs = linear_model.LinearRegression() if penalty == 0 else linear_model.Ridge(penalty, solver="svd", tol=1e-12)
    theirs.fit(powers, data.points[:, 1])
    places = np.linspace(-2, 2, 40)
    wanted = theirs.predict(np.power(places[:, None], np.arange(1, degree + 1)))
    step = fitted(data, degree=degree, penalty=penalty)
    np.testing.assert_allclose(step.curve(places), wanted, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("scale", [1e-3, 1e3])
@pytest.mark.parametrize("shift", [0, 1e3])
def test_without_penalty_units_and_origin_do_not_matter(scale, shift):
    data = random_data(3, 60)
    moved = Dataset(data.points * [scale, 1] + [shift, 0], data.labels)
    wanted = fitted(data, degree=7).curve(data.points[:, 0])
    np.testing.assert_allclose(fitted(moved, degree=7).curve(moved.points[:, 0]), wanted, rtol=1e-5, atol=1e-5)


@hypothesis.given(st.integers(0, 10**6), st.integers(0, 6))
def test_residuals_are_orthogonal_to_every_power(seed, degree):
    data = random_data(seed, 40)
    step = fitted(data, degree=degree)
    powers = np.power(data.points[:, 0], np.arange(degree + 1)[:, None])
    np.testing.assert_allclose(powers @ step.residuals, 0, atol=1e-7 * np.abs(powers).max() * 40)
    np.testing.assert_allclose(step.residuals, data.points[:, 1] - step.curve(data.points[:, 0]))


@hypothesis.given(st.integers(0, 10**6))
def test_styles_d12_more_penalty_means_smaller_weights_and_larger_error(seed):
    data = random_data(seed, 25)
    steps = [fitted(data, degree=4, penalty=penalty, constant="penalised") for penalty in (0.001, 0.1, 10, 1000)]
    assert (np.diff([rms(step) for step in steps]) >= -1e-9).all()
    assert (np.diff([step.measures["length of w"] for step in steps]) <= 1e-9).all()


@hypothesis.given(st.integers(0, 10**6))
def test_the_order_of_points_does_not_matter_and_twice_is_weight_two(seed):
    data = random_data(seed, 30)
    places = np.linspace(-2, 2, 9)
    wanted = fitted(data, degree=3, penalty=1.0).curve(places)
    turned = Dataset(data.points[::-1], data.labels[::-1])
    twice = Dataset(np.r_[data.points, data.points], np.r_[data.labels, data.labels])
    np.testing.assert_allclose(fitted(turned, degree=3, penalty=1.0).curve(places), wanted, atol=1e-7)
    np.testing.assert_allclose(fitted(twice, degree=3, penalty=2.0).curve(places), wanted, atol=1e-7)


def test_classes_and_missing_labels_play_no_part_but_held_out_points_do():
    data = random_data(4, 30)
    other = Dataset(data.points, np.where(np.arange(30) % 2, -1, 5))
    np.testing.assert_array_equal(fitted(data).weights, fitted(other).weights)
    held = data.holding(np.arange(30) < 15)
    np.testing.assert_array_equal(fitted(held).weights, fitted(data.without(np.arange(15))).weights)


def test_gradient_descent_reaches_the_direct_solution():
    data = random_data(5, 40)
    settings = {"degree": 2, "penalty": 1.0}
    probe = fitted(data, solver="gradient", rate=1e-6, steps=1, **settings)
    rate = 0.9 * probe.measures["largest stable rate"]
    step = fitted(data, solver="gradient", rate=rate, steps=5000, **settings)
    assert step.loss == pytest.approx(fitted(data, **settings).loss, rel=1e-9)
    np.testing.assert_allclose(step.landscape(data).gradient(step.weights), 0, atol=1e-6)


def test_divergence_stops_and_names_a_rate_that_works(cars):
    settings = {"degree": 1, "solver": "gradient"}
    step = fitted(cars, rate=0.1, **settings)
    assert step.ending == "diverged"
    assert np.isfinite(step.loss)
    cured = fitted(cars, **settings, **step.notice.remedy.changes)
    assert cured.notice is None
    assert cured.loss < 1.1 * fitted(cars, degree=0).loss


def test_where_no_rate_works_the_direct_way_is_the_remedy():
    data = Dataset([(1e6, 1), (2e6, 2), (3e6, 4)], [0, 0, 0])
    step = fitted(data, degree=2, solver="gradient", rate=1e-3)
    assert step.notice.remedy.changes == {"solver": "direct"}


def test_too_few_places_are_said():
    data = Dataset([(0, 1), (0, 2), (1, 5), (2, 3)], [0] * 4)
    step = fitted(data, degree=5)
    assert step.notice.remedy.changes == {"degree": 2}
    np.testing.assert_allclose(step.curve(np.array([0.0, 1, 2])), [1.5, 5, 3])
    assert fitted(data, **step.notice.remedy.changes).notice is None
    assert fitted(data, degree=5, penalty=0.1).notice is None


def test_points_above_each_other():
    data = Dataset([(2, 1), (2, 4)], [0, 1])
    np.testing.assert_allclose(fitted(data, degree=3).curve(np.array([2.0])), [2.5])


def test_x_too_large_for_a_power_is_refused():
    data = Dataset([(1e9, 1), (2e9, 2)], [0, 0])
    with pytest.raises(CannotFit, match="degree 9"):
        fitted(data, degree=9)


def test_the_note_says_how_well_it_fits():
    step = fitted(THREE, degree=1)
    assert step.note == "The straight line with the smallest sum of squares: RMS error 0.236 on 3 points."
    assert step.equation == r"y = 0.333 + 1.5\,x"
    assert step.working[0] == "y = 0.3333 + 1.5·x"


EX25 = Dataset(np.c_[np.arange(-4.0, 5), [0.3, -0.5, 0.2, 0.9, 0.1, -0.8, -0.2, 0.6, 0.9]], np.zeros(9))
BUMPS = {"basis": "rbf", "centres": 8, "width": np.sqrt(3), "constant": "penalised"}  # ℓ = 6 = 2·width²


def test_uppsala_27_absolute_errors_on_the_car_data(cars):
    step = fitted(cars, degree=1, loss="absolute")
    assert step.coefficients == pytest.approx([-14, 2.8])
    assert step.loss == pytest.approx(525)
    assert step.note.startswith("The straight line with the smallest sum of absolute errors")


def test_uppsala_29_bumps_by_squares_ridge_and_lasso():
    assert np.abs(fitted(EX25, **BUMPS).coefficients).max() == pytest.approx(34.38, abs=0.005)
    ridge = fitted(EX25, penalty=1, **BUMPS).coefficients
    assert (ridge.min(), ridge.max()) == pytest.approx((-0.275, 0.390), abs=5e-4)
    lasso = fitted(EX25, penalty=0.3, norm="l1", **BUMPS)
    assert (lasso.coefficients == 0).sum() == 5
    assert np.abs(lasso.coefficients).max() == pytest.approx(1.136, abs=5e-4)
    assert lasso.note.endswith("Of 9 weights 5 are 0.")


def test_cz4041_d16_through_the_origin():
    step = fitted(THREE, degree=1, constant="none")
    assert step.coefficients == pytest.approx([23 / 14])
    assert rms(step) == pytest.approx(0.267261, abs=1e-6)
    assert np.abs(step.residuals).mean() == pytest.approx(0.238095, abs=1e-6)
    assert step.equation == r"y = 1.64\,x"


def test_weights_are_those_of_the_notes_by_either_name(cars):
    step = fitted(cars, degree=1)
    np.testing.assert_array_equal(step.weights, step.coefficients)
    assert step.weights == pytest.approx((-20.130939, 3.141618), abs=1e-6)


def test_waves_find_the_sine():
    step = fitted(mlx.make("sine", count=40, noise=0.0), basis="trigonometric", degree=2, width=1.0)
    assert step.coefficients == pytest.approx([0, 0, 1, 0, 0], abs=1e-9)
    assert step.term_names == ("", "cos ωx", "sin ωx", "cos 2ωx", "sin 2ωx")


@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_drag_an_outlier_and_squares_swing_while_others_stay(loss):
    data = mlx.make("line_outlier", distance=0.0)
    places = np.array([0.0, 10.0])
    moved = {}
    for kind in ("squares", loss):
        curves = [
            fitted(data.moved([0], data.points[0] + [0, away]), degree=1, loss=kind).curve(places)
            for away in (-10.0, -30.0)
        ]
        moved[kind] = np.abs(curves[1] - curves[0]).max()
    assert moved["squares"] > 1.5
    assert moved[loss] < 0.02 * moved["squares"]


def test_the_losses_of_the_points_add_up():
    data = random_data(3, 40)
    for loss in ("squares", "absolute", "huber"):
        step = fitted(data, loss=loss)
        assert step.point_losses.sum() == pytest.approx(step.loss)
        assert len(step.point_losses) == 40


@pytest.mark.parametrize("norm", ["l2", "l1"])
def test_the_path_of_the_weights_goes_through_the_fits(norm):
    data = random_data(4, 30)
    penalties = np.array([0.01, 1.0, 50.0])
    path = fitted(data, degree=3, norm=norm).weight_path(penalties)
    for penalty, weights in zip(penalties, path.weights, strict=True):
        wanted = fitted(data, degree=3, norm=norm, penalty=penalty).coefficients
        np.testing.assert_allclose(weights, wanted, rtol=1e-6, atol=1e-8)


def test_no_terms_at_all_draw_the_level_zero():
    step = fitted(THREE, degree=0, constant="none")
    np.testing.assert_array_equal(step.curve(np.array([-1.0, 4.0])), [0, 0])
    assert step.loss == pytest.approx(38)


def test_too_few_places_for_the_bumps_are_said():
    step = fitted(THREE, basis="rbf", centres=8)
    assert step.notice.sentence.startswith("3 places cannot fix 9 weights")
    assert fitted(THREE, basis="rbf", centres=8, **step.notice.remedy.changes).notice is None


def test_a_curve_predicts_from_x_alone_or_from_points():
    step, places = fitted(THREE, degree=1), np.array([0.0, 2.0])
    np.testing.assert_array_equal(step.predict(places), step.curve(places))
    np.testing.assert_array_equal(step.predict([[0.0, 9.0], [2.0, -9.0]]), step.curve(places))
