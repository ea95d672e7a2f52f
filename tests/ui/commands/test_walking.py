"""Walking through a fit in the window: jumps, starts, slow motion, and what a change of a parameter keeps."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.layers.pictures import CLEAN, LOWEST, events
from mlexplorer.marks.stepwise import whole
from mlexplorer.pipeline.slow_motion import ROUNDS, has_phases, walked

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SEPARABLE = {"source": "separable"}


def shown(hands):
    return hands.window.store.session.view.step


def test_jump_to_the_first_step_without_errors_and_the_lowest_loss(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 60, "rate": 1.0}, **SEPARABLE)
    trace = hands.snapshot.trace
    errors = [step.measures["errors"] for step in trace]
    assert errors[0] > 0
    hands.key(Qt.Key.Key_Home, CTRL)
    hands.settle()
    assert shown(hands) == trace.numbers[errors.index(0)] == whole(events(trace))[CLEAN]
    hands.key(Qt.Key.Key_Home)
    hands.key(Qt.Key.Key_End, CTRL)
    hands.settle()
    losses = [step.loss for step in trace]
    assert hands.snapshot.step.loss == min(losses)
    assert whole(events(trace))[LOWEST] == trace.numbers[losses.index(min(losses))]


def test_a_fit_with_errors_to_the_end_says_so(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 5})
    hands.key(Qt.Key.Key_Home, CTRL)
    assert hands.window.plane.pill.text == "No step is without errors."


def phases(hands, keys):
    seen = []
    for key in keys:
        hands.key(key)
        hands.settle()
        seen.append((hands.snapshot.step.iteration, hands.snapshot.step.phase))
    return seen


@pytest.mark.parametrize(("model", "first", "second"), [("kmeans", "move", "assign"), ("gmm", "M", "E")])
def test_half_steps_are_walked_and_a_switch_walks_whole_rounds(open_hands, model, first, second):
    hands = open_hands(model, source="moons")
    trace, timeline = hands.snapshot.trace, hands.window.timeline
    assert has_phases(trace)
    assert not timeline.slow.isVisible()
    home, right = Qt.Key.Key_Home, Qt.Key.Key_Right
    assert phases(hands, (home, right, right, right)) == [(0, second), (1, first), (1, second), (2, first)]
    QTest.mouseClick(timeline.rounds, Qt.MouseButton.LeftButton)
    hands.settle()
    assert hands.window.store.session.view.shows(ROUNDS)
    assert phases(hands, (right, right, Qt.Key.Key_Left)) == [(2, second), (3, second), (2, second)]
    assert list(walked(trace, False, rounds=True)) == [0, *range(2, trace.total, 2)]
    hands.key(Qt.Key.Key_Space, CTRL)
    hands.settle()
    assert phases(hands, (right,)) == [(3, first)]


def test_slow_motion_dwells_on_what_the_next_step_looks_at(open_hands):
    hands = open_hands("perceptron", source="separable")
    timeline, window = hands.window.timeline, hands.window
    hands.key(Qt.Key.Key_Home)
    hands.key(Qt.Key.Key_Right)
    QTest.mouseClick(timeline.slow, Qt.MouseButton.LeftButton)
    hands.settle()
    weights = hands.snapshot.step.weights
    hands.key(Qt.Key.Key_Right)
    hands.settle()
    assert timeline.heading.startswith("Step 1 → 2 of ")
    assert timeline.note.startswith("Next it looks at point ")
    np.testing.assert_array_equal(hands.snapshot.step.weights, weights)
    rings = next(layer for layer in window.plane.picture.layers if layer.name == "focus").marks
    assert [mark.style for mark in rings] == ["hovered"]
    hands.key(Qt.Key.Key_Right)
    hands.settle()
    assert timeline.heading.startswith("Step 2 of ")
    assert (hands.snapshot.step.weights != weights).any()
    hands.key(Qt.Key.Key_Left)
    hands.settle()
    assert shown(hands) == 1.5
    QTest.mouseClick(timeline.slow, Qt.MouseButton.LeftButton)
    hands.settle()
    assert (shown(hands), timeline.heading.partition(" of")[0]) == (1, "Step 1")


def test_slow_motion_plays_every_beat_and_dwells(open_hands):
    hands = open_hands("tree", values={"depth": 2})
    timeline = hands.window.timeline
    timeline.speed.show_choice("16")
    hands.key(Qt.Key.Key_Home)
    hands.key(Qt.Key.Key_Space)
    quick = timeline.pace
    hands.key(Qt.Key.Key_Space)
    QTest.mouseClick(timeline.slow, Qt.MouseButton.LeftButton)
    hands.settle()
    hands.key(Qt.Key.Key_Home)
    hands.settle()
    places = [timeline.current]
    timeline.moved.connect(places.append)  # however late the pictures come, no beat is left out or asked for twice
    hands.key(Qt.Key.Key_Space)
    assert timeline.pace == pytest.approx(4 * quick, abs=4)
    hands.qtbot.waitUntil(lambda: not timeline.is_playing)
    hands.settle()
    assert timeline.current == places[-1]
    assert places == list(walked(hands.snapshot.trace, True))
    assert len(places) == 3 * hands.snapshot.trace.total - 2


def test_methods_without_phases_have_no_slow_motion(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 5})
    assert not hands.window.timeline.slow.isVisible()


def test_start_from_a_dot_that_was_dragged(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    linked = hands.window.linked
    linked.choose("landscape")
    hands.settle()
    chart = linked.charts[0]
    middle = chart.canvas.plane_rect().center().toPoint()
    QTest.mousePress(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(chart.canvas.viewport(), middle + QPoint(40, 20))
    QTest.mouseRelease(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=middle + QPoint(40, 20))
    hands.settle()
    held = hands.window.store.session.run.by_hand
    hands.key(Qt.Key.Key_Home, SHIFT)
    hands.settle()
    run = hands.window.store.session.run
    assert (run.by_hand, run.start, run.model.start) == (None, held, "given")
    np.testing.assert_array_equal(hands.snapshot.trace.steps[0].weights, held)
    assert hands.snapshot.step is hands.snapshot.trace.steps[0]
    hands.key(Qt.Key.Key_End)
    QTest.mouseClick(hands.window.timeline.restart_button, Qt.MouseButton.LeftButton)
    hands.settle()
    np.testing.assert_array_equal(hands.snapshot.step.weights, held)
    QTest.mouseClick(hands.window.timeline.renew_button, Qt.MouseButton.LeftButton)
    hands.settle()
    assert hands.window.store.session.run.start is None
    assert hands.window.store.session.run.model.start == "random"
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert hands.window.store.session.run.start == held


def test_a_change_of_a_parameter_keeps_the_step(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 30})
    for _ in range(3):
        hands.key(Qt.Key.Key_Home)
        hands.key(Qt.Key.Key_Right)
    hands.key(Qt.Key.Key_Right)
    hands.settle()
    model = hands.window.store.session.run.model
    hands.window.panel.model_form.edited.emit(model.with_values({"rate": 0.9}), "rate")
    hands.settle()
    assert hands.snapshot.step.iteration == 2
    assert hands.window.timeline.current == 2


def test_a_run_is_renamed_and_chosen_in_the_table(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    window = hands.window
    runners = window.panel.runners
    assert not runners.name.isVisible()
    QTest.mouseClick(runners.add, Qt.MouseButton.LeftButton)
    hands.settle()
    runners.name.setFocus()
    QTest.keyClicks(runners.name, "Tortoise")
    QTest.keyClick(runners.name, Qt.Key.Key_Return)
    hands.settle()
    assert [run.name for run in window.store.session.document.runs] == ["", "Tortoise"]
    assert window.store.history.undo_label == "rename a run"
    window.linked.choose("progress")
    hands.settle()
    window.linked.choose_row(0, 0, 0)
    hands.settle()
    assert window.store.session.view.active == 0
    assert not runners.name.text()


def test_pointing_at_the_progress_shows_the_step_on_the_plane_and_the_timeline(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    hands.window.linked.choose("progress")
    hands.settle()
    chart = hands.window.linked.charts[0]
    where = chart.canvas.position_of(np.array([[3.0, np.mean(chart.canvas.bounds[2:])]]))[0]
    target = QPoint(round(where[0]), round(where[1]))
    for place in (target + QPoint(9, 9), target):  # a pointer that is there already would not move
        QTest.mouseMove(chart.canvas.viewport(), place)
    hands.settle()
    assert hands.window.store.session.view.ghost == 3
    assert hands.window.timeline.track.ghost == 3
    assert any(layer.name == "ghost" and layer.marks for layer in hands.window.plane.picture.layers)


@pytest.fixture
def long_walk(open_hands):
    """A perceptron that never comes to an end: thousands of updates, of which not every one is kept."""
    hands = open_hands("perceptron", source="xor", values={"epochs": 100})
    assert not hands.snapshot.trace.is_whole
    return hands


def weights_at(hands, number):
    run, data = hands.window.store.session.run, hands.data
    steps = (step for step in run.model.fit(data) if step is not None)
    return next(itertools.islice(steps, number, None)).weights


def test_an_arrow_is_one_step_however_long_the_run(long_walk):
    hands, timeline = long_walk, long_walk.window.timeline
    last = hands.snapshot.trace.total - 1
    for key, number in ((Qt.Key.Key_Left, last - 1), (Qt.Key.Key_Left, last - 2), (Qt.Key.Key_Right, last - 1)):
        hands.key(key)
        hands.settle()
        assert timeline.heading == f"Step {number} of {last}"
        np.testing.assert_array_equal(hands.snapshot.step.weights, weights_at(hands, number))
    hands.key(Qt.Key.Key_Home)
    for number in range(1, 4):
        hands.key(Qt.Key.Key_Right)
        hands.settle()
        assert timeline.heading == f"Step {number} of {last}"
        np.testing.assert_array_equal(hands.snapshot.step.weights, weights_at(hands, number))


def test_the_number_of_a_step_can_be_typed(long_walk):
    hands, timeline = long_walk, long_walk.window.timeline
    hands.key(Qt.Key.Key_J, CTRL)
    field = hands.window.focusWidget()
    assert field.isVisible()
    QTest.keyClicks(field, "1237")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    assert timeline.heading.startswith("Step 1237 of ")
    np.testing.assert_array_equal(hands.snapshot.step.weights, weights_at(hands, 1237))
    assert not field.isVisible()
    hands.key(Qt.Key.Key_J, CTRL)
    QTest.keyClicks(field, "99999999")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    assert shown(hands) is None
    hands.key(Qt.Key.Key_J, CTRL)
    QTest.keyClicks(field, "5")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    hands.settle()
    assert shown(hands) is None


def test_scrubbing_reaches_steps_that_were_not_kept(long_walk):
    hands, track = long_walk, long_walk.window.timeline.track
    QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() // 3, track.height() // 2))
    numbers = set()
    for x in range(track.width() // 3, track.width() // 3 + 4):
        QTest.mouseMove(track, QPoint(x, track.height() // 2))
        hands.settle()
        numbers.add(shown(hands))
        np.testing.assert_array_equal(hands.snapshot.step.weights, weights_at(hands, shown(hands)))
    QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() // 3 + 3, track.height() // 2))
    assert not numbers <= set(hands.snapshot.trace.numbers)
