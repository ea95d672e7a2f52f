"""Regions as polygons: they cover the plane, agree with the decision, and are few bands."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from mlexplorer.core.decision import decide
from mlexplorer.figures.films.frames import picture_of
from mlexplorer.layers import plane
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Heat, Regions
from mlexplorer.painting.areas import HEAT_BANDS, MOST_BANDS, heat_areas, region_areas
from mlexplorer.painting.hatches import edges_of, spans_of
from mlexplorer.painting.painter import PaperPainter
from tests.figures.samples import session, snapshot

PRINT = palette.theme("print")


def regions_of(shown):
    marks = [mark for layer in plane.layers(shown) for mark in layer.marks if isinstance(mark, Regions)]
    assert marks, "this model draws its regions on a grid"
    return marks[0]


def whole_areas(mark):
    """Return the area of each class that holds all its bands."""
    found = region_areas(mark, PRINT, lambda places: places * 100)
    return {area.hatched: area.path for area in found if area.hatched is not None}


@pytest.mark.parametrize(("model", "classes"), [("logistic", 2), ("logistic", 4), ("svm", 2), ("lda", 9), ("qda", 4)])
def test_areas_are_where_the_class_is_decided(model, classes):
    shown = snapshot(session(model, classes))
    left, right, bottom, top = shown.frame.bounds
    places = np.random.default_rng(0).uniform([left, bottom], [right, top], (400, 2))
    decided, paths = decide(shown.step, places), whole_areas(regions_of(shown))
    right_ones = [
        paths[label].contains(QPointF(*place)) for label, place in zip(decided.tolist(), places * 100, strict=True)
    ]
    assert np.mean(right_ones) > 0.985, "only places next to a boundary may fall into the neighbour's polygon"
    holders = [sum(path.contains(QPointF(*place)) for path in paths.values()) for place in places * 100]
    assert np.mean(np.array(holders) == 1) > 0.985, "every place lies in one area"


@pytest.mark.parametrize("model", ["logistic", "knn", "gmm"])
def test_a_class_has_at_most_ten_bands(model):
    areas = region_areas(regions_of(snapshot(session(model, 4))), PRINT, lambda places: places)
    starts = [index for index, area in enumerate(areas) if area.hatched is not None] + [len(areas)]
    counts = np.diff(starts)
    assert counts.min() >= 1
    assert counts.max() <= MOST_BANDS
    assert counts.max() > 2, "certainty is shown"


def test_bands_lie_on_one_another_from_pale_to_strong():
    areas = region_areas(regions_of(snapshot(session("logistic", 2))), PRINT, lambda places: places * 100)
    for before, after in itertools.pairwise(areas):
        if after.hatched is None:
            assert after.colour.lightnessF() < before.colour.lightnessF()
            outer, inner = before.path.boundingRect(), after.path.boundingRect()
            assert outer.adjusted(-0.5, -0.5, 0.5, 0.5).contains(inner)


def test_without_probabilities_a_region_has_its_full_tint():
    areas = region_areas(regions_of(snapshot(session("svm", 2))), PRINT, lambda places: places)
    assert [area.colour.name().upper() for area in areas] == [PRINT.style(0).tint, PRINT.style(1).tint]


def test_a_landscape_has_few_bands_and_begins_with_the_plane():
    x, y = np.meshgrid(np.linspace(-1, 1, 60), np.linspace(-1, 1, 50))
    areas = heat_areas(Heat((-1, 1, -1, 1), (x**2 + y**2) / 2), PRINT, lambda places: places * 100)
    assert len(areas) == HEAT_BANDS
    assert areas[0].colour.name().upper() == PRINT.ramp[0]
    assert areas[-1].colour.name().upper() == PRINT.ramp[-1]
    assert areas[0].path.boundingRect() == QRectF(-100, -100, 200, 200)
    assert not areas[6].path.contains(QPointF(0, 0))
    assert areas[6].path.contains(QPointF(99, 99))


def test_heights_that_are_no_numbers_are_drawn_as_the_highest():
    heights = np.zeros((20, 20))
    heights[5, 5], heights[6, 6] = np.nan, np.inf
    assert len(heat_areas(Heat((0, 1, 0, 1), heights), PRINT, lambda places: places)) == HEAT_BANDS


@pytest.mark.parametrize("label", [2, 3, 4, 8])
def test_hatches_end_at_the_edge_of_their_region(label):
    paths = whole_areas(regions_of(snapshot(session("lda", 9))))
    spans = list(spans_of(edges_of(paths[label]), 9.0))
    assert len(spans) > 3
    for height, left, right in spans:
        assert left <= right
        for share in (0.02, 0.5, 0.98):
            place = QPointF(left + share * (right - left), height)
            assert paths[label].contains(place) or right - left < 1


def test_nine_regions_can_be_told_apart_without_colour(qapp):
    """Each pair of grey regions differs in lightness or in hatch: seen as pictures of flat regions."""
    del qapp
    looks = [_texture(label) for label in range(9)]
    for one, two in itertools.combinations(range(9), 2):
        lightness = abs(looks[one].mean() - looks[two].mean())
        pattern = np.abs(np.sort(looks[one].ravel()) - np.sort(looks[two].ravel())).mean()
        rows = np.abs(looks[one].mean(axis=1) - looks[two].mean(axis=1)).mean()
        columns = np.abs(looks[one].mean(axis=0) - looks[two].mean(axis=0)).mean()
        assert max(lightness, pattern, rows, columns) > 2.0, (one, two)


def test_the_first_four_greys_are_far_apart():
    tints = [palette.rgb(palette.theme("print_grey").style(label).mark)[0].astype(int) for label in range(4)]
    assert min(abs(one - two) for one, two in itertools.combinations(tints, 2)) > 20


def _texture(label):
    """Return the picture of one region in grey print, 20 points wide."""
    image = QImage(240, 240, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(12, 12)
    labels = np.full((4, 4), label)
    mark = Regions((0, 20, 0, 20), labels, np.ones((4, 4)), np.array([label]), np.ones((4, 4, 1)))
    PaperPainter(painter, palette.theme("print_grey"), lambda places: places).draw(mark)
    painter.end()
    return picture_of(image)[..., 0].astype(float)
