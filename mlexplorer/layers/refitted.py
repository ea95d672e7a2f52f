"""Many refits at once: the share of them that say each class as shading, and the bundle of their boundaries."""

from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.decision import Rule
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import boundary_in
from mlexplorer.marks.contours import joined
from mlexplorer.marks.marks import Line, Mark, Regions, Text
from mlexplorer.pipeline.previews import bundled
from mlexplorer.pipeline.snapshot import Frame, Snapshot

PLACES = 96  # along the longer side, for one of many boundaries
MOST = 64  # boundaries that are remembered
FAINT = 0.45
ROLES = ("runner 3", "runner 1")  # of the curves through their midst: the mean, and the truth


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether a study of many refits is looked at."""
    return bundled(snapshot) is not None


def refits(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the shading and the bundle."""
    bundle = bundled(snapshot)
    if bundle is None:
        return ()
    marks: list[Mark] = []
    if bundle.grid is not None and bundle.shares is not None:
        most, grid = bundle.shares.max(axis=2), bundle.grid
        labels, sure = bundle.classes[bundle.shares.argmax(axis=2)], 2 * most - 1 if len(bundle.classes) == 2 else most
        bounds: Bounds = (grid.left, grid.right, grid.bottom, grid.top)
        marks.append(Regions(bounds, labels, sure, bundle.classes, bundle.shares, bundle.shares))
        corner = np.array([snapshot.frame.bounds[0], snapshot.frame.bounds[3]])
        words = f"Shading: the share of {counted(len(bundle.steps), 'refit')} that say each class"
        marks.append(Text(corner, words, anchor=(0.0, 1.0), offset=(12.0, -12.0), plate=True))
    rule = snapshot.session.document.rule
    paths = [_path(step, snapshot.frame, rule) for step in bundle.steps if step is not None]
    paths = [path for path in paths if len(path)]
    marks += [Line(joined(paths), "ghost", FAINT)] if paths else []
    for role, series in zip(ROLES, bundle.curves, strict=False):
        path = np.c_[series.xs, series.ys]
        marks += [Line(path, role), Text(path[-1], series.name, anchor=(0.0, 0.5), offset=(6.0, 0.0))]
    return tuple(marks)


@lru_cache(maxsize=MOST)
def _path(step: Step, frame: Frame, rule: Rule) -> Array:
    """Return the boundary or curve of a refit: those that were there before need not be drawn again."""
    return boundary_in(step, frame, rule, PLACES)


LAYERS = (
    LayerKind(
        "refits",
        "Refits",
        "The boundaries or curves of all refits; the shading is the share of them that say a class",
        "",
        is_offered,
        refits,
        order=15,
    ),
)
