"""Networks of units: their weights, the names of their units, what each unit says."""

from abc import abstractmethod

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities.scores import HasScores
from mlexplorer.core.declared import declared

Names = tuple[str, ...]


class HasNetwork(HasScores, exported=("layers",)):
    """Units in layers: inputs, hidden layers, scores. A unit bends the weighted sum of the layer before."""

    @declared
    def layers(self) -> tuple[Array, ...]:
        """The weights into each layer after the inputs, (units, inputs + 1), the offsets in the last column.

        Laid end to end they are the parameters of the step's landscape.
        """

    @declared
    def units(self) -> tuple[Names, ...]:
        """What the units of each layer are called, inputs first."""

    @declared
    def bend(self) -> str:
        """How hidden units bend their sums: tanh, logistic or relu."""

    @declared
    def left_out(self) -> tuple[tuple[int, ...], ...]:
        """The units of each hidden layer that were left out when this step was made."""

    @abstractmethod
    def activations(self, points: Array) -> tuple[Array, ...]:
        """Return what the units of each layer give at points, (n, units) each: coordinates first, scores last."""

    @abstractmethod
    def errors(self, row: int) -> tuple[Array, ...]:
        """Return the error Δ of each unit of each layer after the inputs for one training row: dE/d(its sum)."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a network with these weights."""
        return sklearn_lines.network(self.classes, self.layers, self.bend)
