"""A lecture as a book of scenes, built in Python: one file that the window opens."""

# %% The same points, ever more flexible
import mlexplorer as mlx

data = mlx.make("moons", count=120, noise=0.3, seed=4).hold_out(0.3)
scenes = {}
for k in (1, 5, 25):
    scenes[f"{k} neighbours"] = mlx.as_session(data, mlx.fit("knn", data, k=k))

# %% A moment of a fit is a scene too
steps = mlx.trace("perceptron", data, rate=1)
scenes["The first mistake"] = mlx.as_session(data, steps[1])
scenes["Where it ends"] = mlx.as_session(data, steps[-1])

# %% One file for the lecture; mlx.show(scenes["5 neighbours"]) would open a window with one of them
mlx.book(scenes, "neighbours.mlx.json")

# %% And a film of the fit for the slides
mlx.film(scenes["Where it ends"], "perceptron.gif", width=480, height=360, most=12)
