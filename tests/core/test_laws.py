"""The laws of capabilities can be broken: a step that says something wrong fails the law that is about it."""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from tests import laws


def longer(values):
    return np.append(values, values[:1], axis=0)


def shaky(ballot):
    return replace(ballot, error=ballot.error + 0.001)


BROKEN = {  # a law: a model, the attribute or method that lies, and what becomes of its answer
    "check_support_vectors_have_multipliers_and_slacks": ("svm", "slacks", lambda slacks: slacks[:-1]),
    "check_the_street_has_points_on_both_sides": ("svm", "discriminant", lambda value: 0.2 * np.tanh(value)),
    "check_centres_are_as_many_as_clusters": ("kmeans", "assignments", lambda rows: (rows + 1) % 2),
    "check_gaussians_are_round_or_long_but_never_flat": ("gmm", "shares", lambda shares: 2 * shares),
    "check_density_adds_up_to_one": ("kde", "density_field", lambda heights: 2 * heights),
    "check_boxes_have_the_density_of_their_middles": ("histogram", "box_heights", lambda heights: 2 * heights),
    "check_points_have_densities_of_their_own": ("neighbour_density", "point_densities", lambda values: 1e3 * values),
    "check_thresholds_are_staircases": ("stump", "thresholds", lambda stairs: (stairs[0], -1 - stairs[1])),
    "check_rounds_come_one_by_one": ("adaboost", "ballots", lambda ballots: ballots * 2),
    "check_tree_is_sound": ("tree", "tree", lambda tree: tuple(replace(node, label=1 - node.label) for node in tree)),
    "check_pruning_passes_to_the_root_and_cuts_by_hand": ("tree", "reshaped", lambda edits: {}),  # noqa: ARG005 - all lost
    "check_a_place_on_a_surface_has_its_height_as_loss": ("surface", "heights", lambda heights: heights + 1),
    "check_a_curve_does_not_depend_on_the_batch": ("polynomial", "curve", lambda heights: heights + len(heights)),
    "check_neighbours_are_the_nearest": ("knn", "neighbours", lambda found: (2 * found[0], found[1])),
    "check_point_weights_add_up": ("adaboost", "point_weights", longer),
    "check_rows_are_training_rows": ("logistic", "rows", lambda rows: np.array([-1])),  # noqa: ARG005 - no such row
    "check_focus_is_on_training_rows": ("perceptron", "focus", lambda rows: rows + 1000),
    "check_visits_count_up": ("perceptron", "visited", lambda count: -count),
    "check_every_row_can_be_worked_out": ("kmeans", "working_at", lambda lines: ()),  # noqa: ARG005 - all lost
    "check_joins_make_a_tree": ("hierarchical", "sizes", lambda sizes: sizes + 1),
    "check_network_leads_to_the_scores": ("network", "layers", lambda layers: tuple(2 * layer for layer in layers)),
    "check_feature_densities_add_up_to_one": ("naive_bayes", "feature_heights", lambda heights: 2 * heights),
    "check_members_decide": ("vote", "samples", lambda samples: samples[:-1]),
    "check_sums_decide": ("gradient_boosting", "start", lambda start: start + 100),
    "check_bags_judge_by_the_points_left_out": ("forest", "ballots", lambda ballots: tuple(map(shaky, ballots))),
    "check_models_are_judged_by_all_points": ("vote", "ballots", lambda ballots: tuple(map(shaky, ballots))),
    "check_member_trees_are_sound": ("forest", "member_tree", lambda tree: tree[:1]),
    "check_residuals_lead_to_the_own_class": ("gradient_boosting", "residuals", lambda residuals: -residuals),
    "check_regions_fill_the_plane": ("lda", "regions", lambda regions: regions[:1]),
    "check_probabilities_add_up": ("gmm", "chances", lambda chances: 0.5 * chances),
    "check_reasons_add_up_to_the_score": ("lda", "reasons", lambda reasons: (replace(reasons[0], total=1e6),)),
}


def deceitful(step, name, change):
    """Return a copy of a step that changes its answer; the step itself stays honest."""
    kind, honest = type(step), getattr(step, name)

    def answer(self, *words):
        return change(getattr(super(lie, self), name)(*words))

    lie = type(kind)(f"Deceitful{kind.__name__}", (kind,), {})
    lie_of = answer if callable(honest) else property(lambda self: change(honest))  # noqa: ARG005 - of no other step
    setattr(lie, name, lie_of)
    liar = copy(step)
    object.__setattr__(liar, "__class__", lie)
    return liar


@pytest.mark.parametrize("check", BROKEN)
def test_a_lie_breaks_the_law_that_is_about_it(check, monkeypatch):
    name, attribute, change = BROKEN[check]
    law = next(item for item in laws.CHECKS if item.__name__ == check)
    model = registry.model(name)()
    law(model)
    learn = type(model).learn

    def deceive(self, data, start):
        for step in learn(self, data, start):
            yield step if step is None or not hasattr(step, attribute) else deceitful(step, attribute, change)

    monkeypatch.setattr(type(model), "learn", deceive)
    with pytest.raises((AssertionError, IndexError)):
        law(model)


def test_these_laws_are_about_capabilities():
    assert set(BROKEN) <= {check for checks in laws.LAWS.values() for check in checks}
