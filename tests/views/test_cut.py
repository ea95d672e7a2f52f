"""Cut: curves are the step's own numbers along the line, and points beside it are projected onto it."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.layers import cutting
from mlexplorer.marks.marks import Line, Points
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import cut

ENDS = (-1.0, -0.5, 2.0, 1.0)


def snapshot_of(model, values=None, ends=ENDS, points=None, *, source="moons", rule=PLAIN):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source(source)(count=90), (run,), points, rule=rule)
    session = Session(document, View(cut=ends))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def lines(plot, role):
    return [mark for mark in plot.layers[0].marks if isinstance(mark, Line) and mark.role.startswith(role)]


def test_the_score_along_a_cut_is_that_of_the_step():
    snapshot = snapshot_of("svm")
    panel = cut.draw(snapshot).panels[0]
    (curve,) = lines(panel, "progress")
    length = np.hypot(3.0, 1.5)
    assert np.isclose(curve.path[-1, 0], length)
    places = np.array(ENDS[:2]) + curve.path[:, :1] / length * [3.0, 1.5]
    np.testing.assert_allclose(curve.path[:, 1], snapshot.step.discriminant(places), atol=1e-9)
    assert sorted(mark.path[0, 1] for mark in lines(panel, "margin")) == [-1, 1]


def test_upright_lines_stand_where_the_prediction_changes():
    snapshot = snapshot_of("logistic")
    first, second = cut.draw(snapshot).panels
    (upright,) = lines(first, "ghost")
    share = upright.path[0, 0] / np.hypot(3.0, 1.5)
    place = np.array(ENDS[:2]) + share * np.array([3.0, 1.5])
    slope = np.hypot(*snapshot.step.weights[:2])
    assert abs(snapshot.step.discriminant(place[None])[0]) < slope * 0.01
    curves = lines(second, "curve")
    np.testing.assert_allclose(sum(curve.path[:, 1] for curve in curves), 1.0)


def test_a_threshold_of_its_own_is_marked_and_moves_the_upright_lines():
    plain, cautious = snapshot_of("logistic"), snapshot_of("logistic", rule=Rule(threshold=0.9))
    level = [lines(cut.draw(snapshot).panels[1], "cursor")[0].path[0, 1] for snapshot in (plain, cautious)]
    assert level == [0.5, 0.9]
    before, after = (lines(cut.draw(snapshot).panels[1], "ghost")[0].path[0, 0] for snapshot in (plain, cautious))
    curve = next(mark for mark in lines(cut.draw(cautious).panels[1], "curve 1"))
    assert abs(np.interp(after, *curve.path.T) - 0.9) < 0.02
    assert before != after
    (zero, *_) = lines(cut.draw(snapshot_of("svm", rule=Rule(threshold=0.5))).panels[0], "cursor")
    assert zero.path[0, 1] == 0.5


def test_a_density_is_followed():
    snapshot = snapshot_of("kde")
    (panel,) = cut.draw(snapshot).panels
    (curve,) = lines(panel, "progress")
    np.testing.assert_allclose(curve.path[-1, 1], snapshot.step.density(np.array([ENDS[2:]]))[0])
    assert [plot.title.split()[0] for plot in cut.draw(snapshot_of("gmm")).panels] == [
        "Scores",
        "Probabilities",
        "Density",
    ]


@pytest.mark.parametrize("model", ["knn", "gmm", "lda", "tree", "kmeans"])
def test_many_classes_have_a_curve_each(model):
    snapshot = snapshot_of(model, source="blobs", ends=(-5.0, 4.0, 3.0, -3.0))
    panel = cut.draw(snapshot).panels[0]
    assert len(lines(panel, "curve")) == len(snapshot.step.classes)


def test_points_beside_the_cut_are_projected():
    data = Dataset([[0.0, 0.0], [5.0, 0.2], [5.0, 8.0], [12.0, 0.1]], [0, 1, 1, 0])
    snapshot = snapshot_of("lda", ends=(0.0, 0.0, 10.0, 0.0), points=data)
    marks = [mark for mark in cut.draw(snapshot).panels[0].layers[0].marks if isinstance(mark, Points)]
    assert {mark.shape: mark.places[:, 0].tolist() for mark in marks} == {0: [0.0], 1: [5.0]}


def test_without_a_cut_nothing_is_offered():
    snapshot = snapshot_of("lda", ends=None)
    assert not cut.offered(snapshot)
    assert cutting.marks(snapshot) == ()
    assert cutting.cut_of(snapshot_of("lda", ends=(1.0, 1.0, 1.0, 1.0))) is None
