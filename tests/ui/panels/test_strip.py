"""The error strip: pictures over the curve, names at the ends of the curves, an edge to drag, and a line to fold to."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.lessons import scenes
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.strip.end_names import apart
from tests.ui.conftest import opened

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hands(qtbot):
    made = opened(scenes.book_of("scene:u_of_k"), qtbot)
    made.window.resize(1280, 860)  # high enough for pictures
    made.qtbot.waitUntil(lambda: len(made.window.strip.pictures.boxes) >= 4)
    made.settle()
    yield made
    made.window.jobs.stop()


def drag(edge, down):
    start = edge.rect().center()
    begun = edge.mapToGlobal(start)
    QTest.mousePress(edge, LEFT, pos=start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(edge, edge.mapFromGlobal(begun + QPoint(0, round(share * down))))  # it moves with the hand
    QTest.mouseRelease(edge, LEFT, pos=start)


def test_at_least_four_pictures_stand_over_their_places_and_none_over_another(hands):
    strip = hands.window.strip
    result = hands.window.linked.results.known(hands.window.store.session)[0]
    boxes = strip.pictures.boxes
    assert len(boxes) >= 4
    assert result.present in boxes
    for one, other in itertools.combinations(boxes.values(), 2):
        assert not one.intersects(other)
    for number, box in boxes.items():
        place = strip.chart.canvas.position_of(np.array([[result.fits[number].x, 0.0]]))[0, 0]
        assert box.left() - 1 <= place <= box.right() + 1


def test_pictures_differ_and_have_the_colours_of_both_classes(hands):
    pictures = hands.window.strip.pictures
    images = [pictures.shown[number] for number in sorted(pictures.boxes)]
    assert images[0] != images[-1]
    tints = {theme.colour("tint 0").rgb(), theme.colour("tint 1").rgb()}
    seen = {images[0].pixel(x, y) for x in range(0, images[0].width(), 3) for y in range(0, images[0].height(), 3)}
    assert tints <= seen


def test_a_picture_is_previewed_where_the_pointer_rests_and_a_click_goes_there(hands):
    strip, store = hands.window.strip, hands.window.store
    result = hands.window.linked.results.known(store.session)[0]
    number = next(number for number in strip.pictures.boxes if number != result.present)
    middle = strip.pictures.boxes[number].center().toPoint()
    QTest.mouseMove(strip.pictures, middle)
    assert store.session.view.preview is None
    hands.qtbot.waitUntil(lambda: store.session.view.preview == (0, number))
    before = store.session.run.model.k
    QTest.mouseClick(strip.pictures, LEFT, pos=middle)
    assert store.session.run.model.k == result.knob.values[number]
    hands.key(Qt.Key.Key_Z, CTRL)
    assert store.session.run.model.k == before


def test_every_curve_is_named_where_it_ends_and_no_name_stands_on_another(hands):
    names = hands.window.strip.names
    assert {"training", "cross-validated"} <= set(names.names)
    for one, other in itertools.combinations(names.names.values(), 2):
        assert not one.adjusted(0, 1, 0, -1).intersects(other)
    for box in names.names.values():
        assert box.top() >= 0
        assert box.bottom() <= names.height()
        assert box.right() <= names.width()


def test_names_move_as_little_as_they_must():
    assert apart([10, 40, 90], 15, 0, 100) == [10, 40, 90]
    assert apart([50, 50, 50], 15, 0, 100) == [50, 65, 80]
    assert apart([95, 99], 15, 0, 100) == [85, 100]
    assert apart([30, 20], 15, 0, 100) == [35, 20]


@pytest.mark.parametrize(("down", "height"), [(-60, None), (-900, 360), (70, None)])
def test_its_edge_is_dragged_between_96_and_360(hands, down, height):
    strip = hands.window.strip
    before = strip.body.height()
    drag(strip.edge, down)
    wanted = before - down if height is None else height - 34
    assert strip.body.height() == pytest.approx(wanted, abs=2)
    assert strip.chart.isVisible()
    if strip.body.height() < 150:
        assert not strip.pictures.height(), "the curve needs the room"


def test_it_folds_to_its_header_and_back(hands):
    strip = hands.window.strip
    QTest.mouseClick(strip.fold_button, LEFT)
    assert not strip.body.isVisible()
    assert strip.isVisible()
    assert strip.height() < 60
    assert "errs least" in strip.words
    QTest.mouseClick(strip.fold_button, LEFT)
    assert strip.body.isVisible()


def test_a_low_window_folds_the_strip_to_its_header_until_it_is_unfolded_there(hands):
    window, body = hands.window, hands.window.strip.body
    for height, is_shown in ((760, True), (759, False)):
        window.resize(1280, height)
        hands.settle()
        assert body.isVisible() is is_shown
    QTest.mouseClick(window.strip.fold_button, LEFT)
    assert body.isVisible()
    for height in (800, 700):
        window.resize(1280, height)
        hands.settle()
        assert body.isVisible(), "each height remembers its own"


def test_in_a_low_window_the_plane_comes_before_the_pictures(hands):
    hands.window.resize(1280, 800)
    hands.settle()
    assert not hands.window.strip.pictures.height()
    assert hands.canvas.plane_rect().height() >= 320


@pytest.mark.parametrize("key", [Qt.Key.Key_F5, Qt.Key.Key_F11])
def test_it_stays_away_from_the_stage_and_the_plane_alone_whatever_is_edited_there(hands, key):
    window, store = hands.window, hands.window.store
    hands.key(key)
    model = store.session.run.model
    store.edit(store.session.with_model(model.with_values({"k": model.k + 2})), "change k")
    hands.settle()
    assert not window.strip.isVisible()
    hands.key(Qt.Key.Key_Escape)
    hands.settle()
    assert window.strip.isVisible()
    assert f"k = {model.k + 2}" in hands.window.strip.words
