"""A fault in a paint, a slot, an event filter, a worker or a thread is told once and logged, and the window lives."""

import ast
import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

import mlexplorer
from mlexplorer.core import registry
from mlexplorer.marks.marks import Layer, Line
from mlexplorer.marks.palette import theme
from mlexplorer.session import fault_log, storage
from mlexplorer.session.fault_log import FaultLog
from mlexplorer.session.opening import opening
from mlexplorer.ui.guard import Guard
from mlexplorer.ui.plane import axes
from mlexplorer.ui.plane.canvas import Canvas
from mlexplorer.ui.plane.tool import Tool

ROOT = Path(__file__).parent.parent.parent.parent
ALWAYS = 10**9
LEVELS = 8  # a word along a line that was painted at another size meanwhile may turn by less than a pixel

pytestmark = pytest.mark.qt_no_exception_capture  # what is raised here is for the guard


class Oops(Exception):
    """What is raised in these tests."""


class Fault:
    """Raises so many times, and then no more."""

    def __init__(self, times):
        self.left, self.raised = times, 0

    def __call__(self, *_):
        if self.left:
            self.left -= 1
            self.raised += 1
            raise Oops("the wheel came off")


class FaultyRole(str):
    """A role whose colour cannot be looked up: a line that has it cannot be painted."""

    __slots__ = ()
    fault = Fault(0)

    def __hash__(self):
        FaultyRole.fault()
        return super().__hash__()

    def __eq__(self, other):
        return super().__eq__(other)


class FaultyOverlay(Tool):
    name, title, key, icon, help = "faulty overlay", "", "", "hint", ""

    def overlay(self, touch):
        return (Line(np.array([[touch.x, touch.y], [touch.x, touch.y + 1]]), FaultyRole("boundary")),)


class FaultyPress(Tool):
    name, title, key, icon, help = "faulty press", "", "", "hint", ""
    fault = Fault(0)

    def press(self, touch):
        self.fault(touch)

    def release(self, touch):
        self.fault(touch)


@dataclass(frozen=True)
class FaultyModel(registry.model("knn")):
    """A model whose fit raises."""

    fault: ClassVar = Fault(0)

    def learn(self, data, start):
        FaultyModel.fault()
        yield from super().learn(data, start)


class Told:
    """What the card was asked to say."""

    def __init__(self, kept):
        self.kept, self.said = kept, []
        kept.safety.guard.told.connect(lambda sentence, _: self.said.append(sentence))

    @property
    def log(self):
        return self.kept.safety.log.path.read_text(encoding="utf-8")

    def check(self, raised, name="Oops"):
        """One sentence, one trace, the version and the session, however often it was raised."""
        assert raised > 0
        assert len(self.said) == 1
        assert self.said[0].startswith("Something went wrong: the wheel came off.")
        assert self.kept.matter == "fault"
        assert self.log.count("Traceback (most recent call last)") == 1
        assert f"{name}: the wheel came off" in self.log
        assert f"ML Explorer {mlexplorer.__version__}, Python" in self.log
        assert '"format": "mlexplorer"' in self.log or '"format":"mlexplorer"' in self.log
        assert len(self.log.splitlines()) < 60


@pytest.fixture
def kept(keep):
    kept = keep(opening())
    kept.told = Told(kept)
    kept.hands.settle()
    return kept


def picture(kept):
    return kept.hands.canvas.grab().toImage()


def farthest(one, other):
    """Return by how many of 255 levels the colours of two pictures differ at most."""
    assert one.size() == other.size()
    levels = [np.frombuffer(picture.constBits(), np.uint8).astype(int) for picture in (one, other)]
    return np.abs(levels[0] - levels[1]).max()


def moved(kept, times=50):
    for step in range(times):
        QTest.mouseMove(kept.hands.canvas.viewport(), kept.hands.position(0.5 + 0.01 * (step % 7), 0.5))
        kept.hands.canvas.repaint()


@pytest.mark.parametrize("times", [1, ALWAYS])
def test_a_fault_in_a_paint_leaves_the_last_good_picture(kept, times):
    QTest.mouseMove(kept.hands.canvas.viewport(), kept.hands.position(2.0, 1.0))
    before = picture(kept)
    FaultyRole.fault = Fault(times)
    kept.window.plane.set_tool(FaultyOverlay(kept.window.plane.desk))
    moved(kept, 120)
    kept.told.check(FaultyRole.fault.raised)
    if times == ALWAYS:
        assert FaultyRole.fault.raised >= 100
        assert "100 times by now: Oops in " in kept.told.log
        kept.answer("Dismiss")
        kept.qtbot.waitUntil(lambda: kept.hands.canvas.height() == before.height())  # without the card
        kept.hands.settle()
        assert farthest(picture(kept), before) <= LEVELS
    else:
        FaultyRole.fault = Fault(0)
        assert picture(kept) != before, "what follows is painted"
    FaultyRole.fault = Fault(0)


@pytest.fixture
def faults(tmp_path):
    """What a guard of its own tells, for a canvas without a window."""
    told, guard = [], Guard(FaultLog(tmp_path), str)
    guard.told.connect(lambda sentence, _: told.append(sentence))
    guard.install()
    yield told
    guard.remove()


@pytest.mark.parametrize("layer", ["regions", "training", "hover"])
def test_a_fault_in_any_layer_leaves_the_last_good_picture_of_it(layer, faults, qtbot):
    canvas = Canvas(theme("light"))
    qtbot.addWidget(canvas)
    canvas.resize(300, 300)
    canvas.order(("regions",), ("training",), ("hover",))
    line = np.array([[-1.0, -1.0], [1.0, 1.0]])
    names = ("regions", "training", "hover")
    canvas.show_layers(
        tuple(Layer(name, (Line(line + np.array([0.0, shift]), "boundary"),)) for shift, name in enumerate(names)), 1
    )
    before = canvas.grab().toImage()
    FaultyRole.fault = Fault(ALWAYS)
    across = (Line(line, "boundary"), Line(line * [1.0, -1.0], FaultyRole("boundary")))
    canvas.show_layers((Layer(layer, across),), 1, partly=True)
    for _ in range(20):
        assert canvas.grab().toImage() == before
    assert FaultyRole.fault.raised >= 20
    assert len(faults) == 1
    canvas.resize(400, 400)
    canvas.grab()
    FaultyRole.fault = Fault(0)
    canvas.resize(300, 300)
    assert canvas.grab().toImage() != before, "once it can be painted it is"


@pytest.mark.parametrize("layer", ["regions", "training", "hover"])
def test_a_fault_in_the_first_picture_leaves_an_empty_plane(layer, faults, qtbot):
    empty, faulty = (Canvas(theme("light")) for _ in range(2))
    for canvas in (empty, faulty):
        qtbot.addWidget(canvas)
        canvas.resize(300, 300)
        canvas.set_axes(axes.Axes(shown=False))
        canvas.order(("regions",), ("training",), ("hover",))
    FaultyRole.fault = Fault(ALWAYS)
    mark = Line(np.array([[-1.0, -1.0], [1.0, 1.0]]), FaultyRole("boundary"))
    faulty.show_layers((Layer(layer, (mark,)),), 1)
    assert faulty.grab().toImage() == empty.grab().toImage()
    assert len(faults) == 1
    FaultyRole.fault = Fault(0)


def test_a_fault_in_an_axis_leaves_its_last_good_numbers(faults, qtbot, monkeypatch):
    canvas = Canvas(theme("light"))
    qtbot.addWidget(canvas)
    canvas.resize(300, 300)
    before = canvas.grab().toImage()
    fault = Fault(ALWAYS)
    monkeypatch.setattr(axes, "tick_words", fault)
    canvas.set_bounds((-5.0, 5.0, -5.0, 5.0))
    assert canvas.grab().toImage().copy(0, 0, 300, 10) == before.copy(0, 0, 300, 10)
    assert fault.raised > 0
    assert len(faults) == 1


@pytest.mark.parametrize("times", [1, ALWAYS])
def test_a_fault_in_an_event_filter(kept, times):
    FaultyPress.fault = Fault(times)
    kept.window.plane.set_tool(FaultyPress(kept.window.plane.desk))
    for _ in range(20):
        kept.hands.click(0.5, 0.5)
    assert FaultyPress.fault.raised == min(times, 40)
    kept.told.check(FaultyPress.fault.raised)
    assert not kept.store.dragging, "a gesture ends, whatever its tool does"
    kept.window.run("tool:place")
    size = len(kept.hands.data)
    kept.hands.click(-1.2, -1.8)
    kept.hands.settle()
    assert len(kept.hands.data) == size + 1


@pytest.mark.parametrize("times", [1, ALWAYS])
def test_a_fault_in_a_slot(kept, times):
    fault = Fault(times)
    kept.window.plane.hovered.connect(fault)
    moved(kept, 20)
    kept.told.check(fault.raised)
    assert fault.raised == min(times, 20)
    kept.window.plane.hovered.disconnect(fault)


@pytest.mark.parametrize("times", [1, 30])
def test_a_fault_in_a_timer(kept, times):
    fault = Fault(times)
    timer = QTimer(kept.window, interval=0)
    timer.timeout.connect(fault)
    timer.start()
    kept.qtbot.waitUntil(lambda: fault.left == 0)
    timer.stop()
    kept.told.check(fault.raised)


@pytest.fixture
def faulty_model():
    yield registry.register(FaultyModel)
    registry.refresh()


@pytest.mark.usefixtures("faulty_model")
@pytest.mark.parametrize("times", [1, ALWAYS])
def test_a_fault_in_a_fit_leaves_the_picture_and_a_trace(kept, times):
    before = kept.window.plane.picture
    FaultyModel.fault = Fault(times)
    session = kept.store.session
    for number in range(5):
        kept.store.edit(session.with_model(FaultyModel()), f"break it {number}")
        kept.qtbot.waitUntil(lambda: not kept.window.jobs.busy)
        kept.store.undo()
        kept.qtbot.waitUntil(lambda: not kept.window.jobs.busy)
    FaultyModel.fault.left = 0
    assert "This fit failed: the wheel came off" in kept.window.plane.pill.text
    assert len(kept.told.said) == 1
    assert kept.told.log.count("Traceback (most recent call last)") == 1
    assert "test_guard.py" in kept.told.log
    assert kept.window.plane.picture.snapshot.session.document == before.snapshot.session.document


@pytest.mark.parametrize("times", [1, 10])
def test_a_fault_in_any_other_work(kept, times):
    fault = Fault(times)
    for number in range(times):
        kept.window.jobs.request(f"work {number}", lambda: iter([fault()]))
    kept.qtbot.waitUntil(lambda: not kept.window.jobs.busy)
    kept.told.check(times)


@pytest.mark.parametrize("times", [1, 10])
def test_a_fault_in_another_thread(kept, times):
    fault = Fault(times)
    for _ in range(times):
        thread = threading.Thread(target=fault)
        thread.start()
        thread.join()
    kept.qtbot.waitUntil(lambda: bool(kept.told.said))
    kept.told.check(times)


def test_two_faults_are_told_apart(kept):
    kept.window.plane.hovered.connect(lambda _: int("one"))
    kept.window.plane.hovered.connect(lambda _: {}["key"])
    moved(kept, 10)
    assert len(kept.told.said) == 2
    assert kept.told.log.count("Traceback") == 2


def test_the_details_can_be_copied(kept):
    FaultyPress.fault = Fault(1)
    kept.window.plane.set_tool(FaultyPress(kept.window.plane.desk))
    kept.hands.click(0.5, 0.5)
    kept.answer("Copy details")
    copied = QGuiApplication.clipboard().text()
    assert "Oops: the wheel came off" in copied
    session = re.search(r"session: (\{.*)", copied)[1]
    assert storage.loads(session).session.document == kept.store.session.document


def test_sentences_that_are_shown_anyway_are_no_faults(kept, tmp_path):
    kept.window.jobs.request("work", lambda: iter([storage.save(opening(), tmp_path / "none" / "a")]))
    kept.qtbot.waitUntil(lambda: not kept.window.jobs.busy)
    assert not kept.told.said
    assert not kept.safety.log.path.exists()


def test_the_log_turns_and_stays_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(fault_log, "MOST_BYTES", 1000)
    log = FaultLog(tmp_path)
    for number in range(100):
        log.write(f"fault {number} " + "x" * 80)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["faults.1.log", "faults.2.log", "faults.3.log", "faults.log"]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())
    assert "fault 99 " in log.path.read_text()
    assert (log.path.stat().st_mode & 0o777) == 0o600


def test_a_log_that_cannot_be_written_is_no_fault(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    FaultLog(tmp_path / "file").write("nothing")
    assert (tmp_path / "file").read_bytes() == b""


CHILD = """
import os, sys, traceback
from PySide6.QtCore import QTimer
from mlexplorer.ui import app
from tests.ui.safety.test_guard import ALWAYS, Fault, FaultyRole, FaultyOverlay

def begin():
    from PySide6.QtWidgets import QApplication
    from mlexplorer.ui.window import Window
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Window))
    try:
        {deed}
    except BaseException:
        traceback.print_exc()
        os._exit(3)

QTimer.singleShot(800, begin)
sys.exit(app.run([]))
"""


def child(deed, folder):
    environment = {**os.environ, "MLEXPLORER_STATE": str(folder), "PYTHONPATH": str(ROOT)}
    code = CHILD.format(deed="\n        ".join(deed.strip().splitlines()))
    begun = f"import PySide6.QtWidgets as q; application = q.QApplication([])\n{code}"
    words = [sys.executable, "-c", begun]
    return subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)


def test_a_program_whose_paints_fail_ends_well(tmp_path):
    ended = child(
        """
FaultyRole.fault = Fault(ALWAYS)
window.plane.set_tool(FaultyOverlay(window.plane.desk))
from PySide6.QtTest import QTest
for x in range(50, 90):
    QTest.mouseMove(window.plane.canvas.viewport(), window.plane.canvas.rect().center() / 2)
    QTest.mouseMove(window.plane.canvas.viewport(), window.plane.canvas.rect().center())
    QApplication.processEvents()
assert FaultyRole.fault.raised > 10
QTimer.singleShot(0, window.close)
""",
        tmp_path,
    )
    assert ended.returncode == 0, ended.stderr
    assert "QBackingStore" not in ended.stderr
    assert "QPaint" not in ended.stderr
    assert ended.stderr.count("Traceback") == 1
    assert "the wheel came off" in (tmp_path / "faults.log").read_text()
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["faults.log"]


def test_after_a_hard_crash_the_next_start_says_so_and_offers_the_recovery(tmp_path, keep):
    ended = child(
        """
from dataclasses import replace
session = window.store.session
window.store.edit(session.with_points(window.plane.desk.data.added([[0.5, 0.5]], 0)), "add a point")
import faulthandler
QTimer.singleShot(1000, faulthandler._sigsegv)
""",
        tmp_path / "state",
    )
    assert ended.returncode == -11
    kept = keep()
    assert kept.asked("recovery").startswith("ML Explorer crashed before an untitled session was closed (")
    log = kept.safety.log.path.read_text()
    assert f"ML Explorer {mlexplorer.__version__} crashed\nFatal Python error: Segmentation fault" in log
    kept.answer("Recover")
    assert len(kept.store.session.document.points) == 121
    assert kept.matter == "crash"
    kept.answer("Copy details")
    assert "Segmentation fault" in QGuiApplication.clipboard().text()
    assert not list((tmp_path / "state" / "recovery").glob("*.crash"))


WORDS = re.compile(r"QPainter\(|def paintEvent|def paint\(self|def eventFilter")
SOURCES = [path for path in sorted((ROOT / "mlexplorer").rglob("*.py")) if WORDS.search(path.read_text("utf-8"))]


def unguarded(path):
    """Yield where a fault in a file would leave a painter active or come out of a paint or a filter."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    safe = {id(item.context_expr) for node in nodes if isinstance(node, ast.With) for item in node.items}
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "QPainter" and node.args:
            yield from [] if id(node) in safe else [f"{path}, line {node.lineno}: a painter that a fault leaves active"]
        if isinstance(node, ast.FunctionDef):
            is_item = node.name == "paint" and "QPainter" in ast.unparse(node.args)
            wanted = "paints" if is_item else {"paintEvent": "paints", "eventFilter": "filters"}.get(node.name)
            if wanted and wanted not in map(ast.unparse, node.decorator_list):
                yield f"{path}, line {node.lineno}: {node.name} without a guard"


def test_every_painter_is_ended_and_every_paint_guarded():
    assert len(SOURCES) > 20
    assert [place for path in SOURCES for place in unguarded(path)] == []
