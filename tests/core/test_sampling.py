"""Random samples of many points."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.arrays import scrambled
from mlexplorer.core.data import Dataset, sampled


def crowd(count=5000):
    draw = np.random.default_rng(4)
    return Dataset(draw.normal(size=(count, 2)), (np.arange(count) % 10 == 0).astype(int))


def test_few_points_are_all_taken():
    data = crowd(50)
    assert sampled(data, 50) is data


def test_a_sample_is_in_order_and_like_the_whole():
    data = crowd()
    some = sampled(data, 1000)
    assert len(some) == 1000
    assert (np.diff(some.rows) > 0).all()
    np.testing.assert_array_equal(data.points[some.rows], some.points)
    assert np.isclose(some.labels.mean(), 0.1, atol=0.03)
    np.testing.assert_allclose(some.points.mean(axis=0), data.points.mean(axis=0), atol=0.1)


def test_adding_points_changes_little():
    data = crowd()
    more = data.added(np.zeros((50, 2)), 0)
    kept = np.isin(sampled(data, 1000).ids, sampled(more, 1000).ids).mean()
    assert kept > 0.95


def test_a_rare_class_is_kept():
    data = crowd().relabelled([17], 2)
    assert sampled(data, 100).classes.tolist() == [0, 1, 2]


def test_rows_lead_back_to_the_whole(monkeypatch):
    model = registry.model("lda")
    monkeypatch.setattr(model, "most_points", 100)
    data = crowd(1000).holding(np.arange(1000) % 2 == 0).relabelled([1, 3], -1)
    training = model().training(data)
    np.testing.assert_array_equal(data.points[training.rows], training.points)
    assert not data.held_out[training.rows].any()
    assert len(model().learnable(data)) == 498


def test_scrambled_numbers_are_spread():
    numbers = scrambled(np.arange(1000))
    assert len(np.unique(numbers)) == 1000
    assert np.isclose((numbers / 2.0**64).mean(), 0.5, atol=0.03)
    assert abs(np.corrcoef(numbers[:-1] / 2.0**64, numbers[1:] / 2.0**64)[0, 1]) < 0.1
