"""Numbers, sessions in LaTeX and scripts: what leaves the program as text."""

import csv
import io
import json
import re
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasCurve, HasDensity, HasMerges, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule, decide
from mlexplorer.core.grid import Grid
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits.starts import keeping_starts
from mlexplorer.figures import choices
from mlexplorer.figures.exports import fitted_numbers
from mlexplorer.figures.exports.endings import content
from mlexplorer.figures.exports.scripts import notebook_script
from mlexplorer.figures.exports.sklearn_scripts import sklearn_script
from mlexplorer.figures.files import embedded
from mlexplorer.figures.sheet import Sheet
from mlexplorer.pipeline.snapshot import Snapshot
from tests.figures.samples import figure, session, snapshot

ROOT = Path(__file__).parents[3]
MODELS = sorted(registry.models())


def grid_of(shown: Snapshot) -> Grid:
    return Grid(*shown.frame.bounds, 40, 40)


def answers(shown: Snapshot) -> list[float]:
    """Return what a step says on a grid: labels, a curve or densities; of others the loss is enough."""
    grid, step = grid_of(shown), shown.step
    if isinstance(step, HasScores):
        return decide(step, grid.points).tolist()
    if isinstance(step, HasCurve):
        return step.curve(grid.xs).tolist()
    if isinstance(step, HasMerges):
        return step.assignments.tolist()
    return step.density(grid.points).tolist() if isinstance(step, HasDensity) else [step.loss]


RUNNER = """
import contextlib, io, json, sys
if sys.argv[1] == "blocked":
    sys.modules["mlexplorer"] = None
else:
    sys.path.insert(0, sys.argv[1])
import numpy as np
answers = []
for script, question in json.load(open("questions.json", encoding="utf-8")):
    names = {"__name__": "script"}
    exec(compile(script, "script", "exec"), names)
    answers.append(eval(question, {**names, "np": np}))
json.dump(answers, open("answers.json", "w", encoding="utf-8"))
"""


def run(scripts: list[tuple[str, str]], folder: Path, blocked: bool) -> list[list[float]]:
    """Run scripts in one Python of their own and return the answers to the question that goes with each."""
    (folder / "questions.json").write_text(json.dumps(scripts), encoding="utf-8")
    command = [sys.executable, "-W", "ignore", "-c", RUNNER, "blocked" if blocked else str(ROOT)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "answers.json").read_text(encoding="utf-8"))


def places_of(shown: Snapshot) -> str:
    left, right, bottom, top = shown.frame.bounds
    axes = f"np.linspace({left!r}, {right!r}, 40), np.linspace({bottom!r}, {top!r}, 40)"
    return f"np.stack(np.meshgrid({axes}), axis=-1).reshape(-1, 2)"


def scikit_question(shown: Snapshot) -> str:
    if isinstance(shown.step, HasCurve):
        left, right = shown.frame.bounds[:2]
        return f"np.asarray(predict(np.linspace({left!r}, {right!r}, 40))).tolist()"
    if isinstance(shown.step, HasMerges):
        return "labels[training].tolist()"
    return f"np.asarray(predict({places_of(shown)})).tolist()"


def our_question(shown: Snapshot) -> str:
    if isinstance(shown.step, HasScores):
        return f"step.predict({places_of(shown)}).tolist()"
    if isinstance(shown.step, HasCurve):
        left, right = shown.frame.bounds[:2]
        return f"step.curve(np.linspace({left!r}, {right!r}, 40)).tolist()"
    if isinstance(shown.step, HasMerges):
        return "step.assignments.tolist()"
    return f"step.density({places_of(shown)}).tolist()" if isinstance(shown.step, HasDensity) else "[step.loss]"


VARIANTS = [  # of parameters that change the form; every model is tried as it comes besides
    ("svm", 4, {"kernel": "polynomial", "degree": 2}),
    ("svm", 2, {"kernel": "linear", "cost": 2.0}),
    ("knn", 4, {"k": 6}),
    ("knn", 2, {"k": 5, "metric": "mahalanobis", "votes": "squared"}),
    ("logistic", 2, {"degree": 3}),
    ("logistic", 4, {"solver": "gradient"}),
    ("logistic", 4, {"degree": 2}),
    ("network", 2, {"hidden": "5", "steps": 60}),
    ("network", 4, {"hidden": "4,3", "activation": "logistic", "steps": 60}),
    ("lda", 4, {"priors": "equal"}),
    ("qda", 9, {"shrinkage": 0.2}),
    ("tree", 4, {"depth": 4}),
    ("stump", 4, {}),
    ("adaboost", 4, {"rounds": 12, "depth": 2}),
    ("adaboost", 2, {"rounds": 12, "learner": "logistic"}),
    ("adaboost", 4, {"rounds": 6, "learner": "line", "draw": "resample"}),
    ("forest", 2, {"members": 12}),
    ("forest", 4, {"members": 5, "base": "stump", "features": 2}),
    ("forest", 2, {"members": 4, "base": "logistic"}),
    ("forest", 4, {"members": 3, "base": "perceptron"}),
    ("forest", 4, {"members": 4, "base": "knn"}),
    ("gradient_boosting", 2, {"rounds": 20}),
    ("gradient_boosting", 4, {"rounds": 8, "depth": 3}),
    ("vote", 2, {"how": "mean"}),
    ("vote", 4, {"members": "lda,svm,tree"}),
    ("perceptron", 4, {}),
    ("gmm", 2, {"components": 3}),
    ("polynomial", 2, {"degree": 4}),
    ("polynomial", 2, {"degree": 3, "constant": "none", "loss": "absolute"}),
    ("polynomial", 2, {"basis": "rbf", "norm": "l1", "penalty": 0.1}),
    ("polynomial", 2, {"basis": "trigonometric", "loss": "huber", "width": 3.0}),
    ("regression_tree", 2, {"depth": 4}),
    ("regression_tree", 2, {"depth": 0}),
    ("neighbour_curve", 2, {"k": 7}),
    ("neighbour_curve", 2, {"k": 20, "degree": 2, "weights": "tricube"}),
    ("kernel_ridge", 2, {"kernel": "polynomial", "degree": 3}),
    ("naive_bayes", 4, {"density": "kernel"}),
    ("naive_bayes", 4, {"density": "histogram", "alpha": 1.0}),
    ("hierarchical", 4, {"clusters": 5}),
    ("hierarchical", 4, {"linkage": "ward"}),
    ("hierarchical", 2, {"linkage": "centroid"}),
    ("kde", 2, {"kernel": "epanechnikov", "ratio": 2.0}),
    ("kde", 2, {"kernel": "triangle"}),
    ("kde", 2, {"kernel": "box"}),
    ("histogram", 2, {"width": 0.3, "origin": 0.1}),
    ("neighbour_density", 2, {"kind": "mean", "k": 3}),
    ("neighbour_density", 4, {"kind": "relative"}),
]


def case(model, classes, values):
    return snapshot(session(model, classes, share=0.25, **values))


CASES = [*((model, 2, {}) for model in MODELS), *VARIANTS]


@pytest.fixture(scope="module")
def without_us(tmp_path_factory, qapp):
    """What the scripts without this package answer by case, all from one Python that cannot import it."""
    del qapp
    shown = {number: case(*words) for number, words in enumerate(CASES)}
    said = {number: each for number, each in shown.items() if each.step.sklearn_form() is not None}
    asked = [(sklearn_script(each), scikit_question(each)) for each in said.values()]
    return dict(zip(said, run(asked, tmp_path_factory.mktemp("scikit"), blocked=True), strict=True))


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{name}-{count}" for name, count, _ in CASES])
def test_scikit_learn_draws_the_same_boundary_without_us_or_there_is_no_form(number, without_us):
    shown = case(*CASES[number])
    wanted, found = answers(shown), without_us.get(number)
    if found is None:
        with pytest.raises(ValueError, match=f"^There is no scikit-learn form of {shown.run.model.title}"):
            sklearn_script(shown)
    elif isinstance(shown.step, HasScores):
        assert np.mean(np.array(found) == np.array(wanted)) >= 0.999
    else:
        assert found == pytest.approx(wanted)


def test_what_scikit_learn_has_is_said_in_its_words(without_us):
    said = {CASES[number][0] for number in without_us}
    assert said == set(MODELS) - {"surface"}
    assert len(without_us) >= len(VARIANTS)


def test_joins_can_be_said_before_the_end(tmp_path):
    shown = session("hierarchical", share=0.25)
    halfway = snapshot(replace(shown, view=replace(shown.view, step=20)))
    asked = [(sklearn_script(halfway), scikit_question(halfway))]
    assert run(asked, tmp_path, blocked=True) == [answers(halfway)]


def test_a_machine_has_no_scikit_learn_form_before_its_end():
    shown = session("svm")
    with pytest.raises(ValueError, match="There is no scikit-learn form"):
        sklearn_script(snapshot(replace(shown, view=replace(shown.view, step=1))))


@pytest.fixture(scope="module")
def in_a_notebook(tmp_path_factory, qapp):
    """What the scripts that use this package answer."""
    del qapp
    shown = [snapshot(session(model, share=0.25)) for model in MODELS]
    asked = [(notebook_script(each, f"{each.run.model.public_name()}.svg"), our_question(each)) for each in shown]
    folder = tmp_path_factory.mktemp("notebook")
    return dict(zip(MODELS, run(asked, folder, blocked=False), strict=True)), folder


@pytest.mark.parametrize("model", MODELS)
def test_the_notebook_script_makes_the_same_model(model, in_a_notebook):
    found, folder = in_a_notebook
    assert found[model] == pytest.approx(answers(snapshot(session(model, share=0.25))), rel=1e-12)
    assert embedded.read(folder / f"{model}.svg").session.run.model.public_name() == model


def test_the_notebook_script_keeps_the_names_and_makes_the_same_picture(tmp_path, monkeypatch, qapp):
    del qapp
    monkeypatch.chdir(tmp_path)
    points = Dataset(
        np.random.default_rng(0).normal(size=(12, 2)), np.arange(12) % 2, None, None, ("height (m)", "it's"),
        ("yes", "no", *Dataset.class_names[2:]),
    )  # fmt: skip
    shown = session("knn", k=3).with_points(points)
    shown = replace(
        shown, document=replace(shown.document, source=registry.source("placed")(), holdout=Holdout(0.3, 4))
    )
    script = notebook_script(snapshot(shown), "again.svg")
    assert "import mlexplorer as mlx" in script
    assert "from mlexplorer" not in script
    exec(compile(script, "script", "exec"), {})
    again = (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert drawing(again) == drawing(figure(shown).rendered(".svg").decode())


def read_table(folder, count):
    """Write a table with gaps and return the session that it becomes."""
    rows = [
        f"{x},{y},{'pq'[int(x > 0)]}" for x, y in np.random.default_rng(2).normal(size=(count, 2)).round(3).tolist()
    ]
    (folder / "it's.csv").write_text("\n".join(["length (cm),width,kind", "1.0,,p", *rows]), encoding="utf-8")
    return choices.session_of("it's.csv")


@pytest.mark.parametrize("count", [40, 400])
def test_the_script_of_a_table_names_it_reads_it_or_holds_it_and_makes_the_same_picture(count, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = choices.with_model(read_table(tmp_path, count), "lda", [])
    document = replace(shown.document, transforms=("standardise",), holdout=Holdout(0.25, 3))
    view = replace(shown.view.switched("errors", False), bounds=(-3.0, 3.0, -2.5, 2.5))
    shown = replace(shown, document=document, view=view)
    sheet = Sheet(width=100, theme="print_grey", heading="A table")
    script = content(snapshot(shown, sheet), figure(shown, sheet), ".py").decode()
    assert f"{count} points from it's.csv: length (cm) and width, kind" in " ".join(script.replace("\n# ", " ").split())
    assert ('mlx.read("it\'s.csv", x="length (cm)", y="width", label="kind")' in script) == (count > 300)
    assert "from mlexplorer" not in script
    with pytest.warns(UserWarning, match="1 row with missing values") if count > 300 else nullcontext():
        exec(compile(script.replace("figure.pdf", "again.svg"), "script", "exec"), {})
    again = (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert drawing(again) == drawing(figure(shown, sheet).rendered(".svg").decode())


def test_the_script_without_us_names_the_table_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = snapshot(choices.with_model(read_table(tmp_path, 40), "lda", []))
    script = sklearn_script(shown)
    assert "# Linear discriminant" in script
    assert "40 points from it's.csv: length (cm) and width, kind" in " ".join(script.replace("\n# ", " ").split())
    assert "'q'" in script
    assert "xlabel='length (cm)'" in script


def drawing(text):
    """Return what of an SVG is seen."""
    return re.sub(r"<(title|desc|metadata)>.*?</\1>", "", text, flags=re.S)


def test_the_notebook_script_knows_moments_starts_transforms_and_edited_points(tmp_path):
    data = snapshot(session("perceptron")).data
    shown = session("perceptron", share=0.2, start="given").with_points(data.moved([0], [[1.5, 1.5]]))
    held = replace(shown.document, transforms=("standardise",), runs=(replace(shown.run, start=(0.5, -1.0, 0.2)),))
    taken = snapshot(replace(shown, document=held, view=replace(shown.view, step=5)))
    assert run([(notebook_script(taken), our_question(taken))], tmp_path, blocked=False) == [answers(taken)]


@pytest.mark.parametrize("model", ["kmeans", "gmm"])
def test_the_notebook_script_begins_with_a_kept_start_and_keeps_the_roles(model, tmp_path):
    first = snapshot(session(model, share=0.3))
    edited = first.session.with_points(first.session.document.source.make().added([[3.0, 3.0]] * 4, 1))
    kept = replace(edited, document=keeping_starts(edited.document, first))
    assert kept.run.keeps_drawn_start
    taken = snapshot(kept)
    assert not taken.data.held_out[-4:].any()
    assert taken.data.held_out.sum() == first.data.held_out.sum() > 0
    answered = run([(notebook_script(taken), our_question(taken))], tmp_path, blocked=False)
    assert answered == [answers(taken)]


def test_the_notebook_script_draws_with_the_rule(tmp_path, monkeypatch):
    shown, rule = session("logistic"), Rule(costs=((0.0, 1.0), (5.0, 0.0)), reject=0.7)
    ruled = replace(shown, document=replace(shown.document, rule=rule))
    monkeypatch.chdir(tmp_path)
    exec(compile(notebook_script(snapshot(ruled), "a.svg"), "script", "exec"), {})
    assert embedded.read(tmp_path / "a.svg").session.document.rule == rule


def test_a_rule_of_decision_has_no_scikit_learn_form():
    shown = session("svm")
    ruled = replace(shown, document=replace(shown.document, rule=Rule(threshold=0.3)))
    with pytest.raises(ValueError, match="knows no threshold"):
        sklearn_script(snapshot(ruled))


def test_the_drawing_half_of_the_script_is_python(tmp_path):
    """Without matplotlib here, its calls are taken by a stand-in that says what was drawn."""
    shown = snapshot(session("svm", share=0.3))
    stand_in = tmp_path / "matplotlib"
    stand_in.mkdir()
    (stand_in / "__init__.py").write_text("", encoding="utf-8")
    (stand_in / "pyplot.py").write_text(
        "class Any:\n"
        "    def __getattr__(self, name):\n"
        "        return lambda *words, **named: print('CALL', name)\n"
        "def subplots(**named):\n"
        "    return Any(), Any()\n",
        encoding="utf-8",
    )
    script = tmp_path / "script.py"
    script.write_text(sklearn_script(shown, "out.pdf"), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    calls = [line.split()[1] for line in done.stdout.splitlines()]
    assert calls.count("scatter") == 4
    assert {"contourf", "contour", "set", "legend", "savefig"} <= set(calls)


@pytest.mark.parametrize("source", ["moons", "line_points", "sine", "cars"])
def test_the_picture_of_the_script_has_the_shape_of_the_plane(source):
    shown = snapshot(session("svm" if source == "moons" else "polynomial", source=source))
    tall = float(re.search(r"figsize=\(85 / 25\.4, (\d+) / 25\.4\)", sklearn_script(shown))[1])
    assert tall / 85 == pytest.approx(np.clip(shown.frame.height / shown.frame.width, 0.5, 1.2), abs=0.01)


def test_the_points_of_a_clustering_take_the_colours_of_their_clusters():
    script = sklearn_script(snapshot(session("kmeans", k=3)))
    assert "labels = predict(points)" in script
    assert "'Cluster 2'" in script
    assert "Class" not in script.partition("styles = ")[2]


@pytest.mark.parametrize("model", MODELS)
def test_a_models_numbers_are_json_and_csv(model):
    shown = snapshot(session(model, 2))
    found = json.loads(fitted_numbers.as_json(shown))
    assert found["model"] == model
    assert found["parameters"] == shown.run.model.values()
    rows = list(csv.DictReader(io.StringIO(fitted_numbers.as_csv(shown))))
    for row in rows:
        value = found["measures"] if row["name"].startswith("measures") else found["numbers"]
        if row["name"] == "loss":
            assert row["value"] in ("", repr(found["loss"]))
        elif "." not in row["name"]:
            inner = value[row["name"]]
            for place in (row["i"], row["j"], row["k"]):
                inner = inner[int(place)] if place else inner
            assert row["value"] == ("" if inner is None else str(inner))


def test_numbers_have_their_public_names():
    svm = fitted_numbers.numbers(snapshot(session("svm")))["numbers"]
    assert len(svm["support"]) == len(svm["multipliers"]) == len(svm["slacks"])
    weights = fitted_numbers.numbers(snapshot(session("logistic")))["numbers"]["weights"]
    assert weights == snapshot(session("logistic")).step.weights.tolist()
    tree = fitted_numbers.numbers(snapshot(session("tree")))["numbers"]["tree"]
    assert tree[0]["feature"] in (0, 1)
    gmm = fitted_numbers.numbers(snapshot(session("gmm")))["numbers"]
    assert np.shape(gmm["covariances"]) == (len(gmm["means"]), 2, 2)


def test_a_picture_in_latex_opens_again(tmp_path):
    shown = session("svm")
    (tmp_path / "plane.tex").write_bytes(content(snapshot(shown), figure(shown), ".tex"))
    assert embedded.read(tmp_path / "plane.tex").session == shown
    assert choices.session_of(str(tmp_path / "plane.tex")) == shown
    text = (tmp_path / "plane.tex").read_text(encoding="utf-8")
    (tmp_path / "plane.tex").write_text(text.replace("%mlexplorer ", "%mlexplorer !"), encoding="utf-8")
    with pytest.raises(ValueError, match="holds no session"):
        embedded.read(tmp_path / "plane.tex")


@pytest.mark.parametrize("suffix", [".tex", ".json", ".csv", ".py", ".svg"])
def test_every_ending_has_a_content(suffix):
    shown = session("svm")
    assert content(snapshot(shown), figure(shown), suffix)
    assert content(snapshot(shown), figure(shown), suffix) == content(snapshot(shown), figure(shown), suffix)


def test_a_surface_is_vectors_without_axes_of_its_own() -> None:
    shown = session("logistic", solver="gradient", steps=20)
    turned = replace(shown, view=shown.view.with_option("landscape kind", "surface"))
    surface, contours = (
        content(snapshot(one, sheet), figure(one, sheet), ".svg").decode()
        for one, sheet in ((turned, Sheet(view="landscape")), (shown, Sheet(view="landscape")))
    )
    assert "<image" not in surface + contours
    assert surface.count("<polygon") + surface.count("<path") > 43 * 43  # a facet each


@pytest.mark.parametrize("model", ["kde", "gmm"])
def test_a_single_feature_stays_one_in_the_script(model, tmp_path):
    shown = session(model)
    line = shown.with_points(
        snapshot(shown).data.moved(np.arange(120), np.c_[snapshot(shown).data.points[:, 0], np.zeros(120)])
    )
    taken = snapshot(line)
    assert taken.step.dimensions == 1
    (found,) = run([(sklearn_script(taken), scikit_question(taken))], tmp_path, blocked=True)
    assert found == pytest.approx(answers(taken))
