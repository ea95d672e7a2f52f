"""What has changed from version to version, as CHANGELOG.md tells it."""

import re
from functools import cache

from mlexplorer.core.resources import resource


@cache
def changes() -> dict[str, tuple[str, ...]]:
    """Return the lines of every version, the newest first."""
    parts = resource("CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]
    found = [part.partition("\n") for part in parts]
    return {version.strip(): _items(lines) for version, _, lines in found}


def _items(lines: str) -> tuple[str, ...]:
    parts = re.split(r"^- ", lines.strip(), flags=re.MULTILINE)
    return tuple(" ".join(part.replace("`", "").split()) for part in parts if part.strip())
