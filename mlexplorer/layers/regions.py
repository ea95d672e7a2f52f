"""Layers of what is predicted where: regions, boundary, probability lines, and the best boundary there is."""

from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import (
    Bounds,
    HasCurve,
    HasDiscriminant,
    HasFeatureDensities,
    HasMargins,
    HasNeighbours,
    HasPointWeights,
    HasProbabilities,
    HasRegions,
    HasRounds,
    HasScores,
    HasTree,
)
from mlexplorer.core.decision import PLAIN, Rule, decide, preferences
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.core.source import Source
from mlexplorer.judging.bayes import bayes_error, true_error
from mlexplorer.layers import shading
from mlexplorer.layers.exact_regions import Clipped, clipped, edges
from mlexplorer.layers.labels import Levels, line_labels
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.refining import refined
from mlexplorer.layers.slivers import are_upright_or_level, parted
from mlexplorer.marks.contours import boundary_lines, joined, level_lines
from mlexplorer.marks.marks import Cells, Line, Mark, Regions, Text, badge
from mlexplorer.marks.ticks import ticks
from mlexplorer.pipeline.snapshot import Field, Frame, Snapshot
from mlexplorer.session.naming import run_letter
from mlexplorer.session.session import MOST_RUNS
from mlexplorer.session.side_by_side import is_race_seen

MOST_CELLS = 300  # more are drawn as a picture, which lies below exact edges as long as nothing is dragged
MOST_EDGES = 3000  # cells up to which the boundary is exact
TWO_CLASS_LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9)
SPACING, OUTERMOST = 0.1, (0.1, 0.9)  # by how much levels differ, and the last ones
GHOST_PLACES = 160
EDITED = 1.4  # times as wide as the others is the boundary of the run that is edited


def pixel(snapshot: Snapshot) -> float:
    """Return the length of a pixel in data units."""
    return snapshot.frame.pixel


def regions(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the regions: exact cells where each has one colour, else a picture of the field."""
    field, step = snapshot.field, snapshot.step
    if not isinstance(step, HasScores):
        return ()
    shade, banded = shading.shading(snapshot), snapshot.session.view.shows(shading.EXPORTED)
    cells = exact(snapshot) if shade == "class" or _is_flat(step) else None
    if cells is not None:
        scores = step.scores(cells.middles)
        parts = None if banded else shading.shares(snapshot, scores)
        sure = shading.strengths(snapshot, step, scores)
        return (Cells(cells.polygons, cells.labels, sure, np.asarray(step.classes), parts),)
    if field is None:
        return ()
    grid = field.grid
    bounds = (grid.left, grid.right, grid.bottom, grid.top)
    sure = field.certainty if shade == "probability" else shading.strengths(snapshot, step, field.scores)
    whole = len(field.candidates) == field.scores.shape[-1]  # a rule that rejects has one candidate more
    parts = shading.shares(snapshot, field.scores) if whole and not banded else None
    return (Regions(bounds, field.labels, sure, field.candidates, field.preferences, parts, banded),)


def boundary(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return where the prediction changes: exact edges where there are such, else level lines of the field."""
    cells = exact(snapshot, MOST_CELLS if snapshot.dragging else MOST_EDGES)
    if cells is not None:
        path = edges(cells, snapshot.frame.bounds)
    elif snapshot.field is not None:
        path = _level_lines(snapshot, snapshot.field)
    else:
        return ()
    if not len(path):
        return ()
    if not is_race_seen(snapshot.session):
        return _cased(path, snapshot) if cells is not None else (Line(path, "boundary"),)
    return (Line(path, f"run {snapshot.active}", width=EDITED), run_badge(path, snapshot.active))


def _cased(path: Array, snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return exact edges: bold, but fine along slivers, which two bold lines would fill."""
    if not are_upright_or_level(path):
        return (Line(path, "boundary"),)
    left, right, bottom, top = snapshot.frame.bounds
    unit = snapshot.frame.unit
    pixels = unit * np.array([(right - left) / snapshot.frame.width, (top - bottom) / snapshot.frame.height])
    bold, fine = parted(path, pixels)
    return tuple(Line(part, role) for part, role in ((fine, "sliver"), (bold, "boundary")) if len(part))


def run_badge(path: Array, index: int) -> Mark:
    """Return the letter of a run on its boundary; those of several runs stand at different shares of it."""
    lengths = np.nan_to_num(np.hypot(*np.diff(path, axis=0).T))  # between two pieces there is no way
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    wanted = (2 * index + 1) / (2 * MOST_RUNS) * along[-1]
    after = min(max(int(np.searchsorted(along, wanted)), 1), len(path) - 1)
    share = (wanted - along[after - 1]) / max(float(lengths[after - 1]), 1e-300)
    place = path[after - 1] + min(share, 1.0) * (path[after] - path[after - 1])
    return badge(place if np.isfinite(place).all() else path[0], run_letter(index), f"run {index}")


def level_marks(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return lines of equal probability, or of equal score where there is none, with their numbers on them."""
    field, step = snapshot.field, snapshot.step
    if field is None or not isinstance(step, HasScores):
        return ()
    chosen = _levels(step, field)
    lines = level_lines(field.grid, chosen.values, chosen.wanted, pixel(snapshot) * 0.2)
    found = {level: line for level, line in lines.items() if len(line)}
    words = {level: text(level) for level in found}
    return (Line(joined(list(found.values())), "probability"), *line_labels(found, words, chosen, snapshot))


def _levels(step: HasScores, field: Field) -> Levels:
    if not isinstance(step, HasProbabilities):
        values = field.scores[..., 1] - field.scores[..., 0]
        places = ticks(float(values.min()), float(values.max())).tolist()
        spacing = places[1] - places[0] if len(places) > 1 else 1.0
        known = (-1.0, 0.0, 1.0) if isinstance(step, HasMargins) else (0.0,)  # lines of other layers
        wanted = tuple(place for place in places if min(abs(place - other) for other in known) > 1e-9 * spacing)
        return Levels(values, wanted, spacing)
    chances = step.chances(field.scores)
    if chances.shape[-1] == 2:
        return Levels(chances[..., 1], TWO_CLASS_LEVELS, SPACING, OUTERMOST)
    return Levels(chances.max(axis=-1), LEVELS, SPACING, OUTERMOST)


def has_smooth_levels(snapshot: Snapshot) -> bool:
    """Return whether probabilities or the score change gradually, so that lines of equal values mean something."""
    step = snapshot.step
    bins = isinstance(step, HasFeatureDensities) and isinstance(step, HasRegions)  # exact regions of histograms
    jumps = bins or isinstance(step, HasTree | HasNeighbours | HasPointWeights | HasRounds)
    return isinstance(step, HasProbabilities | HasDiscriminant) and not jumps


@lru_cache(maxsize=1)  # the regions and the boundary ask for them one after the other
def exact(snapshot: Snapshot, most: int = MOST_CELLS) -> Clipped | None:
    """Return the cells of a step that has some; none if a rule moves the decision, or if there are too many."""
    step = snapshot.step
    if not isinstance(step, HasRegions) or snapshot.session.document.rule != PLAIN or len(step.regions) > most:
        return None
    return _clipped(step, snapshot.frame.bounds)


@lru_cache(maxsize=4)
def _clipped(step: HasRegions, bounds: Bounds) -> Clipped:
    """Return what is in view of the cells of a step: asked for by the regions and by the boundary."""
    return clipped(step.regions, bounds)


def knows_law(snapshot: Snapshot) -> bool:
    """Return whether the points are as a source made them whose law is known."""
    document = snapshot.session.document
    return snapshot.classifies and document.points is None and _has_law(document.source)


@lru_cache(maxsize=8)
def _has_law(source: Source) -> bool:
    """Return whether a source has a law; asked for every picture, so remembered."""
    return source.law() is not None


def bayes_boundary(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundary of the best possible rule, and how much worse than it the shown step is."""
    grid = snapshot.frame.grid(GHOST_PLACES)
    source, law = snapshot.session.document.source, snapshot.session.document.source.law()
    if law is None:
        return ()
    logs = law.log_densities(snapshot.affine.back(grid.points))
    values = np.nan_to_num(logs, neginf=-700.0).reshape(grid.rows, grid.columns, -1)
    line = Line(boundary_lines(grid, values, pixel(snapshot) * 0.2), "ghost")
    least, mine = bayes_error(source), _error(snapshot)
    if least is None or mine is None:
        return (line,)
    excess = text(100 * max(mine - least, 0.0), 2)
    words = f"least possible error {text(100 * least)} %, this fit {text(100 * mine)} %: {excess} % in excess"
    left, _, bottom, _ = snapshot.frame.bounds
    return (line, Text(np.array([left, bottom]), words, anchor=(0.0, 0.0), offset=(12.0, 12.0)))


def boundary_of(step: Step | None, snapshot: Snapshot, places: int = GHOST_PLACES) -> Array:
    """Return the boundary, or the curve, of any step over the view of a snapshot; nothing if it has neither."""
    return boundary_in(step, snapshot.frame, snapshot.session.document.rule, places)


def boundary_in(step: Step | None, frame: Frame, rule: Rule, places: int) -> Array:
    """Return the boundary, or the curve, of any step over a frame; nothing if it has neither."""
    if isinstance(step, HasCurve):
        xs = np.linspace(*frame.bounds[:2], places)
        return np.c_[xs, step.curve(xs)]
    if not isinstance(step, HasScores):
        return np.empty((0, 2))
    if isinstance(step, HasRegions) and rule == PLAIN and len(step.regions) <= MOST_CELLS:
        return edges(clipped(step.regions, frame.bounds), frame.bounds)
    grid = frame.grid(places)
    _, values = preferences(step, step.field(grid), rule)
    return boundary_lines(grid, values, frame.pixel * 0.2)


def _error(snapshot: Snapshot) -> float | None:
    step, document = snapshot.step, snapshot.session.document
    if not isinstance(step, HasScores):
        return None
    return true_error(document.source, lambda points: decide(step, snapshot.affine.forth(points), document.rule))


def _level_lines(snapshot: Snapshot, field: Field) -> Array:
    grid = field.grid
    step, fine = snapshot.step, pixel(snapshot) * 0.15
    if not isinstance(step, HasNeighbours):
        return boundary_lines(grid, field.preferences, fine)
    if snapshot.dragging:  # thinning a line that follows the cells of the grid to half a cell straightens it
        return boundary_lines(grid, field.preferences, max(fine, 0.6 * (grid.right - grid.left) / grid.columns))
    return refined(boundary_lines(grid, field.preferences), grid, step, snapshot.session.document.rule, fine)


def _is_flat(step: HasScores) -> bool:
    """Return whether a cell of the step has the same probabilities everywhere."""
    return isinstance(step, HasTree | HasNeighbours)


LAYERS = (
    LayerKind("regions", "Regions", "Which class is predicted where", "G", has(HasScores), regions, order=10),
    LayerKind(
        "probability",
        "Equal-score lines",
        "Lines of equal probability, or of equal score f where there is none",
        "I",
        has_smooth_levels,
        level_marks,
        shown=False,
        order=40,
    ),
    LayerKind("boundary", "Boundary", "Where the prediction changes", "B", has(HasScores), boundary, order=110),
    LayerKind(
        "bayes",
        "Best possible",
        "The boundary of the best rule there is for this source, and how much worse this fit is on endless points",
        "Y",
        knows_law,
        bayes_boundary,
        shown=False,
        order=180,
    ),
)
