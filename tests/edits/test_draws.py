"""Points drawn from fitted Gaussians have their means and spreads, and the labels of their classes."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.edits.draws import sampled
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session


def snapshot_of(model, source="gaussians"):
    session = Session(Document(registry.source(source)(), (Run(registry.model(model)()),)))
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 200, 200))


@pytest.mark.parametrize("model", ["lda", "qda"])
def test_classes_are_drawn_with_their_mean_and_spread(model):
    snapshot = snapshot_of(model)
    points, labels = sampled(snapshot, 20_000)
    for label in (0, 1):
        some = points[labels == label]
        np.testing.assert_allclose(some.mean(axis=0), snapshot.step.means[label], atol=0.05)
        np.testing.assert_allclose(np.cov(some.T), snapshot.step.covariances[label], atol=0.08)
    assert np.isclose((labels == 1).mean(), snapshot.step.shares[1], atol=0.02)


def test_points_of_clusters_have_no_label_and_draws_repeat():
    snapshot = snapshot_of("gmm", "blobs")
    points, labels = sampled(snapshot)
    assert set(labels.tolist()) == {-1}
    np.testing.assert_array_equal(points, sampled(snapshot)[0])
    assert sampled(snapshot_of("knn")) is None
