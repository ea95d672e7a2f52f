"""Words that may wait while the hand is at work, so that its frames do not wait for them."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from mlexplorer.ui.store import Store

PACE = 100  # milliseconds between two times that something is told during a gesture


class Seldom(QObject):
    """Tells at once; what may wait during a gesture is told at most ten times a second, the latest always."""

    def __init__(self, store: Store, tell: Callable[..., None]) -> None:
        super().__init__(store)
        self._tell, self._told = tell, tuple[object, ...]()
        self._is_due = False
        self._clock = QTimer(self, singleShot=True, interval=PACE)
        self._clock.timeout.connect(self._catch_up)
        store.gesture_ended.connect(self._catch_up)

    def tell(self, *told: object, waits: bool) -> None:
        """Tell this now, or in a while if it may wait and something was told just now."""
        self._told = told
        if waits and self._clock.isActive():
            self._is_due = True
        else:
            self._tell_now()

    def _catch_up(self) -> None:
        if self._is_due:
            self._tell_now()

    def _tell_now(self) -> None:
        self._is_due = False
        self._clock.start()
        self._tell(*self._told)
