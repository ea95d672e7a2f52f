"""Kills windows that edit and save, at random moments, and prints what was left of each as a line of JSON.

Run as a program with a folder, a count and a seed. Every window is a process of its own, forked from one that has
imported everything, so that most of its life is spent editing and saving.
"""

import json
import os
import random
import select
import signal
import sys
import threading
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from mlexplorer.core.writing import write_all
from mlexplorer.session import recovery, storage
from mlexplorer.session.opening import empty
from mlexplorer.session.session import Book
from mlexplorer.ui.safety.safety import keep_safe
from mlexplorer.ui.window import Window

TICK = 0.01  # seconds that a tick takes at least: on a busy machine the clock of ticks goes slower, as all else does
EVERY, AT_ONCE, MOST = 3, 60, 300  # edits between two saves, edits at the beginning, points


def edit_and_save(pipe: int, path: Path, state: Path) -> None:
    """Be a window that edits and saves for ever, and write to the pipe what is done and at which tick."""
    application = QApplication([])
    window = Window(storage.load(path), path)
    keep_safe(window, state)
    window.show()
    begun = number = number_of(window.store.book)
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while True:
            time.sleep(TICK)
            ticks += 1
            tell("ticked")

    def tell(word: str) -> None:
        os.write(pipe, f"{word} {number} {ticks}\n".encode())

    def edit() -> None:
        nonlocal number
        number += 1
        data = window.plane.desk.data
        data = data.without(data.rows[: max(0, len(data) - MOST)]).added(
            [[number % 17 / 4 - 2, number / 1e6]], number % 3
        )
        window.store.edit(window.store.session.with_points(data), f"edit {number}")
        tell("edited")

    def work() -> None:
        for _ in range(AT_ONCE if number == begun else 1):
            edit()
        if number % EVERY == 0:
            tell("saving")
            window.files.save()
            tell("saved")

    threading.Thread(target=tick, daemon=True).start()
    timer = QTimer(interval=15)
    timer.timeout.connect(work)
    timer.start()
    application.exec()


def number_of(book: Book) -> int:
    """Return the number of the edit that made a book: its last point tells."""
    points = book.session.document.points
    return 0 if points is None else round(1e6 * float(points.points[-1, 1]))


def killed(path: Path, state: Path, moment: float, aim: float | None) -> list[tuple[str, int, int]]:
    """Let a window work for so many seconds after its first edit, kill it, and return what it told.

    With an aim, it is killed so many seconds after the next save has begun.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            edit_and_save(writing, path, state)
        finally:
            os._exit(9)
    os.close(writing)
    told, end = b"", None
    while end is None or time.monotonic() < end:
        left = 600.0 if end is None else max(0.0, end - time.monotonic())
        if select.select([reading], [], [], left)[0]:
            part = os.read(reading, 65536)
            assert part, "the window ended by itself"
            told += part
            end = end or (time.monotonic() + moment if b"edited" in told else None)
    while aim is not None and b"saving" not in (part := os.read(reading, 65536)):
        told += part
    told += part if aim is not None else b""
    time.sleep(aim or 0.0)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(reading, 65536):
        told += part
    os.close(reading)
    return [(word, int(number), int(tick)) for word, number, tick in map(str.split, told.decode().splitlines())]


def found(folder: Path, state: Path, told: list[tuple[str, int, int]]) -> dict[str, object]:
    """Return what is left after a kill: the file, the recovery, and anything that should not be there."""
    path = folder / "session.mlx.json"
    edits = {number: tick for word, number, tick in told if word == "edited"}
    saving = [number for word, number, _ in told if word == "saving"]
    saved = [number for word, number, _ in told if word == "saved"]
    beside = [file.name for file in folder.iterdir() if file != path]
    write_all({folder / "other.txt": b"the next save sweeps"})
    (folder / "other.txt").unlink()
    still = [file.name for file in folder.iterdir() if file != path]
    offers = list(recovery.offers(state / "recovery"))
    entries = offers[0].state.history.entries if offers else ()
    newest = int(entries[-1].label.split()[1]) if len(entries) > 1 else min(edits) - 1
    lost = [tick for number, tick in edits.items() if number > newest]
    for offer in offers:
        offer.path.unlink()
    recovery.sweep(state / "recovery")
    return {
        "on_disk": number_of(storage.load(path)),
        "allowed": [saved[-1] if saved else min(edits) - 1, saving[-1] if saving else min(edits) - 1],
        "saving": len(saving) > len(saved),
        "offers": len(offers),
        "edits": len(edits),
        "steps": max(len(entries) - 1, 0),
        "recovered": newest - min(edits) + 1,
        "other": number_of(entries[-1].book) - newest if entries else 0,
        "age": TICK * (max(tick for _, _, tick in told) - min(lost)) if lost else 0.0,
        "beside": beside,
        "still": still,
        "state": sorted(file.suffix for file in (state / "recovery").glob("*")) if state.exists() else [],
    }


def main(folder: Path, count: int, seed: int) -> None:
    """Kill so many windows one after the other, each of which goes on with the file that the last one left."""
    chance = random.Random(seed)
    work, state = folder / "work", folder / "state"
    work.mkdir()
    storage.save(empty(), work / "session.mlx.json")
    for _ in range(count):
        aim = chance.uniform(0.0, 0.01) if chance.random() < 0.5 else None
        told = killed(work / "session.mlx.json", state, chance.uniform(0.0, 2.0), aim)
        print(json.dumps(found(work, state, told)), flush=True)  # noqa: T201  the report is its output


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
