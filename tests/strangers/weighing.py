"""Opens files one by one, each in a child of its own, and prints what it took: run as a program by test_budget."""

import json
import os
import resource
import sys
from pathlib import Path

from mlexplorer.core import registry
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.table import BadTable
from mlexplorer.figures import choices
from mlexplorer.session.storage import BadFile

MOST_SECONDS, MOST_MEMORY = 12, 4 * 2**30


def outcome(path: Path) -> str:
    """Return the sentence that refuses a file, "opened" if it opens, or the name of what else it raised."""
    try:
        choices.session_of(str(path))
    except (BadFile, BadTable, CannotFit) as problem:
        return str(problem)
    except Exception as problem:
        return f"raised {type(problem).__name__}: {problem}"[:200]
    return "opened"


def is_sentence(words: str) -> bool:
    """Return whether words are one sentence for a person, and not the name of an exception."""
    return "\n" not in words and words.endswith(".") and not words.startswith(("raised", "died"))


def weighed(path: Path) -> dict[str, object]:
    """Return what became of a file, with the process time in seconds and the most memory in MB of its child."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))  # a test that fails ends, too
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        os.write(writer, outcome(path).encode("utf-8", "replace")[:4000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        words = pipe.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(child, 0)
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    return {"words": words or f"died: {status}", "seconds": seconds, "megabytes": megabytes}


def main() -> None:
    """Print one line of JSON for each file named."""
    registry.formats(), registry.models(), registry.sources()
    if sys.argv[1:]:
        outcome(Path(sys.argv[1]))  # what is imported only once is not counted
    for name in sys.argv[1:]:
        print(json.dumps({"name": name, **weighed(Path(name))}), flush=True)  # noqa: T201  its report


if __name__ == "__main__":
    main()
