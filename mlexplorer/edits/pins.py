"""Pinned fits: kept for comparison, named, brought back, taken away, and told as rows of a log book."""

import csv
import io
from dataclasses import dataclass, replace

from mlexplorer.core.capabilities import HasCurve, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule, decide, is_mistaken
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.transforms import TRANSFORMS
from mlexplorer.edits.latex import latex_words
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import NONE_HELD, Pin, Session

HEAD = ("Name", "Model", "Parameters", "Data", "Training errors", "Test errors", "Milliseconds")
NONE = "–"


@dataclass(frozen=True)
class LogEntry:
    """A pinned fit in words: one row of the log book."""

    name: str
    model: str
    parameters: str
    data: str
    training: str
    test: str
    milliseconds: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The row, in the order of the head."""
        return (self.name, self.model, self.parameters, self.data, self.training, self.test, self.milliseconds)


def pinned(session: Session, milliseconds: float = 0.0) -> Session:
    """Return the session with the fit it shows among its pins, and compared with."""
    document = session.document
    label = f"{session.run.model.title} {len(document.pins) + 1}"
    data = prepare(document).data
    pin = Pin(data, session.run, session.view.step_number, label, round(milliseconds, 1), _origin(session))
    return _with_pins(session, (*document.pins, pin), None)


def unpinned(session: Session) -> Session:
    """Return the session without the pin it is compared with."""
    index = compared_index(session)
    if index is None:
        return session
    pins = session.document.pins
    return _with_pins(session, (*pins[:index], *pins[index + 1 :]), None)


def renamed(session: Session, name: str) -> Session:
    """Return the session whose compared pin has another name."""
    index = compared_index(session)
    if index is None or not name.strip():
        return session
    pins = session.document.pins
    pin = replace(pins[index], label=name.strip())
    return _with_pins(session, (*pins[:index], pin, *pins[index + 1 :]), session.view.pin)


def brought_back(session: Session, index: int) -> Session:
    """Return the session with a pinned fit in place of the present one, on the points it was fitted to."""
    pin = session.document.pins[index]
    back = session.with_run(pin.run)
    document = back.document
    if prepare(document).data != pin.data:
        document = replace(document, points=pin.data, transforms=(), holdout=NONE_HELD)
    return replace(back, document=document, view=replace(back.view, step=pin.step, pin=index))


def compared_index(session: Session) -> int | None:
    """Return which pin the present fit is compared with: the chosen one, else the newest."""
    count, chosen = len(session.document.pins), session.view.pin
    if count == 0:
        return None
    return chosen if chosen is not None and 0 <= chosen < count else count - 1


def entries(snapshot: Snapshot) -> tuple[LogEntry, ...]:
    """Return the log book of a snapshot; errors of fits that are not done yet are left open."""
    return tuple(_entry(snapshot, index) for index in range(len(snapshot.session.document.pins)))


def as_csv(rows: tuple[LogEntry, ...]) -> str:
    """Return a log book as CSV."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(row.cells for row in rows)
    return lines.getvalue()


def as_latex(rows: tuple[LogEntry, ...]) -> str:
    """Return a log book as a LaTeX table."""
    lines = [" & ".join(latex_words(cell) for cell in cells) + r" \\" for cells in (HEAD, *(row.cells for row in rows))]
    return "\n".join(
        [r"\begin{tabular}{llllrrr}", r"\hline", lines[0], r"\hline", *lines[1:], r"\hline", r"\end{tabular}", ""]
    )


def _origin(session: Session) -> str:
    """Return where the points come from: their source, and what was done to them."""
    document = session.document
    changes = ["edited"] if document.is_edited else []
    return ", ".join(
        [
            document.places(),
            *changes,
            *(TRANSFORMS[name].done for name in document.transforms),
        ]
    )


def _entry(snapshot: Snapshot, index: int) -> LogEntry:
    pin = snapshot.session.document.pins[index]
    step = snapshot.pinned[index] if index < len(snapshot.pinned) else None
    if isinstance(step, HasCurve):
        training, test = _missed(step, pin.data)
    else:
        classifier = step if isinstance(step, HasScores) and pin.run.model.task == "classify" else None
        rule = snapshot.session.document.rule
        training, test = (_errors(classifier, part, rule) for part in (pin.data.training, pin.data.testing))
    data = ", ".join([*([pin.origin] if pin.origin else []), counted(len(pin.data), "point")])
    time = text(pin.milliseconds) if pin.milliseconds else NONE
    return LogEntry(pin.label, pin.run.model.title, pin.run.model.told(), data, training, test, time)


def _errors(step: HasScores | None, part: Dataset, rule: Rule) -> str:
    if step is None or len(part) == 0:
        return NONE
    return f"{int(is_mistaken(decide(step, part.points, rule), part.labels).sum())} / {len(part)}"


def _missed(step: HasCurve, data: Dataset) -> tuple[str, str]:
    """Return how far a curve is from its training points, and from those held out."""
    found = {name: missed(step, part) for name, part in curve_parts(data).items()}
    words = {name: f"RMSE {text(off.rmse)}, MAE {text(off.mae)}" for name, off in found.items()}
    return words.get("Training", NONE), words.get("Test", NONE)


def _with_pins(session: Session, pins: tuple[Pin, ...], chosen: int | None) -> Session:
    document = replace(session.document, pins=pins)
    return replace(session, document=document, view=replace(session.view, pin=chosen))
