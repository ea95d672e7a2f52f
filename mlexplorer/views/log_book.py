"""Log book: every pinned fit as a row to compare with or to bring back, and what has changed since."""

from dataclasses import replace

from mlexplorer.core.data import UNLABELLED
from mlexplorer.core.numbers import pair
from mlexplorer.edits import pins
from mlexplorer.layers.comparison import Flips, flips, sentence
from mlexplorer.marks.plot import Block, Drawn, Paragraph, TableBlock, Touched, ViewKind, never
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

MOST_POINTS = 12
BACK = 4  # the column whose click brings a fit back
COMMANDS = (
    ("rename_pin", "Rename…"),
    ("unpin", "Unpin"),
    ("copy_log:csv", "Copy CSV"),
    ("copy_log:latex", "Copy LaTeX"),
)


def offered(snapshot: Snapshot) -> bool:
    """Return whether a fit was pinned."""
    return bool(snapshot.session.document.pins)


def draw(snapshot: Snapshot) -> Drawn:
    """Return the table of pinned fits, and how the present one differs from the compared one."""
    index = pins.compared_index(snapshot.session)
    rows = pins.entries(snapshot)
    if index is None or index >= len(rows):
        return Drawn(words="Pin a fit with Ctrl+D, change anything, and see what flips.")
    cells = tuple((row.name, _short(row.training), _short(row.test), row.milliseconds, "back") for row in rows)
    table = TableBlock("Pinned fits", cells, ("", "Training", "Test", "ms", ""), hands=True, current=index, link=BACK)
    chosen = rows[index]
    errors = (("training", chosen.training), ("test", chosen.test))
    longer = tuple(f"On {name} points {words}." for name, words in errors if words != _short(words))
    told = (f"{chosen.model}: {chosen.parameters}.", f"Fitted to {chosen.data}.", *longer)
    blocks = (table, Paragraph(f"Compared with {chosen.name}", told), *_changes(snapshot))
    return Drawn(blocks=blocks, commands=COMMANDS)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session compared with the chosen row, or the row itself brought back."""
    session, index = snapshot.session, int(touched.x)
    if touched.kind != "row" or not 0 <= index < len(session.document.pins):
        return None
    if touched.y == BACK:
        return pins.brought_back(session, index)
    return replace(session, view=replace(session.view, pin=index))


def _short(errors: str) -> str:
    """Return the first of some figures: there is no room for more in a column."""
    return errors.partition(",")[0]


def _changes(snapshot: Snapshot) -> list[Block]:
    found = flips(snapshot)
    if found is None:
        return []
    blocks: list[Block] = [Paragraph("What changed", (f"{sentence(found)}.",))]
    if len(found.rows):
        blocks.append(TableBlock("", _points(snapshot, found), ("Point", "Place", "Before", "Now")))
    return blocks


def _points(snapshot: Snapshot, found: Flips) -> tuple[tuple[str, ...], ...]:
    data, now = snapshot.data, snapshot.predicted
    assert now is not None
    rows = [
        (str(data.numbers[row]), pair(data.points[row]), _name(snapshot, int(before)), _name(snapshot, int(now[row])))
        for row, before in zip(found.rows[:MOST_POINTS].tolist(), found.before[:MOST_POINTS].tolist(), strict=True)
    ]
    more = len(found.rows) - MOST_POINTS
    return (*rows, (f"and {more} more", "", "", "")) if more > 0 else tuple(rows)


def _name(snapshot: Snapshot, label: int) -> str:
    return "undecided" if label == UNLABELLED else snapshot.data.class_names[label]


VIEW = ViewKind(
    "log", "Log book", "Pinned fits, and what has changed since", offered, draw, touch, order=60, prints=never
)
