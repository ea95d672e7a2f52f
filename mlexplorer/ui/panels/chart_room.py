"""How the height of a linked view is shared by its charts and by what there is to read beside them."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.marks.plot import Drawn, Plot
from mlexplorer.ui.look import theme

CHART, FEWEST = 92, 3  # design pixels for each chart, and charts there are always where nothing is to be read
READABLE = 72  # design pixels: less has no room for anything to be read
ALWAYS = 0.7  # of its share that a text keeps beside charts


def for_reading(drawn: Drawn, wanted: int, height: int, room: int, gap: int) -> int:
    """Return the pixels for what there is to read: what charts leave of its share, on stage none of a few lines."""
    left = room - gap - int(np.ceil(_needed(drawn, gap)[-1]))
    share = round(drawn.reading * height)
    most = min(wanted, share)
    if theme.is_presented():
        return min(most, left) if left >= theme.px(READABLE) else 0
    return max(min(most, left), min(most, round(ALWAYS * share)))


def fitting(drawn: Drawn, room: int, gap: int) -> tuple[Plot, ...]:
    """Return the first charts: those that are not flat in a room, but one beside a text and a few without."""
    few = (1 if drawn.blocks else FEWEST) * (theme.px(CHART) + gap) - gap
    fit = int(np.count_nonzero(_needed(drawn, gap) <= max(room, few)))
    return drawn.panels[: max(fit, 1)]


def shared(rows: list[tuple[Plot, ...]], room: int) -> list[int]:
    """Return the pixels of each row of charts: at least what it needs, and the rest as they ask for."""
    if not rows:
        return []
    asked = np.array([max(plot.height for plot in row) for row in rows])
    least = theme.px(CHART) * np.array([max(plot.least for plot in row) for row in rows])
    spare = room - least.sum()
    tall = least + spare * asked / asked.sum() if spare >= 0 else 100 * asked
    return [round(pixels) for pixels in tall.tolist()]


def _needed(drawn: Drawn, gap: int) -> Array:
    """Return the pixels that the first chart needs, the first two, and so on."""
    return np.cumsum([panel.least / drawn.columns for panel in drawn.panels]) * (theme.px(CHART) + gap) - gap
