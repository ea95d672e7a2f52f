"""Slow motion: what there is to dwell on between two steps, and where."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.numbers import text
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.slow_motion import beats, has_slow_motion, moment, walked
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, View, single

FRAME = Frame((-2.0, 3.0, -2.0, 2.0))


def snapshot(name, step=None, source="moons", **values):
    document = Document(registry.source(source)(), (Run(registry.model(name)().with_values(values)),))
    return Pipeline().last(Session(document, View(step=step)), FRAME)


def names(trace, index):
    return [beat.name for beat in beats(trace.steps[index], trace.steps[index + 1])]


@pytest.mark.parametrize(
    ("model", "first", "second"),
    [
        ("perceptron", ["look"], ["look"]),
        ("adaboost", ["learner"], ["weights", "learner"]),
        ("forest", ["weights", "learner"], ["weights", "learner"]),
        ("gradient_boosting", ["learner"], ["learner"]),
        ("vote", ["learner"], ["learner"]),
        ("tree", ["candidates", "best"], ["candidates", "best"]),
        ("stump", [], []),
        ("kmeans", [], []),
    ],
)
def test_a_step_dwells_on_what_it_already_knows(model, first, second):
    trace = snapshot(model).trace
    assert (names(trace, 0), names(trace, 1)) == (first, second)


def test_the_places_of_beats_lie_evenly_between_steps():
    trace = snapshot("adaboost", rounds=3).trace
    places = walked(trace, True)
    assert list(places) == pytest.approx([0, 0.5, 1, 4 / 3, 5 / 3, 2, 7 / 3, 8 / 3, 3])
    assert walked(trace, False) == (0, 1, 2, 3)
    told = [None if moment(trace, place) is None else moment(trace, place).beat.name for place in places]
    assert told == [None, "learner", None, "weights", "learner", None, "weights", "learner", None]


def test_ensembles_dwell_on_their_own_words():
    drawn, member = snapshot("forest", 1.34), snapshot("forest", 1.67)
    seen = int((member.trace.steps[2].point_weights > 0).sum())
    assert drawn.note == f"A new sample: {seen} of 120 points are in it, large ones several times."
    assert member.note.startswith("Member 2 learns from this sample: “tree of ")
    assert member.note.endswith("% of the points left out.")
    assert snapshot("gradient_boosting", 0.5).note.startswith("Round 1: the tree nearest to the residuals is “x")
    assert snapshot("vote", 0.5).note.startswith("Next to join the vote: decision tree; alone it gets ")


def test_the_fit_of_a_beat_is_that_of_the_step_before():
    still, then = snapshot("perceptron", 2.5), snapshot("perceptron", 3)
    np.testing.assert_array_equal(still.step.weights, still.trace.steps[2].weights)
    row = int(then.step.focus[0])
    point = still.run.model.training(still.data).points[row : row + 1]
    assert still.step.predict(point)[0] != still.data.labels[row]
    assert f"looks at point {row + 1} " in still.note
    assert still.note.endswith("wrong.")
    assert then.note == then.step.note


def test_the_sentences_hold_the_numbers_of_the_coming_step():
    weights, learner = snapshot("adaboost", 1.34), snapshot("adaboost", 1.67)
    before, coming = learner.trace.steps[1], learner.trace.steps[2]
    ratio = coming.point_weights / before.point_weights
    assert f"{int((ratio > 1).sum())} points" in weights.note
    assert f"{ratio.max():.3g} times as much" in weights.note
    assert f"wrong on {100 * coming.ballots[-1].error:.3g} % of the weight" in learner.note
    candidates, best = snapshot("tree", 1.34), snapshot("tree", 1.67)
    node = next(node for node in best.trace.steps[2].tree if node.feature >= 0 and node.box != best.step.tree[0].box)
    assert candidates.note.startswith(f"The next box, {sum(node.counts):.0f} points, can be cut in ")
    assert f"gain {node.gain:.3g}" in best.note


def test_thinned_steps_and_held_parameters_have_no_beats():
    trace = snapshot("perceptron", epochs=4).trace
    tracer = Tracer(most=5)
    for step in trace:
        tracer.add(step)
    thin = tracer.trace(finished=True)
    assert moment(thin, thin.numbers[1] + 0.5) is None
    assert walked(thin, True) == tuple(range(thin.total))
    assert moment(trace, None) is None
    assert moment(Trace(), 0.5) is None
    assert moment(trace, trace.total + 0.5) is None


def test_slow_motion_is_offered_where_it_shows_more():
    offered = {name: has_slow_motion(snapshot(name).trace) for name in ("kmeans", "gmm", "tree", "adaboost", "knn")}
    assert offered == {"kmeans": False, "gmm": False, "tree": True, "adaboost": True, "knn": False}
    assert not has_slow_motion(snapshot("logistic", solver="gradient").trace)
    assert has_slow_motion(snapshot("logistic", solver="stochastic").trace)


def test_a_beat_is_saved_with_the_file_and_whole_steps_stay_whole():
    book = single(snapshot("tree", 1 + 1 / 3).session)
    assert storage.loads(storage.dumps(book)).session.view.step == 1 + 1 / 3
    whole = storage.loads(storage.dumps(single(snapshot("tree", 2).session))).session.view
    assert (whole.step, type(whole.step)) == (2, int)
    assert (View(step=1.5).step_number, View(step=2).step_number, View().step_number) == (1, 2, None)


@pytest.mark.parametrize("name", list(registry.models()))
def test_every_place_of_the_timeline_has_its_sentence(name):
    shown = snapshot(name)
    training = shown.run.model.training(shown.data)
    for place in walked(shown.trace, True)[:200]:
        found = moment(shown.trace, place)
        note = shown.trace.at(place).note if found is None else found.words(training)
        assert note[0].isupper() or not note[0].isalpha()
        assert note.endswith((".", ".”"))
        assert "\n" not in note


def test_a_network_goes_forward_and_back_for_a_point():
    trace = snapshot("network", hidden="2", solver="stochastic", steps=1).trace
    before, coming = trace.steps[:2]
    assert [beat.name for beat in beats(before, coming)] == ["look", "forward", "back"]
    training, row = before.setting.data, int(coming.rows[0])
    hidden = before.activations(training.points[[row]])[1][0]
    forward, back = (beat.words(before, coming, training) for beat in beats(before, coming)[1:])
    assert forward.startswith(f"Forward: h₁ = {text(hidden[0])}, h₂ = {text(hidden[1])}; f = ")
    error = before.probabilities(training.points[[row]])[0, 1] - training.labels[row]
    assert back.startswith(f"Back: Δ of f = {text(error)}; Δ of h₁ = ")
    slope = before.layers[1][0, 0] * error * (1 - hidden[0] ** 2)
    assert f"Δ of h₁ = {text(slope)}" in back
