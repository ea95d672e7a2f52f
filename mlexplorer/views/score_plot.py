"""The scores of each class as bars, what is right filled and what is wrong hollow, and the threshold to drag."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.core.numbers import text
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot
from mlexplorer.marks.ticks import tick_words, ticks
from mlexplorer.pipeline.judged import Ranking

BINS = 20
ROOM, RAIL, NUMBERS = 0.1, 0.16, 0.42  # above the bars; where the handles lie below; where numbers end, of all heights
NAMED = 0.25  # of all heights: at least so much is above 0, where the name of the positives stands
PALE, BAND = 0.16, 0.12  # how strongly hollow bars and doubt are filled
SIDE = 0.03  # room beside the scores


@dataclass(frozen=True, eq=False)
class Heights:
    """How many points of one side of a ranking lie in each bin, those rightly and those wrongly placed."""

    right: Array
    wrong: Array

    @property
    def top(self) -> float:
        """The height of the highest bar."""
        return float((self.right + self.wrong).max(initial=0))


@dataclass(frozen=True, eq=False)
class ScoreStrip:
    """A ranking cut into bins at a threshold; positives stand up, the others hang down."""

    ranking: Ranking
    edges: Array
    up: Heights
    down: Heights

    @property
    def height(self) -> float:
        """From the lowest to the highest bar, at least 1."""
        return max(self.up.top + self.down.top, 1.0)

    @property
    def ceiling(self) -> float:
        """Above all bars, and far enough above 0 for a name."""
        return max(self.up.top + ROOM * self.height, NAMED * self.height)

    @property
    def rail(self) -> float:
        """The height below all bars at which handles lie."""
        return -self.down.top - RAIL / 2 * self.height


def strip(ranking: Ranking, cut: float | None) -> ScoreStrip:
    """Return the scores in bins; without a threshold all count as rightly placed."""
    edges = np.linspace(ranking.low, ranking.high, BINS + 1)
    above = ranking.values > cut if cut is not None else ranking.positives
    known = ranking.labels >= 0
    up, down = ranking.positives & known, ~ranking.positives & known
    return ScoreStrip(
        ranking,
        edges,
        Heights(_counts(ranking, edges, up & above), _counts(ranking, edges, up & ~above)),
        Heights(_counts(ranking, edges, down & ~above), _counts(ranking, edges, down & above)),
    )


def score_plot(
    found: ScoreStrip, cut: float | None, reject: float, names: tuple[str, str], lit: tuple[bool, bool] | None
) -> Plot:
    """Return the strip: bars, threshold, doubt, and numbers; lit: is it the positives, and the rightly placed ones."""
    ranking, low, high = found.ranking, found.ranking.low, found.ranking.high
    side = SIDE * (high - low)
    bottom, top = -found.down.top - NUMBERS * found.height, found.ceiling
    other = _other(ranking)
    marks: list[Mark] = [Line(np.array([[low, 0.0], [high, 0.0]]), "axis")]
    marks += _bars(found.edges, found.up, f"class {ranking.positive}", 1.0)
    marks += _bars(found.edges, found.down, other, -1.0)
    if lit is not None:
        marks += _lit(found, *lit)
    marks += _numbers(found) + _names(found, names)
    if cut is not None:
        marks += _handles(found, cut, reject, top)
    title = f"Probability of {names[1]}" if ranking.has_chances else "Score f"
    now = "" if cut is None else f"threshold {text(cut)}" + (f", doubt {text(reject)}" if reject else "")
    bounds = (low - side, high + side, bottom, top)
    return Plot((Layer("scores", tuple(marks)),), bounds, title=title, now=now, height=1.3, least=1.1, axes=False)


def on_rail(found: ScoreStrip, y: float) -> bool:
    """Return whether a place is where the handles of doubt are, below the bars."""
    return y < found.rail + RAIL / 2 * found.height * 0.9 and found.ranking.has_chances


def _other(ranking: Ranking) -> str:
    others = np.unique(ranking.labels[~ranking.positives & (ranking.labels >= 0)]).tolist()
    return f"class {others[0]}" if len(others) == 1 else "ghost"


def _counts(ranking: Ranking, edges: Array, chosen: Mask) -> Array:
    """Return how many of some scores lie in each bin; a bin has its right edge, as a threshold says: above it."""
    places = np.searchsorted(edges, ranking.values[chosen], side="left") - 1
    return np.bincount(np.clip(places, 0, BINS - 1), minlength=BINS).astype(np.float64)


def _bars(edges: Array, heights: Heights, role: str, way: float) -> list[Mark]:
    """Return filled bars from 0 on, and hollow ones beyond them."""
    filled = [_bar(edges, index, 0.0, way * value) for index, value in enumerate(heights.right.tolist()) if value]
    hollow = [
        _bar(edges, index, way * low, way * (low + value))
        for index, (low, value) in enumerate(zip(heights.right.tolist(), heights.wrong.tolist(), strict=True))
        if value
    ]
    rims = [Line(bar, f"term {role.partition(' ')[2]}" if role != "ghost" else "axis") for bar in hollow]
    return [Fill(tuple(filled), role), Fill(tuple(hollow), role, PALE), *rims]


def _bar(edges: Array, index: int, low: float, high: float) -> Array:
    room = 0.06 * float(edges[1] - edges[0])
    return outline((float(edges[index]) + room, float(edges[index + 1]) - room, min(low, high), max(low, high)))


def _lit(found: ScoreStrip, of_positives: bool, of_right: bool) -> list[Mark]:
    """Return rims around the bars of one cell of the table."""
    heights, way = (found.up, 1.0) if of_positives else (found.down, -1.0)
    lows = np.zeros(BINS) if of_right else heights.right
    highs = heights.right if of_right else heights.right + heights.wrong
    pairs = zip(lows.tolist(), highs.tolist(), strict=True)
    return [Line(_bar(found.edges, i, way * a, way * b), "box") for i, (a, b) in enumerate(pairs) if b > a]


def _numbers(found: ScoreStrip) -> list[Mark]:
    """Return the numbers along the scores, and a dash above each."""
    places = ticks(found.ranking.low, found.ranking.high, 6)
    y, dash = found.rail - RAIL / 2 * found.height, 0.02 * found.height
    dashes = [Line(np.array([[x, y], [x, y + dash]]), "axis") for x in places.tolist()]
    line = Line(np.array([[found.ranking.low, y + dash], [found.ranking.high, y + dash]]), "axis")
    words = zip(places.tolist(), tick_words(places), strict=True)
    return [line, *dashes, *(Text(np.array([x, y]), word, anchor=(0.5, 1.0), offset=(0.0, -3.0)) for x, word in words)]


def _names(found: ScoreStrip, names: tuple[str, str]) -> list[Mark]:
    """Return which class stands up and which hangs down, with the largest number of each."""
    low, high = found.ranking.low, found.ranking.high
    above = Text(
        np.array([low, found.ceiling]), f"{names[1]} ↑ {found.up.top:.0f}", anchor=(0.0, 1.0), offset=(2.0, -2.0)
    )
    below = Text(np.array([high, -found.down.top]), f"{names[0]} ↓ {found.down.top:.0f}", anchor=(1.0, 0.0))
    return [above, below]


def _handles(found: ScoreStrip, cut: float, reject: float, top: float) -> list[Mark]:
    """Return the line of the threshold with its handle, and doubt on both sides of one half with its two."""
    ranking, rail = found.ranking, found.rail
    marks: list[Mark] = []
    if reject > 0.5 and ranking.has_chances:
        band = outline((1 - reject, reject, -found.down.top, top))
        marks.append(Fill((band,), "ghost", BAND))
        marks.append(Points(np.array([[1 - reject, rail], [reject, rail]]), "path", 0, "start", np.full(2, 1.4)))
    x = min(max(cut, ranking.low), ranking.high)
    marks.append(Line(np.array([[x, rail], [x, top]]), "boundary"))
    marks.append(Points(np.array([[x, rail]]), "path", 0, "here"))
    return marks
