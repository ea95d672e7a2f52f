"""About how many bytes values hold, with all they are made of."""

from collections.abc import Iterable

import numpy as np

OBJECT = 200  # bytes of an object with its fields, or of an array without its numbers, about
PLAIN = frozenset({int, float, bool, str, type(None)})


def held_bytes(values: Iterable[object]) -> int:
    """Return about how many bytes values hold, with all they are made of; what several share is counted once."""
    waiting, seen, total = list(values), set[int](), 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, np.ndarray):
            total += OBJECT + (value.nbytes if value.base is None else 0)
            waiting += [] if value.base is None else [value.base]
        elif isinstance(value, tuple | list):
            total += 8 * len(value)
            waiting += [item for item in value if type(item) not in PLAIN]
        elif hasattr(value, "__dict__") and not callable(value):
            total += OBJECT
            waiting += [part for part in vars(value).values() if type(part) not in PLAIN]
    return total
