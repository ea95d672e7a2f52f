"""Explain: every model has an equation that can be set, figures that are true, and advice."""

import numpy as np
import pytest

from mlexplorer.algorithms.lines.monomials import polynomials_of
from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasPointWorking
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.numbers import pair, text
from mlexplorer.marks.plot import Equation, Paragraph, TableBlock
from mlexplorer.painting import equation
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import explain
from mlexplorer.views.help_texts import text_of

WALKING = ("logistic", "network", "sine_fit", "surface")  # models whose usual solver walks downhill


def snapshot_of(model, values=None, transforms=(), source="moons", **view):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source(source)(count=60), (run,), transforms=transforms, holdout=Holdout(0.25))
    session = Session(document, View(**view))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def figures(drawn):
    (table,) = [block for block in drawn.blocks if isinstance(block, TableBlock) and block.title == "Numbers"]
    return dict(table.rows)


def paragraph(drawn, title):
    (found,) = [block for block in drawn.blocks if isinstance(block, Paragraph) and block.title == title]
    return found.lines


@pytest.mark.parametrize("model", registry.models())
def test_every_model_explains_itself(model):
    snapshot = snapshot_of(model)
    drawn = explain.draw(snapshot)
    fitted, sought = [block.latex for block in drawn.blocks if isinstance(block, Equation)]
    assert sought == text_of("models", registry.model(model)).objective
    rows = (*equation.rows(fitted, 364.0), *equation.rows(sought, 364.0))
    assert all(row.width <= 380 and row.height > 8 for row in rows)
    assert "<path" in rows[0].coloured("#123456")
    assert "#123456" in rows[0].coloured("#123456")
    titles = [block.title for block in drawn.blocks if isinstance(block, Paragraph)]
    asked = ["One point in this step"] if isinstance(snapshot.step, HasPointWorking) else []
    why = ["Why it went there"] if model in WALKING else []
    assert titles[0] in ("What is minimised", "What is maximised", "The rule")
    assert titles[1:] == ["", *asked, "This step", *why, "What to watch"]
    assert all(name and value for name, value in figures(drawn).items())


def test_figures_are_those_of_the_snapshot():
    snapshot = snapshot_of("svm", {"kernel": "linear"})
    table = figures(explain.draw(snapshot))
    wrong, count = snapshot.errors(snapshot.data.testing)
    assert table["Test errors"].startswith(f"{wrong} of {count},")
    assert table["w"] == pair(snapshot.step.weights[:2], 4)
    assert table["Support vectors"] == str(len(snapshot.step.support))


@pytest.mark.parametrize(
    ("solver", "direction", "bottom"),
    [
        ("newton", "it asks how the slope changes too", "where the step ended"),
        ("gradient", "This is the steepest way down", "a cautious step"),
        ("stochastic", "it followed the slope of one point only", ""),
    ],
)
def test_it_says_why_a_step_went_where_it_went(solver, direction, bottom):
    values = {"solver": solver, "rate": 0.01, "steps": 5, "penalty": 0.1}
    lines = paragraph(explain.draw(snapshot_of("logistic", values)), "Why it went there")
    assert lines[0].startswith("w₁: slope ")
    assert any(direction in line for line in lines)
    assert bottom in lines[-1]


def test_a_start_needs_no_reason():
    drawn = explain.draw(snapshot_of("logistic", step=0))
    assert not [block for block in drawn.blocks if getattr(block, "title", "") == "Why it went there"]


def shown(drawn):
    return [block.latex for block in drawn.blocks if isinstance(block, Equation)]


@pytest.mark.parametrize(
    ("model", "values"), [("lda", {}), ("qda", {}), ("logistic", {"degree": 3}), ("perceptron", {})]
)
@pytest.mark.parametrize("source", ["moons", "blobs"])
def test_a_rule_on_standardised_points_is_also_told_in_data_units(model, values, source):
    snapshot = snapshot_of(model, values, transforms=("rotate", "standardise"), source=source)
    points = snapshot.affine.back(snapshot.data.points)
    step = snapshot.step
    wanted = step.scores(snapshot.data.points)
    if hasattr(step, "discriminant"):
        wanted = step.discriminant(snapshot.data.points)[:, None]
    terms, weights = polynomials_of(lambda places: wanted_at(snapshot, places), points)
    np.testing.assert_allclose(terms.rows(points).T @ weights.T, wanted, atol=1e-6 * np.abs(wanted).max())
    drawn = explain.draw(snapshot)
    own, raw, _ = shown(drawn)
    assert own != raw
    assert all(terms.tex(row) in raw for row in weights)
    assert paragraph(drawn, "In data units")[0].endswith("In the units of the data:")


def wanted_at(snapshot, places):
    step, there = snapshot.step, snapshot.affine.forth(places)
    return step.discriminant(there)[:, None] if hasattr(step, "discriminant") else step.scores(there)


@pytest.mark.parametrize(("model", "name"), [("kmeans", "Centre 1"), ("gmm", "Mean 1"), ("lda", "Mean 1")])
def test_centres_and_means_are_also_told_in_data_units(model, name):
    snapshot = snapshot_of(model, transforms=("standardise",))
    places = snapshot.step.centres if model == "kmeans" else snapshot.step.means
    (rows,) = [
        dict(block.rows) for block in explain.draw(snapshot).blocks if isinstance(block, TableBlock) and not block.title
    ]
    assert rows[name] == pair(snapshot.affine.back(places)[1], 4)


def test_where_there_is_no_short_rule_it_says_in_which_units_the_numbers_are():
    drawn = explain.draw(snapshot_of("svm", transforms=("standardise",)))
    assert len(shown(drawn)) == 2, "the rule, and what is minimised"
    assert paragraph(drawn, "In data units")[0].endswith("transformed coordinates.")


def test_a_wide_formula_is_broken_before_a_sign():
    latex = r"f(\mathbf{x}) = " + " + ".join(rf"{k}.25\,x_{{{k}}}" for k in range(1, 9))
    rows = equation.rows(latex, 250.0)
    assert len(rows) > 1
    assert max(row.width for row in rows) <= 250
    assert len(equation.rows(r"\frac{1}{1 + e^{-f}}", 5.0)) == 1


def test_every_equation_of_many_classes_has_its_own_row():
    step = snapshot_of("perceptron", {"epochs": 3}, source="blobs").step
    rows = equation.rows(step.equation, 300.0)
    assert len(rows) == len(step.classes)
    assert all(row.width <= 300 for row in rows)


@pytest.mark.parametrize("model", ["tree", "kmeans", "adaboost", "stump"])
def test_no_number_is_told_twice(model):
    drawn = explain.draw(snapshot_of(model))
    table = next(block for block in drawn.blocks if isinstance(block, TableBlock))
    names = [name for name, _ in table.rows]
    assert len(set(names)) == len(names)
    assert not {"Sum of squares", "Bound", "Error rate"} & set(names)


@pytest.mark.parametrize("step", [None, 1])
def test_expectation_and_maximisation_of_the_point_that_is_pointed_at(step):
    snapshot = snapshot_of("gmm", {"components": 2}, step=step, point=7)
    mixture = snapshot.step
    row = int(np.flatnonzero(mixture.data.ids == 7)[0])
    lines = paragraph(explain.draw(snapshot), "Point 8 in this step")
    owned, sizes = mixture.responsibilities[row], mixture.responsibilities.sum(axis=0)
    for component in (0, 1):
        assert lines[1 + component].startswith(f"component {component}: π·N = ")
        assert lines[1 + component].endswith(f", r = {text(owned[component])}")
        assert lines[4 + component].endswith(f" = {text(owned[component] / sizes[component])}")
    assert paragraph(explain.draw(snapshot_of("gmm", point=999)), "One point in this step")


def test_the_new_weight_of_the_point_that_is_pointed_at():
    snapshot = snapshot_of("adaboost", step=2, point=7)
    vote = snapshot.step
    row = int(np.flatnonzero(vote.plan.data.ids == 7)[0])
    lines = paragraph(explain.draw(snapshot), "Point 8 in this step")
    assert lines[0].endswith(text(vote.point_weights[row]))
    assert lines[-1].endswith(f"= {text(vote.next_weights[row])}")
    said, wanted = vote.rounds[-1].learner.says(vote.plan.data.points[[row]])[0], vote.plan.school.columns[row]
    assert lines[1].endswith("right" if said == wanted else "wrong")


def test_the_cluster_of_the_point_that_is_pointed_at():
    snapshot = snapshot_of("kmeans", {"k": 3}, point=4)
    lines = paragraph(explain.draw(snapshot), "Point 5 in this step")
    row = int(np.flatnonzero(snapshot.step.data.ids == 4)[0])
    own = snapshot.step.assignments[row]
    assert lines[-1].startswith(f"it belongs to cluster {own} and counts 1/{(snapshot.step.assignments == own).sum()}")
    squares = ((snapshot.step.data.points[row] - snapshot.step.centres) ** 2).sum(axis=1)
    assert [line.rpartition(" ")[2] for line in lines[:3]] == [text(square) for square in squares]


@pytest.mark.parametrize("leaf", [1, 8])
def test_the_split_table_of_the_chosen_node_has_its_question(leaf):
    for number in (0, 1):
        snapshot = snapshot_of("tree", {"leaf": leaf}, source="blobs", options=(("tree node", str(number)),))
        drawn = explain.draw(snapshot)
        node = snapshot.step.tree[number]
        (table,) = [block for block in drawn.blocks if isinstance(block, TableBlock) and block.head]
        counts = " : ".join(text(count) for count in node.counts)
        assert counts in table.title
        assert drawn.options[0].current == str(number)
        if node.feature < 0:
            assert table.current == -1
            continue
        question, yes, no, gain = table.rows[table.current]
        assert question == f"{snapshot.data.names[node.feature]} ≤ {text(node.threshold)}"
        sides = [snapshot.step.tree[child].counts for child in (node.left, node.right)]
        assert [yes, no] == [" : ".join(text(count) for count in side) for side in sides]
        assert gain == text(node.gain)
