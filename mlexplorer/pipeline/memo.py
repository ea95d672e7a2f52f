"""What was computed, remembered by value: an LRU bounded in bytes."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

MOST_BYTES = 48_000_000
OBJECT = 200  # bytes of an object with its fields, or of an array without its numbers, about
PLAIN = frozenset({int, float, bool, str, type(None)})


class Memo:
    """Remembers results under the values they follow from; the least recently used go first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._items: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._total = 0

    def __len__(self) -> int:
        return len(self._items)

    def get(self, key: Hashable) -> Any:
        """Return what is remembered under key, or None."""
        found = self._items.get(key)
        if found is None:
            return None
        self._items.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Remember a value of about so many bytes."""
        self._total += size - self._items.pop(key, (None, 0))[1]
        self._items[key] = (value, size)
        while self._total > self._most and len(self._items) > 1:
            self._total -= self._items.popitem(last=False)[1][1]


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
