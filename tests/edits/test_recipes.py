"""Choosing another recipe: what follows of the view, and what stays."""

from dataclasses import replace

import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.study import Fit
from mlexplorer.edits.fits import gone_to
from mlexplorer.edits.recipes import compared, with_comparison, with_model, with_points_for, with_recipe, with_source
from mlexplorer.session.opening import opening
from mlexplorer.session.session import View
from mlexplorer.session.side_by_side import is_side_by_side


def looked():
    session = opening().session
    return replace(session, view=View(step=2, bounds=(0.0, 1.0, 0.0, 1.0)))


def test_another_kind_of_model_is_shown_at_its_end():
    session = looked()
    assert with_model(session, registry.model("knn")()).view.step is None
    assert with_model(session, session.run.model.with_values({"cost": 7.0})).view.step == 2


def test_other_points_are_all_in_view_unless_only_a_number_changed():
    session = looked()
    source = registry.source("spirals")()
    assert with_source(session, source, keeps_frame=False).view.bounds is None
    assert with_recipe(session, source).view.bounds == (0.0, 1.0, 0.0, 1.0)
    assert with_recipe(session, source).document.source == source


def test_any_recipe_of_a_session():
    session = looked()
    assert with_recipe(session, Holdout(0.5)).document.holdout == Holdout(0.5)
    assert with_recipe(session, registry.model("knn")()).run.model == registry.model("knn")()
    with pytest.raises(ValueError, match="A session has no"):
        with_recipe(session, registry.study("folds")())


def test_a_model_that_is_for_other_points_gets_some_unless_a_hand_placed_these():
    session, curve = opening().session, registry.model("polynomial")()
    assert with_points_for(session, curve).document.source.purpose == "regress"
    assert with_points_for(session, registry.model("tree")()) is session
    own = session.with_points(session.document.source.make())
    assert with_points_for(own, curve) is own


def test_a_knob_is_compared_at_its_ends_and_in_the_middle():
    model = registry.model("knn")()
    session = with_comparison(looked(), model, model.knob())
    assert [run.model.k for run in session.document.runs] == list(compared(model.knob()))
    assert len(session.document.runs) == 3
    assert is_side_by_side(session)
    assert session.view.step is None


def test_a_fit_of_another_model_is_not_gone_to():
    session = with_model(looked(), registry.model("logistic")())
    assert gone_to(session, Fit("", (), 0, 0.0, values={"gamma": 2.0})) is session
    assert gone_to(session, Fit("", (), 0, 0.0, values={"rate": 0.5})).run.model.rate == 0.5
