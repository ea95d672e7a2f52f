"""The steps of a fit so far, thinned to a bounded number."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from mlexplorer.core import memory
from mlexplorer.core.model import Step, Stretch


@dataclass
class Tracer:
    """Collects steps: keeps the first and the last, and every stride-th between when they become too many."""

    most: int = memory.STEPS
    count: int = 0  # of all steps so far
    kept: list[Step | tuple[Stretch, int]] = field(default_factory=list)  # of a stretch its place, until it is shown
    _numbers: list[int] = field(default_factory=list)
    _last: Step | None = None
    _stride: int = 1

    def add(self, step: Step) -> None:
        """Take the next step."""
        if self.count % self._stride == 0:
            self._keep(step, self.count)
        self._last = step
        self.count += 1

    def add_stretch(self, stretch: Stretch) -> None:
        """Take the steps of a stretch; only the last of them is made now."""
        begun, end = self.count, self.count + stretch.count
        number = begun + -begun % self._stride
        while number < end:
            self._keep((stretch, number - begun), number)
            number += 1
            number += -number % self._stride
        self._last, self.count = stretch.make(stretch.count - 1), end
        if self._numbers[-1] == end - 1:
            self.kept[-1] = self._last

    def trace(self, finished: bool = False) -> "Trace":
        """Return what was collected so far."""
        if self._last is None:
            return Trace((), (), 0, finished)
        steps = [step if isinstance(step, Step) else step[0].make(step[1]) for step in self.kept]
        is_kept = self._numbers[-1] == self.count - 1
        tail, number = ((), ()) if is_kept else ((self._last,), (self.count - 1,))
        return Trace((*steps, *tail), (*self._numbers, *number), self.count, finished)

    @property
    def last(self) -> Step | None:
        """The latest step; None before the first."""
        return self._last

    def _keep(self, step: Step | tuple[Stretch, int], number: int) -> None:
        self.kept.append(step)
        self._numbers.append(number)
        if len(self.kept) > self.most:
            self.kept, self._numbers = self.kept[::2], self._numbers[::2]
            self._stride *= 2


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
