"""Films: scenes painted one after another, as GIF, animated PNG, MP4 or numbered pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np

from mlexplorer.core.params import Recipe, param
from mlexplorer.core.writing import check_suffix, write_all
from mlexplorer.figures import key, scenes
from mlexplorer.figures.boards import Cell, side_board
from mlexplorer.figures.figure import frame
from mlexplorer.figures.files import embedded
from mlexplorer.figures.files.devices import Size, image, png_bytes
from mlexplorer.figures.films.apng import apng
from mlexplorer.figures.films.frames import Picture, image_of, picture_of
from mlexplorer.figures.films.gif import gif
from mlexplorer.figures.films.mp4 import can_make_mp4, mp4
from mlexplorer.figures.page import Page
from mlexplorer.figures.page_painter import paint
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks import palette
from mlexplorer.painting import fonts
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Frame, Snapshot
from mlexplorer.session import storage
from mlexplorer.session.session import Scene, single
from mlexplorer.views import catalogue

Board = tuple[tuple[Cell, ...], ...]
SUFFIXES = (".gif", ".apng", ".mp4", ".png")
SHEET = Sheet(width=120.0, theme="light", embed=False, caption=True)


@dataclass(frozen=True)
class Film(Recipe):
    """How large and how fast a film is."""

    title: ClassVar[str] = "Film"

    width: int = param(800, "Width in pixels", "How wide the film is", low=64, high=3840)
    height: int = param(600, "Height in pixels", "How high the film is", low=64, high=2160)
    fps: float = param(
        10.0, "Frames a second", "How many steps are shown in a second; the timeline shows 8 at ×1", low=0.5, high=60.0
    )
    hold: float = param(1.0, "Seconds at both ends", "How long the first and the last frame stay", low=0.0, high=30.0)
    most: int = param(300, "Frames at most", "Longer timelines are thinned to so many frames", low=2, high=3000)

    def milliseconds(self, count: int) -> list[int]:
        """Return how long each of some frames stays."""
        ends = np.round(np.arange(count + 1) * 1000 / self.fps).astype(int)  # so that rounding never adds up
        times: list[int] = np.diff(ends).tolist()
        for end in {0, count - 1}:
            times[end] = max(times[end], round(1000 * self.hold))
        return times


def record(
    shown: Sequence[Scene], film: Film, paths: Sequence[Path], sheet: Sheet = SHEET, pipeline: Pipeline | None = None
) -> Iterator[float]:
    """Yield the share that is done, then write the files; whoever stops asking cancels, and nothing is written."""
    for path in paths:
        check_film(path.suffix)
    pictures: list[Picture] = []
    for picture in painted(shown, film, sheet, pipeline):
        pictures.append(picture)
        yield 0.9 * len(pictures) / len(shown)
    frames = list(zip(pictures, film.milliseconds(len(pictures)), strict=True))
    contents: dict[Path, bytes] = {}
    for path in paths:
        contents |= {name: _reopened(name, content, shown) for name, content in _encoded(path, frames, sheet).items()}
        yield 0.9 + 0.1 * len(contents) / max(len(contents), len(paths))
    write_all(contents)


def still(shown: Scene, film: Film, path: Path, sheet: Sheet = SHEET, pipeline: Pipeline | None = None) -> None:
    """Write one frame as a film has it to a .png file, which opens again at its moment."""
    check_suffix("A still", path.suffix, (".png",))
    (picture,) = painted([shown], film, sheet, pipeline)
    write_all({path: _reopened(path, png_bytes(image_of(picture)), [shown])})


def painted(
    shown: Sequence[Scene], film: Film, sheet: Sheet = SHEET, pipeline: Pipeline | None = None
) -> Iterator[Picture]:
    """Yield the picture of each scene; the layout is the same in all of them."""
    fonts.ready()
    pipeline = pipeline or Pipeline()
    scale = film.width / sheet.points_wide
    size = Size(sheet.points_wide, film.height / scale)
    rectangle = _frame(shown, sheet, size.height)
    for scene in shown:
        snapshot = pipeline.last(scene.session, rectangle)
        page = Page(sheet, *_shown(snapshot, scene.title, sheet), tall=size.height)
        yield picture_of(image(size, partial(paint, page), scale))


def _shown(snapshot: Snapshot, title: str, sheet: Sheet) -> tuple[Board, tuple[key.KeyEntry, ...], str]:
    """Return the views of a frame, the first with its moment, the key of the plane, and what happened in the step."""
    found = {name: catalogue.plots(snapshot, name) for name in sheet.views}
    first, *others = [plot for plots in found.values() for plot in plots]
    note = "" if snapshot.step is None else snapshot.step.note
    plane = found.get(catalogue.PLANE)
    entries = () if plane is None else key.entries(snapshot, plane[0].layers, steady=True)
    return side_board([replace(first, title=title, now=""), *others], sheet), entries, note


def check_film(suffix: str) -> None:
    """Raise a ValueError for an ending no film can have, or that this machine cannot make."""
    check_suffix("A film", suffix, SUFFIXES)
    if suffix.lower() == ".mp4" and not can_make_mp4():
        raise ValueError("MP4 needs the program ffmpeg, which is not on this machine; GIF and animated PNG do not.")


def _frame(shown: Sequence[Scene], sheet: Sheet, tall: float) -> Frame:
    data = prepare(shown[0].session.document).data
    return frame(data, scenes.view(shown), sheet if len(sheet.views) > 1 else replace(sheet, columns=1), tall=tall)


def _encoded(path: Path, frames: Sequence[tuple[Picture, int]], sheet: Sheet) -> dict[Path, bytes]:
    match path.suffix.lower():
        case ".gif":
            return {path: gif(frames, kept_colours(sheet))}
        case ".apng":
            return {path: apng(frames)}
        case ".mp4":
            return {path: mp4(frames)}
    digits = max(4, len(str(len(frames))))
    return {
        path.with_stem(f"{path.stem}-{number:0{digits}}"): png_bytes(image_of(picture))
        for number, (picture, _) in enumerate(frames, 1)
    }


def _reopened(path: Path, content: bytes, shown: Sequence[Scene]) -> bytes:
    """Return a film that can be opened again, at its end: it holds its session."""
    session = shown[-1].session
    if path.suffix.lower() == ".mp4" or not storage.can_be_kept(session):
        return content
    text = storage.dumps(single(session))
    is_gif = path.suffix.lower() == ".gif"
    return embedded.into_gif(content, text) if is_gif else embedded.into_png(content, embedded.KEYWORD, text)


def kept_colours(sheet: Sheet) -> Picture:
    """Return the colours that a palette must not move: those with a meaning."""
    theme = palette.theme(sheet.theme)
    inks = [palette.rgb(theme.colour(role)) for role in ("plane", "boundary", "casing", "margin", "text", "muted")]
    return np.concatenate([np.array(inks), theme.marks, theme.tints])
