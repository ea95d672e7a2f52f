"""Random deeds with a fixed seed: nothing breaks, warns, stalls or grows, and undo finds every document again."""

import os
import resource

import pytest

from mlexplorer.session import storage
from tests.ui.monkey import Monkey, listening

LONG = os.environ.get("MLEXPLORER_LONG", "") not in ("", "0")
DEEDS, SEEDS = (20_000, 50) if LONG else (250, 3)
STALL = 1.5  # seconds of the window's own thread in one deed, on a busy machine too
GROWTH = 120_000  # kilobytes after the first half


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_breaks(hands, seed, tmp_path):
    failures = []
    hands.window.work.failed.connect(failures.append)
    hands.window.files.may_leave = lambda: True
    monkey = Monkey(hands, seed, tmp_path)
    with listening() as warnings:
        monkey.live(DEEDS // 2)
        half = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        monkey.live(DEEDS // 2)
    assert warnings == []
    assert failures == []
    assert monkey.slowest[0] < STALL, monkey.slowest
    if LONG:  # the first deeds of a short story fill what may be remembered
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - half < GROWTH
    hands.window.timeline.stop()
    hands.settle()
    store = hands.window.store
    written = storage.dumps(store.book)
    assert storage.dumps(storage.loads(written)) == written
    check_undo(store)


def check_undo(store):
    """Walk back to the first documents and on to the last: each scene has those that were recorded."""
    while store.history.redo_label:
        store.redo()
    documents = [_documents(entry.book) for entry in store.history.entries]
    for place, go in [
        *((place, store.undo) for place in range(len(documents) - 1)[::-1]),
        *((place, store.redo) for place in range(1, len(documents))),
    ]:
        go()
        if store.history.index != place:  # it went to the scene first
            go()
        assert store.history.index == place
        assert _documents(store.book) == documents[place]


def _documents(book):
    """Return what each scene holds, kept and at present: a sitting that only looks otherwise is no other document."""
    return [(scene.session.document, scene.now.document) for scene in book.scenes]
