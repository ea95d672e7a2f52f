"""The errors of curves on training and test points, wherever errors are told."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.numbers import text
from mlexplorer.edits import pins
from mlexplorer.figures import caption
from mlexplorer.judging.regression import residuals
from mlexplorer.layers import plane
from mlexplorer.marks.marks import Line
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.ui.panels.status import Status
from mlexplorer.views import compare, explain, log_book, progress

DESCENT = {"degree": 1, "solver": "gradient", "rate": 0.05, "steps": 20}


def session_of(*values, share=0.25, view=None):
    runs = tuple(Run(registry.model("polynomial")().with_values(some)) for some in values)
    document = Document(registry.source("sine")(count=24, noise=0.3), runs, holdout=Holdout(share=share))
    return Session(document, view or View())


def snapshot_of(session):
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 300, 300))


def expected(snapshot, step, held):
    places, heights = snapshot.data.points[snapshot.data.held_out == held].T
    return residuals(heights, step.curve(places))


@pytest.fixture
def parts():
    snapshot = snapshot_of(session_of({"degree": 5}))
    return snapshot, expected(snapshot, snapshot.step, False), expected(snapshot, snapshot.step, True)


def test_the_status_bar_tells_both(parts, qtbot):
    snapshot, training, test = parts
    bar = Status()
    qtbot.addWidget(bar)
    bar.show_snapshot(snapshot, 1.0)
    assert f"Training RMSE {text(training.rmse)}, MAE {text(training.mae)}" in bar.right
    assert f"Test RMSE {text(test.rmse)}, MAE {text(test.mae)}" in bar.right


def test_without_held_out_points_there_is_no_test_error(qtbot):
    bar = Status()
    qtbot.addWidget(bar)
    bar.show_snapshot(snapshot_of(session_of({}, share=0.0)), 1.0)
    assert "Training RMSE" in bar.right
    assert "Test" not in bar.right


def test_progress_draws_them_at_each_step():
    snapshot = snapshot_of(session_of(DESCENT))
    drawn = progress.draw(snapshot)
    titles = [panel.title for panel in drawn.panels]
    assert titles[:3] == ["Objective at each step", "Training RMSE at each step", "Test RMSE at each step"]
    line = next(mark for mark in drawn.panels[2].layers[0].marks if isinstance(mark, Line) and mark.role == "progress")
    wanted = [expected(snapshot, step, True).rmse for step in snapshot.trace]
    np.testing.assert_allclose(line.path[:, 1], wanted)
    assert {"Training MAE", "Test MAE"} <= set(drawn.options[0].choices)
    assert "RMS error" not in drawn.options[0].choices


def test_compare_and_the_race_put_runs_side_by_side():
    snapshot = snapshot_of(session_of({"degree": 1}, {"degree": 5}))
    assert compare.offered(snapshot)
    rows = {row[0]: row[1:] for row in compare.draw(snapshot).blocks[0].rows}
    for name, held in (("Training", False), ("Test", True)):
        off = [expected(snapshot, step, held) for step in snapshot.shown]
        assert rows[f"{name} RMSE"] == tuple(text(at.rmse) for at in off)
        assert rows[f"{name} MAE"] == tuple(text(at.mae) for at in off)
    race = progress.draw(snapshot_of(session_of(DESCENT, {**DESCENT, "rate": 0.1}))).blocks[0]
    assert race.head == ("Run", "Objective", "RMSE")


def test_the_log_book_keeps_them():
    session = pins.pinned(session_of({"degree": 5}))
    snapshot = snapshot_of(session)
    training, test = (expected(snapshot, snapshot.pinned[0], held) for held in (False, True))
    (entry,) = pins.entries(snapshot)
    assert entry.training == f"RMSE {text(training.rmse)}, MAE {text(training.mae)}"
    assert entry.test == f"RMSE {text(test.rmse)}, MAE {text(test.mae)}"
    table, words = log_book.draw(snapshot).blocks[:2]
    assert table.rows[0][1:3] == (f"RMSE {text(training.rmse)}", f"RMSE {text(test.rmse)}")
    assert f"On test points {entry.test}." in words.lines


def test_explain_and_the_caption_say_them(parts):
    snapshot, training, test = parts
    said = caption.sentence(snapshot)
    assert f"RMSE {text(training.rmse)} on 18 training points and {text(test.rmse)} on 6 test points." in said
    facts = str(explain.draw(replace(snapshot)))
    assert f"RMSE {text(test.rmse, explain.DIGITS)}, MAE {text(test.mae, explain.DIGITS)}" in facts


def test_a_pinned_curve_stays_as_a_ghost():
    session = pins.pinned(session_of({"degree": 1})).with_model(registry.model("polynomial")(degree=5))
    snapshot = snapshot_of(session)
    (ghost,) = next(layer for layer in plane.layers(snapshot) if layer.name == "pinned").marks
    assert ghost.role == "ghost"
    np.testing.assert_allclose(ghost.path[:, 1], snapshot.pinned[0].curve(ghost.path[:, 0]))
