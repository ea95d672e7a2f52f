"""The example notebooks: every one runs as it stands, writes what it says, and passes the checks of the program."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from sklearn.dummy import DummyClassifier

import mlexplorer as mlx
from mlexplorer.session import storage
from mlexplorer.session.opening import opening

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = {
    "first_steps": ["perceptron.svg"],
    "paper_figure": ["boundary.pdf", "costs.pdf", "plain.svg", "tree.pdf"],
    "judging": [],
    "own_model": ["nearest_mean.svg", "svc.svg"],
    "lecture_book": ["neighbours.mlx.json", "perceptron.gif"],
}


def test_every_example_is_tried():
    assert {path.stem for path in (ROOT / "resources" / "examples").glob("*.*")} == set(EXAMPLES)


def cells(name):
    """Return the code of a notebook, cell by cell."""
    notebook = json.loads((ROOT / "resources" / "examples" / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert not any(cell.get("outputs") for cell in notebook["cells"]), "what it shows is made when it is run"
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_and_writes_what_it_says(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    module = sys.modules[name] = ModuleType(name)  # a dataclass looks for the module it is made in
    try:
        for number, cell in enumerate(cells(name)):
            exec(compile(cell, f"{name}, cell {number}", "exec"), vars(module))
    finally:
        del sys.modules[name]
    assert sorted(found.name for found in tmp_path.iterdir()) == EXAMPLES[name]
    assert capsys.readouterr().out or not any("print" in cell for cell in cells(name))


README = (ROOT / "README.md").read_text(encoding="utf-8").split("## From the command line and from a notebook")[1]
COMMANDS = re.findall(r"^ {4}mlexplorer (.*?)(?: *#.*)?$", README, flags=re.M)


GIVEN = {"lecture.mlx.json", "course-folder"}  # what commands of the README take for granted


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_readme_runs(command, tmp_path):
    (tmp_path / "course-folder").mkdir()
    for place in (tmp_path, tmp_path / "course-folder"):
        storage.save(opening(), place / "lecture.mlx.json")
    words = [sys.executable, "-m", "mlexplorer", *shlex.split(command)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {found.name for found in tmp_path.iterdir()} - GIVEN == set(re.findall(r"-o (\S+)", command))


@pytest.mark.usefixtures("qapp")
def test_the_snippet_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) >= 5
    exec(compile(README.split("```python\n")[1].split("```")[0], "README.md", "exec"), {})
    assert [found.name for found in tmp_path.iterdir()] == ["boundary.pdf"]


CALLS = re.findall(r"`(mlx\.\w+\([^`]*\))`", README)


@pytest.mark.parametrize("call", CALLS)
def test_every_call_that_the_readme_mentions_runs(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text("height,weight,kind\n1,2,a\n2,1,b\n3,3,a\n", encoding="utf-8")
    names = {"mlx": mlx, "points": [[0, 1], [1, 0], [2, 2]], "labels": ["a", "b", "a"], "estimator": DummyClassifier()}
    assert eval(call, names) is not None
    assert len(CALLS) >= 4


def test_the_examples_are_written_as_the_program_is(tmp_path):
    for name in EXAMPLES:
        (tmp_path / f"{name}.py").write_text("\n\n".join(cells(name)), encoding="utf-8")
    for words in (["ruff", "check", "resources/examples"], ["mypy", *map(str, tmp_path.glob("*.py"))]):
        command = [sys.executable, "-m", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
