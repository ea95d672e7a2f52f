"""From scores to labels: the one place where a class is decided."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED

REJECTED = UNLABELLED


@dataclass(frozen=True)
class Rule:
    """How scores become a decision: a threshold for class 1 of two, costs of mistakes, doubt that rejects.

    threshold acts on the probability of the second class, or on f where a step has no probabilities; None is the
    natural one (largest score). costs[i][j] is the price of saying class j when it is class i. reject is the least
    probability of the best class below which no decision is made. Costs and rejection need probabilities.
    """

    threshold: float | None = None
    costs: tuple[tuple[float, ...], ...] = ()
    reject: float = 0.0


PLAIN = Rule()


def decide(step: HasScores, points: Array, rule: Rule = PLAIN) -> Labels:
    """Return the label decided at each point; −1 where the rule rejects."""
    return decide_scores(step, step.scores(points), rule)


def decide_scores(step: HasScores, scores: Array, rule: Rule = PLAIN) -> Labels:
    """Return the labels for scores already known, of any shape with classes along the last axis."""
    candidates, values = preferences(step, scores, rule)
    return candidates.take(largest(values))


def largest(values: Array) -> Labels:
    """Return the index of the largest along the last axis, the first on a tie: an argmax for a short last axis."""
    best, place = values[..., 0], np.zeros(values.shape[:-1], np.intp)
    for index in range(1, values.shape[-1]):
        is_larger = values[..., index] > best
        place[is_larger] = index
        best = np.where(is_larger, values[..., index], best)
    return place


def preferences(step: HasScores, scores: Array, rule: Rule = PLAIN) -> tuple[Labels, Array]:
    """Return the labels to choose from and their values, of which the largest is chosen, the first on a tie.

    Boundaries are where the two largest are equal.
    """
    classes = np.asarray(step.classes)
    if rule == PLAIN:
        return classes, scores
    chances = step.chances(scores) if isinstance(step, HasProbabilities) else None
    if rule.threshold is not None and len(classes) == 2:
        value = scores[..., 1] - scores[..., 0] if chances is None else chances[..., 1]
        values = np.stack([np.full_like(value, rule.threshold), value], axis=-1)
    elif chances is not None and rule.costs and int(classes.max(initial=0)) < len(rule.costs):
        values = -(chances @ np.asarray(rule.costs)[np.ix_(classes, classes)])
    else:
        values = scores if chances is None else chances
        if chances is not None and rule.reject > 0:
            doubt = np.full_like(values[..., :1], np.nextafter(rule.reject, 0))
            return np.append(classes, REJECTED), np.concatenate([values, doubt], axis=-1)
    return classes, values


def certainty(step: HasScores, scores: Array) -> Array:
    """Return how sure a decision is, from 0 at the boundary to 1; 1 everywhere without probabilities."""
    if not isinstance(step, HasProbabilities) or scores.shape[-1] < 2:
        return np.ones(scores.shape[:-1])
    chances = step.chances(scores)
    if chances.shape[-1] == 2:
        return np.abs(chances[..., 1] - chances[..., 0])
    best, second = chances[..., 0], np.full(chances.shape[:-1], -np.inf)
    for index in range(1, chances.shape[-1]):
        other = chances[..., index]
        second = np.maximum(second, np.minimum(best, other))
        best = np.maximum(best, other)
    return best - second
