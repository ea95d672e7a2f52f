"""Outliers: ranks by density, equal for equal densities, told under the pointer; how densities are shaded."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.layers import outliers
from mlexplorer.layers.density_marks import density
from mlexplorer.marks.marks import Heat, Line, Points, Quads, Text
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View

CLOUD = np.random.default_rng(0).normal(0, 0.3, (40, 2))
STRANGERS = np.array([[9.0, 0.0], [0.0, 6.0], [-4.0, 0.0]])
DATA = Dataset(np.r_[CLOUD, STRANGERS], np.zeros(43, int))


def snapshot_of(model, data=DATA, **values):
    document = Document(registry.source("placed")(), (Run(registry.model(model)().with_values(values)),), data)
    return Pipeline().last(Session(document), framed(prepare(document).data, View(), 300, 300))


@pytest.mark.parametrize(
    ("model", "values"),
    [("neighbour_density", {}), ("neighbour_density", {"kind": "mean"}), ("kde", {"bandwidth": 1.2}), ("gmm", {})],
)
def test_strangers_come_first_the_farthest_before_all(model, values):
    rings, *ranks = outliers.outliers(snapshot_of(model, **values, **({"components": 1} if model == "gmm" else {})))
    assert isinstance(rings, Points)
    assert {tuple(place) for place in rings.places[:3].tolist()} == {tuple(place) for place in STRANGERS.tolist()}
    assert [mark.words for mark in ranks] == ["1", "2", "3", "4", "5"]


def test_equal_densities_have_equal_ranks():
    _, *ranks = outliers.outliers(snapshot_of("histogram", width=0.1))
    assert [mark.words for mark in ranks] == ["1"] * 5


def test_the_pointer_tells_the_rank_of_any_point():
    snapshot = snapshot_of("neighbour_density", kind="relative")
    (words,) = outliers.rank_at(snapshot, np.array([9.0, 0.0]))
    assert isinstance(words, Text)
    assert words.words.startswith("rank 1 of 43, density 0.")
    assert outliers.rank_at(snapshot, np.array([5.0, 5.0])) == ()


def test_bins_are_drawn_to_their_edges_and_as_a_picture_when_they_are_too_many():
    quads, rings = density(snapshot_of("histogram", width=1.0))
    assert isinstance(quads, Quads)
    assert np.isclose(quads.corners % 1, 0).all()
    assert quads.shades.max() == 1
    assert isinstance(rings, Line)
    many = Dataset(np.random.default_rng(1).uniform(-9, 9, (9000, 2)), np.zeros(9000, int))
    assert isinstance(density(snapshot_of("histogram", many, width=0.05))[0], Heat)


def test_peaks_without_bound_leave_the_rest_to_be_seen():
    heat, lines = density(snapshot_of("neighbour_density", Dataset(CLOUD, np.zeros(40, int)), k=1))
    assert isinstance(heat, Heat)
    assert 0.1 < np.mean(heat.heights > 0.2) < 0.9
    assert isinstance(lines, Line)


@pytest.mark.parametrize("model", ["histogram", "neighbour_density", "gmm"])
def test_a_single_feature_has_a_curve_on_the_lower_edge(model):
    line = Dataset(np.c_[CLOUD[:, 0], np.zeros(40)], np.zeros(40, int))
    snapshot = snapshot_of(model, line)
    (curve,) = [mark for mark in density(snapshot) if isinstance(mark, Line) and mark.role == "progress"]
    bottom, top = snapshot.frame.bounds[2:]
    assert curve.path[:, 1].min() >= bottom
    assert curve.path[:, 1].max() <= bottom + 0.4 * (top - bottom) + 1e-9
    assert np.ptp(curve.path[:, 1]) > 0.2 * (top - bottom)


def test_of_few_points_one_is_no_stranger():
    few = Dataset([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]], [0, 0, 0])
    rings, *ranks = outliers.outliers(snapshot_of("kde", few, bandwidth=1.0))
    assert rings.places.tolist()[0] == [5.0, 5.0]
    assert len(rings.places) == len(ranks) == 2
