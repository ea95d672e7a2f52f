"""What a figure shows, in words that come from the model and its data: a caption, and its LaTeX."""

import string
from collections.abc import Sequence

from mlexplorer.core.capabilities import HasCurve
from mlexplorer.core.numbers import capital, counted, small, text
from mlexplorer.core.params import Recipe, Spec
from mlexplorer.core.transforms import TRANSFORMS
from mlexplorer.edits.latex import latex_words
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.pipeline.point_display import SINGLY, is_crowded
from mlexplorer.pipeline.snapshot import Snapshot

LETTERS = [*string.ascii_lowercase, *(f"a{letter}" for letter in string.ascii_lowercase)]  # of panels, in order


def title(snapshot: Snapshot) -> str:
    """Return model and data in a few words; a walk on a function has no data."""
    model = snapshot.run.model
    return model.title if model.task == "descend" else f"{model.title} on {snapshot.session.document.places(small)}"


def sentence(snapshot: Snapshot) -> str:
    """Return model, parameters, data and errors as one or two sentences."""
    few = f", errors and support vectors for at most {SINGLY} in view" if snapshot.classifies else ""
    said = f"The points are drawn by their density{few}." if is_crowded(snapshot.data) else ""
    parts = [f"{_named(snapshot)}.", _outcome(snapshot), _moment(snapshot), said]
    return " ".join(part for part in parts if part)


def recipe_words(recipe: Recipe, chosen: Sequence[Spec] | None = None) -> str:
    """Return a recipe with the parameters that matter, or some: "Nearest neighbours (neighbours k = 5, …)"."""
    told = recipe.told(chosen)
    return f"{recipe.title} ({told})" if told else recipe.title


def of_panels(snapshots: Sequence[Snapshot], titles: Sequence[str]) -> str:
    """Return what all panels of a figure share, and the outcome of each by its letter."""
    models = [snapshot.run.model for snapshot in snapshots]
    shared = ""
    if len({type(model) for model in models}) == 1:
        same = [spec for spec in models[0].shown() if len({getattr(model, spec.name) for model in models}) == 1]
        shared = recipe_words(models[0], same)
    data = {
        "" if model.task == "descend" else _data_words(shown) for model, shown in zip(models, snapshots, strict=True)
    }
    where = data.pop() if len(data) == 1 else "several sets of points"
    words = f"{' on '.join(filter(None, [shared, where]))}."
    outcomes = [_outcome(snapshot).removesuffix(".") for snapshot in snapshots]
    panels = [
        f"({letter}) {title}{f', {small(outcome)}' if outcome else ''}"
        for letter, title, outcome in zip(LETTERS, titles, outcomes, strict=False)
    ]
    said = " The points are drawn by their density." if any(is_crowded(shown.data) for shown in snapshots) else ""
    return f"{words if shared else capital(words)} {'; '.join(panels)}.{said}"


def latex(words: str, width: float, name: str) -> str:
    """Return the lines that put a figure of a width in millimetres and its caption into a LaTeX document."""
    drawn = rf"\includegraphics[width={text(width, 4)}mm]{{{name.removesuffix('.svg')}}}"  # LaTeX takes a PDF beside it
    label = "".join(sign if sign.isalnum() else "-" for sign in name.rpartition(".")[0] or name)
    return "\n".join(
        [
            r"\begin{figure}",
            r"  \centering",
            rf"  \input{{{name}}}" if name.endswith(".tex") else f"  {drawn}",
            rf"  \caption{{{latex_words(words)}}}",
            rf"  \label{{fig:{label}}}",
            r"\end{figure}",
            "",
        ]
    )


def _named(snapshot: Snapshot) -> str:
    model = snapshot.run.model
    return recipe_words(model) + ("" if model.task == "descend" else f" on {_data_words(snapshot)}")


def _data_words(snapshot: Snapshot) -> str:
    document = snapshot.session.document
    words = small(recipe_words(document.source))
    if document.points is not None:
        count = counted(len(document.points), "point")
        made = f"{document.places(small)}, edited ({count})"
        words = made if document.is_edited else document.points.origin or f"{count} placed by hand"
    return words + "".join(f", {TRANSFORMS[name].done}" for name in document.transforms)


def _outcome(snapshot: Snapshot) -> str:
    if snapshot.problem is not None:
        return snapshot.problem.sentence
    if isinstance(snapshot.step, HasCurve):
        curve = snapshot.step
        off = {name: missed(curve, part) for name, part in curve_parts(snapshot.data).items()}
        told = [f"{text(at.rmse)} on {counted(at.count, f'{small(name)} point')}" for name, at in off.items()]
        return f"RMSE {' and '.join(told)}." if told else ""
    if not snapshot.classifies:
        loss = None if snapshot.step is None else snapshot.step.loss
        return "" if loss is None else f"Objective {text(loss, 4)}."
    parts = {"training": snapshot.data.training, "test": snapshot.data.testing}
    found = [
        f"{wrong or 'none'} of {counted(count, f'{name} point')}"
        for name, (wrong, count) in ((name, snapshot.errors(part)) for name, part in parts.items())
        if count
    ]
    return f"Wrong: {' and '.join(found)}." if found else ""


def _moment(snapshot: Snapshot) -> str:
    place, total = snapshot.session.view.step_number, snapshot.trace.total
    return "" if place is None or total < 2 else f"Step {min(place, total - 1)} of {total - 1}."
