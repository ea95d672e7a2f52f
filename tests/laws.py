"""The laws every model keeps, as far as its capabilities reach: check_* functions of one model."""

import dataclasses
import itertools

import numpy as np
import pytest

from mlexplorer.core.capabilities import (
    HasCurve,
    HasDensity,
    HasDiscriminant,
    HasLandscape,
    HasNeighbours,
    HasPointWeights,
    HasProbabilities,
    HasReasons,
    HasRegions,
    HasRounds,
    HasScores,
    HasSurface,
    HasTree,
    HasWeights,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.ensemble_capabilities import HasCommittee, HasMemberTree, HasResiduals, HasSums
from mlexplorer.core.grid import Grid
from mlexplorer.core.merges import HasMerges
from mlexplorer.core.model import CanResume, Model, Step
from mlexplorer.core.networks import HasNetwork
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import specs

RANDOM = np.random.default_rng(0)
TWO = Dataset(np.r_[RANDOM.normal(-1, 0.8, (30, 2)), RANDOM.normal(1, 0.8, (30, 2))], np.repeat([0, 1], 30))
FOUR = Dataset(
    RANDOM.normal(0, 0.6, (60, 2)) + np.tile([[-1, -1], [1, 1], [-1, 1], [1, -1]], (15, 1)), np.tile([0, 2, 3, 7], 15)
)
GRID = Grid(-3, 3, -2.5, 2.5, 9, 7)
DEGENERATE = {
    "nothing": Dataset(np.empty((0, 2)), []),
    "one point": Dataset([[1.0, 2.0]], [0]),
    "one class": Dataset([[1.0, 2.0], [2.0, 1.0], [0.0, 0.5]], [1, 1, 1]),
    "two equal points": Dataset([[1.0, 2.0]] * 2, [0, 1]),
    "all equal": Dataset([[1.0, 2.0]] * 6, [0, 1] * 3),
    "one each": Dataset([[0.0, 0.0], [1.0, 2.0]], [0, 1]),
    "on a line": Dataset(np.c_[np.arange(8.0), np.zeros(8)], [0, 0, 0, 1, 0, 1, 1, 1]),
    "duplicates": Dataset(np.repeat([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]], 4, axis=0), [0, 1, 1, 0] * 3),
    "far": Dataset(TWO.points * 1e-3 + 1e3, TWO.labels),
    "wide": Dataset(TWO.points * [1e3, 1e-3], TWO.labels),
    "unlabelled": Dataset(TWO.points, np.where(np.arange(60) % 3 == 0, -1, TWO.labels)),
    "held out": Dataset(TWO.points, TWO.labels, held_out=np.arange(60) % 4 == 0),
    "high classes": Dataset(TWO.points, TWO.labels * 5 + 3),
}


def steps_of(model: Model, data: Dataset, most: int = 400) -> list[Step]:
    """Return the first steps of a fit."""
    return list(itertools.islice((step for step in model.fit(data) if step is not None), most))


def last(model: Model, data: Dataset) -> Step:
    """Return the last step of a whole fit."""
    final = None
    for step in model.fit(data):
        final = step or final
    assert final is not None
    return final


def values_of(step: Step) -> np.ndarray:
    """Return what a step says of the places of the grid."""
    if isinstance(step, HasScores):
        return step.scores(GRID.points)
    if isinstance(step, HasDensity):
        return step.density(GRID.points)
    if isinstance(step, HasSurface):
        return np.append(step.heights(GRID.points), step.place)
    if isinstance(step, HasMerges):
        return step.assignments.astype(float)
    assert isinstance(step, HasCurve), "a step scores, joins, gives a density, a curve or a surface"
    return step.curve(GRID.xs)


def samples(model: Model) -> list[Dataset]:
    return [TWO, FOUR] if model.task != "classify" or _takes_many(model) else [TWO]


def _takes_many(model: Model) -> bool:
    try:
        last(model, FOUR)
    except CannotFit:
        return False
    return True


def check_is_described(model):
    assert model.title
    assert model.family
    assert model.summary().endswith(".")
    assert model.watch.endswith(".")
    assert all(spec.label and spec.help for spec in specs(type(model)))


def check_fit_leaves_model_and_data_alone(model):
    before, content = model.values(), (TWO.points.tobytes(), TWO.labels.tobytes())
    last(model, TWO)
    assert model.values() == before
    assert (TWO.points.tobytes(), TWO.labels.tobytes()) == content


def check_fit_is_repeatable(model):
    for data in samples(model):
        np.testing.assert_array_equal(values_of(last(model, data)), values_of(last(model, data)))


def check_earlier_steps_do_not_change(model):
    fit = (step for step in model.fit(TWO) if step is not None)
    first = next(fit)
    before = values_of(first).copy()
    for step in itertools.islice(fit, 30):
        values_of(step)
    np.testing.assert_array_equal(values_of(dataclasses.replace(first)), before)


def check_iterations_count_up(model):
    numbers = [step.iteration for step in steps_of(model, TWO)]
    assert numbers[0] == 0
    assert all(0 <= after - before <= 1 for before, after in itertools.pairwise(numbers))


def check_every_step_is_told(model):
    for step in steps_of(model, TWO, 60):
        assert isinstance(step.note, str)
        assert step.note.endswith((".", "?", "!"))
        assert step.loss is None or np.isfinite(step.loss)
        assert all(np.isfinite(value) for value in step.measures.values())
        assert all(isinstance(line, str) for line in step.working)
        assert step.equation


def check_scores_do_not_depend_on_the_batch(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasScores):
            parts = [step.scores(part) for part in np.array_split(GRID.points, 9)]
            np.testing.assert_allclose(np.concatenate(parts), step.scores(GRID.points), rtol=1e-9, atol=1e-9)


def check_field_equals_scores(model):
    for data, end in itertools.product(samples(model), (True, False)):
        step = last(model, data) if end else next(step for step in model.fit(data) if step is not None)
        if isinstance(step, HasScores):
            wanted = step.scores(GRID.points).reshape(GRID.rows, GRID.columns, -1)
            np.testing.assert_allclose(step.field(GRID), wanted, rtol=1e-9, atol=1e-9)
        if isinstance(step, HasDensity):
            wanted = step.density(GRID.points).reshape(GRID.rows, GRID.columns)
            np.testing.assert_allclose(step.density_field(GRID), wanted, rtol=1e-9, atol=1e-12)


def check_classes_are_those_of_the_training_points(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasScores):
            assert step.scores(GRID.points).shape == (63, len(step.classes))
            if model.task == "classify":
                np.testing.assert_array_equal(step.classes, data.classes)


def check_discriminant_gives_the_scores(model):
    step = last(model, TWO)
    if isinstance(step, HasDiscriminant):
        value = step.discriminant(GRID.points)
        np.testing.assert_array_equal(step.scores(GRID.points), np.c_[-value / 2, value / 2])
    if isinstance(step, HasWeights):
        np.testing.assert_allclose(value, GRID.points @ step.weights[:2] - step.weights[2], rtol=1e-9, atol=1e-9)


def check_probabilities_add_up(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasProbabilities):
            chances = step.probabilities(GRID.points)
            assert ((chances >= 0) & (chances <= 1)).all()
            np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=1e-9)
            best = np.sort(step.scores(GRID.points), axis=1)
            clear = best[:, -1] - best[:, -2] > 1e-9 * (1 + np.abs(best[:, -1]))
            np.testing.assert_array_equal(chances.argmax(axis=1)[clear], step.scores(GRID.points).argmax(axis=1)[clear])


def check_regions_fill_the_plane(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasRegions):
            places = GRID.points + 1e-7
            inside = np.array(
                [[all(a * x + b * y <= c for a, b, c in region.edges) for region in step.regions] for x, y in places]
            )
            np.testing.assert_array_equal(inside.sum(axis=1), 1)
            labels = np.array([region.label for region in step.regions])[inside.argmax(axis=1)]
            np.testing.assert_array_equal(labels, step.predict(places))


def check_tree_is_sound(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasTree):
            for node in step.tree:
                if node.feature >= 0:
                    children = [step.tree[node.left], step.tree[node.right]]
                    np.testing.assert_allclose(np.sum([child.counts for child in children], axis=0), node.counts)


def check_joins_make_a_tree(model):
    for data in samples(model):
        for step in steps_of(model, data):
            if not isinstance(step, HasMerges):
                continue
            count, made = len(step.order), len(step.pairs)
            assert made == count - 1
            assert (step.pairs < count + np.arange(made)[:, None]).all()
            assert len(np.unique(step.pairs)) == 2 * made
            assert sorted(step.order) == list(range(count))
            for join, (one, other) in enumerate(step.pairs.tolist()):
                rows = np.concatenate([step.members(one), step.members(other)])
                assert sorted(rows) == sorted(step.members(count + join))
                assert len(rows) == step.sizes[join]
            assert len(np.unique(step.assignments)) == count - step.joins


def check_neighbours_are_the_nearest(model):
    step = last(model, TWO)
    if isinstance(step, HasNeighbours):
        distances, rows = step.neighbours(GRID.points)
        assert distances.shape == rows.shape
        assert (np.diff(distances, axis=1) >= 0).all()


def check_point_weights_add_up(model):
    for step in steps_of(model, TWO, 40):
        if isinstance(step, HasPointWeights):
            np.testing.assert_allclose(step.point_weights.sum(), 1)


def check_members_and_sums_decide(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasCommittee):
            said = step.committee.said(GRID.points)[: step.members]
            votes = (said[:, :, None] == np.arange(len(step.classes))).sum(axis=0)
            np.testing.assert_array_equal(np.asarray(step.classes)[votes.argmax(axis=1)], step.predict(GRID.points))
            assert len(step.samples) >= step.members
        if isinstance(step, HasSums):
            leaves = step.grove.walk(GRID.points, 0, step.trees)
            parts = step.grove.values[leaves, 0].reshape(-1, len(step.start), len(GRID.points)).sum(axis=0)
            sums = parts.T + step.start
            wanted = (sums[:, 0] > 0).astype(int) if sums.shape[1] == 1 else sums.argmax(axis=1)
            np.testing.assert_array_equal(np.asarray(step.classes)[wanted], step.predict(GRID.points))


def check_what_members_show_is_sound(model):
    for step in steps_of(model, TWO, 12):
        if isinstance(step, HasMemberTree):
            assert bool(step.member_tree) == bool(step.ballots)
            for node in step.member_tree:
                if node.feature >= 0:
                    children = [step.member_tree[node.left], step.member_tree[node.right]]
                    np.testing.assert_allclose(np.sum([child.counts for child in children], axis=0), node.counts)
        if isinstance(step, HasResiduals):
            assert step.residuals.shape == (len(TWO),)
            assert np.isfinite(step.residuals).all()
            if step.iteration == 0:  # later a score may go too far
                np.testing.assert_array_equal(step.residuals > 0, TWO.labels == 1)
        if isinstance(step, HasRounds):
            assert len(step.ballots) <= step.iteration
            assert all(ballot.words and ballot.error >= 0 for ballot in step.ballots)


def check_reasons_add_up_to_the_score(model):
    for data in samples(model):
        step = last(model, data)
        assert isinstance(step, HasReasons | HasSurface | HasMerges), "every score can be explained"
        for point in GRID.points[::5] if isinstance(step, HasReasons) else []:
            reasons = step.reasons(point)
            for reason in reasons:
                assert np.isclose(sum(term.value for term in reason.terms), reason.total, rtol=1e-9, atol=1e-9)
            scores = _displayed(step, point[None])
            wanted = [scores[1] - scores[0]] if len(reasons) == 1 and len(scores) == 2 else scores
            np.testing.assert_allclose([reason.total for reason in reasons], wanted, rtol=1e-9, atol=1e-9)


def _displayed(step, place):
    """Return the scores, the density or the curve at one place."""
    if isinstance(step, HasScores):
        return step.scores(place)[0]
    return step.density(place) if isinstance(step, HasDensity) else step.curve(place[:, 0])


def check_network_leads_to_the_scores(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasNetwork):
            said, scores = step.activations(GRID.points), step.scores(GRID.points)
            wanted = scores if scores.shape[1] == said[-1].shape[1] else scores[:, 1:] - scores[:, :1]
            np.testing.assert_allclose(said[-1], wanted, rtol=1e-9, atol=1e-9)
            np.testing.assert_array_equal(said[0], GRID.points)
            assert [part.shape[1] for part in said] == [len(names) for names in step.units]
            flat = np.concatenate([layer.ravel() for layer in step.layers])
            np.testing.assert_array_equal(flat, step.landscape(model.training(data)).here)
            assert [part.shape for part in step.errors(0)] == [(len(names),) for names in step.units[1:]]


HALFWAY = ("move", "M")  # phases whose objective still counts with what was shared out before


def check_landscape_agrees_with_the_loss(model):
    for step in steps_of(model, TWO, 200)[::7]:
        if isinstance(step, HasLandscape):
            landscape = step.landscape(model.training(TWO))
            assert landscape.here.shape == (len(landscape.names),)
            if step.phase not in HALFWAY:
                np.testing.assert_allclose(landscape.values(landscape.here[None])[0], step.loss, rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(values_of(landscape.at(landscape.here)), values_of(step), rtol=1e-9, atol=1e-9)


def check_gradient_agrees_numerically(model):
    step = last(model, TWO)
    if not isinstance(step, HasLandscape):
        return
    landscape = step.landscape(model.training(TWO))
    if landscape.gradient is None:
        return
    here = landscape.here + 0.1 * np.random.default_rng(3).normal(size=landscape.here.shape)
    for index in range(len(here)):
        nudge = 1e-6 * np.eye(len(here))[index]
        slope = np.diff(landscape.values(np.array([here - nudge, here + nudge])))[0] / 2e-6
        np.testing.assert_allclose(landscape.gradient(here)[index], slope, rtol=1e-4, atol=1e-4)


def check_resume_equals_fit(model):
    if not isinstance(model, CanResume):
        return
    for data in samples(model):
        near = last(model, data)
        for row in (0, 17, 41):
            dragged = data.moved([row], data.points[row] + [0.15, -0.1])
            resumed = model.resume(model.training(dragged), near)
            np.testing.assert_allclose(values_of(resumed), values_of(last(model, dragged)), rtol=1e-5, atol=1e-5)
            near = resumed


def check_every_parameter_works_at_its_limits(model):
    for spec in specs(type(model)):
        for value in spec.choices or {spec.low, spec.high, spec.default} - {None}:
            changed = model.with_values({spec.name: type(spec.default)(value)})
            for step in steps_of(changed, TWO, 40):
                assert np.isfinite(values_of(step)).all(), (spec.name, value)


def check_bad_parameters_are_refused_by_name(model):
    for spec in specs(type(model)):
        for value in (object(), None, float("nan"), float("inf"), "no such word"):
            with pytest.raises(ValueError, match=spec.name):
                model.with_values({spec.name: value})
    with pytest.raises(ValueError, match="no parameter"):
        model.with_values({"nonsense": 1})


def check_degenerate_data_survive(model):
    for name, data in DEGENERATE.items():
        outcome = _outcome(model, data)
        if isinstance(outcome, str):
            assert outcome.endswith("."), name
        else:
            assert np.isfinite(values_of(outcome)).all(), name
            assert outcome.loss is None or np.isfinite(outcome.loss), name


def _outcome(model, data):
    """Return the last step of a fit, or the sentence that says why there is none."""
    try:
        return last(model, data)
    except CannotFit as refusal:
        return str(refusal)


CHECKS = [item for name, item in list(globals().items()) if name.startswith("check_")]
