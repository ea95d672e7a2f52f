"""NumPy's own files, one array or several; nothing in them is ever unpickled."""

import io
import math
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from mlexplorer.core.data import Dataset
from mlexplorer.core.table import BadTable, CanWrite, Column, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.columns import column_of, distinct
from mlexplorer.tables.reading import opened
from mlexplorer.tables.unpacking import pieces, unpacked

Anything = npt.NDArray[Any]
BROKEN = (ValueError, TypeError, KeyError, SyntaxError, EOFError, OSError, RuntimeError, OverflowError, MemoryError)
DAMAGED = (struct.error, tokenize.TokenError, zlib.error, zipfile.BadZipFile)
PICKLED = "Object arrays can hold programs and are not opened; save numbers or text instead"


class Npz(Format, CanWrite):
    """One array (.npy) or several of the same length (.npz): rows are points, columns become columns."""

    title = "NumPy arrays"
    suffixes = (".npz", ".npy")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the columns of all arrays that have as many rows as the largest."""
        arrays: dict[str, Anything] = {}
        try:
            with opened(content) as (file, size):
                for done, name, array in _arrays(file, size):
                    arrays[name] = array
                    yield done
        except BadTable:
            raise
        except (*BROKEN, *DAMAGED) as problem:
            raise BadTable(f"The file is not a NumPy array or damaged: {_first_words(problem)}.") from problem
        yield _table(arrays, size)

    def write(self, data: Dataset) -> bytes:
        """Return points, labels, held, names and class_names as a compressed .npz."""
        file = io.BytesIO()
        names, classes = np.array(data.names), np.array(data.class_names)
        np.savez_compressed(
            file, points=data.points, labels=data.labels, held=data.held_out, names=names, class_names=classes
        )
        return file.getvalue()


def _arrays(file: BinaryIO, size: int) -> Iterator[tuple[float, str, Anything]]:
    start = file.read(2)
    file.seek(0)
    if start != b"PK":
        yield 1.0, "Column", _array(file.read(size))
        return
    with unpacked(file, size) as archive:
        members = [member for member in archive.infolist() if member.filename.endswith(".npy")]
        limits.check_rows(1, len(members), 1)
        for count, member in enumerate(members, 1):
            data = b"".join(pieces(archive, member))
            yield count / len(members), member.filename.removesuffix(".npy"), _array(data)


def _array(data: bytes) -> Anything:
    """Return the array in a file, once its header is known to promise no more than the file holds."""
    stream = io.BytesIO(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # files of Python 2 and odd headers: what is wrong is raised
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, transposed, kind = read(stream)
        if kind.hasobject:
            raise BadTable(f"{PICKLED}.")
        count = int(np.prod([int(length) for length in shape], dtype=object))
        if count < 0 or count * kind.itemsize > len(data) - stream.tell():
            raise BadTable("The file ends before its array does.")
        if count == 0:
            return np.empty(shape, kind)
        return np.frombuffer(data, kind, count, stream.tell()).reshape(shape, order="F" if transposed else "C")


def _table(arrays: dict[str, Anything], size: int) -> Table:
    if "points" in arrays and "labels" in arrays:
        arrays = _own(arrays)
    rows = max((len(array) for array in arrays.values() if array.ndim in (1, 2)), default=0)
    used = {name: array for name, array in arrays.items() if array.ndim in (1, 2) and len(array) == rows}
    limits.check_cells(rows, sum(map(_width, used.values())), 1, size)
    columns = [column for name, array in used.items() for column in _columns(name, array)]
    names, notes = distinct([column.name for column in columns])
    left = sorted(arrays.keys() - used.keys())
    if left:
        notes.append(f"Left out, because their shape does not fit the {rows:,} rows: {', '.join(left[:5])}.")
    renamed = [Column(name, column.numbers, column.words) for name, column in zip(names, columns, strict=True)]
    return Table(tuple(renamed), None, tuple(notes))  # type: ignore[arg-type] # None: rows are lines


def _own(arrays: dict[str, Anything]) -> dict[str, Anything]:
    """Return the arrays as the columns our own text table has, if this is a file of ours."""
    points, labels, names = arrays["points"], arrays["labels"], arrays.get("names", np.array(["x₁", "x₂"]))
    classes = arrays.get("class_names", np.empty(0, "U1"))
    if points.ndim != 2 or points.shape[1] != 2 or labels.shape != (len(points),) or names.shape != (2,):
        return arrays
    if labels.dtype.kind not in "iu" or classes.dtype.kind != "U" or not len(points):
        return arrays
    titles, _ = distinct([str(name) for name in names])
    found = dict(zip(titles, points.T, strict=True))
    if classes.ndim == 1 and int(labels.max()) < len(classes):
        found["class"] = np.where(labels >= 0, np.append(classes, "")[labels], "")
    found["label"] = labels
    held = arrays.get("held")
    if held is not None and held.shape == labels.shape and held.dtype == np.bool_ and held.any():
        found["held out"] = held
    return found


def _width(array: Anything) -> int:
    """Return how many columns an array becomes: the fields of a record may be rows themselves."""
    kinds = [array.dtype[part] for part in array.dtype.names] if array.dtype.names else [array.dtype]
    each = sum(math.prod(kind.shape) if kind.names is None else limits.MOST_COLUMNS + 1 for kind in kinds)
    return each * (array.shape[1] if array.ndim == 2 else 1)


def _columns(name: str, array: Anything) -> list[Column]:
    if array.dtype.names is not None and array.ndim == 1:
        return [column for part in array.dtype.names for column in _columns(str(part), array[part])]
    if array.dtype.kind not in "biufUS" or array.ndim > 2:
        raise BadTable(f"The array {name!r} holds neither numbers nor text.")
    parts = [array] if array.ndim == 1 else list(array.T)
    names = [name] if array.ndim == 1 else [f"{name} {index + 1}" for index in range(len(parts))]
    return [_column(title, part) for title, part in zip(names, parts, strict=True)]


def _column(name: str, values: Anything) -> Column:
    if values.dtype.kind in "US":
        texts = values if values.dtype.kind == "U" else np.char.decode(values, "utf-8", "replace")
        return column_of(name, texts.tolist())
    numbers = values.astype(np.float64)
    return Column(name, np.where(np.isfinite(numbers), numbers, np.nan))


def _first_words(problem: BaseException) -> str:
    return " ".join(str(problem).split())[:120].rstrip(".") or type(problem).__name__
