"""The command line: open the window, or list what there is without one."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mlexplorer


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 could not, 2 not understood."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] not in COMMANDS:
        return _open(words)
    return COMMANDS[words[0]](words[1:])


def _open(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mlexplorer", description="Open the window.", epilog=_commands())
    parser.add_argument("file", nargs="?", help="a session (.mlx.json) to open")
    parser.add_argument("--version", action="version", version=f"ML Explorer {mlexplorer.__version__}")
    chosen = parser.parse_args(words)
    from mlexplorer.ui import app  # start-up time

    return app.run([chosen.file] if chosen.file else [])


def _models(words: list[str]) -> int:
    from mlexplorer.core import registry  # start-up time

    return _list(words, "models", registry.models(), registry.model)


def _datasets(words: list[str]) -> int:
    from mlexplorer.core import registry  # start-up time

    return _list(words, "datasets", registry.sources(), registry.source)


def _figure(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mlexplorer figure", description="Write a figure without opening a window.")
    parser.add_argument("source", nargs="?", help="a session (.mlx.json); without one the opening scene is drawn")
    parser.add_argument("-o", "--output", action="append", required=True, help="a .svg, .pdf or .png file")
    parser.add_argument("--width", default="column", help="85mm, 8.5cm, 3.4in, or column, columns, a4, slide, square")
    parser.add_argument("--theme", default="print", help="print, print_grey, light, dark or projector")
    chosen = parser.parse_args(words)
    from mlexplorer.figures import figure, sheet  # start-up time
    from mlexplorer.session import opening, storage  # start-up time

    try:
        book = storage.load(Path(chosen.source)) if chosen.source else opening.opening()
        options = sheet.Sheet(width=sheet.length(chosen.width), theme=chosen.theme)
        figure.save(figure.taken(book.session, options), options, [Path(name) for name in chosen.output])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _list(words: list[str], command: str, known: Any, find: Any) -> int:
    parser = argparse.ArgumentParser(prog=f"mlexplorer {command}", description=f"List {command} and their parameters.")
    parser.add_argument("name", nargs="?", help="only this one, with its parameters")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args(words)
    try:
        kinds = {chosen.name: find(chosen.name)} if chosen.name else known
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    described = {name: _described(kind) for name, kind in kinds.items()}
    if chosen.json:
        print(json.dumps(described, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(described, bool(chosen.name))))
    return 0


def _described(kind: Any) -> dict[str, Any]:
    from mlexplorer.core.params import specs  # start-up time

    parameters = {
        spec.name: {
            "label": spec.label,
            "help": spec.help,
            "default": spec.default,
            "low": spec.low,
            "high": spec.high,
            "choices": list(spec.choices),
        }
        for spec in specs(kind)
    }
    return {"title": kind.title, "family": kind.family, "summary": kind.summary(), "parameters": parameters}


def _lines(described: dict[str, dict[str, Any]], whole: bool) -> list[str]:
    lines = []
    for name, kind in described.items():
        lines.append(f"{name:14} {kind['title']}: {kind['summary']}")
        for key, spec in kind["parameters"].items() if whole else ():
            limits = " | ".join(spec["choices"]) or (
                f"{spec['low']:g} to {spec['high']:g}" if spec["low"] is not None else ""
            )
            lines.append(f"    {key:12} {spec['help']} (default {spec['default']}{'; ' + limits if limits else ''})")
    return lines


def _commands() -> str:
    return "Other commands, which need no display: " + ", ".join(f"mlexplorer {name}" for name in COMMANDS) + "."


COMMANDS = {"figure": _figure, "models": _models, "datasets": _datasets}
