"""Finding by typing: the best match first, forgiving, with the number at the end of a question."""

import pytest

from mlexplorer.lessons.finding import Findable, find, grouped, number_in

TITLES = (
    "Support vector machine",
    "Decision tree",
    "Gaussian mixture",
    "Support points",
    "Show all points",
    "Save as …",
    "Cost C",
    "Costs of a centre’s place",
)
ENTRIES = tuple(Findable(title, title, "Show" if "Support p" in title else "Do") for title in TITLES)


def titles(question, entries=ENTRIES):
    return [found.entry.title for found in find(question, entries)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("svm", "Support vector machine"),  # the letters that begin its words
        ("SUP", "Support points"),  # of equal matches the shorter
        ("vec", "Support vector machine"),
        ("points all", "Show all points"),  # in any order
        ("c", "Cost C"),  # a whole word before a beginning
        ("cost", "Cost C"),
        ("gmix", "Gaussian mixture"),
        ("dtre", "Decision tree"),
        ("gausian", "Gaussian mixture"),  # a letter forgotten
    ],
)
def test_the_best_match_is_first(question, first):
    assert titles(question)[0] == first


def test_every_word_must_match():
    assert titles("support tree") == []
    assert titles("support") == ["Support points", "Support vector machine"]


def test_words_of_a_question_may_be_missing_but_not_what_it_is_about():
    entries = [Findable("one", "k-means", ""), Findable("two", "Kernel", "", "which right"), Findable("c", "C", "")]
    assert [found.entry.name for found in find("which k is it", entries)] == ["one"]
    assert [found.entry.name for found in find("k", entries)] == ["one", "two"]
    assert [found.entry.name for found in find("which", entries)] == ["two"]
    assert find("why is there a zebra", entries) == ()


def test_where_nothing_has_every_word_most_of_them_are_enough():
    entries = [
        Findable("a", "The perceptron never stops", ""),
        Findable("b", "Perceptron", ""),
        Findable("c", "Stop", ""),
    ]
    assert [found.entry.name for found in find("perceptron will never stop", entries)] == ["a"]
    assert [found.entry.name for found in find("perceptron never", entries)] == ["a"]
    assert find("perceptron zebra", entries) == ()
    assert find("perceptron zebra horse", entries) == ()
    assert find("perceptron will never stop", entries, nearly=False) == ()
    (found,) = find("the perceptron never rests", entries)
    assert [found.entry.title[start:end] for start, end in found.spans] == ["perceptron", "never"]


def test_a_title_that_asks_the_same_comes_first():
    entries = [Findable("model", "k-means", "", favour=4.0), Findable("scene", "Which k? One", "", favour=-22.0)]
    assert [found.entry.name for found in find("which k", entries)] == ["scene", "model"]
    assert [found.entry.name for found in find("k", entries)] == ["model", "scene"]


def test_digits_are_whole_numbers():
    entries = [Findable("a", "Compare 0, 0.1, 20", ""), Findable("b", "Set 2", "")]
    assert [found.entry.name for found in find("2", entries)] == ["b"]
    assert find("02", entries) == ()


def test_letters_that_are_strewn_about_are_no_match():
    entries = (Findable("a", "Components: components must be whole", ""), Findable("b", "Compare AdaBoost", ""))
    assert titles("cost", entries) == []


def test_other_words_find_too_but_count_less():
    entries = (Findable("a", "Cost C", "", also="penalty slack"), Findable("b", "Slack lines", ""))
    assert titles("slack", entries) == ["Slack lines", "Cost C"]


def test_favour_decides_between_equals():
    entries = (Findable("a", "Density", ""), Findable("b", "Density", "", favour=1.0))
    assert [found.entry.name for found in find("dens", entries)] == ["b", "a"]


def test_it_tells_which_letters_match():
    (found,) = find("vec", ENTRIES)[:1]
    assert [found.entry.title[start:end] for start, end in found.spans] == ["vec"]
    (found,) = find("svm", ENTRIES)
    assert "".join(found.entry.title[start:end] for start, end in found.spans) == "Svm"


def test_nothing_asked_shows_the_first():
    assert titles("  ") == list(TITLES)
    assert len(find("", ENTRIES, most=3)) == 3


def test_groups_stand_as_their_best_match():
    assert list(grouped(find("support", ENTRIES))) == ["Show", "Do"]


def test_a_group_beside_others_keeps_its_best_few():
    found = find("support", (*ENTRIES, Findable("x", "Support here", "Show")))
    assert [len(rows) for rows in grouped(found, most=1).values()] == [1, 1]
    assert len(grouped([one for one in found if one.entry.group == "Show"], most=1)["Show"]) == 2


@pytest.mark.parametrize(
    ("question", "words", "number"),
    [
        ("c 10", "c", 10.0),
        ("cost 0.02", "cost", 0.02),
        ("cost=1e-3", "cost", 0.001),
        ("held out 30 %", "held out", 0.3),
        ("t −2", "t", -2.0),
        ("noise .5", "noise", 0.5),
        ("svm", "svm", None),
        ("10", "10", None),
        ("class 2 svm", "class 2 svm", None),
    ],
)
def test_a_number_at_the_end(question, words, number):
    assert number_in(question) == (words, number)


@pytest.mark.parametrize("question", ["(", "a" * 5000, "\\", "* +", "ß ſ İ", "e" * 60 + " 1e999"])
def test_any_letters_may_be_typed(question):
    found = find(question, ENTRIES)
    assert all(0 <= start < end <= len(one.entry.title) for one in found for start, end in one.spans)
    number_in(question)
