"""A vote of other models: by majority, by mean probability, or weighed by a second level."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.ensembles.bags import majority_right
from mlexplorer.algorithms.ensembles.committee import Member, StepCommittee, fitting
from mlexplorer.algorithms.ensembles.stacking import Blend, answering_unseen, blended, soft, soft_on
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.core import registry
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasCommittee, HasModels, HasProbabilities, HasReasons, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, small, text
from mlexplorer.core.params import param

HOWS = ("majority", "mean", "stacked")
NAMES = r"\s*[a-z_]+\s*(,\s*[a-z_]+\s*){0,8}"


@dataclass(frozen=True, eq=False)
class VotePlan:
    """The model, its data and the fitted members: shared by the steps of a fit."""

    model: "Vote"
    data: Dataset
    members: tuple[Member, ...]
    blend: Blend | None = None

    @cached_property
    def columns(self) -> Labels:
        """The class of each point, as a column."""
        return self.data.columns

    @cached_property
    def right(self) -> Array:
        """The share of the training points each member alone gets right."""
        points = self.data.points
        return np.array([float((member.says(points) == self.columns).mean()) for member in self.members])


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelVoteStep(HasProbabilities, HasModels, HasReasons):
    """The vote of some members; the scores are its probabilities."""

    classes: Labels
    plan: VotePlan
    members: int = 0
    is_blended: bool = False

    @property
    def _voters(self) -> tuple[Member, ...]:
        return self.plan.members[: self.members]

    def scores(self, points: Array) -> Array:
        """Return the probabilities of the vote at points."""
        count = len(self.classes)
        return self._joined([soft(member, points, count) for member in self._voters], (len(points), count))

    def field(self, grid: Grid) -> Array:
        """Return the probabilities of the vote on a grid."""
        count = len(self.classes)
        answers = [soft_on(member, grid, count) for member in self._voters]
        return self._joined(answers, (grid.rows, grid.columns, count))

    def _joined(self, answers: list[Array], shape: tuple[int, ...]) -> Array:
        if not answers:
            return np.full(shape, 1 / len(self.classes))
        if self.is_blended and self.plan.blend is not None:
            return self.plan.blend.chances(answers)
        return np.asarray(sum(answers) / len(answers))

    def chances(self, scores: Array) -> Array:
        """Return the scores themselves."""
        return scores

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """The members, with the share of training points each alone gets wrong."""
        pairs = zip(self._voters, self.plan.right.tolist(), strict=False)
        return tuple(Ballot(small(member.model.title), 1 - right, 1.0) for member, right in pairs)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors of the vote, and their share."""
        wrong = float((self.predict(self.plan.data.points) != self.plan.data.labels).sum())
        return {"errors": wrong, "error rate": wrong / len(self.plan.data)}

    @cached_property
    def note(self) -> str:
        """Who joined, and how the vote does."""
        wrong, count = int(self.measures["errors"]), counted(len(self.plan.data), "point")
        if not self.members:
            return f"{counted(len(self.plan.members), 'member')} will vote; nobody has yet."
        if self.is_blended:
            said = "A second level now weighs the members, taught by their answers about points they had not seen"
        else:
            ballot = self.ballots[-1]
            said = f"{ballot.words.capitalize()} joins, alone wrong on {text(100 * ballot.error)} % of the points"
        return f"{said}: together they get {wrong or 'none'} of {count} wrong."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """How often each member is right, and the law of majorities; or the weights of the second level."""
        if not self.members:
            return ("nobody votes yet",)
        rights = self.plan.right[: self.members]
        lines = [f"{ballot.words} is right on {text(1 - ballot.error)} of the points" for ballot in self.ballots]
        if self.is_blended and self.plan.blend is not None:
            rows = self.plan.blend.weights
            return (*lines, *(f"weights of the second level: {', '.join(map(text, row.tolist()))}" for row in rows))
        chance, voters = float(rights.mean()), self.members
        least = voters // 2 + 1
        law = f"P(at least {least} of {voters} right) = {text(majority_right(chance, voters), 4)}"
        return (*lines, f"if they erred independently, each right with p = {text(chance)}: {law}")

    @cached_property
    def equation(self) -> str:
        """How the answers are joined."""
        if self.is_blended:
            return r"p(\mathbf{x}) = \sigma\left(b + \sum_m w_m\, p_m(\mathbf{x})\right)"
        each = "[h_m(\\mathbf{x}) = k]" if self.plan.model.how == "majority" else "p_{mk}(\\mathbf{x})"
        return rf"p_k(\mathbf{{x}}) = \frac{{1}}{{{self.members}}} \sum_{{m=1}}^{{{self.members}}} {each}"

    @cached_property
    def notice(self) -> Notice | None:
        """A vote of two, in which a majority means agreement."""
        if self.plan.model.how != "majority" or len(self.plan.members) % 2 or not self.members:
            return None
        said = f"With {len(self.plan.members)} members votes can be tied: then the lower class wins."
        return Notice(said, Remedy("Use mean probabilities", {"how": "mean"}))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return what each member adds to the probability of each class."""
        scores, count = self.scores(point[None])[0], len(self.classes)
        names = [self.plan.data.class_names[label] for label in self.classes]
        if not self.members or self.is_blended:
            what = "the second level" if self.is_blended else "nobody votes yet"
            return tuple(
                Reason(name, (Term(what, float(value)),), float(value))
                for name, value in zip(names, scores, strict=True)
            )
        answers = [self._answer(member, point, count) / self.members for member in self._voters]
        return tuple(
            Reason(
                f"p of {name}",
                tuple(
                    Term(small(member.model.title), float(answer[column]))
                    for member, answer in zip(self._voters, answers, strict=True)
                ),
                float(scores[column]),
            )
            for column, name in enumerate(names)
        )

    def _answer(self, member: Member, point: Array, count: int) -> Array:
        """Return what a member adds at one place, before it is divided by their number."""
        return soft(member, point[None], count)[0]


@dataclass(frozen=True, eq=False, kw_only=True)
class MajorityStep(ModelVoteStep, HasCommittee):
    """The vote in which each member has one voice."""

    @cached_property
    def committee(self) -> StepCommittee:
        """All members of the fit."""
        return StepCommittee(len(self.classes), self.plan.members)

    @cached_property
    def samples(self) -> tuple[Labels, ...]:
        """All training rows, for each member."""
        return (np.arange(len(self.plan.data)),) * len(self.plan.members)

    def scores(self, points: Array) -> Array:
        """Return the share of the votes for each class at points."""
        return self._shares(self.committee.tally_at(points, self.members))

    def field(self, grid: Grid) -> Array:
        """Return these shares on a grid."""
        return self._shares(self.committee.tally_on(grid, self.members))

    def _shares(self, votes: Array) -> Array:
        return votes / self.members if self.members else np.full(votes.shape, 1 / len(self.classes))

    def _answer(self, member: Member, point: Array, count: int) -> Array:
        said: Array = (member.says(point[None])[0] == np.arange(count)).astype(np.float64)
        return said


@dataclass(frozen=True)
class Vote(Model):
    """Lets several models vote on the class of each place.

    Each member has its usual settings and sees all points. By majority each has one voice, and of equally many the
    lower class wins; by mean the probabilities are averaged, where a member without any is certain of what it says.
    Stacked, a logistic regression (penalty ½·‖w‖²) over the members' probabilities learns from answers about points
    each member was fitted without: every point left out in turn, of more than 100 in 20 groups. If members erred
    independently, each right with the same p, a majority would be right with Σ C(L, i)·pⁱ·(1 − p)^(L − i) over
    i > L/2; a tie counts as wrong.
    """

    title = "Vote and stacking"
    family = "Ensembles"
    most_points = 5000
    watch = (
        "Members that err in different places mend each other; members that err together do not, however many. "
        "Compare what the law promises for independent members with what the vote really gets wrong."
    )

    members: str = param(
        "tree,knn,logistic",
        "Members",
        "The models that vote, by their names with commas between, such as tree,knn,logistic",
        pattern=NAMES,
        example="tree,knn,logistic",
    )
    how: str = param(
        "majority",
        "How",
        "How the answers become one",
        choices=HOWS,
        titles=("Majority", "Mean probability", "Stacked"),
    )

    def __post_init__(self) -> None:
        """Refuse names that are not those of models that tell classes apart."""
        super().__post_init__()
        for name in self.names:
            try:
                is_fit = registry.model(name).task == "classify" and name != self.public_name()
            except ValueError as unknown:
                raise ValueError(f"members: {unknown}") from None
            if not is_fit:
                raise ValueError(f"members: {name!r} cannot be one, only models that tell classes apart.")

    @property
    def names(self) -> list[str]:
        """The names of the members."""
        return [name.strip() for name in self.members.split(",")]

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the empty vote, then the vote after each member; stacked, at last the second level."""
        del start
        models = [registry.model(name)() for name in self.names]
        plan = VotePlan(self, data, ())
        for model in models:
            member = yield from fitting(model, data, data.classes)
            plan = replace(plan, members=(*plan.members, member))
        if self.how == "stacked":
            answers = yield from answering_unseen(models, data)
            plan = replace(plan, blend=blended(answers, plan.columns, len(data.classes)))
        kind = MajorityStep if self.how == "majority" else ModelVoteStep
        for members in range(len(models) + 1):
            yield kind(iteration=members, classes=data.classes, plan=plan, members=members)
        if self.how == "stacked":
            end = len(models)
            yield ModelVoteStep(iteration=end + 1, classes=data.classes, plan=plan, members=end, is_blended=True)
