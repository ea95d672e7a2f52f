"""Points and lines as PGFPlots, with one style for each role, for authors who restyle."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.figures import views
from mlexplorer.figures.caption import latex_words, sentence
from mlexplorer.figures.sheet import ASPECTS, Sheet
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Line, Mark, Points
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import line_style
from mlexplorer.session.snapshot import Snapshot

MARKS = {
    "circle": "*",
    "triangle": "triangle*",
    "lozenge": "diamond*",
    "cross": "x",
    "square": "square*",
    "bar": "-",
    "triangle_down": "triangle*, mark options={rotate=180}",
    "plus": "+",
    "hourglass": "asterisk",
}
ONE_STROKE = ("cross", "bar", "plus", "hourglass")  # marks that have no inside
DRAWN = ("filled", "hollow", "centre")


def tikz(snapshot: Snapshot, sheet: Sheet) -> str:
    """Return the plane of a snapshot as a tikzpicture; regions are left out."""
    plot, theme = views.plots(snapshot, views.PLANE)[0], palette.theme(sheet.theme)
    layers = [layer for layer in plot.layers if layer.name != "errors"]  # its points are drawn already
    marks = [mark for layer in layers for mark in layer.marks if isinstance(mark, Points | Line)]
    left, right, bottom, top = plot.bounds
    aspect = ASPECTS[sheet.aspect] or (right - left) / (top - bottom)
    options = [
        f"width={sheet.width:g}mm",
        f"height={sheet.width / aspect:.1f}mm",
        "scale only axis=false",
        f"xmin={left:.6g}, xmax={right:.6g}, ymin={bottom:.6g}, ymax={top:.6g}",
        f"xlabel={{{latex_words(plot.names[0])}}}, ylabel={{{latex_words(plot.names[1])}}}",
        "axis lines=left, legend style={draw=none}",
    ]
    lines = [
        f"% {sentence(snapshot)}",
        "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18}",
        *_styles(marks, theme),
        "\\begin{tikzpicture}",
        f"\\begin{{axis}}[{', '.join(options)}]",
        *(line for mark in marks for line in _plotted(mark)),
        "\\end{axis}",
        "\\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _styles(marks: list[Points | Line], theme: Theme) -> list[str]:
    """Return a colour and a style for every role that occurs, so that one line changes all its marks."""
    found: dict[str, str] = {}
    for mark in marks:
        name = _name(mark)
        if name and name not in found:
            role = mark.role if isinstance(mark, Points) else line_style(mark.role)[1]
            colour = f"\\definecolor{{mlx{_letters(name)}}}{{HTML}}{{{theme.colour(role)[1:]}}}"
            found[name] = f"{colour}\n\\pgfplotsset{{mlx {name}/.style={{{_look(mark, theme, _letters(name))}}}}}"
    return list(found.values())


def _look(mark: Points | Line, theme: Theme, letters: str) -> str:
    if isinstance(mark, Line):
        measures = palette.line(line_style(mark.role)[0].line.removesuffix("_solid"), "pt")
        dash = " ".join(f"{word} {part:g}pt" for word, part in zip(("on", "off"), measures.dash, strict=False))
        return f"mlx{letters}, line width={measures.width:g}pt" + (f", dash pattern={dash}" if dash else "")
    shape = theme.style(mark.shape).shape
    size = {"filled": 1.6, "hollow": 1.6, "centre": 3.4}[mark.style]
    if mark.style == "hollow" and shape not in ONE_STROKE:
        inside = f", mark options={{fill=white{', rotate=180' if shape == 'triangle_down' else ''}}}"
        return f"only marks, mlx{letters}, mark={MARKS[shape].split(',')[0]}, mark size={size}pt{inside}"
    return f"only marks, mlx{letters}, mark={MARKS[shape]}, mark size={size}pt"


def _plotted(mark: Points | Line) -> list[str]:
    name = _name(mark)
    if not name:
        return []
    pieces = [mark.places] if isinstance(mark, Points) else _pieces(mark.path)
    return [f"\\addplot[mlx {name}] coordinates {{{_coordinates(piece)}}};" for piece in pieces if len(piece)]


def _pieces(path: Array) -> list[Array]:
    broken = np.flatnonzero(~np.isfinite(path).all(axis=1))
    return [piece[np.isfinite(piece).all(axis=1)] for piece in np.split(path, broken)]


def _coordinates(places: Array) -> str:
    return " ".join(f"({x:.6g},{y:.6g})" for x, y in places.tolist())


def _name(mark: Mark) -> str:
    """Return the name of a mark's style; nothing for rings and outlines, which need more than a marker."""
    if isinstance(mark, Points):
        return (
            {"filled": "", "hollow": "test ", "centre": "centre "}[mark.style] + mark.role
            if mark.style in DRAWN
            else ""
        )
    return mark.role if isinstance(mark, Line) else ""


def _letters(name: str) -> str:
    """Return a name for a colour: letters and digits only."""
    return "".join(word.capitalize() for word in name.split())
