"""What of a study is looked at on the plane: pointed at before chosen, and only of the study that is shown."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.edits.fits import gone_to, looked_at, pointed_at, stepped
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.previews import lies_on_plane, previewed, shown_study, strip_study, studied
from mlexplorer.pipeline.studying import Studying, still_known, task_of
from mlexplorer.session.session import Document, Run, Session, View


@pytest.fixture(scope="module")
def snapshot():
    studies = (registry.study("folds")(folds=4), registry.study("curve")(tries="1,3,9", folds=2))
    source = registry.source("moons")(count=40)
    session = Session(Document(source, (Run(registry.model("knn")()),), studies=studies), View(panel="study"))
    frame = framed(prepare(session.document).data, session.view, 200, 200)
    return replace(Pipeline().last(session, frame), results=Studying().last(session, frame))


def seen(snapshot, session):
    return replace(snapshot, session=session)


def test_the_newest_study_is_shown_unless_another_was_chosen(snapshot):
    session = snapshot.session
    assert shown_study(session) == 1
    assert shown_study(replace(session, view=session.view.with_option("study", "folds"))) == 0
    assert shown_study(replace(session, view=session.view.with_option("study", "map"))) == 1
    assert shown_study(Session(replace(session.document, studies=()))) is None
    assert studied(seen(snapshot, replace(session, view=View(panel="judge")))) is None


def test_what_is_pointed_at_goes_before_what_was_chosen(snapshot):
    folds = replace(snapshot.session, view=snapshot.session.view.with_option("study", "folds"))
    chosen = looked_at(folds, 0, 2)
    assert previewed(seen(snapshot, chosen)).stays
    assert previewed(seen(snapshot, chosen)).fit is snapshot.results[0].fits[2]
    pointed = previewed(seen(snapshot, pointed_at(chosen, 1, 0)))
    assert not pointed.stays
    assert pointed.fit.values == {"k": 1}
    assert previewed(seen(snapshot, pointed_at(folds, 0, None))) is None
    assert previewed(seen(snapshot, pointed_at(folds, 0, 99))) is None, "a fit that is not there"
    assert previewed(seen(snapshot, looked_at(snapshot.session, 0, 2))) is None, "another study is shown"


def test_folds_are_stepped_through_round_and_round(snapshot):
    session, places = snapshot.session, []
    for _ in range(6):
        session = stepped(session, 0, 4, 1)
        places.append(session.view.fit)
    assert places == [(0, 0), (0, 1), (0, 2), (0, 3), None, (0, 0)]
    assert stepped(session, 0, 4, -1).view.fit is None
    assert stepped(stepped(session, 0, 4, -1), 0, 4, -1).view.fit == (0, 3)


def test_going_to_a_fit_sets_its_values(snapshot):
    fit = snapshot.results[1].fits[2]
    assert gone_to(snapshot.session, fit).run.model.k == 9


def test_what_was_found_is_known_as_long_as_it_holds(snapshot):
    session, studies = snapshot.session, snapshot.session.document.studies
    found = {
        (study, study.kept(task_of(session, study))): result
        for study, result in zip(studies, snapshot.results, strict=True)
    }
    moved = gone_to(session, snapshot.results[1].fits[2])
    folds, curve = still_known(moved, None, found)
    assert folds is None, "folds hang on k"
    assert curve.folds is snapshot.results[1].folds, "the curve does not"
    assert (curve.present, snapshot.results[1].present) == (2, 1)
    edited = session.with_points(prepare(session.document).raw.moved([0], [[9.0, 9.0]]))
    assert still_known(edited, None, found) == (None, None)


def test_folds_part_the_points_and_each_fit_has_not_seen_its_own(snapshot):
    data, fits = snapshot.data, snapshot.results[0].fits
    assert sorted(np.concatenate([fit.left for fit in fits]).tolist()) == list(range(40))
    model = snapshot.session.run.model
    for fit in fits:
        (*_, alone) = model.fit(data.without(fit.left))
        np.testing.assert_array_equal(fit.step.predict(data.points), alone.predict(data.points))


def test_only_folds_and_bundles_lie_on_the_plane_by_themselves(snapshot):
    assert [lies_on_plane(result) for result in (*snapshot.results, None)] == [True, False, False]


def test_the_strip_holds_the_curve_where_it_is_switched_on(snapshot):
    assert strip_study(snapshot.session) is None
    shown = replace(snapshot.session, view=snapshot.session.view.switched("strip", True))
    assert strip_study(shown) == 1
    assert strip_study(replace(shown, document=replace(shown.document, studies=()))) is None
