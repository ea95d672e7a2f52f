"""A surface seen from the side: heights over a grid as shaded quads, painted from the back to the front."""

from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Quads, Text
from mlexplorer.marks.plot import Plot

LIGHT = np.array([-0.45, -0.35, 0.82])
BOX = 1.0  # half a side of the box everything stands in
CORNERS = ((-BOX, -BOX), (BOX, -BOX), (BOX, BOX), (-BOX, BOX))
EDGES = np.array(
    [[np.insert(corner, axis, side) for side in (-BOX, BOX)] for axis in range(3) for corner in CORNERS]
)  # of the box: (12, 2, 3)
UPRIGHT = 2  # the third axis
TALL = 0.62  # height of the box compared with its sides
BOX_LAYER = "box"
NUMBER, NAME = 6.0, 34.0  # design pixels from a side of the box to its numbers, and to its name
FRONT = 0.85  # where along a side its name stands: near the corner in front
ROOM_ABOVE, ROOM_BELOW = 0.08, 0.25  # of half a side of the box, for markers and for words


@dataclass(frozen=True)
class Turn:
    """How a surface is turned: around its upright axis, and how far one looks down on it, in degrees."""

    around: float = -58.0
    down: float = 32.0

    @classmethod
    def read(cls, words: str, usual: "Turn") -> "Turn":
        """Return the turn in words such as "-58.0 32.0"; the usual one if they are none."""
        try:
            around, down = map(float, words.split())
        except ValueError:
            return usual
        return cls(around, down)

    @property
    def words(self) -> str:
        """The turn in words that can be read again."""
        return f"{self.around:.1f} {self.down:.1f}"

    def turned(self, right: float, up: float) -> "Turn":
        """Return the turn after a drag, in units of the picture."""
        return Turn((self.around + 70 * right + 180) % 360 - 180, min(max(self.down - 50 * up, 5.0), 85.0))

    def faces(self, normal: Array) -> bool:
        """Return whether one looks at a plane of the box from the side its normal points to."""
        return float(self.project(normal[None] / [1.0, 1.0, TALL**2])[1][0]) < 0

    def project(self, places: Array) -> tuple[Array, Array]:
        """Return places of the box, (n, 3), on the picture, as (n, 2), and how far away each is."""
        around, down = np.radians(self.around), np.radians(self.down)
        x = places[:, 0] * np.cos(around) - places[:, 1] * np.sin(around)
        away = places[:, 0] * np.sin(around) + places[:, 1] * np.cos(around)
        y = places[:, 2] * TALL * np.cos(down) + away * np.sin(down)
        return np.c_[x, y], away * np.cos(down) - places[:, 2] * TALL * np.sin(down)


def surface(heights: Array, turn: Turn) -> Quads:
    """Return the quads of a surface over the box; heights are (rows, columns) from 0 to 1."""
    rows, columns = heights.shape
    x, y = np.meshgrid(np.linspace(-BOX, BOX, columns), np.linspace(-BOX, BOX, rows))
    places = np.stack([x, y, 2 * heights - 1], axis=-1)
    flat, away = turn.project(places.reshape(-1, 3))
    corners, depths = flat.reshape(rows, columns, 2), away.reshape(rows, columns)
    quads = np.stack([corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]], axis=2).reshape(-1, 4, 2)
    order = np.argsort(-_middle(depths).ravel(), kind="stable")
    shades = 0.2 + 0.55 * _middle(heights) + 0.25 * (1 - _lit(places))
    return Quads(quads[order], np.clip(shades.ravel()[order], 0, 1))


Ticks = tuple[Array, list[str]]  # places along a side of the box, from −1 to 1, and their numbers


def box_layer(turn: Turn, names: tuple[str, str, str], ticks: tuple[Ticks, ...] = ()) -> Layer:
    """Return the floor of the box and an upright edge, the names of the sides in front, and their numbers."""
    corner = min(CORNERS, key=lambda place: float(turn.project(np.array([[*place, 0.0]]))[0][0, 0]))  # the leftmost
    flat, _ = turn.project(np.array([[*place, -1.0] for place in (*CORNERS, CORNERS[0])]))
    upright, _ = turn.project(np.array([[*corner, -1.0], [*corner, 1.0]]))
    marks: list[Mark] = [Line(flat, "axis"), Line(upright, "axis")]
    for axis, numbers in enumerate(ticks):
        marks += [_word(turn, axis, float(along), NUMBER, words) for along, words in zip(*numbers, strict=True)]
    for axis, name in enumerate(names):
        front = FRONT * _near(turn, axis) if ticks and axis != UPRIGHT else 0.0  # there is room below for long names
        marks += [_word(turn, axis, front, NAME if ticks else NUMBER, name)] if name else []
    return Layer(BOX_LAYER, tuple(marks))


def _near(turn: Turn, axis: int) -> float:
    """Return which end of an axis is in front: 1 or −1."""
    return 1.0 if turn.project(np.eye(3)[[axis]])[1][0] < 0 else -1.0


def _word(turn: Turn, axis: int, along: float, away: float, words: str) -> Text:
    """Return words beside a side of the box in front, so many design pixels away from it, or left of the upright."""
    if axis == UPRIGHT:
        corner = min(CORNERS, key=lambda place: float(turn.project(np.array([[*place, 0.0]]))[0][0, 0]))
        place = turn.project(np.array([[*corner, along]]))[0][0]
        return Text(place, words, "muted", (1.0, (1 + along) / 2), (-NUMBER, 0.0))  # between its ends
    near = _near(turn, 1 - axis)
    ends = np.array([[along, near * far, -1.0] if axis == 0 else [near * far, along, -1.0] for far in (1.0, 2.0)])
    start, beyond = turn.project(ends)[0]
    right, up = (beyond - start) / max(float(np.hypot(*(beyond - start))), 1e-12)
    anchor = (0.5 - 0.5 * float(np.clip(2 * right, -1, 1)), 0.5 - 0.5 * float(np.clip(2 * up, -1, 1)))
    return Text(start, words, "muted", anchor, (away * float(right), away * float(up)))


def cropped(plot: Plot) -> Plot:
    """Return a plot without what a box leaves free above and below it; it needs that only while it is turned."""
    if all(layer.name != BOX_LAYER for layer in plot.layers):
        return plot
    heights = np.concatenate([_heights(mark) for layer in plot.layers for mark in layer.marks])
    left, right, bottom, top = plot.bounds
    bottom, top = max(bottom, float(heights.min()) - ROOM_BELOW), min(top, float(heights.max()) + ROOM_ABOVE)
    return replace(plot, bounds=(left, right, bottom, top))


def _heights(mark: Mark) -> Array:
    """Return how high in the picture the parts of a mark are."""
    match mark:
        case Quads():
            return mark.corners[..., 1].ravel()
        case Fill():
            return np.concatenate([polygon[:, 1] for polygon in mark.polygons])
        case Line():
            return mark.path[np.isfinite(mark.path[:, 1]), 1]
        case Points():
            return mark.places[:, 1]
    return np.empty(0)


def on_surface(places: Array, turn: Turn) -> Array:
    """Return places over the box, (n, 3) with heights from 0 to 1, on the picture; they lie a little above it."""
    lifted = places * np.array([1.0, 1.0, 2.0]) + np.array([0.0, 0.0, -1.0 + 0.03])
    return turn.project(lifted)[0]


def _middle(values: Array) -> Array:
    return (values[:-1, :-1] + values[:-1, 1:] + values[1:, 1:] + values[1:, :-1]) / 4


def _lit(places: Array) -> Array:
    """Return how much light falls on each quad."""
    across = places[:-1, 1:] - places[:-1, :-1]
    along = places[1:, :-1] - places[:-1, :-1]
    normals = np.cross(across, along)
    return np.clip(normals @ LIGHT / np.linalg.norm(normals, axis=-1), 0, 1)
