"""Where a rule that doubts draws its lines."""

from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.core.capabilities import HasProbabilities
from mlexplorer.core.decision import Rule, preferences
from mlexplorer.core.grid import Grid
from mlexplorer.marks.contours import boundary_lines


@dataclass(frozen=True, eq=False, kw_only=True)
class Told(HasProbabilities):
    """The probability of the second class is the first coordinate."""

    classes = np.array([0, 1])

    def scores(self, points):
        return np.c_[1 - points[:, 0], points[:, 0]]

    def chances(self, scores):
        return scores


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Rule(reject=0.6), {0.4, 0.6}),
        (Rule(threshold=0.3), {0.3}),
        (Rule(threshold=0.3, reject=0.6), {0.3, 0.4, 0.6}),
        (Rule(threshold=0.3, reject=0.9), {0.1, 0.9}),
        (Rule(costs=((0.0, 1.0), (4.0, 0.0)), reject=0.6), {0.2, 0.4, 0.6}),
    ],
)
def test_lines_are_exactly_where_a_rule_changes_its_mind(rule, expected):
    grid = Grid(0, 1, 0, 1, 37, 5)  # no column of it is at a line
    _, values = preferences(Told(), Told().field(grid), rule)
    places = boundary_lines(grid, values)[:, 0]
    assert set(places[~np.isnan(places)].round(9)) == expected
