"""How each role of a line and each style of a point is drawn, in the words of the palette."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["own", "ring", "cross", "slash"]


@dataclass(frozen=True)
class LineStyle:
    """The palette's line that gives width and dashes, the colour's role, and whether a casing lies under it."""

    line: str
    colour: str
    casing: bool = False
    dash: tuple[float, ...] = ()  # in place of the palette's, in widths of the line
    flat: bool = False  # ends where it ends, without a round cap


@dataclass(frozen=True)
class Pass:
    """One pass of drawing a marker: its size as a factor, the pen's role and width in design pixels, the fill's role.

    Roles "own" stands for the colour of the mark, "" for none. gap: the ring lies outside by the mark's own gaps.
    """

    size: float
    pen: str
    width: float
    fill: str
    gap: bool = False
    dash: tuple[float, ...] = ()
    extra: float = 0.0  # design pixels added to the diameter
    form: Form = "own"  # the shape of the class, always a circle, or strokes through the middle


LINES = {
    "boundary": LineStyle("boundary", "boundary", casing=True),
    "sliver": LineStyle("axis", "boundary", flat=True),
    "margin": LineStyle("margin", "margin"),
    "contour": LineStyle("contour", "contour"),
    "probability": LineStyle("probability", "margin"),
    "path": LineStyle("path", "path", casing=True),
    "ahead": LineStyle("path_ahead", "path_ahead"),
    "trail": LineStyle("ghost", "path_ahead"),
    "ghost": LineStyle("ghost", "ghost"),
    "residual": LineStyle("axis", "margin"),
    "slack": LineStyle("contour", "ghost"),
    "dimension": LineStyle("path_ahead_solid", "margin"),
    "spoke": LineStyle("axis", "own"),
    "bar": LineStyle("curve", "own", flat=True),
    "without": LineStyle("path", "path", casing=True, dash=(3.0, 1.6)),
    "wire": LineStyle("curve", "own", flat=True),
    "wire_minus": LineStyle("curve", "own", dash=(2.2, 1.4)),
    "wire_plain": LineStyle("curve", "path_ahead", flat=True),
    "wire_plain_minus": LineStyle("curve", "path_ahead", dash=(2.2, 1.4)),
    "hatch": LineStyle("axis", "ghost"),
    "term": LineStyle("margin_solid", "own"),
    "box": LineStyle("curve", "path"),
    "learner": LineStyle("path_ahead_solid", "path"),
    "ellipse": LineStyle("margin_solid", "own"),
    "curve": LineStyle("curve", "own"),
    "progress": LineStyle("curve", "path"),
    "cursor": LineStyle("axis", "axis"),
    "run 0": LineStyle("run", "run 0", casing=True),
    "run 1": LineStyle("run", "run 1", casing=True, dash=(4, 1.8)),
    "run 2": LineStyle("run", "run 2", casing=True, dash=(1.4, 1.8)),
    "run 3": LineStyle("run", "run 3", casing=True, dash=(5.4, 1.8, 1.4, 1.8)),
    "run_ahead 0": LineStyle("path_ahead", "run 0"),
    "run_ahead 1": LineStyle("path_ahead", "run 1"),
    "run_ahead 2": LineStyle("path_ahead", "run 2"),
    "run_ahead 3": LineStyle("path_ahead", "run 3"),
    "runner 0": LineStyle("curve", "path", casing=True),
    "runner 1": LineStyle("curve", "path", casing=True, dash=(4, 2)),
    "runner 2": LineStyle("curve", "path", casing=True, dash=(1, 1.6)),
    "runner 3": LineStyle("curve", "path", casing=True, dash=(6, 1.6, 1, 1.6)),
    "brush": LineStyle("margin_solid", "margin"),
    "lasso": LineStyle("margin", "margin"),
    "arm": LineStyle("path_ahead_solid", "path"),
    "gradient": LineStyle("margin_solid", "path"),
    "downhill": LineStyle("path", "path", casing=True),
    "pen": LineStyle("pen", "pen", casing=True),
    "highlighter": LineStyle("highlighter", "highlighter", flat=True),
    "laser": LineStyle("laser", "laser"),
    "grid": LineStyle("grid", "grid"),
    "axis": LineStyle("axis", "axis"),
}

CROSS = Pass(0.56, "casing", 1.9, "", form="cross")  # cut into a marker that has a body
SLASH = (
    Pass(1.9, "casing", 4.6, "", form="slash"),
    Pass(1.9, "boundary", 2.2, "", form="slash"),
)  # through one of lines

POINTS: dict[str, tuple[Pass, ...]] = {
    "filled": (Pass(1.0, "casing", 1.0, "own", extra=1.0),),
    "hollow": (Pass(1.0, "own", 1.6, "plane"),),
    "wrong": (Pass(1.32, "casing", 3.9, ""), Pass(1.32, "boundary", 1.5, "own"), CROSS),
    "wrong_test": (
        Pass(1.32, "casing", 3.9, ""),
        Pass(1.32, "boundary", 1.5, "plane"),
        Pass(0.56, "own", 1.9, "", form="cross"),
    ),
    "struck": (Pass(1.0, "casing", 1.0, "own", extra=1.0), *SLASH),
    "struck_test": (Pass(1.0, "own", 1.6, "plane"), *SLASH),
    "cross": (CROSS,),
    "taken": (Pass(1.95, "casing", 4.4, ""), Pass(1.95, "own", 2.0, "")),
    "support": (
        Pass(1.0, "casing", 4.4, "", extra=7.7, form="ring"),
        Pass(1.0, "support", 2.0, "", extra=7.7, form="ring"),
    ),
    "support_many": (
        Pass(1.0, "casing", 3.0, "", extra=7.7, form="ring"),
        Pass(1.0, "support", 1.4, "", extra=7.7, form="ring"),
    ),
    "hovered": (
        Pass(1.5, "casing", 1.0, "own"),
        Pass(1.5, "casing", 4.9, "", extra=6, form="ring"),
        Pass(1.5, "boundary", 2.5, "", extra=6, form="ring"),
    ),
    "selected": (Pass(1.0, "boundary", 1.4, "", dash=(3, 2), extra=8, form="ring"),),
    "centre": (Pass(2.1, "casing", 5.0, ""), Pass(2.1, "boundary", 2.6, "own")),
    "start": (Pass(1.0, "path", 2.0, "plane"),),
    "here": (Pass(1.5, "casing", 6.0, "", form="ring"), Pass(1.5, "path", 3.6, "plane", form="ring")),
    "influence": (Pass(1.0, "", 0.0, "own", extra=15.0, form="ring"),),
    "changed": (
        Pass(1.0, "casing", 4.0, "", extra=11, form="ring"),
        Pass(1.0, "ghost", 1.6, "", extra=11, form="ring"),
    ),
    "picked": (
        Pass(1.0, "casing", 4.8, "", extra=11, form="ring"),
        Pass(1.0, "boundary", 2.4, "", extra=11, form="ring"),
    ),
    "laser": (Pass(1.0, "casing", 1.0, "own", extra=6.0, form="ring"),),
    "dot": (Pass(0.9, "casing", 1.6, "own"),),
    "step": (Pass(1.0, "casing", 3.4, "", form="ring"), Pass(1.0, "path", 1.1, "own", form="ring")),
}


def line_style(role: str) -> tuple[LineStyle, str]:
    """Return the style of a line's role and the role of its colour: "ellipse 2" is drawn in the colour of class 2."""
    if role in LINES:
        return LINES[role], LINES[role].colour
    kind, _, label = role.partition(" ")
    style = LINES[kind]
    return style, (f"class {label}" if style.colour == "own" and label else style.colour)
