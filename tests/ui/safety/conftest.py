"""Windows that are kept safe, in folders of the test."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.session.opening import empty
from mlexplorer.ui.safety.safety import keep_safe
from tests.ui.conftest import opened


class Kept:
    """A window with all that keeps it safe, and what a person does with it."""

    def __init__(self, qtbot, state, book=None, path=None):
        self.hands = opened(book or empty(), qtbot)
        self.window, self.store, self.qtbot = self.hands.window, self.hands.window.store, qtbot
        self.store.path = path
        self.safety = keep_safe(self.window, state)
        self.ended = False
        self.hands.settle()

    def edit(self, count=1):
        for number in range(len(self.hands.data), len(self.hands.data) + count):
            self.hands.click(-2 + 0.4 * (number % 10), -2 + 0.4 * (number // 10))

    def answer(self, words):
        button = next(button for button in self.safety.card.buttons if button.text() == words)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def asked(self, name):
        self.qtbot.waitUntil(lambda: self.matter == name)
        return self.safety.card.matter.sentence

    @property
    def matter(self):
        return self.safety.card.matter.name if self.safety.card.matter else None

    def end(self):
        """End as if the process were gone: its locks with it."""
        self.safety.keeping.wait()
        self.ended = True
        self.safety.keeping.stop(remove=False)
        self.safety.watch.stop()
        self.window.closed.disconnect()
        self.window.files.may_leave = lambda: True
        self.window.close()


@pytest.fixture
def keep(qtbot, tmp_path):
    """Make windows that share one folder of state."""
    made = []

    def make(book=None, path=None):
        made.append(Kept(qtbot, tmp_path / "state", book, path))
        return made[-1]

    yield make
    for kept in made:
        if not kept.ended:
            kept.window.files.may_leave = lambda: True
            kept.window.close()
