"""Text in files is text: every word and number of a figure can be searched, copied and read aloud."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pypdfium2
import pytest

from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.marks import Text
from tests.figures.samples import figure, session
from tests.figures.test_words import texts

pytestmark = pytest.mark.usefixtures("qapp")
SHEET = Sheet(width=170.0, heading="Figure 12.5 (a) = −3 → 7: 0.25 · 10⁻³, 1/2", caption=True)


def in_pdf(content):
    page = pypdfium2.PdfDocument(content)[0]
    return page.get_textpage().get_text_bounded()


def in_svg(content):
    return " ".join("".join(node.itertext()) for node in ET.fromstring(content).findall(".//{*}text"))


def expected(made):
    """Return what was written around the plots, and the words in them that lie on the page."""
    inside = [
        mark.words
        for row in made.page.board
        for cell in row
        for layer in cell.plot.layers
        for mark in layer.marks
        if isinstance(mark, Text)
    ]
    return [words for words, _ in texts(made)], inside


def squeezed(words):
    return re.sub(r"\s", "", words)


@pytest.mark.parametrize(("model", "view"), [("svm", "plane"), ("tree", "plane+structure"), ("logistic", "landscape")])
def test_every_word_and_number_can_be_found(model, view):
    made = figure(session(model), Sheet(**{**SHEET.values(), "view": view}))
    around, inside = expected(made)
    assert len(around) > 10
    for told in (in_pdf(made.rendered(".pdf")), in_svg(_editable(made).rendered(".svg"))):
        assert not re.search("[\ue000-\uf8ff\x01-\x08]", told)
        for words in around:
            assert squeezed(words) in squeezed(told), words
        found = sum(squeezed(words) in squeezed(told) for words in inside)
        assert found >= 0.8 * len(inside)  # the others are clipped at the edge of their plot


def _editable(made):
    return replace(made, page=replace(made.page, sheet=replace(made.page.sheet, editable=True)))
