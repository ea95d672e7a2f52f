"""Slow motion: the beats between two steps, at which plots dwell on what the coming step already knows.

A beat is a place between two whole ones. The fit is still that of the step before; the marks of the beat and its
sentence tell what the coming step looks at, weighs and chooses. Steps are asked for what they can, never by name.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import NO_ROWS, Array, Labels
from mlexplorer.core.capabilities import (
    HasBags,
    HasFocus,
    HasModels,
    HasNetwork,
    HasPointWeights,
    HasProbabilities,
    HasResiduals,
    HasRounds,
    HasRows,
    HasScores,
    HasThresholds,
    HasTree,
    Node,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.trace import Trace

SLOW, ROUNDS = "slow motion", "whole rounds"  # the names of switches in View.switches
LOOK, WEIGHTS, LEARNER, CANDIDATES, BEST = "look", "weights", "learner", "candidates", "best"
FORWARD, BACK = "forward", "back"
MOST_TOLD = 6  # units of a layer whose numbers are told


@dataclass(frozen=True)
class Beat:
    """One thing to dwell on: whether a coming step has it to tell, and the sentence, from the training points."""

    name: str
    tells: Callable[[Step, Step], bool]  # the step before, the coming one
    words: Callable[[Step, Step, Dataset], str]


@dataclass(frozen=True, eq=False)
class Moment:
    """What is dwelt on, on the way from one step to the next."""

    beat: Beat
    before: Step
    coming: Step

    def words(self, training: Dataset) -> str:
        """Return the sentence of the beat."""
        return self.beat.words(self.before, self.coming, training)


def rows_of(step: Step | None) -> Labels:
    """Return the training rows a step was made for; none if it looked at all."""
    if isinstance(step, HasFocus):
        return step.focus
    return step.rows if isinstance(step, HasRows) and step.rows is not None else NO_ROWS


def new_question(before: Step, coming: Step) -> Node | None:
    """Return the node of the coming tree that is still a leaf before."""
    if not isinstance(before, HasTree) or not isinstance(coming, HasTree) or len(coming.tree) <= len(before.tree):
        return None
    leaves = {node.box for node in before.tree if node.feature < 0}
    return next((node for node in coming.tree if node.feature >= 0 and node.box in leaves), None)


def beats(before: Step, coming: Step) -> tuple[Beat, ...]:
    """Return what there is to dwell on between two steps that follow each other."""
    return tuple(beat for beat in BEATS if beat.tells(before, coming))


def moment(trace: Trace, place: float | None) -> Moment | None:
    """Return the beat at a place of a trace; none at a whole step, and none where steps in between were not kept."""
    index = -1 if place is None else bisect_right(trace.numbers, place) - 1
    if place is None or not 0 <= index < len(trace) - 1 or trace.numbers[index + 1] != trace.numbers[index] + 1:
        return None
    before, coming = trace.steps[index], trace.steps[index + 1]
    found = beats(before, coming)
    number = math.floor((place - trace.numbers[index]) * (len(found) + 1) + 1e-9)
    return Moment(found[number - 1], before, coming) if number > 0 else None


def has_phases(trace: Trace) -> bool:
    """Return whether iterations of a trace are made of several steps."""
    return len(trace) > 2 and bool(trace.steps[1].phase) and trace.steps[1].phase != trace.steps[2].phase


def has_slow_motion(trace: Trace) -> bool:
    """Return whether there is more to see between the steps of a trace."""
    return any(beats(*pair) for pair in list(zip(trace.steps, trace.steps[1:], strict=False))[:3])


def walked(trace: Trace, slow: bool, stretch: Trace | None = None, rounds: bool = False) -> Sequence[float]:
    """Return the places to walk through: every step, in slow motion with its beats, by rounds the last of each.

    Of a trace with gaps every step is walked too; beats are known along the stretch around the present one.
    """
    if slow:
        return _slowly(trace, trace if stretch is None else stretch)
    if not trace.is_whole:
        return range(trace.total)
    if not rounds or not has_phases(trace):
        return trace.numbers
    numbers = [step.iteration for step in trace.steps]
    ends = [index for index, number in enumerate(numbers) if index + 1 == len(numbers) or numbers[index + 1] != number]
    return [trace.numbers[index] for index in ends]


@lru_cache(maxsize=1)
def _slowly(trace: Trace, stretch: Trace) -> tuple[float, ...]:
    places: list[float] = []
    for before, coming, start, end in zip(
        stretch.steps, stretch.steps[1:], stretch.numbers, stretch.numbers[1:], strict=False
    ):
        count = len(beats(before, coming)) if end == start + 1 else 0
        places += [start + number / (count + 1) for number in range(1, count + 1)]
    return tuple(sorted([*range(trace.total), *places]))


def _tells_look(before: Step, coming: Step) -> bool:
    del before
    return len(rows_of(coming)) > 0


def _look_words(before: Step, coming: Step, training: Dataset) -> str:
    rows = rows_of(coming)
    if len(rows) > 1:
        return f"Next it looks at {len(rows)} points."
    row = int(rows[0])
    point = f"point {training.numbers[row]} ({training.class_names[training.labels[row]]})"
    if not isinstance(before, HasScores):
        return f"Next it looks at {point}."
    said = training.class_names[int(before.predict(training.points[row : row + 1])[0])]
    right = said == training.class_names[training.labels[row]]
    return f"Next it looks at {point}, and takes it for {said}: that is {'right' if right else 'wrong'}."


def _tells_units(before: Step, coming: Step) -> bool:
    return isinstance(before, HasNetwork) and len(rows_of(coming)) == 1


def _forward_words(before: Step, coming: Step, training: Dataset) -> str:
    """Return what every layer says of the point that comes next, and what was wanted."""
    assert isinstance(before, HasNetwork)
    row = int(rows_of(coming)[0])
    said = before.activations(training.points[[row]])
    told = [_told(names, part[0]) for names, part in list(zip(before.units, said, strict=True))[1:]]
    chance = ""
    if isinstance(before, HasProbabilities):
        column = list(before.classes).index(training.labels[row])
        chance = f" p(own class) = {text(float(before.probabilities(training.points[[row]])[0, column]))}, 1 is wanted."
    return f"Forward: {'; '.join(told)}.{chance}"


def _back_words(before: Step, coming: Step, training: Dataset) -> str:
    """Return the errors that go back through the layers, and the largest change of a weight they make."""
    assert isinstance(before, HasNetwork)
    errors = before.errors(int(rows_of(coming)[0]))
    told = [f"Δ of {_told(names, part)}" for names, part in list(zip(before.units[1:], errors, strict=True))[::-1]]
    del training
    return f"Back: {'; '.join(told)}. Each weight changes by −rate·Δ·input."


def _told(names: tuple[str, ...], values: Array) -> str:
    parts = [f"{name} = {text(float(value))}" for name, value in zip(names[:MOST_TOLD], values, strict=False)]
    return ", ".join([*parts, "…"] if len(names) > MOST_TOLD else parts)


def _tells_weights(before: Step, coming: Step) -> bool:
    if not isinstance(before, HasPointWeights) or not isinstance(coming, HasPointWeights):
        return False
    return not np.array_equal(before.point_weights, coming.point_weights)


def _weight_words(before: Step, coming: Step, training: Dataset) -> str:
    assert isinstance(before, HasPointWeights)
    assert isinstance(coming, HasPointWeights)
    if isinstance(coming, HasBags):
        drawn = int((coming.point_weights > 0).sum())
        return f"A new sample: {drawn} of {counted(len(training), 'point')} are in it, large ones several times."
    ratio = coming.point_weights / before.point_weights
    heavier = ratio > 1
    return (
        f"New weights: {counted(int(heavier.sum()), 'point')} that the last learner got wrong now "
        f"{'weighs' if heavier.sum() == 1 else 'weigh'} {text(float(ratio.max()))} times as much, "
        f"the others {text(float(ratio.min()))} times."
    )


def _tells_learner(before: Step, coming: Step) -> bool:
    return isinstance(before, HasRounds) and isinstance(coming, HasRounds) and len(coming.ballots) > len(before.ballots)


def _learner_words(before: Step, coming: Step, training: Dataset) -> str:
    del before, training
    assert isinstance(coming, HasRounds)
    ballot = coming.ballots[-1]
    if isinstance(coming, HasBags):
        left = f"it is wrong on {text(100 * ballot.error)} % of the points left out"
        return f"Member {len(coming.ballots)} learns from this sample: “{ballot.words}”; {left}."
    if isinstance(coming, HasModels):
        alone = f"alone it gets {text(100 * ballot.error)} % of the points wrong"
        return f"Next to join the vote: {ballot.words}; {alone}."
    if isinstance(coming, HasResiduals):
        return f"Round {len(coming.ballots)}: the tree nearest to the residuals is “{ballot.words}”."
    wrong = f"it is wrong on {text(100 * ballot.error)} % of the weight"
    return f"Round {len(coming.ballots)}: the best learner for these weights is “{ballot.words}”; {wrong}."


def _tells_question(before: Step, coming: Step) -> bool:
    walks = isinstance(coming, HasThresholds)  # then the steps themselves go through the cuts
    return not walks and new_question(before, coming) is not None


def _candidate_words(before: Step, coming: Step, training: Dataset) -> str:
    node = new_question(before, coming)
    assert node is not None
    inside = training.points[node.inside(training.points)]
    counts = [len(np.unique(inside[:, feature])) - 1 for feature in (0, 1)]
    ways = " and ".join(f"{count} on {name}" for count, name in zip(counts, training.names, strict=True))
    return f"The next box, {counted(len(inside), 'point')}, can be cut in {sum(counts)} ways: {ways}."


def _best_words(before: Step, coming: Step, training: Dataset) -> str:
    node = new_question(before, coming)
    assert node is not None
    cut = f"{training.names[node.feature]} ≤ {text(node.threshold)}"
    return f"The best of them is {cut}, with the gain {text(node.gain)}."


BEATS: tuple[Beat, ...] = (
    Beat(LOOK, _tells_look, _look_words),
    Beat(FORWARD, _tells_units, _forward_words),
    Beat(BACK, _tells_units, _back_words),
    Beat(WEIGHTS, _tells_weights, _weight_words),
    Beat(LEARNER, _tells_learner, _learner_words),
    Beat(CANDIDATES, _tells_question, _candidate_words),
    Beat(BEST, _tells_question, _best_words),
)
