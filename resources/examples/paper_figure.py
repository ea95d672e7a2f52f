"""A figure for a paper: the width of its column, its letters, its caption, and a file that can be opened again."""

# %% The fit
import mlexplorer as mlx

data = mlx.make("moons", count=150, noise=0.25, seed=3).hold_out(0.3, seed=0)
step = mlx.fit("svm", data, kernel="rbf", cost=3, gamma=1.5)

# %% As wide as a column, in grey with hatches for print
mlx.figure(data, step, "boundary.pdf", width="85mm", theme="print_grey")

# %% Two views side by side over both columns, with letters (a) and (b)
tree = mlx.fit("tree", data, depth=3)
mlx.figure(data, tree, "tree.pdf", width="170mm", view="plane+structure", letters=7.0)

# %% The same plane for several values of a parameter
session = mlx.as_session(data, step)
mlx.figure(session, "costs.pdf", width="170mm", vary="cost=0.1,3,100")

# %% Only some layers, and a caption below
mlx.figure(data, step, "plain.svg", layers="training,boundary", caption=True)

# %% The file holds the session: the window and mlx.load open it again
again = mlx.load("boundary.pdf")
print(again)
