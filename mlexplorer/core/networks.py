"""What a step that is a network of units can show: its weights, the names of its units, what each says."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasScores

Names = tuple[str, ...]


class HasNetwork(HasScores):
    """Units in layers: inputs, hidden layers, scores. A unit bends the weighted sum of the layer before."""

    if TYPE_CHECKING:

        @property
        def layers(self) -> tuple[Array, ...]:
            """The weights into each layer after the inputs, (units, inputs + 1), the offsets in the last column.

            Laid end to end they are the parameters of the step's landscape.
            """

        @property
        def units(self) -> tuple[Names, ...]:
            """What the units of each layer are called, inputs first."""

        @property
        def bend(self) -> str:
            """How hidden units bend their sums: tanh, logistic or relu."""

        @property
        def left_out(self) -> tuple[tuple[int, ...], ...]:
            """The units of each hidden layer that were left out when this step was made."""

    @abstractmethod
    def activations(self, points: Array) -> tuple[Array, ...]:
        """Return what the units of each layer give at points, (n, units) each: coordinates first, scores last."""

    @abstractmethod
    def errors(self, row: int) -> tuple[Array, ...]:
        """Return the error Δ of each unit of each layer after the inputs for one training row: dE/d(its sum)."""
