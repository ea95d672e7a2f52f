"""Explain: the equation with its present numbers, what is minimised, the working of a step, why it went there."""

import math

import numpy as np

from mlexplorer.algorithms.lines.monomials import polynomials_of
from mlexplorer.core.capabilities import (
    HasCentres,
    HasCurve,
    HasDiscriminant,
    HasGaussians,
    HasLandscape,
    HasPointWorking,
    HasRounds,
    HasScores,
    HasSupport,
    HasTree,
    HasWeights,
)
from mlexplorer.core.model import Model
from mlexplorer.core.numbers import capital, pair, text
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.landscapes.staircases import chosen_node, split_table
from mlexplorer.landscapes.step_reasons import why_there
from mlexplorer.marks.plot import Block, Drawn, Equation, Option, Paragraph, TableBlock, ViewKind, never
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.views.help_texts import text_of

Row = tuple[str, str]
MOST_LINES = 40
DIGITS = 4
GOALS = {r"\min": "What is minimised", r"\max": "What is maximised"}  # by how an objective begins
STUMP = 3  # nodes: a tree with a single question


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
    blocks += _sought(type(snapshot.run.model))
    blocks.append(TableBlock("Numbers", tuple(_figures(snapshot))))
    blocks += _at_point(snapshot)
    lines = tuple(part for part in (step.note, *step.working[:MOST_LINES]) if part)
    if snapshot.moment is not None:
        blocks.append(Paragraph("On the way to the next step", (snapshot.note,)))
    elif lines:
        blocks.append(Paragraph("This step", lines))
        blocks += _why(snapshot)
    options: tuple[Option, ...] = ()
    if isinstance(step, HasTree) and len(step.tree) > 1:
        node, choice = chosen_node(snapshot, step)
        data, options = snapshot.training, (choice,) if len(step.tree) > STUMP else ()
        blocks.append(split_table(step, step.tree[node], data, snapshot.run.model))
    if snapshot.run.model.watch:
        blocks.append(Paragraph("What to watch", (snapshot.run.model.watch,)))
    return Drawn(blocks=tuple(blocks), options=options)


def _sought(kind: type[Model]) -> list[Block]:
    """Return what a model makes small or large, or its rule, and what the letters mean."""
    said = text_of("models", kind)
    if not said.objective:
        return []
    title = next((title for sign, title in GOALS.items() if said.objective.startswith(sign)), "The rule")
    return [Paragraph(title, ()), Equation(said.objective), *([Paragraph("", (said.words,))] if said.words else [])]


def _why(snapshot: Snapshot) -> list[Block]:
    """Return why a step of a walk downhill went where it went, if the step before it was kept."""
    trace, step, model = snapshot.trace, snapshot.step, snapshot.run.model
    solver = model.values().get("solver")
    place = next((number for number, kept in enumerate(trace.steps) if kept is step), 0)
    if not isinstance(solver, str) or not place or trace.numbers[place] != trace.numbers[place - 1] + 1:
        return []
    before = trace.steps[place - 1]
    if not isinstance(step, HasLandscape) or not isinstance(before, HasLandscape):
        return []
    there = step.landscape(snapshot.training).here
    lines = why_there(before.landscape(snapshot.training), there, solver)
    return [Paragraph("Why it went there", lines)] if lines else []


def _at_point(snapshot: Snapshot) -> list[Block]:
    """Return what the step does with the point that is pointed at, or how to ask."""
    step, point = snapshot.step, snapshot.session.view.point
    if not isinstance(step, HasPointWorking):
        return []
    rows = np.flatnonzero(snapshot.training.ids == point)
    if len(rows) == 0:
        return [Paragraph("One point in this step", ("Point at a point of the plane to see its part.",))]
    return [Paragraph(f"Point {snapshot.training.numbers[rows[0]]} in this step", step.working_at(int(rows[0])))]


def _in_data_units(snapshot: Snapshot) -> list[Block]:
    """Return the rule, the means and the centres once more in the units of the data, if the plane shows others."""
    if not snapshot.session.document.transforms:
        return []
    rules, rows = _raw_rules(snapshot), _raw_places(snapshot)
    note = "The axes and the numbers of the fit are in transformed coordinates."
    told = f"{note} In the units of the data:" if rules or rows else note
    blocks: list[Block] = [Paragraph("In data units", (told,))]
    blocks += [Equation(r", \quad ".join(rules))] if rules else []
    return [*blocks, TableBlock("", tuple(rows))] if rows else blocks


def _raw_rules(snapshot: Snapshot) -> list[str]:
    """Return f, or the score of each class, of the coordinates before the transforms, where it is a polynomial."""
    step, affine = snapshot.step, snapshot.affine
    points = affine.back(snapshot.training.points)
    if not isinstance(step, HasScores) or not snapshot.classifies:
        return []
    if isinstance(step, HasDiscriminant):
        found = polynomials_of(lambda places: step.discriminant(affine.forth(places))[:, None], points)
        names = [r"f(\mathbf{x})"]
    else:
        found = polynomials_of(lambda places: step.scores(affine.forth(places)), points)
        letter = r"\delta" if r"\delta" in step.equation else "f"  # as in the equation above
        names = [f"{letter}_{{{label}}}" for label in np.asarray(step.classes).tolist()]
    return [] if found is None else [f"{name} = {found[0].tex(row)}" for name, row in zip(names, found[1], strict=True)]


def _raw_places(snapshot: Snapshot) -> list[Row]:
    """Return centres or means before the transforms."""
    step = snapshot.step
    if isinstance(step, HasCentres):
        word, places = "Centre", step.centres
    elif isinstance(step, HasGaussians):
        word, places = "Mean", step.means
    else:
        return []
    rows = zip(np.asarray(step.classes).tolist(), snapshot.affine.back(places), strict=True)
    return [(f"{word} {label}", pair(place, DIGITS)) for label, place in rows]


def _figures(snapshot: Snapshot) -> list[Row]:
    step = snapshot.step
    assert step is not None
    rows: list[Row] = []
    if snapshot.classifies:
        for name, part in (("Training errors", snapshot.data.training), ("Test errors", snapshot.data.testing)):
            wrong, count = snapshot.errors(part)
            rows += [(name, f"{wrong} of {count}, {text(100 * wrong / count)} %")] if count else []
    if isinstance(step, HasCurve):
        off = {name: missed(step, part) for name, part in curve_parts(snapshot.data).items()}
        rows += [
            (f"{name} error", f"RMSE {text(at.rmse, DIGITS)}, MAE {text(at.mae, DIGITS)}") for name, at in off.items()
        ]
    if step.loss is not None:
        rows.append(("Objective", text(step.loss, DIGITS + 1)))
    known = {"errors", "error rate"} if snapshot.classifies else {"RMS error"} if isinstance(step, HasCurve) else set()
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
    threshold = text(weights[2], DIGITS, length)
    rows = [("w", pair(weights[:2], DIGITS)), ("t", threshold), ("‖w‖", text(length, DIGITS))]
    return rows + ([("t/‖w‖ from the origin", text(weights[2] / length, DIGITS, 1.0))] if length else [])


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
    "Equation",
    "The equation, the numbers of the fit, and how this step came about",
    offered,
    draw,
    order=40,
    prints=never,
)
