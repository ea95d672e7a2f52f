"""What the command study does: runs a study of a source and a model, and writes or tells what it finds."""

import csv
import io
import json
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from mlexplorer.cli.drawing import sessions_of
from mlexplorer.core import registry
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.study import Result
from mlexplorer.core.writing import check_suffix, write_all
from mlexplorer.figures import choices
from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.files.embedded import SUFFIXES
from mlexplorer.figures.sheet import Sheet, remember
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Session
from mlexplorer.views.study import VIEW

NUMBERS = (".json", ".csv")


def make_study(chosen: Namespace, sheet: Sheet, tell: Callable[[str], None]) -> None:
    """Write the files that a command line asks for; without one, or with --json, tell what was found."""
    paths = [Path(name) for name in chosen.output]
    for path in paths:
        check_suffix("A study", path.suffix, (*SUFFIXES, *NUMBERS))
    session = _studied(sessions_of(chosen)[0], chosen)
    sheet = replace(sheet, view=VIEW.name)
    snapshot = snapshot_for(replace(session, view=remember(session.view, sheet)), sheet)
    (result,) = snapshot.results
    if result is None:
        raise CannotFit("The model cannot be fitted to these points, so there is nothing to study.")
    write_all({path: _content(snapshot, result, sheet, path.suffix.lower()) for path in paths})
    if chosen.json:
        tell(_json(result.numbers))
    elif not paths:
        tell("\n".join([*(f"{name}: {value}" for name, value in result.facts.items()), result.sentence]).strip())


def _studied(session: Session, chosen: Namespace) -> Session:
    """Return the session with the study in it, or refuse what the study cannot say anything of."""
    study = choices.with_settings(registry.study(chosen.name)(), chosen.study_set)
    refusal = study.refusal(task_of(session, study))
    if refusal:
        raise ValueError(refusal)
    return replace(session, document=replace(session.document, studies=(study,)))


def _content(snapshot: Snapshot, result: Result, sheet: Sheet, suffix: str) -> bytes:
    if suffix == ".json":
        return _json(result.numbers).encode()
    return _csv(result.numbers).encode() if suffix == ".csv" else figure_of(snapshot, sheet).rendered(suffix)


def _json(numbers: Mapping[str, object]) -> str:
    return json.dumps(numbers, ensure_ascii=False, indent=2)


def _csv(numbers: Mapping[str, object]) -> str:
    """Return lists of the same length as columns; what is not a list stands in the first row."""
    columns = {name: value if isinstance(value, list) else [value] for name, value in numbers.items()}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in range(max(map(len, columns.values()), default=0)):
        writer.writerow([column[row] if row < len(column) else "" for column in columns.values()])
    return text.getvalue()
