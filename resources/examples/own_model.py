"""A model of your own: one class with a generator of steps; scikit-learn's estimators need only be wrapped."""

# %% What a step inherits is what it can show: scores are enough for regions, boundaries and judging
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import mlexplorer as mlx
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.params import param


@dataclass(frozen=True, eq=False, kw_only=True)
class NearestMeanStep(HasScores):
    """The means of the classes so far."""

    classes: Labels
    means: Array

    def scores(self, points: Array) -> Array:
        """Return minus the distance to each mean."""
        return -np.linalg.norm(points[:, None] - self.means, axis=2)


@dataclass(frozen=True)
class NearestMean(Model):
    """Puts every place into the class whose mean is nearest; the means walk from the middle to their places."""

    title = "Nearest mean"
    family = "Neighbours"
    steps: int = param(5, "Steps", "In how many steps the means walk", low=1, high=100)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield a step for each part of the way."""
        middle = data.points.mean(axis=0) if start is None else start
        means = np.stack([data.points[data.labels == label].mean(axis=0) for label in data.classes])
        for number in range(self.steps + 1):
            here = middle + (means - middle) * number / self.steps
            yield NearestMeanStep(iteration=number, classes=data.classes, means=here)


# %% It is fitted, drawn and judged like any other
data = mlx.make("blobs", classes=3, count=90)
step = mlx.fit(NearestMean(), data, steps=3)
print(mlx.judge(step, data))
mlx.figure(data, step, "nearest_mean.svg")

# %% An estimator of scikit-learn, if it is installed
try:
    from sklearn.svm import SVC
except ImportError:
    print("scikit-learn is not installed")
else:
    wrapped = mlx.fit(mlx.wrap(SVC(C=3)), data)
    print(mlx.judge(wrapped, data))
    mlx.figure(data, wrapped, "svc.svg")
