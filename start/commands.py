"""What the command line asks for: the program, the tests or the speed tables."""

import os
import shutil
import subprocess
import sys

from start.libraries import check_libraries, display_plugin
from start.packages import prepare
from start.places import CLONE, Place
from start.processes import Failure, become, child_environment, has_display, reason, say
from start.system import install_system

HEADLESS = ("figure", "film", "window", "models", "datasets")
PAINTING = ("figure", "film", "window")
TELLING = ("--help", "-h", "--version")
SCREEN = {"Xvfb": "xvfb", "xdotool": "xdotool"}
RUN_PROGRAM = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("mlexplorer", run_name="__main__", alter_sys=True)
"""
RUN_BENCH = """
import os, runpy, sys
clone = sys.argv.pop(1)
folder = os.path.join(clone, "tests", "bench")
sys.path[:0] = [clone, folder]
sys.argv[0] = os.path.join(folder, "__main__.py")
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run(arguments: list[str]) -> int:
    """Do what the command line asks for, and return the exit code."""
    tasks = {"test": run_tests, "bench": run_bench}
    try:
        if arguments and arguments[0] in tasks:
            return tasks[arguments[0]](arguments[1:])
        return run_program(arguments)
    except Failure as failure:
        say(failure)
        return 1
    except OSError as problem:
        say(f"Set-up failed: {reason(str(problem))}.\n  {problem}")
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


def run_program(arguments: list[str]) -> int:
    """Open the window, run a command that needs none, or draw the opening scene where no window can be."""
    place = prepare()
    command = arguments[0] if arguments else ""
    headless = command in HEADLESS or any(argument in TELLING for argument in arguments)
    if not headless and not has_display():
        return draw_scene(place)
    if not headless:
        check_libraries(place, display_plugin())
    elif command in PAINTING:
        check_libraries(place)
    return become(program(place, *arguments), child_environment())


def program(place: Place, *arguments: str) -> list[str]:
    """Return the command that runs the package of this clone, whatever the current directory."""
    return [str(place.python), "-P", "-c", RUN_PROGRAM, str(CLONE), *arguments]


def draw_scene(place: Place) -> int:
    """Draw the opening scene to a file, and name what works without a display."""
    check_libraries(place)
    sys.stdout.write("There is no display, so the opening scene is drawn to mlexplorer.png.\n")
    sys.stdout.flush()
    code = subprocess.call(program(place, "figure", "-o", "mlexplorer.png"), env=child_environment())
    if code == 0:
        sys.stdout.write(f"Without a display there are: python3 main.py {' | '.join(HEADLESS)} | --help\n")
    return code


def run_tests(arguments: list[str]) -> int:
    """Run every check of the project; --long runs the large ones too."""
    place = prepare("test")
    check_libraries(place)
    if sys.platform == "linux":
        get_screen(place)
    environment = child_environment(QT_QPA_PLATFORM="offscreen")
    if "--long" in arguments:
        environment["MLEXPLORER_LONG"] = "1"
    os.chdir(CLONE)
    rest = [argument for argument in arguments if argument != "--long"]
    return become([str(place.python), "-P", "-m", "pytest", *rest], environment)


def get_screen(place: Place) -> None:
    """Get what the tests under a virtual screen need, or say what they lack."""
    packages = [package for command, package in SCREEN.items() if not shutil.which(command)]
    try:
        if packages:
            install_system("Tests on a virtual screen lack a program", packages, packages, place.log)
        check_libraries(place, "xcb")
    except Failure as failure:
        say(failure)


def run_bench(arguments: list[str]) -> int:
    """Run the speed tables."""
    place = prepare("test")
    check_libraries(place, display_plugin())
    return become([str(place.python), "-P", "-c", RUN_BENCH, str(CLONE), *arguments], child_environment())
