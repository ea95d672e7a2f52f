"""The rules of the house as tests: lint, format, types, import contracts, sizes, reasons."""

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "mlexplorer").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
EVERY = [*SOURCES, *TESTS, ROOT / "main.py"]
MOST_LINES, MOST_FUNCTION_LINES, MOST_FILES = 400, 50, 25


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Return everything that stands in a file, the module first; read once for all rules."""
    return list(ast.walk(ast.parse(text_of(path))))


def broken(rule: Callable[[Path], Iterator[str]], paths: list[Path]) -> list[str]:
    """Return every place where a rule is broken: one test for all files, or most of the run would be counting."""
    return [f"{name_of(path)}: {words}" for path in paths for words in rule(path)]


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


def test_files_are_small_and_say_what_they_are_for():
    def rule(path):
        if text_of(path).count("\n") > MOST_LINES:
            yield f"more than {MOST_LINES} lines"
        if not ast.get_docstring(nodes_of(path)[0]):
            yield "every module says what it is for"

    assert broken(rule, SOURCES) == []


def test_functions_are_short():
    def rule(path):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= MOST_FUNCTION_LINES:
                yield node.name

    assert broken(rule, SOURCES) == []


def test_no_class_has_the_name_of_another():
    places = defaultdict(list)
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name_of(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_folder_is_a_heap():
    """A folder answers one question; models, sources of points, layers and views are as many as they are."""
    is_one_of_many = re.compile(r"^(LAYERS = \(|VIEW = ViewKind)", re.MULTILINE)
    others = [path for path in SOURCES if not is_one_of_many.search(text_of(path))]
    counts = Counter(path.parent for path in others if path.name != "__init__.py")
    full = {name_of(folder) for folder, count in counts.items() if count > MOST_FILES}
    assert full <= {"mlexplorer/models", "mlexplorer/datasets"}


def test_frozen_objects_stay_as_they_are():
    """Only __post_init__ may put a field of a frozen object, and nobody writes into a __dict__."""

    def rule(path):
        making = [node for node in nodes_of(path) if isinstance(node, ast.FunctionDef) and node.name == "__post_init__"]
        allowed = {inner for function in making for inner in ast.walk(function)}
        for node in nodes_of(path):
            puts = isinstance(node, ast.Attribute) and node.attr == "__setattr__" and node not in allowed
            writes = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del)
            if puts or (writes and "__dict__" in ast.unparse(node.value)):
                yield f"line {node.lineno}"

    assert broken(rule, SOURCES) == []


def test_local_imports_say_why():
    """An import inside a function is there for start-up time, and its line says so."""

    def rule(path):
        lines = text_of(path).splitlines()
        functions = [node for node in nodes_of(path) if isinstance(node, ast.FunctionDef)]
        for inner in {inner for node in functions for inner in ast.walk(node)}:
            imports = isinstance(inner, ast.Import | ast.ImportFrom)
            if imports and not any("start-up time" in line for line in lines[inner.lineno - 1 : inner.end_lineno]):
                yield f"line {inner.lineno}"

    assert broken(rule, SOURCES) == []


def test_exceptions_from_lint_give_their_reason():
    def rule(path):
        for number, line in enumerate(text_of(path).splitlines(), 1):
            found = re.search(r"# (noqa|type: ignore)(\S*)(.*)", line)
            if found and not re.search(r"[a-z]{3}", found[3]):
                yield f"line {number} gives no reason"

    assert broken(rule, [path for path in EVERY if path != Path(__file__)]) == []


def test_tests_touch_public_names_only():
    """What a test needs of a module or a widget, others may need too: give it a public name and a sentence."""

    def rule(path):
        for node in nodes_of(path):
            match node:
                case ast.Attribute(value=ast.Name(id="self" | "cls")):
                    continue
                case ast.Attribute(attr=name) if is_private(name):
                    yield f"line {node.lineno} touches {name}"
                case ast.ImportFrom(names=names) if any(is_private(alias.name) for alias in names):
                    yield f"line {node.lineno} imports a private name"

    assert broken(rule, TESTS) == []


def is_private(name: str) -> bool:
    """Tell whether a name is private to ours: `_repr_svg_` and the like, and `os._exit`, are other people's."""
    return name.startswith("_") and not name.endswith("_") and name != "_exit"


def test_top_level_is_as_agreed():
    listed = run("git", "ls-files").stdout.splitlines()
    top = {line.split("/")[0] for line in listed}
    agreed = {"mlexplorer", "resources", "tests", "pyproject.toml", "README.md", "main.py", "LICENSE"}
    assert {name for name in top if not name.startswith(".")} <= agreed


def test_heavy_modules_are_not_imported_for_the_first_paint():
    heavy = "[name for name in sys.modules if name.startswith(('scipy', 'ziamath', 'sklearn', 'OpenGL'))]"
    code = f"import sys; import mlexplorer.ui.window; print({heavy})"
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"
