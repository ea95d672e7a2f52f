"""The notebook door: points, fits, figures, and sessions that show themselves."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core.decision import decide
from mlexplorer.core.holdout import Holdout
from mlexplorer.figures.files import embedded
from mlexplorer.pipeline.pipeline import prepare


@pytest.fixture(autouse=True)
def application(qapp):
    return qapp


@pytest.fixture
def moons():
    return mlx.make("moons", count=60, noise=0.3, seed=2)


def test_every_public_name_is_there():
    for name in mlx.__all__:
        assert getattr(mlx, name).__module__.startswith("mlexplorer")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = mlx.nothing


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_a_figure_of_points_and_a_step_holds_their_session(suffix, moons, tmp_path):
    step = mlx.fit("svm", moons, kernel="rbf", cost=1, gamma=2)
    path = tmp_path / f"boundary{suffix}"
    mlx.figure(moons, step, path, width="85mm", view="plane")
    session = embedded.read(path).session
    assert session.document.source.values() == {"count": 60, "noise": 0.3, "seed": 2}
    assert session.document.points is None
    assert session.run.model.values() == {**session.run.model.values(), "kernel": "rbf", "cost": 1.0, "gamma": 2.0}


def test_points_of_ones_own_are_kept(tmp_path):
    data = mlx.Dataset(np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2)
    mlx.figure(data, mlx.fit("knn", data, k=1), tmp_path / "own.svg")
    assert embedded.read(tmp_path / "own.svg").session.document.points == data


def test_a_step_of_a_trace_is_drawn_as_it_is(moons, tmp_path):
    steps = mlx.trace("perceptron", moons, start=[1.0, 0.0, 0.5])
    mlx.figure(moons, steps[3], tmp_path / "third.svg", theme="dark")
    session = embedded.read(tmp_path / "third.svg").session
    assert session.view.step == 3
    assert session.run.start == (1.0, 0.0, 0.5)
    assert session.run.model.start == "given"


def test_a_fit_is_not_done_twice_for_its_figure(moons, tmp_path, monkeypatch):
    step = mlx.fit("logistic", moons)

    def refuse(*_):
        raise AssertionError("fitted again")

    monkeypatch.setattr("mlexplorer.models.logistic.LogisticRegression.fit", refuse)
    mlx.figure(moons, step, tmp_path / "once.svg")
    assert (tmp_path / "once.svg").exists()


def test_points_that_changed_forget_their_source(moons, tmp_path):
    moved = moons.moved([0], [[0.0, 0.0]])
    mlx.figure(moved, mlx.fit("knn", moved), tmp_path / "moved.svg")
    document = embedded.read(tmp_path / "moved.svg").session.document
    assert document.points == moved
    assert prepare(replace(document, holdout=Holdout(0.5))).data.held_out.sum() == len(moved) // 2


def test_a_session_is_loaded_drawn_and_shown(moons, tmp_path):
    step = mlx.fit("svm", moons)
    mlx.figure(moons, step, tmp_path / "a.pdf")
    session = mlx.load(tmp_path / "a.pdf")
    assert session == mlx.as_session(moons, step)
    root = ET.fromstring(session._repr_svg_())
    assert root.tag.endswith("svg")
    mlx.figure(session, tmp_path / "b.svg", theme="dark", caption=True)
    session.figure(tmp_path / "c.png", dpi=60)
    assert mlx.load(tmp_path / "b.svg") == mlx.load(tmp_path / "c.png") == session
    bolder = session.with_model(session.run.model.with_values({"gamma": 5.0}))
    assert bolder._repr_svg_() != session._repr_svg_()


def test_the_loaded_session_decides_like_the_step(moons, tmp_path):
    step = mlx.fit("gmm", moons, components=3)
    mlx.figure(moons, step, tmp_path / "a.svg")
    again = mlx.load(tmp_path / "a.svg").run.model
    places = np.random.default_rng(1).normal(size=(50, 2))
    other = mlx.fit("gmm", moons, **again.values())
    assert decide(step, places).tolist() == decide(other, places).tolist()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda data: mlx.figure(data, mlx.fit("knn", data), "a.pdf", them="dark"), "'them'; perhaps you mean 'theme'"),
        (lambda data: mlx.figure(data, mlx.fit("knn", data), "a.pdf", width="wide"), "'wide' is not a length"),
        (lambda data: mlx.figure(data, mlx.fit("knn", data), "a.doc"), "cannot be written as '.doc'"),
        (lambda _: mlx.figure("moons"), "Points, a step, a session or a study can be drawn, not a str"),
        (lambda _: mlx.make("mons"), "no source 'mons'; perhaps you mean 'moons'"),
        (lambda data: mlx.fit("svn", data), "no model 'svn'; perhaps you mean 'svm'"),
        (lambda data: mlx.fit("svm", data, gama=1), "no parameter 'gama'; perhaps you mean 'gamma'"),
    ],
)
def test_misspelt_words_are_refused_with_the_nearest(call, sentence, moons, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        call(moons)
    assert not list(tmp_path.iterdir())


def test_a_step_from_elsewhere_has_no_session(moons):
    step = mlx.fit("line", moons)
    other = step.landscape(moons.training).at(np.array([1.0, 0.0, 0.0]))
    with pytest.raises(ValueError, match=r"that mlexplorer\.fit or mlexplorer\.trace returned"):
        mlx.figure(moons, other, "a.pdf")
