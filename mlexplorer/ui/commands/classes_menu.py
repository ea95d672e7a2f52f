"""The commands on classes: choose, and what the strip of classes asks for."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.core.data import MOST_CLASSES
from mlexplorer.edits.class_edits import renamed, swapped, without_class
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


def choose_class(window: "Window", label: int) -> None:
    """Make a class the current one."""
    window.plane.desk.choose_class(label)


for _label in range(MOST_CLASSES):
    command(f"class:{_label}", f"Class {_label}", (str(_label + 1),), "Classes")(partial(choose_class, label=_label))
command("class:-1", "Unlabelled", ("0",), "Classes")(partial(choose_class, label=-1))


def rename_class(window: "Window", label: int, name: str) -> None:
    """Give a class another name."""
    desk = window.plane.desk
    desk.edit(renamed(desk.prepared.raw, label, name), "rename class")


def remove_class(window: "Window", label: int) -> None:
    """Remove a class and its points."""
    desk = window.plane.desk
    if desk.current_class >= label > 0:
        desk.choose_class(desk.current_class - 1)
    desk.edit(without_class(desk.prepared.raw, label), f"remove {desk.data.class_names[label]}")
    desk.choose_class(desk.current_class)


def swap_classes(window: "Window", one: int, two: int) -> None:
    """Exchange two classes."""
    desk = window.plane.desk
    desk.edit(swapped(desk.prepared.raw, one, two), "swap classes")


def select_class(window: "Window", label: int) -> None:
    """Select the points of a class."""
    desk = window.plane.desk
    desk.select(np.flatnonzero(desk.data.labels == label))


def connect(window: "Window") -> None:
    """Let the strip of classes ask for what the commands do."""
    strip = window.toolbar.classes
    strip.chosen.connect(partial(choose_class, window))
    strip.renamed.connect(partial(rename_class, window))
    strip.removed.connect(partial(remove_class, window))
    strip.swapped.connect(partial(swap_classes, window))
    strip.selected.connect(partial(select_class, window))
