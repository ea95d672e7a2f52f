"""Everything the user chose, as frozen values: an edit is a replaced copy."""

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
from mlexplorer.session.ink import Stroke
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


def run_letter(index: int) -> str:
    """Return the letter of a run in a race."""
    return "ABCD"[index]


def run_name(run: Run) -> str:
    """Return what a run is called: the name it was given, or its model and what differs from the defaults."""
    usual, mine = type(run.model)().values(), run.model.values()
    changed = [spec for spec in run.model.shown() if mine[spec.name] != usual[spec.name]]
    changes = [f"{spec.name} {mine[spec.name] if spec.choices else spec.words(mine[spec.name])}" for spec in changed]
    return run.name or ", ".join([run.model.title, *changes[:2]])


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
    ink: tuple[Stroke, ...] = field(default=(), metadata=touches(PICTURE))

    @property
    def is_edited(self) -> bool:
        """Whether points that a source has made were edited by hand."""
        return self.points is not None and not self.source.is_empty

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


def short_name(session: Session, run: Run) -> str:
    """Return what a run is called beside the others: first what differs from runs of the same model."""
    runs = session.document.runs
    every = [other.model.values() for other in runs if type(other.model) is type(run.model)]
    if run.name or len(every) == 1 < len(runs):
        return run_name(run)
    mine = run.model.values()
    differs = [spec for spec in run.model.shown() if any(one[spec.name] != every[0][spec.name] for one in every)]
    words = ", ".join(
        spec.title(str(mine[spec.name])) if spec.choices else f"{spec.name} {spec.words(mine[spec.name])}"
        for spec in differs
    )
    if not words:
        return run.model.title
    return words if len(every) == len(runs) else f"{words} ({run.model.title})"


@dataclass(frozen=True)
class Scene:
    """A session with a title and a note: one page of a lecture.

    topic: the name of the row it stands in where scenes are chosen
    do, see: a sentence on what to do, and one on what is seen then
    """

    session: Session
    title: str = ""
    note: str = ""
    topic: str = ""
    do: str = ""
    see: str = ""


@dataclass(frozen=True)
class Book:
    """The scenes of a file and which one is open."""

    scenes: tuple[Scene, ...] = field(default=())
    current: int = 0

    @property
    def session(self) -> Session:
        """The session of the open scene."""
        return self.scenes[self.current].session

    def with_session(self, session: Session) -> "Book":
        """Return the book with another session in the open scene."""
        return self.with_scene(replace(self.scenes[self.current], session=session))

    def with_scene(self, scene: Scene) -> "Book":
        """Return the book with another scene in place of the open one."""
        return replace(self, scenes=(*self.scenes[: self.current], scene, *self.scenes[self.current + 1 :]))


def single(session: Session) -> Book:
    """Return a book of one scene."""
    return Book((Scene(session),))
