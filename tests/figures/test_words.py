"""No two texts of a figure overlap and none leaves the page: for any range, shape, width and view."""

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.panels import figure_of_session
from mlexplorer.figures.sheet import ASPECTS, Sheet
from mlexplorer.marks.marks import Line, Quads, Text
from mlexplorer.painting.lettering import Lettering, Writer, in_plot
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.views import catalogue

TOUCH = 0.3  # points by which boxes of letters may meet
pytestmark = pytest.mark.usefixtures("qapp")


@dataclass(frozen=True, eq=False)
class Recorder(Writer):
    """Writes nothing, and remembers what was written where."""

    found: list = field(default_factory=list)

    def write(self, words, place, lettering, _colour, anchor=0.0):
        x = place[0] - anchor * lettering.width(words)
        box = lettering.outline(words).boundingRect().translated(x, place[1])
        self.found.append((words, self.painter.transform().mapRect(box)))

    def put(self, path, words, *_):
        self.found.append((words, self.painter.transform().mapRect(path.boundingRect())))


def texts(figure):
    picture = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(picture)
    recorder = Recorder(painter)
    figure.draw(recorder)
    painter.end()
    return recorder.found


def check(figure):
    found = texts(figure)
    page = QRectF(0, 0, figure.page.size.width, figure.page.size.height).adjusted(-TOUCH, -TOUCH, TOUCH, TOUCH)
    for words, box in found:
        assert page.contains(box) or box.isEmpty(), f"{words!r} leaves the page {page} at {box}"
    for index, (words, box) in enumerate(found):
        near = box.adjusted(TOUCH, TOUCH, -TOUCH, -TOUCH)
        for others, other in found[:index]:
            assert not near.intersects(other), f"{words!r} lies on {others!r}"
    return found


def drawn(points, model="lda", names=("x₁", "x₂"), classes=(), **options):
    labels = np.arange(len(points)) % 2
    named = (*classes, *Dataset(points, labels).class_names[len(classes) :])
    data = Dataset(points, labels, None, None, names, named)
    session = Session(Document(registry.source("placed")(), (Run(registry.model(model)()),), data))
    return figure_of_session(session, Sheet(**options))


@pytest.mark.parametrize("aspect", ASPECTS)
def test_halves_from_one_half_to_five_keep_their_distance_from_the_name(aspect):
    points = np.random.default_rng(0).uniform([0.5, 0.5], [5.0, 5.0], (30, 2))
    points[:2] = [[0.5, 0.5], [5.0, 5.0]]
    found = check(drawn(points, aspect=aspect, names=("speed", "stopping distance")))
    assert {"0", "1.0", "0.5"} & {words for words, _ in found}


NAMES = st.sampled_from(["x₁", "height", "a name that is rather long for so small a figure (in mm)", "w" * 80, ""])


@given(
    sizes=st.tuples(st.floats(-9, 9), st.floats(-9, 9)),
    shifts=st.tuples(st.sampled_from([0.0, 0.3, -7.0, 40.0, 1e4]), st.sampled_from([0.0, -0.6, 12.0, -1e3])),
    aspect=st.sampled_from(list(ASPECTS)),
    width=st.floats(40, 300),
    names=st.tuples(NAMES, NAMES),
    letters=st.sampled_from([6.0, 7.5, 10.0]),
    key=st.sampled_from(["above", "below", "right", "none"]),
    seed=st.integers(0, 99),
)
def test_no_two_texts_of_a_plane_overlap(*, sizes, shifts, aspect, width, names, letters, key, seed):
    scale = 10.0 ** np.array(sizes)
    points = (np.random.default_rng(seed).uniform(size=(20, 2)) + shifts) * scale
    options = {"aspect": aspect, "width": width, "letters": letters, "key": key, "heading": "A heading of some words"}
    classes = ("a class with a long name indeed", "other")
    try:
        check(drawn(points, names=names, classes=classes, caption=True, **options))
    except ValueError as refusal:
        needed = float(re.search(r"mm are too narrow for a plot with its axes: (\d+) mm would do", str(refusal))[1])
        check(drawn(points, names=names, classes=classes, caption=True, **options | {"width": needed}))


def test_a_figure_nobody_could_read_is_refused_with_a_width_that_would_do():
    points = np.random.default_rng(0).uniform(size=(20, 2))
    with pytest.raises(
        ValueError, match=r"^40 mm are too narrow for 9 plots side by side: \d+ mm would do\.$"
    ) as refused:
        drawn(points, model="knn", width=40.0, columns=9, vary="k=1,2,3,4,5,6,7,8,9")
    needed = float(str(refused.value).split(": ")[1].split()[0])
    check(drawn(points, model="knn", width=needed, columns=9, vary="k=1,2,3,4,5,6,7,8,9"))


def test_a_plane_beside_a_tree_leaves_no_hole_below_it():
    session = Session(Document(registry.source("moons")(), (Run(registry.model("tree")()),)))
    figure = figure_of_session(session, Sheet(width=170.0, view="plane+tree"))
    (plane, tree), (chart,) = figure.page.rects
    assert plane.top() == tree.top()
    assert 0 < chart.top() - plane.bottom() < 60
    assert figure.page.size.height - max(tree.bottom(), chart.bottom()) < 40
    check(figure)


def test_a_plane_beside_a_tree_and_more_views_leaves_no_hole_and_repeats_no_plot():
    model = registry.model("tree")()
    session = Session(Document(registry.source("moons")(), (Run(model),), holdout=Holdout(share=0.3)))
    page = figure_of_session(session, Sheet(width=170.0, view="plane+tree+judge+roc")).page
    titles = [cell.plot.title for row in page.board for cell in row]
    assert len(set(titles)) == len(titles)
    columns = [[row[column] for row in page.rects if column < len(row)] for column in (0, 1)]
    gaps = [below.top() - above.bottom() for column in columns for above, below in pairwise(column)]
    assert 0 < min(gaps) <= max(gaps) < 90


def test_a_long_heading_takes_several_lines():
    points = np.random.default_rng(0).uniform(size=(20, 2))
    heading = "A heading that says in many words what there is to be seen below it, and then some more"
    figure = drawn(points, heading=heading)
    assert " ".join(figure.page.heading_lines) == heading
    assert len(figure.page.heading_lines) > 1
    check(figure)


MODELS = ["svm", "tree", "adaboost", "polynomial", "kmeans", "gmm", "logistic", "network", "surface", "hierarchical"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("width", "aspect"), [(40.0, "data"), (85.0, "3:4"), (170.0, "16:9"), (300.0, "data")])
def test_no_two_texts_of_a_view_overlap(model, width, aspect):
    source = registry.source("moons")().with_values({"count": 40})
    session = Session(Document(source, (Run(registry.model(model)()),)))
    sheet = Sheet(width=width, aspect=aspect)
    shown = snapshot_for(session, sheet)
    views = catalogue.offered(shown)
    assert catalogue.PLANE in views
    for name in views:
        check(figure_of(shown, replace(sheet, view=name)))


@pytest.mark.parametrize("model", ["network", "kmeans", "polynomial", "line"])
def test_a_box_fills_its_page_and_its_words_keep_off_its_edges(model):
    session = Session(Document(registry.source("moons")(), (Run(registry.model(model)()),)))
    sheet = Sheet(width=85.0, view="surface")
    made = figure_of(snapshot_for(session, sheet), sheet)
    (((cell,),), ((rect,),)) = made.page.board, made.page.rects
    left, right, bottom, top = cell.plot.bounds

    def on_page(places):
        return [rect.left(), rect.bottom()] + (places - [left, bottom]) / [right - left, bottom - top] * [
            rect.width(),
            rect.height(),
        ]

    marks = [mark for layer in cell.plot.layers for mark in layer.marks]
    floor, upright = (on_page(mark.path) for mark in marks if isinstance(mark, Line) and mark.role == "axis")
    between = [one + share * (two - one) for one, two in pairwise(floor) for share in STEPS]
    words = {mark.words for mark in marks if isinstance(mark, Text)}
    boxes = {said: box for said, box in check(made) if said in words}
    assert set(boxes) == words
    for said, box in boxes.items():
        assert not any(box.contains(*place) for place in between), f"{said!r} lies on an edge of the box"
    assert min(upright[:, 1].min(), *(on_page(_corners(marks))[:, 1])) - rect.top() < 12, "there is no hole above"


STEPS = np.linspace(0, 1, 50)


def _corners(marks):
    return np.concatenate([mark.corners.reshape(-1, 2) for mark in marks if isinstance(mark, Quads)])


@pytest.mark.parametrize(
    ("words", "slanted"),
    [
        ("margin y·f", "yf"),
        ("said y", "y"),
        ("wᵀ(x − m)", "wxm"),
        ("Score f", "f"),
        ("x³", "x³"),
        ("t = −1.34", "t"),
        ("height (m)", ""),
        ("x-ray", ""),
        ("Class a", ""),
    ],
)
def test_signs_of_variables_slant_among_words(words, slanted):
    assert "".join(part for part, slants in Lettering(8.0).runs(words) if slants) == slanted


def test_a_letter_alone_in_a_plot_is_a_sign():
    assert [in_plot(8.0, words).italic for words in ("a", "β", "x₁", "A", "at")] == [True, True, True, False, False]


@pytest.mark.parametrize("source", ["moons", "iris"])
@pytest.mark.parametrize("width", [85.0, 170.0])
def test_the_first_question_of_a_tree_ends_before_its_branches(source, width):
    session = Session(Document(registry.source(source)(), (Run(registry.model("tree")()),)))
    sheet = Sheet(width=width, view="tree")
    made = figure_of(snapshot_for(session, sheet), sheet)
    plot, rect = made.page.board[0][0].plot, made.page.rects[0][0]
    (branches, *_), left, right = plot.layers, *plot.bounds[:2]
    turn = min(mark.path[1, 0] for mark in branches.marks)
    words = [mark for layer in plot.layers for mark in layer.marks if isinstance(mark, Text)]
    first = min(words, key=lambda mark: mark.place[0]).words
    box = next(box for said, box in texts(made) if said == first)
    assert box.right() <= rect.left() + (turn - left) / (right - left) * rect.width()


def test_what_likes_to_be_tall_is_not_squeezed_beside_another():
    session = Session(Document(registry.source("moons")(), (Run(registry.model("lda")()),)))
    for width, columns in ((85.0, 1), (170.0, 2)):
        sheet = Sheet(width=width, view="projection")
        assert len(figure_of(snapshot_for(session, sheet), sheet).page.board[0]) == columns


@pytest.mark.parametrize("view", ["progress", "structure"])
def test_counts_along_an_axis_have_no_fractions(view):
    session = Session(Document(registry.source("moons")(), (Run(registry.model("vote")()),)))
    sheet = Sheet(width=170.0, view=view)
    page = figure_of(snapshot_for(session, sheet), sheet).page
    for (cell, *_), (rect, *_) in zip(page.board, page.rects, strict=True):
        assert all(word.isdigit() for _, word in page.x_ticks(cell.plot, rect.width()))


@pytest.mark.parametrize("width", [85.0, 170.0])
def test_the_words_beside_an_interval_do_not_stand_on_it(width):
    """The widest interval there can be: a line by hand that is wrong for half of few points."""
    session = Session(
        Document(registry.source("moons")(count=30), (Run(registry.model("line")()),), holdout=Holdout(0.3))
    )
    sheet = Sheet(width=width, view="judge")
    made = figure_of(snapshot_for(session, sheet), sheet)
    ((cell, rect),) = [
        (cell, rect)
        for row, rects in zip(made.page.board, made.page.rects, strict=True)
        for cell, rect in zip(row, rects, strict=True)
        if cell.plot.title.startswith("Share that is wrong")
    ]
    marks = [mark for layer in cell.plot.layers for mark in layer.marks]
    ends = [mark.path[:, 0].max() for mark in marks if isinstance(mark, Line) and mark.role == "progress"]
    left, right = cell.plot.bounds[:2]
    room = rect.right() - (rect.left() + (max(ends) - left) / (right - left) * rect.width())
    longest = max(made.page.small.width(mark.words) for mark in marks if isinstance(mark, Text) and "%" in mark.words)
    assert longest + 4 < room
