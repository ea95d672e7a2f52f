"""Whoever hears the window is told of every control what it is, what it is called and what it shows."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from mlexplorer.lessons import lesson
from mlexplorer.ui.look import motion, theme
from mlexplorer.ui.stage.fading import Fading
from tests.ui.hearing import Role, heard, unheard

SHEETS = ("gallery", "lessons", "find", "help", "keys", "export", "film", "speaker")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))


def test_the_measure_finds_a_button_without_a_name(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    button = QToolButton(parent)
    parent.show()
    assert unheard(parent) == ["QToolButton in QWidget: no name"]
    button.setAccessibleName("Undo")
    assert unheard(parent) == []


def test_every_control_of_the_window_is_heard(open_hands):
    window = open_hands("logistic", "moons").window
    assert unheard(window) == []
    for command in ("data_table", "keep_scene", "scene_strip", "strip"):
        window.run(command)
        QApplication.processEvents()
        assert unheard(window) == [], command


def test_every_control_of_every_view_is_heard(open_hands):
    hands = open_hands("svm", "moons")
    for name in hands.window.linked.tabs.choices:
        hands.window.linked.choose(name)
        hands.settle()
        assert unheard(hands.window) == [], name


def test_every_control_of_the_sheets_is_heard(open_hands):
    window = open_hands("svm", "moons").window
    for command in SHEETS:
        window.run(command)
        QApplication.processEvents()
        tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
        assert [words for top in tops for words in unheard(top)] == [], command
        for top in tops:
            if top is not window:
                top.close()


def test_every_control_of_a_lesson_is_heard(hands):
    hands.window.lesson.begin("prune_the_tree", lesson.named("prune_the_tree"))
    hands.settle()
    assert unheard(hands.window) == []
    meter = hands.window.lesson.meters[0]
    hands.qtbot.waitUntil(lambda: heard(meter.bar)[2] != "")
    assert heard(meter.bar)[0] == Role.ProgressBar
    assert heard(meter.tick)[:2] == (Role.Indicator, "not reached yet")


def test_painted_controls_tell_their_role_and_value(open_hands):
    hands = open_hands("perceptron", "corners", source_values={"gate": "and"})
    window, last = hands.window, hands.snapshot.trace.total - 1
    assert heard(window.timeline.track) == (Role.Slider, "Step", f"{last} of {last}")
    window.run("first")
    assert heard(window.timeline.track)[2] == f"0 of {last}"
    role, name, value = heard(window.linked.tabs)
    assert (role, name) == (Role.PageTabList, "Views")
    assert value == window.linked.tabs.titles[window.linked.tabs.current]


def test_the_plane_is_told_in_a_sentence(open_hands):
    hands = open_hands("perceptron", "corners", source_values={"gate": "and"})
    last = hands.snapshot.trace.total - 1

    def told():
        return QAccessible.queryAccessibleInterface(hands.canvas).text(QAccessible.Text.Description)

    assert heard(hands.canvas)[:2] == (Role.Canvas, "Plane")
    assert told() == f"Perceptron on 4 points (3 of False, 1 of True), no training errors, step {last} of {last}."
    hands.window.run("first")
    hands.settle()
    hands.qtbot.waitUntil(lambda: f"step 0 of {last}" in told())
    assert "training error" in told()


def test_whoever_wants_no_motion_sees_none(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    fading = Fading(widget, lambda: False)
    motion.choose(True)
    try:
        fading.show()
        fading.rest.timeout.emit()
        assert not widget.isVisible()
        motion.choose(False)
        fading.show()
        fading.rest.timeout.emit()
        assert widget.isVisible(), "it fades first"
    finally:
        motion.choose(False)


@pytest.mark.parametrize(("pixels", "scale"), [(12, 1.0), (15, 1.0), (18, 1.2), (22, 1.45), (60, 1.5), (0, 1.0)])
def test_text_grows_with_that_of_the_desktop(pixels, scale):
    assert theme.text_scale(pixels) == pytest.approx(scale)
