"""The commands on fits: pin, name, take away, copy the log book; colour by influence, draw from what was fitted."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog

from mlexplorer.edits import pins
from mlexplorer.edits.draws import sampled
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

PANEL = "log"


@command("influence", "Colour points by their influence", ("Ctrl+I",), "Fit")
def influence(window: "Window") -> None:
    """Show how much of the view each point decides."""
    window.leaving_out.measure()


@command("sample", "Draw new points from the fitted Gaussians", ("Ctrl+Shift+G",), "Fit")
def sample(window: "Window") -> None:
    """Add new points drawn from the fitted Gaussians."""
    picture = window.plane.picture
    drawn = None if picture is None else sampled(picture.snapshot)
    if drawn is None:
        window.plane.hint("Only discriminants and mixtures have Gaussians to draw from.")
        return
    points, labels = drawn
    desk = window.plane.desk
    raw = desk.prepared.raw
    for label in sorted(set(labels.tolist())):
        raw = raw.added(desk.raw_places(points[labels == label]), label)
    desk.edit(raw, f"draw {len(points)} points")


@command("pin", "Pin this fit", ("Ctrl+D",), "Fit", "pin boundary")
def pin(window: "Window") -> None:
    """Keep the present fit for comparison."""
    picture = window.plane.picture
    if picture is None or picture.snapshot.step is None:
        window.plane.hint("There is no fit to pin yet.")
        return
    session = pins.pinned(window.store.session, picture.milliseconds)
    window.store.edit(replace(session, view=replace(session.view, panel=PANEL)), "pin the fit")
    window.plane.hint("Pinned. Change anything: what flips is hatched.", "pin boundary")


@command("unpin", "Unpin the compared fit", ("Ctrl+Shift+D",), "Fit")
def unpin(window: "Window") -> None:
    """Take the compared pin away."""
    window.store.edit(pins.unpinned(window.store.session), "unpin a fit")


@command("rename_pin", "Rename the compared fit…", (), "Fit")
def rename_pin(window: "Window") -> None:
    """Give the compared pin another name."""
    index = pins.compared_index(window.store.session)
    if index is None:
        window.plane.hint("No fit is pinned yet: Ctrl+D pins the present one.")
        return
    old = window.store.session.document.pins[index].label
    name, accepted = QInputDialog.getText(window, "Name of the pinned fit", "Name", text=old)
    if accepted:
        window.store.edit(pins.renamed(window.store.session, name), "rename a pinned fit")


@command("copy_log:csv", "Copy the log book as CSV", (), "Fit")
def copy_log(window: "Window") -> None:
    """Copy the log book as rows parted by commas."""
    _copy_log(window, pins.as_csv)


@command("copy_log:latex", "Copy the log book as a LaTeX table", (), "Fit")
def copy_log_table(window: "Window") -> None:
    """Copy the log book as a table for a paper."""
    _copy_log(window, pins.as_latex)


def _copy_log(window: "Window", written: Callable[[tuple[pins.LogEntry, ...]], str]) -> None:
    from mlexplorer.ui.commands import clipboard  # start-up time

    picture = window.plane.picture
    if picture is None or not window.store.session.document.pins:
        window.plane.hint("The log book is empty: Ctrl+D pins the present fit.")
        return
    clipboard.copy(written(pins.entries(picture.snapshot)))
    window.plane.hint("The log book is on the clipboard.")
