"""A tree as a diagram that grows to the right: leaves in rows, each split halfway between its two branches."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, Node
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import shortened, text
from mlexplorer.core.transforms import bare_name
from mlexplorer.marks.marks import Layer, Line, Mark, Points, Text

BAR = 0.5  # length of the bar of classes, in columns
TURN = (1 + BAR) / 2  # where the branches of a node part, in columns from it
LEAST = 0.02  # of the width: room at the right of a tree without words
HIGHEST, ROOT_ROW, ROW = 2.2, 0.8, 0.25  # of a column: a tree at most, a tree without leaves, and each leaf
THICK = 3.2  # of a bar, times the width of a curve
MANY, VERY_MANY = 6, 20  # leaves from which on a question or its figure, then all words, are left out
DEEP = 3  # levels beyond which thresholds have two digits, and names are as short as can be
WIDTH, LETTER = 300.0, 7.0  # design pixels of the picture in a narrow window, and of a letter
LONGEST, SHORT = 9, 5  # letters of a name, and in a deep tree
COUNTS, IMPURITY, GAIN, LEVEL, ADDED = "counts", "impurity", "gain", "level", "added"  # figures; only leaves add
PAIR = 2  # classes
NEAR = 0.5  # of a row or column: how near to a node one must point


@dataclass(frozen=True, eq=False)
class Diagram:
    """Where each node stands, and the rectangle that holds them all."""

    tree: tuple[Node, ...]
    places: Array
    leaves: int
    figure: str = COUNTS  # what is written beside each node
    names: tuple[str, str] = Dataset.names  # of the features

    @property
    def bounds(self) -> Bounds:
        """The rectangle, with room for the words at the right."""
        deepest = float(self.places[:, 0].max())
        longest = max(len(self.words(node)) for node in self.tree if node.feature < 0)
        share = (LETTER * longest + 12) / WIDTH if self.leaves <= VERY_MANY else LEAST
        before = (self._first * (deepest + BAR) - TURN) / (1 - share - self._first)  # it ends where its branches begin
        left = -max(0.12, before)
        return (left, left + (deepest + BAR - left) / (1 - share), -0.75, self.leaves - 0.25)

    @property
    def _first(self) -> float:
        """What the first question takes of the width."""
        has_words = self.tree[0].feature >= 0 and self.leaves <= VERY_MANY
        return (LETTER * len(self.question(0)) + 12) / WIDTH if has_words else 0.0

    @property
    def root_end(self) -> float:
        """Where the first question ends: with its bar, or where its branches begin if it is longer than that."""
        left, right, *_ = self.bounds
        return BAR if self._first * (right - left) <= BAR - left else TURN - 0.04

    @property
    def height(self) -> float:
        """The share of a column that the rows of leaves like to have."""
        return min(HIGHEST, ROOT_ROW + ROW * self.leaves)

    def question(self, index: int) -> str:
        """Return what a node asks."""
        node, is_deep = self.tree[index], self.places[:, 0].max() > DEEP
        name = bare_name(self.names[node.feature])
        name = _initials(name) if is_deep else shortened(name, LONGEST)
        return f"{name} ≤ {text(node.threshold, 2 if is_deep else 3)}"

    def words(self, node: Node) -> str:
        """Return the figure of a node in words."""
        if self.figure == LEVEL or (self.figure == ADDED and node.feature < 0):
            return text(node.level)
        if self.figure == IMPURITY:
            return text(node.impurity, 2)
        if self.figure in {GAIN, ADDED}:
            return text(node.gain, 2) if node.feature >= 0 and self.figure == GAIN else ""
        if node.feature >= 0 and len(node.counts) > PAIR:
            return text(sum(node.counts))  # a column has no room for more beside its branches
        return " : ".join(text(count) for count in node.counts)

    def nearest(self, x: float, y: float) -> int | None:
        """Return the node at a place, if one is near."""
        gaps = np.abs(self.places - np.array([x - BAR / 2, y]))
        node = int((gaps[:, 0] + gaps[:, 1]).argmin())
        return node if (gaps[node] <= NEAR).all() else None

    def above(self, node: int | None) -> list[int]:
        """Return the nodes from the root to a node, that one included."""
        parents = {child: index for index, one in enumerate(self.tree) for child in (one.left, one.right)}
        path = [] if node is None or node >= len(self.tree) else [node]
        while path and path[-1] in parents:
            path.append(parents[path[-1]])
        return path[::-1]


def diagram(tree: tuple[Node, ...], figure: str = COUNTS, names: tuple[str, str] = Dataset.names) -> Diagram:
    """Return where the nodes of a tree stand: the yes branch above the no branch."""
    heights = np.zeros(len(tree))
    leaves = [index for index in _in_order(tree) if tree[index].feature < 0]
    heights[leaves] = np.arange(len(leaves))[::-1]
    for index in reversed(range(len(tree))):  # children come after their parent
        if tree[index].feature >= 0:
            heights[index] = (heights[tree[index].left] + heights[tree[index].right]) / 2
    return Diagram(tree, np.c_[[float(node.depth) for node in tree], heights], len(leaves), figure, names)


def layers(drawing: Diagram, labels: list[int], lit: int | None) -> tuple[Layer, ...]:
    """Return the branches, the bars of the classes and the words; the way to a lit node stands out."""
    path = drawing.above(lit)
    branches: list[Mark] = [_branch(drawing, index, index in path) for index in range(1, len(drawing.tree))]
    branches.sort(key=lambda mark: isinstance(mark, Line) and mark.role == "box")
    bars = [mark for index in range(len(drawing.tree)) for mark in _bar(drawing, index, labels)]
    words = [mark for index in range(len(drawing.tree)) for mark in _words(drawing, index)]
    here = [Points(drawing.places[path[-1:]], "boundary", 0, "dot")] if path else []
    return (Layer("branches", tuple(branches)), Layer("bars", tuple(bars)), Layer("words", (*words, *here)))


def _initials(name: str) -> str:
    """Return the first letters of several words, p.l. for petal length; a single word is cut."""
    words = name.split()
    has_words = len(words) > 1 and all(word.isalpha() for word in words)
    return "".join(f"{word[0]}." for word in words) if has_words else shortened(name, SHORT)


def _in_order(tree: tuple[Node, ...]) -> list[int]:
    """Return the nodes as one reads them: a node before its yes branch, and that before its no branch."""
    order, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        order.append(index)
        if tree[index].feature >= 0:
            waiting += [tree[index].right, tree[index].left]
    return order


def _branch(drawing: Diagram, child: int, lit: bool) -> Line:
    parent = next(index for index, node in enumerate(drawing.tree) if child in (node.left, node.right))
    start, end = drawing.places[parent], drawing.places[child]
    middle = start[0] + TURN
    path = [[start[0] + BAR, start[1]], [middle, start[1]], [middle, end[1]], end]
    return Line(np.array(path), "box" if lit else "cursor")


def _bar(drawing: Diagram, index: int, labels: list[int]) -> list[Mark]:
    """Return the shares of the classes, one after the other."""
    counts = np.array(drawing.tree[index].counts)
    ends = np.concatenate([[0.0], np.cumsum(counts)]) / max(float(counts.sum()), 1e-300) * BAR
    x, y = drawing.places[index]
    return [
        Line(np.array([[x + start, y], [x + end, y]]), f"bar {label}", width=THICK)
        for label, start, end in zip(labels, ends[:-1], ends[1:], strict=False)
        if end > start
    ]


def _words(drawing: Diagram, index: int) -> list[Mark]:
    node, place = drawing.tree[index], drawing.places[index]
    marks: list[Mark] = []
    if drawing.leaves > VERY_MANY:
        return marks
    figure = drawing.words(node)
    if node.feature < 0:
        end = place + np.array([BAR, 0.0])
        return [Text(end, figure, "muted", (0.0, 0.5), (8.0, 0.0))] if figure else []
    start = place + np.array([BAR if index else drawing.root_end, 0.0])  # words end where their own branches begin
    is_above = index == 0 or any(index == other.left for other in drawing.tree)  # away from the branch that leads here
    above, below = ((1.0, 0.0), (0.0, 7.0)), ((1.0, 1.0), (0.0, -7.0))
    is_full = drawing.leaves > MANY  # of words: one of the two has to do
    said = figure if is_full and drawing.figure not in {COUNTS, LEVEL, ADDED} else drawing.question(index)
    marks.append(Text(start, said, "text", *(above if is_above else below)))
    if figure and not is_full:
        marks.append(Text(start, figure, "muted", *(below if is_above else above)))
    return marks
