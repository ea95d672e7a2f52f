"""What a newcomer does for a new picture: a layer is a file and a row, a view is a file; both tried in a copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.newcomers import LOOK, MIDDLE, MIDDLE_ROW, SPREAD

ROOT = Path(__file__).parents[1]
KEPT = (
    "tests/layers/test_plane.py::test_keys_and_names_are_unique",
    "tests/figures/test_layer_sheets.py::test_every_layer_of_a_model_is_seen[lda]",
    "tests/views/test_every_view.py",
    "tests/test_architecture.py::test_no_class_has_the_name_of_another",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of this house with one more layer and one more view."""
    copy = tmp_path_factory.mktemp("house")
    for name in ("mlexplorer", "resources", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
    for name in ("pyproject.toml", "main.py"):
        shutil.copy(ROOT / name, copy)
    (copy / "mlexplorer/layers/middle.py").write_text(MIDDLE, encoding="utf-8")
    (copy / "mlexplorer/views/spread.py").write_text(SPREAD, encoding="utf-8")
    table = copy / "mlexplorer/layers/plane.py"
    text = table.read_text(encoding="utf-8").replace("    focus,\n", "    focus,\n    middle,\n", 1)
    table.write_text(f"{text.rstrip().removesuffix(')')}{MIDDLE_ROW})\n", encoding="utf-8")
    return copy


def run(house, *words):
    """Run Python in the copy, which is found before this house."""
    environment = {**os.environ, "PYTHONPATH": str(house)}
    done = subprocess.run(
        [sys.executable, *words], cwd=house, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_a_layer_and_a_view_are_offered_listed_and_drawn(house):
    run(house, "-c", LOOK)


def test_a_layer_and_a_view_keep_the_rules(house):
    run(house, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *KEPT)
