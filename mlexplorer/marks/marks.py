"""What can be drawn, as data: places in data units, a role that the theme colours, nothing of a device."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds

PointStyle: TypeAlias = Literal[
    "filled",
    "hollow",
    "wrong",
    "wrong_test",
    "struck",
    "struck_test",
    "cross",
    "taken",
    "support",
    "support_many",
    "hovered",
    "selected",
    "centre",
    "dot",
    "step",
    "start",
    "here",
    "changed",
    "picked",
    "influence",
    "laser",
]


@dataclass(frozen=True, eq=False)
class Points:
    """Markers of one role and style; shape −1 is a plain dot, else the shape of that class."""

    places: Array
    role: str
    shape: int
    style: PointStyle = "filled"
    sizes: Array | None = None  # factors of the usual diameter, one each
    gaps: Array | None = None  # for rings: how far outside the point, in design pixels, one each


@dataclass(frozen=True, eq=False)
class Pies:
    """Points as pies of their shares, (n, k), in the colours of k classes."""

    places: Array
    shares: Array
    labels: Labels


@dataclass(frozen=True, eq=False)
class Line:
    """Polylines, separated by rows of NaN; role names width, dashes and colour."""

    path: Array
    role: str
    opacity: float = 1.0
    width: float = 1.0  # factor of the role's width


@dataclass(frozen=True, eq=False)
class Fill:
    """Polygons filled with the colour of a role, without outline."""

    polygons: tuple[Array, ...]
    role: str
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Regions:
    """The decision at every place of a grid over bounds; row 0 is the bottom."""

    bounds: Bounds
    labels: Labels
    certainty: Array
    candidates: Labels
    preferences: Array
    shares: Array | None = None  # of the candidates, along a last axis: their colours are blended on the screen
    banded: bool = False  # on the screen as on paper: bands of certainty, no blend


@dataclass(frozen=True, eq=False)
class Cells:
    """Exact regions: convex polygons, each with its label and its certainty."""

    polygons: tuple[Array, ...]
    labels: Labels
    certainty: Array
    candidates: Labels | None = None
    shares: Array | None = None  # of the candidates, for each polygon: their colours are blended on the screen


@dataclass(frozen=True, eq=False)
class Legend:
    """A bar of what the colours of regions mean: at even steps along it what regions have at places.

    Words stand inside the bar, each at its share of the length, and at both ends.
    """

    labels: Labels
    certainty: Array
    stops: tuple[tuple[float, str], ...]
    ends: tuple[str, str] = ("", "")
    candidates: Labels | None = None
    shares: Array | None = None
    banded: bool = False


@dataclass(frozen=True, eq=False)
class Heat:
    """Heights from 0 to 1 at every place of a grid over bounds, coloured by the landscape ramp."""

    bounds: Bounds
    heights: Array


@dataclass(frozen=True, eq=False)
class Cloud:
    """Many points as a picture over a grid: the label of each cell, and how strongly it is drawn, from 0 to 1."""

    bounds: Bounds
    labels: Labels
    opacity: Array


@dataclass(frozen=True, eq=False)
class Quads:
    """Four-cornered facets, (n, 4, 2), from back to front, each shaded from 0 to 1 by the landscape ramp."""

    corners: Array
    shades: Array


@dataclass(frozen=True, eq=False)
class Text:
    """Words at a place; anchor (0, 0) puts their lower left corner there, (0.5, 0.5) their middle."""

    place: Array
    words: str
    role: str = "text"
    anchor: tuple[float, float] = (0.5, 0.5)
    offset: tuple[float, float] = (0.0, 0.0)  # design pixels, y upwards
    way: Array | None = None  # along which the words stand, in data units; None: level
    plate: bool = False  # on a plate of their own, so that nothing shows through
    disc: str = ""  # the role of a disc that a letter stands on


def badge(place: Array, letter: str, role: str) -> Text:
    """Return a letter on a disc."""
    return Text(place, letter, "plane", disc=role)


@dataclass(frozen=True, eq=False)
class Arrow:
    """A line with a head at its end."""

    start: Array
    end: Array
    role: str


Mark: TypeAlias = Points | Pies | Line | Fill | Regions | Cells | Legend | Heat | Cloud | Quads | Text | Arrow


@dataclass(frozen=True, eq=False)
class Layer:
    """The marks of one layer of a plot, by the layer's name; later layers lie above earlier ones."""

    name: str
    marks: tuple[Mark, ...] = ()
