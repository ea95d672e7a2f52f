"""Formulas of two variables: read by a parser of its own kind, never executed, with exact slopes by dual numbers."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, TypeVar

import numpy as np

from mlexplorer.core.arrays import Array

LONGEST = 300  # letters
DEEPEST = 40  # brackets within brackets
VARIABLES = {"x": 0, "y": 1, "x1": 0, "x2": 1}
CONSTANTS = {"pi": math.pi, "e": math.e}
ZERO, ONE = np.float64(0), np.float64(1)
WHOLE = range(1, 9)  # powers that are multiplied out


class BadFormula(ValueError):
    """A formula cannot be read; the message says what is wrong."""


Number = TypeVar("Number", Array, np.float64)
Functions: TypeAlias = Mapping[str, Callable[[Any], Any]]
Working: TypeAlias = Callable[[tuple[Any, Any]], Any]


@dataclass(frozen=True, eq=False)
class Dual:
    """A value at one place with its slopes along both variables."""

    value: np.float64
    across: np.float64 = ZERO
    up: np.float64 = ZERO

    def mapped(self, value: np.float64, factor: np.float64) -> "Dual":
        """Return a function of this one, by its value and its derivative."""
        return Dual(value, self.across * factor, self.up * factor)

    def __neg__(self) -> "Dual":
        return Dual(-self.value, -self.across, -self.up)

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
        base, power = self.value, other.value
        if not other.across and not other.up:
            return self.mapped(raised(base, power), power * raised(base, power - 1) if power else ZERO)
        logs, value = np.log(base), base**power
        return Dual(
            value,
            value * (other.across * logs + power * self.across / base),
            value * (other.up * logs + power * self.up / base),
        )


def raised(base: Number, power: Any) -> Number:
    """Return a power; small whole ones by multiplying, which is many times faster."""
    if isinstance(power, np.ndarray) or power not in WHOLE:
        return base**power
    found = base
    for _ in range(int(power) - 1):
        found = found * base
    return found


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
PLAIN: Functions = {name: getattr(np, name) for name in FUNCTIONS}  # the same without slopes
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: lambda one, two: one**two if isinstance(one, Dual) else raised(one, two),
}


@dataclass(frozen=True)
class Formula:
    """A formula that was read: its values and its slopes at places."""

    words: str
    tree: ast.expr

    def values(self, places: Array) -> Array:
        """Return the values at places, (n, 2); what is not a number there is infinite."""
        with np.errstate(all="ignore"):
            found = np.broadcast_to(self._plain((places[:, 0], places[:, 1])), len(places))
        return np.where(np.isfinite(found), found, np.inf)

    def gradient(self, place: Array) -> Array:
        """Return the slope at one place."""
        return np.array(_slope(self, float(place[0]), float(place[1])))

    def slope(self, x: np.float64, y: np.float64) -> tuple[float, float]:
        """Return the slope at one place as two numbers, 0 where there is none."""
        with np.errstate(all="ignore"):
            found = self._dual((Dual(x, ONE, ZERO), Dual(y, ZERO, ONE)))
        across, up = float(found.across), float(found.up)
        return (across if math.isfinite(across) else 0.0, up if math.isfinite(up) else 0.0)

    @cached_property
    def _plain(self) -> Working:
        return _working(self.tree, np.float64, PLAIN)

    @cached_property
    def _dual(self) -> Working:
        return _working(self.tree, lambda value: Dual(np.float64(value)), FUNCTIONS)

    def hessian(self, place: Array) -> Array:
        """Return the curvatures at one place, from slopes nearby."""
        width = 1e-5 * max(1.0, float(np.abs(place).max()))
        rows = [(self.gradient(place + way) - self.gradient(place - way)) / (2 * width) for way in width * np.eye(2)]
        return np.asarray((np.array(rows) + np.array(rows).T) / 2)


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


def _working(
    node: ast.expr, constant: Callable[[float], Any], functions: Mapping[str, Callable[[Any], Any]]
) -> Working:
    """Return what works out a part of a formula from both variables: with slopes if numbers and functions have such."""
    match node:
        case ast.BinOp(left, operation, right):
            act = OPERATORS[type(operation)]
            one, two = (_working(side, constant, functions) for side in (left, right))
            return lambda known: act(one(known), two(known))
        case ast.UnaryOp(sign, operand):
            inner = _working(operand, constant, functions)
            return (lambda known: -inner(known)) if isinstance(sign, ast.USub) else inner
        case ast.Call(ast.Name(name), [argument]):
            function, inside = functions[name], _working(argument, constant, functions)
            return lambda known: function(inside(known))
        case ast.Name(name) if name in VARIABLES:
            return operator.itemgetter(VARIABLES[name])
        case ast.Name(name):
            number = constant(CONSTANTS[name])
        case ast.Constant(value):
            number = constant(float(value))  # type: ignore[arg-type] # a number, by _check
        case _:
            raise AssertionError("the check lets nothing else pass")
    return lambda known: number  # noqa: ARG005 - the same everywhere


@lru_cache(maxsize=1024)  # a step asks for the slope where the next one does again
def _slope(formula: Formula, x: float, y: float) -> tuple[float, float]:
    return formula.slope(np.float64(x), np.float64(y))
