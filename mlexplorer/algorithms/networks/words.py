"""A network in words: the names of its units and weights, its formula, and back-propagation of one point in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mlexplorer.algorithms.networks.loss import chances
from mlexplorer.algorithms.networks.passes import ACTIVATIONS, Activation, backward, forward, with_ones
from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import numbered, tex_sum, text, text_sum

_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
MOST_TERMS = 4  # of a sum that is written out
MOST_UNITS = 12  # of a layer whose arithmetic is written out


def unit_names(sizes: tuple[int, ...], outputs: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return what the units of each layer are called: x₁, h₂ or, in the second of several layers, h²₂."""
    hidden = [
        tuple(numbered("h" if len(sizes) == 3 else f"h{_POWERS[layer]}", unit) for unit in range(1, size + 1))
        for layer, size in enumerate(sizes[1:-1], 1)
    ]
    return (tuple(numbered("x", number) for number in range(1, sizes[0] + 1)), *hidden, outputs)


def weight_names(units: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return what every weight is called, in the order of the flat vector: x₁→h₁, and 1→h₁ for an offset."""
    return tuple(
        f"{source}→{unit}" for sources, layer in pairwise(units) for unit in layer for source in (*sources, "1")
    )


@dataclass(frozen=True, eq=False)
class Net:
    """A network by the matrices of its layers, the names of its units, inputs first, and its bend."""

    matrices: Sequence[Array]
    units: Sequence[tuple[str, ...]]
    bend: str

    @property
    def activation(self) -> Activation:
        """How hidden units bend their sums."""
        return ACTIVATIONS[self.bend]


def equation(net: Net) -> str:
    """Return the rule as LaTeX, with its numbers as far as there is room for them."""
    first, last, shape = net.matrices[0], net.matrices[-1], net.activation.formula
    chance = r"p = \frac{1}{1 + e^{-f}}" if len(last) == 1 else r"p_k = \frac{e^{f_k}}{\sum_j e^{f_j}}"
    if len(net.matrices) > 2 or len(first) > MOST_TERMS:
        layers = range(1, len(net.matrices))
        hidden = [rf"\mathbf{{h}}_{{{layer}}} = {shape.format(_product(layer))}" for layer in layers]
        score = "f" if len(last) == 1 else r"\mathbf{f}"
        return r", \quad ".join([chance, f"{score} = {_product(len(net.matrices))}", *hidden])
    names = ["f"] if len(last) == 1 else [f"f_{{{number}}}" for number in range(len(last))]
    rules = [f"{name} = {_sum(row, 'h')}" for name, row in zip(names, last, strict=True)]
    hidden = [f"h_{{{unit}}} = {shape.format(_sum(row, 'x'))}" for unit, row in enumerate(first, 1)]
    return r", \quad ".join([chance, *rules, *hidden])


def _product(layer: int) -> str:
    before = r"\mathbf{x}" if layer == 1 else rf"\mathbf{{h}}_{{{layer - 1}}}"
    return rf"W_{{{layer}}} {before} + \mathbf{{b}}_{{{layer}}}"


def _sum(row: Array, letter: str) -> str:
    names = [*(f"{letter}_{{{number}}}" for number in range(1, len(row))), ""]
    return tex_sum(zip(row.tolist(), names, strict=True))


def told_point(net: Net, place: Array, wanted: Array, rate: float) -> tuple[str, ...]:
    """Return back-propagation of one point, line by line: forward, the error, the way back, slopes and new weights.

    Wanted has the chance one would like for each score. New weights are those of a plain step by this point alone.
    """
    values = forward(net.matrices, with_ones(place[None]), net.activation)
    slopes, deltas = backward(net.matrices, values, chances(values[-1]) - wanted[:, None], net.activation)
    layers = range(len(net.matrices))
    lines = ["Forward:", *(line for layer in layers for line in _forward_lines(net, layer, values))]
    lines += ["Error Δ = p − wanted:", *_error_lines(net.units[-1], values[-1], wanted)]
    for layer in reversed(layers[1:]):
        lines += [
            f"Back to {net.units[layer][0]} …: Δ = bend′ · Σ old weight·Δ:",
            *_back_lines(net, layer, values, deltas),
        ]
    lines.append(f"A plain step by this point alone, weight − {text(rate, 4)}·Δ·input:")
    for layer in reversed(layers):
        lines += _new_lines(net, layer, slopes[layer], rate)
    return tuple(lines)


def _forward_lines(net: Net, layer: int, values: Sequence[Array]) -> list[str]:
    """Return each unit's sum at the point, and what it gives."""
    lines, matrix, below = [], net.matrices[layer], values[layer][:, 0]
    is_last = layer == len(net.matrices) - 1
    for name, row, value in zip(net.units[layer + 1], matrix, values[layer + 1][:, 0].tolist(), strict=False):
        terms = zip(row.tolist(), [*(_factor(come) for come in below[:-1].tolist()), ""], strict=True)
        shown = text_sum(terms) if len(row) <= MOST_TERMS + 1 else f"Σ weight·{net.units[layer][0]} …"
        total = text(float(row @ below), 4)
        bent = "" if is_last else f", {net.activation.words.format(total)} = {text(value, 4)}"
        lines.append(f"{name}: {shown} = {total}{bent}")
    return _shortened(lines)


def _factor(value: float, digits: int = 3) -> str:
    """Return a number as a factor: in brackets if it is below 0."""
    return f"({text(value, digits)})" if value < 0 else text(value, digits)


def _error_lines(names: Sequence[str], scores: Array, wanted: Array) -> list[str]:
    found = zip(names, chances(scores)[:, 0].tolist(), wanted.tolist(), strict=True)
    return _shortened([f"{name}: {text(p, 4)} − {text(goal)} = {text(p - goal, 4)}" for name, p, goal in found])


def _back_lines(net: Net, layer: int, values: Sequence[Array], deltas: Sequence[Array]) -> list[str]:
    """Return the error of each hidden unit: the slope of its bend times what comes back to it."""
    slopes = net.activation.slope(values[layer][:-1])[:, 0]
    come = (net.matrices[layer][:, :-1].T @ deltas[layer])[:, 0]
    parts = zip(net.units[layer], slopes.tolist(), come.tolist(), deltas[layer - 1][:, 0].tolist(), strict=True)
    return _shortened([f"{name}: {text(a, 4)}·{_factor(b, 4)} = {text(c, 4)}" for name, a, b, c in parts])


def _new_lines(net: Net, layer: int, slopes: Array, rate: float) -> list[str]:
    """Return the slope of each weight into a layer, and the weight before and after."""
    names, sources, old = net.units[layer + 1], (*net.units[layer], "1"), net.matrices[layer]
    new = old - rate * slopes
    return _shortened(
        [
            f"{source}→{name}: slope {text(slopes[i, j], 4)}, {text(old[i, j], 4)} → {text(new[i, j], 4)}"
            for i, name in enumerate(names)
            for j, source in enumerate(sources)
        ]
    )


def _shortened(lines: list[str]) -> list[str]:
    rest = len(lines) - MOST_UNITS
    return lines if rest <= 0 else [*lines[:MOST_UNITS], f"… and {rest} more"]
