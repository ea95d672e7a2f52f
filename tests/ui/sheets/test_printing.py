"""Printing, to a file in place of a printer."""

import numpy as np
import pypdfium2
import pytest
from PySide6.QtPrintSupport import QPrinter

from mlexplorer.figures.panels import figure_of_session
from mlexplorer.figures.sheet import remembered
from mlexplorer.ui.sheets.printing import print_figure


def test_the_figure_is_printed_at_true_size(open_hands, tmp_path):
    hands = open_hands("lda")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "print.pdf"))
    assert print_figure(hands.window.store, printer) == "Printed."
    (sheet,) = pypdfium2.PdfDocument(tmp_path / "print.pdf")
    dark = np.argwhere((sheet.render(scale=1).to_numpy() < 250).any(axis=2))  # a pixel is a point
    tall, wide = np.ptp(dark, axis=0)
    page = figure_of_session(hands.window.store.session, remembered(hands.window.store.session.view)).page
    assert (wide, tall) == pytest.approx((page.size.width, page.size.height), abs=12)


@pytest.mark.qt_log_ignore("Returned false")  # Qt says it as well
def test_a_printer_that_fails_gets_a_sentence(open_hands, tmp_path):
    hands = open_hands("lda")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "no" / "folder" / "print.pdf"))
    assert "could not be opened" in print_figure(hands.window.store, printer)
