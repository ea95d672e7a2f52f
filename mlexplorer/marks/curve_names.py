"""Names of curves, each written on its own where the others leave most room."""

from collections.abc import Mapping

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.marks import Mark, Text

CANDIDATES = 40  # places of a curve where its name could stand
FAR = 9.0  # sides away: where a curve without rivals is kept from
SIDE, RIM, NEAREST = 0.14, 0.06, 0.07  # of a side: room for half a name, to the rim, and to another name
NOWHERE = np.empty((0, 2))
LEVEL = np.array([1.0, 0.0])  # the way along which names stand, so that their lines keep off them


def curve_names(curves: Mapping[str, Array], bounds: Bounds, lines: Array = NOWHERE) -> list[Mark]:
    """Return the name of each curve at a place of it; none where it would stand on another name.

    Names keep away from the other curves, and from places of other lines.
    """
    left, right, bottom, top = bounds
    corner, size = np.array([left, bottom]), np.array([right - left, top - bottom])
    shares = {name: (curve - corner) / size for name, curve in curves.items()}
    taken = np.empty((0, 2))
    marks: list[Mark] = []
    for name, share in shares.items():
        inside = share[(np.abs(share - 0.5) < [0.5 - SIDE, 0.5 - RIM]).all(axis=1)]
        inside = inside[:: len(inside) // CANDIDATES + 1]
        inside = inside[~(np.abs(inside[:, None] - taken) < [2 * SIDE, NEAREST]).all(axis=2).any(axis=1)]
        if not len(inside):
            continue
        rivals = [other for rival, other in shares.items() if rival != name]
        others = np.concatenate([np.full((1, 2), -FAR), (lines - corner) / size, *rivals])
        room = np.linalg.norm((inside[:, None] - others) / [2.0, 1.0], axis=2).min(axis=1)  # names are wide
        best = int(room.argmax())
        marks.append(Text(corner + inside[best] * size, name, "text", way=LEVEL))
        taken = np.concatenate([taken, inside[best][None]])
    return marks
