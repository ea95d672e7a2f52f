"""Explain: the equation with its present numbers, key numbers, the working of the step, and what to watch."""

import math

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCentres, HasPointWorking, HasRounds, HasSupport, HasTree, HasWeights
from mlexplorer.core.numbers import capital, pair, tex_sum, text
from mlexplorer.marks.plot import Block, Drawn, Equation, Option, Paragraph, Table, ViewKind
from mlexplorer.marks.staircases import chosen_node, split_table
from mlexplorer.session.snapshot import Snapshot

Row = tuple[str, str]
MOST_LINES = 14
DIGITS = 4


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is a step to explain."""
    return snapshot.step is not None


def draw(snapshot: Snapshot) -> Drawn:
    """Return the equation, the figures, the working and a paragraph of advice."""
    step = snapshot.step
    if step is None:
        return Drawn(words="There is no fit to explain yet.")
    blocks: list[Block] = [Equation(step.equation)] if step.equation else []
    blocks += _in_data_units(snapshot)
    blocks.append(Table("Numbers", tuple(_figures(snapshot))))
    lines = tuple(part for part in (step.note, *step.working[:MOST_LINES]) if part)
    if snapshot.moment is not None:
        blocks.append(Paragraph("On the way to the next step", (snapshot.note,)))
    elif lines:
        blocks.append(Paragraph("This step", lines))
    blocks += _at_point(snapshot)
    options: tuple[Option, ...] = ()
    if isinstance(step, HasTree) and len(step.tree) > 1:
        node, choice = chosen_node(snapshot, step)
        data, options = snapshot.run.model.training(snapshot.data), (choice,)
        blocks.append(split_table(step, step.tree[node], data, snapshot.run.model))
    if snapshot.run.model.watch:
        blocks.append(Paragraph("What to watch", (snapshot.run.model.watch,)))
    return Drawn(blocks=tuple(blocks), options=options)


def _at_point(snapshot: Snapshot) -> list[Block]:
    """Return what the step does with the point that is pointed at, or how to ask."""
    step, point = snapshot.step, snapshot.session.view.point
    if not isinstance(step, HasPointWorking):
        return []
    rows = np.flatnonzero(snapshot.run.model.training(snapshot.data).ids == point)
    if len(rows) == 0:
        return [Paragraph("One point in this step", ("Point at a point of the plane to see its part.",))]
    return [Paragraph(f"Point {point} in this step", step.working_at(int(rows[0])))]


def _in_data_units(snapshot: Snapshot) -> list[Block]:
    """Return a straight boundary once more in the units of the data, if the plane shows transformed ones."""
    step = snapshot.step
    if not snapshot.session.document.transforms or not isinstance(step, HasWeights):
        return []
    first, second, threshold = _raw_weights(step.weights, snapshot)
    equation = rf"f(\mathbf{{x}}) = {tex_sum([(first, 'x_1'), (second, 'x_2'), (-threshold, '')])}"
    note = "The axes show transformed coordinates, and so does the equation above. In the units of the data it is"
    return [Paragraph("In data units", (note,)), Equation(equation)]


def _raw_weights(weights: Array, snapshot: Snapshot) -> Array:
    """Return (w1, w2, t) for the coordinates before the transforms: f is affine, so three places give it."""
    places = snapshot.affine.forth(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    values = places @ weights[:2] - weights[2]
    return np.array([values[1] - values[0], values[2] - values[0], -values[0]])


def _figures(snapshot: Snapshot) -> list[Row]:
    step = snapshot.step
    assert step is not None
    rows: list[Row] = []
    if snapshot.classifies:
        for name, part in (("Training errors", snapshot.data.training), ("Test errors", snapshot.data.testing)):
            wrong, count = snapshot.errors(part)
            rows += [(name, f"{wrong} of {count}, {text(100 * wrong / count)} %")] if count else []
    if step.loss is not None:
        rows.append(("Objective", text(step.loss, DIGITS + 1)))
    known = {"errors", "error rate"} if snapshot.classifies else set()
    rows += [
        (capital(name), text(value, DIGITS))
        for name, value in step.measures.items()
        if name not in known and not _is_objective(value, step.loss)
    ]
    return list(dict([*rows, *_weights(snapshot), *_parts(snapshot)]).items())


def _is_objective(value: float, loss: float | None) -> bool:
    """Return whether a measure is the objective by another name."""
    return loss is not None and math.isclose(value, loss, rel_tol=1e-9)


def _weights(snapshot: Snapshot) -> list[Row]:
    step = snapshot.step
    if not isinstance(step, HasWeights):
        return []
    weights, length = step.weights, math.hypot(*step.weights[:2])
    rows = [("w", pair(weights[:2], DIGITS)), ("t", text(weights[2], DIGITS)), ("‖w‖", text(length, DIGITS))]
    return rows + ([("t/‖w‖ from the origin", text(weights[2] / length, DIGITS))] if length else [])


def _parts(snapshot: Snapshot) -> list[Row]:
    """Return what a step is made of: support vectors, centres, leaves, learners."""
    step = snapshot.step
    rows: list[Row] = []
    if isinstance(step, HasSupport):
        if not isinstance(step.margin, tuple):
            rows.append(("Margin 1/‖w‖", text(step.margin, DIGITS)))
        alphas = step.multipliers if isinstance(step.multipliers, tuple) else (step.multipliers,)
        some = np.concatenate([*alphas, np.empty(0)])
        rows += [("Largest α", text(float(some.max()), DIGITS))] if len(some) else []
    if isinstance(step, HasCentres):
        rows += [(f"Centre {index}", pair(centre, DIGITS)) for index, centre in enumerate(step.centres)]
    if isinstance(step, HasTree):
        rows.append(("Leaves", str(sum(node.feature < 0 for node in step.tree))))
    if isinstance(step, HasRounds):
        rows.append(("Learners", str(len(step.ballots))))
    return list({name: (name, value) for name, value in rows}.values())


VIEW = ViewKind(
    "explain",
    "Explain",
    "The equation, the numbers of the fit, and how this step came about",
    offered,
    draw,
    place=40,
    prints=False,
)
