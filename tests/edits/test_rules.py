"""The rule by hand: what takes the place of what, and how it is told."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.decision import PLAIN, Rule, decide, threshold_of
from mlexplorer.edits.rules import plain_rule, prices, rule_words, with_doubt, with_price, with_threshold
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.session.storage import dumps, loads

NAMES = ("Healthy", "Ill", "Dead")


def fitted(model="logistic", source="gaussians"):
    data = registry.source(source)().make()
    return [step for step in registry.model(model)().fit(data) if step is not None][-1], data


def session_of(rule=PLAIN):
    return Session(Document(registry.source("gaussians")(), (Run(registry.model("logistic")()),), rule=rule))


def test_threshold_and_costs_take_each_others_place_and_doubt_stays():
    session = with_doubt(with_threshold(session_of(), 0.3), 0.8)
    assert session.document.rule == Rule(0.3, reject=0.8)
    priced = with_price(session, np.array([0, 1]), 1, 0, 5.0)
    assert priced.document.rule == Rule(costs=((0.0, 1.0), (5.0, 0.0)), reject=0.8)
    assert with_threshold(priced, 0.1).document.rule == Rule(0.1, reject=0.8)
    assert plain_rule(priced).document.rule == PLAIN
    assert loads(dumps(single(priced))).session == priced


def test_prices_reach_to_the_last_class_and_keep_what_was_typed():
    rule = Rule(costs=((0.0, 2.0), (3.0, 0.0)))
    np.testing.assert_array_equal(prices(rule, np.array([0, 2])), [[0, 2, 1], [3, 0, 1], [1, 1, 0]])


@pytest.mark.parametrize(
    ("rule", "threshold"),
    [
        (PLAIN, 0.5),
        (Rule(0.2), 0.2),
        (Rule(costs=((0.0, 1.0), (10.0, 0.0))), 1 / 11),
        (Rule(costs=((-1.0, 1.0), (4.0, 0.0))), 1 / 3),
        (Rule(costs=((0.0, 0.0), (1.0, 0.0))), 0.0),
    ],
)
def test_costs_of_two_classes_are_a_threshold(rule, threshold):
    step, data = fitted()
    assert threshold_of(step, rule) == pytest.approx(threshold)
    said = decide(step, data.points, rule)
    np.testing.assert_array_equal(said, decide(step, data.points, Rule(threshold)))


def test_no_threshold_stands_for_senseless_costs_or_three_classes():
    step, _ = fitted()
    assert threshold_of(step, Rule(costs=((1.0, 0.0), (0.0, 1.0)))) is None
    assert threshold_of(fitted("qda", "iris")[0]) is None
    assert threshold_of(fitted("svm")[0]) == 0.0


def test_a_rule_is_told_in_few_words():
    step, _ = fitted()
    assert rule_words(step, PLAIN, NAMES) == ""
    assert rule_words(step, Rule(0.35, reject=0.65), NAMES) == "Rule: Ill where p > 0.35, no class below p = 0.65"
    assert rule_words(step, Rule(costs=((0.0, 1.0), (3.0, 0.0))), NAMES) == "Rule: by costs, Ill where p > 0.25"
    assert rule_words(fitted("svm")[0], Rule(0.5), NAMES) == "Rule: Ill where f > 0.5"
    assert "need probabilities" in rule_words(fitted("svm")[0], Rule(reject=0.8), NAMES)
