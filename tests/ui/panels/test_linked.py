"""The panel of linked views keeps what is looked at while points move, and goes back to it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.chart_room import CHART
from mlexplorer.views.catalogue import all_kinds
from tests.ui.conftest import opened


@pytest.fixture
def machine(qtbot):
    document = Document(registry.source("moons")(), (Run(registry.model("svm")()),))
    return opened(single(Session(document)), qtbot)


def shown(hands):
    return hands.window.linked.name


def test_a_drag_leaves_the_view_that_is_looked_at(machine):
    seen = []
    machine.window.work.pictured.connect(lambda _: seen.append(shown(machine)))
    assert shown(machine) == "progress"
    start = machine.data.points[3]
    machine.drag(tuple(start), (start[0] + 0.4, start[1] + 0.3))
    machine.settle()
    assert len(seen) > 1
    assert set(seen) == {"progress"}
    assert shown(machine) == "progress"


def test_a_view_that_a_model_has_not_comes_back_with_one_that_has(machine):
    machine.window.linked.choose("progress")
    session = machine.window.store.session
    machine.window.store.edit(session.with_model(registry.model("knn")()), "choose")
    machine.settle()
    assert shown(machine) != "progress"
    machine.window.store.edit(session, "choose")
    machine.settle()
    assert shown(machine) == "progress"


def test_a_tab_says_what_it_shows(machine):
    tabs = machine.window.linked.tabs
    for name in ("progress", "losses"):
        QTest.mouseMove(tabs, tabs.place_of(name).center())
        assert tabs.toolTip() == all_kinds()[name].help


def test_equal_units_stay_equal_when_the_panel_is_laid_out_and_resized(open_hands):
    hands = open_hands("svm", "xor")
    hands.window.linked.choose("lift")
    hands.settle()
    canvas = hands.window.linked.charts[0].canvas
    for height in (800, 640):
        hands.window.resize(1280, height)
        hands.settle()
        left, right, bottom, top = canvas.bounds
        rect = canvas.plane_rect()
        assert abs((right - left) / rect.width() * rect.height() / (top - bottom) - 1) < 0.02


def heights(linked):
    return [chart.canvas.plane_rect().height() for chart in linked.charts if chart.isVisible()]


def test_charts_beside_a_table_are_rather_few_than_flat(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    window = hands.window
    window.resize(1280, 800)
    window.linked.choose("progress")
    hands.settle()
    every = heights(window.linked)
    QTest.mouseClick(window.panel.runners.add, Qt.MouseButton.LeftButton)
    hands.settle()
    hands.qtbot.waitUntil(lambda: window.linked.reading.isVisible() and min(heights(window.linked)) >= 40)
    assert 1 <= len(heights(window.linked)) <= len(every)
    reading = window.linked.reading
    assert reading.isVisible()
    assert reading.height() >= reading.widget().sizeHint().height()


@pytest.mark.parametrize(("model", "view"), [("qda", "roc"), ("kmeans", "judge"), ("logistic", "judge")])
def test_charts_keep_the_room_they_need_beside_words_on_stage_too(open_hands, model, view):
    hands = open_hands(model, "blobs" if model != "logistic" else "moons")
    window = hands.window
    window.stage.fills_screen = False
    window.linked.choose(view)
    for is_on_stage in (False, True):
        if is_on_stage:
            window.run("present")
            window.run("stage:view")
        hands.settle()
        one = CHART * theme.current().scale
        first = next(chart for chart in window.linked.charts if chart.isVisible())
        assert first.height() >= (1.2 if view == "roc" else 1.5) * one - 2
        assert all(chart.height() >= one - 2 for chart in window.linked.charts if chart.isVisible())
