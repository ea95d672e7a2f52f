"""Progress as marks: curves, axes, and the table of a race."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.marks.marks import Line
from mlexplorer.marks.plot import Touched
from mlexplorer.marks.stepwise import whole
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import progress

SOLVERS = ({"solver": "gradient", "steps": 20}, {"solver": "stochastic", "steps": 2}, {"solver": "adam", "steps": 20})
COUNT = 60


def race(values=SOLVERS, step=None, source="moons", **options):
    runs = tuple(Run(registry.model("logistic")().with_values(some)) for some in values)
    document = Document(registry.source(source)(count=COUNT), runs)
    chosen = tuple(sorted((f"progress {name}", value) for name, value in options.items()))
    session = Session(document, View(step=step, options=chosen))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def lines(panel):
    return {mark.role: mark.path for mark in panel.layers[0].marks if isinstance(mark, Line)}


def test_the_objective_of_every_run_against_the_step():
    snapshot = race(step=5)
    panel = progress.draw(snapshot).panels[0]
    found = lines(panel)
    assert panel.title == "Objective at each step"
    past = snapshot.trace.steps[:6]
    np.testing.assert_allclose(found["run 0"], [(step.iteration, step.loss) for step in past])
    np.testing.assert_allclose(found["run 2"][:, 1], [step.loss for step in snapshot.traces[2]])


def test_gradient_evaluations_count_points():
    snapshot = race(against="gradients")
    found = lines(progress.draw(snapshot).panels[0])
    np.testing.assert_allclose(found["run 0"][:, 0], COUNT * np.arange(21))
    np.testing.assert_allclose(found["run 1"][:, 0], np.arange(2 * COUNT + 1))


def test_minibatches_count_their_short_last_batch():
    snapshot = race(({"solver": "minibatch", "batch": 25, "steps": 2},), against="gradients")
    found = lines(progress.draw(snapshot).panels[0])["progress"]
    np.testing.assert_allclose(found[:, 0], [0, 25, 50, 60, 85, 110, 120])


@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_a_perceptron_asks_for_a_gradient_at_every_point_it_visits(order):
    model = registry.model("perceptron")(order=order, epochs=3)
    document = Document(registry.source("moons")(count=COUNT), (Run(model),))
    session = Session(document, View(options=(("progress against", "gradients"),)))
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))
    spent = lines(progress.draw(snapshot).panels[0])["progress"][:, 0]
    assert spent[0] == 0
    assert (np.diff(spent) > 0).all()
    epochs = np.array([step.measures["epoch"] for step in snapshot.trace])
    np.testing.assert_array_equal(np.ceil(spent / COUNT), epochs)
    if order == "given":
        rows = [step.focus[0] for step in snapshot.trace.steps[1:]]
        np.testing.assert_array_equal(spent[1:] - COUNT * (epochs[1:] - 1) - 1, rows)


@pytest.mark.parametrize(
    ("axes", "powers"), [("linear", (False, False)), ("log", (False, True)), ("loglog", (True, True))]
)
def test_axes(axes, powers):
    snapshot = race(axes=axes)
    panel = progress.draw(snapshot).panels[0]
    assert panel.log == powers
    curve = lines(panel)["run 0"]
    losses = np.array([step.loss for step in snapshot.trace])
    np.testing.assert_allclose(curve[:, 1], np.log10(losses) if powers[1] else losses)
    expected = np.log10(np.arange(1, 21)) if powers[0] else np.arange(21)
    np.testing.assert_allclose(curve[np.isfinite(curve[:, 0]), 0], expected)


def test_curves_that_touch_zero_stay_linear():
    snapshot = race(({"solver": "gradient", "steps": 40, "rate": 2.0},), source="separable", axes="log")
    errors = next(panel for panel in progress.draw(snapshot).panels if panel.title.startswith("Training errors"))
    assert lines(errors)["progress"][:, 1].min() == 0
    assert errors.log == (False, False)


def test_the_table_tells_where_each_run_stands():
    snapshot = race(step=7)
    (table,) = progress.draw(snapshot).blocks
    assert [row[0] for row in table.rows] == ["A  Gradient, steps 20", "B  Stochastic, steps 2", "C  Adam, steps 20"]
    assert [row[3] for row in table.rows] == [str(7 * COUNT), "7", str(7 * COUNT)]
    assert float(table.rows[1][1]) == pytest.approx(snapshot.traces[1].at(7).loss, rel=0.01)
    assert int(table.rows[2][2]) == int(snapshot.traces[2].at(7).measures["errors"])
    session = progress.touch(snapshot, Touched(0, 2, 0, "row"))
    assert session.view.active == 2
    assert session.document is snapshot.session.document


def test_one_run_needs_no_table():
    assert progress.draw(race(SOLVERS[:1])).blocks == ()


def test_touching_goes_to_the_step_and_pointing_shows_its_ghost():
    snapshot = race()
    assert progress.touch(snapshot, Touched(0, 6.3, 0, "press")).view.step == 6
    assert progress.touch(snapshot, Touched(0, 99, 0, "drag")).view.step is None
    assert progress.touch(snapshot, Touched(0, 3.8, 0, "hover")).view.ghost == 4
    assert progress.touch(snapshot, Touched(0, 3.8, 0, "release")) is None
    spent = replace(snapshot, session=race(against="gradients").session)
    assert progress.touch(spent, Touched(0, 6.3 * COUNT, 0, "press")).view.step == 6


def test_a_much_longer_run_is_cut():
    snapshot = race(({"solver": "gradient", "steps": 10}, {"solver": "stochastic", "steps": 10}))
    left, right, _, _ = progress.draw(snapshot).panels[0].bounds
    assert 30 < right < 32
    assert left < 0


def test_walks_on_a_function_count_one_gradient_a_step_and_no_errors():
    runs = tuple(Run(registry.model("surface")(solver=solver)) for solver in ("gradient", "adam"))
    document = Document(registry.source("moons")(), runs)
    session = Session(document, View(step=9))
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))
    (table,) = progress.draw(snapshot).blocks
    assert table.head == ("Run", "Objective", "Gradients")
    assert [(row[0], row[2]) for row in table.rows] == [("A  Gradient", "9"), ("B  Adam", "9")]


@pytest.mark.parametrize(
    ("model", "titles"),
    [
        ("gmm", ["Objective", "Bound", "Log-likelihood", "BIC", "AIC"]),
        ("adaboost", ["Objective", "Training errors", "ε", "α", "Least voting margin"]),
    ],
)
def test_every_number_has_one_panel_under_its_name(model, titles):
    document = Document(registry.source("moons")(), (Run(registry.model(model)()),))
    session = Session(document)
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))
    assert [panel.title for panel in progress.draw(snapshot).panels] == [f"{title} at each step" for title in titles]


def alone(name, **options):
    document = Document(registry.source("moons")(count=COUNT), (Run(registry.model(name)()),))
    chosen = tuple(sorted((f"progress {key}", value) for key, value in options.items()))
    session = Session(document, View(options=chosen))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def test_one_figure_can_be_chosen_among_all_that_the_steps_report():
    drawn = progress.draw(alone("svm"))
    choice = next(option for option in drawn.options if option.name == "progress figure")
    assert list(choice.choices) == [
        "all",
        "Objective",
        "Training errors",
        "Margin",
        "Duality gap",
        "Support vectors",
        "Slack",
    ]
    assert len(drawn.panels) == progress.MOST_PANELS
    (panel,) = progress.draw(alone("svm", figure="Slack")).panels
    assert panel.title == "Slack at each step"
    gone = progress.draw(alone("gmm", figure="Slack"))
    assert len(gone.panels) > 1
    assert gone.options[0].current == "all"


def test_the_margin_of_a_machine_is_drawn():
    snapshot = alone("svm", figure="Margin")
    assert np.isinf(snapshot.trace.steps[0].margin), "there is no street at the start, so none is drawn"
    (panel,) = progress.draw(snapshot).panels
    np.testing.assert_allclose(lines(panel)["progress"][:, 1], [step.margin for step in snapshot.trace.steps[1:]])


def test_errors_that_are_the_objective_are_drawn_once():
    titles = [panel.title for panel in progress.draw(alone("perceptron")).panels]
    assert titles == ["Training errors at each step", "Epoch at each step", "Criterion at each step"]


@pytest.mark.parametrize("step", [777, 1237, 1238])
def test_the_figure_of_the_present_step_is_its_own_however_few_are_drawn(step):
    run = Run(registry.model("perceptron")().with_values({"epochs": 100}))
    session = Session(Document(registry.source("xor")(), (run,)), View(step=step))
    snapshot = Pipeline().last(session, Frame((-2.0, 2.0, -2.0, 2.0)))
    for full in (True, False):
        panels = {panel.title: panel for panel in whole(progress.parts(snapshot, full)).panels}
        wrong, _ = snapshot.errors(snapshot.data.training)
        assert panels["Training errors at each step"].now == str(wrong)


def test_a_touch_goes_to_any_step_of_a_long_run():
    run = Run(registry.model("perceptron")().with_values({"epochs": 100}))
    session = Session(Document(registry.source("xor")(), (run,)))
    snapshot = Pipeline().last(session, Frame((-2.0, 2.0, -2.0, 2.0)))
    assert not snapshot.trace.is_whole
    assert progress.touch(snapshot, Touched(0, 1237.2, 0.0, "press")).view.step == 1237
    assert progress.touch(snapshot, Touched(0, 1237.2, 0.0, "hover")).view.ghost in snapshot.trace.numbers


def test_errors_are_counted_in_whole_numbers_and_objectives_are_not():
    panels = {panel.title.removesuffix(" at each step"): panel.whole for panel in progress.draw(race()).panels}
    assert panels["Training errors"] == (True, True)
    assert panels["Objective"] == (True, False)


def test_the_present_value_has_the_digits_that_tell_it_from_the_others():
    run = Run(registry.model("gmm")().with_values({"components": 3}))
    document = Document(registry.source("blobs")(), (run,))
    snapshot = Pipeline().last(Session(document), Frame((-8, 8, -8, 8), 200, 200))
    panel = next(panel for panel in progress.draw(snapshot).panels if panel.title.startswith("Objective"))
    assert panel.now == "574.46"
