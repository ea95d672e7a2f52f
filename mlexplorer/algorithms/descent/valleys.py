"""Functions to walk down on: well-known ones with the rectangle they are looked at in, and one's own."""

from dataclasses import dataclass

from mlexplorer.algorithms.descent.formula import Formula, read
from mlexplorer.core.capabilities import Bounds


@dataclass(frozen=True)
class Valley:
    """A function by its title, its formula, and where to look at it."""

    title: str
    words: str
    region: Bounds

    @property
    def formula(self) -> Formula:
        """The formula, read."""
        return read(self.words)


VALLEYS = {
    "peaks": Valley(
        "Peaks",
        "3*(1-x)^2*exp(-x^2-(y+1)^2) - 10*(x/5-x^3-y^5)*exp(-x^2-y^2) - exp(-(x+1)^2-y^2)/3",
        (-3.0, 3.0, -3.0, 3.0),
    ),
    "rosenbrock": Valley("Rosenbrock’s banana", "(1-x)^2 + 100*(y-x^2)^2", (-2.0, 2.0, -1.0, 3.0)),
    "saddle": Valley("Saddle", "x^2 - y^2 + 0.25*y^4", (-2.5, 2.5, -2.5, 2.5)),
    "bowl": Valley("Elongated bowl", "0.5*x^2 + 10*y^2", (-3.0, 3.0, -3.0, 3.0)),
    "himmelblau": Valley("Himmelblau’s four minima", "(x^2+y-11)^2 + (x+y^2-7)^2", (-5.5, 5.5, -5.5, 5.5)),
    "plateau": Valley("Plateau", "1 - exp(-(x^2+y^2)/2) + 0.01*(x^2+y^2)", (-6.0, 6.0, -6.0, 6.0)),
}
OWN = "own"
OWN_REGION: Bounds = (-3.0, 3.0, -3.0, 3.0)
EXAMPLE = "x^2 + 2*y^2 + sin(3*x)"
