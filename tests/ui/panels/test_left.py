"""The left panel edits the session: a drag is one entry of undo, two numbers typed are two, the wheel picks nothing."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.panels.left import LeftPanel, Picker
from mlexplorer.ui.store import Store
from tests.ui.samples import press_keys, show

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def store() -> Store:
    return Store(single(Session(Document(registry.source("moons")(), (Run(registry.model("line")()),)))))


@pytest.fixture
def panel(qtbot: QtBot, store: Store) -> LeftPanel:
    made = LeftPanel(store)
    qtbot.addWidget(made)
    store.changed.connect(lambda _, new: made.show_session(new))
    made.resize(284, 700)
    show(qtbot, made)
    return made


def noise_form(panel: LeftPanel) -> RecipeForm:
    return next(form for form in panel.findChildren(RecipeForm) if "noise" in form.fields)


def noise(store: Store) -> float:
    return float(store.session.document.source.values()["noise"])


def type_noise(panel: LeftPanel, words: str) -> None:
    field = noise_form(panel).fields["noise"]
    field.setFocus()
    field.selectAll()
    press_keys(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_two_numbers_typed_are_two_entries_of_undo(panel: LeftPanel, store: Store) -> None:
    type_noise(panel, "0.3")
    type_noise(panel, "0.4")
    assert noise(store) == 0.4
    store.undo()
    assert noise(store) == 0.3
    assert noise_form(panel).fields["noise"].value == 0.3
    store.undo()
    assert noise(store) == 0.2


def test_a_drag_is_one_entry_of_undo(panel: LeftPanel, store: Store) -> None:
    slider = noise_form(panel).sliders["noise"]
    middle = slider.height() // 2
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(30, middle))
    assert store.dragging
    for x in (50, 70, 90, slider.width()):
        QTest.mouseMove(slider, QPoint(x, middle))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width(), middle))
    assert not store.dragging
    assert noise(store) == 0.6
    store.undo()
    assert noise(store) == 0.2
    assert not store.history.undo_label


def test_the_wheel_over_a_picker_picks_nothing(panel: LeftPanel, store: Store) -> None:
    before = store.session
    for picker in panel.findChildren(Picker):
        place = picker.mapTo(panel, picker.rect().center())
        QTest.wheelEvent(panel.windowHandle(), QPointF(place), QPoint(0, -120))
    assert store.session == before
