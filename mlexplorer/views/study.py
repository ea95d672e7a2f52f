"""Study: questions that take many fits; what the chosen one has found so far, as charts, facts and a sentence."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.params import Recipe
from mlexplorer.core.study import Result, Study
from mlexplorer.marks.charts import chart_plot
from mlexplorer.marks.plot import Drawn, Fact, TableBlock, Touched, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Session

CHOSEN = "study"  # the option that says which of the document's studies is shown
QUESTIONS = "Click a question to study the active run; click it again to drop it."


def offered(snapshot: Snapshot) -> bool:
    """Return whether there is something to study."""
    return snapshot.step is not None


def prints(snapshot: Snapshot) -> bool:
    """Return whether something was found that has a picture."""
    found = _shown(snapshot)
    return found is not None and found[1] is not None and bool(found[1].charts)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the charts and facts of the chosen study, or why there are none, above the list of questions."""
    found = _shown(snapshot)
    questions = _questions(snapshot, found[0] if found else None)
    if found is None:
        return Drawn(words=QUESTIONS, blocks=(questions,))
    study, result = found
    if result is None:
        task = task_of(snapshot.session, study)
        cost = study.cost(task)
        words = study.refusal(task) or f"Working … {'' if cost is None else cost.words}".strip()
        return Drawn(words=words, blocks=(questions,), recipe=study)
    facts = tuple(Fact(name, value) for name, value in result.facts.items())
    coming = "" if result.done >= 1.0 else f"{result.done:.0%} done. "
    panels = tuple(chart_plot(chart) for chart in result.charts)
    return Drawn(panels, facts, coming + result.sentence, blocks=(questions,), recipe=study)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session with the question of a row chosen, or dropped if it is the one that is shown."""
    if touched.kind != "row":
        return None
    session, found = snapshot.session, _shown(snapshot)
    name = list(registry.studies())[int(touched.x)]
    if found is not None and found[0].public_name() == name:
        kept = tuple(study for study in session.document.studies if study.public_name() != name)
        return replace(session, document=replace(session.document, studies=kept))
    return asked(session, name)


def asked(session: Session, name: str) -> Session:
    """Return the session with a question asked of its active run, and shown."""
    names = [study.public_name() for study in session.document.studies]
    added = () if name in names else (registry.study(name)(),)
    document = replace(session.document, studies=(*session.document.studies, *added))
    return replace(session, document=document, view=session.view.with_option(CHOSEN, name))


def edited(snapshot: Snapshot, recipe: Recipe) -> Session:
    """Return the session with other parameters of a study."""
    session = snapshot.session
    studies = tuple(
        recipe if isinstance(recipe, Study) and type(study) is type(recipe) else study
        for study in session.document.studies
    )
    return replace(session, document=replace(session.document, studies=studies))


def _questions(snapshot: Snapshot, shown: Study | None) -> TableBlock:
    """Return the studies there are as rows to click."""
    kinds = registry.studies()
    known = {study.public_name() for study in snapshot.session.document.studies}
    rows = tuple((f"{'✓ ' if name in known else ''}{kind.title}",) for name, kind in kinds.items())
    current = list(kinds).index(shown.public_name()) if shown is not None else -1
    return TableBlock("Questions", rows, hands=True, current=current)


def _shown(snapshot: Snapshot) -> tuple[Study, Result | None] | None:
    """Return the chosen study, the newest if none was chosen, and what it has found."""
    studies = snapshot.session.document.studies
    if not studies:
        return None
    names = [study.public_name() for study in studies]
    name = snapshot.session.view.option(CHOSEN, names[-1])
    index = names.index(name) if name in names else len(studies) - 1
    return studies[index], snapshot.results[index] if index < len(snapshot.results) else None


VIEW = ViewKind(
    "study",
    "Study",
    "What many fits say together: folds, curves, influence",
    offered,
    draw,
    touch,
    order=45,
    edited=edited,
    needs_results=True,
    prints=prints,
)
