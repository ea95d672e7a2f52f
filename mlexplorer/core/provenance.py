"""Where points came from that were read from a table: its file, its columns, and what was done on the way."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlexplorer.core.numbers import counted


@dataclass(frozen=True)
class Provenance:
    """A table, the columns that became the axes and the classes, and what became of its rows.

    axes: the columns that were drawn; of more than two, a projection
    label: the column of classes; "" if there was none
    rows, dropped: how many rows the table had, and how many of them made no point
    done: a sentence for everything that was put right or left out
    plain: whether file, sheet, axes and label are enough to read the same points again
    stamp: of the points as they were read; if they have another, they were edited since
    sheet: of a workbook with several
    """

    file: str
    axes: tuple[str, ...] = ()
    label: str = ""
    rows: int = 0
    dropped: int = 0
    done: tuple[str, ...] = ()
    plain: bool = False
    stamp: int = 0
    sheet: str = ""

    def told(self, count: int, classes: Sequence[str], stamp: int) -> str:
        """Return so many points of some classes in words: how many, of which file and columns, and what was done."""
        where = f"{self.file}, sheet {self.sheet}" if self.sheet else self.file
        parts = [f"{counted(count, 'point')} from {where}: {_listed(self.axes)}"]
        if self.label:
            parts.append(f"{self.label} {_listed(classes)}" if classes else self.label)
        words = ", ".join(parts)
        if self.dropped:
            words += f"; {self.dropped:,} of {counted(self.rows, 'row')} left out"
        return words + ("; edited" if stamp != self.stamp else "")


def _listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: a, b and c."""
    *first, last = names or ("",)
    return f"{', '.join(first)} and {last}" if first else last
