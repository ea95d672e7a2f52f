"""The locator finds shipped files beside the package in a clone and inside it in a wheel."""

import importlib.util
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mlexplorer.core import resources


def _locator_in(root: Path) -> Callable[[str], Path]:
    """Copy the real module into another tree and load it from there."""
    copy = root / "mlexplorer" / "core" / "resources.py"
    copy.parent.mkdir(parents=True)
    shutil.copyfile(resources.__file__, copy)
    spec = importlib.util.spec_from_file_location("resources_copy", copy)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.resource


@pytest.mark.parametrize("place", ["resources", "mlexplorer/resources"], ids=["clone", "wheel"])
def test_found_in_a_clone_and_in_a_wheel(tmp_path: Path, place: str) -> None:
    icon = tmp_path / place / "icons" / "move.svg"
    icon.parent.mkdir(parents=True)
    icon.write_text("<svg/>")
    assert _locator_in(tmp_path)("icons/move.svg").samefile(icon)


def test_the_wheel_wins_over_a_stray_folder_beside_it(tmp_path: Path) -> None:
    for place in ("resources", "mlexplorer/resources"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "palette.json").write_text(place)
    assert _locator_in(tmp_path)("palette.json").read_text() == "mlexplorer/resources"


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"icons/nothing\.svg"):
        resources.resource("icons/nothing.svg")


def test_everything_shipped_has_a_licence() -> None:
    named = resources.resource("LICENSES.md").read_text(encoding="utf-8")
    for text in ("fonts/OFL.txt", "fonts/DEJAVU.txt", "icons/LICENSE.txt"):
        assert text in named
        assert len(resources.resource(text).read_text(encoding="utf-8")) > 1000
    fonts = {path.name for path in resources.resource("fonts").iterdir()}
    assert fonts == {
        "DEJAVU.txt",
        "DejaVuSans.ttf",
        "Inter-Italic.otf",
        "Inter-Medium.otf",
        "Inter-Regular.otf",
        "Inter-SemiBold.otf",
        "OFL.txt",
    }
