"""A monkey at the window: every deed is a function of one row; a seed says which come, where and how often."""

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import QAction, QContextMenuEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QMenu, QWidget

from mlexplorer.core import registry

Deed: TypeAlias = Callable[["Monkey"], str | None]  # what it did, if its own name does not tell
PLAIN, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
KEYS = [
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,+-[]", *[Qt.Key(Qt.Key.Key_F1 + number) for number in range(12)],
    Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home,
    Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Return,
    Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
]  # fmt: skip
NOT_RUN = {"quit", "print"}  # one ends the story, the other asks a printer that is not there
PASTES = (
    "1 2\n3 4\n", "1e308 -1e308\n-1e308 1e308\n", "1e-300 0\n2e-300 0\n", "nan inf\n", "5 5\n5 5\n5 5\n", "",
    "\x00\ud800", "a,b,class\n1,2,x\n3,4,y\n", "1" * 5000, "<b>bold</b>\t7\n", "1e20 1e20\n-1e20 0\n",
    "0.1,0.2,1\n0.3,0.4,2\n",
)  # fmt: skip
FINDS = ("svm", "c 10", "k 3", "moons", "stage", "gallery", "margins", "dark", "xor", "1e308", "<b>", "zzz", "help")
FILES = {
    "good.csv": "x,y,class\n" + "".join(f"{i % 7},{i % 5},{'ab'[i % 2]}\n" for i in range(60)),
    "huge.csv": "x,y,class\n1e308,-1e308,a\n-1e308,1e308,b\n",
    "bad.csv": "what is\nthis,,,\n\n\n",
    "empty.csv": "",
    "bad.mlx.json": '{"version": 2, "book": [',
    "deep.mlx.json": "[" * 3000,
    "wrong.mlx.json": json.dumps({"format": "mlexplorer", "version": 99}),
    "bad.png": "\x89PNG not really",
}


class Monkey:
    """Chance, the window, and a folder with files to drop."""

    def __init__(self, hands: Any, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.window, self.port = hands.window, hands.canvas.viewport()
        self.slowest: tuple[float, str] = (0.0, "")
        self.files = [folder / name for name in FILES]
        for path in self.files:
            path.write_text(FILES[path.name], encoding="utf-8")

    def somewhere(self, widget: QWidget | None = None) -> QPoint:
        """Return a random place of a widget, the plane unless told otherwise."""
        size = (widget or self.port).size().expandedTo(QSize(1, 1))  # it may have no room yet
        return QPoint(self.chance.randrange(size.width()), self.chance.randrange(size.height()))

    def live(self, deeds: int) -> None:
        """Do so many deeds, and remember which took the window longest: time of its thread, not of the clock."""
        closer = QTimer(interval=0)
        closer.timeout.connect(lambda: QTimer.singleShot(0, self.answer))  # what is answered may ask again meanwhile
        for _ in range(deeds):
            deed = self.chance.choices(list(DEEDS), list(DEEDS.values()))[0]
            closer.start()
            begun = time.thread_time()
            did = deed(self) or deed.__name__
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # as a running program does
            self.slowest = max(self.slowest, (time.thread_time() - begun, did))
            closer.stop()

    def answer(self) -> None:
        """Answer a menu or a dialog that waits for an answer, or nothing else could happen."""
        opened, waiting = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if isinstance(opened, QMenu):
            self.choose(opened)
        elif isinstance(waiting, QDialog):
            waiting.reject()

    def choose(self, opened: QMenu) -> None:
        """Take something of a menu, or leave it."""
        offered = [action for action in opened.actions() if action.isEnabled() and not action.isSeparator()]
        offered = [action for action in offered if not self._is_not_run(action)]
        if not offered or self.chance.random() < 0.2:
            opened.close()
            return
        action = self.chance.choice(offered)
        opened.setActiveAction(action)
        if action.menu() is None:
            QTest.keyClick(opened, Qt.Key.Key_Return)

    def _is_not_run(self, action: QAction) -> bool:
        return any(action is self.window.actions_by_name[name] for name in NOT_RUN)


def click(monkey: Monkey) -> None:
    button = monkey.chance.choice([LEFT, LEFT, LEFT, LEFT, MIDDLE])
    QTest.mouseClick(monkey.port, button, monkey.chance.choice([PLAIN, PLAIN, SHIFT]), monkey.somewhere())


def drag(monkey: Monkey) -> None:
    button, modifiers = monkey.chance.choice([LEFT, LEFT, MIDDLE]), monkey.chance.choice([PLAIN, PLAIN, CTRL, SHIFT])
    QTest.mousePress(monkey.port, button, modifiers, monkey.somewhere())
    for _ in range(monkey.chance.randrange(1, 6)):
        QTest.mouseMove(monkey.port, monkey.somewhere())
    QTest.mouseRelease(monkey.port, button, modifiers, monkey.somewhere())


def hover(monkey: Monkey) -> None:
    QTest.mouseMove(monkey.port, monkey.somewhere())


def wheel(monkey: Monkey) -> None:
    turn(monkey, monkey.chance.choice([-120, 120]))


def fling(monkey: Monkey) -> None:
    """Turn the wheel far before anything can be painted."""
    notch = monkey.chance.choice([-120, 120])
    for _ in range(monkey.chance.randrange(5, 40)):
        turn(monkey, notch)


def turn(monkey: Monkey, by: int) -> None:
    place = QPointF(monkey.somewhere())
    where = monkey.port.mapToGlobal(place)
    none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(monkey.port, QWheelEvent(place, where, QPoint(), QPoint(0, by), none, PLAIN, phase, False))


def key(monkey: Monkey) -> None:
    focused = QApplication.focusWidget() or monkey.window
    QTest.keyClick(focused, monkey.chance.choice(KEYS), monkey.chance.choice([PLAIN, PLAIN, PLAIN, SHIFT]))


def command(monkey: Monkey) -> str:
    """Run any command that can be run now."""
    names = [name for name, action in monkey.window.actions_by_name.items() if action.isEnabled()]
    chosen = monkey.chance.choice([name for name in names if name not in NOT_RUN])
    monkey.window.run(chosen)
    return f"command {chosen}"


def undo(monkey: Monkey) -> None:
    monkey.window.run(monkey.chance.choice(["undo", "undo", "redo"]))


def model(monkey: Monkey) -> None:
    monkey.window.panel.model_picker.picked.emit(monkey.chance.choice(list(registry.models())))


def source(monkey: Monkey) -> None:
    monkey.window.panel.source_picker.picked.emit(monkey.chance.choice(list(registry.sources())))


def view(monkey: Monkey) -> None:
    names = list(monkey.window.linked.tabs.choices)
    if names:
        monkey.window.linked.choose(monkey.chance.choice(names))


def button(monkey: Monkey) -> None:
    """Press any button that can be seen, of the window or of a sheet over it; it may open a menu."""
    shown = [widget for top in QApplication.topLevelWidgets() for widget in top.findChildren(QAbstractButton)]
    usable = [widget for widget in shown if widget.isVisible() and widget.isEnabled()]
    if usable:
        QTest.mouseClick(monkey.chance.choice(usable), LEFT)


def context(monkey: Monkey) -> None:
    """Ask for the menu of whatever is at a place of the window."""
    place = monkey.somewhere(monkey.window)
    under = monkey.window.childAt(place) or monkey.window
    here, there = under.mapFrom(monkey.window, place), monkey.window.mapToGlobal(place)
    QTest.mouseClick(under, RIGHT, PLAIN, here)
    QApplication.sendEvent(under, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, here, there))


def palette(monkey: Monkey) -> str:
    """Find something by typing, and take it."""
    words = monkey.chance.choice(FINDS)
    monkey.window.run("find")
    QTest.keyClicks(QApplication.focusWidget() or monkey.window, words)
    QTest.keyClick(QApplication.focusWidget() or monkey.window, Qt.Key.Key_Return)
    return f"palette {words}"


def field(monkey: Monkey) -> None:
    """Type something into a field that can be seen."""
    fields = [widget for widget in monkey.window.findChildren(QLineEdit) if widget.isVisible() and widget.isEnabled()]
    if fields:
        chosen = monkey.chance.choice(fields)
        chosen.setFocus()
        chosen.selectAll()
        QTest.keyClicks(chosen, monkey.chance.choice(["0", "-1", "7", "1e9", "0.001", "abc", "", "1e308", "3.5"]))
        QTest.keyClick(chosen, Qt.Key.Key_Return)


def sheet(_: Monkey) -> None:
    """Close whatever lies over the window."""
    for top in QApplication.topLevelWidgets():
        if isinstance(top, QDialog) and top.isVisible():
            top.reject()


def paste(monkey: Monkey) -> None:
    QApplication.clipboard().setText(monkey.chance.choice(PASTES).encode("utf-8", "replace").decode())
    monkey.window.run("paste")


def drop(monkey: Monkey) -> None:
    """Drop a file, good or bad, on the window."""
    brought = QMimeData()
    brought.setUrls([QUrl.fromLocalFile(str(monkey.chance.choice(monkey.files)))])
    place = QPointF(monkey.somewhere(monkey.window))
    QApplication.sendEvent(monkey.window, QDropEvent(place, Qt.DropAction.CopyAction, brought, LEFT, PLAIN))


def resize(monkey: Monkey) -> None:
    monkey.window.resize(monkey.chance.randrange(900, 1500), monkey.chance.randrange(600, 1000))


def theme(monkey: Monkey) -> None:
    monkey.window.run(monkey.chance.choice(["theme:light", "theme:dark", "present", "only_plane"]))


DEEDS: dict[Deed, int] = {
    click: 30, drag: 20, hover: 10, wheel: 6, fling: 2, key: 24, command: 12, undo: 8, model: 5, source: 3, view: 4,
    button: 10, field: 4, sheet: 4, paste: 2, drop: 2, resize: 1, theme: 1, context: 2, palette: 2,
}  # fmt: skip


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect what Qt warns of."""
    said: list[str] = []

    def hear(kind: QtMsgType, _: object, words: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not words.startswith("This plugin does not support"):
            said.append(words)

    before = qInstallMessageHandler(hear)
    try:
        yield said
    finally:
        qInstallMessageHandler(before)
