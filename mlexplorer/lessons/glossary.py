"""Words and what they mean: read from one file, and found wherever they stand in a text."""

import re
from dataclasses import dataclass
from functools import cache
from html import escape

from mlexplorer.core.resources import resource

FILE = "glossary.md"
LINE = re.compile(r"- \*\*(?P<word>.+?)\*\*(?: \((?P<forms>.+)\))?: (?P<meaning>\S.*)")
SHORT = 2  # letters of a form in which capitals count: t is not T
MOST = 3  # words that a tip explains
LETTER, TAIL = r"[^\W_]", r"[^\W_₀-₉]"  # before a word, and after it: w₁ is a w


@dataclass(frozen=True)
class GlossaryTerm:
    """A word, the forms it is found under, and what it means in a sentence."""

    word: str
    forms: tuple[str, ...]
    meaning: str


@cache
def terms() -> tuple[GlossaryTerm, ...]:
    """Return every word of the glossary, as the file has them."""
    lines = resource(FILE).read_text(encoding="utf-8").splitlines()
    return tuple(_term(line) for line in lines if line.startswith("- "))


def term(word: str) -> GlossaryTerm:
    """Return a word by its name or one of its forms."""
    return _by_form()[_key(word)]


def terms_in(text: str) -> tuple[GlossaryTerm, ...]:
    """Return the words of the glossary that stand in a text, in the order they come; longer ones before their parts."""
    found = (_by_form().get(_key(match[0])) for match in _pattern().finditer(text))
    return tuple(dict.fromkeys(one for one in found if one is not None))


def explained(tip: str, text: str = "") -> str:
    """Return a tip, as HTML, that says what the technical words in a text and in itself mean; "" if there are none."""
    found = terms_in(f"{text}\n{tip}")[:MOST]
    meant = [f"<p><b>{escape(one.word)}</b> {escape(one.meaning)}</p>" for one in found]
    return "".join([f"<p>{escape(tip)}</p>" if tip else "", *meant]) if meant else ""


def _term(line: str) -> GlossaryTerm:
    found = LINE.fullmatch(line)
    assert found is not None, f"{FILE} has a line that is no word: {line}"
    forms = tuple(form.strip() for form in (found["forms"] or "").split(",") if form.strip())
    return GlossaryTerm(found["word"], (found["word"], *forms), found["meaning"])


def _key(form: str) -> str:
    return form if len(form) <= SHORT else form.casefold()


@cache
def _by_form() -> dict[str, GlossaryTerm]:
    return {_key(form): one for one in terms() for form in one.forms}


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds any form as a whole word, the longest first."""
    forms = sorted((form for one in terms() for form in one.forms), key=len, reverse=True)
    parts = "|".join(re.escape(form) if len(form) <= SHORT else f"(?i:{re.escape(form)})" for form in forms)
    return re.compile(rf"(?<!{LETTER})(?:{parts})(?!{TAIL})")
