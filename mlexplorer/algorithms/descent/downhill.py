"""Ways downhill, as generators of places: gradient descent and its kin, and Newton's method.

A slope is a function from a place to the gradient there. The rules take an iterable of slopes, one for each step: the
same one again and again for the whole data, another for each batch. They yield the place after each step and end with
the slopes.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from mlexplorer.core.arrays import Array

Slope = Callable[[Array], Array]
_TINY = 1e-8  # keeps a division by a vanishing gradient finite
_FLAT = 1e-9  # a curvature that limits no rate
_DECREASE = 1e-4  # the share of the promised fall a step must keep
_MOST_TRIES = 60


class LocalLook(Protocol):
    """What can be seen from one place: the value there, its gradient and its curvature."""

    @property
    def value(self) -> float:
        """The value to be made small."""

    @property
    def gradient(self) -> Array:
        """The direction of steepest ascent."""

    @property
    def hessian(self) -> Array:
        """The matrix of second derivatives."""


@dataclass(frozen=True, eq=False)
class NewtonMove:
    """One step of Newton's method: the place it leads to, the value there, and how that was reached."""

    place: Array
    value: float
    fall: float  # of the value
    step: Array  # what was subtracted from the place before
    full: bool  # whether it leads to the bottom of the parabola
    last: bool  # whether the bottom is reached


def gradient(slopes: Iterable[Slope], place: Array, rate: float) -> Iterator[Array]:
    """Step against the slope: x ← x − rate·g."""
    for slope in slopes:
        place = place - rate * slope(place)
        yield place


def momentum(slopes: Iterable[Slope], place: Array, rate: float, keep: float) -> Iterator[Array]:
    """Step with a memory of earlier slopes: v ← keep·v + g, x ← x − rate·v (the heavy ball)."""
    speed = np.zeros_like(place)
    for slope in slopes:
        speed = keep * speed + slope(place)
        place = place - rate * speed
        yield place


def nesterov(slopes: Iterable[Slope], place: Array, rate: float, keep: float) -> Iterator[Array]:
    """Momentum that looks at the slope where its memory alone would carry it."""
    speed = np.zeros_like(place)
    for slope in slopes:
        speed = keep * speed + slope(place - rate * keep * speed)
        place = place - rate * speed
        yield place


def adagrad(slopes: Iterable[Slope], place: Array, rate: float) -> Iterator[Array]:
    """Give each coordinate its own rate, smaller the more it has moved: x ← x − rate·g/√Σg²."""
    total = np.zeros_like(place)
    for slope in slopes:
        now = slope(place)
        total = total + now * now
        place = place - rate * now / (np.sqrt(total) + _TINY)
        yield place


def rmsprop(slopes: Iterable[Slope], place: Array, rate: float, fade: float = 0.9) -> Iterator[Array]:
    """Adagrad that forgets: the squares are a fading mean instead of a sum."""
    mean = np.zeros_like(place)
    for slope in slopes:
        now = slope(place)
        mean = fade * mean + (1 - fade) * now * now
        place = place - rate * now / (np.sqrt(mean) + _TINY)
        yield place


def adam(slopes: Iterable[Slope], place: Array, rate: float, keep: float, fade: float = 0.999) -> Iterator[Array]:
    """Momentum and fading squares together, both corrected for their start at zero."""
    speed, mean = np.zeros_like(place), np.zeros_like(place)
    for count, slope in enumerate(slopes, 1):
        now = slope(place)
        speed = keep * speed + (1 - keep) * now
        mean = fade * mean + (1 - fade) * now * now
        size = np.sqrt(mean / (1 - fade**count)) + _TINY
        place = place - rate * (speed / (1 - keep**count)) / size
        yield place


def descend(rule: str, slopes: Iterable[Slope], place: Array, rate: float, keep: float = 0.9) -> Iterator[Array]:
    """Yield the places a rule visits, by its name: gradient, momentum, nesterov, adagrad, rmsprop or adam."""
    remembering = {"momentum": momentum, "nesterov": nesterov, "adam": adam}
    if rule in remembering:
        return remembering[rule](slopes, place, rate, keep)
    return {"gradient": gradient, "adagrad": adagrad, "rmsprop": rmsprop}[rule](slopes, place, rate)


def largest_stable_rate(rule: str, curvature: float, keep: float = 0.9) -> float | None:
    """Return the rate above which a rule moves away from a valley of this curvature.

    None if the rule adapts its rate, or if the ground is so flat that any rate will do.
    """
    factors = {"gradient": 2.0, "momentum": 2 * (1 + keep), "nesterov": 2 * (1 + keep) / (1 + 2 * keep)}
    return factors[rule] / curvature if rule in factors and curvature > _FLAT else None


def newton(
    look: Callable[[Array], LocalLook], place: Array, unit: Array, tolerance: float = 1e-10
) -> Iterator[NewtonMove]:
    """Step to the bottom of the parabola that fits best here, or less far where that does not help.

    The linear system is solved by least squares, so a flat direction is left alone. A step that is not followed by a
    fall is made again inside a narrower circle, which turns it towards the gradient; the circle widens again when
    things go well. The last, tiny step is taken as well. unit is a typical length along each coordinate: with these
    the circle is round, and the curvature at most about 1.
    """
    here, radius = look(place), math.inf
    while True:
        negligible = tolerance * (1 + abs(here.value))
        bowl = _Bowl.under(here.hessian * unit * unit[:, None], here.gradient * unit, negligible)
        for _ in range(_MOST_TRIES):
            step, promise = bowl.step(radius)
            there = look(place - step * unit)
            fall, length = here.value - there.value, math.sqrt(step @ step)
            if fall >= _DECREASE * promise - 1e-14 * abs(here.value):
                break
            radius = min(length / 4, math.hypot(*(place / unit)) or math.inf)
        else:
            return
        full, last = bowl.length <= radius, bowl.promise <= negligible
        radius = max(radius, 4 * length) if fall > 0.75 * promise else radius
        place, here = place - step * unit, there
        yield NewtonMove(place, here.value, fall, step * unit, full, last)
        if last:
            return


@dataclass(frozen=True, eq=False)
class _Bowl:
    """A parabola by its axes: curvatures and slopes along them."""

    axes: Array
    curvatures: Array
    slopes: Array

    @classmethod
    def under(cls, hessian: Array, slope: Array, negligible: float) -> "_Bowl":
        """Return the parabola of a slope and curvature, without slopes that are only noise along flat directions."""
        curvatures, axes = np.linalg.eigh(hessian)
        least = max(1e-13 * float(np.abs(curvatures).max()), 1e-18)
        flat = np.abs(curvatures) <= least
        curvatures = np.maximum(np.abs(curvatures), least)
        slopes = axes.T @ slope
        return cls(axes, curvatures, np.where(flat & (slopes**2 < 1e-3 * negligible * curvatures), 0.0, slopes))

    @cached_property
    def promise(self) -> float:
        """Twice the fall from here to the bottom."""
        return float(self.slopes @ (self.slopes / self.curvatures))

    @cached_property
    def length(self) -> float:
        """The way from here to the bottom."""
        full = self.slopes / self.curvatures
        return math.sqrt(full @ full)

    def step(self, radius: float) -> tuple[Array, float]:
        """Return the step to the lowest place inside a circle (to be subtracted), and the fall it promises."""
        damping = self._damping(radius) if self.length > radius else 0.0
        along = self.slopes / (self.curvatures + damping)
        return self.axes @ along, float(along @ (self.slopes - 0.5 * self.curvatures * along))

    def _damping(self, radius: float) -> float:
        """Return what must be added to all curvatures for a step as long as the radius."""
        low, high = 0.0, float(np.linalg.norm(self.slopes)) / radius
        for _ in range(60):
            middle = 0.5 * (low + high) if low else high * 1e-3 if high else 0.0
            longer = np.linalg.norm(self.slopes / (self.curvatures + middle)) > radius
            low, high = (middle, high) if longer else (low, middle)
            if high - low <= 0.05 * high:
                break
        return high
