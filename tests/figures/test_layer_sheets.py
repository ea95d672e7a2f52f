"""Every layer of every model in light and dark: each paints something; the sheets are kept to be looked at."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.figures import layer_sheets
from mlexplorer.figures.films.frames import picture_of
from mlexplorer.layers import plane

KEPT = Path(__file__).resolve().parents[2] / "build" / "layers"
SILENT = {"handles", "lock", "jitter", "picked", "doubt", "rule"}  # for the hand, or for a rule that is not plain
ELSEWHERE = {"crowd", "influence", "folds", "refits", "ink"}  # of a million points, of studies, of a pen
SAME = {"boundary", "regions", "training"}  # on every tile


@cache
def tiles_of(name):
    model = registry.model(name)()
    return [tile for source in layer_sheets.SOURCES for tile in layer_sheets.tiles_of(model, source)]


def cell(picture, number):
    row, column = divmod(number, layer_sheets.COLUMNS)
    top = row * (layer_sheets.SIDE + layer_sheets.CAPTION) + layer_sheets.CAPTION
    left = column * (layer_sheets.SIDE + 8)
    return picture[top : top + layer_sheets.SIDE, left : left + layer_sheets.SIDE].astype(int)


def drawn_marks(tile):
    """Return what a tile has beyond the quiet layers."""
    return [mark for layer in tile.layers if layer.name not in layer_sheets.QUIET for mark in layer.marks]


@pytest.mark.parametrize("name", registry.models())
def test_every_layer_of_a_model_is_seen(name):
    layer_sheets.made_folder(KEPT)
    tiles = tiles_of(name)
    assert tiles
    for theme in layer_sheets.THEMES:
        image = layer_sheets.painted(tiles, theme)
        assert image.save(str(KEPT / f"{name}-{theme}.png"))
        picture = picture_of(image)
        plain = {}
        for number, tile in enumerate(tiles):
            if tile.name == "training":
                plain[tile.snapshot] = cell(picture, number)
        for number, tile in enumerate(tiles):
            quiet = plain.get(tile.snapshot)
            if quiet is not None and tile.name not in SAME | SILENT and drawn_marks(tile):
                changed = np.abs(cell(picture, number) - quiet).sum(axis=-1) > 30
                assert changed.sum() > 20, (theme, tile.title)


def test_the_sheets_show_every_layer_there_is():
    shown = {tile.name for name in registry.models() for tile in tiles_of(name)}
    assert {kind.name for kind in plane.LAYERS} - shown <= SILENT | ELSEWHERE
