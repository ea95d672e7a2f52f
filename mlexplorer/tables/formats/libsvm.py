"""The sparse text format of libsvm and svmlight: a label, then index:value for each feature."""

import itertools
import math
import re
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.table import BadTable, CanWrite, Column, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.reading import blocks

PAIRS = re.compile(r"[0-9]{1,4}:[^ :]+(?: [0-9]{1,4}:[^ :]+)*")
Row = tuple[int, float, dict[int, float]]


@dataclass(frozen=True, eq=False)
class Part:
    """Some rows: their lines and labels, and for each value its row, its feature and itself."""

    lines: Labels
    labels: Array
    rows: Labels
    features: Labels
    values: Array


class Libsvm(Format, CanWrite):
    """A label and the features that are not zero, by number, on each line."""

    title = "libsvm"
    suffixes = (".libsvm", ".svm", ".svmlight")

    def read(self, content: Content) -> Reading:
        """Yield progress, then a column of labels and one for each feature; what a line leaves out is 0."""
        parts: list[Part] = []
        count = width = 0
        for block in blocks(content):
            fields = {number: line.partition("#")[0].split() for number, line in enumerate(block.lines, block.first)}
            rows = {number: bare for number, bare in fields.items() if bare}
            if rows:
                part = _quickly(rows, count) or _part([_row(bare, number) for number, bare in rows.items()], count)
                parts.append(part)
                count, width = count + len(rows), max(width, int(part.features.max(initial=0)))
                limits.check_cells(count, width + 1, int(part.lines[-1]), block.size)
            yield block.done
        yield _table(parts, width)

    def write(self, data: Dataset) -> bytes:
        """Return one line for each point; an unlabelled one has the label −1."""
        rows = zip(data.labels.tolist(), data.points.tolist(), strict=True)
        return "".join(f"{label} 1:{x!r} 2:{y!r}\n" for label, (x, y) in rows).encode("ascii")


def _row(fields: list[str], line: int) -> Row:
    try:
        label = float(fields[0])
        pairs = [field.partition(":") for field in fields[1:] if not field.startswith("qid:")]
        features = {int(index): float(value) for index, _, value in pairs}
    except ValueError as problem:
        raise BadTable(f"Line {line} is not a label followed by index:value pairs.") from problem
    if len(features) != len(pairs) or min(features, default=0) < 0 or max(features, default=0) > limits.MOST_COLUMNS:
        raise BadTable(f"Line {line} has a feature twice, below 0, or above {limits.MOST_COLUMNS:,}.")
    if not all(map(math.isfinite, (label, *features.values()))):
        raise BadTable(f"Line {line} holds a value that is not a finite number.")
    return line, label, features


def _quickly(rows: dict[int, list[str]], first: int) -> Part | None:
    """Return rows of plain pairs as arrays, all at once; None if anything about them is out of the ordinary."""
    pairs = " ".join(itertools.chain.from_iterable(bare[1:] for bare in rows.values()))
    if not PAIRS.fullmatch(pairs):
        return None
    try:
        labels = np.array([float(bare[0]) for bare in rows.values()])
        numbers = np.array(list(map(float, pairs.replace(":", " ").split())))
    except ValueError:
        return None
    features, places = (
        numbers[::2].astype(np.intp),
        np.repeat(np.arange(len(rows)), [len(b) - 1 for b in rows.values()]),
    )
    single = len(np.unique(places * (limits.MOST_COLUMNS + 1) + features)) == len(features)
    if (
        not single
        or features.max() > limits.MOST_COLUMNS
        or not (np.isfinite(numbers).all() and np.isfinite(labels).all())
    ):
        return None
    return Part(np.array(list(rows)), labels, first + places, features, numbers[1::2])


def _part(rows: list[Row], first: int) -> Part:
    """Return rows as arrays, which take a tenth of the room; first is the number of rows before them."""
    counts = [len(features) for _, _, features in rows]
    features = [index for _, _, features in rows for index in features]
    values = [value for _, _, features in rows for value in features.values()]
    return Part(
        np.array([line for line, _, _ in rows]),
        np.array([label for _, label, _ in rows]),
        np.repeat(np.arange(first, first + len(rows)), counts),
        np.array(features, dtype=np.intp),
        np.array(values, dtype=np.float64),
    )


def _table(parts: list[Part], width: int) -> Table:
    if width == 0:
        raise BadTable(f"Line {parts[0].lines[0] if parts else 1} has no features: there is nothing to draw.")
    lines, labels = (np.concatenate([getattr(part, name) for part in parts]) for name in ("lines", "labels"))
    columns = np.zeros((width + 1, len(lines)))
    for part in parts:
        columns[part.features, part.rows] = part.values
    lowest = min(int(part.features.min(initial=1)) for part in parts)
    named = [Column(f"feature {index}", columns[index]) for index in range(lowest, width + 1)]
    return Table((*named, Column("label", labels)), lines)
