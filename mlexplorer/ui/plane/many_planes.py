"""Every run on a plane of its own: one data set, one zoom, one timeline; an edit in any is an edit in all."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.naming import run_letter, short_name
from mlexplorer.session.session import Session
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.picture_maker import PictureMaker
from mlexplorer.ui.plane.hovering import Hovering
from mlexplorer.ui.plane.ink import Ink
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.store import Store

NAME_INDENT = 66  # design pixels: above the plane, not above its numbers


class RunPlane(PlaneView):
    """The plane of one run: its name instead of the bar; a touch makes the run the edited one."""

    def __init__(self, store: Store, run: int, ink: Ink, parent: QWidget) -> None:
        super().__init__(store, parent, ink)
        self._run = run
        self.name, self._words = Label(self), ""
        self.name.setProperty("role", "value")
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, self.name)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.bar.hide()
        self.key.hide()

    def show_session(self, session: Session) -> None:
        """Show what the run is called, and whether it is the edited one."""
        runs = session.document.runs
        if self._run < len(runs):
            mark = "● " if self._run == session.active_run else ""
            hidden = " (hidden: F7)" if self._is_hidden(session) else ""
            self._words = f"{mark}{run_letter(self._run)}  {short_name(session, runs[self._run])}{hidden}"
            self._cut()

    def _cut(self) -> None:
        """Write the name as far as there is room for it."""
        indent = theme.px(NAME_INDENT)
        room = max(self.width() - indent - theme.px(8), 1)
        self.name.setIndent(indent)
        self.name.setText(self.name.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room))

    def _is_hidden(self, session: Session) -> bool:
        return self._run in hidden_runs(session)

    def _on_resized(self, width: int, height: int, unit: float) -> None:
        """Leave the range to those who know the size of all planes."""

    def _show_switches(self, snapshot: Snapshot) -> None:
        del snapshot
        self._arrange()

    def _press(self, event: QMouseEvent) -> None:
        view = self._store.session.view
        if view.active != self._run and not self._is_hidden(self._store.session):
            self._store.look(replace(view, active=self._run))
        super()._press(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the name to the new room."""
        super().resizeEvent(event)
        self._cut()


class SideBySide(QWidget):
    """A row of two planes, or two rows of them, beside which the plane of the active run is hidden."""

    def __init__(
        self, store: Store, jobs: Jobs, work: PictureMaker, plane: PlaneView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._store, self._jobs, self._work, self._plane = store, jobs, work, plane
        self.planes: list[RunPlane] = []
        self._works: list[PictureMaker] = []
        self._tool: type[Tool] = type(plane.tool)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.setVisible(False)
        plane.desk.selection_changed.connect(lambda: self._share_selection(plane))
        plane.desk.class_changed.connect(self._share_class)
        plane.desk.brush_changed.connect(self._share_brush)

    def show_session(self, session: Session) -> None:
        """Show a plane for every run, or the plane of the active one alone."""
        shown = is_side_by_side(session)
        wanted = len(session.document.runs) if shown else 0
        if wanted != len(self.planes):
            self._rebuild(wanted)
        for plane in self.planes:
            plane.show_session(session)
        self.setVisible(shown)
        self._plane.setVisible(not shown)

    def set_tool(self, tool: type[Tool]) -> None:
        """Use a tool on every plane."""
        self._tool = tool
        for plane in self.planes:
            plane.set_tool(tool(plane.desk))

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        for plane in self.planes:
            plane.apply_theme()
            plane.show_session(self._store.session)

    def _rebuild(self, count: int) -> None:
        for part in (*self.planes, *self._works):
            part.deleteLater()
        self.planes, self._works = [], []
        for index in range(count):
            plane = RunPlane(self._store, index, self._plane.desk.ink, self)
            work = PictureMaker(self._store, self._jobs, self, self._work, index)
            work.pictured.connect(plane.show_picture)
            plane.canvas.resized.connect(self._resize)
            plane.canvas.painted.connect(self._work.begin, Qt.ConnectionType.QueuedConnection)
            plane.hovered.connect(self._plane.hovered)
            plane.menu_wanted.connect(self._plane.menu_wanted)
            plane.desk.selection_changed.connect(lambda plane=plane: self._share_selection(plane))
            Hovering(plane)
            self._grid.addWidget(plane, index // 2, index % 2)
            self.planes.append(plane)
            self._works.append(work)
        self.apply_theme()
        self.set_tool(self._tool)
        self._share_class(self._plane.desk.current_class)
        self._share_brush()
        self._share_selection(self._plane)
        for work in (self._work, *self._works):  # a hidden plane is never resized, so nobody else would ask
            work.ask()

    def _resize(self) -> None:
        """Let all planes be as large as fits each: a pixel more in one would show another range there."""
        rects = [plane.canvas.plane_rect() for plane in self.planes]
        width = min((int(rect.width()) for rect in rects), default=2)
        height = min((int(rect.height()) for rect in rects), default=2)
        for plane, work in zip(self.planes, self._works, strict=False):  # while they are built, a plane is ahead
            work.resize(max(2, width), max(2, height), plane.canvas.unit)
            plane.reframe(max(2, width), max(2, height), plane.canvas.unit)

    def _share_selection(self, source: PlaneView) -> None:
        for plane in (self._plane, *self.planes):
            plane.desk.select_ids(source.desk.selected)

    def _share_class(self, label: int) -> None:
        for plane in self.planes:
            plane.desk.choose_class(label)

    def _share_brush(self) -> None:
        for plane in self.planes:
            plane.desk.choose_brush(self._plane.desk.brush)
