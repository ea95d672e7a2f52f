"""A neural network with any number of hidden layers, trained by Newton's method or any kind of gradient descent."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.logits import ENDINGS
from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.networks import words
from mlexplorer.algorithms.networks.field import scores_on
from mlexplorer.algorithms.networks.loss import NetworkLoss
from mlexplorer.algorithms.networks.loss import chances as output_chances
from mlexplorer.algorithms.networks.passes import ACTIVATIONS, UnitLayout, backward, forward, with_ones
from mlexplorer.algorithms.networks.training import Training, WeightMove
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasLandscape,
    HasNetwork,
    HasPointWorking,
    HasProbabilities,
    HasReasons,
    HasRows,
    Landscape,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Knob, Model, Start, Step
from mlexplorer.core.notice import CannotFit, Notice, Remedy
from mlexplorer.core.numbers import change, counted, text
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED, stream

SOLVERS = ("newton", "gradient", "stochastic", "minibatch", "momentum", "nesterov", "adagrad", "rmsprop", "adam")
TITLES = ("Newton", "Gradient", "Stochastic", "Mini-batch", "Momentum", "Nesterov", "AdaGrad", "RMSprop", "Adam")
STEPPING, BATCHED = ("solver", SOLVERS[1:]), ("solver", ("minibatch",))  # when parameters matter
MOVING = ("solver", ("momentum", "nesterov", "adam"))
LOWEST_RATE = 1e-6
MOST_CURVED = 150  # weights up to which Newton's method looks at the curvature of each
MOST_LOOKED = 100_000  # weights times points, likewise
HIDDEN = r" *([1-9]|[1-5]\d|6[0-4])( *, *([1-9]|[1-5]\d|6[0-4])){0,4} *"  # one to five layers of one to 64 units


@dataclass(frozen=True, eq=False)
class NetworkSetting:
    """What all steps of one fit share: the model, the data, where it began, and the loss over the weights."""

    model: "NeuralNetwork"
    data: Dataset
    start: Array | None = None

    @cached_property
    def layout(self) -> UnitLayout:
        """The layers: two coordinates, the hidden ones, and a score for each class, or one for two classes."""
        classes = len(self.data.classes)
        return UnitLayout((2, *self.model.sizes, classes if classes > 2 else 1))

    @cached_property
    def loss(self) -> NetworkLoss:
        """The loss over the weights."""
        columns = self.data.columns
        activation = ACTIVATIONS[self.model.activation]
        return NetworkLoss(self.layout, activation, self.data.points, columns, self.model.penalty)

    @cached_property
    def peak(self) -> float:
        """The loss of the start, or of no weights if that is larger: above it a descent has failed."""
        start = 0.0 if self.start is None else self.loss.look(self.start).value
        return max(start, self.loss.floor)

    @cached_property
    def units(self) -> tuple[tuple[str, ...], ...]:
        """What the units of each layer are called."""
        names = tuple(f"f of {self.data.class_names[label]}" for label in self.data.classes)
        return words.unit_names(self.layout.sizes, names if len(names) > 2 else ("f",))

    def step(self, weights: Array, iteration: int = 0, **facts: object) -> "NetworkStep":
        """Return the step with these weights, of the kind the number of classes asks for."""
        kind = TwoClassNetworkStep if self.layout.sizes[-1] == 1 else ManyClassNetworkStep
        return kind(setting=self, weights=weights, iteration=iteration, classes=self.data.classes, **facts)  # type: ignore[arg-type] # the fields' own names


@dataclass(frozen=True, eq=False, kw_only=True)
class NetworkStep(HasNetwork, HasProbabilities, HasLandscape, HasRows, HasReasons, HasPointWorking, partial=True):
    """Weights, where they came from, and everything that can be said of them."""

    setting: NetworkSetting
    classes: Labels
    weights: Array  # layer after layer, unit after unit, the offset of a unit last
    before: Array | None = None  # the weights of the step before
    rows: Labels | None = None  # the training rows this step looked at; None: all
    kept: tuple[Array, ...] = ()  # of each hidden layer: the factor of each unit, 0 if it was left out
    remark: str = ""
    ending: str = ""  # why the fit ended here, a key of ENDINGS; "hand": there was no fit

    @cached_property
    def layers(self) -> tuple[Array, ...]:
        """The matrices of the layers."""
        return tuple(self.setting.layout.matrices(self.weights))

    @property
    def units(self) -> tuple[tuple[str, ...], ...]:
        """What the units of each layer are called."""
        return self.setting.units

    @property
    def bend(self) -> str:
        """How hidden units bend their sums."""
        return self.setting.model.activation

    @property
    def left_out(self) -> tuple[tuple[int, ...], ...]:
        """The hidden units that dropout left out of this update."""
        return tuple(tuple(np.flatnonzero(part == 0).tolist()) for part in self.kept)

    def activations(self, points: Array) -> tuple[Array, ...]:
        """Return what the units of each layer give at points."""
        values = forward(self.layers, with_ones(points), ACTIVATIONS[self.bend])
        return (*(value[:-1].T for value in values[:-1]), values[-1].T)

    def errors(self, row: int) -> tuple[Array, ...]:
        """Return p − wanted of the scores, and what of it goes back to each hidden unit."""
        loss = self.setting.loss
        values = forward(self.layers, loss.inputs[:, [row]], loss.activation)
        gaps = output_chances(values[-1]) - loss.wanted[:, [row]]
        return tuple(delta[:, 0] for delta in backward(self.layers, values, gaps, loss.activation)[1])

    def chances(self, scores: Array) -> Array:
        """Return the softmax of scores; for two classes 1/(1 + e^−f)."""
        return softmax(scores)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the loss over all weights, with its gradient."""
        setting = self.setting if data is self.setting.data else replace(self.setting, data=data)
        return Landscape(
            words.weight_names(setting.units),
            self.weights,
            setting.loss.values,
            lambda weights: setting.step(np.array(weights, dtype=np.float64), ending="hand"),
            lambda weights: setting.loss.look(weights).gradient,
            "Log loss + penalty" if setting.model.penalty else "Log loss",
        )

    @cached_property
    def loss(self) -> float:
        """The sum of log losses and the penalty, with all units."""
        return self._seen[0]

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """Training errors, the length of the gradient, and the length of all weights without offsets."""
        _, wrong, slope = self._seen
        length = np.linalg.norm(self.weights * self.setting.layout.weights)
        return {"errors": float(wrong), "gradient": slope, "length of w": float(length)}

    @cached_property
    def note(self) -> str:
        """What this step did, with its numbers."""
        mistakes = counted(int(self.measures["errors"]), "error")
        if self.ending == "hand":
            return f"Weights placed by hand: objective {text(self.loss)}, {mistakes}."
        if self.before is None:
            return f"Start: the objective is {text(self.loss)}, with {mistakes}{self.remark}."
        before = self.setting.loss.look(self.before).value
        looked = "" if self.rows is None else f" looks at {counted(len(self.rows), 'point')}"
        word = f"Step {self.iteration}" if self.rows is None else f"Update {self.iteration}{looked}"
        return f"{word}{self._without}: objective {change(before, self.loss)}, {mistakes}.{ENDINGS[self.ending]}"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The update with its numbers: of one point unit by unit, of more layer by layer; then the objective."""
        end = f"objective = {text(self.loss, 5)}"
        if self.before is None:
            return (end,)
        if self.rows is not None and len(self.rows) == 1 and not self.kept:
            return (*self.setting.step(self.before).working_at(int(self.rows[0])), end)
        parts = zip(self.units[1:], self.setting.layout.matrices(self.weights - self.before), strict=True)
        moved = [f"weights into {_span(names)} move by {text(float(np.linalg.norm(part)), 4)}" for names, part in parts]
        return (*moved, f"largest move {text(float(np.abs(self.weights - self.before).max()), 4)}", end)

    @cached_property
    def equation(self) -> str:
        """The rule, with its numbers where there is room."""
        return words.equation(self._net)

    @cached_property
    def notice(self) -> Notice | None:
        """Units that stay alike, a rate that is too large, a bottom not reached."""
        model = self.setting.model
        if model.spread == 0 and not self.weights.any():
            sentence = "With a spread of 0 all units begin alike, and no slope can make them differ."
            return Notice(sentence, Remedy("Use a spread of 1", {"spread": 1.0}))
        if self.ending == "diverged" or (self.before is not None and self.loss > 1.001 * self.setting.peak):
            rate = max(float(f"{model.rate / 10:.1e}"), LOWEST_RATE)
            sentence = f"The rate {text(model.rate)} is too large: the objective has climbed to {text(self.loss)}."
            return Notice(sentence, Remedy(f"Use {text(rate)}", {"rate": rate}))
        return None

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return back-propagation of one training point through these weights, unit by unit."""
        data, setting = self.setting.data, self.setting
        wanted, rate = setting.loss.wanted[:, row], setting.model.rate
        lines = words.told_point(self._net, data.points[row], wanted, rate)
        share = rate * setting.model.penalty / len(data)
        return (*lines, f"The penalty takes {text(100 * share)} % of each weight as well.") if share else lines

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return what each unit of the last hidden layer adds to each score at one place."""
        values, names = self.activations(point[None])[-2][0], self.units[-2]
        found = []
        for label, row in zip(self.units[-1], self.layers[-1], strict=True):
            parts = [(float(w), name, float(h)) for w, name, h in zip(row, names, values, strict=False)]
            terms = [Term(f"{text(w)}·{name} = {text(w)} × {text(h)}", w * h) for w, name, h in parts]
            offset = Term(f"offset {text(float(row[-1]))}", float(row[-1]))
            total = float(sum(term.value for term in terms) + offset.value)
            found.append(Reason(label, (*terms, offset), total, self._chances_at(point)))
        return tuple(found)

    def _chances_at(self, point: Array) -> str:
        """Return the probability of each class at one place; of two classes that of the second."""
        named = zip(self.classes.tolist(), self.probabilities(point[None])[0].tolist(), strict=True)
        told = [f"p({self.setting.data.class_names[label]}) = {text(chance)}" for label, chance in named]
        return told[-1] if len(told) == 2 else ", ".join(told)

    @cached_property
    def _seen(self) -> tuple[float, int, float]:
        """The loss, the training errors and the length of the gradient: from one way through all points."""
        look = self.setting.loss.look(self.weights)
        return look.value, look.wrong, float(np.linalg.norm(look.gradient))

    @property
    def _net(self) -> words.Net:
        return words.Net(self.layers, self.units, self.bend)

    @property
    def _without(self) -> str:
        """The units that dropout left out, in words."""
        names = [names[unit] for names, gone in zip(self.units[1:], self.left_out, strict=False) for unit in gone]
        return f" without {', '.join(names)}" if names else ""


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassNetworkStep(NetworkStep, HasDiscriminant):
    """Two classes: one score f, positive for the second."""

    def discriminant(self, points: Array) -> Array:
        """Return the score at points."""
        return self.activations(points)[-1][:, 0]

    def discriminant_field(self, grid: Grid) -> Array:
        """Return the score on a grid."""
        return np.asarray(scores_on(grid, self.layers, self.bend)[0])


@dataclass(frozen=True, eq=False, kw_only=True)
class ManyClassNetworkStep(NetworkStep):
    """Many classes: a score for each."""

    def scores(self, points: Array) -> Array:
        """Return the score of each class at points."""
        return self.activations(points)[-1]

    def field(self, grid: Grid) -> Array:
        """Return the score of each class on a grid."""
        return np.moveaxis(scores_on(grid, self.layers, self.bend), 0, -1)


@dataclass(frozen=True)
class NeuralNetwork(Model):
    """Adds up bent lines: each hidden unit bends a weighted sum, the next layer weighs what they say.

    A unit gives bend(Σ weight·input + offset); the last layer gives a score f for two classes, p(second) = 1/(1 +
    e^−f), or one for each of many, p their softmax. Loss = Σ −log p(own class) + penalty/2·‖W‖²; offsets are free.
    Slopes come by back-propagation: the error p − wanted goes back through the old weights. Newton looks at the
    curvature of every weight; the other solvers step by rate × the mean slope of the points they look at: one
    (stochastic), `batch` (minibatch), or all; points come in an order shuffled by the seed. A pass looks at every point
    once. Dropout leaves out each hidden unit with that chance, anew for each update, and multiplies the others by 1/(1
    − dropout); what is shown and measured has all units. The start draws weights and offsets of a unit from N(0,
    spread²/inputs). Of several runs the one with the least loss at its end is shown, the first if equal.
    """

    title = "Neural network"
    family = "Networks"
    averages = True
    most_points = 20_000
    watch = (
        "Each hidden unit of the first layer is a line, and the boundary is put together from them. Other seeds end in "
        "other valleys; too few units cannot bend enough, many without a penalty follow single points."
    )
    main = ("hidden", "rate", "penalty", "activation")

    hidden: str = param(
        "8",
        "Hidden units",
        "How many units each hidden layer has: 8, or 4,4 for two layers",
        pattern=HIDDEN,
        example="8 or 4,4, up to 64 units in up to five layers",
    )
    activation: str = param(
        "tanh",
        "Bend",
        "What a unit does with its sum",
        choices=("tanh", "logistic", "relu"),
        titles=("tanh", "Logistic", "ReLU"),
    )
    solver: str = param("adam", "Solver", "The way down to a small objective", choices=SOLVERS, titles=TITLES)
    rate: float = param(
        0.05, "Learning rate", "Length of a step", low=LOWEST_RATE, high=100.0, scale="log", shown_when=STEPPING
    )
    steps: int = param(200, "Passes", "How often the solver may look at all points", low=1, high=5000, scale="log")
    batch: int = param(10, "Batch", "How many points an update looks at", low=1, high=1000, shown_when=BATCHED)
    momentum: float = param(0.9, "Momentum", "How much of a move is kept", low=0.0, high=0.99, shown_when=MOVING)
    penalty: float = param(0.01, "Penalty", "The price of large weights; 0: none", low=0.0, high=100.0, scale="log")
    dropout: float = param(
        0.0, "Dropout", "The chance that an update leaves out a unit", low=0.0, high=0.9, unit="%", shown_when=STEPPING
    )
    spread: float = param(1.0, "Spread of the start", "How large the first weights are", low=0.0, high=10.0)
    restarts: int = param(
        1, "Runs", "How often it is tried from another start: the best run is shown", low=1, high=20, scale="log"
    )
    seed: int = param(0, "Seed", "Another seed draws another start and order", low=0, high=LARGEST_SEED)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each hidden layer has."""
        return tuple(int(part) for part in self.hidden.split(","))

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for Newton's method with more weights than it can look at."""
        super().refuse(data)
        count = NetworkSetting(self, data).layout.count
        if self.solver == "newton" and (count > MOST_CURVED or count * len(data) > MOST_LOOKED):
            sentence = "Newton’s method looks at the curvature along every weight"
            told = f"{sentence}: {count} weights and {counted(len(data), 'point')} are too many."
            raise CannotFit(told, Remedy("Use Adam", {"solver": "adam"}))

    def knobs(self) -> tuple[Knob, ...]:
        """Return how much large weights cost."""
        return (Knob("penalty", (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0), rising=False),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[NetworkStep | None]:
        """Yield the start, then the weights after each update of the best run."""
        setting = NetworkSetting(self, data)
        fits = start is not None and start.size == setting.layout.count
        if fits or self.restarts == 1:
            yield from _told(setting, self._run(setting, start if fits else None, 0))
            return
        best = yield from self._best(setting)
        remark = f" (run {best + 1}, the best of {self.restarts})"
        yield from _told(setting, self._run(setting, None, best), remark)

    def again(self, training: Dataset, start: Start | None, known: Step) -> Iterator[NetworkStep | None]:
        """Yield the steps of the best run, which is the one that began as a known step did."""
        setting = NetworkSetting(self, training)
        assert isinstance(known, NetworkStep)
        drawn = (setting.layout.drawn(stream(self.seed, 0, attempt), self.spread) for attempt in range(self.restarts))
        best = next((attempt for attempt, one in enumerate(drawn) if np.array_equal(one, known.weights)), None)
        if best is None or self.restarts == 1:
            return self.learn(training, start)
        return _told(setting, self._run(setting, None, best), known.remark)

    def _best(self, setting: NetworkSetting) -> Generator[None, None, int]:
        """Return which run ends lowest; it is made again then, since all steps of all runs would fill the memory."""
        ends = []
        for attempt in range(self.restarts):
            weights = np.zeros(setting.layout.count)
            for move in self._run(setting, None, attempt):
                weights = move.weights
                yield
            ends.append(setting.loss.look(weights).value)
        return int(np.argmin(ends))

    def _run(self, setting: NetworkSetting, start: Start | None, attempt: int) -> Iterator[WeightMove]:
        """Return one run from a start, or from one that is drawn."""
        drawn = setting.layout.drawn(stream(self.seed, 0, attempt), self.spread)
        weights = drawn if start is None else np.array(start, dtype=np.float64).ravel()
        told = {field.name: getattr(self, field.name) for field in fields(Training)}
        return Training(**told).run(setting.loss, weights, attempt)


def _told(setting: NetworkSetting, moves: Iterable[WeightMove], remark: str = "") -> Iterator[NetworkStep]:
    """Yield the steps of a run."""
    before: Array | None = None
    for iteration, move in enumerate(moves):
        if before is None:
            setting = replace(setting, start=move.weights)
        yield setting.step(
            move.weights, iteration, before=before, rows=move.rows, kept=move.kept, ending=move.ending, remark=remark
        )
        before, remark = move.weights, ""


def _span(names: tuple[str, ...]) -> str:
    """Return the names of a layer's units in short."""
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
