"""ROC: goldens through the view, overlaid runs and pins, many classes, and the dot that is dragged."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics

from mlexplorer.core import registry
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits.pins import pinned
from mlexplorer.marks.marks import Line, Points
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import roc


def session_of(*models, source="gaussians", share=0.5, rule=PLAIN, values=None, **view):
    runs = tuple(Run(registry.model(model)().with_values(values or {})) for model in models)
    return Session(Document(registry.source(source)(), runs, holdout=Holdout(share=share), rule=rule), View(**view))


def shown(session):
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 240, 240))


def test_twenty_scores():
    snapshot = shown(session_of("logistic", source="score_list", share=0.0, values={"penalty": 0.0}))
    found = roc.numbers(snapshot)
    assert found["area"] == pytest.approx(0.68)
    assert found["hull_area"] == pytest.approx(0.755)
    assert found["best_accuracy"] == pytest.approx(0.7)
    assert len(found["true"]) == 21
    assert roc.CLASS not in [option.name for option in roc.draw(snapshot).options], "of two classes none is chosen"


def test_the_tree_points():
    snapshot = shown(session_of("logistic", source="tree_points", share=0.0, values={"penalty": 0.0}))
    assert roc.numbers(snapshot)["area"] == pytest.approx(0.96)


def test_many_classes_stand_against_the_rest_and_have_a_mean_of_pairs():
    snapshot = shown(session_of("qda", source="iris", options=((roc.CLASS, "1"),)))
    part, found = snapshot.data.testing, roc.numbers(snapshot)
    chances = snapshot.step.probabilities(part.points)
    assert found["positive"] == "Versicolor"
    assert found["area"] == pytest.approx(metrics.roc_auc_score(part.labels == 1, chances[:, 1]))
    pairs = metrics.roc_auc_score(part.labels, chances, multi_class="ovo")
    assert found["hand_till"] == pytest.approx(pairs)
    assert found["threshold"] is None
    assert roc.touch(snapshot, Touched(0, 0.2, 0.8, "press")) is None
    assert "needs two classes" in roc.draw(snapshot).words
    assert roc.CLASS in [option.name for option in roc.draw(snapshot).options]


def test_runs_and_pins_lie_over_one_another():
    session = pinned(session_of("lda", "knn"))
    snapshot = shown(session.with_model(registry.model("qda")()))
    found, part = roc.numbers(snapshot), snapshot.data.testing
    assert len(found["areas"]) == 3
    steps = [snapshot.shown[0], snapshot.shown[1], snapshot.pinned[0]]
    areas = [metrics.roc_auc_score(part.labels, step.probabilities(part.points)[:, 1]) for step in steps]
    np.testing.assert_allclose(list(found["areas"].values()), areas)
    roles = [mark.role for mark in roc.draw(snapshot).panels[0].layers[0].marks if isinstance(mark, Line)]
    assert {"runner 0", "runner 1", "runner 2"} <= set(roles)


def test_the_dot_is_where_the_table_is():
    snapshot = shown(session_of("logistic", rule=Rule(threshold=0.2)))
    (dot,) = [mark for mark in roc.draw(snapshot).panels[0].layers[0].marks if isinstance(mark, Points)]
    part = snapshot.data.testing
    said = snapshot.predicted[part.rows]
    rates = [(said[part.labels == label] == 1).mean() for label in (0, 1)]
    np.testing.assert_allclose(dot.places[0], rates)


@pytest.mark.parametrize("kind", ["roc", "recall"])
def test_dragging_the_dot_takes_the_nearest_vertex(kind):
    snapshot = shown(session_of("logistic", options=((roc.KIND, kind),)))
    panel = roc.draw(snapshot).panels[0]
    line = next(mark for mark in panel.layers[0].marks if isinstance(mark, Line) and mark.role == "runner 0")
    corner = line.path[len(line.path) // 3]
    session = roc.touch(snapshot, Touched(0, *corner.tolist(), "drag"))
    again = roc.draw(shown(session)).panels[0]
    (dot,) = [mark for mark in again.layers[0].marks if isinstance(mark, Points)]
    np.testing.assert_allclose(dot.places[0], corner)


def test_rates_and_scores_take_the_threshold_itself():
    snapshot = shown(session_of("logistic", options=((roc.KIND, roc.RATES),)))
    for panel in (0, 1):
        session = roc.touch(snapshot, Touched(panel, 0.3, 0.5, "drag", begun=(0.5, 1.0)))
        assert session.document.rule == Rule(0.3)


def test_a_line_of_equal_cost_touches_the_hull_at_the_slope_of_costs_and_shares():
    snapshot = shown(session_of("logistic", rule=Rule(costs=((0.0, 1.0), (4.0, 0.0)))))
    (line,) = [m for m in roc.draw(snapshot).panels[0].layers[0].marks if isinstance(m, Line) and m.role == "margin"]
    across, up = line.path[1] - line.path[0]
    part = snapshot.data.testing
    wanted = (part.labels == 0).sum() / (4 * (part.labels == 1).sum())
    assert up / across == pytest.approx(wanted)
    found = roc.numbers(snapshot)
    heights = np.array(found["true"]) - wanted * np.array(found["false"])
    assert line.path[0, 1] - wanted * line.path[0, 0] == pytest.approx(heights.max())


def test_one_side_alone_has_no_area_but_a_sentence():
    session = session_of("lda", source="placed", share=0.0)
    data = registry.source("gaussians")().make()
    held = replace(session.document, points=data.holding(data.labels == 1))
    drawn = roc.draw(shown(replace(session, document=replace(held, points=data.holding(np.arange(len(data)) < 1)))))
    assert "one side" in drawn.words
    assert drawn.blocks[0].rows[0][1] == "–"
