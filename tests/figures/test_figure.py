"""Figures as files: vectors only, exact sizes, every class, the same look in every format, the same bytes each time."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QHashSeed
from PySide6.QtGui import QImage

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.sheet import Sheet, length
from mlexplorer.marks import palette
from mlexplorer.session.opening import opening
from tests.figures.samples import figure, from_pdf, from_png, from_svg, session, snapshot
from tests.samples import switches

SVG = "{http://www.w3.org/2000/svg}"
CASES = [("svm", 2), ("logistic", 2), ("knn", 4), ("lda", 9), ("tree", 4), ("gmm", 3), ("kde", 2), ("polynomial", 2)]
COLOURS = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})"')


def svg_of(shown, sheet=Sheet()):  # noqa: B008 - frozen
    return figure(shown, sheet).rendered(".svg").decode()


@pytest.mark.parametrize(("model", "classes"), CASES)
@pytest.mark.parametrize("theme", ["print", "print_grey", "dark"])
def test_svg_is_made_of_vectors_and_shows_every_class(model, classes, theme):
    sheet = Sheet(theme=theme)
    text = svg_of(session(model, classes), sheet)
    root = ET.fromstring(text)
    assert not list(root.iter(f"{SVG}image"))
    assert not list(root.iter(f"{SVG}text")), "letters are outlines unless they are to be edited"
    used = set(COLOURS.findall(text))
    marks = {palette.theme(theme).style(label).mark.lower() for label in range(classes)}
    assert marks <= used


@pytest.mark.parametrize(("model", "classes"), CASES)
def test_pdf_is_made_of_vectors_with_its_fonts(model, classes):
    content = figure(session(model, classes), Sheet(theme="print_grey")).rendered(".pdf")
    assert b"/Subtype /Image" not in content
    assert b"/FontFile2" in content
    assert b"/Inter-Regular" in content.replace(b"+", b"/")


@pytest.mark.parametrize("width", [85.0, 170.0, 60.5])
@pytest.mark.parametrize("aspect", ["data", "16:9"])
def test_pages_are_as_wide_and_as_high_as_asked_to_a_tenth_of_a_millimetre(width, aspect):
    made = figure(session(), Sheet(width=width, aspect=aspect))
    wanted = [made.page.size.width * 25.4 / 72, made.page.size.height * 25.4 / 72]
    assert wanted[0] == pytest.approx(width, abs=0.001)
    if aspect == "16:9":
        assert wanted[1] == pytest.approx(width * 9 / 16, abs=0.1)
    found = re.search(r'width="([0-9.]+)mm" height="([0-9.]+)mm"', made.rendered(".svg").decode())
    assert [float(part) for part in found.groups()] == pytest.approx(wanted, abs=0.01)
    left, bottom, right, top = map(float, re.search(rb"/MediaBox \[([^]]*)\]", made.rendered(".pdf"))[1].split())
    assert [(right - left) * 25.4 / 72, (top - bottom) * 25.4 / 72] == pytest.approx(wanted, abs=0.05)
    picture = from_png(made.rendered(".png"))
    assert [side / 300 * 25.4 for side in picture.shape[1::-1]] == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
@pytest.mark.parametrize("theme", ["print", "print_grey"])
def test_the_same_session_gives_the_same_bytes(suffix, theme):
    shown, sheet = session("knn", 4, share=0.3), Sheet(theme=theme, caption=True, heading="Twice")
    assert figure_of(snapshot_for(shown, sheet), sheet).rendered(suffix) == figure_of(
        snapshot_for(shown, sheet), sheet
    ).rendered(suffix)


def test_another_order_of_qts_tables_gives_the_same_bytes():
    """Qt shuffles its hash tables anew in every process; the fonts of a PDF must not follow."""
    made = figure(session(), Sheet(heading="Three fonts"))
    contents = set()
    for _ in range(6):
        QHashSeed.resetRandomGlobalSeed()
        contents.add(made.rendered(".pdf"))
    assert len(contents) == 1


@pytest.mark.parametrize(
    ("model", "classes", "theme"),
    [("svm", 2, "print"), ("lda", 9, "print_grey"), ("tree", 4, "dark"), ("kde", 2, "projector")],
)
def test_every_format_looks_the_same(model, classes, theme):
    made = figure(session(model, classes, share=0.3), Sheet(theme=theme, caption=True))
    png = from_png(made.rendered(".png"))
    assert unlike(png, from_svg(made.rendered(".svg"), png.shape[1], png.shape[0])) < 0.001
    assert unlike(png, from_pdf(made.rendered(".pdf"), 300)) < 0.001


@pytest.mark.parametrize("layer", ["boundary", "training", "margins", "support"])
def test_formats_are_compared_by_a_measure_that_sees_a_missing_layer(layer):
    shown = session("svm", share=0.3)
    bare = replace(shown, view=replace(shown.view, switches=switches(layer)))
    one, two = (from_png(figure(each, Sheet(key="none")).rendered(".png")) for each in (shown, bare))
    assert unlike(one, two) > 0.004


def unlike(one, two):
    """Return the share of squares of 8 × 8 pixels whose means differ clearly; edges may lie half a pixel off."""
    rows, columns = (min(one.shape[axis], two.shape[axis]) // 8 * 8 for axis in (0, 1))
    assert abs(one.shape[0] - two.shape[0]) <= 1
    means = [each[:rows, :columns].reshape(rows // 8, 8, columns // 8, 8, 3).mean(axis=(1, 3)) for each in (one, two)]
    return (np.abs(means[0] - means[1]).max(axis=2) > 30).mean()


def test_regions_have_no_seams_and_no_white_between_them():
    shown = session("logistic", 4)
    layers = frozenset({"boundary", "training", "test", "errors"})
    sheet = Sheet(axes=False, key="none", dpi=300)
    made = figure(replace(shown, view=replace(shown.view, switches=switches(*layers))), sheet)
    rect, scale = made.page.rects[0][0], 300 / 72
    box = [round(side * scale) for side in (rect.top(), rect.bottom(), rect.left(), rect.right())]
    plane = from_png(made.rendered(".png"))[box[0] + 3 : box[1] - 3, box[2] + 3 : box[3] - 3]
    assert len(np.unique(plane.reshape(-1, 3), axis=0)) > 12, "four classes in some bands each"
    assert plane.min(axis=2).max() < 252, "the palest band is not white"


def test_opacity_is_kept():
    grey = figure(session("lda", 4), Sheet(theme="print_grey"))
    assert re.search(r'-opacity="0\.45', grey.rendered(".svg").decode()), "hatches are drawn at 45 %"
    assert re.search(rb"/C?A? ?0?\.4[45]\d*|/ca 0?\.4[45]\d*", grey.rendered(".pdf"))


def test_words_with_signs_of_xml_stay_words():
    heading = 'A < B & "C" ]]>'
    root = ET.fromstring(svg_of(session(), Sheet(heading=heading, editable=True)))
    assert root.find(f"{SVG}title").text == heading
    assert heading in {"".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")}


def test_text_can_be_kept_as_text():
    root = ET.fromstring(svg_of(session(), Sheet(editable=True, heading="Two moons")))
    words = {"".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")}
    assert {"Two moons", "Class 0", "Class 1", "x₁", "−1"} <= words


def test_title_and_description_say_what_is_shown():
    root = ET.fromstring(svg_of(session("knn", share=0.3, k=7)))
    assert root.find(f"{SVG}title").text == "Nearest neighbours on two moons"
    words = root.find(f"{SVG}desc").text
    assert "k = 7" in words
    wrong, count = snapshot(session("knn", share=0.3, k=7)).errors(
        snapshot(session("knn", share=0.3, k=7)).data.testing
    )
    assert f"{wrong or 'none'} of {count} test points" in words


def test_transparent_pages_have_no_background():
    corners = [
        QImage.fromData(figure(session(), Sheet(transparent=seen)).rendered(".png")).pixelColor(1, 1).alpha()
        for seen in (True, False)
    ]
    assert corners == [0, 255]


def test_handles_of_the_mouse_are_not_printed():
    made = figure(session("line"))
    assert "handles" not in {layer.name for layer in made.page.board[0][0].plot.layers}


@pytest.mark.parametrize("count", [0, 1])
def test_few_points_can_be_drawn(count):
    points = Dataset(np.zeros((count, 2)), np.zeros(count, int))
    shown = session("knn").with_points(points)
    assert b"</svg>" in figure(shown).rendered(".svg")


def test_points_far_from_the_origin_and_in_unlike_units_can_be_drawn():
    generator = np.random.default_rng(1)
    points = Dataset(generator.normal([1e6, 1e-3], [1e3, 1e-4], (40, 2)), np.arange(40) % 2)
    made = figure(session("knn").with_points(points))
    bounds: Bounds = made.page.board[0][0].plot.bounds
    assert not made.page.board[0][0].plot.equal
    assert bounds[0] < points.points[:, 0].min()
    assert len(made.page.x_ticks(made.page.board[0][0].plot, 200)) > 1


def test_very_many_points_are_drawn_by_density_and_the_figure_says_so():
    generator = np.random.default_rng(1)
    labels = np.arange(50_000) % 2
    points = Dataset(generator.normal(size=(50_000, 2)) + 3 * labels[:, None], labels)
    text = svg_of(session("lda").with_points(points), Sheet(embed=False))
    root = ET.fromstring(text)
    assert len(list(root.iter(f"{SVG}image"))) == 1
    said = root.find(f"{SVG}desc").text
    assert "drawn by their density, errors and support vectors for at most 100 in view" in said
    assert len(text) < 1_000_000


def test_unknown_formats_are_refused_with_those_there_are(tmp_path):
    with pytest.raises(ValueError, match=r"cannot be written as '\.bmp'.*\.pdf"):
        figure_of(snapshot(session()), Sheet()).save([tmp_path / "figure.bmp"])
    assert not list(tmp_path.iterdir())


def test_several_formats_are_written_together(tmp_path):
    paths = [tmp_path / f"figure{suffix}" for suffix in (".svg", ".pdf", ".png")]
    figure_of(snapshot(opening().session), Sheet()).save(paths)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".pdf", ".png", ".svg"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("85mm", 85), ("8.5 cm", 85), ("8,5cm", 85), ("1in", 25.4), ("72pt", 25.4), ("90", 90), ("columns", 170)],
)
def test_lengths_are_read_in_every_unit(words, wanted):
    assert length(words) == pytest.approx(wanted)


@pytest.mark.parametrize("words", ["", "wide", "-3mm", "85 miles", "nan"])
def test_what_is_not_a_length_is_refused(words):
    with pytest.raises(ValueError, match="is not a length"):
        length(words)
