"""Whatever the numbers are, what reaches Qt can be painted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from mlexplorer.marks.clipping import clipped_ring
from mlexplorer.marks.marks import Arrow, Cells, Cloud, Fill, Heat, Line, Points, Quads, Regions, Text
from mlexplorer.marks.palette import theme
from mlexplorer.painting.gate import (
    EVERYWHERE,
    FARTHEST,
    around,
    passing_line,
    passing_places,
    passing_ring,
    passing_sizes,
    seen_part,
)
from mlexplorer.painting.painter import PaperPainter, ScreenPainter
from mlexplorer.painting.paths import placing
from mlexplorer.ui.plane.sprites import Scaled, stamp

ANY = arrays(np.float64, st.tuples(st.integers(0, 12), st.just(2)), elements=st.floats(width=64))
FRAME = QRectF(10, 10, 180, 120)
NASTY = np.array([[0, 0], [np.nan, 1], [np.inf, -np.inf], [1e308, -1e308], [1e12, 3], [-1e300, 0.5], [0.2, 0.7]])


@given(ANY)
def test_places_lines_and_polygons_are_numbers_near_by(places):
    for passing in (passing_places, passing_line, passing_ring):
        with np.errstate(all="ignore"):
            made = passing(places)
        solid = made[~np.isnan(made).any(axis=1)]
        assert (np.abs(solid) <= FARTHEST).all()
    assert not np.isnan(passing_ring(places)).any()


@given(arrays(np.float64, 5, elements=st.floats(width=64)))
def test_sizes_are_moderate(sizes):
    made = passing_sizes(sizes)
    assert ((made >= 0) & (made <= 1e3)).all()


def test_what_is_near_goes_through_as_it_is():
    near = np.random.default_rng(0).normal(size=(20, 2)) * 1000
    assert passing_places(near) is near
    assert passing_ring(near) is near
    np.testing.assert_array_equal(passing_line(near), near)


def test_an_edge_to_a_far_corner_keeps_its_direction():
    ring = passing_ring(np.array([[0.0, 0.0], [4e9, 3e9], [0.0, 10.0]]))
    slopes = ring[ring[:, 1] > 100]
    assert slopes[:, 1] / slopes[:, 0] == pytest.approx(0.75, rel=1e-4)


def test_a_clipped_ring_has_the_area_of_the_part_inside():
    square = np.array([[-1.0, -1.0], [3.0, -1.0], [3.0, 3.0], [-1.0, 3.0]])
    ring = clipped_ring(square, (0.0, 2.0, 0.0, 1.0))
    x, y = ring.T
    assert abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2 == pytest.approx(2.0)
    diamond = np.array([[0.0, -2.0], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0]])
    x, y = clipped_ring(diamond, (-1.0, 1.0, -1.0, 1.0)).T
    assert abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2 == pytest.approx(4.0)
    assert len(clipped_ring(square + 10, (0.0, 1.0, 0.0, 1.0))) == 0


def test_a_picture_is_cut_to_the_frame_before_it_is_enlarged():
    seen, pixels = seen_part(QRectF(-1e9, -1e9, 2e9, 2e9), FRAME, 100, 100)
    assert seen == FRAME
    assert pixels.width() == pytest.approx(100 * 180 / 2e9)
    assert seen_part(FRAME, FRAME, 7, 5) == (FRAME, QRectF(0, 0, 5, 7))
    assert seen_part(QRectF(1e9, 0, 1e9, 1e9), FRAME, 5, 5) is None
    assert seen_part(QRectF(float("nan"), 0, 1e9, 1e9), FRAME, 5, 5) is None
    assert seen_part(QRectF(0, 0, float("inf"), 10), FRAME, 5, 5) is None


def marks():
    labels, sure = np.zeros((9, 9), np.intp), np.full((9, 9), 0.7)
    labels[:, 5:] = 1
    bounds = (-1e300, 1e300, -1e308, 1e308)
    two = np.array([0, 1])
    quads = np.concatenate([NASTY[:4][None], np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]])])
    yield Points(NASTY, "class 0", 0)
    yield Points(NASTY, "class 0", 2, "support", np.full(len(NASTY), np.nan), np.full(len(NASTY), np.inf))
    yield Line(NASTY, "boundary")
    yield Line(NASTY, "margin")
    yield Fill((NASTY, NASTY[3:]), "tint 0")
    yield Quads(quads, np.zeros(2))
    yield Heat(bounds, np.full((9, 9), 0.5))
    yield Cloud(bounds, labels, sure)
    yield Cells((NASTY,), np.array([0]), np.array([0.5]))
    yield Regions(bounds, labels, sure, two, np.random.default_rng(0).normal(size=(9, 9, 2)))
    for place in NASTY:
        yield Text(place, "words", way=NASTY[4] - place)
        yield Text(place, "words")
        for other in NASTY:
            yield Arrow(place, other, "path")


@pytest.mark.parametrize("span", [1.0, 1e-9, 1e9])
@pytest.mark.parametrize("kind", [ScreenPainter, PaperPainter])
@pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:invalid value encountered")  # in levels, not here
def test_no_mark_of_any_numbers_harms_a_painter(kind, span, qapp):
    del qapp
    image = QImage(200, 140, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    qt = QPainter(image)
    qt.setRenderHint(QPainter.RenderHint.Antialiasing)
    qt.setClipRect(FRAME)
    painter = kind(qt, theme("light"), placing((-span, span, -span, span), FRAME), frame=FRAME)
    for mark in marks():
        if isinstance(mark, Regions | Cloud) and kind is ScreenPainter:
            Scaled().draw(painter, mark, 1.0)
        elif isinstance(mark, Points) and kind is ScreenPainter:
            stamp(painter, mark, 1.0)
        elif not isinstance(mark, Regions | Heat | Cells) or kind is ScreenPainter:  # contours need numbers
            painter.draw(mark)
    assert qt.isActive()
    qt.end()
    assert image.pixel(2, 2) == 0xFFFFFFFF, "nothing outside of the frame"


def test_an_area_beside_the_screen_is_not_painted_and_a_large_one_is_cut():
    near = around(QRectF(0, 0, 100, 50))
    assert near == (-100, 200, -50, 100)
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert len(passing_ring(square + 500, near)) == 0
    np.testing.assert_array_equal(passing_ring(square, near), square)
    cut = passing_ring(1e5 * (square - 0.5), near)
    assert (cut.min(axis=0).tolist(), cut.max(axis=0).tolist()) == ([-100, -50], [200, 100])


def test_a_long_line_ends_a_little_beyond_the_screen():
    near = around(QRectF(0, 0, 100, 50))
    seen = passing_line(np.array([[-1e5, 20.0], [1e5, 20.0]]), near)
    np.testing.assert_allclose(seen[np.isfinite(seen).all(axis=1)], [[-100, 20], [200, 20]])


def test_without_a_frame_everything_that_can_be_painted_is():
    assert around(None) == EVERYWHERE
