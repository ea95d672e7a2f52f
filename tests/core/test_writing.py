"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mlexplorer.core import writing
from mlexplorer.core.writing import CannotWrite, mend, take_lock, write_all

ROOT = Path(__file__).parent.parent.parent


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


def test_a_name_that_no_file_can_have_is_refused(tmp_path):
    with pytest.raises(CannotWrite, match=r"^A file cannot have a name with a null character in it\.$"):
        write_all({tmp_path / "a.svg": b"new", tmp_path / "b\0.svg": b"new"})
    assert not list(tmp_path.iterdir())
    mend(tmp_path / "b\0.svg")  # neither is it mended, nor does it raise


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("mask", [0o022, 0o027, 0o002])
def test_a_new_file_has_the_permissions_of_an_ordinary_one(tmp_path, mask):
    before = os.umask(mask)
    try:
        write_all({tmp_path / "a.csv": b"new"})
        (tmp_path / "ordinary").write_bytes(b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.csv").stat().st_mode) == stat.S_IMODE((tmp_path / "ordinary").stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_permissions(tmp_path, mode):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_all({path: b"new"})
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_a_file_keeps_its_owner(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    path.chmod(0o640)
    write_all({path: b"new"})
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_symbolic_link_is_written_through(tmp_path):
    far, near = tmp_path / "far", tmp_path / "near"
    far.mkdir()
    near.mkdir()
    (far / "real.csv").write_bytes(b"old")
    link = near / "link.csv"
    link.symlink_to("../far/real.csv")
    write_all({link: b"new"})
    assert link.is_symlink()
    assert (far / "real.csv").read_bytes() == b"new"
    assert names(near) == ["link.csv"]
    assert names(far) == ["real.csv"]


def test_a_link_to_nothing_yet_is_written_through(tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to("later.csv")
    write_all({link: b"new"})
    assert link.is_symlink()
    assert (tmp_path / "later.csv").read_bytes() == b"new"


def test_hard_links_stay_one_file(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_bytes(b"the old and longer content")
    two.hardlink_to(one)
    write_all({one: b"new"})
    assert two.read_bytes() == b"new"
    assert one.stat().st_ino == two.stat().st_ino
    assert names(tmp_path) == ["one.csv", "two.csv"]


def test_a_file_with_two_names_is_mended_if_its_writer_was_ended(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_bytes(b"old" * 100)
    two.hardlink_to(one)
    ended = child(
        "import os\nfrom mlexplorer.core import writing\n"
        "over, told = writing._write_over, []\n"
        "def torn(target, content):\n"
        "    over(target, content[:50])\n    os._exit(7)\n"
        "writing._write_over = torn\n"
        "writing.write_all({Path(sys.argv[1]): b'new' * 200})",
        one,
    )
    assert ended.returncode == 7
    assert two.read_bytes() == b"new" * 16 + b"ne"
    mend(one)
    assert two.read_bytes() == b"old" * 100
    assert names(tmp_path) == ["one.csv", "two.csv"]


@pytest.mark.parametrize("linked", [False, True])
def test_a_full_disk_gives_the_sentence_and_leaves_nothing(tmp_path, linked):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old" * 2000)
    if linked:
        (tmp_path / "b.csv").hardlink_to(path)
    ended = child(
        "import resource\nfrom mlexplorer.core.writing import CannotWrite, write_all\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try:\n    write_all({Path(sys.argv[1]): b'new' * 10_000, Path(sys.argv[1] + '2'): b'x'})\n"
        "except CannotWrite as error:\n    print(error)",
        path,
    )
    assert ended.stdout == f"{path} could not be written: File too large.\n"
    assert path.read_bytes() == b"old" * 2000
    assert names(tmp_path) == (["a.csv", "b.csv"] if linked else ["a.csv"])


def test_a_read_only_file_is_not_replaced(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(CannotWrite, match=r"a\.csv could not be written: it is read-only"):
        write_all({path: b"new"})
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.csv"]


def test_what_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotWrite, match="is not an ordinary file"):
        write_all({tmp_path / "pipe": b"new"})
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_what_an_ended_process_left_is_swept_and_what_a_living_one_holds_is_not(tmp_path):
    (tmp_path / ".mlx-1-aaaaaaaa.part").write_bytes(b"half")
    with (tmp_path / ".mlx-2-bbbbbbbb.part").open("wb") as held:
        assert take_lock(held.fileno())
        write_all({tmp_path / "a.csv": b"new"})
        assert names(tmp_path) == [".mlx-2-bbbbbbbb.part", "a.csv"]
    write_all({tmp_path / "a.csv": b"newer"})
    assert names(tmp_path) == ["a.csv"]


def test_file_systems_without_nameless_files_do_as_well(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "NAMELESS", 0)
    (tmp_path / "a.csv").write_bytes(b"old")
    write_all({tmp_path / "a.csv": b"new", tmp_path / "b.csv": b"two"})
    with pytest.raises(CannotWrite):
        write_all({tmp_path / "a.csv": b"newer", tmp_path / "none" / "b.pdf": b"two"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.csv": b"new", "b.csv": b"two"}


def test_the_longest_name_can_be_written(tmp_path):
    path = tmp_path / ("n" * 251 + ".csv")
    write_all({path: b"old"})
    write_all({path: b"new"})
    assert path.read_bytes() == b"new"


def child(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", f"import sys\nfrom pathlib import Path\n{code}", *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
