"""Questions people ask, with a short answer and what shows it: read from one file."""

import re
from dataclasses import dataclass
from functools import cache

from mlexplorer.core.resources import resource

FILE = "questions.md"
LINE = re.compile(r"- \*\*(?P<words>.+?\?)\*\* \((?P<links>.+?)\): (?P<answer>\S.*)")


@dataclass(frozen=True)
class Question:
    """A question, its answer in a few sentences, and what shows it, the best first: "scene:u_of_k", "model:knn"."""

    words: str
    answer: str
    links: tuple[str, ...]


@cache
def questions() -> tuple[Question, ...]:
    """Return every question, as the file has them."""
    lines = resource(FILE).read_text(encoding="utf-8").splitlines()
    return tuple(_question(line) for line in lines if line.startswith("- "))


def _question(line: str) -> Question:
    found = LINE.fullmatch(line)
    assert found is not None, f"{FILE} has a line that is no question: {line}"
    return Question(found["words"], found["answer"], tuple(link.strip() for link in found["links"].split(",")))
