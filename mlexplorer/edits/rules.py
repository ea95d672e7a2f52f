"""What a hand does to the rule: a threshold, costs of mistakes, doubt, or none of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.decision import PLAIN, Rule, decide, objection, threshold_of
from mlexplorer.core.numbers import text
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

FARTHEST = 1e6  # threshold on a score
PLACES = 4  # digits after the point of a threshold that is dragged


def with_rule(session: Session, rule: Rule) -> Session:
    """Return the session whose scores become classes by another rule."""
    return replace(session, document=replace(session.document, rule=rule))


def with_threshold(session: Session, value: float) -> Session:
    """Return the session with a threshold, which takes the place of costs."""
    return with_rule(session, Rule(value, reject=session.document.rule.reject))


def with_boundary(snapshot: Snapshot, place: Array) -> Session | None:
    """Return the session whose boundary runs through a place, by its threshold; None where no threshold moves it."""
    value = rank_of(snapshot, place)
    if value is None:
        return None
    low, high = (0.0, 1.0) if isinstance(snapshot.step, HasProbabilities) else (-FARTHEST, FARTHEST)
    return with_threshold(snapshot.session, round(min(max(value, low), high), PLACES))


def rank_of(snapshot: Snapshot, place: Array) -> float | None:
    """Return what a threshold is compared with at a place: the probability of the second class, or the score f."""
    step = snapshot.step
    if not snapshot.classifies or not isinstance(step, HasScores) or threshold_of(step) is None:
        return None
    scores = step.scores(place[None])
    if isinstance(step, HasProbabilities):
        return float(step.chances(scores)[0, 1])
    return float(scores[0, 1] - scores[0, 0])


def crosses(snapshot: Snapshot, places: Array) -> bool:
    """Return whether a boundary that a threshold can move runs between some places."""
    step, rule = snapshot.step, snapshot.session.document.rule
    if not len(places) or rank_of(snapshot, places[0]) is None or not isinstance(step, HasScores):
        return False
    return len(np.unique(decide(step, places, replace(rule, reject=0.0)))) > 1


def with_doubt(session: Session, value: float) -> Session:
    """Return the session that says no class where the likeliest one has less than this probability."""
    return with_rule(session, replace(session.document.rule, reject=round(min(max(value, 0.0), 1.0), PLACES)))


def with_price(session: Session, classes: Labels, truth: int, said: int, price: float) -> Session:
    """Return the session in which saying one class for another costs so much; costs take the place of a threshold."""
    table = prices(session.document.rule, classes)
    table[truth, said] = price
    costs = tuple(tuple(row) for row in table.tolist())
    return with_rule(session, Rule(costs=costs, reject=session.document.rule.reject))


def prices(rule: Rule, classes: Labels) -> Array:
    """Return the costs of a rule for all labels up to the last class; 1 for every mistake where it has none."""
    size = max(int(np.max(classes, initial=-1)) + 1, len(rule.costs))
    table = 1.0 - np.eye(size)
    known = len(rule.costs)
    table[:known, :known] = rule.costs if known else table[:known, :known]
    return table


def plain_rule(session: Session) -> Session:
    """Return the session that says the class of the largest score."""
    return with_rule(session, PLAIN)


def rule_words(step: HasScores, rule: Rule, names: Sequence[str]) -> str:
    """Return in a few words how a rule differs from saying the likeliest class; nothing if it does not."""
    refusal = objection(step, rule)
    if rule == PLAIN or refusal:
        return refusal or ""
    letter = "p" if isinstance(step, HasProbabilities) else "f"
    cut, parts = threshold_of(step, rule), list[str]()
    if rule.costs:
        parts.append("by costs")
    if cut is not None and (rule.costs or rule.threshold is not None):
        parts.append(f"{names[int(step.classes[1])]} where {letter} > {text(cut)}")
    if rule.reject:
        parts.append(f"no class below p = {text(rule.reject)}")
    return "Rule: " + ", ".join(parts)
