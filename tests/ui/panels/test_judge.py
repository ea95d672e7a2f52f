"""Judge in the window: the threshold is dragged, a cell is pointed at and clicked, prices are typed."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.core.decision import PLAIN, Rule, decide
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.numbers import text
from mlexplorer.marks.marks import Points, Text
from mlexplorer.pipeline.judged import PART, TRAINING
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.views import judge, judged_classes
from mlexplorer.views.score_plot import strip

TABLE, SCORES = 0, 1


@pytest.fixture
def judged(open_hands):
    """A window on two Gaussians, half held out, with the view Judge open."""

    def make(model="logistic", panel="judge", values=None):
        hands = open_hands(model, "gaussians", values=values)
        store = hands.window.store
        document = replace(store.session.document, holdout=Holdout(share=0.5))
        store.edit(replace(store.session, document=document), "hold out")
        hands.window.linked.choose(panel)
        laid_out(hands, panel)
        return hands

    return make


def laid_out(hands, panel):
    """Wait until the view is drawn and its charts have the sizes they keep."""
    linked = hands.window.linked
    hands.qtbot.waitUntil(lambda: linked.name == panel and sum(chart.isVisible() for chart in linked.charts) > 1)
    hands.settle()
    QApplication.processEvents()


def spot(hands, panel, place):
    canvas = hands.window.linked.charts[panel].canvas
    x, y = canvas.position_of(np.array([place], dtype=float))[0]
    return canvas.viewport(), QPoint(round(x), round(y))


def pointing(hands, panel, place):
    """Point at a place until it is noticed, and return where that is."""

    def is_noticed():
        QTest.mouseMove(*spot(hands, panel, place))
        return hands.window.store.session.view.pointed is not None

    hands.qtbot.waitUntil(is_noticed)
    hands.settle()
    return spot(hands, panel, place)


def drag(hands, panel, places):
    way = [spot(hands, panel, place) for place in places]
    port = way[0][0]
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=way[0][1])
    for _, position in way[1:]:
        QTest.mouseMove(port, position)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=way[-1][1])
    hands.settle()


def marks(hands, name):
    return next((layer.marks for layer in hands.window.plane.picture.layers if layer.name == name), ())


def table(hands):
    return judged_classes.count_table(judged_classes.verdict(hands.snapshot))


def test_dragging_the_threshold_moves_boundary_and_table_and_is_one_step_of_undo(judged):
    hands = judged()
    store, before = hands.window.store, hands.snapshot
    index, line, counts = store.history.index, marks(hands, "boundary")[0].path, table(hands).counts
    height = 0.5 * strip(judged_classes.verdict(before).ranking, None).up.top
    drag(hands, SCORES, [(0.5, height), (0.4, height), (0.2, height), (0.05, height)])
    rule = store.session.document.rule
    assert rule.threshold == pytest.approx(0.05, abs=0.01)
    assert store.history.index == index + 1
    assert store.history.undo_label == "drag on judge"
    np.testing.assert_array_equal(hands.snapshot.predicted, decide(before.step, before.data.points, rule))
    after = table(hands).counts
    assert after[:, 1].sum() > counts[:, 1].sum()
    moved = marks(hands, "boundary")[0].path
    assert np.nanmean(moved[:, 0]) < np.nanmean(line[:, 0]) - 0.1
    assert hands.window.linked.charts[SCORES].now == f"threshold {text(rule.threshold)}"
    assert f"p > {text(rule.threshold)}" in marks(hands, "rule")[0].words
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    assert store.session.document.rule == PLAIN
    np.testing.assert_array_equal(table(hands).counts, counts)


def test_pointing_at_a_cell_rings_its_points_and_a_click_keeps_them(judged):
    hands = judged()
    store, data = hands.window.store, hands.snapshot.data
    found = table(hands)
    middle = (float(found.edges[1] + found.edges[2]) / 2, -0.5)
    port, position = pointing(hands, TABLE, middle)
    assert store.session.view.pointed == (0, 1)
    wanted = (data.labels == 0) & (hands.snapshot.predicted == 1) & data.held_out
    hands.qtbot.waitUntil(lambda: bool(marks(hands, "picked")))
    (ring,) = [mark for mark in marks(hands, "picked") if isinstance(mark, Points) and mark.style == "picked"]
    np.testing.assert_array_equal(ring.places, data.points[wanted])
    assert len(ring.places) == found.counts[0, 1] > 0
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=position)
    QApplication.sendEvent(port, QEvent(QEvent.Type.Leave))
    hands.settle()
    view = store.session.view
    assert (view.pointed, view.cell) == (None, (0, 1))
    assert not store.history.undo_label.endswith("judge")  # looking is no edit
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=position)
    QApplication.sendEvent(port, QEvent(QEvent.Type.Leave))
    hands.qtbot.waitUntil(lambda: not marks(hands, "picked"))


def test_the_ringed_points_follow_the_threshold(judged):
    hands = judged()
    store = hands.window.store
    store.look(replace(store.session.view, cell=(1, 0)))
    height = 0.5 * strip(judged_classes.verdict(hands.snapshot).ranking, None).up.top
    drag(hands, SCORES, [(0.5, height), (0.7, height), (0.99, height)])
    data = hands.snapshot.data
    missed = (data.labels == 1) & (hands.snapshot.predicted == 0) & data.held_out
    hands.qtbot.waitUntil(lambda: "Ringed" in str(marks(hands, "picked")[-1].words))
    (ring,) = [mark for mark in marks(hands, "picked") if isinstance(mark, Points) and mark.style == "picked"]
    np.testing.assert_array_equal(ring.places, data.points[missed])
    assert missed.any()


def test_the_ringed_points_are_those_of_the_part_that_is_judged(judged):
    hands = judged()
    store = hands.window.store
    store.look(replace(store.session.view, cell=(1, 1)))
    hands.settle()
    hands.window.linked.choose_option(PART, TRAINING)
    hands.settle()
    data = hands.snapshot.data
    found = (data.labels == 1) & (hands.snapshot.predicted == 1) & ~data.held_out
    rings = [mark for mark in marks(hands, "picked") if isinstance(mark, Points) and mark.style == "picked"]
    np.testing.assert_array_equal(rings[0].places, data.points[found])


def test_doubt_is_dragged_below_the_scores_and_hatched_on_the_plane(judged):
    hands = judged()
    rail = strip(judged_classes.verdict(hands.snapshot).ranking, None).rail
    drag(hands, SCORES, [(0.5, rail), (0.7, rail), (0.9, rail)])
    rule = hands.window.store.session.document.rule
    assert rule.threshold is None
    assert rule.reject == pytest.approx(0.9, abs=0.01)
    assert (hands.snapshot.predicted == -1).any()
    assert len(marks(hands, "doubt")[0].path) > 0
    assert "in doubt" in table(hands).column_names


def test_a_typed_price_sets_the_costs_and_undo_takes_them_back(judged):
    hands = judged()
    fields = hands.window.linked.reading.findChildren(NumberField)
    assert [field.value for field in fields] == [0.5, 0.0, 0.0, 1.0, 1.0, 0.0]
    miss = fields[4]
    miss.setFocus()
    miss.lineEdit().selectAll()
    QTest.keyClicks(miss, "9")
    QTest.keyClick(miss, Qt.Key.Key_Return)
    hands.settle()
    store = hands.window.store
    assert store.session.document.rule == Rule(costs=((0.0, 1.0), (9.0, 0.0)))
    assert store.history.undo_label == "type in judge"
    hands.qtbot.waitUntil(lambda: hands.window.linked.reading.findChildren(NumberField)[0].value == pytest.approx(0.1))
    store.undo()
    hands.settle()
    assert store.session.document.rule == PLAIN


def test_the_dot_on_the_curve_is_a_threshold(judged):
    hands = judged(panel="roc")
    start = judged_classes.verdict(hands.snapshot).curve
    drag(hands, 0, [(0.1, 0.9), (0.5, 1.0), (0.98, 1.0)])
    rule = hands.window.store.session.document.rule
    assert rule.threshold is not None
    assert rule.threshold < 0.5
    found = table(hands)
    assert found.counts[0, 1] / found.counts[0].sum() == pytest.approx(1.0, abs=0.06)
    assert start.area == judged_classes.verdict(hands.snapshot).curve.area


def test_a_bar_of_a_silhouette_is_a_point_of_the_plane(open_hands):
    hands = open_hands("kmeans", "blobs")
    hands.window.linked.choose("judge")
    laid_out(hands, "judge")
    pointing(hands, 1, (30.5, 0.2))
    kind, which = hands.window.store.session.view.pointed
    assert kind == -2
    hands.qtbot.waitUntil(lambda: bool(marks(hands, "picked")))
    (ring,) = [mark for mark in marks(hands, "picked") if isinstance(mark, Points) and mark.style == "picked"]
    np.testing.assert_array_equal(ring.places, hands.data.points[hands.data.ids == which])


def test_a_cell_lights_up_on_the_plane_in_the_histogram_and_in_the_data_table(judged):
    hands = judged()
    hands.window.run("data_table")
    laid_out(hands, "judge")
    port, place = pointing(hands, TABLE, (0.5, -0.5))
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    hands.settle()
    cell = hands.window.store.session.view.cell
    part, said = hands.data.testing, hands.snapshot.predicted
    rows = part.rows[(part.labels == cell[0]) & (said[part.rows] == cell[1])]
    assert len(rows)
    ringed = next(mark for mark in marks(hands, "picked") if isinstance(mark, Points) and mark.style == "picked")
    np.testing.assert_allclose(ringed.places, hands.data.points[rows])
    model = hands.window.data_table.model
    lit = [row for row in range(len(hands.data)) if model.data(model.index(row, 0), Qt.ItemDataRole.BackgroundRole)]
    assert lit == sorted(rows.tolist())
    assert hands.window.data_table.view.visualRect(model.index(lit[0], 0)).top() >= 0, "the first of them is in view"
    bars = hands.window.linked.charts[SCORES].canvas.marks["scores"]
    assert any(getattr(mark, "role", "") == "box" for mark in bars)


@pytest.mark.parametrize(("model", "values"), [("logistic", {}), ("svm", {"kernel": "linear"})])
def test_the_boundary_is_a_handle_of_the_threshold_beside_judge(judged, model, values):
    hands = judged(model, values=values)
    hands.window.run("tool:move")
    step = hands.snapshot.step
    left, right, bottom, top = hands.canvas.bounds
    sides = np.c_[np.linspace(left, right, 400), np.full(400, bottom + 0.9 * (top - bottom))]
    said = step.predict(sides)
    start = sides[np.flatnonzero(np.diff(said))[0]]
    end = start + np.array([0.35, 0.0])
    hands.drag(start, end)
    hands.settle()
    rule = hands.window.store.session.document.rule
    rank = step.probabilities(end[None])[0, 1] if model == "logistic" else np.diff(step.scores(end[None]))[0, 0]
    assert rule.threshold == pytest.approx(rank, abs=0.05 * max(1, abs(rank)))
    assert hands.window.store.history.undo_label == "move the threshold"
    assert hands.window.store.session.run.by_hand is None
    hands.window.run("undo")
    assert hands.window.store.session.document.rule == PLAIN


def test_elsewhere_the_boundary_is_no_threshold(judged):
    hands = judged("svm", "judge")
    hands.window.linked.choose("explain")
    hands.settle()
    hands.window.run("tool:move")
    before = hands.window.store.session.document
    hands.drag((0.0, 0.0), (0.4, 0.4))
    hands.settle()
    assert hands.window.store.session.document.rule == before.rule


def test_words_of_the_table_stay_in_their_cells_with_a_column_of_doubt(judged):
    hands = judged()
    store = hands.window.store
    store.edit(replace(store.session, document=replace(store.session.document, rule=Rule(reject=0.8))), "doubt")
    hands.settle()
    laid_out(hands, "judge")
    canvas, found = hands.window.linked.charts[TABLE].canvas, table(hands)
    assert len(found.columns) == 3
    metrics = QFontMetricsF(canvas.font())
    lines = canvas.position_of(np.c_[found.edges, np.zeros(4)])[:, 0]
    said = [mark for layer in judge.draw(hands.snapshot).panels[TABLE].layers for mark in layer.marks]
    for mark in (mark for mark in said if isinstance(mark, Text)):
        begin = canvas.position_of(mark.place[None])[0, 0] + mark.offset[0]
        begin -= mark.anchor[0] * metrics.horizontalAdvance(mark.words)
        end = begin + metrics.horizontalAdvance(mark.words)
        if mark.place[1] < 0:  # names of rows and words in cells; those above the table may be wider than its cells
            assert np.searchsorted(lines, begin) == np.searchsorted(lines, end), mark.words
