"""A window killed at any moment leaves its file whole, a recovery that is at most a second old, and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.parent
LONG = os.environ.get("MLEXPLORER_LONG", "") not in ("", "0")
KILLS = 200 if LONG else 5
OLDEST = 1.0  # seconds


def test_a_window_killed_while_it_edits_and_saves_loses_at_most_a_second(tmp_path):
    words = [sys.executable, "-m", "tests.ui.safety.kills", str(tmp_path), str(KILLS), "5"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == KILLS
    for left in rounds:
        assert left["on_disk"] in left["allowed"], "old or new"
        assert left["age"] <= OLDEST
        assert left["other"] == 0, "what is recovered is what was there"
        assert left["steps"] >= min(50, left["recovered"])
        assert left["offers"] <= 1
        assert left["still"] == []
        assert left["state"] == []
    assert sum(left["offers"] for left in rounds) >= KILLS / 3
