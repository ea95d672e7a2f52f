"""One against one: the winner of the vote, and how far the others are from winning."""

import itertools

import numpy as np
import pytest

from mlexplorer.algorithms.margins.voting import PairVotes, pairs_of


def winner(values, count):
    """The first class with most votes."""
    votes = np.zeros(count)
    for value, (first, second) in zip(values, itertools.combinations(range(count), 2), strict=True):
        votes[second if value > 0 else first] += 1
    return int(votes.argmax())


def lacking(values, count, label):
    """The least of |f| of one pair that lets a class win, and of the sum of |f| of all the pairs it lost."""
    if winner(values, count) == label:
        return 0.0
    found = []
    for index in range(len(values)):
        turned = values.copy()
        turned[index] *= -1
        if winner(turned, count) == label:
            found.append(abs(values[index]))
    lost = [
        abs(value)
        for value, pair in zip(values, itertools.combinations(range(count), 2), strict=True)
        if label in pair and label != pair[int(value > 0)]
    ]
    return min([*found, sum(lost)])


@pytest.mark.parametrize("count", [2, 3, 4, 7])
def test_scores_are_what_a_class_lacks(count):
    random = np.random.default_rng(count)
    values = random.normal(size=(len(pairs_of(count)), 40))
    found = PairVotes(values, count)
    for place in range(40):
        column = values[:, place]
        assert found.winners[place] == winner(column, count)
        wanted = [-lacking(column, count, label) for label in range(count)]
        np.testing.assert_allclose(found.scores[:, place], wanted, atol=1e-12)
        single = PairVotes(column[:, None], count)
        for label in range(count):
            turning = single.lacking(label)
            assert sum(abs(column[pair]) for pair in turning) == pytest.approx(-wanted[label])
    np.testing.assert_array_equal(found.scores.argmax(axis=0), found.winners)
    assert (found.votes.sum(axis=0) == len(values)).all()


def test_a_tie_goes_to_the_first_class():
    found = PairVotes(np.array([[-1.0], [2.0], [-3.0]]), 3)  # 0 beats 1, 2 beats 0, 1 beats 2: one vote each
    np.testing.assert_array_equal(found.votes[:, 0], [1, 1, 1])
    assert found.winners[0] == 0
    np.testing.assert_allclose(found.scores[:, 0], [0, -1, -3])


def test_a_value_of_zero_does_not_hide_the_winner():
    found = PairVotes(np.zeros((3, 1)), 3)
    assert found.scores[:, 0].argmax() == found.winners[0] == 0
    found = PairVotes(np.array([[0.0], [1.0], [1.0]]), 3)
    assert found.scores[:, 0].argmax() == found.winners[0] == 2


def test_scores_are_continuous_where_the_winner_changes():
    shares, seen = np.linspace(0, 1, 4001), 0
    for start, end in np.random.default_rng(0).normal(size=(20, 2, 6)):
        found = PairVotes(start[:, None] * (1 - shares) + end[:, None] * shares, 4)
        changes = np.flatnonzero(np.diff(found.winners))
        order = np.sort(found.scores, axis=0)
        leads = (order[-1] - order[-2])[[changes, changes + 1]]
        assert leads.max(initial=0) < np.abs(end - start).max() / 4000
        seen += len(changes)
    assert seen > 10
