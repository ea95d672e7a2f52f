"""The geometry of a straight boundary w·x = t in the plane, and how it is written."""

import math
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasReasons, HasWeights, Reason, Term
from mlexplorer.core.numbers import pair, tex_sum, text

NAMES = ("w₁", "w₂", "t")  # what people call the weights of a line


def slope_and_intercept(weights: Array) -> tuple[float, float] | None:
    """Return m and c of the line x₂ = m·x₁ + c, or None if it stands upright or is no line."""
    first, second, threshold = map(float, weights)
    return (-first / second, threshold / second) if second else None


def distance(weights: Array) -> float:
    """Return the distance t/‖w‖ from the origin to the line, along w; 0 if there is no line."""
    length = math.hypot(*weights[:2])
    return float(weights[2]) / length if length else 0.0


def foot(weights: Array) -> Array:
    """Return the place on the line nearest to the origin, t·w/‖w‖²."""
    length = math.hypot(*weights[:2])
    return distance(weights) / length * np.asarray(weights[:2]) if length else np.zeros(2)


def equation(weights: Array, name: str = "f") -> str:
    """Return f(x) = w·x − t with its numbers, as LaTeX."""
    first, second, threshold = map(float, weights)
    return rf"{name}(\mathbf{{x}}) = {tex_sum([(first, 'x_1'), (second, 'x_2'), (-threshold, '')])}"


def working(weights: Array) -> tuple[str, ...]:
    """Return what the weights say of the line: its formula, the length of w, the distance from the origin."""
    first, second, threshold = map(float, weights)
    length = math.hypot(first, second)
    lines = [f"w = {pair(weights[:2], 4)}, t = {text(threshold, 4, length)}"]
    if not length:
        return (*lines, "w = 0: there is no line, every place falls on the same side")
    found = slope_and_intercept(weights)
    upright = f"x₁ = t/w₁ = {text(threshold / first, 4)}, an upright line" if first else ""
    lines.append(
        f"x₂ = m·x₁ + c with m = −w₁/w₂ = {text(found[0], 4)}, c = t/w₂ = {text(found[1], 4)}" if found else upright
    )
    lines.append(f"‖w‖ = {text(length, 4)}, distance from the origin t/‖w‖ = {text(distance(weights), 4)}")
    return tuple(lines)


def reason(weights: Array, point: Array, label: str = "f", note: str = "") -> Reason:
    """Return f = w₁·x₁ + w₂·x₂ − t at one place as a sum of its three terms."""
    first, second, threshold = map(float, weights)
    x, y = map(float, point)
    terms = (
        Term(f"w₁·x₁ = {text(first)} × {text(x)}", first * x),
        Term(f"w₂·x₂ = {text(second)} × {text(y)}", second * y),
        Term(f"−t = {text(-threshold, beside=math.hypot(first, second))}", -threshold),
    )
    return Reason(label, terms, first * x + second * y - threshold, note)


class ToldLine(HasWeights, HasReasons, partial=True):
    """A straight boundary that tells its equation, and f at a place term by term."""

    @cached_property
    def equation(self) -> str:
        """The line with its numbers."""
        return equation(self.weights)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return w1·x1 + w2·x2 − t at one place."""
        return (reason(self.weights, point, "f = w·x − t"),)
