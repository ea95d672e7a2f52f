"""The film sheet: records the timeline or a sweep in the background, can be cancelled."""

import pytest

from mlexplorer.ui.film_sheet import FilmSheet


@pytest.fixture
def sheet(open_hands):
    hands = open_hands("kmeans")
    hands.window.actions_by_name["film"].trigger()
    found = hands.window.findChild(FilmSheet)
    found.hands = hands
    recipe = found.form.recipe.with_values({"width": 160, "height": 120, "most": 5})
    found.form.show_recipe(recipe)
    yield found
    found.close()


def written(sheet, path):
    sheet.hands.qtbot.waitUntil(lambda: sheet._words.text() == f"Wrote {path.name}.", timeout=20_000)
    return path.read_bytes()


def test_the_timeline_becomes_a_film(sheet, tmp_path):
    sheet.record(tmp_path / "steps.gif")
    assert not sheet.record_button.isEnabled()
    assert written(sheet, tmp_path / "steps.gif").startswith(b"GIF89a")
    assert sheet.record_button.isEnabled()


def test_a_sweep_of_a_parameter(sheet, tmp_path):
    sheet.what.show_choice("k")
    sheet.record(tmp_path / "sweep.apng")
    assert written(sheet, tmp_path / "sweep.apng").startswith(b"\x89PNG")


def test_cancelling_writes_nothing(sheet, tmp_path):
    sheet.record(tmp_path / "never.gif")
    sheet.cancel_button.click()
    sheet.hands.settle()
    assert list(tmp_path.iterdir()) == []
    assert "nothing was written" in sheet._words.text()


def test_an_unknown_ending_gets_a_sentence(sheet, tmp_path):
    sheet.record(tmp_path / "film.avi")
    assert ".avi" in sheet._words.text()
    assert sheet.record_button.isEnabled()
