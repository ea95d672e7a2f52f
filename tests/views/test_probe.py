"""Probe: the numbers shown add up to the score, and the lines lead to the points that speak."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasDensity, HasMerges, HasReasons, HasScores, HasSurface
from mlexplorer.core.numbers import text
from mlexplorer.layers import why_here
from mlexplorer.marks.marks import Line, Points
from mlexplorer.marks.plot import Paragraph, TableBlock
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import probe
from tests.marks.soundness import check_marks

PLACE = (0.6, 0.2)


def snapshot_of(model, values=None, place=PLACE, source="moons"):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source(source)(count=90), (run,))
    session = Session(document, View(probe=place))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def number(words):
    mantissa, _, power = words.replace("−", "-").partition("×10")
    superscripts = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    return float(mantissa) * 10.0 ** (int(power.translate(superscripts)) if power else 0)


def displayed(step, place):
    if isinstance(step, HasScores):
        return step.scores(place)[0]
    return step.density(place) if isinstance(step, HasDensity) else step.curve(place[:, 0])


@pytest.mark.parametrize("source", ["moons", "blobs"])
@pytest.mark.parametrize("model", registry.models())
def test_the_numbers_shown_add_up_to_the_score(model, source):
    snapshot = snapshot_of(model, source=source)
    if not isinstance(snapshot.step, HasReasons):
        assert isinstance(snapshot.step, HasSurface | HasMerges), "all that has scores tells what they sum up"
        assert not probe.offered(snapshot)
        return
    scores = displayed(snapshot.step, np.array([PLACE]))
    tables = [block for block in probe.draw(snapshot).blocks if isinstance(block, TableBlock)]
    wanted = [scores[1] - scores[0]] if len(tables) == 1 and len(scores) == 2 else scores
    for table, score in zip(tables, wanted, strict=True):
        *terms, (name, together) = table.rows
        assert name == "Together"
        assert together == text(score, probe.DIGITS)
        room = sum(max(abs(number(value)), 1e-9) for _, value in terms) * 2e-3 + 1e-9
        assert abs(sum(number(value) for _, value in terms) - number(together)) <= room
        assert len(terms) <= probe.MOST_TERMS


def test_lines_are_as_wide_as_their_terms_and_end_at_the_support_vectors():
    snapshot = snapshot_of("svm", {"kernel": "rbf"})
    check_marks(why_here.marks_at(snapshot, PLACE))
    lines = [mark for mark in why_here.marks_at(snapshot, PLACE) if isinstance(mark, Line)]
    (reason,) = snapshot.step.reasons(np.array(PLACE))
    terms = {tuple(snapshot.data.points[term.row]): term.value for term in reason.terms if term.row >= 0}
    largest = max(abs(value) for value in terms.values())
    assert len(lines) >= 3
    for line in lines:
        value = terms[tuple(line.path[1])]
        assert line.width == max(why_here.WIDEST * abs(value) / largest, 0.4)
        assert line.role == f"term {int(value > 0)}"


def test_the_box_of_a_tree_holds_the_place_and_one_prediction():
    snapshot = snapshot_of("tree")
    check_marks(why_here.marks_at(snapshot, PLACE))
    box = next(mark for mark in why_here.marks_at(snapshot, PLACE) if isinstance(mark, Line))
    low, high = box.path.min(axis=0), box.path.max(axis=0)
    assert (low <= PLACE).all()
    assert (high >= PLACE).all()
    inside = np.random.default_rng(0).uniform(low + 1e-9, high - 1e-9, (200, 2))
    assert len(set(snapshot.step.predict(inside).tolist())) == 1


def test_neighbours_and_centres_are_joined_to_the_place():
    marks = why_here.marks_at(snapshot_of("knn", {"k": 4}), PLACE)
    assert len([mark for mark in marks if isinstance(mark, Line)]) == 4
    assert isinstance(marks[-1], Points)
    assert marks[-1].places.tolist() == [list(PLACE)]
    bumps = snapshot_of("kde", {"kernel": "triangle", "bandwidth": 0.2})
    lines = [mark for mark in why_here.marks_at(bumps, PLACE) if isinstance(mark, Line)]
    near = np.abs(bumps.data.points - PLACE).max(axis=1) < 0.2
    assert 0 < len(lines) <= near.sum()
    (up, _) = why_here.marks_at(snapshot_of("polynomial"), PLACE)
    assert up.path[:, 0].tolist() == [PLACE[0], PLACE[0]]
    marks = why_here.marks_at(snapshot_of("kmeans", {"k": 3}), PLACE)
    assert np.isnan(marks[0].path).all(axis=1).sum() == 2


def test_without_a_place_it_says_how_to_begin():
    drawn = probe.draw(snapshot_of("knn", place=None))
    assert not drawn.blocks
    assert "?" in drawn.words
    first = probe.draw(snapshot_of("knn")).blocks[0]
    assert isinstance(first, Paragraph)
    assert first.title == "At (0.6, 0.2)"


def test_what_holds_for_all_classes_is_said_once():
    blocks = probe.draw(snapshot_of("tree", source="blobs")).blocks
    said = [line for block in blocks if isinstance(block, Paragraph) for line in block.lines]
    assert sum(line.startswith("The leaf holds") for line in said) == 1
