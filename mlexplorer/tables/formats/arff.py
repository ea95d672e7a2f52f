"""Weka's attribute-relation files."""

import re
from collections.abc import Sequence

from mlexplorer.core.table import BadTable, Content, Format, Reading
from mlexplorer.tables import limits
from mlexplorer.tables.columns import Columns
from mlexplorer.tables.reading import Block, blocks

ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)\s+(.*\S)""", re.IGNORECASE)
FIELD = re.compile(  # blanks are not given back: two runs side by side would share them in every way
    r"""[^\S\t]*+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?:[^,\t'"\s][^,\t]*)?)[^\S\t]*+(?:[,\t]|$)"""
)
PLAIN = r"""(?:[^'",\t\\]*| *'[^'",\t\\]*' *| *"[^'",\t\\]*" *)"""
SIMPLE = re.compile(rf"{PLAIN}(?:[,\t]{PLAIN})*")  # fields without a comma, a quotation mark or a backslash in them
QUOTES = str.maketrans("", "", "'\"")
NUMBERS = ("numeric", "real", "integer")


class Arff(Format):
    """A header that declares every column, then rows of values; sparse rows in braces are understood."""

    title = "ARFF"
    suffixes = (".arff",)

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table; dates and strings are words."""
        names: list[str] = []
        kinds: list[str] = []
        defaults: list[str] = []
        columns: Columns | None = None
        for block in blocks(content):
            lines = [
                (number, bare)
                for number, line in enumerate(block.lines, block.first)
                if (bare := line.strip()) and bare[0] != "%"
            ]
            while columns is None and lines:
                if _declared(names, kinds, *lines.pop(0)):
                    columns = Columns(names, [kind.lower().startswith(NUMBERS) for kind in kinds])
                    defaults = [_first_value(kind) for kind in kinds]
            if columns is not None and lines:
                limits.check_cells(columns.rows + len(lines), len(names), lines[-1][0], block.size)
                known = {line: _fields(line, number, defaults) for line, number in _firsts(lines).items()}
                columns.add_rows([known[line] for _, line in lines], [number for number, _ in lines])
            yield block.done
        if columns is None:
            raise BadTable(f"There is no @data in the file: its last line is {_last(block)}.")
        yield columns.table()


def _firsts(lines: list[tuple[int, str]]) -> dict[str, int]:
    """Return each different line with the number of the first: those that come again are parted once."""
    return {line: number for number, line in reversed(lines)}


def _declared(names: list[str], kinds: list[str], number: int, line: str) -> bool:
    """Take in one line of the header; True if the data begin after it."""
    word = line.split(None, 1)[0].lower()
    if word == "@attribute":
        found = ATTRIBUTE.fullmatch(line)
        if found is None:
            raise BadTable(f"Line {number} declares an attribute without a name or a type.")
        names.append(_bare(found[1]))
        kinds.append(found[2])
        limits.check_rows(1, len(names), number)
    elif word == "@data":
        if not names:
            raise BadTable(f"Line {number} begins the data before any attribute is declared.")
        return True
    elif word != "@relation":
        raise BadTable(f"Line {number} should begin with @relation, @attribute or @data.")
    return False


def _fields(line: str, number: int, defaults: Sequence[str]) -> list[str]:
    if line.startswith("{"):
        return _sparse(line, number, defaults)
    if SIMPLE.fullmatch(line):  # blanks around a field are left out later
        return line.translate(QUOTES).replace("\t", ",").split(",")
    fields, place = [], 0
    while found := FIELD.match(line, place):
        fields.append(_bare(found[1].rstrip()))
        place = found.end()
        if place == len(line) and line[found.end() - 1] not in ",\t":
            return fields
        if place == len(line):
            return [*fields, ""]
    raise BadTable(f"Line {number} has a quotation mark that is never closed or text after it.")


def _sparse(line: str, number: int, defaults: Sequence[str]) -> list[str]:
    """Return the fields of {index value, …}: what is left out is 0, or the first word a column declares."""
    fields = list(defaults)
    inside = line[1:-1].strip() if line.endswith("}") else None
    if inside is None:
        raise BadTable(f"Line {number} opens a brace that is not closed.")
    for pair in filter(None, map(str.strip, inside.split(","))):
        index, _, value = pair.partition(" ")
        if not (index.isascii() and index.isdigit()) or len(index) > 6 or int(index) >= len(fields):
            raise BadTable(f"Line {number} gives a value to the column {index[:20]!r}, which is not declared.")
        fields[int(index)] = _bare(value.strip())
    return fields


def _first_value(kind: str) -> str:
    if kind.lower().startswith(NUMBERS):
        return "0"
    found = FIELD.match(kind.strip("{} ")) if kind.startswith("{") else None
    return _bare(found[1].rstrip()) if found else "?"


def _bare(text: str) -> str:
    """Return a name or value without its quotation marks."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def _last(block: Block) -> int:
    return block.first + len(block.lines) - 1
