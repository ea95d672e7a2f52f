"""Thresholds against their cost: what the charts say."""

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.landscapes.staircases import threshold_plots


def test_a_sum_of_weights_that_rounds_to_nothing_is_told_as_nothing():
    data = Dataset([[0.1 * number, 0.0] for number in range(5)], [0, 0, 1, 1, 1])
    model = registry.model("adaboost")()
    steps = mlx.trace("adaboost", data)
    assert threshold_plots(steps[1], data, model)[0].now == "best 0"
