"""Rule 5: libraries of the system that Qt misses."""

import json

import pytest

from tests.start.clones import APT_GET, Clone, without

ROOT_USER = "import os; os.geteuid = lambda: 0"
PLAIN_USER = "import os; os.geteuid = lambda: 1000"
MISSING = "libEGL.so.1=libegl1 libglib-2.0.so.0=libglib2.0-0"
LDD = """#!/bin/sh
echo "        libxcb-icccm.so.4 => not found"
echo "        libxcb-keysyms.so.1 => not found"
echo "        libc.so.6 => /lib/libc.so.6"
"""


@pytest.fixture
def unchecked(ready: Clone) -> Clone:
    """A clone that is set up, with apt, in which Qt was not loaded yet."""
    ready.mark(checked=[])
    ready.write_script("apt-get", APT_GET)
    return ready


def test_a_success_is_remembered(ready: Clone) -> None:
    assert ready.marker()["checked"] == ["offscreen"]
    assert ready.run("figure").code == 0
    assert ready.marker()["checked"] == ["offscreen", "QtGui"]
    assert ready.run("figure", FAKE_LIBRARIES=MISSING).errors == ""


def test_root_installs_what_is_missing(unchecked: Clone) -> None:
    run = unchecked.run(before=ROOT_USER, FAKE_LIBRARIES=MISSING)
    assert run.errors.splitlines() == [
        "Qt misses libraries of the system: installing libegl1 with apt.",
        "Qt misses libraries of the system: installing libglib2.0-0 with apt.",
    ]
    assert unchecked.calls()[1] == "apt-get install -y libegl1"
    assert unchecked.calls()[3] == "apt-get install -y libglib2.0-0"
    assert run.report["who"] == "mlexplorer"


def test_a_plain_user_is_told_the_command(unchecked: Clone) -> None:
    run = unchecked.run(before=PLAIN_USER, FAKE_LIBRARIES=MISSING)
    assert run.code == 1
    assert (
        run.errors
        == "Qt misses libraries of the system. Install what is missing with:\n  sudo apt-get install -y libegl1\n"
    )
    assert run.output == ""
    assert unchecked.calls() == []
    assert unchecked.run().code == 0, "once installed, it starts"


def test_the_name_that_apt_knows_is_used(unchecked: Clone) -> None:
    unchecked.write_script("apt-cache", '#!/bin/sh\n[ "$1 $2" = "show libglib2.0-0t64" ]\n')
    run = unchecked.run(before=PLAIN_USER, FAKE_LIBRARIES="libglib-2.0.so.0=libglib2.0-0")
    assert run.errors.endswith("sudo apt-get install -y libglib2.0-0t64\n")


def test_the_plugin_of_the_display_is_loaded_and_all_it_misses_is_named(unchecked: Clone) -> None:
    plugins = unchecked.packages() / "PySide6" / "Qt" / "plugins" / "platforms"
    plugins.mkdir(parents=True)
    (plugins / "libqxcb.so").write_text("not a library")
    unchecked.write_script("ldd", LDD)
    run = unchecked.run(before=PLAIN_USER, QT_QPA_PLATFORM="", DISPLAY=":99")
    assert run.code == 1
    assert run.errors.splitlines() == [
        "Qt misses libraries of the system. Install what is missing with:",
        "  sudo apt-get install -y libxcb-icccm4 libxcb-keysyms1",
    ]
    assert unchecked.run("figure", QT_QPA_PLATFORM="", DISPLAY=":99").code == 0, "a figure needs no plugin"


def test_an_installation_that_does_not_help_ends(unchecked: Clone) -> None:
    run = unchecked.run(before=ROOT_USER, FAKE_LIBRARIES="libEGL.so.1=never-installed")
    assert run.code == 1
    assert run.errors.endswith("Qt does not load: libEGL.so.1\n")
    assert unchecked.calls() == ["apt-get update", "apt-get install -y libegl1"]


def test_a_library_without_a_known_package_is_named(unchecked: Clone) -> None:
    run = unchecked.run(before=ROOT_USER, FAKE_LIBRARIES="libodd.so.3=odd")
    assert run.code == 1
    assert run.errors == "Qt does not load: libodd.so.3\n"
    assert unchecked.calls() == []


def test_commands_that_paint_nothing_do_not_load_qt(unchecked: Clone) -> None:
    for command in ("models", "datasets", "--version"):
        run = unchecked.run(command, FAKE_LIBRARIES=MISSING)
        assert (run.code, run.errors) == (0, "")
        assert run.report["arguments"] == [command]


def test_a_new_installation_is_checked_again(clone: Clone, uv: str) -> None:
    assert clone.run(before=uv).code == 0
    clone.write_project(["PySide6-Essentials"])
    run = clone.run(before=without("ensurepip"), FAKE_LIBRARIES=MISSING)
    assert run.code == 1
    assert "Qt misses libraries of the system" in run.errors
    assert json.dumps(clone.marker()).count("ready") == 1
