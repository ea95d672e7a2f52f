"""What a stroke of a solution is done with: the tool, the parameter or the part of the window a learner needs."""

from mlexplorer.core.params import Recipe
from mlexplorer.lessons.lesson import Edit
from mlexplorer.session.session import Session

VIEW = "view"
TOOLS = {"add": "place", "remove": "erase", "relabel": "relabel", "start": "move"}


def wanted(before: Session, edit: Edit) -> str:
    """Return the control of a stroke: "tool:place", "model:depth", "source:spread", "transforms", "step" or "view"."""
    tool = next((tool for name, tool in TOOLS.items() if getattr(edit, name)), None)
    if tool is not None:
        return f"tool:{tool}"
    if edit.transforms is not None and edit.transforms != before.document.transforms:
        return "transforms"
    after = edit.applied(before)
    for kind, old, new in (
        ("model", before.run.model, after.run.model),
        ("source", before.document.source, after.document.source),
    ):
        if old != new:
            return f"{kind}:{changed(old, new)}"
    return VIEW if edit.threshold is not None or edit.reject is not None else "step"


def changed(old: Recipe, new: Recipe) -> str:
    """Return the first parameter in which two recipes of a kind differ; "" if they are of different kinds."""
    if type(old) is not type(new):
        return ""
    return next((name for name, value in new.values().items() if value != old.values()[name]), "")
