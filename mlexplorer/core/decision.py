"""From scores to labels: the one place where a class is decided."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED

REJECTED = UNLABELLED


@dataclass(frozen=True)
class Rule:
    """How scores become a decision: a threshold for the second class of two or costs of mistakes, then doubt.

    threshold acts on the probability of the second class, or on f where a step has no probabilities: that class is
    said where it is larger, never where it is equal; None is the natural one (largest score). costs[i][j] is the price
    of saying class j when it is class i. Both at once are refused. reject comes after either: no class is said where
    even the likeliest has less than this probability. Costs and rejection need probabilities: without them they
    change nothing, and `objection` says so.
    """

    threshold: float | None = None
    costs: tuple[tuple[float, ...], ...] = ()
    reject: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what has no meaning."""
        if self.threshold is not None and self.costs:
            raise ValueError("A threshold and costs exclude each other: costs say themselves where to decide.")
        if any(len(row) != len(self.costs) for row in self.costs):
            raise ValueError("Costs need one row and one column for each class.")
        if not np.isfinite([self.threshold or 0.0, *(price for row in self.costs for price in row)]).all():
            raise ValueError("A threshold and costs must be finite numbers.")
        if not 0.0 <= self.reject <= 1.0:
            raise ValueError("reject must be a probability: a number from 0 to 1.")


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
    elif chances is None:
        values = scores
    elif rule.costs and _priced(classes, rule):
        values = -(chances @ np.asarray(rule.costs)[np.ix_(classes, classes)])
    else:
        values = chances
    return (classes, values) if chances is None or not rule.reject else _doubted(classes, values, chances, rule.reject)


def _doubted(classes: Labels, values: Array, chances: Array, reject: float) -> tuple[Labels, Array]:
    """Return candidates and values with doubt as the last: it wins where the likeliest class falls short of reject."""
    behind = values - values.max(axis=-1, keepdims=True)  # 0 for the chosen class, so that doubt is told exactly
    doubt = np.nextafter(reject, 0) - chances.max(axis=-1, keepdims=True)  # as likely as reject is likely enough
    return np.append(classes, REJECTED), np.concatenate([behind, doubt], axis=-1)


def is_mistaken(said: Labels, labels: Labels) -> Mask:
    """Return where a class was said that is not that of the point: doubt is no mistake, and no label no truth."""
    return np.asarray((said != labels) & (said != REJECTED) & (labels != UNLABELLED))


def threshold_of(step: HasScores, rule: Rule = PLAIN) -> float | None:
    """Return where a step says the second of its two classes: above which probability, or above which f without one.

    None if there are more classes, or costs that no threshold stands for.
    """
    classes = np.asarray(step.classes)
    if len(classes) != 2 or rule.threshold is not None:
        return rule.threshold if len(classes) == 2 else None
    if not isinstance(step, HasProbabilities):
        return 0.0
    if not rule.costs or not _priced(classes, rule):
        return 0.5
    (right, alarm), (miss, found) = np.asarray(rule.costs)[np.ix_(classes, classes)].tolist()
    prices = alarm - right, miss - found
    return prices[0] / sum(prices) if min(prices) >= 0 < sum(prices) else None


def _priced(classes: Labels, rule: Rule) -> bool:
    return int(classes.max(initial=0)) < len(rule.costs)


def objection(step: HasScores, rule: Rule) -> str | None:
    """Return the sentence that says which part of a rule changes nothing for a step, or None if all of it counts."""
    if (rule.costs or rule.reject) and not isinstance(step, HasProbabilities):
        return "Costs and rejection need probabilities, and this method gives none."
    if rule.threshold is not None and len(step.classes) != 2:
        return f"A threshold needs two classes; here are {len(step.classes)}."
    if rule.threshold is not None and isinstance(step, HasProbabilities) and not 0 <= rule.threshold <= 1:
        return "A threshold of probabilities lies between 0 and 1: with this one all points are of one class."
    if rule.costs and not _priced(np.asarray(step.classes), rule):
        return f"There are costs for {len(rule.costs)} classes, too few for class {int(np.max(step.classes))}."
    return None


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
