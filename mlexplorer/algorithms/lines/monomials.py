"""Polynomials of the two coordinates: their terms, their values, and the change to centred and scaled coordinates."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Reason, Term
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import tex_sum, text, text_sum

_MOST = 3  # the highest degree a function is taken for a polynomial of
_POWERS = ("", "", "²", "³", "⁴", "⁵")


@dataclass(frozen=True)
class Scaling:
    """Coordinates (x − centre)/scale, in which fits are well conditioned wherever the points lie."""

    centre: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (1.0, 1.0)

    @classmethod
    def around(cls, points: Array) -> "Scaling":
        """Return the frame in which points have mean 0 and deviation 1; points on one line keep their angles."""
        x, y = np.ascontiguousarray(points.T)
        left, bottom = float(x.sum()) / len(x), float(y.sum()) / len(y)
        x, y = x - left, y - bottom
        width, height = math.sqrt(float(x @ x) / len(x)), math.sqrt(float(y @ y) / len(y))
        aligned = abs(float(x @ y)) > (1 - 1e-10) * len(x) * width * height
        width = width if width > 1e-12 * abs(left) else 1.0
        height = height if height > 1e-12 * abs(bottom) else 1.0
        if aligned:
            width = height = math.hypot(width, height)
        return cls((left, bottom), (width, height))

    def inside(self, points: Array) -> Array:
        """Return points in these coordinates."""
        return points if self == Scaling() else (points - self.centre) / self.scale


@dataclass(frozen=True)
class Monomials:
    """The terms x1^a·x2^b with 1 ≤ a + b ≤ degree, the lowest first, and last the constant −1, whose weight is t."""

    degree: int

    @cached_property
    def exponents(self) -> tuple[tuple[int, int], ...]:
        """The powers (a, b) of each term but the constant: x1, x2, then x1², x1·x2, x2² and so on."""
        return tuple((total - b, b) for total in range(1, self.degree + 1) for b in range(total + 1))

    def __len__(self) -> int:
        return len(self.exponents) + 1

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What people call the terms but the constant: x₁, x₂, x₁² and so on."""
        return tuple(_word("x₁", a) + _word("x₂", b) for a, b in self.exponents)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the weights are called: w1, w2, w(x₁²) and so on, last t."""
        return ("w₁", "w₂", *(f"w({word})" for word in self.words[2:]), "t")

    def text(self, weights: Array) -> str:
        """Return the polynomial with its numbers as one reads it."""
        return text_sum(_parts(weights, self.words))

    def tex(self, weights: Array) -> str:
        """Return the polynomial with its numbers as LaTeX."""
        return tex_sum(_parts(weights, tuple(_tex(a, b) for a, b in self.exponents)))

    def reason(self, weights: Array, point: Array, label: str, note: str) -> Reason:
        """Return the polynomial at one place as a sum of its terms."""
        values = self.rows(point[None])[:-1, 0]
        terms = [
            Term(f"{text(float(weight))}·{word} with {word} = {text(float(value))}", float(weight * value))
            for weight, value, word in zip(weights[:-1], values, self.words, strict=True)
        ]
        threshold = float(weights[-1])
        terms.append(Term(f"−t = {text(-threshold, beside=float(np.abs(weights).max()))}", -threshold))
        return Reason(label, tuple(terms), sum(term.value for term in terms), note)

    def rows(self, points: Array, frame: Scaling | None = None) -> Array:
        """Return every term at every point, as (terms, n); the last row is −1."""
        inside = points if frame is None else frame.inside(points)
        first, second = powers(inside[:, 0], self.degree), powers(inside[:, 1], self.degree)
        rows = np.empty((len(self), len(points)))
        for index, (a, b) in enumerate(self.exponents):
            np.multiply(first[a], second[b], out=rows[index])
        rows[-1] = -1.0
        return rows

    def field(self, weights: Array, grid: Grid, frame: Scaling) -> Array:
        """Return Σ weight·term on a grid, as (rows, columns): a table of coefficients between two sets of powers."""
        (left, bottom), (width, height) = frame.centre, frame.scale
        across, up = powers((grid.xs - left) / width, self.degree), powers((grid.ys - bottom) / height, self.degree)
        return up.T @ (self._table(weights) @ across)

    def expansion(self, frame: Scaling) -> Array:
        """Return the matrix that turns weights inside a frame into weights of the plain coordinates."""
        first, second = (shifted_powers(self.degree, *pair) for pair in zip(frame.centre, frame.scale, strict=True))
        a, b = np.array([*self.exponents, (0, 0)]).T
        matrix = first[a, a[:, None]] * second[b, b[:, None]]
        matrix[-1] *= -1.0  # the constant counts as −t
        matrix[:, -1] *= -1.0
        return matrix

    def _table(self, weights: Array) -> Array:
        table = np.zeros((self.degree + 1, self.degree + 1))
        for weight, (a, b) in zip(weights, self.exponents, strict=False):
            table[b, a] = weight
        table[0, 0] = -weights[-1]
        return table


def polynomials_of(values: Callable[[Array], Array], points: Array) -> tuple[Monomials, Array] | None:
    """Return the polynomials that functions are around points: their terms, and weights as (functions, terms).

    values gives (n, functions) at n places. None if one of them is no polynomial of a degree up to 3.
    """
    frame, along = Scaling.around(points), np.linspace(-1.7, 1.7, 2 * _MOST + 1)
    places = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2) * frame.scale + frame.centre
    wanted = values(places)
    for degree in range(1, _MOST + 1):
        terms = Monomials(degree)
        rows = terms.rows(places, frame).T
        weights = np.linalg.lstsq(rows, wanted, rcond=None)[0]
        if np.abs(rows @ weights - wanted).max() <= 1e-9 * np.abs(wanted).max():
            return terms, (terms.expansion(frame) @ weights).T
    return None


def powers(values: Array, degree: int) -> Array:
    """Return 1, v, v² … as (degree + 1, n), each by one multiplication from the last."""
    table = np.ones((degree + 1, len(values)))
    for power in range(1, degree + 1):
        np.multiply(table[power - 1], values, out=table[power])
    return table


def shifted_powers(degree: int, centre: float, scale: float) -> Array:
    """Return the coefficients of v^i in ((v − centre)/scale)^a, as table [a, i]."""
    sizes = range(degree + 1)
    table = [[math.comb(a, i) * (-centre) ** (a - i) / scale**a if i <= a else 0.0 for i in sizes] for a in sizes]
    return np.array(table)


def _word(name: str, power: int) -> str:
    return f"{name}{_POWERS[power]}" if power else ""


def _parts(weights: Array, words: tuple[str, ...]) -> list[tuple[float, str]]:
    return [*zip(map(float, weights[:-1]), words, strict=True), (-float(weights[-1]), "")]


def _tex(a: int, b: int) -> str:
    parts = [f"x_{index}" + (f"^{power}" if power > 1 else "") for index, power in ((1, a), (2, b)) if power]
    return " ".join(parts)
