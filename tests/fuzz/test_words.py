"""Formulas, pasted text and command lines of any kind: an answer or one sentence, never a trace."""

import io
import random
import re
from contextlib import redirect_stderr, redirect_stdout

import numpy as np
import pytest

from mlexplorer.algorithms.descent import formula
from mlexplorer.cli import shell
from mlexplorer.core.table import BadTable
from mlexplorer.ui.commands.clipboard import plain_points
from tests.fuzz.accidents import PLENTY, mutated, outcome

TOKENS = ["x", "y", "x1", "x₂", "+", "-", "−", "*", "·", "/", "^", "**", "(", ")", "sin", "log(", "sqrt(", "abs(",
          "exp(", "pi", "e", "0", "1", "2.5", "1e12", "1e999", "9" * 40, "0x1F", "1_0", "j", "2j", "True", "None",
          "lambda", "if", "x.real", "x[0]", "'a'", ",", "=", ":=", "\\", "\n", "\0", " ", "#", "@", "//", "%", "~",
          "\ud800", "é", "(" * 50, "-" * 60, "print(", "__import__(", "yield", "await", "f'{x}'", ";", "{",
          "}"]  # fmt: skip
PASTED = ["x,y,class\n1,2,a\n3,4,b\n", "1\t2\n3\t4\n", "1;2,5;u\n3;4,5;v\n", "a b\n1 2\n", '"x","y"\n"1","2"\n']
PLACES = np.array([[0.0, 0.0], [1.5, -2.0], [1e300, -1e300], [-1.0, 0.0]])


def test_formulas():
    chance = random.Random("formulas")
    read = 0
    for _ in range(4 * PLENTY):
        size = chance.choice([1, 2, 3, 5, 8, 20])
        words = "".join(chance.choices(TOKENS, [6] * 10 + [1] * (len(TOKENS) - 10), k=size))
        read += outcome(lambda words=words: _evaluated(words), formula.BadFormula)
    assert PLENTY / 20 < read < 4 * PLENTY * 0.9


def _evaluated(words):
    found = formula.read(words)
    assert not np.isnan(found.values(PLACES)).any()
    assert np.isfinite(found.gradient(PLACES[1])).all()
    assert np.isfinite(found.hessian(PLACES[1])).all()


def test_pasted_text():
    chance = random.Random("pasted text")
    taken = 0
    for number in range(2 * PLENTY):
        text = mutated(PASTED[number % len(PASTED)].encode(), chance).decode("utf-8", "surrogateescape")
        taken += outcome(lambda text=text: plain_points(text, 0), BadTable)
    assert PLENTY / 20 < taken < 2 * PLENTY


COMMANDS = [*shell.COMMANDS, "figrue", "--version", "nothing"]
BAD = ["", " ", "-", "--", "---", "--no", "--set", "-o", "nowhere/a.svg", "a.xyz", "\0", "\ud800", "a" * 3000, "=",
       "k=", "=3", "k=-1", "k=9" * 50, "cost=1e999", "cost=nan", "count=10**9", "moonz", "knnn", "--model=",
       "--model=knnn", "--data=moonz", "--step=-1", "--step=x", "--step=²", "--step=" + "9" * 5000, "--vary=k",
       "--vary=k=1,,", "--vary==",
       "--width=0mm", "--width=-5cm", "--width=1e999mm", "--width=nan", "--dpi=0", "--dpi=1e9", "--hold-out=2",
       "--hold-out=nan",
       "--hold-out=x", "--transform=swop", "--layers=+-", "--layers=nobody", "--theme=pink", "--size=0x0", "--size=x",
       "--size=²x²", "--sweep=k", "--sweep=k=1:2", "--sweep=k=1:2:x", "--sweep=:::", "/dev/null", ".", "*", "%s", "{}",
       "--json", "--aspect=0", "--data-set=x", "--data-set=count=-4", "--columns=0", "@file"]  # fmt: skip
GOOD = ("--columns=0",)
PYTHON = rb"Traceback|invalid literal|Exceeds the limit|codec can't|embedded null|Errno|object|NoneType"
REFUSED = "--hold-out=never"  # no number: whatever else was said, no figure is fitted and no window opened


def test_command_lines(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in shell.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    chance = random.Random("command lines")
    failed = 0
    for _ in range(PLENTY):
        command = chance.choice(COMMANDS)
        words = [command, *chance.choices(BAD, k=chance.randint(0, 4))]
        if command in ("figure", "film"):
            words += ["-o", "a.svg" if command == "figure" else "a.gif"]
            words += [REFUSED] * (chance.random() < 0.6)
            words += chance.choices(["--set=k=x", "--model=nobody", "--data=nobody", "--transform=never"], k=1)
        words += {"window": ["--size=x"], "study": ["--model=nobody"]}.get(command, [])
        failed += _refused(words)
    assert failed > PLENTY / 2
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("word", BAD)
def test_one_bad_word_alone(word, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    good = word in GOOD
    assert _refused(["figure", "moons", "-o", "a.svg", "--model=line", word]) != good
    assert (tmp_path / "a.svg").exists() == good


def _refused(words):
    """Return whether a command line was refused, which must be said; Python writes any letter to its own stderr."""
    told = io.BytesIO()
    errors = io.TextIOWrapper(told, "utf-8", errors="backslashreplace", write_through=True)
    with redirect_stderr(errors), redirect_stdout(io.StringIO()):
        try:
            code = shell.main(words)
        except SystemExit as ended:  # argparse
            code = ended.code
    assert code in (shell.DONE, shell.FAILED, shell.NOT_UNDERSTOOD), words
    assert not re.search(PYTHON, told.getvalue()), (words, told.getvalue())
    assert code == shell.DONE or told.getvalue().strip(), words
    return code != shell.DONE


@pytest.mark.parametrize(
    "words", [["figure", "\0.csv", "-o", "a.svg"], ["models", "\ud800"], ["figure", "-o", "\0.svg"]]
)
def test_names_no_file_can_have(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert _refused(words)
