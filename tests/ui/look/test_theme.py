"""The window is dressed in the theme: shipped fonts, colours where they belong, icons that follow, no warnings."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFontInfo, QFontMetricsF, QIcon, QImage, QPalette, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from mlexplorer.marks import palette
from mlexplorer.ui.look import icons, theme

DRESSES = [("light", 1.0), ("dark", 1.0), ("projector", 1.0), ("projector", 1.6)]


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, undressed again afterwards."""
    font, style = qapp.font(), qapp.style().name()
    yield qapp
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setFont(font)
    qapp.setPalette(QPalette())


@pytest.fixture(params=DRESSES, ids=lambda dress: f"{dress[0]}-{dress[1]}")
def look(app: QApplication, request: pytest.FixtureRequest) -> theme.Look:
    theme.apply(app, *request.param)
    return theme.current()


def picture(qtbot: QtBot, widget: QWidget) -> QImage:
    qtbot.addWidget(widget)
    widget.ensurePolished()
    widget.resize(widget.sizeHint())
    return widget.grab().toImage()


def has(image: QImage, colour: QColor) -> bool:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y) == colour for x, y in places)


def is_drawn_in(drawn: QPixmap, colour: str) -> bool:
    """Whether a picture has solid places, all of one colour but for the rounding of half covered ones."""
    image, wanted = drawn.toImage(), QColor(colour)
    places = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    solid = [place.getRgb()[:3] for place in places if place.alpha() == 255]
    return bool(solid) and all(abs(a - b) <= 2 for place in solid for a, b in zip(place, wanted.getRgb(), strict=False))


def test_the_fonts_are_the_shipped_ones(look: theme.Look) -> None:
    for size in ("caption", "tick", "body", "section", "axis_title"):
        for weight in ("body", "control", "heading"):
            info = QFontInfo(theme.font(size, weight))
            assert info.family() == "Inter"
            assert info.weight() == palette.scale("weights")[weight]
            assert info.pixelSize() == round(palette.scale("type_px")[size] * look.scale)
    assert QFontInfo(theme.font(italic=True)).italic()


def test_figures_are_equally_wide_also_through_the_style_sheet(qtbot: QtBot, look: theme.Look) -> None:
    label = QLabel("0")
    label.setProperty("role", "caption")
    qtbot.addWidget(label)
    label.ensurePolished()
    assert label.font().families() == ["Inter", "DejaVu Sans"]
    assert label.font().pixelSize() == round(12 * look.scale)
    for font in (label.font(), theme.font(), theme.font("section", "heading")):
        widths = [QFontMetricsF(font).horizontalAdvance(figure * 4) for figure in "0123456789"]
        assert max(widths) - min(widths) < 0.2  # without tabular figures the 1 alone is pixels narrower


@pytest.mark.usefixtures("look")
def test_a_check_box_is_ink_when_checked(qtbot: QtBot) -> None:
    box = QCheckBox()
    image = picture(qtbot, box)
    side = theme.px(18)
    centre = QPoint(side // 2, image.height() // 2)
    assert image.pixelColor(0, centre.y()) == theme.colour("control")
    assert image.pixelColor(centre) == theme.colour("field")
    box.setChecked(True)
    image = box.grab().toImage()
    assert image.pixelColor(side - theme.px(3), centre.y()) == theme.colour("accent")
    assert has(image, theme.colour("on_accent"))


@pytest.mark.usefixtures("look")
def test_a_slider_is_ink_up_to_a_round_handle(qtbot: QtBot) -> None:
    slider = QSlider(Qt.Orientation.Horizontal, minimum=0, maximum=100, value=50)
    slider.setFixedWidth(theme.px(200))
    image = picture(qtbot, slider)
    middle = image.height() // 2
    assert image.pixelColor(theme.px(40), middle) == theme.colour("accent")
    assert image.pixelColor(theme.px(160), middle) == theme.colour("track")
    assert image.pixelColor(theme.px(100), middle) == theme.colour("handle")
    ink = theme.colour("accent")
    column = [y for y in range(image.height()) if image.pixelColor(theme.px(100), y) == ink]
    rim = [x for x in range(image.width()) if image.pixelColor(x, column[0]) == ink]
    assert column[-1] - column[0] + 1 == pytest.approx(theme.px(18), abs=1)
    assert 1 <= len(rim) < theme.px(9)  # a square would be 18 wide at its upper rim


@pytest.mark.usefixtures("look")
def test_a_number_can_be_read_in_its_field(qtbot: QtBot) -> None:
    field = QSpinBox(maximum=1000, value=888)
    field.setFixedWidth(theme.px(76))
    image = picture(qtbot, field)
    assert image.height() == theme.px(28)
    assert image.pixelColor(theme.px(38), 0) == theme.colour("control")
    assert field.lineEdit().width() > theme.px(50)
    assert has(image, theme.colour("text"))


@pytest.mark.usefixtures("look")
def test_heights_do_not_depend_on_the_border(qtbot: QtBot) -> None:
    for widget, height in ((QComboBox(), 32), (QSpinBox(), 28), (QPushButton("Present"), 36)):
        assert picture(qtbot, widget).height() == theme.px(height)


@pytest.mark.usefixtures("look")
def test_a_combo_box_has_an_arrow(qtbot: QtBot) -> None:
    combo = QComboBox()
    combo.setFixedWidth(theme.px(120))
    image = picture(qtbot, combo)
    arrow = image.copy(theme.px(96), theme.px(8), theme.px(20), theme.px(16))
    assert has(arrow, theme.colour("muted"))


@pytest.mark.usefixtures("look")
def test_the_keyboard_focus_can_be_seen_and_moves_nothing(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    slider, tool = QSlider(Qt.Orientation.Horizontal), QToolButton(focusPolicy=Qt.FocusPolicy.StrongFocus)
    controls = [
        QLineEdit(),
        QSpinBox(),
        QComboBox(),
        slider,
        QCheckBox("On"),
        QRadioButton("On"),
        QPushButton("Go"),
        tool,
    ]
    for control in controls:
        column.addWidget(control)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    controls[-1].setFocus()
    places = [control.geometry() for control in controls]
    for control in controls:
        assert not has(control.grab().toImage(), theme.colour("focus")) or control is tool
        control.setFocus()
        assert has(control.grab().toImage(), theme.colour("focus")), control
        column.activate()
        assert [each.geometry() for each in controls] == places


@pytest.mark.usefixtures("look")
def test_labels_take_the_colours_of_the_theme(qtbot: QtBot) -> None:
    label = QLabel("■")
    assert has(picture(qtbot, label), theme.colour("text"))
    label.setEnabled(False)
    assert has(label.grab().toImage(), theme.colour("disabled"))


def test_a_window_changes_its_clothes(qtbot: QtBot, app: QApplication) -> None:
    theme.apply(app, "light")
    label = QLabel("■")
    picture(qtbot, label)
    theme.apply(app, "dark", 1.6)
    image = picture(qtbot, label)
    assert has(image, QColor("#ECEFF4"))
    assert not has(image, QColor("#181C23"))
    assert label.font().pixelSize() == 21


@pytest.mark.parametrize("name", theme.SCREEN_THEMES)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.usefixtures("qapp")
def test_icons_wear_the_theme(name: str, ratio: float) -> None:
    worn = palette.theme(name)
    icon = icons.icon("move", worn, 20, 1.6)
    states = [
        (QIcon.Mode.Normal, QIcon.State.Off, "text"),
        (QIcon.Mode.Active, QIcon.State.On, "on_accent"),
        (QIcon.Mode.Disabled, QIcon.State.Off, "disabled"),
    ]
    for mode, state, token in states:
        drawn = icon.pixmap(QSize(32, 32), ratio, mode, state)
        assert drawn.size() == QSize(32, 32) * ratio
        assert is_drawn_in(drawn, worn.tokens[token])
    assert icons.icon("move", worn, 20, 1.6) is icon


@pytest.mark.usefixtures("qapp")
def test_every_icon_draws_something() -> None:
    for name in palette.icon_files():
        assert is_drawn_in(icons.pixmap(name, "#123456", 20, ratio=2.0), "#123456"), name
    assert not icons.program_icon().pixmap(64, 64).isNull()


def test_small_icons_have_stronger_strokes() -> None:
    assert b'stroke-width="1.75"' in icons.svg("move", "#000000", 20)
    assert b'stroke-width="2"' in icons.svg("move", "#000000", 16)


def test_buttons_and_actions_keep_their_icon_up_to_date(qtbot: QtBot, app: QApplication) -> None:
    theme.apply(app, "light")
    button, action = QToolButton(), QAction()
    qtbot.addWidget(button)
    theme.put_icon(button, "undo", 16)
    theme.put_icon(action, "undo", 16)
    theme.apply(app, "dark", 2.0)
    for target in (button, action):
        assert is_drawn_in(target.icon().pixmap(32, 32), palette.theme("dark").tokens["text"])
    assert button.iconSize() == QSize(32, 32)


def test_no_desktop_means_light(app: QApplication) -> None:
    assert app.styleHints().colorScheme() is Qt.ColorScheme.Unknown
    assert theme.system_theme(app) == "light"


def test_lengths_scale_and_never_vanish(app: QApplication) -> None:
    theme.apply(app, "projector", 0.4)
    assert [theme.px(length) for length in (0, 1, 10)] == [0, 1, 4]


@pytest.mark.usefixtures("qapp")
def test_the_binding_keeps_its_references() -> None:
    """PySide6 6.12.0 drops a reference to None at every void call and ends Python 3.11 after a few minutes."""
    action = QAction()
    before = sys.getrefcount(None)
    for number in range(500):
        action.setText(str(number))
    assert abs(sys.getrefcount(None) - before) < 50
