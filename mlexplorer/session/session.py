"""Everything the user chose, as frozen values: an edit is a replaced copy."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.core.holdout import Deal, Holdout
from mlexplorer.core.model import DrawsStart, IsByHand, Model
from mlexplorer.core.params import nearest
from mlexplorer.core.source import Source
from mlexplorer.core.study import Study
from mlexplorer.core.transforms import TRANSFORMS
from mlexplorer.session.ink import InkStroke
from mlexplorer.session.profile import Profile
from mlexplorer.session.touching import PICTURE, POINTER, VIEWS, touches

Numbers: TypeAlias = tuple[float, ...]
MOST_RUNS = 4
NONE_HELD = Holdout()
BEGINNING = ("start", "seed")  # the parameters that say where a fit begins
GIVEN = "given"  # the choice of a model's parameter "start" that takes the start of the run


@dataclass(frozen=True)
class Run:
    """A model to fit, where its fit starts, and parameters held by hand instead of a fit."""

    model: Model
    name: str = ""
    start: Numbers | None = None
    by_hand: Numbers | None = None

    @property
    def beginning(self) -> tuple[object, ...]:
        """What is equal for two runs that begin alike."""
        values = self.model.values()
        return (type(self.model), self.start, *(values.get(name) for name in BEGINNING))

    @property
    def keeps_drawn_start(self) -> bool:
        """Whether it begins with a start that was drawn once and kept, not with one given by hand."""
        model = self.model
        return self.start is not None and isinstance(model, DrawsStart) and model.values()["start"] != GIVEN

    def begin(self, other: "Run") -> "Run":
        """Return another run of the same kind of model that begins as this one does."""
        values = {name: value for name, value in self.model.values().items() if name in BEGINNING}
        return replace(other, model=other.model.with_values(values), start=self.start, by_hand=None)


@dataclass(frozen=True)
class Pin:
    """A fit kept for comparison: a value, computed again when it is shown."""

    data: Dataset
    run: Run
    step: int | None = None
    label: str = ""
    milliseconds: float = 0.0  # it took when it was pinned
    origin: str = ""  # where its points came from, in words


@dataclass(frozen=True)
class Document:
    """What is being looked at; undo and redo walk through documents.

    points are those edited by hand; None means that they are as the source makes them.
    dealt is among which points the hold-out is dealt; None means among those that the source makes.
    shelf holds the models of other kinds as they were when they were last in use.
    ink is what was drawn over the plane and kept.
    """

    source: Source = field(metadata=touches(PICTURE, VIEWS))
    runs: tuple[Run, ...] = field(metadata=touches(PICTURE, VIEWS))
    points: Dataset | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    transforms: tuple[str, ...] = field(default=(), metadata=touches(PICTURE, VIEWS))
    holdout: Holdout = field(default=NONE_HELD, metadata=touches(PICTURE, VIEWS))
    rule: Rule = field(default=PLAIN, metadata=touches(PICTURE, VIEWS))
    pins: tuple[Pin, ...] = field(default=(), metadata=touches(PICTURE, VIEWS))
    studies: tuple[Study, ...] = field(default=(), metadata=touches(PICTURE, VIEWS))
    dealt: Deal | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    shelf: tuple[Model, ...] = field(default=(), metadata=touches())
    ink: tuple[InkStroke, ...] = field(default=(), metadata=touches(PICTURE))

    @property
    def is_edited(self) -> bool:
        """Whether points that a source has made were edited by hand."""
        return self.points is not None and not self.source.is_empty

    def places(self, titled: Callable[[str], str] = str) -> str:
        """Return where the points came from in a few words: the title of their source, their files, or both."""
        read = None if self.points is None else self.points.provenance
        made = [] if read and self.source.is_empty else [titled(self.source.title)]
        return " and ".join([*made, *([read.files] if read else [])])

    def __post_init__(self) -> None:
        """Refuse transforms nobody knows."""
        for name in self.transforms:
            if name not in TRANSFORMS:
                raise ValueError(f"There is no transform {name!r}{nearest(name, TRANSFORMS)}.")


@dataclass(frozen=True)
class View:
    """How it is looked at: saved with the file, never in undo.

    step: None is the end; between two whole numbers it is a beat of slow motion
    bounds: None shows all points
    switches: layers and the like that were switched: name and whether shown
    units: "equal" units on both axes, "free" ones, or equal where the ranges are alike
    ghost: a step whose boundary is shown beside the present one
    centre: the centre that is selected
    node: of a tree, pointed at
    pin: the pinned fit that is compared with; None is the newest
    cut: a line across the plane: x and y of its start, of its end
    point: the id of the point whose part in the step is explained
    probe: the place whose prediction is explained
    cell: of the table of truth and prediction: both labels; its points are ringed
    pointed: the cell under the pointer, ringed instead; or −2 and the id of a point
    direction: of the line that points are projected onto: "principal", "fisher", or by "hand", along the arrow
    fit: of a study, chosen to be looked at on the plane: the number of the study, and of the fit
    preview: the one under the pointer, looked at instead
    options: choices made above the linked views, by name
    layers: those that are offered beside the points; None is all. The profile of a book says so, no scene of its own
    """

    step: float | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    active: int = field(default=0, metadata=touches(PICTURE, VIEWS))
    bounds: Bounds | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    switches: tuple[tuple[str, bool], ...] = field(default=(), metadata=touches(PICTURE))
    units: str = field(default="auto", metadata=touches(PICTURE, VIEWS))
    panel: str = field(default="", metadata=touches(VIEWS, POINTER))
    ghost: int | None = field(default=None, metadata=touches(PICTURE))
    centre: int | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    node: int | None = field(default=None, metadata=touches(VIEWS, POINTER))
    pin: int | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    cut: tuple[float, float, float, float] | None = field(default=None, metadata=touches(VIEWS, POINTER))
    point: int | None = field(default=None, metadata=touches(VIEWS, POINTER))
    probe: tuple[float, float] | None = field(default=None, metadata=touches(VIEWS, POINTER))
    cell: tuple[int, int] | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    pointed: tuple[int, int] | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    fit: tuple[int, int] | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    preview: tuple[int, int] | None = field(default=None, metadata=touches(PICTURE, VIEWS))
    direction: str = field(default="principal", metadata=touches(PICTURE, VIEWS))
    arrow: tuple[float, float] = field(default=(1.0, 0.0), metadata=touches(PICTURE, VIEWS))
    options: tuple[tuple[str, str], ...] = field(default=(), metadata=touches(PICTURE, VIEWS))
    layers: tuple[str, ...] | None = field(default=None, metadata=touches(PICTURE))

    def __post_init__(self) -> None:
        """Keep whole steps as whole numbers."""
        if self.step is not None and self.step == int(self.step):
            object.__setattr__(self, "step", int(self.step))

    @property
    def step_number(self) -> int | None:
        """The step shown, or the last one before a beat; None is the end."""
        return None if self.step is None else int(self.step)

    def shows(self, name: str, usually: bool = False) -> bool:
        """Return whether something that can be switched is shown, as it usually is or as it was switched."""
        return dict(self.switches).get(name, usually)

    def switched(self, name: str, shown: bool) -> "View":
        """Return the view with something shown or hidden."""
        return replace(self, switches=tuple(sorted({**dict(self.switches), name: shown}.items())))

    def offers(self, layer: str) -> bool:
        """Return whether a layer can be shown at all."""
        return self.layers is None or layer in self.layers

    def option(self, name: str, default: str) -> str:
        """Return a choice made above a view."""
        return dict(self.options).get(name, default)

    def with_option(self, name: str, value: str) -> "View":
        """Return the view with another choice."""
        return replace(self, options=tuple(sorted({**dict(self.options), name: value}.items())))


@dataclass(frozen=True)
class Session:
    """A document and the way it is looked at."""

    document: Document
    view: View = View()

    @property
    def run(self) -> Run:
        """The active run."""
        return self.document.runs[self.active_run]

    @property
    def active_run(self) -> int:
        """The index of the active run: the last one if the view names one that is no longer there."""
        return min(self.view.active, len(self.document.runs) - 1)

    def with_model(self, model: Model) -> "Session":
        """Return the session with another model in the active run; held parameters are forgotten.

        A start set by hand is kept as long as the same kind of model begins with a given start, one that was drawn
        as long as nothing is changed that draws another. The model of another kind is put on the shelf.
        """
        same = type(model) is type(self.run.model)
        start = self.run.start if same and self._begins_alike(model) else None
        session = self.with_run(Run(model, self.run.name if same else "", start))
        if not same:
            others = [kept for kept in self.document.shelf if type(kept) not in (type(self.run.model), type(model))]
            session = replace(session, document=replace(session.document, shelf=(*others, self.run.model)))
        if model.region() == self.run.model.region():
            return session
        return replace(session, view=replace(self.view, bounds=None))

    def model_of(self, kind: type[Model]) -> Model:
        """Return the model of a kind as it was last in this document, or a new one."""
        return next((model for model in self.document.shelf if type(model) is kind), None) or kind()

    def _begins_alike(self, model: Model) -> bool:
        """Return whether a model of the same kind as the active one begins with the same start."""
        old, new = self.run.model.values(), model.values()
        if isinstance(model, DrawsStart) and self.run.keeps_drawn_start:
            return all(old[name] == new[name] for name in model.drawn_by)
        return new.get("start") == GIVEN

    def with_start(self, parameters: Array) -> "Session":
        """Return the session whose active run starts from parameters set by hand."""
        model = self.run.model
        if "start" in model.values():
            model = model.with_values({"start": GIVEN})
        return self.with_beginning(replace(self.run, model=model, start=tuple(parameters.tolist()), by_hand=None))

    def with_beginning(self, run: Run) -> "Session":
        """Return the session whose active run begins elsewhere; runs that began with it in a race still do."""
        begun = self.run.beginning
        together = [run.begin(other) if other.beginning == begun else other for other in self.document.runs]
        return replace(self, document=replace(self.document, runs=tuple(together))).with_run(run)

    def with_run(self, run: Run) -> "Session":
        """Return the session with another active run."""
        index = self.active_run
        runs = (*self.document.runs[:index], run, *self.document.runs[index + 1 :])
        return replace(self, document=replace(self.document, runs=runs))

    def with_held(self, parameters: Array) -> "Session":
        """Return the session with parameters set by hand: the model's own, or held in place of its fit."""
        if isinstance(self.run.model, IsByHand):
            return self.with_run(replace(self.run, model=self.run.model.holding(parameters)))
        return self.with_run(replace(self.run, by_hand=tuple(parameters.tolist())))

    def with_runner(self) -> "Session":
        """Return the session with one more run, a copy of the active one, which becomes the active one."""
        runs = (*self.document.runs, replace(self.run, name=""))
        return replace(self, document=replace(self.document, runs=runs), view=replace(self.view, active=len(runs) - 1))

    def without_runner(self) -> "Session":
        """Return the session without its active run."""
        index = self.active_run
        runs = (*self.document.runs[:index], *self.document.runs[index + 1 :])
        return replace(
            self, document=replace(self.document, runs=runs), view=replace(self.view, active=max(index - 1, 0))
        )

    def with_source(self, source: Source) -> "Session":
        """Return the session with the points that a source makes: no edits, roles dealt anew, starts drawn anew."""
        runs = tuple(replace(run, start=None) if run.keeps_drawn_start else run for run in self.document.runs)
        return replace(self, document=replace(self.document, source=source, points=None, dealt=None, runs=runs))

    def with_points(self, points: Dataset) -> "Session":
        """Return the session with points edited by hand, in the coordinates before the transforms."""
        return replace(self, document=replace(self.document, points=points))


@dataclass(frozen=True)
class Scene:
    """A session with a title and a note: one page of a lecture.

    topic: the name of the row it stands in where scenes are chosen
    do, see: a sentence on what to do, and one on what is seen then
    plays: whether its steps play by themselves when it is walked to
    kept: whether its session changes only when it is told to; what a hand does to it is the sitting's then
    number: by which it is known in its book, wherever it stands
    sitting: what was made of a kept scene since the file was opened; no file holds it
    """

    session: Session
    title: str = ""
    note: str = ""
    topic: str = ""
    do: str = ""
    see: str = ""
    plays: bool = False
    kept: bool = False
    number: int = 0
    sitting: Session | None = None

    @property
    def now(self) -> Session:
        """The session as it is at present."""
        return self.sitting or self.session

    @property
    def is_changed(self) -> bool:
        """Whether this sitting has edited a kept scene; looking around does not count."""
        return self.sitting is not None and self.sitting.document != self.session.document

    @property
    def as_kept(self) -> "Scene":
        """The scene without what this sitting has made of it: what a file holds."""
        return self if self.sitting is None else replace(self, sitting=None)

    def with_now(self, session: Session) -> "Scene":
        """Return the scene with another session at present; that which is kept stays."""
        if not self.kept:
            return replace(self, session=session)
        return replace(self, sitting=None if session == self.session else session)


@dataclass(frozen=True)
class Book:
    """The scenes of a file, which one is open, and what of the program it offers.

    next_number: the number of the next new scene; those of removed scenes are not used again
    profile: what the course has reached; None is everything
    shows_all: whether all is offered in spite of it, in this sitting
    """

    scenes: tuple[Scene, ...] = field(default=())
    current: int = 0
    next_number: int = 0
    profile: Profile | None = None
    shows_all: bool = False

    def __post_init__(self) -> None:
        """Give the scenes new numbers if two have the same number, as those of hand-written files do."""
        numbers = [scene.number for scene in self.scenes]
        if len(set(numbers)) < len(numbers):
            numbered = tuple(replace(scene, number=index) for index, scene in enumerate(self.scenes))
            object.__setattr__(self, "scenes", numbered)
            numbers = list(range(len(numbers)))
        object.__setattr__(self, "next_number", max(self.next_number, *(number + 1 for number in numbers), 0))

    @property
    def scene(self) -> Scene:
        """The open scene."""
        return self.scenes[self.current]

    @property
    def session(self) -> Session:
        """The present session of the open scene, limited to what is offered."""
        limits, session = self.limits, self.scene.now
        return session if limits is None else replace(session, view=replace(session.view, layers=limits.layers))

    @property
    def limits(self) -> Profile | None:
        """What it is limited to at present; None if everything is offered."""
        return None if self.shows_all else self.profile

    @property
    def as_kept(self) -> "Book":
        """The book without what this sitting has made of its kept scenes: what a file holds."""
        return replace(self, scenes=tuple(scene.as_kept for scene in self.scenes), shows_all=False)

    @property
    def documents(self) -> list[Document]:
        """Every document in it, as it is at present and as it is kept."""
        sessions = [session for scene in self.scenes for session in (scene.session, scene.sitting)]
        return [session.document for session in sessions if session is not None]

    def place_of(self, number: int | None) -> int | None:
        """Return where the scene with a number stands; None if it is not there."""
        return next((place for place, scene in enumerate(self.scenes) if scene.number == number), None)

    def with_session(self, session: Session) -> "Book":
        """Return the book with another session at present in the open scene."""
        if session.view.layers is not None:
            session = replace(session, view=replace(session.view, layers=None))
        return self.with_scene(self.scene.with_now(session))

    def with_scene(self, scene: Scene) -> "Book":
        """Return the book with another scene in place of the open one."""
        return replace(self, scenes=(*self.scenes[: self.current], scene, *self.scenes[self.current + 1 :]))


def single(session: Session) -> Book:
    """Return a book of one scene."""
    return Book((Scene(session),))
