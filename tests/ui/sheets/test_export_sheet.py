"""The export sheet: options change the preview, files are written, options are remembered."""

from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from mlexplorer.figures.files import embedded
from mlexplorer.figures.sheet import Sheet, remember, remembered
from mlexplorer.session.session import View
from mlexplorer.ui.commands.files import opened
from mlexplorer.ui.sheets.export_sheet import TEXTS, ExportSheet, dots_per_inch

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def sheet(open_hands):
    hands = open_hands("svm")
    hands.key(Qt.Key.Key_E, CTRL)
    found = hands.window.findChild(ExportSheet)
    hands.qtbot.waitUntil(lambda: not found.preview.pixmap().isNull())
    found.hands = hands
    yield found
    if shiboken6.isValid(found):  # a test may have closed it
        found.close()


def width(sheet):
    return sheet.preview.pixmap().deviceIndependentSize().width()


def test_the_preview_has_true_size_and_follows_the_options(sheet):
    assert width(sheet) == pytest.approx(85 / 25.4 * dots_per_inch(sheet), abs=2)
    sheet.form.edited.emit(sheet.sheet.with_values({"width": 170.0}), "width")
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(170 / 25.4 * dots_per_inch(sheet), abs=2))


def test_the_preview_can_be_zoomed(sheet):
    true = width(sheet)
    QTest.mouseClick(sheet.pictures.larger, Qt.MouseButton.LeftButton)
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(1.25 * true, abs=3))
    assert sheet.pictures.plain.text() == "125 %"
    QTest.keyClick(sheet, Qt.Key.Key_0, CTRL)
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(true, abs=1))
    middle = QPointF(sheet.pictures.viewport().rect().center())
    up = QWheelEvent(
        middle, sheet.pictures.viewport().mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, CTRL,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(sheet.pictures.viewport(), up)
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(1.25**2 * true, abs=3))
    assert sheet.sheet.width == 85.0, "the figure itself stays as wide as it was"


def test_a_figure_that_is_hard_to_read_says_which_width_would_do(sheet):
    sheet.form.edited.emit(sheet.sheet.with_values({"width": 40.0}), "width")
    sheet.hands.qtbot.waitUntil(lambda: "hard to read: a width of 50 mm would do." in sheet.words)
    sheet.form.edited.emit(sheet.sheet.with_values({"width": 85.0}), "width")
    sheet.hands.qtbot.waitUntil(lambda: sheet.made is not None and sheet.made.sheet.width == 85.0)
    assert sheet.words == ""


def test_a_saved_figure_opens_again(sheet, tmp_path, monkeypatch):
    path = tmp_path / "boundary.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.mouseClick(sheet.save_button, Qt.MouseButton.LeftButton)
    assert embedded.read(path).session.document == sheet.hands.window.store.session.document
    sheet.hands.settle()
    assert sheet.words == "Wrote boundary.svg.", "still said after the preview was drawn anew"


def test_export_again_uses_the_last_file_and_options(sheet, tmp_path):
    path = tmp_path / "again.pdf"
    sheet.form.show_recipe(Sheet(width=60.0))
    assert sheet.write(path)
    path.unlink()
    sheet.hands.window.run("export_again")
    sheet.hands.qtbot.waitUntil(path.exists)
    sheet.hands.qtbot.waitUntil(lambda: "again.pdf again" in sheet.hands.window.plane.pill.text)
    assert remembered(sheet.hands.window.store.session.view).width == 60.0


def test_an_unwritable_place_gets_a_sentence(sheet):
    assert not sheet.write(Path("/nowhere/at/all.pdf"))
    assert "/nowhere/at does not exist" in sheet.words
    assert not sheet.write(Path("figure.docx"))
    assert ".docx" in sheet.words


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
    drop(window, tmp_path / f"figure{suffix}")
    assert window.store.session.document == before
    assert window.store.path is None  # saving must not overwrite the figure
    book, path = opened(tmp_path / f"figure{suffix}")
    assert (book.session.document, path) == (before, None)


def drop(window, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    kept = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, mime, *kept))
    QApplication.sendEvent(window, QDropEvent(QPointF(400, 300), Qt.DropAction.CopyAction, mime, *kept))


def shown_titles(sheet):
    sheet.hands.settle()
    return [cell.plot.title.strip() for row in sheet.made.figure.page.board for cell in row]


def choose(choice, name):
    """Walk to a choice of a drop-down list with the keys."""
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Home)
    while choice.current != name:
        before = choice.current
        QTest.keyClick(choice, Qt.Key.Key_Down)
        assert choice.current != before, name


def typed(line, words):
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, words)
    QTest.keyClick(line, Qt.Key.Key_Return)


def test_the_width_can_be_typed_in_inches_and_the_unit_is_remembered(sheet):
    choose(sheet.width_row.units, "in")
    assert sheet.width_row.field.text() == "3.346"
    typed(sheet.width_row.field, "4")
    assert sheet.sheet.width == pytest.approx(101.6)
    assert sheet.width_row.presets.current == "own"
    sheet.hands.qtbot.waitUntil(lambda: width(sheet) == pytest.approx(4 * dots_per_inch(sheet), abs=2))
    sheet.close()
    again = ExportSheet(*sheet_parts(sheet))
    assert (again.width_row.unit, again.width_row.field.text()) == ("in", "4.00")
    again.close()


def sheet_parts(sheet):
    window = sheet.hands.window
    return window.store, window.work, window.jobs, window


def test_a_preset_sets_width_and_shape(sheet):
    choose(sheet.width_row.presets, "slide")
    assert (sheet.sheet.width, sheet.sheet.aspect) == (254.0, "16:9")


def test_ticked_views_stand_side_by_side_with_letters(sheet):
    tick = sheet.panels.ticks["losses"]
    assert not sheet.panels.columns.isVisible()
    QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
    sheet.hands.settle()
    cells = [cell for row in sheet.made.figure.page.board for cell in row]
    assert [cell.letter for cell in cells][:2] == ["a", "b"]
    assert sheet.sheet.views == ("plane", "losses")
    assert sheet.panels.columns.isVisible()
    for name in ("losses", "plane"):
        tick = sheet.panels.ticks[name]
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
    assert sheet.sheet.views == ("plane",)
    assert sheet.panels.ticks["plane"].isChecked()  # a figure shows something


def test_small_multiples_over_two_parameters(sheet):
    choose(sheet.panels.repeat, "values")
    assert shown_titles(sheet) == ["C = 0.1", "C = 1", "C = 10"]
    choose(sheet.panels.across.names, "gamma")
    assert shown_titles(sheet) == ["γ = 0.2", "γ = 2", "γ = 20"]
    assert sheet.panels.down.names.findData("gamma") < 0  # it runs across already
    choose(sheet.panels.down.names, "cost")
    typed(sheet.panels.down.line, "1, 100")
    typed(sheet.panels.across.line, "0.1, 1, 10")
    titles = [f"C = {cost}, γ = {gamma}" for cost in (1, 100) for gamma in (0.1, 1, 10)]
    assert shown_titles(sheet) == titles
    assert [len(row) for row in sheet.made.figure.page.board] == [3, 3]
    typed(sheet.panels.across.line, "0.1, abc")
    sheet.hands.settle()
    assert sheet.words == "gamma must be a number, not 'abc'."
    assert sheet.preview.pixmap().isNull()
    choose(sheet.panels.repeat, "once")
    assert shown_titles(sheet) == [""]


def test_a_contact_sheet_of_chosen_moments_is_saved_and_made_again(sheet, tmp_path):
    choose(sheet.panels.repeat, "steps")
    assert len(shown_titles(sheet)) == 6
    typed(sheet.panels.moments, "0, 2, end")
    assert shown_titles(sheet) == ["step 0", "step 2", "end"]
    assert sheet.write(tmp_path / "steps.svg")
    session = embedded.read(tmp_path / "steps.svg").session
    assert session.document == sheet.hands.window.store.session.document
    assert remembered(session.view).steps == "0, 2, end"


def test_runs_are_offered_once_there_are_two(sheet):
    repeat = sheet.panels.repeat
    assert repeat.findData("runs") < 0
    store = sheet.hands.window.store
    store.edit(store.session.with_runner(), "add a run")
    sheet.hands.settle()
    choose(repeat, "runs")
    assert len(shown_titles(sheet)) == 2


def test_the_sheet_says_what_is_shared(sheet):
    sheet.hands.settle()
    assert "120 data points" in sheet.shared
    box = sheet.form.row("embed").box
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    sheet.hands.settle()
    assert "shares nothing else" in sheet.shared


def test_latex_and_tikz_are_of_the_figure_shown(sheet):
    choose(sheet.width_row.presets, "columns")
    sheet.hands.settle()
    for title, words in {"LaTeX": "width=170mm", "TikZ": "rectangle (481.890,"}.items():
        sheet.copy_text(*TEXTS[title])
        assert words in QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("chosen", "ending"), [("SVG (*.svg)", ".svg"), ("Numbers (*.json *.csv)", ".json"), ("", ".pdf")]
)
def test_a_name_without_an_ending_gets_that_of_the_filter(sheet, tmp_path, monkeypatch, chosen, ending):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "figure"), chosen))
    QTest.mouseClick(sheet.save_button, Qt.MouseButton.LeftButton)
    assert (tmp_path / f"figure{ending}").exists()


@pytest.mark.parametrize(("form", "words"), [("mlexplorer", "import mlexplorer as mlx"), ("sklearn", "from sklearn")])
def test_copy_as_python(open_hands, form, words):
    hands = open_hands("svm")
    hands.window.run(f"copy_python:{form}")
    assert words in QGuiApplication.clipboard().text()


def test_enter_in_a_field_presses_no_button(sheet, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: asked.append(True) or ("", ""))
    typed(sheet.width_row.field, "90")
    assert sheet.sheet.width == 90.0
    assert asked == []
    sheet.save_button.setFocus()
    QTest.keyClick(sheet.save_button, Qt.Key.Key_Return)
    assert asked == [True]
