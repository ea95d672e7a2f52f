"""Finds words of a window that are cut off because what shows them is too small."""

import sys
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QWidget,
)

from mlexplorer.core import registry
from mlexplorer.lessons import lesson
from mlexplorer.session.session import Document, Run, Session, View, single
from mlexplorer.ui.commands import learning_menu
from mlexplorer.ui.forms.choosers import Segmented, Tabs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.widgets import Chip, Header
from mlexplorer.ui.panels.blocks import FormulaView
from mlexplorer.ui.window import Window

SLACK = 1  # pixels that rounding may take
WORDED = (QPushButton, QToolButton, QCheckBox, Chip, Header)  # others paint an icon and have words for those who hear


def clipped(window: QWidget) -> list[str]:
    """Return every visible text that has too little room, with the kind of its widget."""
    found = []
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.visibleRegion().boundingRect().isValid():
            found += [f"{type(widget).__name__}: {words!r}" for words in (*_cut(widget), *_beyond(widget))]
    return found


def _beyond(widget: QWidget) -> Iterator[str]:
    """Yield the words that reach beyond what scrolls up and down only, and formulas wider than their place."""
    area = next((one for one in _around(widget) if isinstance(one, QScrollArea)), None)
    if isinstance(widget, QLabel | QAbstractButton) and widget.text() and area is not None:
        left = widget.mapTo(area.viewport(), QPoint()).x()
        if left < -SLACK or left + widget.width() > area.viewport().width() + SLACK:
            yield widget.text()
    if isinstance(widget, FormulaView) and widget.drawn_width > widget.visibleRegion().boundingRect().width() + SLACK:
        yield "a formula"


def _around(widget: QWidget) -> Iterator[QWidget]:
    while (parent := widget.parentWidget()) is not None:
        yield (widget := parent)


def _cut(widget: QWidget) -> Iterator[str]:
    metrics = QFontMetrics(widget.font())
    if isinstance(widget, QLabel):
        yield from _cut_label(widget, metrics)
    elif isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ComboBox
        room = widget.style().subControlRect(kind, option, QStyle.SubControl.SC_ComboBoxEditField, widget)
        if metrics.horizontalAdvance(widget.currentText()) > room.width() + SLACK:
            yield widget.currentText()
    elif isinstance(widget, Segmented | Tabs):
        font = QFontMetrics(theme.font("body" if isinstance(widget, Segmented) else "caption", "heading"))
        for title, place in _titles(widget):
            if font.horizontalAdvance(title) > place.width() + SLACK:
                yield title
    elif isinstance(widget, QLineEdit) and not widget.isReadOnly():
        if metrics.horizontalAdvance(widget.text()) > widget.width() + SLACK:
            yield widget.text()
    elif isinstance(widget, WORDED) and _room_for_words(widget) + SLACK < metrics.horizontalAdvance(widget.text()):
        yield widget.text()


def _cut_label(label: QLabel, metrics: QFontMetrics) -> Iterator[str]:
    room = label.contentsRect()
    if not label.text():
        return
    if label.wordWrap():
        if label.heightForWidth(label.width()) > label.height() + SLACK:
            yield label.text()
    elif metrics.horizontalAdvance(label.text()) > room.width() + SLACK or metrics.height() > room.height() + 2 * SLACK:
        yield label.text()


def _titles(row: Segmented | Tabs) -> list[tuple[str, QRect]]:
    hidden = row.others if isinstance(row, Tabs) else ()
    return [(row.titles[choice], row.place_of(choice)) for choice in row.choices if choice not in hidden]


def _room_for_words(button: QAbstractButton) -> float:
    """Return the width that a button has for its words; endless where it shows none."""
    if not isinstance(button, QToolButton):
        return button.width()
    style = button.toolButtonStyle().name
    if "Text" not in style:
        return float("inf")
    return button.width() - (button.iconSize().width() if "Beside" in style else 0)


def opened(model: str, source: str, panel: str = "", runs: int = 1) -> Window:
    """Return a window on a model, not shown yet."""
    run = Run(registry.model(model)())
    document = Document(registry.source(source)(), (run,) * runs)
    return Window(single(Session(document, View(panel=panel))))


def settled(window: Window) -> bool:
    """Tell whether a window shows its picture in full and nothing is left to do."""
    picture = window.plane.picture
    return picture is not None and picture.snapshot.finished and not window.jobs.busy


def main() -> None:
    """Print what is cut off in a window of a size, at the scale of the environment."""
    application = QApplication([])
    window = opened("svm", "moons", "landscape")
    window.resize(int(sys.argv[1]), int(sys.argv[2]))
    window.show()
    while not settled(window):
        application.processEvents()
    for _ in range(8):
        application.processEvents()
    found = clipped(window)
    window.lesson.begin("only_when_sure", lesson.named("only_when_sure"))
    window.lesson.next_hint()
    gallery = learning_menu.gallery(window)
    while not settled(window):
        application.processEvents()
    for _ in range(8):
        application.processEvents()
    found += clipped(window) + clipped(gallery)
    sys.stdout.write("\n".join([str(window.devicePixelRatio()), *found, ""]))
    gallery.close()
    window.jobs.stop()


if __name__ == "__main__":
    main()
