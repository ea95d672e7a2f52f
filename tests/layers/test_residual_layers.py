"""Squares on residuals, and points as large as their share of the loss."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.layers import plane
from mlexplorer.layers.points import sizes_of
from mlexplorer.layers.spreads import curve, residual_squares
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View


def snapshot_of(source="line_outlier", view=None, **values):
    run = Run(registry.model("polynomial")().with_values({"degree": 1, **values}))
    document = Document(registry.source(source)(), (run,))
    session = Session(document, view or View())
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 300))


def test_squares_are_square_on_the_screen_and_as_tall_as_residuals():
    snapshot = snapshot_of()
    fill, outline = residual_squares(snapshot)
    left, right, bottom, top = snapshot.frame.bounds
    pixels = np.array([snapshot.frame.width / (right - left), snapshot.frame.height / (top - bottom)])
    assert len(fill.polygons) == len(snapshot.data)
    for square, residual in zip(fill.polygons, snapshot.step.residuals, strict=True):
        width, height = np.ptp(square, axis=0)
        assert height == pytest.approx(abs(residual))
        assert width * pixels[0] == pytest.approx(height * pixels[1])
    assert outline.role == "residual"


def test_the_outlier_is_as_large_as_its_share_of_the_loss():
    snapshot = snapshot_of(view=View().switched("loss shares", True))
    sizes, shares = sizes_of(snapshot), snapshot.step.point_losses / snapshot.step.point_losses.sum()
    assert sizes.argmax() == 0
    inside = (sizes > 0.45) & (sizes < 3.2)
    np.testing.assert_allclose(sizes[inside] ** 2, shares[inside] * len(shares))
    drawn = next(layer for layer in plane.layers(snapshot) if layer.name == "training").marks[0]
    np.testing.assert_array_equal(drawn.sizes, sizes)
    assert sizes_of(snapshot_of()) is None


def test_absolute_errors_share_the_loss_more_evenly():
    view = View().switched("loss shares", True)
    squares, absolute = (snapshot_of(view=view, loss=loss).step.point_losses for loss in ("squares", "absolute"))
    assert squares.max() / squares.sum() > absolute.max() / absolute.sum()


def test_a_curve_that_leaps_stands_upright_there():
    document = Document(registry.source("sine")(), (Run(registry.model("neighbour_curve")()),))
    data = prepare(document).data
    frame = framed(data, View(), 800, 500)
    (line,) = curve(Pipeline().last(Session(document), frame))
    left, right, bottom, top = frame.bounds
    across, up = (np.abs(np.diff(line.path, axis=0)) / [right - left, top - bottom]).T
    assert (up > 0.05).sum() >= 8
    assert across[up > 0.05].max() < 1e-5
