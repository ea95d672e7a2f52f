"""The first minute: hints go once followed, and news come once."""

from dataclasses import replace

import mlexplorer
from mlexplorer.lessons.first_minute import HINTS, followed, news, next_hint
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session.opening import opening


def test_the_opening_scene_holds_nothing_out():
    data = prepare(opening().session.document).data
    assert len(data) == 120
    assert len(data.training) == 120


def test_every_hint_is_followed_by_what_it_says():
    session = opening().session
    moved = session.with_points(prepare(session.document).raw)
    slid = session.with_model(session.run.model.with_values({"cost": 9.0}))
    stepped = replace(session, view=replace(session.view, step=2))
    assert followed((), session, moved) == ("drag",)
    assert followed(("drag",), session, slid) == ("drag", "set")
    assert followed((), session, stepped) == ("step",)
    assert followed((), session, session) == ()


def test_hints_come_one_after_the_other():
    assert next_hint(()) is HINTS[0]
    assert next_hint(("drag", "step")) is HINTS[1]
    assert next_hint([hint.name for hint in HINTS]) is None


def test_news_come_once_after_an_update():
    lines = news("0.1.0", mlexplorer.__version__)
    assert len(lines) >= 3
    assert not any(line.startswith("-") or "\n" in line for line in lines)
    assert news("", mlexplorer.__version__) == ()
    assert news(mlexplorer.__version__, mlexplorer.__version__) == ()
