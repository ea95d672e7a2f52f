"""Words: one file, every line a word, found where they stand and nowhere else."""

import re

import pytest

from mlexplorer.core import registry
from mlexplorer.core.params import specs
from mlexplorer.core.resources import resource
from mlexplorer.layers.plane import LAYERS
from mlexplorer.lessons.glossary import FILE, explained, term, terms, terms_in
from mlexplorer.views.catalogue import all_kinds

TEXT = (
    "slack α t duality_gap responsibilities impurity folds margin support_vector learning_rate prior bandwidth kernel "
    "residual likelihood entropy held_out penalty momentum linkage"
)
NEEDED = TEXT.split()


def test_there_are_words_enough_in_order_of_nothing_twice():
    assert len(terms()) >= 60
    forms = [form for one in terms() for form in one.forms]
    assert len(forms) == len({form if len(form) <= 2 else form.casefold() for form in forms})
    lines = [line for line in resource(FILE).read_text(encoding="utf-8").splitlines() if line.startswith("-")]
    assert len(lines) == len(terms())


@pytest.mark.parametrize("word", NEEDED)
def test_the_words_a_student_meets_are_there(word):
    assert term(word.replace("_", " ")).meaning


def test_every_meaning_is_a_sentence_without_its_own_word_alone():
    for one in terms():
        assert re.fullmatch(r"[^a-z].*[.]", one.meaning), one.word
        assert 4 <= len(one.meaning.split()) <= 45, one.word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Its slack is 0.3 and α = 2", ["slack", "α"]),
        ("Support vectors hold it", ["support vector"]),  # the longer before its part
        ("The duality gap at each step", ["duality gap"]),
        ("t/‖w‖ from the origin", ["t", "norm"]),
        ("T and W, at the start", []),
        ("margins, seldom slackened", ["margin"]),
        ("x₁ ≤ threshold", ["threshold"]),
        ("w₁ and μ₀, not wₐ", ["weight", "μ"]),
        ("f(x) of the first", ["f"]),
        ("false alarms against 0/1", ["false alarm", "0/1 loss"]),
        ("it may bend, in other units", []),  # no word of networks
    ],
)
def test_words_are_found_whole(text, words):
    assert [one.word for one in terms_in(text)] == words


def test_a_tip_keeps_its_words_and_adds_what_they_mean():
    tip = explained("The price of a point in the street", "Cost C")
    assert tip.startswith("<p>The price of a point in the street</p><p><b>cost</b> ")
    assert term("street").meaning in tip
    assert explained("Zoom in", "") == ""
    assert "&lt;b&gt;" in explained("the slack of <b>")


def test_most_of_what_the_program_shows_has_a_word_explained():
    texts = [f"{kind.title} {kind.help}" for kind in (*LAYERS, *all_kinds().values())]
    kinds = (*registry.models().values(), *registry.sources().values())
    texts += [f"{spec.label} {spec.help}" for kind in kinds for spec in specs(kind)]
    share = sum(bool(terms_in(text)) for text in texts) / len(texts)
    assert share > 0.6
