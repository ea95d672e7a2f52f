"""What the runs of a session are called: by themselves, and beside each other."""

from mlexplorer.session.session import Run, Session


def run_letter(index: int) -> str:
    """Return the letter of a run in a race."""
    return "ABCD"[index]


def run_name(run: Run) -> str:
    """Return what a run is called: the name it was given, or its model and what differs from the defaults."""
    usual, mine = type(run.model)().values(), run.model.values()
    changed = [spec for spec in run.model.shown() if mine[spec.name] != usual[spec.name]]
    changes = [f"{spec.name} {mine[spec.name] if spec.choices else spec.words(mine[spec.name])}" for spec in changed]
    return run.name or ", ".join([run.model.title, *changes[:2]])


def short_name(session: Session, run: Run) -> str:
    """Return what a run is called beside the others: first what differs from runs of the same model."""
    runs = session.document.runs
    every = [other.model.values() for other in runs if type(other.model) is type(run.model)]
    if run.name or len(every) == 1 < len(runs):
        return run_name(run)
    mine = run.model.values()
    differs = [spec for spec in run.model.shown() if any(one[spec.name] != every[0][spec.name] for one in every)]
    words = ", ".join(
        spec.title(str(mine[spec.name])) if spec.choices else f"{spec.name} {spec.words(mine[spec.name])}"
        for spec in differs
    )
    if not words:
        return run.model.title
    return words if len(every) == len(runs) else f"{words} ({run.model.title})"
