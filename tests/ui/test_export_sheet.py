"""The export sheet: options change the preview, files are written, options are remembered."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from mlexplorer.figures import embedded
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session.session import View
from mlexplorer.ui.export_sheet import TEXTS, ExportSheet, remember, remembered

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def sheet(open_hands):
    hands = open_hands("svm")
    hands.key(Qt.Key.Key_E, CTRL)
    found = hands.window.findChild(ExportSheet)
    hands.qtbot.waitUntil(lambda: not found.preview.pixmap().isNull())
    found.hands = hands
    yield found
    found.close()


def width(sheet):
    return sheet.preview.pixmap().deviceIndependentSize().width()


def test_the_preview_has_true_size_and_follows_the_options(sheet):
    assert width(sheet) == pytest.approx(85 / 25.4 * 96, abs=2)
    sheet.form.edited.emit(sheet.sheet.with_values({"width": 170.0}), "width")
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(170 / 25.4 * 96, abs=2))


def test_a_saved_figure_opens_again(sheet, tmp_path, monkeypatch):
    path = tmp_path / "boundary.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.mouseClick(sheet.save_button, Qt.MouseButton.LeftButton)
    assert embedded.read(path).session.document == sheet.hands.window.store.session.document


def test_export_again_uses_the_last_file_and_options(sheet, tmp_path):
    path = tmp_path / "again.pdf"
    sheet.form.show_recipe(Sheet(width=60.0))
    assert sheet.write(path)
    path.unlink()
    sheet.hands.window.actions_by_name["export_again"].trigger()
    assert path.exists()
    assert remembered(sheet.hands.window.store.session.view).width == 60.0


def test_an_unwritable_place_gets_a_sentence(sheet):
    assert not sheet.write(Path("/nowhere/at/all.pdf"))
    assert "/nowhere/at does not exist" in sheet._words.text()
    assert not sheet.write(Path("figure.docx"))
    assert ".docx" in sheet._words.text()


def test_copies(sheet):
    sheet.copy_picture()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert data.hasFormat("image/svg+xml")
    for title, (make, what) in TEXTS.items():
        sheet.copy_text(make, what)
        assert len(QGuiApplication.clipboard().text()) > 40, title


def test_options_go_through_the_view_unchanged():
    sheet = Sheet(width=123.5, theme="dark", axes=False, heading="Two moons", dpi=150, embed=False)
    assert remembered(remember(View(), sheet)) == sheet


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_a_figure_opens_as_the_session_it_shows(sheet, tmp_path, suffix):
    window = sheet.hands.window
    before = window.store.session.document
    assert sheet.write(tmp_path / f"figure{suffix}")
    window.files.new()
    assert window.store.session.document != before
    assert window.files.open(tmp_path / f"figure{suffix}")
    assert window.store.session.document == before
