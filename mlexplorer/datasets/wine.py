"""What a laboratory found in Italian wines, given away by Aeberhard and Forina in 1991."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, column_param, two_columns

COLUMNS = ("alcohol", "malic_acid", "ash", "magnesium", "flavanoids", "colour_intensity", "hue", "proline")


@dataclass(frozen=True)
class Wine(Source):
    """Two measurements of 178 wines of three grapes (Aeberhard and Forina 1991, CC BY 4.0): scales differ a lot."""

    title = "Wines"
    family = "Real data"
    first: str = column_param(COLUMNS, "flavanoids", "First feature", "x₁")
    second: str = column_param(COLUMNS, "proline", "Second feature", "x₂")

    def make(self) -> Dataset:
        """Return the wines in the order of the table, 59, 71 and 48 of each grape."""
        return two_columns("wine", COLUMNS.index(self.first), COLUMNS.index(self.second))
