"""Junk features: both methods are those of scikit-learn, and distances suffer more than weights."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.descent.wide_logit import least, likeliest
from mlexplorer.algorithms.neighbours.wide_votes import voted

RANDOM = np.random.default_rng(3)
ROWS, PLACES = RANDOM.normal(size=(80, 7)), RANDOM.normal(size=(40, 7))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("k", [1, 5, 80])
def test_neighbours_vote_as_in_scikit_learn(classes, k):
    columns = RANDOM.integers(0, classes, 80)
    theirs = KNeighborsClassifier(k).fit(ROWS, columns)
    assert np.array_equal(voted(ROWS, columns, PLACES, k), theirs.predict(PLACES))


@pytest.mark.parametrize("penalty", [0.1, 10.0])
def test_weights_are_those_of_scikit_learn(penalty):
    columns = np.digitize(ROWS[:, 0] + 0.5 * RANDOM.normal(size=80), [-0.5, 0.5])
    theirs = LogisticRegression(C=1 / penalty, tol=1e-8, max_iter=1000).fit(ROWS, columns)
    weights = least(ROWS, columns, penalty)
    np.testing.assert_allclose(weights[:, :-1], theirs.coef_, atol=2e-3)
    assert np.array_equal(likeliest(ROWS, columns, PLACES, penalty), theirs.predict(PLACES))


def test_distances_suffer_more_than_weights():
    found = mlx.study("junk", "knn", mlx.make("gaussians"))
    rise = found.errors[:, -1] - found.errors[:, 0]
    assert (found.counts[0], found.counts[-1]) == (0, 20)
    assert rise[0] > 0.15
    assert rise[1] < 0.05
    assert "distances count every feature alike" in found.sentence


def test_the_neighbours_are_as_many_as_the_model_asks():
    data = mlx.make("moons", count=60, noise=0.3)
    assert mlx.study("junk", "knn", data, most=2, model__k=9).k == 9
    assert mlx.study("junk", "lda", data, most=2).k == 5


@pytest.mark.parametrize(("model", "source"), [("kmeans", "blobs"), ("lda", "cars")])
def test_without_classes_it_is_refused(model, source):
    with pytest.raises(ValueError, match="two classes and four points"):
        mlx.study("junk", model, mlx.make(source))
