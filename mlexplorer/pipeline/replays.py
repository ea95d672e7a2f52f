"""Steps that a thinned trace left out, made again: a second fit of the same run that walks along with the timeline."""

import time
from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass, field

from mlexplorer.core import memory
from mlexplorer.core.arrays import held_bytes
from mlexplorer.core.model import Step
from mlexplorer.core.trace import Trace
from mlexplorer.pipeline.memo import Memo

BLOCK = 64  # steps that are remembered together
BACK = 6  # blocks before the wanted one that are kept too, for the way back
MOST_SUSPENDED = 4  # fits that wait for the next block
REST = 0.004  # seconds between two moments at which the work may be interrupted

Again = Callable[[], Iterator[Step | None]]


@dataclass(eq=False)
class _Walk:
    """A suspended fit, and the block it is filling."""

    steps: Iterator[Step | None]
    block: int = 0
    filled: list[Step] = field(default_factory=list)

    def advance(self) -> tuple[Step, ...] | None:
        """Go one step on; return the block that became full, with the first step of the next one."""
        ended = False
        try:
            step = next(self.steps)
        except StopIteration:
            ended = True
        else:
            self.filled += [] if step is None else [step]
        if not ended and len(self.filled) <= BLOCK:
            return None
        full, self.filled = tuple(self.filled), self.filled[-1:]
        self.block += 1
        return full


@dataclass
class Replays:
    """Finds any step of a fit whose trace was thinned; fits follow from their data, start and seed, so it is exact."""

    memo: Memo = field(default_factory=lambda: Memo(memory.REPLAYS))  # of its own: fields would push the blocks out
    _walks: dict[Hashable, _Walk] = field(default_factory=dict)

    def known(self, key: Hashable, number: int) -> Trace | None:
        """Return the steps around a number without gaps, if they are remembered."""
        steps: tuple[Step, ...] | None = self.memo.get(("block", key, number // BLOCK))
        if steps is None:
            return None
        first = number // BLOCK * BLOCK
        return Trace(steps, tuple(range(first, first + len(steps))), first + len(steps), True)

    def walk(self, key: Hashable, again: Again, number: int) -> Generator[None, None, None]:
        """See to it that the steps around a number are known: go on where the last walk ended, or from the start."""
        wanted, rested = number // BLOCK, time.perf_counter()
        walk = self._walks.pop(key, None)
        if walk is None or walk.block > wanted:
            walk = _Walk(again())
        self._walks[key] = walk
        while len(self._walks) > MOST_SUSPENDED:
            self._walks.pop(next(iter(self._walks)))
        while walk.block <= wanted:
            block, steps = walk.block, walk.advance()
            if steps is not None and block >= wanted - BACK:
                self.memo.put(("block", key, block), steps, held_bytes(steps))
            if time.perf_counter() - rested > REST:
                yield
                rested = time.perf_counter()
