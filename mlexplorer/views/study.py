"""Study: what a study of the document has found so far, as charts, facts and a sentence."""

from mlexplorer.core.study import Result, Study
from mlexplorer.marks.charts import chart_plot
from mlexplorer.marks.plot import Drawn, Fact, Option, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of

CHOSEN = "study"  # the option that says which of the document's studies is shown


def offered(snapshot: Snapshot) -> bool:
    """Return whether the document has studies."""
    return bool(snapshot.session.document.studies)


def prints(snapshot: Snapshot) -> bool:
    """Return whether something was found that has a picture."""
    result = _shown(snapshot)[1]
    return result is not None and bool(result.charts)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the charts and facts of the chosen study, or why there are none."""
    study, result = _shown(snapshot)
    titles = {kind.public_name(): kind.title for kind in snapshot.session.document.studies}
    options = (Option(CHOSEN, "Which study", titles, study.public_name()),) if len(titles) > 1 else ()
    if result is None:
        task = task_of(snapshot.session, study)
        cost = study.cost(task)
        coming = f"{study.title}: working … {'' if cost is None else cost.words}".strip()
        words = study.refusal(task) or coming
        return Drawn(words=words, options=options)
    facts = tuple(Fact(name, value) for name, value in result.facts.items())
    coming = "" if result.done >= 1.0 else f"{result.done:.0%} done. "
    panels = tuple(chart_plot(chart) for chart in result.charts)
    return Drawn(panels, facts, coming + result.sentence, options)


def _shown(snapshot: Snapshot) -> tuple[Study, Result | None]:
    """Return the chosen study, the newest if none was chosen, and what it has found."""
    studies = snapshot.session.document.studies
    name = snapshot.session.view.option(CHOSEN, studies[-1].public_name())
    names = [study.public_name() for study in studies]
    index = names.index(name) if name in names else len(studies) - 1
    return studies[index], snapshot.results[index] if index < len(snapshot.results) else None


VIEW = ViewKind(
    "study",
    "Study",
    "What many fits say together: folds, curves, influence",
    offered,
    draw,
    order=45,
    needs_results=True,
    prints=prints,
)
