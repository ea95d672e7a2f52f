"""The axes on the screen: our ticks and numbers in pyqtgraph's axis, at every size."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from mlexplorer.marks.palette import theme
from mlexplorer.ui.look import theme as looks
from mlexplorer.ui.plane.axes import Axes, Axis
from mlexplorer.ui.plane.canvas import Canvas


def made(qtbot, qapp, size=(500, 400), *, small=False, unit=1.0, look="light"):
    looks.apply(qapp, look)
    canvas = Canvas(theme(look), small=small)
    qtbot.addWidget(canvas)
    canvas.resize(*size)
    canvas.set_theme(theme(look), unit)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.grab()
    return canvas


def axis(canvas, side) -> Axis:
    return next(item for item in canvas.scene().items() if isinstance(item, Axis) and item.orientation == side)


def texts(canvas, side):
    """Return the numbers of an axis with where they stand in the widget."""
    one, image = axis(canvas, side), QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _, _, found = one.generateDrawSpecs(painter)
    painter.end()
    return [(words, one.mapRectToScene(rect)) for rect, _, words in found]


def test_numbers_keep_their_digits_and_the_minus_sign(qtbot, qapp):
    canvas = made(qtbot, qapp)
    canvas.set_bounds((-0.5, 0.5, -20000.0, 20000.0))
    assert [words for words, _ in texts(canvas, "bottom")] == ["−0.4", "−0.2", "0.0", "0.2", "0.4"]
    assert "−20000" in [words for words, _ in texts(canvas, "left")]


def test_numbers_stand_at_their_places(qtbot, qapp):
    canvas = made(qtbot, qapp)
    canvas.set_bounds((-2.0, 2.0, -2.0, 2.0))
    for words, rect in texts(canvas, "bottom")[1:-1]:
        x = canvas.position_of(np.array([[float(words.replace("−", "-")), 0.0]]))[0, 0]
        assert rect.center().x() == pytest.approx(x, abs=1)
        assert rect.top() > canvas.plane_rect().bottom()
    for words, rect in texts(canvas, "left"):
        y = canvas.position_of(np.array([[0.0, float(words.replace("−", "-"))]]))[0, 1]
        assert rect.center().y() == pytest.approx(y, abs=1)
        assert rect.right() < canvas.plane_rect().left()


@pytest.mark.parametrize("size", [(220, 90), (360, 104), (400, 260)])
def test_a_small_chart_has_two_to_four_numbers_or_more_where_there_is_room(qtbot, qapp, size):
    canvas = made(qtbot, qapp, size, small=True)
    canvas.set_bounds((0.0, 13.7, 0.0, 213.0))
    level, upright = texts(canvas, "bottom"), texts(canvas, "left")
    assert 2 <= len(level) <= 9
    assert 1 <= len(upright) <= 7
    heights = [rect.center().y() for _, rect in upright]
    assert (np.abs(np.diff(heights)) >= 12).all(), "none stands on another"


@pytest.mark.parametrize("unit", [1.0, 1.5, 2.0])
def test_nothing_of_the_level_numbers_is_cut_at_any_size(qtbot, qapp, unit):
    canvas = made(qtbot, qapp, (640, 480), unit=unit)
    canvas.set_axes(Axes(("x₁", "x₂")))
    for high in (10.0, 1000.0, 123456.0):
        canvas.set_bounds((0.0, high, 0.0, high))
        assert all(rect.left() >= 0 and rect.right() <= canvas.width() for _, rect in texts(canvas, "bottom"))
        assert all(rect.bottom() <= canvas.height() for _, rect in texts(canvas, "bottom"))


def test_powers_of_ten_are_written_out(qtbot, qapp):
    canvas = made(qtbot, qapp)
    canvas.set_axes(Axes(log=(False, True)))
    canvas.set_bounds((0.0, 1.0, -2.0, 2.0))
    assert [words for words, _ in texts(canvas, "left")] == ["0.01", "0.1", "1", "10", "100"]


def test_names_are_slanted_if_they_are_signs_and_never_read_as_tags(qtbot, qapp):
    canvas = made(qtbot, qapp)
    canvas.set_axes(Axes(("x₁", "<b>width</b>")))
    canvas.grab()
    level, upright = axis(canvas, "bottom").label, axis(canvas, "left").label
    assert level.font().italic()
    assert level.toPlainText() == "x₁"
    assert not upright.font().italic()
    assert upright.toPlainText() == "<b>width</b>"
    middle = axis(canvas, "bottom").mapToScene(level.mapToParent(level.boundingRect().center()))
    assert middle.x() == pytest.approx(canvas.plane_rect().center().x(), abs=1)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_of_the_look_of_pyqtgraph_is_seen(qtbot, qapp, look):
    canvas = made(qtbot, qapp, look=look)
    image = canvas.grab().toImage()
    assert image.pixelColor(1, 1).name().upper() == theme(look).colour("window").upper()
    assert axis(canvas, "left").pen().color().name().upper() == theme(look).colour("axis").upper()
    assert axis(canvas, "left").textPen().color().name().upper() == theme(look).colour("muted").upper()


def test_without_axes_the_marks_stand_alone(qtbot, qapp):
    canvas = made(qtbot, qapp, small=True)
    canvas.set_axes(Axes(shown=False, small=True))
    assert canvas.plane_rect().width() > 490
    assert not axis(canvas, "left").isVisible()
    assert canvas.grid() is None


def test_what_is_counted_has_whole_numbers(qtbot, qapp):
    canvas = made(qtbot, qapp, (300, 200), small=True)
    canvas.set_bounds((-0.1, 3.1, 1.9, 3.1))
    assert "2.5" in [words for words, _ in texts(canvas, "left")]
    canvas.set_axes(Axes(small=True, whole=(True, True)))
    assert [words for words, _ in texts(canvas, "left")] == ["2", "3"]
    assert [words for words, _ in texts(canvas, "bottom")] == ["0", "1", "2", "3"]
