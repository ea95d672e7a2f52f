"""Every recipe as a form: each limit set by hand reaches the recipe and comes back."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.params import Spec, specs
from mlexplorer.ui.forms.choosers import Choice, Segmented
from mlexplorer.ui.forms.digits import full_text
from mlexplorer.ui.forms.fields import WIDTH
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.forms.rows import ChoiceRow, NumberRow, SeedRow, TextRow, TruthRow, make_row
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.look import theme
from tests.ui.samples import RECIPES, Everything, lay_out, numbers, show, showing, type_into

pytestmark = pytest.mark.usefixtures("light")

LEFT = Qt.MouseButton.LeftButton


def limits(spec: Spec) -> list[float]:
    return [limit for limit in (spec.high, spec.low, spec.high) if limit is not None]


@pytest.mark.parametrize("name", RECIPES)
def test_limits_typed_reach_the_recipe_and_come_back(name: str, form: RecipeForm, qtbot: QtBot) -> None:
    kind = RECIPES[name]
    for spec in numbers(kind):
        form.show_recipe(showing(kind(), spec))
        assert form.row(spec.name).isVisible()
        for limit in limits(spec):
            type_into(form, spec.name, full_text(spec, limit))
            assert getattr(form.recipe, spec.name) == limit
        again = RecipeForm()
        qtbot.addWidget(again)
        assert form.recipe is not None
        again.show_recipe(form.recipe)
        assert again.fields[spec.name].value == getattr(form.recipe, spec.name)


@pytest.mark.parametrize("name", RECIPES)
def test_sliders_reach_both_limits_by_mouse_and_by_key(name: str, form: RecipeForm) -> None:
    kind = RECIPES[name]
    for spec in numbers(kind):
        form.show_recipe(showing(kind(), spec))
        lay_out(form)
        if spec.name not in form.sliders:
            assert spec.name == "seed" or None in (spec.low, spec.high)
            continue
        slider = form.sliders[spec.name]
        for x, limit in ((slider.width() - 1, spec.high), (0, spec.low), (slider.width() - 1, spec.high)):
            QTest.mouseClick(slider, LEFT, pos=QPoint(x, slider.height() // 2))
            assert getattr(form.recipe, spec.name) == limit
        for key, limit in ((Qt.Key.Key_Home, spec.low), (Qt.Key.Key_End, spec.high)):
            QTest.keyClick(slider, key)
            assert getattr(form.recipe, spec.name) == limit
            assert slider.value() == (slider.minimum() if limit == spec.low else slider.maximum())


@pytest.mark.parametrize("name", RECIPES)
def test_every_choice_and_truth_is_reached(name: str, form: RecipeForm) -> None:
    kind = RECIPES[name]
    for spec in (spec for spec in specs(kind) if isinstance(spec.default, bool | str)):
        form.show_recipe(showing(kind(), spec))
        lay_out(form)
        row, seen = form.row(spec.name), []
        if isinstance(row, TruthRow):
            for _ in range(2):
                QTest.mouseClick(row.box, LEFT, pos=QPoint(8, row.box.height() // 2))
                seen.append(getattr(form.recipe, spec.name))
            assert sorted(seen) == [False, True]
        elif isinstance(row, ChoiceRow):
            QTest.keyClick(row.control, Qt.Key.Key_Home)
            for _ in spec.choices:
                seen.append(getattr(form.recipe, spec.name))
                QTest.keyClick(row.control, Qt.Key.Key_Down)
            assert tuple(seen) == spec.choices


def test_controls_fit_the_kinds_of_parameters(form: RecipeForm) -> None:
    kinds = {name: type(form.row(name)) for name in Everything().values()}
    assert kinds["seed"] is SeedRow
    assert kinds["hard"] is TruthRow
    assert kinds["name"] is TextRow
    assert kinds["noise"] is kinds["free"] is NumberRow
    rows = {name: form.row(name) for name in ("kernel", "solver")}
    assert isinstance(rows["kernel"], ChoiceRow)
    assert isinstance(rows["kernel"].control, Segmented)
    assert isinstance(rows["solver"], ChoiceRow)
    assert isinstance(rows["solver"].control, Choice)
    assert rows["solver"].control.itemText(0) == "Newton"
    assert set(form.sliders) == {"count", "degree", "noise", "tilt", "cost", "penalty", "share", "inner"}
    assert form.row("noise").toolTip() == "How much"


def test_words_typed_are_taken(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    row = form.row("name")
    assert isinstance(row, TextRow)
    QTest.keyClicks(row.line, "mine")
    QTest.keyClick(row.line, Qt.Key.Key_Return)
    assert [(recipe.name, name) for recipe, name in edits] == [("mine", "name")]


def test_rows_appear_and_go_while_the_others_stay(form: RecipeForm) -> None:
    before = {name: form.row(name) for name in Everything().values()}
    assert not form.row("degree").isVisible()
    form.show_recipe(Everything(kernel="linear"))
    assert form.row("degree").isVisible()
    assert form.row("hard").isVisible()
    assert not form.row("inner").isVisible()
    form.show_recipe(Everything(kernel="linear", hard=True))
    assert form.row("inner").isVisible()
    form.show_recipe(Everything(hard=True))
    assert not form.row("inner").isVisible()
    assert {name: form.row(name) for name in Everything().values()} == before


def test_an_empty_form_takes_no_room_and_comes_back(qtbot: QtBot) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    form = RecipeForm(panel)
    QVBoxLayout(panel).addWidget(form)
    panel.show()
    form.show_recipe(registry.source("placed")())
    assert not form.isVisible()
    form.show_recipe(registry.source("moons")())
    assert form.isVisible()


def test_reset_is_offered_only_when_there_is_something_to_reset(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    assert not any(form.row(name).reset.isVisible() for name in Everything().values())
    type_into(form, "noise", "0.31")
    reset = form.row("noise").reset
    assert reset.isVisible()
    assert reset.toolTip() == "Back to 0.20"
    QTest.mouseClick(reset, LEFT)
    assert [(recipe.noise, name) for recipe, name in edits] == [(0.31, "noise"), (0.2, "noise")]
    assert not reset.isVisible()
    assert form.fields["noise"].text() == "0.20"


def test_dice_roll_another_seed(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    row = form.row("seed")
    assert isinstance(row, SeedRow)
    for _ in range(20):
        before = form.recipe
        QTest.mouseClick(row.dice, LEFT)
        assert form.recipe != before
    assert {name for _, name in edits} == {"seed"}
    assert all(0 <= recipe.seed <= 999 for recipe, _ in edits)


def test_the_form_of_the_same_kind_is_not_rebuilt_but_another_kind_is(form: RecipeForm) -> None:
    slider = form.sliders["noise"]
    form.show_recipe(Everything(noise=0.5))
    assert form.sliders["noise"] is slider
    assert form.fields["noise"].text() == "0.50"
    assert slider.value() == Scale(form.row("noise").spec).place(0.5)
    form.show_recipe(Holdout(share=0.3))
    assert set(form.fields) == {"share", "seed"}
    assert form.fields["share"].text() == "30 %"


def test_showing_a_recipe_tells_nothing(form: RecipeForm, edits: list[tuple[Any, str]]) -> None:
    form.show_recipe(Everything(kernel="linear", solver="adam", noise=0.5, hard=True, name="x", seed=7))
    assert edits == []


def test_tab_goes_from_top_to_bottom_also_after_a_change_of_kind(qtbot: QtBot) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    first, second = RecipeForm(), RecipeForm()
    column = QVBoxLayout(panel)
    column.addWidget(first)
    column.addWidget(second)
    first.show_recipe(Holdout())
    second.show_recipe(Holdout())
    show(qtbot, panel)
    first.show_recipe(Everything(kernel="linear", noise=0.3))
    first.row("kernel").stops[0].setFocus()
    heights, widgets = [], []
    while panel.focusWidget() not in widgets and len(widgets) < 60:
        widget = panel.focusWidget()
        widgets.append(widget)
        heights.append(widget.mapTo(panel, QPoint(0, widget.height() // 2)).y() // 8)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert first.row("noise").reset in widgets
    assert widgets[-1] is second.sliders["share"]
    rows = [next(row for row in (*first.rows, *second.rows) if row.isAncestorOf(widget)) for widget in widgets]
    tops = [row.mapTo(panel, QPoint(0, 0)).y() for row in rows]
    assert tops == sorted(tops)


def test_keys_of_a_focused_control_do_not_reach_the_shortcuts_of_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    form = RecipeForm(window)
    QVBoxLayout(window).addWidget(form)
    form.show_recipe(Everything(kernel="linear"))
    fired: list[str] = []
    for key in ("Left", "Right", "Space", "Home", "Up", "1", "Delete", "Escape"):
        action = window.addAction(key)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False, key=key: fired.append(key))
    show(qtbot, window)
    hard = form.row("hard")
    assert isinstance(hard, TruthRow)
    for widget, key in (
        (form.sliders["noise"], Qt.Key.Key_Right),
        (form.sliders["noise"], Qt.Key.Key_Home),
        (form.fields["cost"], Qt.Key.Key_1),
        (form.fields["cost"], Qt.Key.Key_Up),
        (form.fields["cost"], Qt.Key.Key_Delete),
        (form.fields["cost"], Qt.Key.Key_Escape),
        (form.row("kernel").stops[0], Qt.Key.Key_Right),
        (hard.box, Qt.Key.Key_Space),
    ):
        widget.setFocus()
        QTest.keyClick(widget, key)
    assert fired == []
    assert form.recipe is not None
    assert form.recipe.values()["kernel"] == "rbf"
    assert form.recipe.values()["hard"] is True
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Right)
    assert fired == ["Right"]


def test_rows_made_while_hidden_take_the_scale_they_are_shown_in(form: RecipeForm, qapp: QApplication) -> None:
    form.show_recipe(Holdout())
    form.show_recipe(Everything())  # degree is made hidden
    theme.apply(qapp, "projector", 1.6)
    form.show_recipe(Everything(kernel="linear"))
    assert form.fields["degree"].width() == round(WIDTH * 1.6)


def test_the_ends_of_a_slider_say_what_they_mean(form: RecipeForm) -> None:
    form.show_recipe(registry.model("svm")())
    for row in (form.row("cost"), make_row(specs(registry.model("svm"))[2], form, is_compact=True)):
        words = [label.text() for label in row.findChildren(QLabel) if label.property("role") == "end"]
        assert words == ["wide street", "few mistakes"], "on stage too"


def test_the_letter_of_a_parameter_stands_apart(form: RecipeForm) -> None:
    form.show_recipe(registry.model("svm")())
    words = {label.property("role"): label.text() for label in form.row("cost").findChildren(QLabel)}
    assert words[None] == "Cost"
    assert words["sign"] == "C"


def test_rare_parameters_are_folded_away_as_long_as_they_have_their_defaults(form: RecipeForm) -> None:
    plain = registry.model("logistic")(solver="stochastic")
    form.show_recipe(plain)
    assert form.more.isVisible()
    assert form.more.text() == "More (2)"
    assert not form.row("average").isVisible()
    form.show_recipe(plain.with_values({"average": False}))
    assert form.row("average").isVisible()
    assert not form.more.isVisible()  # a single one is not worth it
    form.show_recipe(plain)
    QTest.mouseClick(form.more, LEFT)
    assert form.row("average").isVisible()
    assert form.row("order").isVisible()
    assert not form.more.isVisible()


def test_a_folded_row_is_revealed_for_who_asks_for_it(form: RecipeForm) -> None:
    form.show_recipe(registry.model("logistic")(solver="stochastic"))
    form.reveal("average")
    assert form.row("average").isVisible()
