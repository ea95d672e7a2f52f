"""The commands that help: the page of what is pointed at, the sheet of keys, what is new, and what this program is."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

import mlexplorer
from mlexplorer.layers.plane import title_of
from mlexplorer.lessons.finding import Findable
from mlexplorer.pipeline.previews import PANEL, shown_study
from mlexplorer.ui.actions import command
from mlexplorer.ui.forms.rows import Row
from mlexplorer.ui.sheets.offers import FindOffer, provider

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

LEARN = "Learn"
SHORT = {"find": " Find       Ctrl+K", "help": "Help", "present": " Present"}  # on buttons, away from their icons
WORDS, NEWS, LAYERS = "words", "news", "layers"  # pages that are lists


@command("help", "Help on what is under the pointer", ("F1",), "Help", "help")
def show_help(window: "Window") -> None:
    """Open the page of what is under the pointer, else of what has the focus, else of the model."""
    open_help(window, *page_of(window, QApplication.widgetAt(QCursor.pos()), QApplication.focusWidget()))


@command("help_model", "Help on this model", (), "Help", "help")
def show_model_help(window: "Window") -> None:
    """Open the page of the model in use."""
    open_help(window, _model_page(window))


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


def put_guides(window: "Window") -> None:
    """Put what helps to find the way, and the stage, at the right end of the bar, and the rest at what it is for."""
    actions, panel, bar = window.actions_by_name, window.panel, window.toolbar
    for name, words in SHORT.items():
        actions[name].setIconText(words)
    bar.add_finder(actions["find"])
    for name in ("gallery", "lessons", "help"):
        bar.add_guide(actions[name])
    bar.add_main(actions["present"])
    for section, name in (
        (panel.model_section, "side_by_side"),
        (panel.model_section, "help_model"),
        (panel.data_section, "open"),
        (panel.data_section, "data_table"),
    ):
        section.add_action(actions[name])


def open_help(window: "Window", name: str, part: str = "") -> None:
    """Open a page of help, at one of its parameters or words; in the sheet that is open, if one is."""
    from mlexplorer.ui.sheets.help_sheet import HelpSheet  # start-up time

    (window.findChild(HelpSheet) or HelpSheet(window)).open(name, part)


def page_of(window: "Window", *widgets: QWidget | None) -> tuple[str, str]:
    """Return the page that the first part of the window that has one belongs to, and what on it; else of the model."""
    found = (_page_at(window, widget) for widget in widgets)
    return next((page for page in found if page is not None), (_model_page(window), ""))


def _page_at(window: "Window", widget: QWidget | None) -> tuple[str, str] | None:
    """Return the page of a part of the window, and the parameter, layer or view on it; None if it has none."""
    part, places = "", _places(window)
    while widget is not None and widget not in places:
        if isinstance(widget, Row):
            part = widget.spec.name
        widget = widget.parentWidget()
    if widget is None:
        return None
    page, named = places[widget]
    return page, named or part


def _places(window: "Window") -> dict[QWidget, tuple[str, str]]:
    """Return the parts of the window that have a page, with what on it they are about."""
    session, panel = window.store.session, window.panel
    model, source = _model_page(window), f"source:{session.document.source.public_name()}"
    places: dict[QWidget, tuple[str, str]] = {
        button: (f"tool:{name}", "") for name, button in window.toolbar.tool_buttons.items()
    }
    places |= dict.fromkeys((panel.model_picker, panel.model_form), (model, ""))
    places |= dict.fromkeys((panel.source_picker, panel.source_form, window.data_table), (source, ""))
    places[panel.holdout_form] = ("tool:hold_out", "")
    places |= {chip: (LAYERS, title_of(name)) for name, chip in window.plane.bar.chips.items()}
    if window.linked.name:
        places[window.linked] = _view_page(window)
    return places


def _model_page(window: "Window") -> str:
    return f"model:{window.store.session.run.model.public_name()}"


def _view_page(window: "Window") -> tuple[str, str]:
    """Return the page of the view beside the plane; of a study that is asked, the page of that."""
    session = window.store.session
    index = shown_study(session)
    if window.linked.name != PANEL or index is None:
        return f"view:{window.linked.name}", ""
    return f"study:{session.document.studies[index].public_name()}", ""


@provider
def help_pages(window: "Window") -> Iterator[FindOffer]:
    """Offer every page of help on what the course has reached, and every technical word."""
    from mlexplorer.lessons.glossary import terms  # start-up time
    from mlexplorer.lessons.help_pages import entries  # start-up time
    from mlexplorer.ui.sheets.help_sheet import pages_for  # start-up time

    every = pages_for(window)
    for entry in entries(every):
        page = every[entry.name]
        found = Findable(f"help:{page.name}", f"Explain {page.title}", LEARN, f"help page {entry.also}", -4.0)
        yield FindOffer(found, partial(open_help, window, page.name), "help", f"help · {page.group}")
    for one in terms():
        found = Findable(f"word:{one.word}", f"{one.word}: what it means", LEARN, " ".join(one.forms), -2.0)
        yield FindOffer(found, partial(open_help, window, WORDS, one.word), "help", "word")
