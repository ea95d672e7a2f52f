"""Bootstrap samples as multiplicities: how often each member of an ensemble sees each point, and what that leads to."""

import math

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.source import stream


def multiplicities(rows: Labels, count: int) -> Labels:
    """Return how often each of count points is among the rows drawn."""
    return np.bincount(rows, minlength=count)


def draw_bags(members: int, count: int, size: int, replace: bool, seed: int) -> Labels:
    """Return the multiplicity of each point in the sample of each member, as (members, count).

    More members leave the samples of the first ones as they are.
    """
    random = stream(seed, 0)
    if replace:
        return np.stack([multiplicities(random.integers(0, count, size), count) for _ in range(members)])
    return np.stack([multiplicities(random.permutation(count)[:size], count) for _ in range(members)])


def distinct_share(count: int, size: int) -> float:
    """Return the expected share of count points that occur in size draws with replacement: 1 − (1 − 1/n)^size."""
    return 1.0 - (1.0 - 1.0 / count) ** size


def mean_variance(correlation: float, members: int) -> float:
    """Return the variance of a mean of members of variance 1 that are correlated alike: ρ + (1 − ρ)/K."""
    return correlation + (1.0 - correlation) / members


def correlation_of(said: Labels) -> float | None:
    """Return the mean correlation of answers, (members, points), between members; None if nothing varies."""
    answers: Array = said.astype(np.float64)
    answers = answers[answers.std(axis=1) > 0]
    if len(answers) < 2:
        return None
    table = np.corrcoef(answers)
    return float((table.sum() - len(answers)) / (len(answers) * (len(answers) - 1)))


def majority_right(chance: float, voters: int) -> float:
    """Return how likely a majority of independent voters is right, each with the same chance; a tie is wrong."""
    least = voters // 2 + 1
    return math.fsum(
        math.comb(voters, right) * chance**right * (1.0 - chance) ** (voters - right)
        for right in range(least, voters + 1)
    )
