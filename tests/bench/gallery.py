"""The gallery: how long it takes to open with warm thumbnails, against opening a session."""

import os
import tempfile
from collections.abc import Callable
from statistics import median
from time import process_time

from PySide6.QtCore import QEventLoop, QPoint, QTimer
from PySide6.QtWidgets import QApplication

from mlexplorer.lessons import scenes

TIMES, BOUND = 5, 3.0
SESSION = "drag_a_point"


def main(words: list[str]) -> int:
    """Print the milliseconds of both, and return whether the gallery takes more than three times as long."""
    del words
    os.environ["MLEXPLORER_STATE"] = tempfile.mkdtemp()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mlexplorer.session.opening import opening  # after the environment is set
    from mlexplorer.ui.commands import learning_menu
    from mlexplorer.ui.window import Window

    application = QApplication.instance() or QApplication([])
    window = Window(opening())
    window.resize(1280, 800)
    window.show()

    waker = QTimer(interval=5)
    waker.start()

    def wait(until: Callable[[], bool]) -> None:
        while not until():
            application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)  # or waiting would cost too

    def is_settled() -> bool:
        picture = window.plane.picture
        is_present = picture is not None and picture.snapshot.session.document == window.store.session.document
        return is_present and picture.snapshot.finished and not window.jobs.busy

    def open_session(number: int) -> None:
        names = (SESSION, "widest_street")
        window.store.open_scene(scenes.named(names[number % 2]), "open")
        wait(is_settled)

    def open_gallery(number: int) -> None:
        del number
        sheet = learning_menu.gallery(window)
        wait(
            lambda: sheet.cards[-1].mapTo(sheet, QPoint()).y() > sheet.height()
        )  # only then it is known which cards are in sight
        seen = [card for card in sheet.cards if card.mapTo(sheet, QPoint()).y() < sheet.height()]
        wait(lambda: all(card.has_picture for card in seen))
        sheet.repaint()
        sheet.close()

    wait(is_settled)
    for warm in (open_session, open_gallery):
        warm(0)
        warm(1)
    session = median(_milliseconds(open_session, number) for number in range(TIMES))
    gallery = median(_milliseconds(open_gallery, number) for number in range(TIMES))
    window.jobs.stop()
    print(f"open a session   {session:5.0f} ms")
    print(f"open the gallery {gallery:5.0f} ms   ({gallery / session:.2f}, bound {BOUND})")
    return int(gallery > BOUND * session)


def _milliseconds(open_it: Callable[[int], None], number: int) -> float:
    begun = process_time()
    open_it(number)
    return 1000 * (process_time() - begun)
