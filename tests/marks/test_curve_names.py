"""Names of curves: on their own curve, away from the others and from lines, and level."""

import numpy as np

from mlexplorer.landscapes.margin_plot import margin_plot
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Text

BOUNDS = (-1.0, 1.0, -1.0, 1.0)
XS = np.linspace(-1, 1, 201)


def test_a_name_keeps_away_from_a_line_across_its_curve():
    flat = {"flat": np.c_[XS, 0 * XS]}
    upright = np.c_[np.full(201, 0.7), XS]
    (free,), (kept,) = curve_names(flat, BOUNDS), curve_names(flat, BOUNDS, upright)
    assert free.place[1] == kept.place[1] == 0.0
    assert abs(free.place[0] - 0.7) < 0.1
    assert abs(kept.place[0] - 0.7) > 0.5


def test_no_name_of_a_loss_stands_on_the_upright_through_0():
    margins = np.linspace(-1.5, 3.0, 40)
    plot = margin_plot("hinge", margins, np.arange(40) % 2)
    names = {mark.words: mark.place for layer in plot.layers for mark in layer.marks if isinstance(mark, Text)}
    assert {"hinge", "0/1", "perceptron"} <= set(names)
    assert all(abs(place[0]) > 0.25 for place in names.values()), names


def test_names_stand_on_their_curves_wherever_the_plot_lies():
    bounds = (100.0, 140.0, -3.0, 2.0)
    along = np.linspace(100, 140, 301)
    curves = {"wave": np.c_[along, np.sin(along)], "flat": np.c_[along, np.full(301, -2.0)]}
    names = curve_names(curves, bounds)
    assert [name.words for name in names] == ["wave", "flat"]
    for name in names:
        assert np.linalg.norm(curves[name.words] - name.place, axis=1).min() < 1e-9
