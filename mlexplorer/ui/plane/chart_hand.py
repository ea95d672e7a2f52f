"""What touching a chart beside the plane does to the store: pointing looks, everything else edits."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.ui.store import Store

POINTED_AT = ("ghost", "node", "pointed", "preview")  # of a view: only while the pointer is there
DEEDS = {"row": "choose in", "typed": "type in", "press": "click on", "drag": "drag on", "release": "drag on"}
Answer = Callable[[Snapshot, Touched], Session | None]


def answer(store: Store, snapshot: Snapshot, touch: Answer, title: str, touched: Touched) -> None:
    """Do what a touch asks for; from press to release it is one gesture, and one entry of undo."""
    if touched.kind == "press":
        store.begin_gesture()
    now, shown = store.session, snapshot.session
    if touched.kind != "drag" and now.document is not shown.document:  # a drag adds to what it did
        now = shown  # the hand touches what it sees
    session = touch(replace(snapshot, session=now), touched)
    if session is not None and touched.kind == "hover":  # pointing never edits, even if the snapshot is late
        seen = {name: getattr(session.view, name) for name in POINTED_AT}
        store.look(replace(store.session.view, **seen))
    elif session is not None:
        chosen = touched.kind in ("row", "typed")  # an entry of undo for each
        store.edit(session, f"{DEEDS[touched.kind]} {title.lower()}", "" if chosen else "drag")
    if touched.kind == "release":
        store.end_gesture()


def point_at_nothing(store: Store) -> None:
    """Forget what was pointed at, because the pointer has left."""
    view = store.session.view
    if any(getattr(view, name) is not None for name in POINTED_AT):
        nowhere: dict[str, Any] = dict.fromkeys(POINTED_AT)
        store.look(replace(view, **nowhere))
