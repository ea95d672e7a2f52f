"""k-means: centres and the points nearest to them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.restarts import best_run
from mlexplorer.algorithms.neighbours import lloyd
from mlexplorer.algorithms.neighbours.cells import cells
from mlexplorer.algorithms.neighbours.lloyd import Clustering
from mlexplorer.core.arrays import Array, Labels, frozen
from mlexplorer.core.capabilities import (
    HasCentres,
    HasLandscape,
    HasPointWorking,
    HasReasons,
    HasRegions,
    Landscape,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import DrawsStart, Knob, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, numbered, pair, tex, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region
from mlexplorer.core.source import LARGEST_SEED, stream

STARTS = ("plusplus", "farthest", "points", "labels", "given")
START_TITLES = ("k-means++", "Farthest points", "Random points", "Random labels", "Given")
TABLE = 200_000  # numbers of a landscape worked on together


@dataclass(frozen=True, eq=False, kw_only=True)
class CentresStep(HasCentres, HasRegions, HasLandscape, HasPointWorking, HasReasons):
    """Centres and the points that belong to them; the score of a cluster is minus the squared distance."""

    data: Dataset
    now: Clustering
    origin: str = ""  # where the centres came from

    @property
    def centres(self) -> Array:
        """The centres."""
        return self.now.centres

    @cached_property
    def assignments(self) -> Labels:
        """The cluster of each training row."""
        return self.now.assignments(self.data.points)

    @cached_property
    def classes(self) -> Labels:
        """The clusters by number."""
        return np.arange(len(self.centres))

    def scores(self, points: Array) -> Array:
        """Return minus the squared distances from the centres."""
        return -lloyd.squares(points, self.centres).T

    def field(self, grid: Grid) -> Array:
        """Return minus the squared distances on a grid: a sum over the axes."""
        across, along = grid.xs - self.centres[:, :1], grid.ys - self.centres[:, 1:]
        planes = -(along * along)[:, :, None] - (across * across)[:, None, :]
        return np.moveaxis(planes, 0, -1)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cell of each centre."""
        return cells(self.centres, self.classes)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return minus the squared distance from each centre, side by side."""
        return tuple(_reason(cluster, centre, point) for cluster, centre in enumerate(self.centres))

    @property
    def loss(self) -> float:
        """The sum of the squared distances of all points from their centres, after a move those they had before."""
        return self.now.loss

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The farthest move of a centre."""
        return {"farthest move": self.now.shift}

    @cached_property
    def note(self) -> str:
        """What happened in this step."""
        if not self.iteration:
            return f"{self.origin}: each point joins the nearest centre; sum of squares {text(self.loss)}."
        if self.now.phase == "move":
            return self._move_note()
        if self.now.finished and not self.now.changed:
            end = f"sum of squares {text(self.loss)}"
            return f"No point changes its cluster: finished after {counted(self.iteration, 'iteration')}, {end}."
        if self.now.finished:
            return f"Stopped after {counted(self.iteration, 'iteration')}; {self._changes()}."
        return f"Each point joins the nearest centre: {self._changes()}; sum of squares {text(self.loss)}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Size, centre and sum of squares of each cluster."""
        sizes = np.bincount(self.assignments, minlength=len(self.centres))
        lines = [
            f"cluster {cluster}: {counted(int(size), 'point')}, centre {pair(centre)}, sum of squares {text(total)}"
            for cluster, (size, centre, total) in enumerate(zip(sizes, self.centres, self._sums, strict=True))
        ]
        return (*lines, f"together {text(float(self._sums.sum()), 4)}")

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return how far a training row is from each centre, which it joins, and how much it counts in the mean."""
        point, own = self.data.points[row], int(self.assignments[row])
        squares = lloyd.squares(point[None], self.centres)[:, 0]
        away = [
            f"cluster {cluster}: squared distance from {pair(centre)} is {text(float(square))}"
            for cluster, (centre, square) in enumerate(zip(self.centres, squares, strict=True))
        ]
        size = int(np.count_nonzero(self.assignments == own))
        return (*away, f"it belongs to cluster {own} and counts 1/{size} in the mean of its points")

    @cached_property
    def equation(self) -> str:
        """The sum of squares."""
        inner = r"\sum_{i \in C_k} |\mathbf{x}_i - \mathbf{c}_k|^2"
        return rf"J = \sum_{{k=0}}^{{{len(self.centres) - 1}}} {inner} = {tex(float(self._sums.sum()), 4)}"

    @cached_property
    def notice(self) -> Notice | None:
        """Clusters without points."""
        sizes = np.bincount(self.assignments, minlength=len(self.centres))
        empty, different = int(np.count_nonzero(sizes == 0)), len(np.unique(self.data.points, axis=0))
        if not empty:
            return None
        if different < len(self.centres):
            sentence = f"There are only {different} different points: {counted(empty, 'cluster')} cannot have any."
            return Notice(sentence, Remedy(f"Use k = {different}", {"k": different}))
        sentence = f"{counted(empty, 'cluster').capitalize()} lost all points: the next move puts the centre"
        return Notice(f"{sentence} at the point farthest from all others.")

    def landscape(self, data: Dataset) -> Landscape:
        """Return the sum of squares over the coordinates of the centres."""
        count = len(self.centres)
        names = tuple(f"{numbered('c', cluster)} {axis}" for cluster in range(count) for axis in data.names)
        return Landscape(
            names,
            self.centres.ravel(),
            lambda places: _losses(data.points, places.reshape(len(places), count, 2)),
            lambda place: _at(data, place.reshape(count, 2)),
            lambda place: _gradient(data.points, place.reshape(count, 2)).ravel(),
            "Sum of squares",
        )

    @cached_property
    def _sums(self) -> Array:
        """The sum of squares of each cluster."""
        away = self.data.points - self.centres[self.assignments]
        return np.bincount(self.assignments, (away * away).sum(axis=1), len(self.centres)).astype(np.float64)

    def _changes(self) -> str:
        return f"{counted(self.now.changed, 'point')} {'changes' if self.now.changed == 1 else 'change'} cluster"

    def _move_note(self) -> str:
        if self.now.reseeded:
            names = ", ".join(str(cluster) for cluster in self.now.reseeded)
            which = f"cluster {names} was" if len(self.now.reseeded) == 1 else f"clusters {names} were"
            return f"Each centre moves to the mean of its points; {which} empty and starts anew at the farthest point."
        far = f"the farthest by {text(self.now.shift)}"
        return f"Each centre moves to the mean of its points, {far}; sum of squares {text(self.loss)}."


@dataclass(frozen=True)
class KMeans(DrawsStart):
    """Divides the points among k centres, each the mean of the points nearest to it.

    Loss: Σᵢ ‖xᵢ − c(i)‖² with the present assignments (a sum, not a mean): moving lowers it, and assigning lowers it to
    Σᵢ minₖ ‖xᵢ − cₖ‖², the landscape. Iteration 0 is the start with its assignments; every later one is two
    steps: "move" (each centre to the mean of its points), then "assign" (each point to its nearest centre, the first
    of equally near ones). It ends when no point changes. A cluster without points is put at the point farthest from
    all centres. Starts: plusplus draws points with a chance ∝ squared distance from those drawn; farthest takes any
    point, then always the farthest; points takes any k; labels deals the points out at random and takes the means;
    given uses the centres of the start, filled up with farthest points (the first point if there are none). Of several
    runs the one with the least loss is shown, the first if equal.
    A start that was drawn and kept is begun with. Scores are −‖x − cₖ‖².
    """

    title = "k-means"
    task = "cluster"
    family = "Clusters"
    watch = (
        "Assigning and moving alternate until nothing changes; the sum of squares falls each time, not always to "
        "the lowest. New starts end elsewhere, and long or uneven clusters are cut where no gap is."
    )

    drawn_by = ("k", "start", "restarts", "seed")

    k: int = param(3, "Clusters k", "How many centres there are", low=1, high=9)
    start: str = param("plusplus", "Start", "Where the centres begin", choices=STARTS, titles=START_TITLES)
    restarts: int = param(
        1,
        "Runs",
        "How often it is tried from another start: the best run is shown",
        low=1,
        high=50,
        scale="log",
        shown_when=("start", STARTS[:-1]),
    )
    seed: int = param(
        0, "Seed", "Another seed draws another start", low=0, high=LARGEST_SEED, shown_when=("start", STARTS[:-1])
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return the number of centres."""
        return (Knob("k", tuple(range(1, 10))),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the steps of the best run."""
        if start is not None and start.size != 2 * self.k and self.start != "given":
            start = None  # that of another k
        if self.start == "given" or start is not None or self.restarts == 1:
            yield from self._told(data, lloyd.run(data.points, self._start(data, start, 0)))
            return
        runs = (lloyd.run(data.points, self._start(data, start, attempt)) for attempt in range(self.restarts))
        number, states = yield from best_run(runs, lambda state: state.loss)
        yield from self._told(data, states, f"Run {number}, the best of {self.restarts}, starts")

    def drawn(self, first: Step) -> Array:
        """Return the centres of the start."""
        assert isinstance(first, CentresStep)
        return first.centres.ravel()

    def _start(self, data: Dataset, start: Start | None, attempt: int) -> Array:
        if self.start == "given" or start is not None:
            return lloyd.given(data.points, start, self.k)
        return lloyd.start(self.start, data.points, self.k, stream(self.seed, attempt))

    def _told(self, data: Dataset, states: Iterable[Clustering], origin: str = "The start") -> Iterator[Step]:
        for state in states:
            state.centres.flags.writeable = False
            yield CentresStep(iteration=state.iteration, phase=state.phase, data=data, now=state, origin=origin)


def _reason(cluster: int, centre: Array, point: Array) -> Reason:
    across, along = float(point[0] - centre[0]), float(point[1] - centre[1])
    terms = (
        Term(f"−({text(across)})² along x₁", -across * across),
        Term(f"−({text(along)})² along x₂", -along * along),
    )
    distance = f"distance {text(float(np.hypot(across, along)))} from centre {pair(centre)}"
    return Reason(f"cluster {cluster}", terms, -across * across - along * along, distance)


def _at(data: Dataset, centres: Array) -> CentresStep:
    """Return the step with these centres."""
    places: Array = frozen(centres)  # type: ignore[assignment] # frozen keeps their kind
    state = Clustering(places, lloyd.nearest(lloyd.squares(data.points, centres))[1])
    return CentresStep(data=data, now=state, origin="Centres placed by hand", phase="assign")


def _losses(points: Array, centres: Array) -> Array:
    """Return the loss for each of many sets of centres, (m, k, 2)."""
    result = np.empty(len(centres))
    height = max(1, TABLE // max(1, len(points)))
    for first in range(0, len(centres), height):
        best = np.full((len(centres[first : first + height]), len(points)), np.inf)
        for cluster in range(centres.shape[1]):
            np.minimum(best, lloyd.squares(points, centres[first : first + height, cluster]), out=best)
        result[first : first + height] = best.sum(axis=1)
    return result


def _gradient(points: Array, centres: Array) -> Array:
    """Return 2·Σ (cₖ − xᵢ) over the points nearest to each centre."""
    labels = lloyd.squares(points, centres).argmin(axis=0)
    sizes = np.bincount(labels, minlength=len(centres))
    sums = np.stack([np.bincount(labels, axis, len(centres)) for axis in points.T], axis=1)
    return 2 * (sizes[:, None] * centres - sums)
