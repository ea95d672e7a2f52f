"""Why a score is what it is."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from mlexplorer.core.arrays import Array
from mlexplorer.core.model import Step


@dataclass(frozen=True)
class Term:
    """One number of a sum, what it is, and the training row it comes from (−1 for none).

    words: said in place of the number, where it stands for something else
    """

    label: str
    value: float
    row: int = -1
    words: str = ""


@dataclass(frozen=True)
class Reason:
    """Why a score is what it is: terms that add up to it."""

    label: str
    terms: tuple[Term, ...]
    total: float
    note: str = ""


class HasReasons(Step, ABC):
    """A step that can say where its scores, its density or its curve come from."""

    @abstractmethod
    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the arithmetic at one place, shape (2,): one per column of scores, or one for f, density or curve."""
