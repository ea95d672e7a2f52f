"""Where the units of a network change sign on the plane: straight lines in the first layer, curves in the others."""

from collections.abc import Iterator

import numpy as np

from mlexplorer.algorithms.lines.straight import foot
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasNetwork
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.clipping import clipped
from mlexplorer.marks.contours import joined, level_line
from mlexplorer.marks.marks import Line, Mark, Text
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 128  # along the longer side, to find the curve of a unit
FADED = 0.75  # opacity of the lines of all units


def unit_at(step: HasNetwork, node: int) -> tuple[int, int] | None:
    """Return the layer, 0 for the inputs, and the number in it that the node of a view stands for.

    Nodes count the units of all layers, then the weights of the landscape: those stand for the unit they lead to.
    """
    counts = [len(names) for names in step.units]
    edge = node - sum(counts)
    if edge < 0:
        for layer, count in enumerate(counts):
            if node < count:
                return layer, node
            node -= count
    for layer, matrix in enumerate(step.layers, 1):
        if edge < matrix.size:
            return layer, edge // matrix.shape[1]
        edge -= matrix.size
    return None


def lines(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the line of each hidden unit of the first layer."""
    step = snapshot.step
    if not isinstance(step, HasNetwork):
        return ()
    found = [path for path in (_straight(row, snapshot) for row in step.layers[0]) if len(path)]
    return (Line(joined(found), "ahead", FADED),) if found else ()


def lit(snapshot: Snapshot, node: int | None) -> tuple[Mark, ...]:
    """Return where the unit that is pointed at changes sign, with its name."""
    step = snapshot.step
    unit = unit_at(step, node) if isinstance(step, HasNetwork) and node is not None else None
    if unit is None or unit[0] == 0 or not isinstance(step, HasNetwork):
        return ()
    path = _path(step, *unit, snapshot)
    if not len(path):
        return ()
    name = step.units[unit[0]][unit[1]]
    half = f"{name} = ½" if step.bend == "logistic" and unit[0] < len(step.layers) else f"{name} = 0"
    seen = path[np.isfinite(path).all(axis=1)]
    place = 0.8 * seen[0] + 0.2 * seen[-1] if len(seen) == 2 else seen[len(seen) // 5]
    return (Line(path, "without"), Text(place, half, anchor=(0.0, 0.0), offset=(8.0, 6.0), plate=True))


def _path(step: HasNetwork, layer: int, unit: int, snapshot: Snapshot) -> Array:
    row = step.layers[layer - 1][unit]
    if layer == 1:
        return _straight(row, snapshot)
    grid = snapshot.frame.grid(PLACES)
    sums = step.activations(grid.points)[layer - 1] @ row[:-1] + row[-1]
    return level_line(grid, sums.reshape(grid.rows, grid.columns), 0.0, pixel(snapshot) * 0.2)


def _straight(row: Array, snapshot: Snapshot) -> Array:
    """Return the line on which weights (w1, w2, offset) add up to 0, as far as it is in view."""
    length = float(np.hypot(*row[:2]))
    if not length:
        return np.empty((0, 2))
    left, right, bottom, top = snapshot.frame.bounds
    middle = np.array([left + right, bottom + top]) / 2
    from_middle = np.array([row[0], row[1], -row[2] - row[:2] @ middle])
    way = np.hypot(right - left, top - bottom) * np.array([-row[1], row[0]]) / length
    nearest = middle + foot(from_middle)
    return clipped(np.stack([nearest - way, nearest + way]), snapshot.frame.bounds)


def named_units(step: HasNetwork) -> Iterator[tuple[int, int, str]]:
    """Yield the layer, the number in it and the name of every unit, in the order of nodes."""
    for layer, names in enumerate(step.units):
        yield from ((layer, number, name) for number, name in enumerate(names))


LAYERS = (
    LayerKind(
        "units",
        "Units",
        "Where each hidden unit of the first layer changes sign",
        "",
        has(HasNetwork),
        lines,
        order=120,
    ),
)
