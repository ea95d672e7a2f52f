"""Finds words of a window that are cut off because what shows them is too small."""

import sys
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
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
from mlexplorer.ui.commands.find_menu import find_anything
from mlexplorer.ui.commands.help_menu import open_help
from mlexplorer.ui.forms.choosers import Segmented, Tabs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.widgets import Chip, Header
from mlexplorer.ui.panels.blocks import FormulaView
from mlexplorer.ui.sheets.find_sheet import FindSheet
from mlexplorer.ui.sheets.found_list import FoundList, FoundRow, title_box, title_width
from mlexplorer.ui.sheets.help_sheet import HelpSheet
from mlexplorer.ui.window import Window

PAGES = ("model:svm", "model:kernel_ridge", "view:roc", "study:versus", "words", "news")
QUESTIONS = ("", "cost 0.02", "compare", "what is", "e", "k 7", "degree 99")
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
    elif isinstance(widget, FoundList):
        yield from _cut_rows(widget)
    elif isinstance(widget, QListWidget) and widget.sizeHintForColumn(0) > widget.viewport().width() + SLACK:
        yield max((widget.item(row).text() for row in range(widget.count())), key=metrics.horizontalAdvance)
    else:
        wide = [(words, metrics.horizontalAdvance(words), room) for words, room in _lines(widget)]
        if isinstance(widget, Segmented | Tabs):
            font = QFontMetrics(theme.font("body" if isinstance(widget, Segmented) else "caption", "heading"))
            wide = [(title, font.horizontalAdvance(title), place.width()) for title, place in _titles(widget)]
        yield from (words for words, width, room in wide if width > room + SLACK)


def _lines(widget: QWidget) -> Iterator[tuple[str, float]]:
    """Yield the line of words of a control, with the room for it."""
    if isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ComboBox
        room = widget.style().subControlRect(kind, option, QStyle.SubControl.SC_ComboBoxEditField, widget)
        yield widget.currentText(), room.width()
    elif isinstance(widget, QLineEdit) and not widget.isReadOnly():
        yield widget.text() or widget.placeholderText(), widget.width()
    elif isinstance(widget, WORDED):
        yield widget.text(), _room_for_words(widget)


def _cut_label(label: QLabel, metrics: QFontMetrics) -> Iterator[str]:
    room = label.contentsRect()
    if not label.text():
        return
    if label.wordWrap():
        if label.heightForWidth(label.width()) > label.height() + SLACK:
            yield label.text()
    elif metrics.horizontalAdvance(label.text()) > room.width() + SLACK or metrics.height() > room.height() + 2 * SLACK:
        yield label.text()


def _cut_rows(found: FoundList) -> Iterator[str]:
    for row in (found.item(number) for number in range(found.count())):
        shown, box = row.data(Qt.ItemDataRole.UserRole), found.visualItemRect(row)
        if isinstance(shown, FoundRow):
            has_picture = shown.offer.entry.name in found.pictures
            if title_width(row.text()) > title_box(box, shown.offer, has_picture).width() + SLACK:
                yield row.text()


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


def sheets(window: Window) -> Iterator[QWidget]:
    """Open help beside the plane and in full, then find with several questions; yield each to be looked at."""
    for name in PAGES:
        open_help(window, name)
        sheet = window.findChild(HelpSheet)
        assert sheet is not None
        yield sheet
        sheet.leave()
    for question in QUESTIONS:
        find_anything(window)
        found = window.findChild(FindSheet)
        assert found is not None
        found.line.setText(question)
        yield found
        found.leave()


def settled(window: Window) -> bool:
    """Tell whether a window shows its picture in full and nothing is left to do."""
    picture = window.plane.picture
    return picture is not None and picture.snapshot.finished and not window.jobs.busy and window.linked.is_whole


def settle(window: Window) -> None:
    """Wait until a window shows its picture in full, without taking the processor from the worker; then lay out."""
    while not settled(window):
        QTest.qWait(10)
    lay_out()


def lay_out() -> None:
    """Let everything that arrived take its place."""
    for _ in range(8):
        QApplication.processEvents()


def main() -> None:
    """Print what is cut off in a window of a size, at the scale of the environment."""
    application = QApplication([])
    window = opened("svm", "moons", "landscape")
    window.resize(int(sys.argv[1]), int(sys.argv[2]))
    window.show()
    settle(window)
    found = clipped(window)
    window.lesson.begin("only_when_sure", lesson.named("only_when_sure"))
    window.lesson.next_hint()
    settle(window)
    gallery = learning_menu.gallery(window)
    lay_out()  # its words are there before its pictures
    found += clipped(window) + clipped(gallery)
    gallery.close()
    window.lesson.leave()
    for sheet in sheets(window):
        lay_out()
        found += clipped(sheet)
    sys.stdout.write("\n".join([str(window.devicePixelRatio()), *found, ""]))
    window.jobs.stop()
    del application


if __name__ == "__main__":
    main()
