"""The line below the plane: what the marks on it mean, and how many there are of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasProbabilities, HasSupport
from mlexplorer.layers.fading import FADE, SMALLER, SUPPORT, parted_support
from mlexplorer.layers.picked import VEIL
from mlexplorer.layers.points import points
from mlexplorer.layers.shares import SURE, shows_shares
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Line, Mark, Pies, Points, PointStyle, badge
from mlexplorer.marks.palette import has_body
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.naming import run_letter, short_name
from mlexplorer.session.side_by_side import is_race_seen
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.term_tips import PointedWords

HEIGHT, SIDE, GAP, BESIDE = 30, 18, 18, 5  # design pixels: of the line, for a sample, between items, before words
RUN = 46  # design pixels for the sample of a run
HERE = np.zeros((1, 2))
HOLDING = 2  # items of support vectors that stand before those of wrong points


@dataclass(frozen=True)
class Item:
    """A sample of marks, how many points have it, and what it means."""

    kind: str  # tells the sample
    count: str
    words: str
    label: int = 0


def items(snapshot: Snapshot) -> tuple[Item, ...]:
    """Return what the marks of a picture mean, with their counts."""
    view = snapshot.session.view
    found = _runs(snapshot) if is_race_seen(snapshot.session) else []
    support = _support(snapshot, snapshot.step) if isinstance(snapshot.step, HasSupport) else []
    support = support if view.shows(SUPPORT, True) else []
    found += support[:HOLDING]
    if snapshot.classifies and view.shows("errors", True):
        found += _wrong(snapshot)
    found += support[HOLDING:]
    if shows_shares(snapshot):
        found += _shared(snapshot)
    tested = len(snapshot.data.testing)
    return (*found, *([Item("hollow", f"{tested:,}", "test", _first(snapshot))] if tested else []))


def _runs(snapshot: Snapshot) -> list[Item]:
    session = snapshot.session
    runs = enumerate(session.document.runs)
    return [Item("run", "", short_name(session, run), index) for index, run in runs]


def _support(snapshot: Snapshot, step: HasSupport) -> list[Item]:
    """Return how many points hold the street, lie inside it or beyond, and are not needed."""
    holding, bounded = parted_support(step)
    learned, label = snapshot.learned_from, _first(snapshot)
    wrong = snapshot.is_wrong[learned.rows[bounded]] if snapshot.fitted is None else np.zeros(len(bounded), bool)
    inside = int(np.count_nonzero(~wrong))
    found = [
        Item("support", f"{len(holding):,}", "hold the street", label),
        Item("filled", f"{inside:,}", "inside it", label),
    ]
    if snapshot.session.view.shows(FADE, True):
        found.append(Item("pale", f"{len(learned) - len(holding) - len(bounded):,}", "not needed", label))
    return found


def _wrong(snapshot: Snapshot) -> list[Item]:
    trained, tested = (snapshot.errors(part) for part in (snapshot.data.training, snapshot.data.testing))
    count = f"{trained[0]:,}" + (f" + {tested[0]:,}" if tested[1] else "")
    kind = "wrong" if snapshot.session.view.shows("regions", True) else "taken"
    return [Item(kind, count, "wrong", _first(snapshot))]


def _shared(snapshot: Snapshot) -> list[Item]:
    step = snapshot.step
    assert isinstance(step, HasProbabilities), "shares are shown of what has them"
    best = step.probabilities(snapshot.data.training.points).max(axis=1)
    shared = int(np.count_nonzero(best < SURE))
    return [Item("pie", f"{shared:,}", "shared"), Item("dot", f"{len(best) - shared:,}", "sure (98 % and more)")]


def _first(snapshot: Snapshot) -> int:
    return int(snapshot.data.classes[0]) if len(snapshot.data.classes) else 0


def sample(item: Item) -> tuple[Mark, ...]:
    """Return the marks of an item around the origin."""
    label, role = item.label, f"class {item.label}"
    if item.kind == "run":
        ends = np.array([[-RUN / 2, 0.0], [RUN / 2, 0.0]])
        return (Line(ends, f"run {label}"), badge(HERE[0], run_letter(label), f"run {label}"))
    if item.kind == "pie":
        return (Pies(HERE, np.array([[0.6, 0.4]]), np.array([0, 1])),)
    if item.kind == "pale":
        return (Points(HERE, f"pale {label}", label, "filled", sizes=np.array([SMALLER])),)
    if item.kind == "support":
        return (Points(HERE, "support", 0, "support"), Points(HERE, role, label))
    styles: dict[str, PointStyle] = {"wrong": "wrong" if has_body(label) else "struck", "taken": "taken"}
    styles["hollow"] = "hollow"
    return (Points(HERE, role, label, styles.get(item.kind, "filled")),)


def rows_of(snapshot: Snapshot, kind: str) -> Labels:
    """Return the rows of the points that have the marks of an item."""
    data, step, learned = snapshot.data, snapshot.step, snapshot.learned_from
    if kind in ("wrong", "taken"):
        return np.flatnonzero(snapshot.is_wrong)
    if kind == "hollow":
        return data.testing.rows
    if kind in ("pie", "dot") and isinstance(step, HasProbabilities):
        sure = step.probabilities(data.training.points).max(axis=1) >= SURE
        return data.training.rows[sure == (kind == "dot")]
    if not isinstance(step, HasSupport) or kind == "run":
        return np.empty(0, np.intp)
    holding, bounded = (learned.rows[part] for part in parted_support(step))
    parts = {"support": holding, "filled": bounded[~snapshot.is_wrong[bounded]]}
    return parts.get(kind, np.setdiff1d(learned.rows, np.concatenate([holding, bounded])))


def lit(snapshot: Snapshot, kind: str) -> tuple[Mark, ...]:
    """Return a veil over the plane, and above it the points of an item and their rings; nothing if there are none."""
    rows: Labels = snapshot.marked_singly(rows_of(snapshot, kind))
    if not len(rows):
        return ()
    veil = Fill((outline(snapshot.frame.bounds),), "plane", VEIL)
    rings = Points(snapshot.places[rows], "boundary", 0, "picked")
    return (veil, rings, *points(snapshot, False, rows), *points(snapshot, True, rows))


class KeyLine(PointedWords, Dressed, QWidget):
    """Shows items side by side, as many as there is room for; tells which one is pointed at."""

    pointed = Signal(str)  # its kind, or nothing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[Item, ...] = ()
        self._kind = ""  # of the item that is pointed at
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the marks of a snapshot mean; while points are moved as it was."""
        if not snapshot.dragging:
            found = items(snapshot)
            if found != self.items:
                self.items = found
                self.setAccessibleName(", ".join(f"{item.count} {item.words}".strip() for item in found))
                self.dress()

    @property
    def pointed_words(self) -> str:
        """The words of the item under the pointer."""
        item = self._item_at(self.mapFromGlobal(QCursor.pos()).x())
        return "" if item is None else item.words

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which item is pointed at."""
        item = self._item_at(event.position().x())
        self._point_at("" if item is None else item.kind)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that none is any more."""
        super().leaveEvent(event)
        self._point_at("")

    def _point_at(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
            self.pointed.emit(kind)

    def _item_at(self, x: float) -> Item | None:
        return next((item for item, left, width in self.placed() if left <= x < left + width), None)

    def placed(self) -> Iterator[tuple[Item, float, float]]:
        """Yield the items that have room, each with its left edge and its width."""
        left = float(theme.px(SIDE))
        for item in self._fitted():
            width = self._width(item)
            if left + width > self.width():
                return
            yield item, left, width
            left += width + theme.px(GAP)

    def _fitted(self) -> list[Item]:
        """Return the items, those of runs with as much of their names as lets all letters be seen."""
        runs = [item for item in self.items if item.kind == "run"]
        letters = QFontMetrics(theme.font("caption", "body"))
        fixed = theme.px(SIDE) + len(runs) * theme.px(RUN + BESIDE + GAP)
        if not runs or fixed + sum(letters.horizontalAdvance(item.words) for item in runs) <= self.width():
            return list(self.items)
        room = max(self.width() - fixed, 0) // len(runs)
        cut = (letters.elidedText(item.words, Qt.TextElideMode.ElideRight, room) for item in runs)
        return [replace(item, words=words) for item, words in zip(runs, cut, strict=True)]

    def sizeHint(self) -> QSize:
        """Return room for all items in one line."""
        wide = sum(self._width(item) + theme.px(GAP) for item in self.items) + theme.px(SIDE)
        return QSize(round(wide), theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return room for no more than the line: what does not fit is left out."""
        return QSize(0, theme.px(HEIGHT))

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the items that fit."""
        del event
        with QPainter(self) as qt:
            qt.fillRect(self.rect(), theme.colour("window"))
            qt.setRenderHint(QPainter.RenderHint.Antialiasing)
            for item, left, _ in self.placed():
                self._paint(qt, item, left)

    def _width(self, item: Item) -> float:
        bold, usual = QFontMetrics(theme.font("caption", "heading")), QFontMetrics(theme.font("caption", "body"))
        count = bold.horizontalAdvance(item.count) + theme.px(4) if item.count else 0
        return theme.px(_room(item) + BESIDE) + count + usual.horizontalAdvance(item.words)

    def _paint(self, qt: QPainter, item: Item, left: float) -> None:
        scale, middle = theme.current().scale, self.height() / 2
        centre = np.array([left + theme.px(_room(item)) / 2, middle])
        painter = ScreenPainter(
            qt,
            theme.current().theme,
            lambda places: places * scale + centre,
            scale,
            font=theme.font("caption", "heading"),
        )
        for mark in sample(item):
            painter.draw(mark)
        place = QPointF(left + theme.px(_room(item) + BESIDE), middle)
        for words, weight, ink in ((item.count, "heading", "text"), (item.words, "body", "muted")):
            if words:
                qt.setFont(theme.font("caption", weight))
                qt.setPen(theme.colour(ink))
                metrics = qt.fontMetrics()
                qt.drawText(QPointF(place.x(), middle + metrics.capHeight() / 2), words)
                place += QPointF(metrics.horizontalAdvance(words) + theme.px(4), 0.0)
        qt.setPen(Qt.PenStyle.NoPen)


def _room(item: Item) -> int:
    return RUN if item.kind == "run" else SIDE
