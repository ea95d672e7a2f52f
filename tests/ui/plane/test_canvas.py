"""What the canvas paints, by probing pixels at known places."""

import time
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.core.grid import Grid
from mlexplorer.marks.marks import Arrow, Fill, Heat, Layer, Line, Points, Quads, Regions, Text
from mlexplorer.marks.palette import theme
from mlexplorer.painting.paths import enveloped, polyline, stretches
from mlexplorer.ui.look import theme as looks
from mlexplorer.ui.plane.canvas import Canvas

THEMES = ("light", "dark", "projector")


@pytest.fixture(params=THEMES)
def canvas(request, qtbot, qapp):
    looks.apply(qapp, request.param)
    canvas = Canvas(theme(request.param))
    qtbot.addWidget(canvas)
    canvas.resize(500, 500)
    canvas.set_bounds((-1.0, 1.0, -1.0, 1.0))
    canvas.show()
    qtbot.waitExposed(canvas)
    return canvas


def colour(canvas, x, y):
    place = canvas.position_of(np.array([[x, y]]))[0]
    found = canvas.grab().toImage().pixelColor(round(place[0]), round(place[1]))
    return np.array([found.red(), found.green(), found.blue()])


def wanted(canvas, role):
    text = canvas.theme.colour(role)
    return np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)])


def is_near(canvas, x, y, role, within=12):
    return np.abs(colour(canvas, x, y) - wanted(canvas, role)).max() <= within


def regions(labels, certainty):
    grid = Grid(-1, 1, -1, 1, 21, 21)
    chosen = np.where(grid.points[:, 0] < 0, *labels).reshape(21, 21)
    return Regions((-1, 1, -1, 1), chosen, np.full((21, 21), certainty), np.array(labels), np.zeros((21, 21, 2)))


def test_places_and_positions_are_inverse(canvas):
    for place in ((0.25, -0.5), (-0.9, 0.9)):
        position = canvas.position_of(np.array([place]))[0]
        np.testing.assert_allclose(canvas.place_of(QPointF(*position)), place, atol=1e-9)


def test_regions_have_the_tints_of_their_classes(canvas):
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)),), 10)
    assert is_near(canvas, -0.55, 0.31, "tint 0")
    assert is_near(canvas, 0.55, 0.31, "tint 1")


def test_doubt_is_paler(canvas):
    canvas.show_layers((Layer("regions", (regions((0, 1), 0.0),)),), 10)
    plane, tint, seen = wanted(canvas, "plane"), wanted(canvas, "tint 0"), colour(canvas, -0.55, 0.31)
    assert np.abs(seen - plane).sum() < 0.6 * np.abs(tint - plane).sum()


@pytest.mark.parametrize("label", [0, 1, 2, 4, -1])
def test_a_filled_point_has_its_colour_in_the_middle(canvas, label):
    canvas.show_layers((Layer("training", (Points(np.array([[0.31, 0.31]]), f"class {label}", label),)),), 1)
    assert is_near(canvas, 0.31, 0.31, f"class {label}", within=40)


def test_a_hollow_point_shows_the_plane_in_the_middle(canvas):
    canvas.show_layers((Layer("test", (Points(np.array([[0.31, 0.31]]), "class 0", 0, "hollow"),)),), 1)
    assert is_near(canvas, 0.31, 0.31, "plane")


def test_a_thick_boundary_lies_over_the_regions(canvas):
    line = Line(np.array([[0.0, -1.0], [0.0, 1.0]]), "boundary")
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)), Layer("boundary", (line,))), 10)
    assert is_near(canvas, 0.0, 0.31, "boundary")


def test_a_line_of_very_many_pieces_is_painted_whole(canvas):
    heights = np.linspace(-0.9, 0.9, 19)
    xs = np.linspace(-0.9, 0.9, 40)
    rows = [np.c_[np.r_[xs, np.nan], np.full(41, height)] for height in heights]
    canvas.show_layers((Layer("boundary", (Line(np.concatenate(rows), "boundary"),)),), 10)
    assert all(is_near(canvas, 0.31, height, "boundary") for height in heights.tolist())
    assert is_near(canvas, 0.31, 0.05, "plane")


def test_parts_of_a_path_hold_all_its_pieces():
    one = np.r_[np.random.default_rng(0).normal(size=(30, 2)), [[np.nan, np.nan]]]
    path = np.concatenate([one] * 40)
    parts = stretches(path, whole=True)
    assert len(parts) > 3
    np.testing.assert_array_equal(np.concatenate(parts), path)
    assert all(np.isnan(part[0]).all() for part in parts[1:]), "no piece is cut"
    solid = path[np.isfinite(path).all(axis=1)]
    assert len(stretches(solid, whole=True)) == 1, "a single piece stays whole"
    cut = stretches(solid, whole=False)
    assert len(cut) > 3
    np.testing.assert_array_equal(np.concatenate([cut[0], *(part[1:] for part in cut[1:])]), solid)
    assert all((one[-1] == two[0]).all() for one, two in pairwise(cut)), "each begins where the one before ends"


def zigzag(crossings):
    return np.c_[np.linspace(-0.95, 0.95, crossings), np.where(np.arange(crossings) % 2, -2.9, 2.9)]


def test_a_path_that_crosses_the_screen_often_is_cut_by_its_length():
    path = 600 * zigzag(100)
    cut = stretches(path, whole=False)
    assert len(cut) > 10
    np.testing.assert_array_equal(np.concatenate([cut[0], *(part[1:] for part in cut[1:])]), path)
    np.testing.assert_array_equal(stretches(path / 600, whole=False), [path / 600])


@pytest.mark.parametrize(("role", "opacity"), [("boundary", 1.0), ("boundary", 0.5), ("runner 1", 1.0)])
def test_a_line_that_covers_the_plane_many_times_is_painted_in_its_time(canvas, role, opacity):
    for crossings in (40, 400):
        canvas.show_layers((Layer("boundary", (Line(zigzag(crossings), role, opacity),)),), 10)
        begun = time.thread_time()
        canvas.grab()
        assert time.thread_time() - begun < 0.5  # it was 0.8 and 3.3 seconds


def test_layers_not_named_disappear_and_parts_stay(canvas):
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)),), 10)
    point = Layer("training", (Points(np.array([[0.31, 0.31]]), "class 0", 0),))
    canvas.show_layers((point,), 1, partly=True)
    assert is_near(canvas, -0.55, 0.31, "tint 0")
    canvas.show_layers((point,), 1)
    assert is_near(canvas, -0.55, 0.31, "plane")


def test_every_kind_of_mark_is_painted(canvas):
    quad = np.array([[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]])
    marks = {
        "fill": Fill((quad[0],), "tint 2"),
        "heat": Heat((-1, 1, -1, 1), np.ones((5, 5))),
        "quads": Quads(quad, np.ones(1)),
        "text": Text(np.array([0.05, 0.05]), "█████", "boundary"),
        "arrow": Arrow(np.array([-0.5, 0.05]), np.array([0.5, 0.05]), "path"),
    }
    for name, mark in marks.items():
        canvas.show_layers((Layer(name, (mark,)),), 0)
        assert not is_near(canvas, 0.05, 0.05, "plane"), name


def test_nothing_is_painted_outside_the_plane(canvas):
    line = Line(np.array([[-5.0, 0.0], [5.0, 0.0]]), "boundary")
    canvas.show_layers((Layer("boundary", (line,)),), 0)
    rect = canvas.plane_rect()
    pixel = canvas.grab().toImage().pixelColor(round(rect.right()) + 5, round(rect.center().y()))
    assert pixel.name().upper() == canvas.theme.colour("window").upper()


def test_a_path_has_its_pieces_and_no_single_places():
    gap = [np.nan, np.nan]
    path = polyline(np.array([[0, 0], [1, 2], gap, [5, 5], gap, gap, [2, 2], [3, 3], [4, 5]], float))
    found = [(path.elementAt(place).isMoveTo(), path.elementAt(place).x) for place in range(path.elementCount())]
    assert found == [(True, 0), (False, 1), (True, 2), (False, 3), (False, 4)]
    assert polyline(np.full((3, 2), np.nan)).isEmpty()
    assert polyline(np.empty((0, 2))).isEmpty()


def test_a_long_curve_keeps_its_envelope():
    xs = np.linspace(0, 50, 5001)
    path = np.c_[xs, np.sin(40 * xs)]
    kept = enveloped(path)
    assert len(kept) <= 4 * 51
    for column in range(50):
        whole, part = (places[np.floor(places[:, 0]) == column] for places in (path, kept))
        assert (part[0] == whole[0]).all()
        assert (part[-1] == whole[-1]).all()
        assert (part[:, 1].min(), part[:, 1].max()) == (whole[:, 1].min(), whole[:, 1].max())
    backwards = path[::-1]
    assert enveloped(backwards) is backwards
    broken = path.copy()
    broken[7] = np.nan
    assert enveloped(broken) is broken


def test_regions_are_enlarged_once_for_a_view_that_is_dragged(canvas):
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)),), 10)
    canvas.grab()
    picture = canvas.tiers[0].scaled["regions"].picture.cacheKey()
    for step in range(1, 30):
        canvas.set_bounds((-1 + step / 37, 1 + step / 37, -1.0, 1.0))
        canvas.grab()
    assert canvas.tiers[0].scaled["regions"].picture.cacheKey() == picture
    canvas.set_bounds((-2.0, 2.0, -2.0, 2.0))
    canvas.grab()
    assert canvas.tiers[0].scaled["regions"].picture.cacheKey() != picture


def test_a_picture_is_never_kept_much_larger_than_the_plane(canvas):
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)),), 10)
    for notch in range(60):  # as a fling of the wheel asks for, with or without a paint between
        side = 1.25**-notch
        canvas.set_bounds((-side, side, -side, side))
        canvas.grab()
        kept = canvas.tiers[0].scaled["regions"].picture.size()
        assert max(kept.width(), kept.height()) <= 2 * canvas.width()
        if side > 2 / 20:  # the width of a cell, over which the colours blend
            assert is_near(canvas, -0.9 * side, side / 3, "tint 0")
            assert is_near(canvas, 0.9 * side, side / 3, "tint 1")


def test_only_what_changed_is_painted_anew(canvas):
    canvas.order(("regions", "boundary"), ("training",), ("hover",))
    point = Layer("training", (Points(np.array([[0.31, 0.31]]), "class 0", 0),))
    canvas.show_layers((Layer("regions", (regions((0, 1), 1.0),)), point), 10)
    canvas.grab()
    seen = [tier.revision for tier in canvas.tiers]
    canvas.show_layers((Layer("hover", (Points(np.array([[0.0, 0.0]]), "boundary", 0, "hovered"),)),), 10, partly=True)
    canvas.grab()
    assert [tier.revision for tier in canvas.tiers] == seen, "what is still is copied"
    canvas.show_layers((Layer("training", (Points(np.array([[0.5, 0.5]]), "class 0", 0),)),), 10, partly=True)
    canvas.grab()
    assert [tier.revision for tier in canvas.tiers] == [seen[0], seen[1] + 1]
    assert is_near(canvas, 0.5, 0.5, "class 0", within=40)
    assert is_near(canvas, 0.31, 0.31, "tint 1"), "the point has left"
    canvas.set_bounds((-2.0, 2.0, -2.0, 2.0))
    canvas.grab()
    assert [tier.revision for tier in canvas.tiers] == [seen[0] + 1, seen[1] + 2]


def test_bounds_are_shown_exactly_whatever_the_shape_of_the_widget(canvas):
    for bounds in ((-1.0, 7.0, 0.25, 0.75), (1e9, 1e9 + 1, -1e-6, 1e-6), (-1e20, 1e20, 0.0, 1e-20)):
        canvas.set_bounds(bounds)
        canvas.resize(431, 377)
        canvas.grab()
        assert canvas.bounds == bounds
        corners = canvas.position_of(np.array([[bounds[0], bounds[2]], [bounds[1], bounds[3]]]))
        rect = canvas.plane_rect()
        wanted_corners = [[rect.left(), rect.bottom()], [rect.right(), rect.top()]]
        np.testing.assert_allclose(corners, wanted_corners, atol=1e-3)
    for nonsense in ((np.nan, 1.0, 0.0, 1.0), (0.0, np.inf, 0.0, 1.0), (1.0, 1.0, 0.0, 1.0), (-1e308, 1e308, 0.0, 1.0)):
        canvas.set_bounds(nonsense)
        assert canvas.bounds == bounds


def test_the_plane_moves_only_where_the_session_says(canvas):
    port, middle = canvas.viewport(), canvas.plane_rect().center()
    turn, keys, phase = QPoint(0, 120), Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    wheel = QWheelEvent(middle, port.mapToGlobal(middle), QPoint(), turn, Qt.MouseButton.NoButton, keys, phase, False)
    QApplication.sendEvent(port, wheel)
    left, kinds = Qt.MouseButton.LeftButton, QMouseEvent.Type
    for kind, shift in ((kinds.MouseButtonPress, 0), (kinds.MouseMove, 60), (kinds.MouseButtonRelease, 60)):
        place = middle + QPointF(shift, shift)
        QApplication.sendEvent(port, QMouseEvent(kind, place, port.mapToGlobal(place), left, left, keys))
    canvas.show_layers((Layer("training", (Points(np.array([[9.0, 9.0]]), "class 0", 0),)),), 1)
    canvas.grab()
    assert canvas.bounds == (-1.0, 1.0, -1.0, 1.0)


def test_keys_go_on_to_the_window(canvas):
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Minus, Qt.KeyboardModifier.NoModifier, "-")
    QApplication.sendEvent(canvas, event)
    assert not event.isAccepted()
    assert canvas.bounds == (-1.0, 1.0, -1.0, 1.0)
