"""Formulas of two variables: read by a parser of its own kind, never executed, with exact slopes by dual numbers."""

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array

LONGEST = 300  # letters
DEEPEST = 40  # brackets within brackets
VARIABLES = {"x": 0, "y": 1, "x1": 0, "x2": 1}
CONSTANTS = {"pi": math.pi, "e": math.e}


class BadFormula(ValueError):
    """A formula cannot be read; the message says what is wrong."""


@dataclass(frozen=True, eq=False)
class Dual:
    """Values with their slopes along both variables."""

    value: Array
    across: Array
    up: Array

    def mapped(self, value: Array, factor: Array) -> "Dual":
        """Return a function of this one, by its value and its derivative."""
        return Dual(value, self.across * factor, self.up * factor)

    def __add__(self, other: "Dual") -> "Dual":
        return Dual(self.value + other.value, self.across + other.across, self.up + other.up)

    def __sub__(self, other: "Dual") -> "Dual":
        return Dual(self.value - other.value, self.across - other.across, self.up - other.up)

    def __mul__(self, other: "Dual") -> "Dual":
        return Dual(
            self.value * other.value,
            self.across * other.value + self.value * other.across,
            self.up * other.value + self.value * other.up,
        )

    def __truediv__(self, other: "Dual") -> "Dual":
        return self * other.mapped(1 / other.value, -1 / (other.value * other.value))

    def __pow__(self, other: "Dual") -> "Dual":
        """Return a power; a constant exponent allows negative bases."""
        if not other.across.any() and not other.up.any():
            power = other.value
            return self.mapped(self.value**power, np.where(power == 0, 0.0, power * self.value ** (power - 1)))
        logs = np.log(self.value)
        value = self.value**other.value
        return Dual(
            value,
            value * (other.across * logs + other.value * self.across / self.value),
            value * (other.up * logs + other.value * self.up / self.value),
        )


FUNCTIONS: dict[str, Callable[[Dual], Dual]] = {
    "sin": lambda u: u.mapped(np.sin(u.value), np.cos(u.value)),
    "cos": lambda u: u.mapped(np.cos(u.value), -np.sin(u.value)),
    "tan": lambda u: u.mapped(np.tan(u.value), 1 / np.cos(u.value) ** 2),
    "tanh": lambda u: u.mapped(np.tanh(u.value), 1 - np.tanh(u.value) ** 2),
    "exp": lambda u: u.mapped(np.exp(u.value), np.exp(u.value)),
    "log": lambda u: u.mapped(np.log(u.value), 1 / u.value),
    "sqrt": lambda u: u.mapped(np.sqrt(u.value), 0.5 / np.sqrt(u.value)),
    "abs": lambda u: u.mapped(np.abs(u.value), np.sign(u.value)),
}
OPERATORS: dict[type[ast.operator], Callable[[Dual, Dual], Dual]] = {
    ast.Add: Dual.__add__,
    ast.Sub: Dual.__sub__,
    ast.Mult: Dual.__mul__,
    ast.Div: Dual.__truediv__,
    ast.Pow: Dual.__pow__,
}


@dataclass(frozen=True)
class Formula:
    """A formula that was read: its values and its slopes at places."""

    words: str
    tree: ast.expr

    def values(self, places: Array) -> Array:
        """Return the values at places, (n, 2); what is not a number there is infinite."""
        found = self._at(places).value
        return np.where(np.isfinite(found), found, np.inf)

    def gradient(self, place: Array) -> Array:
        """Return the slope at one place."""
        found = self._at(np.asarray(place, dtype=np.float64)[None])
        return np.nan_to_num(np.array([found.across[0], found.up[0]]), nan=0.0, posinf=0.0, neginf=0.0)

    def hessian(self, place: Array) -> Array:
        """Return the curvatures at one place, from slopes nearby."""
        width = 1e-5 * max(1.0, float(np.abs(place).max()))
        rows = [(self.gradient(place + way) - self.gradient(place - way)) / (2 * width) for way in width * np.eye(2)]
        return np.asarray((np.array(rows) + np.array(rows).T) / 2)

    def _at(self, places: Array) -> Dual:
        ones, none = np.ones(len(places)), np.zeros(len(places))
        known = (Dual(places[:, 0], ones, none), Dual(places[:, 1], none, ones))
        with np.errstate(all="ignore"):
            return _value(self.tree, known, len(places))


@lru_cache(maxsize=64)
def read(words: str) -> Formula:
    """Return the formula in words such as "x^2 + 3*sin(y)", or raise BadFormula."""
    if len(words) > LONGEST:
        raise BadFormula(f"it is longer than {LONGEST} letters")
    plain = words.replace("^", "**").replace("·", "*").replace("−", "-").replace("₁", "1").replace("₂", "2")
    try:
        tree = ast.parse(plain.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadFormula("it cannot be read: write for example x^2 + 3*sin(y)") from None
    _check(tree, 0)
    return Formula(words, tree)


def _check(node: ast.expr, depth: int) -> None:
    """Refuse all that is not arithmetic of x and y."""
    if depth > DEEPEST:
        raise BadFormula("it has too many brackets within brackets")
    match node:
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            parts = [left, right]
        case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
            parts = [operand]
        case ast.Call(ast.Name(name), [argument], []) if name in FUNCTIONS:
            parts = [argument]
        case ast.Call(ast.Name(name)):
            raise BadFormula(f"there is no function {name!r} of one number; there are {', '.join(FUNCTIONS)}")
        case ast.Name(name) if name in VARIABLES or name in CONSTANTS:
            parts = []
        case ast.Name(name):
            raise BadFormula(f"it may use x and y, but not {name!r}")
        case ast.Constant(int() | float() as value) if not isinstance(value, bool) and abs(value) < 1e12:
            parts = []
        case _:
            raise BadFormula("only numbers, x, y, + − * / ^, brackets and functions are allowed")
    for part in parts:
        _check(part, depth + 1)


def _value(node: ast.expr, known: tuple[Dual, Dual], count: int) -> Dual:
    match node:
        case ast.BinOp(left, operator, right):
            return OPERATORS[type(operator)](_value(left, known, count), _value(right, known, count))
        case ast.UnaryOp(operator, operand):
            sign = np.full(count, -1.0 if isinstance(operator, ast.USub) else 1.0)
            inner = _value(operand, known, count)
            return inner.mapped(inner.value * sign, sign)
        case ast.Call(ast.Name(name), [argument]):
            return FUNCTIONS[name](_value(argument, known, count))
        case ast.Name(name) if name in VARIABLES:
            return known[VARIABLES[name]]
        case ast.Name(name):
            return _constant(CONSTANTS[name], count)
        case ast.Constant(value):
            return _constant(float(value), count)  # type: ignore[arg-type] # a number, by _check
    raise AssertionError("the check lets nothing else pass")


def _constant(value: float, count: int) -> Dual:
    return Dual(np.full(count, value), np.zeros(count), np.zeros(count))
