"""What happens to a tree in words and numbers: a split, a cut, and their arithmetic."""

from mlexplorer.algorithms.trees.pruning import Link
from mlexplorer.algorithms.trees.splits import RATIO, TIE, gain_ratio
from mlexplorer.algorithms.trees.tree_plan import Plan
from mlexplorer.core.numbers import counted, text

NAMES = {"gini": "Gini impurity", "entropy": "entropy", "error": "share of errors", RATIO: "entropy"}
FORMULAS = {"gini": "1 − Σp²", "entropy": "−Σ p·log₂p", "error": "1 − max p", RATIO: "−Σ p·log₂p"}


def split_note(plan: Plan, title: str, node: int) -> str:
    """Return what the split of a node does."""
    grown = plan.grown
    left, drop = int(grown.left[node]), float(grown.drop[node] / grown.weight[node])
    before = float(grown.impurity[node])
    parts = f"{text(grown.weight[node])} points into {text(grown.weight[left])} and {text(grown.weight[left + 1])}"
    change = (
        f"the {NAMES[grown.criterion]} falls from {text(before)} to {text(before - drop)}"
        if drop > TIE
        else f"the {NAMES[grown.criterion]} stays {text(before)} for now"
    )
    return f"{title}, {plan.test(node)}, divides {parts}; {change}."


def cut_note(plan: Plan, number: int, price: float) -> str:
    """Return why a branch is cut: the number of the cut counts from 1."""
    link = plan.links[number - 1]
    return (
        f"Cut {number}: the branch below {plan.test(link.node)} saves {text(link.price)} for each leaf, "
        f"not more than the price {text(price)}; {leaves(link.leaves)} left."
    )


def split_working(plan: Plan, node: int) -> tuple[str, ...]:
    """Return the gain of the split of a node with its numbers."""
    grown = plan.grown
    left, right = int(grown.left[node]), int(grown.left[node]) + 1
    parts = " + ".join(f"{text(grown.weight[child])}·{text(grown.impurity[child])}" for child in (left, right))
    weight = float(grown.weight[node])
    ratio = gain_ratio(grown.counts[[left, right]])
    more = (f"gain ratio = gain / entropy of the two sizes = {text(ratio)}",) if grown.criterion == RATIO else ()
    return (
        f"Q = {FORMULAS[grown.criterion]}",
        node_working(plan, "node", node),
        node_working(plan, "left", left),
        node_working(plan, "right", right),
        f"gain = {text(grown.impurity[node])} − ({parts})/{text(weight)} = {text(float(grown.drop[node]) / weight)}",
        *more,
    )


def node_working(plan: Plan, title: str, node: int) -> str:
    """Return what is in a node."""
    grown = plan.grown
    counts = " : ".join(text(count) for count in grown.counts[node])
    return f"{title}: n = {text(grown.weight[node])}, counts {counts}, Q = {text(grown.impurity[node])}"


def cut_working(plan: Plan, link: Link, price: float) -> tuple[str, ...]:
    """Return the price of a branch that was cut, with its numbers."""
    grown = plan.grown
    if plan.by_errors:
        wrong = float(grown.weight[link.node] - grown.counts[link.node].max())
        return (
            f"errors of the node as a leaf: {text(wrong)}",
            f"price = (errors of the node − errors of its leaves)/(leaves − 1) = {text(link.price)} ≤ {text(price)}",
            f"after the cut: {leaves(link.leaves)}, {text(link.impurity)} errors",
        )
    alone = float(grown.weight[link.node] * grown.impurity[link.node] / grown.weight[0])
    return (
        f"R(node) = (n/N)·Q = {text(alone)}",
        f"price = (R(node) − R(branch))/(leaves − 1) = {text(link.price)} ≤ {text(price)}",
        f"after the cut: {leaves(link.leaves)}, Σ (n/N)·Q = {text(link.impurity)}",
    )


def leaves(count: int) -> str:
    """Return how many leaves there are, in words."""
    return counted(count, "leaf", "leaves")
