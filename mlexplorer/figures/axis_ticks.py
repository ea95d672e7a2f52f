"""The numbers at an axis of a figure: round places, and words for them."""

from mlexplorer.marks.ticks import power_words, tick_words, ticks

MOST_TICKS = 12  # numbers at one axis, however long it is


def most_ticks(room: float) -> int:
    """Return how many numbers an axis may have where there is room for so many."""
    return max(2, min(int(room), MOST_TICKS))


def axis_ticks(low: float, high: float, log: bool, most: int, whole: bool = False) -> list[tuple[float, str]]:
    """Return round places between two ends and their words; powers of ten where places are logarithms."""
    places = next((found for count in range(most, 7) if len(found := ticks(low, high, count)) > 1), None)
    places = ticks(low, high, most) if places is None else places
    if log or whole:
        places = places[abs(places - places.round()) < 1e-9]
    if log:
        return [(float(place), power_words(float(place))) for place in places]
    return list(zip(places.tolist(), tick_words(places), strict=True))
