"""The tree and the plane are linked: pointing at one shows the place in the other, a click prunes."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from mlexplorer.ui.look import theme
from mlexplorer.views import dendrogram, network_layout
from mlexplorer.views.tree_layout import BAR, diagram


def at_node(hands, node):
    chart = hands.window.linked.charts[0]
    place = diagram(hands.snapshot.step.tree).places[node] + [BAR / 2, 0.0]
    x, y = chart.canvas.position_of(np.array([place]))[0]
    return chart.canvas.viewport(), QPoint(round(x), round(y))


def test_pointing_at_either_shows_it_in_both_and_a_click_prunes(open_hands):
    hands = open_hands("tree", source_values={"noise": 0.3})
    store = hands.window.store
    hands.window.linked.choose("structure")
    hands.settle()
    QTest.mouseMove(hands.canvas.viewport(), hands.position(0.4, 0.4))
    hands.settle()
    tree, node = hands.snapshot.step.tree, store.session.view.node
    left, right, bottom, top = tree[node].box
    assert left < 0.4 <= right
    assert bottom < 0.4 <= top
    port, middle = at_node(hands, 1)
    QTest.mouseMove(port, middle)
    hands.settle()
    assert store.session.view.node == 1
    assert store.history.index == 0
    split = next(index for index in range(1, len(tree)) if tree[index].feature >= 0)
    port, middle = at_node(hands, split)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=middle)
    hands.settle()
    assert len(hands.snapshot.step.tree) < len(tree)
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    assert hands.snapshot.step.tree == tree


def test_words_of_a_tree_stand_beside_its_bars_and_before_its_branches(open_hands):
    hands = open_hands("regression_tree", "cars", {"depth": 3})
    hands.window.linked.choose("structure")
    hands.settle()
    canvas = hands.window.linked.charts[0].canvas
    drawing = diagram(hands.snapshot.step.tree, "level", hands.data.names)
    letters = QFontMetricsF(theme.font())
    (left, right, *_), deepest = drawing.bounds, drawing.places[:, 0].max()
    ends = np.array([[left, 0.0], [drawing.root_end, 0.0], [deepest + BAR, 0.0], [right, 0.0]])
    before, root, bar, after = canvas.position_of(ends)[:, 0]
    assert root - before > letters.horizontalAdvance(drawing.question(0))
    assert after - bar > 8 + letters.horizontalAdvance("10.7")


def test_a_click_on_a_mixed_leaf_splits_it_and_undo_takes_it_back(open_hands):
    hands = open_hands("tree", values={"depth": 1}, source_values={"noise": 0.3})
    hands.window.linked.choose("structure")
    hands.settle()
    tree = hands.snapshot.step.tree
    assert [node.feature >= 0 for node in tree] == [True, False, False]
    port, middle = at_node(hands, 1)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=middle)
    hands.settle()
    assert [node.feature >= 0 for node in hands.snapshot.step.tree] == [True, True, False, False, False]
    assert hands.window.store.history.undo_label == "click on inside"
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    assert hands.snapshot.step.tree == tree


def test_the_price_of_a_leaf_is_a_slider(open_hands):
    hands = open_hands("tree", source_values={"noise": 0.3})
    hands.window.linked.choose("structure")
    hands.settle()
    chart = hands.window.linked.charts[1]
    way = [chart.canvas.position_of(np.array([[price, 2.0]]))[0] for price in (0.01, 0.03, 0.06)]
    places = [QPoint(round(x), round(y)) for x, y in way]
    port = chart.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(port, place)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=places[-1])
    hands.settle()
    assert abs(hands.window.store.session.run.model.pruning - 0.06) < 0.01
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hands.window.store.session.run.model.pruning == 0


def test_a_click_on_a_round_shows_it(open_hands):
    hands = open_hands("adaboost", values={"rounds": 8})
    hands.window.linked.choose("structure")
    hands.settle()
    label = next(label for label, place in hands.window.linked.reading.touchable.items() if place[1] == 2)
    QTest.mouseClick(label, Qt.MouseButton.LeftButton)
    hands.settle()
    assert len(hands.snapshot.step.ballots) == 3


def test_an_edge_of_a_network_is_dragged_and_undone_at_once(open_hands):
    hands = open_hands("network", values={"hidden": "3", "steps": 30})
    hands.window.linked.choose("structure")
    hands.settle()
    before, drawing = hands.snapshot.step.weights, network_layout.NetworkDiagram(hands.snapshot.step)
    chart, place = hands.window.linked.charts[0], int(drawing.edges[-1, 3])
    x, y = chart.canvas.position_of(drawing.curves[-1][10:11])[0]
    port, way = chart.canvas.viewport(), [QPoint(round(x), round(y) - move) for move in (0, 20, 40, 60)]
    QTest.mouseMove(port, way[0])
    hands.settle()
    assert hands.window.store.session.view.node == drawing.units + place
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=way[0])
    for step in way[1:]:
        QTest.mouseMove(port, step)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=way[-1])
    hands.settle()
    moved = hands.snapshot.step.weights - before
    wanted = 60 / chart.canvas.plane_rect().height() * 2 * max(3.0, np.abs(before).max())
    assert abs(moved[place] - wanted) < 0.05 * wanted
    assert np.count_nonzero(moved) == 1
    assert hands.window.store.history.undo_label == "drag on inside"
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    np.testing.assert_array_equal(hands.snapshot.step.weights, before)


def test_the_probe_fills_in_a_network_that_is_looked_at(open_hands):
    hands = open_hands("network", values={"hidden": "3", "steps": 30})
    hands.window.linked.choose("structure")
    hands.settle()
    hands.window.run("tool:probe")
    QTest.mouseMove(hands.canvas.viewport(), hands.position(0.4, 0.4))
    hands.settle()
    view = hands.window.store.session.view
    assert view.panel == "structure"
    np.testing.assert_allclose(view.probe, (0.4, 0.4), atol=0.05)


def test_the_cut_of_a_dendrogram_is_dragged_and_a_branch_shows_its_points(open_hands):
    hands = open_hands("hierarchical", values={"clusters": 4})
    store = hands.window.store
    hands.window.linked.choose("structure")
    hands.settle()
    step, canvas = hands.snapshot.step, hands.window.linked.charts[0].canvas
    count = len(step.order)
    levels = [dendrogram.cut_height(step.levels, count - clusters) for clusters in (4, 3, 2)]
    way = [canvas.position_of(np.array([[5.0, level]]))[0] for level in levels]
    places = [QPoint(round(x), round(y)) for x, y in way]
    port = canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(port, place)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=places[-1])
    hands.settle()
    assert store.session.run.model.clusters == 2
    assert set(hands.snapshot.predicted.tolist()) == {0, 1}
    QTest.mouseMove(port, places[0] + QPoint(1, 0))
    hands.settle()
    assert store.session.view.node == dendrogram.node_at(step, *canvas.place_of(QPointF(places[0] + QPoint(1, 0))))
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    assert store.session.run.model.clusters == 4


def test_pointing_at_a_point_lights_its_cluster_in_the_tree(open_hands):
    hands = open_hands("hierarchical", values={"clusters": 4})
    hands.window.linked.choose("structure")
    hands.settle()
    step = hands.snapshot.step
    QTest.mouseMove(hands.canvas.viewport(), hands.position(*hands.data.points[5]))
    hands.settle()
    rows = step.members(hands.window.store.session.view.node)
    assert sorted(rows) == np.flatnonzero(step.assignments == step.assignments[5]).tolist()
