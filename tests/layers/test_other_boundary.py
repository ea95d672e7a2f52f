"""Other runs beside the present one: boundaries of classifiers, curves of regressions."""

import numpy as np

from mlexplorer.layers.other_boundary import LAYERS
from mlexplorer.lessons import scenes
from mlexplorer.marks.marks import Line
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare

RUNNERS = next(layer for layer in LAYERS if layer.name == "runners")


def test_curves_of_other_runs_are_drawn_each_in_its_colour():
    session = scenes.named("flat_beyond_the_data").session
    snapshot = Pipeline().last(session, framed(prepare(session.document).data, looked_at(session), 60, 40))
    lines = [mark for mark in RUNNERS.marks(snapshot) if isinstance(mark, Line)]
    assert [line.role for line in lines] == ["run 1", "run 2"]
    for line, step in zip(lines, snapshot.shown[1:], strict=True):
        np.testing.assert_array_equal(line.path[:, 1], step.curve(line.path[:, 0]))
