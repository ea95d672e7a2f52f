"""Anderson's measurements of iris flowers, published by Fisher in 1936."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, column_param, two_columns

COLUMNS = ("sepal_length", "sepal_width", "petal_length", "petal_width")


@dataclass(frozen=True)
class Iris(Source):
    """Two measurements of 150 iris flowers of three kinds (Fisher 1936, public domain): one kind stands apart."""

    title = "Iris flowers"
    family = "Real data"
    first: str = column_param(COLUMNS, "petal_length", "First feature", "x₁")
    second: str = column_param(COLUMNS, "petal_width", "Second feature", "x₂")

    def make(self) -> Dataset:
        """Return the flowers in the order of the table, 50 of each kind."""
        return two_columns("iris", COLUMNS.index(self.first), COLUMNS.index(self.second))
