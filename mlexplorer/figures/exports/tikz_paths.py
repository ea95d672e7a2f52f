"""Shapes of SVG as paths of TikZ."""

import math
import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTransform

PART = re.compile(r"([MLC])([^MLCZ]*)")
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
IN_A_LINE = 8  # places: TeX reads no endless lines
CLOSE = 0.005  # points: ends nearer than that are one
MANY = 40  # parts of a path: more are drawn one after the other where they lie apart
Pair = tuple[float, float]


def shape(element: Element, transform: str = "") -> str:
    """Return a shape of SVG as the words of a path."""
    kind = element.tag.rpartition("}")[2]
    turn = matrix(transform)
    return "\n  ".join(_subpaths(KINDS[kind](element), turn))


def parts(path: str, even: bool) -> Iterator[str]:
    """Yield a path in parts that LaTeX has memory for: discs lie apart, and where a line runs no other matters."""
    found = path.split("\n  (")
    apart = not even or all(") circle[" in part for part in found)
    if not apart or len(found) <= MANY:
        yield path
        return
    for start in range(0, len(found), MANY):
        yield "(" + "\n  (".join(found[start : start + MANY]).removeprefix("(")


def matrix(transform: str) -> QTransform:
    """Return the transform of a group."""
    found = [float(number) for number in NUMBER.findall(transform)]
    return QTransform(*found) if len(found) == 6 else QTransform()


def growth(transform: str) -> float:
    """Return by how much a transform makes lines wider."""
    return math.sqrt(abs(matrix(transform).determinant()))


def degrees(turn: QTransform) -> float:
    """Return by how much a transform turns words, against the clock."""
    return -math.degrees(math.atan2(turn.m12(), turn.m11()))


def _of_path(element: Element) -> list[list[tuple[str, list[float]]]]:
    """Return the subpaths of a path, each a list of commands with their numbers."""
    found: list[list[tuple[str, list[float]]]] = []
    for command, words in PART.findall(element.get("d", "")):
        numbers = [float(number) for number in NUMBER.findall(words)]
        if command == "M" or not found:
            found.append([])
        found[-1].append((command, numbers))
    return found


def _of_rect(element: Element) -> list[list[tuple[str, list[float]]]]:
    x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return [[("L" if index else "M", list(corner)) for index, corner in enumerate(corners)]]


def _of_points(element: Element) -> list[list[tuple[str, list[float]]]]:
    numbers = [float(number) for number in NUMBER.findall(element.get("points", ""))]
    places = list(zip(numbers[::2], numbers[1::2], strict=True))
    closed = places[:1] if element.tag.endswith("polygon") else []
    return [[("L" if index else "M", list(place)) for index, place in enumerate([*places, *closed])]]


KINDS: dict[str, Callable[[Element], list[list[tuple[str, list[float]]]]]] = {
    "path": _of_path,
    "rect": _of_rect,
    "polyline": _of_points,
    "polygon": _of_points,
}


def _subpaths(found: list[list[tuple[str, list[float]]]], turn: QTransform) -> Iterator[str]:
    for commands in found:
        placed = [(command, _mapped(numbers, turn)) for command, numbers in commands]
        yield _disc(placed) or _followed(placed)


def _mapped(numbers: list[float], turn: QTransform) -> list[Pair]:
    places = [turn.map(QPointF(x, y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return [(place.x(), place.y()) for place in places]


def _disc(placed: list[tuple[str, list[Pair]]]) -> str:
    """Return four arcs as the circle that they are; nothing for any other path."""
    if [command for command, _ in placed] != ["M", "C", "C", "C", "C"]:
        return ""
    ends = [places[-1] for _, places in placed[1:]]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    x, y, radius = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, (max(xs) - min(xs)) / 2
    if abs(max(ys) - min(ys) - 2 * radius) > CLOSE:
        return ""
    return f"({x:.2f},{y:.2f}) circle[radius={radius:.3f}bp]"


def _followed(placed: list[tuple[str, list[Pair]]]) -> str:
    """Return the words of a subpath; one that ends where it began is closed."""
    first, last = placed[0][1][0], placed[-1][1][-1]
    closed = len(placed) > 2 and math.dist(first, last) < CLOSE
    words = []
    for command, places in placed[: -1 if closed and placed[-1][0] == "L" else None]:
        told = [f"({x:.2f},{y:.2f})" for x, y in places]
        words.append({"M": "{0}", "L": "-- {0}", "C": ".. controls {0} and {1} .. {2}"}[command].format(*told))
    lines = [" ".join(words[start : start + IN_A_LINE]) for start in range(0, len(words), IN_A_LINE)]
    return "\n    ".join(lines) + (" -- cycle" if closed else "")
