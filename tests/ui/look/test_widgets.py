"""The small painted widgets: they answer mouse and keys, follow theme and scale, and say what they mean."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QFont, QFontInfo, QImage, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.ui.forms.choosers import MORE, Choice, Segmented, Tabs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import is_typing
from mlexplorer.ui.look.widgets import Chip, Pill, Section
from mlexplorer.ui.panels.notice_card import NoticeCard
from tests.ui.samples import show

pytestmark = pytest.mark.usefixtures("light")

LEFT = Qt.MouseButton.LeftButton
TITLES = {"linear": "Linear", "polynomial": "Polynomial", "rbf": "RBF"}
LOOKS = [("light", 1.0), ("dark", 1.0), ("projector", 1.6)]


def test_widgets_made_before_the_first_theme_get_its_font(qtbot: QtBot, qapp: QApplication) -> None:
    qapp.setStyleSheet("")
    qapp.setFont(QFont("DejaVu Sans"))
    label = QLabel("Points")
    qtbot.addWidget(label)
    theme.apply(qapp, "light")
    label.show()
    assert QFontInfo(label.font()).family() == "Inter"


@pytest.fixture
def segments(qtbot: QtBot) -> Segmented:
    made = Segmented(TITLES)
    qtbot.addWidget(made)
    made.resize(252, 32)
    show(qtbot, made)
    return made


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def name(token: str) -> str:
    return theme.colour(token).name()


def test_segments_are_chosen_by_mouse(segments: Segmented) -> None:
    told: list[str] = []
    segments.chosen.connect(told.append)
    for choice in ("rbf", "linear", "linear", "polynomial"):
        QTest.mouseClick(segments, LEFT, pos=segments.place_of(choice).center())
        assert segments.current == choice
    assert told == ["rbf", "linear", "polynomial"]


def test_segments_are_chosen_by_keys(segments: Segmented) -> None:
    told: list[str] = []
    segments.chosen.connect(told.append)
    key = Qt.Key
    for pressed in (key.Key_Left, key.Key_Right, key.Key_Down, key.Key_Right, key.Key_Left, key.Key_Home, key.Key_End):
        QTest.keyClick(segments, pressed)
    assert told == ["polynomial", "rbf", "polynomial", "linear", "rbf"]


def test_showing_a_choice_tells_nothing(segments: Segmented) -> None:
    told: list[str] = []
    segments.chosen.connect(told.append)
    segments.show_choice("rbf")
    assert (segments.current, told) == ("rbf", [])


@pytest.mark.parametrize(("dressed", "scale"), LOOKS)
def test_the_current_segment_is_ink_and_the_focus_is_a_ring(
    segments: Segmented, qapp: QApplication, dressed: str, scale: float
) -> None:
    theme.apply(qapp, dressed, scale)
    segments.resize(theme.px(252), segments.sizeHint().height())
    segments.clearFocus()
    assert segments.height() == round(32 * scale)
    image = picture(segments)
    assert image.pixelColor(segments.place_of("linear").center() + QPoint(0, theme.px(11))).name() == name("accent")
    assert image.pixelColor(segments.place_of("rbf").center() + QPoint(0, theme.px(11))).name() == name("field")
    assert name("focus") not in colours(image)
    segments.setFocus(Qt.FocusReason.TabFocusReason)
    assert name("focus") in colours(picture(segments))


def test_a_click_leaves_the_focus_where_it_was(segments: Segmented) -> None:
    segments.clearFocus()
    QTest.mouseClick(segments, LEFT, pos=segments.place_of("rbf").center())
    assert not segments.hasFocus()


def test_tabs_are_chosen_and_replaced(qtbot: QtBot) -> None:
    tabs = Tabs({"landscape": "Landscape", "progress": "Progress", "judge": "Judge"})
    qtbot.addWidget(tabs)
    tabs.resize(380, 44)
    show(qtbot, tabs)
    with qtbot.waitSignal(tabs.chosen) as signal:
        QTest.mouseClick(tabs, LEFT, pos=tabs.place_of("judge").center())
    assert signal.args == ["judge"]
    tabs.clearFocus()
    place = tabs.place_of("judge")
    assert picture(tabs).pixelColor(place.center().x(), tabs.height() - 2).name() == name("accent")
    tabs.set_tabs({"judge": "Judge", "explain": "Explain"}, {})
    assert tabs.current == "judge"
    tabs.set_tabs({"explain": "Explain"}, {})
    assert tabs.current == "explain"


VIEWS = ["Landscape", "Progress", "Judge", "Complexity", "Structure", "Explain"]


@pytest.fixture
def views(qtbot: QtBot) -> Callable[[int, str], Tabs]:
    """Make more tabs than there is room for."""

    def make(width: int, current: str) -> Tabs:
        tabs = Tabs({title.lower(): title for title in VIEWS})
        qtbot.addWidget(tabs)
        tabs.show_choice(current)
        tabs.resize(width, tabs.sizeHint().height())
        show(qtbot, tabs)
        return tabs

    return make


@pytest.mark.parametrize("current", ["landscape", "complexity", "explain"])
@pytest.mark.parametrize("width", [300, 240, 120])
def test_tabs_stay_in_one_row_whatever_the_width(views: Callable[[int, str], Tabs], width: int, current: str) -> None:
    tabs = views(width, current)
    shown = [choice for choice in tabs.choices if choice not in tabs.others]
    assert current in shown
    assert 0 < len(shown) < len(VIEWS)
    places = sorted((tabs.place_of(choice) for choice in [*shown, MORE]), key=lambda place: place.left())
    assert all(left.right() < right.left() for left, right in pairwise(places))
    assert {(place.top(), place.height()) for place in places} == {(0, tabs.height())}
    assert min(place.width() for place in places) > 20
    assert places[-1] == tabs.place_of(MORE)
    assert places[-1].right() < width


def test_where_all_tabs_have_room_there_is_no_more(views: Callable[[int, str], Tabs]) -> None:
    tabs = views(800, "judge")
    assert tabs.others == ()
    with pytest.raises(KeyError):
        tabs.place_of(MORE)


def test_more_opens_a_menu_of_the_other_tabs(views: Callable[[int, str], Tabs]) -> None:
    tabs = views(240, "landscape")
    tabs.set_tabs({title.lower(): title for title in VIEWS}, {"explain": "Why a point is there"})
    told: list[str] = []
    tabs.chosen.connect(told.append)
    hidden = tabs.others
    assert hidden[-1] == "explain"
    QTest.mouseClick(tabs, LEFT, pos=tabs.place_of(MORE).center())
    entries = tabs.menu.actions()
    assert [entry.text().lower() for entry in entries] == list(hidden)
    assert entries[-1].toolTip() == "Why a point is there"
    assert (tabs.current, told) == ("landscape", [])
    tabs.menu.setActiveAction(entries[-1])
    QTest.keyClick(tabs.menu, Qt.Key.Key_Return)
    assert (tabs.current, told) == ("explain", ["explain"])
    assert tabs.place_of("explain").right() < tabs.place_of(MORE).left()
    assert not tabs.menu.isVisible()


def test_the_arrow_keys_go_through_the_tabs_under_more_too(views: Callable[[int, str], Tabs]) -> None:
    tabs = views(240, "landscape")
    seen = []
    for _ in VIEWS[1:]:
        QTest.keyClick(tabs, Qt.Key.Key_Right)
        seen.append((tabs.current, tabs.current in tabs.others))
    assert seen == [(title.lower(), False) for title in VIEWS[1:]]


def test_a_list_tells_what_was_chosen(qtbot: QtBot) -> None:
    choice = Choice(TITLES)
    qtbot.addWidget(choice)
    told: list[str] = []
    choice.chosen.connect(told.append)
    choice.show_choice("polynomial")
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert (choice.current, told) == ("rbf", ["rbf"])


@pytest.mark.parametrize(("dressed", "scale"), LOOKS)
def test_a_chip_is_ticked_ink_when_on_and_muted_when_off(
    qtbot: QtBot, qapp: QApplication, dressed: str, scale: float
) -> None:
    chip = Chip("Boundary")
    qtbot.addWidget(chip)
    theme.apply(qapp, dressed, scale)
    off = chip.sizeHint()
    chip.resize(off)
    assert off.height() == round(28 * scale)
    image = picture(chip)
    assert name("muted") in colours(image)
    assert image.pixelColor(off.width() // 2, theme.px(4)) == theme.colour("raised")  # opaque
    QTest.mouseClick(chip, LEFT)
    assert chip.isChecked()
    assert chip.sizeHint().width() == off.width() + theme.px(17)
    chip.resize(chip.sizeHint())
    assert name("text") in colours(picture(chip))
    assert name("muted") not in colours(picture(chip))


def test_space_switches_a_chip_with_the_focus_only(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chip = Chip("Boundary", window)
    played: list[str] = []
    action = window.addAction("Play")
    action.setShortcut(QKeySequence("Space"))
    action.triggered.connect(lambda: played.append("played"))
    show(qtbot, window)
    chip.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(chip, Qt.Key.Key_Space)
    assert chip.isChecked()
    assert played == []
    chip.clearFocus()
    QTest.mouseClick(chip, LEFT)
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert not chip.isChecked()
    assert played == ["played"]


def test_a_section_folds_by_mouse_and_by_key(qtbot: QtBot) -> None:
    section, words = Section("Data", "data"), QLabel("inside")
    qtbot.addWidget(section)
    section.body.addWidget(words)
    section.resize(252, 200)
    show(qtbot, section)
    assert section.is_open
    assert words.isVisible()
    tall = section.sizeHint().height()
    QTest.mouseClick(section.header, LEFT)
    assert not section.is_open
    assert not words.isVisible()
    assert section.sizeHint().height() < tall
    section.header.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(section.header, Qt.Key.Key_Space)
    assert words.isVisible()
    section.set_open(False)
    assert not words.isVisible()


@pytest.fixture
def plane(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    show(qtbot, made)
    return made


def test_a_hint_goes_by_itself(qtbot: QtBot, plane: QWidget) -> None:
    pill = Pill(plane)
    assert not pill.isVisible()
    pill.show_hint("Drag any point: the boundary follows", 1)
    assert pill.isVisible()
    qtbot.waitUntil(lambda: not pill.isVisible())
    assert pill.text == "Drag any point: the boundary follows"


def test_a_hint_without_a_time_stays_and_lets_clicks_through(plane: QWidget) -> None:
    pill = Pill(plane)
    pill.show_hint("First", 1)
    pill.show_hint("Two classes are needed: place a point of another class.", 0)
    assert not pill.findChild(QTimer).isActive()
    assert pill.isVisible()
    assert plane.childAt(pill.geometry().center()) is None, "the pointer finds what lies below"


def test_a_long_hint_takes_several_lines_inside_its_plane(plane: QWidget) -> None:
    pill = Pill(plane)
    pill.show_hint("Short", 0)
    low = pill.sizeHint()
    pill.show_hint("A sentence " * 20, 0)
    assert pill.sizeHint().height() > low.height()
    assert low.width() < pill.sizeHint().width() <= plane.width()
    assert pill.size() == pill.sizeHint()


@pytest.mark.parametrize(("dressed", "scale"), LOOKS)
def test_a_hint_wears_the_colours_of_a_tool_tip(qapp: QApplication, plane: QWidget, dressed: str, scale: float) -> None:
    pill = Pill(plane)
    pill.show_hint("Drag any point", 0)
    theme.apply(qapp, dressed, scale)
    assert pill.height() == round(36 * scale)
    image = picture(pill)
    assert image.pixelColor(image.width() // 2, theme.px(3)).name() == name("tooltip")
    assert name("on_tooltip") in colours(image)


@pytest.fixture
def card(qtbot: QtBot) -> Iterator[NoticeCard]:
    panel = QWidget()
    qtbot.addWidget(panel)
    made = NoticeCard(panel)
    QVBoxLayout(panel).addWidget(made)
    panel.resize(284, 300)
    show(qtbot, panel)
    yield made
    panel.close()  # it has to live as long as the card in it


def test_a_notice_offers_its_remedy(qtbot: QtBot, card: NoticeCard) -> None:
    assert not card.isVisible()
    card.show_notice(Notice("The rate is too large.", Remedy("Halve it", {"rate": 0.5})))
    assert card.isVisible()
    assert card.link.text() == "Halve it"
    with qtbot.waitSignal(card.remedied) as signal:
        QTest.mouseClick(card.link, LEFT, pos=QPoint(5, card.link.height() // 2))
    assert signal.args == [Remedy("Halve it", {"rate": 0.5})]
    card.show_notice(Notice("Nothing can be done."))
    assert card.isVisible()
    assert not card.link.isVisible()
    card.show_notice(None)
    assert not card.isVisible()


@pytest.mark.parametrize(("dressed", "scale"), LOOKS)
def test_a_notice_is_amber_and_shows_all_its_words(
    card: NoticeCard, qapp: QApplication, dressed: str, scale: float
) -> None:
    theme.apply(qapp, dressed, scale)
    card.window().resize(theme.px(284), theme.px(400))
    card.show_notice(Notice("A long sentence that does not fit on a single line of the panel.", Remedy("Do it")))
    QApplication.processEvents()
    image = picture(card)
    assert {name("warning_surface"), name("warning_text")} <= colours(image)
    words = next(label for label in card.findChildren(QLabel) if label.text())
    needed = words.heightForWidth(words.width())
    assert words.height() >= needed > words.fontMetrics().height() * 1.5


@pytest.mark.parametrize(
    ("key", "words", "modifiers", "types"),
    [
        (Qt.Key.Key_K, "k", Qt.KeyboardModifier.NoModifier, True),
        (Qt.Key.Key_K, "K", Qt.KeyboardModifier.ShiftModifier, True),
        (Qt.Key.Key_5, "5", Qt.KeyboardModifier.KeypadModifier, True),
        (Qt.Key.Key_K, "k", Qt.KeyboardModifier.ControlModifier, False),
        (Qt.Key.Key_K, "k", Qt.KeyboardModifier.AltModifier, False),
        (Qt.Key.Key_Space, " ", Qt.KeyboardModifier.NoModifier, False),
        (Qt.Key.Key_Return, "\r", Qt.KeyboardModifier.NoModifier, False),
    ],
)
def test_letters_digits_and_signs_are_typed_and_commands_are_not(key, words, modifiers, types):
    assert is_typing(QKeyEvent(QEvent.Type.KeyPress, key, modifiers, words)) is types
