import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule
from mlexplorer.core.holdout import Holdout
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session import storage
from mlexplorer.session.naming import run_name
from mlexplorer.session.session import Document, Pin, Run, Session, View, single
from mlexplorer.tables import limits

DATA = Dataset([[0.1, -2.5e-7], [1e9, 3.0]], [0, -1], held_out=[True, False]).added([[4, 5]], 2).without([1])


@pytest.fixture
def book():
    run = Run(registry.model("logistic")(rate=0.25), "mine", (1.0, -2.5, 0.125), (0.5, 0.5, 0.1))
    document = Document(
        registry.source("moons")(noise=0.125), (run,), DATA, ("standardise", "swap"), Holdout(0.25, 7),
        Rule(None, ((0.0, 1.0), (2.0, 0.0)), 0.1), (Pin(DATA, run, 3, "kept"),),
    )  # fmt: skip
    return single(
        Session(document, View(4, 0, (-1.5, 2.0, -1.0, 1.0), (("errors", False), ("margins", False)), "Progress"))
    )


def broken(book, change):
    content = json.loads(storage.dumps(book))
    document = content["book"]["scenes"][0]["session"]["document"]
    change(content, document)
    return json.dumps(content)


def test_round_trip_is_exact(book):
    again = storage.loads(storage.dumps(book))
    assert again == book
    np.testing.assert_array_equal(again.session.document.points.points, DATA.points)
    assert again.session.document.points.next_id == DATA.next_id


def test_saving_twice_gives_the_same_bytes(book, tmp_path):
    for name in ("a.mlx.json", "b.mlx.json"):
        storage.save(storage.load(tmp_path / "a.mlx.json") if name[0] == "b" else book, tmp_path / name)
    assert (tmp_path / "a.mlx.json").read_bytes() == (tmp_path / "b.mlx.json").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mlx.json", "b.mlx.json"]


def put(place, value):
    def change(content, document):
        target = {"content": content, "document": document, "points": document["points"], "run": document["runs"][0]}
        where, name = place.split(".")
        target[where][name] = value

    return change


FAULTS = {
    "another format": (put("content.format", "other"), "not an ML Explorer session"),
    "newer version": (put("content.version", 99), "newer ML Explorer"),
    "no version": (put("content.version", None), "which version"),
    "a list for a book": (put("content.book", [1]), "the book must be a group"),
    "no scenes": (put("content.book", {"scenes": [], "current": 0}), "the book has no scenes"),
    "unknown entry": (put("document.colour", 1), "unknown entry 'colour'"),
    "unknown model": (put("run.model", {"name": "logisitc"}), "perhaps you mean 'logistic'"),
    "model without name": (put("run.model", {"rate": 1.0}), "the name of the model of the first run is missing"),
    "unknown parameter": (put("run.model", {"name": "knn", "kay": 3}), "no parameter 'kay'"),
    "value out of limits": (put("run.model", {"name": "knn", "k": -3}), "k must lie between"),
    "wrong type": (put("run.name", 5), "the name of the first run must be a text"),
    "infinite start": (put("run.start", [float("inf")]), "Infinity"),
    "no runs": (put("document.runs", []), "1 to 4 entries"),
    "five runs": (lambda _, document: document["runs"].extend(document["runs"] * 4), "1 to 4 entries"),
    "unknown transform": (put("document.transforms", ["standardize"]), "perhaps you mean 'standardise'"),
    "NaN": (put("points.points", [[float("nan"), 1.0], [0.0, 1.0]]), "NaN"),
    "ragged points": (
        put("points.points", [[1.0], [0.0, 1.0]]),
        "entry 1 of the points of the points must have 2 entries",
    ),
    "too few labels": (put("points.labels", [0]), "one entry for each"),
    "label too high": (put("points.labels", [0, 9]), "from 0 to 8"),
    "ids twice": (put("points.ids", [1, 1]), "same id twice"),
    "held nobody": (put("points.held_out", [7]), "not there"),
    "huge number": (put("points.labels", [0, 10**30]), "points"),
    "true for a number": (
        put("points.labels", [True, 0]),
        "entry 1 of the labels of the points must be a whole number",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_gets_one_sentence_that_says_where(book, fault):
    change, words = FAULTS[fault]
    with pytest.raises(storage.BadFile, match=words) as caught:
        storage.loads(broken(book, change), "mine.mlx.json")
    message = str(caught.value)
    assert message.startswith("mine.mlx.json")
    assert message.endswith(".")
    assert "\n" not in message


def test_a_file_is_laid_out_for_people_a_point_a_line(book, tmp_path):
    storage.save(book, tmp_path / "mine.mlx.json")
    lines = (tmp_path / "mine.mlx.json").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) < 100
    assert [line.strip().rstrip(",") for line in lines].count("[0.1, -2.5e-07]") == 2  # in the points and in the pin
    assert storage.load(tmp_path / "mine.mlx.json") == book
    assert "\n" not in storage.dumps(book).rstrip()


def test_a_fault_in_a_later_scene_names_it(book):
    text = storage.dumps(replace(book, scenes=book.scenes * 2))
    content = json.loads(text)
    content["book"]["scenes"][1]["session"]["document"]["runs"][0]["model"]["rate"] = "fast"
    with pytest.raises(storage.BadFile, match="the model of the first run of the second scene: rate must be a number"):
        storage.loads(json.dumps(content), "mine.mlx.json")


def test_truncated_anywhere_is_refused(book):
    text = storage.dumps(book)
    for end in range(0, len(text) - 2, 37):
        with pytest.raises(storage.BadFile):
            storage.loads(text[:end])


def test_more_points_than_the_limit(book, monkeypatch):
    monkeypatch.setattr(limits, "MOST_POINTS", 1)
    with pytest.raises(storage.BadFile, match="more than the 1 allowed"):
        storage.loads(storage.dumps(book))


def test_binary_missing_and_deep_files(tmp_path):
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "deep").write_text("[" * 100_000)
    for name, words in (
        ("binary", "not a text file"),
        ("missing", "could not be opened"),
        ("deep", "nested too deeply"),
    ):
        with pytest.raises(storage.BadFile, match=words):
            storage.load(tmp_path / name)


def test_a_failed_save_leaves_the_old_file(book, tmp_path):
    path = tmp_path / "kept.mlx.json"
    storage.save(book, path)
    before = path.read_bytes()
    other = book.with_session(replace(book.session, view=View()))
    with pytest.raises(storage.BadFile, match="could not be saved"):
        storage.save(other, tmp_path / "nowhere" / "kept.mlx.json")
    assert path.read_bytes() == before
    (tmp_path / "folder.mlx.json").mkdir()
    with pytest.raises(storage.BadFile, match="is a folder"):
        storage.save(other, tmp_path / "folder.mlx.json")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder.mlx.json", "kept.mlx.json"], "nothing is left"


@pytest.mark.parametrize(
    ("x", "is_fine"),
    [(int(sys.float_info.max), True), (2 * int(sys.float_info.max), False)],
    ids=["the farthest", "beyond"],
)
def test_whole_numbers_are_points_as_far_as_numbers_reach(x, is_fine):
    data = Dataset([[0.5, 0.25], [1.0, 1.0]], [0, 1])
    text = storage.dumps(single(session_of_points(data))).replace("[0.5,0.25]", f"[{x},0]")
    if is_fine:
        assert storage.loads(text).session.document.points.points[0, 0] == sys.float_info.max
    else:
        with pytest.raises(storage.BadFile):
            storage.loads(text)


def session_of_points(data):
    return Session(Document(registry.source("placed")(), (Run(registry.model("knn")()),), data))


def test_opening_again_keeps_the_roles_that_were_dealt_to_edited_points():
    document = Document(registry.source("moons")(count=60), (Run(registry.model("lda")()),), holdout=Holdout(share=0.3))
    raw = prepare(document).raw
    edited = raw.moved([3], np.array([[5.0, 5.0]])).added(np.array([[1.0, 1.0], [2.0, 2.0]]), 1).without([7])
    before = prepare(replace(document, points=edited)).data
    book = single(Session(replace(document, points=edited)))
    after = prepare(storage.loads(storage.dumps(book)).session.document).data
    np.testing.assert_array_equal(after.held_out, before.held_out)
    np.testing.assert_array_equal(after.ids, before.ids)
    dealt = prepare(document).data
    shared = np.isin(dealt.ids, after.ids)
    np.testing.assert_array_equal(after.held_out[:-2], dealt.held_out[shared], "no edit changes another point's role")
    assert not after.held_out[-2:].any()


def test_a_run_is_named_by_what_it_uses():
    newton = registry.model("logistic")().with_values({"solver": "newton", "rate": 1.0})
    assert "rate" not in run_name(Run(newton))
    assert "rate 2" in run_name(Run(newton.with_values({"solver": "gradient", "rate": 2.0})))
