"""Every layer is offered and drawn on the scenes of its row, on the screen and on paper, in light and in dark."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits.pins import pinned
from mlexplorer.figures.figure import figure_of
from mlexplorer.figures.sheet import Sheet
from mlexplorer.layers import plane
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.studying import Studying
from mlexplorer.session.ink import KINDS, InkStroke
from mlexplorer.session.session import Document, Run, Session, View
from tests.marks.soundness import check_marks

ROOT = Path(__file__).parents[2]
MOONS, BLOBS = ("moons", {"count": 40}), ("blobs", {"count": 40})
CURVE = (("stopping", {}), "polynomial", {})
CROWD = Dataset(np.random.default_rng(0).normal(size=(30_000, 2)), np.arange(30_000) % 2)
TREE = (MOONS, "adaboost", {"rounds": 5})

# The one row a new layer adds: a scene it is offered on (source, model, parameters), and another one.
SCENES = {
    "regions": [(MOONS, "lda", {}), (BLOBS, "knn", {})],
    "density": [(MOONS, "kde", {}), (BLOBS, "histogram", {})],
    "densities": [(MOONS, "qda", {}), (BLOBS, "gmm", {})],
    "probability": [(MOONS, "logistic", {}), (MOONS, "svm", {})],
    "margins": [(MOONS, "svm", {}), (MOONS, "svm", {"kernel": "linear"})],
    "slack": [(MOONS, "svm", {}), (MOONS, "svm", {"kernel": "linear"})],
    "spokes": [(BLOBS, "kmeans", {}), (MOONS, "kmeans", {"k": 2})],
    "residuals": [CURVE, (("sine", {}), "polynomial", {})],
    "residual squares": [CURVE, (("line_outlier", {}), "polynomial", {"degree": 1})],
    "loss shares": [CURVE, (("line_outlier", {}), "polynomial", {"degree": 1, "loss": "absolute"})],
    "pulls": [(MOONS, "gradient_boosting", {"rounds": 5}), (BLOBS, "gradient_boosting", {"rounds": 3})],
    "crowd": [(("placed", {}), "lda", {}), (("placed", {}), "qda", {})],
    "groups": [(MOONS, "hierarchical", {}), (BLOBS, "hierarchical", {})],
    "boundary": [(MOONS, "tree", {}), (BLOBS, "lda", {})],
    "units": [(MOONS, "network", {"steps": 5}), (BLOBS, "network", {"steps": 5})],
    "heights": [(MOONS, "surface", {}), (MOONS, "surface", {"solver": "momentum"})],
    "walk": [(MOONS, "surface", {}), (MOONS, "surface", {"solver": "momentum"})],
    "centre valley": [(BLOBS, "kmeans", {}), (MOONS, "kmeans", {"k": 2})],
    "ghost": [(MOONS, "logistic", {"solver": "gradient"}), (MOONS, "perceptron", {})],
    "runners": [(MOONS, "lda", {}), (MOONS, "qda", {})],
    "bayes": [(("gaussians", {}), "lda", {}), (MOONS, "lda", {})],
    "pinned": [(MOONS, "lda", {}), (MOONS, "knn", {}), CURVE],
    "curve": [CURVE, (("sine", {}), "polynomial", {})],
    "gaussians": [(MOONS, "qda", {}), (BLOBS, "gmm", {})],
    "feature densities": [(MOONS, "naive_bayes", {}), (BLOBS, "naive_bayes", {"density": "kernel"})],
    "shading": [(MOONS, "logistic", {}), (BLOBS, "lda", {})],
    "score": [(MOONS, "svm", {}), (MOONS, "logistic", {})],
    "test": [(MOONS, "lda", {}), (BLOBS, "knn", {})],
    "training": [(MOONS, "lda", {}), (BLOBS, "knn", {})],
    "classes": [(BLOBS, "kmeans", {}), (MOONS, "hierarchical", {})],
    "weights": [TREE, (BLOBS, "adaboost", {"rounds": 3})],
    "jitter": [(("line_points", {}), "lda", {}), (("boosting_line", {}), "stump", {})],
    "lock": [(("line_points", {}), "lda", {}), (("boosting_line", {}), "stump", {})],
    "fade": [(MOONS, "svm", {}), (BLOBS, "svm", {"kernel": "linear"})],
    "shares": [(BLOBS, "gmm", {}), (MOONS, "gmm", {"components": 2})],
    "support": [(MOONS, "svm", {}), (BLOBS, "svm", {})],
    "outliers": [(MOONS, "neighbour_density", {"kind": "relative"}), (BLOBS, "gmm", {})],
    "errors": [(MOONS, "lda", {}), (BLOBS, "stump", {})],
    "arrow": [(MOONS, "lda", {}), (MOONS, "perceptron", {})],
    "picked": [(MOONS, "lda", {}), (BLOBS, "kmeans", {})],
    "folds": [(MOONS, "lda", {}), (("sine", {}), "polynomial", {})],
    "refits": [(MOONS, "lda", {}), (("sine", {}), "polynomial", {})],
    "doubt": [(MOONS, "logistic", {}), (BLOBS, "qda", {})],
    "rule": [(MOONS, "logistic", {}), (MOONS, "knn", {"k": 5})],
    "projection": [(MOONS, "lda", {}), (BLOBS, "kmeans", {})],
    "focus": [(MOONS, "perceptron", {}), (MOONS, "logistic", {"solver": "stochastic", "steps": 2})],
    "next join": [(MOONS, "hierarchical", {}), (BLOBS, "hierarchical", {})],
    "centres": [(BLOBS, "kmeans", {}), (MOONS, "kmeans", {"k": 2}), (BLOBS, "gmm", {}), (MOONS, "lda", {})],
    "neighbours": [(MOONS, "knn", {}), (BLOBS, "knn", {})],
    "ink": [(MOONS, "lda", {}), (BLOBS, "kmeans", {})],
    "handles": [(MOONS, "line", {}), (MOONS, "line", {"w1": 0.3})],
}
INK = tuple(InkStroke(kind, ((0.0, 0.0), (0.5, 0.4))) for kind in KINDS)
CASES = [(name, scene) for name, scenes in SCENES.items() for scene in scenes]


def session_of(name, scene):
    (source, settings), model, values = scene
    runs = (Run(registry.model(model)().with_values(values)),)
    runs += (Run(registry.model("qda")()),) if name == "runners" else ()
    points = CROWD if name == "crowd" else None
    rule = Rule(reject=0.8) if name == "doubt" else Rule(threshold=0.3) if name == "rule" else PLAIN
    studies = (registry.study(name)(),) if name in registry.studies() else ()
    source = registry.source(source)().with_values(settings)
    document = Document(source, runs, points, holdout=Holdout(share=0.3), rule=rule, studies=studies)
    document = replace(document, ink=INK if name == "ink" else ())
    view = View(
        panel="study" if studies else "",
        centre=0 if name == "centre valley" else None,
        step=2 if name == "focus" else None,
        cell=(0, 0) if name == "picked" else None,
    )
    return Session(document, view.switched(name, True))


def snapshot_of(name, scene):
    session = session_of(name, scene)
    frame = framed(prepare(session.document).data, session.view, 240, 240)
    snapshot = Pipeline().last(session, frame)
    if name == "pinned":
        snapshot = Pipeline().last(pinned(session), frame)
    return replace(snapshot, results=Studying().last(session, frame)) if session.document.studies else snapshot


def test_every_layer_has_a_row():
    assert set(SCENES) == {kind.name for kind in plane.LAYERS}


@pytest.mark.parametrize(("name", "scene"), CASES, ids=lambda item: item if isinstance(item, str) else item[1])
def test_layer_is_offered_and_drawn_in_light_and_dark(name, scene):
    snapshot = snapshot_of(name, scene)
    kind = next(kind for kind in plane.offered(snapshot) if kind.name == name)
    assert plane.is_shown(kind, snapshot)
    check_marks(kind.marks(snapshot))
    check_marks(kind.at(snapshot, snapshot.data.points[0] if len(snapshot.data) else None))
    hidden = replace(snapshot.session, view=snapshot.session.view.switched(name, False))
    assert not plane.is_shown(kind, replace(snapshot, session=hidden))
    pages = {figure_of(snapshot, Sheet(theme=theme, embed=False)).rendered(".svg") for theme in ("light", "dark")}
    assert len(pages) == 2


@pytest.mark.parametrize("first", ["plane", "layer_memo", "pictures"])
def test_any_part_of_the_room_can_be_imported_first(first):
    """The plane looks at every file of the room, also at those that look at the plane."""
    done = subprocess.run([sys.executable, "-c", f"import mlexplorer.layers.{first}"], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_a_layer_is_one_file(tmp_path):
    """A file in another folder of the room: its layer is offered, drawn and has a switch, with nothing else touched."""
    (tmp_path / "middle.py").write_text(
        '"""The mean of all points."""\n'
        "from mlexplorer.layers.layer import LayerKind\n"
        "from mlexplorer.marks.marks import Points\n"
        "def mean(snapshot):\n"
        '    return (Points(snapshot.data.points.mean(axis=0, keepdims=True), "boundary", -1, "here"),)\n'
        'LAYERS = (LayerKind("mean", "Mean", "The mean of all points", "", lambda _: True, mean, order=95),)\n'
    )
    code = (
        f"import mlexplorer.layers; mlexplorer.layers.__path__.append({str(tmp_path)!r})\n"
        "from mlexplorer.layers import plane\n"
        "from mlexplorer.cli.shell import main\n"
        "from mlexplorer.ui.actions import COMMANDS\n"
        "import mlexplorer.ui.commands.layers_menu\n"
        "assert 'mean' in [kind.name for kind in plane.LAYERS]\n"
        "assert 'layer:mean' in COMMANDS\n"
        f"place = {str(tmp_path)!r}\n"
        "for name, layers in (('with', '+mean'), ('without', '-mean')):\n"
        "    main(['figure', 'moons', f'--layers={layers}', '--no-embed', '-o', f'{place}/{name}.svg'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown, hidden = ((tmp_path / f"{name}.svg").read_bytes() for name in ("with", "without"))
    assert len(shown) > len(hidden) > 1000


@pytest.mark.parametrize("model", ["gmm", "lda", "kmeans"])
def test_centres_lie_above_the_points(model):
    names = [kind.name for kind in plane.offered(snapshot_of("centres", (BLOBS, model, {})))]
    assert names.index("centres") > max(names.index("training"), names.index("test"))
