"""Small pictures: drawn once, kept by what they show, light and dark."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage

from mlexplorer.figures import thumbnails
from mlexplorer.lessons import scenes


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def kept(folder):
    return sorted((folder / thumbnails.FOLDER).iterdir())


@pytest.mark.parametrize("name", ["three_centres", "unequal_blobs", "cost_and_reach", "bowl_two_slopes", "bumps"])
def test_every_picture_fills_a_card(name):
    picture = QImage.fromData(thumbnails.thumbnail(scenes.named(name).session, "light"))
    assert picture.width() / picture.height() == pytest.approx(1.5, abs=0.1)
    assert picture.width() == pytest.approx(552, abs=20)


@pytest.mark.parametrize("name", ["three_centres", "unequal_blobs", "cost_and_reach"])
def test_regions_reach_the_rim_of_a_picture_and_no_title_stands_above_them(name):
    picture = QImage.fromData(thumbnails.thumbnail(scenes.named(name).session, "light"))
    right, bottom = picture.width() - 1, picture.height() - 1
    corners = [picture.pixelColor(x, y).name() for x in (0, right) for y in (0, bottom)]
    assert "#ffffff" not in corners


def test_a_picture_is_drawn_once_for_each_theme_and_content(own_folder, monkeypatch):
    session = scenes.named("three_centres").session
    light = thumbnails.thumbnail(session, "light")
    assert [path.read_bytes() for path in kept(own_folder)] == [light]
    monkeypatch.setattr(thumbnails, "drawn", lambda _, theme: theme.encode())
    assert thumbnails.thumbnail(session, "light") == light
    assert thumbnails.thumbnail(session, "dark") == b"dark"
    other = replace(session, view=replace(session.view, step=1))
    assert thumbnails.thumbnail(other, "light") == b"light"
    assert len(kept(own_folder)) == 3


def test_a_picture_is_shown_even_where_none_can_be_kept(own_folder):
    own_folder.write_text("in the way")
    assert thumbnails.thumbnail(scenes.named("three_centres").session, "light").startswith(b"\x89PNG")
