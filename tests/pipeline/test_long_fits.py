"""Fits that take long: they show what they have meanwhile, and let go within a moment when something else is wanted."""

import time

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import specs
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session
from tests.slowness import slowness, unit

FRAME = Frame((-3.0, 3.0, -3.0, 3.0), 600, 600)
MANY, LIMIT, BUDGET = 100_000, 0.1, 0.6  # points; seconds of a turn, and of a case
NAMES = ("perceptron", "logistic", "gmm", "kmeans", "surface", "network", "forest", "gradient_boosting", "hierarchical",
         "vote")  # fmt: skip
FEW = ("perceptron", "gmm", "forest")  # of many points in a normal run
LENGTHS = ("steps", "rounds", "epochs", "members", "restarts")
CASES = [
    *(pytest.param(name, MANY, id=f"{name} of many points", marks=() if name in FEW else pytest.mark.long)
      for name in NAMES),
    *(pytest.param(name, 2000, id=f"{name} of many steps", marks=() if name == "network" else pytest.mark.long)
      for name in NAMES),
]  # fmt: skip


@pytest.fixture(scope="module")
def crowd():
    data = registry.source("moons")(count=5000, noise=0.3).make()
    random = np.random.default_rng(0)
    points = np.concatenate([data.points + random.normal(0, 0.05, data.points.shape) for _ in range(MANY // 5000)])
    return Dataset(points, np.tile(data.labels, MANY // 5000))


def longest(name):
    """Return a model with as many steps as it can be asked for."""
    kind = registry.model(name)
    return kind().with_values({spec.name: spec.high for spec in specs(kind) if spec.name in LENGTHS and spec.high})


@pytest.mark.parametrize(("name", "count"), CASES)
def test_a_long_fit_shows_pictures_meanwhile_and_lets_go_at_once(crowd, name, count):
    import scipy.cluster.hierarchy
    import scipy.linalg
    import scipy.spatial  # noqa: F401  imported once in a lifetime: no turn of a fit

    source = registry.source("moons")(count=2000, noise=0.3)
    model = registry.model(name)() if count == MANY else longest(name)
    session = Session(Document(source, (Run(model),)))
    session = session.with_points(crowd) if count == MANY else session
    turns, units, found, end = [], [], [], time.process_time() + BUDGET
    for item in timed(Pipeline().snapshots(session, FRAME), turns):
        found += [] if item is None else [item]
        units += [unit()] if len(turns) % 8 == 1 else []
        if time.process_time() > end:
            break
    assert max(turns) < LIMIT * slowness(units)
    shown = [item for item in found if item.step is not None or item.problem is not None]
    assert shown or not found[-1].finished
    assert len(found) > 1 or found[-1].finished


def timed(steps, turns):
    """Yield what steps do, and note the processor time of each turn."""
    while True:
        begun = time.thread_time()
        try:
            item = next(steps)
        except StopIteration:
            return
        finally:
            turns.append(time.thread_time() - begun)
        yield item
