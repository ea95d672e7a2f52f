"""What the commands figure and film do, once their words are parted."""

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mlexplorer.cli.notes import idle, noticed, ruled, unheeded
from mlexplorer.core.knobs import spread
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import Recipe, specs
from mlexplorer.core.writing import write_all
from mlexplorer.figures import caption, choices, panels, scenes
from mlexplorer.figures.exports import endings
from mlexplorer.figures.figure import Figure, snapshot_for
from mlexplorer.figures.films import film
from mlexplorer.figures.gallery import write_gallery
from mlexplorer.figures.layer_sheets import write_layer_sheets
from mlexplorer.figures.legible import advice
from mlexplorer.figures.sheet import Sheet, length, remember
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session import storage
from mlexplorer.session.opening import opening
from mlexplorer.session.session import Scene, Session, single
from mlexplorer.tables.choosing import Wanted

INCLUDED = (".pdf", ".png")  # what LaTeX can include as it is
Told = Callable[[float], None]


def make_figure(chosen: Namespace, said: Mapping[str, object], tell: Callable[[str], None]) -> None:
    """Write the files that a command line asks for; tell gets the LaTeX lines and how a gallery comes on."""
    sheet = sheet_of(said)
    if chosen.gallery:
        write_gallery(Path(chosen.gallery), sheet, tell)
    if chosen.layer_sheets:
        write_layer_sheets(Path(chosen.layer_sheets), tell)
    if not chosen.output:
        return
    paths = [Path(name) for name in chosen.output]
    for path in paths:
        endings.check(path)
    sessions = [replace(found, view=remember(found.view, sheet)) for found in sessions_of(chosen)]
    pipeline = Pipeline()
    shown = _fitted(sessions[0], sheet, pipeline)
    figure = _figure(chosen, sessions, sheet, pipeline)
    last, wanted = shown.trace.total - 1, sessions[0].view.step or 0
    if wanted > last:
        _note(f"There is no step {wanted:g}: the timeline has the steps 0 to {last}, and the last is drawn.")
    fitted = noticed(None if shown.step is None else shown.step.notice)
    rule = ruled(shown.step, sessions[0].document.rule)
    for told in (fitted, rule, advice(figure.page), *unheeded(chosen, said, sessions[0].run.model, paths)):
        _note(told)
    write_all({path: _content(path, shown, figure, chosen.sklearn) for path in paths})
    if chosen.latex:
        best = min(paths, key=lambda path: path.suffix.lower() not in INCLUDED)
        tell(caption.latex(figure.words.description, sheet.width, best.name).rstrip())


def _content(path: Path, shown: Snapshot, figure: Figure, sklearn: bool) -> bytes:
    """Return what is written to a file: the session itself if its name is that of one."""
    if path.name.lower().endswith(storage.SUFFIX):
        return storage.dumps(single(shown.session), readable=True).encode()
    return endings.content(shown, figure, path.suffix.lower(), sklearn)


def make_film(chosen: Namespace, said: Mapping[str, object], tell: Told | None) -> None:
    """Record the film that a command line asks for."""
    options = film.Film().with_values(_typed(film.Film(), said))
    sheet = replace(film.SHEET, theme=chosen.theme, view=chosen.view, heading=chosen.heading)
    paths = [Path(name) for name in chosen.output]
    for path in paths:
        film.check_film(path.suffix)
    sessions, pipeline = sessions_of(chosen), Pipeline()
    if len(chosen.sweep) > 1:
        raise ValueError("A film sweeps one parameter: say --sweep once.")
    if chosen.still is not None:
        _make_stills(sessions[0], choices.step_of(chosen.still), options, paths, sheet)
        return
    for told in idle([*chosen.set, *chosen.sweep], sessions[0].run.model):
        _note(told)
    shown = _swept(sessions[0], chosen.sweep[0], options) if chosen.sweep else None
    shown = shown or scenes.of_steps(sessions[0], scenes.all_steps(sessions[0], options.most, pipeline))
    for share in film.record(shown, options, paths, sheet, pipeline):
        if tell:
            tell(share)


def _make_stills(session: Session, step: int | None, options: film.Film, paths: Sequence[Path], sheet: Sheet) -> None:
    """Write one frame of the timeline; a step that is not there is refused, as a film has none of it."""
    pipeline = Pipeline()
    last = max(scenes.whole_trace(session, pipeline).total - 1, 0)
    if step is not None and step > last:
        raise ValueError(f"The timeline has the steps 0 to {last}, not {step}.")
    for path in paths:
        film.still(scenes.of_steps(session, [step])[0], options, path, sheet, pipeline)


def sessions_of(chosen: Namespace) -> list[Session]:
    """Return the sessions that the words of a command line stand for."""
    words = chosen.source
    wanted = Wanted(chosen.x, chosen.y, chosen.label, chosen.sheet, chosen.rows)
    found = [choices.session_of(word, chosen.data_set, wanted, _note) for word in words]
    if not words and wanted:
        raise ValueError("--x, --y, --class, --sheet and --rows need a table: name its file.")
    found = found or [opening().session]
    if not words and chosen.data_set:
        raise ValueError("--data-set needs a source: name one with --data.")
    return [_changed(session, chosen) for session in found]


def _note(words: str) -> None:
    """Say on the side what was done with a file: what is written is not touched by it."""
    if words:
        print(words, file=sys.stderr)


def _changed(session: Session, chosen: Namespace) -> Session:
    session = choices.with_layers(choices.with_model(session, chosen.model, chosen.set), chosen.layers)
    document = choices.with_rule(session, chosen.threshold, chosen.costs, chosen.reject).document
    if chosen.hold_out is not None:
        document = replace(document, holdout=replace(document.holdout, share=chosen.hold_out))
    if chosen.transform:
        document = replace(document, transforms=tuple(chosen.transform))
    step = getattr(chosen, "step", None)
    view = session.view if step is None else replace(session.view, step=choices.step_of(step))
    return replace(session, document=document, view=view)


def _figure(chosen: Namespace, sessions: Sequence[Session], sheet: Sheet, pipeline: Pipeline) -> Figure:
    if len(sessions) > 1:
        titles = [Path(word).stem for word in chosen.source]
        return panels.of_scenes([Scene(*pair) for pair in zip(sessions, titles, strict=True)], sheet, pipeline)
    return panels.figure_of_session(sessions[0], sheet, pipeline)


def _fitted(session: Session, sheet: Sheet, pipeline: Pipeline) -> Snapshot:
    """Return the snapshot of a session, or raise what its model says if it cannot be fitted."""
    shown = snapshot_for(session, sheet, pipeline)
    if shown.problem is not None:
        raise CannotFit(shown.problem.sentence)
    return shown


def sheet_of(said: Mapping[str, object]) -> Sheet:
    """Return the sheet with what was said of its options."""
    words = dict(said)
    width = {"width": length(str(words.pop("width")))} if "width" in words else {}
    vary = words.get("vary")
    if isinstance(vary, list):  # the option may be given several times
        words["vary"] = ";".join(vary)
    return Sheet().with_values({**_typed(Sheet(), words), **width})


def _typed(recipe: Recipe, said: Mapping[str, object]) -> dict[str, object]:
    """Return what was said as the types of a recipe's parameters."""
    known = {spec.name: spec for spec in specs(type(recipe))}
    return {name: known[name].read(value) if isinstance(value, str) else value for name, value in said.items()}


def _swept(session: Session, words: str, options: film.Film) -> list[Scene]:
    found = re.fullmatch(r"(\w+)=([^:]+):([^:]+):(\d+)", words)
    known = {spec.name: spec for spec in specs(type(session.run.model))}
    if found is not None and found[1] not in known:
        return scenes.of_values(session, {found[1]: []})  # says which parameters there are
    try:
        assert found is not None
        low, high, count = float(found[2]), float(found[3]), min(int(found[4]), options.most)
    except (ValueError, AssertionError):
        raise ValueError(f"A sweep is written as name=from:to:count, not {words!r}.") from None
    return scenes.of_values(session, {found[1]: spread(known[found[1]], low, high, count)})
