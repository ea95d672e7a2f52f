"""The title of the stage in words: parameters as mathematics, choices as English, errors as counts."""

import pytest

from mlexplorer.core import registry
from mlexplorer.core.model import MOST_MAIN
from mlexplorer.core.params import specs
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.ui.stage.title import weighed
from mlexplorer.ui.stage.wording import terms, verdict

TOLD = {
    "svm": ({"cost": 3.0, "gamma": 1.4}, "C = 3 · γ = 1.4 · RBF kernel"),
    "svm linear": ({"kernel": "linear"}, "C = 1 · Linear kernel"),
    "svm hard": ({"kernel": "linear", "hard": True}, "Linear kernel · hard margin"),
    "knn": ({"k": 7}, "k = 7 · Euclidean distance · votes: all alike"),
    "logistic": ({"solver": "gradient"}, "η = 0.5 · degree 1 · λ = 0.01 · Gradient solver"),
    "adaboost": ({}, "rounds 50 · depth 1 · learner: trees"),
    "line": ({}, "w₁ = 1 · w₂ = 1 · t = 0.5"),
}


def written(model):
    return " · ".join(f"{term.sign}{term.words}" for term in terms(model))


@pytest.mark.parametrize("name", TOLD)
def test_parameters_are_told_as_mathematics(name):
    values, words = TOLD[name]
    assert written(registry.model(name.split(maxsplit=1)[0])().with_values(values)) == words


def test_what_differs_from_the_usual_is_told_too():
    assert written(registry.model("tree")().with_values({"criterion": "entropy"})).endswith(" · Entropy criterion")


@pytest.mark.parametrize("name", registry.models())
def test_every_model_has_main_parameters_that_a_strip_has_room_for(name):
    model = registry.model(name)()
    main = model.main_parameters()
    assert 1 <= len(main) <= MOST_MAIN
    assert {spec.name for spec in main} <= {spec.name for spec in model.shown()}
    assert set(model.main) <= {spec.name for spec in specs(type(model))}, "a misspelt name would go unseen"
    assert "seed" not in {spec.name for spec in main}


def told(model, source):
    document = Document(registry.source(source)(), (Run(registry.model(model)()),))
    session = Session(document)
    return verdict(Pipeline().last(session, framed(prepare(document).data, session.view, 200, 200)))


def test_errors_are_counted_a_curve_is_measured_and_clusters_are_neither():
    assert told("stump", "moons").startswith("training ")
    assert told("stump", "moons").endswith(" of 120 wrong")
    assert told("polynomial", "sine").startswith("training RMSE ")
    assert told("kmeans", "blobs") == ""


def test_the_numbers_that_are_read_first_are_heavy():
    words = "training 3 of 1,078 wrong · test 14 of 42"
    pieces = weighed(words)
    assert "".join(piece for piece, _ in pieces) == words
    assert [piece for piece, is_number in pieces if is_number] == ["3", "14"]
    assert [piece for piece, is_number in weighed("training RMSE 2.3×10⁻⁴") if is_number] == ["2.3×10⁻⁴"]
    assert weighed("") == []
