"""Explain: every model has an equation that can be set, figures that are true, and advice."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.numbers import pair
from mlexplorer.figures import equation
from mlexplorer.marks.plot import Equation, Paragraph, Table
from mlexplorer.plots import explain
from mlexplorer.session.frame import framed
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session


def snapshot_of(model, values=None, transforms=(), source="moons"):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source(source)(count=60), (run,), transforms=transforms, holdout=Holdout(0.25))
    session = Session(document)
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def figures(drawn):
    (table,) = [block for block in drawn.blocks if isinstance(block, Table)]
    return dict(table.rows)


@pytest.mark.parametrize("model", registry.models())
def test_every_model_explains_itself(model):
    snapshot = snapshot_of(model)
    drawn = explain.draw(snapshot)
    (latex,) = [block.latex for block in drawn.blocks if isinstance(block, Equation)]
    rows = equation.rows(latex, 364.0)
    assert all(row.width <= 380 and row.height > 8 for row in rows)
    assert "<path" in rows[0].coloured("#123456")
    assert "#123456" in rows[0].coloured("#123456")
    titles = [block.title for block in drawn.blocks if isinstance(block, Paragraph)]
    assert titles == ["This step", "What to watch"]
    assert all(name and value for name, value in figures(drawn).items())


def test_figures_are_those_of_the_snapshot():
    snapshot = snapshot_of("svm", {"kernel": "linear"})
    table = figures(explain.draw(snapshot))
    wrong, count = snapshot.errors(snapshot.data.testing)
    assert table["Test errors"].startswith(f"{wrong} of {count},")
    assert table["w"] == pair(snapshot.step.weights[:2], 4)
    assert table["Support vectors"] == str(len(snapshot.step.support))


def test_a_line_on_standardised_points_is_also_told_in_data_units():
    snapshot = snapshot_of("lda", transforms=("standardise",))
    raw = explain._raw_weights(snapshot.step.weights, snapshot)
    points = snapshot.affine.back(snapshot.data.points)
    np.testing.assert_allclose(points @ raw[:2] - raw[2], snapshot.step.discriminant(snapshot.data.points), atol=1e-9)
    latex = [block.latex for block in explain.draw(snapshot).blocks if isinstance(block, Equation)]
    assert len(latex) == 2
    assert latex[0] != latex[1]


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
    table = next(block for block in drawn.blocks if isinstance(block, Table))
    names = [name for name, _ in table.rows]
    assert len(set(names)) == len(names)
    assert not {"Sum of squares", "Bound", "Error rate"} & set(names)
