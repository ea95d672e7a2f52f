"""The look as data: the colours of every theme, the shapes of the classes and the widths of lines."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlexplorer.core.resources import resource

UNLABELLED = -1
"""The label of a point without a class, and of a region that no class gets."""

STEP_SHADES = 12
"""How many shades tell early steps of a path from late ones."""

CERTAINTY_LEVELS = 64
"""How many steps of certainty a region can show."""

Colours = NDArray[np.uint8]


@dataclass(frozen=True)
class ClassStyle:
    """How one class looks: mark for points and curves, tint for regions, shape, and hatch in grey print."""

    label: int
    name: str
    shape: str
    mark: str
    tint: str
    hatch: str = "none"


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of one theme, as "#RRGGBB"; compared by identity because `theme` makes each only once."""

    name: str
    tokens: Mapping[str, str]
    classes: tuple[ClassStyle, ...]
    unlabelled: ClassStyle
    ramp: tuple[str, ...]
    runs: tuple[str, ...]
    pale: float  # share of the mark, and not of the tint, in what is faded
    grid_alpha: float
    control_border_px: int

    def style(self, label: int) -> ClassStyle:
        """Return the style of a label; past the last class the colours repeat with other shapes."""
        if label < 0:
            return self.unlabelled
        count = len(self.classes)
        if label < count:
            return self.classes[label]
        colour, shape = self.classes[label % count], self.classes[(label + label // count) % count]
        return ClassStyle(label, f"{colour.name} {shape.shape}", shape.shape, colour.mark, colour.tint, colour.hatch)

    def colour(self, role: str) -> str:
        """Return the colour of a role: a token such as "boundary", or "class 0", "tint 0"; -1 is unlabelled.

        "pale 0" is the colour of a point of class 0 that does not matter, "run 0" that of the first run of a race.
        "step 0" to "step 11" lead from the plane to the ink of a path, evenly for the eye.
        """
        kind, _, label = role.partition(" ")
        if kind == "step" and label:
            return _steps(self)[int(label)]
        if kind == "run" and label:
            return self.runs[int(label) % len(self.runs)]
        if kind in ("class", "tint", "pale") and label:
            style = self.style(int(label))
            return {"class": style.mark, "tint": style.tint}.get(kind) or mixed(style.mark, style.tint, self.pale)
        return self.tokens[role]

    @cached_property
    def marks(self) -> Colours:
        """The marks as rows of RGB; the row -1 is the unlabelled one, so labels index it directly."""
        return _frozen([rgb(style.mark) for style in (*self.classes, self.unlabelled)])

    @cached_property
    def tints(self) -> Colours:
        """The tints as rows of RGB; the row -1 is the plane."""
        return _frozen([rgb(style.tint) for style in (*self.classes, self.unlabelled)])


@dataclass(frozen=True, eq=False)
class Shape:
    """A mark's outline for a circle of radius 1, y pointing down; without vertices it is that circle."""

    name: str
    factor: float
    vertices: NDArray[np.float64]

    @property
    def is_circle(self) -> bool:
        """Whether to draw a circle of radius `factor` times half the diameter instead of the vertices."""
        return len(self.vertices) == 0

    @property
    def is_concave(self) -> bool:
        """Whether the shape is drawn larger and with a finer stroke when it is hollow."""
        return self.name in ("cross", "plus", "hourglass")

    def outline(self, diameter: float) -> NDArray[np.float64]:
        """Return the vertices at a size at which all shapes weigh as much as a disc of that diameter."""
        return self.vertices * (self.factor * diameter / 2)


@dataclass(frozen=True)
class LineLook:
    """The width of a line, of the casing under it (0 for none) and its dashes, all in the same unit."""

    width: float
    casing: float = 0.0
    dash: tuple[float, ...] = ()


@lru_cache
def theme(name: str) -> Theme:
    """Return a theme: light, dark and projector for the screen, print and print_grey for paper."""
    chosen = _file()["themes"][name]
    tokens = {key: value for key, value in chosen["tokens"].items() if isinstance(value, str)}
    classes = tuple(
        ClassStyle(c["index"], c["name"], c["shape"], c["mark"], c["tint"], c.get("hatch", "none"))
        for c in chosen["classes"]
    )
    dot = _file()["shapes"]["unlabelled"]
    return Theme(
        name=name,
        tokens=MappingProxyType(tokens),
        classes=classes,
        unlabelled=ClassStyle(UNLABELLED, "unlabelled", dot, tokens["unlabelled"], tokens["plane"]),
        ramp=tuple(chosen["tokens"]["ramp"]),
        runs=tuple(chosen["tokens"]["runs"]),
        pale=chosen["tokens"]["pale"],
        grid_alpha=chosen["tokens"]["grid_alpha"],
        control_border_px=chosen["tokens"]["control_border_px"],
    )


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes."""
    return tuple(_file()["themes"])


def scale(name: str) -> Any:
    """Return one group of sizes of the look, such as "type_px", "radius_px" or "marker"."""
    return _file()["scales"][name]


def icon_files() -> Mapping[str, str]:
    """Return the file name of each icon by what it stands for: "undo" is "undo-2"."""
    return MappingProxyType(_file()["icons"])


@lru_cache
def line(name: str, unit: str = "px") -> LineLook:
    """Return a line such as "boundary" or "margin", in design pixels ("px") or in points of print ("pt")."""
    widths = scale("line_px" if unit == "px" else "line_pt_print")
    return LineLook(widths[name], widths.get(f"{name}_casing", 0.0), tuple(widths.get(f"{name}_dash", ())))


@lru_cache
def shape_path(name: str) -> Shape:
    """Return the outline of a class shape."""
    vertices = np.array(_OUTLINES.get(name, []), dtype=float).reshape(-1, 2)
    vertices.setflags(write=False)
    return Shape(name, _file()["shapes"]["factor"][name], vertices)


def rgb(colour: str) -> Colours:
    """Return "#RRGGBB" as three bytes."""
    return np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8)


def mixed(one: str, other: str, share: float) -> str:
    """Return the colour of which one has a share and another the rest."""
    parts = share * rgb(one).astype(float) + (1 - share) * rgb(other)
    return "#{:02X}{:02X}{:02X}".format(*np.rint(parts).astype(int).tolist())


def has_body(label: int) -> bool:
    """Return whether the shape of a class has an inside to cut something into; shapes are alike in all themes."""
    return theme("light").style(label).shape not in ("cross", "plus", "bar", "hourglass")


def region_rgba(theme: Theme, labels: NDArray[np.integer], certainty: NDArray[np.floating]) -> Colours:
    """Return the picture of the regions: paler where the decision is less certain, the plane where the label is -1."""
    count = len(theme.classes)
    if labels.size and labels.max() >= count:
        labels = np.where(labels < 0, UNLABELLED, labels % count)
    levels = (certainty * (CERTAINTY_LEVELS - 1) + 0.5).astype(np.int16)  # small: memory is what takes the time
    np.clip(levels, 0, CERTAINTY_LEVELS - 1, out=levels)
    levels += labels.astype(np.int16) * CERTAINTY_LEVELS
    return _region_table(theme).take(levels, mode="wrap").view(np.uint8).reshape(*labels.shape, 4)


def blend_rgba(theme: Theme, labels: NDArray[np.integer], shares: NDArray[np.floating]) -> Colours:
    """Return the tints of labels blended by their shares, along a last axis; palest where all shares are equal."""
    plane = rgb(theme.tokens["plane"]).astype(np.float32)
    tints = theme.tints[np.where(labels < 0, UNLABELLED, labels % len(theme.classes))] - plane
    low, high = scale("region")["floor"], scale("region")["ceiling"]
    even = 1 / shares.shape[-1]
    largest = np.maximum.reduce([shares[..., column] for column in range(shares.shape[-1])])  # a short last axis
    sure = (largest - even) / (1 - even) if even < 1 else largest
    strength = (low + (high - low) * sure).astype(np.float32)
    colours = np.full((*shares.shape[:-1], 4), 255, dtype=np.uint8)
    colours[..., :3] = plane + (shares.astype(np.float32) @ tints) * strength[..., None] + np.float32(0.5)
    return colours


def ramp_rgb(theme: Theme, heights: NDArray[np.floating]) -> Colours:
    """Return the landscape's colours for heights from 0 (lowest, the plane) to 1, as an array of RGB bytes."""
    steps = np.array([rgb(colour) for colour in theme.ramp], dtype=float)
    places = np.linspace(0.0, 1.0, len(steps))
    channels = [np.interp(heights, places, steps[:, channel]) for channel in range(3)]
    return np.rint(np.stack(channels, axis=-1)).astype(np.uint8)


@lru_cache
def _steps(theme: Theme) -> tuple[str, ...]:
    """Return the shades of a path, in equal steps of lightness as the eye measures it (CIE 1976)."""
    knee = 6 / 29
    ends = np.array([rgb(theme.tokens["plane"]), rgb(theme.tokens["path"])]) / 255
    light = np.where(ends <= 0.04045, ends / 12.92, ((ends + 0.055) / 1.055) ** 2.4)
    first, last = np.where(light > knee**3, np.cbrt(light), light / (3 * knee**2) + 4 / 29)
    roots = first + (last - first) * np.linspace(0.0, 1.0, STEP_SHADES)[:, None]
    light = np.where(roots > knee, roots**3, 3 * knee**2 * (roots - 4 / 29))
    shares = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return tuple("#{:02X}{:02X}{:02X}".format(*row) for row in np.rint(255 * shares).astype(int).tolist())


@lru_cache
def _region_table(theme: Theme) -> NDArray[np.uint32]:
    """Plane + (tint - plane) * (floor + (1 - floor) * certainty), one packed RGBA for each label and level."""
    floor = scale("region")["floor"]
    strength = floor + (scale("region")["ceiling"] - floor) * np.linspace(0.0, 1.0, CERTAINTY_LEVELS)
    plane = rgb(theme.tokens["plane"]).astype(float)
    colours = plane + (theme.tints[:, None, :] - plane) * strength[:, None]
    table = np.full((*colours.shape[:2], 4), 255, dtype=np.uint8)
    table[..., :3] = np.rint(colours)
    return table.view(np.uint32).ravel()


@lru_cache
def _file() -> Any:
    return json.loads(resource("palette.json").read_text(encoding="utf-8"))


def _frozen(rows: list[Colours]) -> Colours:
    table = np.array(rows)
    table.setflags(write=False)
    return table


_ARM, _SINE = 0.34, 0.75**0.5
_SHIFT = 0.12  # a triangle centred on its mass alone looks too high
_TRIANGLE = [(0.0, _SHIFT - 1), (_SINE, _SHIFT + 0.5), (-_SINE, _SHIFT + 0.5)]
_QUARTER = [(-_ARM, -_ARM), (-_ARM, -1.0), (_ARM, -1.0)]
_PLUS = _QUARTER + [(-y, x) for x, y in _QUARTER] + [(-x, -y) for x, y in _QUARTER] + [(y, -x) for x, y in _QUARTER]
_OUTLINES = {
    "triangle": _TRIANGLE,
    "lozenge": [(0.0, -1.0), (0.66, 0.0), (0.0, 1.0), (-0.66, 0.0)],
    "cross": [((x - y) * 0.5**0.5, (x + y) * 0.5**0.5) for x, y in _PLUS],
    "square": [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    "bar": [(-1.0, -0.42), (1.0, -0.42), (1.0, 0.42), (-1.0, 0.42)],
    "triangle_down": [(-x, -y) for x, y in _TRIANGLE],
    "plus": _PLUS,
    "hourglass": [(-0.84, -1.0), (0.84, -1.0), (0.22, 0.0), (0.84, 1.0), (-0.84, 1.0), (-0.22, 0.0)],
}
