"""Pages of help: one for everything, no dead link, every parameter, and what only a class says itself."""

import json
import re
from dataclasses import dataclass

import pytest

import mlexplorer
from mlexplorer.core import registry
from mlexplorer.core.params import param, specs
from mlexplorer.core.registry import register
from mlexplorer.core.resources import resource
from mlexplorer.lessons.changelog import changes
from mlexplorer.lessons.glossary import term, terms, terms_in
from mlexplorer.lessons.help_pages import NEWS, WORDS, Article, pages, search, tool_page
from mlexplorer.models.knn import NearestNeighbours
from mlexplorer.painting.equation import rows
from mlexplorer.ui.tools.toolbox import TOOLS
from mlexplorer.views.catalogue import all_kinds

WIDTH = 600.0
SENTENCE = re.compile(r"[.!?](?= |$)")


@pytest.fixture(scope="module")
def every():
    return pages(tool_page(tool.name, tool.title, tool.key, tool.help, tool.__doc__) for tool in TOOLS)


def test_there_is_a_page_for_everything(every):
    wanted = [f"model:{name}" for name in registry.models()] + [f"source:{name}" for name in registry.sources()]
    wanted += [f"view:{name}" for name in all_kinds()] + [f"tool:{tool.name}" for tool in TOOLS]
    wanted += [f"study:{name}" for name in registry.studies()] + [WORDS, NEWS]
    assert set(wanted) <= set(every)


def test_every_page_says_something_and_every_link_leads_to_a_page(every):
    for page in every.values():
        assert page.title, page.name
        assert page.idea.endswith("."), page.name
        assert set(page.links) <= set(every) - {page.name}, page.name
    linked = {link for page in every.values() for link in page.links}
    assert {"model:svm", "model:tree"} <= linked


@pytest.mark.parametrize("name", sorted(registry.models()))
def test_a_model_has_its_whole_page(every, name):
    page, kind = every[f"model:{name}"], registry.model(name)
    assert [one.name for one in page.parameters] == [spec.name for spec in specs(kind)]
    for one, spec in zip(page.parameters, specs(kind), strict=True):
        assert one.label == spec.label
        assert spec.help.rstrip(".").casefold() in one.help.casefold()
        assert spec.words(spec.default).casefold() in one.limits.casefold()
    assert page.details
    assert page.watch == kind.watch
    assert len(page.stages) >= 3
    assert page.mistakes
    assert page.formula_words
    drawn = rows(page.formula, WIDTH)
    assert all(0 < row.width <= WIDTH and 0 < row.height < 80 for row in drawn)


@pytest.mark.parametrize("group", ["Models", "Views", "Tools", "Studies", "Data"])
def test_every_page_has_its_idea_its_use_and_its_mistakes(every, group):
    for page in (page for page in every.values() if page.group == group):
        assert len(SENTENCE.findall(page.idea)) >= 3, page.name
        assert page.links, page.name
        if group != "Data":
            assert len(page.stages) >= 3, page.name
            assert page.mistakes, page.name


def test_no_page_says_the_same_twice(every):
    for page in (page for page in every.values() if page.group in ("Views", "Tools")):
        assert not (page.idea and page.details), page.name


def test_what_files_say_is_about_something(every):
    for shelf, single in {"models": "model", "views": "view", "sources": "source", "studies": "study"}.items():
        names = json.loads(resource(f"help/{shelf}.json").read_text(encoding="utf-8"))
        assert {f"{single}:{name}" for name in names} == {name for name in every if name.startswith(f"{single}:")}


def test_limits_are_those_of_the_declaration(every):
    limits = {one.name: one.limits for one in every["model:svm"].parameters}
    assert limits["cost"] == "from 0.01 to 10000 · usually 1 · with hard margin off"
    assert limits["hard"] == "on or off · usually off"
    assert limits["gamma"].endswith("with kernel RBF")


def test_the_page_of_words_has_every_term(every):
    assert [word for word, _ in every[WORDS].facts] == [one.word for one in terms()]
    assert term("slack") in every["model:svm"].words
    assert all(one in terms_in(page.text) for page in every.values() for one in page.words)


def test_pages_are_found_by_what_they_say(every):
    assert search("svm", every)[0] == "model:svm"
    assert search("gaussian mixture", every)[0] == "model:gmm"
    assert "model:svm" in search("slack", every)
    assert search("qqqq", every) == ()


def test_the_newest_version_comes_first():
    version, lines = next(iter(changes().items()))
    assert version == mlexplorer.__version__
    assert len(lines) >= 3
    assert not any(line.startswith("-") or "\n" in line for line in lines)


def test_a_model_from_outside_has_a_page_from_its_class_alone():
    @dataclass(frozen=True)
    class FarNeighbours(NearestNeighbours):
        """Each place takes the class of the farthest points.

        The farthest point decides.
        """

        title = "Far neighbours"
        idea = "It is a joke."
        objective = r"\max_i d_i"
        objective_words = "d is the distance of a point."
        stages = ("Look far away.",)
        mistakes = ("Distance: it is the wrong way round.",)
        reach: float = param(2.0, "Reach", "How far is far", low=0.0, high=5.0)

    try:
        register(FarNeighbours)
        page = pages()["model:far_neighbours"]
    finally:
        registry.refresh()
    assert isinstance(page, Article)
    assert (page.formula, page.stages, page.mistakes) == (
        FarNeighbours.objective,
        FarNeighbours.stages,
        FarNeighbours.mistakes,
    )
    assert page.idea == "Each place takes the class of the farthest points. It is a joke."
    assert page.details == ("The farthest point decides.",)
    assert page.parameters[-1].limits == "from 0 to 5 · usually 2"
