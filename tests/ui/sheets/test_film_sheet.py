"""The film sheet: records the timeline or a sweep in the background, can be cancelled."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.figures.files import embedded
from mlexplorer.ui.sheets.film_sheet import FilmSheet
from tests.figures.samples import from_png


@pytest.fixture
def sheet(open_hands):
    hands = open_hands("kmeans")
    hands.window.run("film")
    found = hands.window.findChild(FilmSheet)
    found.hands = hands
    recipe = found.form.recipe.with_values({"width": 160, "height": 120, "most": 5})
    found.form.show_recipe(recipe)
    yield found
    found.close()


def written(sheet, path):
    sheet.hands.qtbot.waitUntil(lambda: sheet.words == f"Wrote {path.name}.")
    return path.read_bytes()


def test_the_timeline_becomes_a_film(sheet, tmp_path):
    sheet.record(tmp_path / "steps.gif")
    assert not sheet.record_button.isEnabled()
    assert written(sheet, tmp_path / "steps.gif").startswith(b"GIF89a")
    assert sheet.record_button.isEnabled()


def test_a_film_shows_a_view_beside_the_plane_under_a_title(sheet, tmp_path):
    assert sheet.views.itemText(0) == "The plane"
    sheet.record(tmp_path / "plain.png")
    sheet.hands.qtbot.waitUntil(lambda: sheet.words == "Wrote plain.png.")
    sheet.views.show_choice("plane+progress")
    sheet.heading.setText("Centres walk")
    sheet.record(tmp_path / "beside.png")
    sheet.hands.qtbot.waitUntil(lambda: sheet.words == "Wrote beside.png.")
    plain, beside = (from_png((tmp_path / f"{name}-0005.png").read_bytes()) for name in ("plain", "beside"))
    assert plain.shape == beside.shape
    assert (plain != beside).any(axis=2).mean() > 0.2


def test_one_frame_is_saved_as_the_film_has_it(sheet, tmp_path):
    sheet.record(tmp_path / "all.png")
    sheet.hands.qtbot.waitUntil(lambda: sheet.words == "Wrote all.png.")
    sheet.save_still(tmp_path / "one.png")
    one, last = from_png(written(sheet, tmp_path / "one.png")), from_png((tmp_path / "all-0005.png").read_bytes())
    assert np.array_equal(one, last)
    assert embedded.read(tmp_path / "one.png").session.document == sheet.hands.window.store.session.document


def test_a_sweep_of_a_parameter_goes_from_one_value_to_another(sheet, tmp_path):
    assert not sheet.sweep.isVisible()
    sheet.what.setFocus()
    while sheet.what.current != "k":
        QTest.keyClick(sheet.what, Qt.Key.Key_Down)
    assert sheet.sweep.isVisible()
    for title, words in {"From": "2", "to": "5"}.items():
        field = sheet.sweep.fields[title]
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert sheet.form.recipe.most == 60
    assert sheet.sweep.values(60) == [2, 3, 4, 5]
    sheet.record(tmp_path / "sweep.png")
    sheet.hands.qtbot.waitUntil(lambda: sheet.words == "Wrote sweep.png.")
    assert len(list(tmp_path.glob("sweep-*.png"))) == 4


def test_mp4_where_there_is_ffmpeg(sheet, tmp_path):
    sheet.record(tmp_path / "steps.mp4")
    assert written(sheet, tmp_path / "steps.mp4")[4:8] == b"ftyp"


def test_mp4_without_ffmpeg_gets_a_sentence(sheet, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    sheet.record(tmp_path / "steps.mp4")
    assert "MP4 needs the program ffmpeg" in sheet.words
    assert sheet.record_button.isEnabled()


def test_cancelling_writes_nothing(sheet, tmp_path):
    sheet.record(tmp_path / "never.gif")
    sheet.cancel_button.click()
    sheet.hands.settle()
    assert list(tmp_path.iterdir()) == []
    assert "nothing was written" in sheet.words


def test_an_unknown_ending_gets_a_sentence(sheet, tmp_path):
    sheet.record(tmp_path / "film.avi")
    assert ".avi" in sheet.words
    assert sheet.record_button.isEnabled()


def test_enter_in_a_field_does_not_cancel(sheet, tmp_path):
    sheet.record(tmp_path / "steps.gif")
    field = sheet.form.fields["fps"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert written(sheet, tmp_path / "steps.gif").startswith(b"GIF89a")


def test_a_film_that_cannot_be_written_says_so_and_can_be_tried_again(sheet, tmp_path):
    sheet.record(tmp_path / "nowhere" / "a.gif")
    sheet.hands.qtbot.waitUntil(sheet.record_button.isEnabled)
    assert "nowhere" in sheet.words
    assert not sheet.progress.isVisible()
    sheet.record(tmp_path / "a.gif")
    assert written(sheet, tmp_path / "a.gif").startswith(b"GIF89a")
