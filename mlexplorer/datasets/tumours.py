"""Cell nuclei under the microscope, measured in Wisconsin and given away by Wolberg and others in 1993."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, column_param, two_columns

COLUMNS = ("radius", "texture", "smoothness", "compactness", "concavity", "symmetry")


@dataclass(frozen=True)
class Tumours(Source):
    """Two mean measurements of cells of 569 breast tumours (Wolberg 1993, CC BY 4.0): a miss costs most."""

    title = "Breast tumours"
    family = "Real data"
    first: str = column_param(COLUMNS, "radius", "First feature", "x₁")
    second: str = column_param(COLUMNS, "texture", "Second feature", "x₂")

    def make(self) -> Dataset:
        """Return the tumours in the order of the table, 212 malignant and 357 benign."""
        return two_columns("tumours", COLUMNS.index(self.first), COLUMNS.index(self.second))
