"""Damaged sessions, alone and inside figures: a session that can be saved and read again, or one sentence."""

import json
import random

import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule
from mlexplorer.core.holdout import Holdout
from mlexplorer.figures.files import embedded
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session import storage
from mlexplorer.session.opening import opening
from mlexplorer.session.session import Document, Pin, Run, Session, View, single
from tests.figures.samples import figure, session
from tests.fuzz.accidents import PLENTY, misvalued, mutated, outcome


def full_book():
    """Return a book in which every part of a session is in use."""
    data = Dataset([[0.5, -1.5], [2.0, 3.0], [1.0, 1.0]], [0, 1, -1], [True, False, False])
    runs = (Run(registry.model("logistic")(rate=0.25), "mine", (1.0, -2.5, 0.125)), Run(registry.model("tree")()))
    rule = Rule(None, ((0.0, 1.0), (2.0, 0.0)), 0.1)
    pins = (Pin(data, runs[0], 3, "kept"),)
    document = Document(registry.source("moons")(), runs, data, ("standardise",), Holdout(0.25, 7), rule, pins)
    view = View(4, 1, (-1.5, 2.0, -1.0, 1.0), (("margins", False),), ghost=1, probe=(0.5, 0.5), options=(("a", "b"),))
    return single(Session(document, view))


BOOKS = [storage.dumps(full_book()), storage.dumps(opening())]


def reopened(text):
    """Open a session, save it and open it again: it is the same."""
    book = storage.loads(text)
    assert book.session.run in book.session.document.runs
    saved = storage.dumps(book)
    assert storage.loads(saved.encode().decode()) == book


def test_sessions_with_wrong_values():
    chance = random.Random("sessions with wrong values")
    opened = 0
    for number in range(PLENTY):
        tree = misvalued(json.loads(BOOKS[number % 2]), chance)
        tree = misvalued(tree, chance) if chance.random() < 0.3 else tree
        text = json.dumps(tree)
        opened += outcome(lambda text=text: reopened(text), storage.BadFile)
    assert PLENTY / 50 < opened < PLENTY * 0.9  # the accidents do harm, but not always


def test_sessions_with_damaged_text(tmp_path):
    chance = random.Random("damaged sessions")
    path = tmp_path / "damaged.mlx.json"
    opened = 0
    for number in range(PLENTY):
        path.write_bytes(mutated(BOOKS[number % 2].encode(), chance))
        opened += outcome(lambda: storage.load(path), storage.BadFile)
    assert opened < PLENTY * 0.9


@pytest.mark.parametrize("suffix", embedded.SUFFIXES)
def test_figures(suffix, tmp_path):
    chance = random.Random(f"figures {suffix}")
    path = tmp_path / f"figure{suffix}"
    content = figure(session("line"), Sheet(dpi=50)).rendered(suffix)
    opened = 0
    for _ in range(PLENTY):
        path.write_bytes(mutated(content, chance))
        opened += outcome(lambda: embedded.read(path), storage.BadFile)
    assert 0 < opened < PLENTY


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_figures_with_damaged_sessions(suffix, tmp_path):
    chance = random.Random(f"sessions in figures {suffix}")
    path = tmp_path / f"figure{suffix}"
    plain = figure(session("line"), Sheet(dpi=50, embed=False)).rendered(suffix)
    opened = 0
    for number in range(PLENTY):
        text = json.dumps(misvalued(json.loads(BOOKS[number % 2]), chance), separators=(",", ":"))
        path.write_bytes(_with_session(plain, suffix, text))
        opened += outcome(lambda: embedded.read(path), storage.BadFile)
    assert 0 < opened < PLENTY


def _with_session(plain, suffix, text):
    if suffix == ".png":
        return embedded.into_png(plain, embedded.KEYWORD, text)
    return embedded.into_svg(plain.decode(), text).encode()
