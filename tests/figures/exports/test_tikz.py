"""TikZ: everything that the PDF shows, as wide as asked, and LaTeX takes it."""

import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from mlexplorer.core.data import Dataset
from mlexplorer.edits.latex import latex_words
from mlexplorer.figures import caption, panels
from mlexplorer.figures.exports import tikz_paths
from mlexplorer.figures.exports.endings import content
from mlexplorer.figures.exports.tikz import tikz
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks import palette
from tests.figures.samples import figure, session, snapshot

ROOMS = ("views", "layers", "landscapes", "models", "algorithms", "core", "figures", "judging", "studies", "datasets")
SURFACE = session("logistic", solver="gradient", steps=20)
CASES = {
    "plane": (session("svm", share=0.3), Sheet()),
    "clusters": (session("gmm"), Sheet(width=170, key="right", caption=True, heading="50 % of a_1 & more")),
    "curve": (session("polynomial", source="stopping"), Sheet(key="below")),
    "grid": (session("svm"), Sheet(width=170, vary="cost=0.1,10;gamma=0.5,8", theme="print_grey")),
    "moments": (session("kmeans", k=3), Sheet(steps="3", theme="dark")),
    "tree": (session("tree"), Sheet(width=170, view="plane+structure")),
    "judge": (session("logistic", share=0.5), Sheet(width=120, view="judge+roc")),
    "surface": (replace(SURFACE, view=SURFACE.view.with_option("landscape kind", "surface")), Sheet(view="landscape")),
}


@cache
def drawn(name):
    return panels.figure_of_session(*CASES[name])


@cache
def text_of(name):
    return tikz(drawn(name))


def nodes(text):
    return re.findall(r"^\\node\[.*\] at \(.*?\) \{(.*)\};$", text, flags=re.M)


def test_every_word_of_a_page_is_a_node():
    """The PDF's own words are the measure: each page has its numbers, names, titles and every entry of the key."""
    for name in CASES:
        made, found = drawn(name), nodes(text_of(name))
        for entry in made.page.entries:
            assert entry.legend is not None or latex_words(entry.words) in found
        for row, rects in zip(made.page.board, made.page.rects, strict=True):
            for cell, rect in zip(row, rects, strict=True):
                assert not cell.letter or cell.letter in found
                if cell.plot.axes and cell.bottom and cell.plot.counts:
                    ticks = [word for _, word in made.page.x_ticks(cell.plot, rect.width())]
                    assert len(set(map(latex_words, ticks)) & set(found)) >= min(2, len(ticks))
        for stop in (stop for entry in made.page.entries if entry.legend for stop in entry.legend.stops[:1]):
            assert latex_words(stop[1]) in found
    assert "$C$ = 0.1, $\\gamma$ = 8" in nodes(text_of("grid"))
    assert nodes(text_of("clusters"))[0] == r"50 \% of a\_1 \& more"


def test_points_and_regions_have_the_colours_of_their_classes():
    text, theme = tikz(figure(session("lda", share=0.3))), palette.theme("print")
    for label in (0, 1):
        digits = theme.colour(f"class {label}").lstrip("#").upper()
        assert f"\\definecolor{{mlxClass{label}}}{{HTML}}{{{digits}}}" in text
    styles = dict(re.findall(r"\\tikzset\{(mlx\d+)/\.style=\{(.*)\}\}%", text))
    paths = [styles[name] for name in re.findall(r"^\\path\[(mlx\d+)\]", text, flags=re.M)]
    shown = snapshot(session("lda", share=0.3)).data
    for label in (0, 1):
        count = int((shown.training.labels == label).sum())
        filled = [path for path in paths if path.startswith(f"fill=mlxClass{label},")]
        assert len(filled) >= count  # the key has samples too
        assert f"{{fill=mlxTint{label}," in text_of("plane")  # where nothing is less certain than the rest
    assert text.count("\\begin{scope}") == text.count("\\end{scope}") == 1


@pytest.mark.parametrize("width", [40.0, 85.0, 170.0])
def test_a_picture_is_exactly_as_wide_as_asked(width):
    text = tikz(figure(session("lda"), Sheet(width=width)))
    right = float(re.search(r"bounding box\] \(0,0\) rectangle \((.*),", text)[1])
    assert right == pytest.approx(width * 72 / 25.4, abs=0.001)


def test_what_latex_cannot_hold_is_refused():
    labels = np.arange(25_000) % 2
    points = Dataset(np.random.default_rng(1).normal(size=(25_000, 2)) + 3 * labels[:, None], labels)
    with pytest.raises(ValueError, match=r"drawn by their density are a picture, which TikZ cannot hold.*\.pdf"):
        tikz(figure(session("lda").with_points(points)))


def test_shapes_keep_their_places():
    line = fromstring('<path d="M1,2 L3,4 C5,6 7,8 9,10 L1,2 Z"/>')
    arc = ".. controls (5.00,6.00) and (7.00,8.00) .. (9.00,10.00)"
    assert tikz_paths.shape(line) == f"(1.00,2.00) -- (3.00,4.00) {arc} -- cycle"
    box = tikz_paths.shape(fromstring('<rect x="1" y="2" width="3" height="5"/>'))
    assert re.findall(r"\((.*?)\)", box)[:4] == ["1.00,2.00", "4.00,2.00", "4.00,7.00", "1.00,7.00"]
    turned = tikz_paths.shape(fromstring('<polyline points="1,0 2,0"/>'), "matrix(0,2,-2,0,10,20)")
    assert turned == "(10.00,22.00) -- (10.00,24.00)"
    assert tikz_paths.growth("matrix(0,2,-2,0,10,20)") == pytest.approx(2.0)
    many = "\n  ".join(f"({x},0) -- ({x},1)" for x in range(100))
    assert sum(part.count("--") for part in tikz_paths.parts(many, even=False)) == 100
    assert [many] == list(tikz_paths.parts(many, even=True))


def test_latex_knows_every_sign_of_the_program():
    """What a figure can say is written in these rooms; a sign that LaTeX does not know would stop it."""
    root = Path(panels.__file__).parents[1]
    words = "".join(path.read_text(encoding="utf-8") for room in ROOMS for path in (root / room).rglob("*.py"))
    left = {sign for sign in latex_words("".join(sorted(set(words)))) if ord(sign) > 255}
    assert left == set()


HEAD = r"""\documentclass{article}\usepackage[a4paper,margin=15mm]{geometry}\usepackage{graphicx,tikz}\begin{document}
\newcommand{\measured}[1]{\setbox0\hbox{\input{#1.tex}}\typeout{#1 is \the\wd0}\noindent\box0\clearpage}
"""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not on this machine")
def test_latex_takes_every_picture_and_the_snippets(tmp_path):
    pages = []
    for name in CASES:
        (tmp_path / f"{name}.tex").write_text(text_of(name), encoding="utf-8")
        pages.append(rf"\measured{{{name}}}")
    shown, sheet = CASES["plane"]
    made = drawn("plane")
    (tmp_path / "plane.tex").write_bytes(content(snapshot(shown, sheet), made, ".tex"))
    (tmp_path / "plane.pdf").write_bytes(made.rendered(".pdf"))
    pages += [caption.latex(made.words.description, 85.0, name) for name in ("plane.tex", "plane.pdf", "plane.svg")]
    text = HEAD + "\n".join(pages) + "\\end{document}\n"
    (tmp_path / "whole.tex").write_text(text, encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "whole.tex"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-800:]
    assert "Overfull \\hbox" not in done.stdout
    for name, (_, sheet) in CASES.items():
        wide = float(re.search(rf"{name} is ([\d.]+)pt", done.stdout.replace("\n", ""))[1])
        assert wide == pytest.approx(sheet.width * 72.27 / 25.4, abs=0.05)
