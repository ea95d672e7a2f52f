"""Session files for people: laid out in lines that can be read and compared, and faults told by where they are."""

import json
import re

NUMBERS = re.compile(r'\[\n\s*([^\[\]{}"]*?)\n\s*\]')  # a list of numbers alone, over several lines
PLACE = re.compile(r"book(?:\.\w+|\[\d+\])*")
PARTS = re.compile(r"\.?(\w+)((?:\[\d+\])*)")
COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SINGLE = {"runs": "run", "pins": "pin", "scenes": "scene", "studies": "study", "transforms": "transform"}
UNSAID = ("book", "session", "document")


def laid_out(content: object) -> str:
    """Return JSON in lines, a list of numbers on one of them: a point a line, so that files can be compared."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)
    return NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def in_words(sentence: str) -> str:
    """Return a sentence with places such as book.scenes[0].session.document.runs[0].model as a person says them."""
    return PLACE.sub(lambda found: _place(found[0]), sentence)


def _place(path: str) -> str:
    """Return "the model of the first run" for a path; the only or first scene is not named."""
    words = []
    for name, numbers in PARTS.findall(path):
        index = int(numbers.strip("[]").split("][")[0]) if numbers else None
        if name in UNSAID or (name == "scenes" and index == 0):
            continue
        if index is None:
            words.append(f"the {name.replace('_', ' ')}")
        elif name in SINGLE:
            words.append(f"the {_ordinal(index)} {SINGLE[name]}")
        else:
            words.append(f"entry {index + 1} of the {name.replace('_', ' ')}")
    return " of ".join(reversed(words)) or "the book"


def _ordinal(index: int) -> str:
    return COUNTED[index] if index < len(COUNTED) else f"{index + 1}th"
