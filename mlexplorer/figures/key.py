"""The key of a figure: one sample of everything that needs a name, laid out in rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.capabilities import HasScores, HasSupport
from mlexplorer.core.data import MOST_CLASSES, UNLABELLED, Dataset
from mlexplorer.layers.fading import SMALLER, parted_support
from mlexplorer.marks.marks import Cloud, Fill, Layer, Legend, Line, Mark, Pies, Points, PointStyle, Text
from mlexplorer.marks.palette import has_body
from mlexplorer.painting import legend
from mlexplorer.painting.legend import Measure
from mlexplorer.painting.lettering import Lettering
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.naming import run_letter, short_name
from mlexplorer.session.side_by_side import is_race_seen

CLASSES = re.compile(r"(class|bar) -?\d+")  # roles with the colours of a class
AT_ORIGIN = np.zeros((1, 2))
LINES = {"margin": "margins", "slack": "slack"}  # the roles, which are the words too, and their layers
GAPS = (1.5, 0.9)  # between two entries, in sizes of the letters: usual, and close together
LINE_LENGTH, LINE_REACH = 11.0, 1.6  # in points, and in markers


@dataclass(frozen=True, eq=False)
class KeyEntry:
    """A sample drawn around the origin, how far it reaches to either side in markers, and what it means."""

    marks: tuple[Mark, ...]
    words: str
    reach: float = 0.5

    @property
    def legend(self) -> Legend | None:
        """The bar of colours, if that is what the entry shows."""
        return next((mark for mark in self.marks if isinstance(mark, Legend)), None)

    def width(self, lettering: Lettering, marker: float) -> float:
        """Return how much room the entry takes."""
        if self.legend is not None:
            return Measure(lettering.size, lettering.width).whole(self.legend)
        return 2 * self.reach * marker + lettering.size * 0.55 + lettering.width(self.words)

    def within(self, width: float, lettering: Lettering, marker: float) -> "KeyEntry":
        """Return the entry with words that fit a width."""
        beside = replace(self, words="").width(lettering, marker)
        return replace(self, words=lettering.shortened(self.words, width - beside))


@dataclass(frozen=True, eq=False)
class KeyRow:
    """Entries side by side, the left end of each, and the width of all."""

    entries: tuple[KeyEntry, ...]
    lefts: tuple[float, ...]
    width: float


def entries(snapshot: Snapshot, layers: tuple[Layer, ...], steady: bool = False) -> tuple[KeyEntry, ...]:
    """Return what the layers of a plane show, in the order in which one reads it; steady: also what they may show."""
    shown = {layer.name: layer.marks for layer in layers}
    found = _class_entries(snapshot, shown, steady)
    if shown.get("test") and snapshot.data.held_out.any():
        found.append(KeyEntry((Points(AT_ORIGIN, "support", 0, "hollow"),), "test"))
    found += _support_entries(snapshot, shown, steady)
    if shown.get("errors") or (steady and "errors" in shown):
        found.append(_wrong_entry(snapshot))
    found += [KeyEntry((_line(role),), role, LINE_REACH) for role in _lines(shown, steady)]
    if is_race_seen(snapshot.session) and shown.get("runners"):
        found += _run_entries(snapshot)
    if shown.get("crowd"):
        found.append(KeyEntry((), "points drawn by density", 0.0))
    if shown.get("centres"):
        found.append(KeyEntry((_sample(UNLABELLED, "centre"),), "centre", 1.1))
    if shown.get("gaussians"):
        found.append(KeyEntry((_sample(UNLABELLED, "centre"),), "mean", 1.1))
    bars = [mark for layer in layers for mark in layer.marks if isinstance(mark, Legend)]
    return (*found, *(KeyEntry((bar,), "") for bar in bars))


def of_classes(snapshot: Snapshot, layers: Sequence[Layer]) -> tuple[KeyEntry, ...]:
    """Return the classes that layers draw and no word in them names, and the test points; () for one kind of points."""
    marks = [mark for layer in layers for mark in layer.marks]
    words = [mark.words for mark in marks if isinstance(mark, Text)]
    coloured = [mark for mark in marks if isinstance(mark, Points | Fill | Line) and CLASSES.fullmatch(mark.role)]
    labels = {int(mark.role.split()[1]) for mark in coloured}
    names = {label: "unlabelled" if label == UNLABELLED else snapshot.data.class_names[label] for label in labels}
    named = {label: name for label, name in names.items() if not any(name in said for said in words)}
    found = [KeyEntry((_sample(label, "filled"),), named[label]) for label in sorted(named, key=_last_unlabelled)]
    if any(isinstance(mark, Points) and mark.style == "hollow" for mark in coloured):
        found.append(KeyEntry((Points(AT_ORIGIN, "support", 0, "hollow"),), "test"))
    return tuple(found) if len(found) > 1 else ()


def _last_unlabelled(label: int) -> int:
    return label if label != UNLABELLED else MOST_CLASSES


def _support_entries(snapshot: Snapshot, shown: dict[str, tuple[Mark, ...]], steady: bool) -> list[KeyEntry]:
    """Return what rings and pale points mean."""
    first = int(snapshot.data.classes[0]) if len(snapshot.data.classes) else 0
    found = []
    if shown.get("support") or (steady and "support" in shown):
        found.append(
            KeyEntry((Points(AT_ORIGIN, "support", 0, "support"), _sample(first, "filled")), "on the margin", 1.1)
        )
    pale = [mark for mark in shown.get("training", ()) if isinstance(mark, Points) and mark.role.startswith("pale")]
    if pale and isinstance(snapshot.step, HasSupport) and len(parted_support(snapshot.step)[1]):
        found.append(KeyEntry((_sample(first, "filled"),), "inside the street"))
    if "support" in shown and (pale or steady):
        faint = Points(AT_ORIGIN, f"pale {first}", first, "filled", sizes=np.array([SMALLER]))
        found.append(KeyEntry((faint,), "not needed"))
    return found


def _run_entries(snapshot: Snapshot) -> list[KeyEntry]:
    """Return the runs of a race: their lines, letters and names."""
    names = [short_name(snapshot.session, run) for run in snapshot.session.document.runs]
    return [
        KeyEntry((_line(f"run {index}"),), f"{run_letter(index)}  {name}", LINE_REACH)
        for index, name in enumerate(names)
    ]


def _wrong_entry(snapshot: Snapshot) -> KeyEntry:
    """Return how wrong points are drawn: crossed out, or outlined as what they are taken for."""
    first, second = [*snapshot.data.classes[:2].tolist(), 0, 1][:2]
    if snapshot.session.view.shows("regions", True):
        return KeyEntry((_sample(first, "wrong" if has_body(first) else "struck"),), "wrong", 1.1)
    return KeyEntry((_sample(second, "taken"), _sample(first, "filled")), "wrong", 1.1)


def _lines(shown: dict[str, tuple[Mark, ...]], steady: bool) -> list[str]:
    """Return the lines whose meaning nobody can guess, by what they are called."""
    drawn = {mark.role for marks in shown.values() for mark in marks if isinstance(mark, Line) and len(mark.path) > 1}
    return [role for role, layer in LINES.items() if role in drawn or (steady and layer in shown)]


def _line(role: str) -> Line:
    return Line(np.array([[-LINE_LENGTH / 2, 0.0], [LINE_LENGTH / 2, 0.0]]), role)


def possible(data: Dataset) -> tuple[KeyEntry, ...]:
    """Return the longest key a plane of these points may have: what room is kept for before it is known."""
    found = [KeyEntry((), data.class_names[label]) for label in data.classes.tolist()]
    return (*found, *((KeyEntry((), "test"),) if data.held_out.any() else ()), KeyEntry((), "wrong", 1.1))


def joined(named: Sequence[tuple[KeyEntry, ...]]) -> tuple[KeyEntry, ...]:
    """Return one key for several planes; it has a bar of colours only if all of them mean the same."""
    found = {entry.words: entry for entries in named for entry in entries if entry.legend is None}
    bars = [entry for entries in named for entry in entries if entry.legend is not None]
    meanings = {(bar.stops, bar.ends) for entry in bars if (bar := entry.legend) is not None}
    return (*found.values(), *(bars[:1] if len(meanings) == 1 and len(bars) == len(named) else ()))


def fitting(items: tuple[KeyEntry, ...], lettering: Lettering, marker: float, width: float) -> tuple[KeyEntry, ...]:
    """Return the entries, their words shortened to a width, with a bar of colours that fits it, or without it."""
    measure = Measure(lettering.size, lettering.width)
    bars = [None if item.legend is None else legend.fitting(item.legend, measure, width) for item in items]
    fitted = [
        item.within(width, lettering, marker) if bar is None else replace(item, marks=(bar,))
        for item, bar in zip(items, bars, strict=True)
    ]
    return tuple(item for item, bar in zip(fitted, bars, strict=True) if item.legend is None or bar is not None)


def rows(items: tuple[KeyEntry, ...], lettering: Lettering, marker: float, width: float) -> tuple[KeyRow, ...]:
    """Return the entries in as many rows as a width needs, closer together if that makes them one row."""
    wide, close = (_broken(items, lettering, marker, width, gap) for gap in GAPS)
    return close if len(close) == 1 < len(wide) else wide


def _broken(
    items: tuple[KeyEntry, ...], lettering: Lettering, marker: float, width: float, gap: float
) -> tuple[KeyRow, ...]:
    made: list[KeyRow] = []
    line: list[KeyEntry] = []
    for item in items:
        longer = _row((*line, item), lettering, marker, gap)
        if line and longer.width > width:
            made.append(_row(tuple(line), lettering, marker, gap))
            line = []
        line.append(item)
    return (*made, _row(tuple(line), lettering, marker, gap)) if line else tuple(made)


def _row(items: tuple[KeyEntry, ...], lettering: Lettering, marker: float, gap: float) -> KeyRow:
    lefts, x = [], 0.0
    for item in items:
        lefts.append(x)
        x += item.width(lettering, marker) + lettering.size * gap
    return KeyRow(items, tuple(lefts), x - lettering.size * gap)


def _class_entries(snapshot: Snapshot, shown: dict[str, tuple[Mark, ...]], steady: bool) -> list[KeyEntry]:
    """Return an entry for each class, or for each cluster where the points are coloured by cluster."""
    clusters = snapshot.run.model.task == "cluster" and "classes" not in shown
    marks = [mark for layer in ("test", "training", "crowd") for mark in shown.get(layer, ())]
    labels = {int(mark.role.split()[1]) for mark in marks if isinstance(mark, Points)}
    for mark in marks:
        labels |= set(np.asarray(mark.labels).tolist()) if isinstance(mark, Pies) else set()
    for mark in marks:
        if isinstance(mark, Cloud):
            labels |= set(np.unique(mark.labels[mark.opacity > 0]).tolist())
    if steady and clusters and isinstance(snapshot.step, HasScores):
        labels |= set(np.asarray(snapshot.step.classes).tolist())
    names = [f"Cluster {label}" for label in range(max(labels, default=0) + 1)]
    names = names if clusters else list(snapshot.data.class_names)
    known = [KeyEntry((_sample(label, "filled"),), names[label]) for label in sorted(labels) if label != UNLABELLED]
    missing = "no cluster" if clusters else "unlabelled"
    return [*known, *([KeyEntry((_sample(UNLABELLED, "filled"),), missing)] if UNLABELLED in labels else [])]


def _sample(label: int, style: PointStyle) -> Points:
    return Points(AT_ORIGIN, f"class {label}", label, style)
