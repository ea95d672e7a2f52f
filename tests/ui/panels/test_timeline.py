"""The timeline walks through kept places, plays at a speed, waits for a fit, and is not led astray by late answers."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.timeline import SPEEDS, Timeline
from mlexplorer.ui.panels.track import Track, nearest_place, next_place
from mlexplorer.ui.panels.transport import StepNumber
from tests.ui.samples import show

pytestmark = pytest.mark.usefixtures("light")

LEFT = Qt.MouseButton.LeftButton
MARKS = {"first step without errors": 4, "lowest objective": 9}
NOTE = "Point 12 is wrong: the line moves towards it."


@pytest.fixture
def timeline(qtbot: QtBot) -> Iterator[Timeline]:
    """Eleven steps, all kept, at the third."""
    made = Timeline()
    qtbot.addWidget(made)
    made.resize(1280, 64)
    made.show_trace(tuple(range(11)), 11, 2, NOTE, MARKS, False)
    show(qtbot, made)
    yield made
    made.stop()


@pytest.fixture
def moves(timeline: Timeline) -> list[int]:
    told: list[int] = []
    timeline.moved.connect(told.append)
    return told


def track_of(timeline: Timeline) -> Track:
    track = timeline.findChild(Track)
    assert isinstance(track, Track)
    return track


def test_it_says_which_step_and_what_happened(timeline: Timeline) -> None:
    assert timeline.heading == "Step 2 of 10"
    assert timeline.note == NOTE
    timeline.show_trace((0, 1, 2), 3, 2, "", {}, True)
    assert timeline.heading == "Step 2 of 2 …"


def test_it_walks_either_way_and_stops_at_the_ends(timeline: Timeline, moves: list[int]) -> None:
    for steps in (1, 1, -1, -1, -1, -1, -1):
        timeline.step(steps)
    timeline.last()
    timeline.step(1)
    timeline.first()
    assert moves == [3, 4, 3, 2, 1, 0, 10, 0]
    assert timeline.heading == "Step 0 of 10"


def test_buttons_walk(timeline: Timeline, moves: list[int]) -> None:
    timeline.focusWidget().clearFocus()
    for tip in ("Last step", "Step back", "First step", "Step forward"):
        button = next(
            child for child in timeline.findChildren(QWidget) if child.toolTip().startswith(tip) and child.isVisible()
        )
        QTest.mouseClick(button, LEFT)
        assert not button.hasFocus()
    assert moves == [10, 9, 0, 1]


def test_thinned_traces_go_from_kept_place_to_kept_place(timeline: Timeline, moves: list[int]) -> None:
    timeline.show_trace((0, 4, 8, 12, 13), 14, 4, NOTE, {}, False)
    timeline.step(1)
    timeline.step(1)
    timeline.step(1)
    timeline.step(-1)
    assert moves == [8, 12, 13, 12]
    timeline.show_trace((0, 4, 8, 12, 13), 14, 6, NOTE, {}, False)
    timeline.step(1)
    assert moves[-1] == 8
    timeline.show_trace((0, 4, 8, 12, 13), 14, 6, NOTE, {}, False)
    timeline.step(-1)
    assert moves[-1] == 4


@pytest.mark.parametrize(
    ("place", "steps", "target"),
    [(0, -1, 0), (5, 1, 8), (5, -1, 4), (4, 2, 12), (13, 1, 13), (99, -1, 13), (99, 1, 13)],
)
def test_the_next_kept_place(place: int, steps: int, target: int) -> None:
    assert next_place((0, 4, 8, 12, 13), place, steps) == target
    assert next_place((), place, steps) == place


@pytest.mark.parametrize(("place", "target"), [(-3, 0), (1, 0), (3, 4), (99, 13)])
def test_the_nearest_kept_place(place: int, target: int) -> None:
    assert nearest_place((0, 4, 8, 12, 13), place) == target
    assert nearest_place((), place) == place


def test_play_goes_on_by_itself_and_stops_at_the_end(qtbot: QtBot, timeline: Timeline, moves: list[int]) -> None:
    timeline.speed.show_choice("16")
    timeline.play()
    assert timeline.is_playing
    qtbot.waitUntil(lambda: not timeline.is_playing)
    assert moves == list(range(3, 11))


def test_play_from_the_end_begins_at_the_first_step(timeline: Timeline, moves: list[int]) -> None:
    timeline.last()
    timeline.play()
    timeline.tick()
    assert moves == [10, 0, 1]
    timeline.play()
    assert not timeline.is_playing


def test_the_loop_begins_again(timeline: Timeline, moves: list[int]) -> None:
    QTest.mouseClick(timeline.loop, LEFT)
    timeline.show_trace(tuple(range(3)), 3, 1, NOTE, {}, False)
    timeline.play()
    for _ in range(4):
        timeline.tick()
    assert moves == [2, 0, 1, 2]
    assert timeline.is_playing


def test_play_waits_for_a_fit_that_is_not_finished(timeline: Timeline, moves: list[int]) -> None:
    timeline.show_trace((0, 1, 2), 3, 1, NOTE, {}, True)
    timeline.play()
    timeline.tick()
    timeline.tick()
    assert moves == [2]
    assert timeline.is_playing
    timeline.show_trace((0, 1, 2, 3), 4, 2, NOTE, {}, False)
    timeline.tick()
    assert moves == [2, 3]
    assert not timeline.is_playing


def test_speed_is_eight_steps_a_second_times_the_choice(timeline: Timeline) -> None:
    intervals = {}
    for speed in SPEEDS:
        timeline.speed.show_choice(speed)
        timeline.play()
        intervals[speed] = timeline.pace
        timeline.play()
    assert intervals == {"0.25": 500, "0.5": 250, "1": 125, "2": 62, "4": 31, "8": 16, "16": 8}
    timeline.speed.show_choice("1")
    timeline.play()
    QTest.keyClick(timeline.speed, Qt.Key.Key_Down)
    assert timeline.pace == 62
    assert timeline.is_playing


def test_slow_motion_dwells_only_where_it_is_offered(timeline: Timeline) -> None:
    timeline.slow.setChecked(True)
    timeline.play()
    assert timeline.pace == 500
    timeline.stop()
    timeline.slow.hide()
    timeline.play()
    assert timeline.pace == 125
    timeline.stop()


def test_the_play_button_plays_and_pauses(timeline: Timeline) -> None:
    QTest.mouseClick(timeline.play_button, LEFT)
    assert timeline.is_playing
    assert timeline.play_button.isChecked()
    QTest.mouseClick(timeline.play_button, LEFT)
    assert not timeline.is_playing
    assert not timeline.play_button.isChecked()


def test_a_step_by_hand_pauses(timeline: Timeline) -> None:
    for act in (lambda: timeline.step(1), timeline.first, timeline.last, lambda: timeline.jump("lowest objective")):
        timeline.play()
        act()
        assert not timeline.is_playing


def test_it_jumps_to_where_something_happened(timeline: Timeline, moves: list[int]) -> None:
    timeline.jump("lowest objective")
    timeline.jump("first step without errors")
    timeline.jump("never")
    assert moves == [9, 4]


def test_the_track_is_dragged(timeline: Timeline, moves: list[int]) -> None:
    track = track_of(timeline)
    middle = track.height() // 2
    QTest.mousePress(track, LEFT, pos=QPoint(0, middle))
    for place in (3, 7, 7, 10):
        QTest.mouseMove(track, QPoint(round(track.x_of(place)), middle))
    QTest.mouseMove(track, QPoint(track.width() + 50, middle))
    QTest.mouseRelease(track, LEFT, pos=QPoint(track.width() + 50, middle))
    QTest.mouseMove(track, QPoint(0, middle))
    assert moves == [0, 3, 7, 10]


def test_a_press_near_a_tick_means_the_tick(timeline: Timeline, moves: list[int]) -> None:
    timeline.show_trace(tuple(range(2001)), 2001, 0, NOTE, {"lowest objective": 1000}, False)
    track = track_of(timeline)
    QTest.mouseClick(track, LEFT, pos=QPoint(round(track.x_of(1000)) + 3, track.height() // 2))
    assert moves == [1000]
    assert track.mark_at(track.x_of(1000) + 3) == "lowest objective"
    assert track.mark_at(track.x_of(1200)) == ""


def test_late_answers_for_places_passed_by_do_not_pull_it_back(timeline: Timeline) -> None:
    for _ in range(3):
        timeline.step(1)  # 3, 4, 5
    for late in (2, 3, 4):
        timeline.show_trace(tuple(range(11)), 11, late, NOTE, MARKS, False)
        assert timeline.current == 5
    timeline.show_trace(tuple(range(11)), 11, 5, NOTE, MARKS, False)
    timeline.show_trace(tuple(range(11)), 11, 3, NOTE, MARKS, False)  # by now somebody else went there
    assert timeline.current == 3


def test_a_place_nobody_asked_for_is_taken(timeline: Timeline) -> None:
    timeline.step(1)
    timeline.show_trace(tuple(range(8)), 8, 7, NOTE, MARKS, False)
    assert timeline.current == 7


@pytest.mark.parametrize(
    ("places", "busy", "heading"), [((0,), False, "One step"), ((), False, "No steps"), ((), True, "Fitting …")]
)
def test_without_steps_to_walk_it_is_disabled_with_its_note(
    timeline: Timeline, moves: list[int], places: tuple[int, ...], busy: bool, heading: str
) -> None:
    timeline.play()
    timeline.show_trace(places, len(places), 0, "All 120 points are kept.", {}, busy)
    assert not timeline.is_playing
    assert timeline.heading == heading
    assert timeline.note == "All 120 points are kept."
    assert not track_of(timeline).isEnabled()
    timeline.play()
    timeline.step(1)
    timeline.last()
    assert not timeline.is_playing
    assert moves == []


def test_restart_and_new_start_are_told(qtbot: QtBot, timeline: Timeline) -> None:
    timeline.play()
    with qtbot.waitSignal(timeline.restarted):
        QTest.mouseClick(timeline.restart_button, LEFT)
    assert not timeline.is_playing
    with qtbot.waitSignal(timeline.renewed):
        QTest.mouseClick(timeline.renew_button, LEFT)


def test_a_long_note_takes_more_lines_and_is_whole(timeline: Timeline) -> None:
    timeline.show_trace((0, 1), 2, 1, "Short.", {}, False)
    before = timeline.sizeHint().height()
    words = "A very long sentence about what happened in this step, " * 5
    timeline.show_trace((0, 1), 2, 1, words, {}, False)
    assert timeline.note == words
    assert timeline.sizeHint().height() > before


@pytest.mark.parametrize(("dressed", "scale"), [("dark", 1.0), ("projector", 1.6)])
def test_it_follows_theme_and_scale(timeline: Timeline, qapp: QApplication, dressed: str, scale: float) -> None:
    theme.apply(qapp, dressed, scale)
    timeline.resize(1900, timeline.height())
    QApplication.processEvents()
    assert 70 * scale < timeline.sizeHint().height() < 110 * scale
    assert timeline.play_button.width() == round(40 * scale)
    track = track_of(timeline)
    image = track.grab().toImage()
    middle = track.height() // 2
    assert image.pixelColor(theme.px(4), middle) == theme.colour("accent")
    assert image.pixelColor(track.width() - theme.px(4), middle) == theme.colour("track")
    assert image.pixelColor(round(track.x_of(2)), middle) == theme.colour("handle")
    assert image.pixelColor(round(track.x_of(9)), middle + theme.px(13)) == theme.colour("muted")


@pytest.mark.parametrize(("words", "steps"), [("12", [12]), (" 7 ", [7]), ("abc", []), ("²", []), ("-3", []), ("", [])])
def test_only_numbers_are_steps_to_go_to(qtbot, words, steps):
    parent = QWidget()
    qtbot.addWidget(parent)
    field, asked = StepNumber(parent), []
    field.asked.connect(asked.append)
    field.setText(words)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked == steps
