"""Soft answers of members, and how a second level learns to weigh them from points the members had not seen."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mlexplorer.algorithms.ensembles.committee import Member, fitting
from mlexplorer.algorithms.ensembles.weighted_lines import logistic_weights
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasProbabilities
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import largest
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model

MOST_LEFT_OUT = 100  # points up to which each is left out alone
FOLDS = 20  # groups left out together where points are more
REMEMBERED = 24  # answers of members on a grid
PENALTY = 1.0  # on the weights of the second level, as logistic regression commonly has


def soft(member: Member, points: Array, classes: int) -> Array:
    """Return the probability of each class by a member, (n, classes); 1 for what it says if it has none."""
    scores = np.ones((len(points), 1)) if member.step is None else member.step.scores(points)
    return _soft(member, scores, classes)


@lru_cache(maxsize=REMEMBERED)
def soft_on(member: Member, grid: Grid, classes: int) -> Array:
    """Return these probabilities on a grid, as (rows, columns, classes)."""
    scores = np.ones((grid.rows, grid.columns, 1)) if member.step is None else member.step.field(grid)
    return _soft(member, scores, classes)


def _soft(member: Member, scores: Array, classes: int) -> Array:
    answers = np.zeros((*scores.shape[:-1], classes))
    if isinstance(member.step, HasProbabilities):
        answers[..., member.columns] = member.step.chances(scores)
    else:
        answers[...] = member.columns[largest(scores)][..., None] == np.arange(classes)
    return answers


@dataclass(frozen=True, eq=False)
class Blend:
    """The second level: a logistic regression for each class but the first of two, over what the members answer."""

    weights: Array  # (functions, members · columns + 1), the constant last
    classes: int

    def chances(self, answers: Sequence[Array]) -> Array:
        """Return the probabilities, (…, classes), from those of each member."""
        terms = _terms(answers)
        values = np.einsum("k...,fk->...f", terms, self.weights[:, :-1]) + self.weights[:, -1]
        powers = 1 / (1 + np.exp(-np.clip(values, -500, 500)))
        if self.classes == 2:
            return np.concatenate([1 - powers, powers], axis=-1)
        return powers / powers.sum(axis=-1, keepdims=True)


def _terms(answers: Sequence[Array]) -> Array:
    """Return what the second level looks at, (terms, …): of two classes the second alone, as the first is the rest."""
    first = 1 if answers[0].shape[-1] == 2 else 0
    return np.concatenate([np.moveaxis(answer[..., first:], -1, 0) for answer in answers])


def blended(answers: Sequence[Array], columns: Labels, classes: int) -> Blend:
    """Return the second level that fits answers about points whose classes are known."""
    terms = _terms(answers)
    design = np.vstack([terms, np.ones(len(columns))])
    ridge = np.append(np.full(len(terms), PENALTY / len(columns)), 1e-9)
    wanted = np.arange(1, 2) if classes == 2 else np.arange(classes)
    signs = np.where(columns == wanted[:, None], 1.0, -1.0)
    weights = np.full(len(columns), 1 / len(columns))
    return Blend(np.stack([logistic_weights(design, row, weights, ridge) for row in signs]), classes)


def answering_unseen(models: Sequence[Model], data: Dataset) -> Generator[None, None, list[Array]]:
    """Return what each model answers about each point when it is fitted without it, with pauses."""
    count, classes = len(data), len(data.classes)
    groups = np.arange(count) % (count if count <= MOST_LEFT_OUT else FOLDS)
    answers = [np.zeros((count, classes)) for _ in models]
    for group in range(int(groups.max()) + 1):
        out = groups == group
        rest = data.part(~out)
        for model, answer in zip(models, answers, strict=True):
            member = yield from fitting(model, rest, data.classes)
            answer[out] = soft(member, data.points[out], classes)
    return answers
