"""A numeric parameter under a hand: which value lies at a place of its slider, and how far a key moves it."""

import math
from dataclasses import dataclass

from mlexplorer.core.params import Spec, Value
from mlexplorer.ui.forms.digits import DIGITS, Number, decimals, is_whole

PER_DECADE = 200  # places of a logarithmic slider: neighbours differ by 1.2 %, so that the third digit changes
FEWEST_PLACES, MOST_PLACES = 100, 2000
FIRST_DECADE = 1e-6  # of the upper limit: where a logarithmic slider that reaches down to zero begins
STEPS = 50  # at least so many presses of a key go from limit to limit on a linear scale


@dataclass(frozen=True)
class Scale:
    """The scale of one numeric parameter."""

    spec: Spec

    @property
    def has_slider(self) -> bool:
        """Whether a slider can run between two limits."""
        return self.spec.low is not None and self.spec.high is not None and self.spec.low < self.spec.high

    @property
    def low(self) -> float:
        """The lower limit, or minus infinity."""
        return -math.inf if self.spec.low is None else self.spec.low

    @property
    def high(self) -> float:
        """The upper limit, or infinity."""
        return math.inf if self.spec.high is None else self.spec.high

    @property
    def places(self) -> int:
        """The last place of the slider; the first is 0."""
        if self._is_log:
            return max(round(PER_DECADE * math.log10(self.high / self._first)), FEWEST_PLACES)
        steps = (self.high - self.low) * 10.0 ** decimals(self.spec)
        return min(max(math.ceil(steps - 1e-6), 1), MOST_PLACES)

    def value(self, place: int) -> Number:
        """Return the value at a place of the slider: the limits exactly, and round numbers between them."""
        if place <= 0 or place >= self.places:
            return self.clamped(self.low if place <= 0 else self.high)
        share = place / self.places
        if self._is_log:
            return self.clamped(float(f"{self._first * (self.high / self._first) ** share:.{DIGITS}g}"))
        return self.clamped(round(self.low + share * (self.high - self.low), decimals(self.spec)))

    def place(self, value: Number) -> int:
        """Return the place of the slider nearest to a value; the ends are kept for the limits."""
        if value <= self.low or value >= self.high:
            return 0 if value <= self.low else self.places
        if self._is_log:
            share = math.log(max(value, self._first) / self._first) / math.log(self.high / self._first)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(max(round(share * self.places), 1), max(self.places - 1, 1))

    def clamped(self, value: Number) -> Number:
        """Return the nearest allowed value."""
        nearest = min(max(value, self.low), self.high)
        return round(nearest) if is_whole(self.spec) else float(nearest) + 0.0  # never −0

    def stepped(self, value: Number, steps: int) -> Number:
        """Return the value some key presses away: whole numbers by one, others by a round step."""
        if is_whole(self.spec):
            return self.clamped(value + steps)
        if self._is_log:
            for _ in range(abs(steps)):
                value = self._log_step(value, steps > 0)
            return self.clamped(value)
        digits = self._step_decimals
        return self.clamped(round(value + steps * 10.0**-digits, digits + 6))

    @property
    def _is_log(self) -> bool:
        return self.spec.scale == "log" and self.has_slider and self.high > 0 and self.low >= 0

    @property
    def _first(self) -> float:
        """The smallest value above zero on a logarithmic slider."""
        return self.low if self.low > 0 else float(f"{self.high * FIRST_DECADE:.{DIGITS}g}")

    @property
    def _step_decimals(self) -> int:
        if not self.has_slider:
            return 1
        digits = -math.floor(math.log10((self.high - self.low) / STEPS))
        return min(digits, 2) if self.spec.unit == "%" else digits

    def _log_step(self, value: Number, is_up: bool) -> Number:
        """Return the next value with another second digit: 1, 1.1, 1.2 … 9.9, 10, 11."""
        if is_up and value < self._first:
            return self._first
        if not is_up and value <= self._first * (1 + 1e-9):
            return self.low
        decade = math.floor(math.log10(value) + (1e-9 if is_up else -1e-9))
        return round(value + (1 if is_up else -1) * 10.0 ** (decade - 1), 1 - decade)


def stepped(spec: Spec, value: Value, steps: int) -> Value:
    """Return the value of any parameter some key presses up or down: the next number, the next choice, on or off."""
    if isinstance(value, bool):
        return steps > 0
    if isinstance(value, str):
        place = spec.choices.index(value) - steps if spec.choices else 0  # the first choice stands at the top
        return spec.choices[min(max(place, 0), len(spec.choices) - 1)] if spec.choices else value
    return Scale(spec).stepped(value, steps)
