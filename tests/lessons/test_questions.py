"""Questions people ask: each has an answer, leads to something that is there, and is found as it is asked."""

import pytest

from mlexplorer.lessons import lesson, scenes
from mlexplorer.lessons.finding import Findable, find
from mlexplorer.lessons.help_pages import QUESTIONS, pages, tool_page
from mlexplorer.lessons.questions import questions
from mlexplorer.ui.actions import table
from mlexplorer.ui.tools.toolbox import TOOLS

ENTRIES = tuple(Findable(one.words, one.words, "", one.answer) for one in questions())


def test_every_question_leads_to_something_that_is_there():
    there = set(pages(tool_page(tool.name, tool.title, tool.key, tool.help, tool.__doc__) for tool in TOOLS))
    there |= {f"scene:{name}" for name in scenes.names()} | {f"lesson:{name}" for name in lesson.found()}
    there |= {f"command:{one.name}" for one in table()}
    for one in questions():
        assert set(one.links) <= there, one.words
        assert one.answer.endswith("."), one.words
        assert 60 <= len(one.answer) <= 240, one.words
    assert len({one.words for one in questions()}) == len(questions()) >= 25


def test_questions_stand_on_a_page_of_help():
    assert pages()[QUESTIONS].facts == tuple((one.words, one.answer) for one in questions())


@pytest.mark.parametrize("question", [one.words for one in questions()])
def test_a_question_finds_itself(question):
    assert find(question, ENTRIES)[0].entry.name == question
