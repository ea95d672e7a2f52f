"""A hand on the first picture of a study: fits pointed at, looked at and gone to, wherever the picture stands."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.study import Mosaic, Result, nearest_fit
from mlexplorer.edits.fits import gone_to, looked_at, pointed_at
from mlexplorer.marks.marks import Layer, Line, Mark
from mlexplorer.marks.mosaics import cell_at
from mlexplorer.marks.plot import Plot, Touched
from mlexplorer.pipeline.previews import result_of
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

CLICK, STEP = "click to go there", "click to see one"  # what a hand can do


def touched_fit(snapshot: Snapshot, study: int, touched: Touched) -> Session | None:
    """Return the session after a touch of the first picture of a study: pointing previews, a press goes or stays."""
    result, session = result_of(snapshot, study), snapshot.session
    fits = () if result is None or touched.panel else result.fits
    number = nearest_fit(fits, touched.x, touched.y)
    if touched.kind == "hover":
        return pointed_at(session, study, number)
    if number is None or touched.kind not in ("press", "drag"):
        return None
    if fits[number].values:
        return gone_to(pointed_at(session, study, None), fits[number])
    is_seen = session.view.fit == (study, number) and touched.kind == "press"
    return looked_at(session, study, None if is_seen else number)


def marked(plot: Plot, snapshot: Snapshot, study: int, result: Result) -> Plot:
    """Return the first picture of a study with the fit that is pointed at or looked at, and what a hand can do."""
    fits, view = result.fits, snapshot.session.view
    if not fits:
        return plot
    hint = CLICK if fits[0].values else STEP
    place = view.preview or view.fit
    if place is None or place[0] != study or not 0 <= place[1] < len(fits):
        return replace(plot, hint=hint)
    fit, (_, _, bottom, top) = fits[place[1]], plot.bounds
    mark: Mark = Line(np.array([[fit.x, bottom], [fit.x, top]]), "without")
    picture = result.charts[0]
    if fit.y is not None and isinstance(picture, Mosaic):
        mark = Line(cell_at((picture.xs, picture.ys), fit.x, fit.y)[[0, 1, 2, 3, 0]], "boundary")
    return replace(plot, layers=(*plot.layers, Layer("looked at", (mark,))), hint=hint)
