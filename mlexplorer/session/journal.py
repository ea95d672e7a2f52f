"""The recovery file of a window: every change appended and checked, so that a crash takes at most a moment's work."""

import contextlib
import io
import json
import os
import secrets
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from mlexplorer.core.data import Dataset, Provenance
from mlexplorer.core.holdout import Deal
from mlexplorer.core.writing import sync_folder, take_lock
from mlexplorer.session import storage
from mlexplorer.session.codec import decode, encode
from mlexplorer.session.history import History, HistoryEntry
from mlexplorer.session.state_folder import private_folder

HEAD = b"mlexplorer journal 1\n"
FRAME = struct.Struct("<II")  # length and checksum of a record
SUFFIX = ".journal"
MOST_UNDO = MOST_REDO = 200  # steps that come back
MOST_BYTES = 128_000_000  # of points in one state; fewer steps are kept of larger data
LEAST_BYTES = 8_000_000  # a smaller file is not worth compacting
BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_APPEND", 0)
SHARED = "shared"  # marks the number of points or of a deal in place of their arrays
NAMES = ("names", "class_names", "next_id", "provenance")
POINTS, DEALT = ("points", "labels", "held_out", "ids"), ("ids", "labels", "by_hand")  # the arrays of either


@dataclass(frozen=True)
class WorkState:
    """What a window holds at one moment: its books with their labels, and the file they belong to."""

    history: History
    path: Path | None = None


class Journal:
    """Appends states to a file that only this process writes; what earlier records hold is not written again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        self._file = -1
        self._size = self._compact = 0
        self._count = 0
        self._data: WeakKeyDictionary[Dataset | Deal, int] = WeakKeyDictionary()
        self._entries: dict[int, tuple[HistoryEntry, int]] = {}  # by identity, which the entry beside keeps

    def write(self, state: WorkState) -> None:
        """Append a state; once it returns, the state outlives the process and a power cut."""
        state = WorkState(newest(state.history), state.path)
        if self._file < 0 or self._size > max(LEAST_BYTES, 2 * self._compact):
            self._begin(state)
            return
        whole = self._size
        try:
            self._append(self._file, state)
            os.fsync(self._file)
        except Exception:
            self._forget(whole)
            os.ftruncate(self._file, whole)  # or what follows a torn record would be lost
            raise

    def close(self, remove: bool = True) -> None:
        """Let go of the file, and remove it unless it is to be found at the next start."""
        if self._file >= 0:
            if remove:
                self.path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = -1

    def _begin(self, state: WorkState) -> None:
        """Write the file anew with nothing but a state in it; until it is whole, the old one stands."""
        private_folder(self._folder)
        part = self.path.with_suffix(".part")
        file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        before = self._size
        self._forget(0)
        try:
            take_lock(file)
            self._put(file, HEAD)
            self._append(file, state)
            os.fsync(file)
            part.replace(self.path)
            sync_folder(self._folder)
        except Exception:
            self._forget(before)
            os.close(file)
            part.unlink(missing_ok=True)
            raise
        if self._file >= 0:
            os.close(self._file)
        self._file, self._compact = file, self._size

    def _forget(self, size: int) -> None:
        """Take it that a file of this size holds nothing that could be referred to."""
        self._size, self._entries = size, {}
        self._data.clear()

    def _append(self, file: int, state: WorkState) -> None:
        records = list[bytes]()
        entries = {}
        for entry in state.history.entries:
            known = self._entries.get(id(entry)) or (entry, self._encode(entry, records))
            entries[id(entry)] = known
        order = [number for _, number in entries.values()]
        path = None if state.path is None else str(state.path)
        records.append(_record({"order": order, "index": state.history.index, "path": path}))
        self._put(file, b"".join(records))
        self._entries = entries

    def _encode(self, entry: HistoryEntry, records: list[bytes]) -> int:
        def share(data: Dataset | Deal) -> dict[str, int]:
            if data not in self._data:
                self._data[data] = self._next()
                records.append(_data_record(data, self._data[data]))
            return {SHARED: self._data[data]}

        number = self._next()
        content = storage.content_of(entry.book, share)
        records.append(_record({"entry": number, "label": entry.label, "where": entry.where, "content": content}))
        return number

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _put(self, file: int, content: bytes) -> None:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
        self._size += len(content)


def newest(history: History) -> History:
    """Return as much of a history as a recovery file holds: the present first, then undo, then redo."""
    index, entries = history.index, history.entries
    back = range(index, max(index - MOST_UNDO, 0) - 1, -1)
    ahead = range(index + 1, min(index + 1 + MOST_REDO, len(entries)))
    total, seen, kept = 0, set[int](), list[int]()
    for place in (*back, *ahead):
        for data in (document.points for document in entries[place].book.documents):
            if data is not None and id(data) not in seen:
                seen.add(id(data))
                total += 34 * len(data)
        if kept and total > MOST_BYTES:
            break
        kept.append(place)
    return History(entries[min(kept) : max(kept) + 1], index - min(kept))


def read(path: Path) -> WorkState | None:
    """Return the last whole state of a recovery file; None if there is none, whatever else the file may hold."""
    texts: dict[int, bytes] = {}
    points: dict[int, bytes] = {}
    last: dict[str, Any] | None = None
    with contextlib.suppress(OSError, ValueError, KeyError):  # the records before a torn one count
        for payload in _records(path.read_bytes()):
            head = payload.partition(b"\n")[0]
            told = json.loads(head)
            if "data" in told:
                points[told["data"]] = payload
            elif "entry" in told:
                texts[told["entry"]] = head
            else:
                last = told
    if last is None:
        return None
    try:
        return _state(last, texts, {number: _data(payload) for number, payload in points.items()})
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _state(last: dict[str, Any], texts: dict[int, bytes], points: dict[int, Dataset | Deal]) -> WorkState:
    def shared(told: dict[str, Any]) -> Any:
        return points[told[SHARED]] if told.keys() == {SHARED} else told

    entries = []
    for number in last["order"]:
        told = json.loads(texts[number], object_hook=shared)
        book = storage.book_of(told["content"], "The recovery file")
        entries.append(HistoryEntry(book, told["label"], where=told.get("where")))
    history = History(tuple(entries), last["index"])
    _ = history.book  # the index is one of an entry
    return WorkState(history, None if last["path"] is None else Path(last["path"]))


def _records(content: bytes) -> Iterator[bytes]:
    """Yield the records of a file up to the first that is torn."""
    place = len(HEAD) if content.startswith(HEAD) else len(content)
    while place + FRAME.size <= len(content):
        length, checksum = FRAME.unpack_from(content, place)
        payload = content[place + FRAME.size : place + FRAME.size + length]
        if len(payload) < length or zlib.crc32(payload) != checksum:
            return
        yield payload
        place += FRAME.size + length


def _record(told: dict[str, Any], rest: bytes = b"") -> bytes:
    payload = json.dumps(told, separators=(",", ":")).encode() + (b"\n" + rest if rest else b"")
    return FRAME.pack(len(payload), zlib.crc32(payload)) + payload


def _data_record(data: Dataset | Deal, number: int) -> bytes:
    names = {name: encode(getattr(data, name)) for name in NAMES} if isinstance(data, Dataset) else {}
    arrays = io.BytesIO()
    np.savez(arrays, **{name: getattr(data, name) for name in (POINTS if names else DEALT)})
    return _record({"data": number, **names}, arrays.getvalue())


def _data(payload: bytes) -> Dataset | Deal:
    head, _, rest = payload.partition(b"\n")
    told = json.loads(head)
    with np.load(io.BytesIO(rest), allow_pickle=False) as arrays:
        parts = {name: arrays[name] for name in (POINTS if "names" in told else DEALT)}
    if "names" not in told:
        return Deal(**parts)
    names, class_names = tuple(told["names"]), tuple(told["class_names"])
    origin = decode(Provenance | None, told.get("provenance"), "provenance")
    return Dataset(**parts, names=names, class_names=class_names, next_id=told["next_id"], provenance=origin)
