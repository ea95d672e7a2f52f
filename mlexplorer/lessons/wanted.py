"""What a stroke of a solution is done with: the tool, the parameter or the part of the window a learner needs."""

from mlexplorer.core.params import Recipe
from mlexplorer.lessons.lesson import Edit, Lesson, played
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
            return f"{kind}:{next(iter(changed(old, new)), '')}"
    return VIEW if edit.threshold is not None or edit.reject is not None else "step"


def needed(lesson: Lesson) -> frozenset[str]:
    """Return the controls of all strokes of a solution, with every parameter that it changes."""
    found: set[str] = set()
    for before, after, edit in zip(sessions := played(lesson), sessions[1:], lesson.solution, strict=False):
        found |= {wanted(before, edit)}
        found |= {f"model:{name}" for name in changed(before.run.model, after.run.model)}
        found |= {f"source:{name}" for name in changed(before.document.source, after.document.source)}
    return frozenset(found)


def changed(old: Recipe, new: Recipe) -> tuple[str, ...]:
    """Return the parameters in which two recipes of a kind differ; none if they are of different kinds."""
    if type(old) is not type(new):
        return ()
    return tuple(name for name, value in new.values().items() if value != old.values()[name])
