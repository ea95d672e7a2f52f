"""The wheel, built and installed without the network: it carries its resources and its command."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the wheel's files, installed by pip with no index and no dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    wheel = next(folder.glob("*.whl"))
    target = folder / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation", "--quiet"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True, capture_output=True)
    return wheel, target


def test_resources_lie_inside_the_package(installed):
    wheel, target = installed
    names = zipfile.ZipFile(wheel).namelist()
    assert "mlexplorer/resources/palette.json" in names
    assert "mlexplorer/py.typed" in names
    assert not any(name.startswith(("tests/", "main.py", "mlexplorer/resources/pictures")) for name in names)
    left_out = ("pictures", "examples", "pinned.txt")  # of the README, and for those who have a clone
    shipped = [path.relative_to(ROOT) for path in (ROOT / "resources").rglob("*") if path.is_file()]
    assert {f"mlexplorer/{path.as_posix()}" for path in shipped if path.parts[1] not in left_out} <= set(names)
    code = "from mlexplorer.core.resources import resource; print(resource('palette.json'))"
    environment = {**os.environ, "PYTHONPATH": str(target)}
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=target, capture_output=True, text=True, check=True
    )
    assert Path(shown.stdout.strip()) == target / "mlexplorer" / "resources" / "palette.json"


def test_command_and_module_say_the_version(installed):
    _, target = installed
    environment = {**os.environ, "PYTHONPATH": str(target)}
    for command in ([str(target / "bin" / "mlexplorer")], [sys.executable, "-m", "mlexplorer"]):
        shown = subprocess.run(
            [*command, "--version"], env=environment, cwd=target, capture_output=True, text=True, check=True
        )
        assert shown.stdout.startswith("ML Explorer 0.")
