"""Small windows: both pickers stay in sight, nine classes fit the bar, and a long note takes two lines."""

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from mlexplorer.core import registry
from mlexplorer.session.opening import empty
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.panels.chart_room import FEWEST
from mlexplorer.ui.panels.class_strip import FULL, SHAPES, WITHOUT_COUNTS
from mlexplorer.ui.panels.transport import StepWords
from mlexplorer.ui.window import Window
from tests.ui.conftest import opened


@pytest.fixture
def crowded(qtbot):
    source = registry.source("blobs")().with_values({"classes": 9})
    return opened(single(Session(Document(source, (Run(registry.model("knn")()),)))), qtbot)


def test_the_model_stands_first_at_a_place_that_never_scrolls(crowded):
    crowded.window.resize(1280, 620)
    crowded.settle()
    panel = crowded.window.panel
    picker = panel.model_picker
    assert picker.visibleRegion().boundingRect() == picker.rect()
    place = picker.mapTo(panel, picker.rect().topLeft())
    assert place.y() < panel.area.y() < panel.source_picker.mapTo(panel, panel.source_picker.rect().bottomLeft()).y()
    panel.area.verticalScrollBar().setValue(panel.area.verticalScrollBar().maximum())
    crowded.settle()
    assert picker.mapTo(panel, picker.rect().topLeft()) == place


def test_nine_classes_leave_out_their_counts_where_they_have_no_room(crowded):
    buttons = crowded.window.toolbar.classes.buttons.values()
    for width, says in ((1920, FULL), (1280, WITHOUT_COUNTS), (1000, SHAPES)):
        crowded.window.resize(width, 800)
        crowded.qtbot.waitUntil(lambda says=says: {button.says for button in buttons} == {says})
        if says != SHAPES:
            crowded.qtbot.waitUntil(lambda: all(button.width() == button.sizeHint().width() for button in buttons))


def test_what_helps_on_has_buttons_with_words_where_there_is_room(open_hands, crowded):
    window = open_hands("svm").window
    for one, width, there in ((window, 1440, True), (window, 1280, True), (window, 1024, False)):
        one.resize(width, 800)
        buttons = {button.defaultAction(): button for button in one.toolbar.findChildren(QToolButton)}
        for name in ("gallery", "lessons", "help"):
            button = buttons[one.actions_by_name[name]]
            assert button.isVisible() is there
            assert not there or button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        assert buttons[one.actions_by_name["find"]].isVisible()
        stage = buttons[one.actions_by_name["present"]]
        crowded.qtbot.waitUntil(lambda stage=stage: stage.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly)


def test_present_keeps_its_word_with_three_classes(open_hands):
    hands = open_hands("kmeans", "blobs")
    hands.window.resize(1280, 800)
    (button,) = [one for one in hands.window.toolbar.findChildren(QToolButton) if one.property("role") == "main"]
    hands.qtbot.waitUntil(lambda: button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    assert button.width() >= button.sizeHint().width()


def test_the_heads_of_model_and_data_hold_what_is_for_them(open_hands):
    window = open_hands("svm").window
    held = {
        section: {window.actions_by_name[name] for name in names}
        for section, names in (
            (window.panel.model_section, ("side_by_side", "help_model")),
            (window.panel.data_section, ("open", "data_table")),
        )
    }
    for section, actions in held.items():
        assert actions <= {button.defaultAction() for button in section.findChildren(QToolButton) if button.isVisible()}
    assert window.panel.runners.add.isVisible()


def test_words_stand_beside_the_icons_of_the_timeline_where_the_track_stays_long(open_hands):
    hands = open_hands("kmeans")
    window = hands.window
    for width, role in ((1440, "beside"), (1000, "tool"), (1440, "beside")):
        window.resize(width, 800)
        hands.qtbot.waitUntil(lambda role=role: window.timeline.restart_button.property("role") == role)
    assert window.timeline.track.width() > 400


def shown(strip):
    return [button for button in strip.buttons.values() if button.isVisible()]


def test_where_even_shapes_have_no_room_the_current_class_and_a_menu_of_all_stay(crowded):
    window, strip = crowded.window, crowded.window.toolbar.classes
    window.resize(900, 700)
    crowded.key(Qt.Key.Key_B)
    for label in (0, 6, 8):
        crowded.key(Qt.Key.Key_1 + label)
        crowded.qtbot.waitUntil(lambda label=label: strip.buttons[label].isVisible() and strip.more_button.isVisible())
        crowded.qtbot.waitUntil(lambda: all(one.width() == one.sizeHint().width() for one in shown(strip)))
        assert 1 <= len(shown(strip)) < 9
        assert strip.geometry().right() < window.width()
    QTest.mouseClick(strip.more_button, Qt.MouseButton.LeftButton)
    entries = strip.menu.actions()
    assert [entry.text().split("   ")[0] for entry in entries] == [f"Class {label}" for label in range(9)] + [
        "Unlabelled"
    ]
    entries[2].trigger()
    strip.menu.close()
    assert window.plane.desk.current_class == 2
    crowded.qtbot.waitUntil(strip.buttons[2].isVisible)
    window.resize(1900, 800)
    crowded.qtbot.waitUntil(lambda: not strip.more_button.isVisible())
    assert all(button.isVisible() for button in strip.buttons.values())


def test_a_chip_that_is_switched_on_gets_room_for_its_tick(open_hands):
    hands = open_hands("lda")
    chip = hands.window.plane.bar.chips["regions"]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    hands.settle()
    assert not chip.isChecked()
    before = chip.width()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    hands.settle()
    assert chip.isChecked()
    assert chip.width() == chip.sizeHint().width() > before


def test_the_bar_above_the_plane_has_the_same_edge_on_both_sides(open_hands):
    edges = open_hands("lda").window.toolbar.layout().contentsMargins()
    assert edges.left() == edges.right() > 0


def test_a_long_note_is_never_cut(qtbot):
    words = StepWords(None)
    qtbot.addWidget(words)
    words.resize(400, 60)
    words.show()
    note = "The first line of this note is as long as it may be, the second has the rest, and there is a third one."
    words.say("Step 3 of 9", note, steady=True)
    words.resize(400, words.height())
    assert words.note.text() == note
    assert words.height() >= words.note.heightForWidth(words.note.width())
    before = words.height()
    words.say("Step 4 of 9", "Short.", steady=True)
    assert words.height() == before, "the window does not jump while it plays"
    words.say("Step 4 of 9", "Short.", steady=False)
    assert words.height() < before


def test_without_a_fit_nothing_seems_to_be_fitting(hands):
    hands.window.run("new")
    hands.settle()
    assert hands.window.timeline.heading == "No steps"


def test_classes_go_with_the_source_that_had_them(crowded):
    strip = crowded.window.toolbar.classes
    assert not strip.buttons[8].isHidden()
    session = crowded.window.store.session
    document = Document(registry.source("moons")(), session.document.runs)
    crowded.window.store.edit(Session(document), "choose Two moons")
    crowded.settle()
    assert [label for label, button in strip.buttons.items() if not button.isHidden()] == [0, 1, -1]


def test_a_low_panel_shows_fewer_charts_rather_than_flat_ones(qtbot):
    document = Document(registry.source("moons")(), (Run(registry.model("svm")()),))
    hands = opened(single(Session(document)), qtbot)
    full = [chart for chart in hands.window.linked.charts if not chart.isHidden()]
    hands.window.run("present")
    hands.key(Qt.Key.Key_F4)  # the linked view stands beside the plane
    hands.settle()
    hands.qtbot.waitUntil(
        lambda: FEWEST <= sum(not chart.isHidden() for chart in hands.window.linked.charts) < len(full)
    )


def test_only_the_plane_is_really_alone_and_all_comes_back(open_hands):
    hands = open_hands("svm")
    window = hands.window
    around = (window.toolbar, window.panel, window.linked, window.timeline, window.status)
    for leave in (Qt.Key.Key_F11, Qt.Key.Key_Escape):
        hands.key(Qt.Key.Key_F11)
        assert [part for part in (*around, window.data_table) if part.isVisible()] == []
        assert window.isFullScreen()
        hands.key(leave)
        assert not window.isFullScreen()
        assert window.toolbar.isVisible()
        assert window.linked.isVisible()
    hands.key(Qt.Key.Key_F11)
    hands.key(Qt.Key.Key_F5)
    assert window.stage.title.isVisible(), "from the plane alone straight to the stage"
    hands.key(Qt.Key.Key_F5)
    assert [part for part in around if not part.isVisible()] == []
    assert not window.data_table.isVisible()


def test_the_plane_alone_in_a_presentation_gives_the_presentation_back(open_hands):
    hands = open_hands("svm")
    window = hands.window
    for key in (Qt.Key.Key_F5, Qt.Key.Key_F11, Qt.Key.Key_F11):
        hands.key(key)
    assert window.stage.title.isVisible()
    assert not window.panel.isVisible()
    hands.key(Qt.Key.Key_Escape)
    assert window.panel.isVisible()
    assert window.toolbar.isVisible()


def test_the_data_table_keeps_the_place_of_the_panel_after_a_presentation(open_hands):
    hands = open_hands("svm")
    for key in (Qt.Key.Key_F4, Qt.Key.Key_F5, Qt.Key.Key_F5):
        hands.key(key)
    assert hands.window.data_table.isVisible()
    assert not hands.window.panel.isVisible()
    hands.key(Qt.Key.Key_F4)
    assert hands.window.panel.isVisible()


def test_the_menu_button_looks_unused_after_use(open_hands):
    hands = open_hands("knn")
    window = hands.window
    button = window.toolbar.menu_button
    unused = button.grab().toImage()

    def use():
        QCursor.setPos(window.menu.mapToGlobal(window.menu.rect().center()))
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as X11 leaves it, since the menu took the pointer
        QTest.keyClick(window.menu, Qt.Key.Key_Escape)

    window.menu.aboutToShow.connect(lambda: QTimer.singleShot(0, use))
    QTest.mouseMove(button, button.rect().center())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not window.menu.isVisible()
    assert button.grab().toImage() == unused


def test_a_new_window_fits_its_screen(hands):
    QSettings().remove("geometry")
    window = Window(empty())
    hands.qtbot.addWidget(window)
    room = window.screen().availableSize()
    assert window.width() <= max(room.width(), window.minimumWidth())
    assert window.height() <= max(room.height() - 40, window.minimumHeight()), "there is a title bar"
    window.jobs.stop()


def test_facts_that_have_no_room_beside_the_key_are_left_out_whole(open_hands):
    hands = open_hands("svm", source_values={"count": 60})
    status = hands.window.status
    wide = status.right
    status.resize(600, 30)
    assert status.fitting() == wide != ""
    status.resize(20, 30)
    assert status.fitting() == ""


def test_the_key_gives_way_to_a_point(open_hands):
    hands = open_hands("svm")
    QTest.mouseMove(hands.canvas.viewport(), hands.position(*hands.data.points[0]))
    status = hands.window.status
    hands.qtbot.waitUntil(lambda: status.fitting() == status.left != "")
    assert status.left.startswith("Point 1: ")
