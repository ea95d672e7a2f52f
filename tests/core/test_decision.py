from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.core.capabilities import HasDiscriminant, HasProbabilities
from mlexplorer.core.decision import Rule, certainty, decide, decide_scores, preferences


@dataclass(frozen=True, eq=False, kw_only=True)
class Sure(HasProbabilities):
    """Scores are the logarithms of the probabilities (x, y, 1 − x − y)."""

    classes = np.array([2, 5, 7])

    def scores(self, points):
        return np.log(np.c_[points, 1 - points.sum(axis=1)])

    def chances(self, scores):
        return np.exp(scores)


@dataclass(frozen=True, eq=False, kw_only=True)
class Side(HasDiscriminant):
    """f is the first coordinate."""

    classes = np.array([0, 4])

    def discriminant(self, points):
        return points[:, 0]


PLACES = np.array([[0.6, 0.3], [0.2, 0.7], [0.3, 0.3], [0.45, 0.45]])


def test_the_largest_score_wins_and_the_first_on_a_tie():
    assert decide(Sure(), PLACES).tolist() == [2, 5, 7, 2]
    assert decide(Side(), np.array([[-1.0, 0], [0.0, 0], [1.0, 0]])).tolist() == [0, 0, 4]


def test_costs_move_the_decision():
    costs = np.ones((8, 8)) - np.eye(8)
    costs[7] = 10.0
    costs[7, 7] = 0.0
    rule = Rule(costs=tuple(map(tuple, costs.tolist())))
    assert decide(Sure(), PLACES, rule).tolist() == [7, 7, 7, 7]


def test_doubt_rejects():
    assert decide(Sure(), PLACES, Rule(reject=0.5)).tolist() == [2, 5, -1, -1]
    assert decide(Sure(), np.array([[0.5, 0.3]]), Rule(reject=0.5)).tolist() == [2]


def test_a_threshold_acts_on_f_without_probabilities():
    places = np.array([[0.4, 0], [0.6, 0]])
    assert decide(Side(), places, Rule(threshold=0.5)).tolist() == [0, 4]


@pytest.mark.parametrize("rule", [Rule(), Rule(reject=0.4), Rule(threshold=0.2)])
def test_preferences_decide(rule):
    candidates, values = preferences(Sure(), Sure().scores(PLACES), rule)
    chosen = candidates[values.argmax(axis=-1)]
    np.testing.assert_array_equal(chosen, decide_scores(Sure(), Sure().scores(PLACES), rule))


def test_certainty_is_the_lead_of_the_best():
    np.testing.assert_allclose(certainty(Sure(), Sure().scores(PLACES)), [0.3, 0.5, 0.1, 0.0], atol=1e-12)
    assert certainty(Side(), Side().scores(PLACES)).tolist() == [1, 1, 1, 1]
