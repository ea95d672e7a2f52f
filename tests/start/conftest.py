"""Clones in the states a start may find: fresh, after the first run, and set up."""

import shutil
from pathlib import Path

import pytest

from tests.start.clones import BUILDER, QT_GUI, REPORT, Clone, Run, make_wheel, without


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    make_wheel(folder, "alpha", "1.0", {"alpha.py": "version = 1\n"})
    make_wheel(folder, "beta", "1.0", {"beta.py": "version = 1\n"})
    make_wheel(folder, "pytest", "8.0", {"pytest.py": f"WHO = 'pytest'\n{REPORT}"})
    make_wheel(folder, "PySide6_Essentials", "6.0", {"PySide6/__init__.py": "", "PySide6/QtGui.py": QT_GUI})
    return folder


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> tuple[Clone, Run]:
    """A clone after its first run, set up for real once for all tests, in a folder with spaces and umlauts."""
    folder = tmp_path_factory.mktemp("first") / "Übung 1 – größere Klasse"
    folder.mkdir()
    clone = Clone(folder, wheels)
    clone.fill()
    return clone, clone.run("a", "b c")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory, first: tuple[Clone, Run]) -> Path:
    """A copy of the first environment that is quick to copy: its pip, most of its files, is a link."""
    folder = tmp_path_factory.mktemp("template") / ".venv"
    left_out = shutil.ignore_patterns("pip", "setuptools", "pkg_resources", "__pycache__")
    shutil.copytree(first[0].venv, folder, symlinks=True, ignore=left_out)
    original = first[0].packages() / "pip"
    (folder / original.parent.relative_to(first[0].venv) / "pip").symlink_to(original)
    return folder


@pytest.fixture
def clone(tmp_path: Path, wheels: Path, template: Path) -> Clone:
    """A fresh clone, with a fast uv to build its environment where a test takes ensurepip away."""
    clone = Clone(tmp_path, wheels)
    clone.fill()
    clone.environment["FAKE_TEMPLATE"] = str(template)
    return clone


@pytest.fixture
def ready(clone: Clone, template: Path) -> Clone:
    """A clone that is set up."""
    shutil.copytree(template, clone.venv, symlinks=True)
    return clone


@pytest.fixture
def uv(clone: Clone) -> str:
    """A Python without ensurepip but with uv."""
    clone.write_script("uv", BUILDER)
    return without("ensurepip")
