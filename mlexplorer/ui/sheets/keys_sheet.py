"""The sheet of all keys: one block for each menu, in columns, as high as a screen."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from mlexplorer.ui.actions import table
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label

Row = tuple[str, str]
COLUMNS = 4  # at most
SIDES, BETWEEN, AFTER_KEY = 48, 32, 12  # design pixels: beside the columns, between them, and after a key
SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "-": "−"}


class KeysSheet(QDialog):
    """Shows every key beside what it does; Escape closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        room = parent.size()
        content = _beside(_fitting(room.width() - theme.px(SIDES)))
        scroll = QScrollArea()
        scroll.setAccessibleName("Keys")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(content)
        layout = QVBoxLayout(self)
        layout.addWidget(scroll)
        wanted = content.sizeHint()
        wide = min(wanted.width() + theme.px(SIDES), room.width())
        self.resize(wide, min(wanted.height() + theme.px(40), room.height()))


def groups() -> dict[str, list[Row]]:
    """Return the keys of every menu, with what they do."""
    found: dict[str, list[Row]] = {}
    for command in table():
        if command.keys:
            found.setdefault(command.menu, []).append((key_words(command.keys), command.title.strip()))
    return found


def columns(found: dict[str, list[Row]], count: int = COLUMNS) -> list[dict[str, list[Row]]]:
    """Return the groups in columns of about the same height, the longest groups first."""
    made: list[dict[str, list[Row]]] = [{} for _ in range(count)]
    for name, rows in sorted(found.items(), key=lambda item: -len(item[1])):
        shortest = min(made, key=lambda column: sum(len(some) + 2 for some in column.values()))
        shortest[name] = rows
    return made


def key_words(keys: tuple[str, ...]) -> str:
    """Return keys as a person reads them: Ctrl+Y, or ← for Left."""
    return " or ".join(map(_sign, keys))


def _sign(key: str) -> str:
    *held, last = key.rsplit("+", 1) if key.rstrip("+").count("+") else (key,)
    return "+".join([*held, SIGNS.get(last, last)])


def _fitting(room: int) -> list[dict[str, list[Row]]]:
    """Return the keys in as many columns as have room side by side, by the widths of their words."""
    every, measure = groups(), QFontMetrics(theme.font(weight="heading"))
    for count in range(COLUMNS, 1, -1):
        found = columns(every, count)
        gaps = theme.px(BETWEEN) * count + theme.px(AFTER_KEY) * count
        if gaps + sum(_width(column, measure) for column in found) <= room:
            return found
    return columns(every, 1)


def _width(column: dict[str, list[Row]], measure: QFontMetrics) -> int:
    """Return how wide the widest key and the widest words are together."""
    parts = zip(*(row for rows in column.values() for row in rows), strict=True)
    return sum(max(map(measure.horizontalAdvance, part)) for part in parts)


def _beside(found: list[dict[str, list[Row]]]) -> QWidget:
    content = QWidget()
    row = QHBoxLayout(content)
    row.setSpacing(theme.px(BETWEEN))
    for column in found:
        row.addWidget(_column(column), 0, Qt.AlignmentFlag.AlignTop)
    return content


def _column(found: dict[str, list[Row]]) -> QWidget:
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.px(AFTER_KEY))
    grid.setVerticalSpacing(theme.px(2))
    for name, rows in found.items():
        line = grid.rowCount()
        grid.addWidget(_label(name, "section"), line, 0, 1, 2)
        for offset, (key, words) in enumerate(rows, line + 1):
            grid.addWidget(_label(key, "value"), offset, 0)
            grid.addWidget(_label(words, "muted"), offset, 1)
        grid.setRowMinimumHeight(grid.rowCount(), theme.px(12))
    return made


def _label(words: str, role: str) -> QLabel:
    label = Label(words)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
