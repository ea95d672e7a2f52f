"""The doors for newcomers tell the truth: the map, its examples, the changelog and what a wheel carries."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.study import Task
from mlexplorer.core.table import finished
from mlexplorer.lessons import lesson as lessons
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session import storage
from mlexplorer.session.opening import opening
from tests.newcomers import MAP, example

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROOMS = re.findall(r"^(\w+)/ .*?((?: \w+/)*)$", MAP.split("```")[1], flags=re.M)


def folders(place):
    return {path.name for path in place.iterdir() if (path / "__init__.py").exists()}


@pytest.fixture
def made(tmp_path):
    def make(word):
        path = tmp_path / f"{word.split()[-1]}_example.py"
        path.write_text(example(word), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        return module

    yield make
    for name in [name for name in sys.modules if name.endswith("_example")]:
        del sys.modules[name]


@pytest.fixture
def snapshot():
    session = opening().session
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 300, 300))


def test_the_map_shows_the_rooms_that_there_are():
    assert {name for name, _ in ROOMS} == folders(ROOT / "mlexplorer")


def test_the_map_shows_the_folders_inside_the_rooms():
    for name, inside in ROOMS:
        told = set(inside.replace("/", "").split())
        found = folders(ROOT / "mlexplorer" / name)
        assert told == (found if name in ("ui", "figures", "algorithms") else told & found), name


def test_every_file_the_map_names_is_there():
    for name in set(re.findall(r"`((?:\w+/)+\w+\.py)`", MAP)) - set(re.findall(r"`((?:\w+/)+NAME\.py)`", MAP)):
        assert (ROOT / "mlexplorer" / name).exists() or (ROOT / name).exists(), name


def test_the_readme_shows_the_map_s_example_of_a_model():
    assert example("A model") in README


def test_the_example_of_a_model_learns(made):
    model = made("A model").NearestMean()
    data = mlx.make("blobs", count=60)
    (step,) = model.fit(data)
    assert np.mean(step.predict(data.points) == data.labels) > 0.9


def test_the_example_of_a_source_makes_points(made):
    data = made("A source").Diagonal(count=10).make()
    assert (len(data), data.labels.sum()) == (10, 5)


def test_the_example_of_a_format_reads(made):
    module = made("A file format")
    table = finished(module.Bars().read(b"1|2\n3|4\n"))
    assert [column.numbers.tolist() for column in table.columns] == [[1, 3], [2, 4]]
    with pytest.raises(ValueError, match="not a number"):
        finished(module.Bars().read(b"1|two\n"))


def test_the_example_of_a_study_answers(made):
    data = mlx.make("moons", count=40)
    results = [result for result in made("A study").Seeds(seeds=2).run(Task(_model("kmeans"), data)) if result]
    assert [len(result.errors) for result in results] == [1, 2]
    assert results[-1].sentence.startswith("Between ")


def test_the_example_of_a_view_draws(made, snapshot):
    drawn = made("A view").VIEW.draw(snapshot)
    assert sum(int(fact.value) for fact in drawn.facts) == len(snapshot.data)


def test_the_example_of_a_layer_draws(made, snapshot):
    (kind,) = made("A layer").LAYERS
    assert kind.offered(snapshot)
    np.testing.assert_allclose(kind.marks(snapshot)[0].places[0], snapshot.data.points.mean(axis=0))


def test_the_example_of_a_scene_opens():
    (scene,) = storage.loads(example("A scene", "json")).scenes
    (run,), data = scene.session.document.runs, prepare(scene.session.document).data
    steps = [step for step in run.model.fit(data) if step]
    assert data.labels.tolist() == [0, 0, 0, 1]
    assert f"{len(steps) - 1} corrections" == scene.see.lower().replace("ten", "10")[:14], "it says what is seen"


def test_the_example_of_a_lesson_can_be_solved(tmp_path):
    path = tmp_path / "squeeze.lesson.json"
    path.write_text(example("A lesson", "json"), encoding="utf-8")
    lesson, pipeline = lessons.load(path), Pipeline()
    first, solved = (
        pipeline.last(session, framed(prepare(session.document).data, looked_at(session), 40, 40))
        for session in lessons.played(lesson)
    )
    assert lesson.reached(first, first) == (False,)
    assert lesson.reached(solved, first) == (True,)


def test_the_glossary_has_about_twenty_five_words():
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", MAP.split("## Words")[1], flags=re.M)[1:]
    assert 20 <= len(rows) <= 35


def test_the_changelog_begins_with_this_version():
    log = (ROOT / "resources" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)$", log, flags=re.M)[1] == mlx.__version__


def test_hidden_doors_are_there():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    wanted = {".github/CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md", ".pre-commit-config.yaml"}
    assert wanted | {"mlexplorer/py.typed", "resources/CHANGELOG.md"} <= set(listed)
    assert any(name.startswith(".github/ISSUE_TEMPLATE/") for name in listed)


def _model(name):
    return registry.model(name)()
