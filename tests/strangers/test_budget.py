"""Whatever a stranger's file of at most 10 MB holds: a session or a sentence, in bounded time and memory."""

import json
import os
import subprocess
import sys

import pytest

from tests.strangers import bombs, weighing

QUICK = (  # the cases that were worst, one or two for each root cause; the others take longer and are for --long
    "digits and a letter.csv", "equal names.csv", "blanks.json", "objects.json", "records.json", "wide record.json",
    "sparse.arff", "spaces.arff", "blanks.arff", "zeros.npz", "deep.xlsx", "entities.xlsx",
    "deep.svg", "streams.pdf", "packed streams.pdf", "blanks.png", "lists.png", "blanks.mlx.json",
    "lists.mlx.json", "plain points.mlx.json", "digits.mlx.json", "deep.mlx.json",
)  # fmt: skip
SECONDS, MEGABYTES = 10, 300  # times the yardstick, and above it


def weighed(folder, names):
    """Return what each bomb took, the yardstick first."""
    (folder / "plain.csv").write_bytes(bombs.plain())
    for name in names:
        content = bombs.BOMBS[name]()
        assert len(content) <= bombs.MOST
        (folder / name).write_bytes(content)
    command = [sys.executable, "-P", "-m", "tests.strangers.weighing"]
    paths = [str(folder / name) for name in ("plain.csv", *names)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = subprocess.run([*command, *paths], capture_output=True, text=True, check=True, env=environment).stdout
    return [json.loads(line) for line in told.splitlines()]


def check_all(folder, names):
    yardstick, *others = weighed(folder, names)
    assert yardstick["words"] == "opened"
    assert len(others) == len(names)
    for name, found in zip(names, others, strict=True):
        assert found["words"] == "opened" or weighing.is_sentence(found["words"]), (name, found)
        assert found["seconds"] <= SECONDS * yardstick["seconds"], (name, found, yardstick)
        assert found["megabytes"] <= MEGABYTES + yardstick["megabytes"], (name, found, yardstick)


def test_the_worst_files_keep_the_budget(tmp_path):
    check_all(tmp_path, QUICK)


@pytest.mark.long
def test_every_bomb_keeps_the_budget(tmp_path):
    check_all(tmp_path, tuple(bombs.BOMBS))
