"""The commands that rearrange the selected points."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import counted
from mlexplorer.edits.arranging import gathered, jittered, mirrored, rotated, scaled
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

NUDGE = 0.01  # of the width of the view
SELECT_FIRST = "Select points first: drag across or around them with the tool Select (S)."


@command("rotate:15", "Rotate to the left by 15°", (",",), "Selection")
def rotate_left(window: "Window") -> None:
    """Turn the selection about its middle, against the clock."""
    _rearrange(window, lambda points: rotated(points, 15), "rotate")


@command("rotate:-15", "Rotate to the right by 15°", (".",), "Selection")
def rotate_right(window: "Window") -> None:
    """Turn the selection about its middle, with the clock."""
    _rearrange(window, lambda points: rotated(points, -15), "rotate")


@command("scale:1.1", "Stretch", ("+", "="), "Selection")
def stretch(window: "Window") -> None:
    """Make the selection larger."""
    _rearrange(window, lambda points: scaled(points, 1.1), "scale")


@command("scale:0.9", "Shrink", ("-",), "Selection")
def shrink(window: "Window") -> None:
    """Make the selection smaller."""
    _rearrange(window, lambda points: scaled(points, 0.9), "scale")


@command("mirror:0", "Mirror left and right", ("M",), "Selection")
def mirror_sides(window: "Window") -> None:
    """Exchange left and right in the selection."""
    _rearrange(window, lambda points: mirrored(points, 0), "mirror")


@command("mirror:1", "Mirror up and down", (), "Selection")
def mirror_heights(window: "Window") -> None:
    """Exchange up and down in the selection."""
    _rearrange(window, lambda points: mirrored(points, 1), "mirror")


@command("jitter", "Jitter", ("J",), "Selection")
def jitter(window: "Window") -> None:
    """Shake the selection."""
    desk = window.plane.desk
    seed = window.store.history.index  # the same edit of the same history gives the same points
    spread = desk.data.points.std(axis=0) if len(desk.data) else np.ones(2)
    _rearrange(window, lambda points: jittered(points, spread, seed), "jitter")


@command("gather", "Pull together", ("G",), "Selection")
def gather(window: "Window") -> None:
    """Pull the selection together."""
    _rearrange(window, gathered, "pull together")


@command("up", "Nudge up", ("Up",), "Selection")
def up(window: "Window") -> None:
    """Nudge the selection up."""
    nudge(window, 0, 1)


@command("down", "Nudge down", ("Down",), "Selection")
def down(window: "Window") -> None:
    """Nudge the selection down."""
    nudge(window, 0, -1)


def nudge(window: "Window", x: int, y: int) -> bool:
    """Move the selection by a small step; False if there is none."""
    desk = window.plane.desk
    rows = desk.selected_rows
    if len(rows) == 0:
        return False
    left, right, _, _ = window.plane.canvas.bounds
    step = NUDGE * (right - left)
    desk.move(rows, desk.data.points[rows] + [x * step, y * step], "nudge points", "nudge")
    return True


def _rearrange(window: "Window", change: Callable[[Array], Array], word: str) -> None:
    desk = window.plane.desk
    rows = desk.selected_rows
    if len(rows) == 0:
        window.plane.hint(SELECT_FIRST)
        return
    desk.move(rows, change(desk.data.points[rows]), f"{word} {counted(len(rows), 'point')}")
