from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.core.capabilities import HasDiscriminant, HasProbabilities
from mlexplorer.core.decision import (
    REJECTED,
    Rule,
    certainty,
    decide,
    decide_scores,
    is_mistaken,
    objection,
    preferences,
)


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Bells(HasProbabilities):
    """Two equally frequent bells of width 1 at −1 and +1: the second class has the probability 1/(1 + e^(−2x))."""

    classes = np.array([0, 1])

    def scores(self, points):
        return np.c_[-points[:, 0], points[:, 0]]

    def chances(self, scores):
        chance = 1 / (1 + np.exp(-2 * scores[..., 1]))
        return np.stack([1 - chance, chance], axis=-1)


@dataclass(frozen=True, eq=False, kw_only=True)
class Told(HasProbabilities):
    """The probability of the second class is the first coordinate."""

    classes = np.array([0, 1])

    def scores(self, points):
        return np.c_[1 - points[:, 0], points[:, 0]]

    def chances(self, scores):
        return scores


def on_line(*places):
    return np.c_[places, np.zeros(len(places))]


SICK = ((0.0, 1.0), (10.0, 0.0))  # to miss an illness costs ten times as much as to fear one
RULES = [
    Rule(reject=0.4),
    Rule(threshold=0.2),
    Rule(threshold=0.2, reject=0.8),
    Rule(costs=SICK),
    Rule(costs=SICK, reject=0.8),
]


@pytest.mark.parametrize(("theta", "expected"), [(0.2, -1), (0.4, -1), (0.5, 2)])
def test_three_classes_are_rejected_below_one_minus_theta(theta, expected):
    assert decide(Sure(), np.array([[0.55, 0.30]]), Rule(reject=1 - theta)).tolist() == [expected]


def test_costs_are_a_threshold_of_one_eleventh():
    assert decide(Told(), on_line(0.15), Rule(costs=SICK)).tolist() == [1]
    places = on_line(1 / 11 - 1e-9, 1 / 11 + 1e-9)
    assert decide(Told(), places, Rule(costs=SICK)).tolist() == [0, 1]
    assert decide(Told(), places, Rule(threshold=1 / 11)).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("theta", "half"), [(0.05, 1.472219), (0.1, 1.098612), (0.2, 0.693147), (0.3, 0.423649), (0.5, 0.0)]
)
def test_the_band_of_doubt_between_two_bells(theta, half):
    places = on_line(-half - 1e-6, -half + 1e-6, half - 1e-6, half + 1e-6)
    between = [-1, -1] if half else [1, 0]
    assert decide(Bells(), places, Rule(reject=1 - theta)).tolist() == [0, *between, 1]


def test_a_probability_equal_to_the_threshold_is_not_positive():
    assert decide(Told(), on_line(0.25, 0.3, 0.35), Rule(threshold=0.3)).tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    "rule", [Rule(threshold=0.3), Rule(costs=((0.0, 3.0), (7.0, 0.0)))], ids=["threshold", "costs"]
)
def test_doubt_rejects_after_a_threshold_and_after_costs(rule):
    places = on_line(0.1, 0.25, 0.35, 0.45, 0.55, 0.7)
    assert decide(Told(), places, rule).tolist() == [0, 0, 1, 1, 1, 1]
    doubting = Rule(rule.threshold, rule.costs, 0.6)
    assert decide(Told(), places, doubting).tolist() == [0, 0, 1, -1, -1, 1]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_decides_by_its_preferences(rule):
    scores = Told().scores(on_line(*np.linspace(0, 1, 101)))
    candidates, values = preferences(Told(), scores, rule)
    np.testing.assert_array_equal(candidates[values.argmax(axis=-1)], decide_scores(Told(), scores, rule))
    chances = Told().chances(scores)
    rejected = chances.max(axis=-1) < rule.reject
    np.testing.assert_array_equal(decide_scores(Told(), scores, rule) == -1, rejected)
    assert (REJECTED in candidates) == (rule.reject > 0)


@pytest.mark.parametrize("rule", [Rule(reject=0.9), Rule(costs=((0.0,) * 5,) * 5), Rule(reject=1.0)])
def test_without_probabilities_costs_and_doubt_change_nothing(rule):
    places = on_line(-1.0, -1e-9, 0.0, 1e-9, 1.0)
    np.testing.assert_array_equal(decide(Side(), places, rule), decide(Side(), places))
    assert "need probabilities" in objection(Side(), rule)
    assert decide(Side(), places, Rule(threshold=0.5, reject=0.9)).tolist() == [0, 0, 0, 0, 4]


def test_an_objection_says_what_changes_nothing():
    assert objection(Told(), Rule(threshold=0.3, reject=0.6)) is None
    assert objection(Side(), Rule(threshold=0.3)) is None
    assert objection(Sure(), Rule(threshold=0.3)) == "A threshold needs two classes; here are 3."
    assert "between 0 and 1" in objection(Told(), Rule(threshold=1.7))
    assert [objection(Told(), Rule(threshold=1.0)), objection(Side(), Rule(threshold=1.7))] == [None, None]
    assert objection(Sure(), Rule(costs=SICK)) == "There are costs for 2 classes, too few for class 7."


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"threshold": 0.3, "costs": SICK}, "exclude each other"),
        ({"costs": ((0.0, 1.0),)}, "one row and one column"),
        ({"threshold": np.nan}, "finite"),
        ({"costs": ((0.0, np.inf), (1.0, 0.0))}, "finite"),
        ({"reject": 1.5}, "from 0 to 1"),
        ({"reject": np.nan}, "from 0 to 1"),
    ],
)
def test_a_rule_without_meaning_is_refused(rule, sentence):
    with pytest.raises(ValueError, match=sentence):
        Rule(**rule)


def test_doubt_is_no_mistake_and_no_label_no_truth():
    said, labels = np.array([0, 1, -1, 1, -1]), np.array([0, 0, 0, -1, -1])
    np.testing.assert_array_equal(is_mistaken(said, labels), [False, True, False, False, False])
