"""What the regions are shaded by, and the bar that tells it."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.decision import certainty
from mlexplorer.layers import plane, shading
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Cells, Legend, Regions
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from tests.samples import switches


def drawn(model, *toggled, classes=2, **values):
    source = registry.source("moons")() if classes == 2 else registry.source("blobs")(classes=classes)
    document = Document(source, (Run(registry.model(model)().with_values(values)),))
    session = Session(document, View(switches=switches(*toggled)))
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))
    return snapshot, {layer.name: layer.marks for layer in plane.layers(snapshot)}


def bars(layers):
    return [mark for marks in layers.values() for mark in marks if isinstance(mark, Legend)]


def test_probability_shades_the_regions_and_the_bar_tells_its_values():
    snapshot, layers = drawn("logistic")
    (regions,) = layers["regions"]
    np.testing.assert_allclose(regions.certainty, certainty(snapshot.step, snapshot.field.scores))
    (bar,) = bars(layers)
    assert bar.ends == ("Class 0", "Class 1")
    assert [words for _, words in bar.stops] == ["0.1", "0.3", "p = 0.5", "0.7", "0.9"]
    for share, _ in bar.stops:
        at = round(share * (len(bar.labels) - 1))
        assert bar.certainty[at] == pytest.approx(abs(2 * share - 1), abs=0.01)
    assert bar.labels[0] == 0
    assert bar.labels[-1] == 1


@pytest.mark.parametrize("model", ["logistic", "svm", "adaboost"])
def test_the_score_shades_by_its_size_with_its_sign_in_the_colour(model):
    snapshot, layers = drawn(model, "score")
    (regions,) = layers["regions"]
    values = snapshot.field.scores[..., 1] - snapshot.field.scores[..., 0]
    inside = np.abs(values) < shading.reach(snapshot.field)
    strength = np.abs(values[inside]) / shading.reach(snapshot.field)
    np.testing.assert_allclose(regions.certainty[inside], strength)
    assert (regions.certainty[~inside] == 1).all()
    np.testing.assert_array_equal(regions.labels, (values > 0).astype(int))
    (bar,) = bars(layers)
    assert 3 <= len(bar.stops) <= 7
    assert "f = 0" in [words for _, words in bar.stops]
    assert bar.ends == ("Class 0", "Class 1")


def test_without_shading_the_regions_have_their_full_colour_and_no_bar():
    _, layers = drawn("qda", "shading")
    (regions,) = layers["regions"]
    assert (regions.certainty == 1).all()
    assert bars(layers) == []
    _, layers = drawn("adaboost", "shading")
    assert isinstance(layers["regions"][0], Cells)  # exact, since nothing changes inside a cell


def test_no_bar_stands_without_regions():
    for toggled in (("regions",), ("regions", "score")):
        assert bars(drawn("logistic", *toggled)[1]) == []


@pytest.mark.parametrize(
    ("model", "values", "offered"),
    [
        ("svm", {}, {"score"}),
        ("logistic", {}, {"shading", "score"}),
        ("tree", {}, {"shading"}),
        ("knn", {"k": 3}, {"shading"}),
        ("knn", {"k": 1}, set()),
    ],
)
def test_only_what_a_model_has_is_offered(model, values, offered):
    snapshot, _ = drawn(model, **values)
    assert {kind.name for kind in plane.offered(snapshot)} & {"shading", "score"} == offered


@pytest.mark.parametrize("model", ["lda", "gmm", "knn"])
def test_many_classes_are_blended_by_their_probabilities(model):
    snapshot, layers = drawn(model, classes=3)
    (regions,) = layers["regions"]
    assert isinstance(regions, Regions)
    np.testing.assert_allclose(regions.shares, snapshot.step.chances(snapshot.field.scores))
    (bar,) = bars(layers)
    names = [words for _, words in bar.stops if words != shading.HALF]
    assert names == [f"{'Cluster' if model == 'gmm' else 'Class'} {label}" for label in range(3)]
    for share, words in bar.stops:
        parts = bar.shares[round(share * (len(bar.labels) - 1))]
        assert parts.max() == pytest.approx(0.5 if words == shading.HALF else 1.0, abs=0.01)


def test_as_exported_there_are_bands_and_no_blend():
    _, layers = drawn("lda", "exported", classes=3)
    (regions,) = layers["regions"]
    assert regions.banded
    assert regions.shares is None
    assert bars(layers)[0].banded


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_a_blend_of_one_class_is_its_region_and_of_two_lies_between(name):
    theme = palette.theme(name)
    labels = np.array([0, 1, 2])
    parts = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]])
    blended = palette.blend_rgba(theme, labels, parts).astype(int)
    pure = palette.region_rgba(theme, labels, np.ones(3)).astype(int)
    assert np.abs(blended[:2] - pure[:2]).max() <= 2
    between = palette.region_rgba(theme, labels, np.full(3, 0.25)).astype(int)  # (½ − ⅓)/(1 − ⅓)
    np.testing.assert_allclose(blended[2], (between[0] + between[1]) / 2, atol=3)
    plane = palette.rgb(theme.colour("plane")).astype(int)
    away = np.abs(blended[:, :3] - plane).sum(axis=1)
    assert away[3] < away[2] < max(away[0], away[1])


def test_one_component_is_sure_everywhere_and_has_no_bar():
    """It was an IndexError."""
    snapshot, layers = drawn("gmm", components=1)
    assert bars(layers) == []
    assert not shading.has_probabilities(snapshot)
    (regions,) = layers["regions"]
    assert (regions.labels == 0).all()
