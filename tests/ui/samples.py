"""A recipe with every kind of parameter, and hands for its form."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.params import Recipe, Spec, param, specs
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.look import theme


@dataclass(frozen=True)
class Everything(Recipe):
    """Has every kind of parameter."""

    kernel: str = param("rbf", "Kernel", "Which one", choices=("linear", "rbf"), titles=("Linear", "RBF"))
    solver: str = param("newton", "Solver", "Which way", choices=("newton", "gradient", "momentum", "adam"))
    name: str = param("", "Name", "What it is called")
    count: int = param(100, "Points", "How many", low=4, high=5000, scale="log")
    degree: int = param(3, "Degree", "The highest power", low=1, high=9, shown_when=("kernel", ("linear",)))
    noise: float = param(0.2, "Noise", "How much", low=0.0, high=0.6)
    tilt: float = param(0.0, "Tilt", "Which way", low=-0.95, high=0.95)
    cost: float = param(1.0, "Cost", "The price", low=1e-3, high=1e3, scale="log")
    penalty: float = param(0.01, "Penalty", "May be nothing", low=0.0, high=100.0, scale="log")
    share: float = param(0.0, "Held out", "A part", low=0.0, high=0.9, unit="%")
    free: float = param(1.5, "Free", "Without limits")
    least: int = param(2, "Least", "Without an upper limit", low=0)
    hard: bool = param(False, "Hard", "No slack", shown_when=("kernel", ("linear",)))
    inner: float = param(1.0, "Inner", "Deeper", low=0.0, high=2.0, shown_when=("hard", (True,)))
    seed: int = param(0, "Seed", "Another", low=0, high=9999)


RECIPES: dict[str, type[Recipe]] = {
    "everything": Everything,
    "holdout": Holdout,
    **registry.models(),
    **registry.sources(),
}


def numbers(kind: type[Recipe]) -> list[Spec]:
    return [spec for spec in specs(kind) if not isinstance(spec.default, bool | str)]


def showing(recipe: Recipe, spec: Spec) -> Recipe:
    """Return the recipe with whatever it takes to see a parameter."""
    by_name = {item.name: item for item in specs(type(recipe))}
    if spec.hidden_when is not None and spec.hidden_when[0] != spec.name:
        recipe = recipe.with_values({spec.hidden_when[0]: by_name[spec.hidden_when[0]].high})
    if spec.shown_when is None:
        return recipe
    other, values = spec.shown_when
    return showing(recipe.with_values({other: values[0]}), by_name[other])


def show(qtbot: QtBot, widget: QWidget) -> None:
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()


def dress(app: QApplication) -> None:
    """Put on the light theme at scale 1, if it is not worn already."""
    look = theme.current()
    if (look.theme.name, look.scale) != ("light", 1.0) or not app.styleSheet():
        theme.apply(app, "light")


def make_form(qtbot: QtBot, recipe: Recipe) -> RecipeForm:
    """Return a form as wide as in the window."""
    form = RecipeForm()
    qtbot.addWidget(form)
    form.resize(252, 600)
    form.show_recipe(recipe)
    show(qtbot, form)
    return form


def press_keys(widget: QWidget, words: str) -> None:
    """Press a key for each character; QTest.keyClicks knows ASCII only, and the minus sign is not."""
    for character in words:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, character))


def type_into(form: RecipeForm, name: str, words: str) -> None:
    field = form.fields[name]
    field.setFocus()
    field.selectAll()
    press_keys(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def lay_out(form: RecipeForm) -> None:
    """Let rows that appeared take their places."""
    form.resize(252, form.sizeHint().height())
    form.layout().activate()
    for row in form.findChildren(QWidget):
        if row.layout() is not None:
            row.layout().activate()
