"""What follows the pointer over the plane: marks of the layers that are switched on; nothing is fitted for them."""

from PySide6.QtCore import QObject

from mlexplorer.layers import plane
from mlexplorer.marks.marks import Layer, Mark
from mlexplorer.ui.plane.key_line import lit
from mlexplorer.ui.plane.plane_view import PlaneView

NAME = "hover"


class Hovering(QObject):
    """Draws the marks of the place under the pointer into a layer of their own."""

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view)
        self._view = view
        self._has_marks = False
        self._place: tuple[float, float] | None = None
        view.hovered.connect(self.show_place)
        view.pictured.connect(lambda: self.show_place(self._place))
        view.key.pointed.connect(self._light)

    def show_place(self, place: tuple[float, float] | None) -> None:
        """Show what the layers have to say of a place; nothing without one, or while the hand is at work."""
        self._place, picture = place, self._view.picture
        at_work = self._view.canvas.hasty
        marks = () if place is None or picture is None or at_work else plane.marks_at(picture.snapshot, place)
        self._show(marks)

    def _light(self, kind: str) -> None:
        """Light the points of the item of the key that is pointed at."""
        picture = self._view.picture
        self._show(lit(picture.snapshot, kind) if picture is not None and kind else ())

    def _show(self, marks: tuple[Mark, ...]) -> None:
        if marks or self._has_marks:
            self._has_marks = bool(marks)
            self._view.canvas.show_layers((Layer(NAME, marks),), len(self._view.desk.data), partly=True)
