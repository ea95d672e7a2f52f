"""Lloyd's algorithm: assign each point to its nearest centre, move each centre to the mean of its points, repeat."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels

MOST_ITERATIONS = 300
MANY = 1000  # points


@dataclass(frozen=True, eq=False)
class Clustering:
    """One moment: centres, and what happened last.

    Assignments are not kept: those of a long fit to many points would fill the memory. loss is the sum of squared
    distances with the present assignments: after a move those from before it, so that both phases lower it; changed
    counts the points that changed their cluster, shift is the farthest move of a centre in this iteration, reseeded
    lists the empty clusters that were put at a far point.
    """

    centres: Array
    loss: float
    iteration: int = 0
    phase: str = "assign"
    changed: int = 0
    shift: float = 0.0
    reseeded: tuple[int, ...] = ()
    before: Array | None = None  # the centres of the iteration before
    finished: bool = False

    def assignments(self, points: Array) -> Labels:
        """Return the cluster of each point: the nearest centre, in phase "move" the nearest before the move."""
        centres = self.before if self.phase == "move" and self.before is not None else self.centres
        return nearest(squares(points, centres))[0]


def squares(points: Array, centres: Array) -> Array:
    """Return the (k, n) squared distances of points from centres."""
    across, along = centres[:, :1] - points[:, 0], centres[:, 1:] - points[:, 1]
    across *= across
    along *= along
    across += along
    return across


def nearest(gaps: Array) -> tuple[Labels, float]:
    """Return the first of the nearest centres of each point, from (k, n) squared distances, and their sum."""
    best = gaps.min(axis=0)
    total = float(best.sum())
    if gaps.shape[1] < MANY:
        return gaps.argmin(axis=0), total
    seen, labels = np.zeros(len(best), dtype=bool), np.zeros(len(best), dtype=np.int8)
    for row in gaps[:-1]:  # counts the centres before the nearest: for many points three times faster than argmin
        seen |= row == best
        labels += ~seen
    return labels.astype(np.intp), total


def run(points: Array, start: Array) -> Iterator[Clustering]:
    """Yield the start with its assignments, then for each iteration a move and an assignment, until none changes."""
    points = np.asfortranarray(points)  # coordinates side by side
    before, loss = nearest(squares(points, start))
    state = Clustering(start, loss)
    yield state
    while not state.finished:
        members = _members(before, len(state.centres))
        centres, reseeded = _means(points, state.centres, members)
        gaps = squares(points, centres)
        labels, loss = nearest(gaps)
        moving = max(float(np.vdot(members, gaps)), loss)  # the assignments from before are never nearer
        number, shift = state.iteration + 1, float(np.hypot(*(centres - state.centres).T).max())
        yield Clustering(centres, moving, number, "move", shift=shift, reseeded=reseeded, before=state.centres)
        changed = int(np.count_nonzero(labels != before))
        over = (not changed and not reseeded) or number >= MOST_ITERATIONS
        state = Clustering(centres, loss, number, changed=changed, shift=shift, finished=over)
        before = labels
        yield state


def moved(points: Array, centres: Array, assignments: Labels) -> tuple[Array, tuple[int, ...]]:
    """Return the means of the clusters, and which were empty and put at the point farthest from all centres.

    An empty cluster stays where it is if every point has a centre upon it already.
    """
    return _means(points, centres, _members(assignments, len(centres)))


def _members(assignments: Labels, count: int) -> Array:
    """Return 1 for the cluster of each point and 0 for the others, as (k, n)."""
    return (assignments == np.arange(count)[:, None]).astype(np.float64)


def _means(points: Array, centres: Array, members: Array) -> tuple[Array, tuple[int, ...]]:
    sizes = members.sum(axis=1)
    sums = members @ points
    if sizes.all():
        return sums / sizes[:, None], ()
    after = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], centres)
    reseeded: list[int] = []
    for cluster in np.flatnonzero(sizes == 0):
        others = np.delete(after, np.setdiff1d(np.flatnonzero(sizes == 0), reseeded), axis=0)
        gaps = squares(points, others).min(axis=0)
        if gaps.max() > 0:
            after[cluster] = points[gaps.argmax()]
            reseeded.append(int(cluster))
    return after, tuple(reseeded)


def start(way: str, points: Array, count: int, random: np.random.Generator) -> Array:
    """Return centres to begin with: "plusplus", "farthest", "points" or "labels" (see the model kmeans)."""
    match way:
        case "plusplus":
            return _drawn(points, count, random)
        case "farthest":
            return filled(points, points[[random.integers(len(points))]], count)
        case "points":
            return filled(points, points[random.permutation(len(points))[:count]], count)
        case _:
            labels = random.integers(0, count, len(points))
            return moved(points, np.repeat(points[:1], count, axis=0), labels)[0]


def given(points: Array, start: Array | None, count: int) -> Array:
    """Return the centres of a given start, flat or (k, 2), cut or filled up to so many."""
    return filled(points, np.empty((0, 2)) if start is None else start.reshape(-1, 2), count)


def filled(points: Array, centres: Array, count: int) -> Array:
    """Return centres, cut or filled up to so many; each new one is the point farthest from those before."""
    centres = np.array(centres[:count], dtype=np.float64)
    while len(centres) < count:
        farthest = squares(points, centres).min(axis=0).argmax() if len(centres) else 0
        centres = np.concatenate([centres, points[[farthest]]])
    return centres


def _drawn(points: Array, count: int, random: np.random.Generator) -> Array:
    """Return points drawn one after the other with a chance that grows with the squared distance from those before."""
    centres = points[[random.integers(len(points))]]
    while len(centres) < count:
        sums = np.cumsum(squares(points, centres).min(axis=0))
        chosen = np.searchsorted(sums, random.random() * sums[-1], side="right")
        centres = np.concatenate([centres, points[[min(int(chosen), len(points) - 1)]]])
    return centres
