"""Anderson's measurements of iris flowers, published by Fisher in 1936."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.resources import cells
from mlexplorer.core.source import Source, given

COLUMNS = ("sepal_length", "sepal_width", "petal_length", "petal_width")


def _column(default: str, label: str, axis: str) -> Any:
    titles = tuple(name.replace("_", " ").capitalize() for name in COLUMNS)
    return param(default, label, f"Which measurement lies along {axis}", choices=COLUMNS, titles=titles)


@dataclass(frozen=True)
class Iris(Source):
    """Two measurements of 150 iris flowers of three kinds (Fisher 1936, public domain): one kind stands apart."""

    title = "Iris flowers"
    family = "Real data"
    first: str = _column("petal_length", "First feature", "x₁")
    second: str = _column("petal_width", "Second feature", "x₂")

    def make(self) -> Dataset:
        """Return the flowers in the order of the table, 50 of each kind."""
        headings, rows, kinds, labels = _flowers()
        across, along = COLUMNS.index(self.first), COLUMNS.index(self.second)
        return given(rows[:, [across, along]], labels, (headings[across], headings[along]), kinds)


@cache
def _flowers() -> tuple[list[str], Array, tuple[str, ...], Labels]:
    """Return the headings, the four measurements of each flower, the kinds and the kind of each flower."""
    headings, *rows = cells("tables/iris.csv")
    words = [row[-1].capitalize() for row in rows]
    kinds = tuple(dict.fromkeys(words))
    return headings, np.array([row[:-1] for row in rows], float), kinds, np.array([kinds.index(word) for word in words])
