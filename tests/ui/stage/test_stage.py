"""The stage through real events: what stands on it, what keys mean there, and that it gives everything back."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.ui.look import theme

KEY, CTRL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def shown_parts(window):
    """The parts of the window that are shown, those of the stage too."""
    around = (window.toolbar, window.panel, window.data_table, window.linked, window.timeline, window.status)
    stage = (window.stage.title, window.stage.band, window.stage.strip, window.stage.strip.handle)
    return [part for part in (*around, window.plane, window.plane.bar, *stage) if part.isVisible()]


@pytest.fixture
def on_stage(open_hands):
    """A window on stage, as large as the screen of the tests or as a projector."""

    def make(model="svm", source="moons", values=None, large=False):
        hands = open_hands(model, source, values)
        if large:  # the screen of the tests is small, and a pointer never leaves it
            hands.window.stage.fills_screen = False
            hands.window.resize(1920, 1080)
        hands.key(KEY.Key_F5)
        hands.settle()
        assert not large or theme.current().scale == pytest.approx(1.6)
        return hands

    return make


def test_nothing_of_the_stage_is_seen_before_it_is_entered(open_hands):
    stage = open_hands("svm").window.stage
    assert not stage.strip.handle.isVisible()
    assert not stage.strip.isVisible()


def test_the_plane_has_the_full_screen_but_for_a_title_and_a_note(on_stage):
    hands = on_stage(large=True)
    window, stage = hands.window, hands.window.stage
    away = (window.toolbar, window.panel, window.timeline, window.status, window.linked, window.plane.bar)
    assert [part for part in away if part.isVisible()] == []
    assert stage.title.isVisible()
    assert stage.band.isVisible()
    plane = hands.canvas.plane_rect()
    assert plane.width() * plane.height() > 0.6 * window.width() * window.height()


def test_the_stage_is_the_full_screen(open_hands):
    hands = open_hands("svm")
    hands.key(KEY.Key_F5)
    assert hands.window.isFullScreen()
    hands.key(KEY.Key_F5)
    assert not hands.window.isFullScreen()


def test_the_title_is_model_and_parameters_as_mathematics_and_follows_them(on_stage):
    hands = on_stage("svm", values={"cost": 3.0, "gamma": 1.4}, large=True)
    words = hands.window.stage.title.words
    assert words.startswith("Support vector machine   C = 3 · γ = 1.4 · RBF kernel   training ")
    hands.key(KEY.Key_Up)
    hands.settle()
    assert "C = 3.1 ·" in hands.window.stage.title.words


def test_what_the_title_has_no_room_for_goes_the_last_first(on_stage):
    hands = on_stage("svm", values={"cost": 3.0, "gamma": 1.4}, large=True)
    title = hands.window.stage.title
    whole = len(title.fitting())
    for width in (1100, 760, 420, 100):
        title.resize(width, title.height())
        assert len(title.fitting()) <= whole
        whole = len(title.fitting())
    assert whole == 0


def test_sizes_are_those_that_the_last_row_can_read(on_stage):
    hands = on_stage(large=True)
    stage = hands.window.stage
    sizes = {name: theme.font(name).pixelSize() for name in ("stage_title", "stage_text", "stage_small")}
    assert sizes == {"stage_title": 38, "stage_text": 30, "stage_small": 26}
    assert stage.title.height() == 96
    assert stage.band.words.note.fontInfo().pixelSize() == pytest.approx(30, abs=1)
    assert stage.band.words.heading.fontInfo().pixelSize() == pytest.approx(26, abs=1)
    assert hands.canvas.unit == pytest.approx(1.6)


def test_the_note_tells_the_step_and_its_line_can_be_dragged(on_stage):
    hands = on_stage("logistic", values={"solver": "gradient", "steps": 30})
    band = hands.window.stage.band
    assert band.words.heading.text() == "Step 30 of 30"
    hands.key(KEY.Key_Left)
    hands.settle()
    assert band.words.heading.text() == "Step 29 of 30"
    assert band.words.note.text() == hands.snapshot.note
    QTest.mouseClick(band.line, Qt.MouseButton.LeftButton, pos=QPoint(round(band.line.x_of(10)), 8))
    hands.settle()
    assert band.words.heading.text() == "Step 10 of 30"
    hands.key(KEY.Key_J, CTRL)
    QTest.keyClicks(band.words.number, "7")
    QTest.keyClick(band.words.number, KEY.Key_Return)
    hands.settle()
    assert band.words.heading.text() == "Step 7 of 30"


def test_every_model_can_be_picked_without_leaving(on_stage):
    hands = on_stage("svm", large=True)
    picker = hands.window.stage.strip.picker
    picker.setFocus()
    picker.setCurrentIndex(picker.findData("tree"))
    picker.activated.emit(picker.findData("tree"))
    hands.settle()
    stage = hands.window.stage
    assert hands.window.store.session.run.model.public_name() == "tree"
    assert [row.spec.name for row in stage.strip.form.open_rows] == ["depth", "leaf", "pruning"]
    assert stage.title.words.startswith("Decision tree   depth 6")
    assert hands.window.presenting


def test_a_slider_of_the_strip_is_one_entry_of_undo(on_stage):
    hands = on_stage("svm", large=True)
    strip, store = hands.window.stage.strip, hands.window.store
    strip.come()
    slider = strip.form.sliders["cost"]
    before, entries = store.session.run.model.cost, store.history.index
    middle = slider.rect().center()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=middle)
    for step in range(1, 5):
        QTest.mouseMove(slider, middle + QPoint(8 * step, 0))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=middle + QPoint(32, 0))
    assert store.session.run.model.cost != before
    assert store.history.index == entries + 1
    hands.key(KEY.Key_Z, CTRL)
    assert store.session.run.model.cost == before


def test_all_parameters_and_the_data_are_one_key_away(on_stage):
    hands = on_stage("svm")
    panel = hands.window.panel
    hands.key(KEY.Key_F9)
    assert panel.isVisible()
    QTest.mouseClick(panel.model_form.row("hard").box, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    hands.settle()
    assert hands.window.store.session.run.model.hard
    hands.key(KEY.Key_Escape)
    assert not panel.isVisible(), "the list goes first"
    assert hands.window.presenting


def test_the_strip_goes_and_comes_back_with_the_pointer_or_a_key(on_stage):
    hands = on_stage("svm", large=True)
    strip, canvas = hands.window.stage.strip, hands.canvas
    strip.fading.rest.setInterval(1)
    strip.come()
    assert strip.isVisible()
    hands.qtbot.waitUntil(lambda: not strip.isVisible())
    assert strip.handle.isVisible(), "a faint line stays"
    rect = canvas.plane_rect().toRect()
    strip.fading.rest.setInterval(60_000)
    QTest.mouseMove(canvas.viewport(), QPoint(400, rect.top() + rect.height() // 3))
    assert not strip.isVisible(), "the pointer is far above"
    QTest.mouseMove(canvas.viewport(), QPoint(400, rect.bottom() - rect.height() // 4))
    assert strip.isVisible()
    strip.fading.hide()
    hands.key(KEY.Key_Tab)
    assert strip.isVisible()
    assert strip.isAncestorOf(QApplication.focusWidget())


def test_a_strip_that_is_kept_stays(on_stage):
    hands = on_stage("svm")
    strip = hands.window.stage.strip
    strip.fading.rest.setInterval(1)
    QTest.mouseClick(strip.buttons["stage:hold"], Qt.MouseButton.LeftButton)
    hands.qtbot.wait(30)
    assert strip.isVisible()
    QTest.mouseClick(strip.buttons["stage:hold"], Qt.MouseButton.LeftButton)
    QTest.mouseMove(hands.canvas.viewport(), QPoint(300, 100))
    hands.qtbot.waitUntil(lambda: not strip.isVisible())


def test_up_and_down_change_the_chosen_parameter_and_tab_chooses(on_stage):
    hands = on_stage("tree", large=True)
    model = lambda: hands.window.store.session.run.model  # noqa: E731  it is asked again and again
    depth, leaf = model().depth, model().leaf
    hands.key(KEY.Key_Down)
    assert model().depth == depth - 1
    focus = QApplication.focusWidget()
    assert focus is hands.window.stage.strip.form.sliders["depth"]
    QTest.keyClick(focus, KEY.Key_Up)
    assert model().depth == depth
    leaf_row = hands.window.stage.strip.form.row("leaf")
    for _ in range(9):
        if not leaf_row.isAncestorOf(QApplication.focusWidget()):
            QTest.keyClick(QApplication.focusWidget(), KEY.Key_Tab)
    hands.window.setFocus()
    hands.key(KEY.Key_Up)
    assert (model().depth, model().leaf) == (depth, leaf + 1)


def test_steps_walk_whatever_control_has_the_focus(on_stage):
    hands = on_stage("logistic", values={"solver": "gradient", "steps": 30})
    hands.key(KEY.Key_Tab)
    rate = hands.window.store.session.run.model.rate
    for key in (KEY.Key_Left, KEY.Key_Left, KEY.Key_Right):
        QTest.keyClick(QApplication.focusWidget(), key)
    hands.settle()
    assert hands.window.stage.band.words.heading.text() == "Step 29 of 30"
    assert hands.window.store.session.run.model.rate == rate


def test_the_linked_view_stands_beside_the_plane_or_takes_its_place(on_stage):
    hands = on_stage("svm", large=True)
    window = hands.window
    alone = hands.canvas.width()
    hands.key(KEY.Key_F4)
    hands.settle()
    assert window.linked.isVisible()
    assert window.linked.width() < hands.canvas.width() < alone
    hands.key(KEY.Key_F4)
    hands.settle()
    assert hands.canvas.width() < window.linked.width()
    hands.key(KEY.Key_F4)
    hands.settle()
    assert not window.linked.isVisible()
    assert hands.canvas.width() == alone


def test_escape_closes_list_pen_selection_and_stage_in_this_order(on_stage):
    hands = on_stage("svm")
    window, stage = hands.window, hands.window.stage
    hands.key(KEY.Key_A, CTRL)
    hands.key(KEY.Key_F2)
    hands.key(KEY.Key_F9)
    assert (window.panel.isVisible(), stage.pen is not None, bool(window.plane.desk.selected)) == (True, True, True)
    for left in ((False, True, True), (False, False, True), (False, False, False)):
        hands.key(KEY.Key_Escape)
        assert (window.panel.isVisible(), stage.pen is not None, bool(window.plane.desk.selected)) == left
        assert window.presenting
    hands.key(KEY.Key_Escape)
    assert not window.presenting
    assert not window.isFullScreen()


def test_leaving_gives_back_window_panels_and_layers_and_touches_no_document(open_hands):
    hands = open_hands("svm")
    window = hands.window
    window.linked.choose("progress")
    hands.settle()
    parts, look = shown_parts(window), theme.current()
    view, widths = window.store.session.view, (window.linked.width(), window.panel.width())
    hands.key(KEY.Key_F5)
    hands.key(KEY.Key_G, SHIFT)
    hands.key(KEY.Key_F4)
    hands.settle()
    window.linked.choose("losses")
    hands.key(KEY.Key_Up)
    changed = window.store.session.document
    hands.settle()
    hands.window.setFocus()
    hands.key(KEY.Key_Escape)
    hands.settle()
    QApplication.processEvents()
    assert window.store.session.document is changed, "what was changed on stage stays, and nothing else changes"
    assert window.store.session.view.switches == view.switches
    assert window.store.session.view.panel == view.panel
    assert theme.current() == look
    window.resize(1280, 800)
    hands.settle()
    assert shown_parts(window) == parts
    assert (window.linked.width(), window.panel.width()) == widths


def test_a_maximised_window_is_maximised_again(open_hands):
    hands = open_hands("knn")
    hands.window.showMaximized()
    for _ in range(2):
        hands.key(KEY.Key_F5)
    assert hands.window.isMaximized()
    assert not hands.window.isFullScreen()


def test_a_point_makes_the_screen_black_until_a_key_is_pressed(on_stage):
    hands = on_stage("knn", large=True)
    window, blank = hands.window, hands.window.stage.blank
    hands.key(KEY.Key_Period)
    assert blank.isVisible()
    assert blank.size() == window.whole.size()
    picture = window.grab().toImage()
    assert {picture.pixelColor(x, y).name() for x in (5, 900, 1900) for y in (5, 500, 1070)} == {"#000000"}
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Space)
    assert not blank.isVisible()
    assert not window.timeline.is_playing, "the key did nothing else"
    hands.key(KEY.Key_Period)
    QTest.mouseClick(blank, Qt.MouseButton.LeftButton)
    assert not blank.isVisible()


def test_plus_and_minus_change_the_size_of_the_content(on_stage):
    hands = on_stage("knn", large=True)
    hands.key(KEY.Key_Plus)
    assert hands.canvas.unit == pytest.approx(1.1 * 1.6)
    hands.key(KEY.Key_Minus)
    hands.key(KEY.Key_Minus)
    assert hands.canvas.unit == pytest.approx(0.9 * 1.6)
    assert theme.font("stage_text").pixelSize() == round(19 * 0.9 * 1.6)


def test_keys_of_the_stage_mean_what_they_meant_once_it_is_left(on_stage):
    hands = on_stage("knn")
    window = hands.window
    own = {name: window.actions_by_name[name] for name in ("delete", "up", "rotate:-15", "scale:1.1", "data_table")}
    assert [key.toString() for key in own["delete"].shortcuts()] == ["Del"]
    assert [name for name, action in own.items() if name != "delete" and action.shortcuts()] == []
    hands.key(KEY.Key_F5)
    keys = {name: [key.toString() for key in action.shortcuts()] for name, action in own.items()}
    assert keys["delete"] == ["Del", "Backspace"]
    assert keys["data_table"] == ["F4"]
    count = len(hands.data)
    hands.key(KEY.Key_A, CTRL)
    hands.key(KEY.Key_Backspace)
    assert len(hands.data) < count
    hands.key(KEY.Key_F2)
    assert window.stage.pen is None, "pens are for the stage"


def test_letters_mean_on_stage_what_they_mean_in_the_window(on_stage):
    hands = on_stage("svm")
    hands.key(KEY.Key_S)
    assert hands.window.plane.tool.name == "select"
    hands.key(KEY.Key_M, SHIFT)
    hands.settle()
    assert not hands.window.store.session.view.shows("margins", True)
    assert hands.window.plane.pill.text.startswith("Street hidden")
    pill, plane = hands.window.plane.pill, hands.canvas.plane_rect()
    assert pill.geometry().bottom() < hands.canvas.y() + plane.center().y(), "above, where the strip never lies"


def test_the_mouse_works_on_stage_as_in_the_window(on_stage):
    hands = on_stage("svm")
    count = len(hands.data)
    hands.click(*hands.canvas.place_of(hands.canvas.plane_rect().topLeft() + QPoint(60, 60)))
    assert len(hands.data) == count + 1


def test_title_and_note_can_be_hidden(on_stage):
    hands = on_stage("svm", large=True)
    tall = hands.canvas.height()
    hands.key(KEY.Key_F8)
    hands.settle()
    assert hands.canvas.height() > tall + 150
    hands.key(KEY.Key_F8)
    hands.settle()
    assert hands.canvas.height() == tall


def test_ctrl_tab_cycles_the_parts_of_window_and_stage(open_hands):
    hands = open_hands("svm")
    window = hands.window

    def walked(parts, turns, modifiers=CTRL):
        found = []
        for _ in range(turns):
            QTest.keyClick(QApplication.focusWidget() or window, KEY.Key_Tab, modifiers)
            found += [name for name, part in parts.items() if part.isAncestorOf(QApplication.focusWidget())]
        return found

    parts = {name: getattr(window, name) for name in ("panel", "plane", "linked", "timeline")}
    assert walked(parts, 5) == ["panel", "plane", "linked", "timeline", "panel"]
    assert walked(parts, 2, CTRL | SHIFT) == ["timeline", "linked"]
    hands.key(KEY.Key_F5)
    hands.key(KEY.Key_F4)
    hands.settle()
    parts = {"plane": window.plane, "linked": window.linked, "strip": window.stage.strip, "band": window.stage.band}
    assert walked(parts, 5) == ["plane", "linked", "strip", "band", "plane"]


def test_the_pointer_hides_when_it_rests_and_comes_back_when_it_moves(on_stage):
    hands = on_stage("svm")
    port = hands.canvas.viewport()
    hands.window.stage.pointer.setInterval(1)
    QTest.mouseMove(port, QPoint(300, 200))
    hands.qtbot.waitUntil(lambda: port.cursor().shape() == Qt.CursorShape.BlankCursor)
    hands.window.stage.pointer.setInterval(60_000)
    QTest.mouseMove(port, QPoint(340, 220))
    assert port.cursor().shape() != Qt.CursorShape.BlankCursor


def test_planes_side_by_side_go_on_stage_too(open_hands):
    hands = open_hands("svm")
    hands.key(KEY.Key_F6)
    hands.settle()
    hands.key(KEY.Key_F5)
    hands.settle()
    assert all(plane.isVisible() for plane in hands.window.beside.planes)
    strip, last = hands.window.stage.strip, hands.window.beside.planes[-1].canvas
    assert strip.isVisible()
    foot = last.mapTo(hands.window.whole, last.plane_rect().bottomLeft().toPoint()).y()
    assert foot - theme.px(20) < strip.geometry().bottom() < foot, "above the axis"
    hands.key(KEY.Key_F5)
    assert hands.window.toolbar.isVisible()


def test_one_to_one_is_never_lost(open_hands):
    hands = open_hands("svm")
    for key in (KEY.Key_F11, KEY.Key_F11, KEY.Key_F5, KEY.Key_F5):
        hands.key(key)
        QApplication.processEvents()
        left, right, bottom, top = hands.canvas.bounds
        rect = hands.canvas.plane_rect()
        assert (right - left) / rect.width() == pytest.approx((top - bottom) / rect.height(), rel=0.01)


def test_the_strip_has_a_place_before_planes_side_by_side_are_made(on_stage):
    hands = on_stage("svm")
    hands.window.run("side_by_side")
    hands.settle()
    hands.window.beside.planes.clear()  # as while they are made anew
    hands.window.stage.strip.come()  # it may have gone by itself meanwhile
    hands.window.plane.canvas.resized.emit(500, 500, 1.0)
    assert hands.window.stage.strip.isVisible()
