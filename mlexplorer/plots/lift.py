"""Lift: the points raised by a third feature, and the plane that parts them up there; turned with the mouse."""

from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasDiscriminant
from mlexplorer.core.numbers import text
from mlexplorer.marks.marks import Layer, Line, Mark, Points, Quads
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, Touched, ViewKind
from mlexplorer.marks.surface import Turn, box_layer
from mlexplorer.session.session import Session
from mlexplorer.session.snapshot import Snapshot

HEIGHT, TURN = "lift height", "lift turn"  # names of the options
HEIGHTS = {"product": "Height x₁·x₂", "squares": "Height x₁² + x₂²", "score": "Height f, the score"}
START = Turn(-35.0, 24.0)
CELLS = 14  # of the plane, along each side
RIDGE = 1e-3
SHADE = 0.8  # of the plane, on the ramp of landscapes
TWO = 2  # classes


@dataclass(frozen=True, eq=False)
class Lifted:
    """Points with their heights, and the plane z = a·x + b·y + c that parts two of their classes."""

    points: Array  # (n, 3)
    labels: Labels
    plane: Array  # (a, b, c)

    @property
    def above(self) -> Mask:
        """Which points lie above the plane."""
        flat = self.points[:, :2] @ self.plane[:2] + self.plane[2]
        return self.points[:, 2] > flat


def offered(snapshot: Snapshot) -> bool:
    """Return whether two classes are told apart."""
    return snapshot.classifies and len(snapshot.data.training.classes) == TWO


def draw(snapshot: Snapshot) -> Drawn:
    """Return the lifted points around their plane."""
    lifted, turn = lift(snapshot), _turn(snapshot)
    places, plane = _in_box(lifted)
    below, above = ~lifted.above, lifted.above
    layers = (
        box_layer(turn, (snapshot.data.names[0], snapshot.data.names[1], "z")),
        Layer("below", _marks(places[below], lifted.labels[below], turn)),
        Layer("plane", _plane(plane, turn)),
        Layer("above", _marks(places[above], lifted.labels[above], turn)),
    )
    plot = Plot(layers, (-1.6, 1.6, -1.35, 1.35), title="Drag to turn", equal=True, axes=False)
    wrong = int((lifted.above != (lifted.labels == lifted.labels.max(initial=0))).sum())
    sides = min(wrong, len(lifted.labels) - wrong)
    slopes = f"{text(lifted.plane[0], 2)}, {text(lifted.plane[1], 2)}; {text(lifted.plane[2], 2)}"
    facts = (
        Fact("Slopes and height of the plane", slopes),
        Fact("On its wrong side", f"{sides} of {len(lifted.labels)}"),
    )
    return Drawn((plot,), facts, words=_words(snapshot), options=_options(snapshot))


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session seen from another side."""
    if touched.kind != "drag":
        return None
    turn = _turn(snapshot).turned(touched.right, touched.up)
    view = snapshot.session.view.with_option(TURN, f"{turn.around:.1f} {turn.down:.1f}")
    return replace(snapshot.session, view=view)


def lift(snapshot: Snapshot) -> Lifted:
    """Return the training points with the chosen height, and the plane that parts them best by least squares."""
    training, kind = snapshot.data.training, _height(snapshot)
    points, labels = training.points, training.labels
    step = snapshot.step
    if kind == "score" and isinstance(step, HasDiscriminant):
        return Lifted(np.c_[points, step.discriminant(points)], labels, np.zeros(3))
    x, y = points.T
    heights = x * y if kind == "product" else x**2 + y**2
    return Lifted(np.c_[points, heights], labels, _parting(np.c_[points, heights], labels == labels.max(initial=0)))


def _parting(places: Array, second: Mask) -> Array:
    """Return the plane on which a linear fit to ±1 is 0, solved for the height; flat at the middle if it is upright."""
    scale = np.maximum(places.std(axis=0), 1e-12)
    middle = places.mean(axis=0)
    table = np.c_[(places - middle) / scale, np.ones(len(places))]
    wanted = np.where(second, 1.0, -1.0)
    weights = np.linalg.solve(table.T @ table + RIDGE * np.eye(4), table.T @ wanted)
    slopes = weights[:3] / scale
    if abs(slopes[2]) < 1e-9 * max(float(np.abs(slopes).max()), 1e-300):
        return np.array([0.0, 0.0, middle[2]])
    constant = weights[3] - slopes @ middle
    return np.array([-slopes[0] / slopes[2], -slopes[1] / slopes[2], -constant / slopes[2]])


def _in_box(lifted: Lifted) -> tuple[Array, Array]:
    """Return points and plane in a box from −1 to 1 on each side."""
    low, high = lifted.points.min(axis=0), lifted.points.max(axis=0)
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-12)
    a, b, c = lifted.plane
    slopes = np.array([a * half[0] / half[2], b * half[1] / half[2]])
    height = (c + a * middle[0] + b * middle[1] - middle[2]) / half[2]
    return (lifted.points - middle) / half, np.array([*slopes, height])


def _plane(plane: Array, turn: Turn) -> tuple[Mark, ...]:
    """Return the part of the plane inside the box, as cells from back to front, with its rim."""
    grid = np.linspace(-1, 1, CELLS + 1)
    x, y = np.meshgrid(grid, grid)
    z = plane[0] * x + plane[1] * y + plane[2]
    flat, away = turn.project(np.stack([x, y, np.clip(z, -1, 1)], axis=-1).reshape(-1, 3))
    corners, depths = flat.reshape(*x.shape, 2), away.reshape(x.shape)
    quads = np.stack([corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]], axis=2)
    inside = (np.abs(z[:-1, :-1] + z[1:, 1:]) / 2 <= 1).ravel()
    order = np.argsort(-depths[:-1, :-1].ravel()[inside], kind="stable")
    chosen = quads.reshape(-1, 4, 2)[inside][order]
    return (Quads(chosen, np.full(len(chosen), SHADE)),)


def _marks(places: Array, labels: Labels, turn: Turn) -> tuple[Mark, ...]:
    """Return the points class by class, each on a stalk from the floor."""
    if len(places) == 0:
        return ()
    flat, _ = turn.project(places)
    floor, _ = turn.project(places * [1.0, 1.0, 0.0] - [0.0, 0.0, 1.0])
    gaps = np.full_like(flat, np.nan)
    stalks = Line(np.stack([floor, flat, gaps], axis=1).reshape(-1, 2), "cursor", opacity=0.35)
    return (stalks, *(Points(flat[labels == label], f"class {label}", int(label)) for label in np.unique(labels)))


def _words(snapshot: Snapshot) -> str:
    kind = _height(snapshot)
    if kind == "score":
        return "Each point at the height of its score; the plane is f = 0."
    return "What no line parts on the floor, a plane may part in the air."


def _options(snapshot: Snapshot) -> tuple[Option, ...]:
    choices = {name: words for name, words in HEIGHTS.items() if name != "score" or _has_score(snapshot)}
    return (Option(HEIGHT, "What raises the points", choices, _height(snapshot)),)


def _height(snapshot: Snapshot) -> str:
    chosen = snapshot.session.view.option(HEIGHT, "product")
    return chosen if chosen in HEIGHTS and (chosen != "score" or _has_score(snapshot)) else "product"


def _has_score(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasDiscriminant)


def _turn(snapshot: Snapshot) -> Turn:
    words = snapshot.session.view.option(TURN, "").split()
    try:
        return Turn(float(words[0]), float(words[1]))
    except (IndexError, ValueError):
        return START


VIEW = ViewKind(
    "lift", "Lift", "The points raised by a third feature, where a plane parts them", offered, draw, touch, 48
)
