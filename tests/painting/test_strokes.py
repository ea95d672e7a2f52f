"""Arrows: the tip is at the end, and the head behind it is wider than the shaft."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from mlexplorer.figures.films.frames import picture_of
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Arrow
from mlexplorer.painting.painter import PaperPainter, ScreenPainter


def drawn(kind, start, end):
    """Return which pixels an arrow inks, the first axis across."""
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    qt = QPainter(image)
    painter = kind(qt, palette.theme("print"), lambda places: places, unit=2.0)
    painter.draw(Arrow(np.array(start), np.array(end), "path"))
    qt.end()
    return (picture_of(image) < 200).any(axis=2).T


@pytest.mark.parametrize("kind", [ScreenPainter, PaperPainter])
@pytest.mark.parametrize("way", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
def test_an_arrow_ends_at_its_tip_and_is_wide_behind_it(kind, way):
    start = np.array([100.0, 100.0]) - 60 * np.array(way)
    end = np.array([100.0, 100.0]) + 60 * np.array(way)
    inked = np.argwhere(drawn(kind, start, end)) + 0.5 - 100
    along, across = inked @ np.array(way), np.abs(inked @ np.array([-way[1], way[0]]))
    assert along.max() == pytest.approx(60, abs=2)
    assert along.min() == pytest.approx(-60, abs=3)
    shaft, widest = across[along < 0].max(), across.max()
    assert widest > 2 * shaft
    head = along[across > shaft + 1]
    assert head.max() < 60
    assert along[across == widest].min() == pytest.approx(head.min(), abs=2), "the head is widest where it begins"


@pytest.mark.parametrize("kind", [ScreenPainter, PaperPainter])
def test_an_arrow_without_length_is_not_drawn(kind):
    assert not drawn(kind, (50.0, 50.0), (50.0, 50.0)).any()
