"""No text of the window is cut off, whatever its size."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from tests.ui.clipping import clipped, opened, settled

ROOT = Path(__file__).parents[2]
SIZES = [(1024, 700), (1280, 800), (1920, 1080)]


def lay_out():
    """Let everything that arrived take its place."""
    for _ in range(5):
        QApplication.processEvents()


@pytest.fixture
def shown(qtbot):
    """Open a window of a size on a model."""
    made = []

    def make(size, *scene):
        window = opened(*scene)
        qtbot.addWidget(window, before_close_func=lambda window: setattr(window.files, "may_leave", lambda: True))
        made.append(window)
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda: settled(window))
        lay_out()
        return window

    yield make
    for window in made:
        window.jobs.stop()


def test_the_measure_finds_what_is_cut(qtbot):
    label, button = QLabel("As wide as this"), QToolButton()
    button.setText("As wide as this")
    button.setToolButtonStyle(button.toolButtonStyle().ToolButtonTextOnly)
    for widget in (label, button):
        qtbot.addWidget(widget)
        parent = QLabel()
        qtbot.addWidget(parent)
        widget.setParent(parent)
        widget.resize(300, 30)
        parent.resize(400, 100)
        parent.show()
        assert clipped(parent) == []
        widget.resize(40, 30)
        assert len(clipped(parent)) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "scene",
    [("svm", "moons"), ("gmm", "blobs", "structure"), ("logistic", "blobs", "progress", 4), ("polynomial", "sine")],
)
def test_no_text_is_cut(shown, size, scene):
    assert clipped(shown(size, *scene)) == []


def test_no_text_is_cut_in_any_view_with_its_options_open(shown, qtbot):
    window = shown((1280, 800), "svm", "moons")
    window.linked.bar.fold.click()
    for name in window.linked.tabs.choices:
        window.linked.choose(name)
        qtbot.waitUntil(lambda name=name: settled(window) and window.linked.name == name)
        lay_out()
        assert clipped(window) == [], name


@pytest.mark.parametrize("size", SIZES[:2])
def test_no_text_is_cut_at_twice_the_scale(size):
    """In a process of its own: Qt reads the scale once."""
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.ui.clipping", *map(str, size)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.split("\n", 1) == ["2.0", ""], done.stdout
