"""Centres by hand: selecting one shows what its place costs, dragging one starts the run anew."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from mlexplorer.edits.centres import held_centres

CTRL = Qt.KeyboardModifier.ControlModifier
MODELS = [("kmeans", {"k": 2}), ("gmm", {"components": 2})]


def centres_of(hands):
    return held_centres(hands.snapshot)[0]


def layer_names(hands):
    return [layer.name for layer in hands.window.plane.picture.layers if layer.marks]


@pytest.mark.parametrize(("model", "values"), MODELS)
@pytest.mark.parametrize("tool", ["move", "select"])
def test_a_selected_centre_shows_its_valley(open_hands, model, values, tool):
    hands = open_hands(model, values=values)
    hands.window.run(f"tool:{tool}")
    before = hands.window.store.history.index
    hands.click(*centres_of(hands)[1])
    hands.settle()
    assert hands.window.store.session.view.centre == 1
    assert "centre valley" in layer_names(hands)
    assert hands.window.store.history.index == before
    left, right, bottom, top = hands.canvas.bounds
    hands.click(left + 0.02 * (right - left), bottom + 0.02 * (top - bottom))
    hands.settle()
    assert hands.window.store.session.view.centre is None
    assert "centre valley" not in layer_names(hands)


@pytest.mark.parametrize(("model", "values"), MODELS)
def test_dragging_a_centre_starts_the_run_from_there(open_hands, model, values):
    hands = open_hands(model, values=values)
    hands.window.run("tool:move")
    centres = centres_of(hands).copy()
    target = centres[0] + [0.3, 0.4]
    hands.drag(centres[0], target)
    hands.settle()
    run = hands.window.store.session.run
    assert run.model.start == "given"
    np.testing.assert_allclose(np.reshape(run.start, (-1, 2)), [target, centres[1]], atol=0.02)
    first = hands.snapshot.trace.steps[0]
    np.testing.assert_allclose(first.centres if model == "kmeans" else first.means, [target, centres[1]], atol=0.02)
    assert hands.snapshot.step is first
    assert hands.window.store.history.undo_label == "move a centre"
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert hands.window.store.session.run.start is None
    assert hands.window.store.session.run.model.start != "given"


def test_a_change_of_a_parameter_keeps_the_given_start(open_hands):
    hands = open_hands("kmeans", values={"k": 2})
    store = hands.window.store
    store.edit(store.session.with_start(np.array([0.0, 0.0, 1.0, 1.0])), "start")
    store.edit(store.session.with_model(store.session.run.model.with_values({"k": 3})), "k")
    hands.settle()
    assert store.session.run.start == (0.0, 0.0, 1.0, 1.0)
    store.edit(store.session.with_model(store.session.run.model.with_values({"start": "points"})), "start")
    assert store.session.run.start is None
