"""Points placed by hand."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset, nothing
from mlexplorer.core.source import Source


@dataclass(frozen=True)
class Placed(Source):
    """An empty plane for points of your own, and the name of points that were edited."""

    title = "Own points"
    family = "Own"
    is_empty = True

    def make(self) -> Dataset:
        """Return no points: the session keeps those that were placed."""
        return nothing()
