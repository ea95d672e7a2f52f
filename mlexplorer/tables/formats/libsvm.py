"""The sparse text format of libsvm and svmlight: a label, then index:value for each feature."""

import math

import numpy as np

from mlexplorer.core.data import Dataset
from mlexplorer.core.table import BadTable, CanWrite, Column, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.reading import blocks

Row = tuple[int, float, dict[int, float]]


class Libsvm(Format, CanWrite):
    """A label and the features that are not zero, by number, on each line."""

    title = "libsvm"
    suffixes = (".libsvm", ".svm", ".svmlight")

    def read(self, content: Content) -> Reading:
        """Yield progress, then a column of labels and one for each feature; what a line leaves out is 0."""
        rows: list[Row] = []
        width = 0
        for block in blocks(content):
            for number, line in enumerate(block.lines, block.first):
                bare = line.partition("#")[0].split()
                if bare:
                    rows.append(_row(bare, number))
                    width = max(width, *rows[-1][2], 0)
            if rows:
                limits.check_rows(len(rows), width + 1, rows[-1][0])
            yield block.done
        yield _table(rows, width)

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


def _table(rows: list[Row], width: int) -> Table:
    if width == 0:
        raise BadTable(f"Line {rows[0][0] if rows else 1} has no features: there is nothing to draw.")
    lowest = min((min(features) for _, _, features in rows if features), default=1)
    values = np.zeros((len(rows), width + 1))
    for row, (_, _, features) in enumerate(rows):
        values[row, list(features)] = list(features.values())
    labels = Column("label", np.array([label for _, label, _ in rows]))
    columns = [Column(f"feature {index}", values[:, index]) for index in range(min(lowest, 1), width + 1)]
    return Table((*columns, labels), np.array([line for line, _, _ in rows]))
