"""A look at what is found before it is taken: the session it would lead to, drawn beside; and thumbnails of rows."""

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from mlexplorer.figures.thumbnails import drawn, thumbnail
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.sheets.offers import FindOffer

KIND, ROWS = "find picture", "found pictures"
RESTED = 150  # milliseconds a choice must rest before it is drawn
WIDTH, INSIDE = 276, 8  # design pixels


class FindPicture(QFrame):
    """Shows what taking an offer would lead to, once it was drawn; hidden while there is nothing to show."""

    def __init__(self, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "sheet")
        self.setAccessibleName("What it would look like")
        self._jobs = jobs
        self._offer: FindOffer | None = None
        self.picture, self.words = Label(), Label()
        self.words.setProperty("role", "caption")
        self.words.setWordWrap(True)
        self.words.setFixedWidth(theme.px(WIDTH))  # or a long answer would make it wider
        column = QVBoxLayout(self)
        column.setContentsMargins(*([theme.px(INSIDE)] * 4))
        column.addWidget(self.picture)
        column.addWidget(self.words)
        self._rest = QTimer(self, singleShot=True, interval=RESTED)
        self._rest.timeout.connect(self._ask)
        jobs.arrived.connect(self._on_arrived)
        self.hide()

    @property
    def full_width(self) -> int:
        """How wide it is with a picture."""
        return theme.px(WIDTH + 2 * INSIDE) + 2

    def show_offer(self, offer: FindOffer | None) -> None:
        """Draw what an offer would lead to, once the choice rests on it."""
        if offer is self._offer:
            return
        self._offer = offer
        self.hide()
        self._jobs.cancel(KIND)
        self._rest.start()

    def leave(self) -> None:
        """Ask for nothing more, and go."""
        self._rest.stop()
        self._jobs.cancel(KIND)
        self._jobs.arrived.disconnect(self._on_arrived)
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def _ask(self) -> None:
        if self._offer is not None and self._offer.becomes is not None:
            session, look = self._offer.becomes(), theme.current().theme.name
            self._jobs.request(KIND, lambda: _drawn(session, look), urgency=2)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != KIND or not isinstance(result, QImage) or self._offer is None:
            return
        shown = QPixmap.fromImage(result).scaledToWidth(theme.px(WIDTH) * int(self.devicePixelRatioF()))
        shown.setDevicePixelRatio(self.devicePixelRatioF())
        self.picture.setPixmap(shown)
        told = [self._offer.entry.title, *([self._offer.said] if self._offer.pictured is not None else [])]
        self.words.setText("\n".join(told))
        self.adjustSize()
        self.setVisible(self.geometry().left() >= 0)
        self.raise_()

    def event(self, event: QEvent) -> bool:
        """Keep clicks from the plane below."""
        return event.type() == QEvent.Type.MouseButtonPress or super().event(event)


class RowPictures(QObject):
    """Fetches the small pictures of rows, in the background; those that are there once stay."""

    arrived = Signal(dict)  # by the names of entries, all so far

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._made: dict[str, QImage] = {}
        jobs.arrived.connect(self._on_arrived)

    def ask(self, offers: Iterable[FindOffer]) -> None:
        """Fetch the pictures of offers that have one and were not asked for yet."""
        wanted = {one.entry.name: one.pictured for one in offers if one.pictured and one.entry.name not in self._made}
        look = theme.current().theme.name
        if wanted:
            self._jobs.request(ROWS, lambda: _thumbnails(wanted, look), urgency=2)

    def leave(self) -> None:
        """Ask for nothing more."""
        self._jobs.cancel(ROWS)
        self._jobs.arrived.disconnect(self._on_arrived)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == ROWS and isinstance(result, dict):
            self._made |= result
            self.arrived.emit(self._made)


def _thumbnails(wanted: dict[str, Callable[[], Session]], look: str) -> Iterator[dict[str, QImage]]:
    """Yield the pictures so far: only the latest word is heard."""
    made: dict[str, QImage] = {}
    for name, session in wanted.items():
        made[name] = QImage.fromData(thumbnail(session(), look))
        yield dict(made)


def _drawn(session: Session, look: str) -> Iterator[QImage]:
    """Yield the picture of a session."""
    yield QImage.fromData(drawn(session, look))
