"""Tables of real measurements that come with the program: two columns are looked at, the last one names the kind."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.resources import cells
from mlexplorer.core.source import given


def column_param(columns: Sequence[str], default: str, label: str, axis: str) -> Any:
    """Return the parameter that says which column of a table lies along an axis."""
    titles = tuple(name.replace("_", " ").capitalize() for name in columns)
    return param(default, label, f"Which measurement lies along {axis}", choices=tuple(columns), titles=titles)


def two_columns(name: str, across: int, along: int) -> Dataset:
    """Return two columns of a shipped table as points, in its order; the last column names their classes."""
    headings, rows, kinds, labels = _measured(name)
    return given(rows[:, [across, along]], labels, (headings[across], headings[along]), kinds)


@cache
def _measured(name: str) -> tuple[list[str], Array, tuple[str, ...], Labels]:
    """Return the headings, the measurements of each row, the kinds in the order they come, and the kind of each row."""
    headings, *rows = cells(f"tables/{name}.csv")
    words = [row[-1].capitalize() for row in rows]
    kinds = tuple(dict.fromkeys(words))
    return headings, np.array([row[:-1] for row in rows], float), kinds, np.array([kinds.index(word) for word in words])
