"""Ways downhill, as generators of places: gradient descent and its kin, and Newton's method.

A slope is a function from a place to the gradient there. The rules take an iterable of slopes, one for each step: the
same one again and again for the whole data, another for each batch. They yield the place after each step and end with
the slopes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mlexplorer.core.arrays import Array

Slope = Callable[[Array], Array]
_TINY = 1e-8  # keeps a division by a vanishing gradient finite
_DECREASE = 1e-4  # the share of the promised decrease a step must keep (Armijo)
_MOST_HALVINGS = 30


class Look(Protocol):
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
    """One step of Newton's method: the place it leads to, the value there, and the share of the full step taken."""

    place: Array
    value: float
    share: float
    step: Array  # the full step
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
    """Return the rate above which a rule moves away from a valley of this curvature; None if it adapts its rate."""
    factors = {"gradient": 2.0, "momentum": 2 * (1 + keep), "nesterov": 2 * (1 + keep) / (1 + 2 * keep)}
    return factors[rule] / curvature if rule in factors and curvature > 0 else None


def newton(look: Callable[[Array], Look], place: Array, tolerance: float = 1e-10) -> Iterator[NewtonMove]:
    """Step to the bottom of the parabola that fits best here, by half as far until the value falls enough.

    The linear system is solved by least squares, so a flat direction is left alone. The last, tiny step is taken as
    well. Where the parabola misleads altogether (all curvature gone) a careful step against the gradient is made.
    """
    here = look(place)
    while True:
        slope = here.gradient
        step = _least_squares(here.hessian, slope)
        decrease = float(slope @ step)
        share, there = _shortened(look, place, here.value, step, decrease)
        if there is None:
            step, share, there = _careful(look, place, here.value, slope)
        if there is None:
            return
        last = decrease <= tolerance * (1 + abs(here.value))
        place, here = place - share * step, there
        yield NewtonMove(place, here.value, share, step, last)
        if last:
            return


def _least_squares(matrix: Array, target: Array) -> Array:
    """Return the shortest least-squares solution of a symmetric system."""
    sizes, axes = np.linalg.eigh(matrix)
    kept = sizes > 1e-12 * max(float(sizes[-1]), 1e-300)
    inverse = np.where(kept, 1.0 / np.where(kept, sizes, 1.0), 0.0)
    return axes @ (inverse * (axes.T @ target))


def _shortened(
    look: Callable[[Array], Look], place: Array, value: float, step: Array, decrease: float
) -> tuple[float, Look | None]:
    """Return the largest share 1, ½, ¼ … of a step that lowers the value enough, and what is seen there."""
    share = 1.0
    with np.errstate(over="ignore", invalid="ignore"):  # a far place whose value is no number is just too far
        for _ in range(_MOST_HALVINGS):
            there = look(place - share * step)
            if there.value <= value - _DECREASE * share * decrease + 1e-14 * abs(value):
                return share, there
            share /= 2
    return share, None


def _careful(
    look: Callable[[Array], Look], place: Array, value: float, slope: Array
) -> tuple[Array, float, Look | None]:
    """Return a step against the gradient that lowers the value, starting with one of length 1."""
    step = slope / max(float(np.linalg.norm(slope)), 1e-300)
    share, there = _shortened(look, place, value, step, float(slope @ step))
    return step, share, there
