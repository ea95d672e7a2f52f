"""What AdaBoost tells of its rounds: learners, arithmetic, and how a fit ends."""

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from mlexplorer.algorithms.ensembles.boosting import Learner, Round, Stump, tree_columns
from mlexplorer.algorithms.ensembles.weighted_lines import Lines
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text, text_sum

DEEPEST = 5  # questions in a row that a tree may ask
End: TypeAlias = Literal["", "rounds", "perfect", "chance"]


def told(learner: Learner, data: Dataset, classes: Labels) -> str:
    """Return what a learner says, in words."""
    if isinstance(learner, Grown):
        return f"a tree of {counted(int((learner.feature < 0).sum()), 'leaf', 'leaves')}"
    if isinstance(learner, Lines):
        if len(learner.table) > 1:
            return f"{len(learner.table)} lines"
        first, second, threshold = map(float, learner.table[0])
        rule = text_sum([(first, data.names[0]), (second, data.names[1])])
        return f"“{rule} > {text(threshold)} is {data.class_names[classes[1]]}”"
    low, high = (data.class_names[classes[column]] for column in (learner.low, learner.high))
    test = f"{data.names[learner.feature]} ≤ {text(learner.threshold)}"
    return f"“{test} is {low}, above is {high}”"


def ballot_of(item: Round, data: Dataset, classes: Labels) -> Ballot:
    """Return a round as a line of a list, with what its learner draws on the plane."""
    words, learner = told(item.learner, data, classes).strip("“”"), item.learner
    words = words.replace(", above is ", ", else ").replace(" is ", ": ")
    if isinstance(learner, Stump):
        return Ballot(words, item.error, item.alpha, learner.feature, learner.threshold)
    if isinstance(learner, Lines) and len(learner.table) == 1:
        first, second, threshold = learner.table[0].tolist()
        return Ballot(words, item.error, item.alpha, line=(first, second, threshold))
    return Ballot(words, item.error, item.alpha)


def vote_lines(rounds: Sequence[Round], classes: Labels) -> sklearn_lines.Lines:
    """Return the learners of rounds and their vote as lines of Python."""
    trees = [(item.alpha, *tree_columns(item.learner)) for item in rounds if not isinstance(item.learner, Lines)]
    if trees or not rounds:
        return sklearn_lines.votes(classes, trees)
    return sklearn_lines.line_votes(
        classes, [(item.alpha, item.learner.table) for item in rounds if isinstance(item.learner, Lines)]
    )


def end_note(end: End, wrong: int, count: int) -> str:
    """Return why a fit of so many points ended, and what the vote gets wrong."""
    why = {
        "": "",
        "rounds": "All rounds are done",
        "perfect": f"It makes no mistake, so boosting ends, with ε counted as 1/{2 * count}",
        "chance": "The next learner would be no better than guessing, so boosting ends",
    }[end]
    return f"{why}: the vote gets {wrong or 'none'} of {counted(count, 'point')} wrong."


def guess_notice(rounds: int, learner: str, depth: int) -> Notice:
    """Return that no learner was better than guessing after so many rounds, and which others might be."""
    after = f"After {counted(rounds, 'round')} no"
    if learner != "tree":
        remedy = Remedy("Use trees", {"learner": "tree", "depth": max(2, depth)})
        return Notice(f"{after} straight line is better than guessing.", remedy)
    deeper = Remedy("Use deeper trees", {"depth": depth + 1}) if depth < DEEPEST else None
    return Notice(f"{after} learner of depth {depth} is better than guessing.", deeper)


def round_working(last: Round, norm: float, bound: float, asked: tuple[float, int, int]) -> tuple[str, ...]:
    """Return how a round goes from ε to α, to the new weights, to the bound; asked: rate, classes, points."""
    (error, alpha), (rate, classes, count) = (last.error, last.alpha), asked
    shown = text(error) if error else text(0.5 / count)
    logs = f"ln((1 − {shown})/{shown})"
    logs = logs if classes == 2 else f"({logs} + ln({classes - 1}))"
    return (
        f"ε = sum of the weights of the points it gets wrong = {text(error)}",
        f"α = {'' if rate == 1 else text(rate) + '·'}½·{logs} = {text(alpha)}",
        f"Z = (1 − ε)·e^−α + ε·e^α = {text(norm)}",
        f"weights of wrong points × e^α/Z = {text(math.exp(alpha) / norm)}, "
        f"of right ones × e^−α/Z = {text(math.exp(-alpha) / norm)}",
        f"bound on the share of training errors = product of all Z = {text(bound)}",
    )


def weight_working(last: Round, said: str, wanted: str, weights: tuple[float, float]) -> tuple[str, ...]:
    """Return how the weight of a point, before and after, changes in a round whose learner says a class of it."""
    error, alpha = last.error, last.alpha
    norm = (1 - error) * math.exp(-alpha) + error * math.exp(alpha)
    is_wrong = said != wanted
    factor = f"e^{'α' if is_wrong else '−α'}"
    change = f"{text(weights[0])} × {text(math.exp(alpha if is_wrong else -alpha))}/{text(norm)} = {text(weights[1])}"
    return (
        f"its weight in this round is {text(weights[0])}",
        f"the learner says {said}, which is {'wrong' if is_wrong else 'right'}",
        f"its next weight is w·{factor}/Z = {change}",
    )
