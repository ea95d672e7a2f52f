"""Figures reopen as the sessions they were made from; anything else is refused in one sentence."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.figures.files import embedded
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session.session import single
from mlexplorer.session.storage import BadFile
from mlexplorer.tables import limits
from tests.figures.samples import figure, session
from tests.samples import switches

SUFFIXES = [".svg", ".pdf", ".png"]


def full_session():
    """Return a session with everything in it that a file could lose."""
    generator = np.random.default_rng(3)
    names = ("größe <&>", "]]> 长度", "\U0001f600", *CLASS_NAMES[3:])
    points = Dataset(generator.normal(size=(30, 2)), np.arange(30) % 3, names=("a & b", "x₂"), class_names=names)
    shown = session("knn", share=0.2, k=3).with_points(points)
    return replace(shown, view=replace(shown.view, bounds=(-2.5, 2.5, -2.0, 2.0), switches=switches("errors")))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_figure_reopens_as_its_session(suffix, tmp_path):
    shown = full_session()
    path = tmp_path / f"figure{suffix}"
    path.write_bytes(figure(shown).rendered(suffix))
    assert embedded.read(path) == single(shown)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_session_can_be_left_out(suffix, tmp_path):
    content = figure(full_session(), Sheet(embed=False)).rendered(suffix)
    assert embedded.session_text(content) is None
    path = tmp_path / f"figure{suffix}"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=rf"^figure\{suffix} holds no session: [^.]*\.$"):
        embedded.read(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(data=st.data())
def test_damaged_figures_are_refused_in_a_sentence(suffix, data, tmp_path_factory):
    content = bytearray(_small(suffix))
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(0, len(content)))]
    for _ in range(data.draw(st.integers(0, 4))):
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damaged") / f"figure{suffix}"
    path.write_bytes(bytes(content))
    assert _outcome(path) == "opened" or re.fullmatch(r"figure\.\w+ .*\.", _outcome(path), re.DOTALL)


def _outcome(path):
    try:
        return "opened" if embedded.read(path).scenes else "empty"
    except BadFile as error:
        return str(error)


_made: dict[str, bytes] = {}


def _small(suffix):
    if suffix not in _made:
        _made[suffix] = figure(session("line"), Sheet(dpi=50)).rendered(suffix)
    return _made[suffix]


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path):
    with pytest.raises(BadFile, match=r"^none\.pdf could not be opened: No such file or directory\.$"):
        embedded.read(tmp_path / "none.pdf")


def test_a_file_over_the_limit_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "figure.png"
    path.write_bytes(_small(".png"))
    monkeypatch.setattr(limits, "MOST_BYTES", 100)
    with pytest.raises(BadFile, match=r"^figure\.png has [\d,]+ bytes; at most 100 bytes can be opened\.$"):
        embedded.read(path)


def test_a_packed_session_cannot_grow_without_end(monkeypatch):
    """What is unpacked from a file is bounded, however well it was packed."""
    packed = '{"format":"mlexplorer"' + " " * 5_000_000
    plain = figure(session("line"), Sheet(dpi=50, embed=False)).rendered(".png")
    bomb = embedded.into_png(plain, embedded.KEYWORD, packed)
    monkeypatch.setattr(limits, "ALWAYS_SESSION", 1000)
    with pytest.raises(BadFile, match=r"^The file cannot be opened: The session in it has .*\.$"):
        embedded.session_text(bomb)
