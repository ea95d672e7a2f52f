"""Copy as Python without this package: the same boundary with scikit-learn and matplotlib."""

from mlexplorer.core.decision import PLAIN
from mlexplorer.figures.exports.scripts import remark
from mlexplorer.figures.exports.sklearn_plot import plot_lines
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.tables.exporting import numpy_literal


def sklearn_script(snapshot: Snapshot, target: str = "figure.pdf") -> str:
    """Return a script that draws the same boundary without this package, or raise a ValueError that says why not."""
    step = snapshot.step
    if step is None:
        raise ValueError(snapshot.problem.sentence if snapshot.problem else "There is no fitted model.")
    if snapshot.session.document.rule != PLAIN:
        raise ValueError("The scikit-learn form knows no threshold, costs or rejection: set them back first.")
    body = step.sklearn_form()
    if body is None:
        raise ValueError(f"There is no scikit-learn form of {snapshot.run.model.title}.")
    training = (
        "training = (labels >= 0)" if snapshot.run.model.task == "classify" else "training = np.ones(len(points), bool)"
    )
    data = numpy_literal(snapshot.data).rstrip()
    held = " & ~held" if snapshot.data.held_out.any() else ""
    return "\n".join([remark(snapshot), data, f"{training}{held}", "", *body, "", *plot_lines(snapshot, target), ""])
