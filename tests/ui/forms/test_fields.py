"""A number under the hand: what may be typed, how it is shown, and how far a drag, a key or the wheel moves it."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from mlexplorer.core.params import specs
from mlexplorer.ui.forms.digits import read, text
from mlexplorer.ui.forms.fields import WIDTH
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.forms.rows import ChoiceRow
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.look import theme
from tests.ui.samples import RECIPES, Everything, lay_out, numbers, show, type_into

pytestmark = pytest.mark.usefixtures("light")

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("name", RECIPES)
def test_every_value_of_a_slider_is_allowed_and_stays_put(name: str) -> None:
    for spec in numbers(RECIPES[name]):
        scale = Scale(spec)
        if not scale.has_slider:
            continue
        values = [scale.value(place) for place in range(scale.places + 1)]
        assert values == sorted(values)
        assert (values[0], values[-1]) == (spec.low, spec.high)
        for value in values:
            assert spec.check(value) == value
            assert scale.value(scale.place(value)) == value


@pytest.mark.parametrize(
    ("name", "typed", "value", "sentence"),
    [
        ("noise", "7", 0.6, "Noise lies between 0 and 0.6."),
        ("noise", "-1", 0.0, "Noise lies between 0 and 0.6."),
        ("noise", "e", 0.2, "Noise is a number between 0 and 0.6."),
        ("noise", "1e999999999", 0.6, "Noise lies between 0 and 0.6."),
        ("share", "95", 0.9, "Held out lies between 0 % and 90 %."),
        ("count", "2.5", 4, "Points lies between 4 and 5000."),
        ("count", "12.7", 13, "Points is a whole number between 4 and 5000."),
        ("count", "", 100, "Points is a whole number between 4 and 5000."),
        ("free", "1e400", 1.5, "Free cannot be as large as that."),
        ("least", "-3", 0, "Least lies above 0."),
    ],
)
def test_a_typed_value_that_cannot_be_is_explained(
    form: RecipeForm, name: str, typed: str, value: float, sentence: str
) -> None:
    field = form.fields[name]
    if typed:
        type_into(form, name, typed)
    else:
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Backspace)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert getattr(form.recipe, name) == value
    assert QToolTip.text() == sentence
    assert read(field.spec, field.text()).value == value


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [("noise", "0,35", 0.35), ("share", "12.5 %", 0.125), ("tilt", "−0.5", -0.5), ("cost", "2e-3", 0.002)],
)
def test_numbers_are_read_as_people_write_them(form: RecipeForm, name: str, typed: str, value: float) -> None:
    type_into(form, name, typed)
    assert getattr(form.recipe, name) == value


def test_letters_are_refused_while_typing(form: RecipeForm) -> None:
    field = form.fields["noise"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0x.y3")
    assert field.text() == "0.3"


def test_typing_keeps_every_digit(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    type_into(form, "noise", "0.123456789")
    assert form.recipe == Everything(noise=0.123456789)
    field = form.fields["noise"]
    form.fields["cost"].setFocus()
    assert field.text() == "0.1235"
    field.setFocus()
    assert field.text() == "0.123456789"
    QTest.keyClick(field, Qt.Key.Key_Return)
    form.fields["cost"].setFocus()
    assert form.recipe == Everything(noise=0.123456789)
    assert len(edits) == 1


def test_escape_takes_back_what_was_typed(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    field = form.fields["noise"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "0.20"
    assert not field.hasFocus()
    assert edits == []


@pytest.mark.parametrize(
    ("name", "value", "shown", "steady"),
    [
        ("noise", 0.24, "0.24", "0.240"),
        ("noise", 0.0, "0.00", "0.000"),
        ("tilt", -0.5, "−0.50", "−0.500"),
        ("cost", 1.4, "1.40", "1.40"),
        ("cost", 1000.0, "1000", "1000"),
        ("cost", 12.5, "12.5", "12.5"),
        ("cost", 0.01, "0.01", "0.0100"),
        ("penalty", 0.0001, "0.0001", "0.000100"),
        ("penalty", 0.00000123, "1.23e−6", "1.23e−6"),
        ("penalty", 0.0, "0.00", "0"),
        ("share", 0.35, "35 %", "35 %"),
        ("share", 0.125, "12.5 %", "12 %"),
        ("count", 120, "120", "120"),
        ("free", -1234567.0, "−1234567", "−1.23e6"),
    ],
)
def test_numbers_have_sensible_digits(name: str, value: float, shown: str, steady: str) -> None:
    spec = next(spec for spec in specs(Everything) if spec.name == name)
    assert text(spec, value) == shown
    assert text(spec, value, is_steady=True) == steady


def test_a_drag_is_one_gesture_with_round_values(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    lay_out(form)
    slider, field, told = form.sliders["noise"], form.fields["noise"], []
    form.gesture.connect(told.append)
    form.edited.connect(lambda recipe, _: form.show_recipe(recipe))  # as the window does
    middle = slider.height() // 2
    QTest.mousePress(slider, LEFT, pos=QPoint(40, middle))
    for x in range(40, 200, 7):
        QTest.mouseMove(slider, QPoint(x, middle))
        assert slider.isSliderDown()
        assert len(field.text()) == 5
    assert told == [True]
    QTest.mouseRelease(slider, LEFT, pos=QPoint(196, middle))
    assert told == [True, False]
    values = [recipe.noise for recipe, _ in edits]
    assert len(values) > 15
    assert values == sorted(values)
    assert all(value == round(value, 3) for value in values)
    assert form.sliders["noise"] is slider


def test_a_key_held_down_is_one_gesture(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    told: list[bool] = []
    form.gesture.connect(told.append)
    for widget in (form.sliders["degree"], form.fields["cost"]):
        QTest.keyPress(widget, Qt.Key.Key_Up)
        QTest.keyPress(widget, Qt.Key.Key_Up)
        QTest.keyRelease(widget, Qt.Key.Key_Up)
    assert told == [True, False, True, False]
    assert [getattr(recipe, name) for recipe, name in edits] == pytest.approx([4, 5, 1.1, 1.2])


def test_keys_step_by_round_amounts() -> None:
    scales = {spec.name: Scale(spec) for spec in numbers(Everything)}
    assert scales["noise"].stepped(0.2, 1) == 0.21
    assert scales["noise"].stepped(0.595, 10) == 0.6
    assert scales["share"].stepped(0.35, -1) == 0.34
    assert scales["count"].stepped(100, -1) == 99
    assert scales["cost"].stepped(1.0, -1) == 0.99
    assert scales["cost"].stepped(9.9, 2) == 11
    assert scales["penalty"].stepped(0.0, 1) == 1e-4
    assert scales["penalty"].stepped(1e-4, -1) == 0.0
    assert scales["least"].stepped(0, -1) == 0


@pytest.mark.parametrize(("value", "below"), [(0.0015, 0.0014), (0.0011, 0.001), (0.001, 0.001), (0.0099, 0.0098)])
def test_a_step_down_near_the_lower_end_is_small(value: float, below: float) -> None:
    (spec,) = [spec for spec in numbers(Everything) if spec.name == "cost"]
    assert Scale(spec).stepped(value, -1) == pytest.approx(below)


def test_what_is_being_typed_survives_an_update_of_something_else(form: RecipeForm) -> None:
    field = form.fields["noise"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.4")
    form.show_recipe(Everything(cost=5.0))
    assert field.text() == "0.4"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert form.recipe == Everything(cost=5.0, noise=0.4)


def test_a_value_that_changes_elsewhere_is_shown_even_while_its_field_is_in_use(form: RecipeForm) -> None:
    field = form.fields["noise"]
    field.setFocus()
    assert field.hasFocus()
    form.show_recipe(Everything(noise=0.35))
    assert field.text() == "0.35"
    form.fields["cost"].setFocus()
    form.show_recipe(Everything(noise=0.45))
    assert field.text() == "0.45"


def test_words_that_are_left_as_they_are_are_no_edit(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    line = form.row("name").line
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert edits == []
    QTest.keyClicks(line, "mine")
    form.fields["cost"].setFocus()
    assert edits == [(Everything(name="mine"), "name")]


def turn_wheel(area: QScrollArea, widget: QWidget, turn: int) -> None:
    """Turn the wheel over a widget: from the window, so that the event goes the way of a real one."""
    area.ensureWidgetVisible(widget)
    place = widget.mapTo(area, widget.rect().center())
    QTest.wheelEvent(area.windowHandle(), QPointF(place), QPoint(0, turn))


def test_the_wheel_scrolls_the_panel_and_leaves_values_alone(qtbot: QtBot) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    form = RecipeForm()
    form.show_recipe(Everything())
    area.setWidget(form)
    area.setWidgetResizable(True)
    area.resize(290, 250)
    show(qtbot, area)
    area.setFocus()
    row = form.row("solver")
    assert isinstance(row, ChoiceRow)
    for widget in (form.fields["noise"], form.sliders["noise"], row.control):
        area.ensureWidgetVisible(widget)
        before = area.verticalScrollBar().value()
        turn_wheel(area, widget, -120 if before == 0 else 120)
        assert area.verticalScrollBar().value() != before
    assert form.recipe == Everything()
    form.sliders["noise"].setFocus()
    turn_wheel(area, form.sliders["noise"], 120)
    assert form.recipe == Everything(noise=0.21)
    form.fields["noise"].setFocus()
    turn_wheel(area, form.fields["noise"], 120)
    assert form.recipe == Everything(noise=0.22)


@pytest.mark.parametrize(("dress", "scale"), [("light", 1.0), ("projector", 1.0), ("projector", 1.6)])
def test_numbers_stay_visible_and_fields_line_up(
    form: RecipeForm, qapp: QApplication, dress: str, scale: float
) -> None:
    theme.apply(qapp, dress, scale)
    form.resize(theme.px(252), theme.px(900))
    lay_out(form)
    rights = {field.mapTo(form, QPoint(field.width(), 0)).x() for field in form.fields.values() if field.isVisible()}
    assert rights == {form.width()}
    for field in form.fields.values():
        if field.isVisible():
            assert field.width() == theme.px(WIDTH)
            assert field.lineEdit().width() > theme.px(60)  # the trap: a line edit one pixel wide
            assert field.height() == theme.px(28)
