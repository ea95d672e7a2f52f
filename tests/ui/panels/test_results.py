"""Studies in the window: chosen with a click, run behind the hand, saved, undone, and never during a drag."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.session import storage
from mlexplorer.ui.panels.results import KIND

CTRL = Qt.KeyboardModifier.ControlModifier


def opened_study(open_hands, name="influence"):
    hands = open_hands("lda")
    hands.window.linked.choose("study")
    hands.settle()
    hands.window.linked.choose_row(0, list(registry.studies()).index(name), 0)
    return hands


def test_a_question_is_chosen_answered_and_dropped(open_hands):
    hands = opened_study(open_hands)
    hands.settle()
    linked = hands.window.linked
    assert [study.public_name() for study in hands.window.store.session.document.studies] == ["influence"]
    assert "decides most" in linked.words
    assert linked.charts[0].isVisible()
    assert linked.form.isVisible()
    linked.choose_row(0, list(registry.studies()).index("influence"), 0)
    hands.settle()
    assert not hands.window.store.session.document.studies
    assert not linked.form.isVisible()
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert [study.public_name() for study in hands.window.store.session.document.studies] == ["influence"]


def test_its_parameters_are_set_in_the_panel_saved_and_undone(open_hands, tmp_path):
    hands = opened_study(open_hands)
    hands.settle()
    before = hands.window.store.session.document.studies[0].places
    field = hands.window.linked.form.fields["places"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "16")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    book = hands.window.store.book
    assert book.session.document.studies[0].places == 16
    storage.save(book, tmp_path / "a.mlx.json")
    assert storage.load(tmp_path / "a.mlx.json") == book
    hands.window.run("undo")
    assert hands.window.store.session.document.studies[0].places == before


def test_no_study_advances_between_press_and_release_and_it_goes_on_afterwards(open_hands):
    hands = opened_study(open_hands)
    heard = []
    hands.window.jobs.arrived.connect(lambda kind, _: heard.append(kind) if kind == KIND else None)
    hands.window.run("tool:move")
    port = hands.canvas.viewport()
    start = hands.position(*hands.data.points[0])
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    heard.clear()
    for move in range(1, 12):
        QTest.mouseMove(port, start + type(start)(move, move))
        hands.qtbot.waitUntil(lambda: "plane" not in hands.window.jobs.busy)
        assert KIND not in hands.window.jobs.busy
    assert heard == []
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=start)
    hands.settle()
    assert heard
    assert "decides most" in hands.window.linked.words


def test_leaving_the_view_pauses_the_study(open_hands):
    hands = opened_study(open_hands)
    hands.window.linked.choose("explain")
    hands.qtbot.waitUntil(lambda: hands.window.linked.name == "explain")
    assert KIND not in hands.window.jobs.busy
    hands.window.linked.choose("study")
    hands.settle()
    assert "decides most" in hands.window.linked.words
