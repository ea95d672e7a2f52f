"""Votes of models: the law of majorities, scikit-learn's votes and stacks, names of members, ties."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import StackingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import LeaveOneOut
from sklearn.neighbors import KNeighborsClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.ensembles.bags import majority_right
from mlexplorer.algorithms.ensembles.stacking import answering_unseen, blended
from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasCommittee, HasProbabilities
from mlexplorer.core.grid import Grid

OTHERS = {
    "knn": lambda: KNeighborsClassifier(5),
    "lda": LinearDiscriminantAnalysis,
    "logistic": lambda: LogisticRegression(C=100.0, tol=1e-8),
}


def finished(work):
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize(
    ("chance", "voters", "right"),
    [(0.7, 3, 0.784), (0.7, 5, 0.83692), (0.7, 7, 0.873964), (0.7, 21, 1 - 0.026390), (0.7, 2, 0.49), (0.7, 4, 0.6517)],
)
def test_the_law_of_majorities(chance, voters, right):
    """DTU G44, Zurich A1 and D32; of an even number a tie is wrong."""
    assert majority_right(chance, voters) == pytest.approx(right, abs=5e-7)


def test_the_law_is_told_with_its_numbers():
    step = mlx.fit("vote", mlx.make("moons", count=60, noise=0.3, seed=1))
    chance = np.mean([1 - ballot.error for ballot in step.ballots])
    assert step.working[-1].startswith("if they erred independently, each right with p = ")
    assert f"P(at least 2 of 3 right) = {majority_right(chance, 3):.4g}" in step.working[-1]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("how", ["majority", "mean"])
def test_votes_are_those_of_scikit_learn(how, classes):
    data = mlx.make("blobs", classes=classes, count=120, spread=1.6, seed=3)
    places = np.random.default_rng(0).normal(0, 3, (300, 2))
    names = ("knn", "lda", "logistic") if how == "majority" else ("knn", "logistic")  # its LDA divides by n
    step = mlx.fit("vote", data, members=",".join(names), how=how)
    other = VotingClassifier(
        [(name, OTHERS[name]()) for name in names], voting={"majority": "hard", "mean": "soft"}[how]
    ).fit(data.points, data.labels)
    assert np.mean(step.predict(places) == other.predict(places)) >= 0.99  # neighbours' own ties differ
    if how == "mean":
        np.testing.assert_allclose(step.probabilities(places), other.predict_proba(places), atol=1e-4)


def test_a_stack_is_that_of_scikit_learn():
    data = mlx.make("moons", count=40, noise=0.4, seed=2)
    step = mlx.fit("vote", data, members="knn,logistic", how="stacked")
    other = StackingClassifier(
        [(name, OTHERS[name]()) for name in ("knn", "logistic")],
        final_estimator=LogisticRegression(C=1.0, tol=1e-10),
        cv=LeaveOneOut(),
        stack_method="predict_proba",
    ).fit(data.points, data.labels)
    np.testing.assert_allclose(step.plan.blend.weights[0, :-1], other.final_estimator_.coef_[0], rtol=1e-3)
    np.testing.assert_allclose(step.probabilities(data.points), other.predict_proba(data.points), atol=1e-3)


def test_level_one_answers_never_saw_their_point():
    data = mlx.make("moons", count=30, noise=0.4, seed=5)
    (answers,) = finished(answering_unseen([registry.model("knn")(k=1)], data))
    for row in range(len(data)):
        rest = data.without([row])
        nearest = rest.labels[np.hypot(*(rest.points - data.points[row]).T).argmin()]
        assert answers[row].argmax() == nearest
    many = mlx.make("moons", count=150, noise=0.3)
    (grouped,) = finished(answering_unseen([registry.model("lda")()], many))
    out = np.arange(150) % 20 == 3
    np.testing.assert_allclose(grouped[out], mlx.fit("lda", many.part(~out)).probabilities(many.points[out]))


def test_a_second_level_of_many_classes_has_a_row_for_each():
    data = mlx.make("blobs", classes=4, count=60)
    (answers,) = finished(answering_unseen([registry.model("lda")()], data))
    blend = blended([answers], data.labels, 4)
    assert blend.weights.shape == (4, 5)
    np.testing.assert_allclose(blend.chances([answers]).sum(axis=1), 1)
    assert np.mean(blend.chances([answers]).argmax(axis=1) == data.labels) >= 0.9


def test_one_member_is_the_model_itself():
    data = mlx.make("moons", count=80, noise=0.3)
    places = data.points + 0.1
    for name in ("tree", "svm", "perceptron"):
        alone = mlx.fit(name, data)
        for how in ("majority", "mean"):
            step = mlx.fit("vote", data, members=name, how=how)
            np.testing.assert_array_equal(step.predict(places), alone.predict(places))
        if isinstance(alone, HasProbabilities):
            np.testing.assert_allclose(step.probabilities(places), alone.probabilities(places))


def test_a_tie_goes_to_the_lower_class_and_is_told():
    data = mlx.make("moons", count=80, noise=0.4, seed=3)
    step = mlx.fit("vote", data, members="tree,lda")
    places = Grid(-2, 3, -2, 2, 40, 40).points
    tied = (step.scores(places) == 0.5).all(axis=1)
    assert tied.any()
    assert (step.predict(places)[tied] == 0).all()
    assert step.notice.remedy.changes == {"how": "mean"}
    assert isinstance(step, HasCommittee)


@pytest.mark.parametrize(
    "members", ["", "tree,,knn", "tree knn", "vote", "kmeans", "treee", "tree,nothing", ",".join(["tree"] * 10)]
)
def test_names_that_cannot_vote_are_refused(members):
    with pytest.raises(ValueError, match="members"):
        registry.model("vote")(members=members)


def test_a_step_is_a_member_and_the_last_one_stacks():
    data = mlx.make("moons", count=40)
    assert len(mlx.trace("vote", data, members="lda, knn")) == 3
    steps = mlx.trace("vote", data, members="lda, knn", how="stacked")
    assert [step.is_blended for step in steps] == [False, False, False, True]
    assert "second level" in steps[-1].note
    assert steps[1].note.startswith("Linear discriminant")
