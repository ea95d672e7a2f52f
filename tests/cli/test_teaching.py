"""Scenes and lessons from the shell and from a notebook, without a display."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

import mlexplorer as mlx
from mlexplorer.cli import shell
from mlexplorer.figures.files import embedded
from mlexplorer.lessons import lesson, progress, scenes
from mlexplorer.lessons.progress import Attempt, Progress

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))


def test_scenes_are_listed_by_topic_and_searched(capsys):
    assert shell.main(["scenes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Start here"
    assert [line.split()[0] for line in lines if line.startswith("  ")] == scenes.names()
    assert shell.main(["scenes", "perceptron", "XOR", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "xor_for_ever" in found
    assert "four_ks" not in found
    assert found["xor_for_ever"]["do"].startswith("Let it run")


def test_lessons_tell_how_far_one_has_come(capsys):
    progress.save(Progress((Attempt("prune_the_tree", (True, True), 1),)))
    assert shell.main(["lessons"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(lesson.found())
    assert [line.split()[1] for line in lines if line.startswith("done")] == ["prune_the_tree"]
    assert shell.main(["lessons", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["prune_the_tree"]
    assert [goal["reached"] for goal in told["goals"]] == [True, True]
    assert told["hints"] == 1
    assert shell.main(["lessons", "-o", "mine.json"]) == 0
    assert json.loads(Path("mine.json").read_text())["attempts"][0]["name"] == "prune_the_tree"


def test_a_scene_becomes_a_figure_that_can_be_opened_again():
    assert shell.main(["figure", "scene:unequal_blobs", "-o", "x.pdf"]) == 0
    assert embedded.read(Path("x.pdf")).session.document == scenes.named("unequal_blobs").session.document


def test_a_scene_becomes_a_picture_of_the_window():
    code = "import sys; from mlexplorer.cli.shell import main; sys.exit(main(sys.argv[1:]))"  # a window of its own
    words = ["window", "scene:twenty_questions", "-o", "x.png", "--size", "1000x640"]
    subprocess.run([sys.executable, "-c", code, *words], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    picture = QImage("x.png")
    assert (picture.width(), picture.height()) == (1000, 640)


@pytest.mark.parametrize("words", [["figure", "scene:nowhere", "-o", "x.pdf"], ["scene:nowhere"]])
def test_an_unknown_scene_is_refused_in_a_sentence(words, capsys):
    assert shell.main(words) == 2
    assert "There is no scene 'nowhere'" in capsys.readouterr().err


def test_a_scene_has_its_points_already(capsys):
    assert shell.main(["figure", "scene:no_line", "--data-set", "noise=1", "-o", "x.pdf"]) == 2
    assert "only a source's name can have parameters" in capsys.readouterr().err


def test_a_notebook_opens_a_scene():
    session = mlx.scene("unequal_blobs")
    assert session.document == scenes.named("unequal_blobs").session.document
    session.figure("x.svg")
    assert Path("x.svg").read_text().startswith("<")
