"""First steps: points, a model, its steps, and what it says elsewhere. Cells begin with # %%."""

# %% Points of your own: rows of two numbers, and a label of any kind for each
import mlexplorer as mlx

points = [[1.0, 2.1], [1.4, 1.8], [0.8, 1.2], [2.9, 0.7], [3.3, 1.1], [2.6, 0.2], [3.1, 1.9]]
labels = ["cat", "cat", "cat", "dog", "dog", "dog", "dog"]
data = mlx.data(points, labels)
print(data)  # the codes and the names they stand for; in a notebook, data alone is a picture

# %% Points of a source, by name; `mlexplorer datasets` lists all
moons = mlx.make("moons", count=200, noise=0.3, seed=0)

# %% A model, by name; `mlexplorer models` lists all
step = mlx.fit("svm", moons, kernel="rbf", cost=1, gamma=2)
print(step)

# %% What it says at other places: codes, whose names are in data.class_names
print(mlx.decide(step, [[0.0, 0.5], [1.0, -0.5]]))

# %% Every step of a fit, the start included
steps = mlx.trace("perceptron", data, rate=1)
print(f"{len(steps)} steps, the last one: {steps[-1].note}")

# %% A picture of any of them
mlx.figure(data, steps[-1], "perceptron.svg", width="85mm")
