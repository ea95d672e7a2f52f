"""Contact sheets: every layer of every model as the screen shows it, in light and in dark, to be looked at."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from mlexplorer.core import registry
from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.model import Model
from mlexplorer.core.writing import made_folder, write_all
from mlexplorer.figures.files.devices import png_bytes
from mlexplorer.layers import plane
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Layer
from mlexplorer.painting import fonts
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.painting.paths import placing
from mlexplorer.painting.words import draw_layers
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Document, Pin, Run, Session, View

THEMES = ("light", "dark")
SIDE, CAPTION, COLUMNS = 360, 26, 5  # pixels of a plane and of the words above it, planes in a row
UNIT = 0.85  # of the screen's sizes
QUIET = ("regions", "boundary", "training")  # on every plane, below the layer that it shows
SOURCES = {"two classes": ("moons", {"noise": 0.28}), "four classes": ("blobs", {"classes": 4, "spread": 1.6})}


@dataclass(frozen=True, eq=False)
class Tile:
    """One plane of a sheet: what it is called, the layer it is about ("" for several), and what is drawn."""

    title: str
    name: str
    snapshot: Snapshot
    layers: tuple[Layer, ...]


def write_layer_sheets(folder: Path, tell: Callable[[str], None]) -> None:
    """Write a sheet for every model and theme into a folder; tell hears of every model."""
    made_folder(folder)
    for name, kind in registry.models().items():
        tiles = [tile for source in SOURCES for tile in tiles_of(kind(), source)]
        write_all({folder / f"{name}-{theme}.png": png_bytes(painted(tiles, theme)) for theme in THEMES})
        tell(f"{kind.title}: {len(tiles)} planes")


def tiles_of(model: Model, source: str) -> Iterator[Tile]:
    """Yield the planes of a model on one of SOURCES: as it is opened, each layer it offers, and all at once."""
    session = _session(model, source)
    document = session.document
    frame = framed(prepare(document).data, looked_at(session), SIDE, SIDE, UNIT)
    snapshot = Pipeline().last(session, frame)
    if snapshot.problem is not None:
        return
    offered = plane.offered(snapshot)
    usual = {kind.name for kind in offered if kind.shown}
    yield Tile(f"{model.title}, {source}", "", snapshot, _layers(snapshot, usual))
    for kind in offered:
        yield Tile(kind.title, kind.name, snapshot, _layers(snapshot, {*QUIET, kind.name}, pointed=True))
    yield Tile("all layers", "", snapshot, _layers(snapshot, {kind.name for kind in offered}))


def painted(tiles: list[Tile], theme: str) -> QImage:
    """Return a sheet of planes with their titles."""
    fonts.ready()
    rows = math.ceil(len(tiles) / COLUMNS)
    image = QImage(COLUMNS * (SIDE + 8), rows * (SIDE + CAPTION), QImage.Format.Format_RGB32)
    image.fill(palette.theme(theme).colour("window"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, tile in enumerate(tiles):
            row, column = divmod(number, COLUMNS)
            _paint(painter, tile, theme, QRectF(column * (SIDE + 8), row * (SIDE + CAPTION) + CAPTION, SIDE, SIDE))
    return image


def _session(model: Model, source: str) -> Session:
    """Return a session in which as many layers as possible have something to show."""
    name, values = SOURCES[source]
    recipe = registry.source(name)().with_values(values)
    other = Run(registry.model("qda" if model.task == "classify" else "kmeans")())
    pins = (Pin(recipe.make(), Run(registry.model("knn")())),) if model.task == "classify" else ()
    document = Document(recipe, (Run(model), other), holdout=Holdout(0.2), pins=pins)
    return Session(document, View(ghost=0, centre=0))


def _layers(snapshot: Snapshot, wanted: set[str], pointed: bool = False) -> tuple[Layer, ...]:
    """Return layers by name, with what they say of a place if the pointer is there."""
    switches = tuple(sorted((kind.name, kind.name in wanted) for kind in plane.LAYERS))
    session = replace(snapshot.session, view=replace(snapshot.session.view, switches=switches))
    shown = replace(snapshot, session=session)
    x, y = _pointer(shown).tolist()
    return (*plane.layers(shown), *([Layer("hover", plane.marks_at(shown, (x, y)))] if pointed else []))


def _pointer(snapshot: Snapshot) -> Array:
    """Return a place where much is to be told: a wrong point, or the middle of the first class."""
    data: Dataset = snapshot.data
    if len(snapshot.wrong):
        return data.points[snapshot.wrong[0]]
    return data.points[data.labels == 0].mean(axis=0) if len(data) else np.zeros(2)


def _paint(painter: QPainter, tile: Tile, theme: str, rect: QRectF) -> None:
    look, font = palette.theme(theme), QFont(fonts.font())
    font.setPixelSize(round(palette.scale("type_px")["body"] * UNIT))
    screen = ScreenPainter(painter, look, placing(tile.snapshot.frame.bounds, rect), UNIT, font=font, frame=rect)
    screen.write(tile.title, QPointF(rect.left() + 4, rect.top() - CAPTION / 2), 0.0)
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.ReplaceClip)
    painter.fillRect(rect, screen.colour("plane"))
    draw_layers(tile.layers, lambda _, mark: screen.draw(mark))
    painter.restore()
