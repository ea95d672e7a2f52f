"""Printing, to a file in place of a printer."""

import pytest
from PySide6.QtPrintSupport import QPrinter

from mlexplorer.ui.sheets.printing import print_figure


def test_the_figure_is_printed_at_true_size(open_hands, tmp_path):
    hands = open_hands("lda")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "print.pdf"))
    assert print_figure(hands.window.store, printer) == "Printed."
    assert (tmp_path / "print.pdf").stat().st_size > 5000


@pytest.mark.qt_log_ignore("Returned false")  # Qt says it as well
def test_a_printer_that_fails_gets_a_sentence(open_hands, tmp_path):
    hands = open_hands("lda")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "no" / "folder" / "print.pdf"))
    assert "could not be opened" in print_figure(hands.window.store, printer)
