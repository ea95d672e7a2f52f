"""What a newcomer does: a model as one file and one row, a package of models, a class in a notebook."""

import importlib
import json
import sys

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer import datasets, models, studies
from mlexplorer.cli import shell
from mlexplorer.core import registry
from mlexplorer.figures.exports import fitted_numbers
from mlexplorer.figures.exports.scripts import notebook_script
from mlexplorer.figures.exports.sklearn_scripts import sklearn_script
from mlexplorer.session import storage
from mlexplorer.session.session import single
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.panels.left import LeftPanel, Picker
from mlexplorer.ui.store import Store
from tests import laws
from tests.figures.samples import session, snapshot
from tests.newcomers import NEAREST_MEAN, ONE_LINE, example
from tests.ui.conftest import opened


@pytest.fixture(autouse=True)
def fresh():
    """A registry that forgets what a test gave it."""
    registry.refresh()
    yield
    registry.refresh()
    for name in ("models.nearest_mean", "datasets.one_line", "studies.seeds"):
        sys.modules.pop(f"mlexplorer.{name}", None)
    sys.modules.pop("stranger", None)


@pytest.fixture
def one_file(tmp_path, monkeypatch):
    """A model, a source and a study as one more file each in their folders."""
    for package, name, text in (
        (models, "nearest_mean", NEAREST_MEAN),
        (datasets, "one_line", ONE_LINE),
        (studies, "seeds", example("A study")),
    ):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    importlib.invalidate_caches()
    registry.refresh()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Another package, installed with its entry points; written(text, {group: lines})."""

    def written(text, points):
        (tmp_path / "stranger.py").write_text(text, encoding="utf-8")
        info = tmp_path / "stranger-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n", encoding="utf-8")
        lines = [line for group, names in points.items() for line in (f"[{group}]", *names)]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        registry.refresh()

    return written


@pytest.fixture
def offered(qtbot):
    """The titles that the pickers of the window offer at present, by name: offered("svm") asks the one that has it."""
    panel = LeftPanel(Store(single(session("knn"))))
    qtbot.addWidget(panel)

    def found(known):
        panel.fill()
        return next(picker.offered for picker in panel.findChildren(Picker) if known in picker.offered)

    return found


@pytest.mark.usefixtures("one_file")
def test_a_model_is_one_file_and_one_row():
    for check in laws.CHECKS:
        check(registry.model("nearest_mean")())
    data = mlx.make("moons", count=200, noise=0.15, seed=0)
    assert np.mean(mlx.fit("nearest_mean", data).predict(data.points) == data.labels) >= 0.75  # its row


@pytest.mark.usefixtures("one_file", "qapp")
def test_a_model_of_one_file_leaves_as_numbers_and_scripts():
    shown = snapshot(session("nearest_mean", share=0.25, pull=0.5))
    numbers = json.loads(fitted_numbers.as_json(shown))
    assert numbers["parameters"] == {"pull": 0.5}
    assert np.array(numbers["numbers"]["means"]) == pytest.approx(shown.step.means)
    assert "means,0,0," in fitted_numbers.as_csv(shown)
    assert 'mlx.fit("nearest_mean", data, pull=0.5)' in notebook_script(shown)
    names = {"__name__": "script"}
    exec(compile(sklearn_script(shown), "script", "exec"), names)
    np.testing.assert_array_equal(names["predict"](shown.data.points), shown.step.predict(shown.data.points))


@pytest.mark.usefixtures("one_file", "qapp")
def test_a_model_of_one_file_is_saved_and_read_and_drawn(tmp_path):
    shown = session("nearest_mean", source="one_line", pull=0.25)
    storage.save(single(shown), tmp_path / "a.mlx.json")
    assert storage.load(tmp_path / "a.mlx.json").session == shown
    data = mlx.make("one_line", count=8)
    mlx.figure(data, mlx.fit("nearest_mean", data), tmp_path / "a.svg")
    assert mlx.load(tmp_path / "a.svg").run.model.public_name() == "nearest_mean"


@pytest.mark.usefixtures("one_file")
def test_a_model_of_one_file_is_picked_and_has_a_form(qtbot, offered):
    assert offered("svm")["nearest_mean"] == "Nearest mean"
    assert offered("moons")["one_line"] == "One line"
    form = RecipeForm()
    qtbot.addWidget(form)
    form.show_recipe(registry.model("nearest_mean")())
    assert form.row("pull") in form.rows


@pytest.mark.usefixtures("one_file")
def test_a_model_of_one_file_is_on_the_command_line(capsys, tmp_path):
    assert shell.main(["models"]) == 0
    assert (
        "nearest_mean     Nearest mean: Gives every place the class whose mean is nearest." in capsys.readouterr().out
    )
    words = ["figure", "one_line", "--model", "nearest_mean", "--set", "pull=0.5", "-o", str(tmp_path / "a.png")]
    assert shell.main(words) == 0
    assert (tmp_path / "a.png").stat().st_size > 1000


@pytest.mark.usefixtures("one_file")
def test_a_study_of_one_file_is_on_the_command_line_and_in_the_notebook(capsys):
    assert shell.main(["studies"]) == 0
    assert "Seeds: Fits the same points with several seeds" in capsys.readouterr().out
    assert shell.main(["study", "seeds", "moons", "--model", "perceptron", "--study-set", "seeds=2", "--json"]) == 0
    found = mlx.study("seeds", "perceptron", mlx.make("moons"), seeds=2)
    assert json.loads(capsys.readouterr().out) == found.numbers
    assert len(found.errors) == 2


@pytest.mark.usefixtures("one_file")
def test_a_study_of_one_file_is_asked_for_in_the_window(qtbot):
    hands = opened(single(session("perceptron")), qtbot)
    linked = hands.window.linked
    linked.choose("study")
    hands.settle()
    linked.choose_row(0, list(registry.studies()).index("seeds"), 0)
    hands.qtbot.waitUntil(lambda: "Between " in linked.words)
    hands.window.jobs.stop()


def test_another_package_brings_a_study(package):
    package(example("A study"), {"mlexplorer.studies": ["luck = stranger:Seeds"]})
    assert len(mlx.study("luck", "perceptron", mlx.make("moons"), seeds=2).errors) == 2
    registry.refresh()
    mlx.register(written(example("A study"))["Seeds"], "chance")
    assert len(mlx.study("chance", "perceptron", mlx.make("moons"), seeds=2).errors) == 2


def test_another_package_brings_models_and_sources(package, offered, capsys):
    points = {
        "mlexplorer.models": ["mean = stranger:NearestMean"],
        "mlexplorer.datasets": ["line_up = stranger:OneLine"],
    }
    package(NEAREST_MEAN + ONE_LINE.partition('"""\n')[2], points)
    assert registry.model("mean").public_name() == "mean"
    assert "mean" in offered("svm")
    assert "line_up" in offered("moons")
    step = mlx.fit("mean", mlx.make("line_up", count=4))
    assert step.means.tolist() == [[0.5, 0.0], [2.5, 0.0]]
    shown = session("mean")
    assert storage.loads(storage.dumps(single(shown))).session == shown
    assert shell.main(["models", "mean"]) == 0
    assert "pull" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ("svm = stranger:NearestMean", "ML Explorer has a model 'svm' of its own: choose another name."),
        ("mean = stranger:MeansStep", "'MeansStep' is not a whole Model."),
        ("mean = stranger:Nobody", "module 'stranger' has no attribute 'Nobody'"),
    ],
)
def test_what_another_package_cannot_bring_is_told(point, reason, package, capsys):
    package(NEAREST_MEAN, {"mlexplorer.models": [point]})
    assert registry.model("svm").__module__ == "mlexplorer.models.svm"
    assert shell.main(["models"]) == 0
    assert reason in capsys.readouterr().err
    name = point.partition(" ")[0]
    if name != "svm":
        with pytest.raises(ValueError, match=f"The model '{name}' from stranger:.* cannot be used"):
            registry.model(name)


def written(text, **names):
    """Return what a cell of a notebook defines."""
    cell = {"__name__": "__main__", **names}
    exec(compile(text, "cell", "exec"), cell)
    return cell


def test_a_class_of_a_notebook_is_registered_and_registered_anew(offered, capsys):
    kind = written(NEAREST_MEAN)["NearestMean"]
    assert "nearest_mean" not in offered("svm")
    assert mlx.register(kind) is kind
    again = written(NEAREST_MEAN.replace("Nearest mean", "Another title"))["NearestMean"]
    mlx.register(again, "nearest_mean")
    assert registry.model("nearest_mean") is again
    assert offered("svm")["nearest_mean"] == "Another title"
    assert shell.main(["models"]) == 0
    assert "nearest_mean     Another title" in capsys.readouterr().out
    mlx.register(written(ONE_LINE)["OneLine"])
    assert len(mlx.fit("nearest_mean", mlx.make("one_line")).means) == 2


def test_names_that_are_taken_or_no_names_are_refused():
    kind = written(NEAREST_MEAN)["NearestMean"]
    for name in registry.models():
        with pytest.raises(ValueError, match=f"ML Explorer has a model '{name}' of its own"):
            mlx.register(kind, name)
    with pytest.raises(ValueError, match="unlike 'Nearest Mean'"):
        mlx.register(kind, "Nearest Mean")
    with pytest.raises(ValueError, match="NearestMean has no title"):
        mlx.register(written(NEAREST_MEAN.replace("Nearest mean", ""))["NearestMean"])
    with pytest.raises(ValueError, match="neither a model nor a source nor a study"):
        mlx.register(dict)
    assert "nearest_mean" not in registry.models()


def test_a_session_says_which_model_it_needs():
    kind = mlx.register(written(NEAREST_MEAN)["NearestMean"])
    text = storage.dumps(single(session("nearest_mean")))
    registry.refresh()
    with pytest.raises(storage.BadFile, match=r"cannot be opened: it needs the model 'nearest_mean'\. There is no"):
        storage.loads(text)
    mlx.register(kind)
    assert storage.loads(text).session.run.model == kind()


def test_a_model_without_a_name_is_not_saved():
    nameless = written(NEAREST_MEAN.replace("class NearestMean", "class Nameless"))["Nameless"]
    with pytest.raises(storage.BadFile, match="This session cannot be saved: Nameless has no name that a file"):
        storage.dumps(single(session("knn").with_model(nameless())))
