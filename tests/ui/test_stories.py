"""What a person does on the real window, by real mouse and key events."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from mlexplorer.core import registry
from mlexplorer.edits.line_handles import handles
from mlexplorer.marks.palette import theme as palette_theme
from mlexplorer.ui.panels.runners import Runners

CTRL = Qt.KeyboardModifier.ControlModifier
BLUE = [(-1.6, 0.9), (-1.2, 0.4), (-1.8, 0.1), (-0.9, 1.2), (-1.3, -0.5)]
ORANGE = [(1.5, 0.8), (1.1, 0.2), (1.9, -0.2), (1.2, -0.9), (1.6, -1.4)]


def place_ten(hands):
    for place in BLUE:
        hands.click(*place)
    hands.key(Qt.Key.Key_2)
    for place in ORANGE:
        hands.click(*place)
    hands.settle()


def tint_distance(colour, label):
    tint = palette_theme("light").tints[label].astype(int)
    return np.abs(np.array(colour) - tint).sum()


def nearer_tint(colour):
    return min((0, 1), key=lambda label: tint_distance(colour, label))


def test_from_an_empty_plane_to_a_saved_session(hands, tmp_path, monkeypatch):
    window = hands.window
    assert len(hands.data) == 0
    assert "place some on the plane" in hands.snapshot.problem.sentence
    place_ten(hands)
    np.testing.assert_allclose(hands.data.points, BLUE + ORANGE, atol=0.02)
    assert hands.data.labels.tolist() == [0] * 5 + [1] * 5
    assert nearer_tint(hands.colour(-2, 1.5)) == 0
    assert nearer_tint(hands.colour(2, 1.5)) == 1

    window.panel.model_picker.picked.emit("knn")
    hands.settle()
    slider = window.panel.model_form.sliders["k"]
    before = window.store.history.index
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    for x in range(slider.width() // 2, 4, -6):
        QTest.mouseMove(slider, QPoint(x, slider.height() // 2))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(4, slider.height() // 2))
    hands.settle()
    assert window.store.session.run.model.k == 1
    assert window.store.history.index == before + 1
    assert window.store.history.undo_label.startswith("change neighbours")

    hands.drag(ORANGE[0], (-1.0, 1.6))
    hands.settle()
    np.testing.assert_allclose(hands.data.points[5], (-1.0, 1.6), atol=0.02)

    for _ in range(40):
        hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert len(hands.data) == 0
    for _ in range(40):
        hands.key(Qt.Key.Key_Y, CTRL)
    hands.settle()
    np.testing.assert_allclose(hands.data.points[5], (-1.0, 1.6), atol=0.02)

    path = tmp_path / "ten.mlx.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hands.key(Qt.Key.Key_S, CTRL)
    assert path.exists()
    assert not window.store.is_unsaved
    picture = hands.canvas.grab().toImage()
    window.files.new()
    hands.settle()
    assert len(hands.data) == 0
    window.files.open(path)
    hands.settle()
    again = hands.canvas.grab().toImage()
    assert again == picture


def test_dragging_a_point_across_the_boundary_changes_pixels(hands):
    place_ten(hands)
    hands.window.panel.model_picker.picked.emit("knn")
    hands.window.store.edit(hands.window.store.session.with_model(type(hands.window.store.session.run.model)(k=1)), "k")
    hands.settle()
    probe = (-1.5, 2.0)
    assert nearer_tint(hands.colour(*probe)) == 0
    place = hands.window.store.history.index
    hands.drag(ORANGE[0], (-1.3, 1.9), moves=12)
    hands.settle()
    assert nearer_tint(hands.colour(*probe)) == 1
    assert hands.window.store.history.index == place + 1
    assert hands.window.store.history.undo_label == "move point"
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert nearer_tint(hands.colour(*probe)) == 0


def test_right_click_and_delete_remove(hands):
    place_ten(hands)
    hands.click(*BLUE[0], button=Qt.MouseButton.RightButton)
    assert len(hands.data) == 9
    hands.key(Qt.Key.Key_A, CTRL)
    hands.key(Qt.Key.Key_Delete)
    hands.settle()
    assert len(hands.data) == 0
    assert hands.window.store.history.undo_label == "remove 9 points"


def test_one_class_is_explained(hands):
    hands.window.panel.model_picker.picked.emit("logistic")
    for place in BLUE:
        hands.click(*place)
    hands.settle()
    told = hands.window.panel.notice
    assert told.notice.sentence == "Two classes are needed: place a point of another class."
    assert not hands.window.plane.missing.isVisible(), "it is told once, and nothing covers the points"
    hands.window.run("fold_left")
    hands.click(*BLUE[0])
    hands.settle()
    assert hands.window.plane.missing.text == told.notice.sentence, "on the plane where the card is folded away"
    hands.window.run("fold_left")
    hands.key(Qt.Key.Key_2)
    hands.click(*ORANGE[0])
    hands.settle()
    assert not hands.window.plane.missing.isVisible()
    assert told.notice is None
    assert hands.snapshot.step is not None


def test_wheel_zooms_at_the_pointer_and_f_shows_all(open_hands):
    hands = open_hands("knn")
    before = hands.canvas.bounds
    hands.window.plane.zoom(0.5, hands.position(0.5, 0.25).toPointF())
    hands.settle()
    left, right = hands.canvas.bounds[:2]
    assert np.isclose((right - left) / (before[1] - before[0]), 0.5, atol=0.02)
    assert hands.window.store.history.index == 0
    hands.key(Qt.Key.Key_F)
    hands.settle()
    np.testing.assert_allclose(hands.canvas.bounds, before, atol=1e-9)


def test_middle_drag_pans(open_hands):
    hands = open_hands("knn")
    before = np.array(hands.canvas.bounds)
    hands.drag((0.0, 0.0), (0.5, 0.25), button=Qt.MouseButton.MiddleButton)
    hands.settle()
    np.testing.assert_allclose(np.array(hands.canvas.bounds) - before, [-0.5, -0.5, -0.25, -0.25], atol=0.03)


def test_hovering_tells_the_prediction(open_hands):
    hands = open_hands("knn")
    QTest.mouseMove(hands.canvas.viewport(), hands.position(0.0, 1.7))
    words = hands.window.status.left
    assert words.startswith("(0.0")
    assert "→ Class 0" in words


def test_layers_by_key_and_chip(open_hands):
    hands = open_hands("knn")
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    hands.settle()
    assert "regions" not in [layer.name for layer in hands.window.plane.picture.layers]
    QTest.mouseClick(hands.window.plane.bar.chips["regions"], Qt.MouseButton.LeftButton)
    hands.settle()
    assert "regions" in [layer.name for layer in hands.window.plane.picture.layers]


def test_timeline_steps_without_fitting_again(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 30})
    trace = hands.snapshot.trace
    hands.key(Qt.Key.Key_Home)
    hands.settle()
    assert hands.snapshot.step is trace.steps[0]
    hands.key(Qt.Key.Key_Right)
    hands.settle()
    assert hands.snapshot.step is trace.steps[1]
    hands.key(Qt.Key.Key_End)
    hands.settle()
    assert hands.snapshot.step is trace.last


def test_themes_and_presenting(open_hands):
    hands = open_hands("knn")
    window = hands.window
    for name in ("dark", "light", "projector"):
        window.run(f"theme:{name}")
        assert hands.canvas.theme.name == name
    window.run("theme:light")
    hands.key(Qt.Key.Key_F5)
    hands.settle()
    assert not window.panel.isVisible()
    assert hands.canvas.unit > 1.1
    small = hands.canvas.unit
    window.resize(1920, 1080)
    hands.qtbot.waitUntil(lambda: hands.canvas.unit > 1.2 * small)
    hands.key(Qt.Key.Key_Escape)
    hands.settle()
    assert window.panel.isVisible()
    assert hands.canvas.unit == 1.0


def test_a_bad_file_leaves_everything_as_it_was(hands, tmp_path):
    place_ten(hands)
    bad = tmp_path / "bad.mlx.json"
    bad.write_text('{"format": "mlexplorer", "version": 1, "book": {')
    before = hands.window.store.session
    assert not hands.window.files.open(bad)
    assert hands.window.store.session == before
    assert hands.window.plane.pill.text.startswith("bad.mlx.json is damaged")


def test_a_line_by_hand_is_shifted_and_turned(open_hands):
    hands = open_hands("line")
    before = hands.snapshot.step.weights
    found = handles(before, hands.canvas.bounds)
    hands.drag(found.middle, found.middle + before[:2] * 0.3)
    hands.settle()
    shifted = hands.snapshot.step.weights
    np.testing.assert_allclose(shifted[:2], before[:2])
    assert shifted[2] > before[2] + 0.3
    assert hands.window.store.history.undo_label == "shift the line"
    assert hands.window.panel.model_form.recipe.t == shifted[2]
    found = handles(shifted, hands.canvas.bounds)
    hands.drag(found.arm, found.middle + np.array([0.0, 0.8]))
    hands.settle()
    turned = hands.snapshot.step.weights
    assert abs(turned[1]) < 0.02 * abs(turned[0])
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    np.testing.assert_array_equal(hands.snapshot.step.weights, before)


def test_dragging_the_dot_moves_the_boundary_and_the_timeline_lets_go(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 30})
    linked = hands.window.linked
    linked.choose("landscape")
    hands.settle()
    end = hands.snapshot.trace.last.weights
    chart = linked.charts[0]
    port, middle = chart.canvas.viewport(), chart.canvas.plane_rect().center().toPoint()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=middle)
    for shift in range(0, 60, 10):
        QTest.mouseMove(port, middle + QPoint(shift, 0))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=middle + QPoint(50, 0))
    hands.settle()
    held = hands.snapshot.step.weights
    assert np.abs(held[:2] - end[:2]).max() > 0.05
    np.testing.assert_allclose(held[2], end[2])
    assert hands.window.store.history.undo_label == "drag on landscape"
    hands.key(Qt.Key.Key_End)
    hands.key(Qt.Key.Key_Home)
    hands.settle()
    assert hands.window.store.session.run.by_hand is None
    assert hands.snapshot.step is hands.snapshot.trace.steps[0]


def test_a_race_runs_in_lockstep(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    runners = hands.window.panel.runners
    QTest.mouseClick(runners.add, Qt.MouseButton.LeftButton)
    hands.settle()
    session = hands.window.store.session
    assert (len(session.document.runs), session.view.active) == (2, 1)
    hands.window.panel.model_form.edited.emit(session.run.model.with_values({"solver": "adam"}), "solver")
    hands.settle()
    assert [run.model.solver for run in hands.window.store.session.document.runs] == ["gradient", "adam"]
    assert "runners" in [layer.name for layer in hands.window.plane.picture.layers]
    hands.key(Qt.Key.Key_Home)
    hands.key(Qt.Key.Key_Right)
    hands.settle()
    assert [step.iteration for step in hands.snapshot.shown] == [1, 1]
    QTest.mouseClick(runners.remove, Qt.MouseButton.LeftButton)
    hands.settle()
    assert len(hands.window.store.session.document.runs) == 1
    assert hands.window.store.history.undo_label == "remove a run"


def test_hovering_a_point_tells_its_class_prediction_probability_and_loss(open_hands):
    hands = open_hands("logistic", source_values={"noise": 0.35})
    row = int(hands.snapshot.wrong[0])
    QTest.mouseMove(hands.canvas.viewport(), hands.position(*hands.data.points[row]))
    words = hands.window.status.left
    label = int(hands.data.labels[row])
    assert f"Point {hands.data.ids[row] + 1}: Class {label}, taken for Class {1 - label}; p of its class = " in words
    assert "log loss = " in words
    assert f"training {len(hands.snapshot.wrong)} of {len(hands.data)} wrong" in hands.window.status.right


def test_the_plane_keeps_its_size_while_the_second_class_arrives(hands):
    hands.click(-1, 0)
    hands.settle()
    before = hands.canvas.size()
    assert "learnt" in hands.window.linked.words
    hands.key(Qt.Key.Key_2)
    hands.click(1, 0)
    hands.settle()
    assert hands.window.linked.name
    assert hands.canvas.size() == before


def test_a_list_chosen_with_the_mouse_gives_the_keys_back(open_hands):
    hands = open_hands("perceptron", "blobs")
    window, picker = hands.window, hands.window.panel.model_picker
    QTest.mouseClick(picker, Qt.MouseButton.LeftButton)
    rows = picker.view()
    hands.qtbot.waitUntil(rows.isVisible)
    row = rows.model().index(picker.findData("logistic"), 0)
    rows.setCurrentIndex(row)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    hands.settle()
    window.activateWindow()
    hands.qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Home)
    hands.settle()
    assert type(window.store.session.run.model) is registry.model("logistic")
    assert window.timeline.current == 0


def test_a_click_on_the_plane_takes_the_keys_from_a_slider(open_hands):
    hands = open_hands("perceptron", "blobs")
    slider = hands.window.panel.model_form.sliders["rate"]
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton)
    assert slider.hasFocus()
    hands.click(0, 0)
    assert not slider.hasFocus()


def test_a_model_chosen_in_the_window_shows_only_the_parameters_that_matter(open_hands):
    hands = open_hands("perceptron", "blobs")
    hands.window.panel.model_picker.picked.emit("svm")
    hands.settle()
    form = hands.window.panel.model_form
    assert form.row("gamma").isVisible()
    assert not form.row("degree").isVisible()


def test_a_number_typed_with_enter_gives_the_keys_back(open_hands):
    hands = open_hands("perceptron", "blobs")
    field = hands.window.panel.model_form.fields["epochs"]
    QTest.mouseClick(field.lineEdit(), Qt.MouseButton.LeftButton)
    assert field.hasFocus()
    field.selectAll()
    QTest.keyClicks(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    assert hands.window.store.session.run.model.epochs == 7
    assert not field.hasFocus()
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.hasFocus(), "who walks with the keys goes on from there"


def test_a_second_click_on_the_race_button_does_not_remove_the_run(open_hands):
    hands = open_hands("perceptron", "blobs")
    window, runners = hands.window, hands.window.panel.findChild(Runners)
    place = runners.add.mapTo(window, runners.add.rect().center())
    QTest.mouseClick(runners.add, Qt.MouseButton.LeftButton)
    hands.settle()
    assert len(window.store.session.document.runs) == 2
    below = runners.remove.geometry().translated(runners.mapTo(window, QPoint(0, 0)))
    assert not below.contains(place)
