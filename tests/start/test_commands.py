"""Rules 6 and 7: display, commands, tests and benchmarks."""

import pytest

from main import HEADLESS
from mlexplorer.cli.shell import COMMANDS
from tests.start.clones import APT_GET, ROOT, Clone

NO_DISPLAY = {"QT_QPA_PLATFORM": ""}


def test_without_a_display_the_opening_scene_is_drawn(ready: Clone) -> None:
    run = ready.run("session.mlx", **NO_DISPLAY)
    lines = run.output.splitlines()
    assert lines[0] == "There is no display, so the opening scene is drawn to mlexplorer.png."
    assert '"arguments": ["figure", "-o", "mlexplorer.png"]' in lines[1]
    assert '"QT_QPA_PLATFORM": "offscreen"' in lines[1]
    assert lines[2] == f"Without a display there are: python3 main.py {' | '.join(HEADLESS)} | --help"
    assert (run.code, run.errors) == (0, "")


def test_a_scene_that_cannot_be_drawn_is_an_error(ready: Clone) -> None:
    run = ready.run(FAKE_EXIT="4", **NO_DISPLAY)
    assert run.code == 4
    assert "Without a display there are" not in run.output


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_a_display_opens_the_window(ready: Clone, variable: str) -> None:
    run = ready.run("session.mlx", **{**NO_DISPLAY, variable: "something"})
    assert run.report["arguments"] == ["session.mlx"]
    assert run.report["environment"].get("QT_QPA_PLATFORM", "") == ("something" if variable[0] == "Q" else "")


def test_every_command_of_the_shell_is_known_to_need_no_display() -> None:
    assert set(HEADLESS) == set(COMMANDS)


@pytest.mark.parametrize(
    "command",
    ["figure", "film", "window", "models", "datasets", "scenes", "lessons", "pack", "--help", "-h", "--version"],
)
def test_headless_commands_need_no_display(ready: Clone, command: str) -> None:
    run = ready.run(command, "x", FAKE_EXIT="6", **NO_DISPLAY)
    assert run.report["arguments"] == [command, "x"]
    assert run.report["environment"]["QT_QPA_PLATFORM"] == "offscreen"
    assert run.code == 6


def test_the_tests_run_with_their_extra_in_the_clone(ready: Clone) -> None:
    for name in ("Xvfb", "xdotool"):
        ready.write_script(name, "#!/bin/sh\n")
    run = ready.run("test", "tests/core", "-x", DISPLAY=":99", QT_QPA_PLATFORM="", FAKE_EXIT="1")
    assert run.code == 1
    assert run.report["who"] == "pytest"
    assert run.report["arguments"] == ["tests/core", "-x"]
    assert run.report["directory"] == str(ready.folder)
    assert run.report["environment"]["QT_QPA_PLATFORM"] == "offscreen"
    assert "MLEXPLORER_LONG" not in run.report["environment"]
    again = ready.run("test", "--long", "-q")
    assert again.errors == ""
    assert again.report["arguments"] == ["-q"]
    assert again.report["environment"]["MLEXPLORER_LONG"] == "1"
    whole = ready.run("test", "--long")
    assert whole.report["arguments"] == ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"], (
        "all of them run in two processes"
    )
    assert ready.run().errors == "", "what is ready for the tests serves the program too"


def test_root_gets_a_virtual_screen_for_the_tests(ready: Clone) -> None:
    ready.write_script("apt-get", APT_GET)
    run = ready.run("test", before="import os; os.geteuid = lambda: 0")
    assert "Tests on a virtual screen lack a program: installing xvfb, xdotool with apt.\n" in run.errors
    assert ready.calls()[1] == "apt-get install -y xvfb xdotool"
    assert run.report["who"] == "pytest"


def test_tests_run_without_a_virtual_screen(ready: Clone) -> None:
    ready.write_script("apt-get", APT_GET)
    run = ready.run("test", before="import os; os.geteuid = lambda: 1000")
    assert run.errors.endswith(
        "lack a program. Install what is missing with:\n  sudo apt-get install -y xvfb xdotool\n"
    )
    assert run.report["who"] == "pytest"


def test_the_benchmarks_run_with_the_clone_first_on_the_path(ready: Clone) -> None:
    run = ready.run("bench", "drag", "start", FAKE_EXIT="2", **NO_DISPLAY)
    assert run.code == 2
    assert run.report["who"] == "tests/bench"
    assert run.report["arguments"] == ["drag", "start"]
    assert run.report["path"][0] == str(ready.folder)
    assert run.report["environment"]["QT_QPA_PLATFORM"] == "offscreen"
    assert (ready.packages() / "pytest.py").exists()


def test_ci_runs_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert 'exec python3 main.py test "$@"' in script.read_text()
