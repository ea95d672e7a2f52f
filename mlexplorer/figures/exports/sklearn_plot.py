"""The second half of a script without this package: the figure, drawn with matplotlib."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve, HasDensity, HasMerges, HasScores
from mlexplorer.marks import palette
from mlexplorer.pipeline.frame import is_locked, looked_at
from mlexplorer.pipeline.snapshot import Snapshot

MARKERS = {
    "circle": "o",
    "triangle": "^",
    "lozenge": "d",
    "cross": "X",
    "square": "s",
    "bar": "_",
    "triangle_down": "v",
    "plus": "P",
    "hourglass": "2",
}


def plot_lines(snapshot: Snapshot, target: str) -> list[str]:
    """Return the lines that draw regions or a curve, the boundary and the points."""
    left, right, bottom, top = snapshot.frame.bounds
    tall = 85 * min(max(snapshot.frame.height / snapshot.frame.width, 0.5), 1.2)  # millimetres
    inner = [
        "import matplotlib.pyplot as plt",
        "",
        f'figure, plane = plt.subplots(figsize=(85 / 25.4, {tall:.0f} / 25.4), layout="constrained")',
        *_background(snapshot),
        *_points(snapshot),
        'close = {"fontsize": 7.5, "handletextpad": 0.1, "columnspacing": 1.0}',
        f"plane.set(xlim=({left!r}, {right!r}), ylim=({bottom!r}, {top!r}))",
        *(['plane.set_aspect("equal")'] if is_locked(snapshot.frame.bounds, looked_at(snapshot.session).units) else []),
        f"plane.set(xlabel={snapshot.data.names[0]!r}, ylabel={snapshot.data.names[1]!r})",
        'plane.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False, **close)',
        f"figure.savefig({target!r})",
    ]
    return ['if __name__ == "__main__":', *(f"    {line}".rstrip() for line in inner)]


def _background(snapshot: Snapshot) -> list[str]:
    left, right, bottom, top = snapshot.frame.bounds
    if isinstance(snapshot.step, HasCurve):
        return [
            f"xs = np.linspace({left!r}, {right!r}, 400)",
            'plane.plot(xs, predict(xs), color="black", linewidth=1.25)',
        ]
    places = f"np.meshgrid(np.linspace({left!r}, {right!r}, 400), np.linspace({bottom!r}, {top!r}, 400))"
    if isinstance(snapshot.step, HasDensity) and not isinstance(snapshot.step, HasScores):
        return [
            f"xs, ys = {places}",
            "heights = predict(np.column_stack([xs.ravel(), ys.ravel()])).reshape(xs.shape)",
            'plane.contour(xs, ys, heights, levels=10, colors="gray", linewidths=0.6)',
        ]
    if not isinstance(snapshot.step, HasScores):
        return []
    theme = palette.theme("print")
    tints = [theme.style(label).tint for label in range(int(max(snapshot.step.classes)) + 1)]
    return [
        f"xs, ys = {places}",
        "regions = predict(np.column_stack([xs.ravel(), ys.ravel()])).reshape(xs.shape)",
        f"edges = np.arange({len(tints) + 1}) - 0.5",
        f"plane.contourf(xs, ys, regions, levels=edges, colors={tints!r})",
        'plane.contour(xs, ys, regions, levels=edges[1:-1], colors="black", linewidths=1.25)',
    ]


def _points(snapshot: Snapshot) -> list[str]:
    """Return the lines that draw the points, coloured by class, or by cluster where the model looks for clusters."""
    theme, step = palette.theme("print"), snapshot.step
    labels: list[int] | None = None
    scored = isinstance(step, HasScores)
    if isinstance(step, HasScores) and snapshot.run.model.task == "cluster":
        labels = np.asarray(step.classes).tolist()
    elif isinstance(step, HasMerges):
        labels = list(range(len(step.order) - step.joins))
    names = snapshot.data.class_names
    styles = {
        label: (
            MARKERS[theme.style(label).shape],
            theme.style(label).mark,
            f"Cluster {label}" if labels else names[label],
        )
        for label in labels or snapshot.data.classes.tolist()
    }
    lines = [
        f"styles = {styles!r}",
        *(["labels = predict(points)  # points take the colour of their cluster"] if labels and scored else []),
        "for label, (marker, colour, name) in styles.items():",
        "    x, y = points[labels == label].T",
        "    plane.scatter(x, y, s=14, marker=marker, color=colour, label=name)",
    ]
    if snapshot.data.held_out.any():
        lines += [
            "    x, y = points[(labels == label) & held].T",
            '    plane.scatter(x, y, s=4, marker=marker, color="white")  # test points are hollow',
        ]
    return lines
