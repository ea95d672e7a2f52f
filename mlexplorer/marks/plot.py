"""A plot beside the plane: panels of marks with axes of their own, and what touching them does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.params import Recipe, Spec
from mlexplorer.marks.marks import Layer
from mlexplorer.marks.stepwise import Parts
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

Touching: TypeAlias = Literal["press", "drag", "release", "hover", "row", "typed"]
# row and typed are of a table: x which row, y the column, panel the block


@dataclass(frozen=True, eq=False)
class Plot:
    """One panel: its title, a figure at its right, layers in its own units, and what its axes are called."""

    layers: tuple[Layer, ...]
    bounds: Bounds
    names: tuple[str, str] = ("", "")
    title: str = ""
    now: str = ""  # the present value, written at the right of the title
    hint: str = ""  # what a hand can do here, in place of a present value; never on paper
    height: float = 1.0  # share of the column
    least: float = 1.0  # how many usual charts' room it needs to be worth showing; where there is less it is left out
    equal: bool = False  # the same unit on both axes
    log: tuple[bool, bool] = (False, False)  # places are powers of ten; ticks say so
    counts: bool = True  # the level axis has numbers: places along it mean something
    whole: tuple[bool, bool] = (False, False)  # axes that count steps or points: no fractions between their ticks
    axes: bool = True  # without axes the marks stand alone, as a surface does


@dataclass(frozen=True, eq=False)
class Fact:
    """A line of the table below a plot: a name and its value."""

    name: str
    value: str


@dataclass(frozen=True)
class Option:
    """A choice offered above a view: its name in View.options, what it is called, the choices, and the present one."""

    name: str
    label: str
    choices: Mapping[str, str]
    current: str
    stays: bool = False  # is never folded away


@dataclass(frozen=True)
class Equation:
    """A formula, as LaTeX."""

    latex: str


@dataclass(frozen=True)
class Paragraph:
    """Lines of text below a title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TableBlock:
    """Rows of cells below a title and a head; rows of a table with hands can be clicked, and one is the present one."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()
    hands: bool = False
    current: int = -1
    link: int = -1  # the column whose cells do something of their own
    colours: tuple[int, ...] = ()  # the class in whose colours each row is drawn on the plane
    spec: Spec | None = None  # of numbers that can be typed into all cells but the first of each row


Block: TypeAlias = Equation | Paragraph | TableBlock


@dataclass(frozen=True, eq=False)
class Drawn:
    """All a view shows: panels from top to bottom, blocks to read, a table of facts, a sentence, choices, commands."""

    panels: tuple[Plot, ...] = ()
    facts: tuple[Fact, ...] = ()
    words: str = ""
    options: tuple[Option, ...] = ()
    blocks: tuple[Block, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()  # of the window, offered below: their names and words
    recipe: Recipe | None = None  # whose parameters can be set above the panels
    columns: int = 1  # of panels side by side
    reading: float = 0.45  # share of the height that blocks beside panels may take


@dataclass(frozen=True)
class Touched:
    """A touch of a panel: which one, where in its units, what kind, and how far from the touch before."""

    panel: int
    x: float
    y: float
    kind: Touching
    right: float = 0.0
    up: float = 0.0
    begun: tuple[float, float] = (0.0, 0.0)  # where the press was that a drag goes on from
    value: float = 0.0  # the number that was typed


def with_option(snapshot: Snapshot, name: str, value: str) -> Session:
    """Return the session with another choice above a view."""
    session = snapshot.session
    return replace(session, view=session.view.with_option(name, value))


def always(snapshot: Snapshot) -> bool:
    """Return True, of every snapshot."""
    del snapshot
    return True


def never(snapshot: Snapshot) -> bool:
    """Return False, of every snapshot."""
    del snapshot
    return False


@dataclass(frozen=True)
class ViewKind:
    """One tab beside the plane."""

    name: str
    title: str
    help: str
    offered: Callable[[Snapshot], bool]
    draw: Callable[[Snapshot], Drawn]
    touch: Callable[[Snapshot, Touched], Session | None] = lambda snapshot, touched: None  # noqa: ARG005 - most views only show
    order: int = 50  # order among the tabs
    parts: Callable[[Snapshot, bool], Parts[Drawn]] | None = None  # with pauses: in full if true, else a draft
    edited: Callable[[Snapshot, Recipe], Session] | None = None  # what setting the parameters of its recipe does
    chosen: Callable[[Snapshot, str, str], Session] = with_option  # what choosing one of its options does
    needs_results: bool = False  # shows what studies have found, so that they run while it is looked at
    prints: Callable[[Snapshot], bool] = always  # has panels that can be put on paper
    numbers: Callable[[Snapshot], Mapping[str, object]] | None = None  # for programs, in place of the model's own
    by_class: Callable[[Snapshot], bool] = never  # it has the colours of the classes, which the key of a figure names
