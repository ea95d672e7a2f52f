"""Ways out are offered only to a classifier that finds too few classes, and only where nothing else is."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.pipeline.ways_out import with_ways_out

POINTS = np.random.default_rng(0).normal(size=(12, 2))
UNKNOWN = Dataset(POINTS, np.full(12, UNLABELLED))
KNOWN = Dataset(POINTS, np.arange(12) % 2)
BARE, REMEDIED = Notice("There is one class."), Notice("There is one class.", Remedy("Use k = 1", {"k": 1}))


def told(notice, model, data, source="placed"):
    return with_ways_out(notice, registry.model(model)(), data, registry.source(source)())


def test_points_without_classes_can_be_clustered():
    found = told(BARE, "lda", UNKNOWN)
    assert found.sentence == BARE.sentence
    kinds = {registry.models()[remedy.model].task for remedy in (found.remedy, *found.others)}
    assert "cluster" in kinds
    assert "classify" not in kinds


@pytest.mark.parametrize(
    ("notice", "model", "data"),
    [(BARE, "kmeans", UNKNOWN), (BARE, "lda", KNOWN), (REMEDIED, "lda", UNKNOWN), (BARE, "polynomial", UNKNOWN)],
)
def test_else_a_notice_stays_as_it_is(notice, model, data):
    assert told(notice, model, data) is notice
    assert told(notice, model, data, "sine") is notice
