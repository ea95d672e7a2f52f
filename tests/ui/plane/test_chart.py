"""Charts of linked views are zoomed and panned by hand; a double click shows all again."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.marks.marks import Layer, Line
from mlexplorer.marks.plot import Plot
from mlexplorer.ui.plane.chart import ChartWidget

CURVE = Line(np.c_[np.linspace(0, 10, 50), np.linspace(0, 4, 50)], "curve 0")
PLOT = Plot((Layer("curve", (CURVE,)),), (0.0, 10.0, 0.0, 4.0), ("step", "loss"), "Loss")


@pytest.fixture
def chart(qtbot, light):
    del light
    chart = ChartWidget()
    qtbot.addWidget(chart)
    chart.resize(400, 260)
    chart.apply_theme()
    chart.show_plot(PLOT, "progress")
    chart.show()
    qtbot.waitExposed(chart)
    return chart


def wheel(chart, position, notches=1):
    port, nothing = chart.canvas.viewport(), Qt.KeyboardModifier.NoModifier
    turned, phase = QPoint(0, 120 * notches), Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        position, port.mapToGlobal(position), QPoint(), turned, Qt.MouseButton.NoButton, nothing, phase, False
    )
    QApplication.sendEvent(port, event)


def drag(chart, start, way):
    port, left = chart.canvas.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, pos=start.toPoint())
    for share in np.linspace(0, 1, 9)[1:]:
        QTest.mouseMove(port, (start + way * float(share)).toPoint())
    QTest.mouseRelease(port, left, pos=(start + way).toPoint())


def below(chart):
    rect = chart.canvas.plane_rect()
    return QPointF(rect.center().x(), rect.bottom() + 10)


def test_a_notch_of_the_wheel_zooms_about_the_pointer(chart):
    rect = chart.canvas.plane_rect()
    position = QPointF(rect.left() + rect.width() * 0.25, rect.top() + rect.height() * 0.5)
    place = chart.canvas.place_of(position)
    wheel(chart, position)
    left, right, bottom, top = chart.canvas.bounds
    assert (right - left, top - bottom) == pytest.approx((10 / 1.25, 4 / 1.25))
    assert chart.canvas.place_of(position) == pytest.approx(place, abs=0.02)  # the wheel knows whole pixels


def test_the_wheel_on_an_axis_zooms_that_axis_alone(chart):
    wheel(chart, below(chart))
    left, right, bottom, top = chart.canvas.bounds
    assert right - left == pytest.approx(8)
    assert (bottom, top) == (0.0, 4.0)


def test_a_drag_on_an_axis_pans_that_axis_and_touches_nothing(chart):
    touches = []
    chart.touched.connect(touches.append)
    drag(chart, below(chart), QPointF(-60, 12))
    left, right, bottom, top = chart.canvas.bounds
    shift = 60 / chart.canvas.plane_rect().width() * 10
    assert (left, right) == pytest.approx((shift, 10 + shift), rel=0.05)
    assert (bottom, top) == (0.0, 4.0)
    assert not [touch for touch in touches if touch.kind != "hover"]


def test_a_drag_on_the_plot_is_a_touch_and_moves_nothing(chart):
    touches = []
    chart.touched.connect(touches.append)
    drag(chart, chart.canvas.plane_rect().center(), QPointF(30, 10))
    kinds = [touch.kind for touch in touches]
    assert kinds[0] == "press"
    assert kinds[-1] == "release"
    assert "drag" in kinds
    assert {touch.begun for touch in touches} == {(touches[0].x, touches[0].y)}
    assert chart.canvas.bounds == PLOT.bounds


def test_the_zoom_stays_for_the_next_snapshots_until_a_double_click(chart):
    wheel(chart, chart.canvas.plane_rect().center())
    zoomed = chart.canvas.bounds
    chart.show_plot(replace(PLOT, bounds=(0.0, 20.0, 0.0, 5.0)), "progress")
    assert chart.canvas.bounds == zoomed
    chart.resize(420, 300)
    assert chart.canvas.bounds == zoomed
    QTest.mouseDClick(
        chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=chart.canvas.plane_rect().center().toPoint()
    )
    assert chart.canvas.bounds == (0.0, 20.0, 0.0, 5.0)


def test_another_view_shows_all(chart):
    wheel(chart, chart.canvas.plane_rect().center())
    chart.show_plot(PLOT, "losses")
    assert chart.canvas.bounds == PLOT.bounds


def test_nobody_zooms_to_where_nothing_can_be_told(chart):
    for _ in range(200):
        wheel(chart, chart.canvas.plane_rect().center(), 3)
    left, right, _, _ = chart.canvas.bounds
    assert 10 / 1e6 <= right - left < 0.1
    assert chart.canvas.grab().width() == 400


def test_no_menu_opens(chart):
    position = chart.canvas.plane_rect().center().toPoint()
    QTest.mouseClick(chart.canvas.viewport(), Qt.MouseButton.RightButton, pos=position)
    QTest.mouseClick(chart.canvas.viewport(), Qt.MouseButton.RightButton, pos=below(chart).toPoint())
    assert QApplication.activePopupWidget() is None
    assert chart.canvas.box.menu is None
