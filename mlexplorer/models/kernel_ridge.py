"""Kernel ridge: a curve made of a kernel on every point, shrunk by a penalty."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.kernel_ridge import KernelSum, LineKernel
from mlexplorer.algorithms.curves.squares import SquaresCurve
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurveReasons, Term
from mlexplorer.core.capabilities.curves import root_mean_square
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Knob, Model, Start
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param
from mlexplorer.core.reach import refuse_powers

NARROW, WIDE, FEWEST = 0.75, 5.0, 3  # deviations of a kernel in gaps: too few, and enough; places that have gaps
ROUGH = 1e-6  # of the largest height: sums that lose more digits are said to be unsure


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelRidgeStep(SquaresCurve, HasCurveReasons, exported=("alphas",)):
    """The weights of the kernels, and the curve they add up to."""

    data: Dataset
    model: "KernelRidge"

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the same estimator of scikit-learn."""
        model = self.model
        kernel = {
            "rbf": f'kernel="rbf", gamma={model.gamma!r}',
            "polynomial": f'kernel="poly", degree={model.degree!r}, gamma=1.0, coef0=1.0',
            "linear": 'kernel="linear"',
        }[model.kernel]
        made = f"KernelRidge({kernel}, alpha={model.penalty!r})"
        return sklearn_lines.fitted_curve("sklearn.kernel_ridge.KernelRidge", made)

    @cached_property
    def _sum(self) -> KernelSum:
        model = self.model
        kernel = LineKernel(model.kernel, model.gamma, model.degree)
        return KernelSum(kernel, model.penalty, self.data.points[:, 0], self.data.points[:, 1])

    @property
    def alphas(self) -> Array:
        """The weight of the kernel on each training point."""
        return self._sum.alphas

    def curve(self, places: Array) -> Array:
        """Return Σ α·k at places."""
        return self._sum.curve(np.asarray(places, dtype=np.float64))

    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return what the kernel of each training point adds."""
        table = self._sum.kernel.table(np.array([place]), self._sum.places)[0]
        return tuple(
            Term(f"point {name}: {text(alpha)}·{text(kernel)}", alpha * kernel, row)
            for row, (name, alpha, kernel) in enumerate(
                zip(self.data.numbers.tolist(), self.alphas.tolist(), table.tolist(), strict=True)
            )
        )

    @cached_property
    def loss(self) -> float:
        """The sum of squares and the price of the curve: penalty·αᵀKα = α·(y − penalty·α)·penalty."""
        smooth = float(self.alphas @ self.curve(self._sum.places))
        return float(self.residuals @ self.residuals) + self.model.penalty * max(smooth, 0.0)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error and the largest weight."""
        return {
            "RMS error": root_mean_square(self.residuals),
            "largest weight": float(np.abs(self.alphas).max(initial=0.0)),
        }

    @cached_property
    def note(self) -> str:
        """How many kernels there are, and how well the curve fits."""
        fits = f"RMS error {text(self.measures['RMS error'])}"
        return f"A kernel on each of {counted(len(self.residuals), 'point')} adds up to the curve: {fits}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The system that is solved, and what the loss is made of."""
        squares = float(self.residuals @ self.residuals)
        price = f"{text(squares, 5)} + {text(self.loss - squares, 5)} = {text(self.loss, 5)}"
        return (
            f"(K + {text(self.model.penalty)}·I)·α = y, so α = residual / penalty",
            f"objective = Σ residual² + penalty·αᵀKα = {price}",
            f"RMS error = {text(self.measures['RMS error'], 4)}",
        )

    @cached_property
    def equation(self) -> str:
        """The sum with its kernel."""
        kernel = {
            "rbf": rf"e^{{-{tex(self.model.gamma)}\,(x - x_i)^2}}",
            "polynomial": rf"(1 + x\,x_i)^{{{self.model.degree}}}",
            "linear": r"x\,x_i",
        }[self.model.kernel]
        return rf"y = \sum_{{i=1}}^{{{len(self.data)}}} \alpha_i\, {kernel}"

    @cached_property
    def notice(self) -> Notice | None:
        """A penalty so small that large weights of either sign lose their digits, or a needle on each point."""
        largest = float(np.abs(self.data.points[:, 1]).max(initial=0.0))
        off = np.abs(self.residuals - self.model.penalty * self.alphas).max(initial=0.0)
        if off <= ROUGH * max(largest, 1e-300):
            return self._needles()
        sentence = "The penalty is so small that large weights of both signs cancel: the curve is not exact."
        return Notice(sentence, Remedy("Use 0.001", {"penalty": 0.001}))

    def _needles(self) -> Notice | None:
        """Return what to do about kernels that do not reach from one point to the next."""
        places = np.unique(self.data.points[:, 0])
        if self.model.kernel != "rbf" or len(places) < FEWEST:
            return None
        gap = float(np.median(np.diff(places)))
        if 2 * self.model.gamma * (NARROW * gap) ** 2 <= 1:
            return None
        sentence = "The kernel is narrower than the gaps between most points: in them the curve falls to 0."
        wider = float(np.clip(float(f"{1 / (2 * (WIDE * gap) ** 2):.0e}"), 1e-4, 1e4))
        return (
            Notice(sentence, Remedy(f"Use γ = {text(wider)}", {"gamma": wider})) if wider < self.model.gamma else None
        )


@dataclass(frozen=True)
class KernelRidge(Model):
    """Puts a kernel on every point, its weight chosen so that the curve is near the points and yet smooth.

    x is the first coordinate, y the second; classes play no part. f(x) = Σ αᵢ k(xᵢ, x) with (K + penalty·I)α = y, which
    minimises Σ(y − f)² + penalty·αᵀKα. Kernels: exp(−gamma·(x − z)²), (1 + xz)^degree, and xz, a line through the
    origin. There is no constant beside the kernels.
    """

    title = "Kernel ridge"
    task = "regress"
    family = "Regression"
    most_points = 2000
    watch = (
        "A wide kernel (small gamma) draws a calm curve, a narrow one a bump on every point. More penalty pulls the "
        "curve towards 0, and far from all points it is 0 anyway."
    )

    kernel: str = param(
        "rbf",
        "Kernel",
        "What stands on each point",
        choices=("rbf", "polynomial", "linear"),
        titles=("RBF", "Polynomial", "Linear"),
    )
    gamma: float = param(
        5.0,
        "Gamma",
        "How narrow the kernel is: exp(−γ·distance²)",
        low=1e-4,
        high=1e4,
        scale="log",
        shown_when=("kernel", ("rbf",)),
    )
    degree: int = param(2, "Degree", "The power of 1 + x·z", low=1, high=9, shown_when=("kernel", ("polynomial",)))
    penalty: float = param(0.1, "Penalty", "The price of a rough curve", low=1e-6, high=1000.0, scale="log")

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for x with powers too large or too small for a number."""
        super().refuse(data)
        if self.kernel != "rbf":
            refuse_powers(data.points[:, :1], self.degree if self.kernel == "polynomial" else 1)

    def knobs(self) -> tuple[Knob, ...]:
        """Return how narrow or how high the kernel is, if it can be, and the penalty."""
        penalty = Knob("penalty", (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0), rising=False)
        shapes = {
            "rbf": (Knob("gamma", (0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0)),),
            "polynomial": (Knob("degree", tuple(range(1, 10))),),
        }
        return *shapes.get(self.kernel, ()), penalty

    def learn(self, data: Dataset, start: Start | None) -> Iterator[KernelRidgeStep]:
        """Yield the solution."""
        del start
        step = KernelRidgeStep(data=data, model=self)
        step.alphas  # noqa: B018 - solved here, not when it is first looked at
        yield step
