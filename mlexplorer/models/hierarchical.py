"""Hierarchical clustering: the two nearest clusters become one, again and again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.hierarchies.joining import LINKAGES, WARD, joined
from mlexplorer.algorithms.hierarchies.moving import moved
from mlexplorer.algorithms.hierarchies.tree import ClusterTree, added_squares, node_means
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasMerges, HasPointWorking
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.model import CanFollow, Start, Step, Stretch
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, pair, tex, text
from mlexplorer.core.params import param

TITLES = ("Nearest points: single", "Farthest points: complete", "Mean distance: average", "Centroids", "Ward")
LISTED = 8  # clusters, members or joins told one by one
FEW = 20  # moved points that are followed one by one
ROUNDING = 1e-9  # of a height: a join that is lower by less is as high
FORMULAS = {
    "single": r"\min_{a \in A, b \in B} |\mathbf{x}_a - \mathbf{x}_b|",
    "complete": r"\max_{a \in A, b \in B} |\mathbf{x}_a - \mathbf{x}_b|",
    "average": r"\frac{1}{|A| |B|} \sum_{a \in A} \sum_{b \in B} |\mathbf{x}_a - \mathbf{x}_b|",
    "centroid": r"|\mathbf{m}_A - \mathbf{m}_B|",
    "ward": r"\frac{|A| |B|}{|A| + |B|} |\mathbf{m}_A - \mathbf{m}_B|^2",
}
AGGLOMERATIVE = """from sklearn.cluster import AgglomerativeClustering

found = AgglomerativeClustering({count}, linkage={linkage!r}).fit_predict(points[training])"""
CENTROID = """from scipy.cluster.hierarchy import linkage

joins = linkage(points[training], "centroid")[:{joins}]
found = np.arange(training.sum())
for number, (one, other) in enumerate(joins[:, :2], len(found)):
    found[(found == one) | (found == other)] = number"""
NUMBERED = """_, first, found = np.unique(found, return_index=True, return_inverse=True)
labels = np.full(len(points), -1)
labels[training] = first.argsort().argsort()[found]  # clusters are numbered by their first points"""


@dataclass(frozen=True, eq=False)
class JoinPlan:
    """What all steps of a fit share: the points, the linkage, all joins, and how many of them are done at the end."""

    data: Dataset
    linkage: str
    tree: ClusterTree
    last: int

    @cached_property
    def squares(self) -> Array:
        """The sum of squares within the clusters after 0, 1, 2 … joins."""
        return np.concatenate([[0.0], np.cumsum(added_squares(self.tree, self.data.points))])

    @cached_property
    def levels(self) -> Array:
        """The heights as they are drawn."""
        return np.sqrt(self.tree.heights) if self.linkage == "ward" else self.tree.heights

    @cached_property
    def ends(self) -> Labels:
        """The cluster each row ends in."""
        return self.tree.assigned(self.last)

    @cached_property
    def turn(self) -> int:
        """The first join that is lower than one before it, −1 if there is none: an inversion."""
        heights = self.tree.heights
        lower = heights[1:] < heights[:-1] * (1 - ROUNDING)
        return int(lower.argmax()) + 1 if lower.any() else -1


@dataclass(frozen=True, eq=False, kw_only=True)
class JoinStep(HasMerges, HasPointWorking):
    """The clusters after some joins; it knows all joins, those to come too."""

    plan: JoinPlan

    @property
    def joins(self) -> int:
        """How many joins are done."""
        return self.iteration

    @property
    def pairs(self) -> Labels:
        """The two nodes of each join."""
        return self.plan.tree.pairs

    @property
    def heights(self) -> Array:
        """The distance of each join."""
        return self.plan.tree.heights

    @property
    def levels(self) -> Array:
        """The heights as they are drawn: distances, or the roots of what the squares grow by."""
        return self.plan.levels

    @property
    def level_name(self) -> str:
        """What the levels are called."""
        return "√ growth of the squares" if self.plan.linkage == "ward" else "distance"

    @property
    def sizes(self) -> Labels:
        """The rows that each join brings together."""
        return self.plan.tree.sizes

    @property
    def order(self) -> Labels:
        """The rows in the order of the leaves."""
        return self.plan.tree.order

    @property
    def clusters(self) -> int:
        """How many clusters there are by now."""
        return self.plan.tree.count - self.joins

    @cached_property
    def assignments(self) -> Labels:
        """The present cluster of each training row."""
        return self.plan.tree.assigned(self.joins)

    @cached_property
    def colours(self) -> Labels:
        """The cluster each row ends in; −1 on the way there while it is alone."""
        if self.joins == self.plan.last:
            return self.plan.ends
        alone = np.bincount(self.assignments)[self.assignments] == 1
        return np.where(alone, UNLABELLED, self.plan.ends)

    def members(self, node: int) -> Labels:
        """Return the rows below a node."""
        return self.plan.tree.members(node)

    def nearest_places(self, join: int) -> Array:
        """Return the places whose distance decides a join."""
        points, (one, other) = self.plan.data.points, self.pairs[join]
        if self.plan.linkage not in ("single", "complete"):
            return node_means(self.plan.tree, points)[[one, other]]
        from scipy.spatial.distance import cdist  # start-up time

        first, second = points[self.members(one)], points[self.members(other)]
        away = cdist(first, second)
        place = away.argmin() if self.plan.linkage == "single" else away.argmax()
        row, column = np.unravel_index(int(place), away.shape)
        return np.stack([first[row], second[column]])

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the clusters that scikit-learn joins; SciPy does where it has no such linkage."""
        found = AGGLOMERATIVE.format(count=self.clusters, linkage=self.plan.linkage)
        return (CENTROID.format(joins=self.joins) if self.plan.linkage == "centroid" else found, NUMBERED)

    @cached_property
    def loss(self) -> float:
        """The sum of the squared distances of all points from the means of their clusters."""
        return float(self.plan.squares[self.joins])

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """How far apart the last two were that were joined, and how many clusters there are."""
        height = float(self.heights[self.joins - 1]) if self.joins else 0.0
        return {"height of the join": height, "clusters": float(self.clusters)}

    @cached_property
    def note(self) -> str:
        """What was joined, and what comes next."""
        if not self.joins:
            return f"Every point is a cluster of its own: {counted(self.clusters, 'cluster')}."
        size, height = int(self.sizes[self.joins - 1]), float(self.heights[self.joins - 1])
        made = f"Join {self.joins} of {len(self.pairs)}: a cluster of {size} points was made at {self._far(height)}"
        left = f"{counted(self.clusters, 'cluster')} {'is' if self.clusters == 1 else 'are'} left"
        if self.joins == len(self.pairs):
            return f"{made}; {left}."
        return f"{made}; {left}, the next two join at {self._far(float(self.heights[self.joins]))}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The two that were joined, with their distance, and the sizes of the clusters."""
        lines: list[str] = []
        if self.joins:
            one, other = (int(node) for node in self.pairs[self.joins - 1])
            lines += [f"A: {self._told(one)}", f"B: {self._told(other)}"]
            lines.append(f"d(A, B) = {text(float(self.heights[self.joins - 1]), 4)}")
        sizes = np.bincount(self.assignments)
        shown = ", ".join(str(size) for size in sizes[: 2 * LISTED])
        return (*lines, f"points in the clusters: {shown}{' …' if len(sizes) > 2 * LISTED else ''}")

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return the joins a training row takes part in, up to the present step."""
        tree, node, lines = self.plan.tree, row, list[str]()
        count = tree.count
        while tree.parents[node] < count + self.joins:
            node = int(tree.parents[node])
            others, far = int(self.sizes[node - count]) - 1, self._far(float(self.heights[node - count]))
            lines.append(f"join {node - count + 1}: with {counted(others, 'other')}, at {far}")
        skipped = [f"{len(lines) - LISTED} joins before these"] if len(lines) > LISTED else []
        return (*skipped, *lines[-LISTED:]) if lines else ("it is still alone",)

    @cached_property
    def equation(self) -> str:
        """The distance of two clusters, with its present value."""
        value = f" = {tex(float(self.heights[self.joins - 1]), 4)}" if self.joins else ""
        return rf"d(A, B) = {FORMULAS[self.plan.linkage]}{value}"

    @cached_property
    def notice(self) -> Notice | None:
        """A join that is lower than the one before."""
        turn = self.plan.turn
        if 0 <= turn < self.joins:
            sentence = f"Join {turn + 1} is lower than the one before: distances of centroids need not grow."
            return Notice(sentence, Remedy("Use average linkage", {"linkage": "average"}))
        return None

    def _told(self, node: int) -> str:
        """Return which points a node has, if they are few, and their mean."""
        rows = np.sort(self.members(node))
        names = ", ".join(str(number) for number in self.plan.data.numbers[rows[:LISTED]])
        mean = pair(self.plan.data.points[rows].mean(axis=0))
        if len(rows) == 1:
            return f"point {names} at {mean}"
        return f"{len(rows)} points ({names}{' …' if len(rows) > LISTED else ''}), mean {mean}"

    def _far(self, height: float) -> str:
        word = "a growth of the squares of" if self.plan.linkage == "ward" else "distance"
        return f"{word} {text(height)}"


@dataclass(frozen=True)
class HierarchicalClustering(CanFollow):
    """Joins the two nearest clusters, again and again, and so grows a tree from the points.

    Every point begins alone; each step joins the two clusters with the least distance, the first of equally near pairs
    (always up to 60 points), until so many are left as asked for. Distances of clusters: single min |a − b|, complete
    max |a − b|, average mean |a − b|, centroid |m_A − m_B|, which may fall from one join to the next, and Ward
    |A||B|/(|A| + |B|)·|m_A − m_B|², what a join adds to the sum of squares. Loss: that sum, for every linkage. Places
    without points belong to no cluster.
    """

    title = "Hierarchical clustering"
    task = "cluster"
    family = "Clusters"
    watch = (
        "Single linkage follows chains and curved shapes and runs across thin bridges; complete linkage and Ward make "
        "round clusters. A long stretch of the tree without a join is a good place for the cut."
    )
    most_points = 2000

    linkage: str = param("average", "Near means", "How far two clusters are apart", choices=LINKAGES, titles=TITLES)
    clusters: int = param(3, "Clusters k", "How many clusters are left: where the tree is cut", low=1, high=30)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield every point alone, then the clusters after each join."""
        for part in self.stretches(data, start):
            yield from part or (None,)

    def stretches(self, data: Dataset, start: Start | None) -> Iterator[Stretch | None]:
        """Yield all joins at once."""
        del start
        yield None
        tree = joined(data.points, self.linkage)
        plan = JoinPlan(data, self.linkage, tree, max(len(data) - self.clusters, 0))
        yield Stretch(plan.last + 1, lambda number: JoinStep(iteration=number, plan=plan))

    def follow(self, data: Dataset, near: Step) -> Step | None:
        """Return the same joins, but for the moved points: each goes to the cluster of the nearest that was not."""
        if not isinstance(near, JoinStep) or len(near.plan.data) != len(data):
            return None
        stays = np.asarray((near.plan.data.points == data.points).all(axis=1))
        rows, others, tree = np.flatnonzero(~stays).tolist(), np.flatnonzero(stays), near.plan.tree
        if len(rows) > FEW or not len(others):
            return None
        for row in rows:
            away = np.hypot(*(data.points[others] - data.points[row]).T)
            height = float(away.min())
            tree = moved(tree, row, int(others[away.argmin()]), height**2 / 2 if self.linkage == WARD else height)
        plan = JoinPlan(data, self.linkage, tree, max(len(data) - self.clusters, 0))
        return JoinStep(iteration=plan.last, plan=plan)
