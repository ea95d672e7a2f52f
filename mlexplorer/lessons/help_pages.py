"""Pages of help, made of what models, views, sources and tools declare of themselves, so that they cannot lie.

What a declaration does not say (further sentences, formula, stages, mistakes) the files in resources/help add.
"""

import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from mlexplorer.core import registry
from mlexplorer.core.model import Model
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Recipe, Spec, Value, specs
from mlexplorer.layers.plane import LAYERS
from mlexplorer.lessons.changelog import changes
from mlexplorer.lessons.finding import Findable, find
from mlexplorer.lessons.glossary import GlossaryTerm, terms, terms_in
from mlexplorer.lessons.questions import questions
from mlexplorer.marks.plot import ViewKind
from mlexplorer.session.profile import Profile
from mlexplorer.views.catalogue import all_kinds
from mlexplorer.views.help_texts import HelpText, Shelf, added, text_of

MODELS, VIEWS, SOURCES, TOOLS, STUDIES, MORE = "Models", "Views", "Data", "Tools", "Studies", "More"
WORDS, LAYERS_PAGE, NEWS, QUESTIONS = "words", "layers", "news", "questions"
SHELVES: dict[Shelf, str] = {"models": MODELS, "sources": SOURCES, "studies": STUDIES}
SINGLE: dict[Shelf, str] = {"models": "model", "sources": "source", "studies": "study"}  # begins the names of pages
MOST_LINKS, MOST_WORDS = 8, 8
NO_LETTER = re.compile(r"\W+")
PLAIN = ("class", "boundary", "error rate", "parameter", "feature", "training points", "weight", "score", "vote")


@dataclass(frozen=True)
class ParameterHelp:
    """What a page says of one parameter: its name, what it does, what it may be and when it matters."""

    name: str
    label: str
    help: str
    limits: str


@dataclass(frozen=True)
class Article:
    """A page of help; every part but its name and its idea may be empty.

    name: what it is about, as in "model:svm"
    details: paragraphs with the exact conventions
    facts: names with a sentence each, on pages that are lists
    links: the names of other pages
    """

    name: str
    title: str
    group: str
    idea: str
    family: str = ""
    keys: str = ""
    formula: str = ""
    formula_words: str = ""
    parameters: tuple[ParameterHelp, ...] = ()
    stages: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    watch: str = ""
    mistakes: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    links: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Every sentence of the page."""
        told = [f"{one.label} {one.help}" for one in self.parameters]
        return "\n".join(
            (self.title, self.idea, self.formula_words, *told, *self.stages, *self.details, self.watch, *self.mistakes)
        )

    @property
    def words(self) -> tuple[GlossaryTerm, ...]:
        """The technical words on the page that one may not know, those that come first."""
        return tuple(one for one in terms_in(self.text) if one.word not in PLAIN)[:MOST_WORDS]


def pages(tools: Iterable[Article] = ()) -> dict[str, Article]:
    """Return every page by name, group by group; those of the tools are given, for they belong to the window."""
    made = [
        *_titled(_recipe_page("models", kind) for kind in registry.models().values()),
        *(_view_page(kind) for kind in all_kinds().values()),
        *tools,
        *_titled(_recipe_page("sources", kind) for kind in registry.sources().values()),
        *_titled(_recipe_page("studies", kind) for kind in registry.studies().values()),
        *_lists(),
    ]
    return {page.name: replace(page, links=_links(page, made)) for page in made}


def reached(every: Mapping[str, Article], profile: Profile, used: Iterable[str]) -> dict[str, Article]:
    """Return the pages of what a profile offers or is in use: no page of another model, link to it, or other layer."""
    models = None if profile.models is None else {f"model:{name}" for name in (*profile.models, *used)}
    kept = {name: page for name, page in every.items() if models is None or page.group != MODELS or name in models}
    links = {name: tuple(link for link in page.links if link in kept) for name, page in kept.items()}
    found = {name: replace(page, links=links[name]) for name, page in kept.items()}
    if profile.layers is not None:
        titles = {kind.title for kind in LAYERS if kind.of_points or kind.name in profile.layers}
        facts = tuple(fact for fact in found[LAYERS_PAGE].facts if fact[0] in titles)
        found[LAYERS_PAGE] = replace(found[LAYERS_PAGE], facts=facts)
    return found


def tool_page(name: str, title: str, keys: str, help_text: str, doc: str) -> Article:
    """Return the page of a tool."""
    page = Article(f"tool:{name}", title, TOOLS, doc, TOOLS, keys, details=(help_text + ".",))
    return _with_text(page, added("tools", name))


def search(question: str, every: Mapping[str, Article]) -> tuple[str, ...]:
    """Return the names of the pages that answer a question, the best first."""
    return tuple(found.entry.name for found in find(question, entries(every), len(every)))


def entries(every: Mapping[str, Article]) -> tuple[Findable, ...]:
    """Return the pages as entries that can be found by typing."""
    return tuple(
        Findable(page.name, page.title, page.group, f"{page.name.partition(':')[2]} {page.family} {page.text}")
        for page in every.values()
    )


def _titled(some: Iterable[Article]) -> list[Article]:
    return sorted(some, key=lambda page: page.title.casefold())


def _recipe_page(shelf: Shelf, kind: type[Recipe]) -> Article:
    told = tuple(_parameter(kind, spec) for spec in specs(kind))
    name = f"{SINGLE[shelf]}:{kind.public_name()}"
    details = _paragraphs(kind.__doc__ or "")[1:]
    watch = kind.watch if issubclass(kind, Model) else ""
    page = Article(name, kind.title, SHELVES[shelf], kind.summary(), kind.family, parameters=told, details=details)
    return _with_text(replace(page, watch=watch), text_of(shelf, kind))


def _view_page(kind: ViewKind) -> Article:
    about = sys.modules[kind.draw.__module__].__doc__ or ""
    idea = _paragraphs(about)[0].partition(": ")[2] or about
    page = Article(f"view:{kind.name}", kind.title, VIEWS, f"{kind.help}.", VIEWS, details=(_sentence(idea),))
    return _with_text(page, added("views", kind.name))


def _with_text(page: Article, text: HelpText) -> Article:
    """Return a page with what is said beyond the declaration."""
    return replace(
        page,
        idea=f"{page.idea} {text.idea}".strip(),
        details=() if text.idea and page.group in (VIEWS, TOOLS) else page.details,  # they would say it twice
        formula=text.objective,
        formula_words=text.words,
        stages=text.stages,
        mistakes=text.mistakes,
        links=text.see,
    )


def _lists() -> tuple[Article, ...]:
    """Return the pages that are lists: questions, layers, words, what is new."""
    asked = tuple((one.words, one.answer) for one in questions())
    layers = tuple((kind.title, f"{kind.help}.") for kind in LAYERS)
    words = tuple((one.word, one.meaning) for one in terms())
    versions = tuple((version, "\n".join(lines)) for version, lines in changes().items())
    idea = "What can be drawn on the plane; each model offers those that it has something for."
    return (
        Article(QUESTIONS, "Questions", MORE, "What people ask; Ctrl+K finds them and shows the answer.", facts=asked),
        Article(LAYERS_PAGE, "Layers", MORE, idea, facts=layers),
        Article(WORDS, "Words", MORE, "What the technical words mean.", facts=words),
        Article(NEWS, "What is new", MORE, "What has changed, the newest first.", facts=versions),
    )


def _parameter(kind: type[Recipe], spec: Spec) -> ParameterHelp:
    return ParameterHelp(spec.name, spec.label, _sentence(spec.help), " · ".join(_limits(kind, spec)))


def _limits(kind: type[Recipe], spec: Spec) -> list[str]:
    """Return what a parameter may be, what it usually is, and when it matters."""
    if spec.choices:
        said = [", ".join(spec.title(choice) for choice in spec.choices)]
    elif isinstance(spec.default, bool):
        said = ["on or off"]
    elif spec.low is not None and spec.high is not None:
        said = [f"from {spec.words(_like(spec, spec.low))} to {spec.words(_like(spec, spec.high))}"]
    else:
        said = []
    said.append(f"usually {_value(spec, spec.default)}" if spec.default != "" else "usually empty")
    if spec.shown_when is not None:
        other = next(one for one in specs(kind) if one.name == spec.shown_when[0])
        said.append(f"{'not ' if _is_most(other, spec.shown_when[1]) else ''}with {_when(other, spec.shown_when[1])}")
    return said


def _is_most(spec: Spec, values: tuple[Value, ...]) -> bool:
    """Return whether values are so many of the choices that the others are sooner told."""
    return len(values) > 1 and len(values) > len(spec.choices) / 2


def _when(spec: Spec, values: tuple[Value, ...]) -> str:
    told = [one for one in spec.choices if one not in values] if _is_most(spec, values) else values
    return f"{small(spec.label)} {' or '.join(_value(spec, value) for value in told)}"


def _value(spec: Spec, value: Value) -> str:
    return spec.title(value) if spec.choices and isinstance(value, str) else spec.words(value)


def _like(spec: Spec, value: float) -> float:
    return int(value) if isinstance(spec.default, int) else value


def _paragraphs(doc: str) -> tuple[str, ...]:
    """Return the paragraphs of a docstring, each as one line."""
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.cleandoc(doc)) if part.strip())


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:].rstrip(".") + "." if words else ""


def _links(page: Article, every: list[Article]) -> tuple[str, ...]:
    """Return the pages that a page names, those of its family, and those whose title of several words it speaks of."""
    text = f" {NO_LETTER.sub(' ', page.text.casefold())} "
    others = [other for other in every if other.name != page.name]
    titled = [other for other in others if " " in other.title]  # a word such as “move” is no title
    named = [other.name for other in titled if f" {NO_LETTER.sub(' ', other.title.casefold())} " in text]
    family = [other.name for other in others if other.group == page.group and page.family == other.family != ""]
    return tuple(dict.fromkeys([*page.links, *family, *named]))[:MOST_LINKS]
