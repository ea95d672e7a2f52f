"""Every study keeps the contract, and its row says what it must find on known data."""

import json
import math
from collections.abc import Mapping

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.cli import shell
from mlexplorer.core import registry
from mlexplorer.core.study import Result, Task, split_values
from mlexplorer.marks.charts import chart_plot
from mlexplorer.pipeline.studying import Studying, task_of
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, single

MODEL = "logistic"  # it has two knobs

# The one row a new study adds: quick parameters, and a figure of its last result on forty moons with what it must be.
EXPECTED = {
    "curve": ({"tries": "1,2,3", "folds": 4}, lambda result: result.training[0], (0.05, 0.2)),
    "folds": ({"folds": 5, "repeats": 2}, lambda result: result.mean, (0.05, 0.25)),
    "influence": ({"places": 16}, lambda result: float(np.nanmax(result.shares)), (0.0, 0.5)),
    "junk": ({"most": 10, "folds": 4}, lambda result: result.errors[0, -1], (0.05, 0.5)),
    "learning_curve": ({"sizes": 4, "folds": 4}, lambda result: result.unseen[-1], (0.05, 0.25)),
    "map": ({"across": "1,2", "up": "0.1,1", "folds": 3}, lambda result: np.nanmin(result.errors), (0.0, 0.2)),
    "nested": ({"tries": "1,2", "folds": 4, "inner": 3}, lambda result: result.mean, (0.05, 0.25)),
    "versus": ({"against": "knn k=3", "folds": 5}, lambda result: result.difference.p, (0.0, 1.0)),
    "refits": ({"count": 8, "places": 16, "draws": "fresh"}, lambda result: result.out_of_bag, (0.05, 0.25)),
}


def task(model=MODEL, count=40):
    source = registry.source("moons")(count=count)
    return Task(registry.model(model)(), source.make(), source=source)


def results(name, about):
    return [result for result in registry.study(name)().with_values(EXPECTED[name][0]).run(about) if result is not None]


def session_of(name):
    study = registry.study(name)().with_values(EXPECTED[name][0])
    run = Run(registry.model(MODEL)())
    return Session(Document(registry.source("moons")(count=40), (run,), studies=(study,)))


def test_every_study_has_a_row():
    assert set(EXPECTED) == set(registry.studies())


@pytest.mark.parametrize("name", EXPECTED)
def test_results_replace_each_other_and_end(name):
    found = results(name, task())
    assert all(isinstance(result, Result) for result in found)
    shares = [result.done for result in found]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_found_can_be_read_drawn_and_written(name):
    result = results(name, task())[-1]
    assert result.facts
    assert all(isinstance(words, str) and words for item in result.facts.items() for words in item)
    assert result.sentence.endswith(".")
    for chart in result.charts:
        left, right, bottom, top = chart_plot(chart).bounds
        assert math.isfinite(left + right + bottom + top)
        assert left < right
        assert bottom < top
    assert isinstance(result.numbers, Mapping)
    assert json.loads(json.dumps(result.numbers, allow_nan=False))
    low, high = EXPECTED[name][2]
    assert low <= EXPECTED[name][1](result) <= high


@pytest.mark.parametrize("name", EXPECTED)
def test_the_same_task_gives_the_same_numbers(name):
    assert results(name, task())[-1].numbers == results(name, task())[-1].numbers


@pytest.mark.parametrize("name", EXPECTED)
def test_a_study_is_saved_with_its_session(name):
    book = single(session_of(name))
    assert storage.loads(storage.dumps(book)) == book


@pytest.mark.parametrize("name", EXPECTED)
def test_a_study_that_was_left_goes_on_where_it_was(name):
    session, studying = session_of(name), Studying()
    steps = studying.results(session)
    found = [next(steps) for _ in range(6)]
    del steps
    again = [item for item in studying.results(session) if item is not None]
    assert again[0] == next(item for item in reversed(found) if item is not None)
    assert again[-1][0].numbers == Studying().last(session)[0].numbers
    assert [item for item in studying.results(session) if item is not None] == [again[-1]], "what is known is known"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_study_can_be_asked_for_from_a_shell(name, tmp_path, capsys):
    settings = [word for pair in EXPECTED[name][0].items() for word in ("--study-set", "{}={}".format(*pair))]
    words = ["study", name, "moons", "--data-set", "count=40", "--model", MODEL, *settings]
    files = [tmp_path / f"found{suffix}" for suffix in (".json", ".csv", ".svg")]
    assert shell.main([*words, *(word for file in files for word in ("-o", str(file)))]) == 0
    numbers = json.loads(files[0].read_text())
    assert numbers.keys() == set(files[1].read_text().split("\n")[0].split(","))
    assert b"<svg" in files[2].read_bytes()
    assert shell.main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == numbers
    assert shell.main(words) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_study_can_be_asked_for_from_a_notebook(name):
    data = mlx.make("moons", count=40)
    found = mlx.study(name, MODEL, data, **EXPECTED[name][0])
    assert found.numbers == results(name, task())[-1].numbers


def test_studies_are_listed_and_misspelt_ones_are_named(capsys):
    assert shell.main(["studies"]) == 0
    assert all(name in capsys.readouterr().out for name in ("influence",))
    assert shell.main(["study", "influense", "moons"]) == 2
    assert "perhaps you mean 'influence'" in capsys.readouterr().err


def test_a_name_both_know_is_the_studys():
    kind = registry.study("influence")
    assert split_values(kind, {"places": 9, "k": 3, "model__places": 4}) == ({"places": 9}, {"k": 3, "places": 4})


def test_what_cannot_be_studied_is_refused_with_a_sentence(capsys):
    assert shell.main(["study", "influence", "blobs", "--model", "kmeans"]) == 2
    assert "tells classes apart" in capsys.readouterr().err
    with pytest.raises(ValueError, match="tells classes apart"):
        mlx.study("influence", "kmeans", mlx.make("blobs"))
    with pytest.raises(mlx.CannotFit, match="nothing to study"):
        mlx.study("influence", "lda", mlx.Dataset([[0.0, 0.0]], [0]))


def test_points_edited_by_hand_have_no_source_to_draw_from():
    session = session_of("influence")
    assert task_of(session, registry.study("influence")()).source is not None
    edited = session.with_points(session.document.source.make())
    assert task_of(edited, registry.study("influence")()).source is None


def test_results_are_themselves_and_nothing_else():
    """They hold arrays, which have no single answer to whether they are equal."""
    registry.studies()
    kinds = [kind for kind in Result.__subclasses__() if kind.__module__.startswith("mlexplorer.")]
    assert len(kinds) > 3
    assert [kind.__name__ for kind in kinds if kind.__eq__ is not object.__eq__] == []
