"""The valley of a centre's place on the plane."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.layers.centre_valley import centre_valley, is_offered
from mlexplorer.marks.marks import Line
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View


def snapshot_of(model, centre, **values):
    document = Document(registry.source("blobs")(), (Run(registry.model(model)().with_values(values)),))
    session = Session(document, View(centre=centre))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def test_every_contour_lies_at_one_height_of_the_objective():
    snapshot = snapshot_of("kmeans", 1, k=3)
    data, step = snapshot.data, snapshot.step
    lines = [mark for mark in centre_valley(snapshot) if isinstance(mark, Line)]
    assert len(lines) > 4
    for line in lines[3:6]:
        places = line.path[np.isfinite(line.path).all(axis=1)]
        centres = np.repeat(step.centres[None], len(places), axis=0)
        centres[:, 1] = places
        gaps = ((data.points[None, :, None] - centres[:, None]) ** 2).sum(axis=-1).min(axis=2).sum(axis=1)
        np.testing.assert_allclose(gaps, np.median(gaps), rtol=0.02)


def test_offered_only_for_a_selected_centre_that_is_there():
    assert is_offered(snapshot_of("gmm", 2))
    assert not is_offered(snapshot_of("gmm", None))
    assert not is_offered(snapshot_of("gmm", 8))
    assert not is_offered(snapshot_of("qda", 0))
    assert centre_valley(snapshot_of("qda", 0)) == ()
