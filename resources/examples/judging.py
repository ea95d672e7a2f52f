"""Judging: how good is a fit, on which points, and how sure that is."""

# %% A third of each class is held out; no model learns from it
import numpy as np

import mlexplorer as mlx

data = mlx.make("moons", count=300, noise=0.35, seed=1).hold_out(1 / 3)
step = mlx.fit("logistic", data, degree=3)

# %% Right on the training points, and right on the test points
on_training, on_test = mlx.judge(step, data, on="training"), mlx.judge(step, data, on="test")
print(on_training, on_test, sep="\n")
print("95 % interval of the accuracy:", on_test.interval)
print(on_test.confusion)

# %% Another threshold finds more of class 1, at the price of false alarms
eager = mlx.judge(step, data, threshold=0.2)
print(eager)

# %% All thresholds at once
scores = step.scores(data.testing.points)
curve = mlx.roc(scores[:, 1] - scores[:, 0], data.testing.labels)
print(curve)

# %% Clusters are compared with classes
clusters = mlx.fit("kmeans", data, k=2)
print("adjusted Rand index:", mlx.adjusted_rand(data.labels, clusters.predict(data.points)))

# %% Which points does the boundary hang on?
found = mlx.study("influence", "logistic", data.part(np.arange(40)), degree=1)
print(found)
