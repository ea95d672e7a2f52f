"""The window keeps what its memories may hold and no more: its process stays as large as it was once it is warm."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mlexplorer.core import memory
from mlexplorer.pipeline.memo import Memo
from mlexplorer.pipeline.replays import Replays

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 7200  # seconds; only a broken program needs so long
SPREAD = 12.0  # megabytes that the pages of a process come and go by

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs the figures of Linux")


def weights(*counts):
    """Return the megabytes after each quarter of edits, changes of model and files, by kind."""
    command = [sys.executable, "-P", "-m", "tests.ui.memory_session", *map(str, counts)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def check_flat(found):
    for name, megabytes in found.items():
        assert max(megabytes[1:]) - megabytes[0] < SPREAD, (name, megabytes)


def test_the_process_stays_as_large_as_it_was():
    check_flat(weights(60, 28, 12))


@pytest.mark.long
def test_the_process_stays_as_large_as_it_was_over_a_long_life():
    check_flat(weights(20_000, 2000, 500))


def test_all_memories_have_their_bounds_from_one_place():
    whole = [(memo, size) for memo, size in ((Memo(), memory.MEMO), (Replays().memo, memory.REPLAYS))]
    for memo, size in whole:
        for number in range(12):
            memo.put(number, None, size // 10)
        assert len(memo) == 10
