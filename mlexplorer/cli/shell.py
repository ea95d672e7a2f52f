"""The command line: open the window, or make figures and films and list what there is, without a display."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import mlexplorer

DONE, FAILED, NOT_UNDERSTOOD = 0, 1, 2
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")  # Linux shows windows if one of these is set
SIZE_HELP = "how large and what it looks like"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 could not, 2 not understood."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] not in COMMANDS:
        return _open(words)
    try:
        code = COMMANDS[words[0]](words[1:])
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read along has read enough, as head does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (ValueError, OSError) as error:
        print(f"mlexplorer {words[0]}: {_told(error)}", file=sys.stderr)
        return _code(error)


def _told(error: Exception) -> str:
    """Return the sentence of an error; the system's own come with numbers that say nothing to a reader."""
    return f"{error.strerror}: {error.filename}" if isinstance(error, OSError) and error.filename else str(error)


def _code(error: Exception) -> int:
    """Return 2 for words nobody understands, 1 for files and fits that failed."""
    from mlexplorer.core.notice import CannotFit  # start-up time
    from mlexplorer.core.table import BadTable  # start-up time
    from mlexplorer.core.writing import CannotWrite  # start-up time
    from mlexplorer.session.storage import BadFile  # start-up time

    return FAILED if isinstance(error, OSError | CannotFit | BadTable | CannotWrite | BadFile) else NOT_UNDERSTOOD


def _open(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mlexplorer", description="Open the window.", epilog=_commands())
    parser.add_argument("file", nargs="?", help="a session (.mlx.json), a figure, a table, a course, scene:NAME")
    parser.add_argument("--version", action="version", version=f"ML Explorer {mlexplorer.__version__}")
    chosen, more = parser.parse_known_args(words)
    misspelt = _misspelt(chosen.file)
    if more and not misspelt:
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    reason = misspelt or _without_display()
    if reason:
        print(f"mlexplorer: {reason}", file=sys.stderr)
        return NOT_UNDERSTOOD if misspelt else FAILED
    from mlexplorer.ui import app  # start-up time

    return app.run([chosen.file] if chosen.file else [])


def _misspelt(word: str | None) -> str:
    """Return what to say of a word that is neither a command nor a ready scene nor looks like a file."""
    if word is not None and word.startswith("scene:"):
        return _unknown_scene(word)
    if word is None or Path(word).suffix or _is_there(word):
        return ""
    from mlexplorer.core.params import nearest  # start-up time

    return f"There is no command or file {word!r}{nearest(word, COMMANDS)}."


def _is_there(word: str) -> bool:
    """Return whether a word names a file; one with too many letters for a name does not."""
    try:
        return Path(word).exists()
    except OSError:
        return False


def _unknown_scene(word: str) -> str:
    from mlexplorer.lessons import scenes  # start-up time

    try:
        scenes.book_of(word)
    except ValueError as error:
        return str(error)
    return ""


def _without_display() -> str:
    """Return what to say where no window can be shown."""
    if not sys.platform.startswith("linux") or any(map(os.environ.get, DISPLAYS)):
        return ""
    return "There is no display to open the window on; `mlexplorer figure` and `mlexplorer window` need none."


def _models(words: list[str]) -> int:
    from mlexplorer.core import registry  # start-up time

    return _list(words, "models", registry.models(), registry.model)


def _datasets(words: list[str]) -> int:
    from mlexplorer.core import registry  # start-up time

    return _list(words, "datasets", registry.sources(), registry.source)


def _studies(words: list[str]) -> int:
    from mlexplorer.core import registry  # start-up time

    return _list(words, "studies", registry.studies(), registry.study)


def _scenes(words: list[str]) -> int:
    from mlexplorer.cli import teaching  # start-up time

    teaching.list_scenes(words, print)
    return DONE


def _lessons(words: list[str]) -> int:
    from mlexplorer.cli import teaching  # start-up time

    teaching.list_lessons(words, print)
    return DONE


def _figure(words: list[str]) -> int:
    from mlexplorer.cli import drawing  # start-up time
    from mlexplorer.figures.sheet import Sheet  # start-up time

    parser = argparse.ArgumentParser(
        prog="mlexplorer figure",
        description="Write figures without opening a window; without a source the opening scene is drawn.",
        epilog="The file's ending decides: .svg .pdf .png a figure, .tex TikZ, .json .csv the model's numbers, "
        ".mlx.json the session, "
        ".py a script. Exit code 0: done, 1: a file or a fit failed, 2: not understood.",
    )
    _add_session_options(parser)
    parser.add_argument("--step", metavar="N", help="the moment of the timeline, from 0, or end")
    parser.add_argument("--vary", action="append", metavar="NAME=V,V,…", help="small multiples; may be given twice")
    parser.add_argument("--latex", action="store_true", help="print the lines that include the figure with a caption")
    parser.add_argument("--sklearn", action="store_true", help="a .py file uses scikit-learn instead of this package")
    parser.add_argument("--gallery", metavar="DIR", help="every model on every source, with a page to look at")
    parser.add_argument("--layer-sheets", metavar="DIR", help="every layer of every model, in light and dark")
    _add_recipe(parser, Sheet, leave_out=("vary",))
    chosen = _parsed(parser, words, without_output=("gallery", "layer_sheets"))
    drawing.make_figure(chosen, _values(chosen, Sheet), print)
    return DONE


def _study(words: list[str]) -> int:
    from mlexplorer.cli import drawing, studying  # start-up time
    from mlexplorer.figures.sheet import Sheet  # start-up time

    parser = argparse.ArgumentParser(
        prog="mlexplorer study",
        description="Answer a question that takes many fits; mlexplorer studies lists them.",
        epilog="The file's ending decides: .svg .pdf .png a figure, .json .csv the numbers.",
    )
    parser.add_argument("name", help="the study, such as influence")
    _add_session_options(parser)
    parser.add_argument("--study-set", action="append", default=[], metavar="NAME=VALUE", help="of the study")
    parser.add_argument("--json", action="store_true", help="print the numbers, for programs")
    _add_recipe(parser, Sheet, leave_out=("vary", "view"))
    chosen = _parsed(parser, words, needs_output=False)
    studying.make_study(chosen, drawing.sheet_of(_values(chosen, Sheet)), print)
    return DONE


def _film(words: list[str]) -> int:
    from mlexplorer.cli import drawing  # start-up time
    from mlexplorer.figures.films.film import SHEET, Film  # start-up time

    parser = argparse.ArgumentParser(
        prog="mlexplorer film",
        description="Record the timeline of a fit, or the way of a parameter, without opening a window.",
        epilog="The file's ending decides: .gif, .apng, .mp4 (with ffmpeg), or .png for numbered pictures.",
    )
    _add_session_options(parser)
    parser.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="NAME=A:B:N",
        help="N values of a parameter from A to B instead of steps",
    )
    parser.add_argument("--theme", default=SHEET.theme, help="light, dark, projector, print or print_grey")
    parser.add_argument("--view", default=SHEET.view, help="the plane or a view beside it; several are joined by +")
    parser.add_argument("--heading", default="", help="words above every picture")
    parser.add_argument("--still", metavar="N", help="only the frame of this step, from 0, or end: a .png file")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    _add_recipe(parser, Film)
    chosen = _parsed(parser, words)
    drawing.make_film(chosen, _values(chosen, Film), None if chosen.quiet else _progress)
    return DONE


def _handout(words: list[str]) -> int:
    from mlexplorer.cli import booking  # start-up time
    from mlexplorer.figures.handout import Handout  # start-up time

    parser = argparse.ArgumentParser(
        prog="mlexplorer handout",
        description="Write a book as PDF: every scene with its title, its picture and its note on a page.",
    )
    parser.add_argument("file", help="a session (.mlx.json), a figure with one inside, scene:NAME")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="a .pdf file")
    _add_recipe(parser, Handout)
    chosen = parser.parse_args(words)
    booking.make_handout(chosen, _values(chosen, Handout))
    return DONE


def _pack(words: list[str]) -> int:
    from mlexplorer.cli import booking  # start-up time

    parser = argparse.ArgumentParser(
        prog="mlexplorer pack", description="Pack a folder of books, lessons and tables into one file: a course."
    )
    parser.add_argument("folder", help="with .mlx.json, .lesson.json and tables; course.json names title and order")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="a .mlx.zip file")
    booking.make_pack(parser.parse_args(words), print)
    return DONE


def _unpack(words: list[str]) -> int:
    from mlexplorer.cli import booking  # start-up time

    parser = argparse.ArgumentParser(prog="mlexplorer unpack", description="Unpack a course into a folder.")
    parser.add_argument("file", help="a .mlx.zip file")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="a folder; no file in it is replaced")
    booking.make_folder(parser.parse_args(words), print)
    return DONE


def _window(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mlexplorer window", description="Draw the whole window to a picture.")
    parser.add_argument("file", nargs="?", help="a session, a figure with one inside, scene:NAME; else the first one")
    parser.add_argument("-o", "--output", required=True, help="a .png file")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "projector", "present"))
    parser.add_argument("--size", default="1440x900", help="width and height in pixels")
    chosen = parser.parse_args(words)
    width, _, height = chosen.size.partition("x")
    from mlexplorer.core.numbers import is_count  # start-up time

    if not (is_count(width) and is_count(height)):
        parser.error(f"--size is written like 1440x900, not {chosen.size!r}")
    from mlexplorer.ui import app  # start-up time

    app.picture(Path(chosen.output), chosen.theme, (int(width), int(height)), chosen.file)
    return DONE


def _add_session_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="*", help="a source by name, scene:NAME, a table, a session or a figure")
    parser.add_argument("-o", "--output", action="append", default=[], metavar="FILE", help="may be given often")
    parser.add_argument("--data", metavar="NAME", help="a source by name; mlexplorer datasets lists them")
    parser.add_argument("--data-set", action="append", default=[], metavar="NAME=VALUE", help="of the source")
    table = parser.add_argument_group("Table", "what of a table is drawn; what is not named is guessed")
    for name, words in {"x": "along x₁", "y": "along x₂"}.items():
        table.add_argument(f"--{name}", metavar="COLUMN", help=f"the column of numbers {words}")
    table.add_argument("--class", dest="label", metavar="COLUMN", help="the column of classes")
    table.add_argument("--sheet", metavar="NAME", help="the sheet of a workbook")
    table.add_argument("--rows", metavar="A:B", help="from row A to row B, counted from 1 without the names")
    parser.add_argument("--model", metavar="NAME", help="mlexplorer models lists them")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="of the model")
    parser.add_argument("--hold-out", type=float, metavar="SHARE", help="share of the points kept for testing")
    parser.add_argument("--transform", action="append", default=[], metavar="NAME", help="such as standardise")
    parser.add_argument("--threshold", type=float, metavar="T", help="say the second of two classes above it")
    parser.add_argument("--costs", metavar="0,1;5,0", help="a row for each true class: what saying each one costs")
    parser.add_argument("--reject", type=float, metavar="P", help="say no class where none has this probability")
    parser.add_argument(
        "--layers", metavar="NAMES", help="only these, a comma between each; +name and -name change some"
    )


def _add_recipe(parser: argparse.ArgumentParser, kind: Any, leave_out: tuple[str, ...] = ()) -> None:
    """Add an option for every parameter of a recipe, from its declaration; some have been added already."""
    from mlexplorer.core.params import specs  # start-up time

    group = parser.add_argument_group(kind.title, SIZE_HELP)
    for spec in specs(kind):
        if spec.name in leave_out:
            continue
        name = f"--{spec.name.replace('_', '-')}"
        words = spec.help.replace("%", "%%") + (f" ({' | '.join(spec.choices)})" if spec.choices else "")
        if isinstance(spec.default, bool):
            group.add_argument(name, action=argparse.BooleanOptionalAction, help=words)
        else:
            group.add_argument(name, metavar="VALUE", help=f"{words}; {spec.default or 'none'} if not given")


def _parsed(
    parser: argparse.ArgumentParser, words: list[str], without_output: tuple[str, ...] = (), needs_output: bool = True
) -> argparse.Namespace:
    chosen = parser.parse_args(_with_minus(words))
    if needs_output and not chosen.output and not any(getattr(chosen, name) for name in without_output):
        parser.error("name at least one file with -o")
    if chosen.data and chosen.source:
        parser.error("name the source once: as a word, or with --data")
    chosen.source = [chosen.data] if chosen.data else chosen.source
    return chosen


def _with_minus(words: list[str]) -> list[str]:
    """Return words in which a list of layers that begins with a minus is no option: --layers -regions."""
    places = [place for place, word in enumerate(words[:-1]) if word == "--layers" and words[place + 1][:1] == "-"]
    joined = {place: f"--layers={words[place + 1]}" for place in places if words[place + 1][:2] != "--"}
    return [joined.get(place, word) for place, word in enumerate(words) if place - 1 not in joined]


def _values(chosen: argparse.Namespace, kind: Any) -> dict[str, Any]:
    """Return what was said of the parameters of a recipe."""
    from mlexplorer.core.params import specs  # start-up time

    every = {spec.name: getattr(chosen, spec.name, None) for spec in specs(kind)}
    return {name: value for name, value in every.items() if value is not None}


def _progress(share: float) -> None:
    filled = round(30 * share)
    print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {share:4.0%}", end="\n" if share >= 1 else "", file=sys.stderr)


def _list(words: list[str], command: str, known: Any, find: Callable[[str], Any]) -> int:
    from mlexplorer.core import registry  # start-up time

    parser = argparse.ArgumentParser(prog=f"mlexplorer {command}", description=f"List {command} and their parameters.")
    parser.add_argument("name", nargs="?", help="only this one, with its parameters")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args(words)
    kinds = {chosen.name: find(chosen.name)} if chosen.name else known
    described = {name: _described(kind) for name, kind in kinds.items()}
    for sentence in registry.refusals():
        print(sentence, file=sys.stderr)
    if chosen.json:
        print(json.dumps(described, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(described, bool(chosen.name))))
    return DONE


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
        lines.append(f"{name:16} {kind['title']}: {kind['summary']}")
        for key, spec in kind["parameters"].items() if whole else ():
            limits = " | ".join(spec["choices"]) or (
                f"{spec['low']:g} to {spec['high']:g}" if spec["low"] is not None else ""
            )
            lines.append(f"    {key:12} {spec['help']} (default {spec['default']}{'; ' + limits if limits else ''})")
    return lines


def _commands() -> str:
    return "Other commands, which need no display: " + ", ".join(f"mlexplorer {name}" for name in COMMANDS) + "."


COMMANDS = {
    "figure": _figure,
    "film": _film,
    "study": _study,
    "handout": _handout,
    "pack": _pack,
    "unpack": _unpack,
    "window": _window,
    "models": _models,
    "datasets": _datasets,
    "studies": _studies,
    "scenes": _scenes,
    "lessons": _lessons,
}
