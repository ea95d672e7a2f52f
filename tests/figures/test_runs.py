"""The runs of a session in one figure."""

from mlexplorer.core import registry
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
