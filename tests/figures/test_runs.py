"""The runs of a session in one figure."""

import pytest

from mlexplorer.core import registry
from mlexplorer.core.params import Spec
from mlexplorer.figures import scenes
from mlexplorer.figures.panels import figure_of_session
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session.session import Document, Run, Session


def test_every_run_has_its_panel_and_name():
    runs = (Run(registry.model("lda")()), Run(registry.model("knn")(), "Neighbours"))
    session = Session(Document(registry.source("moons")(), runs))
    shown = scenes.of_runs(session)
    assert [scene.title for scene in shown] == ["Linear discriminant", "Neighbours"]
    assert [scene.session.view.active for scene in shown] == [0, 1]
    figure = figure_of_session(session, Sheet(embed=False, runs=True))
    assert [cell.plot.title for row in figure.page.board for cell in row] == ["Linear discriminant", "Neighbours"]


def test_values_to_compare_lie_around_the_present_one_or_between_the_limits():
    half, free = Spec("half", 0.0, "Half", "Between limits", 0.0, 1.0), Spec("free", 0.0, "Free", "Without limits")
    assert scenes.some_values(half, 0.0) == [0.0, 0.5, 1.0]
    assert scenes.some_values(half, 0.3) == [0.15, 0.3, 0.6]
    assert scenes.some_values(free, 0.0) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("model", "name", "value", "title"),
    [
        ("knn", "k", 3, "k = 3"),
        ("line", "w1", 2.0, "w₁ = 2"),
        ("kde", "rule", "reference", "width by = reference rule"),
        ("tree", "depth", 2, "depth = 2"),
    ],
)
def test_values_are_told_by_their_sign_or_their_name(model, name, value, title):
    session = Session(Document(registry.source("moons")(), (Run(registry.model(model)()),)))
    assert [scene.title for scene in scenes.of_values(session, {name: [value]})] == [title]
