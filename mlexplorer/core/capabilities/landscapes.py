"""The objective over the parameters of a step."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Step


@dataclass(frozen=True, eq=False)
class Landscape:
    """The objective as a function of the parameters of a step."""

    names: tuple[str, ...]
    here: Array
    values: Callable[[Array], Array]  # (m, p) parameters → (m,) losses
    at: Callable[[Array], Step]  # (p,) parameters → the step that has them
    gradient: Callable[[Array], Array] | None = None  # (p,) → (p,)
    title: str = "Objective"  # what is measured


class HasLandscape(Step, ABC):
    """A step with a place in parameter space."""

    @abstractmethod
    def landscape(self, data: Dataset) -> Landscape:
        """Return the objective around this step; data is the training part."""
