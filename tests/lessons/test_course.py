"""Courses: a folder of books, lessons and tables, packed and back; whatever a stranger packs is read or refused."""

import contextlib
import io
import json
import stat
import struct
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.cli.shell import main
from mlexplorer.core import registry
from mlexplorer.core.resources import resource
from mlexplorer.lessons import course, packing
from mlexplorer.session import storage
from mlexplorer.session.profile import Profile, offered_models
from mlexplorer.session.session import Book, Document, Run, Scene, Session

OUTLINE = {
    "format": "mlexplorer course",
    "version": 1,
    "course": {"title": "Learning from data", "order": ["b.mlx.json"], "profile": {"models": ["knn"]}},
}


def book(*titles, **more):
    session = Session(Document(registry.source("moons")(), (Run(registry.model("knn")()),)))
    return Book(tuple(Scene(session, title, kept=True) for title in titles), **more)


@pytest.fixture
def folder(tmp_path):
    """A course of two books, a lesson and a table, with files that are none of its business."""
    made = tmp_path / "course"
    (made / "data").mkdir(parents=True)
    storage.save(book("One", "Two"), made / "a.mlx.json")
    storage.save(book("Three", profile=Profile(("svm",), ())), made / "b.mlx.json")
    (made / "data" / "points.csv").write_text("x,y,class\n0,0,a\n1,1,b\n2,0,a\n")
    lesson = next(resource("lessons").glob("01_*.lesson.json"))
    (made / "first.lesson.json").write_bytes(lesson.read_bytes())
    (made / "course.json").write_text(json.dumps(OUTLINE))
    (made / ".hidden.mlx.json").write_text("not read")
    (made / "notes.docx").write_bytes(b"not read")
    return made


def zipped(members, path, **options):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return path


def test_a_folder_is_a_course(folder):
    found = course.load(folder)
    assert found.title == "Learning from data"
    assert list(found.books) == ["b.mlx.json", "a.mlx.json"]
    assert list(found.lessons) == ["first.lesson.json"]
    assert found.tables == ("data/points.csv",)
    assert found.books["a.mlx.json"].profile == Profile(("knn",)), "what a book does not limit, the course does"
    assert found.books["b.mlx.json"].profile == Profile(("svm",), ())
    (folder / "course.json").unlink()
    plain = course.load(folder)
    assert (plain.title, list(plain.books)) == ("course", ["a.mlx.json", "b.mlx.json"])


def test_packed_and_back_is_the_same_course(folder, tmp_path, capsys):
    packed = tmp_path / "c.mlx.zip"
    assert main(["pack", str(folder), "-o", str(packed)]) == 0
    assert capsys.readouterr().out == "c.mlx.zip: 2 books, 1 lesson, 1 table\n"
    first = packed.read_bytes()
    assert main(["pack", str(folder), "-o", str(packed)]) == 0
    assert packed.read_bytes() == first, "the same folder gives the same bytes"
    assert main(["unpack", str(packed), "-o", str(tmp_path / "back")]) == 0
    assert course.load(tmp_path / "back") == course.load(folder)
    assert sorted(course.contents(tmp_path / "back")) == sorted(course.contents(folder))
    capsys.readouterr()
    assert main(["unpack", str(packed), "-o", str(tmp_path / "back")]) == 1, "nothing is replaced"
    assert "is there already" in capsys.readouterr().err
    assert main(["pack", str(folder), "-o", str(tmp_path / "c.tar")]) == 2
    assert main(["pack", str(tmp_path / "nowhere"), "-o", str(packed)]) == 1


@pytest.mark.parametrize(
    "name",
    [
        "../out.mlx.json",
        "/etc/out.mlx.json",
        "a/../../out.mlx.json",
        "C:/out.mlx.json",
        "a\\out.mlx.json",
        "a//out.mlx.json",
        "./out.mlx.json",
        "nul.mlx.json",
        "a\x01b.mlx.json",
        "trailing /out.mlx.json",
        "x" * 300 + ".mlx.json",
        "1/2/3/4/5/out.mlx.json",
    ],
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    path = zipped([(name, storage.dumps(book("One")))], tmp_path / "c.mlx.zip")
    with pytest.raises(storage.BadFile, match="not safe to unpack"):
        packing.unpack(path, tmp_path / "deep" / "folder")
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["c.mlx.zip"]


def linked():
    member = zipfile.ZipInfo("a.mlx.json")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


HOSTILE = {
    "a link": ([(linked(), "/etc/passwd")], "not an ordinary file"),
    "two of one name": ([("A.mlx.json", "{}"), ("a.mlx.json", "{}")], "two files of the same name"),
    "a bomb": ([("a.mlx.json", b"0" * 80_000_000)], "can be opened"),
    "many files": ([(f"{number}.txt", "") for number in range(501)], "more than 500 files"),
    "nothing of ours": ([("a.exe", "MZ")], "neither books"),
    "a broken book": ([("a.mlx.json", "{")], "a.mlx.json is damaged"),
    "a lesson with code": (
        [
            (
                "a.lesson.json",
                json.dumps(
                    {
                        "format": "mlexplorer lesson",
                        "version": 1,
                        "lesson": {
                            "title": "t",
                            "text": "t",
                            "scene": "widest_street",
                            "goals": [{"words": "w", "when": "__import__('os').system('true')"}],
                            "hints": ["a", "b", "c"],
                            "solution": [{"words": "w", "add": [[0, 0, 0]]}],
                        },
                    }
                ),
            )
        ],
        "a.lesson.json cannot be opened",
    ),
    "an order of nothing": (
        [("a.mlx.json", storage.dumps(book("One"))), ("course.json", json.dumps(OUTLINE))],
        "names 'b.mlx.json', which is not in the course",
    ),
    "an outline with more": (
        [
            ("a.mlx.json", storage.dumps(book("One"))),
            ("course.json", json.dumps({**OUTLINE, "course": {"script": "rm"}})),
        ],
        "unknown entry 'script'",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_could_do_harm_is_refused_in_a_sentence_and_nothing_is_written(tmp_path, name):
    members, words = HOSTILE[name]
    path = zipped(members, tmp_path / "c.mlx.zip")
    with pytest.raises(storage.BadFile, match=words) as caught:
        packing.unpack(path, tmp_path / "out")
    assert str(caught.value).endswith(".")
    assert not (tmp_path / "out").exists()


def test_a_promise_that_is_broken_and_a_password_are_refused(tmp_path):
    path = zipped([("a.mlx.json", b"0" * 5000)], tmp_path / "c.mlx.zip")
    content = bytearray(path.read_bytes())
    place = content.index(b"PK\x01\x02") + 24
    content[place : place + 4] = struct.pack("<I", 10)
    path.write_bytes(content)
    with pytest.raises(storage.BadFile, match=r"damaged|more is packed"):
        packing.contents(path)
    zipped([("a.mlx.json", b"{}")], path)
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(storage.BadFile, match="password"):
        packing.contents(path)


@given(st.data())
def test_a_damaged_pack_is_read_or_refused(tmp_path_factory, data):
    whole = packing.packed({"a.mlx.json": storage.dumps(book("One")).encode(), "b.csv": b"1,2\n3,4\n"})
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        changed[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damaged") / "c.mlx.zip"
    path.write_bytes(bytes(changed[: data.draw(st.integers(1, len(whole)))]))
    with contextlib.suppress(storage.BadFile):  # and nothing else
        course.course_of(packing.contents(path), "c")


def test_a_link_out_of_a_folder_is_refused(folder, tmp_path):
    storage.save(book("Secret"), tmp_path / "secret.mlx.json")
    (folder / "z.mlx.json").symlink_to(tmp_path / "secret.mlx.json")
    with pytest.raises(storage.BadFile, match=r"z\.mlx\.json leads out of the folder"):
        course.load(folder)


def test_an_empty_folder_is_no_course(tmp_path):
    with pytest.raises(storage.BadFile, match="neither books"):
        course.load(tmp_path)
    with pytest.raises(storage.BadFile, match="could not be opened"):
        course.load(tmp_path / "nowhere")


def test_a_profile_offers_what_it_names_and_what_is_in_use():
    known = registry.models()
    assert offered_models(known, None, []) is known
    assert offered_models(known, Profile(), []) is known
    found = offered_models(known, Profile(("svm", "not yet written")), ["knn"])
    assert list(found) == [name for name in known if name in ("knn", "svm")]


def test_a_profile_is_saved_with_its_book_and_show_all_is_not():
    limited = replace(book("One"), profile=Profile(("knn",), ("regions",)), shows_all=True)
    again = storage.loads(storage.dumps(limited))
    assert again.profile == limited.profile
    assert again.limits == limited.profile
    assert again.session.view.layers == ("regions",)
    assert again.with_session(again.session).scene.session.view.layers is None, "no scene keeps it"
    assert limited.session.view.layers is None


def test_a_pack_is_an_ordinary_zip_file():
    names = zipfile.ZipFile(io.BytesIO(packing.packed({"b": b"2", "a": b"1"}))).namelist()
    assert names == ["a", "b"]
