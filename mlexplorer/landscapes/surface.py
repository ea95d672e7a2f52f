"""A surface seen from the side: heights over a grid as shaded quads, painted from the back to the front."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Layer, Line, Mark, Quads, Text

LIGHT = np.array([-0.45, -0.35, 0.82])
BOX = 1.0  # half a side of the box everything stands in
CORNERS = ((-BOX, -BOX), (BOX, -BOX), (BOX, BOX), (-BOX, BOX))
EDGES = np.array(
    [[np.insert(corner, axis, side) for side in (-BOX, BOX)] for axis in range(3) for corner in CORNERS]
)  # of the box: (12, 2, 3)
UPRIGHT = 2  # the third axis
TALL = 0.62  # height of the box compared with its sides


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
    near = [1.0 if turn.project(np.eye(3)[[axis]])[1][0] < 0 else -1.0 for axis in (0, 1)]
    corner = min(CORNERS, key=lambda place: float(turn.project(np.array([[*place, 0.0]]))[0][0, 0]))  # the leftmost
    flat, _ = turn.project(np.array([[*place, -1.0] for place in (*CORNERS, CORNERS[0])]))
    upright, _ = turn.project(np.array([[*corner, -1.0], [*corner, 1.0]]))
    marks: list[Mark] = [Line(flat, "axis"), Line(upright, "axis")]

    def write(axis: int, along: float, away: float, words: str) -> None:
        place = [along, near[1] * away, -1.0] if axis == 0 else [near[0] * away, along, -1.0]
        anchor, offset = (0.5, 0.5), (0.0, 0.0)
        if axis == UPRIGHT:
            place, anchor, offset = [*corner, along], (1.0, (1 + along) / 2), (-6.0, 0.0)  # between its ends
        if words:
            marks.append(Text(turn.project(np.array([place]))[0][0], words, "muted", anchor, offset))

    for axis, name in enumerate(names):
        write(axis, -near[axis] if ticks and axis != UPRIGHT else 0.0, 1.36 if ticks else 1.2, name)
        for along, words in zip(*ticks[axis], strict=True) if ticks else ():
            write(axis, float(along), 1.13, words)
    return Layer("box", tuple(marks))


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
