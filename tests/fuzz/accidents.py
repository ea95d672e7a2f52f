"""What happens to files and words on their way: seeded accidents, and how many of them a run has."""

import os
import random
from collections.abc import Callable
from typing import Any

PLENTY = 20_000 if os.environ.get("MLEXPLORER_LONG", "") not in ("", "0") else 250
NASTY: list[Any] = [None, True, False, 0, -1, -2, 3, 10**30, -(10**400), 1e308, -1e308, 5e-324, 0.5, "", "nan", "∞", [],
                    {}, [[]], [0, 1], {"name": "knn"}, "knn", "moons", "\ud800", "\x00", "a" * 3000, "<b>&amp;", "../x",
                    [[0.0, 0.0]], [1e308, -1e308, 0, 1], 2**63, "1" * 400]  # fmt: skip
BYTES = [b"\0", b"\xff", b'"', b"\\", b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b"-", b"1e400", b"9" * 5000,
         b"null", b"NaN", b"stream", b"endstream", b"<", b">", b"&a;", b"]]>", b"IEND", b"\n", b"x\x9c",
         b"[" * 3000]  # fmt: skip


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return bytes with one to four small accidents."""
    found = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        place, length = chance.randrange(len(found) + 1), chance.choice([0, 1, 2, 8, 40])
        match chance.randrange(4):
            case 0:
                found[place : place + length] = chance.randbytes(chance.randint(1, 4))
            case 1:
                found[place : place + length] = chance.choice(BYTES)
            case 2:
                del found[place : place + length]
            case _:
                found[place:place] = found[chance.randrange(len(found) + 1) :][: 3 * length]
    return bytes(found[: chance.randrange(len(found) + 1)] if chance.random() < 0.05 else found)


def misvalued(tree: Any, chance: random.Random) -> Any:
    """Return a tree of plain values with one of its parts, anywhere, made something else, taken out or put in."""
    if isinstance(tree, dict) and tree and chance.random() < 0.95:
        name = chance.choice(list(tree))
        rest = {key: value for key, value in tree.items() if key != name}
        kept = chance.random() < 0.98
        return {**rest, name: misvalued(tree[name], chance)} if kept else {**rest, "more": chance.choice(NASTY)}
    if isinstance(tree, list) and tree and chance.random() < 0.9:
        index = chance.randrange(len(tree))
        return [*tree[:index], misvalued(tree[index], chance), *tree[index + 1 :]]
    return chance.choice(NASTY)


def outcome(act: Callable[[], object], refusal: type[Exception]) -> bool:
    """Return whether something was done; a refusal must be one sentence, and anything else passes through."""
    try:
        act()
    except refusal as problem:
        if "\n" in str(problem) or len(str(problem)) < 8:
            raise AssertionError(f"not one sentence: {problem!r}") from problem
        return False
    return True
