"""The real window, and hands for it."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.session.opening import empty
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.window import Window
from tests.ui.samples import Everything, dress, make_form


class Hands:
    """What a person does with the window, by real events."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot

    @property
    def canvas(self):
        return self.window.plane.canvas

    @property
    def data(self):
        return self.window.plane.desk.data

    @property
    def snapshot(self):
        return self.window.plane.picture.snapshot

    def settle(self):
        """Wait until the picture belongs to the present session and nothing is left to do."""
        self.qtbot.waitUntil(self._settled)

    def _settled(self):
        picture = self.window.plane.picture
        assert not self.window.jobs.busy
        assert self.window.linked.is_whole
        assert picture is not None
        assert picture.snapshot.finished
        assert picture.snapshot.session.document == self.window.store.session.document

    def position(self, x, y):
        where = self.canvas.position_of(np.array([[x, y]], dtype=float))[0]
        return QPoint(round(where[0]), round(where[1]))

    def click(self, x, y, button=Qt.MouseButton.LeftButton, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.mouseClick(self.canvas.viewport(), button, modifiers, self.position(x, y))

    def drag(self, start, end, moves=8, modifiers=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        port = self.canvas.viewport()
        shares = np.linspace(0, 1, moves + 1)
        way = [self.position(*(np.array(start) + share * (np.array(end) - np.array(start)))) for share in shares]
        QTest.mousePress(port, button, modifiers, way[0])
        for position in way[1:]:
            QTest.mouseMove(port, position)
        QTest.mouseRelease(port, button, modifiers, way[-1])

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.window, key, modifiers)

    def colour(self, x, y):
        """Return the colour of the pixel at a place of the plane, as (red, green, blue)."""
        colour = self.canvas.grab().toImage().pixelColor(self.position(x, y))
        return colour.red(), colour.green(), colour.blue()


def opened(book, qtbot):
    window = Window(book)
    qtbot.addWidget(window, before_close_func=lambda window: setattr(window.files, "may_leave", lambda: True))
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    hands = Hands(window, qtbot)
    hands.settle()
    return hands


@pytest.fixture(autouse=True)
def light(qapp):
    """Wear the light theme at scale 1: a window that was closed on stage leaves its own."""
    dress(qapp)


@pytest.fixture
def hands(qtbot):
    """A window with an empty plane, as after New."""
    hands = opened(empty(), qtbot)
    yield hands
    hands.window.jobs.stop()


@pytest.fixture
def open_hands(qtbot):
    """Open a window on a model and a source."""
    made = []

    def make(model="knn", source="moons", values=None, source_values=None):
        run = Run(registry.model(model)().with_values(values or {}))
        document = Document(registry.source(source)().with_values(source_values or {}), (run,))
        made.append(opened(single(Session(document)), qtbot))
        return made[-1]

    yield make
    for hands in made:
        hands.window.jobs.stop()


@pytest.fixture
def form(qtbot):
    """The form of a recipe with every kind of parameter."""
    return make_form(qtbot, Everything())


@pytest.fixture
def edits(form):
    """What the form told, as pairs of recipe and parameter."""
    told = []
    form.edited.connect(lambda recipe, name: told.append((recipe, name)))
    return told
