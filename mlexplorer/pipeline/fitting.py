"""Fitting one run: what is there so far now and then, and only so many steps while something is dragged."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Stretch
from mlexplorer.core.trace import Trace, Tracer
from mlexplorer.session.session import Run

REST = 0.004  # seconds of fitting between two moments at which it may be interrupted
PATIENCE = 0.06  # seconds of fitting after which what is there so far is shown
MOST_PATIENCE = 0.5  # the same if it goes on for long
FEWEST = 10  # steps that are shown in haste: a vote of three is not one of two
HASTE = 0.0025  # seconds of processor time that a fit of many steps gets while something is dragged


@dataclass
class Haste:
    """How many steps of a fit are shown while something is dragged: as many as the first fit of the drag had time for.

    So every picture of the drag is after as many steps, from the same start, and follows from the points alone.
    """

    most: int | None = None  # None: not known yet, or all of them

    def is_enough(self, model: Model, steps: int, begun: float) -> bool:
        """Return whether so many steps are enough for a fit of a model that began at a processor time."""
        if self.most is None and steps >= FEWEST and (spent := time.thread_time() - begun) > HASTE:
            whole = _length(model) if spent > 2 * HASTE else 0  # as when all trees grow together, and then come at once
            self.most = max(steps, int(whole * HASTE / spent))
        return self.most is not None and steps >= self.most

    def shortened(self, model: Model) -> Model:
        """Return a model that makes no more steps, where a parameter says how many there are."""
        if self.most is None or self.most >= _length(model):
            return model
        return model.with_values({model.length: self.most})


def _length(model: Model) -> int:
    """Return how many steps a model asks for, if a parameter of it says so; else 0."""
    return int(model.values()[model.length]) if model.length else 0


def fitted(run: Run, data: Dataset, haste: Haste | None = None) -> Iterator[Trace | None]:
    """Yield what was fitted so far now and then, None where it may be interrupted, and the whole trace.

    In haste it ends with as many steps as are shown then; steps that are known together are shown together.
    """
    tracer, begun, model = Tracer(), time.thread_time(), run.model if haste is None else haste.shortened(run.model)
    told, rested, patience = time.perf_counter(), time.perf_counter(), PATIENCE
    start = None if run.start is None else np.array(run.start)
    for found in model.fit(data, start) if haste is None else model.in_stretches(data, start):
        if found is not None:
            tracer.add_stretch(found) if isinstance(found, Stretch) else tracer.add(found)
            if haste is not None and haste.is_enough(model, tracer.count, begun):
                yield tracer.trace()
                return
        now = time.perf_counter()
        if now - told > patience:
            told = rested = now
            patience = min(2 * patience, MOST_PATIENCE)  # a long fit has better things to do than to be painted
            yield tracer.trace()
        elif now - rested > REST:
            rested = now
            yield None
    yield tracer.trace(finished=True)
