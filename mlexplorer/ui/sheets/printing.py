"""Printing: the figure of the export sheet, through the system's dialog."""

from PySide6.QtGui import QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from mlexplorer.figures import panels
from mlexplorer.figures.sheet import remembered
from mlexplorer.painting.lettering import Writer
from mlexplorer.ui.store import Store


def ask_and_print(store: Store, parent: QWidget) -> str:
    """Ask for a printer and print; return what to say, nothing if it was cancelled."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    dialog = QPrintDialog(printer, parent)
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return ""
    return print_figure(store, printer)


def print_figure(store: Store, printer: QPrinter) -> str:
    """Print the figure with the options the document remembers, at true size; return what to say."""
    sheet = remembered(store.session.view)
    made = panels.figure_of_session(store.session, sheet)
    painter = QPainter()
    if not painter.begin(printer):
        return "The printer could not be opened: choose another one."
    with painter:
        painter.scale(printer.resolution() / 72, printer.resolution() / 72)
        made.draw(Writer(painter))
    return "Printed."
