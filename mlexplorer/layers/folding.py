"""The folds of a cross-validation: points coloured by their fold, or one fold with its own boundary and errors."""

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import CLASS_NAMES
from mlexplorer.core.decision import decide, is_mistaken
from mlexplorer.core.study import Fit
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.other_boundary import named_fit
from mlexplorer.layers.points import crossed, points
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Line, Mark, Points, Text
from mlexplorer.pipeline.previews import previewed, studied
from mlexplorer.pipeline.snapshot import Snapshot

VEIL, THIN = 0.72, 0.62  # how strongly all that has no part in it is covered: behind coloured points, behind one fold
COLOURS = len(CLASS_NAMES)


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether a study is looked at whose fits have points they have not seen."""
    result = studied(snapshot)
    return result is not None and any(fit.left is not None for fit in result.fits)


def folds(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the fold that is looked at, else all folds by their colours."""
    result, shown = studied(snapshot), previewed(snapshot)
    if result is None:
        return ()
    if shown is not None and shown.fit.left is not None:
        return _one(snapshot, shown.fit, shown.fit.left)
    return _all(snapshot, result.fits)


def _one(snapshot: Snapshot, fit: Fit, left: Labels) -> tuple[Mark, ...]:
    """Return the boundary of a fit above a veil, the points it has not seen, and those of them it gets wrong."""
    seen: Labels = snapshot.marked_singly(left)
    veil = Fill((outline(snapshot.frame.bounds),), "plane", THIN)
    line = [Line(mark.path, "boundary") if isinstance(mark, Line) else mark for mark in named_fit(snapshot, fit)]
    return (veil, *line, *points(snapshot, False, seen), *_errors(snapshot, fit, seen))


def _errors(snapshot: Snapshot, fit: Fit, rows: Labels) -> tuple[Mark, ...]:
    """Return the points that a fit takes for another class, crossed out."""
    step = fit.step
    if not isinstance(step, HasScores) or snapshot.run.model.task != "classify" or not len(rows):
        return ()
    said = decide(step, snapshot.data.points[rows], snapshot.session.document.rule)
    return crossed(snapshot, rows[is_mistaken(said, snapshot.data.labels[rows])])


def _all(snapshot: Snapshot, fits: tuple[Fit, ...]) -> tuple[Mark, ...]:
    """Return every point in the colour of its fold; its shape still tells its class."""
    labels, marks = snapshot.data.labels, list[Mark]()
    for number, fit in enumerate(fits):
        rows: Labels = snapshot.marked_singly(np.empty(0, np.intp) if fit.left is None else fit.left)
        for label in np.unique(labels[rows]).tolist():
            some = rows[labels[rows] == label]
            marks.append(Points(snapshot.places[some], f"class {number % COLOURS}", label, "filled"))
    left, _, _, top = snapshot.frame.bounds
    words = f"Colours are the {len(fits)} folds, shapes the classes. Click a bar to see one fold."
    said = Text(np.array([left, top]), words, anchor=(0.0, 1.0), offset=(12.0, -12.0), plate=True)
    return (Fill((outline(snapshot.frame.bounds),), "plane", VEIL), *marks, said)


LAYERS = (
    LayerKind(
        "folds",
        "Folds",
        "Points coloured by the fold that leaves them out; of one fold its own boundary, its points and its errors",
        "",
        is_offered,
        folds,
        group="points",
        order=333,
    ),
)
