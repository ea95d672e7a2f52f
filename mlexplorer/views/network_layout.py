"""A network as a diagram that runs to the right: a small map of the plane for each unit, a curve for each weight.

Colour means a class, as everywhere: with two classes a weight above 0 has the colour of the second and one below 0 of
the first; with more classes weights and hidden units are plain. A weight below 0 is dashed, a large one wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasNetwork, HasProbabilities
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import shortened, text, text_sum
from mlexplorer.layers.unit_lines import named_units, unit_at
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.contours import level_line
from mlexplorer.marks.marks import Heat, Layer, Line, Mark, Regions, Text

WIDE, TALL, TALLEST = 0.24, 0.3, 0.42  # half the box of a unit, in columns and rows
COLUMNS, ROWS = 32, 24  # places of a map
CURVE = 25  # places along an edge
THIN, THICK = 0.35, 3.4  # times the usual width: the edge of no weight, and of the largest
NEAR = 0.022  # of the picture: how near an edge one must point
MOST_EDGES = 600  # more are not worth drawing: the largest are
MANY = 10  # units of a layer from which on names are left out
FAINT, PALE = 0.12, 0.55  # opacity of edges beside a lit unit, and of all if none is
LONGEST = 12  # letters of a name
MOST_PARTS = 3  # of a sum that is written out
Said = Sequence[Array]  # a number for each unit of the last layers


@dataclass(frozen=True, eq=False)
class NetworkDiagram:
    """Where the units of a network stand; nodes count its units, then its weights."""

    step: HasNetwork

    @cached_property
    def most(self) -> int:
        """The number of units of the fullest layer."""
        return max(2, *(len(names) for names in self.step.units))

    @cached_property
    def places(self) -> list[Array]:
        """The middle of the box of each unit, layer by layer, the first unit on top."""
        found = []
        for layer, names in enumerate(self.step.units):
            count = len(names)
            gap = min(max(self.most / count, 1.0), 1.8)
            rows = (self.most - 1) / 2 + gap * ((count - 1) / 2 - np.arange(count))
            found.append(np.c_[np.full(count, float(layer)), rows])
        return found

    @property
    def bounds(self) -> Bounds:
        """The rectangle that holds them all, with room for words above and below."""
        return (-0.36, len(self.step.layers) + 0.36, -0.5 - 0.09 * self.most, self.most - 0.5 + 0.06 * self.most)

    @property
    def height(self) -> float:
        """How tall the rectangle is."""
        return self.bounds[3] - self.bounds[2]

    @cached_property
    def weights(self) -> Array:
        """The weights in the order of the landscape."""
        return np.concatenate([matrix.ravel() for matrix in self.step.layers])

    @cached_property
    def units(self) -> int:
        """How many units there are."""
        return sum(len(names) for names in self.step.units)

    @property
    def nodes(self) -> int:
        """How many units and weights there are."""
        return self.units + len(self.weights)

    @cached_property
    def edges(self) -> Array:
        """Every weight but the offsets: layer it leads to, unit there, unit it comes from, place among all weights."""
        rows, first = [], 0
        for layer, matrix in enumerate(self.step.layers, 1):
            unit, source = np.indices((matrix.shape[0], matrix.shape[1] - 1)).reshape(2, -1)
            place = first + unit * matrix.shape[1] + source
            rows.append(np.stack([np.full(len(unit), layer), unit, source, place], axis=1))
            first += matrix.size
        every = np.concatenate(rows)
        order = np.argsort(np.abs(self.weights[every[:, 3]]), kind="stable")  # large ones are drawn last, above
        return every[order[-MOST_EDGES:]]

    @cached_property
    def curves(self) -> Array:
        """The way of each edge, (edges, places, 2): level where it leaves and where it arrives."""
        along = np.linspace(0.0, 1.0, CURVE)
        rise = along * along * (3 - 2 * along)
        starts = np.array([self.places[layer - 1][source] for layer, _, source, _ in self.edges.tolist()])
        ends = np.array([self.places[layer][unit] for layer, unit, _, _ in self.edges.tolist()])
        xs = starts[:, :1] + WIDE + (1 - 2 * WIDE) * along
        return np.stack([xs, starts[:, 1:] + (ends[:, 1:] - starts[:, 1:]) * rise], axis=-1)

    def box(self, layer: int, unit: int) -> Bounds:
        """Return the box of a unit."""
        x, y = self.places[layer][unit]
        return (x - WIDE, x + WIDE, y - self.tall, y + self.tall)

    @property
    def tall(self) -> float:
        """Half the height of a box: more where no names stand between them."""
        return TALL if self.most <= MANY else TALLEST

    def nearest(self, x: float, y: float) -> int | None:
        """Return the node at a place: the unit whose box it is in, else the weight whose edge is near."""
        for node, (layer, unit, _) in enumerate(named_units(self.step)):
            left, right, bottom, top = self.box(layer, unit)
            if left <= x <= right and bottom <= y <= top:
                return node
        left, right, bottom, top = self.bounds
        gaps = (self.curves - [x, y]) / [right - left, top - bottom]
        far = np.hypot(*np.moveaxis(gaps, -1, 0)).min(axis=1)
        return self.units + int(self.edges[far.argmin(), 3]) if far.min() < NEAR else None

    def weight_of(self, node: int | None) -> int | None:
        """Return the place of the weight a hand can change at a node: that of an edge, or the offset of a unit."""
        if node is None or node >= self.nodes:
            return None
        if node >= self.units:
            return node - self.units
        unit = unit_at(self.step, node)
        if unit is None or unit[0] == 0:
            return None
        before = sum(matrix.size for matrix in self.step.layers[: unit[0] - 1])
        return before + (unit[1] + 1) * self.step.layers[unit[0] - 1].shape[1] - 1


def layers(drawing: NetworkDiagram, view: Bounds, lit: int | None, said: Said) -> tuple[Layer, ...]:
    """Return the edges, the maps over a view of the plane, their frames and the words; a lit node stands out.

    said is written on the units, layer by layer; there may be nothing to say of the first ones.
    """
    return (
        Layer("edges", tuple(_edges(drawing, lit))),
        Layer("maps", tuple(_maps(drawing, view))),
        Layer("frames", tuple(_frames(drawing, lit))),
        Layer("words", (*_heads(drawing), *_names(drawing), *_numbers(drawing, lit), *_values(drawing, said))),
    )


def told(drawing: NetworkDiagram, lit: int | None) -> str:
    """Return the sum of the unit that is pointed at, "" if there is none; of a long sum the first and the last part."""
    step = drawing.step
    unit = None if lit is None else unit_at(step, lit)
    if unit is None or unit[0] == 0:
        return ""
    layer, number = unit
    row, sources = step.layers[layer - 1][number], (*step.units[layer - 1], "")
    parts = list(zip(row.tolist(), sources, strict=True))
    total = text_sum(parts)
    if len(parts) > MOST_PARTS:
        total = f"{text_sum(parts[: MOST_PARTS - 1])} … {'−' if row[-1] < 0 else '+'} {text(abs(float(row[-1])))}"
    return f"{step.units[layer][number]} = {f'{step.bend}({total})' if layer < len(step.layers) else total}"


def _edges(drawing: NetworkDiagram, lit: int | None) -> list[Mark]:
    """Return a line for each weight; those of the lit unit, or the lit weight, are strong."""
    largest = max(float(np.abs(drawing.weights[drawing.edges[:, 3]]).max(initial=0.0)), 1e-12)
    marks: list[Mark] = []
    for (layer, unit, source, place), curve in zip(drawing.edges.tolist(), drawing.curves, strict=True):
        weight = float(drawing.weights[place])
        opacity = PALE if lit is None else 1.0 if _is_lit(drawing, lit, (layer, unit, source, place)) else FAINT
        width = THIN + (THICK - THIN) * abs(weight) / largest
        marks.append(Line(curve, _edge_role(drawing.step, weight), opacity, width))
    marks.sort(key=lambda mark: isinstance(mark, Line) and mark.opacity)
    return marks


def _is_lit(drawing: NetworkDiagram, lit: int, edge: tuple[int, int, int, int]) -> bool:
    layer, unit, source, place = edge
    if lit >= drawing.units:
        return place == lit - drawing.units
    return unit_at(drawing.step, lit) in ((layer, unit), (layer - 1, source))


def _edge_role(step: HasNetwork, weight: float) -> str:
    if len(step.classes) != 2:
        return "wire_plain" if weight >= 0 else "wire_plain_minus"
    return f"wire {step.classes[1]}" if weight >= 0 else f"wire_minus {step.classes[0]}"


def _maps(drawing: NetworkDiagram, view: Bounds) -> list[Mark]:
    """Return what every unit says over the view, each in its box."""
    step, places = drawing.step, Grid(*view, COLUMNS, ROWS)
    said = [part.reshape(ROWS, COLUMNS, -1) for part in step.activations(places.points)]
    gone = {(layer, unit) for layer, some in enumerate(step.left_out, 1) for unit in some}
    marks: list[Mark] = []
    for layer, unit, _ in named_units(step):
        if (layer, unit) in gone:
            continue
        grid, values = _grid(drawing.box(layer, unit)), said[layer][..., unit]
        inside = (grid.left, grid.right, grid.bottom, grid.top)
        if layer == len(step.layers) and len(step.classes) > 2:
            marks.append(_share(step, inside, said[layer], unit))
            continue
        neutral = layer == 0 or len(step.classes) != 2
        signed = _around_zero(step, layer, values)
        marks.append(_heat(inside, values) if neutral else _signed(step, inside, signed))
        if layer:
            row = step.layers[layer - 1][unit]
            edge = level_line(grid, said[layer - 1] @ row[:-1] + row[-1])  # where its sum is 0
            marks += [Line(edge, "learner")] if len(edge) else []
    return marks


def _around_zero(step: HasNetwork, layer: int, values: Array) -> Array:
    """Return what a unit says as a number whose sign matters: of a score by how much its class is the likelier one."""
    if layer == len(step.layers):
        return np.tanh(0.5 * values)  # 2p − 1
    return values - 0.5 if step.bend == "logistic" else values


def _grid(box: Bounds) -> Grid:
    """Return a grid whose picture, half a cell larger on each side, fills a box."""
    left, right, bottom, top = box
    across, up = (right - left) / COLUMNS / 2, (top - bottom) / ROWS / 2
    return Grid(left + across, right - across, bottom + up, top - up, COLUMNS, ROWS)


def _heat(bounds: Bounds, values: Array) -> Heat:
    low, high = float(values.min()), float(values.max())
    return Heat(bounds, (values - low) / max(high - low, 1e-12))


def _signed(step: HasNetwork, bounds: Bounds, values: Array) -> Regions:
    """Return the sign of values in the colours of two classes, paler where they are small."""
    sure = np.abs(values) / max(float(np.abs(values).max()), 1e-12)
    labels = np.where(values > 0, step.classes[1], step.classes[0])
    return Regions(bounds, labels, sure, np.asarray(step.classes), np.stack([-values, values], axis=-1))


def _share(step: HasNetwork, bounds: Bounds, scores: Array, column: int) -> Regions:
    """Return the probability of one of many classes in its colour."""
    shares = step.chances(scores) if isinstance(step, HasProbabilities) else np.ones_like(scores)
    label = int(step.classes[column])
    labels = np.full(scores.shape[:2], label)
    return Regions(bounds, labels, shares[..., column], np.array([label]), np.ones((*scores.shape[:2], 1)))


def _frames(drawing: NetworkDiagram, lit: int | None) -> list[Mark]:
    """Return the frames of the boxes; a unit that was left out has a dashed one."""
    gone = {(layer, unit) for layer, some in enumerate(drawing.step.left_out, 1) for unit in some}
    marks: list[Mark] = []
    for node, (layer, unit, _) in enumerate(named_units(drawing.step)):
        role = "box" if node == lit else "ahead" if (layer, unit) in gone else "cursor"
        marks.append(Line(outline(drawing.box(layer, unit)), role))
    return marks


def _heads(drawing: NetworkDiagram) -> list[Mark]:
    """Return what each column of units is."""
    last, top = len(drawing.step.layers), drawing.bounds[3]
    names = ["inputs", *[f"hidden, {drawing.step.bend}"] * (last - 1), "output"]
    names = names if last < 4 else ["inputs", *[""] * (last - 1), "output"]
    return [
        Text(np.array([float(layer), top]), name, "muted", (0.5, 1.0), (0.0, -2.0)) for layer, name in enumerate(names)
    ]


def _names(drawing: NetworkDiagram) -> list[Mark]:
    if drawing.most > MANY:
        return []
    under = np.array([0.0, -drawing.tall])
    return [
        Text(
            drawing.places[layer][unit] + under,
            shortened(name.removeprefix("f of "), LONGEST),
            "text",
            (0.5, 1.0),
            (0.0, -4.0),
        )
        for layer, unit, name in named_units(drawing.step)
    ]


def _numbers(drawing: NetworkDiagram, lit: int | None) -> list[Mark]:
    """Return the weights of the lit edge, or of the edges of the lit unit if they are few."""
    if lit is None:
        return []
    pairs = zip(drawing.edges.tolist(), drawing.curves, strict=True)
    some = [(edge, curve) for edge, curve in pairs if _is_lit(drawing, lit, (edge[0], edge[1], edge[2], edge[3]))]
    if len(some) > MANY:
        return []
    place = CURVE // 2
    return [Text(curve[place], text(float(drawing.weights[edge[3]])), plate=True) for edge, curve in some]


def _values(drawing: NetworkDiagram, said: Said) -> list[Mark]:
    """Return what is said of each unit, on it."""
    if drawing.most > 2 * MANY:
        return []
    digits, silent = 3 if drawing.most <= MANY else 2, len(drawing.step.units) - len(said)
    return [
        Text(drawing.places[layer][unit], text(float(said[layer - silent][unit]), digits), plate=drawing.most <= MANY)
        for layer, unit, _ in named_units(drawing.step)
        if layer >= silent
    ]
