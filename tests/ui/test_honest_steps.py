"""What a lecturer sees while points are dragged and models are switched: nothing leaps, nothing is forgotten."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from mlexplorer.pipeline.pipeline import FINE

CTRL = Qt.KeyboardModifier.ControlModifier


def button(hands, words):
    return next(found for found in hands.window.panel.findChildren(QPushButton) if found.text() == words)


def drag_first(hands, by=(0.2, 0.1), row=0):
    place = hands.data.points[row].copy()
    hands.drag(tuple(place), tuple(place + by))
    hands.settle()


def test_the_first_drag_keeps_the_start_that_was_drawn(open_hands):
    hands = open_hands("kmeans", source="anisotropic")
    store, drawn = hands.window.store, hands.snapshot.trace.steps[0].centres
    drag_first(hands)
    np.testing.assert_array_equal(np.reshape(store.session.run.start, (-1, 2)), drawn)
    np.testing.assert_array_equal(hands.snapshot.trace.steps[0].centres, drawn)
    drag_first(hands, row=5)
    np.testing.assert_array_equal(hands.snapshot.trace.steps[0].centres, drawn)
    for _ in range(2):
        hands.key(Qt.Key.Key_Z, CTRL)
    assert store.session.run.start is None
    hands.key(Qt.Key.Key_Y, CTRL)
    assert store.session.run.start is not None
    hands.settle()
    QTest.mouseClick(button(hands, "Make again"), Qt.MouseButton.LeftButton)
    hands.settle()
    assert store.session.run.start is None


def test_adding_points_changes_no_role_and_the_slider_needs_dealt_points(open_hands, hands):
    moons = open_hands("knn", source="moons", source_values={"count": 60})
    form = moons.window.panel.holdout_form
    assert form.isEnabled()
    model = moons.window.store.session.document.holdout.with_values({"share": 0.4})
    form.edited.emit(model, "share")
    moons.settle()
    before = moons.data.held_out
    assert before.sum() == 24
    for place in ((0.5, 1.4), (0.6, 1.45), (0.7, 1.4)):
        moons.click(*place)
    assert len(moons.data) == 63
    np.testing.assert_array_equal(moons.data.held_out, np.r_[before, False, False, False])
    hands.click(0.0, 0.0)
    assert not hands.window.panel.holdout_form.isEnabled()
    assert "Hold out" in hands.window.panel.holdout_words.text()
    assert hands.window.panel.holdout_words.isVisible()
    assert not moons.window.panel.holdout_words.isVisible()


def test_switching_models_keeps_the_parameters_of_each(open_hands):
    hands = open_hands("svm", values={"cost": 50.0})
    picker, store = hands.window.panel.model_picker, hands.window.store
    picker.picked.emit("knn")
    hands.settle()
    picker.picked.emit("svm")
    hands.settle()
    assert store.session.run.model.cost == pytest.approx(50)
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.key(Qt.Key.Key_Z, CTRL)
    assert store.session.document.shelf == ()
    hands.settle()


class Held:
    """A mouse button that stays down on a point while the pointer moves."""

    def __init__(self, hands, row):
        self.hands, self.port = hands, hands.canvas.viewport()
        self.start = hands.data.points[row].copy()
        QTest.mousePress(self.port, Qt.MouseButton.LeftButton, pos=hands.position(*self.start))

    def move(self, by):
        QTest.mouseMove(self.port, self.hands.position(*(self.start + by)))

    def release(self, by):
        QTest.mouseRelease(self.port, Qt.MouseButton.LeftButton, pos=self.hands.position(*(self.start + by)))
        self.hands.settle()


def errors_said(hands):
    """Return the training errors that the line below the plane and the Progress view tell."""
    status = hands.window.status.right.partition("training ")[2].partition(" of")[0]
    chart = next(chart for chart in hands.window.linked.charts if chart.title.startswith("Training errors"))
    return status, chart.now


def test_at_rest_with_the_button_held_the_picture_is_fine_and_every_panel_tells_the_same(open_hands):
    values = {"solver": "gradient", "steps": 400, "rate": 0.3}
    hands = open_hands("logistic", values=values, source_values={"count": 300, "noise": 0.4})
    hands.window.linked.choose("progress")
    hands.settle()
    held = Held(hands, 0)
    for share in np.linspace(0.1, 1, 6):
        held.move(share * np.array([1.2, 0.8]))
    hands.qtbot.waitUntil(lambda: not hands.snapshot.dragging and hands.snapshot.data is hands.data)
    hands.settle()
    assert hands.window.store.dragging
    assert max(hands.snapshot.field.grid.rows, hands.snapshot.field.grid.columns) == FINE
    assert not hands.canvas.hasty
    status, progress = errors_said(hands)
    assert status == progress == str(hands.snapshot.errors(hands.snapshot.data.training)[0])
    held.move(np.array([0.1, 0.0]))
    hands.qtbot.waitUntil(lambda: hands.snapshot.dragging)
    held.release(np.array([0.1, 0.0]))
    assert not hands.snapshot.dragging


def test_the_timeline_keeps_its_steps_while_a_point_is_dragged(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 2000}, source_values={"count": 400})
    headings, lengths = set(), set()

    def note(picture):
        headings.add(hands.window.timeline.heading.partition(" ")[0])
        lengths.add((picture.snapshot.dragging, len(picture.snapshot.trace)))

    hands.window.work.pictured.connect(note)
    held = Held(hands, 0)
    for share in np.linspace(0.1, 1, 6):
        held.move(share * np.array([0.6, 0.4]))
        hands.qtbot.waitUntil(lambda: hands.snapshot.data is hands.data)
    held.release(np.array([0.6, 0.4]))
    assert (True, 1) in lengths, "only the end was fitted while it moved"
    assert headings == {"Step"}


def test_rings_go_with_their_point_at_once(open_hands):
    hands = open_hands("svm", values={"kernel": "linear", "cost": 1.0}, source_values={"noise": 0.3})
    step = hands.snapshot.step
    holding = np.asarray(step.support)[np.asarray(step.multipliers) < step.bound * (1 - 1e-9)]
    row = int(hands.snapshot.training.rows[holding[0]])
    picture = hands.window.plane.picture
    held = Held(hands, row)
    held.move(np.array([0.3, 0.2]))
    hands.canvas.viewport().repaint()
    assert hands.window.plane.picture is picture, "no fit has come yet"
    place = hands.data.points[row]
    for name in ("training", "support"):
        rings = np.concatenate([mark.places for mark in hands.canvas.marks[name]])
        assert np.hypot(*(rings - place).T).min() < 1e-9, name
        assert np.hypot(*(rings - held.start).T).min() > 1e-3, name
    held.release(np.array([0.3, 0.2]))


def test_points_without_classes_offer_the_regressions_in_one_click(open_hands):
    hands = open_hands("svm", source="stopping")
    card = hands.window.panel.notice
    assert card.link.text() == "Use polynomial"
    assert "a curve can be fitted" in card.notice.sentence
    assert not hands.window.plane.missing.isVisible(), "it is told once, and nothing covers the points"
    QTest.mouseClick(card.link, Qt.MouseButton.LeftButton)
    hands.settle()
    assert hands.window.store.session.run.model.task == "regress"
    assert hands.snapshot.step is not None
    assert not hands.window.plane.missing.isVisible()
    assert hands.window.store.history.undo_label == "choose Polynomial"


def test_a_remedy_for_another_model_does_nothing(open_hands):
    hands = open_hands("perceptron", source="xor", values={"epochs": 2})
    panel, store = hands.window.panel, hands.window.store
    stale = panel.notice.notice.remedy
    assert stale.changes.keys() == {"epochs"}
    panel.model_picker.picked.emit("svm")
    assert panel.notice.notice is None
    panel.notice.remedied.emit(stale)
    hands.settle()
    assert store.session.run.model.title == "Support vector machine"
    assert store.history.undo_label.startswith("choose ")


def test_one_feature_offers_what_works_on_one(open_hands):
    hands = open_hands("polynomial", source="line_points")
    card = hands.window.panel.notice
    assert [link.text() for link in card.links] == [
        "Use decision stump",
        "Use logistic regression",
        "Use kernel density",
    ]
    QTest.mouseClick(card.links[1], Qt.MouseButton.LeftButton)
    hands.settle()
    assert hands.window.store.session.run.model.title == "Logistic regression"
    assert hands.snapshot.step is not None
