"""A scripted session in a process of its own: what every event costs the window's thread, and every turn the worker.

Processor time, not the clock: `python -m tests.ui.long_session NAME …` prints one row of JSON for each measure that
was above its limit, and a last one with how much there was. A machine that is slower gets more in proportion.
"""

import json
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.core import registry
from mlexplorer.core.params import specs
from mlexplorer.layers import plane
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.jobs import Jobs, Steps
from mlexplorer.ui.window import Window
from tests.slowness import slowness, unit

COUNT = 2000
EVENT, DRESSING, DRAGGING, TURN = 100.0, 250.0, 50.0, 30.0  # milliseconds of a thread
PAGES = {"gallery": 250.0, "preview": 250.0, "kinds": 250.0}  # a page is painted, a module imported, in one go
PATIENCE = 1.5  # seconds of this process that a deed is waited for; the next one supersedes it
LEFT, NONE, PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier


class Watch:
    """Notes what was above its limit while a deed was done, under the name of the deed."""

    def __init__(self) -> None:
        self.deed, self.limit = "", EVENT
        self._units = deque([unit() for _ in range(9)], maxlen=9)
        self.counts = {"events": 0, "turns": 0}
        self.worst = {"event": 0.0, "drag": 0.0, "dressing": 0.0, "turn": 0.0}
        self.rows: list[dict[str, object]] = []

    @property
    def slower(self) -> float:
        """How many times as long the same work takes as it should, of late."""
        return slowness(list(self._units))

    def begin(self, deed: str, limit: float) -> None:
        """Begin a deed: from now on all is noted under its name."""
        self.deed, self.limit = deed, limit
        self._units.append(unit())

    def note(self, what: str, kind: str, limit: float, seconds: float) -> None:
        """Take what an event or a turn has cost."""
        spent = 1000 * seconds / self.slower
        self.worst[kind] = max(self.worst[kind], spent)
        if spent > limit:
            self.rows.append({"deed": self.deed, "what": what, "limit": limit, "spent": round(spent, 1)})


class TimedApplication(QApplication):
    """An application that times every event it delivers, with all that is delivered inside it."""

    watch: Watch | None = None
    _is_inside = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Deliver an event and note what it cost."""
        if self._is_inside or self.watch is None:
            return super().notify(receiver, event)
        self._is_inside, begun = True, time.thread_time()
        what = f"{type(receiver).__name__} {event.type().name}"
        try:
            return super().notify(receiver, event)
        finally:
            self._is_inside = False
            self.watch.counts["events"] += 1
            kind = {DRAGGING: "drag", DRESSING: "dressing"}.get(self.watch.limit, "event")
            self.watch.note(what, kind, self.watch.limit, time.thread_time() - begun)


def time_turns(watch: Watch) -> None:
    """Time every turn of the worker from now on."""
    plain = Jobs.request

    def request(self: Jobs, kind: str, work: Steps, *more: object, **named: object) -> None:
        plain(self, kind, lambda: timed(kind, work), *more, **named)  # type: ignore[arg-type] # as they were given

    def timed(kind: str, work: Steps) -> Iterator[object]:
        begun, steps = time.thread_time(), iter(work())
        while True:
            try:
                item = next(steps)
            except StopIteration:
                return
            finally:
                if threading.current_thread() is not threading.main_thread():  # there they are part of an event
                    watch.counts["turns"] += 1
                    watch.note(f"turn of {kind}", "turn", PAGES.get(kind, TURN), time.thread_time() - begun)
            yield item
            begun = time.thread_time()

    Jobs.request = request  # type: ignore[method-assign] # ours, and only in this process


class Hand:
    """Does one deed after the other in the window, each inside an event, and waits for what follows from it."""

    def __init__(self, application: TimedApplication, watch: Watch) -> None:
        self.application, self.watch = application, watch
        watch_source = registry.source("moons")(count=COUNT, noise=0.3)
        self.window = Window(single(Session(Document(watch_source, (Run(registry.model("line")()),)))))
        self.window.files.may_leave = lambda: True  # type: ignore[method-assign] # nobody is there to be asked
        self.window.resize(1440, 900)
        self.window.show()
        self.wait()
        application.watch = watch

    def do(self, name: str, deed: Callable[[], object], limit: float = EVENT) -> None:
        """Do something as an event of its own; what follows until all is still counts as its."""
        self.watch.begin(name, limit)
        QTimer.singleShot(0, self.window, deed)
        self.wait()
        self.watch.limit = EVENT

    def wait(self) -> None:
        """Let the window work until it is still or too much has been spent."""
        end = time.process_time() + PATIENCE
        flags = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
        beat = QTimer()
        beat.start(3)
        for _ in range(4):
            QApplication.processEvents(flags)
        while not self.is_still() and time.process_time() < end:
            QApplication.processEvents(flags)

    def is_still(self) -> bool:
        """Return whether the picture is that of the present session."""
        picture = self.window.plane.picture
        is_working = self.window.jobs.busy or not self.window.linked.is_whole
        if is_working or picture is None or not picture.snapshot.finished:
            return False
        return picture.snapshot.session.document == self.window.store.session.document

    # -- deeds --------------------------------------------------------------------------------------------------

    def mouse(self, kind: QEvent.Type, where: QPointF, pressed: bool) -> None:
        """Send an event of the left button, or of none, to the plane."""
        port, button = self.window.plane.canvas.viewport(), LEFT if pressed else NONE
        held = NONE if kind == QEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, where, port.mapToGlobal(where), button, held, PLAIN)
        QApplication.sendEvent(port, event)

    def drag(self, name: str, moves: int = 8) -> None:
        """Drag the first point along a circle."""
        canvas = self.window.plane.canvas
        start = canvas.position_of(self.window.plane.desk.data.points[:1])[0]
        self.do(name, lambda: self.mouse(QEvent.Type.MouseButtonPress, QPointF(*start), True), DRAGGING)
        for number in range(moves):
            turn = 2 * np.pi * number / moves
            place = QPointF(*(start + 60 * np.array([np.sin(turn), 1 - np.cos(turn)])))
            self.do(name, lambda place=place: self.mouse(QEvent.Type.MouseMove, place, True), DRAGGING)
        self.do(name, lambda: self.mouse(QEvent.Type.MouseButtonRelease, QPointF(*start), True))

    def hover(self, name: str) -> None:
        """Go over the plane."""
        rect = self.window.plane.canvas.plane_rect()
        for share in (0.2, 0.5, 0.8):
            place = rect.topLeft() + QPointF(rect.width() * share, rect.height() * share)
            self.do(name, lambda place=place: self.mouse(QEvent.Type.MouseMove, place, False))

    def fling(self, notches: int) -> None:
        """Turn the wheel by many notches before anything is painted."""
        port = self.window.plane.canvas.viewport()
        place = QPointF(port.rect().center())
        turn, phase = QPoint(0, 120 if notches > 0 else -120), Qt.ScrollPhase.NoScrollPhase
        for _ in range(abs(notches)):
            event = QWheelEvent(place, port.mapToGlobal(place), QPoint(), turn, NONE, PLAIN, phase, False)
            QApplication.sendEvent(port, event)

    def switch_all_on(self, name: str) -> None:
        """Switch every layer on that is offered, one after the other."""
        picture = self.window.plane.picture
        assert picture is not None
        for kind in plane.offered(picture.snapshot):
            if not plane.is_switched_on(kind.name, self.window.store.session.view):
                self.do(f"{name}: layer {kind.name}", lambda kind=kind: self.window.plane.toggle_layer(kind.name))

    def switch_back(self) -> None:
        """Leave the switches as they usually are."""
        view = self.window.store.session.view
        self.do("usual layers", lambda: self.window.store.look(replace(view, switches=type(view)().switches)))

    def views(self, name: str) -> None:
        """Look at every view."""
        for view in list(self.window.linked.tabs.choices):
            self.do(f"{name}: view {view}", lambda view=view: self.window.linked.choose(view))

    def extremes(self, name: str) -> None:
        """Set every parameter to either limit, as its form does."""
        usual, edited = self.window.store.session.run.model, self.window.panel.model_form.edited
        for spec in specs(type(usual)):
            ends = spec.choices or ((True, False) if isinstance(spec.default, bool) else (spec.low, spec.high))
            for value in [end for end in ends if end is not None]:
                changed = usual.with_values({spec.name: value})
                self.do(f"{name}: {spec.name} {value}", partial(edited.emit, changed, spec.name))
        self.do(f"{name}: usual", partial(edited.emit, usual, "seed"))

    def model(self, name: str, long: bool) -> None:
        """Do with a model what a lesson does with it."""
        self.do(f"{name}: choose", lambda: self.window.panel.model_picker.picked.emit(name))
        self.drag(f"{name}: drag")
        self.hover(f"{name}: hover")
        self.views(name)
        self.switch_all_on(name)
        self.drag(f"{name}: drag with all layers", 4)
        self.hover(f"{name}: hover with all layers")
        self.switch_back()
        for walk in ("first", "last"):
            self.do(f"{name}: {walk} step", lambda walk=walk: getattr(self.window.timeline, walk)())
        for notches in (15, -30, 15):
            self.do(f"{name}: fling {notches}", lambda notches=notches: self.fling(notches))
        self.do(f"{name}: show all", lambda: self.window.run("show_all"))
        self.do(f"{name}: undo", lambda: self.window.run("undo"))
        self.do(f"{name}: redo", lambda: self.window.run("redo"))
        if long:
            self.extremes(name)

    def around(self, folder: Path) -> None:
        """Do what concerns the window as a whole: looks, the table, files."""
        for look in ("theme:dark", "theme:projector", "theme:light", "present", "present"):
            self.do(look, lambda look=look: self.window.run(look), DRESSING)
        for name in ("data_table", "data_table", "side_by_side", "side_by_side", "exported", "exported"):
            self.do(name, lambda name=name: self.window.run(name))
        for name in ("export", "film", "gallery", "keys"):
            self.do(name, lambda name=name: self.window.run(name))
            self.do(f"close {name}", self.close_sheets)
        book, path = self.window.store.book, folder / f"many{storage.SUFFIX}"
        self.do("save", lambda: storage.save(book, path))
        self.do("open a session", lambda: self.window.files.open(path))
        table = folder / "many.csv"
        random = np.random.default_rng(0)
        rows = [f"{x:.4f},{y:.4f},{'ab'[int(x > y)]}" for x, y in random.normal(size=(COUNT, 2))]
        table.write_text("\n".join(["length,width,kind", *rows]), encoding="utf-8")
        self.do("open a table", lambda: self.window.files.open(table))
        while self.window.sheet is not None and not self.window.sheet.take.isEnabled():
            self.wait()
        if self.window.sheet is not None:
            self.do("import a table", self.window.sheet.take.click)

    def close_sheets(self) -> None:
        """Close whatever stands above the window."""
        for widget in QApplication.topLevelWidgets():
            if widget is not self.window and widget.isVisible():
                widget.close()

    def close(self) -> None:
        """Close the window."""
        self.application.watch = None
        self.window.close()
        self.window.deleteLater()
        QApplication.processEvents()


def main(words: list[str]) -> int:
    """Do it all for the models named, with every extreme after --long."""
    prepare_threads()
    import ziamath  # noqa: F401 - imported once in a lifetime, in the worker: no turn of a fit

    long, names = "--long" in words, [word for word in words if not word.startswith("--")]
    application, watch = TimedApplication(["session"]), Watch()
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    time_turns(watch)
    with tempfile.TemporaryDirectory() as folder:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
        hand = Hand(application, watch)
        for name in names:
            hand.model(name, long)
        if "--around" in words:
            hand.around(Path(folder))
        hand.close()
    rounded = {name: round(value, 1) for name, value in watch.worst.items()}
    sums = {**watch.counts, "worst": rounded, "slower": watch.slower, "seconds": time.process_time()}
    sys.stdout.write("".join(f"{json.dumps(row)}\n" for row in (*watch.rows, sums)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
