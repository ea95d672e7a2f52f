"""Every lesson: its beginning does not pass, its solution does, and what is no lesson is refused in a sentence."""

import json

import pytest

from mlexplorer.core.resources import resource
from mlexplorer.lessons import lesson as lessons
from mlexplorer.lessons.goals import BadGoal, Comparison, Goal, meter_of, parse
from mlexplorer.lessons.lesson import Edit
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.storage import BadFile


def shown(session, pipeline):
    return pipeline.last(session, framed(prepare(session.document).data, looked_at(session), 40, 40))


@pytest.mark.parametrize("name", lessons.found())
def test_the_solution_reaches_every_goal_and_the_beginning_does_not(name):
    lesson, pipeline = lessons.named(name), Pipeline()
    first, *others = [shown(session, pipeline) for session in lessons.played(lesson)]
    assert first.problem is None
    assert not any(lesson.reached(first, first))
    reached = [lesson.reached(now, first) for now in others]
    assert all(any(row[index] for row in reached) for index in range(len(lesson.goals)))
    assert all(edit.words.endswith(".") for edit in lesson.solution)


@pytest.mark.parametrize("name", lessons.found())
def test_a_lesson_reads_well_and_measures_something(name):
    lesson, pipeline = lessons.named(name), Pipeline()
    first = shown(lesson.beginning, pipeline)
    assert 10 <= len(lesson.title) <= 42
    assert all(words.endswith((".", "?")) for words in (lesson.text, *lesson.hints))
    for goal in lesson.goals:
        assert not goal.words.endswith(".")
        assert goal.meter(first, first).value


def test_there_are_twenty_lessons():
    assert len(lessons.found()) >= 20
    with pytest.raises(ValueError, match=r"no lesson 'prune_the_trees'.*prune_the_tree"):
        lessons.named("prune_the_trees")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("errors = 0", [("errors", "=", 0.0)]),
        ("leaves <= 7 and parameter rate > 3e-5", [("leaves", "≤", 7.0), ("parameter rate", ">", 3e-5)]),
        ("class at (70, −1.5) ≠ Rugby", [("class at (70, −1.5)", "≠", "Rugby")]),
        ("notice mentions for ever", [("notice", "mentions", "for ever")]),
        ("loss<−6.5", [("loss", "<", -6.5)]),
    ],
)
def test_words_become_comparisons(words, parts):
    assert [(part.quantity, part.sign, part.wanted) for part in parse(words)] == parts


@pytest.mark.parametrize(
    "words",
    [
        "",
        "errors",
        "errors = ",
        "margin < wide",
        "__import__('os') = 1",
        "errors == 0",
        "1 = 1",
        "errors = 0 and",
        "e" * 301,
        "().x = 1",
        "errors = 0x10",
    ],
)
def test_what_is_no_goal_is_refused(words):
    with pytest.raises(BadGoal):
        Goal("Anything", words)


@pytest.mark.parametrize(
    ("found", "share", "value"),
    [(3.0, 0.5, "3"), (6.0, 1.0, "6"), (0.0, 0.0, "0"), (1.5, 0.25, "1.5"), (40.0, 1.0, "40"), (None, None, "–")],
)
def test_a_meter_stands_in_the_middle_when_the_goal_is_met(found, share, value):
    meter = meter_of(Comparison("errors", "≤", 3.0), found)
    assert (meter.share, meter.value, meter.wanted) == (share, value, "≤ 3")


@pytest.mark.parametrize("quantity", ["support share", "recall", "doubt"])
def test_a_share_is_told_in_per_cent(quantity):
    meter = meter_of(Comparison(quantity, "≥", 25.0), 60.0)
    assert (meter.value, meter.wanted) == ("60 %", "≥ 25 %")


def test_a_goal_is_not_reached_while_the_fit_goes_on():
    lesson, pipeline = lessons.named("prune_the_tree"), Pipeline()
    first, last = (shown(session, pipeline) for session in lessons.played(lesson))
    parts = list(pipeline.snapshots(last.session, last.frame))
    assert lesson.reached(parts[-1], first) == (True, True)
    unfinished = [part for part in parts[:-1] if part is not None]
    assert not any(goal for part in unfinished for goal in lesson.reached(part, first))


def test_points_are_compared_as_they_were_placed():
    lesson, pipeline = lessons.named("who_is_asked"), Pipeline()
    sessions = lessons.played(lesson)
    first, last = shown(sessions[0], pipeline), shown(sessions[-1], pipeline)
    assert Goal("Same", "points changed = 0")(last, first)
    edited = Edit(add=((1.0, 2.0, 0),), remove=(0, 1), relabel=((2, 1),)).applied(sessions[-1])
    now = shown(edited, pipeline)
    for words in ("points added = 1", "points removed = 2", "points relabelled = 1", "points changed = 4"):
        assert Goal("Changed", words)(now, first), words


def written(tmp_path, **changes):
    content = json.loads(resource("lessons/01_squeeze_the_street.lesson.json").read_text())
    content["lesson"] |= changes
    path = tmp_path / f"mine{lessons.SUFFIX}"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_a_lecturer_can_write_a_lesson(tmp_path):
    assert lessons.load(written(tmp_path, title="Mine")).title == "Mine"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"goals": []}, "needs a goal"),
        ({"goals": [{"words": "x", "when": "1 + 1"}]}, "A goal is written like"),
        ({"hints": ["One."]}, "3 hints"),
        ({"scene": "nowhere"}, "no scene"),
        ({"scene": ""}, "either the name of a scene or a session"),
        ({"solution": [{"remove": [999]}]}, "point that is not there"),
        ({"solution": [{"code": "print()"}]}, "unknown entry 'code'"),
        ({"title": 3}, "must be a text"),
        ({"title": "a" * 3000}, "at most 2000 letters"),
    ],
)
def test_a_damaged_lesson_is_refused_in_a_sentence(tmp_path, changes, sentence):
    with pytest.raises(BadFile, match=sentence):
        lessons.load(written(tmp_path, **changes))


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "mlexplorer"}', "NaN", "[" * 5000, "\ufffd"])
def test_what_is_no_lesson_is_refused(tmp_path, content):
    path = tmp_path / f"mine{lessons.SUFFIX}"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile, match=path.name):
        lessons.load(path)
