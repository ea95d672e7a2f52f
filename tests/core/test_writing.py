"""Files are written whole or not at all."""

import pytest

from mlexplorer.core.writing import CannotWrite, write_all


def test_all_files_are_written(tmp_path):
    write_all({tmp_path / "a.svg": b"one", tmp_path / "b.pdf": b"two"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.svg": b"one", "b.pdf": b"two"}


def test_nothing_is_written_if_one_file_cannot_be(tmp_path):
    old = tmp_path / "a.svg"
    old.write_bytes(b"old")
    with pytest.raises(CannotWrite, match="does not exist"):
        write_all({old: b"new", tmp_path / "none" / "b.pdf": b"two"})
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]
    assert old.read_bytes() == b"old"


def test_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(CannotWrite, match="is a folder"):
        write_all({tmp_path / "a.svg": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_a_folder_that_refuses_is_named_in_a_sentence(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"")
    with pytest.raises(CannotWrite, match=r"^The folder .*file does not exist\.$"):
        write_all({file / "a.svg": b"new"})
