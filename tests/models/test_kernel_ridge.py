"""Kernel ridge: the number of the notes, scikit-learn, and the few columns that stand for all kernels."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

import mlexplorer as mlx
from mlexplorer import CannotFit, Dataset

THREE = Dataset([(1, 2), (2, 3), (3, 5)], [0, 0, 0])
PLACES = np.linspace(-1.3, 1.3, 99)


def fitted(data, **parameters):
    return mlx.fit("kernel_ridge", data, **parameters)


def random_data(seed, count):
    random = np.random.default_rng(seed)
    x = random.uniform(-1, 1, count)
    return Dataset(np.c_[x, np.sin(4 * x) + random.normal(0, 0.3, count)], np.zeros(count))


def test_cz4041_d16_a_parabola_by_its_kernel():
    step = fitted(THREE, kernel="polynomial", degree=2, penalty=0.1)
    assert step.curve(np.array([1.5]))[0] == pytest.approx(2.424347, abs=1e-6)


@pytest.mark.parametrize("count", [5, 60, 400, 1500])
@pytest.mark.parametrize(
    ("values", "theirs"),
    [
        ({"gamma": 10.0, "penalty": 0.1}, {"kernel": "rbf", "gamma": 10.0, "alpha": 0.1}),
        ({"gamma": 200.0, "penalty": 1e-3}, {"kernel": "rbf", "gamma": 200.0, "alpha": 1e-3}),
        (
            {"kernel": "polynomial", "degree": 4, "penalty": 0.5},
            {"kernel": "poly", "degree": 4, "gamma": 1, "coef0": 1, "alpha": 0.5},
        ),
        ({"kernel": "linear", "penalty": 2.0}, {"kernel": "linear", "alpha": 2.0}),
    ],
)
def test_agrees_with_scikit_learn(count, values, theirs):
    data = random_data(count, count)
    other = KernelRidge(**theirs).fit(data.points[:, :1], data.points[:, 1])
    step = fitted(data, **values)
    np.testing.assert_allclose(step.curve(PLACES), other.predict(PLACES[:, None]), atol=2e-7)


def test_the_weights_are_the_residuals_over_the_penalty_and_the_loss_is_least():
    data = random_data(3, 50)
    step = fitted(data, gamma=8.0, penalty=0.3)
    np.testing.assert_allclose(step.alphas, step.residuals / 0.3, atol=1e-10)
    x, y = data.points.T
    table = np.exp(-8 * np.subtract.outer(x, x) ** 2)

    def cost(alphas):
        return np.square(y - table @ alphas).sum() + 0.3 * alphas @ table @ alphas

    assert step.loss == pytest.approx(cost(step.alphas), rel=1e-9)
    near = step.alphas + 1e-3 * np.random.default_rng(0).normal(size=(50, 50))
    assert min(map(cost, near)) > step.loss


def test_far_from_all_points_it_is_zero():
    assert fitted(random_data(1, 30)).curve(np.array([50.0, 1e20])) == pytest.approx([0, 0])


def test_x_too_large_for_a_power_is_refused():
    with pytest.raises(CannotFit, match="degree 9"):
        fitted(Dataset([(1e9, 1), (2e9, 2)], [0, 0]), kernel="polynomial", degree=9)


def test_needles_are_told_of_with_a_kernel_that_reaches_from_point_to_point():
    cars = mlx.make("cars")
    notice = fitted(cars).notice
    assert notice.sentence.startswith("The kernel is narrower than the gaps")
    wider = fitted(cars, **notice.remedy.changes)
    assert wider.notice is None
    between = np.arange(4.5, 25.0)
    assert np.ptp(np.sign(np.diff(fitted(cars).curve(between)))) == 2, "needles go up and down"
    assert (wider.curve(between) > 5).all(), "nothing falls to 0 between two speeds"
    assert fitted(mlx.make("sine")).notice is None
    assert fitted(cars, kernel="linear").notice is None
