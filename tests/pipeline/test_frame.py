"""Which rectangle of the plane is shown, and whether its axes share a unit."""

import itertools
import os

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.reach import REACH
from mlexplorer.pipeline.frame import FARTHEST, LOCK_LIMIT, around, framed, is_locked, looked_at, panned, shown, zoomed
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session.session import Document, Run, Session, View

PLACES = (0.0, 1.0, -1.7e308, 1.7e308, 1e-300, 5e-324, 1e20, 1e15 + 0.125, float(np.nextafter(1, 2)))
COUNT = 20_000 if os.environ.get("MLEXPLORER_LONG", "") not in ("", "0") else 400


def unit_ratio(source, model):
    session = Session(Document(registry.source(source)(), (Run(registry.model(model)()),)))
    left, right, bottom, top = framed(prepare(session.document).data, looked_at(session), 600, 300).bounds
    return (right - left) / 600 / ((top - bottom) / 300)


@pytest.mark.parametrize(("source", "model"), [("moons", "svm"), ("stopping", "kmeans"), ("outlier", "lda")])
def test_a_unit_is_as_long_on_both_axes(source, model):
    assert unit_ratio(source, model) == pytest.approx(1)


def test_a_curve_fills_the_plane():
    """Speeds of 36 miles an hour and distances of 136 feet have no unit in common."""
    assert unit_ratio("stopping", "polynomial") == pytest.approx(36 / 136 / 2, rel=1e-6)


def is_sound(bounds):
    """Return whether bounds are finite, in order, and such that every place of a picture is finite too."""
    left, right, bottom, top = bounds
    inside = np.linspace([left, bottom], [right, top], 7)
    return left < right and bottom < top and np.isfinite(inside).all() and max(map(abs, bounds)) < 1e4 * FARTHEST


@pytest.mark.parametrize("units", ["auto", "equal", "free"])
def test_any_points_are_shown_within_finite_bounds(units):
    for (x, y), (u, v) in itertools.product(itertools.product(PLACES, PLACES[:5]), repeat=2):
        data = Dataset([[x, y], [u, v]], [0, 1])
        assert is_sound(around(data)), data.points
        assert is_sound(framed(data, View(units=units), 640, 400).bounds), data.points


def test_points_within_reach_lie_inside_the_bounds():
    random = np.random.default_rng(0)
    for _ in range(COUNT):
        points = random.normal(size=(random.integers(1, 5), 2)) * 10.0 ** random.uniform(-19, 19, 2)
        points += 10.0 ** random.uniform(-19, 19, 2) * random.integers(-1, 2, 2)
        left, right, bottom, top = around(Dataset(points, np.zeros(len(points), int)))
        low, high = points.min(axis=0), points.max(axis=0)
        assert left <= low[0] <= high[0] <= right
        assert bottom <= low[1] <= high[1] <= top


def test_zooming_and_panning_end_at_the_reach():
    out = inward = aside = (-3.0, 3.0, -2.0, 2.0)
    for _ in range(200):
        out, inward, aside = zoomed(out, 2.0, (1.0, 1.0)), zoomed(inward, 0.5, (1.0, 1.0)), panned(aside, 1e307, -1e307)
        assert is_sound(out)
        assert is_sound(inward)
        assert is_sound(aside)
    assert out[1] - out[0] == 20 * REACH
    assert inward[0] < 1 < inward[1]


def test_bounds_of_a_file_are_shown_as_they_are_or_as_near_as_can_be():
    usual = (-3.25, 3.5, -1e-9, 1e12)
    assert shown(usual) == usual
    for bounds in itertools.product(PLACES, repeat=4):
        assert is_sound(shown(bounds)), bounds
        assert is_sound(framed(Dataset([[0.0, 0.0]], [0]), View(bounds=bounds), 3000, 10).bounds), bounds


@pytest.mark.parametrize("middle", [(0.0, 0.0), (3.0, -7.0), (-40.0, 900.0)])
@pytest.mark.parametrize(("width", "height"), [(2.0, 3.0), (1.0, 1.0), (1.0, 3.9), (1.0, 4.1), (50.0, 1.0)])
def test_axes_share_a_unit_by_the_shape_of_the_rectangle_not_by_its_place(width, height, middle):
    (x, y), alike = middle, max(width, height) < LOCK_LIMIT * min(width, height)
    for across, up in ((width, height), (height, width)):
        bounds = (x - across / 2, x + across / 2, y - up / 2, y + up / 2)
        assert is_locked(bounds) is alike
        assert is_locked(bounds, "equal")
        assert not is_locked(bounds, "free")
