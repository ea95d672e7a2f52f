"""Rule 1: main.py is readable by Python 3.6 and finds a newer Python by itself."""

import ast
import re
import sys

from tests.start.clones import ROOT, Clone

OLD = "sys.version_info = (3, 9, 2)"
PYTHON = f'#!/bin/sh\necho "$0" >> "$FAKE_STATE/calls"\nexec "{sys.executable}" "$@"\n'


def test_main_is_readable_by_python_3_6() -> None:
    source = (ROOT / "main.py").read_text()
    ast.parse(source, feature_version=(3, 6))
    assert not re.search(r"\{[^{}]*[^{}=!<>]=[}!:]", source), "f'{name=}' needs Python 3.8"
    assert not re.search(r"[:>] (list|dict|tuple|set)\[", source), "list[str] is evaluated, and needs Python 3.9"


def test_main_uses_the_standard_library_only() -> None:
    nodes = list(ast.walk(ast.parse((ROOT / "main.py").read_text())))
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    modules |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


def test_an_old_python_starts_again_with_the_newest_that_runs(ready: Clone) -> None:
    ready.write_script("python3.14", "#!/bin/sh\nexit 1\n")
    ready.write_script("python3.13", PYTHON)
    ready.write_script("python3.11", PYTHON)
    run = ready.run("a", "b c", before=OLD)
    assert run.report["arguments"] == ["a", "b c"]
    assert set(ready.calls()) == {str(ready.bin / "python3.13")}


def test_an_old_python_passes_the_exit_code_on(ready: Clone) -> None:
    ready.write_script("python3.12", PYTHON)
    assert ready.run(before=OLD, FAKE_EXIT="7").code == 7


def test_an_old_python_alone_says_which_one_is_needed(clone: Clone) -> None:
    clone.write_script("python3.12", "#!/bin/sh\nexit 1\n")
    run = clone.run(before=OLD)
    assert run.code == 1
    assert run.errors == "ML Explorer needs Python 3.11 or newer, and only 3.9 was found.\n"
    assert not clone.venv.exists()
