"""Traces: the ends are never lost, the number of kept steps is bounded."""

from dataclasses import dataclass

import pytest

from mlexplorer.core.memory import STEPS as MOST_STEPS
from mlexplorer.core.model import Step
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
