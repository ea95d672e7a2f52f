"""A lesson in the window: meters follow the hand, ticks stay, hints come on request, the solution plays."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.lessons import lesson, progress
from mlexplorer.lessons.wanted import wanted
from mlexplorer.ui.commands import learning_menu
from mlexplorer.ui.look.ring import Ring
from mlexplorer.ui.panels import lesson_panel


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))


@pytest.fixture
def begun(hands):
    """Begin a lesson, and wait until its meters show something."""

    def begin(name, hold=0):
        panel = hands.window.lesson
        panel.begin(name, lesson.named(name))
        hands.settle()
        hands.qtbot.waitUntil(lambda: all(meter.labels[0].text() for meter in panel.meters))
        for meter in panel.meters:
            meter.hold.setInterval(hold)
        return panel

    return begin


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def ticks(panel):
    return [meter.tick.is_reached for meter in panel.meters]


def test_meters_follow_and_ticks_stay(hands, begun):
    panel, store = begun("prune_the_tree"), hands.window.store
    assert panel.isVisible()
    assert not hands.window.linked.isVisible()
    assert [meter.labels[0].text() for meter in panel.meters] == ["17", "5"]
    assert [meter.labels[1].text() for meter in panel.meters] == ["goal ≤ 7", "goal ≤ 9"]
    missing = "Still missing: pruning 0 (goal > 0), leaves 17 (goal ≤ 7)"  # though there are few errors
    assert [meter.missing for meter in panel.meters] == ["", missing]
    assert ticks(panel) == [False, False]
    for pruning, expected in ((0.02, [True, False]), (0.01, [True, True]), (0.0, [True, True])):
        store.edit(store.session.with_model(store.session.run.model.with_values({"pruning": pruning})), "prune")
        hands.settle()
        hands.qtbot.waitUntil(lambda expected=expected: ticks(panel) == expected)
    assert progress.load().done == {"prune_the_tree"}
    assert panel.next_button.isDefault()


def test_three_hints_come_on_request_and_are_remembered(hands, begun):
    panel = begun("it_never_stops")
    for number in range(1, 4):
        assert panel.hint_button.isEnabled()
        press(panel.hint_button)
        assert panel.attempt.hints == number
    assert not panel.hint_button.isEnabled()
    panel.leave()
    assert hands.window.linked.isVisible()
    assert begun("it_never_stops").attempt.hints == 3


def test_show_me_plays_the_solution_and_does_not_count(hands, begun):
    panel = begun("who_is_asked")
    panel.stroke_timer.setInterval(1)
    press(panel.show_button)
    hands.qtbot.waitUntil(lambda: panel.said == lesson_panel.SHOWN)
    hands.settle()
    assert hands.window.store.session == lesson.played(lesson.named("who_is_asked"))[-1]
    assert ticks(panel) == [False, False]
    assert progress.load().of("who_is_asked", 2).was_shown
    press(panel.again_button)
    hands.settle()
    assert hands.window.store.session == lesson.named("who_is_asked").beginning


def test_a_point_placed_by_hand_solves_a_lesson(hands, begun):
    panel = begun("squeeze_the_street")
    hands.click(0.19, -0.02)
    hands.settle()
    hands.qtbot.waitUntil(lambda: ticks(panel) == [True])
    assert panel.said == lesson_panel.DONE


def test_undo_leaves_the_lesson_and_what_was_open_is_there_again(hands, begun):
    hands.click(1, 1)
    hands.settle()
    before = hands.window.store.session
    panel = begun("it_never_stops")
    hands.window.run("undo")
    hands.settle()
    assert panel.lesson is None
    assert not panel.isVisible()
    assert hands.window.store.session == before


def test_the_next_lesson_follows(hands, begun):
    panel = begun("squeeze_the_street")
    press(panel.next_button)
    hands.settle()
    assert panel.lesson == lesson.named("a_bad_beginning")
    assert begun(list(lesson.found())[-1]).next_button.isEnabled() is False


def test_progress_that_cannot_be_kept_is_told_and_the_lesson_goes_on(begun, tmp_path):
    panel = begun("it_never_stops")
    (tmp_path / "state").write_text("in the way")
    told = []
    panel.told.connect(told.append)
    press(panel.hint_button)
    assert panel.attempt.hints == 1
    assert "Your progress is not kept" in told[0]


def pruned(hands, pruning):
    store = hands.window.store
    store.edit(store.session.with_model(store.session.run.model.with_values({"pruning": pruning})), "prune")
    hands.settle()


def test_passing_by_a_goal_is_not_reaching_it(hands, begun):
    panel = begun("prune_the_tree", hold=60_000)
    pruned(hands, 0.01)
    waiting = [meter.hold.isActive() for meter in panel.meters]
    assert waiting == [True, True]
    assert panel.meters[0].labels[1].text() == "goal ≤ 7 · hold it for 2 s"
    assert ticks(panel) == [False, False]
    pruned(hands, 0.0)
    assert [meter.hold.isActive() for meter in panel.meters] == [False, False]
    assert ticks(panel) == [False, False]
    press(panel.again_button)
    assert not any(meter.hold.isActive() for meter in panel.meters)


def test_a_hint_rings_the_control_it_is_about(hands, begun):
    panel = begun("prune_the_tree")
    (ring,) = hands.window.findChildren(Ring)
    assert ring.target is None
    press(panel.hint_button)
    assert ring.target is hands.window.panel.model_form.row("pruning")
    assert ring.isVisible()
    rows = hands.window.panel.model_form.rows
    assert [row.spec.name for row in rows if row.graphicsEffect() is None] == ["pruning"]
    press(panel.again_button)
    assert ring.target is None
    assert not ring.isVisible()
    assert not any(row.graphicsEffect() for row in rows)
    press(begun("it_never_stops").hint_button)
    assert ring.target is hands.window.toolbar.tool_buttons["relabel"]


def test_the_second_hint_rings_the_second_stroke_until_something_is_changed(hands, begun):
    panel, form = begun("a_calm_boundary"), hands.window.panel.model_form
    (ring,) = hands.window.findChildren(Ring)
    ringed = []
    for _ in range(3):
        press(panel.hint_button)
        ringed.append(ring.target)
    assert ringed == [form.row("gamma"), form.row("cost"), form.row("cost")]
    assert {row.spec.name for row in form.rows if row.graphicsEffect() is None} == {"cost", "gamma"}
    store = hands.window.store
    store.edit(store.session.with_model(store.session.run.model.with_values({"cost": 2.0})), "change the cost")
    assert ring.target is None
    assert not any(row.graphicsEffect() for row in form.rows)


def test_a_lesson_on_a_view_leaves_the_view_open(hands, begun):
    panel = begun("only_when_sure")
    assert hands.window.linked.isVisible()
    assert hands.window.linked.name == "judge"
    assert not hands.window.panel.isVisible()
    panel.leave()
    assert hands.window.panel.isVisible()


@pytest.mark.parametrize("name", lesson.found())
def test_every_stroke_of_a_solution_has_a_control_in_the_window(hands, name):
    one = lesson.named(name)
    for before, edit in zip(lesson.played(one), one.solution, strict=False):
        hands.window.store.open_scene(one.first_scene, "begin")
        assert learning_menu.control(hands.window, wanted(before, edit)) is not None
