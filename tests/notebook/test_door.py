"""What a notebook sees of the door: its names, its lines, its pictures, and sentences for whatever is given."""

import contextlib
import gc
import inspect
import io
import math
import os
import random
import re
import subprocess
import sys
import weakref
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

import mlexplorer as mlx
from mlexplorer.notebook import pictures
from mlexplorer.session import storage

CALLS = 3000 if os.environ.get("MLEXPLORER_LONG", "") not in ("", "0") else 400


@pytest.fixture(autouse=True)
def application(qapp):
    return qapp


@pytest.fixture
def moons():
    return mlx.make("moons", count=40, noise=0.3, seed=2)


def test_dir_and_completion_show_the_door_alone():
    code = (
        "import rlcompleter, mlexplorer as mlx; mlx.fit('knn', mlx.make('moons', count=9))\n"
        "complete = rlcompleter.Completer({'mlx': mlx}).complete\n"
        "found = [complete('mlx.', n) for n in range(100)]\n"
        "print(sorted({word.split('.')[1].rstrip('()') for word in found if word}) == sorted(mlx.__all__))\n"
        "print([name for name in dir(mlx) if not name.startswith('__')] == sorted(mlx.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]


def test_help_shows_the_door_alone():
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        help(mlx)
    words = told.getvalue().split("FUNCTIONS")[1]
    assert all(f"    {name}(" in words for name in mlx.__all__ if inspect.isfunction(getattr(mlx, name)))
    for hidden in ("_PLACES", "__getattr__", "importlib", "TYPE_CHECKING"):
        assert hidden not in told.getvalue()


def test_everything_shows_itself_in_one_line(moons):
    step = mlx.fit("kmeans", moons, k=2)
    result = mlx.study("influence", "knn", moons)
    shown = [moons, step, *mlx.trace("logistic", moons), mlx.as_session(moons, step), result, mlx.figure(moons)]
    shown += [mlx.judge(mlx.fit("knn", moons), moons), mlx.roc([0.1, 0.9, 0.4], [0, 1, 1])]
    for thing in shown:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 200
    assert repr(step) == f"<CentresStep {step.iteration} (assign): loss {step.loss:.2f}>"


def pixels(text):
    return float(ET.fromstring(text).attrib["width"].removesuffix("mm"))


def test_points_steps_sessions_and_studies_show_as_pictures(moons):
    step = mlx.trace("perceptron", moons)[2]
    shown = [moons, step, mlx.as_session(moons, step), mlx.study("influence", "knn", moons)]
    for thing in shown:
        assert pixels(thing._repr_svg_()) == pytest.approx(pictures.ON_SCREEN, rel=0.01)
    assert len({thing._repr_svg_() for thing in shown[:1] + shown[2:]}) == 3
    assert mlx.fit("line", moons).landscape(moons.training).at(np.ones(3))._repr_svg_() is None


def test_a_picture_has_the_layers_views_and_width_asked_for(moons):
    step = mlx.fit("tree", moons)
    plain, bare = mlx.figure(moons, step), mlx.figure(moons, step, layers="training")
    assert pixels(plain._repr_svg_()) == pytest.approx(85, rel=0.01)
    assert len(bare._repr_svg_()) < len(plain._repr_svg_())
    assert mlx.figure(moons, step, layers=["training"])._repr_svg_() == bare._repr_svg_()
    wide = mlx.figure(moons, step, view="plane+structure", width="150mm")
    assert pixels(wide._repr_svg_()) == pytest.approx(150, rel=0.01)
    with pytest.raises(ValueError, match="no layer 'trainig'; perhaps you mean 'training'"):
        mlx.figure(moons, step, layers="trainig")


def test_a_picture_is_written_where_it_is_wanted(moons, tmp_path):
    mlx.figure(moons).save(tmp_path / "points.svg")
    mlx.figure(mlx.study("influence", "knn", moons), tmp_path / "study.pdf")
    assert (tmp_path / "points.svg").stat().st_size > 1000 < (tmp_path / "study.pdf").stat().st_size


def test_a_session_is_saved_and_opened_again(moons, tmp_path):
    session = mlx.as_session(moons, mlx.fit("knn", moons, k=3))
    session.save(tmp_path / "a.mlx.json")
    assert mlx.load(tmp_path / "a.mlx.json") == session
    with pytest.raises(ValueError, match=r"ends in \.mlx\.json, not to 'a\.json'"):
        session.save(tmp_path / "a.json")


def test_several_sessions_become_a_book(moons, tmp_path):
    sessions = {f"k = {k}": mlx.as_session(moons, mlx.fit("knn", moons, k=k)) for k in (1, 5)}
    mlx.book(sessions, tmp_path / "lecture.mlx.json")
    book = storage.load(tmp_path / "lecture.mlx.json")
    assert [(scene.title, scene.session.run.model.k) for scene in book.scenes] == [("k = 1", 1), ("k = 5", 5)]
    assert all(scene.kept for scene in book.scenes)
    with pytest.raises(ValueError, match="by their titles"):
        mlx.book([], tmp_path / "empty.mlx.json")


def test_a_book_carries_notes_and_goes_on_paper(moons, tmp_path):
    sessions = {"k = 1": mlx.as_session(moons, mlx.fit("knn", moons, k=1))}
    mlx.book(sessions, tmp_path / "lecture.pdf", notes={"k = 1": "Islands everywhere."})
    page = pypdfium2.PdfDocument(tmp_path / "lecture.pdf")[0].get_textpage().get_text_bounded()
    assert "k = 1" in page
    assert "Islands everywhere." in page
    with pytest.raises(ValueError, match="a note for 'k = 2', but no such scene"):
        mlx.book(sessions, tmp_path / "other.pdf", notes={"k = 2": "Nobody."})


def test_a_film_of_the_timeline_is_written(moons, tmp_path):
    step = mlx.fit("kmeans", moons, k=2)
    mlx.film(mlx.as_session(moons, step), tmp_path / "a.gif", width=120, height=90)
    mlx.film(step, tmp_path / "b.gif", width=120, height=90)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()[:]
    with pytest.raises(ValueError, match=r"cannot be written as '\.doc'"):
        mlx.film(step, tmp_path / "a.doc")


def test_the_window_is_opened_by_a_program_of_its_own(moons, monkeypatch):
    started = []
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(subprocess, "Popen", started.append)
    session = mlx.as_session(moons, mlx.fit("knn", moons))
    mlx.show(session)
    ((*command, file),) = started
    assert command == [sys.executable, "-m", "mlexplorer"]
    assert mlx.load(file) == session
    Path(file).unlink()
    Path(file).parent.rmdir()


def test_without_a_display_no_window_is_opened(moons, monkeypatch):
    for name in pictures.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(ValueError, match="no display"):
        mlx.show(mlx.as_session(moons, mlx.fit("knn", moons)))


def test_a_regression_predicts_along_x_or_at_points():
    data = mlx.make("sine", count=30)
    step = mlx.fit("polynomial", data, degree=3)
    expected = step.curve(data.points[:, 0])
    np.testing.assert_array_equal(step.predict(data.points), expected)
    np.testing.assert_array_equal(step.predict(data.points[:, 0].tolist()), expected)
    with pytest.raises(ValueError, match="shape"):
        step.predict([[1, 2, 3]])


def test_steps_are_asked_with_lists_and_refuse_what_are_no_places(moons):
    step = mlx.fit("logistic", moons)
    np.testing.assert_array_equal(step.predict(moons.points.tolist()), step.predict(moons.points))
    np.testing.assert_array_equal(step.scores(moons.points[:3].astype("f4").tolist()).shape, (3, 2))
    for wrong in ([1, 2, 3], [[math.nan, 0]], [["a", "b"]], None, np.zeros((2, 3)), {"x": 1}):
        for ask in (step.predict, step.probabilities):
            with pytest.raises(ValueError, match="points must"):
                ask(wrong)


def test_a_step_is_drawn_with_its_own_points_alone(moons):
    step = mlx.fit("knn", moons)
    with pytest.raises(ValueError, match="fitted to other points"):
        mlx.figure(mlx.make("moons", count=30), step)
    assert mlx.figure(mlx.make("moons", count=40, noise=0.3, seed=2), step)


def test_points_are_transformed_by_name(moons):
    swapped = mlx.transform(moons, "swap", "standardise")
    assert swapped.names == ("x₂ (standardised)", "x₁ (standardised)")
    assert swapped.points.mean(axis=0) == pytest.approx([0.0, 0.0])
    with pytest.raises(ValueError, match="There is no transform 'swop'; perhaps you mean 'swap'"):
        mlx.transform(moons, "swop")


def test_a_part_of_the_plane_is_drawn(moons):
    part, whole = (
        mlx.figure(moons, bounds=bounds).drawn.page.board[0][0].plot.bounds for bounds in ((0, 1, 0, 1), None)
    )
    assert whole[0] < -1 < part[0]
    assert part[1] < 2 < whole[1]
    with pytest.raises(ValueError, match="bounds are four numbers"):
        mlx.figure(moons, bounds=(1, 0, 0, 1))


class Odd:
    def __repr__(self):
        return "Odd"


ODD = [None, 3, -1, 0.5, math.nan, math.inf, "x", "", b"x", [], [[]], {}, object(), Odd(), np.zeros((2, 2, 2)), [1, 2],
       [[1, 2]], [[1, 2], [3]], np.array([["a", "b"]]), np.array([[1, 2]]), True, 10**400, [["1", "2"]], 1j, [None],
       float, print, range(3), "svm", "moons", "knn", (0, 1),
       np.array([]), np.array(5.0), "end", "plane", "\0", "\ud800"]  # fmt: skip
PYTHON = "ambiguous|could not convert|broadcast|ufunc|codec|inhomogeneous|desired array|cannot convert|mismatch"
NAMES = ["svm", "knn", "tree", "kmeans", "logistic", "polynomial", "gmm", "perceptron", "stump", "lda"]
PARAMETERS = ["k", "cost", "count", "noise", "degree", "seed", "gamma", "depth", "kernel", "nonsense"]


def calls(chance, data, steps, folder):
    """Return one random call of the door: mostly of the right kind, with something odd in it."""

    def odd(usual):
        return chance.choice(ODD) if chance.random() < 0.4 else usual

    def some():
        return {chance.choice(PARAMETERS): chance.choice(ODD) for _ in range(chance.choice([0, 0, 1, 2]))}

    step, name = chance.choice(steps), chance.choice(NAMES)
    points = data.points[:7]
    return chance.choice(
        [
            lambda: mlx.data(odd(points), odd(["a", "b"] * 3 + ["a"]), odd(None)),
            lambda: mlx.data(points, chance.choices(ODD, k=7), odd(None)),
            lambda: mlx.read(odd(folder / "a.csv"), odd("x"), odd("y"), odd(None)),
            lambda: mlx.read(odd(folder / "a.csv"), sheet=odd(None), rows=odd("1:2")),
            lambda: mlx.transform(odd(data), odd("swap"), odd("standardise")),
            lambda: mlx.figure(odd(step), width=odd("85mm"), bounds=odd((0, 1, 0, 1)), layers=odd("training")),
            lambda: data.hold_out(odd(0.3), odd(0)),
            lambda: mlx.make(odd("moons"), **some()),
            lambda: mlx.fit(odd(name), odd(data), odd(None), **some()),
            lambda: mlx.trace(odd(name), odd(data), odd(None), **some()),
            lambda: mlx.decide(odd(step), odd(points), odd(None), odd(None), odd(None)),
            lambda: mlx.judge(odd(step), odd(data), odd(None), odd(None), odd(None), odd(None)),
            lambda: mlx.study(odd("influence"), odd("lda"), odd(data.part(np.arange(8))), **some()),
            lambda: step.predict(odd(points)),
            lambda: step.predict(chance.choice(ODD)),
            lambda: mlx.as_session(odd(data), odd(step)),
            lambda: mlx.figure(odd(data), odd(chance.choice(ODD)), odd(None), odd("85mm"), **some()),
            lambda: mlx.load(odd(folder / "a.csv")),
            lambda: mlx.film(odd(data), odd("a.gif"), odd("training"), **some()),
            lambda: mlx.book(odd({"a": odd(None)}), odd("a.mlx.json")),
            lambda: mlx.roc(odd([0.1, 0.4, 0.8]), odd([0, 1, 1])),
            lambda: mlx.rand_index(odd([0, 0, 1]), odd([0, 1, 1])),
            lambda: mlx.purity(odd([0, 0, 1]), odd([0, 1, 1])),
            lambda: mlx.silhouette(odd(points), odd([0, 1, 0, 1, 0, 1, 1])),
            lambda: mlx.mcnemar(odd(5), odd(3), odd(2), odd(1)),
            lambda: mlx.Dataset(odd(points), odd([0, 1, 0, 1, 0, 1, 1])),
        ]
    )


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_random_calls_answer_or_refuse_in_a_sentence(moons, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("x,y,kind\n1,2,a\n3,4,b\n5,1,a\n", encoding="utf-8")
    steps = [mlx.fit(name, moons) for name in NAMES]
    chance = random.Random("calls")
    answered = refused = 0
    for _ in range(CALLS):
        call = calls(chance, moons, steps, tmp_path)
        try:
            call()
            answered += 1
        except (ValueError, mlx.CannotFit) as error:
            refused += len(str(error)) > 15 and not re.search(PYTHON, str(error))
    assert answered + refused == CALLS
    assert answered > CALLS / 20 < refused


def test_what_is_known_of_a_step_keeps_nothing_alive():
    data = mlx.make("moons", count=20)
    steps = mlx.trace("perceptron", data)
    gone = [weakref.ref(step) for step in steps]
    copied = replace(steps[-1])
    with pytest.raises(ValueError, match="A figure needs a step that"):
        mlx.as_session(data, copied)
    del steps
    gc.collect()
    assert {step() for step in gone} == {None}
