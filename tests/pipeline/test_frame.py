"""Which rectangle of the plane is shown, and whether its axes share a unit."""

import pytest

from mlexplorer.core import registry
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session.session import Document, Run, Session


def unit_ratio(source, model):
    session = Session(Document(registry.source(source)(), (Run(registry.model(model)()),)))
    left, right, bottom, top = framed(prepare(session.document).data, looked_at(session), 600, 300).bounds
    return (right - left) / 600 / ((top - bottom) / 300)


@pytest.mark.parametrize(("source", "model"), [("moons", "svm"), ("stopping", "kmeans"), ("outlier", "lda")])
def test_a_unit_is_as_long_on_both_axes(source, model):
    assert unit_ratio(source, model) == pytest.approx(1)


def test_a_curve_fills_the_plane():
    """Speeds of 36 miles an hour and distances of 136 feet have no unit in common."""
    assert unit_ratio("stopping", "polynomial") == pytest.approx(36 / 136 / 2, rel=1e-6)
