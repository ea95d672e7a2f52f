"""What was computed, remembered by value: an LRU bounded in bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from mlexplorer.core import memory


class Memo:
    """Remembers results under the values they follow from; the least recently used go first."""

    def __init__(self, most: int = memory.MEMO) -> None:
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
