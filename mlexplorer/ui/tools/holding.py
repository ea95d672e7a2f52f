"""A tool in use only while its key is held: the one before comes back when the key is let go."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from mlexplorer.ui.guard import filters
from mlexplorer.ui.plane.tool import Tool

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window  # it makes this

LONG = 300  # milliseconds from which on a key is held; a shorter press chooses the tool for good


class Holding(QObject):
    """Watches the key of a tool; its shortcut chooses the tool, this gives back the one before."""

    def __init__(self, window: "Window", tool: type[Tool]) -> None:
        super().__init__(window)
        self._window, self._key = window, Qt.Key(ord(tool.key))
        self._before: str | None = None
        self.is_short = QTimer(self, singleShot=True, interval=LONG)
        window.installEventFilter(self)

    def _press(self) -> None:
        if self._before is None:
            self._before = self._window.plane.tool.name
            self.is_short.start()

    def _release(self) -> None:
        before, self._before = self._before, None
        if before is not None and not self.is_short.isActive():
            self._window.run(f"tool:{before}")
        self.is_short.stop()

    def _is_mine(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.isAutoRepeat():
            return False
        return event.key() == self._key and event.modifiers() == Qt.KeyboardModifier.NoModifier

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the key; whoever leaves the window lets go of it."""
        del watched
        if event.type() == QEvent.Type.ShortcutOverride and self._is_mine(event):  # before the shortcut itself
            self._press()
        elif event.type() == QEvent.Type.WindowDeactivate or (
            event.type() == QEvent.Type.KeyRelease and self._is_mine(event)
        ):
            self._release()
        return False
