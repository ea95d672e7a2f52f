"""The commands that help: the page of what is pointed at, the sheet of keys, what is new, and what this program is."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

import mlexplorer
from mlexplorer.lessons.finding import Findable
from mlexplorer.ui.actions import command
from mlexplorer.ui.forms.rows import Row
from mlexplorer.ui.sheets.offers import FindOffer, provider

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

LEARN = "Learn"
WORDS, NEWS, LAYERS = "words", "news", "layers"  # pages that are lists


@command("help", "Help on what is under the pointer", ("F1",), "Help", "help")
def show_help(window: "Window") -> None:
    """Open the page of what is under the pointer, else of what has the focus, else of the model."""
    pointed = QApplication.widgetAt(QCursor.pos())
    inside = pointed if pointed is not None and window.isAncestorOf(pointed) else QApplication.focusWidget()
    open_help(window, *page_of(window, inside))


@command("keys", "Keys", ("Ctrl+F1",), "Help", "keys")
def keys(window: "Window") -> None:
    """Show the sheet of all keys."""
    from mlexplorer.ui.sheets.keys_sheet import KeysSheet  # start-up time

    KeysSheet(window).open()


@command("words", "Words and what they mean", (), "Help", "note")
def show_words(window: "Window") -> None:
    """Open the page of all technical words."""
    open_help(window, WORDS)


@command("news", "What is new", (), "Help", "note")
def show_news(window: "Window") -> None:
    """Open the page of what has changed."""
    open_help(window, NEWS)


@command("about", "About ML Explorer", (), "Help", "note")
def about(window: "Window") -> None:
    """Say what this program is, and its version."""
    words = "Put points in the plane, pick a learning method, and watch it learn."
    box = QMessageBox(window)
    box.setWindowTitle("About ML Explorer")
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(f"<b>ML Explorer {mlexplorer.__version__}</b><br>{words}")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def open_help(window: "Window", name: str, part: str = "") -> None:
    """Open a page of help, at one of its parameters or words; in the sheet that is open, if one is."""
    from mlexplorer.ui.sheets.help_sheet import HelpSheet  # start-up time

    (window.findChild(HelpSheet) or HelpSheet(window)).open(name, part)


def page_of(window: "Window", widget: QWidget | None) -> tuple[str, str]:
    """Return the page that a part of the window belongs to, and the parameter on it."""
    session, part = window.store.session, ""
    model, source = f"model:{session.run.model.public_name()}", f"source:{session.document.source.public_name()}"
    places: dict[QWidget, str] = {button: f"tool:{name}" for name, button in window.toolbar.tool_buttons.items()}
    places |= {window.panel.source_picker: source, window.panel.model_picker: model, window.panel.model_form: model}
    if window.linked.name:
        places[window.linked] = f"view:{window.linked.name}"
    while widget is not None and widget not in places:
        if isinstance(widget, Row):
            part = widget.spec.name
            if part in session.document.source.values() and not window.panel.model_form.isAncestorOf(widget):
                return source, part
        widget = widget.parentWidget()
    return (model, "") if widget is None else (places[widget], part)


@provider
def help_pages(window: "Window") -> Iterator[FindOffer]:
    """FindOffer every page of help, and every technical word."""
    from mlexplorer.lessons.glossary import terms  # start-up time
    from mlexplorer.lessons.help_pages import entries  # start-up time
    from mlexplorer.ui.sheets.help_sheet import all_pages  # start-up time

    every = all_pages()
    for entry in entries(every):
        page = every[entry.name]
        found = Findable(f"help:{page.name}", f"What is {page.title}?", LEARN, f"help page {entry.also}", -4.0)
        yield FindOffer(found, partial(open_help, window, page.name), "help", f"help · {page.group}")
    for one in terms():
        found = Findable(f"word:{one.word}", f"{one.word}: what it means", LEARN, " ".join(one.forms), -2.0)
        yield FindOffer(found, partial(open_help, window, WORDS, one.word), "help", "word")
