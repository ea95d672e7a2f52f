"""Every model, on nasty data, with parameters at their limits: finite answers or a sentence, and no warnings."""

import itertools
import os
import re

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.capabilities import (
    HasCurve,
    HasDensity,
    HasLandscape,
    HasNeighbours,
    HasProbabilities,
    HasReasons,
    HasRegions,
    HasScores,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import certainty, decide
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import CanResume
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import specs
from mlexplorer.core.reach import LEAST, REACH, beyond_reach, within_reach
from mlexplorer.core.transforms import TRANSFORMS, transformed
from mlexplorer.pipeline.frame import around

LONG = os.environ.get("MLEXPLORER_LONG", "") not in ("", "0")
MOST_STEPS = 400 if LONG else 25
RANDOM_VALUES = 20 if LONG else 3
SAMPLE = np.random.default_rng(0)
CLOUD = np.r_[SAMPLE.normal(-1, 0.8, (9, 2)), SAMPLE.normal(1, 0.8, (9, 2))]
WIDE = np.r_[CLOUD, CLOUD + np.array([3, 0])]
HALVES, NINE = np.repeat([0, 1], 9), np.arange(36) % 9
STEP = float(np.spacing(1.0))
LINE = np.c_[np.arange(8.0), np.arange(8.0)]
SIDES = [0, 0, 0, 1, 0, 1, 1, 1]
ALONG = np.array([-1.7e308, -1e300, -1e160, -1e20, -1e8, 0.0, 1e-300, 1.0, 1e20, 1e300, 1.7e308])
FAR = np.stack(np.meshgrid(ALONG, ALONG[::2]), axis=-1).reshape(-1, 2)

NASTY = {
    **{f"scale {size:g}": Dataset(CLOUD * size, HALVES) for size in (1e4, 1e8, 1e15, 2e19, 1e-4, 1e-8, 1e-15, 1e-19)},
    **{f"refused {size:g}": Dataset(CLOUD * size, HALVES) for size in (1e21, 1e80, 1e150, 1e300, 5e307, 1e-40, 1e-160)},
    **{f"refused {size:g}": Dataset(CLOUD * size, HALVES) for size in (1e-300, 1e-322)},
    **{f"offset {away:g}": Dataset(CLOUD + away, HALVES) for away in (1e5, 1e8, 1e12, 1e15, 1e16, 1e19)},
    "offset along x": Dataset(CLOUD + np.array([1e15, 0]), HALVES),
    **{f"mixed {size:g}": Dataset(CLOUD * [size, 1 / size], HALVES) for size in (1e-8, 1e8, 1e-15, 1e19)},
    "flat": Dataset(CLOUD * [1, 0], HALVES),
    "flat and wide": Dataset(CLOUD * [1e8, 0], HALVES),
    "equal": Dataset([[1.0, 2.0]] * 8, [0, 1] * 4),
    "equal and far": Dataset([[1e19, 2e19]] * 8, [0, 1] * 4),
    "equal and tiny": Dataset([[1e-19, 2e-19]] * 8, [0, 1] * 4),
    "zeros": Dataset(np.zeros((6, 2)), [0, 0, 0, 1, 1, 1]),
    "one point": Dataset([[1.0, 2.0]], [0]),
    "one point far out": Dataset([[1e308, 2.0]], [0]),
    "two points": Dataset([[0.0, 0.0], [1.0, 2.0]], [0, 1]),
    "neighbouring numbers": Dataset([[1.0, 1.0], [1 + STEP, 1.0]], [0, 1]),
    "many neighbouring": Dataset(np.c_[1 + STEP * (np.arange(10) % 3), 1e15 + np.arange(10) % 2 / 8], [0, 1] * 5),
    "on a line": Dataset(LINE, SIDES),
    "on a far line": Dataset(LINE * [1e-3, 1e-4] + 1e6, SIDES),
    "one class": Dataset(CLOUD, np.ones(18, int)),
    "nine classes": Dataset(WIDE, NINE),
    "nine points": Dataset(CLOUD[:9], np.arange(9)),
    "nine large": Dataset(WIDE * 1e15, NINE),
    "nine small": Dataset(WIDE * 1e-15, NINE),
    "nine offset": Dataset(WIDE + 1e15, NINE),
    "nine mixed": Dataset(WIDE * [1e-8, 1e8], NINE),
    **{f"outlier {far:g}": Dataset(np.r_[CLOUD, [[far, -far]]], np.r_[HALVES, 0]) for far in (1e4, 1e8, 1e15, 1e19)},
    **{f"tight {size:g}": Dataset(np.r_[CLOUD[:9] * size, CLOUD[9:]], HALVES) for size in (1e-10, 1e-100, 1e-300)},
    "unbalanced": Dataset(np.r_[CLOUD, [[5, 5]]], np.r_[np.zeros(18, int), 1]),
    "both labels": Dataset(np.repeat(CLOUD[:5], 2, axis=0), [0, 1] * 5),
    "unlabelled": Dataset(CLOUD, np.full(18, -1)),
    "nothing": Dataset(np.empty((0, 2)), []),
}

SEEN = {  # trials that failed once and that the turns of a quick run leave out
    registry.model("naive_bayes"): [({"density": "histogram"}, "offset 1e+19")],
    registry.model("polynomial"): [
        ({"loss": "huber"}, "zeros"),
        ({"loss": "huber", "norm": "l1", "penalty": 593.0}, "flat"),
        ({"loss": "absolute", "norm": "l2", "penalty": 827.0}, "zeros"),
        ({"loss": "huber", "degree": 8, "penalty": 0.0, "constant": "none"}, "tight 1e-100"),
    ],
}


def variants(model):
    """Return values for each parameter at both limits, all choices, and random ones; and none at all."""
    random = np.random.default_rng(1)
    limits = [
        {spec.name: type(spec.default)(value)}
        for spec in specs(type(model))
        for value in spec.choices or {spec.low, spec.high} - {None}
    ]
    drawn = [{spec.name: _drawn(spec, random) for spec in specs(type(model))} for _ in range(RANDOM_VALUES)]
    return [*limits, *drawn]


def _drawn(spec, random):
    if spec.choices:
        return spec.choices[random.integers(len(spec.choices))]
    if spec.low is None or spec.high is None:
        return bool(random.integers(2)) if isinstance(spec.default, bool) else spec.default
    low, high, share = float(spec.low), float(spec.high), random.choice([0.0, 1.0, random.random()])
    value = low * (high / low) ** share if spec.scale == "log" and low > 0 else low + (high - low) * share
    return type(spec.default)(min(max(value, low), high))


def trials(model):
    """Yield models and data: all with all in a long run, else every variant with two of the data in turn."""
    data = dict(itertools.islice(NASTY.items(), 1)) if model.task == "descend" else NASTY
    yield from (({}, name) for name in data)
    yield from SEEN.get(type(model), ())
    turn = itertools.cycle(data)
    for values in variants(model):
        yield from ((values, name) for name in (data if LONG else itertools.islice(turn, 2)))


@pytest.mark.parametrize("name", sorted(registry.models()))
def test_extremes_give_finite_answers_or_a_sentence(name):
    model = registry.model(name)()
    for values, nasty in trials(model):
        steps = fitted(model.with_values(values), NASTY[nasty])
        assert steps or model.task != "descend"
        for step in [*steps[:1], *steps[len(steps) // 2 :][:1], *steps[-1:]]:
            check(step, NASTY[nasty], f"{name} {values} on {nasty}, iteration {step.iteration}")


def fitted(model, data):
    """Return the first steps of a fit, or none where a sentence says why."""
    try:
        return [step for step in itertools.islice(model.fit(data), MOST_STEPS) if step is not None]
    except CannotFit as refusal:
        sentence = str(refusal)
    assert re.fullmatch(r"[A-Z].*[.]", sentence)
    return []


def check(step, data, where):
    """Fail if a step says anything that is no number."""
    told = [step.loss or 0.0, *step.measures.values()]
    assert np.isfinite(told).all(), (where, told)
    words = " ".join([step.note, *step.working, step.equation, "" if step.notice is None else step.notice.sentence])
    assert not re.search(r"\b(nan|inf)\b", words), (where, words)
    for places in (data.points, FAR):
        for what, answer in answers(step, places):
            assert np.isfinite(answer).all(), (where, what)
    for what, answer in fields(step, Grid(*around(data), 13, 11)):
        assert np.isfinite(answer).all(), (where, what)
    if isinstance(step, HasLandscape):
        landscape = step.landscape(data.training if isinstance(step, HasProbabilities | HasRegions) else data.unheld)
        assert np.isfinite(landscape.values(landscape.here[None])).all(), (where, "landscape")


def answers(step, places):
    """Yield what a step says of places."""
    if isinstance(step, HasScores):
        yield "scores", step.scores(places)
        yield "decision", decide(step, places)
    if isinstance(step, HasProbabilities):
        yield "probabilities", step.probabilities(places)
    if isinstance(step, HasDensity):
        yield "density", step.density(places)
    if isinstance(step, HasCurve):
        yield "curve", step.curve(places[:, 0])
    if isinstance(step, HasNeighbours):
        yield "neighbours", step.neighbours(places)[0]
    for place in places[::9] if isinstance(step, HasReasons) else ():
        for reason in step.reasons(place):
            yield "reasons", [reason.total, *(term.value for term in reason.terms)]


def fields(step, grid):
    """Yield what a step says of the plane around the points."""
    if isinstance(step, HasScores):
        scores = step.field(grid)
        yield "field", scores
        yield "certainty", certainty(step, scores)
    if isinstance(step, HasDensity):
        yield "density field", step.density_field(grid)
    if isinstance(step, HasRegions):
        yield "edges", [edge for region in step.regions for edge in region.edges]


@pytest.mark.parametrize("name", [name for name, kind in registry.models().items() if issubclass(kind, CanResume)])
def test_a_drag_out_of_reach_is_refused_and_back_is_fitted(name):
    model = registry.model(name)()
    near = fitted(model, NASTY["two points"])[-1]
    away = NASTY["two points"].moved([0], [2 * REACH, 0.0])
    with pytest.raises(CannotFit):
        model.refuse(away)
    for place in ([REACH, 0.0], [1.0, 2.0 + 1e-15], [-1e15, 1e-15]):
        moved = NASTY["two points"].moved([0], place)
        check(model.resume(moved, near), moved, f"{name} with a point dragged to {place}")


def test_the_limits_are_said_in_one_sentence():
    assert beyond_reach(np.array([[REACH, -REACH], [0, 0]])) == ""
    assert beyond_reach(np.array([[0, 0], [LEAST, 1]])) == ""
    assert beyond_reach(np.empty((0, 2))) == ""
    far, near = beyond_reach(np.array([[2 * REACH, 0]])), beyond_reach(np.array([[0, 0], [LEAST / 2, 1]]))
    remedy = "rescale the data, for example by another unit."
    assert far == f"Coordinates beyond ±1×10²⁰ are too large to be worked with: {remedy}"
    assert near == f"The points are less than 1×10⁻²⁰ apart, too near to be told apart: {remedy}"


@pytest.mark.parametrize("nasty", [name for name in NASTY if name.startswith("refused")])
def test_data_beyond_reach_are_refused_alike_by_every_model(nasty):
    for model in registry.models().values():
        if model.task == "descend":
            continue
        with pytest.raises(CannotFit, match="rescale the data"):
            next(model().fit(NASTY[nasty]))


def test_far_places_are_asked_about_at_the_edge_of_the_reach():
    data = mlx.make("moons")
    for name in ("knn", "svm", "kde", "perceptron"):
        step = mlx.fit(name, data)
        ask = step.density if isinstance(step, HasDensity) else step.scores
        np.testing.assert_array_equal(ask(FAR), ask(within_reach(FAR)))


def test_a_far_neighbour_is_found():
    """It was an IndexError."""
    step = mlx.fit("knn", Dataset([[-1e9, 0.0], [1e9, 0.0]], [0, 1]), k=1)
    np.testing.assert_array_equal(step.predict(np.array([[-1e200, 0.0], [1e200, 0.0], [1e308, 1e308]])), [0, 1, 1])


def test_equal_points_have_no_bandwidth_however_they_are_rounded():
    step = mlx.fit("kde", NASTY["equal and tiny"], rule="reference")
    assert step.bandwidths == (0.3, 0.3)


def test_an_svm_far_from_the_origin_finds_the_line_of_the_centred_points():
    points = np.round(CLOUD * 64)
    near, far = (mlx.fit("svm", Dataset(points + away, HALVES), kernel="linear") for away in (0.0, 1e15))
    np.testing.assert_allclose(far.weights[:2], near.weights[:2], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(far.loss, near.loss, rtol=1e-3)


@pytest.mark.parametrize("degree", [2, 4, 6])
def test_powers_too_large_for_a_number_are_refused_by_the_polynomial_svm(degree):
    data, limit = Dataset(CLOUD / np.abs(CLOUD).max(), HALVES), min(10 ** (50 / degree), REACH / 2)
    model = registry.model("svm")(kernel="polynomial", degree=degree, cost=1e4)
    if degree > 2:
        with pytest.raises(CannotFit, match=f"for degree {degree}: rescale them") as refusal:
            next(model.fit(Dataset(1.01 * limit * data.points, HALVES)))
        assert refusal.value.notice.remedy.changes == {"degree": 1}
    within = Dataset(0.99 * limit * data.points, HALVES)
    check(fitted(model, within)[-1], within, f"degree {degree} at its limit")


@pytest.mark.parametrize("transform", TRANSFORMS)
def test_transforms_of_any_points_stay_finite_and_can_be_taken_back(transform):
    for name, data in NASTY.items():
        changed, way = transformed(data, (transform,))
        assert np.isfinite(changed.points).all(), name
        if not beyond_reach(data.points) and len(data):
            unit = np.abs(data.points).max()
            np.testing.assert_allclose(way.back(changed.points), data.points, rtol=1e-9, atol=1e-9 * unit, err_msg=name)


def test_points_too_large_to_be_worked_with_can_be_rescaled():
    data = transformed(NASTY["refused 1e+80"], ("rescale",))[0]
    np.testing.assert_allclose([data.points.min(), data.points.max()], [0, 1], atol=1e-12)
    assert mlx.fit("lda", data).loss is None
