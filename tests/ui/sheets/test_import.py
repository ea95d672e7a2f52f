"""Tables by hand: open, drop and paste them, choose their columns, undo; and points written to files again."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from mlexplorer.core import registry
from mlexplorer.core.resources import resource
from mlexplorer.core.table import finished
from mlexplorer.figures import caption
from mlexplorer.marks.marks import Cloud
from mlexplorer.pipeline import pipeline, point_display
from mlexplorer.session import storage
from mlexplorer.tables.importing import brought_in, guess
from mlexplorer.tables.opening import open_table
from mlexplorer.ui.commands import edit_menu, file_menu, files
from mlexplorer.ui.commands.files import is_table, open_filter
from mlexplorer.ui.commands.tables import show_sheet
from mlexplorer.ui.sheets.import_sheet import ImportSheet
from tests.tables.formats.test_excel import two_sheets

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
IRIS = resource("tables/iris.csv")
CARS = resource("tables/cars.csv")


def ready(hands):
    """Wait until the sheet has points to hand over, and return it."""
    hands.qtbot.waitUntil(hands.window.sheet.take.isEnabled)
    return hands.window.sheet


def take(hands):
    sheet = hands.window.sheet
    QTest.mouseClick(sheet.take, Qt.MouseButton.LeftButton)
    assert hands.window.sheet is None
    hands.window.activateWindow()  # no window manager does it here
    hands.qtbot.waitUntil(hands.window.isActiveWindow)
    hands.settle()


def pick(chooser, title):
    index = chooser.findText(title)
    assert index >= 0, title
    chooser.setCurrentIndex(index)
    chooser.activated.emit(index)


def test_opening_iris_by_the_menu(hands, monkeypatch):
    hands.click(0.0, 0.0)
    before = hands.window.store.session.document
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(IRIS), ""))
    hands.key(Qt.Key.Key_O, CTRL)
    sheet = ready(hands)
    assert sheet.heading.text() == "iris.csv: 150 rows, 5 columns"
    assert sheet.preview.item(0, 4).text() == "setosa"
    assert sheet.preview.horizontalHeaderItem(4).text() == "species  (class)"
    assert sheet.sentences.text().startswith("150 points in 3 classes.")
    assert hands.window.store.session.document == before, "nothing changes before it is taken"
    pick(sheet.form.choosers["x"], "petal length (cm)")
    pick(sheet.form.choosers["y"], "petal width (cm)")
    take_when_ready(hands)
    assert hands.data.names == ("petal length (cm)", "petal width (cm)")
    assert hands.data.class_names[:3] == ("setosa", "versicolor", "virginica")
    assert np.bincount(hands.data.labels).tolist() == [50, 50, 50]
    assert hands.data.points[0].tolist() == [1.4, 0.2]
    left, right, bottom, top = hands.canvas.bounds
    assert left < 1.0
    assert right > 6.9
    assert bottom < 0.1
    assert top > 2.5
    assert "150 points from iris.csv" in hands.window.plane.pill.text
    assert hands.window.store.history.undo_label == "import iris.csv"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.session.document == before


def take_when_ready(hands):
    ready(hands)
    take(hands)


def test_import_has_nothing_left_to_work_out(hands):
    hands.window.files.open(IRIS)
    sheet = ready(hands)
    imported = sheet.offered.data
    assert "key" in vars(imported), "compared in the worker"
    assert "classes" in vars(imported)
    misses = pipeline.prepared_from.cache_info().misses
    sheet.accept()
    assert len(hands.data) == 150
    assert pipeline.prepared_from.cache_info().misses == misses, "prepared in the worker"
    hands.settle()


def test_the_sheet_opens_in_the_middle_and_has_room_below(hands):
    hands.window.files.open(IRIS)
    before = hands.window.sheet.geometry()
    sheet = ready(hands)
    assert sheet.height() - before.height() < 120, "it grew little, or it would leave a small screen"
    sheet.reject()


def test_imported_points_are_not_selected_and_what_is_said_fits_the_plane(open_hands):
    hands = open_hands("knn", "moons")
    hands.key(Qt.Key.Key_A, CTRL)
    assert len(hands.window.plane.desk.selected_rows) > 0
    hands.window.files.open(IRIS)
    sheet = ready(hands)
    sheet.form.project.click()
    take_when_ready(hands)
    assert len(hands.window.plane.desk.selected_rows) == 0
    plane = hands.window.plane
    hands.qtbot.waitUntil(lambda: plane.rect().contains(plane.pill.geometry()))


def test_another_source_drops_the_selection(open_hands):
    hands = open_hands("knn", "moons")
    hands.key(Qt.Key.Key_A, CTRL)
    hands.window.panel.source_picker.picked.emit("blobs")
    hands.settle()
    assert len(hands.window.plane.desk.selected_rows) == 0


def test_projection_tells_the_variance(hands):
    hands.window.files.open(IRIS)
    sheet = ready(hands)
    sheet.form.project.click()
    ready(hands)
    assert "97.8 % of the variance" in sheet.sentences.text()
    assert not sheet.form.choosers["x"].isEnabled()
    assert sheet.preview.horizontalHeaderItem(0).text() == "sepal length (cm)  (PC)"
    sheet.form.standardise.click()
    ready(hands)
    assert "95.8 % of the variance" in sheet.sentences.text()
    take(hands)
    assert hands.data.names[0].startswith("PC 1 (73.0 %")


def test_dropping_a_file_opens_the_sheet(hands):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(CARS))])
    kept = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(hands.window, QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, mime, *kept))
    drop = QDropEvent(QPointF(400, 300), Qt.DropAction.CopyAction, mime, *kept)
    QApplication.sendEvent(hands.window, drop)
    sheet = ready(hands)
    assert "no class column" in sheet.sentences.text()
    take(hands)
    assert len(hands.data) == 50
    assert hands.data.names == ("speed (mph)", "distance (ft)")


def drop_text(hands, words):
    mime = QMimeData()
    mime.setText(words)
    kept = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, mime, *kept)
    enter.ignore()
    QApplication.sendEvent(hands.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(hands.window, QDropEvent(QPointF(400, 300), Qt.DropAction.CopyAction, mime, *kept))


def test_dropped_rows_are_taken_like_pasted_ones(hands):
    hands.click(0.0, 0.0)
    before = hands.window.store.session.document
    drop_text(hands, "1.5\t2.5\n-1\t0.25\n")
    assert hands.data.points[1:].tolist() == [[1.5, 2.5], [-1.0, 0.25]]
    assert hands.window.store.history.undo_label == "drop 2 points"
    assert len(hands.window.plane.desk.selected) == 2
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.session.document == before


def test_a_dropped_wide_table_asks_for_its_columns(hands):
    drop_text(hands, "a\tb\tc\tkind\n1\t2\t9\tu\n3\t4\t8\tv\n")
    assert ready(hands).heading.text() == "dropped rows: 2 rows, 4 columns"
    take(hands)
    assert hands.data.points.tolist() == [[1, 2], [3, 4]]


def test_dropped_prose_is_refused_with_a_sentence(hands):
    drop_text(hands, "To be, or not to be")
    assert hands.window.plane.pill.text.startswith("This cannot be dropped here. ")
    assert len(hands.data) == 0


def test_numeric_targets_become_classes_by_quantile(hands):
    hands.window.files.open(CARS)
    sheet = ready(hands)
    assert not sheet.form.quantiles.isVisible()
    pick(sheet.form.choosers["label"], "distance (ft)")
    ready(hands)
    assert sheet.form.quantiles.isVisible()
    assert "divided into 3 classes" in sheet.sentences.text()
    pick(sheet.form.quantiles, "One for each number")
    hands.qtbot.waitUntil(lambda: "different numbers" in sheet.sentences.text())
    assert not sheet.take.isEnabled()
    pick(sheet.form.quantiles, "5 by quantile")
    take_when_ready(hands)
    assert len(hands.data.classes) == 5


def test_missing_values_are_skipped_or_filled(hands, tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("a,b,kind\n1,2,p\n3,,q\n5,6,p\n,8,q\n")
    hands.window.files.open(path)
    sheet = ready(hands)
    assert sheet.form.missing.isVisible()
    assert "2 rows with missing values were left out; the first is line 3" in sheet.sentences.text()
    QTest.mouseClick(sheet.form.missing, Qt.MouseButton.LeftButton, pos=sheet.form.missing.place_of("mean").center())
    ready(hands)
    assert "replaced by the mean" in sheet.sentences.text()
    take(hands)
    assert hands.data.points[3].tolist() == [3.0, 8.0]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.csv", b"", "is empty"),
        ("binary.csv", bytes(range(256)) * 10, "not a text file"),
        ("ragged.csv", b"a,b\n1,2\n3\n4,5,6\n", "Line 3 has 1 field"),
        ("words.npz", b"not a zip", "NumPy"),
    ],
)
def test_bad_files_say_why_and_lose_nothing(hands, tmp_path, name, content, words):
    hands.click(0.5, 0.5)
    before = hands.window.store.session.document
    path = tmp_path / name
    path.write_bytes(content)
    hands.window.files.open(path)
    sheet = hands.window.sheet
    hands.qtbot.waitUntil(lambda: words in sheet.sentences.text())
    assert "cannot be imported" in sheet.heading.text()
    assert not sheet.take.isEnabled()
    sheet.reject()
    assert hands.window.store.session.document == before


def test_a_long_reading_shows_progress_and_can_be_given_up(hands):
    gate, ended = threading.Event(), []

    def reading():
        try:
            yield 0.25
            gate.wait(300)
            yield 0.5
            ended.append("read on")
        finally:
            ended.append("closed")

    show_sheet(hands.window, ImportSheet(hands.window.jobs, "long.csv", lambda _: reading(), hands.window))
    sheet = hands.window.sheet
    hands.qtbot.waitUntil(lambda: sheet.progress.value() == 250)
    assert sheet.progress.isVisible()
    sheet.reject()
    assert hands.window.sheet is None
    gate.set()
    hands.qtbot.waitUntil(lambda: bool(ended))
    assert ended == ["closed"]
    assert len(hands.data) == 0


def test_pasting_a_wide_table_asks_for_its_columns(hands):
    QGuiApplication.clipboard().setText("a\tb\tc\tkind\n1\t2\t9\tu\n3\t4\t8\tv\n5\t7\t6\tu\n")
    hands.key(Qt.Key.Key_V, CTRL)
    sheet = ready(hands)
    assert sheet.heading.text() == "pasted rows: 3 rows, 4 columns"
    pick(sheet.form.choosers["y"], "c")
    take_when_ready(hands)
    assert hands.data.points.tolist() == [[1, 9], [3, 8], [5, 6]]


def paste(hands, words):
    QGuiApplication.clipboard().setText(words)
    hands.key(Qt.Key.Key_V, CTRL)


def test_bare_numbers_become_points_of_the_class_in_use(hands):
    hands.key(Qt.Key.Key_2)
    paste(hands, "1.5\t2.5\n-1\t0.25\n3\t4\n")
    assert hands.window.sheet is None
    assert hands.data.points.tolist() == [[1.5, 2.5], [-1.0, 0.25], [3.0, 4.0]]
    assert hands.data.labels.tolist() == [1, 1, 1]
    assert hands.window.plane.pill.text == "Added 3 points of Class 1."
    assert hands.window.store.history.undo_label == "paste 3 points"


def test_a_pasted_table_with_headers_is_added_as_the_class_that_is_chosen(hands):
    hands.click(0.5, 0.5)
    paste(hands, "height\tweight\n1.5\t50\n1.7\t70\n")
    sheet = ready(hands)
    assert sheet.form.place.isVisible()
    assert sheet.form.adds
    assert sheet.form.as_class.isVisible()
    pick(sheet.form.as_class, "Class 2")
    take_when_ready(hands)
    assert hands.data.points[1:].tolist() == [[1.5, 50.0], [1.7, 70.0]]
    assert hands.data.labels.tolist() == [0, 2, 2]
    assert hands.window.plane.pill.text == "Added 2 points of Class 2 from pasted rows."
    hands.settle()
    left, right, bottom, top = hands.canvas.bounds
    assert (left < 0.5, right > 1.7, bottom < 0.5, top > 70) == (True,) * 4, "all points are in sight"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert len(hands.data) == 1


def test_a_pasted_table_with_headers_can_replace_the_points(hands):
    hands.click(0.5, 0.5)
    paste(hands, "height\tweight\tkind\n1.5\t50\tu\n1.7\t70\tv\n")
    sheet = ready(hands)
    assert not sheet.form.as_class.isVisible(), "the classes are in a column"
    QTest.mouseClick(sheet.form.place, Qt.MouseButton.LeftButton, pos=sheet.form.place.place_of("replace").center())
    take_when_ready(hands)
    assert hands.data.points.tolist() == [[1.5, 50.0], [1.7, 70.0]]
    assert hands.data.names == ("height", "weight")
    assert hands.data.class_names[:2] == ("u", "v")


def test_points_that_were_copied_here_come_back_without_a_question(open_hands):
    hands = open_hands("knn", "moons", source_values={"count": 20})
    hands.key(Qt.Key.Key_A, CTRL)
    hands.key(Qt.Key.Key_C, CTRL)
    hands.key(Qt.Key.Key_V, CTRL)
    assert hands.window.sheet is None
    assert len(hands.data) == 40
    assert hands.data.labels[20:].tolist() == hands.data.labels[:20].tolist()


def test_a_workbook_offers_its_sheets(hands, tmp_path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(two_sheets())
    hands.window.files.open(path)
    sheet = ready(hands)
    assert "The sheet 'One' was read; there is also 'Two'." in sheet.sentences.text()
    assert sheet.form.choosers["x"].findText("weight") < 0
    pick(sheet.sheets, "Two")
    assert not sheet.take.isEnabled(), "the points of the sheet before are not meant any more"
    hands.qtbot.waitUntil(lambda: sheet.form.choosers["x"].findText("weight") >= 0)
    take_when_ready(hands)
    assert hands.data.names == ("height", "weight")
    assert hands.data.origin.startswith("1 point from book.xlsx, sheet Two: height and weight")


def test_where_points_came_from_is_told_by_panel_caption_and_session(hands, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("height,weight,kind\n1.5,50,u\n1.7,70,v\n1.6,,u\n1.8,80,v\n")
    hands.window.files.open(path)
    take_when_ready(hands)
    words = "3 points from people.csv: height and weight, kind u and v; 1 of 4 rows left out"
    assert hands.window.panel.source_words.text() == f"{words}."
    assert f" on {words}." in caption.sentence(hands.snapshot)
    assert caption.title(hands.snapshot).endswith(" on people.csv")
    file = tmp_path / "kept.mlx.json"
    storage.save(hands.window.store.book, file)
    assert storage.load(file).session.document.points.origin == words
    hands.key(Qt.Key.Key_A, CTRL)
    hands.key(Qt.Key.Key_Delete)
    hands.click(0.0, 0.0)
    assert hands.data.origin == "", "none of its points is left"


def test_edited_points_still_say_where_they_came_from(hands, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("height,weight,kind\n1.5,50,u\n1.7,70,v\n1.8,80,v\n")
    hands.window.files.open(path)
    take_when_ready(hands)
    hands.click(1.6, 60.0)
    assert hands.window.panel.source_words.text().endswith("height and weight, kind u and v; edited.")
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.panel.source_words.text().endswith("height and weight, kind u and v.")


def add_file(hands, path):
    hands.window.files.open(path)
    place = ready(hands).form.place
    QTest.mouseClick(place, Qt.MouseButton.LeftButton, pos=place.place_of("add").center())
    take_when_ready(hands)


def test_a_second_file_is_named_beside_the_first(hands, tmp_path):
    first, second, kept = tmp_path / "people.csv", tmp_path / "more.csv", tmp_path / "kept.mlx.json"
    first.write_text("height,weight,kind\n1.5,50,u\n1.7,70,v\n1.6,,u\n1.8,80,v\n")
    second.write_text("tall,heavy,sort\n1.4,40,w\n1.3,45,u\n1.2,39,w\n")
    hands.window.files.open(first)
    take_when_ready(hands)
    add_file(hands, second)
    read = "people.csv (height and weight, kind; 1 of 4 rows left out) and more.csv (tall and heavy, sort)"
    words = f"6 points (u, v and w) from {read}"
    assert hands.window.panel.source_words.text() == f"{words}."
    assert f" on {words}." in caption.sentence(hands.snapshot)
    assert caption.title(hands.snapshot).endswith(" on people.csv and more.csv")
    storage.save(hands.window.store.book, kept)
    assert storage.load(kept).session.document.points.origin == words
    add_file(hands, first)
    hands.click(1.6, 60.0)
    assert hands.data.origin.endswith(
        " (tall and heavy, sort) and people.csv (height and weight, kind; 1 of 4 rows left out); edited"
    )
    assert caption.title(hands.snapshot).endswith(" on people.csv and more.csv"), "a file is named once"


def test_a_file_added_to_edited_points_leaves_them_edited(hands, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("height,weight,kind\n1.5,50,u\n1.7,70,v\n1.8,80,v\n")
    hands.click(1.6, 60.0)
    add_file(hands, path)
    assert hands.data.origin == "4 points from people.csv: height and weight, kind Class 0, u and v; edited"
    add_file(hands, path)
    assert hands.data.origin.endswith("; edited")


def test_a_file_added_to_made_points_is_named_with_their_source(open_hands, tmp_path):
    hands = open_hands("knn", "moons", source_values={"count": 20})
    path = tmp_path / "people.csv"
    path.write_text("height,weight,kind\n1.5,50,u\n1.7,70,v\n1.8,80,v\n")
    add_file(hands, path)
    assert hands.window.panel.source_words.text() == "Two moons and people.csv, edited by hand."
    assert " on two moons and people.csv, edited (23 points)." in caption.sentence(hands.snapshot)


def test_json_is_told_apart_from_sessions(hands, tmp_path):
    records = tmp_path / "records.json"
    records.write_text('[{"a": 1, "b": 2}, {"a": 3, "b": 4}]')
    session = tmp_path / "session.json"
    session.write_text('{"format": "mlexplorer", "version": 1, "book": {}}')
    assert is_table(records)
    assert not is_table(session)
    assert not is_table(tmp_path / "new.mlx.json")
    assert "*.csv" in open_filter()
    hands.window.files.open(records)
    take_when_ready(hands)
    assert hands.data.points.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("suffix", [".csv", ".libsvm", ".npz"])
def test_exported_points_come_back_exactly(open_hands, tmp_path, monkeypatch, suffix):
    hands = open_hands("knn", source_values={"count": 40})
    hands.click(-0.9123, -0.7456)
    path = tmp_path / f"points{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hands.key(Qt.Key.Key_P, CTRL | SHIFT)
    assert "Exported 41 points" in hands.window.plane.pill.text
    table = finished(open_table(path))
    again = brought_in(table, guess(table)).data
    np.testing.assert_array_equal(again.points, hands.data.points)
    np.testing.assert_array_equal(again.labels, hands.data.labels)


def test_very_many_points_are_exported_by_the_worker_and_not_copied(open_hands, tmp_path, monkeypatch):
    hands = open_hands("lda", source_values={"count": 40})
    for module in (edit_menu, file_menu, files):
        monkeypatch.setattr(module, "HUGE", 30)
    path = tmp_path / "points.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hands.key(Qt.Key.Key_P, CTRL | SHIFT)
    assert hands.window.plane.pill.text == "Exporting 40 points to points.csv …"
    hands.qtbot.waitUntil(lambda: hands.window.plane.pill.text == "Exported 40 points to points.csv.")
    table = finished(open_table(path))
    np.testing.assert_array_equal(brought_in(table, guess(table)).data.points, hands.data.points)
    QGuiApplication.clipboard().setText("before")
    before = hands.window.store.session.document
    for key, modifiers in ((Qt.Key.Key_C, CTRL), (Qt.Key.Key_C, CTRL | SHIFT), (Qt.Key.Key_X, CTRL)):
        hands.key(Qt.Key.Key_A, CTRL)
        hands.key(key, modifiers)
        assert "too many to copy" in hands.window.plane.pill.text
    assert QGuiApplication.clipboard().text() == "before"
    assert hands.window.store.session.document == before, "what could not be copied is not cut"


def test_export_to_an_unknown_format_is_refused(hands, tmp_path, monkeypatch):
    path = tmp_path / "points.docx"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hands.key(Qt.Key.Key_P, CTRL | SHIFT)
    assert "cannot be written as '.docx'" in hands.window.plane.pill.text
    assert not path.exists()


def test_points_are_copied_as_a_program(hands):
    hands.click(0.5, 0.25)
    hands.key(Qt.Key.Key_C, CTRL | SHIFT)
    names = {}
    exec(QGuiApplication.clipboard().text(), names)
    np.testing.assert_array_equal(names["points"], hands.data.points)
    np.testing.assert_array_equal(names["labels"], hands.data.labels)


def test_many_points_are_drawn_by_density_and_that_is_said(hands, tmp_path, monkeypatch):
    monkeypatch.setattr(point_display, "MANY", 1000)
    monkeypatch.setattr(registry.model("knn"), "most_points", 500)
    rows = np.random.default_rng(1).normal(size=(3000, 2))
    path = tmp_path / "many.csv"
    path.write_text("a,b,kind\n" + "".join(f"{x},{y},{'pq'[int(x > 0)]}\n" for x, y in rows.tolist()))
    hands.window.files.open(path)
    take_when_ready(hands)
    words = hands.window.status.right
    assert "3,000 points, drawn by density; errors and rings for at most 100 in view" in words
    assert "learned from 500 of 3,000 at random" in words
    before = np.array(hands.canvas.bounds)
    hands.drag((0.0, 0.0), (0.5, 0.0), button=Qt.MouseButton.MiddleButton)
    hands.settle()
    assert np.abs(np.array(hands.canvas.bounds) - before).max() > 0.4
    assert any(isinstance(mark, Cloud) for layer in hands.window.plane.picture.layers for mark in layer.marks)
