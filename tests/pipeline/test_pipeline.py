from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.arrays import held_bytes
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.memory import STEPS as MOST_STEPS
from mlexplorer.pipeline.fitting import fitted
from mlexplorer.pipeline.frame import around, framed, is_locked, zoomed
from mlexplorer.pipeline.memo import Memo
from mlexplorer.pipeline.pipeline import FINE, Pipeline, prepare, size_of
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session, View

FRAME = Frame((-2.0, 3.0, -2.0, 2.0), 500, 400)


def session_of(model, points=None, **values):
    return Session(Document(registry.source("moons")(count=80), (Run(registry.model(model)(**values)),), points))


def test_snapshots_end_finished_and_fine():
    snapshots = [item for item in Pipeline().snapshots(session_of("knn"), FRAME) if item is not None]
    assert [item.finished for item in snapshots] == [False] * (len(snapshots) - 1) + [True]
    last = snapshots[-1]
    assert last.field.grid.columns == FINE
    assert last.field.labels.shape == (last.field.grid.rows, FINE)
    assert len(last.predicted) == 80


def test_panning_and_scrubbing_do_not_fit_again():
    pipeline = Pipeline()
    session = session_of("logistic", solver="gradient", steps=20)
    first = pipeline.last(session, FRAME)
    other = pipeline.last(replace(session, view=View(step=3)), Frame((0, 1, 0, 1), 500, 400))
    assert other.traces[0] is first.traces[0]
    assert other.step is first.trace.steps[3]


def test_too_few_classes_are_explained_and_points_still_shown():
    alone = Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 0])
    snapshot = Pipeline().last(session_of("logistic", alone), FRAME)
    assert snapshot.step is None
    assert snapshot.problem.sentence == "Two classes are needed: place a point of another class."
    assert len(snapshot.data) == 2


def test_wrong_points_are_counted_by_part():
    data = Dataset(
        [[0.0, 0], [1, 0], [2, 0], [10, 0], [11, 0], [0.5, 0]], [0, 0, 0, 1, 1, 1], held_out=[False] * 5 + [True]
    )
    snapshot = Pipeline().last(session_of("knn", data, k=1), FRAME)
    assert snapshot.errors(snapshot.data.training) == (0, 5)
    assert snapshot.errors(snapshot.data.testing) == (1, 1)
    assert snapshot.wrong.tolist() == [5]


def test_transforms_are_undone_for_edits():
    document = replace(session_of("knn").document, transforms=("standardise", "rotate", "swap"))
    prepared = prepare(document)
    np.testing.assert_allclose(prepared.affine.back(prepared.data.points), prepared.raw.points, atol=1e-12)
    assert "standardised" in prepared.data.names[0]


def test_hold_out_is_stratified_and_stable():
    data = Dataset(np.random.default_rng(0).normal(size=(100, 2)), np.repeat([0, 1], [80, 20]))
    split = Holdout(0.25, 3).applied(data)
    assert [int(split.held_out[data.labels == label].sum()) for label in (0, 1)] == [20, 5]
    more = Holdout(0.25, 3).applied(data.added([[0.0, 0.0]], 1))
    assert (more.held_out[:100] != split.held_out).sum() <= 1


def test_memo_forgets_the_least_recently_used():
    memo = Memo(most=100)
    for name in "abc":
        memo.put(name, name.upper(), 40)
    assert memo.get("a") is None
    assert memo.get("b") == "B"
    memo.put("d", "D", 40)
    assert memo.get("c") is None
    assert memo.get("b") == "B"


def test_what_is_remembered_anew_counts_once():
    memo = Memo(most=10)
    memo.put("other", 0, 4)
    for number in range(5):
        memo.put("same", number, 6)
    assert (memo.get("other"), memo.get("same")) == (0, 4)
    memo.put("more", 1, 1)
    assert memo.get("other") is None, "11 bytes are more than 10"


@pytest.mark.parametrize("size", [(400, 400), (900, 300), (300, 900)])
def test_equal_units_where_ranges_are_alike(size):
    data = Dataset([[0.0, 0.0], [2.0, 1.0]], [0, 1])
    left, right, bottom, top = framed(data, View(), *size).bounds
    assert np.isclose((right - left) / size[0], (top - bottom) / size[1])
    assert left <= 0
    assert right >= 2


def test_free_axes_where_ranges_differ_much():
    data = Dataset([[0.0, 0.0], [1000.0, 1.0]], [0, 1])
    assert not is_locked(around(data))
    assert framed(data, View(), 400, 400).bounds == around(data)


def test_zoom_keeps_the_place_under_the_pointer():
    left, right, bottom, top = zoomed((0.0, 4.0, 0.0, 2.0), 0.5, (1.0, 1.0))
    assert (left, right, bottom, top) == (0.5, 2.5, 0.5, 1.5)


@pytest.mark.parametrize(
    ("model", "values"),
    [
        ("adaboost", {"rounds": 200}),
        ("svm", {}),
        ("perceptron", {}),
        ("logistic", {"solver": "stochastic", "steps": 40}),
    ],
)
def test_the_size_of_a_trace_is_that_of_all_its_steps(model, values):
    """The memo is bounded in bytes, so what a trace holds must not be told too small."""
    session = session_of(model, **values)
    *_, trace = fitted(session.run, registry.source("moons")(count=1500, noise=0.3).make())
    assert 0.35 < size_of(trace) / held_bytes(trace.steps) < 1.5
    assert size_of(trace) >= 0.6 * sum(array.nbytes for array in arrays_of(trace))


def arrays_of(trace):
    found = {id(array): array for step in trace for array in vars(step).values() if isinstance(array, np.ndarray)}
    return [array for array in found.values() if array.base is None]


def test_a_drag_keeps_the_step_that_is_shown():
    """Only at the end of the timeline may a fit be resumed from the last one, which knows no other steps."""
    pipeline = Pipeline()
    session = session_of("perceptron")
    pipeline.last(session, FRAME)
    pipeline.seconds = dict.fromkeys(pipeline.seconds, 1.0)  # as if it had been slow
    data = prepare(session.document).data
    dragged = session.with_points(data.moved([0], data.points[:1] + 0.1))
    for step in (None, 3):
        looked = replace(dragged, view=View(step=step))
        *_, last = pipeline.snapshots(looked, FRAME, dragging=True)
        cold = Pipeline().last(looked, FRAME)
        np.testing.assert_array_equal(last.step.weights, cold.step.weights)
        assert last.step.note == cold.step.note
        assert last.step.iteration == cold.step.iteration
        assert len(last.trace) == (1 if step is None else len(cold.trace))
        assert (last.trace.finished, last.trace.total) == (True, cold.trace.total)


def test_a_long_fit_is_followed_by_its_likeness_and_made_at_rest():
    pipeline = Pipeline()
    session = session_of("hierarchical", clusters=2)
    whole = pipeline.last(session, FRAME)
    pipeline.seconds = dict.fromkeys(pipeline.seconds, 1.0)  # as if it had been slow
    data = prepare(session.document).data
    dragged = session.with_points(data.moved([0], data.points[:1] + 0.1))
    *_, followed = pipeline.snapshots(dragged, FRAME, dragging=True)
    assert len(followed.trace) == 1
    assert followed.trace.total == whole.trace.total
    assert followed.predicted.shape == whole.predicted.shape
    rested, cold = pipeline.last(dragged, FRAME), Pipeline().last(dragged, FRAME)
    assert len(rested.trace) == len(whole.trace)
    np.testing.assert_array_equal(rested.step.pairs, cold.step.pairs)


def test_a_hundred_thousand_steps_are_thinned_and_keep_their_ends():
    session = session_of("logistic", solver="stochastic", steps=1000)
    *_, trace = fitted(session.run, registry.source("moons")(count=100).make())
    assert trace.total == 100_001
    assert len(trace) <= MOST_STEPS + 1
    assert (trace.steps[0].iteration, trace.last.iteration) == (0, 100_000)
    assert max(np.diff(trace.numbers)) <= 2 * trace.total / MOST_STEPS + 1
    assert held_bytes(trace.steps) < 12_000_000


def test_a_dragged_threshold_decides_anew_without_scoring_anew(monkeypatch):
    session = Session(Document(registry.source("moons")(), (Run(registry.model("svm")()),)))
    frame, pipeline = framed(prepare(session.document).data, session.view, 240, 240), Pipeline()
    step = pipeline.last(session, frame).step
    fields = []
    monkeypatch.setattr(type(step), "field", lambda _, grid: fields.append(grid))  # breaks what asks for one
    labels = [
        pipeline.last(replace(session, document=replace(session.document, rule=Rule(cut))), frame).field.labels
        for cut in (-0.5, 0.0, 0.5)
    ]
    assert fields == []
    counts = [int(found.sum()) for found in labels]
    assert counts[0] > counts[1] > counts[2]
