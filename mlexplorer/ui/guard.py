"""The guard around every paint, slot, worker and event filter: a fault is told once and logged, and the window lives.

Qt calls methods of widgets, slots and event filters from C++, where an exception cannot pass: PySide hands it to
`sys.excepthook`, threads to `threading.excepthook`. The guard is what listens there. A paint needs more, for a
painter that is not ended ends the program: every one stands in a `with`, and every paint event is one of `paints`.
An event filter is one of `filters`: what it raised would come up again in whatever Python code Qt calls next.
"""

import re
import sys
import threading
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QObject, Signal

from mlexplorer.core.notice import CannotFit
from mlexplorer.core.writing import CannotWrite
from mlexplorer.session.fault_log import FaultLog, details_of
from mlexplorer.session.storage import BadFile

Painting = TypeVar("Painting", bound=Callable[..., None])
Filtering = TypeVar("Filtering", bound=Callable[[Any, Any, QEvent], bool])
Place: TypeAlias = tuple[type[BaseException], str, int]  # the kind of a fault, and the line that raised it
WELL = "_painted_well"
OVERRIDE = re.compile(r"Error calling Python override of \S+: ")  # what PySide puts before a message
EXPECTED = (BadFile, CannotFit, CannotWrite)  # their sentences are shown where they arise; no fault of the program


def paints(method: Painting) -> Painting:
    """Guard a paint event, or the paint of an item: a fault is told, and what was last painted well comes again."""

    @wraps(method)
    def guarded(widget: Any, *given: Any) -> None:
        try:
            method(widget, *given)
        except Exception:
            tell_fault()
            _paint_as_before(method, widget, given)
        else:
            vars(widget)[WELL] = _held(widget)

    return guarded  # type: ignore[return-value] # it takes and gives what the method does


def filters(method: Filtering) -> Filtering:
    """Guard an event filter: a fault is told, and the event goes on its way."""

    @wraps(method)
    def guarded(watcher: Any, watched: Any, event: QEvent) -> bool:
        try:
            return method(watcher, watched, event)
        except Exception:
            tell_fault()
            return False

    return guarded  # type: ignore[return-value] # it takes and gives what the method does


def tell_fault() -> None:
    """Tell of the fault that was just caught, as if nobody had caught it."""
    sys.excepthook(*sys.exc_info())


def _paint_as_before(method: Callable[..., None], widget: Any, given: tuple[Any, ...]) -> None:
    """Paint with what the widget held when its last paint succeeded; the picture stays, whatever was put into it."""
    present = dict(vars(widget))
    if WELL not in present:
        return
    vars(widget).update(present[WELL])
    try:
        method(widget, *given)
    except Exception as error:  # told already, and an empty widget is the best that is left
        del error
    finally:
        vars(widget).update(present)


def _held(widget: Any) -> dict[str, Any]:
    """Return what a widget holds; dicts and lists are copied, since they may be changed in place."""
    parts = ((name, value) for name, value in vars(widget).items() if name != WELL)
    return {name: value.copy() if isinstance(value, dict | list) else value for name, value in parts}


class Guard(QObject):
    """Logs every fault nobody caught, and tells of each place that raises one once, however often it does."""

    told = Signal(str, str)  # the sentence, and the details to copy
    _found = Signal(str, str)

    def __init__(self, log: FaultLog, session: Callable[[], str], parent: QObject | None = None) -> None:
        """Log to a file, with the text of the session as it is then."""
        super().__init__(parent)
        self._log, self._session = log, session
        self._counts: dict[Place, int] = {}
        self._before: tuple[Any, Any, Any] | None = None
        self._found.connect(self._tell)  # a fault in another thread is told in this one

    def install(self) -> None:
        """Listen to what nobody catches, in every thread."""
        self._before = (sys.excepthook, sys.unraisablehook, threading.excepthook)
        sys.excepthook = self._hook
        sys.unraisablehook = lambda fault: self.report(fault.exc_value)
        threading.excepthook = lambda fault: self.report(fault.exc_value)

    def remove(self) -> None:
        """Leave the hooks as they were."""
        if self._before is not None:
            sys.excepthook, sys.unraisablehook, threading.excepthook = self._before
            self._before = None

    def report(self, error: BaseException | None) -> None:
        """Log a fault and tell of it; the next from the same line is only counted, and logged at 10, 100, … of them."""
        if error is None or isinstance(error, EXPECTED):
            return
        place = _place_of(error)
        count = self._counts[place] = self._counts.get(place, 0) + 1
        if count == 1:
            details = details_of(error, self._attached())
            self._log.write(details)
            self._found.emit(_sentence(error), details)
        elif str(count).strip("0") == "1":
            self._log.write(f"{count} times by now: {place[0].__name__} in {place[1]}, line {place[2]}")

    def _attached(self) -> str:
        try:
            return self._session()
        except Exception as error:  # it may be the very fault
            return f"could not be told: {error!r}"

    def _hook(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if self._before is not None and (not isinstance(error, Exception) or _place_of(error) not in self._counts):
            self._before[0](kind, error, trace)  # printed once, for the curious
        if isinstance(error, Exception):
            self.report(error)

    def _tell(self, sentence: str, details: str) -> None:
        self.told.emit(sentence, details)


def _place_of(error: BaseException) -> Place:
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return (type(error), frames[-1].filename, frames[-1].lineno or 0) if frames else (type(error), "", 0)


def _sentence(error: BaseException) -> str:
    words = " ".join(OVERRIDE.sub("", str(error)).split()).rstrip(".")
    short = words if len(words) <= 120 else words[:119] + "…"
    return f"Something went wrong: {short or type(error).__name__}. Your points are safe; save the session to be sure."
