"""Names as strangers write them, made into text that every file format and every font can take."""

import re

# Half characters, control characters but tab and line end, and what XML forbids: no file and no screen can show them.
UNSPEAKABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
UNKNOWN = "\ufffd"


def spoken(name: str) -> str:
    """Return a name with a mark in place of each letter that is none; others stay as they are."""
    return name if name.isprintable() else UNSPEAKABLE.sub(UNKNOWN, name)
