"""What takes longer than a frame to import or to make is imported or made once the first picture is there."""

import gc
import importlib
from collections.abc import Iterator

from PySide6.QtCore import QObject

from mlexplorer.core import registry
from mlexplorer.lessons import lesson, scenes
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.panels.left import LeftPanel
from mlexplorer.ui.panels.linked import Linked
from mlexplorer.ui.picture_maker import PictureMaker

KIND = "kinds"
SHEETS = tuple(f"mlexplorer.ui.sheets.{name}" for name in ("export_sheet", "gallery_sheet", "keys_sheet", "film_sheet"))
SCIPY = ("scipy.special", "scipy.spatial.distance", "scipy.optimize")  # what the views and studies ask of it


class Preloading(QObject):
    """Imports all that can be chosen, then offers it in the pickers; and the sheets, so that they open at once.

    A chart is made ahead of the view that asks for one more.
    """

    def __init__(
        self, work: PictureMaker, jobs: Jobs, panel: LeftPanel, linked: Linked, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._panel, self._linked = jobs, panel, linked
        self._is_asked = False
        work.pictured.connect(self._ask)
        jobs.finished.connect(self._on_finished)

    def _ask(self) -> None:
        if not self._is_asked:
            self._is_asked = True
            self._jobs.request(KIND, importing, urgency=1)

    def _on_finished(self, kind: str) -> None:
        if kind == KIND:
            self._panel.fill()
            self._linked.add_chart()
            gc.freeze()  # what was imported stays: the collector need not look through it in the midst of a turn


def importing() -> Iterator[None]:
    """Import what can be chosen and the sheets, and read the scenes and lessons, with a pause after each."""
    yield from registry.importing()
    for name in (*SHEETS, *SCIPY):
        importlib.import_module(name)
        yield
    yield from scenes.reading()
    lesson.found()
    yield
