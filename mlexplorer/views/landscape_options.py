"""What can be chosen above the landscape: which parameters, how it is drawn, which loss, and whether for each run."""

from itertools import combinations, pairwise

import numpy as np

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES
from mlexplorer.core.capabilities import HasLandscape, HasThresholds, HasTree, HasWeights, Landscape
from mlexplorer.core.model import Step
from mlexplorer.landscapes.heights import EVEN, POWERS, SQUARES
from mlexplorer.marks.plot import Option
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs

AXES, KIND, TURN = "landscape axes", "landscape kind", "landscape turn"
HELD, LEVELS, LOSS = "landscape others", "landscape levels", "landscape loss"
SCALE, RUNS = "landscape scale", "landscape runs"
PATH, OWN, ALL, EQUAL, EACH = "path", "own", "all", "equal", "each"
FEW_AXES = 6  # parameters: more are shown along the path at first
MOST_AXES, MOST_NEXT = 12, 60  # parameters whose every pair can be chosen, and of which those that follow each other
KINDS = {"contours": "Contours", "surface": "Surface"}
HOLDS = {
    "step": "as at this step",
    "best": "at the optimum",
    "each": "re-optimised",
}
OTHERS = "others"
SPACINGS = {SQUARES: "Squared levels", EVEN: "Even levels", POWERS: "Powers of ten"}
SCALES = {"free": "Fill the picture", EQUAL: "Equal units, 1 : 1"}
TOGETHER = {"together": "All runs in one", EACH: "One for each run"}


def options_of(snapshot: Snapshot, landscape: Landscape, axes: str) -> tuple[Option, ...]:
    """Return the choices that a landscape over some axes has."""
    names, view = landscape.names, snapshot.session.view
    choices = {f"{i},{j}": f"{names[i]} and {names[j]}" for i, j in pairs_of(len(names))}
    if len(names) > 2:
        choices[PATH] = "Principal directions"
    if len(names) <= MOST_AXES:
        choices |= {str(index): f"{name} alone" for index, name in enumerate(names)}
    options = [Option(AXES, "Parameters", choices, axes)] if len(choices) > 1 else []
    if is_flat(axes):
        options.append(Option(KIND, "Drawn as", KINDS, view.option(KIND, "contours")))
    if is_flat(axes) and not is_surface(snapshot, axes):
        options.append(Option(LEVELS, "Levels", SPACINGS, view.option(LEVELS, SQUARES)))
        options.append(Option(SCALE, "Units", SCALES, view.option(SCALE, "free")))
        if has_rivals(snapshot, landscape):
            options.append(Option(RUNS, "Runs", TOGETHER, view.option(RUNS, "together")))
    if "," in axes and len(names) > 2:
        word = others_of(names, axes)
        titles = {name: f"{OTHERS.capitalize() if word == OTHERS else word} {title}" for name, title in HOLDS.items()}
        options.append(Option(HELD, "The others", titles, view.option(HELD, "step")))
    if is_line(snapshot, landscape):
        losses = {OWN: "Its own objective", **{name: loss.title for name, loss in MARGIN_LOSSES.items()}}
        losses |= {} if is_flat(axes) else {ALL: "All losses"}
        chosen = view.option(LOSS, OWN)
        options.append(Option(LOSS, "Loss", losses, chosen if chosen in losses else OWN))
    return tuple(options)


def pairs_of(count: int) -> list[tuple[int, int]]:
    """Return the pairs of so many parameters that can be chosen: all, of many those that follow each other."""
    if count <= MOST_AXES:
        return list(combinations(range(count), 2))
    return list(pairwise(range(count))) if count <= MOST_NEXT else []


def axes_of(snapshot: Snapshot, landscape: Landscape) -> str:
    """Return which parameters are drawn: two of them, one alone, or the directions of the path."""
    count = len(landscape.names)
    usual = "0" if count == 1 else PATH if count > FEW_AXES else "0,1"
    chosen = snapshot.session.view.option(AXES, usual)
    if chosen == PATH:
        return PATH if count > 2 else usual
    parts = tuple(int(part) for part in chosen.split(","))
    fits = tuple(sorted(parts)) in pairs_of(count) if len(parts) > 1 else parts[0] < count <= MOST_AXES
    return chosen if fits else usual


def others_of(names: tuple[str, ...], axes: str) -> str:
    """Return what the parameters that are not drawn are called."""
    drawn = [int(part) for part in axes.split(",")]
    others = [name for index, name in enumerate(names) if index not in drawn]
    return others[0] if len(others) == 1 else OTHERS


def is_line(snapshot: Snapshot, landscape: Landscape) -> bool:
    """Return whether the parameters are those of a line between two classes, of which other losses can be asked."""
    step = snapshot.step
    two = len(snapshot.training.classes) == 2
    return two and isinstance(step, HasWeights) and np.array_equal(landscape.here, step.weights)


def chooses_threshold(step: Step | None) -> bool:
    """Return whether a threshold is all that the step has chosen, so that the stairs over them are its landscape."""
    return isinstance(step, HasThresholds) and isinstance(step, HasTree)


def is_flat(axes: str) -> bool:
    """Return whether two directions are drawn."""
    return axes == PATH or "," in axes


def is_surface(snapshot: Snapshot, axes: str) -> bool:
    """Return whether the heights are drawn as seen from the side."""
    return snapshot.session.view.option(KIND, "contours") == "surface" and is_flat(axes)


def is_equal(snapshot: Snapshot) -> bool:
    """Return whether a unit is as long on both axes, so that gradients stand at right angles to the contours."""
    return snapshot.session.view.option(SCALE, "free") == EQUAL


def has_rivals(snapshot: Snapshot, landscape: Landscape) -> tuple[int, ...]:
    """Return the runs of a race that have these parameters, if there are several and none is hidden."""
    if hidden_runs(snapshot.session):
        return ()
    runs = snapshot.session.document.runs
    data = [run.model.training(snapshot.data) for run in runs]
    alike = tuple(
        index
        for index, (step, points) in enumerate(zip(snapshot.shown, data, strict=False))
        if isinstance(step, HasLandscape) and step.landscape(points).names == landscape.names
    )
    return alike if len(alike) > 1 else ()


def is_for_each(snapshot: Snapshot) -> bool:
    """Return whether every run of a race has a landscape of its own."""
    return snapshot.session.view.option(RUNS, "together") == EACH
