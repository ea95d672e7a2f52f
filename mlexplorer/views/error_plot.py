"""Shares of wrong points as dots on lines that reach as far as chance may: training, test, guessing, the best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mlexplorer.marks.marks import Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot
from mlexplorer.views.confusion_plot import percent

LABELS, END = 1.15, 1.05  # room for names at the left and numbers at the right, of the width of the lines
LEAST = 0.05  # the line is at least so long, as a share of all points


@dataclass(frozen=True)
class ErrorRow:
    """One share: its name, where it lies, and between what it may lie if it was only counted on some points."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> str:
        """The interval in words; nothing if the share is exact."""
        return "" if self.low is None or self.high is None else f"{100 * self.low:.0f}–{100 * self.high:.0f} %"


def error_plot(rows: Sequence[ErrorRow]) -> Plot:
    """Return a line for each share, one below the other."""
    known = [value for row in rows for value in (row.value, row.high) if value is not None and not np.isnan(value)]
    most = max([LEAST, *known])
    marks: list[Mark] = [Line(np.array([[0.0, 0.5], [0.0, 0.5 - len(rows)]]), "axis")]
    for index, row in enumerate(rows):
        y = -float(index)
        marks.append(Text(np.array([0.0, y]), row.name, anchor=(1.0, 0.5), offset=(-15.0, 0.0)))
        if row.low is not None and row.high is not None:
            marks.append(Line(np.array([[row.low, y], [row.high, y]]), "progress"))
        if not np.isnan(row.value):
            marks.append(Points(np.array([[row.value, y]]), "boundary", 0, "filled" if row.interval else "start"))
        words = " · ".join(part for part in (percent(row.value), row.interval) if part)
        marks.append(Text(np.array([most, y]), words, anchor=(0.0, 0.5), offset=(15.0, 0.0)))
    bounds = (-LABELS * most, (1 + END) * most, 0.5 - len(rows), 0.5)
    title = "Share that is wrong, with 95 % intervals"
    return Plot(
        (Layer("errors", tuple(marks)),),
        bounds,
        title=title,
        height=0.5 + 0.3 * len(rows),
        least=0.5 + 0.25 * len(rows),
        axes=False,
    )
