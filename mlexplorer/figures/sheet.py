"""The options of a figure as a recipe, so that the form, the file and the command line come from one declaration."""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from mlexplorer.core.params import Recipe, param, specs
from mlexplorer.session.session import View

POINTS_PER_MM = 72 / 25.4
MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
PRESETS = {"column": 85.0, "columns": 170.0, "a4": 160.0, "slide": 254.0, "square": 120.0}
THEMES = ("print", "print_grey", "light", "dark", "projector")
ASPECTS = {"data": 0.0, "1:1": 1.0, "4:3": 4 / 3, "3:2": 1.5, "16:9": 16 / 9, "2:1": 2.0, "3:4": 0.75}
LEAST_MM, MOST_MM = 20.0, 2000.0
OPTION = "figure "  # begins the names under which a view remembers these options


@dataclass(frozen=True)
class Sheet(Recipe):
    """How a figure looks on paper."""

    title: ClassVar[str] = "Figure"

    view: str = param("plane", "What", "The plane or a view beside it; several are joined by + and get letters")
    steps: str = param(
        "",
        "Moments",
        "A contact sheet of moments of the timeline such as 0,3,end; one number alone means so many, evenly spread",
    )
    vary: str = param(
        "", "Values", "Small multiples: the figure for several values of parameters such as cost=1,100;gamma=0.1,1,10"
    )
    runs: bool = param(False, "Runs", "Every run of the session, side by side")
    width: float = param(85.0, "Width in mm", "Width of the figure in millimetres", low=LEAST_MM, high=MOST_MM)
    aspect: str = param(
        "data",
        "Shape",
        "Width to height; that of the data keeps equal units on both axes",
        choices=tuple(ASPECTS),
        titles=("As the data", *tuple(ASPECTS)[1:]),
    )
    theme: str = param(
        "print",
        "Colours",
        "Every theme keeps its classes apart for any colour vision; grey print, with hatches, needs no colour at all",
        choices=THEMES,
        titles=("Print, colour-vision-safe", "Grey print, with hatches", "Light", "Dark", "Projector"),
    )
    key: str = param(
        "above",
        "Key",
        "Where the meaning of the marks is written",
        choices=("above", "below", "right", "none"),
    )
    axes: bool = param(True, "Axes", "Draw the axes with numbers and names")
    heading: str = param("", "Title", "Words above the figure")
    caption: bool = param(False, "Caption", "Write model, parameters, data and errors below the figure")
    columns: int = param(0, "Columns", "How many plots stand side by side; 0 chooses", low=0, high=9)
    letters: float = param(
        7.5,
        "Font size in points",
        "Size of the numbers at the axes; names and titles are a little larger",
        low=4.0,
        high=30.0,
    )
    lines: float = param(1.0, "Line weight", "Factor of all line widths", low=0.25, high=4.0, scale="log")
    markers: float = param(
        3.6, "Marker size in points", "Diameter of a marker; smaller in a grid of small plots", low=1.0, high=20.0
    )
    transparent: bool = param(False, "Transparent", "Leave the background out")
    dpi: int = param(300, "Dots per inch", "Resolution of a PNG", low=50, high=1200)
    editable: bool = param(False, "Editable text", "Keep text as text in SVG; it needs the font Inter where it is read")
    embed: bool = param(
        True, "Can be reopened", "Put the session with its data points into the file; opening the file restores it"
    )

    def __post_init__(self) -> None:
        """Refuse more than one reason to repeat the views."""
        super().__post_init__()
        if bool(self.steps) + bool(self.vary) + self.runs > 1:
            raise ValueError("A figure repeats its views for moments, for values or for runs, not for two of them.")

    @property
    def is_repeated(self) -> bool:
        """Whether the views are drawn several times: for moments, values or runs."""
        return bool(self.steps or self.vary or self.runs)

    @property
    def points_wide(self) -> float:
        """The width in points."""
        return self.width * POINTS_PER_MM

    @property
    def views(self) -> tuple[str, ...]:
        """The names of all views that are wanted."""
        return tuple(name.strip() for name in self.view.split("+"))


def length(words: str) -> float:
    """Return a length such as "85mm", "8.5 cm", "3.4in", "240pt" or a preset such as "column" in millimetres."""
    if words in PRESETS:
        return PRESETS[words]
    found = re.fullmatch(r"\s*([0-9]+(?:[.,][0-9]+)?)\s*(mm|cm|in|pt)?\s*", words)
    if not found:
        raise ValueError(f"{words!r} is not a length: write it like 85mm, 8.5cm, 3.4in or {', '.join(PRESETS)}.")
    return float(found[1].replace(",", ".")) * MM[found[2] or "mm"]


def remember(view: View, sheet: Sheet) -> View:
    """Return a view that remembers the options of a figure, as far as they are not the usual ones."""
    every = {OPTION + spec.name: spec for spec in specs(Sheet)}
    kept = {name: value for name, value in view.options if name not in every}
    changed = {name: getattr(sheet, spec.name) for name, spec in every.items()}
    kept |= {name: str(value) for name, value in changed.items() if value != every[name].default}
    return replace(view, options=tuple(sorted(kept.items())))


def remembered(view: View) -> Sheet:
    """Return the options of a figure that a view remembers; what does not fit any more is left at its default."""
    sheet = Sheet()
    for spec in specs(Sheet):
        words = view.option(OPTION + spec.name, "")
        if words:
            value = words == "True" if isinstance(spec.default, bool) else type(spec.default)(words)
            try:
                sheet = sheet.with_values({spec.name: value})
            except ValueError:
                continue
    return sheet
