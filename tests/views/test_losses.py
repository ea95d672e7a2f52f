"""Loss against the margin, as marks."""

import numpy as np
import pytest

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES
from mlexplorer.core import registry
from mlexplorer.layers.points import point_words
from mlexplorer.marks.marks import Line, Points
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import losses


def snapshot_of(model, source="moons", values=None, gate=None, **options):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source(source)().with_values({"gate": gate} if gate else {}), (run,))
    session = Session(document, View(options=tuple(options.items())))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def test_the_points_lie_on_the_chosen_curve():
    snapshot = snapshot_of("svm", values={"kernel": "linear"})
    drawn = losses.draw(snapshot)
    (panel,) = drawn.panels
    marks = panel.layers[0].marks
    dots = np.concatenate([mark.places for mark in marks if isinstance(mark, Points)])
    assert len(dots) == len(snapshot.data.training)
    np.testing.assert_allclose(dots[:, 1], np.maximum(1 - dots[:, 0], 0), atol=1e-12)
    assert sum(isinstance(mark, Line) for mark in marks) == len(MARGIN_LOSSES) + 1
    errors = next(fact.value for fact in drawn.facts if fact.name == "0/1 errors")
    assert int(errors) == snapshot.errors(snapshot.data.training)[0]


@pytest.mark.parametrize(("model", "usual"), [("svm", "hinge"), ("logistic", "log"), ("perceptron", "errors")])
def test_a_model_is_first_shown_with_its_own_loss(model, usual):
    assert losses.draw(snapshot_of(model)).options[0].current == usual


def test_another_loss_can_be_chosen():
    snapshot = snapshot_of("logistic", **{"margin loss": "squared"})
    (panel,) = losses.draw(snapshot).panels
    dots = np.concatenate([mark.places for mark in panel.layers[0].marks if isinstance(mark, Points)])
    top = panel.bounds[3]
    np.testing.assert_allclose(dots[:, 1], np.minimum((1 - dots[:, 0]) ** 2, top))


@pytest.mark.parametrize(("model", "source"), [("kmeans", "moons"), ("logistic", "blobs"), ("knn", "moons")])
def test_not_offered_without_margins(model, source):
    values = {"classes": 3} if source == "blobs" else {}
    run = Run(registry.model(model)())
    document = Document(registry.source(source)().with_values(values), (run,))
    snapshot = Pipeline().last(Session(document), framed(prepare(document).data, View(), 300, 300))
    assert not losses.offered(snapshot)


@pytest.mark.parametrize("gate", ["and", "or", "xor", "nand"])
@pytest.mark.parametrize("model", ["perceptron", "line", "svm", "logistic", "lda", "qda"])
def test_a_point_on_the_boundary_costs_what_the_model_decides(model, gate):
    """The perceptron ends on AND with f = 0 at (1, 0), which is class 0 and right."""
    snapshot = snapshot_of(model, "corners", {"kernel": "linear"} if model == "svm" else None, gate)
    errors = next(fact.value for fact in losses.draw(snapshot).facts if fact.name == "0/1 errors")
    assert errors == str(snapshot.errors(snapshot.data.training)[0])


@pytest.mark.parametrize("t", [1.0, 2.0])
def test_the_words_of_a_point_on_the_line_agree_with_what_is_decided(t):
    """With t = 1 two points of class 0 have f = 0 and are right, with t = 2 the one of class 1 has and is wrong."""
    snapshot = snapshot_of("line", "corners", {"w1": 1.0, "w2": 1.0, "t": t}, "and")
    words = [point_words(snapshot, row) for row in range(4)]
    assert sum("f = 0," in told for told in words) == (2 if t == 1 else 1)
    assert [told.endswith("0/1 loss = 1") for told in words] == snapshot.is_wrong.tolist()
    assert sum(snapshot.is_wrong) == (0 if t == 1 else 1)
