"""What the commands scenes and lessons do: list what is ready to be opened, and tell how far a person has come."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from mlexplorer.lessons import lesson, progress, scenes


def list_scenes(words: list[str], tell: Callable[[str], None]) -> None:
    """Tell the ready scenes, topic by topic."""
    parser = argparse.ArgumentParser(
        prog="mlexplorer scenes",
        description="List the ready scenes; `mlexplorer scene:NAME` opens one.",
        epilog="Each can be drawn: mlexplorer figure scene:NAME -o x.pdf, mlexplorer window scene:NAME -o x.png.",
    )
    parser.add_argument("words", nargs="*", help="only those that speak of these words")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args(words)
    search = " ".join(chosen.words)
    rows = {
        topic: {name: scene for name, scene in row.items() if scenes.matches(scene, search)}
        for topic, row in scenes.by_topic().items()
    }
    if chosen.json:
        told = {
            name: {"title": scene.title, "topic": scene.topic, "do": scene.do, "see": scene.see}
            for row in rows.values()
            for name, scene in row.items()
        }
        tell(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for topic, row in rows.items():
        if row:
            tell("\n".join([topic.title, *(f"  {name:26}{scene.title}" for name, scene in row.items())]))


def list_lessons(words: list[str], tell: Callable[[str], None]) -> None:
    """Tell the lessons with what was reached in each, or write that to a file for a teacher."""
    parser = argparse.ArgumentParser(
        prog="mlexplorer lessons", description="List the lessons, and how far you have come with each."
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("-o", "--output", metavar="FILE", help="write your progress to a .json file, for a teacher")
    chosen = parser.parse_args(words)
    known = progress.load()
    if chosen.output:
        progress.save(known, Path(chosen.output))
        return
    if chosen.json:
        tell(json.dumps({name: _described(name, known) for name in lesson.found()}, ensure_ascii=False, indent=2))
        return
    for name, each in lesson.found().items():
        attempt = known.of(name, len(each.goals))
        tell(f"{'done' if attempt.is_done else '':6}{name:28}{each.title}")


def _described(name: str, known: progress.Progress) -> dict[str, object]:
    each = lesson.named(name)
    attempt = known.of(name, len(each.goals))
    return {
        "title": each.title,
        "text": each.text,
        "goals": [
            {"words": goal.words, "when": goal.when, "reached": reached}
            for goal, reached in zip(each.goals, attempt.goals, strict=True)
        ],
        "hints": attempt.hints,
        "shown": attempt.was_shown,
    }
