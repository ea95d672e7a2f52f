"""Copy as Python: a short script that makes the same points, the same model and the same figure in a notebook."""

import json
import textwrap

import numpy as np

from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.params import Recipe
from mlexplorer.figures.caption import sentence
from mlexplorer.figures.sheet import Sheet
from mlexplorer.layers.plane import LAYERS
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Document
from mlexplorer.tables.exporting import numpy_literal

WIDTH = 100
AXES = Dataset.names  # the usual ones
MOST_HELD = 300  # points that a script holds; more are read from their file, if they came from one
OWN_WORDS = ("width", "embed")  # options of a sheet that a script says otherwise


def notebook_script(snapshot: Snapshot, target: str = "figure.pdf", sheet: Sheet | None = None) -> str:
    """Return a script that uses this package: data, model, and the figure as a sheet has it."""
    document, run = snapshot.session.document, snapshot.run
    start = "" if run.start is None else f", start={list(run.start)!r}"
    others = _parameters(run.model, "" if run.start is None else "start")
    call = f'{_door(snapshot)}("{run.model.public_name()}", data{start}{others})'
    lines = [remark(snapshot), *_imports(document), "", *_data_lines(snapshot), ""]
    lines.append(f"step = {call}{_place(snapshot)}")
    if run.by_hand is not None:
        lines.append(f"step = step.landscape(data.training).at(np.array({list(run.by_hand)!r}))  # set by hand")
    lines += [f'mlx.figure(data, step, "{target}"{_options(snapshot, sheet or Sheet())}{_rule(document)})', ""]
    return "\n".join(lines)


def _options(snapshot: Snapshot, sheet: Sheet) -> str:
    """Return what of a figure is not as usual: its sheet, the part of the plane, layers shown and hidden."""
    usual = Sheet().values()
    changed = {name: value for name, value in sheet.values().items() if value != usual[name] and name not in OWN_WORDS}
    view, switched = snapshot.session.view, dict(snapshot.session.view.switches)
    layers = [f"{'+' if switched[kind.name] else '-'}{kind.name}" for kind in LAYERS if kind.name in switched]
    parts: dict[str, object] = {"width": f"{sheet.width:g}mm", **changed}
    parts |= {"layers": ",".join(layers)} if layers else {}
    parts |= {"bounds": view.bounds} if view.bounds is not None else {}
    return "".join(f", {name}={_literal(value)}" for name, value in parts.items())


def remark(snapshot: Snapshot) -> str:
    """Return what a script shows, as a remark."""
    return "\n".join(f"# {line}" for line in textwrap.wrap(sentence(snapshot), WIDTH))


def _imports(document: Document) -> list[str]:
    lines = ["import numpy as np\n"] if _needs_numpy(document) else []
    return [*lines, "import mlexplorer as mlx"]


def _needs_numpy(document: Document) -> bool:
    held = document.points is not None and not _is_read(document.points)
    return held or any(run.by_hand is not None for run in document.runs)


def _data_lines(snapshot: Snapshot) -> list[str]:
    document = snapshot.session.document
    if document.points is not None and _is_read(document.points):
        lines = [f"data = mlx.read({_reading(document.points)})  # of the folder in which this script is run"]
    elif document.points is None:
        lines = [f'data = mlx.make("{document.source.public_name()}"{_parameters(document.source)})']
    else:
        roles = document.points.holding(snapshot.data.held_out)
        literal = numpy_literal(roles).replace("import numpy as np\n\n", "").rstrip()
        held = ", held" if roles.held_out.any() else ""
        lines = [literal, f"data = mlx.Dataset(points, labels{held}{_names(document.points)})"]
    if document.holdout.share and (document.points is None or _is_read(document.points)):
        lines.append(f"data = data.hold_out({document.holdout.share!r}, seed={document.holdout.seed!r})")
    if document.transforms:
        lines.append(f"data = mlx.transform(data, {', '.join(map(_literal, document.transforms))})")
    return lines


def _is_read(points: Dataset) -> bool:
    """Return whether a script reads points from their file: they are many, and as they were in it."""
    read = points.provenance
    return read is not None and read.plain and read.stamp == points.stamp and len(points) > MOST_HELD


def _reading(points: Dataset) -> str:
    read = points.provenance
    assert read is not None
    named = {"x": read.axes[0], "y": read.axes[1], "label": read.label, "sheet": read.sheet}
    return ", ".join([_literal(read.file), *(f"{part}={_literal(name)}" for part, name in named.items() if name)])


def _names(points: Dataset) -> str:
    """Return the names of axes and classes as arguments, where they are not the usual ones."""
    axes = "" if points.names == AXES else f", names={points.names!r}"
    own = [number for number, name in enumerate(points.class_names, 1) if name != CLASS_NAMES[number - 1]]
    return axes + (f", class_names={points.class_names[: own[-1]]!r}" if own else "")


def _door(snapshot: Snapshot) -> str:
    return "mlx.fit" if snapshot.session.view.step is None else "mlx.trace"


def _place(snapshot: Snapshot) -> str:
    """Return the index of the shown step among all steps, where it is not the last."""
    place = snapshot.session.view.step_number
    return "" if place is None else f"[{int(np.clip(place, 0, max(snapshot.trace.total - 1, 0)))}]"


def _parameters(recipe: Recipe, but: str = "") -> str:
    chosen = {spec.name: getattr(recipe, spec.name) for spec in recipe.shown() if spec.name != but}
    return "".join(f", {name}={_literal(value)}" for name, value in chosen.items())


def _rule(document: Document) -> str:
    """Return the parts of the rule that differ from the plain one, as the doors of the notebook take them."""
    rule = document.rule
    parts = {"threshold": rule.threshold, "costs": rule.costs or None, "reject": rule.reject or None}
    return "".join(f", {name}={value!r}" for name, value in parts.items() if value is not None)


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
