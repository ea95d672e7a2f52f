"""The commands on fits: pin, name, take away, copy the log book; colour by influence, draw from what was fitted."""

from dataclasses import replace

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMainWindow

from mlexplorer.edits import pins
from mlexplorer.edits.draws import sampled
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.store import Store
from mlexplorer.ui.tools.leaving_out import InfluenceFollower

PANEL = "log"


class PinCommands(QMainWindow):
    """Answers the commands on what was fitted."""

    store: Store
    plane: PlaneView
    leaving_out: InfluenceFollower

    def on_influence(self) -> None:
        """Show how much of the view each point decides."""
        self.leaving_out.measure()

    def on_sample(self) -> None:
        """Add new points drawn from the fitted Gaussians."""
        picture = self.plane.picture
        drawn = None if picture is None else sampled(picture.snapshot)
        if drawn is None:
            self.plane.hint("Only discriminants and mixtures have Gaussians to draw from.")
            return
        points, labels = drawn
        desk = self.plane.desk
        raw = desk.prepared.raw
        for label in sorted(set(labels.tolist())):
            raw = raw.added(desk.raw_places(points[labels == label]), label)
        desk.edit(raw, f"draw {len(points)} points")

    def on_pin(self) -> None:
        """Keep the present fit for comparison."""
        picture = self.plane.picture
        if picture is None or picture.snapshot.step is None:
            self.plane.hint("There is no fit to pin yet.")
            return
        session = pins.pinned(self.store.session, picture.milliseconds)
        self.store.edit(replace(session, view=replace(session.view, panel=PANEL)), "pin the fit")
        self.plane.hint("Pinned. Change anything: what flips is hatched.", "pin boundary")

    def on_unpin(self) -> None:
        """Take the compared pin away."""
        self.store.edit(pins.unpinned(self.store.session), "unpin a fit")

    def on_rename_pin(self) -> None:
        """Give the compared pin another name."""
        index = pins.compared_index(self.store.session)
        if index is None:
            self.plane.hint("No fit is pinned yet: Ctrl+D pins the present one.")
            return
        old = self.store.session.document.pins[index].label
        name, accepted = QInputDialog.getText(self, "Name of the pinned fit", "Name", text=old)
        if accepted:
            self.store.edit(pins.renamed(self.store.session, name), "rename a pinned fit")

    def on_copy_log(self, form: str) -> None:
        """Copy the log book as CSV or as a LaTeX table."""
        picture = self.plane.picture
        if picture is None or not self.store.session.document.pins:
            self.plane.hint("The log book is empty: Ctrl+D pins the present fit.")
            return
        rows = pins.entries(picture.snapshot)
        QGuiApplication.clipboard().setText(pins.as_csv(rows) if form == "csv" else pins.as_latex(rows))
        self.plane.hint("The log book is on the clipboard.")
