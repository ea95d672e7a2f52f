"""No text of the window and the stage is cut off, whatever their size."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QToolButton

from mlexplorer.lessons import lesson
from mlexplorer.ui.commands import learning_menu
from mlexplorer.ui.commands.view_menu import show_as
from mlexplorer.ui.look import theme
from mlexplorer.ui.stage.stage import LEAST, LINES
from tests.ui.clipping import clipped, lay_out, opened, settled, sheets

ROOT = Path(__file__).parents[2]
SIZES = [(1024, 700), (1280, 800), (1920, 1080)]
SCENES = [
    ("perceptron", "corners", "progress"),
    ("svm", "moons", "losses"),
    ("logistic", "moons", "judge"),
    ("qda", "blobs", "roc"),
    ("logistic", "moons", "explain"),
    ("logistic", "moons", "landscape", 4),
    ("tree", "moons", "structure"),
    ("network", "moons", "structure"),
    ("hierarchical", "blobs", "structure"),
    ("gmm", "blobs", "structure"),
    ("lda", "moons", "projection"),
    ("knn", "moons", "study"),
    ("polynomial", "sine", "weights"),
    ("logistic", "blobs", "compare", 4),
]


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


@pytest.mark.parametrize(
    "scene",
    [*SCENES[:4], *(pytest.param(one, marks=pytest.mark.long) for one in SCENES[4:])],
    ids=lambda scene: f"{scene[0]}-{scene[2]}",
)
def test_no_text_is_cut_in_any_view_of_window_and_stage(shown, qtbot, scene):
    """Thicker borders make the projector's theme the tightest; dark has the sizes of light."""
    window = shown(SIZES[0], *scene)
    window.linked.bar.fold.setChecked(True)  # the choices of the view
    window.stage.fills_screen = False
    for look in ("light", "projector", "stage"):
        if look == "stage":
            window.run("present")
            window.run("stage:view")
        else:
            show_as(window, look)
        for size in SIZES:
            window.resize(*size)
            if look == "stage":
                wanted = max(size[1] / LINES, LEAST)
                qtbot.waitUntil(lambda wanted=wanted: theme.current().scale == wanted)
            if look != "stage" and window.linked.is_folded:
                window.run("fold_right")  # the drawer
            qtbot.waitUntil(lambda: settled(window))
            lay_out()
            assert window.linked.isVisible()
            assert clipped(window) == [], (look, size)


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=pytest.mark.long)])  # as large as light
def test_no_text_is_cut_in_a_lesson_or_the_gallery(shown, qtbot, look, tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))
    window = shown(SIZES[0], "svm", "moons")
    show_as(window, look)
    for size in SIZES:
        window.resize(*size)
        for name in ("only_when_sure", "prune_the_tree"):
            window.lesson.begin(name, lesson.named(name))
            window.lesson.next_hint()
            qtbot.waitUntil(lambda: settled(window))
            lay_out()
            assert clipped(window) == [], (size, name)
        gallery = learning_menu.gallery(window)
        lay_out()
        assert clipped(gallery) == [], size
        assert gallery.width() <= window.width()
        gallery.close()
        window.lesson.leave()


@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_in_help_or_what_is_found(shown, size):
    window = shown(size, "svm", "moons")
    for sheet in sheets(window):
        lay_out()
        assert clipped(sheet) == [], size


@pytest.mark.parametrize("size", [pytest.param(SIZES[0], marks=pytest.mark.long), SIZES[1]])
def test_no_text_is_cut_at_twice_the_scale(size, tmp_path):
    """In a process of its own: Qt reads the scale once."""
    state = str(tmp_path)
    environment = {**os.environ, "MLEXPLORER_STATE": state, "QT_SCALE_FACTOR": "2", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.ui.clipping", *map(str, size)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1200,
        check=True,
    )
    assert done.stdout.split("\n", 1) == ["2.0", ""], done.stdout
