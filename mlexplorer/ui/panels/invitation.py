"""What an empty plane offers: a button that opens the gallery."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from mlexplorer.core.model import Model
from mlexplorer.session.session import Session
from mlexplorer.ui.actions import ICON
from mlexplorer.ui.look import theme
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.store import Store

BELOW = 32  # design pixels between the middle of the plane, where its state is told, and the button


class Invitation(QToolButton):
    """Lies on a plane without points, where a model would have something to learn from them."""

    def __init__(self, plane: PlaneView, store: Store, gallery: QAction) -> None:
        super().__init__(plane)
        self._plane, self._store = plane, store
        self.setProperty("role", "words")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setText(" Open a ready scene")
        self.setToolTip("Gallery (Ctrl+G)")
        theme.put_icon(self, str(gallery.property(ICON)), 18)
        self.clicked.connect(gallery.trigger)
        store.changed.connect(lambda _, new: self._show(new))
        plane.canvas.resized.connect(lambda *_: self._place())
        self._show(store.session)

    def _show(self, session: Session) -> None:
        self.setVisible(session.document.source.is_empty and not session.document.points and _learns(session.run.model))
        self._place()

    def _place(self) -> None:
        self.adjustSize()
        middle = self._plane.canvas.plane_rect().center() + self._plane.canvas.pos().toPointF()
        self.move(round(middle.x() - self.width() / 2), round(middle.y()) + theme.px(BELOW))
        self.raise_()


def _learns(model: Model) -> bool:
    return model.task != "descend"
