"""Lift: the points raised by a third feature, and the plane that separates them up there; turned with the mouse."""

from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasDiscriminant
from mlexplorer.core.numbers import text
from mlexplorer.core.transforms import bare_name
from mlexplorer.landscapes.surface import EDGES, Turn, box_layer
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, Touched, ViewKind, always
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

HEIGHT, TURN = "lift height", "lift turn"  # names of the options
HEIGHTS = {"product": "Height x₁·x₂", "squares": "Height x₁² + x₂²", "score": "Height f, the score"}
START = Turn(-35.0, 24.0)
RIDGE = 1e-3
OPACITY = 0.16  # of the plane
LEAST = 5e-3  # of the largest factor: smaller ones are not told
FEWEST = 3  # corners of the plane inside the box
TWO = 2  # classes


@dataclass(frozen=True, eq=False)
class Lifted:
    """Points with their heights, and the plane a·x + b·y + c·z = d that separates two of their classes."""

    points: Array  # (n, 3)
    labels: Labels
    normal: Array  # (a, b, c), c not below 0
    level: float  # d

    @property
    def above(self) -> Mask:
        """Which points lie above the plane, or beyond it if it is upright."""
        return self.points @ self.normal > self.level

    @property
    def wrong(self) -> int:
        """How many points lie on the wrong side of the plane."""
        count = int((self.above != (self.labels == self.labels.max(initial=0))).sum())
        return min(count, len(self.labels) - count)


def offered(snapshot: Snapshot) -> bool:
    """Return whether two classes are told apart."""
    return snapshot.classifies and len(snapshot.data.training.classes) == TWO


def draw(snapshot: Snapshot) -> Drawn:
    """Return the lifted points around their plane."""
    lifted, turn = lift(snapshot), _turn(snapshot)
    names = bare_name(snapshot.data.names[0]), bare_name(snapshot.data.names[1])
    places, normal, level = _in_box(lifted)
    is_near = lifted.above if turn.faces(normal) else ~lifted.above
    layers = (
        box_layer(turn, (*names, "z")),
        Layer("behind", _marks(places[~is_near], lifted.labels[~is_near], turn)),
        Layer("plane", _plane(normal, level, turn)),
        Layer("before", _marks(places[is_near], lifted.labels[is_near], turn)),
    )
    title = HEIGHTS[_height(snapshot)]
    plot = Plot(layers, (-1.6, 1.6, -1.35, 1.35), title=title, hint="drag to turn", equal=True, axes=False)
    facts = (
        Fact("Plane", equation_of(lifted, names)),
        Fact("On its wrong side", f"{lifted.wrong} of {len(lifted.labels)}"),
    )
    return Drawn((plot,), facts, words=_words(snapshot), options=_options(snapshot))


def equation_of(lifted: Lifted, names: tuple[str, str]) -> str:
    """Return the plane as an equation, its largest factor 1."""
    largest = max(float(np.abs(lifted.normal).max()), 1e-300)
    terms = [
        f"{'−' if factor < 0 else '+'} {'' if abs(factor) == 1 else text(abs(factor), 2)}{name}"
        for factor, name in zip(lifted.normal / largest, (*names, "z"), strict=True)
        if abs(factor) > LEAST
    ]
    left = " ".join(terms).removeprefix("+ ")
    left = f"−{left[2:]}" if left.startswith("− ") else left
    return f"{left} = {text(lifted.level / largest, 2, float(np.abs(lifted.points).max(initial=0.0)))}"


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session seen from another side."""
    if touched.kind != "drag":
        return None
    turn = _turn(snapshot).turned(touched.right, touched.up)
    view = snapshot.session.view.with_option(TURN, turn.words)
    return replace(snapshot.session, view=view)


def lift(snapshot: Snapshot) -> Lifted:
    """Return the training points with the chosen height, and the plane that separates them best by least squares."""
    return lifted_by(snapshot, _height(snapshot))


def lifted_by(snapshot: Snapshot, kind: str) -> Lifted:
    """Return the training points with one of the heights, and their plane."""
    training, step = snapshot.data.training, snapshot.step
    points, labels = training.points, training.labels
    if kind == "score" and isinstance(step, HasDiscriminant):
        return Lifted(np.c_[points, step.discriminant(points)], labels, np.array([0.0, 0.0, 1.0]), 0.0)
    x, y = points.T
    places = np.c_[points, x * y if kind == "product" else x**2 + y**2]
    return Lifted(places, labels, *_parting(places, labels == labels.max(initial=0)))


def _parting(places: Array, second: Mask) -> tuple[Array, float]:
    """Return normal and level of the plane on which a linear fit to ±1 is 0; the normal does not point down."""
    scale = np.maximum(places.std(axis=0), 1e-12)
    middle = places.mean(axis=0)
    table = np.c_[(places - middle) / scale, np.ones(len(places))]
    wanted = np.where(second, 1.0, -1.0)
    weights = np.linalg.solve(table.T @ table + RIDGE * np.eye(4), table.T @ wanted)
    normal = weights[:3] / scale
    level = float(normal @ middle - weights[3])
    return (normal, level) if normal[2] >= 0 else (-normal, -level)


def _in_box(lifted: Lifted) -> tuple[Array, Array, float]:
    """Return points, normal and level of the plane in a box from −1 to 1 on each side."""
    low, high = lifted.points.min(axis=0), lifted.points.max(axis=0)
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-12)
    return (lifted.points - middle) / half, lifted.normal * half, lifted.level - float(lifted.normal @ middle)


def _plane(normal: Array, level: float, turn: Turn) -> tuple[Mark, ...]:
    """Return the part of the plane inside the box, as one polygon with its rim."""
    starts, ends = EDGES[:, 0], EDGES[:, 1]
    from_here, along = level - starts @ normal, (ends - starts) @ normal
    shares = from_here / np.where(along == 0, np.inf, along)
    met = (along != 0) & (shares >= 0) & (shares <= 1)
    corners = (starts + shares[:, None] * (ends - starts))[met]
    if len(corners) < FEWEST:
        return ()
    flat, _ = turn.project(corners)
    gaps = flat - flat.mean(axis=0)
    outline = flat[np.argsort(np.arctan2(gaps[:, 1], gaps[:, 0]))]
    return (Fill((outline,), "boundary", OPACITY), Line(np.r_[outline, outline[:1]], "margin"))


def _marks(places: Array, labels: Labels, turn: Turn) -> tuple[Mark, ...]:
    """Return the points class by class, each on a stalk from the floor."""
    if len(places) == 0:
        return ()
    flat, _ = turn.project(places)
    floor, _ = turn.project(places * [1.0, 1.0, 0.0] - [0.0, 0.0, 1.0])
    stalks = Line(segments(floor, flat), "cursor", opacity=0.35)
    return (stalks, *(Points(flat[labels == label], f"class {label}", int(label)) for label in np.unique(labels)))


def _words(snapshot: Snapshot) -> str:
    kind = _height(snapshot)
    if kind == "score":
        return "Each point at the height of its score; the plane is f = 0."
    return "What no line separates on the floor, a plane may separate in the air."


def _options(snapshot: Snapshot) -> tuple[Option, ...]:
    choices = {name: words for name, words in HEIGHTS.items() if name != "score" or _has_score(snapshot)}
    return (Option(HEIGHT, "Height", choices, _height(snapshot)),)


def _height(snapshot: Snapshot) -> str:
    """Return the chosen height, or of the two features the one that separates the classes better."""
    chosen = snapshot.session.view.option(HEIGHT, "")
    if chosen in HEIGHTS and (chosen != "score" or _has_score(snapshot)):
        return chosen
    return min(("product", "squares"), key=lambda kind: lifted_by(snapshot, kind).wrong)


def _has_score(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasDiscriminant)


def _turn(snapshot: Snapshot) -> Turn:
    return Turn.read(snapshot.session.view.option(TURN, ""), START)


VIEW = ViewKind(
    "lift",
    "3-D",
    "The points raised by a third feature, where a plane separates them",
    offered,
    draw,
    touch,
    order=48,
    by_class=always,
)
