"""What stands behind a prediction at one place, as marks: lines to the points that speak, the box, the centres."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import (
    HasCentres,
    HasCurve,
    HasMerges,
    HasNetwork,
    HasReasons,
    HasScores,
    HasTree,
    Node,
    Reason,
)
from mlexplorer.layers import groups, unit_lines
from mlexplorer.marks.clipping import outline, seen_box
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Fill, Line, Mark, Points
from mlexplorer.pipeline.snapshot import Snapshot

WIDEST = 5.0  # times the usual width, for the largest term
SHADE = 0.12  # of the box of a node
FAINTEST = 0.02  # of the largest term: smaller ones are not drawn


def marks_at(snapshot: Snapshot, place: tuple[float, float]) -> tuple[Mark, ...]:
    """Return the place itself, and what its prediction rests on."""
    where, step = np.array(place), snapshot.step
    marks: list[Mark] = []
    if isinstance(step, HasTree):
        marks += _box(step.tree[leaf_number(step.tree, where)], snapshot)
    if isinstance(step, HasCentres):
        marks.append(Line(segments(step.centres, where), "residual"))
    if isinstance(step, HasCurve):
        marks.append(Line(np.array([where, [where[0], float(step.curve(where[:1])[0])]]), "residual"))
    if isinstance(step, HasReasons):
        marks += _lines(step.reasons(where), where, snapshot)
    return (*marks, Points(where[None], "path", 0, "here"))


def node_marks(snapshot: Snapshot, node: int | None) -> tuple[Mark, ...]:
    """Return the box of a node of the shown tree with rings around its points, a unit's line, or a branch's hull."""
    step = snapshot.step
    if isinstance(step, HasNetwork):
        return unit_lines.lit(snapshot, node)
    if node is not None and isinstance(step, HasMerges):
        return groups.branch(snapshot, step, node)
    if node is None or not isinstance(step, HasTree) or node >= len(step.tree):
        return ()
    points = snapshot.training.points
    inside = step.tree[node].inside(points)
    return (*_box(step.tree[node], snapshot), Points(points[inside], "boundary", 0, "selected"))


def point_marks(snapshot: Snapshot, point: int) -> tuple[Mark, ...]:
    """Return a ring around the point with an id."""
    return (Points(snapshot.places[snapshot.data.ids == point], "boundary", 0, "selected"),)


def leaf_number(tree: tuple[Node, ...], place: Array) -> int:
    """Return the number of the leaf of a place."""
    number = 0
    while tree[number].feature >= 0:
        node = tree[number]
        number = node.left if place[node.feature] <= node.threshold else node.right
    return number


def _box(node: Node, snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the box of a node, a little darker than what is around it."""
    box = seen_box(node.box, snapshot.frame.bounds)
    return () if box is None else (Fill((outline(box),), "path", SHADE), Line(outline(box), "box"))


def _lines(reasons: tuple[Reason, ...], place: Array, snapshot: Snapshot) -> list[Mark]:
    """Return a line to every training point that adds a term, as wide as the term is large."""
    training = snapshot.training
    step = snapshot.step
    classes = np.asarray(step.classes).tolist() if isinstance(step, HasScores) else []
    terms = [
        (term.value, term.row, _role(classes, column if len(reasons) > 1 else int(term.value > 0)))
        for column, reason in enumerate(reasons)
        for term in reason.terms
        if 0 <= term.row < len(training)
    ]
    largest = max((abs(value) for value, _, _ in terms), default=0.0)
    return [
        Line(
            np.stack([place, training.points[row]]),
            role,
            opacity=0.85,
            width=max(WIDEST * abs(value) / largest, 0.4),
        )
        for value, row, role in terms
        if abs(value) > FAINTEST * largest
    ]


def _role(classes: list[int], column: int) -> str:
    """Return the role of a line: of the class it speaks for, or of none."""
    return f"term {classes[column]}" if classes else "gradient"
