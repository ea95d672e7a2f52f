"""Runs compared in a table; a hidden answer stays hidden."""

from dataclasses import replace

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.model import IsByHand
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.answers import challenged, hidden_runs
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.views import compare, landscape


def shown(session):
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 300, 300))


def by_hand():
    model = registry.model("line")(w1=1.0, w2=-1.0, t=0.1)
    return challenged(Session(Document(registry.source("separable")(), (Run(model),))))


def revealed():
    session = by_hand()
    return replace(session, view=replace(session.view, switches=()))


def test_the_machine_joins_hidden_and_the_hand_stays():
    session = by_hand()
    assert [run.model.public_name() for run in session.document.runs] == ["line", "svm"]
    assert session.view.active == 0
    assert hidden_runs(session) == {1}
    assert not hidden_runs(revealed())
    assert not isinstance(registry.model("svm")(), IsByHand)


def test_hidden_figures_are_question_marks():
    drawn = compare.draw(shown(by_hand()))
    (table,) = drawn.blocks
    assert {row[2] for row in table.rows} == {"?"}
    assert "?" not in {row[1] for row in table.rows}
    assert "F7" in drawn.words
    assert landscape.descent_of(shown(by_hand())).rivals == ()


def test_revealed_figures_compare_errors_margin_and_losses():
    snapshot = shown(revealed())
    drawn = compare.draw(snapshot)
    (table,) = drawn.blocks
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["Training errors"][1] == "0"
    wrong = int((snapshot.shown[0].predict(snapshot.data.points) != snapshot.data.labels).sum())
    assert rows["Training errors"][0] == str(wrong)
    expected = "as many errors" if not wrong else f"{wrong} error"
    assert expected in drawn.words
    machine = snapshot.shown[1]
    np.testing.assert_allclose(float(rows["Margin"][1]), 1 / np.hypot(*machine.weights[:2]), rtol=0.02)
    assert float(rows["Margin"][0].replace("−", "-")) < float(rows["Margin"][1])
    assert set(rows) >= {"Hinge loss", "Log loss", "Squared loss", "Perceptron criterion", "Exponential loss"}
    assert len(landscape.descent_of(snapshot).rivals) == 1


def test_offered_for_classifiers_only():
    assert compare.offered(shown(by_hand()))
    session = Session(Document(registry.source("moons")(), (Run(registry.model("lda")()),)))
    assert not compare.offered(shown(session))


def test_many_runs_have_their_letters_and_are_named_above():
    logistic, line = registry.model("logistic"), registry.model("line")
    runs = (Run(line()), Run(logistic(rate=0.1, solver="gradient")), Run(logistic(rate=2.0, solver="gradient")))
    names, table = compare.draw(shown(Session(Document(registry.source("moons")(), runs)))).blocks
    assert names.lines == ("A  By hand", "B  rate 0.1 (Logistic regression)", "C  rate 2 (Logistic regression)")
    assert table.head == ("", "A", "B", "C")
    assert all(len(row) == 4 for row in table.rows)
