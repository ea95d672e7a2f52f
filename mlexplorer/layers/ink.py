"""What was drawn by hand and kept: pen, straight line, highlighter, and a spot of light with a veil around it."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Line, Mark
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.ink import InkStroke

INK = "ink"
VEIL, MARKER = 0.6, 0.45  # how strongly a veil covers, and a highlighter
CORNERS = 72  # of a spot of light
FAR = 2.0  # widths of the view that a veil reaches beyond it, so that it covers what comes in while the view moves
ROLES = {"pen": "pen", "line": "pen", "highlighter": "highlighter"}


def marks_of(strokes: tuple[InkStroke, ...], bounds: Bounds) -> tuple[Mark, ...]:
    """Return the marks of strokes over a rectangle of the plane: the veil of the last spot, and lines above it."""
    spots = [stroke for stroke in strokes if stroke.kind == "spot"][-1:]
    lines = sorted((stroke for stroke in strokes if stroke.kind != "spot"), key=lambda one: one.kind != "highlighter")
    return (*(_veil(spot, bounds) for spot in spots), *map(_line, lines))


def kept(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return what was kept with the document."""
    return marks_of(snapshot.session.document.ink, snapshot.frame.bounds)


def _line(stroke: InkStroke) -> Line:
    return Line(np.array(stroke.path), ROLES[stroke.kind], MARKER if stroke.kind == "highlighter" else 1.0)


def _veil(spot: InkStroke, bounds: Bounds) -> Fill:
    """Return everything but an ellipse as one polygon: around the outside, then backwards around the hole."""
    left, right, bottom, top = bounds
    across, up = FAR * (right - left), FAR * (top - bottom)
    outside = outline((left - across, right + across, bottom - up, top + up))
    hole = spot_outline(spot)[::-1]
    return Fill((np.concatenate([outside, hole, hole[:1]]),), "veil", VEIL)


def spot_outline(spot: InkStroke) -> Array:
    """Return places around a spot of light."""
    middle, corner = np.array(spot.path[0]), np.array(spot.path[1])
    angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    return middle + np.abs(corner - middle) * np.c_[np.cos(angles), np.sin(angles)]


LAYERS = (
    LayerKind(
        INK,
        "Drawing",
        "What was drawn over the plane on stage and kept",
        "",
        lambda snapshot: bool(snapshot.session.document.ink),
        kept,
        order=2000,
    ),
)
