"""Several runs from different starts, of which the best is kept."""

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

State = TypeVar("State")


def best_run(
    runs: Iterable[Iterable[State]], cost: Callable[[State], float]
) -> Generator[None, None, tuple[int, list[State]]]:
    """Go through runs with a pause after each state; return the one whose end costs least, the first of equals.

    The answer is the number of the run, counted from 1, and its states.
    """
    number, best = 0, list[State]()
    for attempt, run in enumerate(runs, 1):
        states = []
        for state in run:
            states.append(state)
            yield
        if not best or cost(states[-1]) < cost(best[-1]):
            number, best = attempt, states
    return number, best
