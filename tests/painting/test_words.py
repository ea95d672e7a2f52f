"""Words stand on the side that their mark says, inside the plot, and on no others."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from mlexplorer.figures.films.frames import picture_of
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Text
from mlexplorer.painting.markers import USUAL_MARKER
from mlexplorer.painting.painter import PaperPainter, ScreenPainter
from mlexplorer.painting.words import HALO

FRAME = QRectF(0, 0, 400, 300)
MIDDLE = np.array([200.0, 150.0])
KINDS = pytest.mark.parametrize("kind", [ScreenPainter, PaperPainter])


class Sheet:
    """A white page on which marks are drawn, device units for data."""

    def __init__(self, kind):
        self.image = QImage(400, 300, QImage.Format.Format_RGB32)
        self.image.fill(0xFFFFFFFF)
        self.qt = QPainter(self.image)
        self.painter = kind(self.qt, palette.theme("print"), lambda places: places, frame=FRAME)

    def box(self, *words, **more):
        """Return where words stand that are drawn now."""
        self.painter.draw(Text(*words, **more))
        return self.painter.taken[-1]

    def ink(self):
        """Return where the page is no longer white."""
        rows, columns = np.nonzero((picture_of(self.image) < 255).any(axis=2))
        return QRectF(QPointF(columns.min(), rows.min()), QPointF(columns.max() + 1, rows.max() + 1))


@pytest.fixture
def page():
    made = []

    def begin(kind):
        made.append(Sheet(kind))
        return made[-1]

    yield begin
    for sheet in made:
        sheet.qt.end()


@KINDS
@pytest.mark.parametrize("across", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("up", [0.0, 0.5, 1.0])
def test_the_anchor_is_the_part_of_the_words_that_stands_at_the_place(kind, across, up, page):
    sheet = page(kind)
    box = sheet.box(MIDDLE, "width 1.25", anchor=(across, up))
    assert box.left() + across * box.width() == pytest.approx(MIDDLE[0])
    assert box.bottom() - up * box.height() == pytest.approx(MIDDLE[1])
    assert box.adjusted(-3, -3, 3, 3).contains(sheet.ink())


@KINDS
def test_an_offset_leads_to_the_right_and_upwards(kind, page):
    sheet = page(kind)
    box = sheet.box(MIDDLE, "slack 0.3", anchor=(0.0, 0.0), offset=(14.0, 8.0))
    unit = sheet.painter.pixel
    assert (box.left(), box.bottom()) == pytest.approx((MIDDLE[0] + 14 * unit, MIDDLE[1] - 8 * unit))
    assert box.adjusted(-3, -3, 3, 3).contains(sheet.ink())


@KINDS
@pytest.mark.parametrize("x", [1.0, 399.0])
def test_words_at_the_rim_move_inwards_and_those_of_a_place_outside_do_not(kind, x, page):
    sheet = page(kind)
    edge = 8 * sheet.painter.pixel
    box = sheet.box(np.array([x, 150.0]), "t/‖w‖ = 0.3")
    assert (box.left() if x < 200 else box.right()) == pytest.approx(edge if x < 200 else 400 - edge)
    beyond = sheet.box(np.array([x - 2 if x < 200 else x + 2, 60.0]), "t/‖w‖ = 0.3")
    assert beyond.center().x() == pytest.approx(-1 if x < 200 else 401)


@KINDS
def test_words_at_one_place_stand_above_and_below_one_another(kind, page):
    sheet = page(kind)
    boxes = [sheet.box(MIDDLE, "round 1") for _ in range(8)]
    lines = [(box.center().y() - MIDDLE[1]) / (1.5 * box.height()) for box in boxes]
    assert lines == pytest.approx([0, -1, 1, -2, 2, -3, 3, -4])
    sheet.painter.draw(Text(MIDDLE, "round 1"))
    if kind is PaperPainter:
        assert sheet.painter.taken == boxes, "no room: a page would rather have none"
    else:
        assert sheet.painter.taken[-1].center().y() == pytest.approx(MIDDLE[1]), "no room: where they belong"
    high = sheet.box(np.array([50.0, 5.0]), "round 1")
    below = sheet.box(np.array([50.0, 5.0]), "round 1")
    assert below.top() > high.bottom(), "above they would leave the plot"


@KINDS
def test_words_along_a_way_are_never_upside_down(kind, page):
    ways = [[1.0, 1.0], [-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]]
    forth, back, level, upright = (page(kind).box(MIDDLE, "p = 0.9", way=np.array(way)) for way in ways)
    assert forth == back
    assert level.width() > forth.height()
    assert upright.height() > 2 * upright.width()


@KINDS
def test_a_plate_is_wider_than_its_words(kind, page):
    sheet = page(kind)
    box = sheet.box(MIDDLE, "next: 1.2", plate=True)
    ink = sheet.ink()
    assert ink.contains(box)
    assert ink.width() - box.width() > ink.height() - box.height() > 2 * HALO * sheet.painter.pixel


@KINDS
def test_words_at_no_place_are_not_written(kind, page):
    sheet = page(kind)
    sheet.painter.draw(Text(np.array([np.nan, 1.0]), "nowhere"))
    assert sheet.painter.taken == []


@KINDS
@pytest.mark.parametrize("anchor", [0.0, 0.5, 1.0])
def test_a_line_of_words_has_its_middle_at_the_height_of_its_place(kind, anchor, page):
    sheet = page(kind)
    font = QFont(sheet.qt.font())
    font.setPixelSize(40)
    large = {"font": font} if kind is ScreenPainter else {"letters": 40.0}
    replace(sheet.painter, **large).write("0000", QPointF(200.0, 150.0), anchor)
    ink = sheet.ink()
    assert ink.height() > 25
    assert ink.center().y() == pytest.approx(150, abs=2)
    assert ink.left() + anchor * ink.width() == pytest.approx(200, abs=4)


def test_a_design_pixel_on_paper_is_as_much_smaller_as_the_markers_are(page):
    painter = page(PaperPainter).painter
    sizes = [replace(painter, unit=unit, marker=marker).pixel for unit, marker in ((1.0, 1.0), (2.0, 0.5), (1.0, 0.25))]
    assert sizes == pytest.approx([1 / USUAL_MARKER, 1 / USUAL_MARKER, 0.25 / USUAL_MARKER])
