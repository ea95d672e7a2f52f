"""A moment of a support vector machine of two classes: values, support vectors, reasons, words and numbers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.lines.monomials import polynomials_of
from mlexplorer.algorithms.margins.widest import EXACT, FINISHED, SOFT_COST, Machine
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasMargins, HasReasons, HasSupport, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, tex_sum, text

_LISTED = 6  # kernel terms a reason lists one by one, and support vectors the working does
_LONGEST = 3  # highest degree whose polynomial is written out


@dataclass(frozen=True, eq=False)
class PairMachine:
    """The machine of two classes, and which training rows it learned from."""

    machine: Machine
    rows: Labels
    ids: Labels

    @property
    def support(self) -> Labels:
        """The training rows of the support vectors."""
        return self.rows[self.machine.support]

    @property
    def multipliers(self) -> Array:
        """Their multipliers."""
        return self.machine.multipliers[self.machine.support]

    @property
    def slacks(self) -> Array:
        """Their slacks."""
        return self.machine.slacks[self.machine.support]

    @property
    def margin(self) -> float:
        """The distance from the boundary to an edge of the street, in the space of the features; ∞ for w = 0."""
        return 1 / self.machine.length if self.machine.length else math.inf

    @property
    def bound(self) -> float:
        """The largest multiplier allowed."""
        return math.inf if self.machine.hard else self.machine.task.cost

    def told(self) -> str:
        """Return how many support vectors there are, free and bounded."""
        count = len(self.support)
        bounded = int((self.multipliers >= self.bound).sum())
        return f"{counted(count, 'support vector')} ({count - bounded} free, {bounded} bounded)"


def notice_of(machines: list[Machine], hard: bool) -> Notice | None:
    """Return that there is no hard margin, or that the numbers left no digits; None if all is well."""
    finished = [machine for machine in machines if machine.stage in FINISHED]
    if hard and any(not machine.hard for machine in finished):
        kind = finished[0].task.kernel.kind
        shape = {"linear": "straight", "polynomial": "polynomial", "rbf": "RBF"}[kind]
        sentence = f"No {shape} street that one could see is free of points: cost {text(SOFT_COST)} is shown instead."
        return Notice(sentence, Remedy("Make the margin soft", {"hard": False, "cost": SOFT_COST}))
    worst = max((machine.residual for machine in finished), default=0.0)
    if worst <= EXACT:
        return None
    if all(machine.stage == "close" or machine.residual <= EXACT for machine in finished):
        sentence = "So many points with so narrow a kernel are fitted to a thousandth, not exactly"
        return Notice(f"{sentence}: the worst point is off its condition by {text(worst)}.")
    return Notice(f"The numbers leave no more digits: points on the edge of the street are off by {text(worst)}.")


def vector_machine(machines: list[Machine], hard: bool) -> sklearn_lines.Lines | None:
    """Return machines of one task in the words of scikit-learn, if all are at the end of their fit."""
    if any(machine.stage not in FINISHED for machine in machines):
        return None
    task = machines[0].task
    kernel = {
        "linear": 'kernel="linear"',
        "rbf": f'kernel="rbf", gamma={task.kernel.gamma!r}',
        "polynomial": f'kernel="poly", degree={task.kernel.degree!r}, gamma=1.0, coef0={task.kernel.offset!r}',
    }[task.kernel.kind]
    cost = "1e6" if hard else repr(task.cost)
    return sklearn_lines.fitted("sklearn.svm.SVC", f"SVC({kernel}, C={cost}, tol=1e-7)")


@dataclass(frozen=True, eq=False, kw_only=True)
class PairStep(HasMargins, HasSupport, HasReasons):
    """A moment of the fit of two classes."""

    data: Dataset
    classes: Labels
    part: PairMachine
    hard: bool = False

    @property
    def machine(self) -> Machine:
        """The machine of this moment."""
        return self.part.machine

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the machine fitted anew, which leads to the end of the fit alone."""
        return vector_machine([self.machine], self.hard)

    def discriminant(self, points: Array) -> Array:
        """Return f at points."""
        return self.machine.discriminant(points)

    def discriminant_field(self, grid: Grid) -> Array:
        """Return f on a grid."""
        return self.machine.field(grid.xs, grid.ys)

    @cached_property
    def support(self) -> Labels:
        """The training rows with a multiplier above 0 (inside the box: above a thousandth of the largest)."""
        return self.part.support

    @cached_property
    def multipliers(self) -> Array:
        """The multiplier of each support vector."""
        return self.part.multipliers

    @cached_property
    def slacks(self) -> Array:
        """The slack of each support vector."""
        return self.part.slacks

    @cached_property
    def bound(self) -> float:
        """The largest multiplier allowed: the cost, or ∞ for a hard margin."""
        return self.part.bound

    @cached_property
    def margin(self) -> float:
        """The distance from the boundary to an edge of the street, 1/‖w‖; ∞ for w = 0."""
        return self.part.margin

    @cached_property
    def loss(self) -> float:
        """½‖w‖² + cost·Σ slack."""
        return self.machine.primal

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The duality gap, the errors, the support vectors and the sum of the slacks."""
        return {
            "duality gap": max(self.machine.primal - self.machine.dual, 0.0),
            "errors": float(self._errors),
            "support vectors": float(len(self.support)),
            "slack": float(self.machine.slacks.sum()),
        }

    @cached_property
    def note(self) -> str:
        """What this moment is."""
        machine = self.machine
        if machine.stage == "zero":
            return f"All multipliers are 0, so w = 0: every place is {self._name(int(-machine.threshold > 0))}."
        gap = text(self.measures["duality gap"])
        between = f"the objective is {text(machine.primal, 4)}, the duality gap {gap}"
        if machine.stage == "even":
            return f"All points of a class get the same multiplier, so w joins the means of the classes: {between}."
        if machine.stage == "inside":
            return f"All multipliers move at once between 0 and the cost: {between}."
        if machine.stage == "exchange":
            off = f"the worst point is off its condition by {text(machine.residual)}"
            return f"Points are exchanged one by one: {self.part.told()}, {off}; {between}."
        width = f"margin {text(self.margin)}" if self.margin < math.inf else "no street, as w = 0"
        done = f"{self.part.told()}, {width}, {counted(self._errors, 'error')}, objective {text(self.loss, 4)}"
        soft = f"No hard margin; with cost {text(SOFT_COST)} instead" if self.hard and not machine.hard else "Done"
        return f"{soft}: {done}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The objective, the dual bound, the street, and the largest multipliers."""
        machine, cost = self.machine, text(self.machine.task.cost)
        half, slack = 0.5 * machine.length**2, float(machine.slacks.sum())
        total, threshold = float(machine.multipliers.sum()), text(machine.threshold, 4, 1.0)
        return (
            f"‖w‖ = {text(machine.length, 4)}, margin 1/‖w‖ = {text(self.margin, 4)}, t = {threshold}",
            f"½‖w‖² + C·Σ slack = {text(half, 4)} + {cost} × {text(slack, 4)} = {text(machine.primal, 5)}",
            f"Σα − ½‖w‖² = {text(total, 4)} − {text(half, 4)} = {text(machine.dual, 5)}",
            f"duality gap = {text(self.measures['duality gap'], 3, machine.primal)}",
            *self._largest(),
        )

    @cached_property
    def equation(self) -> str:
        """The rule with its numbers."""
        return rf"f(\mathbf{{x}}) = {rule(self.machine)}"

    @cached_property
    def notice(self) -> Notice | None:
        """A hard margin that does not exist, or digits that ran out."""
        return notice_of([self.machine], self.hard)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the largest kernel terms at one place, the sum of the others, and the threshold."""
        machine = self.machine
        rows = np.flatnonzero(machine.multipliers)
        closeness = machine.task.kernel.matrix(point[None], machine.task.points[rows])[0]
        values = (machine.multipliers * machine.task.signs)[rows] * closeness
        largest = np.argsort(-np.abs(values), kind="stable")[:_LISTED]
        terms = [self._term(int(rows[index]), closeness[index], values[index]) for index in largest]
        total = float(self.discriminant(point[None])[0])
        others = total + machine.threshold - sum(term.value for term in terms)
        if len(rows) > _LISTED:
            terms.append(Term(f"the other {counted(len(rows) - _LISTED, 'support vector')}", others))
            others = 0.0
        terms.append(Term(f"−t = {text(-machine.threshold, beside=1.0)}", others - machine.threshold))
        return (Reason("f = Σ α·y·k − t", tuple(terms), total, f"{self._name(int(total > 0))}, as f is {text(total)}"),)

    @cached_property
    def _errors(self) -> int:
        """Count the training points on the wrong side; f = 0 is the first class's side."""
        value = self.machine.margins * self.machine.task.signs
        return int(((value > 0) != (self.machine.task.signs > 0)).sum())

    def _name(self, index: int) -> str:
        return self.data.class_names[int(self.classes[index])]

    def _term(self, row: int, closeness: float, value: float) -> Term:
        weight = float(self.machine.multipliers[row] * self.machine.task.signs[row])
        return Term(f"point {self.data.numbers[row]}: {text(weight)} × {text(float(closeness))}", float(value), row)

    def _largest(self) -> tuple[str, ...]:
        """Return the support vectors with the largest multipliers, one line each."""
        order = np.argsort(-self.multipliers, kind="stable")[:_LISTED]
        return tuple(
            f"point {self.data.numbers[self.support[index]]}: α = {text(float(self.multipliers[index]), 4)}"
            + (f", slack {text(float(self.slacks[index]))}" if self.slacks[index] > EXACT else ", on the edge")
            for index in order
        )


def rule(machine: Machine) -> str:
    """Return f of a machine with its numbers, as LaTeX: as a polynomial if it is a short one, else as a sum."""
    kernel, threshold = machine.task.kernel, machine.threshold
    if kernel.kind == "linear":
        found = polynomials_of(lambda places: machine.discriminant(places)[:, None], machine.task.points)
        return "0" if found is None else found[0].tex(found[1][0])
    if kernel.kind == "polynomial" and kernel.degree <= _LONGEST:
        return _polynomial([*kernel.monomials(machine.coefficients), (-threshold, 0, 0)])
    power = (
        rf"e^{{-{tex(kernel.gamma)} |\mathbf{{x}} - \mathbf{{x}}_i|^2}}"
        if kernel.kind == "rbf"
        else rf"(\mathbf{{x}} \cdot \mathbf{{x}}_i + {tex(kernel.offset)})^{{{kernel.degree}}}"
    )
    sign, count = "-" if threshold >= 0 else "+", int(np.count_nonzero(machine.multipliers))
    return rf"\sum_{{i=1}}^{{{count}}} \alpha_i y_i {power} {sign} {tex(abs(threshold))}"


def _polynomial(parts: list[tuple[float, int, int]]) -> str:
    """Return Σ factor·x₁^a·x₂^b as LaTeX, without the terms that are 0 but for rounding."""
    largest = max(abs(factor) for factor, _, _ in parts)
    shown = [(factor, _power(1, a) + _power(2, b)) for factor, a, b in parts if abs(factor) > 1e-9 * largest]
    return tex_sum(shown)


def _power(index: int, power: int) -> str:
    return "" if not power else f"x_{index}" if power == 1 else f"x_{index}^{power}"
