"""People who are ill or healthy and whose test says so or not."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import MOST_POINTS, Source, given

TRUTHS = {"four": "truth (below healthy, above ill)", "two": "(only to see them apart)"}
MARGIN = 0.1  # what stays free on each side of a box of side 1
NARROW = 0.25  # the width of one of two boxes: where a person stands in it must hardly matter to a model
SPREAD = (0.7548776662466927, 0.5698402909980532)  # multiples of these modulo 1 fill a square evenly


@dataclass(frozen=True)
class Screening(Source):
    """A medical test in four boxes: where few are ill, most positive tests are false alarms."""

    title = "Screening test"
    family = "Patterns"
    people: int = param(
        1000, "People", "How many are tested; more people keep the first ones", low=10, high=MOST_POINTS, scale="log"
    )
    prior: float = param(0.1, "Share of the ill", "Which part of all people is ill", low=0.001, high=0.999, unit="%")
    sensitivity: float = param(
        0.9, "Sensitivity", "Which part of the ill has a positive test", low=0.0, high=1.0, unit="%"
    )
    false_alarm: float = param(
        0.05, "False alarms", "Which part of the healthy has a positive test", low=0.0, high=1.0, unit="%"
    )
    boxes: str = param(
        "four",
        "Boxes",
        "Four boxes also show the truth along x₂; in two a model can go by the test alone",
        choices=tuple(TRUTHS),
        titles=("Test and truth", "Test alone"),
    )

    @property
    def posterior(self) -> float:
        """The chance of being ill after a positive test, by Bayes' rule; nan if no test is ever positive."""
        found, alarms = self.prior * self.sensitivity, (1 - self.prior) * self.false_alarm
        return found / (found + alarms) if found + alarms else float("nan")

    def make(self) -> Dataset:
        """Return people left of 0 with a negative test, right of 0 with a positive one, and perhaps the ill above 0."""
        ill = _every(self.people, self.prior)
        positive = np.empty(self.people, dtype=bool)
        positive[ill] = _every(int(ill.sum()), self.sensitivity)
        positive[~ill] = _every(int((~ill).sum()), self.false_alarm)
        axes = ("test (left negative, right positive)", TRUTHS[self.boxes])
        return given(self._places(positive, ill), ill, axes, ("Healthy", "Ill"))

    def _places(self, positive: Mask, ill: Mask) -> Array:
        """Return a place for each person in one of four square boxes, or of two narrow ones as high as two of them."""
        if self.boxes == "four":
            return np.column_stack([positive, ill]) - 1.0 + _inside(2 * positive + ill)
        columns = np.column_stack([positive - 0.5 - NARROW / 2, np.full(self.people, -1.0)])
        return columns + [NARROW, 2] * _inside(positive.astype(np.intp))


def _every(count: int, share: float) -> Mask:
    """Return which of count in a row are of a share, spread evenly: share · n, rounded, of the first n for any n."""
    marks: Mask = np.diff(np.floor(share * np.arange(count + 1) + 0.5)) > 0
    return marks


def _inside(boxes: Labels) -> Array:
    """Return a place in the unit square for each person, so that those of each box fill it evenly."""
    places = np.empty((len(boxes), 2))
    for box in range(4):
        rows = boxes == box
        places[rows] = (0.5 + np.outer(np.arange(rows.sum()), SPREAD)) % 1
    return MARGIN + (1 - 2 * MARGIN) * places
