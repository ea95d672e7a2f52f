"""Points and lines as PGFPlots, with one style for each role, for authors who restyle."""

from collections.abc import Sequence

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.latex import latex_words
from mlexplorer.figures import key
from mlexplorer.figures.caption import sentence
from mlexplorer.figures.page import CHART_ASPECT, aspect_of
from mlexplorer.figures.sheet import ASPECTS, Sheet
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Line, Mark, Points
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.plot import Plot
from mlexplorer.marks.styles import line_style
from mlexplorer.painting.strokes import paper_line
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.views import catalogue

MARKS = {  # the mark with an inside, the one without
    "circle": ("*", "o"),
    "triangle": ("triangle*", "triangle"),
    "lozenge": ("diamond*", "diamond"),
    "cross": ("x", "x"),
    "square": ("square*", "square"),
    "bar": ("-", "-"),
    "triangle_down": ("triangle*", "triangle"),
    "plus": ("+", "+"),
    "hourglass": ("asterisk", "asterisk"),
    "dot": ("*", "o"),
}
SIZES = {
    "filled": 1.6,
    "hollow": 1.6,
    "centre": 3.4,
    "support": 3.0,
    "bounded": 3.6,
    "wrong": 3.2,
    "picked": 4.2,
}  # points
NAMES = {
    "filled": "",
    "hollow": "test ",
    "centre": "centre ",
    "wrong": "wrong ",
    "bounded": "bounded ",
    "picked": "picked ",
}
RINGS = ("support", "bounded", "picked")
OUTLINES = {"errors": "wrong", "picked": "picked"}  # layers of which only this style is not drawn by others already


def tikz(snapshot: Snapshot, sheet: Sheet) -> str:
    """Return the plane of a snapshot as a tikzpicture; regions, arrows and words are left out."""
    plot, theme = catalogue.plots(snapshot, catalogue.PLANE)[0], palette.theme(sheet.theme)
    marks = [mark for layer in plot.layers for mark in _drawn(layer.name, layer.marks)]
    samples = [(entry.words, _drawn("key", entry.marks)) for entry in key.entries(snapshot, plot.layers)]
    labels = {_name(sample[0]): words for words, sample in samples if len(sample) == 1}
    lines = [
        f"% {sentence(snapshot)}",
        "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18}",
        *_styles(marks, theme),
        "\\begin{tikzpicture}",
        f"\\begin{{axis}}[{', '.join(_options(plot, sheet))}]",
        *_plotted(marks, labels),
        "\\end{axis}",
        "\\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _options(plot: Plot, sheet: Sheet) -> list[str]:
    left, right, bottom, top = plot.bounds
    aspect = ASPECTS[sheet.aspect] or (aspect_of(plot.bounds) if plot.equal else CHART_ASPECT)
    names = [f"${name}$" if len(name) == 1 else latex_words(name) for name in plot.names]
    return [
        f"width={sheet.width:g}mm, height={sheet.width / aspect:.1f}mm",
        *(["axis equal image"] if plot.equal else []),
        f"xmin={left:.6g}, xmax={right:.6g}, ymin={bottom:.6g}, ymax={top:.6g}",
        f"xlabel={{{names[0]}}}, ylabel={{{names[1]}}}",
        "axis lines=left, legend columns=4",
        "legend style={draw=none, font=\\footnotesize, at={(0.5,1.02)}, anchor=south}",
        "legend cell align=left, legend style={/tikz/every even column/.append style={column sep=4pt}}",
    ]


def _drawn(layer: str, marks: Sequence[Mark]) -> list[Points | Line]:
    """Return the marks that are exported; of layers that draw something again only their outlines."""
    points = [mark for mark in marks if isinstance(mark, Points) and mark.style in SIZES and len(mark.places)]
    if layer in OUTLINES:
        return [mark for mark in points if mark.style == OUTLINES[layer]]
    return [*(mark for mark in marks if isinstance(mark, Line)), *points]


def _styles(marks: list[Points | Line], theme: Theme) -> list[str]:
    """Return a colour and a style for every role that occurs, so that one line changes all its marks."""
    found: dict[str, str] = {}
    for mark in marks:
        name = _name(mark)
        if name not in found:
            role = mark.role if isinstance(mark, Points) else line_style(mark.role)[1]
            colour = f"\\definecolor{{mlx{_letters(name)}}}{{HTML}}{{{theme.colour(role)[1:]}}}"
            found[name] = f"{colour}\n\\pgfplotsset{{mlx {name}/.style={{{_look(mark, theme, _letters(name))}}}}}"
    return list(found.values())


def _look(mark: Points | Line, theme: Theme, letters: str) -> str:
    if isinstance(mark, Line):
        style = line_style(mark.role)[0]
        measures = paper_line(style.line)
        dash = tuple(part * measures.width for part in style.dash) or measures.dash
        words = " ".join(f"{'off' if place % 2 else 'on'} {part:.3g}pt" for place, part in enumerate(dash))
        return f"mlx{letters}, line width={measures.width:g}pt" + (f", dash pattern={words}" if words else "")
    shape = "circle" if mark.style in RINGS else theme.style(mark.shape).shape
    is_open = mark.style in (*RINGS, "wrong", "hollow")
    options = ["fill=white"] if mark.style == "hollow" else ["draw=black"] if mark.style == "centre" else []
    options += ["rotate=180"] if shape == "triangle_down" else []
    inside = f", mark options={{{', '.join(options)}}}" if options else ""
    return f"only marks, mlx{letters}, mark={MARKS[shape][is_open]}, mark size={SIZES[mark.style]}pt{inside}"


def _plotted(marks: list[Points | Line], labels: dict[str, str]) -> list[str]:
    """Return what plots marks, with one entry in the legend for each style that has a label."""
    lines, open_labels = [], dict(labels)
    for mark in marks:
        name = _name(mark)
        for piece in [mark.places] if isinstance(mark, Points) else _pieces(mark.path):
            if len(piece):
                forget = "" if name in open_labels else ", forget plot"
                lines.append(f"\\addplot[mlx {name}{forget}] coordinates {{{_coordinates(piece)}}};")
                if name in open_labels:
                    lines.append(f"\\addlegendentry{{{latex_words(open_labels.pop(name))}}}")
    return lines


def _pieces(path: Array) -> list[Array]:
    broken = np.flatnonzero(~np.isfinite(path).all(axis=1))
    return [piece[np.isfinite(piece).all(axis=1)] for piece in np.split(path, broken)]


def _coordinates(places: Array) -> str:
    return " ".join(f"({x:.6g},{y:.6g})" for x, y in places.tolist())


def _name(mark: Points | Line) -> str:
    """Return the name of a mark's style."""
    return NAMES.get(mark.style, "") + mark.role if isinstance(mark, Points) else mark.role


def _letters(name: str) -> str:
    """Return a name for a colour: letters and digits only."""
    return "".join(word.capitalize() for word in name.replace("-", "minus ").split())
