"""Traces: the ends are never lost, the number of kept steps is bounded."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from mlexplorer.core.memory import STEPS as MOST_STEPS
from mlexplorer.core.model import Step, Stretch
from mlexplorer.core.trace import Trace, Tracer


@dataclass(frozen=True, eq=False, kw_only=True)
class Counted(Step):
    """A step that is only a number."""


def traced(count, most=MOST_STEPS):
    tracer = Tracer(most)
    kept = []
    for number in range(count):
        tracer.add(Counted(iteration=number))
        kept.append(len(tracer.kept))
    return tracer.trace(finished=True), max(kept, default=0)


@pytest.mark.parametrize("count", [1, 2, MOST_STEPS, MOST_STEPS + 1, 10_007, 100_000])
def test_long_traces_are_thinned_but_keep_their_ends(count):
    trace, largest = traced(count)
    assert trace.total == count
    assert largest <= MOST_STEPS + 1
    assert len(trace) <= MOST_STEPS + 2
    assert len(trace) >= min(count, MOST_STEPS // 2)
    assert trace.steps[0].iteration == 0
    assert trace.last.iteration == count - 1
    assert [step.iteration for step in trace] == list(trace.numbers)
    gaps = [after - before for before, after in zip(trace.numbers, trace.numbers[1:], strict=False)]
    assert len(set(gaps[:-1])) <= 1


def test_a_place_between_two_kept_steps_shows_the_earlier_one():
    trace, _ = traced(100, most=10)
    stride = trace.numbers[1]
    assert stride > 1
    assert trace.at(stride + 1) is trace.steps[1]
    assert trace.at(None) is trace.at(10**9) is trace.last
    assert trace.at(0) is trace.at(-3) is trace.steps[0]


def test_nothing_yet():
    assert len(Tracer().trace()) == 0
    assert Trace().total == 0


@pytest.mark.parametrize("sizes", [(3, 1, 7), (40, 25), (1,), (200,)])
@pytest.mark.parametrize("most", [4, 20])
def test_stretches_are_kept_as_their_steps_would_be_and_made_when_looked_at(sizes, most):
    made = []

    def make(begin, place):
        made.append(begin + place)
        return Counted(iteration=begin + place)

    one, other = Tracer(most), Tracer(most)
    for begin, size in zip(np.cumsum([0, *sizes]), sizes, strict=False):
        one.add_stretch(Stretch(size, partial(make, int(begin))))
        for number in range(begin, begin + size):
            other.add(Counted(iteration=int(number)))
    assert len(made) == len(sizes), "the last of each alone"
    found, expected = one.trace(), other.trace()
    assert (found.numbers, found.total) == (expected.numbers, expected.total)
    assert [step.iteration for step in found] == [step.iteration for step in expected]
    assert found.last is one.last
