"""Copy as Python without this package, for votes: every learner with its numbers, and the vote itself."""

import textwrap
from typing import Any

import numpy as np

from mlexplorer.algorithms.ensembles.boosting import Learner, Stump
from mlexplorer.algorithms.ensembles.committee import TreeCommittee
from mlexplorer.algorithms.ensembles.weighted_lines import Lines
from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.ensemble_capabilities import HasCommittee, HasSums

WALK = '''
def walk(places, feature, threshold, left, right, label):
    """Go down a tree: x <= threshold goes left."""
    node = np.zeros(len(places), dtype=int)
    while (feature[node] >= 0).any():
        below = places[np.arange(len(places)), feature[node]] <= threshold[node]
        node = np.where(feature[node] < 0, node, np.where(below, left[node], right[node]))
    return label[node]

'''


def votes(step: Any) -> list[str]:
    """Return the learners of a vote as trees, with what each vote counts, and how the votes are added up."""
    learners = _learners(step)
    if learners and isinstance(learners[0][1], Lines):
        return _lines([(alpha, item.table) for alpha, item in learners if isinstance(item, Lines)], step.classes)
    trees = [(alpha, *_columns(item)) for alpha, item in learners if not isinstance(item, Lines)]
    return [
        WALK,
        "# For each learner: its vote, then its tree as columns: feature, threshold, left, right, class.",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        "learners = [",
        *(f"    {tree!r}," for tree in trees),
        "]",
        "",
        "",
        "def predict(places):",
        "    votes = np.zeros((len(places), len(classes)))",
        "    for alpha, *tree in learners:",
        "        votes[np.arange(len(places)), walk(places, *map(np.array, tree))] += alpha",
        "    return classes[votes.argmax(axis=1)]",
        "",
    ]


def _lines(learners: list[tuple[float, Array]], classes: Labels) -> list[str]:
    """Return learners that are straight lines, with what each vote counts, and their vote."""
    return [
        "# For each learner: its vote, then its lines (w1, w2, t): one for two classes, else one each.",
        f"classes = np.array({np.asarray(classes).tolist()})",
        "learners = [",
        *(f"    ({alpha!r}, {table.tolist()!r})," for alpha, table in learners),
        "]",
        "",
        "",
        "def predict(places):",
        "    votes = np.zeros((len(places), len(classes)))",
        "    for alpha, lines in learners:",
        "        scores = places @ np.array(lines)[:, :2].T - np.array(lines)[:, 2]",
        "        said = (scores[:, 0] > 0).astype(int) if len(lines) == 1 else scores.argmax(axis=1)",
        "        votes[np.arange(len(places)), said] += alpha",
        "    return classes[votes.argmax(axis=1)]",
        "",
    ]


def _learners(step: Any) -> list[tuple[float, Learner]]:
    """Return the weight of each vote and the learner that casts it."""
    if isinstance(step, HasCommittee):
        committee = step.committee
        assert isinstance(committee, TreeCommittee)
        return [(1.0, committee.grown(number, np.empty((0, 2)))) for number in range(step.members)]
    return [(round_.alpha, round_.learner) for round_ in step.rounds]


def _columns(learner: Stump | Grown) -> tuple[list[Any], ...]:
    """Return the columns of a learner of a vote: of a stump or of a grown tree."""
    if isinstance(learner, Stump):
        none = [-1, -1]
        return (
            [learner.feature, *none],
            [learner.threshold, 0.0, 0.0],
            [1, *none],
            [2, *none],
            [0, learner.low, learner.high],
        )
    right = np.where(learner.left < 0, -1, learner.left + 1)
    found = (learner.feature, learner.threshold, learner.left, right, learner.label)
    return tuple(np.asarray(column).tolist() for column in found)


def sums(step: HasSums) -> list[str]:
    """Return sums over trees, each tree with what its leaves add, and the class of the largest sum."""
    trees, grove = [], step.grove
    for number in range(step.trees):
        rows = grove.tree(number)
        left = np.where(grove.left[rows] < 0, -1, grove.left[rows] - rows.start)
        columns = (grove.feature[rows], grove.threshold[rows], left, left + (left >= 0), grove.values[rows, 0])
        trees.append((number % len(step.start), *(column.tolist() for column in columns)))
    return [
        WALK,
        "# For each tree: the sum it belongs to, then its columns: feature, threshold, left, right, what it adds.",
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        f"start = np.array({step.start.tolist()})",
        "trees = [",
        *(f"    {tree!r}," for tree in trees),
        "]",
        "",
        "",
        "def predict(places):",
        "    sums = np.tile(start, (len(places), 1))",
        "    for number, *tree in trees:",
        "        sums[:, number] += walk(places, *map(np.array, tree))",
        "    return classes[(sums[:, 0] > 0).astype(int) if len(start) == 1 else sums.argmax(axis=1)]",
        "",
    ]


def voting_members(step: HasCommittee, bodies: list[list[str]]) -> list[str]:
    """Return members, each a script that defines `predict` from the rows it learned from, and their equal votes."""
    lines = []
    for number, (body, rows) in enumerate(zip(bodies, step.samples, strict=False)):
        lines += [f"def member_{number}(points, labels, training):", textwrap.indent("\n".join(body).strip(), "    ")]
        lines += ["    return predict", "", ""]
        lines += [f"rows = np.flatnonzero(training)[{np.asarray(rows).tolist()}]"]
        lines += [f"one_{number} = member_{number}(points[rows], labels[rows], np.ones(len(rows), bool))", "", ""]
    return [
        *lines,
        f"classes = np.array({np.asarray(step.classes).tolist()})",
        f"members = [{', '.join(f'one_{number}' for number in range(len(bodies)))}]",
        "",
        "",
        "def predict(places):",
        "    votes = sum((member(places)[:, None] == classes).astype(int) for member in members)",
        "    return classes[votes.argmax(axis=1)]",
        "",
    ]
