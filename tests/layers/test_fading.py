"""Support vectors on the margin, points inside the street and errors can be told apart, at few and at a hundred."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.layers import plane
from mlexplorer.layers.fading import SMALLER, faded
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from tests.samples import switches

FEW = ("blobs", {"count": 60, "classes": 2, "spread": 0.6, "seed": 3}, {"kernel": "linear", "cost": 10.0})
MANY = ("moons", {"count": 400, "noise": 0.5}, {"kernel": "rbf", "cost": 1.0})


def seen(scene, view=None, runs=1):
    source, settings, values = scene
    run = Run(registry.model("svm")().with_values(values))
    document = Document(registry.source(source)().with_values(settings), (run,) * runs)
    session = Session(document, view or View())
    frame = framed(prepare(document).data, session.view, 400, 400)
    snapshot = Pipeline().last(session, frame)
    return snapshot, {layer.name: layer.marks for layer in plane.layers(snapshot)}


def places(marks, wanted):
    found = [mark.places for mark in marks if wanted(mark)]
    return {tuple(place) for part in found for place in part.tolist()}


@pytest.mark.parametrize(("scene", "least", "most"), [(FEW, 2, 9), (MANY, 100, 400)])
def test_every_point_is_in_one_state(scene, least, most):
    snapshot, layers = seen(scene)
    step, points = snapshot.step, snapshot.training.points
    assert least <= len(step.support) <= most
    weights = np.zeros(len(points))
    weights[step.support] = step.multipliers
    expected = {
        "ring": points[(weights > 0) & (weights < step.bound)],
        "pale": points[weights == 0],
        "full": points[weights > 0],
        "wrong": points[snapshot.is_wrong],
    }
    found = {
        "ring": places(layers["support"], lambda mark: mark.style.startswith("support")),
        "pale": places(layers["training"], lambda mark: mark.role.startswith("pale")),
        "full": places(layers["training"], lambda mark: mark.role.startswith("class")),
        "wrong": places(layers["errors"], lambda mark: mark.style == "wrong"),
    }
    assert found == {name: {tuple(place) for place in rows.tolist()} for name, rows in expected.items()}


def test_many_rings_are_thinner():
    assert seen(FEW)[1]["support"][0].style == "support"
    wide = ("spirals", {"count": 400}, {"kernel": "rbf", "cost": 1000.0, "gamma": 20.0})
    snapshot, layers = seen(wide)
    holding = np.count_nonzero(snapshot.step.multipliers < snapshot.step.bound)
    assert holding > 60
    assert layers["support"][0].style == "support_many"


def test_pale_points_are_smaller_and_lie_below_the_others():
    _, layers = seen(MANY)
    roles = [mark.role.split()[0] for mark in layers["training"]]
    assert roles == sorted(roles, key=["pale", "class"].index)
    for mark in layers["training"]:
        assert (mark.sizes is None) == mark.role.startswith("class")
    assert all(mark.sizes.max() == SMALLER for mark in layers["training"] if mark.sizes is not None)


@pytest.mark.parametrize("switch", ["fade", "support"])
def test_nothing_fades_unless_it_is_wanted(switch):
    snapshot, layers = seen(MANY, View(switches=switches(switch)))
    assert faded(snapshot) is None
    assert all(mark.role.startswith("class") for mark in layers["training"])


def test_new_points_are_not_faded_before_they_are_learnt_from():
    snapshot, _ = seen(MANY)
    before = faded(snapshot)
    data = snapshot.data.added(np.array([[0.0, 0.0]]), 0).without([5])
    later = snapshot.with_data(snapshot.session, data)
    after = faded(later)
    assert not after[-1]
    np.testing.assert_array_equal(after[:-1], np.delete(before, 5))


def test_in_a_race_all_points_are_pale_as_long_as_the_others_are_drawn():
    snapshot, layers = seen(FEW, runs=2)
    assert faded(snapshot).all()
    assert {mark.role for mark in layers["boundary"] if hasattr(mark, "path")} == {"run 0"}
    alone, _ = seen(FEW, View(switches=switches("runners", "support")), runs=2)
    assert faded(alone) is None
