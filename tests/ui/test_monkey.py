"""A monkey at the window: random clicks, drags, wheels, keys and choices, with a fixed seed; nothing may break."""

import os
import random

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.core import registry
from mlexplorer.session import storage

DEEDS = 4000 if os.environ.get("MLEXPLORER_LONG", "") not in ("", "0") else 250
KEYS = [
    *"FPBVSERT123456789", Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Delete, Qt.Key.Key_Escape, Qt.Key.Key_F5, Qt.Key.Key_Up,
]  # fmt: skip
CTRL, SHIFT, PLAIN = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


class Monkey:
    def __init__(self, hands, seed):
        self.hands, self.chance = hands, random.Random(seed)
        self.window, self.port = hands.window, hands.canvas.viewport()

    def somewhere(self):
        size = self.port.size().expandedTo(QSize(1, 1))  # just after a presentation the plane has no room yet
        return QPoint(self.chance.randrange(size.width()), self.chance.randrange(size.height()))

    def click(self):
        button = self.chance.choice([Qt.MouseButton.LeftButton] * 4 + [Qt.MouseButton.MiddleButton])
        QTest.mouseClick(self.port, button, self.chance.choice([PLAIN, PLAIN, SHIFT]), self.somewhere())

    def drag(self):
        button = self.chance.choice([Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton])
        modifiers = self.chance.choice([PLAIN, PLAIN, CTRL, SHIFT])
        QTest.mousePress(self.port, button, modifiers, self.somewhere())
        for _ in range(self.chance.randrange(1, 6)):
            QTest.mouseMove(self.port, self.somewhere())
        QTest.mouseRelease(self.port, button, modifiers, self.somewhere())

    def wheel(self):
        place = QPointF(self.somewhere())
        turn = QPoint(0, self.chance.choice([-120, 120]))
        buttons, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(place, self.port.mapToGlobal(place), QPoint(), turn, buttons, PLAIN, phase, False)
        QApplication.sendEvent(self.port, event)

    def key(self):
        QTest.keyClick(self.window, self.chance.choice(KEYS))

    def undo(self):
        self.window.run(self.chance.choice(["undo", "undo", "redo"]))

    def model(self):
        self.window.panel.model_picker.picked.emit(self.chance.choice(list(registry.models())))

    def source(self):
        self.window.panel.source_picker.picked.emit(self.chance.choice(list(registry.sources())))

    def view(self):
        names = list(self.window.linked.tabs.choices)
        if names:
            self.window.linked.choose(self.chance.choice(names))

    def resize(self):
        self.window.resize(self.chance.randrange(900, 1500), self.chance.randrange(600, 1000))

    def live(self, deeds):
        weights = {
            self.click: 30,
            self.drag: 20,
            self.wheel: 6,
            self.key: 20,
            self.undo: 8,
            self.model: 5,
            self.source: 3,
        }
        weights |= {self.view: 4, self.resize: 1}
        for number in range(deeds):
            self.chance.choices(list(weights), list(weights.values()))[0]()
            if number % 10 == 0:
                QApplication.processEvents()


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_breaks(hands, seed):
    failures = []
    hands.window.work.failed.connect(failures.append)
    Monkey(hands, seed).live(DEEDS // 2)
    if hands.window.timeline.is_playing:
        hands.window.timeline.stop()
    hands.settle()
    assert failures == []
    session = hands.window.store.session
    assert storage.loads(storage.dumps(hands.window.store.book)).session == session
    while hands.window.store.history.undo_label:
        hands.window.run("undo")
    hands.settle()
    assert len(hands.data) == 0
