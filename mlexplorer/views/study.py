"""Study: questions that take many fits; what the chosen one has found so far, as charts, facts and a sentence."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.params import Recipe
from mlexplorer.core.study import Study
from mlexplorer.marks.charts import chart_plot
from mlexplorer.marks.plot import Drawn, Option, Paragraph, TableBlock, Touched, ViewKind, with_option
from mlexplorer.pipeline.previews import CHOSEN, PANEL, result_of, shown_study
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Session
from mlexplorer.views.study_touch import marked, touched_fit

QUESTIONS = "Click a question: many fits of the active run answer it, behind your back."
PAGE, FOUND, SETTINGS = "study page", "found", "settings"  # an option and its values
PAGES = {FOUND: "What was found", SETTINGS: "Settings"}
READING = 0.3  # share of the height for what was found in words
STEPS = (("previous_fit", "Previous fold"), ("next_fit", "Next fold"))


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is something to study."""
    return snapshot.step is not None


def prints(snapshot: Snapshot) -> bool:
    """Return whether something was found that has a picture."""
    found = result_of(snapshot, shown_study(snapshot.session))
    return found is not None and bool(found.charts)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the charts and facts of the chosen study, its settings, or why there are none; or all questions."""
    index = shown_study(snapshot.session)
    if index is None:
        return Drawn(words=QUESTIONS, blocks=(_questions(),))
    study, result = snapshot.session.document.studies[index], result_of(snapshot, index)
    options = _options(snapshot, study)
    if snapshot.session.view.option(PAGE, FOUND) == SETTINGS:
        return Drawn(words=type(study).summary(), options=options, recipe=study)
    if result is None:
        return Drawn(words=_waiting(snapshot, study), options=options)
    coming = "" if result.done >= 1.0 else f"{result.done:.0%} done. "
    panels = [chart_plot(chart) for chart in result.charts]
    panels[:1] = [marked(panel, snapshot, index, result) for panel in panels[:1]]
    facts = Paragraph("", tuple(f"{name}: {value}" for name, value in result.facts.items()))
    commands = STEPS if any(fit.left is not None for fit in result.fits) else ()
    words = coming + result.sentence
    return Drawn(tuple(panels), (), words, options, (facts,), commands=commands, reading=READING)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session after a touch: a question asked, a fit pointed at, looked at or gone to."""
    index = shown_study(snapshot.session)
    if index is not None:
        return touched_fit(snapshot, index, touched) if touched.kind != "row" else None
    return asked(snapshot.session, list(registry.studies())[int(touched.x)]) if touched.kind == "row" else None


def choose(snapshot: Snapshot, name: str, value: str) -> Session:
    """Return the session with another question, with none, or with another page of it."""
    return with_option(snapshot, name, value) if name != CHOSEN else asked(snapshot.session, value)


def asked(session: Session, name: str) -> Session:
    """Return the session with a question among its studies and shown; without a name that which is shown is dropped."""
    studies, index = session.document.studies, shown_study(session)
    if not name:
        studies = tuple(study for number, study in enumerate(studies) if number != index)
    elif name not in [study.public_name() for study in studies]:
        studies = (*studies, registry.study(name)())
    view = replace(session.view.with_option(CHOSEN, name), fit=None, preview=None)
    return replace(session, document=replace(session.document, studies=studies), view=view)


def edited(snapshot: Snapshot, recipe: Recipe) -> Session:
    """Return the session with other parameters of a study."""
    session = snapshot.session
    studies = tuple(
        recipe if isinstance(recipe, Study) and type(study) is type(recipe) else study
        for study in session.document.studies
    )
    return replace(session, document=replace(session.document, studies=studies))


def _waiting(snapshot: Snapshot, study: Study) -> str:
    """Return why a study says nothing, or what it will take."""
    task = task_of(snapshot.session, study)
    refusal = study.refusal(task)
    cost = None if refusal else study.cost(task)
    return refusal or f"Working … {'' if cost is None else cost.words}".strip()


def _options(snapshot: Snapshot, study: Study) -> tuple[Option, ...]:
    titles = {name: kind.title for name, kind in registry.studies().items()}
    question = Option(CHOSEN, "Question", {**titles, "": "Drop this question"}, study.public_name(), stays=True)
    page = snapshot.session.view.option(PAGE, FOUND)
    return question, Option(PAGE, "Page", PAGES, page)


def _questions() -> TableBlock:
    """Return the studies there are as rows to click."""
    return TableBlock("Questions", tuple((kind.title,) for kind in registry.studies().values()), hands=True)


VIEW = ViewKind(
    PANEL,
    "Study",
    "What many fits say together: folds, curves, influence",
    offered,
    draw,
    touch,
    order=45,
    edited=edited,
    chosen=choose,
    needs_results=True,
    prints=prints,
)
