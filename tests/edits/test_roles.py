"""Roles are dealt once: no edit changes whether another point is learnt from."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Deal, Holdout, deal_of
from mlexplorer.edits.roles import can_deal, with_roles
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, single

RANDOM = np.random.default_rng(7)


def document_of(share=0.35):
    source = registry.source("moons")().with_values({"count": 120})
    return Document(source, (Run(registry.model("knn")()),), holdout=Holdout(share, 0))


def roles(document):
    data = prepare(document).data
    return dict(zip(data.ids.tolist(), data.held_out.tolist(), strict=True))


EDITS = {
    "add": lambda raw: raw.added(RANDOM.normal(size=(60, 2)), 1),
    "remove": lambda raw: raw.without([0, 3, 50, 51]),
    "move": lambda raw: raw.moved([1, 2], [[9.0, 9.0], [8.0, 8.0]]),
    "relabel": lambda raw: raw.relabelled(np.arange(30), 2),
    "unlabel": lambda raw: raw.relabelled([5, 6, 7], -1),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_no_edit_changes_the_role_of_another_point(edit):
    document = document_of()
    before = roles(document)
    assert sum(before.values()) == 42
    edited = replace(document, points=edit(prepare(document).raw))
    after = roles(edited)
    assert {number: after[number] for number in after if number in before} == {
        number: before[number] for number in before if number in after
    }
    assert not any(held for number, held in after.items() if number not in before)
    again = storage.loads(storage.dumps(single(Session(edited)))).session.document
    assert roles(again) == after
    assert again == edited


def test_marks_of_a_hand_outrank_the_deal_and_are_saved():
    document = document_of()
    before = prepare(document).data.held_out
    wanted = before.copy()
    wanted[[0, 1, 2, 3, 4, 5]] = ~before[:6]
    marked = with_roles(document, wanted)
    np.testing.assert_array_equal(prepare(marked).data.held_out, wanted)
    assert marked.holdout == document.holdout
    book = single(Session(marked))
    assert storage.loads(storage.dumps(book)).session.document == marked
    more = replace(marked, holdout=Holdout(0.9, 4))
    dealt = prepare(more).data.held_out
    np.testing.assert_array_equal(dealt[:6], wanted[:6])
    assert dealt.sum() > 90
    back = prepare(Session(marked).with_source(marked.source).document).data.held_out
    np.testing.assert_array_equal(back, before)


def test_points_placed_by_hand_take_no_part():
    empty = Document(registry.source("placed")(), (Run(registry.model("knn")()),), holdout=Holdout(0.5, 0))
    placed = replace(empty, points=prepare(empty).raw.added(RANDOM.normal(size=(20, 2)), 0))
    assert not prepare(placed).data.held_out.any()
    assert not can_deal(placed)
    imported = replace(placed, dealt=deal_of(placed.points))
    assert prepare(imported).data.held_out.sum() == 10
    assert can_deal(imported)


def test_equal_deals_are_equal_and_lists_belong_together():
    one, two = Deal([3, 1], [0, 1]), Deal(np.array([3, 1]), np.array([0, 1]))
    assert one == two
    assert hash(one) == hash(two)
    assert one != one.marking(np.array([3]))
    with pytest.raises(ValueError, match="one length"):
        Deal([1], [0, 1])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ids": [1, 1]}, "different numbers"),
        ({"ids": [0, -1]}, "different numbers"),
        ({"labels": [0, 99]}, "class that is not there"),
        ({"by_hand": [2]}, "point that is not there"),
        ({"labels": [0]}, "one length"),
        ({"lots": []}, "unknown entry"),
    ],
)
def test_deals_that_no_window_made_are_refused(change, words):
    document = replace(document_of(), dealt=Deal([0, 1], [0, 1]))
    text = storage.dumps(single(Session(document)))
    old = '"dealt":{"ids":[0,1],"labels":[0,1],"by_hand":[]}'
    assert old in text
    parts = {"ids": [0, 1], "labels": [0, 1], "by_hand": [], **change}
    with pytest.raises(storage.BadFile, match=words):
        storage.loads(text.replace(old, f'"dealt":{parts}'.replace("'", '"')))
