"""The rules of the house as tests: lint, format, types, import contracts, sizes, reasons."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "mlexplorer").rglob("*.py"))
EVERY = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), ROOT / "main.py"]
MOST_LINES, MOST_FUNCTION_LINES = 400, 50


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_lint():
    result = run(sys.executable, "-m", "ruff", "check", "mlexplorer", "tests", "main.py")
    assert result.returncode == 0, result.stdout


def test_format():
    result = run(sys.executable, "-m", "ruff", "format", "--check", "mlexplorer", "tests", "main.py")
    assert result.returncode == 0, result.stdout


def test_types():
    result = run(sys.executable, "-m", "mypy")
    assert result.returncode == 0, result.stdout


def test_import_contracts():
    result = run(sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command as c; c()")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_file_is_small_and_says_what_it_is_for(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    assert ast.get_docstring(ast.parse(text)), "every module says what it is for"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_functions_are_short(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < MOST_FUNCTION_LINES, node.name


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_local_imports_say_why(path):
    """An import inside a function is there for start-up time, and its line says so."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Import | ast.ImportFrom):
                    assert any("start-up time" in line for line in lines[inner.lineno - 1 : inner.end_lineno])


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_exceptions_from_lint_give_their_reason(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = re.search(r"# (noqa|type: ignore)(\S*)(.*)", line)
        if found and path != Path(__file__):
            assert re.search(r"[a-z]{3}", found[3]), f"line {number} gives no reason"


def test_top_level_is_as_agreed():
    listed = run("git", "ls-files").stdout.splitlines()
    top = {line.split("/")[0] for line in listed}
    agreed = {
        "mlexplorer",
        "resources",
        "tests",
        "pyproject.toml",
        "README.md",
        "main.py",
        ".ci",
        ".gitignore",
        "LICENSE",
    }
    assert top <= agreed


def test_heavy_modules_are_not_imported_for_the_first_paint():
    heavy = "[name for name in sys.modules if name.startswith(('scipy', 'ziamath', 'sklearn', 'OpenGL'))]"
    code = f"import sys; import mlexplorer.ui.window; print({heavy})"
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"
