"""Studies in the window: chosen with a click, run behind the hand, saved, undone, and never during a drag."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.lessons import scenes
from mlexplorer.marks.marks import Line, Points, Regions, Text
from mlexplorer.pipeline.previews import STRIP
from mlexplorer.session import storage
from mlexplorer.ui.results import KIND
from tests.ui.conftest import opened

CTRL = Qt.KeyboardModifier.ControlModifier


def opened_study(open_hands, name="influence"):
    hands = open_hands("lda")
    hands.window.linked.choose("study")
    hands.settle()
    hands.window.linked.choose_row(0, list(registry.studies()).index(name), 0)
    return hands


def looked_at(hands):
    """Return the view of the plane's picture, once it has what the window looks at."""
    hands.settle()
    hands.qtbot.waitUntil(lambda: hands.snapshot.session.view == hands.window.store.session.view)
    hands.settle()
    return hands.canvas.marks


def place_on(chart, x, y):
    where = chart.canvas.position_of(np.array([[x, y]], dtype=float))[0]
    return QPoint(round(where[0]), round(where[1]))


def words_of(marks, layer):
    return " ".join(mark.words for mark in marks.get(layer, ()) if isinstance(mark, Text))


def test_a_question_is_chosen_answered_and_dropped(open_hands):
    hands = opened_study(open_hands)
    hands.settle()
    linked = hands.window.linked
    assert [study.public_name() for study in hands.window.store.session.document.studies] == ["influence"]
    assert "decides most" in linked.words
    assert linked.charts[0].isVisible()
    assert not linked.form.isVisible()
    linked.choose_option("study page", "settings")
    hands.settle()
    assert linked.form.isVisible()
    assert not linked.charts[0].isVisible()
    linked.choose_option("study", "")
    hands.settle()
    assert not hands.window.store.session.document.studies
    assert not linked.form.isVisible()
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert [study.public_name() for study in hands.window.store.session.document.studies] == ["influence"]


def test_its_parameters_are_set_in_the_panel_saved_and_undone(open_hands, tmp_path):
    hands = opened_study(open_hands)
    hands.settle()
    hands.window.linked.choose_option("study page", "settings")
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


def test_folds_are_stepped_through_with_their_own_boundary_and_errors(open_hands):
    hands = opened_study(open_hands, "folds")
    marks = looked_at(hands)
    assert "Colours are the 10 folds" in words_of(marks, "folds")
    roles = {mark.role for mark in marks["folds"] if isinstance(mark, Points)}
    assert len(roles) == 9, "nine colours, the tenth fold has the first again"
    result = hands.window.linked.results.known(hands.window.store.session)[0]
    for number in range(2):
        hands.key(Qt.Key.Key_Right, CTRL)
        marks = looked_at(hands)
        fit = result.fits[number]
        assert words_of(marks, "folds") == fit.words
        assert any(isinstance(mark, Line) and len(mark.path) for mark in marks["folds"])
        wrong = int((fit.step.predict(hands.data.points[fit.left]) != hands.data.labels[fit.left]).sum())
        assert wrong == round(result.errors[number] * len(fit.left))
        outlined = [mark for mark in marks["folds"] if isinstance(mark, Points) and mark.style == "wrong"]
        assert sum(len(mark.places) for mark in outlined) == wrong
    QTest.mouseClick(hands.window.linked.buttons["previous_fit"], Qt.MouseButton.LeftButton)
    assert words_of(looked_at(hands), "folds") == result.fits[0].words
    hands.window.linked.choose("explain")
    assert "folds" not in looked_at(hands) or not hands.canvas.marks["folds"]


def test_a_click_on_a_bar_shows_that_fold_and_another_click_lets_it_go(open_hands):
    hands = opened_study(open_hands, "folds")
    looked_at(hands)
    chart = hands.window.linked.charts[0]
    port = chart.canvas.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place_on(chart, 3, 1))
    assert hands.window.store.session.view.fit == (0, 2)
    assert words_of(looked_at(hands), "folds").startswith("Fold 3 of 10")
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place_on(chart, 3, 1))
    assert hands.window.store.session.view.fit is None
    assert hands.window.store.history.undo_label != "click on study", "looking is no edit"


@pytest.mark.parametrize("strip", [True, False], ids=["strip", "view"])
def test_the_curve_previews_a_boundary_and_a_click_goes_there(open_hands, strip):
    hands = open_hands("knn", values={"k": 31}, source_values={"noise": 0.3})
    if strip:
        hands.key(Qt.Key.Key_1, CTRL)
    else:
        hands.window.linked.choose("study")
        hands.settle()
        hands.window.linked.choose_row(0, list(registry.studies()).index("curve"), 0)
    looked_at(hands)
    chart = hands.window.strip.chart if strip else hands.window.linked.charts[0]
    assert hands.window.strip.isVisible() == strip
    result = hands.window.linked.results.known(hands.window.store.session)[0]
    number = result.knob.values.index(5)
    place = place_on(chart, result.fits[number].x, 5)
    QTest.mouseMove(chart.canvas.viewport(), place)
    assert not strip or hands.window.store.session.view.preview is None, "the pointer has to rest first"
    hands.qtbot.waitUntil(lambda: hands.window.store.session.view.preview == (0, number))
    marks = looked_at(hands)
    assert words_of(marks, "ghost").startswith("neighbours k = 5:")
    assert len(next(mark for mark in marks["ghost"] if isinstance(mark, Line)).path)
    heard = []
    hands.window.jobs.arrived.connect(lambda kind, _: heard.append(kind))
    QTest.mouseClick(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hands.window.store.session.run.model.k == 5
    hands.settle()
    again = hands.window.linked.results.known(hands.window.store.session)[0]
    assert again.cross_validated is not None
    assert again.folds is result.folds, "nothing of the curve is computed again"
    assert again.present == number
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.session.run.model.k == 31


def test_the_strip_names_the_choices_and_takes_them(open_hands):
    hands = open_hands("knn", values={"k": 1}, source_values={"noise": 0.4})
    hands.key(Qt.Key.Key_1, CTRL)
    looked_at(hands)
    strip, result = hands.window.strip, hands.window.linked.results.known(hands.window.store.session)[0]
    assert "overfits" in strip.words
    said = " ".join(mark.words for mark in strip.chart.canvas.words())
    assert "lowest" in said
    assert "too free" in said
    shown = [button for button in strip.buttons if button.isVisible()]
    QTest.mouseClick(shown[-1], Qt.MouseButton.LeftButton)
    assert hands.window.store.session.run.model.k == result.knob.values[result.least]
    hands.key(Qt.Key.Key_1, CTRL)
    assert not hands.window.strip.isVisible()
    assert not hands.window.store.session.view.shows(STRIP)


def test_no_study_advances_while_the_strip_is_dragged_and_the_drag_is_one_edit(open_hands):
    hands = open_hands("knn", source_values={"noise": 0.3})
    hands.key(Qt.Key.Key_1, CTRL)
    looked_at(hands)
    chart, heard = hands.window.strip.chart, []
    fits = hands.window.linked.results.known(hands.window.store.session)[0].fits
    hands.window.jobs.arrived.connect(lambda kind, _: heard.append(kind) if kind == KIND else None)
    port = chart.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=place_on(chart, fits[0].x, 5))
    heard.clear()
    for fit in fits[1:5]:
        QTest.mouseMove(port, place_on(chart, fit.x, 5))
        hands.qtbot.waitUntil(lambda: "plane" not in hands.window.jobs.busy)
        assert KIND not in hands.window.jobs.busy
        assert chart.isVisible(), "what is known stays"
    assert heard == []
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=place_on(chart, fits[4].x, 5))
    hands.settle()
    assert hands.window.store.session.run.model.k == fits[4].values["k"]
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.session.run.model.k == 5


def test_a_cell_of_the_map_is_previewed_from_memory_and_applied_with_a_click(open_hands):
    hands = open_hands("svm", source_values={"count": 40})
    study = registry.study("map")(across="0.1,1,10", up="0.5,5", folds=2)
    session = hands.window.store.session
    document = type(session.document)(session.document.source, session.document.runs, studies=(study,))
    hands.window.store.edit(type(session)(document, session.view), "ask for a map")
    hands.window.linked.choose("study")
    looked_at(hands)
    chart = hands.window.linked.charts[0]
    fit = hands.window.linked.results.known(hands.window.store.session)[0].fits[-1]
    place = place_on(chart, fit.x, fit.y)
    heard = []
    hands.window.jobs.arrived.connect(lambda kind, _: heard.append(kind) if kind == KIND else None)
    QTest.mouseMove(chart.canvas.viewport(), place)
    assert words_of(looked_at(hands), "ghost").startswith("cost C = 10, gamma γ = 5:")
    assert heard == [], "from memory"
    QTest.mouseClick(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    model = hands.window.store.session.run.model
    assert (model.cost, model.gamma) == (10.0, 5.0)


def test_refits_lie_on_the_plane_as_a_bundle_above_the_shares(open_hands):
    hands = opened_study(open_hands, "refits")
    marks = looked_at(hands)["refits"]
    assert isinstance(marks[0], Regions)
    assert marks[0].shares.min() == 0
    assert marks[0].shares.max() == 1
    bundle = next(mark for mark in marks if isinstance(mark, Line))
    assert np.isnan(bundle.path[:, 0]).sum() >= 20, "a line for each refit"


def test_editing_a_point_begins_the_study_anew_and_undo_brings_back_what_was_known(open_hands):
    hands = opened_study(open_hands, "folds")
    looked_at(hands)
    before = hands.window.linked.results.known(hands.window.store.session)[0]
    hands.window.run("tool:move")
    start = hands.data.points[0]
    hands.drag(start, start + np.array([0.6, -0.9]))
    looked_at(hands)
    after = hands.window.linked.results.known(hands.window.store.session)[0]
    assert after.done == 1
    assert after is not before
    hands.key(Qt.Key.Key_Z, CTRL)
    looked_at(hands)
    assert hands.window.linked.results.known(hands.window.store.session)[0] is before


def test_a_point_edited_while_a_study_runs_is_in_what_it_finds(open_hands):
    hands = opened_study(open_hands, "folds")
    hands.qtbot.waitUntil(lambda: KIND in hands.window.jobs.busy)
    hands.click(2.2, 2.2)
    looked_at(hands)
    result = hands.window.linked.results.known(hands.window.store.session)[0]
    assert len(result.fold) == len(hands.data) == 121
    assert result.done == 1


def test_a_window_that_opens_with_a_strip_fills_it(qtbot):
    hands = opened(scenes.book_of("scene:u_of_k"), qtbot)
    looked_at(hands)
    assert hands.window.strip.chart.isVisible()
    assert "k = 1 overfits" in hands.window.strip.words
    hands.window.jobs.stop()


def test_what_is_asked_while_a_picture_is_made_is_asked_once(open_hands, monkeypatch):
    hands = open_hands("lda")
    jobs, requested = hands.window.jobs, []
    request = jobs.request
    monkeypatch.setattr(jobs, "request", lambda kind, *more: (requested.append(kind), request(kind, *more))[1])
    for _ in range(5):  # as many moves of a drag before the first picture
        hands.window.work.ask()
    assert len(requested) == 1
    hands.settle()
    assert len([kind for kind in requested if kind == requested[0]]) == 2, "once more for all that came meanwhile"
