"""The weights of a curve as bars, their path over the penalty, and a penalty set by hand."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.marks.marks import Fill, Line, Text
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import weights


def snapshot_of(options=(), **values):
    run = Run(registry.model("polynomial")().with_values({"degree": 4, **values}))
    document = Document(registry.source("sine")(), (run,))
    session = Session(document, View(options=options))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def test_each_weight_but_the_constant_has_a_bar_of_its_size():
    snapshot = snapshot_of()
    bars = weights.draw(snapshot).panels[0].layers[0].marks
    fill = next(mark for mark in bars if isinstance(mark, Fill))
    tops = [polygon[np.abs(polygon[:, 1]).argmax(), 1] for polygon in fill.polygons]
    np.testing.assert_allclose(tops, snapshot.step.coefficients[1:])
    assert {"x", "x²", "x³", "x⁴"} <= {mark.words for mark in bars if isinstance(mark, Text)}
    whole = weights.draw(snapshot_of((("weights constant", "with"),))).panels[0].layers[0].marks
    assert len(next(mark for mark in whole if isinstance(mark, Fill)).polygons) == 5


def test_names_and_numbers_have_room_beyond_the_bars():
    snapshot = snapshot_of()
    span, high = np.ptp([0.0, *snapshot.step.coefficients[1:]]), snapshot.step.coefficients[1:].max()
    bottom, top = weights.draw(snapshot).panels[0].bounds[2:]
    assert snapshot.step.coefficients[1:].min() < 0 < high
    assert top - high == pytest.approx(0.18 * span)
    assert snapshot.step.coefficients[1:].min() - bottom == pytest.approx(2.4 * 0.18 * span)
    marks = weights.draw(snapshot).panels[0].layers[0].marks
    names = {mark.words: mark.place.tolist() for mark in marks if isinstance(mark, Text) and "x" in mark.words}
    assert names == {name: [index, bottom] for index, name in enumerate(["x", "x²", "x³", "x⁴"])}


@pytest.mark.parametrize("norm", ["l2", "l1"])
def test_the_path_goes_through_the_present_weights_and_ends_at_nothing(norm):
    snapshot = snapshot_of(penalty=0.1, norm=norm)
    marks = weights.draw(snapshot).panels[1].layers[0].marks
    paths = [mark.path for mark in marks if isinstance(mark, Line) and mark.role.startswith("runner")]
    for path, weight in zip(paths, snapshot.step.coefficients[1:], strict=True):
        assert np.interp(-1.0, *path.T) == pytest.approx(weight, rel=1e-6, abs=1e-9)
        assert abs(path[-1, 1]) < 0.05


def test_a_hand_on_the_path_sets_the_penalty():
    snapshot = snapshot_of()
    after = weights.touch(snapshot, Touched(1, -2.0, 0.0, "press"))
    assert after.run.model.penalty == pytest.approx(0.01)
    assert weights.touch(snapshot, Touched(1, -9.0, 0.0, "drag")).run.model.penalty == 0
    assert weights.touch(snapshot, Touched(0, -2.0, 0.0, "press")) is None
