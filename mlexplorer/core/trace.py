"""The steps of a fit so far, thinned to a bounded number."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from mlexplorer.core.model import Step

MOST_STEPS = 2000


@dataclass
class Tracer:
    """Collects steps: keeps the first and the last, and every stride-th between when they become too many."""

    most: int = MOST_STEPS
    kept: list[Step] = field(default_factory=list)
    _numbers: list[int] = field(default_factory=list)
    count: int = 0  # of all steps so far
    _last: Step | None = None
    _stride: int = 1

    def add(self, step: Step) -> None:
        """Take the next step."""
        if self.count % self._stride == 0:
            self.kept.append(step)
            self._numbers.append(self.count)
            if len(self.kept) > self.most:
                self.kept, self._numbers = self.kept[::2], self._numbers[::2]
                self._stride *= 2
        self._last = step
        self.count += 1

    def trace(self, finished: bool = False) -> "Trace":
        """Return what was collected so far."""
        if self._last is None:
            return Trace((), (), 0, finished)
        tail = () if self.kept[-1] is self._last else (self._last,)
        numbers = (*self._numbers, *((self.count - 1,) if tail else ()))
        return Trace((*self.kept, *tail), numbers, self.count, finished)


@dataclass(frozen=True, eq=False)
class Trace:
    """The kept steps, the place of each among all steps, and how many there were."""

    steps: tuple[Step, ...] = ()
    numbers: tuple[int, ...] = ()
    total: int = 0
    finished: bool = False

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @property
    def is_whole(self) -> bool:
        """Whether every step was kept."""
        return len(self.steps) == self.total

    @property
    def last(self) -> Step:
        """The latest step."""
        return self.steps[-1]

    def at(self, place: float | None) -> Step:
        """Return the kept step at or just before a place; None stands for the end."""
        if place is None:
            return self.steps[-1]
        return self.steps[max(0, bisect_right(self.numbers, place) - 1)]
