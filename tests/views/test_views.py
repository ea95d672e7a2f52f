"""Every view is offered and drawn on the scenes of its row, on the screen and, where it can be, on paper."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits.pins import pinned
from mlexplorer.figures.figure import figure_of
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.plot import Drawn, never
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.studying import Studying
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import catalogue
from tests.marks.soundness import check_marks

ROOT = Path(__file__).parents[2]
MOONS, BLOBS = ("moons", {"count": 40}), ("blobs", {"count": 40})

# The one row a new view adds: a scene it is offered on (source, models), and another one.
SCENES = {
    "compare": [(MOONS, "lda", "qda"), (MOONS, "line", "svm")],
    "cut": [(MOONS, "lda"), (BLOBS, "qda")],
    "explain": [(MOONS, "logistic"), (BLOBS, "kmeans")],
    "landscape": [(MOONS, "logistic"), (MOONS, "perceptron")],
    "lift": [(MOONS, "svm"), (MOONS, "logistic")],
    "log": [(MOONS, "lda"), (BLOBS, "knn")],
    "losses": [(MOONS, "svm"), (MOONS, "logistic")],
    "probe": [(MOONS, "knn"), (BLOBS, "lda")],
    "projection": [(MOONS, "lda"), (BLOBS, "kmeans")],
    "progress": [(MOONS, "perceptron"), (BLOBS, "kmeans")],
    "structure": [
        *((MOONS, "tree"), (BLOBS, "naive_bayes"), (("sine", {}), "regression_tree")),
        *((BLOBS, "network"), (BLOBS, "hierarchical")),
    ],
    "judge": [(MOONS, "logistic"), (BLOBS, "kmeans")],
    "roc": [(MOONS, "svm"), (BLOBS, "qda")],
    "study": [(MOONS, "lda"), (BLOBS, "lda")],
    "weights": [(("sine", {}), "polynomial"), (("stopping", {}), "polynomial")],
}
CASES = [(name, scene) for name, scenes in SCENES.items() for scene in scenes]


def snapshot_of(name, scene):
    (source, settings), *models = scene
    values = {"lift": {"kernel": "polynomial", "degree": 2} if models[0] == "svm" else {"degree": 2}}.get(name, {})
    runs = tuple(Run(registry.model(model)().with_values(values)) for model in models)
    studies = (registry.study("influence")(places=8),) if name == "study" else ()
    document = Document(registry.source(source)(**settings), runs, holdout=Holdout(share=0.3), studies=studies)
    view = View(cut=(-1.0, -1.0, 1.0, 1.0), probe=(0.2, 0.1), panel=name)
    session = Session(document, view)
    session = pinned(session) if name == "log" else session
    frame = framed(prepare(document).data, view, 240, 240)
    return replace(Pipeline().last(session, frame), results=Studying().last(session, frame))


def test_every_view_has_a_row():
    assert set(SCENES) == set(catalogue.all_kinds())


def test_titles_and_names_are_words_of_their_own():
    kinds = catalogue.all_kinds().values()
    assert len({kind.title for kind in kinds}) == len({kind.name for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.title[0] == kind.title[0].upper(), kind.title
        assert kind.help


@pytest.mark.parametrize(("name", "scene"), CASES, ids=lambda item: item if isinstance(item, str) else item[1])
def test_view_is_offered_and_drawn_in_light_and_dark(name, scene):
    snapshot, kind = snapshot_of(name, scene), catalogue.all_kinds()[name]
    assert kind.offered(snapshot)
    drawn = kind.draw(snapshot)
    assert isinstance(drawn, Drawn)
    check_marks(mark for panel in drawn.panels for layer in panel.layers for mark in layer.marks)
    assert drawn.panels or drawn.blocks or drawn.facts or drawn.words
    assert kind.prints is never or kind.prints(snapshot)
    if kind.prints is not never:
        sheets = [Sheet(theme=theme, embed=False, view=name) for theme in ("light", "dark")]
        light, dark = (figure_of(snapshot, sheet).rendered(".svg") for sheet in sheets)
        assert light != dark
        assert b"<image" not in light
        assert light.count(b"<path") + light.count(b"<polyline") > 3


def test_a_view_is_one_file(tmp_path):
    """A file in another folder of the room: its view is offered and drawn, with nothing else touched."""
    (tmp_path / "tally.py").write_text(
        '"""Tally: the points counted."""\n'
        "import numpy as np\n"
        "from mlexplorer.marks.marks import Layer, Line\n"
        "from mlexplorer.marks.plot import Drawn, Plot, ViewKind\n"
        "def draw(snapshot):\n"
        '    line = Line(np.array([[0.0, 0.0], [1.0, float(len(snapshot.data))]]), "progress")\n'
        '    return Drawn((Plot((Layer("line", (line,)),), (0.0, 1.0, 0.0, 300.0)),))\n'
        'VIEW = ViewKind("tally", "Tally", "How many points there are", lambda _: True, draw)\n'
    )
    code = (
        f"import mlexplorer.views; mlexplorer.views.__path__.append({str(tmp_path)!r})\n"
        "from mlexplorer.cli.shell import main\n"
        f"raise SystemExit(main(['figure', 'moons', '--view', 'tally', '-o', {str(tmp_path / 'a.svg')!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.svg").stat().st_size > 500
