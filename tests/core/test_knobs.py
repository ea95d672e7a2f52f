"""Values to try: lists, ranges, and where they stand on an axis."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.knobs import (
    anywhere,
    axis_of,
    chosen_knob,
    nearest_index,
    number_spec,
    place_of,
    usual_values,
    value_words,
    values_in,
)
from mlexplorer.core.model import Knob


def spec(model, name):
    return number_spec(registry.model(model)(), name)


def test_lists_are_sorted_and_each_value_stands_once():
    assert values_in(spec("tree", "depth"), " 4, 1,2,4 ") == (1, 2, 4)
    assert values_in(spec("svm", "cost"), "1,0.1") == (0.1, 1.0)


def test_ranges_go_by_ratios_where_the_parameter_does():
    assert values_in(spec("svm", "cost"), "0.01:100:5") == pytest.approx((0.01, 0.1, 1, 10, 100))
    assert values_in(spec("tree", "depth"), "1:9:5") == (1, 3, 5, 7, 9)
    assert values_in(spec("polynomial", "penalty"), "0:1:3") == (0, 0.5, 1)


def test_the_usual_values_stay_the_same_and_one_of_them_is_nearest_to_the_present_one():
    model = registry.model("knn")(k=8)
    knob = chosen_knob(model)
    assert knob == chosen_knob(registry.model("knn")())
    assert knob.values[nearest_index(model, knob)] in (7, 9)
    assert place_of(model, knob) == pytest.approx(np.log10(8))
    assert not knob.rising
    far = registry.model("knn")(k=90)
    assert chosen_knob(far).values == (*knob.values, 90)
    assert nearest_index(far, knob) is None
    assert anywhere(model, knob) == anywhere(registry.model("knn")(), knob)
    assert chosen_knob(model, words="1,3").values == (1, 3)
    assert len(usual_values(spec("svm", "offset"))) == 9


def test_a_model_without_a_knob_says_so():
    with pytest.raises(ValueError, match="name one"):
        chosen_knob(registry.model("stump")())
    assert chosen_knob(registry.model("perceptron")(), "rate").name == "rate"


def test_an_axis_goes_by_ratios_where_values_span_many_times_the_least():
    tree = registry.model("tree")()
    assert not axis_of(tree, Knob("depth", (1, 2, 8))).log
    priced = axis_of(tree, Knob("pruning", (0.0, 0.001, 0.01, 0.1)))
    assert priced.log
    np.testing.assert_allclose(priced.places, [-4, -3, -2, -1])
    assert priced.name == "pruning (leftmost: 0)"
    assert value_words(tree, "depth", 3) == "depth = 3"
