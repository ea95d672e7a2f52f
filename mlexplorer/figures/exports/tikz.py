"""TikZ: a whole page as paths and nodes, exactly as wide as asked, its words in the letters of the document."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, fromstring

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainterPath, QPen

from mlexplorer.edits.latex import latex_words
from mlexplorer.figures.exports import tikz_paths
from mlexplorer.figures.figure import Figure
from mlexplorer.figures.files.devices import DeviceWords, svg
from mlexplorer.figures.page_painter import paint
from mlexplorer.marks import palette
from mlexplorer.marks.palette import Theme
from mlexplorer.painting.lettering import Lettering, Writer

MOST_PLACES = 150_000  # corners of a picture: of more, LaTeX runs out of memory
SHAPE = "{http://www.w3.org/2000/svg}"
ANCHORS = {0.0: "base west", 0.5: "base", 1.0: "base east"}
STYLES = {  # of lines, as SVG and as TikZ name them
    "stroke-linecap": {"round": "line cap=round", "square": "line cap=rect"},
    "stroke-linejoin": {"round": "line join=round", "bevel": "line join=bevel"},
}
END = "\\end{scope}"
HALO = "fill=mlxPlane, fill opacity=0.75, text opacity=1, inner sep=0.6pt"
ROLES = ("plane", "text", "muted", "axis", "boundary", "margin", "casing", "support", "path", "contour", "ghost")


def tikz(figure: Figure) -> str:
    """Return a figure as a tikzpicture: all that the PDF shows; a colour has the name of what it stands for.

    What LaTeX could not hold is refused with a ValueError that says so.
    """
    page, words = figure.page, list[str]()
    drawn = svg(page.size, lambda writer: paint(page, _NodeWriter(writer.painter, nodes=words)), DeviceWords())
    looks = _Looks(palette.theme(page.sheet.theme))
    paths = _joined(_paths(fromstring(drawn), looks))
    nodes = [_coloured(node, looks) for node in words]
    return "\n".join(
        [
            *(f"% {line}" for line in figure.words.description.splitlines()),
            "% needs \\usepackage{tikz}",
            *(f"{line}%" for line in looks.definitions),  # the end of a line would be a space of the paragraph
            "\\begin{tikzpicture}[x=1bp, y=-1bp, inner sep=0pt, outer sep=0pt]",
            f"\\path[use as bounding box] (0,0) rectangle ({page.size.width:.3f},{page.size.height:.3f});",
            *paths,
            *nodes,
            "\\end{tikzpicture}%",
            "",
        ]
    )


@dataclass(frozen=True, eq=False)
class _NodeWriter(Writer):
    """Notes words as nodes instead of painting them."""

    nodes: list[str] = field(default_factory=list)

    def write(
        self, words: str, place: tuple[float, float], lettering: Lettering, colour: QColor, anchor: float = 0.0
    ) -> None:
        """Note words whose base line begins, has its middle or ends at a place."""
        self._note(words, QPointF(*place), lettering, colour, ANCHORS[anchor])

    def put(self, path: QPainterPath, words: str, lettering: Lettering, colour: QColor, halo: QPen | None) -> None:
        """Note words whose middle stands where their outline has it."""
        place = QPointF(path.boundingRect().center().x(), lettering.start(path, words).y())
        self._note(words, place, lettering, colour, ANCHORS[0.5], HALO if halo is not None else "")

    def _note(  # noqa: PLR0913, PLR0917 - what a node needs
        self, words: str, place: QPointF, lettering: Lettering, colour: QColor, anchor: str, halo: str = ""
    ) -> None:
        if not words.strip():
            return
        turn = self.painter.transform()
        where = turn.map(place)
        size = f"font=\\fontsize{{{lettering.size:.4g}}}{{{1.2 * lettering.size:.4g}}}\\selectfont"
        bold = "\\bfseries" if lettering.heading else ""
        turned = f", rotate={tikz_paths.degrees(turn):.4g}" if turn.isRotating() else ""
        options = f"anchor={anchor}, text={colour.name()}, {size}{bold}{turned}{', ' * bool(halo)}{halo}"
        self.nodes.append(f"\\node[{options}] at ({where.x():.2f},{where.y():.2f}) {{{_set(words, lettering)}}};")


def _set(words: str, lettering: Lettering) -> str:
    """Return words as LaTeX; the sign of a variable, which slants, is a formula."""
    runs = lettering.runs(words)
    return "".join(f"${part}$" if slants and part.isascii() else latex_words(part) for part, slants in runs)


def _coloured(node: str, looks: "_Looks") -> str:
    return re.sub(r"(?<=text=)#[0-9a-f]{6}", lambda found: looks.colour(found[0]), node, count=1)


def _joined(lines: Iterable[str]) -> list[str]:
    """Return lines in which a clip that begins as the one before has ended goes on instead."""
    found: list[str] = []
    begun = ""
    for line in lines:
        if line == begun and found[-1] == END:
            found.pop()
            continue
        begun = line if line.startswith("\\begin{scope}") else begun
        found.append(line)
    return found


@dataclass
class _Looks:
    """The colours that occur, under the names of their roles, and the styles: one line restyles all of a kind."""

    theme: Theme
    found: dict[str, str] = field(default_factory=dict)  # colours by their hexadecimal digits
    styles: dict[str, str] = field(default_factory=dict)  # their names by what they say

    def style(self, options: list[str]) -> str:
        """Return the name of a style."""
        return self.styles.setdefault(", ".join(options), f"mlx{len(self.styles) + 1}")

    def colour(self, colour: str) -> str:
        """Return the name of a colour such as #ff0000."""
        digits = colour.lstrip("#").upper()
        if digits not in self.found:
            self.found[digits] = self.roles.get(digits) or f"mlxTone{len(self.found)}"
        return self.found[digits]

    @property
    def roles(self) -> Mapping[str, str]:
        """The names of the colours that stand for something, the first of several that look alike."""
        classes = {f"class {label}": f"mlxClass{label}" for label in range(len(self.theme.classes))}
        tints = {f"tint {label}": f"mlxTint{label}" for label in range(len(self.theme.classes))}
        names = {role: f"mlx{role.capitalize()}" for role in ROLES} | classes | tints
        every: dict[str, str] = {}
        for role, name in names.items():
            every.setdefault(self.theme.colour(role).lstrip("#").upper(), name)
        return every

    @property
    def definitions(self) -> list[str]:
        """The lines that define them; the plane is always there, for what keeps lines off words."""
        self.colour(self.theme.colour("plane"))
        named = sorted((name, digits) for digits, name in self.found.items())
        colours = [f"\\definecolor{{{name}}}{{HTML}}{{{digits}}}" for name, digits in named]
        return [*colours, *(f"\\tikzset{{{name}/.style={{{options}}}}}" for options, name in self.styles.items())]


def _paths(root: Element, looks: _Looks) -> Iterator[str]:
    """Yield a line for every shape of a drawing, in the order in which they lie on one another."""
    clips = {str(clip.get("id")): tikz_paths.shape(clip[0]) for clip in root.iter(f"{SHAPE}clipPath")}
    places = 0
    for lines in _walked(root, {}, clips, looks):
        places += lines.count("(")
        if places > MOST_PLACES:
            raise ValueError(
                f"This figure has more than {MOST_PLACES:,} corners, too many for LaTeX: write it as .pdf."
            )
        yield lines


def _walked(element: Element, state: Mapping[str, str], clips: Mapping[str, str], looks: _Looks) -> Iterator[str]:
    for child in element:
        kind = child.tag.removeprefix(SHAPE)
        inner = {**state, **child.attrib}
        clip = re.fullmatch(r"url\(#(.*)\)", child.get("clip-path", ""))
        if clip:
            yield f"\\begin{{scope}}\\clip {clips[clip[1]]};"
        if kind == "image":
            raise ValueError("Points drawn by their density are a picture, which TikZ cannot hold: write it as .pdf.")
        if kind == "g":
            yield from _walked(child, inner, clips, looks)
        elif kind in tikz_paths.KINDS:
            yield from _drawn(child, inner, looks)
        if clip:
            yield END


def _drawn(shape: Element, state: Mapping[str, str], looks: _Looks) -> Iterator[str]:
    """Yield the lines that draw one shape."""
    options = [*_fill(state, looks), *_stroke(state, looks)]
    if options:
        even = "fill" in options[0] and state.get("fill-rule") == "evenodd"
        for part in tikz_paths.parts(tikz_paths.shape(shape, state.get("transform", "")), even):
            yield f"\\path[{looks.style([*options, *['even odd rule'] * even])}] {part};"


def _fill(state: Mapping[str, str], looks: _Looks) -> list[str]:
    if state.get("fill", "none") == "none" or float(state.get("fill-opacity", 1)) == 0:
        return []
    opacity = float(state.get("fill-opacity", 1))
    return [f"fill={looks.colour(state['fill'])}", *([f"fill opacity={opacity:.3g}"] if opacity < 1 else [])]


def _stroke(state: Mapping[str, str], looks: _Looks) -> list[str]:
    opacity = float(state.get("stroke-opacity", 1))
    if state.get("stroke", "none") == "none" or opacity == 0:
        return []
    width = float(state.get("stroke-width", 1)) * tikz_paths.growth(state.get("transform", ""))
    options = [f"draw={looks.colour(state['stroke'])}", f"line width={width:.3g}bp"]
    options += [names[state[key]] for key, names in STYLES.items() if state.get(key) in names]
    dash = [float(part) for part in re.findall(r"[\d.]+", state.get("stroke-dasharray", ""))]
    if dash:
        told = " ".join(f"{'off' if place % 2 else 'on'} {part:.3g}bp" for place, part in enumerate(dash))
        options.append(f"dash pattern={told}")
    return [*options, *([f"draw opacity={opacity:.3g}"] if opacity < 1 else [])]
