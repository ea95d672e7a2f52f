"""The bar of colours: how it is laid out, what it paints, and that it fits."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from mlexplorer.figures import panels, scenes
from mlexplorer.figures.films.frames import picture_of
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Legend
from mlexplorer.painting.legend import Measure, fitting
from mlexplorer.painting.painter import PaperPainter, ScreenPainter
from tests.figures.samples import figure, session
from tests.samples import switches

MEASURE = Measure(10.0, lambda words: 6.0 * len(words))
VALUES = np.linspace(0, 1, 200)
BAR = Legend(
    (VALUES > 0.5).astype(int),
    np.abs(2 * VALUES - 1),
    tuple((level, f"{level}") for level in (0.2, 0.35, 0.5, 0.65, 0.8)),
    ("Class 0", "Class 1"),
)


def entries_of(shown):
    return [entry for row in shown.page.key_rows for entry in row.entries if entry.legend is not None]


def test_no_two_words_in_a_bar_touch():
    length = MEASURE.bar(BAR)
    middles = np.array([share * length for share, _ in BAR.stops])
    widths = np.array([MEASURE.width(words) for _, words in BAR.stops])
    assert (np.diff(middles) > (widths[1:] + widths[:-1]) / 2).all()
    assert middles[0] > widths[0] / 2


def test_a_bar_that_is_too_long_loses_its_ends_then_words_then_goes():
    assert fitting(BAR, MEASURE, MEASURE.whole(BAR)) is BAR
    shorter = fitting(BAR, MEASURE, MEASURE.bar(BAR))
    assert (shorter.ends, len(shorter.stops)) == (("", ""), 5)
    few = fitting(BAR, MEASURE, MEASURE.bar(BAR) * 0.7)
    assert [words for _, words in few.stops] == ["0.2", "0.5", "0.8"]
    assert fitting(BAR, MEASURE, 20.0) is None


@pytest.mark.parametrize("paper", [False, True])
def test_the_ends_of_the_bar_have_the_colours_of_the_classes_and_paper_has_bands(paper, qapp):
    del qapp
    image = QImage(600, 80, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    theme = palette.theme("print")
    painter = QPainter(image)
    font = painter.font()
    font.setPixelSize(14)
    frame = QRectF(0, 0, 600, 80)
    place = lambda places: places  # noqa: E731 - the identity
    if paper:
        shared = PaperPainter(painter, theme, place, letters=14.0, frame=frame)
    else:
        shared = ScreenPainter(painter, theme, place, font=font, frame=frame)
    shared.draw(BAR)
    painter.end()
    (box,) = shared.taken
    inside = shared.measure.end(BAR.ends[0]) + box.left(), box.right() - shared.measure.end(BAR.ends[1])
    row = picture_of(image)[round(box.top()) + 3, round(inside[0]) + 3 : round(inside[1]) - 3]
    np.testing.assert_allclose(row[0], palette.rgb(theme.colour("tint 0")), atol=8)
    np.testing.assert_allclose(row[-1], palette.rgb(theme.colour("tint 1")), atol=8)
    colours = len(np.unique(row, axis=0))
    assert colours <= 20 if paper else colours > 40


@pytest.mark.parametrize(("model", "classes"), [("logistic", 2), ("lda", 4), ("gmm", 3)])
def test_a_figure_has_the_bar_in_its_key(model, classes):
    shown = figure(session(model, classes))
    (entry,) = entries_of(shown)
    assert len(entry.legend.stops) >= 3
    assert max(row.width for row in shown.page.key_rows) <= shown.page.size.width


def test_a_key_at_the_right_or_none_or_a_low_page_has_room_for_its_plot():
    assert entries_of(figure(session("lda", 4), Sheet(key="none"))) == []
    assert entries_of(figure(session("lda", 4), Sheet(key="right"))) == []
    assert entries_of(figure(session("logistic", 2), Sheet(aspect="16:9"))) == []
    assert len(entries_of(figure(session("logistic", 2), Sheet(aspect="16:9", width=254.0)))) == 1


@pytest.mark.parametrize(("toggled", "bars"), [((), 1), (("score",), 0)])
def test_several_planes_share_a_bar_only_if_it_means_the_same_on_all(toggled, bars):
    shown = session("logistic", 2)
    shown = replace(shown, view=replace(shown.view, switches=switches(*toggled)))
    planes = scenes.of_values(shown, {"penalty": [0.01, 10.0]})
    assert len(entries_of(panels.of_scenes(planes, Sheet()))) == bars


def test_the_bar_is_there_at_every_step_of_a_film():
    shown = session("logistic", 2, solver="gradient", steps=5)
    for step in (0, 1, 5):
        assert len(entries_of(figure(replace(shown, view=replace(shown.view, step=step))))) == 1


def test_in_grey_print_the_bar_has_the_hatches_of_the_classes(qapp):
    del qapp
    image = QImage(400, 60, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    theme = palette.theme("print_grey")
    hatched = next(label for label in range(9) if theme.style(label).hatch != "none")
    plain = next(label for label in range(9) if theme.style(label).hatch == "none")
    painter = QPainter(image)
    bar = Legend(np.repeat([plain, hatched], 100), np.ones(200), ((0.25, "one"), (0.75, "two")))
    shared = PaperPainter(painter, theme, lambda places: places, letters=20.0, frame=QRectF(0, 0, 400, 60))
    shared.draw(bar)
    painter.end()
    (box,) = shared.taken
    rows = picture_of(image)[round(box.top()) + 2 : round(box.top()) + 6]  # above the words
    middle, edge = round(box.center().x()), round(box.right())
    left, right = rows[:, round(box.left()) + 3 : middle - 3], rows[:, middle + 3 : edge - 3]
    assert len(np.unique(left.reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(right.reshape(-1, 3), axis=0)) > 1
