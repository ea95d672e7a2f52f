"""A function over the plane stays as it is while the start of the walk is dragged over it."""

from mlexplorer.core import registry
from mlexplorer.layers.walk import heights
from mlexplorer.marks.marks import Heat, Text
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session

FRAME = Frame((-3.0, 3.0, -3.0, 3.0), 400, 400)


def ground(x, dragging, **values):
    model = registry.model("surface")().with_values({"start": "given", **values})
    session = Session(Document(registry.source("moons")(), (Run(model, start=(x, 1.0)),)))
    *_, snapshot = (one for one in Pipeline().snapshots(session, FRAME, dragging) if one is not None)
    marks = heights(snapshot)
    return next(mark for mark in marks if isinstance(mark, Heat)), [mark for mark in marks if isinstance(mark, Text)]


def test_the_function_is_worked_out_once_however_it_is_walked_on():
    before, numbers = ground(-1.0, True)
    after, same = ground(0.3, True, rate=0.01, steps=20)
    assert after is before
    assert [(mark.place.tolist(), mark.words) for mark in same] == [
        (mark.place.tolist(), mark.words) for mark in numbers
    ]
    other, _ = ground(-1.0, True, function="own", formula="x^2 + y^2")
    assert other is not before


def test_at_rest_the_numbers_keep_clear_of_the_path():
    _, dragged = ground(-1.0, True)
    _, rested = ground(-1.0, False)
    assert dragged
    assert [mark.place.tolist() for mark in rested] != [mark.place.tolist() for mark in dragged]
