"""How slow this machine is at the moment, with all its neighbours: what limits of processor time are multiplied by."""

import time

import numpy as np

UNIT = 0.00065  # seconds that the piece of work takes on the machine the limits are meant for


def unit() -> float:
    """Return the processor time of a fixed piece of work, half of it in arrays."""
    begun, table, total = time.thread_time(), np.linspace(0, 1, 4000), 0
    for _ in range(10):
        table = np.sqrt(table * table + 1e-3)
    for number in range(20_000):
        total += number & 7
    return time.thread_time() - begun


def slowness(units: list[float]) -> float:
    """Return how many times as long some measured pieces took as they should, at least 1."""
    return max(1.0, float(np.median(units)) / UNIT)
