"""What a curve is a sum of: powers, bumps or waves, each with a weight."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from mlexplorer.algorithms.lines.monomials import powers, shifted_powers
from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import numbered, text
from mlexplorer.core.reach import REACH

POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, eq=False)
class Basis(ABC):
    """Functions of x whose weighted sum is a curve; the first is the constant 1 unless it is left out."""

    constant: bool

    @abstractmethod
    def columns(self, places: Array) -> Array:
        """Return the terms at places, as (terms, n)."""

    @cached_property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """What each weight multiplies; nothing for the constant."""

    @cached_property
    @abstractmethod
    def symbols(self) -> tuple[str, ...]:
        """What each weight multiplies, as LaTeX."""

    @cached_property
    @abstractmethod
    def script(self) -> str:
        """The terms at an array `places` as NumPy writes them: (terms, n)."""

    @property
    def units(self) -> Array:
        """The matrix that turns weights of these terms into those of the terms in data units."""
        return np.eye(len(self.names))

    def around(self, x: Array) -> Self:
        """Return the same terms in coordinates in which fits to x are well conditioned."""
        del x
        return self

    def curve(self, weights: Array, places: Array) -> Array:
        """Return the weighted sum at places."""
        found: Array = weights @ self.columns(places)
        return found


@dataclass(frozen=True, eq=False)
class PowerBasis(Basis):
    """1, u, u² … of u = (x − centre)/scale."""

    degree: int
    centre: float = 0.0
    scale: float = 1.0

    def columns(self, places: Array) -> Array:
        """Return the powers."""
        return powers((places - self.centre) / self.scale, self.degree)[0 if self.constant else 1 :]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """x, x² and so on."""
        every = ["", "x", *(f"x{str(power).translate(POWERS)}" for power in range(2, self.degree + 1))]
        return tuple(every[0 if self.constant else 1 : self.degree + 1])

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The powers as LaTeX."""
        every = ["", "x", *(f"x^{{{power}}}" for power in range(2, self.degree + 1))]
        return tuple(every[0 if self.constant else 1 : self.degree + 1])

    @cached_property
    def script(self) -> str:
        """The powers of x."""
        return f"np.power(places, np.arange({0 if self.constant else 1}, {self.degree + 1})[:, None])"

    @property
    def units(self) -> Array:
        """Each power of u as a sum of powers of x."""
        first = 0 if self.constant else 1
        return shifted_powers(self.degree, self.centre, self.scale)[first:, first:]

    def around(self, x: Array) -> "PowerBasis":
        """Return powers of u from −1 to 1; without a constant they stay about 0, through which the curve goes."""
        centre = float(x.mean()) if self.constant else 0.0
        width = float(np.abs(x - centre).max(initial=0.0))
        return replace(self, centre=centre, scale=width if width > 1e-12 * abs(centre) else 1.0)

    def curve(self, weights: Array, places: Array) -> Array:
        """Return the polynomial, innermost first (Horner); where powers would overflow, as at the edge of it."""
        far = REACH * self.scale
        inside = (np.clip(places, self.centre - far, self.centre + far) - self.centre) / self.scale
        value = np.full(inside.shape, weights[-1] if len(weights) else 0.0)
        for weight in weights[-2::-1]:
            value = value * inside + weight
        return value if self.constant else value * inside


@dataclass(frozen=True, eq=False)
class BumpBasis(Basis):
    """Bumps exp(−(x − c)²/(2·width²)) at centres c."""

    centres: Array
    width: float

    def columns(self, places: Array) -> Array:
        """Return the bumps."""
        away = np.clip((places - self.centres[:, None]) / self.width, -40.0, 40.0)  # beyond: nothing, to the last digit
        bumps = np.exp(-0.5 * away * away)
        return np.vstack([np.ones_like(places), bumps]) if self.constant else bumps

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Where each bump stands."""
        return (*([""] if self.constant else []), *(f"bump({text(float(centre))})" for centre in self.centres))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The bumps as φ with their numbers."""
        first = [""] if self.constant else []
        return (*first, *(rf"\varphi_{{{number}}}(x)" for number in range(1, len(self.centres) + 1)))

    @cached_property
    def script(self) -> str:
        """The bumps, below a row of ones."""
        bumps = f"np.exp(-((places - np.array({self.centres.tolist()})[:, None]) ** 2) / {2 * self.width**2!r})"
        return f"np.vstack([np.ones_like(places), {bumps}])" if self.constant else bumps


@dataclass(frozen=True, eq=False)
class WaveBasis(Basis):
    """cos and sin of 2πjx/period for j = 1, 2 …."""

    count: int
    period: float

    def columns(self, places: Array) -> Array:
        """Return the waves, cos and sin in turn."""
        turns = np.multiply.outer(np.arange(1, self.count + 1), places * (2 * math.pi / self.period))
        waves = np.stack([np.cos(turns), np.sin(turns)], axis=1).reshape(2 * self.count, len(places))
        return np.vstack([np.ones_like(places), waves]) if self.constant else waves

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Waves from the slowest: cos ωx, sin ωx, cos 2ωx and so on."""
        numbers = ["" if number == 1 else str(number) for number in range(1, self.count + 1)]
        return (*([""] if self.constant else []), *(f"{wave} {j}ωx" for j in numbers for wave in ("cos", "sin")))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The waves as LaTeX."""
        return tuple(
            name.replace("cos ", r"\cos ").replace("sin ", r"\sin ").replace("ω", r"\omega ") for name in self.names
        )

    @cached_property
    def script(self) -> str:
        """The waves, below a row of ones."""
        each = f"np.outer(np.arange(1, {self.count + 1}), places * {2 * math.pi / self.period!r})"
        waves = f"np.stack([np.cos({each}), np.sin({each})], axis=1).reshape({2 * self.count}, -1)"
        return f"np.vstack([np.ones_like(places), {waves}])" if self.constant else waves


def weight_names(basis: Basis) -> tuple[str, ...]:
    """Return what the weights are called: w₀ belongs to the constant."""
    first = 0 if basis.constant else 1
    return tuple(numbered("w", number) for number in range(first, first + len(basis.names)))
