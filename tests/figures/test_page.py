"""Pages: everything lies on them, nothing overlaps, keys and captions say what is there."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits.latex import latex_words
from mlexplorer.figures import caption, panels, scenes
from mlexplorer.figures.boards import board, side_board
from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.files.embedded import session_text
from mlexplorer.figures.page import BETWEEN, EDGE, GAP, TICK, Page
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.plot import Plot
from mlexplorer.painting.lettering import Lettering
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.views import catalogue
from tests.figures.samples import figure, session, snapshot


@pytest.mark.parametrize("key", ["above", "below", "right", "none"])
@pytest.mark.parametrize("aspect", ["data", "1:1", "16:9", "3:4"])
@pytest.mark.parametrize("axes", [True, False])
def test_every_plot_lies_on_the_page(key, aspect, axes):
    sheet = Sheet(key=key, aspect=aspect, axes=axes, heading="A heading", caption=True)
    page = figure(session("lda", 4), sheet).page
    rect = page.rects[0][0]
    assert rect.left() >= page.inset
    assert rect.right() <= page.size.width - EDGE
    assert rect.top() >= page.head
    assert rect.bottom() <= page.foot_top
    assert rect.width() > page.size.width / 3
    assert rect.height() > page.size.height / 4


def test_both_axes_have_the_same_unit():
    plot, rect = (figure(session()).page.board[0][0].plot, figure(session()).page.rects[0][0])
    left, right, bottom, top = plot.bounds
    assert rect.width() / (right - left) == pytest.approx(rect.height() / (top - bottom))


@pytest.mark.parametrize("width", [30.0, 85.0, 400.0])
def test_ticks_do_not_run_into_each_other(width):
    page = figure(session(), Sheet(width=width)).page
    plot, rect = page.board[0][0].plot, page.rects[0][0]
    ticks = page.x_ticks(plot, rect.width())
    assert len(ticks) >= 2
    room = rect.width() * (ticks[1][0] - ticks[0][0]) / (plot.bounds[1] - plot.bounds[0])
    assert max(page.small.width(word) for _, word in ticks) < room


def test_the_key_names_what_is_drawn():
    words = [entry.words for entry in figure(session("svm", share=0.3)).page.entries]
    assert words[:5] == ["Class 0", "Class 1", "test", "on the margin", "inside the street"]
    assert [entry.words for entry in figure(session("knn", k=1)).page.entries] == ["Class 0", "Class 1"]


@pytest.mark.parametrize(
    ("model", "view", "said"),
    [
        ("logistic", "projection", ["Class 0", "Class 1"]),
        ("svm", "lift", ["Class 0", "Class 1"]),
        ("logistic", "losses", ["Class 0", "Class 1"]),
        ("logistic", "judge", []),  # its table names them
        ("logistic", "progress", []),
        ("tree", "tree", ["Class 0", "Class 1"]),
        ("naive_bayes", "structure", ["Class 0", "Class 1"]),
        ("polynomial", "judge", ["Points", "test"]),
    ],
)
def test_a_view_without_the_plane_names_the_classes_of_its_points(model, view, said):
    source = registry.source("sine" if model == "polynomial" else "moons")()
    shown = Session(Document(source, (Run(registry.model(model)()),), holdout=Holdout(share=0.25)))
    sheet = Sheet(view=view)
    page = figure_of(snapshot_for(shown, sheet), sheet).page
    assert [entry.words for entry in page.entries] == said


def test_the_key_of_clusters_names_clusters():
    words = [entry.words for entry in figure(session("kmeans", k=3)).page.entries]
    assert words == ["Cluster 0", "Cluster 1", "Cluster 2", "centre"]


def test_the_key_names_unlabelled_points():
    points = Dataset(np.array([[0.0, 0], [1, 1], [2, 0]]), np.array([0, 1, -1]))
    words = [entry.words for entry in figure(session("knn", k=1).with_points(points)).page.entries]
    assert words == ["Class 0", "Class 1", "unlabelled"]


def test_the_key_of_a_crowd_names_its_classes_and_says_how_it_is_drawn():
    labels = np.arange(25_000) % 2
    points = Dataset(np.random.default_rng(1).normal(size=(25_000, 2)) + 3 * labels[:, None], labels)
    words = [entry.words for entry in figure(session("lda").with_points(points)).page.entries]
    assert words[:2] == ["Class 0", "Class 1"]
    assert "points drawn by density" in words


def test_a_long_key_takes_as_many_rows_as_it_needs():
    names = tuple(f"A rather long name of class {number}" for number in range(9))
    points = replace(snapshot(session("lda", 9)).data, class_names=names)
    page = figure(session("lda", 9).with_points(points)).page
    assert len(page.key_rows) >= 5
    assert all(row.width <= page.size.width - 2 * EDGE for row in page.key_rows)


def test_the_caption_comes_from_the_model():
    shown = snapshot(session("svm", share=0.3, cost=2.5))
    words = caption.sentence(shown)
    assert words.startswith("Support vector machine (")
    assert "= 2.5" in words
    assert "two moons (points = " in words
    wrong, count = shown.errors(shown.data.training)
    assert f"{wrong or 'none'} of {count} training points" in words
    assert "None" not in words


def test_the_caption_says_what_was_done_to_the_points():
    shown = session("knn")
    shown = replace(shown, document=replace(shown.document, transforms=("standardise", "swap")))
    assert "), standardised, axes swapped." in caption.sentence(snapshot(shown))


def test_the_caption_of_edited_points_says_so():
    points = snapshot(session("knn")).data.moved([0], [[0.0, 0.0]])
    assert "two moons, edited (120 points)" in caption.sentence(snapshot(session("knn").with_points(points)))
    placed = session("knn", source="placed").with_points(points)
    assert "on 120 points placed by hand" in caption.sentence(snapshot(placed))


def test_the_caption_of_a_walk_on_a_function_names_no_points():
    shown = snapshot(session("surface"))
    assert caption.title(shown) == "Test function"
    assert caption.sentence(shown).startswith("Test function (function = peaks, ")
    assert "points" not in caption.sentence(shown)
    assert "points" not in caption.of_panels([shown, shown], ["one", "two"])


def test_the_caption_names_the_moment():
    shown = session("kmeans")
    early = replace(shown, view=replace(shown.view, step=2))
    assert "Step 2 of " in caption.sentence(snapshot(early))
    assert "Step" not in caption.sentence(snapshot(shown))


def test_latex_has_no_sign_left_that_it_would_misread():
    points = replace(snapshot(session("knn")).data, names=("50 % of_x & #1 {a}", "x₂"))
    text = caption.latex(
        caption.sentence(snapshot(session("svm", share=0.3, gamma=0.5).with_points(points))), 85.0, "two moons.pdf"
    )
    assert r"\includegraphics[width=85mm]{two moons.pdf}" in text
    assert r"\label{fig:two-moons}" in text
    assert latex_words("50 % of_x & #1 {a} γ₁ x₁₂ 10⁻⁵ −2") == (
        r"50 \% of\_x \& \#1 \{a\} $\gamma_{1}$ $x_{12}$ 10$^{-5}$ $-$2"
    )


def test_small_multiples_share_their_axes_and_one_key():
    made = panels.figure_of_session(session("svm"), Sheet(width=170, vary="cost=0.1,10; gamma=0.5, 2, 8"))
    board = made.page.board
    assert [[cell.letter for cell in row] for row in board] == [["a", "b", "c"], ["d", "e", "f"]]
    assert [[cell.left for cell in row] for row in board] == [[True, False, False]] * 2
    assert [[cell.bottom for cell in row] for row in board] == [[False] * 3, [True] * 3]
    assert board[0][1].plot.title == "C = 0.1, γ = 2"
    assert len({cell.plot.bounds for row in board for cell in row}) == 1
    assert len({entry.words for entry in made.page.entries}) == len(made.page.entries)
    book = storage.loads(session_text(made.rendered(".svg")))
    assert book.session.document == session("svm").document


def test_a_contact_sheet_shows_the_moments_asked_for():
    shown = session("kmeans", k=3)
    made = panels.figure_of_session(shown, Sheet(steps="0, 3, end"))
    assert [cell.plot.title for row in made.page.board for cell in row] == ["step 0", "step 3", "end"]
    with pytest.raises(ValueError, match=r"The timeline has the steps 0 to [0-9]+, not 999"):
        panels.figure_of_session(shown, Sheet(steps="0, 999"))
    spread = panels.figure_of_session(shown, Sheet(steps="4"))
    titles = [cell.plot.title for row in spread.page.board for cell in row]
    assert (titles[0], titles[-1], len(titles)) == ("step 0", "end", 4)


def test_steps_are_thinned_but_both_ends_stay():
    shown, pipeline = session("logistic", solver="gradient"), Pipeline()
    every = scenes.all_steps(shown, 3000, pipeline)
    some = scenes.all_steps(shown, 7, pipeline)
    assert every == [*range(len(every) - 1), None]
    assert (some[0], some[-1], len(some)) == (0, None, 7)


def test_too_many_plots_are_refused():
    with pytest.raises(ValueError, match="1 to 36 plots, not 40"):
        panels.figure_of_session(session("kmeans"), Sheet(steps=",".join(["0"] * 40)))


def test_several_views_stand_on_one_page():
    sheet = Sheet(view="plane+progress", width=170)
    made = figure_of(snapshot_for(session("logistic", solver="gradient"), sheet), sheet)
    cells = [cell for row in made.page.board for cell in row]
    assert cells[0].plot.equal
    assert len(cells) >= 3
    assert [cell.letter for cell in cells] == list("abcdefgh")[: len(cells)]
    assert b"</svg>" in made.rendered(".svg")


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_plots_in_columns_have_room_for_axes_of_their_own(columns):
    plots = [Plot((), (0.0, 1.0, -1000.0 * number, 900.0), names=("x₁", "height")) for number in range(1, columns + 1)]
    sheet = Sheet(width=170, columns=columns, aspect="2:1")
    page = Page(sheet, board(plots, sheet))
    (row,) = page.rects
    assert all(cell.left and cell.bottom for cell in page.board[0])
    numbers = max(page.small.width(word) for plot in plots for _, word in page.y_ticks(plot, row[0].height()))
    room = TICK + GAP + numbers + GAP + page.small.line * 1.2  # numbers, and the name beside them
    assert row[0].left() == pytest.approx(EDGE + page.inset)
    assert page.inset >= room
    assert all(after.left() - before.right() >= room + BETWEEN for before, after in itertools.pairwise(row))
    assert len({round(rect.width(), 6) for rect in row}) == 1
    assert row[-1].right() == pytest.approx(page.size.width - EDGE - sheet.letters * 0.6, abs=EDGE + page.small.size)
    spans = [page.span(column, columns) for column in range(columns)]
    assert (spans[0][0], spans[-1][1]) == (EDGE, page.size.width - EDGE)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(spans))
    for (left, right), rect in zip(spans, row, strict=True):
        assert left < rect.left() < rect.right() < right


@pytest.mark.parametrize("others", [2, 3])
def test_on_a_page_of_given_height_the_plane_stands_large_beside_charts(others):
    plane = Plot((), (0.0, 1.0, 0.0, 1.0), names=("x₁", "x₂"), equal=True)
    charts = [Plot((), (0.0, 50.0, 0.0, 900.0), title=f"Chart {number}") for number in range(others)]
    sheet = Sheet(width=120)
    page = Page(sheet, side_board([plane, *charts], sheet), tall=240.0)
    (large, first), *rest = page.rects
    column = [first, *(rect for (rect,) in rest)]
    assert page.size.height == pytest.approx(240.0)
    assert large.width() == pytest.approx(large.height())
    assert large.width() > 0.85 * first.width()
    assert large.right() < first.left()
    assert len({rect.left() for rect in column}) == 1
    assert all(above.bottom() < below.top() for above, below in itertools.pairwise(column))
    assert column[-1].bottom() < 240
    assert [cell.letter for row in page.board for cell in row] == list("abcd")[: others + 1]


@pytest.mark.parametrize("name", [catalogue.PLANE, *catalogue.OTHER_NAMES])
def test_the_plane_and_other_names_of_views_become_vectors(name):
    """The views under their own names are in tests/views/test_views.py."""
    kind = catalogue.OTHER_NAMES.get(name, (name,))[0]
    shown = next((each for each in map(snapshot, _many_sessions()) if kind in catalogue.offered(each)), None)
    assert shown is not None, "no sample offers this view: add one to the sessions below"
    sheet = Sheet(view=name)
    assert b"<image" not in figure_of(shown, sheet).rendered(".svg")


def _many_sessions():
    names = ["svm", "tree", "kmeans", "gmm", "adaboost", "stump", "polynomial", "kde", "knn", "lda"]
    first = session("logistic", solver="gradient")
    cut = replace(first, view=replace(first.view, cut=(-1.0, 0.0, 2.0, 0.5)))
    return [first, cut, *map(session, names)]


def test_views_that_show_nothing_say_so():
    with pytest.raises(ValueError, match="progress has nothing to show for nearest neighbours"):
        figure_of(snapshot(session("knn")), Sheet(view="progress"))
    with pytest.raises(ValueError, match="no view 'progres'; perhaps you mean 'progress'"):
        figure_of(snapshot(session("knn")), Sheet(view="progres"))


@pytest.mark.parametrize("aspect", ["data", "1:1", "16:9", "2:1", "3:4"])
@pytest.mark.parametrize("low", [-3.7, -0.6, 0.0, 120.0])
@pytest.mark.parametrize("span", [0.03, 1.9, 2.6, 800.0])
def test_axes_have_room_for_every_number(aspect, low, span):
    """A number that begins left of the page would lose its sign."""
    sheet = Sheet(aspect=aspect)
    page = Page(sheet, board([Plot((), (0.0, 1.0, low, low + span))], sheet))
    rect = page.rects[0][0]
    words = [word for _, word in page.y_ticks(page.board[0][0].plot, rect.height())]
    assert rect.left() - TICK - GAP >= max(page.small.width(word) for word in words)


@pytest.mark.parametrize("name", ["lift", "surface"])
def test_pictures_without_axes_keep_no_room_for_them(name):
    assert figure_of(snapshot(session("logistic")), Sheet(view=name)).page.inset < 2


def test_hints_for_the_mouse_are_not_printed():
    svg = figure_of(snapshot(session("svm")), Sheet(view="lift", editable=True)).rendered(".svg").decode()
    assert "Height" in svg
    assert "drag" not in svg.lower()


def test_a_landscape_over_one_parameter_has_no_surface():
    shown = snapshot(session("stump"))
    assert "surface" not in catalogue.titles(shown)
    with pytest.raises(ValueError, match="surface has nothing to show for decision stump"):
        catalogue.plots(shown, "surface")


def test_a_surface_is_offered_where_there_is_a_landscape():
    assert list(catalogue.titles(snapshot(session("logistic"))))[:3] == ["plane", "landscape", "surface"]
    assert "surface" not in catalogue.titles(snapshot(session("knn")))
    assert {"landscape", "surface"} & set(catalogue.titles(snapshot(session("tree")))) == {"landscape"}, "a staircase"


def test_a_value_stays_with_its_name_where_a_heading_is_wrapped(qapp):
    del qapp
    letters = Lettering(7.5)
    lines = letters.wrapped("γ = 0.14, C = 0.3", letters.width("γ = 0.14, C ="))
    assert lines == ["γ = 0.14,", "C = 0.3"]


def test_signs_slant_among_other_words(qapp):
    del qapp
    found = Lettering(7.5).runs("γ = 0.5, C = 1, x₁ ≤ 3 and a price of t = 2 at T")
    assert [part for part, slants in found if slants] == ["γ", "C", "x₁", "t"]
    assert "".join(part for part, _ in found) == "γ = 0.5, C = 1, x₁ ≤ 3 and a price of t = 2 at T"
    slanted, upright = Lettering(7.5).outline("C = 1"), Lettering(7.5).outline("C , 1")
    assert slanted.boundingRect().width() > 0
    assert slanted.boundingRect().height() == pytest.approx(upright.boundingRect().height(), rel=0.3)
    assert Lettering(7.5).runs("a heading")[0] == ("a heading", False)
