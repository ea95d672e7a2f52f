"""Strangers' files, names and views: what is opened can be shown and saved, what is not is refused in a sentence."""

import io
import json
import os
import re
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.table import BadTable, finished
from mlexplorer.figures import choices
from mlexplorer.figures.files import embedded
from mlexplorer.session import storage
from mlexplorer.session.opening import empty, opening
from mlexplorer.session.session import Run, single
from mlexplorer.tables import limits
from mlexplorer.tables.columns import distinct, is_number
from mlexplorer.tables.formats.csv import Csv
from mlexplorer.tables.formats.json_records import JsonRecords
from mlexplorer.tables.formats.npz import Npz
from mlexplorer.tables.importing import brought_in, guess
from mlexplorer.tables.opening import open_table, paste_table
from mlexplorer.tables.unpacking import pieces, unpacked
from mlexplorer.ui.commands import files
from mlexplorer.ui.look.plain import Label, tip
from mlexplorer.ui.panels.points_model import CLASS
from tests.figures.samples import figure, session
from tests.ui.conftest import opened

SENTENCE = r"[^\n]+\."


def view_with(name, value):
    """Return the opening scene with another part of its view."""
    tree = json.loads(storage.dumps(opening()))
    tree["book"]["scenes"][0]["session"]["view"][name] = value
    return json.dumps(tree)


@pytest.mark.parametrize("number", [-1, -2, -(10**30), 2**60])
@pytest.mark.parametrize("name", ["active", "step", "ghost", "centre", "node", "pin", "point"])
def test_a_view_counts_from_0(name, number):
    with pytest.raises(storage.BadFile, match=rf"the {name} of the view must be a number from 0 on, not {SENTENCE}$"):
        storage.loads(view_with(name, number))


@pytest.mark.parametrize("bounds", [[1, 0, 0, 1], [0, 0, 0, 1], [-1e308, 1e308, 0, 1], [0, 1, 5, 5]])
def test_a_view_has_a_width_and_a_height(bounds):
    with pytest.raises(storage.BadFile, match="the bounds of the view must have a width and a height"):
        storage.loads(view_with("bounds", bounds))


@pytest.mark.parametrize("name", ["active", "step", "ghost", "centre", "node", "pin", "point"])
def test_a_view_that_names_what_is_not_there_is_drawn(name):
    shown = storage.loads(view_with(name, 2**40)).session
    assert shown.run in shown.document.runs
    assert figure(shown).rendered(".svg")


@pytest.fixture(params=["pipe", "device", "folder"])
def no_file(request, tmp_path):
    """Make something that has a name like a file's and is none; each is called as the test wants."""

    def made(suffix):
        path = tmp_path / f"thing{suffix}"
        if request.param == "pipe":
            os.mkfifo(path)
        elif request.param == "device":
            path.symlink_to("/dev/zero")
        else:
            path.mkdir()
        return path

    return made


@pytest.mark.parametrize("suffix", [".mlx.json", ".json", ".csv", ".npz", ".xlsx", ".arff", ".svm", ".svg", ".png"])
def test_what_is_no_file_is_refused_at_every_door(no_file, suffix):
    path = no_file(suffix)
    with pytest.raises((storage.BadFile, BadTable), match=rf"^thing\{suffix} [^\n]*(pipe or a device|Is a directory)"):
        choices.session_of(str(path))
    if files.is_table(path):
        with pytest.raises(BadTable, match="cannot be read"):
            finished(open_table(path))
    else:
        with pytest.raises(storage.BadFile, match="could not be opened"):
            files.opened(path)


def test_a_packed_file_is_held_to_what_it_promises():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", b" " * 100_000)
    lying = file.getvalue().replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    sums = [zlib.crc32(b" " * count).to_bytes(4, "little") for count in (100_000, 11)]
    lying = lying.replace(*sums)  # zipfile itself would only notice a wrong sum
    with unpacked(io.BytesIO(lying), len(lying)) as archive, pytest.raises(BadTable, match="more is packed in it"):
        list(pieces(archive, archive.infolist()[0]))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_not_opened(method):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("a.npy", b"")
    with pytest.raises(BadTable, match="packed in a way that is not opened"):
        finished(Npz().read(file.getvalue()))


def test_a_column_keeps_so_many_words(monkeypatch):
    monkeypatch.setattr(limits, "MOST_WORDS", 3)
    table = finished(Csv().read(b"class,x\n" + b"".join(b"w%d,%d\n" % (n % 5, n) for n in range(10))))
    assert table.columns[0].words == ("w0", "w1", "w2")
    assert table.columns[0].missing.sum() == 4
    assert table.notes == (
        "Line 5 (and 3 more): a word in the column 'class' beyond 3 different ones counts as missing.",
    )


def test_equal_names_are_numbered_in_order():
    assert distinct(["a", "a (2)", "a", "a"])[0] == ["a", "a (2)", "a (3)", "a (4)"]


@pytest.mark.parametrize("text", ["1", "1.", ".5", "-1.5e-7", "+2E3", "inf", "nan", "00.50"])
def test_numbers_are_still_numbers(text):
    assert is_number(text)
    assert not is_number(text + "x")


def test_records_are_filled_where_a_name_is_missing():
    table = finished(JsonRecords().read(b'[{"a":1},{"b":2},{"a":3,"b":4,"c":5},{}]'))
    assert table.preview(4) == [["1", "", ""], ["", "2", ""], ["3", "4", "5"], ["", "", ""]]


NAMES = {
    "half a character": "a\ud800b",
    "control characters": "a\x00\x07\x1b\x7f\x85b",
    "forbidden in XML": "a\ufffe\uffff",
    "many letters": "a" * 100_000,
    "rich text": "<b>bold</b> <img src='x'>&amp;",
    "both directions": "a\u202eb\u2066",
    "lines": "a\nb\tc",
}


@pytest.mark.parametrize("kind", NAMES)
def test_names_open_show_and_save(kind, tmp_path, qtbot):
    name = NAMES[kind]
    points = Dataset([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]], [0, 1, 0], names=(name, name), class_names=(name,) * 9)
    shown = session("line").with_points(points)
    shown = shown.with_run(replace(shown.run, name=name))
    text = json.dumps(json.loads(storage.dumps(single(shown))))
    book = storage.loads(text.replace("a\\ufffdb", "a\\ud800b"))
    path = tmp_path / "named.mlx.json"
    storage.save(book, path)
    assert storage.load(path) == book
    for suffix in embedded.SUFFIXES:
        (tmp_path / f"named{suffix}").write_bytes(figure(book.session).rendered(suffix))
        assert embedded.read(tmp_path / f"named{suffix}") == book
    hands = opened(book, qtbot)
    hands.window.grab()
    hands.window.jobs.stop()


def test_names_lose_only_what_nothing_can_show():
    data = Dataset(np.zeros((1, 2)), [0], names=("größe\ud800", "長さ 😀\x00"), class_names=("a\nb", *CLASS_NAMES[1:]))
    assert data.names == ("größe\ufffd", "長さ 😀\ufffd")
    assert data.class_names[0] == "a\nb"


def test_a_run_named_by_hand_with_half_a_character_is_saved(tmp_path):
    book = empty()
    book = book.with_session(book.session.with_run(Run(book.session.run.model, "a\udfff")))
    storage.save(book, tmp_path / "a.mlx.json")
    assert storage.load(tmp_path / "a.mlx.json").session.run.name == "a\ufffd"


def test_tables_and_pasted_text_with_half_characters():
    table = finished(JsonRecords().read(b'[{"\\ud800":1,"y":2,"class":"\\udfff"},{"\\ud800":3,"y":4,"class":"b"}]'))
    assert table.names[0] == table.columns[2].words[0] == "\ufffd"  # as the preview shows them
    data = brought_in(table, guess(table)).data
    assert data.names[0] == "\ufffd"
    assert data.class_names[0] == "\ufffd"
    assert len(finished(paste_table("x\ud800,y\n1,2\n3,4\n"))) == 2


def test_words_are_shown_as_they_are(qtbot):
    label = Label("<b>x</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert tip("plain\nwords") == "plain\nwords"
    assert "<b>" not in tip("<b>x</b> & y")
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in tip("<b>x</b> & y")
    assert len(tip("a" * 100_000)) < 2000


def test_no_tool_tip_or_label_takes_a_name_for_html(qtbot):
    points = Dataset([[0.0, 0.0], [1.0, 2.0]], [0, 1], names=("<i>n", "y"), class_names=("<i>c",) * 9)
    hands = opened(single(empty().session.with_points(points)), qtbot)
    tips = [widget.toolTip() for widget in hands.window.findChildren(object) if hasattr(widget, "toolTip")]
    assert any("&lt;i&gt;c" in words for words in tips)
    assert not any("<i>" in words for words in tips if isinstance(words, str))
    hands.window.jobs.stop()


def test_every_label_of_the_window_is_a_plain_one():
    sources = Path(files.__file__).parent.rglob("*.py")
    found = [path.name for path in sources if path.name != "plain.py" and re.search(r"\bQLabel\(", path.read_text())]
    assert found == []
    assert CLASS  # the table's own tips are asked for by role
