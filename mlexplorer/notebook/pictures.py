"""Pictures: figures, films and sessions of what a notebook has made, shown, written or opened in the window."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlexplorer.core import registry, shown
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import deal_of
from mlexplorer.core.model import Model, Step
from mlexplorer.core.reach import described, numbers_of
from mlexplorer.core.study import Result
from mlexplorer.edits.rules import with_rule
from mlexplorer.notebook.fitting import RULE, Origin, check_data, check_step, origins, ruled, sources, studied
from mlexplorer.notebook.given import path_of
from mlexplorer.notebook.wrapping import Wrapped
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Document, Run, Session, View, single

if TYPE_CHECKING:
    from mlexplorer.figures.figure import Figure
    from mlexplorer.figures.sheet import Sheet

Layers = str | Iterable[str] | None  # names, or +name and -name
ON_SCREEN = 120.0  # millimetres
POINTS_ALONE = "training,test,crowd"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
SHEET_OPTIONS = ("theme", "view", "heading")  # of a film
STEP_WANTED = "A figure needs a step that mlexplorer.fit or mlexplorer.trace returned."
OTHER_POINTS = "This step was fitted to other points than these: draw it with its own, or fit the model to these."


@dataclass(frozen=True, eq=False, repr=False)
class NotebookPicture(shown.ShowsItself):
    """A figure that a notebook shows, and that can be written to a file."""

    drawn: "Figure"

    def save(self, path: str | Path) -> None:
        """Write it to an .svg, .pdf or .png file."""
        self.drawn.save([path_of(path)])

    def in_a_line(self) -> str:
        """Return what it shows."""
        return f"Picture of {self.drawn.words.title}"

    def _repr_svg_(self) -> str:
        return self.drawn.rendered(".svg").decode()


@dataclass(frozen=True)
class NotebookSession(Session):
    """A session that a notebook shows as a figure, saves, and opens in the window."""

    def figure(self, path: str | Path, width: str | float = "85mm", **options: Any) -> NotebookPicture:
        """Write the figure of this session to an .svg, .pdf or .png file; options are those of mlexplorer.figure."""
        return figure(self, path, width=width, **options)

    def save(self, path: str | Path) -> None:
        """Write a session file, which the window opens; its name ends in .mlx.json."""
        write_book(single(self), path)

    def __repr__(self) -> str:
        document = self.document
        what = document.source.title if document.points is None else document.points.in_a_line()
        return f"<Session: {self.run.model.title} ({self.run.model.told()}) on {what}>"

    def _repr_svg_(self) -> str:
        return picture(self)._repr_svg_()


def load(path: str | Path) -> NotebookSession:
    """Return the session in a session file, or inside a figure."""
    from mlexplorer.figures.files import embedded  # start-up time

    place = path_of(path)
    book = embedded.read(place) if place.suffix.lower() in embedded.OPENED else storage.load(place)
    return NotebookSession(book.session.document, book.session.view)


def scene(name: str) -> NotebookSession:
    """Return a ready scene by name, such as "unequal_blobs"; `mlexplorer scenes` lists them."""
    from mlexplorer.lessons import scenes  # start-up time

    session = scenes.named(name).session
    return NotebookSession(session.document, session.view)


def as_session(data: Dataset, step: Step) -> NotebookSession:
    """Return points and a step that fit or trace returned as a session: what the window saves and opens."""
    origin = origins.get(check_step(step, "A session"))
    if origin is None:
        raise ValueError(STEP_WANTED)
    if check_data(data, "A session") != origin.data:
        raise ValueError(OTHER_POINTS)
    return NotebookSession(_document(data, origin.run.model, origin.run), View(step=origin.place))


def figure(
    data: Dataset | Session | Step | Result,
    step: Step | str | Path | None = None,
    path: str | Path | None = None,
    width: str | float = "85mm",
    **options: Any,
) -> NotebookPicture:
    """Draw points, points and a step, a session or a study; a notebook shows the picture, a path writes it to a file.

    figure(data, step, "boundary.pdf", width="85mm", view="plane"), figure(session, "boundary.svg") or, in a notebook,
    figure(data, step, layers="+street", width="120mm"). layers are those of the command line: names with commas between
    them, +name and -name to show one more or less. The other options are those of a sheet: theme, aspect, key, axes,
    heading, caption, dpi and so on; bounds, the part of the plane as left, right, bottom and top; and, for a step, the
    threshold, costs and reject of decide.
    """
    if isinstance(step, str | Path) and path is None:
        step, path = None, step
    known = step if isinstance(step, Step) else data
    if step is not None:
        as_session(check_data(data, "A figure"), check_step(step, "A figure"))
    found = picture(known, width, **options)
    if path is not None:
        found.save(path)
    return found


def picture(
    thing: Any,
    width: str | float = ON_SCREEN,
    layers: Layers = None,
    bounds: Sequence[float] | None = None,
    **options: Any,
) -> NotebookPicture:
    """Return the picture of points, a step, a session or a study."""
    session, origin, result = _looked_at(thing)
    if bounds is not None:
        session = replace(session, view=replace(session.view, bounds=_bounds(bounds)))
    rule = [options.pop(name, None) for name in RULE] if isinstance(thing, Step) else []
    if any(part is not None for part in rule):
        session = with_rule(session, ruled(thing, *rule)[1])
    if layers is not None:
        session = _with_layers(session, layers)
    default = {"view": "study"} if result is not None else {}
    kept = (
        {} if result is None and storage.can_be_kept(session) else {"embed": False}
    )  # the file could not be opened again
    return NotebookPicture(_drawn(session, origin, result, _sheet(width, {**default, **options, **kept})))


def film(session: Session | Step, path: str | Path, layers: Layers = None, **options: Any) -> None:
    """Write the timeline of a session or a step as a film: a .gif, .apng or .mp4 file, or numbered .png pictures.

    Options are those of a film: width and height in pixels, fps, hold, most, and of its sheet: view, theme, heading.
    """
    from mlexplorer.figures import scenes  # start-up time
    from mlexplorer.figures.films import film as films  # start-up time

    looked_at, origin, _ = _looked_at(session)
    looked_at = looked_at if layers is None else _with_layers(looked_at, layers)
    said: dict[str, Any] = {name: options.pop(name) for name in SHEET_OPTIONS if name in options}
    sheet = films.SHEET.with_values(said)
    chosen, pipeline = films.Film().with_values(options), _pipeline(origin)
    steps = scenes.all_steps(looked_at, chosen.most, pipeline)
    for _ in films.record(scenes.of_steps(looked_at, steps), chosen, [path_of(path)], sheet, pipeline):
        pass


def show(session: Session | Step | Dataset) -> None:
    """Open the window with a session, a step or points; the notebook or shell goes on meanwhile."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, DISPLAYS)):
        raise ValueError("There is no display to open the window on: mlx.figure draws without one.")
    file = Path(tempfile.mkdtemp(prefix="mlexplorer-"), f"notebook{storage.SUFFIX}")
    looked_at = _looked_at(session)[0]
    write_book(single(Session(looked_at.document, looked_at.view)), file)
    subprocess.Popen([sys.executable, "-m", "mlexplorer", str(file)])


def _looked_at(thing: Any) -> tuple[Session, Origin | None, Result | None]:
    """Return the session that shows a thing, where its step came from, and what a study found."""
    match thing:
        case Session():
            return thing, None, None
        case Dataset():
            session = Session(_document(thing, registry.model("line")()))
            return _with_layers(session, POINTS_ALONE), None, None
        case Step():
            origin = origins.get(thing)
            if origin is None:
                raise ValueError(STEP_WANTED)
            return as_session(origin.data, thing), origin, None
        case Result():
            known = studied.get(thing)
            if known is None:
                raise ValueError("A figure needs a result that mlexplorer.study returned.")
            study, task = known
            return Session(replace(_document(task.data, task.model), studies=(study,))), None, thing
    raise ValueError(f"Points, a step, a session or a study can be drawn, not {described(thing)}.")


def _document(data: Dataset, model: Model, run: Run | None = None) -> Document:
    source = sources.get(data)
    points, dealt = (data, deal_of(data)) if source is None else (None, None)
    return Document(source or registry.source("placed")(), (run or Run(model),), points, dealt=dealt)


def _bounds(bounds: Any) -> Bounds:
    """Return the part of the plane that is shown, or refuse what is none."""
    found = numbers_of(bounds, "bounds")
    if found.shape != (4,) or not (found[0] < found[1] and found[2] < found[3]):
        raise ValueError("bounds are four numbers: left, right, bottom and top.")
    left, right, bottom, top = found.tolist()
    return left, right, bottom, top


def _with_layers(session: Session, layers: str | Iterable[str]) -> Session:
    from mlexplorer.figures import choices  # start-up time

    try:
        words = layers if isinstance(layers, str) else ",".join(layers)
    except TypeError:
        raise ValueError(f"layers are names with commas between them, not {described(layers)}.") from None
    return choices.with_layers(session, words)


def _sheet(width: str | float, options: Mapping[str, Any]) -> "Sheet":
    from mlexplorer.figures.sheet import Sheet, length  # start-up time

    return Sheet().with_values({**options, "width": length(width) if isinstance(width, str) else width})


def _drawn(session: Session, origin: Origin | None, result: Result | None, sheet: "Sheet") -> "Figure":
    """Return the figure of a session; what is known of its fit or its study need not be done again."""
    from mlexplorer.figures import panels  # start-up time
    from mlexplorer.figures.figure import figure_of, snapshot_for  # start-up time

    pipeline = _pipeline(origin)
    if result is None:
        return panels.figure_of_session(session, sheet, pipeline)
    fitted = snapshot_for(session, replace(sheet, view="plane"), pipeline)
    return figure_of(replace(fitted, results=(result,)), sheet)


def _pipeline(origin: Origin | None) -> Pipeline:
    pipeline = Pipeline()
    if origin is not None:
        pipeline.know(origin.run, origin.data, origin.trace)
    return pipeline


def write_book(book: Book, path: str | Path) -> None:
    """Write a book to a session file, or say in a sentence why no file can hold it."""
    place = path_of(path)
    if not place.name.endswith(storage.SUFFIX):
        raise ValueError(f"A session is written to a file that ends in {storage.SUFFIX}, not to {place.name!r}.")
    for model in (run.model for scene in book.scenes for run in scene.session.document.runs):
        if isinstance(model, Wrapped):
            raise ValueError(f"A session with {model.title} lives as long as this Python: no file can keep its model.")
    storage.save(book, place)


def _svg(thing: Any) -> str | None:
    """Return what a notebook shows of points, a step or a result; nothing where there is nothing to see."""
    try:
        return picture(thing, embed=False)._repr_svg_()
    except ValueError:
        return None


for _kind in (Dataset, Step, Result):
    shown.draws(_kind, _svg)
