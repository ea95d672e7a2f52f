"""The laws every model keeps, as far as its capabilities reach: check_* functions of one model.

@law names the capabilities a check is about; every capability has one.
"""

import dataclasses
import functools
import itertools

import numpy as np
import pytest

from mlexplorer.core.capabilities import (
    HasBags,
    HasBins,
    HasCentres,
    HasCommittee,
    HasCurve,
    HasCurveReasons,
    HasCurveResiduals,
    HasCurveTree,
    HasDensity,
    HasDiscriminant,
    HasFeatureDensities,
    HasFocus,
    HasGaussians,
    HasLandscape,
    HasMargins,
    HasMemberTree,
    HasMerges,
    HasModels,
    HasNeighbours,
    HasNetwork,
    HasPointDensities,
    HasPointWeights,
    HasPointWorking,
    HasProbabilities,
    HasPruning,
    HasReasons,
    HasRegions,
    HasResiduals,
    HasRounds,
    HasRows,
    HasScores,
    HasSums,
    HasSupport,
    HasSurface,
    HasTerms,
    HasThresholds,
    HasTree,
    HasVisits,
    HasWeights,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import CanFollow, CanHurry, CanResume, CanSweep, Model, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import specs
from mlexplorer.core.study import Task

RANDOM = np.random.default_rng(0)
TWO = Dataset(np.r_[RANDOM.normal(-1, 0.8, (30, 2)), RANDOM.normal(1, 0.8, (30, 2))], np.repeat([0, 1], 30))
FOUR = Dataset(
    RANDOM.normal(0, 0.6, (60, 2)) + np.tile([[-1, -1], [1, 1], [-1, 1], [1, -1]], (15, 1)), np.tile([0, 2, 3, 7], 15)
)
WIDE = Grid(-12, 12, -12, 12, 240, 240)
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


LAWS: dict[type, list[str]] = {}


def law(*capabilities):
    """Say which capabilities a check is about."""

    def known(check):
        for capability in capabilities:
            LAWS.setdefault(capability, []).append(check.__name__)
        return check

    return known


def steps_with(capability, model, most=40):
    """Yield the first steps and the last of fits to two and many classes, if they have it, and what they learn from."""
    for data in samples(model):
        for step in [*steps_of(model, data, most), last(model, data)]:
            if isinstance(step, capability):
                yield step, model.training(data)


def last_with(capability, model):
    """Yield the last step of fits to two and many classes, if it has it, and what it learned from."""
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, capability):
            yield step, model.training(data)


class Fitting:
    """A fit whose steps are kept as they come, so that the laws of a model share them."""

    def __init__(self, model: Model, data: Dataset) -> None:
        self.steps: list[Step] = []
        self.coming = (step for step in model.fit(data) if step is not None)
        self.refusal: CannotFit | None = None

    def first(self, most: int | None) -> list[Step]:
        """Return the first steps, all of them for None; a refusal is said each time."""
        if self.refusal is None:
            try:
                wanted = None if most is None else max(most - len(self.steps), 0)
                self.steps.extend(itertools.islice(self.coming, wanted))
            except CannotFit as refusal:
                self.refusal = refusal
        if self.refusal is not None and (most is None or len(self.steps) < most):
            raise self.refusal
        return self.steps[:most]


@functools.lru_cache(maxsize=16)  # the laws of one model follow one another
def _fitting(model: Model, data: Dataset, _learn: object) -> Fitting:
    return Fitting(model, data)


def steps_of(model: Model, data: Dataset, most: int | None = 400) -> list[Step]:
    """Return the first steps of a fit, which other laws may have looked at before."""
    return _fitting(model, data, type(model).learn).first(most)  # a model that learns otherwise is another model


def last(model: Model, data: Dataset) -> Step:
    """Return the last step of a whole fit, which other laws may have looked at before."""
    return steps_of(model, data, None)[-1]


def exhausted(work):
    """Return what a generator returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


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
    Fitting(model, TWO).first(None)
    assert model.values() == before
    assert (TWO.points.tobytes(), TWO.labels.tobytes()) == content


def check_fit_is_repeatable(model):
    for data in samples(model):
        again = Fitting(model, data).first(None)[-1]
        np.testing.assert_array_equal(values_of(again), values_of(last(model, data)))


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


@law(HasScores)
def check_scores_do_not_depend_on_the_batch(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasScores):
            parts = [step.scores(part) for part in np.array_split(GRID.points, 9)]
            np.testing.assert_allclose(np.concatenate(parts), step.scores(GRID.points), rtol=1e-9, atol=1e-9)


@law(HasScores, HasDensity)
def check_field_equals_scores(model):
    for data, end in itertools.product(samples(model), (True, False)):
        step = last(model, data) if end else steps_of(model, data, 1)[0]
        if isinstance(step, HasScores):
            wanted = step.scores(GRID.points).reshape(GRID.rows, GRID.columns, -1)
            np.testing.assert_allclose(step.field(GRID), wanted, rtol=1e-9, atol=1e-9)
        if isinstance(step, HasDensity):
            wanted = step.density(GRID.points).reshape(GRID.rows, GRID.columns)
            np.testing.assert_allclose(step.density_field(GRID), wanted, rtol=1e-9, atol=1e-12)


@law(HasScores)
def check_classes_are_those_of_the_training_points(model):
    for data in samples(model):
        step = last(model, data)
        if isinstance(step, HasScores):
            assert step.scores(GRID.points).shape == (63, len(step.classes))
            if model.task == "classify":
                np.testing.assert_array_equal(step.classes, data.classes)


@law(HasDiscriminant, HasWeights)
def check_discriminant_gives_the_scores(model):
    step = last(model, TWO)
    if isinstance(step, HasDiscriminant):
        value = step.discriminant(GRID.points)
        np.testing.assert_array_equal(step.scores(GRID.points), np.c_[-value / 2, value / 2])
    if isinstance(step, HasWeights):
        np.testing.assert_allclose(value, GRID.points @ step.weights[:2] - step.weights[2], rtol=1e-9, atol=1e-9)


@law(HasProbabilities)
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


@law(HasRegions)
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


@law(HasTree)
def check_tree_is_sound(model):
    for step, training in last_with(HasTree, model):
        for index, node in enumerate(step.tree):
            if node.feature >= 0:
                assert min(node.left, node.right) > index, "children come after their parent"
                children = [step.tree[node.left], step.tree[node.right]]
                np.testing.assert_allclose(np.sum([child.counts for child in children], axis=0), node.counts)
                assert {child.depth for child in children} == {node.depth + 1}
            else:
                rows = node.inside(training.points)
                assert (step.predict(training.points[rows]) == node.label).all()
        leaves = [len(node.inside(training.points)) for node in step.tree if node.feature < 0]
        assert sum(leaves) == len(training)


@law(HasPruning)
def check_pruning_passes_to_the_root_and_cuts_by_hand(model):
    for step, _ in last_with(HasPruning, model):
        path = step.pruning_path
        assert path.leaves[-1] == 1
        assert (np.diff(path.leaves) < 0).all()
        assert (np.diff(path.prices) >= 0).all()
        edits = step.reshaped(0)
        assert edits is None or model.with_values(edits) != model


@law(HasThresholds)
def check_thresholds_are_staircases(model):
    for step, training in steps_with(HasThresholds, model):
        for feature in (0, 1):
            places, errors = step.thresholds(feature)
            values = np.unique(training.points[:, feature])
            assert places.shape == errors.shape == (len(values) + 1,)
            np.testing.assert_array_equal(places[1:], values)
            assert places[0] < values[0]
            assert (errors >= 0).all()
            visits = step.visits(feature)
            assert not len(visits) or values[0] <= visits.min() <= visits.max() <= values[-1]


@law(HasRounds)
def check_rounds_come_one_by_one(model):
    counts = [len(step.ballots) for step in steps_of(model, TWO, 40) if isinstance(step, HasRounds)]
    assert all(0 <= after - before <= 1 for before, after in itertools.pairwise(counts))
    for step, _ in last_with(HasRounds, model):
        assert len(step.ballots) <= step.iteration
        for ballot in step.ballots:
            assert ballot.words
            assert ballot.error >= 0
            assert np.isfinite(ballot.alpha)


@law(HasMargins)
def check_the_street_has_points_on_both_sides(model):
    for step, training in last_with(HasMargins, model):
        values = step.discriminant(training.points)
        assert values.min() <= -1 + 1e-5
        assert values.max() >= 1 - 1e-5


@law(HasSupport)
def check_support_vectors_have_multipliers_and_slacks(model):
    for step, training in steps_with(HasSupport, model):
        several = isinstance(step.support, tuple)
        parts = [step.support, step.multipliers, step.slacks, step.margin]
        for support, multipliers, slacks, margin in zip(*parts, strict=True) if several else [parts]:
            assert len(support) == len(multipliers) == len(slacks)
            assert set(np.asarray(support).tolist()) <= set(range(len(training)))
            assert ((multipliers > 0) & (multipliers <= step.bound * (1 + 1e-9))).all()
            assert (slacks >= 0).all()
            assert margin > 0


@law(HasCentres)
def check_centres_are_as_many_as_clusters(model):
    for step, training in steps_with(HasCentres, model):
        assert step.centres.shape == (len(step.classes), 2)
        assert step.assignments.shape == (len(training),)
        assert np.isin(step.assignments, step.classes).all()
    for step, training in last_with(HasCentres, model):
        np.testing.assert_array_equal(step.assignments, step.predict(training.points))


@law(HasGaussians)
def check_gaussians_are_round_or_long_but_never_flat(model):
    for step, _ in steps_with(HasGaussians, model):
        count = len(step.classes)
        assert step.means.shape == (count, 2)
        assert step.covariances.shape == (count, 2, 2)
        np.testing.assert_array_equal(step.covariances, step.covariances.transpose(0, 2, 1))
        assert (np.linalg.eigvalsh(step.covariances) > 0).all()
        assert step.shares.shape == (count,)
        assert (step.shares >= 0).all()
        np.testing.assert_allclose(step.shares.sum(), 1)


@law(HasDensity)
def check_density_adds_up_to_one(model):
    cell = (WIDE.xs[1] - WIDE.xs[0]) * (WIDE.ys[1] - WIDE.ys[0])
    for step, _ in last_with(HasDensity, model):
        density = step.density_field(WIDE)
        assert (density >= 0).all()
        np.testing.assert_allclose(density.sum() * cell, 1, rtol=0.04)  # edges of bins fall between places


@law(HasBins)
def check_boxes_have_the_density_of_their_middles(model):
    for step, _ in last_with(HasBins, model):
        left, right, bottom, top = step.boxes.T
        middles = np.c_[(left + right) / 2, (bottom + top) / 2]
        np.testing.assert_allclose(step.density(middles), step.box_heights, rtol=1e-9)
        np.testing.assert_allclose((right - left) * (top - bottom) @ step.box_heights, 1, rtol=1e-9)


@law(HasPointDensities)
def check_points_have_densities_of_their_own(model):
    for step, training in last_with(HasPointDensities, model):
        assert step.point_densities.shape == (len(training),)
        assert (step.point_densities > 0).all()
        assert np.isfinite(step.point_densities).all()
        by_others = step.point_densities * (1 - 1 / len(training))  # of all points' shares
        assert (by_others <= step.density(training.points) * (1 + 1e-9)).all(), "a point adds to where it is"


@law(HasFeatureDensities)
def check_feature_densities_add_up_to_one(model):
    for step, _ in last_with(HasFeatureDensities, model):
        for feature in (0, 1):
            heights = step.feature_heights(feature, WIDE.xs)
            assert heights.shape == (len(step.classes), len(WIDE.xs))
            assert (heights >= 0).all()
            np.testing.assert_allclose(heights.sum() * (WIDE.xs[1] - WIDE.xs[0]), 1, rtol=0.02)


@law(HasSurface)
def check_a_place_on_a_surface_has_its_height_as_loss(model):
    for step in steps_of(model, TWO, 40):
        if isinstance(step, HasSurface):
            assert step.place.shape == (2,)
            assert step.heights(GRID.points).shape == (len(GRID.points),)
            np.testing.assert_allclose(step.heights(step.place[None])[0], step.loss)


@law(HasCurve)
def check_a_curve_does_not_depend_on_the_batch(model):
    for step, _ in last_with(HasCurve, model):
        values = step.curve(GRID.xs)
        assert values.shape == GRID.xs.shape
        single = np.concatenate([step.curve(GRID.xs[index : index + 1]) for index in range(len(GRID.xs))])
        np.testing.assert_allclose(single, values, rtol=1e-9, atol=1e-9)


@law(HasCurve)
def check_a_curve_predicts_by_x_alone(model):
    for step, _ in last_with(HasCurve, model):
        np.testing.assert_array_equal(step.predict(GRID.points), step.curve(GRID.points[:, 0]))
        np.testing.assert_array_equal(step.predict(GRID.xs), step.curve(GRID.xs))


@law(HasCurveResiduals)
def check_residuals_lead_from_the_curve_to_the_points(model):
    for step, training in steps_with(HasCurveResiduals, model):
        x, y = training.points.T
        np.testing.assert_array_equal(step.residuals, y - step.curve(x))
        assert step.point_losses.shape == (len(training),)
        assert (step.point_losses >= 0).all()
        assert step.point_losses.sum() <= step.loss * (1 + 1e-9), (
            "the rest of the loss is a price, which is not negative"
        )


@law(HasTerms)
def check_terms_add_up_to_the_curve(model):
    for step, _ in last_with(HasTerms, model):
        assert len(step.term_names) == len(step.coefficients)
        terms = eval(step.terms_script, {"np": np, "places": GRID.xs})
        np.testing.assert_allclose(step.coefficients @ terms, step.curve(GRID.xs), rtol=1e-9, atol=1e-9)
        path = step.weight_path(np.array([0.01, 1.0, 1000.0]))
        assert path.weights.shape == (3, len(step.coefficients))
        sizes = np.linalg.norm(path.weights[:, [name != "" for name in step.term_names]], axis=1)
        assert sizes[0] >= sizes[-1], "a price makes weights smaller"


@law(HasCurveTree)
def check_leaves_say_the_levels_of_the_curve(model):
    for step, training in steps_with(HasCurveTree, model, 12):
        leaves = [node for node in step.tree if node.feature < 0]
        assert sum(node.counts[0] for node in leaves) == len(training)
        for node in leaves:
            own = training.points[(training.points[:, 0] > node.box[0]) & (training.points[:, 0] <= node.box[1])]
            assert len(own) == node.counts[0]
            np.testing.assert_allclose(step.curve(own[:, 0]), node.level)
        for node in step.tree:
            assert node.feature < 0 or (node.feature == 0 and step.tree[node.left].box[1] == node.threshold)


@law(HasCurveReasons)
def check_terms_of_a_curve_add_up_above_every_place(model):
    for step, _ in last_with(HasCurveReasons, model):
        told = [sum(term.value for term in step.curve_terms(place)) for place in GRID.xs.tolist()]
        np.testing.assert_allclose(told, step.curve(GRID.xs), rtol=1e-9, atol=1e-9)


@law(HasMerges)
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


@law(HasNeighbours)
def check_neighbours_are_the_nearest(model):
    for step, training in last_with(HasNeighbours, model):
        distances, rows = step.neighbours(GRID.points)
        assert distances.shape == rows.shape
        assert (np.diff(distances, axis=1) >= 0).all()
        for place, near, row in zip(GRID.points, distances, rows, strict=True):
            lengths = step.lengths(training.points - place)
            np.testing.assert_allclose(lengths[row], near, rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose(np.sort(lengths)[: len(row)], near, rtol=1e-9, atol=1e-12)


@law(HasPointWeights)
def check_point_weights_add_up(model):
    for step, training in steps_with(HasPointWeights, model):
        assert step.point_weights.shape == (len(training),)
        assert (step.point_weights >= 0).all()
        np.testing.assert_allclose(step.point_weights.sum(), 1)


@law(HasRows)
def check_rows_are_training_rows(model):
    for step, training in steps_with(HasRows, model):
        if step.rows is not None:
            assert set(np.asarray(step.rows).tolist()) <= set(range(len(training)))


@law(HasFocus)
def check_focus_is_on_training_rows(model):
    for step, training in steps_with(HasFocus, model):
        assert set(np.asarray(step.focus).tolist()) <= set(range(len(training)))
        assert step.iteration or not len(step.focus), "the start was made for no row"


@law(HasVisits)
def check_visits_count_up(model):
    visits = [step.visited for step in steps_of(model, TWO) if isinstance(step, HasVisits)]
    assert not visits or visits[0] == 0
    assert all(before <= after for before, after in itertools.pairwise(visits))


@law(HasPointWorking)
def check_every_row_can_be_worked_out(model):
    for step, training in last_with(HasPointWorking, model):
        for row in range(0, len(training), 7):
            lines = step.working_at(row)
            assert lines
            assert all(isinstance(line, str) and line for line in lines)


@law(HasCommittee)
def check_members_decide(model):
    for step, training in last_with(HasCommittee, model):
        said = step.committee.said(GRID.points)[: step.members]
        votes = (said[:, :, None] == np.arange(len(step.classes))).sum(axis=0)
        np.testing.assert_array_equal(np.asarray(step.classes)[votes.argmax(axis=1)], step.predict(GRID.points))
        assert len(step.samples) >= step.members
        assert all(set(rows.tolist()) <= set(range(len(training))) for rows in step.samples)


@law(HasSums)
def check_sums_decide(model):
    for step, _ in last_with(HasSums, model):
        leaves = step.grove.walk(GRID.points, 0, step.trees)
        parts = step.grove.values[leaves, 0].reshape(-1, len(step.start), len(GRID.points)).sum(axis=0)
        sums = parts.T + step.start
        wanted = (sums[:, 0] > 0).astype(int) if sums.shape[1] == 1 else sums.argmax(axis=1)
        np.testing.assert_array_equal(np.asarray(step.classes)[wanted], step.predict(GRID.points))


@law(HasBags)
def check_bags_judge_by_the_points_left_out(model):
    for step, _ in steps_with(HasBags, model, 12):
        left_out = int((step.point_weights == 0).sum())
        if step.ballots and left_out:
            wrong = step.ballots[-1].error * left_out
            np.testing.assert_allclose(wrong, np.rint(wrong), atol=1e-9)


@law(HasModels)
def check_models_are_judged_by_all_points(model):
    for step, training in last_with(HasModels, model):
        wrong = len(training) * np.array([ballot.error for ballot in step.ballots])
        np.testing.assert_allclose(wrong, np.rint(wrong), atol=1e-9)


@law(HasMemberTree)
def check_member_trees_are_sound(model):
    for step, training in steps_with(HasMemberTree, model, 12):
        assert bool(step.member_tree) == bool(step.ballots)
        for node in step.member_tree:
            if node.feature >= 0:
                children = [step.member_tree[node.left], step.member_tree[node.right]]
                np.testing.assert_allclose(np.sum([child.counts for child in children], axis=0), node.counts)
        leaves = [len(node.inside(training.points)) for node in step.member_tree if node.feature < 0]
        assert sum(leaves) == len(training) or not leaves


@law(HasResiduals)
def check_residuals_lead_to_the_own_class(model):
    for step in steps_of(model, TWO, 12):
        if isinstance(step, HasResiduals):
            assert step.residuals.shape == (len(TWO),)
            assert np.isfinite(step.residuals).all()
            if step.iteration == 0:  # later a score may go too far
                np.testing.assert_array_equal(step.residuals > 0, TWO.labels == 1)


@law(HasReasons)
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


@law(HasNetwork)
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


@law(HasLandscape)
def check_landscape_agrees_with_the_loss(model):
    for step in steps_of(model, TWO, 200)[::7]:
        if isinstance(step, HasLandscape):
            landscape = step.landscape(model.training(TWO))
            assert landscape.here.shape == (len(landscape.names),)
            if step.phase not in HALFWAY:
                np.testing.assert_allclose(landscape.values(landscape.here[None])[0], step.loss, rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(values_of(landscape.at(landscape.here)), values_of(step), rtol=1e-9, atol=1e-9)


@law(HasLandscape)
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


def check_follow_stays_near_a_fit(model):
    if not isinstance(model, CanFollow):
        return
    for data in samples(model):
        near = last(model, data)
        np.testing.assert_array_equal(values_of(model.follow(data, near)), values_of(near))
        dragged = data.moved([17], data.points[17] + [0.15, -0.1])
        followed = model.follow(model.training(dragged), near)
        assert np.shape(values_of(followed)) == np.shape(values_of(near))
        assert np.isfinite(values_of(followed)).all()
    assert model.follow(data.moved(np.arange(len(data)), data.points + 1), near) is None


def check_knobs_have_valid_values_in_order(model):
    names = [knob.name for knob in model.knobs()]
    assert len(set(names)) == len(names)
    assert model.knob() == next(iter(model.knobs()), None)
    for knob in model.knobs():
        assert list(knob.values) == sorted(set(knob.values))
        assert len(knob.values) > 1
        shown = {spec.name for spec in model.shown()}
        assert knob.name in shown, "a knob that does not matter now is none"
        for value in knob.values:
            assert model.with_values({knob.name: value}).values()[knob.name] == value


def check_sweeps_equal_fits(model):
    for knob in model.knobs():
        for data in samples(model):
            task = Task(model, data)
            values = knob.values[::3][::-1]
            models = [model.with_values({knob.name: value}) for value in values]
            if task.shares(knob.name):
                steps = exhausted(task.sweep(data, models))
                alike = [values_of(step) for step in steps]
                if isinstance(model, CanSweep) and isinstance(steps[0], HasScores):
                    np.testing.assert_array_equal(list(model.scores_of(steps, GRID.points)), alike)
            else:
                near, steps = None, []
                for changed in models:
                    near = exhausted(task.near_step(data, changed, near))
                    steps.append(near)
            for step, changed in zip(steps, models, strict=True):
                whole = last(changed, data)
                np.testing.assert_allclose(values_of(step), values_of(whole), rtol=1e-5, atol=1e-5)


def check_fits_found_together_equal_fits(model):
    random = np.random.default_rng(1)
    for data in [*samples(model), *(model.training(data) for data in DEGENERATE.values() if len(data) > 2)]:
        bags = random.integers(0, len(data), (6, len(data)))
        counts = np.concatenate(
            [1 - np.eye(len(data), dtype=int)[:9], [np.bincount(bag, minlength=len(data)) for bag in bags]]
        )
        counts = np.stack([row for row in counts if len(data.part(row > 0).classes) == len(data.classes)] or counts[:1])
        together = Task(model, data).samples(data, counts)
        if together is None:
            continue
        fits, numbers = exhausted(model.fit_many(together)), np.arange(len(counts)).repeat(len(data))
        off = 1e-3 if model.only_nearly else 1e-7
        alone = [last(model, together.sample(number)) for number in range(len(counts))]
        found = fits.scores(np.tile(data.points, (len(counts), 1)), numbers)
        wanted = np.concatenate([step.scores(data.points) for step in alone])
        np.testing.assert_allclose(found, wanted, rtol=off, atol=off)
        wanted = [step.field(GRID) for step in alone]
        np.testing.assert_allclose(list(fits.fields(GRID)), wanted, rtol=off, atol=off)
        votes = fits.votes(GRID, functools.partial(_labels, data.classes))
        sure = np.min([np.ptp(np.partition(field, -2)[..., -2:], axis=-1) for field in wanted], axis=0) > 10 * off
        said = np.sum([_labels(data.classes, field)[..., None] == data.classes for field in wanted], axis=0)
        np.testing.assert_array_equal(votes[sure], said[sure])


def _labels(classes, scores):
    return classes[scores.argmax(axis=-1)]


def check_hurried_fits_decide_as_fits_do(model):
    if not isinstance(model, CanHurry):
        return
    for data in samples(model):
        near = last(model, data)
        for knob in model.knobs():
            for value in knob.values[::2]:
                changed = model.with_values({knob.name: value})
                *_, near = changed.hurry(changed.training(data), near)
                np.testing.assert_allclose(values_of(near), values_of(last(changed, data)), atol=5e-3)


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
