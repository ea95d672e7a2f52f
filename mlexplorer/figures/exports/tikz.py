"""Points and lines as PGFPlots, with one style for each role, for authors who restyle."""

from collections.abc import Sequence

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.edits.latex import latex_words
from mlexplorer.figures import key
from mlexplorer.figures.caption import sentence
from mlexplorer.figures.page import Page, board
from mlexplorer.figures.sheet import Sheet
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
LEGENDS = {  # where the key stands
    "above": "at={(0.5,1.02)}, anchor=south",
    "below": "at={(0.5,-0.2)}, anchor=north",
    "right": "at={(1.03,1)}, anchor=north west",
}


def tikz(snapshot: Snapshot, sheet: Sheet) -> str:
    """Return the plane of a snapshot as a tikzpicture, exactly as wide as the sheet; other views are refused.

    Regions, arrows, words and bars of colours are left out, and a remark says so.
    """
    if sheet.views != (catalogue.PLANE,) or sheet.is_repeated:
        raise ValueError("PGFPlots can hold one plane alone: write views, moments, values and runs as .pdf.")
    plot, theme = catalogue.plots(snapshot, catalogue.PLANE)[0], palette.theme(sheet.theme)
    marks = [mark for layer in plot.layers for mark in _drawn(layer.name, layer.marks)]
    every = key.entries(snapshot, plot.layers)
    entries = [entry for entry in every if entry.legend is None] if sheet.key != "none" else []
    samples = [mark for entry in entries for mark in _drawn("key", entry.marks)]
    page = Page(sheet, board([plot], sheet), every)
    lines = [
        f"% {sentence(snapshot)}",
        "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18}",
        *([f"% left out: {', '.join(left_out)}"] if (left_out := _left_out(plot)) else []),
        *_styles([*marks, *samples], theme),
        "\\begin{tikzpicture}",
        f"\\begin{{axis}}[{', '.join(_options(plot, page))}]",
        *_plotted(marks),
        *(f"\\addlegendimage{{{_image(entry)}}}\\addlegendentry{{{latex_words(entry.words)}}}" for entry in entries),
        "\\end{axis}",
        "\\pgfresetboundingbox",
        f"\\path[use as bounding box] {_box(page)};",
        "\\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _options(plot: Plot, page: Page) -> list[str]:
    """Return the options of the axis: as large as on our own page, with letters as large as there."""
    left, right, bottom, top = plot.bounds
    rect, size = page.rects[0][0], page.sheet.letters
    names = [f"${name}$" if len(name) == 1 else latex_words(name) for name in plot.names]
    small, large = (f"\\fontsize{{{points:g}}}{{{1.2 * points:g}}}\\selectfont" for points in (size, 1.2 * size))
    columns = max((len(row.entries) for row in page.key_rows), default=1)
    return [
        f"scale only axis, width={rect.width():.2f}bp, height={rect.height():.2f}bp",
        f"at={{({rect.left():.2f}bp,0bp)}}, anchor=south west",
        f"xmin={left:.6g}, xmax={right:.6g}, ymin={bottom:.6g}, ymax={top:.6g}",
        f"xlabel={{{names[0]}}}, ylabel={{{names[1]}}}",
        f"tick label style={{font={small}}}, label style={{font={large}}}",
        f"axis lines=left, legend columns={1 if page.sheet.key == 'right' else columns}",
        f"legend style={{draw=none, font={small}, inner sep=0pt, {LEGENDS.get(page.sheet.key, LEGENDS['above'])}}}",
        "legend cell align=left, legend style={/tikz/every even column/.append style={column sep=4pt}}",
    ]


def _box(page: Page) -> str:
    """Return the page as a rectangle around the axis, whose lower left corner is at height 0."""
    rect, size = page.rects[0][0], page.size
    below, above = rect.bottom() - size.height, rect.bottom()
    return f"(0bp,{below:.2f}bp) rectangle ({size.width:.2f}bp,{above:.2f}bp)"


def _left_out(plot: Plot) -> list[str]:
    """Return what of a plane no PGFPlots is made of, by its layers."""
    drawn = {layer.name for layer in plot.layers if any(isinstance(mark, Points | Line) for mark in layer.marks)}
    return [layer.name for layer in plot.layers if layer.marks and layer.name not in drawn]


def _image(entry: key.KeyEntry) -> str:
    """Return the style of the sample before an entry of the key."""
    sample = _drawn("key", entry.marks)
    return f"mlx {_name(sample[0])}" if sample else "empty legend"


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


def _plotted(marks: list[Points | Line]) -> list[str]:
    """Return what plots marks; the key has samples of its own."""
    return [
        f"\\addplot[mlx {_name(mark)}, forget plot] coordinates {{{_coordinates(piece)}}};"
        for mark in marks
        for piece in ([mark.places] if isinstance(mark, Points) else _pieces(mark.path))
        if len(piece)
    ]


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
